"""The checker as Python sees it: names, arguments, results, errors, lifetimes.

What it computes is tested in C++; here one slider is held against hand-made numbers.
"""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import clearway as cw

Array = NDArray[np.float64]


def shift(x: float, y: float, z: float) -> Array:
    """Return the homogeneous matrix of a translation."""
    X = np.eye(4)
    X[:3, 3] = x, y, z
    return X


def make_slider() -> cw.RobotDiagram:
    """Return links a, b, c (balls of radius 0.1) before a unit box at x = 2.

    a slides along x, b turns about z at 0.15 from a, c is fixed 0.15 beyond.
    """
    plant = cw.MultibodyPlant()
    robot = plant.AddModelInstance("robot")
    scene = plant.AddModelInstance("scene")
    a, b, c = (plant.AddRigidBody(name, robot) for name in "abc")
    box = plant.AddRigidBody("box", scene)
    world = plant.world_body()
    joint = cw.JointDescription
    plant.AddJoint(joint("j0", "prismatic", world, a, axis=[1, 0, 0]))
    plant.AddJoint(joint("j1", "revolute", a, b, X_PF=shift(0.15, 0, 0), axis=[0, 0, 1]))
    plant.AddJoint(joint("j2", "fixed", b, c, X_PF=shift(0.15, 0, 0)))
    plant.AddJoint(joint("weld", "fixed", world, box, X_PF=shift(2, 0, 0)))
    for link in (a, b, c):
        plant.RegisterCollisionGeometry(link, np.eye(4), cw.Sphere(0.1), "ball")
    plant.RegisterCollisionGeometry(box, np.eye(4), cw.Box(1, 1, 1), "box")
    plant.Finalize()
    return cw.RobotDiagram(plant)


def make_checker(**fields: Any) -> cw.SceneGraphCollisionChecker:
    """Return a checker of the slider with two contexts, and fields replaced."""
    arguments: dict[str, Any] = {
        "model": make_slider(),
        "robot_model_instances": [cw.ModelInstanceIndex(2)],
        "edge_step_size": 0.1,
        "implicit_context_parallelism": 2,
    }
    return cw.SceneGraphCollisionChecker(**(arguments | fields))


@pytest.fixture
def checker() -> cw.SceneGraphCollisionChecker:
    """Return the checker of the slider."""
    return make_checker()


# Construction.


def test_params_and_keywords_make_the_same_checker() -> None:
    """A params object carries what the keywords do."""
    params = cw.CollisionCheckerParams(
        model=make_slider(), robot_model_instances=[cw.ModelInstanceIndex(2)]
    )
    params.edge_step_size = 0.25
    params.env_collision_padding = 0.125
    params.implicit_context_parallelism = 3
    assert params.implicit_context_parallelism.num_threads() == 3
    assert params.distance_and_interpolation_provider is None
    dut = cw.SceneGraphCollisionChecker(params)
    assert dut.edge_step_size() == 0.25
    assert dut.num_allocated_contexts() == 3
    assert dut.GetPaddingBetween(1, 4) == 0.125
    assert dut.robot_model_instances() == [2]


@pytest.mark.parametrize(
    ("fields", "match"),
    [
        ({"model": None}, "model"),
        ({"robot_model_instances": []}, "robot_model_instances"),
        ({"robot_model_instances": [cw.ModelInstanceIndex(0)]}, "world"),
        ({"edge_step_size": 0}, "edge_step_size"),
        ({"edge_step_size": np.inf}, "edge_step_size"),
        ({"env_collision_padding": np.nan}, "env_collision_padding"),
        ({"self_collision_padding": np.inf}, "self_collision_padding"),
        ({"implicit_context_parallelism": 0}, "num_threads"),
    ],
)
def test_bad_params_are_named(fields: dict[str, Any], match: str) -> None:
    """Each bad field is refused by its name."""
    with pytest.raises(ValueError, match=match):
        make_checker(**fields)


def test_unknown_fields_and_instances() -> None:
    """An unknown keyword is a TypeError, an unknown instance an IndexError."""
    with pytest.raises(TypeError):
        make_checker(padding=1.0)
    with pytest.raises(TypeError):
        cw.SceneGraphCollisionChecker(  # type: ignore[call-overload]
            cw.CollisionCheckerParams(), model=make_slider()
        )
    with pytest.raises(IndexError):
        make_checker(robot_model_instances=[cw.ModelInstanceIndex(9)])


def test_introspection(checker: cw.SceneGraphCollisionChecker) -> None:
    """Bodies are told by index or by themselves."""
    assert checker.get_body(3).name() == "c"
    assert checker.IsPartOfRobot(3)
    assert checker.IsPartOfRobot(body_index=cw.BodyIndex(3))
    assert not checker.IsPartOfRobot(body=checker.plant().GetBodyByName("box"))
    assert checker.SupportsParallelChecking()
    np.testing.assert_array_equal(checker.GetZeroConfiguration(), [0, 0])
    assert checker.world().robot_bodies() == [1, 2, 3]
    with pytest.raises(IndexError):
        checker.get_body(5)
    with pytest.raises(IndexError):
        checker.IsPartOfRobot(-1)
    assert "num_pairs=4" in repr(checker)


# Configurations.


def test_single_configurations(checker: cw.SceneGraphCollisionChecker) -> None:
    """A list, an array of integers and a column of a matrix are configurations."""
    free = checker.CheckConfigCollisionFree([0, 0])
    assert free is True
    assert checker.CheckConfigCollisionFree(q=np.array([1, 0]), context_number=1)
    matrix = np.array([[1.2, 5.0], [0.0, 5.0]])
    assert not checker.CheckConfigCollisionFree(matrix[:, 0])


@pytest.mark.parametrize("make", [list, np.asarray, np.asfortranarray, lambda q: np.array(q)[::1]])
def test_batches_in_every_layout(
    checker: cw.SceneGraphCollisionChecker, make: Callable[[Any], Any]
) -> None:
    """Lists of arrays and arrays of any layout give one bool each."""
    free = checker.CheckConfigsCollisionFree(make([np.zeros(2), np.array([1.2, 0])]))
    assert free.dtype == np.bool_
    np.testing.assert_array_equal(free, [True, False])


def test_batches_of_other_numbers(checker: cw.SceneGraphCollisionChecker) -> None:
    """Integers, float32 and strided views are converted."""
    wide = np.zeros((6, 4), dtype=np.float32)
    wide[:, 1] = [0, 1, 2, 0, 1, 2]
    free = checker.CheckConfigsCollisionFree(wide[::2, 1:3])
    np.testing.assert_array_equal(free, [True, False, True])
    free = checker.CheckConfigsCollisionFree(np.array([[0, 0], [2, 0]]), parallelize=2)
    np.testing.assert_array_equal(free, [True, False])


@pytest.mark.parametrize("empty", [[], np.zeros((0, 2)), np.zeros(0)])
def test_empty_batches(checker: cw.SceneGraphCollisionChecker, empty: Any) -> None:
    """Nothing in, nothing out."""
    assert checker.CheckConfigsCollisionFree(empty).shape == (0,)
    assert checker.CheckEdgesCollisionFree([]).shape == (0,)
    assert checker.MeasureEdgesCollisionFree(np.zeros((0, 2, 2))) == []


def test_rows_without_numbers_are_not_nothing(checker: cw.SceneGraphCollisionChecker) -> None:
    """Five configurations of no number are five that are wrong."""
    with pytest.raises(ValueError, match="size 2, got 0"):
        checker.CheckConfigsCollisionFree(np.zeros((5, 0)))
    with pytest.raises(ValueError, match="size 2, got 0"):
        checker.CheckEdgesCollisionFree(np.zeros((5, 2, 0)))
    with pytest.raises(ValueError, match="shape"):
        checker.CheckEdgesCollisionFree(np.zeros((5, 0, 2)))


@pytest.mark.parametrize("parallelize", [True, False, 1, 2, cw.Parallelism(num_threads=2)])
def test_parallelize_is_bool_int_or_parallelism(
    checker: cw.SceneGraphCollisionChecker, parallelize: Any
) -> None:
    """All spellings give the same answers."""
    configs = np.zeros((1000, 2))
    configs[:, 0] = np.linspace(0, 2, 1000)
    free = checker.CheckConfigsCollisionFree(configs=configs, parallelize=parallelize)
    np.testing.assert_array_equal(free, configs[:, 0] < 1.1)


BAD_CONFIGS = [
    (np.zeros(3), r"q[12]? must have size 2, got 3$"),
    (np.array([0, np.nan]), r"q[12]?\[1\] must be finite, got nan$"),
    (np.array([np.inf, 0]), r"q[12]?\[0\] must be finite, got inf$"),
]


@pytest.mark.parametrize(("bad", "match"), BAD_CONFIGS)
def test_bad_configurations(checker: cw.SceneGraphCollisionChecker, bad: Array, match: str) -> None:
    """Every query refuses them alike, and works after it."""
    good = np.zeros(2)
    queries: list[Callable[[], object]] = [
        lambda: checker.CheckConfigCollisionFree(bad),
        lambda: checker.FindCollisions(bad),
        lambda: checker.FindCollidingPairs(bad),
        lambda: checker.ClassifyBodyCollisions(bad),
        lambda: checker.CalcRobotClearance(bad, 1),
        lambda: checker.UpdatePositions(bad),
        lambda: checker.CheckEdgeCollisionFree(bad, [1.2, 0]),
        lambda: checker.CheckEdgeCollisionFree([1.2, 0], bad),
        lambda: checker.MeasureEdgeCollisionFree(bad, good),
        lambda: checker.CheckConfigsCollisionFree([bad] * 3),
        lambda: checker.CheckEdgesCollisionFree([(bad, bad)]),
        lambda: checker.MeasureEdgesCollisionFree([(bad, bad)]),
    ]
    for query in queries:
        with pytest.raises(ValueError, match=match):
            query()
    assert checker.CheckConfigCollisionFree(good)


@pytest.mark.parametrize("parallelize", [1, 2])
def test_errors_of_batches_name_the_row(
    checker: cw.SceneGraphCollisionChecker, parallelize: int
) -> None:
    """Whatever the thread and the chunk that meets it; of several the first."""
    configs = np.zeros((10_000, 2))
    configs[7777, 1] = np.nan
    configs[9000] = np.inf
    with pytest.raises(ValueError, match=r"^configs\[7777\]: q\[1\] must be finite, got nan$"):
        checker.CheckConfigsCollisionFree(configs, parallelize)
    with pytest.raises(ValueError, match=r"^configs: q must have size 2, got 3$"):
        checker.CheckConfigsCollisionFree(np.zeros((3, 3)), parallelize)
    edges = np.zeros((9000, 2, 2))
    edges[8500, 1, 0] = np.inf
    checks: list[Callable[[Array, int], object]] = [
        checker.CheckEdgesCollisionFree,
        checker.MeasureEdgesCollisionFree,
    ]
    for check in checks:
        with pytest.raises(ValueError, match=r"^edges\[8500\]: q2\[0\] must be finite, got inf$"):
            check(edges, parallelize)
        with pytest.raises(ValueError, match=r"^edges: q must have size 2, got 1$"):
            check(np.zeros((3, 2, 1)), parallelize)
    edges[8500, 1, 0] = 1e12
    with pytest.raises(ValueError, match=r"^edges\[8500\]: the edge has length 1e\+12, more"):
        checker.CheckEdgesCollisionFree(edges, parallelize)


def test_bad_shapes_and_types(checker: cw.SceneGraphCollisionChecker) -> None:
    """A wrong number of axes tells what was expected; no numbers are a TypeError."""
    with pytest.raises(ValueError, match=r"\(N, nq\)"):
        checker.CheckConfigsCollisionFree(np.zeros(2))
    with pytest.raises(ValueError, match=r"\(E, 2, nq\)"):
        checker.CheckEdgesCollisionFree(np.zeros((2, 2)))
    with pytest.raises(ValueError, match=r"configs\[1\] has shape \(3,\), unlike configs\[0\]"):
        checker.CheckConfigsCollisionFree([[0, 0], [0, 0, 0]])
    with pytest.raises(ValueError, match=r"edges\[2\] has shape \(2, 1\)"):
        checker.CheckEdgesCollisionFree([([0, 0], [0, 0])] * 2 + [([0], [0])])
    with pytest.raises(ValueError, match="inhomogeneous"):
        checker.CheckEdgesCollisionFree([([0, 0], [0])])
    for matrix in (np.zeros((2, 1)), np.zeros((1, 2))):
        with pytest.raises(ValueError, match=r"must be 1-D, got shape"):
            checker.CheckConfigCollisionFree(matrix)
    with pytest.raises((TypeError, ValueError)):
        checker.CheckConfigsCollisionFree("q")
    with pytest.raises(TypeError):
        checker.CheckConfigCollisionFree(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        checker.CheckConfigsCollisionFree([[0, 0]], parallelize="yes")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="num_threads"):
        checker.CheckConfigsCollisionFree([[0, 0]], parallelize=0)


def test_a_context_of_another_type_is_refused(checker: cw.SceneGraphCollisionChecker) -> None:
    """It is a TypeError; and what is returned keeps alive the context that it is a part of."""
    for wrong in ("context", 1, object()):
        with pytest.raises(TypeError):
            checker.UpdateContextPositions(wrong, [0, 0])  # type: ignore[arg-type]
    plant_context = checker.UpdateContextPositions(checker.MakeStandaloneModelContext(), [1, 0])
    gc.collect()
    np.testing.assert_array_equal(plant_context.positions(), [1, 0])


def test_contexts_of_an_operation_keep_the_checker_alive() -> None:
    """They may be used after it."""
    checker = make_checker()
    checker.UpdatePositions([1, 0.5], 0)
    pool: list[cw.CollisionCheckerContext] = []
    checker.PerformOperationAgainstAllModelContexts(lambda _, context: pool.append(context))
    alive = weakref.ref(checker)
    del checker
    gc.collect()
    assert alive() is not None
    np.testing.assert_array_equal(pool[0].positions(), [1, 0.5])
    pool.clear()
    gc.collect()
    assert alive() is None


def test_find_collisions(checker: cw.SceneGraphCollisionChecker) -> None:
    """A collision names its bodies, and its witnesses agree."""
    assert checker.FindCollisions([0, 0]) == []
    (found,) = checker.FindCollisions([1.15, 0])
    assert [found.body_index_A, found.body_index_B] == [3, 4]
    assert found.distance == pytest.approx(-0.05)
    np.testing.assert_allclose(
        found.p_WCa - found.p_WCb, found.distance * found.nhat_BA_W, atol=1e-12
    )
    np.testing.assert_allclose(found.nhat_BA_W, [-1, 0, 0], atol=1e-12)
    assert "body_index_A=3" in repr(found)


def test_results_are_pickled(checker: cw.SceneGraphCollisionChecker) -> None:
    """Values come back as they were, and copies are such."""
    (found,) = checker.FindCollisions([1.15, 0])
    measures = [checker.MeasureEdgeCollisionFree([x, 0], [2, 0]) for x in (0, 1.15)]
    pair = cw.ComputeSignedDistance(
        A=cw.Sphere(0.1), X_WA=cw.RigidTransform([0, 0, 1]), B=cw.Box(1, 1, 1), X_WB=np.eye(4)
    )
    for value in (found, *measures, pair):
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert repr(again) == repr(value)
            for name in ("p_WCa", "p_WCb", "nhat_BA_W"):
                np.testing.assert_array_equal(getattr(again, name, 0), getattr(value, name, 0))


def test_find_colliding_pairs(checker: cw.SceneGraphCollisionChecker) -> None:
    """The bodies of FindCollisions, in their order, as an array."""
    none = checker.FindCollidingPairs([0, 0])
    assert none.shape == (0, 2)
    assert none.dtype == np.dtype(np.int32)
    np.testing.assert_array_equal(checker.FindCollidingPairs([1.15, 0]), [[3, 4]])
    context = checker.MakeStandaloneModelContext()
    for x in np.linspace(0.5, 3.5, 31):
        pairs = checker.FindContextCollidingPairs(context, [x, 0])
        found = checker.FindCollisions([x, 0])
        assert pairs.tolist() == [[int(f.body_index_A), int(f.body_index_B)] for f in found]


def test_classify(checker: cw.SceneGraphCollisionChecker) -> None:
    """One type a body, in body order."""
    none = cw.RobotCollisionType.kNoCollision
    environment = cw.RobotCollisionType.kEnvironmentCollision
    types = checker.ClassifyBodyCollisions([1.2, 0])
    assert types == [none, none, none, environment, none]
    both = environment.MakeUpdated(in_self_collision=True)
    assert both == cw.RobotCollisionType.kEnvironmentAndSelfCollision
    assert both.MakeUpdated(in_environment_collision=False, in_self_collision=False) == none


def test_clearance(checker: cw.SceneGraphCollisionChecker) -> None:
    """The table of the slider at zero."""
    table = checker.CalcRobotClearance(q=[0, 0], influence_distance=10)
    assert table.size() == len(table) == 4
    assert table.robot_indices() == [1, 1, 2, 3]
    assert table.other_indices() == [3, 4, 4, 4]
    assert table.collision_types()[0] == cw.RobotCollisionType.kSelfCollision
    np.testing.assert_allclose(table.distances(), [0.1, 1.4, 1.25, 1.1])
    np.testing.assert_allclose(table.jacobians(), [[0, 0], [-1, 0], [-1, 0], [-1, 0]], atol=1e-12)
    table.mutable_jacobians()[0, 1] = 7
    assert table.jacobians()[0, 1] == 7
    with pytest.raises(ValueError, match="jacobian"):
        table.Append(
            robot_index=cw.BodyIndex(1),
            other_index=cw.BodyIndex(4),
            collision_type=cw.RobotCollisionType.kSelfCollision,
            distance=1.0,
            jacobian=np.zeros(3),
        )
    for bad in (-1, np.inf, np.nan):
        with pytest.raises(ValueError, match="influence_distance"):
            checker.CalcRobotClearance([0, 0], bad)
    assert checker.MaxNumDistances() == 4


def test_a_clearance_does_not_grow_under_a_view_of_it() -> None:
    """As a bytearray: its storage stays where it is while an array points into it."""
    table = cw.RobotClearance(num_positions=2)

    def append() -> None:
        table.Append(1, 2, cw.RobotCollisionType.kSelfCollision, 0.5, [3.0, 4.0])

    append()
    view = table.mutable_jacobians()
    assert view.flags.writeable
    row = view[0]
    del view
    for grow in (append, lambda: table.Reserve(1000)):
        with pytest.raises(BufferError, match="mutable_jacobians"):
            grow()
    assert table.size() == 1
    copy = cw.RobotClearance(table)  # Nothing points into it.
    copy.Append(1, 2, cw.RobotCollisionType.kSelfCollision, 0.5, [5.0, 6.0])
    row[1] = 7
    np.testing.assert_array_equal(table.jacobians(), [[3, 7]])
    np.testing.assert_array_equal(copy.jacobians(), [[3, 4], [5, 6]])
    del row
    table.Reserve(1000)
    append()
    assert table.size() == 2
    # A view keeps its table alive.
    last = cw.RobotClearance(table).mutable_jacobians()
    gc.collect()
    np.testing.assert_array_equal(last, [[3, 7], [3, 4]])


# Edges.


def test_edges(checker: cw.SceneGraphCollisionChecker) -> None:
    """All forms of an edge agree."""
    q1, q2 = np.zeros(2), np.array([1.55, 0])
    context = checker.MakeStandaloneModelContext()
    # 16 samples, 0.096875 apart; the 12th, at 1.1625, is the first beyond 1.1.
    for measure in (
        checker.MeasureEdgeCollisionFree(q1, q2),
        checker.MeasureEdgeCollisionFree(q1=q1, q2=q2, context_number=0),
        checker.MeasureContextEdgeCollisionFree(context, q1, q2),
        checker.MeasureEdgeCollisionFreeParallel(q1, q2, parallelize=2),
        *checker.MeasureEdgesCollisionFree([(q1, q2), (q1, q2)]),
    ):
        assert measure.distance() == 1.55
        assert measure.alpha() == 11 / 16
        assert not measure.completely_free()
    assert not checker.CheckEdgeCollisionFree(q1, q2)
    assert not checker.CheckContextEdgeCollisionFree(context, q1, q2)
    assert not checker.CheckEdgeCollisionFreeParallel(q1, q2)
    edges = np.array([[q1, q2], [q1, q2 / 2]])
    free = checker.CheckEdgesCollisionFree(edges)
    assert free.dtype == np.bool_
    np.testing.assert_array_equal(free, [False, True])
    backwards = checker.MeasureEdgeCollisionFree(q2, q1)
    assert not backwards.partially_free()
    assert backwards.alpha_or(default_value=-1) == -1
    with pytest.raises(RuntimeError, match="undefined"):
        backwards.alpha()


def test_edge_measure_by_hand() -> None:
    """An EdgeMeasure is a value that checks its numbers."""
    dut = cw.EdgeMeasure(distance=2, alpha=0.5)
    assert repr(copy.deepcopy(cw.EdgeMeasure(dut))) == "EdgeMeasure(distance=2, alpha=0.5)"
    with pytest.raises(ValueError, match="alpha"):
        cw.EdgeMeasure(1, 10)


class TaxicabProvider(cw.DistanceAndInterpolationProvider):
    """Distances along the axes, and straight lines between."""

    def DoComputeConfigurationDistance(self, from_: Array, to: Array) -> float:
        """Return the sum of the differences."""
        return float(np.abs(to - from_).sum())

    def DoInterpolateBetweenConfigurations(self, from_: Array, to: Array, ratio: float) -> Array:
        """Return the point on the straight line."""
        result: Array = (1 - ratio) * from_ + ratio * to
        return result


def test_provider_in_python() -> None:
    """A provider written in Python serves worker threads, and stays alive."""
    checker = make_checker(distance_and_interpolation_provider=TaxicabProvider())
    gc.collect()
    assert checker.ComputeConfigurationDistance([0, 0], [1, -2]) == 3
    edges = [(np.zeros(2), np.array([0.5, 0.5]))] * 20
    assert checker.CheckEdgesCollisionFree(edges, parallelize=2).all()
    assert isinstance(checker.distance_and_interpolation_provider(), TaxicabProvider)
    assert checker.Clone().ComputeConfigurationDistance(q1=[0, 0], q2=[1, -2]) == 3


def test_errors_of_a_provider_keep_their_type() -> None:
    """What Python raises in a worker reaches the caller as it was."""

    class Failing(TaxicabProvider):
        def DoInterpolateBetweenConfigurations(
            self, from_: Array, to: Array, ratio: float
        ) -> Array:
            if ratio > 0.5:
                raise ZeroDivisionError("far")
            return super().DoInterpolateBetweenConfigurations(from_, to, ratio)

    checker = make_checker(distance_and_interpolation_provider=Failing())
    edges = [(np.zeros(2), np.array([0.5, 0.5]))] * 20
    with pytest.raises(ZeroDivisionError, match="far"):
        checker.CheckEdgesCollisionFree(edges, parallelize=2)
    assert checker.CheckConfigCollisionFree([0, 0])


def test_a_provider_must_implement_both() -> None:
    """What is missing is named."""
    with pytest.raises(NotImplementedError, match="DoComputeConfigurationDistance"):
        make_checker(distance_and_interpolation_provider=cw.DistanceAndInterpolationProvider())


def test_linear_provider(checker: cw.SceneGraphCollisionChecker) -> None:
    """Weights by position or by joint."""
    plant = checker.plant()
    by_position = cw.LinearDistanceAndInterpolationProvider(plant, distance_weights=[3, 4])
    assert by_position.ComputeConfigurationDistance([0, 0], [1, 1]) == 5
    j1 = plant.GetJointByName("j1").index()
    by_joint = cw.LinearDistanceAndInterpolationProvider(plant, {j1: [2.0]})
    np.testing.assert_array_equal(by_joint.distance_weights(), [1, 2])
    assert by_joint.quaternion_dof_start_indices() == []
    checker.SetDistanceAndInterpolationProvider(provider=by_position)
    assert checker.ComputeConfigurationDistance([0, 0], [1, 1]) == 5
    np.testing.assert_allclose(
        checker.InterpolateBetweenConfigurations([0, 0], [1, 2], ratio=0.25), [0.25, 0.5]
    )
    with pytest.raises(ValueError, match="weight"):
        cw.LinearDistanceAndInterpolationProvider(plant, [1, -1])


def test_functions_instead_of_a_provider() -> None:
    """The pair of functions can be replaced one by one; a provider's cannot."""
    checker = make_checker(configuration_distance_function=lambda a, b: 2 * np.linalg.norm(b - a))
    assert checker.ComputeConfigurationDistance([0, 0], [3, 4]) == 10
    checker.SetConfigurationInterpolationFunction(lambda a, b, r: a if r < 0.5 else b)
    interpolate = checker.MakeStandaloneConfigurationInterpolationFunction()
    checker.SetConfigurationInterpolationFunction(None)
    np.testing.assert_array_equal(interpolate(np.zeros(2), np.ones(2), 0.75), [1, 1])
    np.testing.assert_allclose(
        checker.InterpolateBetweenConfigurations([0, 0], [1, 1], 0.75), [0.75, 0.75]
    )
    with pytest.raises(ValueError, match="itself must be 0"):
        checker.SetConfigurationDistanceFunction(lambda a, b: 1.0)
    with pytest.raises(RuntimeError, match="Provider"):
        make_checker().SetConfigurationDistanceFunction(lambda a, b: 0.0)


# Settings.


def test_padding(checker: cw.SceneGraphCollisionChecker) -> None:
    """By indices or bodies, in metres; the matrix is a read-only copy."""
    box = checker.get_body(4)
    checker.SetPaddingBetween(bodyA_index=1, bodyB_index=cw.BodyIndex(4), padding=0.5)
    checker.SetPaddingBetween(bodyA=checker.get_body(2), bodyB=box, padding=0.25)
    checker.SetPaddingBetween(checker.get_body(3), 4, 0.125)
    assert checker.GetPaddingBetween(cw.BodyIndex(4), checker.get_body(3)) == 0.125
    assert checker.GetPaddingBetween(bodyA=3, bodyB=box) == 0.125
    checker.SetPaddingBetween(3, box, 0)
    assert checker.GetPaddingBetween(bodyA=box, bodyB=checker.get_body(1)) == 0.5
    assert checker.MaybeGetUniformRobotEnvironmentPadding() is None
    assert checker.MaybeGetUniformRobotRobotPadding() == 0
    assert checker.GetLargestPadding() == 0.5
    matrix = checker.GetPaddingMatrix()
    assert matrix[2, 4] == 0.25
    with pytest.raises(ValueError, match="read-only"):
        matrix[2, 4] = 1
    changed = matrix.copy()
    changed[3, 4] = 1
    with pytest.raises(ValueError, match="symmetric"):
        checker.SetPaddingMatrix(collision_padding=changed)
    changed[4, 3] = 1
    checker.SetPaddingMatrix(changed)
    assert checker.GetPaddingBetween(3, 4) == 1
    checker.SetPaddingOneRobotBodyAllEnvironmentPairs(body_index=3, padding=-0.5)
    checker.SetPaddingAllRobotRobotPairs(padding=0.125)
    assert checker.GetPaddingBetween(3, 0) == -0.5
    checker.SetPaddingAllRobotEnvironmentPairs(0)
    assert checker.MaybeGetUniformRobotEnvironmentPadding() == 0
    with pytest.raises(IndexError):
        checker.GetPaddingBetween(1, 5)
    with pytest.raises(ValueError, match="same"):
        checker.SetPaddingBetween(1, 1, 0.5)
    with pytest.raises(ValueError, match="another plant"):
        checker.GetPaddingBetween(make_checker().get_body(1), box)


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64])
def test_filters(checker: cw.SceneGraphCollisionChecker, dtype: type) -> None:
    """Integers of any width; nominal filters stay."""
    nominal = checker.GetNominalFilteredCollisionMatrix()
    expected = [
        [-1, 0, 0, 0, -1],
        [0, -1, 1, 0, 0],
        [0, 1, -1, 1, 0],
        [0, 0, 1, -1, 0],
        [-1, 0, 0, 0, -1],
    ]
    np.testing.assert_array_equal(nominal, expected)
    matrix: NDArray[Any] = nominal.astype(dtype)
    matrix[3, 4] = matrix[4, 3] = 1
    checker.SetCollisionFilterMatrix(filter_matrix=matrix)
    assert checker.CheckConfigCollisionFree([1.2, 0])
    assert checker.IsCollisionFilteredBetween(bodyA_index=3, bodyB_index=4)
    checker.SetCollisionFilteredBetween(3, 4, filter_collision=False)
    assert not checker.CheckConfigCollisionFree([1.2, 0])
    checker.SetCollisionFilteredWithAllBodies(body_index=3)
    assert checker.CheckConfigCollisionFree([1.2, 0])
    c, box = checker.get_body(3), checker.get_body(4)
    checker.SetCollisionFilteredBetween(bodyA=c, bodyB=box, filter_collision=False)
    assert not checker.IsCollisionFilteredBetween(bodyA=c, bodyB=box)
    checker.SetCollisionFilteredWithAllBodies(body=c)
    assert (checker.GetFilteredCollisionMatrix()[3] != 0).all()
    np.testing.assert_array_equal(checker.GetNominalFilteredCollisionMatrix(), expected)
    with pytest.raises(ValueError, match="environment"):
        checker.SetCollisionFilteredBetween(0, 4, True)
    with pytest.raises(ValueError, match="5 x 5"):
        checker.SetCollisionFilterMatrix(np.zeros((4, 5), dtype=int))


def test_added_shapes(checker: cw.SceneGraphCollisionChecker) -> None:
    """Shapes join named groups, by body, frame or description."""
    description = cw.BodyShapeDescription(
        shape=cw.Sphere(3), X_BS=np.eye(4), model_instance_name="scene", body_name="box"
    )
    assert checker.AddCollisionShape(group_name="balloon", description=description)
    assert not checker.CheckConfigCollisionFree([0, 0])
    checker.RemoveAllAddedCollisionShapes(group_name="balloon")
    assert checker.CheckConfigCollisionFree([0, 0])
    assert checker.AddCollisionShapes(group_name="two", descriptions=[description] * 2) == 2
    assert checker.AddCollisionShapes({"one": [description]}) == {"one": 1}
    checker.RemoveAllAddedCollisionShapes()
    plant = checker.plant()
    frame = plant.GetFrameByName("c")
    checker.AddCollisionShapeToFrame("tool", frameA=frame, shape=cw.Sphere(1), X_AG=np.eye(4))
    checker.AddCollisionShapeToBody("tool", 3, cw.Box(1, 2, 3), shift(0.5, 0, 0))
    checker.AddCollisionShapeToBody("tool", plant.GetBodyByName("c"), cw.Sphere(1), np.eye(4))
    (tool,) = checker.GetAllAddedCollisionShapes().values()
    assert [added.body_name() for added in tool] == ["c"] * 3
    box = tool[1].shape()
    assert isinstance(box, cw.Box)
    assert box.depth() == 2
    np.testing.assert_array_equal(tool[1].pose_in_body().translation(), [0.5, 0, 0])
    with pytest.raises(KeyError, match="nobody"):
        checker.AddCollisionShape(
            "tool", cw.BodyShapeDescription(cw.Sphere(1), np.eye(4), "robot", "nobody")
        )
    with pytest.raises(ValueError, match="HalfSpace"):
        checker.AddCollisionShapeToBody("tool", 3, cw.HalfSpace(), np.eye(4))
    with pytest.raises(IndexError):
        checker.AddCollisionShapeToBody("tool", 9, cw.Sphere(1), np.eye(4))
    assert len(checker.GetAllAddedCollisionShapes()["tool"]) == 3


# Contexts, copies, lifetimes.


def test_contexts(checker: cw.SceneGraphCollisionChecker) -> None:
    """Contexts are told by number; standalone ones are the caller's."""
    plant_context = checker.UpdatePositions(q=[1, 2], context_number=1)
    np.testing.assert_array_equal(plant_context.positions(), [1, 2])
    np.testing.assert_array_equal(checker.plant_context(1).positions(), [1, 2])
    np.testing.assert_array_equal(checker.model_context(0).positions(), [0, 0])
    standalone = checker.MakeStandaloneModelContext()
    checker.UpdateContextPositions(model_context=standalone, q=[3, 4])
    np.testing.assert_array_equal(standalone.plant_context().positions(), [3, 4])
    np.testing.assert_array_equal(standalone.Clone().positions(), [3, 4])
    assert not checker.CheckContextConfigCollisionFree(standalone, [1.2, 0])
    assert checker.MaxContextNumDistances(standalone) == 4
    seen = []
    checker.PerformOperationAgainstAllModelContexts(lambda model, context: seen.append(context))
    assert len(seen) == 4
    with pytest.raises(IndexError):
        checker.model_context(2)
    with pytest.raises(IndexError):
        checker.CheckConfigCollisionFree([0, 0], context_number=-1)
    with pytest.raises(ValueError, match="another model"):
        make_checker().CheckContextConfigCollisionFree(standalone, [0, 0])
    with pytest.raises(ValueError, match="model_context"):
        checker.CheckContextConfigCollisionFree(None, [0, 0])  # type: ignore[arg-type]


@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, lambda c: c.Clone()])
def test_clones(
    checker: cw.SceneGraphCollisionChecker, clone: Callable[[Any], cw.SceneGraphCollisionChecker]
) -> None:
    """A copy is independent, and of the same class."""
    other = clone(checker)
    assert isinstance(other, cw.SceneGraphCollisionChecker)
    other.AddCollisionShapeToBody("balloon", 4, cw.Sphere(3), np.eye(4))
    assert not other.CheckConfigCollisionFree([0, 0])
    assert checker.CheckConfigCollisionFree([0, 0])


def test_parts_keep_the_whole_alive() -> None:
    """What a checker handed out stays valid when the checker is let go."""
    checker = make_checker()
    body, context, world = checker.get_body(3), checker.model_context(0), checker.world()
    positions = checker.UpdatePositions([1, 2], 0)
    distance = make_checker(
        configuration_distance_function=lambda a, b: float(np.abs(b - a).sum())
    ).MakeStandaloneConfigurationDistanceFunction()
    del checker
    gc.collect()
    assert body.name() == "c"
    np.testing.assert_array_equal(context.positions(), [1, 2])
    np.testing.assert_array_equal(positions.positions(), [1, 2])
    assert world.num_shapes() == 4
    assert distance(np.zeros(2), np.ones(2)) == 2
