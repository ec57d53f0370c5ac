"""Shapes as unions of convex pieces: a set's elements, a mesh's triangles, any other shape itself.

They are listed from the definitions in docs/numerics.md: the balls of a cloud, the largest blocks
of solid cells of an octree with its corner at a grid's, the prisms below a field's triangles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

import clearway as cw
from clearway._soak.cores import Core, Points, make_core

Array = npt.NDArray[np.float64]
Ints = npt.NDArray[np.integer[Any]]

_OCTANTS = list(product((0, 1), repeat=3))


@dataclass(frozen=True)
class Piece:
    """A convex shape E, or a half space, posed in the frame S of the shape that it is part of."""

    shape: cw.Shape
    X_SE: Array

    @cached_property
    def core(self) -> Core | None:
        """None of a half space."""
        return None if isinstance(self.shape, cw.HalfSpace) else make_core(self.shape)

    def ball(self) -> tuple[Array, float]:
        """Return centre, in S, and radius of a ball that contains the piece."""
        if self.core is None:
            return self.X_SE[:3, 3], np.inf
        centre = np.zeros(3)
        radius = self.core.reach
        if isinstance(self.core, Points):
            points = self.core.hull.points
            centre = points.mean(axis=0)
            radius = float(np.linalg.norm(points - centre, axis=1).max())
        return self.X_SE[:3, :3] @ centre + self.X_SE[:3, 3], radius

    def height(self, u_S: Array) -> Array:
        """Return how far the piece reaches along unit vectors u_S (n, 3) from S, shape (n,)."""
        if self.core is None:
            return np.full(len(u_S), np.inf)
        height: Array = self.core.height(u_S @ self.X_SE[:3, :3]) + u_S @ self.X_SE[:3, 3]
        return height + self.core.radius


class Union:
    """The pieces of a shape.

    Attributes
    ----------
    centres : ndarray, shape (k, 3)
    radii : ndarray, shape (k,)
        A ball about each piece.
    reach : float
        No point of a bounded piece is further from the origin. [m]
    """

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        balls = [piece.ball() for piece in pieces]
        self.centres = np.array([centre for centre, _ in balls]).reshape(-1, 3)
        self.radii = np.array([radius for _, radius in balls])
        reaches = np.linalg.norm(self.centres, axis=1) + self.radii
        self.reach = float(reaches[np.isfinite(reaches)].max(initial=0.0))

    def heights(self, u_S: Array) -> Array:
        """Return those of all pieces along unit vectors (n, 3), shape (n, k)."""
        if not self.pieces:
            return np.zeros((len(u_S), 0))
        return np.stack([piece.height(u_S) for piece in self.pieces], axis=1)


def is_set(shape: cw.Shape) -> bool:
    return isinstance(shape, cw.PointCloud | cw.VoxelGrid | cw.HeightField)


def make_union(shape: cw.Shape) -> Union:
    """Return the pieces of any shape."""
    match shape:
        case cw.PointCloud():
            points, radii = shape.points(), shape.radius()
            return Union([Piece(cw.Sphere(r), _at(p)) for p, r in zip(points, radii, strict=True)])
        case cw.VoxelGrid():
            return Union([*_blocks(shape), *_walls(shape)])
        case cw.HeightField():
            return Union([_hull(prism) for prism in _prisms(shape)])
        case cw.Mesh():
            return Union([_hull(corners) for corners in shape.vertices()[shape.triangles()]])
    return Union([Piece(shape, np.eye(4))])


def _at(p: Array) -> Array:
    X = np.eye(4)
    X[:3, 3] = p
    return X


def _hull(points: Array) -> Piece:
    return Piece(cw.Convex(points), np.eye(4))


def _blocks(grid: cw.VoxelGrid) -> Iterator[Piece]:
    states = grid.occupancy()
    solid = (states == 1) | ((states == -1) & (grid.unknown() == "occupied"))
    edge = 1 << max(0, max(solid.shape) - 1).bit_length()
    padded = np.zeros((edge, edge, edge), dtype=bool)
    padded[tuple(map(slice, solid.shape))] = solid
    waiting = [(np.zeros(3, dtype=int), edge)]
    while waiting:
        low, n = waiting.pop()
        cells = padded[tuple(slice(i, i + n) for i in low)]
        if cells.all():
            size = n * grid.resolution()
            centre = grid.origin() + grid.resolution() * (low + n / 2)
            yield Piece(cw.Box(size, size, size), _at(centre))
        elif cells.any():
            waiting += [(low + n // 2 * np.array(octant), n // 2) for octant in _OCTANTS]


def _walls(grid: cw.VoxelGrid) -> Iterator[Piece]:
    """The half spaces around a grid that is solid outside."""
    if grid.outside() == "free":
        return
    corners = grid.origin(), grid.origin() + grid.resolution() * np.array(grid.shape())
    for axis, (sign, corner) in product(range(3), zip((1, -1), corners, strict=True)):
        x, z = np.eye(3)[axis - 1], sign * np.eye(3)[axis]
        X_SE = _at(corner)
        X_SE[:3, :3] = np.column_stack([x, np.cross(z, x), z])
        yield Piece(cw.HalfSpace(), X_SE)


def _prisms(field: cw.HeightField) -> Iterator[Array]:
    heights, size = field.heights(), field.size()
    ny, nx = heights.shape
    x = size[0] * (np.arange(nx) / (nx - 1) - 0.5)
    y = size[1] * (np.arange(ny) / (ny - 1) - 0.5)
    for j, i in product(range(ny - 1), range(nx - 1)):
        for middle in ((j, i + 1), (j + 1, i)):
            corners = ((j, i), middle, (j + 1, i + 1))
            top = np.array([(x[c], y[r], heights[r, c]) for r, c in corners])
            yield np.concatenate([top, top * [1, 1, 0] + [0, 0, field.bottom()]])


class Solid:
    """What is inside a watertight mesh, whichever way it is wound."""

    def __init__(self, vertices: Array, triangles: Ints) -> None:
        self._corners = vertices[triangles].transpose(1, 0, 2)  # (3, m, 3)
        a, b, c = self._corners - vertices.mean(axis=0)
        self._sign = 1.0 if np.einsum("ti,ti->", a, np.cross(b, c)) >= 0 else -1.0
        self._triangles = [Points(corners) for corners in vertices[triangles]]

    def depths(self, p: Array) -> Array:
        """Return how far points (..., 3) inside are from the triangles; 0 outside."""
        inside = self._winding(p) >= 0.5
        depth = np.zeros(p.shape[:-1])
        if inside.any():
            depth[inside] = np.minimum.reduce([t.outside(p[inside]) for t in self._triangles])
        return depth

    def _winding(self, p: Array) -> Array:
        """By the solid angles of van Oosterom and Strackee (1983)."""
        a, b, c = (corner - p[..., None, :] for corner in self._corners)
        la, lb, lc = (np.linalg.norm(v, axis=-1) for v in (a, b, c))
        volume = np.einsum("...i,...i->...", a, np.cross(b, c))
        rest = la * lb * lc + np.einsum("...i,...i->...", a, b) * lc
        rest += np.einsum("...i,...i->...", b, c) * la + np.einsum("...i,...i->...", c, a) * lb
        winding: Array = self._sign * np.arctan2(volume, rest).sum(axis=-1) / (2 * np.pi)
        return winding
