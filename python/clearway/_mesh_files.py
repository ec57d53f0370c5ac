"""Mesh files as vertices and triangles, exactly as they are in the file.

Nothing is merged, dropped or reordered; polygons are cut into triangles. All nodes, groups and
solids of a file are one mesh, each posed as the file says. STL text and glTF are read through
trimesh, DAE through pycollada. OBJ and PLY are read here, since trimesh cuts concave polygons
wrongly, and binary STL, the usual mesh of a robot, since importing trimesh takes most of a second.

Coordinates are those of the file, with two choices that follow ROS: a DAE file's ``<unit>`` is
applied, and no up axis is (neither DAE's ``<up_axis>`` nor glTF's y).
"""

from __future__ import annotations

import codecs
import io
import logging
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clearway._gltf import check_gltf
from clearway._mesh_limits import MAX_NODES, check_mesh_size, check_triangle_count
from clearway._missing_file import MissingFileError, check_is_file
from clearway._ply import read_ply
from clearway._polygons import triangulate

Vertices: TypeAlias = NDArray[np.float64]  # (n, 3)
Triangles: TypeAlias = NDArray[np.int64]  # (m, 3)
Polygons: TypeAlias = list[NDArray[np.int64]]


def load_mesh_file(
    filename: str | os.PathLike[str], *, huge: bool = False
) -> tuple[Vertices, Triangles]:
    """Read a mesh file.

    Parameters
    ----------
    filename : str or Path
        An STL, OBJ, PLY, DAE, GLB or glTF file, by its extension in any case.
    huge : bool
        Lifts the limits on the size of the file, 128 MiB and 2 000 000 triangles.

    Returns
    -------
    vertices : ndarray, shape (n, 3)
        In file units; of a DAE file in metres.
    triangles : ndarray of int, shape (m, 3)
        Rows of ``vertices``, m >= 1.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the extension is unknown, or the file is damaged, has no triangle, an index out of
        range or a number that is not finite; or if it is too large. The message names the file.
    """
    path = Path(filename)
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        supported = ", ".join(_READERS)
        raise ValueError(f"{path}: unknown mesh file extension '{path.suffix}', not {supported}")
    check_is_file(path)
    try:
        check_mesh_size(path, huge=huge)
        # Huge numbers overflow, which numpy would print; the last check finds what comes of it.
        with np.errstate(all="ignore"):
            vertices, triangles = reader(path, huge)
        check_triangle_count(len(triangles), huge=huge)
        _check(vertices, triangles)
    except MissingFileError:
        raise
    except Exception as error:  # Whatever a damaged file makes a reader say.
        if isinstance(error, OSError) and str(error.filename) == str(path):
            raise
        raise ValueError(f"{path}: {str(error) or type(error).__name__}") from error
    return vertices, triangles


def load_corners(filename: str | os.PathLike[str], *, huge: bool = False) -> Vertices:
    """Read the vertices of a mesh file that its triangles use, in their order in the file.

    Parameters and errors are those of `load_mesh_file`.
    """
    vertices, triangles = load_mesh_file(filename, huge=huge)
    corners: Vertices = vertices[np.unique(triangles)]
    return corners


def _check(vertices: Vertices, triangles: Triangles) -> None:
    if len(triangles) == 0:
        raise ValueError("it holds no triangle")
    if triangles.min() < 0 or triangles.max() >= len(vertices):
        wrong = triangles[(triangles < 0) | (triangles >= len(vertices))][0]
        raise ValueError(f"a face has the vertex index {wrong}, but there are {len(vertices)}")
    finite = np.isfinite(vertices).all(axis=1)
    if not finite.all():
        row = int(np.argmin(finite))
        raise ValueError(f"vertex {row} is not finite: {vertices[row].tolist()}")


def _join(parts: list[tuple[Vertices, Triangles]]) -> tuple[Vertices, Triangles]:
    if not parts:
        return np.empty((0, 3)), np.empty((0, 3), dtype=np.int64)
    offsets = np.cumsum([0] + [len(vertices) for vertices, _ in parts])
    return (
        np.concatenate([vertices for vertices, _ in parts]),
        np.concatenate([part[1] + offset for part, offset in zip(parts, offsets, strict=False)]),
    )


def _pose(
    X: NDArray[np.float64], vertices: Vertices, triangles: Triangles
) -> tuple[Vertices, Triangles]:
    """Check a part, before an offset can hide a wrong index, and pose its vertices."""
    if len(triangles) > 0:
        _check(vertices, triangles)
    if not np.array_equal(X[3], [0, 0, 0, 1]):
        raise ValueError(f"a node's matrix is not affine: its last row is {X[3].tolist()}")
    return vertices @ X[:3, :3].T + X[:3, 3], triangles


_STL_FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def _read_stl(path: Path, huge: bool) -> tuple[Vertices, Triangles]:
    data = path.read_bytes()
    count = int.from_bytes(data[80:84], "little")
    if len(data) >= 84 and len(data) == 84 + 50 * count:
        check_triangle_count(count, huge=huge)
        facets = np.frombuffer(data, _STL_FACET, count, offset=84)
        corners = facets["corners"].reshape(-1, 3).astype(np.float64)
        return corners, np.arange(3 * count).reshape(-1, 3)
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.lstrip()[:5].lower() != b"solid":
        if len(data) < 84:
            raise ValueError(f"an STL file of {len(data)} bytes is too short to hold a triangle")
        raise ValueError(
            f"its header says {count} triangles, which are {84 + 50 * count} bytes, "
            f"but it has {len(data)}"
        )
    num_facets = data.lower().count(b"endfacet")
    check_triangle_count(num_facets, huge=huge)
    vertices, triangles = _read_with_trimesh(io.BytesIO(data), "stl")
    if len(triangles) != num_facets:
        raise ValueError(f"it has {num_facets} facets, but {len(triangles)} whole triangles")
    return vertices, triangles


def _read_gltf(path: Path, huge: bool) -> tuple[Vertices, Triangles]:
    check_gltf(path, huge=huge)
    return _read_with_trimesh(path)


_SILENCE = logging.NullHandler()


def _read_with_trimesh(
    source: Path | io.BytesIO, file_type: str | None = None
) -> tuple[Vertices, Triangles]:
    import trimesh

    # Without a handler, what it logs would be on stderr if the application sets up no logging.
    logging.getLogger("trimesh").addHandler(_SILENCE)
    scene = trimesh.load_scene(source, file_type=file_type, process=False, skip_materials=True)
    parts = []
    for node in scene.graph.nodes_geometry:
        X, name = scene.graph[node]
        mesh = scene.geometry[name]
        if isinstance(mesh, trimesh.Trimesh):
            vertices = np.asarray(mesh.vertices, dtype=np.float64)
            parts.append(_pose(X, vertices, np.asarray(mesh.faces, dtype=np.int64)))
    return _join(parts)


def _read_obj(path: Path, _huge: bool) -> tuple[Vertices, Triangles]:
    data = path.read_bytes()
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = data.decode("utf-16" if is_wide else "utf-8-sig", errors="replace")
    text = text.replace("\r\n", "\n").replace("\\\n", " ")
    vertices = []
    polygons: Polygons = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words or words[0] not in ("v", "f"):
            continue
        try:
            if "_" in line or not line.isascii():
                raise ValueError("it holds what is no number")  # float() would read some.
            if words[0] == "v":
                # What follows x, y and z is a weight or a colour.
                if len(words) < 4:
                    raise ValueError("a vertex needs three coordinates")
                x, y, z = words[1:4]
                vertices.append((float(x), float(y), float(z)))
            else:
                indices = [int(word.partition("/")[0]) for word in words[1:]]
                if len(indices) < 3:
                    raise ValueError("a face needs three vertices")
                # One-based, or counted back from the last vertex so far.
                polygons.append(np.array([i - 1 if i > 0 else len(vertices) + i for i in indices]))
                if 0 in indices:
                    raise ValueError("vertex indices begin with 1")
        except ValueError as error:
            raise ValueError(f"line {number}: {error}: '{line.strip()}'") from error
    return _triangulated(np.array(vertices, dtype=np.float64).reshape(-1, 3), polygons)


def _triangulated(vertices: Vertices, polygons: Polygons) -> tuple[Vertices, Triangles]:
    if polygons:
        _check(vertices, np.concatenate(polygons))
    return vertices, triangulate(vertices, polygons)


def _read_ply(path: Path, _huge: bool) -> tuple[Vertices, Triangles]:
    return _triangulated(*read_ply(path.read_bytes().removeprefix(codecs.BOM_UTF8)))


def _read_dae(path: Path, huge: bool) -> tuple[Vertices, Triangles]:
    import collada
    from lxml import etree

    # What a surface looks like is not asked for, and often refers to what is not there.
    parser = etree.XMLParser(resolve_entities=False, huge_tree=True, remove_comments=True)
    root = etree.fromstring(path.read_bytes(), parser)
    looks = ("library_images", "library_effects", "library_materials", "bind_material")
    for element in list(root.iter(*(f"{{*}}{name}" for name in looks))):
        parent = element.getparent()
        if parent is not None:
            parent.remove(element)
    unit = _read_unit(root)
    _check_positions(root)
    document = collada.Collada(io.BytesIO(etree.tostring(root)))
    if document.scene is None:
        raise ValueError("it has no scene")

    parts: list[tuple[Vertices, Triangles]] = []

    num_visits = 0

    def visit(node: Any, X_parent: NDArray[np.float64]) -> None:
        # A node may be used many times over, and hold others that are.
        nonlocal num_visits
        num_visits += 1
        if num_visits > MAX_NODES and not huge:
            raise ValueError(f"it uses more than {MAX_NODES} nodes; huge=True reads it")
        if isinstance(node, collada.scene.Node):
            X = X_parent @ np.asarray(node.matrix, dtype=np.float64)
            for child in node.children:
                visit(child, X)
        elif isinstance(node, collada.scene.ControllerNode):
            raise TypeError("it has a skinned or morphed mesh (instance_controller)")
        elif isinstance(node, collada.scene.GeometryNode):
            for primitive in node.geometry.primitives:
                if isinstance(primitive, collada.lineset.LineSet) or primitive.vertex is None:
                    continue
                vertices = np.asarray(primitive.vertex, dtype=np.float64)
                indices = np.asarray(primitive.vertex_index, dtype=np.int64)
                if isinstance(primitive, collada.triangleset.TriangleSet):
                    polygons = list(indices.reshape(-1, 3))
                else:
                    polygons = np.split(indices, np.cumsum(primitive.vcounts)[:-1])
                X = np.diag([unit, unit, unit, 1]) @ X_parent
                parts.append(_pose(X, *_triangulated(vertices, polygons)))
                check_triangle_count(sum(len(part[1]) for part in parts), huge=huge)

    for node in document.scene.nodes:
        visit(node, np.eye(4))
    return _join(parts)


def _read_unit(root: Any) -> float:
    """Return the unit of a DAE file [m]; pycollada takes what it cannot read for 1."""
    element = root.find("{*}asset/{*}unit")
    text = "1" if element is None else element.get("meter", "1")
    try:
        unit = float(text)
    except ValueError:
        unit = math.nan
    if not (unit > 0 and math.isfinite(unit)):
        raise ValueError(f"its <unit> has meter={text!r}, which is not a length")
    return unit


def _check_positions(root: Any) -> None:
    """Check that no position is NaN, which pycollada takes for 0."""
    inputs = root.iter("{*}input")
    positions = {each.get("source") for each in inputs if each.get("semantic") == "POSITION"}
    for source in root.iter("{*}source"):
        if f"#{source.get('id')}" not in positions:
            continue
        for array in source.iter("{*}float_array"):
            if "nan" in (array.text or "").lower():
                raise ValueError("a position is not finite: nan")


_READERS: dict[str, Callable[[Path, bool], tuple[Vertices, Triangles]]] = {
    ".stl": _read_stl,
    ".obj": _read_obj,
    ".ply": _read_ply,
    ".dae": _read_dae,
    ".glb": _read_gltf,
    ".gltf": _read_gltf,
}
