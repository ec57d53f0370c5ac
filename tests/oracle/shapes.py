"""Shapes of the oracle, and the convex sets (cores) that its methods work on.

A core with a radius is the core thickened by a ball: a sphere is a point with a
radius, a capsule a segment with one. The signed distance of thickened sets is
that of the cores less the radii, overlapping or not, because a ball adds its
radius to the support function in every direction.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Sphere:
    radius: float


@dataclass(frozen=True)
class Capsule:
    radius: float
    length: float


@dataclass(frozen=True)
class Box:
    width: float
    depth: float
    height: float


@dataclass(frozen=True)
class Cylinder:
    radius: float
    length: float


@dataclass(frozen=True)
class Cone:
    radius: float
    height: float


@dataclass(frozen=True)
class Ellipsoid:
    a: float
    b: float
    c: float


@dataclass(frozen=True)
class HalfSpace:
    pass


@dataclass(frozen=True, eq=False)
class Convex:
    vertices: Floats


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles wound outward; `solid` says whether the inside belongs to it."""

    vertices: Floats
    triangles: Ints
    solid: bool = True


@dataclass(frozen=True, eq=False)
class PointCloud:
    points: Floats
    radii: Floats


@dataclass(frozen=True, eq=False)
class VoxelGrid:
    """Cubic cells from the corner `origin`; `solid_outside` makes a room of them."""

    solid: NDArray[np.bool_]
    resolution: float
    origin: tuple[float, float, float] = (0.0, 0.0, 0.0)
    solid_outside: bool = False


@dataclass(frozen=True, eq=False)
class HeightField:
    """heights[j, i] over y and x, solid down to `bottom`."""

    heights: Floats
    size: tuple[float, float]
    bottom: float


ConvexShape = Sphere | Capsule | Box | Cylinder | Cone | Ellipsoid | Convex
SetShape = PointCloud | VoxelGrid | HeightField
Shape = ConvexShape | Mesh | SetShape | HalfSpace


@dataclass(frozen=True, eq=False)
class Polytope:
    """Vertices (k, 3), or (rows, k, 3) for a different one in each row of a batch.

    `faces` are triangles (f, 3) and `edges` (e, 2), as vertex indices. Faces may be
    triangulated further than need be, and edges may include their diagonals: both
    only add features and axes that are never better than the true ones. The radius is
    one for all, or (rows,).
    """

    vertices: Floats
    faces: Ints
    edges: Ints
    radius: float | Floats = 0.0

    def support(self, u: Floats, row: Ints) -> Floats:
        if self.vertices.ndim == 2:
            furthest: Floats = self.vertices[np.argmax(u @ self.vertices.T, axis=1)]
            return furthest
        candidates = self.vertices[row]
        best = np.argmax(np.einsum("nki,ni->nk", candidates, u), axis=1)
        chosen: Floats = candidates[np.arange(len(row)), best]
        return chosen


@dataclass(frozen=True)
class Curved:
    """A cylinder, cone or ellipsoid, by its support function."""

    shape: Cylinder | Cone | Ellipsoid
    radius: float = field(default=0.0, init=False)

    def support(self, u: Floats, row: Ints) -> Floats:
        s = self.shape
        if isinstance(s, Ellipsoid):
            axes = np.array([s.a, s.b, s.c])
            scaled = u * axes
            on_surface: Floats = axes * scaled / np.linalg.norm(scaled, axis=1, keepdims=True)
            return on_surface
        across = np.hypot(u[:, 0], u[:, 1])
        rim = np.zeros_like(u)
        outward = across > 0
        rim[outward, :2] = s.radius * u[outward, :2] / across[outward, None]
        if isinstance(s, Cylinder):
            rim[:, 2] = np.where(u[:, 2] >= 0, s.length / 2, -s.length / 2)
            return rim
        rim[:, 2] = -s.height / 2
        apex = np.array([0.0, 0.0, s.height / 2])
        to_apex = u[:, 2] * (s.height / 2) > np.einsum("ni,ni->n", u, rim)
        return np.where(to_apex[:, None], apex, rim)


Core = Polytope | Curved

NO_FACES = np.zeros((0, 3), dtype=np.int64)
NO_EDGES = np.zeros((0, 2), dtype=np.int64)
TRIANGLE_FACES = np.array([[0, 1, 2]])
TRIANGLE_EDGES = np.array([[0, 1], [1, 2], [2, 0]])
BOX_SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
BOX_EDGES = np.array(
    [(i, j) for i in range(8) for j in range(i) if np.sum(BOX_SIGNS[i] != BOX_SIGNS[j]) == 1]
)
_QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
BOX_FACES = np.array([t for a, b, c, d in _QUADS for t in ((a, b, c), (a, c, d))])


def point(p: Floats, radius: float = 0.0) -> Polytope:
    return Polytope(np.asarray(p, dtype=float).reshape(1, 3), NO_FACES, NO_EDGES, radius)


def segment(p: Floats, q: Floats, radius: float = 0.0) -> Polytope:
    return Polytope(np.array([p, q]), NO_FACES, np.array([[0, 1]]), radius)


def triangles(vertices: Floats) -> Polytope:
    """One triangle a row, (rows, 3, 3)."""
    return Polytope(vertices, TRIANGLE_FACES, TRIANGLE_EDGES)


def _box(size: Floats) -> Polytope:
    return Polytope(BOX_SIGNS * size / 2, BOX_FACES, BOX_EDGES)


def hull(vertices: Floats) -> Polytope:
    """The hull of points of any affine dimension."""
    vertices = np.unique(np.asarray(vertices, dtype=float), axis=0)
    offsets = vertices - vertices[0]
    _, sizes, directions = np.linalg.svd(offsets, full_matrices=False)
    dimension = int(np.sum(sizes > 1e-12 * max(sizes[0], 1e-300)))
    if dimension == 0:
        return point(vertices[0])
    if dimension == 1:
        along = offsets @ directions[0]
        return segment(vertices[np.argmin(along)], vertices[np.argmax(along)])
    if dimension == 2:
        rim = vertices[ConvexHull(offsets @ directions[:2].T).vertices]
        n = len(rim)
        faces = np.array([[0, i, i + 1] for i in range(1, n - 1)])
        return Polytope(rim, faces, np.array([[i, (i + 1) % n] for i in range(n)]))
    facets = ConvexHull(vertices).simplices.astype(np.int64)
    used, flat = np.unique(facets, return_inverse=True)
    faces = flat.reshape(facets.shape)
    edges = np.unique(np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1), axis=0)
    return Polytope(vertices[used], faces, edges)


def core(shape: ConvexShape) -> Core:
    """The convex set of a shape, in the shape's own frame."""
    match shape:
        case Sphere(radius):
            return point(np.zeros(3), radius)
        case Capsule(radius, length):
            end = np.array([0.0, 0.0, length / 2])
            return segment(-end, end, radius) if length > 0 else point(end, radius)
        case Box(width, depth, height):
            box = _box(np.array([width, depth, height]))
            return box if min(width, depth, height) > 0 else hull(box.vertices)
        case Convex(vertices):
            return hull(vertices)
        case _:
            return Curved(shape)


def bounding_sphere(shape: Shape) -> tuple[Floats, float]:
    """Centre in the shape's frame, and radius: a ball that contains the shape.

    Of a grid it is that of its box, whatever is outside.
    """
    match shape:
        case Sphere(radius):
            return np.zeros(3), radius
        case Capsule(radius, length):
            return np.zeros(3), radius + length / 2
        case Box(width, depth, height):
            return np.zeros(3), float(np.linalg.norm([width, depth, height])) / 2
        case Cylinder(radius, length):
            return np.zeros(3), float(np.hypot(radius, length / 2))
        case Cone(radius, height):
            return np.zeros(3), float(np.hypot(radius, height / 2))
        case Ellipsoid(a, b, c):
            return np.zeros(3), max(a, b, c)
        case Convex(vertices) | Mesh(vertices):
            centre = (vertices.min(axis=0) + vertices.max(axis=0)) / 2
            return centre, float(np.linalg.norm(vertices - centre, axis=1).max())
        case PointCloud(points, radii):
            if len(points) == 0:
                return np.zeros(3), 0.0
            centre = (points.min(axis=0) + points.max(axis=0)) / 2
            return centre, float((np.linalg.norm(points - centre, axis=1) + radii).max())
        case VoxelGrid(solid, resolution, origin):
            half = resolution * np.array(solid.shape) / 2
            return origin + half, float(np.linalg.norm(half))
        case HeightField(heights, (width, depth), bottom):
            half = np.array([width, depth, heights.max() - bottom]) / 2
            return np.array([0, 0, bottom + half[2]]), float(np.linalg.norm(half))
        case HalfSpace():
            return np.zeros(3), np.inf
