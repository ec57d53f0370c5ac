"""Convex parts in place of a mesh, by coacd or V-HACD, made to cover it."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import math
import os
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clearway._convex_cover import cover
from clearway._core import Convex, Mesh
from clearway._logging import logger

Array: TypeAlias = NDArray[np.float64]

# In the order in which they are taken; what each calls threshold, and its usual value.
THRESHOLDS = {"coacd": 0.05, "vhacdx": 0.01}
_LEAST_THRESHOLDS = {"coacd": 0.01, "vhacdx": 0.0}  # With less coacd hardly comes to an end.


def find_method(method: str | None = None) -> str:
    """Return the library that decomposes: `method`, or the first that is installed.

    Raises
    ------
    ImportError
        If it, or any, is not installed.
    """
    wanted = THRESHOLDS if method is None else (method,)
    for name in wanted:
        if importlib.util.find_spec(name) is not None:
            return name
    raise ImportError(
        f"a decomposition needs {' or '.join(wanted)}; pip install 'clearway[decompose]'"
    )


def decompose(
    mesh: Mesh, name: str, *, method: str | None = None, threshold: float | None = None
) -> list[Convex]:
    """Return convex parts that together cover a mesh, to 1e-12 of its size.

    Of a mesh that is far from its origin, to the rounding of its coordinates, if that is more.

    Parameters
    ----------
    mesh : Mesh
    name : str
        What messages call it.
    method : {"coacd", "vhacdx"}, optional
        Which library proposes the parts; by default the first that is installed.
    threshold : float, optional
        What the library may leave concave: coacd's concavity (0.01 to 1, default 0.05), or the
        share of the volume that V-HACD may be off by (0 to 1, default 0.01).

    Returns
    -------
    list of Convex
        The same in every call with the same versions of the libraries. A convex solid is one.

    Raises
    ------
    ImportError
        If the library is not installed.
    ValueError
        If the mesh is open, but taken for a solid: what it encloses has no boundary; if the
        library fails; or if the threshold is out of range.
    """
    method = find_method(method)
    threshold = THRESHOLDS[method] if threshold is None else threshold
    least = _LEAST_THRESHOLDS[method]
    if not least <= threshold <= 1:
        raise ValueError(f"threshold: of {method} must be from {least} to 1, got {threshold}")
    if mesh.solid() and not mesh.watertight():
        raise ValueError(
            "an open mesh that is taken for a solid has no boundary to be covered; take it for"
            ' a surface (solid=False), close it, or take its hull (mesh="convex_hull")'
        )
    unit, exponent = _normalize(mesh)
    corners = unit.vertices()
    if len(np.unique(corners, axis=0)) <= 3 or (unit.solid() and unit.deviation() <= 1e-9):
        return [Convex(np.ldexp(corners, exponent))]
    logger.info("%s: decomposing %d triangles with %s", name, len(mesh.triangles()), method)
    start = time.perf_counter()
    parts = cover(unit, _propose_cached(unit, method, threshold))
    logger.info("%s: %d convex parts in %.1f s", name, len(parts), time.perf_counter() - start)
    return [Convex(np.ldexp(part.hull_vertices(), exponent)) for part in parts]


def _normalize(mesh: Mesh) -> tuple[Mesh, int]:
    """Return a mesh of a size of about 1, and the power of two that makes it the one given.

    Sizes that qhull and the libraries compute are squares and cubes of lengths, which leave the
    range of numbers long before the lengths do. A power of two changes no digit.
    """
    used, triangles = np.unique(mesh.triangles(), return_inverse=True)
    corners = mesh.vertices()[used]
    extent = float(np.ptp(np.ldexp(corners, -2), axis=0).max())  # Which cannot overflow.
    exponent = math.frexp(extent)[1] + 2 if extent > 0 else 0
    unit = Mesh(np.ldexp(corners, -exponent), triangles.reshape(-1, 3), solid=mesh.solid())
    return unit, exponent


def _propose_cached(mesh: Mesh, method: str, threshold: float) -> list[Array]:
    """Return a proposal, from the cache if it is there.

    The parts are made to cover the mesh after this, so that no file in the cache, be it damaged
    or another mesh's, can make them miss some of it.
    """
    folder = _find_cache()
    if folder is None:
        return _propose(mesh, method, threshold)
    version = importlib.metadata.version(method)
    key = hashlib.sha256(f"1 {method} {version} {threshold!r}".encode())
    key.update(mesh.vertices().tobytes())
    key.update(mesh.triangles().tobytes())
    path = folder / f"{key.hexdigest()}.npz"
    try:
        return _read_parts(path)
    except (EOFError, OSError, ValueError, zipfile.BadZipFile, zlib.error):  # Absent or damaged.
        proposal = _propose(mesh, method, threshold)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".npz", delete=False) as file:
            np.savez(file, *proposal)
        Path(file.name).replace(path)
    except OSError as error:
        logger.info("%s: the decomposition is not kept: %s", path, error)
    return proposal


def _find_cache() -> Path | None:
    """Return the folder of CLEARWAY_CACHE_DIR, by default the user's; None if that is empty."""
    text = os.environ.get("CLEARWAY_CACHE_DIR")
    if text is not None:
        return Path(text) if text else None
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:  # A user without a home.
        return None
    return Path(base) / "clearway"


def _propose(mesh: Mesh, method: str, threshold: float) -> list[Array]:
    with tempfile.TemporaryDirectory() as folder:
        vertices, triangles = mesh.vertices(), mesh.triangles()
        np.savez(Path(folder, "mesh.npz"), vertices=vertices, triangles=triangles)
        worker = [sys.executable, "-m", "clearway._decomposition_worker", method, repr(threshold)]
        paths = [str(Path(path).absolute()) for path in sys.path]
        done = subprocess.run(
            worker,
            check=False,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
        )
        if done.returncode != 0:
            last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            reason = last[0] if last else "it said nothing"
            raise ValueError(f"{method} failed with status {done.returncode}: {reason}")
        try:
            return _read_parts(Path(folder, "parts.npz"))
        except ValueError as error:
            raise ValueError(f'{method}: {error}; mesh="convex_hull" takes the hull') from None


def _read_parts(path: Path) -> list[Array]:
    with path.open("rb") as stream, np.load(stream) as file:
        parts = [np.asarray(file[name], dtype=np.float64) for name in file.files]
    if not parts:
        raise ValueError("it found no part")
    for part in parts:
        if part.ndim != 2 or part.shape[1] != 3 or not len(part) or not np.isfinite(part).all():
            raise ValueError("a part is not made of points")
    return parts
