"""Mesh files as vertices and triangles, exactly as they are in the file.

Nothing is merged, dropped or reordered; polygons are cut into triangles. All nodes, groups and
solids of a file are one mesh, each posed as the file says. STL text and glTF are read through
trimesh, DAE through pycollada. OBJ and PLY are read here, since trimesh cuts concave polygons
wrongly, and binary STL, the usual mesh of a robot, since importing trimesh takes most of a second.

Coordinates are those of the file, with two choices that follow ROS: a DAE file's ``<unit>`` is
applied, and no up axis is (neither DAE's ``<up_axis>`` nor glTF's y).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clearway._polygons import triangulate

Vertices: TypeAlias = NDArray[np.float64]  # (n, 3)
Triangles: TypeAlias = NDArray[np.int64]  # (m, 3)
Polygons: TypeAlias = list[NDArray[np.int64]]


def load_mesh_file(filename: str | os.PathLike[str]) -> tuple[Vertices, Triangles]:
    """Read a mesh file.

    Parameters
    ----------
    filename : str or Path
        An STL, OBJ, PLY, DAE, GLB or glTF file, by its extension in any case.

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
        range or a number that is not finite. The message names the file.
    """
    path = Path(filename)
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        supported = ", ".join(_READERS)
        raise ValueError(f"{path}: unknown mesh file extension '{path.suffix}', not {supported}")
    if not path.is_file():
        raise FileNotFoundError(f"no such mesh file: {path}")
    try:
        vertices, triangles = reader(path)
        _check(vertices, triangles)
    except OSError:
        raise
    except Exception as error:  # Whatever a damaged file makes a reader say.
        raise ValueError(f"{path}: {error}") from error
    return vertices, triangles


def load_corners(filename: str | os.PathLike[str]) -> Vertices:
    """Read the vertices of a mesh file that its triangles use, in their order in the file.

    Parameters and errors are those of `load_mesh_file`.
    """
    vertices, triangles = load_mesh_file(filename)
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
    for vertices, triangles in parts:
        if len(triangles) > 0:
            _check(vertices, triangles)  # Before an offset can hide a wrong index.
    offsets = np.cumsum([0] + [len(vertices) for vertices, _ in parts])
    return (
        np.concatenate([vertices for vertices, _ in parts]),
        np.concatenate([part[1] + offset for part, offset in zip(parts, offsets, strict=False)]),
    )


def _transform(X: NDArray[np.float64], vertices: Vertices) -> Vertices:
    result: Vertices = vertices @ X[:3, :3].T + X[:3, 3]
    return result


_STL_FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def _read_stl(path: Path) -> tuple[Vertices, Triangles]:
    data = path.read_bytes()
    count = int.from_bytes(data[80:84], "little")
    if len(data) >= 84 and len(data) == 84 + 50 * count:
        facets = np.frombuffer(data, _STL_FACET, count, offset=84)
        corners = facets["corners"].reshape(-1, 3).astype(np.float64)
        return corners, np.arange(3 * count).reshape(-1, 3)
    if data.lstrip()[:5].lower() != b"solid":
        if len(data) < 84:
            raise ValueError(f"an STL file of {len(data)} bytes is too short to hold a triangle")
        raise ValueError(
            f"its header says {count} triangles, which are {84 + 50 * count} bytes, "
            f"but it has {len(data)}"
        )
    vertices, triangles = _read_with_trimesh(path)
    num_facets = data.lower().count(b"endfacet")
    if len(triangles) != num_facets:
        raise ValueError(f"it has {num_facets} facets, but {len(triangles)} whole triangles")
    return vertices, triangles


def _read_with_trimesh(path: Path) -> tuple[Vertices, Triangles]:
    import trimesh

    scene = trimesh.load_scene(path, process=False, skip_materials=True)
    parts = []
    for node in scene.graph.nodes_geometry:
        X, name = scene.graph[node]
        mesh = scene.geometry[name]
        if isinstance(mesh, trimesh.Trimesh):
            vertices = np.asarray(mesh.vertices, dtype=np.float64)
            parts.append((_transform(X, vertices), np.asarray(mesh.faces, dtype=np.int64)))
    return _join(parts)


def _read_obj(path: Path) -> tuple[Vertices, Triangles]:
    text = path.read_text(encoding="utf-8", errors="replace").replace("\\\n", " ")
    vertices = []
    polygons: Polygons = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words or words[0] not in ("v", "f"):
            continue
        try:
            if words[0] == "v":
                # What follows x, y and z is a weight or a colour.
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


_PLY_TYPES = {
    "char": "i1",
    "uchar": "u1",
    "short": "i2",
    "ushort": "u2",
    "int": "i4",
    "uint": "u4",
    "int8": "i1",
    "uint8": "u1",
    "int16": "i2",
    "uint16": "u2",
    "int32": "i4",
    "uint32": "u4",
    "float": "f4",
    "double": "f8",
    "float32": "f4",
    "float64": "f8",
}


class _PlyElement:
    """What the header says of one element: its properties are (name, type, type of count)."""

    def __init__(self, name: str, count: int) -> None:
        self.name = name
        self.count = count
        self.properties: list[tuple[str, str, str | None]] = []


def _read_ply(path: Path) -> tuple[Vertices, Triangles]:
    data = path.read_bytes()
    header, separator, body = data.partition(b"end_header")
    if not header.startswith(b"ply") or not separator:
        raise ValueError("it has no PLY header")
    body = body[2:] if body.startswith(b"\r\n") else body[1:]
    byte_order = ""
    elements: list[_PlyElement] = []
    for line in header.decode("ascii", errors="replace").splitlines():
        match line.split():
            case ["format", "ascii", *_]:
                byte_order = ""
            case ["format", "binary_little_endian", *_]:
                byte_order = "<"
            case ["format", "binary_big_endian", *_]:
                byte_order = ">"
            case ["format", other, *_]:
                raise ValueError(f"unknown PLY format '{other}'")
            case ["element", name, count]:
                elements.append(_PlyElement(name, int(count)))
            case ["property", "list", count_type, item_type, name]:
                elements[-1].properties.append(
                    (name, _PLY_TYPES[item_type], _PLY_TYPES[count_type])
                )
            case ["property", item_type, name]:
                elements[-1].properties.append((name, _PLY_TYPES[item_type], None))
    read = _BinaryPly(body, byte_order) if byte_order else _AsciiPly(body)

    vertices: Vertices = np.empty((0, 3))
    polygons: Polygons = []
    for element in elements:
        rows = read.rows(element)
        if element.name == "vertex":
            vertices = np.array(
                [(row["x"], row["y"], row["z"]) for row in rows], dtype=np.float64
            ).reshape(-1, 3)
        elif element.name == "face":
            for row in rows:
                indices = row["vertex_indices"] if "vertex_indices" in row else row["vertex_index"]
                if len(indices) < 3:
                    raise ValueError(f"face {len(polygons)} has {len(indices)} vertices")
                polygons.append(np.asarray(indices, dtype=np.int64))
        else:
            for _ in rows:
                pass
    return _triangulated(vertices, polygons)


class _AsciiPly:
    def __init__(self, body: bytes) -> None:
        self._words = iter(body.split())

    def rows(self, element: _PlyElement) -> Iterator[dict[str, Any]]:
        for _ in range(element.count):
            row: dict[str, Any] = {}
            for name, _, count_type in element.properties:
                if count_type is None:
                    row[name] = float(self._word(element))
                else:
                    count = int(self._word(element))
                    row[name] = [int(float(self._word(element))) for _ in range(count)]
            yield row

    def _word(self, element: _PlyElement) -> bytes:
        word = next(self._words, None)
        if word is None:
            raise ValueError(f"it ends within element '{element.name}'")
        return word


class _BinaryPly:
    def __init__(self, body: bytes, byte_order: str) -> None:
        self._body = body
        self._byte_order = byte_order
        self._position = 0

    def rows(self, element: _PlyElement) -> Iterator[dict[str, Any]]:
        if any(count_type is not None for _, _, count_type in element.properties):
            for _ in range(element.count):
                row: dict[str, Any] = {}
                for name, item_type, count_type in element.properties:
                    count = 1 if count_type is None else int(self._read(count_type, 1, element)[0])
                    items = self._read(item_type, count, element)
                    row[name] = items[0] if count_type is None else items
                yield row
        else:
            names = [name for name, _, _ in element.properties]
            fields = [(name, item_type) for name, item_type, _ in element.properties]
            for record in self._read(fields, element.count, element):
                yield dict(zip(names, record, strict=True))

    def _read(self, dtype: Any, count: int, element: _PlyElement) -> NDArray[Any]:
        wide = np.dtype(dtype).newbyteorder(self._byte_order)
        if count < 0 or self._position + count * wide.itemsize > len(self._body):
            raise ValueError(f"it ends within element '{element.name}'")
        items = np.frombuffer(self._body, wide, count, self._position)
        self._position += count * wide.itemsize
        return items


def _read_dae(path: Path) -> tuple[Vertices, Triangles]:
    import io

    import collada
    from lxml import etree

    # What a surface looks like is not asked for, and often refers to what is not there.
    parser = etree.XMLParser(resolve_entities=False, huge_tree=True, remove_comments=True)
    root = etree.parse(path, parser).getroot()
    looks = ("library_images", "library_effects", "library_materials", "bind_material")
    for element in list(root.iter(*(f"{{*}}{name}" for name in looks))):
        parent = element.getparent()
        if parent is not None:
            parent.remove(element)
    document = collada.Collada(io.BytesIO(etree.tostring(root)))
    if document.scene is None:
        raise ValueError("it has no scene")

    unit = float(document.assetInfo.unitmeter or 1)
    parts: list[tuple[Vertices, Triangles]] = []

    def visit(node: Any, X_parent: NDArray[np.float64]) -> None:
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
                parts.append(_triangulated(unit * _transform(X_parent, vertices), polygons))

    for node in document.scene.nodes:
        visit(node, np.eye(4))
    return _join(parts)


_READERS: dict[str, Callable[[Path], tuple[Vertices, Triangles]]] = {
    ".stl": _read_stl,
    ".obj": _read_obj,
    ".ply": _read_ply,
    ".dae": _read_dae,
    ".glb": _read_with_trimesh,
    ".gltf": _read_with_trimesh,
}
