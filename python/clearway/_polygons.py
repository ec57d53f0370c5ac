"""Cutting polygons in space into triangles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def triangulate(
    vertices: NDArray[np.float64], polygons: Sequence[NDArray[np.int64]]
) -> NDArray[np.int64]:
    """Cut polygons, about planar and perhaps concave, into triangles.

    Parameters
    ----------
    vertices : ndarray, shape (n, 3)
    polygons : sequence of ndarray of int
        Each the rows of ``vertices`` around a polygon of at least three corners.

    Returns
    -------
    ndarray of int, shape (m, 3)
        In the order of the polygons, k - 2 for one of k corners, wound as it is.
    """
    sizes = np.array([len(polygon) for polygon in polygons], dtype=np.int64)
    begins = np.concatenate([[0], np.cumsum(sizes - 2)])
    result = np.empty((int(begins[-1]), 3), dtype=np.int64)
    for size in np.unique(sizes):
        chosen = np.flatnonzero(sizes == size)
        loops = np.array([polygons[i] for i in chosen.tolist()], dtype=np.int64)
        fan = np.array([(0, i, i + 1) for i in range(1, int(size) - 1)])
        rows = begins[chosen][:, None] + np.arange(size - 2)
        result[rows] = loops[:, fan]
        if size > 3:
            corners = vertices[loops]
            normals = _calc_normals(corners)
            for k in np.flatnonzero(_find_concave(corners, normals)):
                result[rows[k]] = loops[k][_clip_ears(corners[k], normals[k])]
    return result


def _calc_normals(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Twice the vector areas of (k, n, 3) corners."""
    spokes = corners - corners[:, :1]
    normals: NDArray[np.float64] = np.cross(spokes[:, 1:-1], spokes[:, 2:]).sum(axis=1)
    return normals


def _find_concave(corners: NDArray[np.float64], normals: NDArray[np.float64]) -> NDArray[np.bool_]:
    arriving = corners - np.roll(corners, 1, axis=1)
    turns = np.cross(arriving, np.roll(arriving, -1, axis=1))
    against = np.einsum("kni,ki->kn", turns, normals) < 0
    concave: NDArray[np.bool_] = against.any(axis=1)
    return concave


def _clip_ears(corners: NDArray[np.float64], normal: NDArray[np.float64]) -> NDArray[np.int64]:
    """Cut off one corner at a time that no other corner lies in."""
    axis = int(np.argmax(np.abs(normal)))
    plane = corners[:, [(axis + 1) % 3, (axis + 2) % 3]] * [1, np.sign(normal[axis])]
    x, y = plane[:, 0].tolist(), plane[:, 1].tolist()

    def area(a: int, b: int, c: int) -> float:
        return float((x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]))

    loop = list(range(len(corners)))

    def is_convex(i: int) -> bool:
        return area(loop[i - 1], loop[i], loop[(i + 1) % len(loop)]) > 0

    # Where any corner lies in an ear, one that is not convex does; and what is convex stays so.
    blocking = {loop[i] for i in range(len(loop)) if not is_convex(i)}
    points = plane[sorted(blocking)]
    triangles = []
    place = 0
    while len(loop) > 3:
        # Where there is no ear the polygon crosses itself: any cut is as good.
        ear = place
        for step in range(len(loop)):
            i = (place + step) % len(loop)
            if is_convex(i) and not _covers_any(
                plane[[loop[i - 1], loop[i], loop[(i + 1) % len(loop)]]], points
            ):
                ear = i
                break
        triangles.append((loop[ear - 1], loop[ear], loop[(ear + 1) % len(loop)]))
        removed = {loop.pop(ear)}
        place = ear % len(loop)
        removed |= {loop[i] for i in (place - 1, place) if is_convex(i)}
        if blocking & removed:
            blocking -= removed
            points = plane[sorted(blocking)]
    triangles.append((loop[0], loop[1], loop[2]))
    return np.array(triangles)


def _covers_any(triangle: NDArray[np.float64], points: NDArray[np.float64]) -> bool:
    """Whether a point lies in a triangle, and not at a corner of it."""
    covered = np.ones(len(points), dtype=bool)
    for corner, following in zip(triangle, np.roll(triangle, -1, axis=0), strict=True):
        side, reach = following - corner, points - corner
        covered &= side[0] * reach[:, 1] - side[1] * reach[:, 0] >= 0
        covered &= (reach != 0).any(axis=1)
    return bool(covered.any())
