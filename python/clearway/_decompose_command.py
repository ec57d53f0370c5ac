"""``clearway decompose``: a mesh file as convex parts, in files of their own."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from clearway._core import Convex, Mesh
from clearway._decomposition import decompose, find_method
from clearway._overshoot import measure_overshoot


def run(
    *, mesh: Path, output: Path, method: str | None, threshold: float | None, huge: bool = False
) -> int:
    """Write the parts of a mesh as OBJ files into a folder, print what they are like; return 0."""
    method = find_method(method)
    shape = Mesh(mesh, huge=huge)
    kind = "a solid" if shape.solid() else "an open surface"
    print(f"{mesh}: {len(shape.triangles())} triangles, {kind}; decomposing with {method} ...")
    start = time.perf_counter()
    parts = decompose(shape, str(mesh), method=method, threshold=threshold)
    seconds = time.perf_counter() - start
    output.mkdir(parents=True, exist_ok=True)
    for i, part in enumerate(parts):
        write_obj(output / f"{mesh.stem}_{i:03d}.obj", part)
    print(f"{len(parts)} convex parts in {seconds:.1f} s, in {output}/{mesh.stem}_*.obj")
    for i, part in enumerate(parts):
        corners = len(part.hull_vertices())
        print(f"  {i:03d}  {corners:5d} corners  volume {part.volume():.6g} m^3")
    total = sum(part.volume() for part in parts)
    hull = Convex(shape.vertices()[np.unique(shape.triangles())]).volume()
    print(f"volume: parts {total:.6g} m^3, hull {hull:.6g} m^3", end="")
    print(f", mesh {abs(shape.volume()):.6g} m^3" if shape.solid() else "")
    found, bound = measure_overshoot(shape, parts)
    print(f"largest overshoot: {found:.3g} m found, at most {bound:.3g} m")
    return 0


def write_obj(path: Path, part: Convex) -> None:
    """Write a convex part, its triangles wound outward; one that is flat as a strip over it."""
    points = part.hull_vertices()
    triangles = _find_triangles(points)
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in points.tolist()]
    lines += [f"f {a} {b} {c}" for a, b, c in (triangles + 1).tolist()]
    path.write_text("\n".join(lines) + "\n")


def _find_triangles(points: NDArray[np.float64]) -> NDArray[np.int64]:
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):  # ValueError: fewer than four points.
        last = len(points) - 1
        return np.array([(i, min(i + 1, last), min(i + 2, last)) for i in range(max(1, last - 1))])
    triangles = hull.simplices.astype(np.int64)
    a, b, c = points[triangles].transpose(1, 0, 2)
    inward = np.einsum("ki,ki->k", np.cross(b - a, c - a), hull.equations[:, :3]) < 0
    triangles[inward] = triangles[inward][:, [0, 2, 1]]
    return triangles
