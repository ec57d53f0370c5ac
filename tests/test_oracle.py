"""The oracle itself: closed forms, hand cases, and its two methods against each other."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import cKDTree

from oracle import (
    Box,
    Capsule,
    Cone,
    Convex,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Mesh,
    Shape,
    Sphere,
    signed_distance,
)
from oracle.directions import direction_brackets
from oracle.distance import signed_distances
from oracle.meshes import Pieces, winding_numbers
from oracle.polytopes import polytope_brackets
from oracle.poses import pose, random_rotation, relative, turn
from oracle.shapes import Floats, Ints, Polytope, core

I = np.eye(4)
ROUNDING = 1e-14
TETRAHEDRON = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)

SHAPES: dict[str, Shape] = {
    "sphere": Sphere(0.3),
    "capsule": Capsule(0.2, 0.6),
    "box": Box(0.4, 0.6, 0.8),
    "cylinder": Cylinder(0.3, 0.8),
    "cone": Cone(0.4, 0.9),
    "ellipsoid": Ellipsoid(0.2, 0.4, 0.7),
    "convex": Convex(0.3 * np.random.default_rng(3).normal(size=(12, 3))),
}
POLYTOPES = ("sphere", "capsule", "box", "convex")


def box_mesh(x: float, y: float, z: float) -> tuple[Floats, Ints]:
    """A box as 12 triangles wound outward."""
    polytope = core(Box(x, y, z))
    assert isinstance(polytope, Polytope)
    p, faces = polytope.vertices, polytope.faces.copy()
    a, b, c = (p[faces[:, i]] for i in range(3))
    inward = np.einsum("ni,ni->n", np.cross(b - a, c - a), a) < 0
    faces[inward] = faces[inward][:, ::-1]
    return p, faces


def u_channel() -> Mesh:
    """A solid U of three 1 x 1 x 3 bars: legs at x = -1 and 1, open towards +z."""
    blocks = {(x, z) for x, z in product((-1, 0, 1), (0, 1, 2)) if x != 0 or z == 0}
    vertices: list[Floats] = []
    triangles: list[Ints] = []
    cube, faces = box_mesh(1, 1, 1)
    for x, z in sorted(blocks):
        for face in faces:
            corners = cube[face]
            normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
            step = np.round(normal / np.linalg.norm(normal)).astype(int)
            if (x + step[0], z + step[2]) in blocks and step[1] == 0:
                continue
            triangles.append(3 * len(vertices) + np.arange(3))
            vertices.append(corners + np.array([x, 0, z]))
    return Mesh(np.concatenate(vertices), np.array(triangles))


@pytest.mark.parametrize(
    ("A", "B", "p", "expected"),
    [
        (Sphere(1), Sphere(2), (5, 0, 0), 2.0),
        (Sphere(1), Sphere(2), (0, 0, 0), -3.0),
        (Sphere(0.5), Box(2, 2, 2), (0, 0, 0.75), -0.75),
        (Box(2, 2, 2), Box(2, 2, 2), (3, 0, 0), 1.0),
        (Box(2, 2, 2), Box(2, 2, 2), (3, 4, 0), np.hypot(1, 2)),
        (Box(2, 2, 2), Box(2, 2, 2), (2, 0, 0), 0.0),
        (Box(2, 2, 2), Box(2, 2, 2), (0, 0, 0), -2.0),
        (Box(2, 2, 2), Box(0, 0, 0), (0.25, 0, 0), -0.75),
        (Box(2, 2, 0), Box(2, 2, 0), (1, 0, 0), 0.0),
        (Box(0, 0, 0), Sphere(0), (0, 0, 0), 0.0),
        (Box(0, 0, 2), Sphere(0), (0, 0, 0.5), 0.0),
        (Box(0, 0, 2), Capsule(0, 2), (0, 0, 1.5), 0.0),
        (Box(0, 0, 2), Capsule(0, 2), (0, 0, 2.5), 0.5),
        (Capsule(0.2, 0), Capsule(0.2, 0), (0, 0, 0), -0.4),
        (Capsule(1, 2), Capsule(1, 2), (0, 0, 0), -2.0),
        (Capsule(1, 2), Capsule(1, 2), (0, 0, 5), 1.0),
        (Capsule(1, 2), Capsule(1, 2), (3, 0, 1), 1.0),
        (Cylinder(1, 2), Cylinder(1, 2), (3, 0, 0), 1.0),
        (Cylinder(1, 2), Cylinder(1, 2), (0, 0, 1.5), -0.5),
        (Cylinder(1, 2), Cylinder(1, 2), (5, 0, 6), 5.0),
        (Cone(1, 2), Sphere(0.5), (0, 0, 2), 0.5),
        # From the middle of the cone's axis to its slanted side.
        (Cone(3, 4), Sphere(0), (0, 0, 0), -1.2),
        (Ellipsoid(1, 2, 3), Sphere(0.5), (0, 0, 4), 0.5),
        (Ellipsoid(1, 2, 3), Sphere(0), (0, 0, 0), -1.0),
        (Convex(TETRAHEDRON), Sphere(0), (1, 1, 1), 2 / np.sqrt(3)),
        (Convex(TETRAHEDRON), Sphere(0), (0.25, 0.25, 0.25), -0.25 / np.sqrt(3)),
        (HalfSpace(), Cone(1, 2), (0, 0, 3), 2.0),
        (HalfSpace(), Mesh(*box_mesh(1, 1, 1)), (0, 0, 0), -0.5),
        (Mesh(*box_mesh(2, 2, 2)), Sphere(1), (4, 0, 0), 2.0),
        (u_channel(), Box(0.5, 0.5, 0.5), (0, 0, 1.5), 0.25),
        (u_channel(), Sphere(0.25), (0, 0, 1.5), 0.25),
        (u_channel(), Cylinder(0.25, 0.5), (0, 0, 1.5), 0.25),
        (u_channel(), Mesh(*box_mesh(0.5, 0.5, 0.5)), (0, 0, 1.5), 0.25),
    ],
)
def test_hand_cases(A: Shape, B: Shape, p: tuple[float, float, float], expected: float) -> None:
    for lo, hi in (
        signed_distance(A, I, B, pose(None, p)),
        signed_distance(B, pose(None, p), A, I),
    ):
        assert lo - 1e-9 <= expected <= hi + 1e-9
        assert hi - lo <= 1e-6  # a circle of nearest directions is bracketed less sharply


def test_edges_that_cross() -> None:
    """Two boxes on edge, turned so that only a product of edges separates them."""
    A = pose(turn(np.array([1.0, 0, 0]), np.array([np.pi / 4]))[0])
    B = pose(turn(np.array([0, 1.0, 0]), np.array([np.pi / 4]))[0], (0, 0, 3.0))
    for gap in (1.0, 0.0, -0.5):
        B[2, 3] = 2 * np.sqrt(2) + gap
        lo, hi = signed_distance(Box(2, 2, 2), A, Box(2, 2, 2), B)
        assert lo == pytest.approx(gap, abs=ROUNDING)
        assert hi == pytest.approx(gap, abs=ROUNDING)


def random_pose(rng: np.random.Generator, spread: float) -> Floats:
    return pose(random_rotation(rng), spread * rng.normal(size=3))


@pytest.mark.parametrize("names", list(product(POLYTOPES, POLYTOPES)), ids="-".join)
def test_enumeration_agrees_with_the_search(names: tuple[str, str]) -> None:
    rng = np.random.default_rng(1)
    A, B = (Pieces.of(SHAPES[name]).whole for name in names)
    assert isinstance(A, Polytope)
    assert isinstance(B, Polytope)
    X_AB = np.array([random_pose(rng, 0.4) for _ in range(40)])
    exact_lo, exact_hi = polytope_brackets(A, B, X_AB)
    np.testing.assert_allclose(exact_lo, exact_hi, rtol=0, atol=ROUNDING)
    assert np.any(exact_lo > 0)
    assert np.any(exact_lo < 0)
    lo, hi = direction_brackets(A, B, X_AB)
    assert np.all(lo <= exact_hi + ROUNDING)
    assert np.all(exact_lo <= hi + ROUNDING)
    assert np.all(hi - lo <= 1e-9 + ROUNDING)


@pytest.mark.parametrize("names", list(product(SHAPES, SHAPES)), ids="-".join)
def test_bracket_is_narrow_and_does_not_depend_on_order_or_frame(names: tuple[str, str]) -> None:
    rng = np.random.default_rng(2)
    A, B = SHAPES[names[0]], SHAPES[names[1]]
    for _ in range(3):
        X_WA, X_WB, X_VW = (random_pose(rng, 0.4) for _ in range(3))
        lo, hi = signed_distance(A, X_WA, B, X_WB)
        assert lo <= hi <= lo + 1e-9 + ROUNDING
        for other in (
            signed_distance(B, X_WB, A, X_WA),
            signed_distance(A, X_VW @ X_WA, B, X_VW @ X_WB),
        ):
            assert other.lo <= hi + ROUNDING
            assert lo <= other.hi + ROUNDING


@pytest.mark.parametrize("name", ["cylinder", "cone", "ellipsoid"])
def test_points_of_curved_shapes_bound_the_distance(name: str) -> None:
    """Random points of both shapes are never nearer than the lower bound."""
    rng = np.random.default_rng(4)
    A, B = SHAPES[name], SHAPES["ellipsoid"]
    for _ in range(10):
        X_AB = random_pose(rng, 0.6)
        u = rng.normal(size=(2000, 3))
        row = np.arange(len(u))
        on_A = Pieces.of(A).whole.support(u, row)
        on_B = Pieces.of(B).whole.support(-u, row) @ X_AB[:3, :3].T + X_AB[:3, 3]
        nearest = np.min(cKDTree(on_A).query(on_B)[0])
        lo, hi = signed_distance(A, I, B, X_AB)
        assert lo <= nearest + ROUNDING
        if hi > 0.05:
            assert nearest < hi + 0.1  # so that the samples do say something


@given(
    st.sampled_from(sorted(SHAPES)),
    st.sampled_from(sorted(SHAPES)),
    st.integers(0, 2**32 - 1),
    st.sampled_from([1e-6, 1e-2, 1e3]),
)
@settings(max_examples=30)
def test_translation_changes_the_distance_by_no_more_than_its_length(
    name_A: str, name_B: str, seed: int, step: float
) -> None:
    rng = np.random.default_rng(seed)
    A, B, X_WB = SHAPES[name_A], SHAPES[name_B], random_pose(rng, 0.4)
    moved = X_WB.copy()
    d = rng.normal(size=3)
    moved[:3, 3] += step * d / np.linalg.norm(d)
    before, after = signed_distance(A, I, B, X_WB), signed_distance(A, I, B, moved)
    slack = ROUNDING + 1e-15 * step
    assert after.lo <= before.hi + step + slack
    assert before.lo <= after.hi + step + slack


def test_search_with_threshold_tells_the_side() -> None:
    rng = np.random.default_rng(5)
    A, B = (Pieces.of(SHAPES[name]).whole for name in ("cylinder", "cone"))
    X_AB = np.array([random_pose(rng, 0.5) for _ in range(200)])
    lo, hi = direction_brackets(A, B, X_AB)
    threshold = rng.choice([-0.1, 0, 0.1], size=200)
    rough_lo, rough_hi = direction_brackets(A, B, X_AB, threshold=threshold)
    assert np.all((rough_lo > threshold) | (rough_hi <= threshold))
    np.testing.assert_array_equal(rough_hi <= threshold, (lo + hi) / 2 <= threshold)
    assert np.all(rough_lo <= hi + ROUNDING)
    assert np.all(lo <= rough_hi + ROUNDING)


def test_concentric_bodies_get_an_honest_wide_bracket() -> None:
    lo, hi = signed_distance(Ellipsoid(1, 1, 1), I, Ellipsoid(2, 2, 2), I)
    assert lo == pytest.approx(-3, abs=ROUNDING)
    assert -3 <= hi <= -2.99


def test_winding_numbers() -> None:
    channel = u_channel()
    inside = np.array([[-1, 0, 0], [0, 0, 0.2], [1, 0.3, 2.4]], dtype=float)
    outside = np.array([[0, 0, 1], [0, 0, 0.6], [3, 0, 0]], dtype=float)
    np.testing.assert_allclose(
        winding_numbers(channel.vertices, channel.triangles, inside), 1, atol=1e-12
    )
    np.testing.assert_allclose(
        winding_numbers(channel.vertices, channel.triangles, outside), 0, atol=1e-12
    )


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_box_mesh_agrees_with_the_box_while_apart(name: str) -> None:
    rng = np.random.default_rng(6)
    box, mesh, other = Box(0.7, 0.8, 0.9), Mesh(*box_mesh(0.7, 0.8, 0.9)), SHAPES[name]
    for _ in range(6):
        X_AB = random_pose(rng, 0.8)
        lo, hi = signed_distance(box, I, other, X_AB)
        mesh_lo, mesh_hi = signed_distance(mesh, I, other, X_AB)
        if lo > 0:
            assert mesh_lo == pytest.approx(lo, abs=1.1e-9)
            assert mesh_hi == pytest.approx(hi, abs=1.1e-9)
        else:
            assert mesh_hi <= 0
            assert mesh_lo <= hi + ROUNDING


def test_mesh_threshold_tells_the_side() -> None:
    rng = np.random.default_rng(7)
    A, B = Pieces.of(u_channel()), Pieces.of(SHAPES["cylinder"])
    X_AB = np.array([random_pose(rng, 1.2) for _ in range(60)])
    lo, hi = signed_distances(A, B, X_AB)
    for threshold in (0.0, 0.05):
        limit = np.full(60, threshold)
        rough_lo, rough_hi = signed_distances(A, B, X_AB, limit)
        np.testing.assert_array_equal(rough_hi <= threshold, hi <= threshold)
        np.testing.assert_array_equal(rough_lo > threshold, lo > threshold)
    assert 10 < np.sum(hi <= 0) < 50


def test_contained_in_a_solid_but_not_in_a_surface() -> None:
    p, faces = box_mesh(2, 2, 2)
    small = Mesh(*box_mesh(0.5, 0.5, 0.5))
    for inner in (Sphere(0.25), Box(0.5, 0.5, 0.5), small):
        lo, hi = signed_distance(Mesh(p, faces), I, inner, I)
        assert lo == pytest.approx(-1.25, abs=ROUNDING)
        assert hi == pytest.approx(-0.75, abs=ROUNDING)
        lo, hi = signed_distance(Mesh(p, faces, solid=False), I, inner, I)
        assert lo == pytest.approx(0.75, abs=ROUNDING)


def test_relative_pose_is_accurate_far_from_the_origin() -> None:
    X_WA, X_WB = pose(None, (1e6, 0, 0)), pose(None, (1e6 + 1, 0, 0))
    np.testing.assert_array_equal(relative(X_WA, X_WB), pose(None, (1, 0, 0)))
