"""Random sets and meshes of few pieces: plain, lined up, degenerate, hollow, open, inside out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

import clearway as cw

Array = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

KINDS = ("point_cloud", "voxel_grid", "height_field", "mesh")

_CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1.0)])
_QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
_CUBE_TRIANGLES = np.array([t for a, b, c, d in _QUADS for t in ((a, b, c), (a, c, d))])
Triangles = tuple[Array, Ints]


def draw_compound(
    kind: str, rng: np.random.Generator, scale: float, *, bounded: bool = True
) -> cw.Shape:
    """Return a set or mesh of one of the `KINDS`, of about the size `scale` [m].

    Unless `bounded`, a grid may be solid outside.
    """
    match kind:
        case "point_cloud":
            return _draw_cloud(rng, scale)
        case "voxel_grid":
            return _draw_grid(rng, scale, solid_outside=not bounded and rng.random() < 0.2)
        case "height_field":
            return _draw_field(rng, scale)
        case _:
            return _draw_mesh(rng, scale)


def _draw_cloud(rng: np.random.Generator, scale: float) -> cw.Shape:
    """One in ten without points; half of them changed after they were made."""
    count = rng.choice([0, 1, 3, 8, 20], p=[0.1, 0.2, 0.2, 0.3, 0.2])
    points = 0.4 * rng.normal(size=(count, 3))
    if rng.random() < 0.3:
        points = 0.25 * np.round(points / 0.25)
    radii = rng.choice([0.0, 0.1, 0.4]) * np.ones(count)
    if rng.random() < 0.4:
        radii *= rng.random(count)
    cloud = cw.PointCloud(scale * points, scale * radii)
    if rng.random() < 0.5:
        ids = cloud.Insert(scale * rng.normal(size=(6, 3)), scale * 0.2)
        if count:
            cloud.Replace(cloud.ids()[:1], scale * rng.normal(size=(1, 3)))
        cloud.Remove(ids[: 6 if count == 0 else rng.integers(7)])
    return cloud


def _draw_grid(rng: np.random.Generator, scale: float, *, solid_outside: bool) -> cw.Shape:
    """Half of them changed after they were made."""
    shape = tuple(int(n) for n in rng.integers(1, 5, 3))
    filled = rng.choice([0.0, 0.2, 0.6, 1.0], p=[0.05, 0.35, 0.4, 0.2])
    states = (rng.random(shape) < filled).astype(np.int8)
    states[rng.random(shape) < 0.1] = -1
    resolution = scale * float(rng.choice([0.25, rng.uniform(0.1, 0.4)]))
    corner = -0.5 * np.array(shape) if rng.random() < 0.5 else rng.normal(size=3)
    grid = cw.VoxelGrid(
        states,
        resolution,
        origin=resolution * corner,
        unknown=str(rng.choice(["free", "occupied"])),
        outside="occupied" if solid_outside else "free",
    )
    if rng.random() < 0.5:
        lower = [int(rng.integers(n)) for n in shape]
        grid.SetBox(lower, list(shape), str(rng.choice(["free", "occupied"])))
        cells = np.argwhere(rng.random(shape) < 0.2)
        grid.SetCells(cells, str(rng.choice(["free", "occupied", "unknown"])))
    return grid


def _draw_field(rng: np.random.Generator, scale: float) -> cw.Shape:
    """Rough, in steps, or flat; half of them changed after they were made."""
    ny, nx = (int(n) for n in rng.integers(2, 5, 2))
    roughness = rng.choice([0.0, 0.05, 0.4])
    heights = roughness * rng.normal(size=(ny, nx))
    if rng.random() < 0.3:
        heights = 0.25 * np.round(heights / 0.25)
    bottom = None if rng.random() < 0.5 else scale * float(heights.min() - rng.uniform(0.01, 0.5))
    field = cw.HeightField(scale * heights, scale * rng.uniform(0.3, 1.5, 2), bottom)
    if rng.random() < 0.5:
        j, i = int(rng.integers(ny)), int(rng.integers(nx))
        part = field.heights()[j:, i:]
        field.SetHeights(j, i, part + scale * rng.random(part.shape))
    return field


def _draw_mesh(rng: np.random.Generator, scale: float) -> cw.Shape:
    vertices, triangles = _MESHES[rng.integers(len(_MESHES))](rng)
    if rng.random() < 0.2:
        vertices = vertices * 10 ** rng.uniform(-3, 0, 3)
    if rng.random() < 0.2:
        vertices = vertices + rng.normal(size=3)
    if rng.random() < 0.2:  # Inside out: what is watertight is turned right again.
        triangles = triangles[:, ::-1]
    if rng.random() < 0.2:  # Of no area: a corner twice. It may leave a solid open.
        triangles = np.concatenate([triangles, triangles[:1, [0, 0, 1]]])
    return cw.Mesh(scale * vertices, triangles)


def _block(low: Array, high: Array) -> Triangles:
    return low + (high - low) * _CUBE, _CUBE_TRIANGLES


def _joined(*parts: Triangles) -> Triangles:
    counts = np.cumsum([0, *(len(vertices) for vertices, _ in parts)])
    triangles = [t + first for (_, t), first in zip(parts, counts[:-1], strict=True)]
    return np.concatenate([vertices for vertices, _ in parts]), np.concatenate(triangles)


def _ring(rng: np.random.Generator) -> Triangles:
    """A torus of few sides, with a hole."""
    m, n = rng.integers(3, 5, 2)
    minor = rng.uniform(0.05, 0.2)
    i, j = np.divmod(np.arange(m * n), n)
    rho = 0.4 + minor * np.cos(2 * np.pi * j / n)
    around = 2 * np.pi * i / m
    z = minor * np.sin(2 * np.pi * j / n)
    vertices = np.stack([rho * np.cos(around), rho * np.sin(around), z], axis=1)
    a, b = (i + 1) % m, (j + 1) % n
    quad = np.stack([i * n + j, a * n + j, a * n + b, i * n + b], axis=1)
    return vertices, np.concatenate([quad[:, [0, 1, 2]], quad[:, [0, 2, 3]]])


def _bent(rng: np.random.Generator) -> Triangles:
    """An L-shaped prism."""
    t = rng.uniform(0.1, 0.6)
    flat = np.array([[0, 0], [1, 0], [1, t], [t, t], [t, 1], [0, 1]]) - 0.5
    vertices = np.concatenate([np.insert(flat, 2, z, axis=1) for z in (-0.3, 0.3)])
    caps = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]
    sides = [(i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6) for i in range(6)]
    triangles = [(c, b, a) for a, b, c in caps] + [(a + 6, b + 6, c + 6) for a, b, c in caps]
    triangles += [t for a, b, c, d in sides for t in ((a, b, c), (a, c, d))]
    return vertices, np.array(triangles)


def _shell(rng: np.random.Generator) -> Triangles:
    """A hollow block, at times with a thin wall."""
    wall = rng.choice([1e-3, 0.1, 0.3])
    half = rng.uniform(0.4, 0.6, 3)
    inner, triangles = _block(wall - half, half - wall)
    return _joined(_block(-half, half), (inner, triangles[:, ::-1]))


def _touching_blocks(rng: np.random.Generator) -> Triangles:
    """Two blocks that share a corner, an edge, or a part of a face, or overlap."""
    low = rng.choice([0.0, 0.25, 0.5], 3)
    low[rng.integers(3)] = rng.choice([0.5, 0.5, 0.3])
    return _joined(_block(np.zeros(3), np.full(3, 0.5)), _block(low, low + rng.choice([0.25, 0.5])))


def _convex(rng: np.random.Generator) -> Triangles:
    """A block or a tetrahedron, which are their own hulls."""
    if rng.random() < 0.5:
        return _block(-rng.uniform(0.1, 0.5, 3), rng.uniform(0.1, 0.5, 3))
    vertices = 0.5 * rng.normal(size=(4, 3))
    return vertices, np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])


def _sheet(rng: np.random.Generator) -> Triangles:
    """An open surface: a grid of heights, flat at times."""
    n = int(rng.integers(2, 4))
    i, j = np.divmod(np.arange(n * n), n)
    z = rng.choice([0.0, 0.2]) * rng.normal(size=n * n)
    vertices = np.stack([i / (n - 1) - 0.5, j / (n - 1) - 0.5, z], axis=1)
    low = np.array([k for k in range(n * n) if i[k] < n - 1 and j[k] < n - 1])
    quad = np.stack([low, low + n, low + n + 1, low + 1], axis=1)
    return vertices, np.concatenate([quad[:, [0, 1, 2]], quad[:, [0, 2, 3]]])


def _soup(rng: np.random.Generator) -> Triangles:
    """Triangles that cross each other, some of them slivers."""
    m = int(rng.integers(1, 9))
    corners = 0.3 * rng.normal(size=(m, 1, 3)) + 0.3 * rng.normal(size=(m, 3, 3))
    sliver = rng.random(m) < 0.3
    middle = corners[:, :2].mean(axis=1)
    corners[sliver, 2] = middle[sliver] + rng.choice([0, 1e-9, 1e-4]) * corners[sliver, 2]
    return corners.reshape(-1, 3), np.arange(3 * m).reshape(-1, 3)


_MESHES: tuple[Callable[[np.random.Generator], Triangles], ...] = (
    _ring,
    _bent,
    _shell,
    _touching_blocks,
    _convex,
    _sheet,
    _soup,
)
