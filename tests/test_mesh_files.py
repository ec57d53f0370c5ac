"""Mesh files: each format's ways to say the same box, and each way to be broken."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import clearway as cw
from clearway._polygons import triangulate

LOWER = np.array([-0.5, -1.0, -1.5])
CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-1, 1) for z in (-1.5, 1.5)])
QUADS = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
TRIANGLES = [[q[0], q[i], q[i + 1]] for q in QUADS for i in (1, 2)]


def write_binary_stl(path: Path, count: int | None = None) -> None:
    data = bytes(80) + struct.pack("<I", len(TRIANGLES) if count is None else count)
    for triangle in TRIANGLES:
        data += struct.pack("<3f", 0, 0, 0) + CORNERS[triangle].astype("<f4").tobytes() + bytes(2)
    path.write_bytes(data)


def ascii_solid(shift: float = 0) -> str:
    facets = [
        "facet normal nan nan nan\n outer loop\n"
        + "".join("\tvertex {} {} {}\n".format(*(CORNERS[i] + shift)) for i in triangle)
        + " endloop\nendfacet\n"
        for triangle in TRIANGLES
    ]
    return "solid box\n" + "".join(facets) + "endsolid box\n"


def obj_text(faces: list[list[int]] = QUADS) -> str:
    vertices = "".join("v {} {} {}\n".format(*v) for v in CORNERS)
    return vertices + "".join("f " + " ".join(str(i + 1) for i in f) + "\n" for f in faces)


def ply_header(form: str, num_faces: int) -> str:
    return (
        f"ply\nformat {form} 1.0\ncomment a box\nelement vertex 8\n"
        "property double x\nproperty double y\nproperty double z\nproperty uchar red\n"
        f"element face {num_faces}\nproperty list uchar int vertex_indices\nend_header\n"
    )


def ply_ascii(faces: list[list[int]]) -> bytes:
    lines = ["{} {} {} 255".format(*v) for v in CORNERS]
    lines += [" ".join(str(i) for i in [len(f), *f]) for f in faces]
    return (ply_header("ascii", len(faces)) + "\n".join(lines) + "\n").encode()


def ply_binary(order: str, faces: list[list[int]]) -> bytes:
    name = "binary_little_endian" if order == "<" else "binary_big_endian"
    data = ply_header(name, len(faces)).encode()
    for v in CORNERS:
        data += struct.pack(order + "3dB", *v, 255)
    for f in faces:
        data += struct.pack(f"{order}B{len(f)}i", len(f), *f)
    return data


def dae_text(nodes: str, unit: str = "", primitive: str = "") -> str:
    positions = " ".join(str(x) for x in CORNERS.ravel())
    indices = " ".join(str(i) for q in QUADS for i in q)
    primitive = primitive or (
        '<polylist count="6"><input semantic="VERTEX" source="#v" offset="0"/>'
        f"<vcount>4 4 4 4 4 4</vcount><p>{indices}</p></polylist>"
    )
    return (
        '<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema"'
        f' version="1.4.1"><asset>{unit}<up_axis>Y_UP</up_axis></asset><library_geometries>'
        '<geometry id="g"><mesh><source id="p">'
        f'<float_array id="a" count="24">{positions}</float_array><technique_common>'
        '<accessor source="#a" count="8" stride="3"><param name="X" type="float"/>'
        '<param name="Y" type="float"/><param name="Z" type="float"/></accessor>'
        '</technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/>'
        f"</vertices>{primitive}</mesh></geometry></library_geometries><library_visual_scenes>"
        f'<visual_scene id="s">{nodes}</visual_scene></library_visual_scenes>'
        '<scene><instance_visual_scene url="#s"/></scene></COLLADA>'
    )


INSTANCE = '<instance_geometry url="#g"><bind_material><technique_common><instance_material'
INSTANCE += ' symbol="m" target="#lost"/></technique_common></bind_material></instance_geometry>'


def write_glb(path: Path, nodes: list[dict[str, object]]) -> None:
    vertices = CORNERS.astype("<f4").tobytes()
    indices = np.array(TRIANGLES, dtype="<u2").tobytes()
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": list(range(len(nodes)))}],
        "nodes": nodes,
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 96},
            {"buffer": 0, "byteOffset": 96, "byteLength": 72},
        ],
        "buffers": [{"byteLength": 168}],
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    chunks += struct.pack("<II", 168, 0x004E4942) + vertices + indices
    path.write_bytes(struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks)


def write_box(path: Path) -> None:
    """Write the box in the form that the file's name says."""
    match path.name:
        case "binary.stl":
            write_binary_stl(path)
        case "ascii.STL":
            path.write_bytes(ascii_solid().replace("\n", "\r\n").encode())
        case "quads.obj":
            path.write_text("# box\nmtllib lost.mtl\no box\n" + obj_text() + "l 1 2\n")
        case "negative.obj":
            path.write_text(obj_text([[i - 9 for i in q] for q in QUADS]))
        case "colours.obj":
            path.write_text(obj_text().replace("1.5\n", "1.5 1 0 0 # red\n"))
        case "continued.obj":
            path.write_text(obj_text().replace(" -1.5", " \\\n -1.5"))
        case "slashes.obj":
            faces = "".join(f"f {a + 1}/1/1 {b + 1}//1 {c + 1}/1\n" for a, b, c in TRIANGLES)
            path.write_text(obj_text([]) + "vt 0 0\nvn 0 0 1\n" + faces)
        case "ascii.ply":
            path.write_bytes(ply_ascii(QUADS))
        case "little.ply":
            path.write_bytes(ply_binary("<", QUADS))
        case "big_mixed.ply":
            path.write_bytes(ply_binary(">", TRIANGLES[:2] + QUADS[1:]))
        case "box.dae":
            path.write_text(dae_text(f'<node id="n">{INSTANCE}</node>'))
        case "box.glb":
            write_glb(path, [{"mesh": 0}])


FORMS = [
    *("binary.stl", "ascii.STL", "quads.obj", "negative.obj", "colours.obj", "continued.obj"),
    *("slashes.obj", "ascii.ply", "little.ply", "big_mixed.ply", "box.dae", "box.glb"),
]


def bounds(mesh: cw.Mesh) -> NDArray[np.float64]:
    corners = mesh.vertices()[mesh.triangles().ravel()]
    return np.array([corners.min(axis=0), corners.max(axis=0)])


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_the_same_box(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_box(path)
    mesh = cw.Mesh(path)
    assert mesh.triangles().shape == (12, 3)
    assert mesh.watertight()
    assert mesh.volume() == pytest.approx(6)
    np.testing.assert_array_equal(bounds(mesh), [LOWER, -LOWER])
    scaled = cw.Mesh(str(path), scale=[0.001, 0.001, -0.001], solid=False)
    np.testing.assert_allclose(bounds(scaled), [0.001 * LOWER, -0.001 * LOWER])
    assert scaled.volume() == pytest.approx(6e-9)
    assert not scaled.solid()
    hull = cw.Convex(filename=path, scale=2)
    assert hull.volume() == pytest.approx(48)
    assert len(hull.hull_vertices()) == 8


def test_all_solids_of_an_ascii_stl_are_one_mesh(tmp_path: Path) -> None:
    path = tmp_path / "two.stl"
    path.write_text(ascii_solid() + ascii_solid(shift=5))
    mesh = cw.Mesh(path)
    assert len(mesh.triangles()) == 24
    assert mesh.volume() == pytest.approx(12)
    np.testing.assert_array_equal(bounds(mesh), [LOWER, 5 - LOWER])


def test_degenerate_triangles_and_unused_vertices_stay(tmp_path: Path) -> None:
    path = tmp_path / "box.obj"
    path.write_text(obj_text([*TRIANGLES, [3, 3, 5]]) + "v 9 9 9\n")
    mesh = cw.Mesh(path)
    assert len(mesh.vertices()) == 9
    assert mesh.triangles()[-1].tolist() == [3, 3, 5]
    assert mesh.watertight()
    assert len(cw.Convex(path).vertices()) == 8


def test_dae_nodes_and_unit_are_applied_and_the_up_axis_is_not(tmp_path: Path) -> None:
    path = tmp_path / "box.dae"
    path.write_text(
        dae_text(
            '<node id="n"><translate>0 0 10</translate><rotate>0 0 1 90</rotate>'
            f"{INSTANCE}<node><scale>2 2 2</scale><translate>10 0 0</translate>{INSTANCE}</node>"
            "</node>",
            unit='<unit name="centimetre" meter="0.01"/>',
        )
    )
    mesh = cw.Mesh(path)
    assert len(mesh.triangles()) == 24
    assert mesh.volume() == pytest.approx((6 + 48) * 1e-6)
    np.testing.assert_allclose(bounds(mesh), [[-0.02, -0.005, 0.07], [0.02, 0.21, 0.13]], atol=1e-8)


def test_glb_nodes_are_applied(tmp_path: Path) -> None:
    path = tmp_path / "box.glb"
    half = 0.5**0.5
    write_glb(
        path,
        [
            {"mesh": 0, "translation": [10, 0, 0], "rotation": [0, 0, half, half]},
            {"mesh": 0, "scale": [2, 2, 2]},
        ],
    )
    mesh = cw.Mesh(path)
    assert len(mesh.triangles()) == 24
    np.testing.assert_allclose(bounds(mesh), [[-1, -2, -3], [11, 2, 3]], atol=1e-12)


# An L of six corners: every rotation of the loop, of which a fan cuts two right.
ELL = np.array([[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]], dtype=float)


@pytest.mark.parametrize("first", range(6))
@pytest.mark.parametrize("turned", [False, True])
def test_concave_polygons_are_cut_within_them(first: int, turned: bool) -> None:
    vertices = np.column_stack([ELL, 3 - ELL.sum(axis=1)])
    loop = np.roll(np.arange(6), first)[:: -1 if turned else 1]
    triangles = triangulate(vertices, [np.array([0, 1, 2]), loop])
    assert triangles.shape == (5, 3)
    assert triangles[0].tolist() == [0, 1, 2]
    corners = vertices[triangles[1:]]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    sign = -1 if turned else 1
    assert (sign * normals[:, 2] >= 0).all()
    np.testing.assert_allclose(normals.sum(axis=0), [3 * sign] * 3)


def test_a_star_is_cut_within_it() -> None:
    angles = 2 * np.pi * np.arange(40) / 40
    radii = np.where(np.arange(40) % 2, 1.0, 0.2)
    vertices = np.column_stack([radii * np.cos(angles), radii * np.sin(angles), 0 * angles])
    corners = vertices[triangulate(vertices, [np.arange(40)])]
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] / 2
    assert (areas > 0).all()
    assert areas.sum() == pytest.approx(40 * 0.5 * 0.2 * np.sin(2 * np.pi / 40))


def test_polygons_without_area_or_that_cross_themselves_are_still_cut() -> None:
    points = np.array([[0, 0, 0], [1, 1, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0], [3, 0, 0]], float)
    loops = [np.array(loop) for loop in ([0, 1, 2, 3], [0, 2, 4, 5], [0, 0, 1, 1])]
    assert triangulate(points, loops).shape == (6, 3)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for make in (cw.Mesh, cw.Convex):
        with pytest.raises(FileNotFoundError, match=r"lost\.stl"):
            make(tmp_path / "lost.stl")
        with pytest.raises(FileNotFoundError, match="in the working folder") as caught:
            make("lost.stl")
        assert caught.value.filename == "lost.stl"
    (tmp_path / "folder.stl").mkdir()
    with pytest.raises(FileNotFoundError, match=r"folder\.stl"):
        cw.Mesh(tmp_path / "folder.stl")


def test_an_unknown_extension_lists_those_known(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"box\.step.*\.stl, \.obj, \.ply, \.dae, \.glb, \.gltf"):
        cw.Mesh(tmp_path / "box.step")


BROKEN: dict[str, tuple[bytes, str]] = {
    "empty.stl": (b"", "0 bytes"),
    "header.stl": (bytes(84), "no triangle"),
    "liar.stl": (bytes(80) + struct.pack("<I", 4_000_000_000) + bytes(100), "4000000000 triangles"),
    "torn.stl": (ascii_solid()[:-200].encode(), "facets"),
    "nan.stl": (ascii_solid().replace("vertex 0.5", "vertex nan", 1).encode(), "not finite"),
    "empty.obj": (b"", "no triangle"),
    "points.obj": (obj_text([]).encode(), "no triangle"),
    "index.obj": (obj_text([[0, 1, 98]]).encode(), "index 98.* 8"),
    "minus.obj": (obj_text([[0, 1, -20]]).encode(), "index"),
    "zero.obj": (obj_text([[0, 1, -1]]).encode(), "line 9: .*begin with 1"),
    "two.obj": (obj_text([[0, 1]]).encode(), "line 9: .*three vertices"),
    "words.obj": (b"v 0 0 zero\n", "line 1"),
    "short.obj": (b"v 0 0\n", "line 1"),
    "inf.obj": (obj_text().replace("0.5", "inf", 1).encode(), "not finite"),
    "nothing.ply": (b"", "no PLY header"),
    "format.ply": (ply_ascii(QUADS).replace(b"ascii", b"morse"), "morse"),
    "torn.ply": (ply_ascii(QUADS)[:-20], "ends within element 'face'"),
    "torn_binary.ply": (ply_binary("<", QUADS)[:-3], "ends within element 'face'"),
    "liar.ply": (
        ply_binary("<", QUADS).replace(b"vertex 8", b"vertex 4000000000"),
        "ends within element 'vertex'",
    ),
    "index.ply": (ply_ascii([[0, 1, 8]]), "index 8.* 8"),
    "text.dae": (b"not xml", "text.dae"),
    "empty.dae": (dae_text("<node/>").encode(), "no triangle"),
    "index.dae": (
        dae_text(
            f"<node>{INSTANCE}</node>",
            primitive='<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/>'
            "<p>0 1 77</p></triangles>",
        ).encode(),
        "index.dae",
    ),
    "text.glb": (b"not binary", "text.glb"),
    "text.gltf": (b"{}", "text.gltf"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_damaged_file_is_named_with_what_is_wrong(tmp_path: Path, name: str) -> None:
    data, message = BROKEN[name]
    path = tmp_path / name
    path.write_bytes(data)
    for make in (cw.Mesh, cw.Convex):
        with pytest.raises(ValueError, match=message) as error:
            make(path)
        assert str(path) in str(error.value)


def test_a_binary_stl_whose_header_begins_with_solid_is_binary(tmp_path: Path) -> None:
    path = tmp_path / "box.stl"
    write_binary_stl(path)
    path.write_bytes(b"solid by an exporter" + path.read_bytes()[20:])
    assert cw.Mesh(path).volume() == pytest.approx(6)


def test_a_binary_stl_is_read_without_the_import_of_trimesh(tmp_path: Path) -> None:
    """The import takes longer than most robots take to load."""
    path = tmp_path / "box.stl"
    write_binary_stl(path)
    script = (
        f"import sys, clearway; clearway.Mesh({str(path)!r}); assert 'trimesh' not in sys.modules"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60, env=environment)
