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

    def covers(a: int, b: int, c: int, p: int) -> bool:
        if (x[p], y[p]) in ((x[a], y[a]), (x[b], y[b]), (x[c], y[c])):
            return False
        return area(a, b, p) >= 0 and area(b, c, p) >= 0 and area(c, a, p) >= 0

    loop = list(range(len(corners)))
    triangles = []
    while len(loop) > 3:
        # Where there is no ear the polygon crosses itself: any cut is as good.
        ear = 1
        for i in range(len(loop)):
            a, b, c = loop[i - 1], loop[i], loop[(i + 1) % len(loop)]
            if area(a, b, c) > 0 and not any(covers(a, b, c, p) for p in loop):
                ear = i
                break
        triangles.append((loop[ear - 1], loop[ear], loop[(ear + 1) % len(loop)]))
        del loop[ear]
    triangles.append((loop[0], loop[1], loop[2]))
    return np.array(triangles)
