"""Point clouds, voxel grids and height fields: contents, changes, queries, scenes."""

from __future__ import annotations

import copy
import itertools
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clearway as cw

Array = npt.NDArray[np.float64]
MAPS = Path(__file__).parent / "maps"


def translation(x: float, y: float, z: float) -> Array:
    """Return the pose that moves by (x, y, z), shape (4, 4)."""
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def random_pose(generator: np.random.Generator, reach: float = 1) -> Array:
    """Return a pose about the origin, shape (4, 4)."""
    return cw.RigidTransform(
        cw.RollPitchYaw(generator.uniform(-3, 3, 3)), generator.uniform(-reach, reach, 3)
    ).GetAsMatrix4()


def some_shapes() -> list[cw.Shape]:
    """Return one shape of each kind that is no set."""
    generator = np.random.default_rng(1)
    tetrahedron = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
    return [
        cw.Sphere(0.3),
        cw.Capsule(0.1, 0.5),
        cw.Box(0.3, 0.5, 0.7),
        cw.Cylinder(0.2, 0.4),
        cw.Cone(0.3, 0.6),
        cw.Ellipsoid(0.1, 0.2, 0.3),
        cw.Convex(generator.uniform(-0.3, 0.3, (12, 3))),
        cw.Mesh(tetrahedron, np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])),
        cw.HalfSpace(),
    ]


# Point clouds


def test_cloud_answers_what_it_was_given() -> None:
    points = np.random.default_rng(0).uniform(-1, 1, (20, 3))
    dut = cw.PointCloud(points=points, radius=np.linspace(0, 1, 20))
    assert len(dut) == 20
    np.testing.assert_array_equal(dut.points(), points)
    np.testing.assert_array_equal(dut.radius(), np.linspace(0, 1, 20))
    np.testing.assert_array_equal(dut.ids(), np.arange(20))
    assert repr(dut) == "PointCloud(20 points)"
    assert len(cw.PointCloud([])) == len(cw.PointCloud(np.empty((0, 3)), 0.1)) == 0
    np.testing.assert_array_equal(cw.PointCloud([[1, 2, 3]], 2).radius(), [2])


def test_cloud_changes_and_keeps_ids() -> None:
    dut = cw.PointCloud(np.zeros((3, 3)))
    assert dut.Insert([[5, 0, 0], [6, 0, 0]], radius=0.5).tolist() == [3, 4]
    dut.Remove([0, 3])
    assert dut.ids().tolist() == [1, 2, 4]
    dut.Replace([4], [[7, 7, 7]])
    np.testing.assert_array_equal(dut.points()[-1], [7, 7, 7])
    np.testing.assert_array_equal(dut.radius(), [0, 0, 0.5])
    assert dut.ClearBox([-1, -1, -1], [1, 1, 1]) == 2
    assert dut.ids().tolist() == [4]
    dut.Clear()
    assert len(dut) == 0


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: cw.PointCloud([[0, 0, np.nan]]), ValueError, "row 0"),
        (lambda: cw.PointCloud([[0, 0]]), ValueError, r"points must have shape \(n, 3\)"),
        (lambda: cw.PointCloud([[0, 0, 0]], -1), ValueError, "radius"),
        (lambda: cw.PointCloud([[0, 0, 0]], [1, 2]), ValueError, "got 2 for 1 points"),
        (lambda: cw.PointCloud([[0, 0, 0]]).Remove([1]), IndexError, "1 is not that of a point"),
        (lambda: cw.PointCloud([[0, 0, 0]]).Remove([0, 0]), ValueError, "twice"),
        (lambda: cw.VoxelGrid(np.full((1, 1, 1), -1), 1), ValueError, "unknown must say"),
        (lambda: cw.VoxelGrid(np.full((1, 1, 1), 300), 1), ValueError, "occupancy must be"),
        (lambda: cw.VoxelGrid(np.full((1, 1, 1), 255, np.uint8), 1), ValueError, "occupancy"),
        (lambda: cw.VoxelGrid(np.zeros((2, 2), bool), 1), ValueError, "nx, ny, nz"),
        (lambda: cw.VoxelGrid(np.zeros((1, 1, 1), bool), 0), ValueError, "resolution"),
        (lambda: cw.VoxelGrid(np.zeros((1, 1, 1), bool), 1, outside="no"), ValueError, "outside"),
        (lambda: cw.VoxelGrid.MakeFree((2, 2, 2), 1).SetCells([[0, 0, 2]]), IndexError, "grid"),
        (lambda: cw.VoxelGrid.FromOctomap(MAPS / "none.bt"), FileNotFoundError, "none.bt"),
        (lambda: cw.VoxelGrid.FromOctomap(__file__, unknown="free"), ValueError, "first line"),
        (lambda: cw.VoxelGrid.FromOctomap(MAPS / "map.bt"), ValueError, "unknown must say"),
        (
            lambda: cw.VoxelGrid.FromOctomap(MAPS / "map.bt", unknown="free", max_file_size=9),
            ValueError,
            "max_file_size=9",
        ),
        (lambda: cw.HeightField([[1, 2]], [1, 1]), ValueError, r"at least \(2, 2\)"),
        (
            lambda: cw.HeightField([[1.0, 2.0], [3.0, np.nan]], [1, 1]),
            ValueError,
            r"\(1, 1\) is nan",
        ),
        (lambda: cw.HeightField([[1, 2], [3, 4]], [1, 1], bottom=2), ValueError, "bottom=2"),
    ],
)
def test_mistakes_are_named(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


# Voxel grids


def test_grid_answers_what_it_was_given() -> None:
    occupancy = np.random.default_rng(0).integers(-1, 2, (5, 6, 7))
    dut = cw.VoxelGrid(occupancy=occupancy, resolution=0.5, origin=[1, 2, 3], unknown="free")
    np.testing.assert_array_equal(dut.occupancy(), occupancy)
    assert dut.shape() == (5, 6, 7)
    assert dut.resolution() == 0.5
    assert dut.unknown() == "free"
    assert dut.outside() == "free"
    assert dut.num_occupied() == (occupancy == 1).sum()
    np.testing.assert_array_equal(dut.origin(), [1, 2, 3])
    np.testing.assert_array_equal(
        dut.FindCells([[1.6, 2.1, 3.2], [0.0, 0.0, 0.0]]), [[1, 0, 0], [-1, -1, -1]]
    )
    np.testing.assert_array_equal(dut.GetStates([[1, 2, 3]]), [occupancy[1, 2, 3]])


def test_grid_changes() -> None:
    dut = cw.VoxelGrid.MakeFree((10, 10, 10), 0.1, unknown="occupied")
    dut.SetBox((1, 2, 3), (5, 6, 7))
    dut.SetCells([[1, 2, 3], [2, 2, 3]], "free")
    dut.SetBox((9, 9, 9), (10, 10, 10), "unknown")
    expected = np.zeros((10, 10, 10))
    expected[1:5, 2:6, 3:7] = 1
    expected[1:3, 2, 3] = 0
    expected[9, 9, 9] = -1
    np.testing.assert_array_equal(dut.occupancy(), expected)
    dut.Clear()
    assert not dut.occupancy().any()


def test_grid_of_many_cells_is_sparse() -> None:
    """A floor of a million cells in a grid of 10^8, and rock below it in one of 10^12."""
    floor = cw.VoxelGrid.MakeFree((1000, 1000, 100), 0.01)
    floor.SetBox((0, 0, 9), (1000, 1000, 10))
    rock = cw.VoxelGrid.MakeFree((100_000, 100_000, 100), 0.01)
    rock.SetBox((0, 0, 0), (65536, 65536, 64))
    assert floor.num_occupied() == 10**6
    assert rock.num_occupied() == 2**38
    assert len(pickle.dumps(rock)) < 50e6
    for grid, top in ((floor, 0.1), (rock, 0.64)):
        pose = translation(5, 5, top + 0.06)
        dut = cw.ComputeSignedDistance(cw.Sphere(0.05), pose, grid, np.eye(4))
        assert dut.distance == pytest.approx(0.01, abs=1e-13)


@pytest.mark.parametrize("name", ["map.bt", "map.ot"])
def test_octomap_files(name: str) -> None:
    """Written by OctoMap 1.10: three cells, a block of 4 cells a side, two free cells."""
    dut = cw.VoxelGrid.FromOctomap(MAPS / name, unknown="free")
    assert dut.resolution() == 0.1
    assert dut.num_occupied() == 3 + 64
    points = [
        [1.05, 2.05, 3.05],
        [1.15, 2.05, 3.05],
        [-0.35, -0.25, 0.05],
        [0.55, 0.05, 0.05],
        [-1.05, 0.05, 0.05],
        [0.81, 1.19, -0.41],
        [3.0, 3.0, 3.0],
    ]
    np.testing.assert_array_equal(dut.GetStates(dut.FindCells(points)), [1, 1, 1, 0, 0, 1, -1])
    ball = cw.ComputeSignedDistance(cw.Sphere(0.1), translation(1.0, 1.0, 0.0), dut, np.eye(4))
    assert ball.distance == pytest.approx(0.3, abs=1e-12)  # The block's top is at -0.4.
    assert cw.HasCollision(
        cw.VoxelGrid.FromOctomap(MAPS / name, unknown="occupied"),
        np.eye(4),
        cw.Sphere(0.01),
        translation(3, 3, 3),
    )


def test_octomap_colours_are_skipped() -> None:
    dut = cw.VoxelGrid.FromOctomap(MAPS / "color.ot", unknown="free")
    np.testing.assert_array_equal(
        dut.GetStates(dut.FindCells([[0.1, 0.1, 0.1], [-2.1, 0.1, 0.1], [0.0, 0.0, 3.0]])),
        [1, 0, -1],
    )


# Queries


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_cloud_is_its_nearest_ball(seed: int) -> None:
    """The cloud's answer is the least of its balls', in both orders, for every shape."""
    generator = np.random.default_rng(seed)
    points = generator.uniform(-1, 1, (25, 3))
    radius = generator.uniform(0, 0.1, 25)
    cloud = cw.PointCloud(points, radius)
    X_WA, X_WB = random_pose(generator), random_pose(generator)
    for shape in some_shapes():
        least = min(
            cw.ComputeSignedDistance(cw.Sphere(r), X_WA @ translation(*p), shape, X_WB).distance
            for p, r in zip(points, radius, strict=True)
        )
        AB = cw.ComputeSignedDistance(cloud, X_WA, shape, X_WB)
        BA = cw.ComputeSignedDistance(shape, X_WB, cloud, X_WA)
        assert AB.distance == pytest.approx(least, abs=1e-9)
        assert AB.distance == BA.distance
        np.testing.assert_array_equal(AB.p_WCa, BA.p_WCb)
        np.testing.assert_array_equal(AB.nhat_BA_W, -BA.nhat_BA_W)
        np.testing.assert_allclose(
            AB.p_WCa - AB.p_WCb, AB.distance * AB.nhat_BA_W, rtol=0, atol=1e-13
        )
        for padding in (AB.distance - 1e-8, AB.distance + 1e-8):
            assert cw.HasCollision(cloud, X_WA, shape, X_WB, padding) == (AB.distance <= padding)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), sign=st.sampled_from([-1, 1]))
def test_sets_grow_nearer(seed: int, sign: int) -> None:
    """What is added to a set never raises a distance, and a step changes it by no more."""
    generator = np.random.default_rng(seed)
    grid = cw.VoxelGrid(generator.random((6, 6, 6)) < 0.2, 0.2)
    field = cw.HeightField(generator.uniform(0, 1, (5, 6)), [2, 2])
    cloud = cw.PointCloud(generator.uniform(-1, 1, (10, 3)), 0.05)
    X_WA, X_WB = random_pose(generator), random_pose(generator)
    step = sign * generator.uniform(0, 0.1, 3)
    for A in (grid, field, cloud):
        for B in [*some_shapes(), grid, field, cloud]:
            before = cw.ComputeSignedDistance(A, X_WA, B, X_WB).distance
            moved = cw.ComputeSignedDistance(A, translation(*step) @ X_WA, B, X_WB).distance
            # A mesh's depth is that of a search: only its sign is exact.
            if min(before, moved) > 0 or not isinstance(B, cw.Mesh):
                assert abs(moved - before) <= np.linalg.norm(step) + 1e-9
            bigger: Any = copy.copy(A)
            if isinstance(bigger, cw.VoxelGrid):
                bigger.SetBox((2, 2, 2), (4, 5, 6))
            elif isinstance(bigger, cw.HeightField):
                bigger.SetHeights(1, 1, field.heights()[1:3, 1:3] + 0.5)
            else:
                bigger.Insert(generator.uniform(-1, 1, (3, 3)), 0.1)
            after = cw.ComputeSignedDistance(bigger, X_WA, B, X_WB).distance
            if min(before, after) > 0 or not isinstance(B, cw.Mesh):
                assert after <= before + 1e-9


def test_nothing_is_near_an_empty_set() -> None:
    empties: list[cw.Shape] = [
        cw.PointCloud([]),
        cw.VoxelGrid(np.zeros((2, 2, 2), bool), 0.1),
        cw.VoxelGrid(np.full((2, 2, 2), -1), 0.1, unknown="free"),
    ]
    X_WA, X_WB = translation(1, 2, 3), translation(4, 5, 6)
    for empty, other in itertools.product(empties, [*some_shapes(), *empties]):
        for A, B in ((empty, other), (other, empty)):
            dut = cw.ComputeSignedDistance(A, X_WA, B, X_WB)
            assert dut.distance == np.inf
            np.testing.assert_array_equal(dut.p_WCa, [1, 2, 3])
            np.testing.assert_array_equal(dut.p_WCb, [4, 5, 6])
            np.testing.assert_array_equal(dut.nhat_BA_W, [0, 0, 1])
            assert not cw.HasCollision(A, X_WA, B, X_WB, padding=1e6)


def test_voxels_of_public_reports() -> None:
    """One voxel by its centre; three of them beside a box; two grids of one cell."""
    one = cw.VoxelGrid(np.ones((1, 1, 1), bool), 0.02, origin=[0.09, 0.09, 0.09])
    dut = cw.ComputeSignedDistance(cw.Sphere(0.2), np.eye(4), one, np.eye(4))
    assert dut.distance == pytest.approx(np.sqrt(3) * 0.09 - 0.2, abs=1e-12)
    three = cw.VoxelGrid.FromPoints(
        [[1.05, 0.05, 0.05], [9.05, 0.05, 0.05], [12.05, 0.05, 1.05]], 0.1
    )
    dut = cw.ComputeSignedDistance(cw.Box(1, 1, 1), translation(10, 0, 0), three, np.eye(4))
    assert dut.distance == pytest.approx(0.4, abs=1e-12)
    dut = cw.ComputeSignedDistance(one, np.eye(4), one, translation(1, 0, 0))
    assert dut.distance == pytest.approx(0.98, abs=1e-12)


# Values


def make_sets() -> list[Any]:
    """Return one set of each kind, changed since it was made."""
    cloud = cw.PointCloud(np.random.default_rng(0).uniform(-1, 1, (50, 3)), 0.1)
    cloud.Remove([3, 4])
    grid = cw.VoxelGrid(np.eye(4, dtype=bool)[:, :, None], 0.1, unknown="free", outside="occupied")
    grid.SetCells([[0, 1, 0]], "unknown")
    field = cw.HeightField(np.arange(12).reshape(3, 4), [3, 2], bottom=-2)
    field.SetHeights(1, 1, [[9.0]])
    return [cloud, grid, field]


def content(shape: Any) -> list[Any]:
    """Return all that a set answers."""
    names = "points radius occupancy resolution origin unknown outside heights size bottom"
    return [np.asarray(getattr(shape, n)()).tolist() for n in names.split() if hasattr(shape, n)]


@pytest.mark.parametrize(
    "travel", [lambda s: pickle.loads(pickle.dumps(s)), copy.copy, copy.deepcopy]
)
def test_sets_travel_by_value(travel: Any) -> None:
    for shape in make_sets():
        other = travel(shape)
        assert type(other) is type(shape)
        assert content(other) == content(shape)
        assert repr(other) == repr(shape)


def test_a_grid_of_a_map_travels() -> None:
    dut = cw.VoxelGrid.FromOctomap(MAPS / "map.ot", unknown="occupied")
    other = pickle.loads(pickle.dumps(dut))
    sphere, X_WS = cw.Sphere(0.01), translation(0.55, 0.05, 0.05)
    dut.Clear()
    assert not cw.HasCollision(sphere, X_WS, dut, np.eye(4))
    assert cw.HasCollision(sphere, translation(3, 3, 3), other, np.eye(4))
    assert not cw.HasCollision(sphere, X_WS, other, np.eye(4))


# Scenes

ROBOT = """
<robot name="r">
  <link name="base"/>
  <link name="arm"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="x" type="prismatic"><parent link="base"/><child link="arm"/>
    <axis xyz="1 0 0"/><limit lower="-5" upper="5" effort="1" velocity="1"/></joint>
</robot>
"""


def make_checker(shape: cw.Shape, pose: Array | None = None) -> cw.SceneGraphCollisionChecker:
    """Return a checker of a ball that slides along x past an obstacle."""
    obstacles = {"thing": (shape, np.eye(4) if pose is None else pose)}
    return cw.load_checker(ROBOT, obstacles=obstacles)


def test_sets_are_obstacles() -> None:
    grid = cw.VoxelGrid(np.ones((1, 2, 2), bool), 0.2, origin=[1, -0.2, -0.2])
    field = cw.HeightField([[0, 0, 1], [0, 0, 1], [0, 0, 1]], [4, 4])
    for shape, pose, free, hit in (
        (cw.PointCloud([[1, 0, 0]], 0.05), None, [0.8], [0.9]),
        (grid, None, [0.85], [0.95]),
        (field, translation(0, 0, -0.5), [-1.0], [1.5]),
    ):
        checker = make_checker(shape, pose)
        assert checker.CheckConfigCollisionFree(free)
        assert not checker.CheckConfigCollisionFree(hit)
        assert checker.FindCollisions(hit)[0].distance == pytest.approx(
            cw.ComputeSignedDistance(
                cw.Sphere(0.1),
                translation(hit[0], 0, 0),
                shape,
                np.eye(4) if pose is None else pose,
            ).distance,
            abs=1e-15,
        )


def test_a_checker_keeps_the_set_it_was_given() -> None:
    cloud = cw.PointCloud([[1, 0, 0]], 0.05)
    checker = make_checker(cloud)
    cloud.Clear()
    assert not checker.CheckConfigCollisionFree([1.0])
    assert make_checker(cloud).CheckConfigCollisionFree([1.0])


def test_an_empty_obstacle_is_no_obstacle() -> None:
    checker = make_checker(cw.PointCloud([]))
    assert checker.CheckConfigCollisionFree([0.0])
    assert checker.CalcRobotClearance([0.0], 100.0).size() == 0
    assert checker.FindCollisions([0.0]) == []


def test_a_room_that_is_solid_outside() -> None:
    room = cw.VoxelGrid.MakeFree((20, 20, 20), 0.1, origin=[-1, -1, -1], outside="occupied")
    checker = make_checker(room)
    assert checker.CheckConfigCollisionFree([0.89])
    assert not checker.CheckConfigCollisionFree([0.91])
    clearance = checker.CalcRobotClearance([0.5], 1.0)
    np.testing.assert_allclose(clearance.distances(), [0.4], atol=1e-14)
    with pytest.raises(ValueError, match="without end"):
        checker.AddCollisionShapeToBody("g", checker.plant().GetBodyByName("arm"), room, np.eye(4))


def test_a_carried_cloud() -> None:
    checker = make_checker(cw.Box(0.2, 0.2, 0.2), translation(2, 0, 0))
    arm = checker.plant().GetBodyByName("arm")
    cloud = cw.PointCloud([[0.0, 0.0, 0.0], [0.5, 0.0, 0.0]])
    assert checker.AddCollisionShapeToBody("tool", arm, cloud, np.eye(4))
    assert checker.CheckConfigCollisionFree([1.39])
    assert not checker.CheckConfigCollisionFree([1.41])
