"""xacro files, expanded by xacro's own package."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from clearway import Parser, RobotDiagramBuilder, load_checker, load_srdf

pytest.importorskip("xacro", reason="xacro files are expanded by the extra xacro")

ROBOT = """<?xml version="1.0"?>
<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="arm">
  <xacro:arg name="size" default="0.5"/>
  <xacro:arg name="tool" default="false"/>
  <xacro:property name="half" value="${float(xacro.arg('size')) / 2}"/>
  <xacro:include filename="$(find arm_parts)/urdf/link.xacro"/>
  <xacro:link name="base" size="${half}"/>
  <xacro:if value="$(arg tool)"><xacro:link name="tool" size="1"/>
    <joint name="j" type="fixed"><parent link="base"/><child link="tool"/></joint></xacro:if>
</robot>"""
PART = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="link" params="name size"><link name="${name}"><collision><geometry>
    <sphere radius="${size}"/></geometry></collision></link></xacro:macro>
</robot>"""


@pytest.fixture(name="arm")
def write_arm(tmp_path: Path) -> Path:
    folder = tmp_path / "arm_parts" / "urdf"
    folder.mkdir(parents=True)
    (folder / "link.xacro").write_text(PART)
    path = tmp_path / "arm" / "arm.urdf.xacro"
    path.parent.mkdir()
    path.write_text(ROBOT)
    return path


def radius(checker: object) -> float:
    graph = checker.model().scene_graph()  # type: ignore[attr-defined]
    (sphere,) = (graph.GetShape(geometry) for geometry in graph.GetAllGeometryIds())
    value: float = sphere.radius()
    return value


def test_files_are_expanded_with_arguments(arm: Path) -> None:
    # The package is found among the parents of the file: no ROS is needed.
    assert radius(load_checker(arm)) == 0.25
    assert radius(load_checker(arm, xacro_args={"size": 3})) == 1.5
    assert load_checker(arm, xacro_args={"tool": True}).plant().HasBodyNamed("tool")
    builder = RobotDiagramBuilder()
    Parser(builder, xacro_args={"size": "8"}).AddModels(arm)
    assert builder.plant().HasModelInstanceNamed("arm")
    assert "ament_index_python" not in sys.modules


def test_packages_are_sought_in_package_dirs(arm: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    (tmp_path / "arm_parts").rename(moved / "arm_parts")
    with pytest.raises(ValueError, match=r"arm\.urdf\.xacro: xacro says.*no package 'arm_parts'"):
        load_checker(arm)
    assert radius(load_checker(arm, package_dirs=[moved])) == 0.25


def test_srdfs_may_be_xacro_files(tmp_path: Path) -> None:
    path = tmp_path / "arm.srdf.xacro"
    path.write_text(
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="arm"><xacro:arg name="a"'
        ' default="x"/><disable_collisions link1="$(arg a)" link2="y"/></robot>'
    )
    assert load_srdf(path).disabled[0].link1 == "x"
    assert load_srdf(path, xacro_args={"a": "z"}).disabled[0].link1 == "z"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("${half}", "${nothing}", r"xacro says: name 'nothing' is not defined"),
        ("</robot>", "", "xacro says"),
        ("${half}", "-1", r"\(expanded\):\d+: <link name=\"base\">.* <collision>: radius"),
        ("link.xacro", "gone.xacro", "gone.xacro"),
    ],
)
def test_errors_name_the_file(arm: Path, old: str, new: str, message: str) -> None:
    arm.write_text(ROBOT.replace(old, new))
    with pytest.raises(ValueError, match=message) as error:
        load_checker(arm)
    assert str(arm) in str(error.value)


def test_errors_in_included_files_name_them(arm: Path) -> None:
    part = arm.parent.parent / "arm_parts" / "urdf" / "link.xacro"
    part.write_text(PART.replace('name="link"', ""))
    with pytest.raises(ValueError, match=r"xacro says \(in .*link\.xacro\)"):
        load_checker(arm)


def test_nothing_is_printed(
    arm: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    arm.write_text(ROBOT.replace("float(", "range(1) and float("))
    with caplog.at_level(logging.WARNING, "clearway"):
        load_checker(arm)
    assert "deprecated" in caplog.text
    assert capfd.readouterr() == ("", "")


def test_bad_arguments_are_named(arm: Path) -> None:
    with pytest.raises(TypeError, match=r"xacro_args\['size'\]"):
        load_checker(arm, xacro_args={"size": None})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="xacro_args"):
        load_checker(arm, xacro_args="size:=1")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="files only"):
        Parser(RobotDiagramBuilder()).AddModelsFromString(ROBOT, "xacro")


def test_without_xacro_the_extra_is_named(arm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xacro", None)
    with pytest.raises(ImportError, match=r"clearway\[xacro\]"):
        load_checker(arm)
