"""What of glTF is refused, where its reader would pass it over and give another mesh."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from clearway._mesh_limits import check_mesh_size, check_triangle_count
from clearway._missing_file import missing_file

# Extensions that say how surfaces look, and not where they are.
_HARMLESS = ("KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "KHR_xmp")
_FLOAT = 5126
_POINTS_AND_LINES = (0, 1, 2, 3)
_TRIANGLES_AND_STRIPS = (4, 5)


def check_gltf(path: Path, *, huge: bool = False) -> None:
    """Check that a glTF or GLB file is whole, and says nothing that is not read.

    Raises
    ------
    FileNotFoundError
        If a buffer is in a file that is not there.
    ValueError
        For a file that is damaged; compressed, quantised or sparse geometry, instancing, skins,
        morphs, triangle fans, buffers from a network, or another extension that it requires.
    """
    data = path.read_bytes()
    if path.suffix.lower() == ".glb":
        data = _read_json_chunk(data)
    tree = json.loads(data.decode("utf-8"))
    try:
        _check_tree(tree, path, huge)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError(f"it is not glTF: {type(error).__name__}: {error}") from error


def _read_json_chunk(data: bytes) -> bytes:
    if len(data) < 20:
        raise ValueError(f"a GLB file of {len(data)} bytes is too short")
    magic, version, length, chunk_length, chunk_type = struct.unpack_from("<4sIII4s", data)
    if magic != b"glTF" or chunk_type != b"JSON":
        raise ValueError("it has no GLB header")
    if version != 2:
        raise ValueError(f"it is of version {version}; only glTF 2 is read")
    if length != len(data) or 20 + chunk_length > length:
        raise ValueError(f"its header says {length} bytes, but it has {len(data)}")
    return data[20 : 20 + chunk_length]


def _check_tree(tree: dict[str, Any], path: Path, huge: bool) -> None:
    for name in tree.get("extensionsRequired", []):
        if not name.startswith(_HARMLESS):
            raise ValueError(f"it requires the extension {name}, which is not read")
    for buffer in tree.get("buffers", []):
        uri = buffer.get("uri", "data:;base64,")  # Without one it is the GLB's own.
        if uri.startswith("data:"):
            if ";base64," not in uri:
                raise ValueError(f"a buffer has data that is not base64: {uri[:60]!r}")
            continue
        if ":" in uri:
            raise ValueError(f"its buffer {uri!r} is not a file beside it")
        beside = path.parent / unquote(uri)
        if not beside.is_file():
            raise missing_file(f"{path}: its buffer {uri!r} is not there", beside)
        check_mesh_size(beside, huge=huge)
    for view in tree.get("bufferViews", []):
        _check_extensions("a buffer view", view)
    _check_nodes(tree)
    for mesh in tree.get("meshes", []):
        _check_weights("a mesh", mesh)
        for primitive in mesh["primitives"]:
            _check_primitive(primitive, tree)
    check_triangle_count(_count_triangles(tree), huge=huge)


def _count_triangles(tree: dict[str, Any]) -> int:
    """Return how many triangles there are, each mesh as often as a node holds it."""
    counts = []
    for mesh in tree.get("meshes", []):
        count = 0
        for primitive in mesh["primitives"]:
            mode = primitive.get("mode", 4)
            accessor = primitive.get("indices", primitive["attributes"]["POSITION"])
            if mode in _TRIANGLES_AND_STRIPS:
                count += tree["accessors"][accessor]["count"] // (3 if mode == 4 else 1)
        counts.append(count)
    return sum(counts[node["mesh"]] for node in tree.get("nodes", []) if "mesh" in node)


def _check_nodes(tree: dict[str, Any]) -> None:
    nodes = tree.get("nodes", [])
    for node in nodes:
        _check_extensions("a node", node)
        _check_weights("a node", node)
        if "skin" in node:
            raise ValueError("it has a skinned mesh")
    held = [child for node in nodes for child in node.get("children", [])]
    if len(held) != len(set(held)):
        raise ValueError("a node has two parents")
    for scene in tree.get("scenes", []):
        if set(scene.get("nodes", [])) & set(held):
            raise ValueError("a scene's root has a parent")


def _check_primitive(primitive: dict[str, Any], tree: dict[str, Any]) -> None:
    mode = primitive.get("mode", 4)
    if mode in _POINTS_AND_LINES:
        return
    if mode not in _TRIANGLES_AND_STRIPS:
        raise ValueError(f"it has a primitive of mode {mode}; triangles and strips are read")
    _check_extensions("a primitive", primitive)
    position = primitive["attributes"]["POSITION"]
    for index in [position, *_optional(primitive, "indices")]:
        accessor = tree["accessors"][index]
        if "sparse" in accessor:
            raise ValueError("it has a sparse accessor")
        if "bufferView" not in accessor:
            raise ValueError("it has an accessor without data")
        if index == position and accessor["componentType"] != _FLOAT:
            raise ValueError("its positions are quantised")
        if not isinstance(accessor["count"], int) or accessor["count"] < 1:
            raise ValueError(f"an accessor has the count {accessor['count']!r}")


def _check_extensions(what: str, part: dict[str, Any]) -> None:
    for name in part.get("extensions", {}):
        if "compression" in name or "instancing" in name:
            raise ValueError(f"{what} has the extension {name}, which is not read")


def _check_weights(what: str, part: dict[str, Any]) -> None:
    if any(part.get("weights", [])):
        raise ValueError(f"{what} is morphed")


def _optional(part: dict[str, Any], name: str) -> Iterator[Any]:
    if name in part:
        yield part[name]
