"""Shapes: what they are made of, what they refuse, and that they travel."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import clearway as cw

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
TRIANGLES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])


def make_shapes() -> list[cw.Shape]:
    return [
        cw.Sphere(radius=0.5),
        cw.Box(width=1, depth=2, height=3),
        cw.Capsule(radius=0.1, length=2),
        cw.Cylinder(radius=0.1, length=2),
        cw.Ellipsoid(a=1, b=2, c=3),
        cw.Cone(radius=0.1, height=2),
        cw.HalfSpace(),
        cw.Convex(vertices=CORNERS),
        cw.Mesh(vertices=CORNERS, triangles=TRIANGLES),
    ]


def state_of(shape: Any) -> dict[str, Any]:
    names = "radius width depth height length a b c vertices triangles solid"
    return {n: np.asarray(getattr(shape, n)()).tolist() for n in names.split() if hasattr(shape, n)}


def test_shapes_answer_by_the_names_of_their_parameters() -> None:
    states = [state_of(shape) for shape in make_shapes()]
    assert states[0] == {"radius": 0.5}
    assert states[1] == {"width": 1, "depth": 2, "height": 3}
    assert states[2] == states[3] == {"radius": 0.1, "length": 2}
    assert states[4] == {"a": 1, "b": 2, "c": 3}
    assert states[5] == {"radius": 0.1, "height": 2}
    assert states[6] == {}
    assert states[7] == {"vertices": CORNERS.tolist()}
    assert states[8] == {
        "vertices": CORNERS.tolist(),
        "triangles": TRIANGLES.tolist(),
        "solid": True,
    }


@pytest.mark.parametrize("shape", make_shapes(), ids=lambda s: type(s).__name__)
@pytest.mark.parametrize(
    "travel", [lambda s: pickle.loads(pickle.dumps(s)), copy.copy, copy.deepcopy]
)
def test_shapes_travel_by_value(shape: cw.Shape, travel: Callable[[cw.Shape], cw.Shape]) -> None:
    other = travel(shape)
    assert type(other) is type(shape)
    assert other is not shape
    assert repr(other) == repr(shape)
    assert state_of(other) == state_of(shape)


def test_solidity_that_was_asked_for_is_pickled() -> None:
    mesh = cw.Mesh(CORNERS, TRIANGLES, solid=False)
    assert mesh.watertight()
    assert not pickle.loads(pickle.dumps(mesh)).solid()


def test_every_shape_is_a_shape_and_the_base_cannot_be_made() -> None:
    assert all(isinstance(shape, cw.Shape) for shape in make_shapes())
    with pytest.raises(TypeError):
        cw.Shape()


@pytest.mark.parametrize("value", [-1.0, np.inf, np.nan])
def test_a_bad_size_is_named(value: float) -> None:
    with pytest.raises(ValueError, match=r"radius must be finite and >= 0, got"):
        cw.Sphere(value)
    with pytest.raises(ValueError, match="height"):
        cw.Box(1, 1, value)
    with pytest.raises(ValueError, match="length"):
        cw.Capsule(1, value)
    with pytest.raises(ValueError, match="c must be finite and > 0"):
        cw.Ellipsoid(1, 1, value)


def test_arrays_of_any_kind_are_taken() -> None:
    expected = CORNERS.tolist()
    for vertices in (
        expected,
        CORNERS.astype(np.float32),
        CORNERS.astype(int),
        np.asfortranarray(CORNERS),
        np.repeat(CORNERS, 2, axis=0)[::2],
    ):
        assert cw.Convex(vertices).vertices().tolist() == expected
    for triangles in (
        TRIANGLES.tolist(),
        *(TRIANGLES.astype(t) for t in (np.uint8, np.int16, np.uint32, np.int64, np.uint64)),
        np.asfortranarray(TRIANGLES),
    ):
        mesh = cw.Mesh(CORNERS, triangles)
        assert mesh.triangles().tolist() == TRIANGLES.tolist()


def test_a_wrong_shape_of_array_is_told() -> None:
    with pytest.raises(ValueError, match=r"vertices must have shape \(n, 3\), got \(4, 2\)"):
        cw.Convex(CORNERS[:, :2])
    with pytest.raises(ValueError, match=r"triangles must have shape \(n, 3\), got \(3,\)"):
        cw.Mesh(CORNERS, TRIANGLES[0])
    with pytest.raises(ValueError, match="at least one row"):
        cw.Convex(np.empty((0, 3)))
    with pytest.raises(ValueError, match="at least one row"):
        cw.Mesh(CORNERS, np.empty((0, 3), dtype=int))
    with pytest.raises(ValueError, match="row 1"):
        cw.Convex([[0.0, 0.0, 0.0], [0.0, np.nan, 0.0]])


def test_arguments_of_a_wrong_type_are_refused() -> None:
    wrong: list[Callable[[], object]] = [
        lambda: cw.Convex(None),  # type: ignore[call-overload]
        lambda: cw.Convex([["a", "b", "c"]]),
        lambda: cw.Mesh(CORNERS, TRIANGLES.astype(float)),
        lambda: cw.Mesh(CORNERS),  # type: ignore[call-overload]
        lambda: cw.Convex(CORNERS, scale="big"),
    ]
    for make in wrong:
        with pytest.raises(TypeError):
            make()


@pytest.mark.parametrize("index", [-1, 4, 2**31, 2**40])
def test_an_index_out_of_range_is_an_index_error(index: int) -> None:
    triangles = TRIANGLES.copy()
    triangles[2, 1] = index
    with pytest.raises(IndexError, match="row 2"):
        cw.Mesh(CORNERS, triangles)


@pytest.mark.parametrize("scale", [2, 2.0, np.float32(2), [2, 2, 2], np.array([2.0, 2.0, 2.0])])
def test_scale_is_a_number_or_three(scale: Any) -> None:
    assert cw.Convex(CORNERS, scale).vertices().tolist() == (2 * CORNERS).tolist()
    mesh = cw.Mesh(CORNERS, TRIANGLES, scale=scale)
    assert mesh.volume() == pytest.approx(8 / 6)


def test_a_bad_scale_is_told() -> None:
    with pytest.raises(ValueError, match=r"scale must be finite and not zero, got \(1, 0, 1\)"):
        cw.Convex(CORNERS, [1, 0, 1])
    with pytest.raises(ValueError, match=r"scale must be a number or have shape \(3,\)"):
        cw.Mesh(CORNERS, TRIANGLES, [1, 2])


def test_a_mirroring_scale_turns_the_triangles() -> None:
    mesh = cw.Mesh(CORNERS, TRIANGLES, scale=(1, 1, -1))
    assert mesh.volume() == pytest.approx(1 / 6)
    assert mesh.triangles()[:, [0, 2, 1]].tolist() == TRIANGLES.tolist()


def test_a_mesh_says_whether_it_is_closed_and_convex() -> None:
    closed = cw.Mesh(CORNERS, TRIANGLES)
    assert closed.watertight()
    assert closed.solid()
    assert closed.deviation() == pytest.approx(0, abs=1e-15)
    opened = cw.Mesh(CORNERS, TRIANGLES[:3])
    assert not opened.watertight()
    assert not opened.solid()
    assert cw.Mesh(CORNERS, TRIANGLES[:3], solid=True).solid()


def test_a_hull_drops_what_is_inside() -> None:
    points: NDArray[np.float64] = np.vstack([CORNERS, [[0.1, 0.1, 0.1], [0.5, 0, 0]]])
    hull = cw.Convex(points)
    assert hull.vertices().tolist() == points.tolist()
    assert hull.hull_vertices().tolist() == CORNERS.tolist()
    assert hull.volume() == pytest.approx(1 / 6)


def test_results_are_copies() -> None:
    hull = cw.Convex(CORNERS)
    hull.vertices()[:] = 7
    assert hull.vertices().tolist() == CORNERS.tolist()
