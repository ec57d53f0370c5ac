"""Shapes, poses and scenes for hypothesis: the awkward ones are drawn as often as the plain."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
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
    HeightField,
    Mesh,
    PointCloud,
    Shape,
    Sphere,
    VoxelGrid,
)
from oracle.poses import pose, turn
from oracle.shapes import Ints, bounding_sphere, hull

# Sizes that make faces meet faces, any, and those of plates and needles.
_sizes = st.sampled_from([0.5, 1.0, 0.25, 2.0]) | st.floats(0.05, 2.0) | st.just(1e-3)
_sizes_or_none = _sizes | st.just(0.0)
# Coordinates on a coarse lattice often are equal, in line or in a plane.
_lattice = st.integers(-2, 2).map(lambda k: k / 2)
_coordinates = st.floats(-1.0, 1.0, width=32)
_seeds = st.integers(0, 2**32 - 1)


def _points(coordinate: st.SearchStrategy[float], low: int, high: int) -> st.SearchStrategy[Floats]:
    point = st.tuples(coordinate, coordinate, coordinate)
    return st.lists(point, min_size=low, max_size=high).map(lambda p: np.array(p).reshape(-1, 3))


def _cloud_of(seed: int, count: int, spans: tuple[float, float, float]) -> Floats:
    return np.asarray(np.random.default_rng(seed).normal(size=(count, 3)) * spans / 3)


def _ball_of(seed: int, count: int) -> Floats:
    p = np.random.default_rng(seed).normal(size=(count, 3))
    return np.asarray(p / np.linalg.norm(p, axis=1, keepdims=True) / 2)


def _prism(sides: int, radius: float, height: float) -> Floats:
    angle = 2 * np.pi * np.arange(sides) / sides
    rim = radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    low, high = (np.column_stack([rim, np.full(sides, z)]) for z in (-height / 2, height / 2))
    return np.concatenate([low, high])


_convex_vertices = st.one_of(
    _points(_lattice, 1, 10),
    _points(_lattice, 1, 6).map(lambda p: p * [1, 1, 0]),  # flat
    _points(_lattice, 1, 4).map(lambda p: p[:, :1] * [1, 2, 3]),  # in line, or one point
    _points(_lattice, 1, 5).map(lambda p: np.repeat(p, 2, axis=0)),  # each twice
    st.builds(_cloud_of, _seeds, st.integers(4, 12), st.just((1.0, 1.0, 1.0))),
    st.builds(_cloud_of, _seeds, st.integers(4, 8), st.just((1.0, 1e-3, 1e-3))),
    st.builds(_cloud_of, _seeds, st.integers(4, 8), st.just((1.0, 1.0, 1e-4))),
    st.builds(_ball_of, _seeds, st.integers(4, 20)),
    st.builds(_prism, st.integers(3, 8), _sizes, _sizes_or_none),
)

_TETRAHEDRON = Mesh(
    np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]),
)


def joined(*parts: Mesh) -> Mesh:
    starts = np.cumsum([0, *(len(part.vertices) for part in parts)])
    return Mesh(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.triangles + n for part, n in zip(parts, starts, strict=False)]),
        all(part.solid for part in parts),
    )


def hull_mesh(points: Floats) -> Mesh:
    """Wound outward. The points must not lie in a plane."""
    body = hull(points)
    corners = body.vertices[body.faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    inward = np.einsum("ni,ni->n", normals, corners[:, 0] - body.vertices.mean(axis=0)) < 0
    faces: Ints = np.where(inward[:, None], body.faces[:, ::-1], body.faces)
    return Mesh(body.vertices, faces)


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> Mesh:
    signs = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    return hull_mesh(low + signs * np.subtract(high, low))


def inverted(mesh: Mesh) -> Mesh:
    return Mesh(mesh.vertices, mesh.triangles[:, ::-1].copy(), mesh.solid)


def _angle(width: float) -> Mesh:
    """Two bars at a right angle, as one solid of two bodies that share a face."""
    return joined(block((0, 0, 0), (1, width, 0.5)), block((0, width, 0), (width, 1, 0.5)))


def _dented(depth: float) -> Mesh:
    """A cube with a pit in one triangle, deeper than its middle if depth > 1."""
    cube = block((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5))
    a, b, c = cube.triangles[0]
    pit = cube.vertices[[a, b, c]].mean(axis=0) * (1 - depth)
    fan = [[a, b, 8], [b, c, 8], [c, a, 8]]
    return Mesh(np.vstack([cube.vertices, pit]), np.vstack([fan, cube.triangles[1:]]))


def _with_flat_triangles(mesh: Mesh) -> Mesh:
    """And triangles of no area, along an edge and in a corner; and a pair that cancels."""
    a, b, c = mesh.triangles[0]
    n = len(mesh.vertices)
    flat = [[a, n, b], [a, a, c], [c, c, c], [a, b, c], [a, c, b]]
    middle = mesh.vertices[[a, b]].mean(axis=0)
    return Mesh(np.vstack([mesh.vertices, middle]), np.vstack([mesh.triangles, flat]), mesh.solid)


_convex_meshes = st.one_of(
    st.just(_TETRAHEDRON),
    st.builds(lambda x, y, z: block((0, 0, 0), (x, y, z)), _sizes, _sizes, _sizes),
    st.builds(lambda seed, n: hull_mesh(_ball_of(seed, n)), _seeds, st.integers(5, 12)),
)
_solid_meshes = st.one_of(
    _convex_meshes,
    _convex_meshes.map(_with_flat_triangles),
    st.builds(_angle, st.sampled_from([0.5, 0.25, 0.1])),
    st.builds(_dented, st.sampled_from([1e-6, 0.2, 1.5])),
    st.builds(
        lambda s: joined(block((-1, -1, -1), (1, 1, 1)), inverted(block((-s,) * 3, (s,) * 3))),
        st.sampled_from([0.5, 0.9, 0.999]),
    ),
    st.builds(
        lambda x: joined(block((0, 0, 0), (0.5,) * 3), block((x,) * 3, (x + 0.5,) * 3)),
        st.sampled_from([0.5, 1.0, 0.25]),
    ),
)
_triangles = st.one_of(_points(_lattice, 3, 3), _points(_coordinates, 3, 3)).map(
    lambda p: Mesh(p, np.array([[0, 1, 2]]), False)
)
_surfaces = st.one_of(
    _triangles,
    st.builds(
        lambda w: Mesh(np.array([[0, 0, 0], [1, 0, 0], [0.5, w, 0]]), np.array([[0, 1, 2]]), False),
        st.sampled_from([1e-3, 1e-6, 0.0]),  # needles, and one of no area
    ),
    st.lists(_triangles, min_size=2, max_size=4).map(lambda parts: joined(*parts)),
    _solid_meshes.map(lambda mesh: Mesh(mesh.vertices, mesh.triangles, False)),
    _solid_meshes.map(lambda mesh: Mesh(mesh.vertices, mesh.triangles[1:], False)),
)


@st.composite
def _clouds(draw: st.DrawFn) -> PointCloud:
    points = draw(_points(_lattice, 0, 6) | _points(_coordinates, 1, 12))
    radius = st.sampled_from([0.0, 0.1, 0.5])
    radii = draw(st.lists(radius, min_size=len(points), max_size=len(points)))
    return PointCloud(points, np.array(radii, dtype=float))


def _grids(solid_outside: bool) -> st.SearchStrategy[VoxelGrid]:
    @st.composite
    def grids(draw: st.DrawFn) -> VoxelGrid:
        shape = draw(st.tuples(*[st.integers(1, 4)] * 3))
        density = draw(st.sampled_from([1.0, 0.5, 0.1, 0.0]))
        solid = np.random.default_rng(draw(_seeds)).random(shape) < density
        origin = draw(st.tuples(_lattice, _lattice, _lattice))
        return VoxelGrid(solid, draw(st.sampled_from([0.25, 0.5, 0.3])), origin, solid_outside)

    return grids()


@st.composite
def _fields(draw: st.DrawFn) -> HeightField:
    ny, nx = draw(st.tuples(st.integers(2, 4), st.integers(2, 4)))
    height = _lattice | st.floats(-0.5, 0.5)
    heights = draw(st.lists(height, min_size=nx * ny, max_size=nx * ny))
    size = draw(st.tuples(st.sampled_from([1.0, 2.0, 0.5]), st.sampled_from([1.0, 0.3])))
    bottom = min(heights) - draw(st.sampled_from([0.5, 2.0, 1e-3]))
    return HeightField(np.array(heights, dtype=float).reshape(ny, nx), size, bottom)


KINDS: dict[str, st.SearchStrategy[Shape]] = {
    "sphere": st.builds(Sphere, _sizes_or_none),
    "capsule": st.builds(Capsule, _sizes_or_none, _sizes_or_none),
    "box": st.builds(Box, _sizes_or_none, _sizes_or_none, _sizes_or_none),
    "cylinder": st.builds(Cylinder, _sizes_or_none, _sizes_or_none),
    "cone": st.builds(Cone, _sizes, _sizes),
    "ellipsoid": st.builds(Ellipsoid, _sizes, _sizes, _sizes),
    "convex": st.builds(Convex, _convex_vertices),
    "mesh": _solid_meshes,
    "surface": _surfaces,
    "point_cloud": _clouds(),
    "voxel_grid": _grids(solid_outside=False),
    "voxel_room": _grids(solid_outside=True),
    "height_field": _fields(),
    "half_space": st.just(HalfSpace()),
}
UNBOUNDED = ("voxel_room", "half_space")


def _normalised(q: tuple[float, ...]) -> Floats:
    w, x, y, z = np.array(q) / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def _right_angles(axes: list[int], x: int, y: int) -> Floats:
    R = np.zeros((3, 3))
    R[axes[0], 0], R[axes[1], 1] = x, y
    R[:, 2] = np.cross(R[:, 0], R[:, 1])
    return R


_sign = st.sampled_from([1, -1])
_any_rotation = st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: np.linalg.norm(q) > 0.1)
rotations: st.SearchStrategy[Floats] = st.one_of(
    st.just(np.eye(3)),
    st.builds(_right_angles, st.permutations([0, 1, 2]), _sign, _sign),  # exact zeros and ones
    st.tuples(*[st.integers(-2, 2)] * 4).filter(any).map(_normalised),  # 45, 60, 90, 120 degrees
    st.builds(
        lambda axis, angle: turn(np.eye(3)[axis], np.array([angle]))[0],
        st.integers(0, 2),
        st.sampled_from([1e-15, 1e-9, 1e-4, 0.5]),  # nearly parallel
    ),
    _any_rotation.map(_normalised),
)
directions: st.SearchStrategy[Floats] = _any_rotation.map(lambda q: _normalised(q)[:, 0])
_offsets = st.tuples(*[st.floats(-2, 2)] * 3).map(np.array)
poses: st.SearchStrategy[Floats] = st.just(np.eye(4)) | st.builds(pose, rotations, _offsets)


class Scene(NamedTuple):
    """Two shapes and where they are in the world."""

    A: Shape
    X_WA: Floats
    B: Shape
    X_WB: Floats

    def moved(self, p_W: Floats) -> Scene:
        """B moved by p_W."""
        X_WB = self.X_WB.copy()
        X_WB[:3, 3] += p_W
        return self._replace(X_WB=X_WB)


@st.composite
def scenes(draw: st.DrawFn, kinds: tuple[str, str]) -> Scene:
    """Lattice, concentric, contained and any poses; contact is made by moving B later."""
    A, B = (draw(KINDS[kind], label=kind) for kind in kinds)
    where = draw(st.sampled_from(["any", "lattice", "concentric", "nearly concentric"]))
    if where == "any":
        offset = draw(_offsets)
    elif where == "lattice":
        offset = np.array(draw(st.tuples(_lattice, _lattice, _lattice))) * 2
    else:
        a, b = bounding_sphere(A)[0], bounding_sphere(B)[0]
        offset = (
            a - b + (0 if where == "concentric" else draw(st.sampled_from([1e-12, 1e-6, 1e-2])))
        )
    X_WA = draw(poses)
    return Scene(A, X_WA, B, X_WA @ pose(draw(rotations), offset))


def _grown(shape: Shape, by: float, seed: int) -> Shape:
    """A shape that contains `shape`, in its frame."""
    rng = np.random.default_rng(seed)
    match shape:
        case Sphere(radius):
            return Sphere(radius + by)
        case Capsule(radius, length):
            return Capsule(radius + by * rng.random(), length + by * rng.random())
        case Box(width, depth, height):
            x, y, z = by * rng.random(3)
            return Box(width + x, depth + y, height + z)
        case Cylinder(radius, length):
            return Cylinder(radius + by * rng.random(), length + by * rng.random())
        case Cone(radius, height):
            return Cone(radius * (1 + by), height * (1 + by))
        case Ellipsoid(a, b, c):
            x, y, z = by * rng.random(3)
            return Ellipsoid(a + x, b + y, c + z)
        case Convex(vertices):
            return Convex(np.vstack([vertices, vertices[0] + by * rng.normal(size=(2, 3))]))
        case Mesh(vertices, _, solid):
            low = vertices[0] + by * rng.normal(size=3)
            more = block(tuple(low), tuple(low + 0.1 + rng.random(3)))
            return joined(shape, Mesh(more.vertices, more.triangles, solid))
        case PointCloud(points, radii):
            more_points = np.vstack([points, rng.uniform(-1, 1, (2, 3))])
            return PointCloud(more_points, np.concatenate([radii + by, [0.0, by]]))
        case VoxelGrid(solid, resolution, origin, outside):
            more_cells = np.asarray(solid | (rng.random(solid.shape) < by))
            return VoxelGrid(more_cells, resolution, origin, outside)
        case HeightField(heights, size, bottom):
            return HeightField(heights + by * rng.random(heights.shape), size, bottom)
        case HalfSpace():
            return shape


def grown(shape: Shape) -> st.SearchStrategy[Shape]:
    return st.builds(_grown, st.just(shape), st.sampled_from([1e-9, 1e-3, 0.5]), _seeds)


def thickened(shape: Shape, by: float) -> Shape | None:
    """With a ball added to every point, if that is a shape of the same kind."""
    match shape:
        case Sphere(radius):
            return Sphere(radius + by)
        case Capsule(radius, length):
            return Capsule(radius + by, length)
        case PointCloud(points, radii):
            return PointCloud(points, radii + by)
        case _:
            return None


@st.composite
def points_of(draw: st.DrawFn, shape: Shape) -> Floats | None:
    """A point of the shape, in its frame, often of its boundary; None if it has none."""
    f = draw(st.sampled_from([0.0, 0.5, 1.0]) | st.floats(0, 1))
    u = draw(directions)
    rng = np.random.default_rng(draw(_seeds))
    match shape:
        case Sphere(radius):
            return np.asarray(f * radius * u)
        case Capsule(radius, length):
            return np.asarray(f * radius * u + [0, 0, length * (rng.random() - 0.5)])
        case Box(width, depth, height):
            size = np.array([width, depth, height])
            return np.asarray(f * size / 2 * rng.choice([-1, 0.3, 1], size=3))
        case Cylinder(radius, length):
            angle = 2 * np.pi * rng.random()
            along = length / 2 * rng.choice([-1, 0.3, 1])
            return np.array([f * radius * np.cos(angle), f * radius * np.sin(angle), along])
        case Cone(radius, height):
            angle, along = 2 * np.pi * rng.random(), rng.choice([0.0, 0.3, 1.0])
            rim = f * radius * (1 - along)
            return np.array([rim * np.cos(angle), rim * np.sin(angle), height * (along - 0.5)])
        case Ellipsoid(a, b, c):
            return f * u * [a, b, c]
        case Convex(vertices):
            return np.asarray(_mixture(rng, len(vertices)) @ vertices)
        case Mesh(vertices, triangles):
            return np.asarray(_mixture(rng, 3) @ vertices[rng.choice(triangles)])
        case PointCloud(points, radii):
            if len(points) == 0:
                return None
            i = rng.integers(len(points))
            return np.asarray(points[i] + f * radii[i] * u)
        case VoxelGrid(solid, resolution, origin, outside):
            cells = np.argwhere(solid)
            if outside and (len(cells) == 0 or rng.random() < 0.5):
                beyond = np.array(solid.shape) * rng.choice([-0.1, 1.0, 3.0])
                return np.asarray(origin + resolution * beyond)
            if len(cells) == 0:
                return None
            return np.asarray(origin + resolution * (rng.choice(cells) + f * rng.random(3)))
        case HeightField(heights, size, bottom):
            ny, nx = heights.shape
            j, i = rng.integers(ny), rng.integers(nx)
            z = bottom + f * (heights[j, i] - bottom)
            x, y = size[0] * (i / (nx - 1) - 0.5), size[1] * (j / (ny - 1) - 0.5)
            return np.array([x, y, z])
        case HalfSpace():
            return np.array([*rng.normal(size=2), -f])


def _mixture(rng: np.random.Generator, count: int) -> Floats:
    """Weights that are >= 0 and sum up to 1; often of a corner or an edge."""
    weights = rng.random(count) * (rng.random(count) < rng.choice([0.2, 0.5, 1.0]))
    weights[rng.integers(count)] += 0.1
    return np.asarray(weights / weights.sum())
