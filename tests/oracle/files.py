"""Minimal readers of the mesh files that the test robots use."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .shapes import Floats, Ints, Mesh


def read_triangles(path: Path) -> tuple[Floats, Ints]:
    """Vertices, equal ones welded, and triangles of an OBJ or an ASCII STL file."""
    words = [line.split() for line in path.read_text().splitlines() if line.strip()]
    if path.suffix == ".obj":
        points = np.array([[float(x) for x in w[1:4]] for w in words if w[0] == "v"])
        faces = np.array([[int(i) - 1 for i in w[1:4]] for w in words if w[0] == "f"])
    elif path.suffix == ".stl":
        points = np.array([[float(x) for x in w[1:4]] for w in words if w[0] == "vertex"])
        faces = np.arange(len(points)).reshape(-1, 3)
    else:
        raise ValueError(f"{path}: neither OBJ nor STL")
    vertices, index = np.unique(points, axis=0, return_inverse=True)
    return vertices, index.reshape(-1)[faces]


def is_watertight(triangles: Ints) -> bool:
    """Whether every directed edge is matched by its reverse."""
    edges = triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    forward = sorted(map(tuple, edges.tolist()))
    return forward == sorted(map(tuple, edges[:, ::-1].tolist()))


def read_mesh(path: Path, scale: Floats) -> Mesh:
    """A mesh, wound outward, and solid if it is watertight."""
    vertices, triangles = read_triangles(path)
    vertices = vertices * scale
    solid = is_watertight(triangles)
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    if solid and np.sum(a * np.cross(b, c)) < 0:
        triangles = triangles[:, ::-1]
    return Mesh(vertices, triangles, solid)
