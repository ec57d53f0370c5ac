"""The reference checker itself: reading, kinematics, filters and verdicts by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from oracle import Box
from oracle.checker import ReferenceChecker
from oracle.files import is_watertight, read_triangles
from oracle.poses import pose, turn
from oracle.robot import Robot, read_srdf, read_urdf
from oracle.shapes import Mesh
from robots import HERE, ROBOTS, TestRobot, make_meshes

THREE_SPHERES = """
<robot name="three">
  <link name="world"/>
  <link name="a"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="b"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="c"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="j0" type="prismatic">
    <parent link="world"/><child link="a"/><axis xyz="1 0 0"/><limit lower="-2" upper="2"/>
  </joint>
  <joint name="j1" type="revolute">
    <parent link="a"/><child link="b"/><origin xyz="0.15 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-2" upper="2"/>
  </joint>
  <joint name="j2" type="fixed">
    <parent link="b"/><child link="c"/><origin xyz="0.15 0 0"/>
  </joint>
</robot>
"""


@pytest.fixture
def three(tmp_path: Path) -> Robot:
    path = tmp_path / "three.urdf"
    path.write_text(THREE_SPHERES)
    return read_urdf(path)


def beside_a_box(robot: Robot, env: float = 0.0, self_: float = 0.0) -> ReferenceChecker:
    """Three spheres in a row, that slide along x towards a box whose face is at 1.5."""
    return ReferenceChecker(
        robot,
        disabled=set(),
        obstacles={"box": (Box(1, 1, 1), pose(None, (2, 0, 0)))},
        env_collision_padding=env,
        self_collision_padding=self_,
    )


def make_reference(robot: TestRobot) -> ReferenceChecker:
    model = read_urdf(robot.urdf)
    return ReferenceChecker(
        model,
        disabled=read_srdf(robot.srdf, model.links),
        obstacles=robot.obstacles,
        env_collision_padding=robot.env_collision_padding,
        self_collision_padding=robot.self_collision_padding,
    )


def test_filters_of_three_spheres(three: Robot) -> None:
    dut = beside_a_box(three)
    bodies = ["world", "a", "b", "c", "box"]
    filtered = [[dut.is_filtered(A, B) for B in bodies] for A in bodies]
    assert np.array_equal(
        filtered,
        np.array(
            [
                [1, 0, 0, 0, 1],
                [0, 1, 1, 0, 0],
                [0, 1, 1, 1, 0],
                [0, 0, 1, 1, 0],
                [1, 0, 0, 0, 1],
            ]
        ),
    )


@pytest.mark.parametrize(
    ("env", "self_", "q", "margin"),
    [
        (0, 0, (0, 0), 0.1),  # a and c are nearest
        (0, 0, (1.05, 0), 0.05),
        (0, 0, (1.2, 0), -0.1),
        (0.5, 0, (0.59, 0), 0.01),
        (0.5, 0, (0.61, 0), -0.01),
        (-0.1, 0, (1.19, 0), 0.01),
        (-0.1, 0, (1.21, 0), -0.01),
        (0, 0.15, (0, 0), -0.05),
        (0, 0, (0, np.pi / 2), 0.15 * np.sqrt(2) - 0.2),
        (0, 0, (0, np.pi), -0.2),
    ],
)
def test_margins_of_three_spheres(
    three: Robot, env: float, self_: float, q: tuple[float, float], margin: float
) -> None:
    dut = beside_a_box(three, env, self_)
    Q = np.array([q], dtype=float)
    lo, hi = dut.margins(Q)
    assert lo[0] == pytest.approx(margin, abs=1e-14)
    assert hi[0] == pytest.approx(margin, abs=1e-14)
    assert dut.verdicts(Q)[0] == (margin <= 0)


def test_verdict_within_the_band_is_left_open(three: Robot) -> None:
    dut = beside_a_box(three)
    Q = np.array([[1.1 + d, 0.0] for d in (-2e-9, -5e-10, 5e-10, 2e-9)])
    assert dut.verdicts(Q).tolist() == [0, -1, -1, 1]
    assert dut.verdicts(Q, band=1e-10).tolist() == [0, 0, 1, 1]


def test_collisions_name_the_pairs(three: Robot) -> None:
    rows = beside_a_box(three).collisions(np.array([1.3, 0.0]))
    assert {row.bodies: round(row.hi, 9) for row in rows} == {
        frozenset(("b", "box")): -0.05,
        frozenset(("c", "box")): -0.2,
    }


def test_kinematics_of_three_spheres(three: Robot) -> None:
    poses = three.link_poses(np.array([[0.5, np.pi / 2]]))
    np.testing.assert_allclose(poses["b"][0, :3, 3], [0.65, 0, 0], atol=1e-15)
    np.testing.assert_allclose(poses["c"][0, :3, 3], [0.65, 0.15, 0], atol=1e-15)


def test_kinematics_of_mimic_and_planar_joints() -> None:
    robot = read_urdf(HERE / "mobile.urdf")
    assert robot.positions[:4] == ["base_x", "base_y", "base_qz", "lift_x"]
    q = dict.fromkeys(robot.positions, 0.0) | {
        "base_x": 1.0,
        "base_y": 2.0,
        "base_qz": np.pi / 2,
        "lift_x": 0.2,
        "finger_x": 0.03,
    }
    poses = robot.link_poses(np.array([list(q.values())]))
    np.testing.assert_allclose(poses["chassis"][0, :3, 3], [1, 2, 0])
    # The lift stands 0.02 behind the base's centre, which has turned to face +y.
    np.testing.assert_allclose(poses["carriage"][0, :3, 3], [1, 1.98, 0.6])
    tilt = 0.9 - 1.5 * 0.2
    X_MastCamera = np.linalg.inv(poses["mast"][0]) @ poses["camera"][0]
    np.testing.assert_allclose(
        X_MastCamera[:3, :3], turn(np.array([0, 1.0, 0]), np.array([tilt]))[0], atol=1e-15
    )
    X_LeftRight = np.linalg.inv(poses["left_finger"][0]) @ poses["right_finger"][0]
    np.testing.assert_allclose(X_LeftRight[:3, 3], [0, -0.06, 0], atol=1e-15)


def test_kinematics_of_a_universal_joint() -> None:
    robot = read_urdf(HERE / "dual.urdf")
    q = np.zeros((1, len(robot.positions)))
    q[0, robot.positions.index("left_wrist_qx")] = np.pi / 2
    q[0, robot.positions.index("left_wrist_qy")] = np.pi / 2
    poses = robot.link_poses(q)
    turned = np.linalg.inv(poses["left_forearm"][0]) @ poses["left_hand"][0]
    # Rx(90 deg) Ry(90 deg): x goes to y, y to z, z to x.
    np.testing.assert_allclose(turned[:3, :3], [[0, 0, 1], [1, 0, 0], [0, 1, 0]], atol=1e-15)


def test_srdf_pairs() -> None:
    links = read_urdf(HERE / "mobile.urdf").links
    pairs = read_srdf(HERE / "mobile.srdf", links)
    assert frozenset(("camera", "chassis")) in pairs
    assert frozenset(("camera", "left_wheel")) in pairs
    assert frozenset(("camera", "palm")) not in pairs
    assert frozenset(("chassis", "palm")) not in pairs


def test_meshes_are_what_they_are_meant_to_be() -> None:
    for name, watertight, triangles in [
        ("fork.obj", True, 60),
        ("shelf.stl", True, 140),
        ("hook_mm.stl", True, 52),
        ("visor.obj", False, 12),
    ]:
        _, faces = read_triangles(HERE / "meshes" / name)
        assert is_watertight(faces) == watertight, name
        assert len(faces) == triangles, name
    hook = next(
        g.shape for g in read_urdf(HERE / "mobile.urdf").geometries if isinstance(g.shape, Mesh)
    )
    a, b, c = (hook.vertices[hook.triangles[:, i]] for i in range(3))
    volume = np.sum(a * np.cross(b, c)) / 6  # mirrored, and still wound outward
    assert volume == pytest.approx(0.05 * (0.09 * 0.03 + 0.03 * 0.06 + 0.03 * 0.02), rel=1e-6)


def test_meshes_are_those_of_their_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_meshes, "MESHES", tmp_path)
    make_meshes.main()
    written = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_text() for path in (HERE / "meshes").iterdir()}


@pytest.mark.parametrize("name", sorted(ROBOTS))
def test_verdicts_are_those_of_the_full_distances(name: str) -> None:
    """Culls and thresholds do not change an answer, and scenes are worth checking."""
    dut = make_reference(ROBOTS[name])
    Q = dut.robot.sample(np.random.default_rng(8), 400)
    verdicts = dut.verdicts(Q)
    assert 0.3 < np.mean(verdicts) < 0.7
    for q, verdict in zip(Q[:5], verdicts[:5], strict=True):
        assert bool(dut.collisions(q)) == bool(verdict)
