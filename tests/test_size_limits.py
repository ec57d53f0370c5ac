"""Files that are too large are refused before they are read, and the error names what lifts that."""

from __future__ import annotations

import json
import resource
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import clearway as cw
from clearway import Parser, RobotDiagramBuilder, _mesh_limits, load_checker, load_srdf
from clearway._mesh_files import load_mesh_file
from clearway._parsing import xml
from test_broken_mesh_files import gltf
from test_mesh_files import INSTANCE, dae_text

GIB = 2**30


@pytest.fixture(autouse=True)
def small_and_quick() -> Iterator[None]:
    """Whatever is refused costs neither time nor memory."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.monotonic()
    yield
    assert time.monotonic() - start < 20
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 512 * 1024  # kB


def sparse(path: Path, head: bytes = b"", size: int = GIB) -> Path:
    """A file of a length that takes no room on the disk."""
    with path.open("wb") as file:
        file.write(head)
        file.truncate(size)
    return path


@pytest.mark.parametrize("suffix", ["stl", "obj", "ply", "dae", "glb", "gltf"])
def test_large_mesh_files_are_not_read(tmp_path: Path, suffix: str) -> None:
    path = sparse(tmp_path / f"large.{suffix}")
    for read in (load_mesh_file, cw.Mesh, cw.Convex):
        with pytest.raises(ValueError, match=rf"large.{suffix}: it has {GIB} bytes.*huge=True"):
            read(path)


@pytest.mark.parametrize(
    "name", ["large.urdf", "large.srdf", "large.xml", "large.urdf.xacro", "part"]
)
def test_large_descriptions_are_not_read(tmp_path: Path, name: str) -> None:
    path = sparse(tmp_path / name)
    message = rf"{name}: has {GIB} bytes.*huge=True"
    if name == "part":
        path = tmp_path / "whole.xml"
        path.write_text('<mujoco><include file="part"/></mujoco>')
    load = load_srdf if name == "large.srdf" else load_checker
    with pytest.raises(ValueError, match=message):
        load(path)


def test_many_elements_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "many.urdf"
    path.write_text('<robot name="r">' + "<a/>" * 10**6 + '<link name="l"/></robot>')
    with pytest.raises(ValueError, match=rf"many.urdf:1: .*{xml.MAX_ELEMENTS}.*huge=True"):
        load_checker(path)


def test_a_robot_with_a_large_mesh_is_told_where(tmp_path: Path) -> None:
    sparse(tmp_path / "large.stl")
    path = tmp_path / "robot.urdf"
    path.write_text(
        '<robot name="r"><link name="l">\n<collision><geometry><mesh filename="large.stl"/>'
        "</geometry></collision></link></robot>"
    )
    with pytest.raises(ValueError, match=r"robot.urdf:2: .*<collision>.*large.stl.*huge=True"):
        load_checker(path)


ASSET = "<mujoco><asset>\n{}</asset></mujoco>"
ACTUATOR = (
    '<mujoco><worldbody><body><joint name="j"/><geom size="1"/></body></worldbody><actuator>\n'
    "{}</actuator></mujoco>"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            ASSET.format('<hfield name="h" nrow="99999" ncol="99999" size="1 1 1 1"/>'),
            '2: <hfield name="h">: it has 19999600002 triangles',
        ),
        (
            ASSET.format('<mesh name="m" builtin="plate" params="30000 30000"/>'),
            '2: <mesh name="m">: it has 1800000000 triangles',
        ),
        (
            ASSET.format('<mesh name="m" builtin="supersphere" params="20000 1 1"/>'),
            '2: <mesh name="m">: it has 800000000 triangles',
        ),
        (
            ACTUATOR.format('<general joint="j" dyntype="user" actdim="2000000000"/>'),
            "2: <actuator> <general>: has 2000000000 numbers for each of 1 sensors and actuators",
        ),
        (
            ACTUATOR.format('<general joint="j" nsample="8000000"/><motor joint="j"/>'),
            "2: <actuator> <general>: has 8000000 numbers for each of 2 sensors and actuators",
        ),
    ],
)
@pytest.mark.parametrize("attached", [False, True])
def test_a_number_of_an_mjcf_cannot_stand_for_memory(
    text: str, message: str, attached: bool, tmp_path: Path
) -> None:
    path = tmp_path / "bomb.xml"
    path.write_text(text)
    if attached:
        path = tmp_path / "whole.xml"
        path.write_text('<mujoco><asset><model file="bomb.xml"/></asset></mujoco>')
    with pytest.raises(ValueError, match=rf"bomb.xml:{message}.*huge=True"):
        load_checker(path)


@pytest.mark.parametrize(
    "text",
    [
        '<size nuser_body="500000000"/>',
        '<size nkey="100000000" nuserdata="2000000000" memory="1000G"/>',
        '<size njmax="2000000000" nconmax="2000000000"/>',
        '<sensor><user dim="2000000000"/></sensor>',
        '<sensor><rangefinder camera="c"/></sensor>',
        (
            '<sensor><user name="s" dim="1"/></sensor><custom><tuple name="t">'
            '<element objtype="sensor" objname="s" prm="1"/></tuple></custom>'
        ),
    ],
)
def test_memory_of_a_simulation_is_not_asked_for(text: str) -> None:
    world = (
        '<worldbody><camera name="c" resolution="100000 100000"/>'
        '<body><geom size="1"/></body></worldbody>'
    )
    checker = load_checker(f"<mujoco>{text}{world}</mujoco>")
    assert checker.plant().num_collision_geometries() == 1


def test_a_cone_has_as_many_triangles_as_sides() -> None:
    text = '<mesh name="m" builtin="cone" params="2000 0"/>'
    world = '<worldbody><geom type="mesh" mesh="m"/></worldbody>'
    with pytest.raises(ValueError, match="huge=True") as caught:
        load_checker(ASSET.format(text.replace("2000", "2000001")))
    assert "2000001 triangles" in str(caught.value)
    checker = load_checker(f"<mujoco><asset>{text}</asset>{world}</mujoco>")
    assert checker.plant().num_collision_geometries() == 1


def test_huge_lifts_each_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_mesh_limits, "MAX_BYTES", 100)
    monkeypatch.setattr(xml, "MAX_BYTES", 100)
    monkeypatch.setattr(xml, "MAX_ELEMENTS", 3)
    mesh = tmp_path / "box.dae"
    mesh.write_text(dae_text(f"<node>{INSTANCE}</node>"))
    path = tmp_path / "robot.urdf"
    path.write_text(
        '<robot name="r"><link name="l"><collision><geometry><mesh filename="box.dae"/>'
        "</geometry></collision></link></robot>"
    )
    with pytest.raises(ValueError, match="huge=True"):
        load_checker(path)
    assert load_checker(path, huge=True).plant().num_collision_geometries() == 1
    builder = RobotDiagramBuilder()
    Parser(builder, huge=True).AddModels(path)
    assert builder.plant().num_collision_geometries() == 1
    with pytest.raises(ValueError, match="huge=True"):
        cw.Mesh(mesh)
    assert len(cw.Mesh(mesh, huge=True).triangles()) == 12
    assert len(cw.Convex(mesh, huge=True).hull_vertices()) == 8


def test_a_small_file_cannot_stand_for_many_triangles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dae = tmp_path / "many.dae"
    # Each node holds the next one twice: 2^40 boxes.
    nodes = "".join(
        f'<node id="n{i}"><instance_node url="#n{i - 1}"/><instance_node url="#n{i - 1}"/></node>'
        for i in range(1, 41)
    )
    library = f'<library_nodes><node id="n0">{INSTANCE}</node>{nodes}</library_nodes>'
    text = dae_text('<node><instance_node url="#n40"/></node>')
    dae.write_text(text.replace("<library_visual_scenes>", library + "<library_visual_scenes>"))
    monkeypatch.setattr(_mesh_limits, "MAX_TRIANGLES", 10_000)
    with pytest.raises(ValueError, match=r"many.dae: .*huge=True"):
        load_mesh_file(dae)

    def repeat(tree: dict[str, list[object]]) -> None:
        tree["nodes"] = [{"mesh": 0}] * 5000
        tree["scenes"] = [{"nodes": list(range(5000))}]

    path = tmp_path / "many.gltf"
    path.write_bytes(gltf(repeat))
    with pytest.raises(ValueError, match=r"many.gltf: it has 20000 triangles.*huge=True"):
        load_mesh_file(path)


def test_what_a_header_promises_is_not_believed(tmp_path: Path) -> None:
    stl = tmp_path / "many.stl"
    count = _mesh_limits.MAX_TRIANGLES + 1
    sparse(stl, b" " * 80 + struct.pack("<I", count), 84 + 50 * count)
    with pytest.raises(ValueError, match=rf"it has {count} triangles.*huge=True"):
        load_mesh_file(stl)
    for properties in ("", "property float x\n"):
        ply = tmp_path / "many.ply"
        ply.write_text(f"ply\nformat ascii 1.0\nelement e 9999999999\n{properties}end_header\n")
        with pytest.raises(ValueError, match=r"ends within element 'e', .* 9999999999"):
            load_mesh_file(ply)
    path = tmp_path / "zeros.gltf"
    tree = json.loads(gltf())
    tree["accessors"][0] = {"componentType": 5126, "count": 10**9, "type": "VEC3"}
    path.write_text(json.dumps(tree))
    with pytest.raises(ValueError, match="without data"):
        load_mesh_file(path)
