"""The process in which a decomposition library runs: it may print, crash, or take long.

``python -m clearway._decomposition_worker METHOD THRESHOLD`` reads ``mesh.npz`` in the working
folder (``vertices``, ``triangles``) and writes ``parts.npz``, one array of points for each part.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def propose_with_coacd(
    vertices: NDArray[Any], triangles: NDArray[Any], threshold: float
) -> list[NDArray[Any]]:
    """Return the points of coacd's parts."""
    import coacd

    coacd.set_log_level("error")
    parts = coacd.run_coacd(coacd.Mesh(vertices, triangles), threshold=threshold, seed=0)
    return [points for points, _ in parts]


def propose_with_vhacdx(
    vertices: NDArray[Any], triangles: NDArray[Any], threshold: float
) -> list[NDArray[Any]]:
    """Return the points of V-HACD's parts."""
    import vhacdx

    faces = np.insert(triangles, 0, 3, axis=1).astype(np.uint32).ravel()
    parts = vhacdx.compute_vhacd(
        vertices,
        faces,
        maxConvexHulls=32,  # It takes nearly as many as it may, whatever the error.
        resolution=100_000,
        minimumVolumePercentErrorAllowed=100 * threshold,
        asyncACD=False,
    )
    return [points for points, _ in parts]


def main() -> None:
    """Carry out the command line."""
    method, threshold = sys.argv[1:]
    with np.load("mesh.npz") as file:
        vertices, triangles = file["vertices"], file["triangles"]
    propose = {"coacd": propose_with_coacd, "vhacdx": propose_with_vhacdx}[method]
    parts = propose(vertices, triangles, float(threshold))
    np.savez(Path("parts.npz"), *(np.asarray(part, dtype=np.float64) for part in parts))


if __name__ == "__main__":
    main()
