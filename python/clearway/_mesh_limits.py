"""How large a mesh file may be, so that none takes the machine down unasked."""

from __future__ import annotations

from pathlib import Path

# More than any robot's mesh: some 100 times the 2 MB that are usual.
MAX_BYTES = 128 * 2**20
MAX_TRIANGLES = 2_000_000
MAX_NODES = 100_000  # Of a scene, each as often as it is used.


def check_mesh_size(path: Path, *, huge: bool) -> None:
    """Raise ValueError if a file is too large to be read, before it is."""
    size = path.stat().st_size
    if size > MAX_BYTES and not huge:
        raise ValueError(f"it has {size} bytes, more than {MAX_BYTES}; huge=True reads it")


def check_triangle_count(count: int, *, huge: bool) -> None:
    """Raise ValueError if there are more triangles than a mesh may have."""
    if count > MAX_TRIANGLES and not huge:
        raise ValueError(f"it has {count} triangles, more than {MAX_TRIANGLES}; huge=True reads it")
