"""Writes the meshes of the test robots and scenes, next to this file.

Run it after a change here: `python tests/robots/make_meshes.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Triangles = list[tuple[int, int, int]]
MESHES = Path(__file__).parent / "meshes"


def solid_of_cells(
    grid: Sequence[Sequence[float]], is_filled: Callable[[int, int, int], bool]
) -> tuple[Floats, Triangles]:
    """The union of the filled cells of a grid, its boundary wound outward."""
    shape = tuple(len(lines) - 1 for lines in grid)

    def filled(cell: tuple[int, ...]) -> bool:
        return all(0 <= i < n for i, n in zip(cell, shape, strict=True)) and is_filled(*cell)

    index: dict[tuple[int, ...], int] = {}
    triangles: Triangles = []
    for cell in product(*(range(n) for n in shape)):
        if not filled(cell):
            continue
        for axis, side in product(range(3), (0, 1)):
            beyond = tuple(c + (2 * side - 1) * (a == axis) for a, c in enumerate(cell))
            if filled(beyond):
                continue
            u, v = ((axis + 1) % 3, (axis + 2) % 3) if side else ((axis + 2) % 3, (axis + 1) % 3)
            corners = []
            for du, dv in ((0, 0), (1, 0), (1, 1), (0, 1)):
                node = list(cell)
                node[axis] += side
                node[u] += du
                node[v] += dv
                corners.append(index.setdefault(tuple(node), len(index)))
            a, b, c, d = corners
            triangles += [(a, b, c), (a, c, d)]
    points = [[lines[i] for lines, i in zip(grid, node, strict=True)] for node in index]
    return np.array(points, dtype=float), triangles


def rings(radii: Sequence[float], heights: Sequence[float], n: int) -> tuple[Floats, Triangles]:
    """A surface around z through rings of n points, closed by flat ends."""
    angles = 2 * np.pi * np.arange(n) / n
    points = [
        [r * np.cos(a), r * np.sin(a), z]
        for r, z in zip(radii, heights, strict=True)
        for a in angles
    ]
    triangles: Triangles = []
    for ring, i in product(range(len(radii) - 1), range(n)):
        a, b = ring * n + i, ring * n + (i + 1) % n
        triangles += [(a, b, b + n), (a, b + n, a + n)]
    last = (len(radii) - 1) * n
    for i in range(1, n - 1):
        triangles += [(0, i + 1, i), (last, last + i, last + i + 1)]
    return np.array(points, dtype=float), triangles


def visor(radius: float, height: float, n: int) -> tuple[Floats, Triangles]:
    """Half of a tube: an open surface."""
    points, triangles = [], []
    for i in range(n + 1):
        angle = np.pi * (i / n - 0.5)
        for z in (-height / 2, height / 2):
            points.append([radius * np.cos(angle), radius * np.sin(angle), z])
        if i < n:
            a = 2 * i
            triangles += [(a, a + 2, a + 3), (a, a + 3, a + 1)]
    return np.array(points, dtype=float), triangles


def write_obj(name: str, points: Floats, triangles: Triangles) -> None:
    lines = ["v " + " ".join(f"{x:.9g}" for x in p) for p in points]
    lines += ["f " + " ".join(str(i + 1) for i in t) for t in triangles]
    (MESHES / f"{name}.obj").write_text("\n".join(lines) + "\n")


def write_stl(name: str, points: Floats, triangles: Triangles) -> None:
    lines = [f"solid {name}"]
    for triangle in triangles:
        a, b, c = (points[i] for i in triangle)
        normal = np.cross(b - a, c - a)
        normal /= np.linalg.norm(normal)
        lines.append("facet normal " + " ".join(f"{x:.9g}" for x in normal))
        lines.append("outer loop")
        lines += ["vertex " + " ".join(f"{x:.9g}" for x in p) for p in (a, b, c)]
        lines += ["endloop", "endfacet"]
    lines.append(f"endsolid {name}")
    (MESHES / f"{name}.stl").write_text("\n".join(lines) + "\n")


def main() -> None:
    MESHES.mkdir(exist_ok=True)
    # A fork of two prongs on a bridge, for the hand of the arm.
    write_obj(
        "fork",
        *solid_of_cells(
            ([-0.06, -0.03, 0.03, 0.06], [-0.02, 0.02], [0, 0.03, 0.08, 0.14]),
            lambda x, y, z: z == 0 or x != 1,
        ),
    )
    # A bookcase: back, sides, and three boards.
    write_stl(
        "shelf",
        *solid_of_cells(
            (
                [-0.4, -0.37, 0.37, 0.4],
                [-0.15, 0.12, 0.15],
                [0, 0.03, 0.4, 0.43, 0.8, 0.83],
            ),
            lambda x, y, z: x != 1 or y == 1 or z % 2 == 0,
        ),
    )
    write_obj("shoulder", *rings([0.07, 0.1, 0.08, 0.04], [-0.08, -0.02, 0.06, 0.1], 8))
    write_obj("elbow", *rings([0.05, 0.065, 0.05], [-0.07, 0, 0.07], 7))
    write_obj("visor", *visor(0.16, 0.1, 6))
    # A hook in metres times 1000, to be scaled by the robot's description.
    write_stl(
        "hook_mm",
        *solid_of_cells(
            ([-40, -10, 20, 50], [-25, 25], [0, 30, 70, 90]),
            lambda x, y, z: z == 0 or x == 0 or (z == 2 and x == 1),
        ),
    )


if __name__ == "__main__":
    main()
