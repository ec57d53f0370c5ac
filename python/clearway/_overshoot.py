"""How far convex parts reach beyond the mesh that they cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clearway._core import ComputeSignedDistances, Convex, HasCollisions, Mesh, Shape, Sphere

Array: TypeAlias = NDArray[np.float64]

_TOLERANCE = 0.05  # Of the overshoot found; where it is reached the search ends.
_MAX_CELLS = 200_000


def measure_overshoot(mesh: Mesh, parts: Sequence[Convex]) -> tuple[float, float]:
    """Return the largest distance of a point of the parts from a mesh: found, and proven.

    Cubes that hold the parts are halved, and dropped once they cannot hold a farther point: the
    distance from the mesh changes by no more than one moves.

    Returns
    -------
    found, bound : float
        A point at the one distance was found, and there is none beyond the other. [m]
    """
    found, bound = 0.0, 0.0
    surface = Mesh(mesh.vertices(), mesh.triangles(), solid=False)
    cells = [_Cells.around(part) for part in parts]
    while cells and sum(len(each.centers) for each in cells) <= _MAX_CELLS:
        for each in cells:
            found = max(found, each.measure(mesh, surface))
        wanted = (1 + _TOLERANCE) * found
        kept = [each.keep(wanted) for each in cells]
        bound = max([wanted, *(float(each.bounds.max()) for each in kept if len(each.centers))])
        cells = [each.halve() for each in kept if len(each.centers)]
    return found, bound


class _Cells:
    """Cubes of one size that may hold points of a part."""

    def __init__(self, part: Convex, centers: Array, half: float) -> None:
        self.part = part
        self.centers = centers
        self.half = half
        self.bounds: Array = np.empty(0)

    @staticmethod
    def around(part: Convex) -> _Cells:
        corners = part.hull_vertices()
        lower, upper = corners.min(axis=0), corners.max(axis=0)
        return _Cells(part, (lower + upper)[None] / 2, float((upper - lower).max()) / 2)

    def measure(self, mesh: Mesh, surface: Mesh) -> float:
        """Drop cubes off the part; return the largest distance of a point of the part found."""
        reach = np.sqrt(3) * self.half
        from_part = _find_distances(self.part, self.centers)
        near = from_part <= reach
        self.centers = self.centers[near]
        # To the surface: how to get out of a solid takes far longer to find.
        from_mesh = _find_distances(surface, self.centers)
        if mesh.solid():
            from_mesh[_find_inside(mesh, self.centers)] *= -1
        self.bounds = from_mesh + reach
        inside = from_mesh[from_part[near] <= 0]
        return float(inside.max(initial=0))

    def keep(self, wanted: float) -> _Cells:
        """Return the cubes that may hold a point at more than a distance."""
        chosen = self.bounds > wanted
        kept = _Cells(self.part, self.centers[chosen], self.half)
        kept.bounds = self.bounds[chosen]
        return kept

    def halve(self) -> _Cells:
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        half = self.half / 2
        centers = (self.centers[:, None] + half * signs).reshape(-1, 3)
        return _Cells(self.part, centers, half)


def _find_inside(mesh: Mesh, points: Array) -> NDArray[np.bool_]:
    return HasCollisions(Sphere(_find_radius(points)), _make_poses(points), mesh, np.eye(4))


def _find_distances(shape: Shape, points: Array) -> Array:
    radius = _find_radius(points)
    distances = ComputeSignedDistances(Sphere(radius), _make_poses(points), shape, np.eye(4))
    return distances.distance + radius


def _find_radius(points: Array) -> float:
    return 1e-12 * float(np.abs(points).max(initial=1))


def _make_poses(points: Array) -> Array:
    X = np.tile(np.eye(4), (len(points), 1, 1))
    X[:, :3, 3] = points
    return X
