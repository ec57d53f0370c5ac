"""The hull of points of any dimension, by qhull."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
from scipy.spatial import ConvexHull, QhullError

Array = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# Points whose extent along a direction is less than this of the greatest lie in a plane across it.
_FLAT = 1e-13


class Hull:
    """Vertices, triangles and edges.

    Coplanar faces are in several triangles: that adds normals and edges to the true ones, and
    every one of them is a direction like any other to whoever tries directions.

    Attributes
    ----------
    points : ndarray, shape (n, 3)
        All that were given. [m]
    normals, edges : ndarray, shape (f, 3) and (e, 3)
        Not normalised; normals of either sign.
    """

    def __init__(self, points: Array) -> None:
        self.points = np.unique(np.asarray(points, dtype=float), axis=0)
        faces, rims, self._is_solid = _facets(self.points)
        self._corners = self.points[faces]  # (f, 3, 3)
        a, b, c = self._corners.transpose(1, 0, 2)
        n = np.cross(b - a, c - a)
        outward = np.einsum("fi,fi->f", n, a - self.points.mean(axis=0)) >= 0
        self.normals = np.where(outward[:, None], n, -n)
        self._starts, ends = self.points[rims[:, 0]], self.points[rims[:, 1]]
        self.edges = ends - self._starts

    def outside(self, p: Array) -> Array:
        """Return the distance of points (..., 3) from the hull, 0 inside."""
        r = p[..., None, :]
        nearest: Array = _length(r - self.points).min(axis=-1)
        if len(self.edges):
            nearest = np.minimum(nearest, self._from_edges(r))
        if len(self.normals) == 0:
            return nearest
        height = np.einsum("...fi,fi->...f", r - self._corners[:, 0], self.normals)
        nearest = np.minimum(nearest, self._from_faces(r, height))
        if self._is_solid:
            nearest = np.where((height <= 0).all(axis=-1), 0, nearest)
        return nearest

    def _from_edges(self, r: Array) -> Array:
        squared = np.einsum("ei,ei->e", self.edges, self.edges)
        from_start = r - self._starts
        t = np.clip(np.einsum("...ei,ei->...e", from_start, self.edges) / squared, 0, 1)
        distance: Array = _length(from_start - t[..., None] * self.edges).min(axis=-1)
        return distance

    def _from_faces(self, r: Array, height: Array) -> Array:
        """The least height over a triangle that the point is above or below of."""
        n = self.normals
        beside = np.zeros(height.shape, dtype=bool)
        turn = np.cross(
            self._corners[:, 1] - self._corners[:, 0], self._corners[:, 2] - self._corners[:, 0]
        )
        for i in range(3):
            a, b = self._corners[:, i], self._corners[:, (i + 1) % 3]
            inward = np.cross(turn, b - a)
            beside |= np.einsum("...fi,fi->...f", r - a, inward) < 0
        size = _length(n)
        distance = np.abs(height) / np.where(size > 0, size, 1)
        least: Array = np.where(beside | (size == 0), np.inf, distance).min(axis=-1)
        return least


def _facets(points: Array) -> tuple[Ints, Ints, bool]:
    """Triangles (f, 3) and edges (e, 2) by index, and whether the hull has a volume."""
    offsets = points - points.mean(axis=0)
    _, sizes, axes = np.linalg.svd(offsets, full_matrices=False)
    dimension = int(np.sum(sizes > _FLAT * max(sizes[0], np.finfo(float).tiny)))
    # In coordinates where the hull is as wide as it is long; its facets are the same.
    at = offsets @ axes[:dimension].T
    if dimension > 0:
        at /= sizes[:dimension]
    if dimension == 0:
        return np.zeros((0, 3), dtype=np.int64), np.zeros((0, 2), dtype=np.int64), False
    if dimension == 1:
        ends = np.array([[int(at.argmin()), int(at.argmax())]])
        return np.zeros((0, 3), dtype=np.int64), ends, False
    try:
        hull = ConvexHull(at)
    except QhullError:  # All but of a lower dimension, where rounding is in its way.
        return _all_facets(len(points))
    if dimension == 2:
        ring = hull.vertices.astype(np.int64)
        fan = np.stack([np.full(len(ring) - 2, ring[0]), ring[1:-1], ring[2:]], axis=1)
        return fan, _sides(fan), False
    faces = hull.simplices.astype(np.int64)
    return faces, _sides(faces), True


def _sides(faces: Ints) -> Ints:
    """Those of triangles, once each: a point on a side may be outside of both by rounding."""
    sides = np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    return np.unique(sides, axis=0)


def _all_facets(n: int) -> tuple[Ints, Ints, bool]:
    """Every triangle and every pair of n points: the hull's are among them."""
    faces = np.array(list(combinations(range(n), 3)), dtype=np.int64).reshape(-1, 3)
    return faces, np.array(list(combinations(range(n), 2)), dtype=np.int64), False


def _length(v: Array) -> Array:
    length: Array = np.sqrt(np.einsum("...i,...i->...", v, v))
    return length
