"""Mesh files that could be misread without a word: each is refused, and says why."""

from __future__ import annotations

import base64
import contextlib
import json
import struct
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clearway as cw
from clearway._polygons import triangulate
from test_mesh_files import INSTANCE, ascii_solid, dae_text, obj_text, ply_ascii, ply_binary

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype="<f4")
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], dtype="<u2")
QUADS = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]

BOX_DAE = dae_text(f"<node>{INSTANCE}</node>")


def gltf_tree() -> dict[str, Any]:
    """Return a glTF tetrahedron, but for where its buffer is."""
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "buffers": [{"byteLength": 72}],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 24},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
        ],
    }


def gltf(spoil: Callable[[dict[str, Any]], object] = lambda tree: None) -> bytes:
    tree = gltf_tree()
    data = base64.b64encode(POINTS.tobytes() + FACES.tobytes()).decode()
    tree["buffers"][0]["uri"] = f"data:application/octet-stream;base64,{data}"
    spoil(tree)
    return json.dumps(tree).encode()


def glb(length: int | None = None, version: int = 2) -> bytes:
    text = json.dumps(gltf_tree()).encode()
    text += b" " * (-len(text) % 4)
    data = POINTS.tobytes() + FACES.tobytes()
    body = struct.pack("<I4s", len(text), b"JSON") + text
    body += struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", version, length or 12 + len(body)) + body


def primitive(tree: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = tree["meshes"][0]["primitives"][0]
    return result


def replaced(data: bytes, old: bytes, new: bytes) -> bytes:
    assert data.count(old) >= 1
    return data.replace(old, new, 1)


PLY = ply_ascii(QUADS)
DRACO: dict[str, Any] = {"KHR_draco_mesh_compression": {}}
BROKEN: dict[str, tuple[bytes, str]] = {
    "count.ply": (replaced(PLY, b"vertex 8", b"vertex -8"), "'element vertex -8'"),
    "words.ply": (replaced(PLY, b"vertex 8", b"vertex eight"), "'element vertex eight'"),
    "type.ply": (replaced(PLY, b"uchar red", b"string red"), "'property string red'"),
    "list.ply": (replaced(PLY, b"uchar int", b"float int"), "list float int"),
    "no_z.ply": (replaced(PLY, b"double z", b"double w"), "'vertex' has no property 'z'"),
    "no_list.ply": (replaced(PLY, b"vertex_indices", b"corners"), "'face' has no list property"),
    "no_format.ply": (replaced(PLY, b"format ascii 1.0\n", b""), "names no format"),
    "two.ply": (
        replaced(PLY, b"element face 6", b"element vertex 6"),
        "two elements 'vertex'",
    ),
    "first.ply": (b"ply\nformat ascii 1.0\nproperty float x\nend_header\n", "'property float x'"),
    "more.ply": (replaced(PLY, b"face 6", b"face 5"), "goes on after its last element"),
    "more_binary.ply": (
        replaced(ply_binary("<", QUADS), b"face 6", b"face 5"),
        "goes on after its last element",
    ),
    "half.ply": (replaced(PLY, b"4 0 1 3 2", b"4 0 1.5 3 2"), "1.5"),
    "minus.ply": (replaced(PLY, b"4 0 1 3 2", b"-4 0 1 3 2"), "list of -4 items"),
    "underscore.ply": (replaced(PLY, b"-0.5 -1", b"-0_5 -1"), "in place of a number"),
    "underscore.obj": (b"v 1_0 0 0\n" + obj_text().encode(), "line 1: .*no number"),
    "digits.obj": ("v \uff11 0 0\n".encode() + obj_text().encode(), "line 1: .*no number"),
    "zero_unit.dae": (dae_text("<node/>", unit='<unit meter="0"/>').encode(), "meter='0'"),
    "minus_unit.dae": (dae_text("<node/>", unit='<unit meter="-1"/>').encode(), "meter='-1'"),
    "word_unit.dae": (dae_text("<node/>", unit='<unit meter="inch"/>').encode(), "meter='inch'"),
    "nan.dae": (replaced(BOX_DAE.encode(), b"-0.5", b"NaN"), "not finite"),
    "perspective.dae": (
        dae_text(
            f"<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix>{INSTANCE}</node>"
        ).encode(),
        "not affine",
    ),
    "torn.glb": (glb()[:-10], "bytes, but it has"),
    "long.glb": (glb() + b"more", "bytes, but it has"),
    "empty.glb": (b"", "too short"),
    "old.glb": (glb(version=1), "version 1"),
    "bad.gltf": (b"{", "bad.gltf: "),
    "list.gltf": (b"[]", "not glTF"),
    "bom.gltf": (b"\xef\xbb\xbf" + gltf(), "BOM"),
    "fan.gltf": (gltf(lambda t: primitive(t).update(mode=6)), "mode 6"),
    "draco.gltf": (gltf(lambda t: primitive(t).update(extensions=DRACO)), "KHR_draco"),
    "required.gltf": (
        gltf(lambda t: t.update(extensionsRequired=["KHR_mesh_quantization"])),
        "KHR_mesh_quantization",
    ),
    "short.gltf": (gltf(lambda t: t["accessors"][0].update(componentType=5122)), "quantised"),
    "sparse.gltf": (gltf(lambda t: t["accessors"][0].update(sparse={})), "sparse"),
    "count.gltf": (gltf(lambda t: t["accessors"][0].update(count=-4)), "count -4"),
    "skin.gltf": (gltf(lambda t: t["nodes"][0].update(skin=0)), "skinned"),
    "morph.gltf": (gltf(lambda t: t["nodes"][0].update(weights=[0.5])), "morphed"),
    "many.gltf": (
        gltf(lambda t: t["nodes"][0].update(extensions={"EXT_mesh_gpu_instancing": {}})),
        "EXT_mesh_gpu_instancing",
    ),
    "loop.gltf": (gltf(lambda t: t["nodes"][0].update(children=[0])), "parent"),
    "net.gltf": (gltf(lambda t: t["buffers"][0].update(uri="http://x/b.bin")), "not a file"),
    "perspective.gltf": (
        gltf(lambda t: t["nodes"][0].update(matrix=[1, 0, 0, 1, *np.eye(4).ravel()[4:].tolist()])),
        "not affine",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_would_be_misread_is_refused(tmp_path: Path, name: str) -> None:
    data, message = BROKEN[name]
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(ValueError, match=message) as error:
        cw.Mesh(path)
    assert str(path) in str(error.value)


def test_what_the_broken_ones_are_made_of_is_read(tmp_path: Path) -> None:
    for name, data in {"box.ply": PLY, "box.dae": BOX_DAE.encode()}.items():
        (tmp_path / name).write_bytes(data)
        assert cw.Mesh(tmp_path / name).volume() == pytest.approx(6)
    for name, data in {"tetrahedron.gltf": gltf(), "tetrahedron.glb": glb()}.items():
        (tmp_path / name).write_bytes(data)
        assert cw.Mesh(tmp_path / name).volume() == pytest.approx(1 / 6)


def test_a_gltf_buffer_that_is_missing_is_named_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "tetrahedron.gltf"
    path.write_bytes(gltf(lambda tree: tree["buffers"][0].update(uri="data.bin")))
    with pytest.raises(FileNotFoundError, match=r"tetrahedron\.gltf: its buffer 'data\.bin'"):
        cw.Mesh(path)


def test_a_comment_may_say_end_header(tmp_path: Path) -> None:
    path = tmp_path / "box.ply"
    path.write_bytes(replaced(PLY, b"comment a box", b"comment no end_header yet"))
    assert cw.Mesh(path).volume() == pytest.approx(6)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_does_not_hide_the_first_line(tmp_path: Path, encoding: str) -> None:
    """The first line is a vertex here: without it, all faces would have other corners."""
    (tmp_path / "box.obj").write_bytes(obj_text().encode(encoding))
    assert cw.Mesh(tmp_path / "box.obj").volume() == pytest.approx(6)
    if encoding == "utf-8-sig":
        (tmp_path / "box.stl").write_bytes(ascii_solid().encode(encoding))
        assert cw.Mesh(tmp_path / "box.stl").volume() == pytest.approx(6)


def test_a_number_that_is_not_finite_is_told_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "box.stl").write_text(ascii_solid().replace("vertex 0.5", "vertex inf", 1))
    with pytest.raises(ValueError, match=r"is not finite: \[inf, -?\d"):
        cw.Mesh(tmp_path / "box.stl")


def test_a_polygon_of_many_corners_is_cut_in_time() -> None:
    """Every second corner of a star is not convex, so each ear is tried against thousands."""
    n = 6000
    angles = np.linspace(0, 2 * np.pi, n, endpoint=False)
    radii = np.where(np.arange(n) % 2 == 0, 1.0, 0.5)
    vertices = np.stack([radii * np.cos(angles), radii * np.sin(angles), 0 * angles], axis=1)
    start = time.perf_counter()
    triangles = triangulate(vertices, [np.arange(n)])
    assert time.perf_counter() - start < 10
    a, b, c = (vertices[triangles[:, i], :2] for i in range(3))
    areas = ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]) / 2
    assert (areas > 0).all()
    # The shoelace formula.
    x, y = vertices[:, 0], vertices[:, 1]
    assert areas.sum() == pytest.approx((x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)


def huge_gltf() -> bytes:
    def spoil(tree: dict[str, Any]) -> None:
        tree["nodes"][0]["scale"] = [1e300, 1, 1]
        tree["nodes"].append({"children": [0], "scale": [1e300, 1, 1]})
        tree["scenes"][0]["nodes"] = [1]

    return gltf(spoil)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("concave.obj", b"v 1e308 0 0\nv -1e308 1 0\nv 0 -1e308 0\nv 0 0 1\nf 1 2 3 4\n"),
        ("huge.gltf", huge_gltf()),
    ],
)
def test_huge_numbers_give_no_warning(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with warnings.catch_warnings(record=True) as caught, contextlib.suppress(ValueError):
        warnings.simplefilter("always")
        cw.Mesh(path)
    assert not caught


def test_bytes_that_are_no_text_are_the_mistake_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "box.dae"
    path.write_bytes(BOX_DAE.encode().replace(b"COLLADA", b"COLLA\xff", 1))
    with pytest.raises(ValueError, match=r"box\.dae: "):
        cw.Mesh(path)


def test_a_buffer_that_is_not_base64_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tetrahedron.gltf"
    path.write_bytes(gltf().replace(b"base64", b"base65"))
    with pytest.raises(ValueError, match=r"tetrahedron\.gltf: a buffer has data that is not"):
        cw.Mesh(path)


def test_what_a_reader_logs_of_damaged_normals_is_not_on_stderr(tmp_path: Path) -> None:
    path = tmp_path / "normals.stl"
    path.write_text(ascii_solid().replace("normal nan nan nan", "normal nan nan x"))
    code = f"import clearway; print(clearway.Mesh({str(path)!r}).volume())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert float(done.stdout) == pytest.approx(cw.Mesh(path).volume())
