"""`clearway info`: what is loaded, what is filtered and why, and what is not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from clearway.cli import main

ROBOT = """<robot name="arm">
  <link name="base"><visual/><inertial/>
    <collision name="foot"><geometry><box size="1 2 3"/></geometry></collision></link>
  <link name="bracket"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="l1"><visual/><collision><geometry><mesh filename="open.obj"/></geometry></collision>
    <colision/></link>
  <link name="l2"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="l3"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="tool"/>
  <joint name="jb" type="fixed"><parent link="base"/><child link="bracket"/></joint>
  <joint name="j1" type="revolute"><parent link="base"/><child link="l1"/>
    <limit lower="-1" upper="2.5"/></joint>
  <joint name="j2" type="prismatic"><parent link="l1"/><child link="l2"/>
    <limit lower="0" upper="0.5"/></joint>
  <joint name="j3" type="continuous"><parent link="l2"/><child link="l3"/></joint>
  <joint name="j4" type="revolute"><parent link="l3"/><child link="tool"/>
    <mimic joint="j1" multiplier="-2" offset="0.5"/></joint>
  <transmission name="t"/>
  <drake:collision_filter_group name="g"><drake:member link="base"/><drake:member link="l2"/>
    <drake:ignored_collision_filter_group name="g"/></drake:collision_filter_group>
</robot>"""
SRDF = """<robot name="arm"><disable_collisions link1="base" link2="l3" reason="Never"/>
  <end_efector name="hand"/></robot>"""
REPORT = """\
robot arm: {path}
7 bodies, 6 joints, 3 positions, 5 shapes, 4 pairs of bodies checked, 6 filtered
bodies
  world (0): no shape
  base (1, robot)
    foot  Box(width=1, depth=2, height=3)
  bracket (2, robot)
    bracket_collision0  Sphere(radius=0.1)
  l1 (3, robot)
    l1_collision0  mesh, 1 triangles, open, solid
  l2 (4, robot)
    l2_collision0  Sphere(radius=0.1)
  l3 (5, robot)
    l3_collision0  Sphere(radius=0.1)
  tool (6, robot): no shape
joints
  jb                   fixed       base -> bracket
  j1                   revolute    base -> l1       [-1, 2.5] rad
  j2                   prismatic   l1 -> l2         [0, 0.5] m
  j3                   continuous  l2 -> l3         no limits
  j4                   revolute    l3 -> tool       = -2 j1 + 0.5
  world_welds_to_base  fixed       world -> base
filtered pairs
  welded together: 1
    base - bracket
  adjacent: 3
    base - l1
    l1 - l2
    l2 - l3
  the file's collision_filter_group: 1
    base - l2
  SRDF Never: 1
    base - l3
ignored in {path}
  2 <visual>: lines 2, 5
  1 <inertial>: line 2
  1 <colision> (unknown; near <collision>): line 6
  1 <transmission>: line 18
ignored in {srdf}
  1 <end_efector> (unknown; near <end_effector>): line 2
"""


@pytest.fixture(name="arm")
def write_arm(tmp_path: Path) -> Path:
    (tmp_path / "open.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (tmp_path / "arm.srdf").write_text(SRDF)
    path = tmp_path / "arm.urdf"
    path.write_text(ROBOT)
    return path


def test_the_report_is_whole(arm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    srdf = str(arm.with_suffix(".srdf"))
    assert main(["info", str(arm), "--srdf", srdf, "--solid", "l1=true"]) == 0
    assert capsys.readouterr().out.splitlines() == REPORT.format(path=arm, srdf=srdf).splitlines()


def test_options_are_those_of_load_checker(
    arm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "scene.urdf").write_text(
        '<robot name="arm"><link name="table"><collision><geometry><box size="1 1 1"/>'
        "</geometry></collision></link></robot>"
    )
    options = ["--root", "floating", "--mesh", "convex_hull", "--package-dir", str(tmp_path)]
    scene = str(tmp_path / "scene.urdf")
    assert main(["info", str(arm), *options, "--environment", scene, "--huge", "--strict"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"environment arm_2: {scene}" in lines
    assert "    l1_collision0  convex hull, 3 vertices" in lines
    assert "  table (7)" in lines
    assert any("$world_base" in line and "quaternion_floating" in line for line in lines)
    # Nothing is welded to the world now but the table.
    assert lines[2].endswith("10 pairs of bodies checked, 5 filtered")


def test_xacro_arguments_are_passed_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("xacro", reason="xacro files are expanded by the extra xacro")
    path = tmp_path / "r.xacro"
    path.write_text(
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="$(arg name)">'
        '<xacro:arg name="name" default="a"/><link name="l"/></robot>'
    )
    assert main(["info", str(path), "--xacro-arg", "name:=b"]) == 0
    assert capsys.readouterr().out.startswith("robot b: ")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["gone.urdf"], 1, "clearway info: no file 'gone.urdf'"),
        (["{arm}", "--solid", "nothing=true"], 1, "clearway info: solid: there is no link"),
        (["{arm}", "--root", "srdf"], 1, "clearway info: root: 'srdf' finds no virtual_joint"),
        (["{arm}", "--solid", "l1"], 2, "must be LINK=true or LINK=false, got 'l1'"),
        (["{arm}", "--xacro-arg", "a=1"], 2, "must be NAME:=VALUE, got 'a=1'"),
    ],
)
def test_mistakes_are_one_line(
    arm: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    message: str,
) -> None:
    try:
        result = main(["info", *(each.format(arm=arm) for each in arguments)])
    except SystemExit as end:
        result = int(end.code or 0)
    assert result == status
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert "Traceback" not in err
