"""The short way in: from files to a checker, for one robot and for several."""

from __future__ import annotations

import errno
import logging
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clearway as cw
from clearway import SceneGraphCollisionChecker, load_checker

ROBOTS = Path(__file__).parent / "robots"
# Balls of radius 0.1 at heights 0, 0.15 and 0.3; each joint turns about x.
ARM = """<robot name="arm">
  <link name="base"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="l1"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="l2"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="tool"/>
  <joint name="j1" type="revolute"><parent link="base"/><child link="l1"/>
    <origin xyz="0 0 0.15"/><axis xyz="1 0 0"/><limit lower="-3" upper="3"/></joint>
  <joint name="j2" type="revolute"><parent link="l1"/><child link="l2"/>
    <origin xyz="0 0 0.15"/><axis xyz="1 0 0"/><limit lower="-3" upper="3"/></joint>
  <joint name="jt" type="fixed"><parent link="l2"/><child link="tool"/></joint>
</robot>"""
SRDF = """<robot name="arm">
  <virtual_joint name="v" type="planar" parent_frame="odom" child_link="base"/>
  <disable_collisions link1="base" link2="l1" reason="Adjacent"/>
  <disable_collisions link1="base" link2="tool"/>
  <disable_collisions link1="l2" link2="base"/>
</robot>"""
TABLE = """<robot name="arm"><link name="table"><collision><origin xyz="0 0 -0.2"/>
  <geometry><box size="2 2 0.1"/></geometry></collision></link></robot>"""


def at(x: float, y: float, z: float) -> np.ndarray:
    X = np.eye(4)
    X[:3, 3] = x, y, z
    return X


def is_filtered(checker: SceneGraphCollisionChecker, a: str, b: str) -> bool:
    plant = checker.plant()
    return checker.IsCollisionFilteredBetween(
        plant.GetBodyByName(a).index(), plant.GetBodyByName(b).index()
    )


def test_one_robot_is_welded_and_checked() -> None:
    dut = load_checker(ARM)
    assert isinstance(dut, SceneGraphCollisionChecker)
    assert dut.plant().GetPositionNames() == ["j1_q", "j2_q"]
    assert dut.edge_step_size() == 0.05
    assert dut.CheckConfigCollisionFree(np.array([0, 0]))
    # Folded back, l2 lies in base: 0.15 of arm up and down again.
    assert not dut.CheckConfigCollisionFree(np.array([np.pi, 0]))


def test_parameters_reach_the_checker() -> None:
    dut = load_checker(
        ARM,
        edge_step_size=0.2,
        env_collision_padding=0.01,
        self_collision_padding=0.02,
        implicit_context_parallelism=2,
        obstacles={"ball": (cw.Sphere(0.1), at(5, 0, 0))},
    )
    assert dut.edge_step_size() == 0.2
    assert dut.MaybeGetUniformRobotEnvironmentPadding() == 0.01
    assert dut.MaybeGetUniformRobotRobotPadding() == 0.02
    assert dut.num_allocated_contexts() == 2
    with pytest.raises(ValueError, match="edge_step_size"):
        load_checker(ARM, edge_step_size=0)


def test_filters_are_the_nominal_ones_and_the_srdfs() -> None:
    plain, dut = load_checker(ARM), load_checker(ARM, srdf=SRDF)
    assert is_filtered(plain, "base", "l1")
    assert not is_filtered(plain, "base", "l2")
    assert not is_filtered(plain, "base", "tool")
    assert is_filtered(dut, "base", "l1")
    assert is_filtered(dut, "base", "l2")
    assert is_filtered(dut, "base", "tool")
    assert not is_filtered(dut, "l1", "tool")
    assert dut.CheckConfigCollisionFree(np.array([np.pi, 0]))
    np.testing.assert_array_equal(
        dut.GetNominalFilteredCollisionMatrix(), plain.GetNominalFilteredCollisionMatrix()
    )


def test_unknown_links_of_an_srdf(caplog: pytest.LogCaptureFixture) -> None:
    srdf = SRDF.replace('link2="tool"', 'link2="ghost"')
    with caplog.at_level(logging.WARNING, "clearway"):
        dut = load_checker(ARM, srdf=srdf)
    (record,) = caplog.records
    assert "<srdf string>:4: 1 of the links" in record.getMessage()
    assert is_filtered(dut, "base", "l2")
    with pytest.raises(ValueError, match="'ghost' first"):
        load_checker(ARM, srdf=srdf, strict=True)


def test_where_the_root_is() -> None:
    fixed = load_checker(ARM, X_WR=at(1, 2, 3))
    np.testing.assert_array_equal(fixed.plant().CalcBodyPoses(np.array([0, 0]))[1], at(1, 2, 3))
    planar = load_checker(ARM, root="planar", X_WR=cw.RigidTransform([0, 0, 1]))
    names = ["$world_base_x", "$world_base_y", "$world_base_qz", "j1_q", "j2_q"]
    assert planar.plant().GetPositionNames() == names
    np.testing.assert_array_equal(
        planar.plant().CalcBodyPoses(np.array([3, 4, 0, 0, 0]))[1], at(3, 4, 1)
    )
    floating = load_checker(ARM, root="floating", X_WR=at(1, 0, 0))
    assert floating.plant().num_positions() == 9
    q = floating.plant().GetDefaultPositions()
    np.testing.assert_array_equal(floating.plant().CalcBodyPoses(q)[1], at(1, 0, 0))
    virtual = load_checker(ARM, srdf=SRDF, root="srdf")
    assert virtual.plant().GetPositionNames()[:3] == ["v_x", "v_y", "v_qz"]


def test_a_robot_that_hangs_on_the_world_is_placed_too() -> None:
    text = ARM.replace("<link name", '<link name="world"/><link name', 1).replace(
        "</robot>",
        '<joint name="w" type="fixed"><parent link="world"/><child link="base"/>'
        '<origin xyz="0 0 1"/></joint></robot>',
    )
    dut = load_checker({"a": (text, at(1, 0, 0)), "b": (text, at(-1, 0, 0))})
    plant = dut.plant()
    X_WB = plant.CalcBodyPoses(np.zeros(4))
    for name, x in (("a", 1), ("b", -1)):
        base = plant.GetBodyByName("base", plant.GetModelInstanceByName(name))
        np.testing.assert_array_equal(X_WB[int(base.index())], at(x, 0, 1))
    with pytest.raises(ValueError, match="root: 'planar' has nothing to move"):
        load_checker(text, root="planar")


def test_several_robots() -> None:
    dut = load_checker(
        {"left": (ARM, at(0, -0.5, 0)), "right": (ARM, at(0, 0.5, 0))}, srdf={"right": SRDF}
    )
    plant = dut.plant()
    left, right = (plant.GetModelInstanceByName(name) for name in ("left", "right"))
    assert dut.robot_model_instances() == [left, right]
    assert plant.GetPositionNames(add_model_instance_prefix=True) == [
        *("left_j1_q", "left_j2_q"),
        *("right_j1_q", "right_j2_q"),
    ]
    assert dut.CheckConfigCollisionFree(np.zeros(4))
    # Each folds onto itself; the SRDF lets only the right one.
    assert not dut.CheckConfigCollisionFree(np.array([np.pi, 0, 0, 0]))
    assert dut.CheckConfigCollisionFree(np.array([0, 0, np.pi, 0]))
    # They lie down towards each other: their l2 are 0.18 apart.
    lie = np.pi / 2
    near = load_checker({"left": (ARM, at(0, -0.24, 0)), "right": (ARM, at(0, 0.24, 0))})
    assert near.CheckConfigCollisionFree(np.array([-lie, 0, 0, 0]))
    assert not near.CheckConfigCollisionFree(np.array([-lie, 0, lie, 0]))


def test_environment_and_obstacles(tmp_path: Path) -> None:
    (tmp_path / "table.urdf").write_text(TABLE)
    dut = load_checker(
        ARM,
        environment=[tmp_path / "table.urdf", tmp_path / "table.urdf"],
        obstacles={
            "ball": (cw.Sphere(0.1), at(0, 0.34, 0.15)),
            "ground": (cw.HalfSpace(), cw.RigidTransform([0, 0, -1])),
        },
    )
    plant = dut.plant()
    for name in ("arm_2", "arm_3", "obstacles"):
        assert plant.HasModelInstanceNamed(name)
    ball = plant.GetBodyByName("ball")
    assert not dut.IsPartOfRobot(ball.index())
    np.testing.assert_array_equal(
        plant.CalcBodyPoses(np.array([0, 0]))[int(ball.index())][:3, 3], [0, 0.34, 0.15]
    )
    assert dut.CheckConfigCollisionFree(np.array([0, 0]))
    # l2 swings to y = 0.15, at the height of the ball, 0.19 from its centre.
    assert not dut.CheckConfigCollisionFree(np.array([-np.pi / 2, 0]))
    # The base is welded to what the table is welded to; l1 reaches down into the table.
    single = load_checker(ARM, environment=tmp_path / "table.urdf", X_WR=at(0, 0, -0.25))
    assert not single.CheckConfigCollisionFree(np.array([0, 0]))


@pytest.mark.parametrize("robot", ["arm", "dual", "mobile"])
def test_the_projects_robots_load(robot: str) -> None:
    dut = load_checker(ROBOTS / f"{robot}.urdf", srdf=ROBOTS / f"{robot}.srdf", strict=True)
    q = dut.plant().GetDefaultPositions()
    verdict = dut.CheckConfigCollisionFree(q)
    assert list(dut.CheckConfigsCollisionFree(np.array([q, q]))) == [verdict, verdict]


def test_mistakes(tmp_path: Path) -> None:
    with pytest.raises(
        FileNotFoundError, match=r"^no file 'nowhere/robot\.urdf' in the working folder '/.*'$"
    ) as missing:
        load_checker("nowhere/robot.urdf")
    assert missing.value.filename == "nowhere/robot.urdf"
    assert missing.value.errno == errno.ENOENT
    assert str(pickle.loads(pickle.dumps(missing.value))) == str(missing.value)
    with pytest.raises(FileNotFoundError, match=r"no file 'robot\.srdf'"):
        load_checker(ARM, srdf="robot.srdf")
    with pytest.raises(ValueError, match=r"<urdf string>:1: is not well-formed XML"):
        load_checker("<robot>")
    with pytest.raises(ValueError, match="root: 'welded' is unknown"):
        load_checker(ARM, root="welded")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="finds no virtual_joint of link 'base': there is no SRDF"):
        load_checker(ARM, root="srdf")
    hung = """<robot name="r"><link name="world"/><link name="l"/><joint name="j" type="fixed">
        <parent link="world"/><child link="l"/></joint></robot>"""
    for root in ("planar", "floating", "srdf"):
        with pytest.raises(ValueError, match=f"root: '{root}' has nothing to move"):
            load_checker(hung, srdf=SRDF, root=root)
    with pytest.raises(ValueError, match="mesh: 'box' is unknown"):
        load_checker(ARM, mesh="box")
    with pytest.raises(KeyError, match="solid: there is no link 'l11'; near it: l1"):
        load_checker(ARM, solid={"l11": True})
    with pytest.raises(ValueError, match=r"package_dirs: .* is not a folder"):
        load_checker(ARM, package_dirs=[tmp_path / "none"])
    with pytest.raises(ValueError, match="X_WR: "):
        load_checker(ARM, X_WR=np.zeros((3, 3)))
    with pytest.raises(ValueError, match="robot: holds no robot"):
        load_checker({})
    with pytest.raises(TypeError, match=r"robot\['a'\]: must be \(path, X_WR\)"):
        load_checker({"a": ARM})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="X_WR: each of several robots has its own"):
        load_checker({"a": (ARM, None)}, X_WR=np.eye(4))
    with pytest.raises(TypeError, match="srdf: must say which robot it is of"):
        load_checker({"a": (ARM, None)}, srdf=SRDF)
    with pytest.raises(TypeError, match="srdf: must be one path"):
        load_checker(ARM, srdf={"a": SRDF})
    with pytest.raises(KeyError, match="srdf: there is no robot 'b'"):
        load_checker({"a": (ARM, None)}, srdf={"b": SRDF})
    with pytest.raises(TypeError, match=r"obstacles\['o'\]: must be \(shape, X_WB\)"):
        load_checker(ARM, obstacles={"o": cw.Sphere(1)})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match=r"obstacles\['o'\]: X_WB: "):
        load_checker(ARM, obstacles={"o": (cw.Sphere(1), np.full((4, 4), np.nan))})


def test_a_group_state_of_an_srdf_becomes_a_configuration() -> None:
    """What an SRDF says besides filters is within reach, by the names of the plant."""
    folder = Path(cw.__file__).parent / "demo_data"
    checker = cw.load_checker(folder / "arm.urdf", srdf=folder / "arm.srdf")
    srdf = cw.load_srdf(folder / "arm.srdf")
    assert isinstance(srdf, cw.Srdf)
    (chain,) = srdf.groups["arm"].chains
    assert (chain.base_link, chain.tip_link) == ("base", "fork")
    (ready,) = srdf.group_states
    assert (ready.name, ready.group) == ("ready", "arm")
    q = np.full(checker.plant().num_positions(), np.nan)
    for joint, values in ready.joint_values.items():
        start = checker.plant().GetJointByName(joint).position_start()
        q[start : start + len(values)] = values
    np.testing.assert_array_equal(q, [0, -0.4, 0, 1.6, 0, 0.9, 0])
    assert checker.CheckConfigCollisionFree(q)
    with pytest.raises(FileNotFoundError, match=r"lost\.srdf"):
        cw.load_srdf("lost.srdf")
    with pytest.raises(TypeError, match=r"^srdf: must be a path"):
        cw.load_srdf(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("robot", None),
        ("robot", ["arm.urdf"]),
        ("robot", {"a": (5, None)}),
        ("robot", {1: (ARM, None)}),
        ("srdf", 5),
        ("environment", None),
        ("environment", b"table.urdf"),
        ("environment", {"table.urdf": 1}),
        ("environment", [5]),
        ("obstacles", 5),
        ("obstacles", False),
        ("obstacles", [cw.Sphere(1)]),
        ("obstacles", {1: (cw.Sphere(1), None)}),
        ("X_WR", {}),
        ("solid", ["base"]),
        ("solid", True),
        ("solid", {"base": 1}),
        ("solid", {"base": None}),
        ("package_dirs", "/"),
        ("package_dirs", None),
        ("package_dirs", [5]),
        ("strict", None),
        ("strict", "no"),
        ("edge_step_size", None),
        ("edge_step_size", "0.1"),
        ("edge_step_size", True),
        ("env_collision_padding", [0.1]),
        ("self_collision_padding", np.zeros(1)),
        ("implicit_context_parallelism", 1.5),
        ("implicit_context_parallelism", None),
    ],
)
def test_an_argument_of_a_wrong_type_is_named(name: str, value: Any) -> None:
    arguments: dict[str, Any] = {"robot": ARM, name: value}
    with pytest.raises(TypeError, match=rf"^{name}(\[.*\])?:"):
        load_checker(**arguments)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("robot", ""),
        ("srdf", ""),
        ("environment", [""]),
        ("root", None),
        ("root", np.zeros(2)),
        ("mesh", np.zeros(2)),
        ("X_WR", [1, 2, 3]),
        ("X_WR", np.eye(3)),
        ("X_WR", np.zeros((4, 4))),
        ("edge_step_size", 10**400),
        ("edge_step_size", np.nan),
        ("env_collision_padding", np.inf),
        ("implicit_context_parallelism", 10**9),
    ],
)
def test_an_argument_of_a_wrong_value_is_named(name: str, value: Any) -> None:
    arguments: dict[str, Any] = {"robot": ARM, name: value}
    with pytest.raises(ValueError, match=rf"^{name}\b|^num_threads"):
        load_checker(**arguments)


def test_offsets_that_overflow_are_refused() -> None:
    far = ARM.replace('xyz="0 0 0.15"', 'xyz="1e308 0 0"')
    with pytest.raises(ValueError, match="body 3 overflows"):
        load_checker(far).CheckConfigCollisionFree([0, 0])
