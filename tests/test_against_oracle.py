"""Signed distances and verdicts of every pair of shapes, compared with the oracle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import (
    Box,
    Capsule,
    Cone,
    Convex,
    Cylinder,
    Ellipsoid,
    Floats,
    HalfSpace,
    Mesh,
    Shape,
    Sphere,
)
from oracle.files import read_mesh
from oracle.poses import inverse, pose, random_rotation, turn
from oracle.shapes import bounding_sphere
from product import PairCheck, scaled, scaled_pose
from robots import HERE

_MESHES = HERE / "meshes"
SHAPES: dict[str, Shape] = {
    "sphere": Sphere(0.3),
    "capsule": Capsule(0.2, 0.6),
    "box": Box(0.4, 0.6, 0.8),
    "cylinder": Cylinder(0.3, 0.8),
    "cone": Cone(0.4, 0.9),
    "ellipsoid": Ellipsoid(0.2, 0.4, 0.7),
    "convex": Convex(0.3 * np.random.default_rng(3).normal(size=(14, 3))),
    "mesh": read_mesh(_MESHES / "fork.obj", np.full(3, 5.0)),
    "surface": read_mesh(_MESHES / "visor.obj", np.full(3, 3.0)),
    "half_space": HalfSpace(),
}
DEGENERATE: dict[str, Shape] = {
    "point": Sphere(0.0),
    "segment": Capsule(0.0, 0.8),
    "ball_capsule": Capsule(0.2, 0.0),
    "plate": Box(0.5, 0.8, 0.0),
    "rod_box": Box(0.0, 0.0, 0.9),
    "disc": Cylinder(0.4, 0.0),
    "rod_cylinder": Cylinder(0.0, 0.7),
    "flat_convex": Convex(np.array([[0, 0, 0], [0.5, 0, 0], [0.4, 0.5, 0], [0, 0.3, 0.0]])),
    "needle_box": Box(1e-3, 1e-3, 1.0),
    "needle_ellipsoid": Ellipsoid(1.0, 1e-2, 1e-2),
    "pancake": Ellipsoid(0.5, 0.5, 1e-3),
    "needle_cone": Cone(1e-3, 1.0),
    "flat_cone": Cone(1.0, 1e-3),
    "coin": Cylinder(0.5, 1e-3),
    "needle_cylinder": Cylinder(1e-3, 1.0),
}


def _joined(*parts: Mesh) -> Mesh:
    starts = np.cumsum([0, *(len(part.vertices) for part in parts)])
    return Mesh(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.triangles + n for part, n in zip(parts, starts, strict=False)]),
        all(part.solid for part in parts),
    )


def _cube(size: float, centre: tuple[float, float, float] = (0, 0, 0)) -> Mesh:
    """Wound outward; a negative size winds it inward."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    faces = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4]])
    faces = np.vstack([faces, [[1, 5, 7, 3]]])
    triangles = np.concatenate([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]])
    triangles = triangles if size > 0 else triangles[:, ::-1]
    return Mesh(abs(size) / 2 * corners + np.array(centre), triangles)


def _dented(depth: float) -> Mesh:
    cube = _cube(1.0)
    a, b, c = cube.triangles[0]
    pit = cube.vertices[[a, b, c]].mean(axis=0) * (1 - depth)
    fan = [[a, b, 8], [b, c, 8], [c, a, 8]]
    return Mesh(np.vstack([cube.vertices, pit]), np.vstack([fan, cube.triangles[1:]]))


def _with_flat_triangles(mesh: Mesh) -> Mesh:
    """Triangles of no area: along an edge, between equal corners, and a pair that cancels."""
    a, b, c = mesh.triangles[0]
    middle = mesh.vertices[[a, b]].mean(axis=0)
    n = len(mesh.vertices)
    flat = [[a, n, b], [a, a, c], [c, c, c], [a, b, c], [a, c, b]]
    return Mesh(np.vstack([mesh.vertices, middle]), np.vstack([mesh.triangles, flat]))


ADVERSARIAL_MESHES: dict[str, Mesh] = {
    "shell": _joined(_cube(1.0), _cube(-0.9)),
    "thin_shell": _joined(_cube(1.0), _cube(-0.9999)),
    "shell_with_core": _joined(_cube(1.0), _cube(-0.9), _cube(0.4)),
    "parts_that_touch": _joined(_cube(0.6), _cube(0.6, (0.6, 0.6, 0.6))),
    "parts_that_overlap": _joined(_cube(0.6), _cube(0.6, (0.3, 0.2, 0.1))),
    "near_convex": _dented(1e-6),
    "dented": _dented(0.2),
    "pit": _dented(1.5),
    "flat_triangles": _with_flat_triangles(_cube(0.8)),
    "open_box": Mesh(_cube(0.8).vertices, _cube(0.8).triangles[1:], False),
    "three_leaves": Mesh(
        np.array([[0, 0, -0.5], [0, 0, 0.5], [0.5, 0, 0], [-0.4, 0.4, 0], [-0.4, -0.4, 0.0]]),
        np.array([[0, 1, 2], [0, 1, 3], [0, 1, 4]]),
        False,
    ),
}
SMALL_PAIRS = list(product(ADVERSARIAL_MESHES, ("sphere", "box", "mesh")))
ADVERSARIAL_PAIRS = [
    *combinations_with_replacement(ADVERSARIAL_MESHES, 2),
    *product(ADVERSARIAL_MESHES, SHAPES),
]
PAIRS = [
    pair
    for pair in combinations_with_replacement(SHAPES, 2)
    if pair != ("half_space", "half_space")
]
DEGENERATE_PAIRS = [
    *combinations_with_replacement(DEGENERATE, 2),
    *((name, other) for name, other in product(DEGENERATE, SHAPES)),
]


def make_rng(*key: object) -> np.random.Generator:
    """Seeded by the test's parameters, the same in every run."""
    return np.random.default_rng(crc32(repr(key).encode()))


def random_pose(rng: np.random.Generator, spread: float) -> Floats:
    return pose(random_rotation(rng), spread * rng.normal(size=3))


def right_angle_rotation(rng: np.random.Generator) -> Floats:
    """One of the 24 rotations that map the axes to the axes, exact in its zeros and ones."""
    while True:
        R = np.eye(3)[rng.permutation(3)] * rng.choice([-1.0, 1.0], size=3)
        if np.linalg.det(R) > 0:
            return np.asarray(R, dtype=float)


def half_size(shape: Shape) -> float:
    radius = bounding_sphere(shape)[1]
    return radius if np.isfinite(radius) else 0.5


def random_poses(
    pair: PairCheck, rng: np.random.Generator, n: int
) -> Iterator[tuple[Floats, Floats]]:
    spread = 0.5 * (half_size(pair.A) + half_size(pair.B))
    for _ in range(n):
        yield random_pose(rng, spread), random_pose(rng, spread)


def near_contact_poses(
    pair: PairCheck, rng: np.random.Generator, n: int
) -> Iterator[tuple[Floats, Floats]]:
    """Gaps and overlaps of 1e-3 to 1e-12 of the scene, and 0."""
    gaps = [0.0, *(sign * 10.0**-k for k in (3, 6, 9, 12) for sign in (1, -1))]
    for X_WA, X_WB in random_poses(pair, rng, n):
        size = pair.scale(X_WA, X_WB)
        for _ in range(2):  # a mesh may come to contact elsewhere than where it was nearest
            dut = pair.measure(X_WA, X_WB)
            X_WB[:3, 3] += dut.distance * dut.nhat_BA_W
        moved = X_WB.copy()
        moved[:3, 3] -= rng.choice(gaps) * size * dut.nhat_BA_W
        yield X_WA, moved


def aligned_poses(
    pair: PairCheck, rng: np.random.Generator, n: int
) -> Iterator[tuple[Floats, Floats]]:
    """Axes parallel, faces parallel, centres on a line or on a lattice."""
    for _ in range(n):
        step = rng.choice([0.1, 0.25, half_size(pair.A), half_size(pair.B)])
        X_AB = pose(right_angle_rotation(rng), step * rng.integers(-3, 4, size=3))
        if rng.random() < 0.5:
            X_AB[:3, 3] *= np.eye(3)[rng.integers(3)]
        X_WA = random_pose(rng, 1.0) if rng.random() < 0.5 else np.eye(4)
        yield X_WA, X_WA @ X_AB


def touching_aligned_poses(
    pair: PairCheck, rng: np.random.Generator, n: int
) -> Iterator[tuple[Floats, Floats]]:
    """Faces or rims that touch, or nearly, turned about their common axis."""
    for X_WA, X_WB in aligned_poses(pair, rng, n):
        dut = pair.measure(X_WA, X_WB)
        about = turn(dut.nhat_BA_W, np.array([rng.choice([0.0, 1e-9, 1e-4, 0.3])]))[0]
        X_WB[:3, :3] = about @ X_WB[:3, :3]
        X_WB[:3, 3] += dut.distance * dut.nhat_BA_W
        X_WB[:3, 3] += rng.choice([0.0, 1e-12, -1e-12, 1e-7, -1e-7]) * dut.nhat_BA_W
        yield X_WA, X_WB


def concentric_poses(
    pair: PairCheck, rng: np.random.Generator, n: int
) -> Iterator[tuple[Floats, Floats]]:
    for i in range(n):
        offset = [0.0, 1e-12, 1e-6, 1e-2][i % 4] * rng.normal(size=3)
        R = np.eye(3) if i % 2 else random_rotation(rng)
        X_WA = random_pose(rng, 1.0)
        yield X_WA, X_WA @ pose(R, offset)


FAMILIES = {
    "random": random_poses,
    "near_contact": near_contact_poses,
    "aligned": aligned_poses,
    "touching_aligned": touching_aligned_poses,
    "concentric": concentric_poses,
}


def check_family(A: Shape, B: Shape, family: str, n: int, *key: object) -> None:
    pair = PairCheck(A, B)
    rng = make_rng(family, *key)
    for X_WA, X_WB in FAMILIES[family](pair, rng, n):
        pair.check(X_WA, X_WB)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_pair(names: tuple[str, str], family: str) -> None:
    check_family(SHAPES[names[0]], SHAPES[names[1]], family, 2, names)


@pytest.mark.parametrize("names", DEGENERATE_PAIRS, ids="-".join)
def test_degenerate_and_extreme_shapes(names: tuple[str, str]) -> None:
    shapes = SHAPES | DEGENERATE
    rng = make_rng(names)
    for family in rng.choice(list(FAMILIES), size=2, replace=False):
        check_family(shapes[names[0]], shapes[names[1]], family, 1, names)


@pytest.mark.parametrize("names", ADVERSARIAL_PAIRS, ids="-".join)
def test_adversarial_meshes(names: tuple[str, str]) -> None:
    """Thin shells, near convex, open, non-manifold, self-crossing and with flat triangles."""
    shapes = SHAPES | ADVERSARIAL_MESHES
    family = make_rng(names).choice(list(FAMILIES))
    check_family(shapes[names[0]], shapes[names[1]], family, 1, names)


@pytest.mark.parametrize("names", SMALL_PAIRS, ids="-".join)
def test_adversarial_meshes_around_small_shapes(names: tuple[str, str]) -> None:
    """A small shape in the material, a hollow or a pit of the first."""
    shapes = SHAPES | ADVERSARIAL_MESHES
    pair = PairCheck(shapes[names[0]], scaled(shapes[names[1]], 0.02))
    rng = make_rng(names)
    for _ in range(4):
        X_WA = random_pose(rng, 0.5)
        pair.check(X_WA, X_WA @ random_pose(rng, 0.3))


@pytest.mark.parametrize("factor", [1e-6, 1e-3, 1e3])
@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_scale(names: tuple[str, str], factor: float) -> None:
    A, B = (scaled(SHAPES[name], factor) for name in names)
    pair, rng = PairCheck(A, B), make_rng(names, factor)
    for X_WA, X_WB in random_poses(PairCheck(*(SHAPES[name] for name in names)), rng, 1):
        pair.check(scaled_pose(X_WA, factor), scaled_pose(X_WB, factor))


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_contained(names: tuple[str, str]) -> None:
    """A small shape wholly inside, or in a hollow of, the other."""
    rng = make_rng(names)
    for outer, inner in {names, names[::-1]}:
        if "half_space" in (inner, outer):
            continue
        pair = PairCheck(SHAPES[outer], scaled(SHAPES[inner], 0.05))
        X_WA = random_pose(rng, 0.5)
        centre = pose(None, bounding_sphere(pair.A)[0])
        pair.check(X_WA, X_WA @ centre @ random_pose(rng, 0.03))


@given(
    names=st.sampled_from(PAIRS),
    seed=st.integers(0, 2**32 - 1),
    sizes=st.lists(st.sampled_from([1e-3, 0.1, 1.0, 10.0]), min_size=2, max_size=2),
    family=st.sampled_from(sorted(FAMILIES)),
)
@settings(max_examples=60)
def test_pair_property(names: tuple[str, str], seed: int, sizes: list[float], family: str) -> None:
    A, B = (scaled(SHAPES[name], size) for name, size in zip(names, sizes, strict=True))
    check_family(A, B, family, 1, seed)


def test_distance_does_not_depend_on_the_frame() -> None:
    rng = make_rng("frame")
    pair = PairCheck(SHAPES["convex"], SHAPES["box"])
    for X_WA, X_WB in random_poses(pair, rng, 20):
        X_AB = inverse(X_WA) @ X_WB
        assert pair.measure(np.eye(4), X_AB).distance == pytest.approx(
            pair.measure(X_WA, X_WB).distance, abs=1e-14
        )


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_pair_at_many_poses(names: tuple[str, str], family: str) -> None:
    check_family(SHAPES[names[0]], SHAPES[names[1]], family, 60, names, "many")


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("names", ADVERSARIAL_PAIRS, ids="-".join)
def test_adversarial_meshes_at_many_poses(names: tuple[str, str], family: str) -> None:
    shapes = SHAPES | ADVERSARIAL_MESHES
    check_family(shapes[names[0]], shapes[names[1]], family, 5, names, "many")


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("names", DEGENERATE_PAIRS, ids="-".join)
def test_degenerate_shapes_at_many_poses(names: tuple[str, str], family: str) -> None:
    shapes = SHAPES | DEGENERATE
    check_family(shapes[names[0]], shapes[names[1]], family, 10, names, "many")
