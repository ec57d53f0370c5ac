"""Rotations and poses from Python."""

from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest
from numpy.typing import NDArray

import clearway as cw

RPY = (0.3, -0.4, 0.5)


def rotation(roll: float, pitch: float, yaw: float) -> NDArray[np.float64]:
    """Return Rz(yaw) Ry(pitch) Rx(roll), written out."""
    (sr, cr), (sp, cp), (sy, cy) = ((math.sin(a), math.cos(a)) for a in (roll, pitch, yaw))
    Rx = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    Ry = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    Rz = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    R: NDArray[np.float64] = Rz @ Ry @ Rx
    return R


def test_roll_pitch_yaw() -> None:
    rpy = cw.RollPitchYaw(*RPY)
    assert (rpy.roll_angle(), rpy.pitch_angle(), rpy.yaw_angle()) == RPY
    R = rpy.ToRotationMatrix()
    np.testing.assert_allclose(R.matrix(), rotation(*RPY), atol=1e-15)
    np.testing.assert_allclose(R.ToRollPitchYaw().vector(), RPY, atol=1e-15)
    np.testing.assert_allclose(cw.RollPitchYaw(R).vector(), RPY, atol=1e-15)
    with pytest.raises(ValueError, match="finite"):
        cw.RollPitchYaw(math.nan, 0, 0)


def test_quaternions_keep_the_orientation_and_have_w_positive() -> None:
    R = cw.RotationMatrix(rotation(*RPY))
    wxyz = R.ToQuaternion()
    assert wxyz[0] > 0
    for q in (wxyz, -wxyz, 1.0005 * wxyz):
        np.testing.assert_allclose(
            cw.RotationMatrix.FromQuaternion(q).matrix(), R.matrix(), atol=1e-15
        )
    with pytest.raises(ValueError, match="norm 1"):
        cw.RotationMatrix.FromQuaternion([1, 1, 0, 0])


@pytest.mark.parametrize(
    "axis", [[0, 0, 1], [0, 0, -1], [1, 0, 0], [0.3, -2, 0.5], [1e-9, 0, -1], [0, 1e-200, 0]]
)
def test_from_z_axis(axis: list[float]) -> None:
    R = cw.RotationMatrix.FromZAxis(axis).matrix()
    np.testing.assert_allclose(R.T @ R, np.eye(3), atol=1e-15)
    assert np.linalg.det(R) > 0
    unit = np.array(axis) / max(abs(x) for x in axis)
    unit /= np.linalg.norm(unit)
    np.testing.assert_allclose(R[:, 2], unit, atol=1e-15)
    # The smallest turn: its angle is that between z and the axis.
    assert np.trace(R) == pytest.approx(1 + 2 * unit[2], abs=1e-14)


def test_half_turns_from_z_are_about_x() -> None:
    np.testing.assert_array_equal(
        cw.RotationMatrix.FromZAxis([0, 0, -2]).matrix(), np.diag([1, -1, -1])
    )
    with pytest.raises(ValueError, match="zero"):
        cw.RotationMatrix.FromZAxis([0, 0, 0])
    with pytest.raises(ValueError, match="finite"):
        cw.RotationMatrix.FromZAxis([0, math.inf, 0])


def test_rotations_are_repaired_or_refused() -> None:
    printed = np.round(rotation(*RPY), 6)
    R = cw.RotationMatrix(printed).matrix()
    np.testing.assert_allclose(R, printed, atol=2e-6)
    np.testing.assert_allclose(R.T @ R, np.eye(3), atol=1e-15)
    with pytest.raises(ValueError, match="orthonormal"):
        cw.RotationMatrix(1.001 * np.eye(3))
    with pytest.raises(ValueError, match=r"\+1"):
        cw.RotationMatrix(np.diag([1.0, 1.0, -1.0]))


def test_poses_in_every_spelling() -> None:
    p = [1.0, 2.0, 3.0]
    expected = np.eye(4)
    expected[:3, :3], expected[:3, 3] = rotation(*RPY), p
    rpy = cw.RollPitchYaw(*RPY)
    for X in (
        cw.RigidTransform(rpy, p),
        cw.RigidTransform(cw.RotationMatrix(rpy), p),
        cw.RigidTransform(expected),
        cw.RigidTransform(cw.RigidTransform(expected)),
    ):
        np.testing.assert_allclose(X.GetAsMatrix4(), expected, atol=1e-15)
        np.testing.assert_array_equal(np.asarray(X), X.GetAsMatrix4())
        np.testing.assert_allclose((X @ X.inverse()).GetAsMatrix4(), np.eye(4), atol=1e-15)
        np.testing.assert_allclose(X @ np.ones(3), expected[:3] @ np.ones(4), atol=1e-14)
        np.testing.assert_array_equal(X.multiply(np.ones(3)), X @ np.ones(3))
    np.testing.assert_array_equal(cw.RigidTransform(p).translation(), p)
    np.testing.assert_array_equal(cw.RigidTransform.Identity().GetAsMatrix4(), np.eye(4))


def test_bad_poses_are_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        cw.RigidTransform([0, 0, math.inf])
    with pytest.raises(ValueError, match="last row"):
        cw.RigidTransform(np.diag([1.0, 1.0, 1.0, 2.0]))
    with pytest.raises(ValueError, match=r"\(4, 4\)"):
        cw.RigidTransform(np.eye(3))


def test_poses_and_rotations_compare_as_in_drake() -> None:
    X = cw.RigidTransform(cw.RollPitchYaw(*RPY), [1, 2, 3])
    moved = cw.RigidTransform(cw.RollPitchYaw(*RPY), [1, 2.25, 3])
    assert X.IsExactlyEqualTo(cw.RigidTransform(X))
    assert not X.IsExactlyEqualTo(moved)
    assert X.IsNearlyEqualTo(other=moved, tolerance=0.25)
    assert not X.IsNearlyEqualTo(moved, 0.2499)
    turned = cw.RotationMatrix.MakeZRotation(0.1)
    assert not turned.IsExactlyEqualTo(cw.RotationMatrix())
    assert turned.IsNearlyEqualTo(cw.RotationMatrix(), 0.1)


@pytest.mark.parametrize("rotation_only", [False, True])
def test_points_in_columns_are_mapped_each(rotation_only: bool) -> None:
    X = cw.RigidTransform(cw.RollPitchYaw(*RPY), [0, 0, 0] if rotation_only else [1, 2, 3])
    points = np.arange(12.0).reshape(3, 4)
    expected = rotation(*RPY) @ points + X.translation()[:, None]
    dut = X.rotation() if rotation_only else X
    np.testing.assert_allclose(dut @ points, expected, atol=1e-14)
    np.testing.assert_allclose(dut.multiply(points), expected, atol=1e-14)
    np.testing.assert_allclose(dut @ points[:, 1], expected[:, 1], atol=1e-14)
    assert (dut @ points[:, :1]).shape == (3, 1)
    assert (dut @ np.empty((3, 0))).shape == (3, 0)
    with pytest.raises(ValueError, match=r"\(3,\) or \(3, n\), got \(4, 3\)"):
        dut @ points.T


def test_values_are_copied_and_pickled_to_the_bit() -> None:
    step = X = cw.RigidTransform(cw.RollPitchYaw(*RPY), [1, 2, 3])
    for _ in range(1000):
        X = X @ step  # Drifts from orthonormal, by rounding.
    pickled = [pickle.loads(pickle.dumps(X, protocol)) for protocol in range(6)]
    for again in (copy.copy(X), copy.deepcopy(X), *pickled):
        assert again.IsExactlyEqualTo(X)
        R = X.rotation()
        assert copy.deepcopy(R).IsExactlyEqualTo(R)
        assert pickle.loads(pickle.dumps(R)).IsExactlyEqualTo(R)
    rpy = cw.RollPitchYaw(*RPY)
    assert pickle.loads(pickle.dumps(rpy)).vector().tolist() == list(RPY)
