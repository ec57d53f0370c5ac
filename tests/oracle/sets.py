"""Distances from point clouds, voxel grids and height fields: every element is tried.

What the package promises of a set is the least of the signed distances of its
elements: a cloud's balls, the largest blocks of solid cells that an octree with its
corner at a grid's has, the prisms below a field's triangles. Here the elements are
listed, from the definitions, and posed one a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from .poses import pose
from .shapes import (
    BOX_EDGES,
    BOX_FACES,
    BOX_SIGNS,
    NO_EDGES,
    NO_FACES,
    Floats,
    HeightField,
    PointCloud,
    Polytope,
    SetShape,
    VoxelGrid,
)

_PRISM_EDGES = np.array([[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [0, 3], [1, 4], [2, 5]])
_PRISM_FACES = np.array(
    [[0, 1, 2], [3, 5, 4], [0, 3, 4], [0, 4, 1], [1, 4, 5], [1, 5, 2], [2, 5, 3], [2, 3, 0]]
)


def elements(shape: SetShape) -> Polytope:
    """The elements as one polytope a row; the radii are an array for a cloud."""
    match shape:
        case PointCloud(points, radii):
            return Polytope(points[:, None, :], NO_FACES, NO_EDGES, radii)
        case VoxelGrid(_, resolution, origin):
            blocks = np.array(list(_solid_blocks(shape)), dtype=float).reshape(-1, 4)
            half = blocks[:, 3, None, None] / 2
            corners = blocks[:, None, :3] + half + half * BOX_SIGNS
            return Polytope(origin + resolution * corners, BOX_FACES, BOX_EDGES)
        case HeightField():
            prisms = np.array(list(_prisms(shape)))
            return Polytope(prisms, _PRISM_FACES, _PRISM_EDGES)


def outside_walls(shape: SetShape) -> list[Floats]:
    """Frames of the half spaces z <= 0 that a grid which is solid outside consists of."""
    if not (isinstance(shape, VoxelGrid) and shape.solid_outside):
        return []
    low = np.array(shape.origin)
    corners = {1: low, -1: low + shape.resolution * np.array(shape.solid.shape)}
    walls = []
    for axis, sign in product(range(3), (1, -1)):
        x, z = np.eye(3)[axis - 1], sign * np.eye(3)[axis]
        walls.append(pose(np.column_stack([x, np.cross(z, x), z]), corners[sign]))
    return walls


def _solid_blocks(grid: VoxelGrid) -> Iterator[tuple[int, int, int, int]]:
    """The least corner and the edge of each block, in cells."""
    edge = 1
    while edge < max(grid.solid.shape):
        edge *= 2
    padded = np.zeros((edge, edge, edge), dtype=bool)
    padded[tuple(map(slice, grid.solid.shape))] = grid.solid
    pending = [(0, 0, 0, edge)]
    while pending:
        i, j, k, n = pending.pop()
        cells = padded[i : i + n, j : j + n, k : k + n]
        if cells.all():
            yield i, j, k, n
        elif cells.any():
            h = n // 2
            pending += [(i + a * h, j + b * h, k + c * h, h) for a, b, c in BOX_SIGNS > 0]


def _prisms(field: HeightField) -> Iterator[Floats]:
    ny, nx = field.heights.shape
    x = field.size[0] * (np.arange(nx) / (nx - 1) - 0.5)
    y = field.size[1] * (np.arange(ny) / (ny - 1) - 0.5)

    def at(j: int, i: int) -> list[float]:
        return [x[i], y[j], field.heights[j, i]]

    for j, i in product(range(ny - 1), range(nx - 1)):
        for middle in ((j, i + 1), (j + 1, i)):
            top = np.array([at(j, i), at(*middle), at(j + 1, i + 1)])
            below = top.copy()
            below[:, 2] = field.bottom
            yield np.vstack([top, below])
