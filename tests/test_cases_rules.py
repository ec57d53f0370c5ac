"""The behaviour rules of tests/cases, and which of them wait for a part that is not there yet."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import clearway as cw
from case_files import read_cases
from oracle import Floats
from oracle.poses import pose, random_rotation

INTERPOLATION = {case["id"]: case for case in read_cases("interpolation")}
PADDING = {case["id"]: case for case in read_cases("padding")}
API = {case["source"]: case for case in read_cases("api")}

# Rules, or parts of them, that speak of what does not exist yet, and what they wait for.
WAITING = {
    "moveit/moveit2#3275": "AttachBody and AllowedCollisionMatrix",
    "moveit/moveit#2721": "AttachBody; a shape added to a link is tested here",
    "NVlabs/curobo#597, NVlabs/curobo#263": "ReplaceShape and contact managers; groups of added "
    "shapes are tested here",
    "flexible-collision-library/fcl#607, #386, #40, coal-library/coal#308, coal-library/coal#626, "
    "bulletphysics/bullet3#2900, facebookresearch/habitat-sim#1190": "MoveShape, "
    "SetEnvironmentPose and contact managers; a body that a joint moves is tested here",
    "tesseract-robotics/tesseract#626": "contact managers; pairs and checkers are tested here",
    "coal-library/coal#621, coal-library/coal#269": "contact managers; pairs and checkers are "
    "tested here",
}

CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
CUBE_FACES = np.array(
    [
        [0, 1, 3],
        [0, 3, 2],
        [4, 6, 7],
        [4, 7, 5],
        [0, 4, 5],
        [0, 5, 1],
        [2, 3, 7],
        [2, 7, 6],
        [0, 2, 6],
        [0, 6, 4],
        [1, 5, 7],
        [1, 7, 3],
    ]
)


def at(x: float, y: float = 0, z: float = 0) -> Floats:
    return pose(None, (x, y, z))


def make_mesh(size: tuple[float, float, float], **keywords: Any) -> cw.Mesh:
    return cw.Mesh(CUBE * np.array(size) / 2, CUBE_FACES, **keywords)


def shapes() -> dict[str, cw.Shape]:
    """One of every kind, each with a point of its boundary at x = 1/2, y = z = 0."""
    return {
        "sphere": cw.Sphere(0.5),
        "capsule": cw.Capsule(0.5, 1),
        "box": cw.Box(1, 1, 1),
        "cylinder": cw.Cylinder(0.5, 1),
        "cone": cw.Cone(1, 1),
        "ellipsoid": cw.Ellipsoid(0.5, 0.25, 0.75),
        "convex": cw.Convex(CUBE / 2),
        "mesh": make_mesh((1, 1, 1)),
        "surface": make_mesh((1, 1, 1), solid=False),
        "cloud": cw.PointCloud([[0.25, 0, 0], [-0.25, 0, 0]], radius=[0.25, 0.25]),
        "grid": cw.VoxelGrid(np.ones((2, 2, 2), dtype=bool), 0.5, origin=[-0.5, -0.5, -0.5]),
    }


def make_joint_robot(kind: str, shape: str = '<sphere radius="0.1"/>', axis: str = "0 0 1") -> str:
    limit = "" if kind == "continuous" else '<limit lower="-100" upper="100"/>'
    return f"""
    <robot name="r">
      <link name="base"/>
      <link name="tip"><collision><geometry>{shape}</geometry></collision></link>
      <joint name="j" type="{kind}"><parent link="base"/><child link="tip"/>
        <axis xyz="{axis}"/>{limit}</joint>
    </robot>"""


def make_slider(**keywords: Any) -> cw.SceneGraphCollisionChecker:
    """A ball of radius 0.1 that moves along x."""
    return cw.load_checker(make_joint_robot("prismatic", axis="1 0 0"), **keywords)


# Interpolation.


@pytest.mark.parametrize("size", [0, 2])
def test_a_configuration_of_the_wrong_size_is_refused(size: int) -> None:
    assert INTERPOLATION["wrong_size_q"]["expected"] == {"error": True}
    checker, wrong = make_slider(), np.zeros(size)
    for call in (
        checker.CheckConfigCollisionFree,
        lambda q: checker.CheckConfigsCollisionFree([q]),
        lambda q: checker.CheckEdgeCollisionFree(q, [0]),
        lambda q: checker.CheckEdgeCollisionFree([0], q),
        lambda q: checker.MeasureEdgeCollisionFree([0], q),
        lambda q: checker.ComputeConfigurationDistance(q, [0]),
        lambda q: checker.InterpolateBetweenConfigurations([0], q, 0.5),
        lambda q: checker.CalcRobotClearance(q, 1),
        checker.FindCollisions,
    ):
        with pytest.raises(ValueError, match=rf"{size}"):
            call(wrong)


@pytest.mark.parametrize("name", ["so2_multi_turn", "so2_cross_pi"])
def test_a_continuous_joint_takes_the_short_way(name: str) -> None:
    case = INTERPOLATION[name]
    checker = cw.load_checker(make_joint_robot("continuous"))
    expected = case["expected"]
    distance = checker.ComputeConfigurationDistance(case["q0"], case["q1"])
    assert distance == pytest.approx(expected["distance"], abs=1e-14)
    middle = checker.InterpolateBetweenConfigurations(case["q0"], case["q1"], 0.5)[0]
    step = 0.5 * expected["distance"]
    assert min(abs(np.sin((middle - case[end][0]) / 2)) for end in ("q0", "q1")) == pytest.approx(
        np.sin(step / 2), abs=1e-14
    )
    if "midpoint_mod_2pi" in expected:
        assert middle % (2 * np.pi) == pytest.approx(expected["midpoint_mod_2pi"], abs=1e-14)


def test_an_edge_is_as_valid_backwards() -> None:
    assert "bwd_fwd_symmetric" in INTERPOLATION
    checker = cw.load_checker(
        make_joint_robot("continuous", '<cylinder radius="0.02" length="2"/>', "1 0 0"),
        obstacles={"post": (cw.Box(0.2, 0.1, 0.1), at(0, 0.7, 0.3))},
        edge_step_size=0.02,
    )
    edges = np.random.default_rng(0).uniform(-7, 7, (300, 2, 1))
    forwards = checker.CheckEdgesCollisionFree(edges)
    assert 30 < forwards.sum() < 270
    np.testing.assert_array_equal(checker.CheckEdgesCollisionFree(edges[:, ::-1]), forwards)


def test_nan_within_an_edge_is_refused() -> None:
    assert INTERPOLATION["nan_edge"]["expected"] == {"error": True}
    checker = cw.load_checker(make_joint_robot("floating"))
    good = np.array([1.0, 0, 0, 0, 5, 5, 5])
    for entry in (3, 5):
        bad = good.copy()
        bad[entry] = np.nan
        for q1, q2 in ((good, bad), (bad, good)):
            with pytest.raises(ValueError, match="nan"):
                checker.CheckEdgeCollisionFree(q1, q2)
            with pytest.raises(ValueError, match="nan"):
                checker.MeasureEdgeCollisionFree(q1, q2)
    assert checker.CheckEdgeCollisionFree(good, good)


@pytest.mark.parametrize(
    ("chain", "ranges"),
    [("wrist", (36 + 68,)), ("thumb", (90, 60, 24, 70, 120)), ("lf", (90, 90, 90, 40, 45))],
)
def test_a_step_is_in_joint_units(chain: str, ranges: tuple[float, ...]) -> None:
    """5 degrees are a small part of a hand's ranges; a step of them is the same for any joint."""
    fractions = INTERPOLATION["resolution_fraction"]["expected"]["fraction_for_5deg"]
    assert fractions[chain] == pytest.approx(5 / sum(ranges))
    joints = "".join(
        f'<link name="l{i + 1}"/><joint name="j{i}" type="revolute"><parent link="l{i}"/>'
        f'<child link="l{i + 1}"/><axis xyz="0 0 1"/>'
        f'<limit lower="0" upper="{np.deg2rad(width)}"/></joint>'
        for i, width in enumerate(ranges)
    )
    step = np.deg2rad(5)
    checker = cw.load_checker(
        f'<robot name="hand"><link name="l0"/>{joints}</robot>', edge_step_size=step
    )
    assert checker.edge_step_size() == step
    for i, width in enumerate(ranges):
        q = np.zeros(len(ranges))
        q[i] = np.deg2rad(width)
        distance = checker.ComputeConfigurationDistance(np.zeros(len(ranges)), q)
        assert distance == pytest.approx(width / 5 * step, rel=1e-14)


def test_a_quaternion_of_norm_0_is_refused() -> None:
    case = INTERPOLATION["quat_zero_norm"]
    checker = cw.load_checker(make_joint_robot("floating"))
    zero, one = ([*case[end], 0, 0, 0] for end in ("q0", "q1"))
    with pytest.raises(ValueError, match="norm"):
        checker.CheckConfigCollisionFree(zero)
    for q1, q2 in ((zero, one), (one, zero)):
        with pytest.raises(ValueError, match="norm"):
            checker.CheckEdgeCollisionFree(q1, q2)
        with pytest.raises(ValueError, match="norm"):
            checker.InterpolateBetweenConfigurations(q1, q2, 0.5)
    assert checker.CheckConfigCollisionFree(one)


@pytest.mark.parametrize("name", ["quat_180_axis", "quat_slerp_sign"])
def test_quaternions_take_the_short_way(name: str) -> None:
    case = INTERPOLATION[name]
    checker = cw.load_checker(make_joint_robot("floating"))
    q1, q2 = ([*case[end], 0, 0, 0] for end in ("q0", "q1"))
    angle = case["expected"]["angle"]
    assert checker.ComputeConfigurationDistance(q1, q2) == pytest.approx(angle, abs=1e-12)
    for end in (q2, [-x for x in q2]):
        middle = checker.InterpolateBetweenConfigurations(q1, end, 0.5)[:4]
        assert np.linalg.norm(middle) == pytest.approx(1, abs=1e-14)
        if name == "quat_180_axis":  # A half turn may go either way round, always the same.
            assert np.abs(middle) == pytest.approx(np.sqrt([0.5, 0, 0, 0.5]), abs=1e-12)
        else:
            expected = np.array(case["expected"]["t0.5_up_to_sign"])
            assert middle * np.sign(middle @ expected) == pytest.approx(expected, abs=1e-12)
        again = checker.InterpolateBetweenConfigurations(q1, end, 0.5)[:4]
        np.testing.assert_array_equal(again, middle)


# Padding.


def test_a_mesh_is_scaled_about_the_origin_of_its_file() -> None:
    assert "file coordinates unchanged at scale 1" in PADDING["pad_mesh_offcentre"]["expected"]
    vertices = np.array([[1.0, 0, 0], [4, 0, 0], [1, 1, 0], [1, 0, 1]])  # The mean is off-centre.
    faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    for make in (
        lambda scale: cw.Mesh(vertices, faces, scale),
        lambda scale: cw.Convex(vertices, scale),
    ):
        np.testing.assert_array_equal(make(1).vertices(), vertices)
        np.testing.assert_array_equal(make(2).vertices(), 2 * vertices)
        probe = cw.Sphere(0)
        assert cw.ComputeSignedDistance(make(2), at(0), probe, at(0)).distance == 2


def test_a_shape_that_is_added_to_a_padded_link_is_padded() -> None:
    case = PADDING["pad_attached"]
    checker = make_slider(
        obstacles={"wall": (cw.Box(1, 1, 1), at(5))}, env_collision_padding=case["padding"]
    )
    tip = checker.plant().GetBodyByName("tip")
    checker.AddCollisionShapeToBody("load", tip.index(), cw.Sphere(0.25), at(1))
    distances = checker.CalcRobotClearance([0], 10).distances()
    assert distances == pytest.approx([4.5 - 0.1 - 0.02, 3.5 - 0.25 - 0.02], abs=1e-12)


def test_padding_of_a_flat_mesh_is_the_same_all_about() -> None:
    case = PADDING["pad_mesh_table"]
    robot = make_joint_robot("prismatic", f'<sphere radius="{case["probe"]["radius"]}"/>')
    table = make_mesh(tuple(case["shape"]["size"]))
    x, y, z = case["probe"]["xyz"]
    checker = cw.load_checker(
        robot,
        X_WR=at(x, y),
        obstacles={"table": (table, at(0))},
        env_collision_padding=case["padding"],
    )
    expected = case["expected"]
    distance = checker.CalcRobotClearance([z], 10).distances()
    assert distance == pytest.approx([expected["distance"]], abs=expected["tol"])
    touching = z - expected["distance"]
    assert checker.CheckConfigCollisionFree([touching + 1e-9])
    assert not checker.CheckConfigCollisionFree([touching - 1e-9])


@pytest.mark.parametrize("name", shapes())
def test_a_padding_as_large_as_the_shape_is_honoured(name: str) -> None:
    padding = PADDING["pad_huge_is_honoured"]["padding"]
    distances = [
        make_slider(obstacles={"a": (shapes()[name], at(5))}, env_collision_padding=p)
        .CalcRobotClearance([0], 10)
        .distances()
        for p in (0, padding)
    ]
    assert distances[0] - distances[1] == pytest.approx([1.0], abs=1e-14)


# The interface.


def test_every_rule_is_known() -> None:
    rules = {case["source"] for file in (INTERPOLATION, PADDING) for case in file.values()}
    assert WAITING.keys() <= rules | API.keys()
    assert (len(INTERPOLATION), len(PADDING), len(API)) == (9, 4, 14)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_sets_of_few(count: int) -> None:
    assert API["KavrakiLab/vamp#108"]["test"] == "sets of size 0, 1, 2"
    points = np.array([[1.0, 0, 0], [3, 0, 0]])[:count]
    cloud = cw.PointCloud(points, radius=np.full(count, 0.25))
    grid = cw.VoxelGrid.FromPoints(points, 0.5)
    for dut in (cloud, grid):
        distance = cw.ComputeSignedDistance(dut, at(0), cw.Sphere(0.25), at(0)).distance
        expected = {cloud: 0.5, grid: 0.75}[dut] if count else np.inf
        assert distance == pytest.approx(expected, abs=1e-15)
        assert cw.HasCollision(dut, at(0), cw.Sphere(0.25), at(0)) is False


@pytest.mark.parametrize("name_A", shapes())
@pytest.mark.parametrize("name_B", shapes())
def test_the_first_witness_is_on_the_first_shape(name_A: str, name_B: str) -> None:
    """And they differ by distance * normal for every pair of kinds."""
    assert "both orders" in API["flexible-collision-library/fcl#504"]["test"]
    assert "for every pair" in API["flexible-collision-library/fcl#384"]["test"]
    A, B = shapes()[name_A], shapes()[name_B]
    for X_WB in (at(-3), at(-0.7, 0.1, 0.2), at(0.1, 0.2, -0.3)):
        dut = cw.ComputeSignedDistance(A, at(0), B, X_WB)
        np.testing.assert_allclose(
            dut.p_WCa - dut.p_WCb, dut.distance * dut.nhat_BA_W, rtol=0, atol=1e-14
        )
        if X_WB[0, 3] == -3:
            assert dut.p_WCa[0] > dut.p_WCb[0]
            assert dut.nhat_BA_W[0] > 0
            assert dut.distance > 0


def test_a_set_that_is_cleared_is_at_infinity() -> None:
    rule = API["moveit/moveit#2596, flexible-collision-library/fcl#473"]
    assert rule["test"] == "empty voxel set: distance = +inf / none, no crash"
    grid = cw.VoxelGrid(np.ones((2, 2, 2), dtype=bool), 0.5)
    cloud = cw.PointCloud([[0.0, 0, 0]], radius=1)
    for dut in (grid, cloud):
        assert cw.HasCollision(dut, at(0), cw.Sphere(0.25), at(0))
        dut.Clear()
        result = cw.ComputeSignedDistance(dut, at(1), cw.Sphere(0.25), at(2))
        assert result.distance == np.inf
        np.testing.assert_array_equal(result.p_WCa, [1, 0, 0])
        np.testing.assert_array_equal(result.p_WCb, [2, 0, 0])
        np.testing.assert_array_equal(result.nhat_BA_W, [0, 0, 1])
        assert not cw.HasCollision(dut, at(1), cw.Sphere(0.25), at(2))
        assert make_slider(obstacles={"a": (dut, at(0))}).CheckConfigCollisionFree([0])


def test_a_slender_rotated_box_hits_only_what_it_crosses() -> None:
    assert "(0.01,0.01,2 at 45 deg)" in API["coal-library/coal#784"]["test"]
    robot = """
    <robot name="r"><link name="base"/>
      <link name="on"><collision><origin xyz="0.5 0 0.5"/><geometry><sphere radius="0.1"/>
        </geometry></collision></link>
      <link name="off"><collision><origin xyz="-0.5 0 0.5"/><geometry><sphere radius="0.1"/>
        </geometry></collision></link>
      <joint name="a" type="fixed"><parent link="base"/><child link="on"/></joint>
      <joint name="b" type="prismatic"><parent link="base"/><child link="off"/>
        <limit lower="-1" upper="1"/></joint>
    </robot>"""
    X = pose(cw.RotationMatrix.MakeYRotation(np.pi / 4).matrix())
    checker = cw.load_checker(robot, obstacles={"rod": (cw.Box(0.01, 0.01, 2), X)})
    checker.SetCollisionFilteredBetween(
        checker.plant().GetBodyByName("on").index(),
        checker.plant().GetBodyByName("rod").index(),
        False,
    )
    hit = checker.FindCollisions([0])
    names = {checker.plant().get_body(pair.body_index_A).name() for pair in hit}
    assert names == {"on"}


def test_the_depth_in_a_union_is_that_of_one_shape() -> None:
    """The way out of the union of two balls is longer, 0.968."""
    rule = API["NVlabs/curobo#475"]["test"]
    assert "per-shape -0.75" in rule
    balls = cw.PointCloud([[0.0, 0, 0], [0.5, 0, 0]], radius=[1, 1])
    point = cw.Sphere(0)
    assert cw.ComputeSignedDistance(balls, at(0), point, at(0.25)).distance == -0.75
    assert "whole may have to move" in " ".join((cw.PointCloud.__doc__ or "").split())


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_bad_pose_is_refused_and_forgotten(bad: float) -> None:
    assert "next valid query still right" in API["tesseract-robotics/tesseract#626"]["test"]
    A, B, X = cw.Sphere(1), cw.Box(1, 1, 1), at(0.5)
    wrong = at(bad)
    checker = make_slider(obstacles={"a": (B, at(0))})
    before = cw.ComputeSignedDistance(A, at(0), B, X).distance
    for _ in range(2):
        with pytest.raises(ValueError, match="finite"):
            cw.ComputeSignedDistance(A, wrong, B, X)
        with pytest.raises(ValueError, match="finite"):
            cw.HasCollision(A, at(0), B, wrong)
        with pytest.raises(ValueError, match="finite"):
            checker.CheckConfigCollisionFree([bad])
        assert cw.ComputeSignedDistance(A, at(0), B, X).distance == before
        assert cw.HasCollision(A, at(0), B, X)
        assert not checker.CheckConfigCollisionFree([0])


def test_what_has_moved_collides_where_it_is() -> None:
    source = next(source for source in API if "fcl#607" in source)
    assert "collides with a mesh there" in API[source]["test"]
    target = (10.0, 10.0, 5.65)
    direction = np.array(target) / np.linalg.norm(target)
    robot = make_joint_robot("prismatic", '<box size="2 2 2"/>', " ".join(map(str, direction)))
    checker = cw.load_checker(robot, obstacles={"mesh": (make_mesh((1, 1, 1)), at(*target))})
    there = [float(np.linalg.norm(target))]
    for _ in range(3):
        assert checker.CheckConfigCollisionFree([0])
        assert not checker.CheckConfigCollisionFree(there)
    origin = cw.load_checker(robot, obstacles={"mesh": (make_mesh((1, 1, 1)), at(0))})
    assert not origin.CheckConfigCollisionFree([0])
    assert origin.CheckConfigCollisionFree(there)


@pytest.mark.parametrize("name", shapes())
def test_a_margin_below_the_extent_is_free(name: str) -> None:
    rule = API["coal-library/coal#621, coal-library/coal#269"]["test"]
    assert "margin -1e9 -> free, no abort; margin NaN -> error" in rule
    A, B = shapes()[name], cw.Box(1, 1, 1)
    assert cw.HasCollision(A, at(0), B, at(0))
    assert not cw.HasCollision(A, at(0), B, at(0), padding=-1e9)
    for padding in (np.nan, -np.inf):
        with pytest.raises(ValueError, match="padding"):
            cw.HasCollision(A, at(0), B, at(0), padding=padding)
    checker = make_slider(obstacles={"a": (A, at(0))})
    assert not checker.CheckConfigCollisionFree([0.5])
    checker.SetPaddingAllRobotEnvironmentPairs(-1e9)
    assert checker.CheckConfigCollisionFree([0.5])
    with pytest.raises(ValueError, match="padding"):
        checker.SetPaddingAllRobotEnvironmentPairs(np.nan)


def test_a_name_that_is_used_again_is_the_new_shape() -> None:
    assert "new one is used" in API["NVlabs/curobo#597, NVlabs/curobo#263"]["test"]
    checker = make_slider()
    world = checker.plant().world_body().index()
    checker.AddCollisionShapeToBody("a", world, make_mesh((1, 1, 1)), at(0))
    assert [checker.CheckConfigCollisionFree([x]) for x in (0, 2)] == [False, True]
    checker.RemoveAllAddedCollisionShapes("a")
    assert [checker.CheckConfigCollisionFree([x]) for x in (0, 2)] == [True, True]
    moved = cw.Mesh(CUBE / 2 + [2.0, 0, 0], CUBE_FACES)
    checker.AddCollisionShapeToBody("a", world, moved, at(0))
    assert [checker.CheckConfigCollisionFree([x]) for x in (0, 2)] == [True, False]


def test_single_voxels_are_a_gap_apart() -> None:
    assert "distance 0.9" in API["coal-library/coal#603"]["test"]
    voxel = cw.VoxelGrid(np.ones((1, 1, 1), dtype=bool), 0.1)
    dut = cw.ComputeSignedDistance(voxel, at(0), voxel, at(1))
    assert dut.distance == pytest.approx(0.9, abs=1e-15)


@pytest.mark.parametrize("name", shapes())
def test_a_point_on_the_boundary_touches(name: str) -> None:
    assert "one documented rule" in API["moveit/geometric_shapes#91"]["test"]
    shape, point = shapes()[name], cw.Sphere(0)
    assert cw.ComputeSignedDistance(shape, at(0), point, at(0.5)).distance == 0
    assert cw.HasCollision(shape, at(0), point, at(0.5))
    assert not cw.HasCollision(shape, at(0), point, at(0.5 + 1e-15))


def test_a_result_does_not_outlive_its_query() -> None:
    source = next(source for source in API if "fcl#576" in source)
    assert "must be free" in API[source]["test"]
    rng = np.random.default_rng(0)
    for shape in shapes().values():
        for _ in range(5):
            X = pose(random_rotation(rng))
            assert cw.HasCollision(shape, X, cw.Sphere(0.9), at(0))
            assert not cw.HasCollision(shape, X, cw.Sphere(0.9), at(3))
            assert cw.ComputeSignedDistance(shape, X, cw.Sphere(0.9), at(3)).distance > 0
