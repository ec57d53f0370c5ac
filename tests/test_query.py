"""Pair queries from Python: results, poses, batches and errors."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import clearway as cw

Array = npt.NDArray[np.float64]


def translation(x: float, y: float, z: float) -> Array:
    """Return the pose that moves by (x, y, z), shape (4, 4)."""
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def random_poses(count: int, seed: int) -> Array:
    """Return poses about the origin, shape (count, 4, 4)."""
    generator = np.random.default_rng(seed)
    return np.stack(
        [
            cw.RigidTransform(
                cw.RollPitchYaw(generator.uniform(-3, 3, 3)), generator.uniform(-1, 1, 3)
            ).GetAsMatrix4()
            for _ in range(count)
        ]
    )


def test_sphere_off_a_face() -> None:
    """The sphere stands off the +x face by 3 - 1 - 0.5."""
    dut = cw.ComputeSignedDistance(
        A=cw.Sphere(0.5), X_WA=translation(3, 0, 0), B=cw.Box(2, 4, 6), X_WB=np.eye(4)
    )
    assert dut.distance == pytest.approx(1.5, abs=1e-15)
    np.testing.assert_allclose(dut.p_WCa, [2.5, 0, 0], atol=1e-15)
    np.testing.assert_allclose(dut.p_WCb, [1, 0, 0], atol=1e-15)
    np.testing.assert_array_equal(dut.nhat_BA_W, [1, 0, 0])
    assert repr(dut) == (
        "SignedDistancePair(distance=1.5, p_WCa=[2.5, 0, 0], p_WCb=[1, 0, 0], nhat_BA_W=[1, 0, 0])"
    )


def test_results_are_read_only() -> None:
    """A result's fields cannot be set, nor its arrays written."""
    dut: Any = cw.ComputeSignedDistance(cw.Sphere(1), np.eye(4), cw.Sphere(1), translation(3, 0, 0))
    with pytest.raises(AttributeError):
        dut.distance = 0.0
    with pytest.raises(ValueError, match="read-only"):
        dut.p_WCa[0] = 1.0
    batch = cw.ComputeSignedDistances(cw.Sphere(1), np.eye(4), cw.Sphere(1), np.eye(4))
    with pytest.raises(ValueError, match="read-only"):
        batch.distance[0] = 1.0


def test_swapping_mirrors_exactly() -> None:
    """Every bit of a result is mirrored when the arguments are swapped."""
    shapes = [cw.Sphere(0.3), cw.Box(0.5, 0.7, 0.9), cw.Capsule(0.2, 0.6), cw.Cone(0.4, 0.8)]
    poses = random_poses(20, seed=1)
    for A in shapes:
        for B in shapes:
            for X_WA, X_WB in zip(poses[::2], poses[1::2], strict=True):
                AB = cw.ComputeSignedDistance(A, X_WA, B, X_WB)
                BA = cw.ComputeSignedDistance(B, X_WB, A, X_WA)
                assert AB.distance == BA.distance
                np.testing.assert_array_equal(AB.p_WCa, BA.p_WCb)
                np.testing.assert_array_equal(AB.p_WCb, BA.p_WCa)
                np.testing.assert_array_equal(AB.nhat_BA_W, -BA.nhat_BA_W)


def test_equal_shapes_at_equal_poses_have_normal_z() -> None:
    """Where nothing tells the arguments apart, the normal is +z."""
    X_W = random_poses(1, seed=2)[0]
    for shape in (cw.Sphere(1), cw.Box(1, 2, 3), cw.Capsule(1, 2), cw.Ellipsoid(1, 2, 3)):
        dut = cw.ComputeSignedDistance(shape, X_W, shape, X_W)
        np.testing.assert_array_equal(dut.nhat_BA_W, [0, 0, 1])
        assert dut.distance == pytest.approx(-2 if not isinstance(shape, cw.Box) else -1)


def test_poses_may_be_rigid_transforms() -> None:
    """A RigidTransform and its matrix are one pose."""
    X_WA, X_WB = random_poses(2, seed=3)
    A, B = cw.Sphere(0.1), cw.Box(1, 1, 1)
    as_arrays = cw.ComputeSignedDistance(A, X_WA, B, X_WB)
    as_poses = cw.ComputeSignedDistance(A, cw.RigidTransform(X_WA), B, cw.RigidTransform(X_WB))
    assert as_arrays.distance == as_poses.distance
    batch = cw.ComputeSignedDistances(A, cw.RigidTransform(X_WA), B, [cw.RigidTransform(X_WB)] * 2)
    np.testing.assert_array_equal(batch.distance, as_arrays.distance)


def test_touching_collides_and_padding_shifts() -> None:
    """HasCollision is distance <= padding."""
    A, B = cw.Sphere(1), cw.Sphere(1)
    for gap, padding, expected in [
        (0.0, 0.0, True),
        (0.5, 0.0, False),
        (0.5, 0.5, True),
        (0.5, 0.499, False),
        (-0.5, -0.5, True),
        (-0.5, -0.501, False),
    ]:
        pose = translation(2 + gap, 0, 0)
        assert cw.HasCollision(A, np.eye(4), B, pose, padding) is expected
        assert cw.HasCollision(A=A, X_WA=np.eye(4), B=B, X_WB=pose, padding=padding) is expected


def test_batches_are_the_single_calls() -> None:
    """Row i of a batch is the single call at pose i."""
    A, B = cw.Box(0.5, 0.7, 0.9), cw.Capsule(0.2, 0.6)
    X_WAs, X_WBs = random_poses(50, seed=4), random_poses(50, seed=5)
    dut = cw.ComputeSignedDistances(A, X_WAs, B, X_WBs)
    hits = cw.HasCollisions(A, X_WAs, B, X_WBs, padding=0.1)
    assert len(dut) == 50
    assert dut.distance.shape == (50,)
    assert dut.p_WCa.shape == dut.p_WCb.shape == dut.nhat_BA_W.shape == (50, 3)
    assert hits.dtype == np.bool_
    for i in range(50):
        single = cw.ComputeSignedDistance(A, X_WAs[i], B, X_WBs[i])
        assert dut.distance[i] == single.distance
        np.testing.assert_array_equal(dut.p_WCa[i], single.p_WCa)
        np.testing.assert_array_equal(dut.p_WCb[i], single.p_WCb)
        np.testing.assert_array_equal(dut.nhat_BA_W[i], single.nhat_BA_W)
        assert hits[i] == (single.distance <= 0.1)
    assert 0 < hits.sum() < 50


def test_a_single_pose_goes_with_a_stack() -> None:
    """A (4, 4) broadcasts on either side; two of them are a stack of one."""
    A, B = cw.Sphere(0.2), cw.Box(1, 1, 1)
    stack = random_poses(7, seed=6)
    np.testing.assert_array_equal(
        cw.ComputeSignedDistances(A, stack, B, np.eye(4)).distance,
        cw.ComputeSignedDistances(A, stack, B, np.stack([np.eye(4)] * 7)).distance,
    )
    assert cw.HasCollisions(A, np.eye(4), B, stack).shape == (7,)
    assert cw.HasCollisions(A, np.eye(4), B, np.eye(4)).tolist() == [True]
    assert len(cw.ComputeSignedDistances(A, stack[:0], B, np.eye(4))) == 0


def test_batches_take_any_layout() -> None:
    """Strided, Fortran-ordered and single-precision stacks are read right."""
    A, B = cw.Sphere(0.2), cw.Box(1, 1, 1)
    stack = np.stack([translation(0.125 * i, 0.5, -0.25) for i in range(8)])
    expected = cw.ComputeSignedDistances(A, stack, B, np.eye(4)).distance
    for same in (np.asfortranarray(stack), stack.astype(np.float32), stack.tolist()):
        np.testing.assert_array_equal(
            cw.ComputeSignedDistances(A, same, B, np.eye(4)).distance, expected
        )
    np.testing.assert_array_equal(
        cw.ComputeSignedDistances(A, stack[::2], B, np.eye(4)).distance, expected[::2]
    )


def test_batches_release_the_gil() -> None:
    """Another Python thread runs while a batch does."""
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1

    A, B = cw.Ellipsoid(0.3, 0.2, 0.1), cw.Cone(0.4, 0.8)
    poses = random_poses(100, seed=7).repeat(500, axis=0)
    thread = threading.Thread(target=tick)
    thread.start()
    try:
        before = ticks
        cw.ComputeSignedDistances(A, poses, B, np.eye(4))
        during = ticks - before
    finally:
        done.set()
        thread.join()
    assert during > 1000


def test_errors_name_what_is_wrong() -> None:
    """Each bad argument is refused, and the next call works."""
    A, B = cw.Sphere(1), cw.Box(1, 1, 1)
    stack = np.stack([np.eye(4)] * 3)
    with pytest.raises(ValueError, match="X_WAs has 3 poses and X_WBs has 2"):
        cw.ComputeSignedDistances(A, stack, B, stack[:2])
    with pytest.raises(ValueError, match=r"X_WBs must have shape .* got \(3, 4\)"):
        cw.HasCollisions(A, stack, B, np.zeros((3, 4)))
    bad = stack.copy()
    bad[1, 0, 0] = 2.0
    with pytest.raises(ValueError, match=r"X_WAs\[1\]: .*orthonormal"):
        cw.ComputeSignedDistances(A, bad, B, np.eye(4))
    bad[1, 0, 0], bad[1, 0, 3] = 1.0, np.nan
    with pytest.raises(ValueError, match=r"X_WAs\[1\]: .*finite"):
        cw.HasCollisions(A, bad, B, np.eye(4))
    no_pose: Any = "pose"
    with pytest.raises(TypeError, match="X_WAs"):
        cw.HasCollisions(A, no_pose, B, np.eye(4))
    with pytest.raises(TypeError):
        cw.ComputeSignedDistance(A, no_pose, B, np.eye(4))
    for padding in (np.nan, np.inf):
        with pytest.raises(ValueError, match="padding must be finite"):
            cw.HasCollision(A, np.eye(4), B, np.eye(4), padding)
        with pytest.raises(ValueError, match="padding must be finite"):
            cw.HasCollisions(A, np.eye(4), B, np.eye(4), padding)
    for function in (cw.ComputeSignedDistance, cw.HasCollision):
        with pytest.raises(ValueError, match="HalfSpace"):
            function(cw.HalfSpace(), np.eye(4), cw.HalfSpace(), np.eye(4))
    assert cw.HasCollision(A, np.eye(4), B, np.eye(4))
