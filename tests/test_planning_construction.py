"""How a checker is constructed: from parameters, or from their fields as keywords."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import clearway as cw


def make_model() -> tuple[cw.RobotDiagram, cw.ModelInstanceIndex]:
    """Return a ball that slides along x towards a wall whose face is at x = 1."""
    builder = cw.RobotDiagramBuilder()
    plant = builder.plant()
    robot = plant.AddModelInstance("robot")
    ball = plant.AddRigidBody("ball", robot)
    plant.AddJoint(
        cw.PrismaticJoint("slide", plant.world_frame(), ball.body_frame(), axis=[1, 0, 0])
    )
    plant.RegisterCollisionGeometry(ball, cw.RigidTransform(), cw.Sphere(0.1), "ball")
    wall = cw.RigidTransform(np.array([1.5, 0.0, 0.0]))
    plant.RegisterCollisionGeometry(plant.world_body(), wall, cw.Box(1, 4, 4), "wall")
    return builder.Build(), robot


def first_metre(q1: NDArray[np.float64], q2: NDArray[np.float64]) -> float:
    """Return a configuration distance that is ten times the default one."""
    return 10 * float(np.abs(q2 - q1).sum())


def test_keywords_make_a_checker_with_the_defaults_left_out() -> None:
    model, robot = make_model()
    checker = cw.SceneGraphCollisionChecker(
        model=model, robot_model_instances=[robot], edge_step_size=0.05
    )
    assert checker.model() is model
    assert checker.robot_model_instances() == [robot]
    assert checker.edge_step_size() == 0.05
    assert checker.MaybeGetUniformRobotEnvironmentPadding() == 0
    assert checker.CheckConfigCollisionFree([0.89])
    assert not checker.CheckConfigCollisionFree([0.91])


def test_keywords_and_parameters_make_the_same_checker() -> None:
    model, robot = make_model()
    provider = cw.LinearDistanceAndInterpolationProvider(model.plant(), distance_weights=[2.0])
    by_keywords = cw.SceneGraphCollisionChecker(
        model=model,
        robot_model_instances=(robot,),
        edge_step_size=np.float64(0.25),
        distance_and_interpolation_provider=provider,
        env_collision_padding=1,
        self_collision_padding=np.float32(0.5),
        implicit_context_parallelism=3,
    )
    by_parameters = cw.SceneGraphCollisionChecker(
        cw.CollisionCheckerParams(
            model=model,
            robot_model_instances=(robot,),
            edge_step_size=np.float64(0.25),
            distance_and_interpolation_provider=provider,
            env_collision_padding=1,
            self_collision_padding=np.float32(0.5),
            implicit_context_parallelism=3,
        )
    )
    for checker in (by_keywords, by_parameters):
        assert checker.edge_step_size() == 0.25
        assert checker.distance_and_interpolation_provider() is provider
        assert checker.MaybeGetUniformRobotEnvironmentPadding() == 1
        assert checker.num_allocated_contexts() == 3
        assert checker.ComputeConfigurationDistance([0], [1]) == 2


def test_a_none_that_is_spelled_out_is_the_default() -> None:
    model, robot = make_model()
    checker = cw.SceneGraphCollisionChecker(
        model=model,
        robot_model_instances=[robot],
        edge_step_size=1,
        distance_and_interpolation_provider=None,
        configuration_distance_function=None,
    )
    assert checker.ComputeConfigurationDistance([0.0], [0.5]) == 0.5


def test_a_distance_function_is_used() -> None:
    model, robot = make_model()
    checker = cw.SceneGraphCollisionChecker(
        model=model,
        robot_model_instances=[robot],
        edge_step_size=0.05,
        configuration_distance_function=first_metre,
    )
    assert checker.ComputeConfigurationDistance([0.0], [0.5]) == 5
    checker.SetConfigurationInterpolationFunction(lambda q1, q2, ratio: q1 + ratio**2 * (q2 - q1))
    assert checker.InterpolateBetweenConfigurations([0.0], [1.0], 0.5) == 0.25
    checker.SetConfigurationInterpolationFunction(None)
    assert checker.InterpolateBetweenConfigurations([0.0], [1.0], 0.5) == 0.5


def test_parameters_are_read_back_and_set() -> None:
    params = cw.CollisionCheckerParams()
    assert params.model is None
    assert params.distance_and_interpolation_provider is None
    assert params.configuration_distance_function is None
    model, robot = make_model()
    params.model = model
    params.robot_model_instances = [robot]
    params.edge_step_size = 0.5
    params.implicit_context_parallelism = cw.Parallelism(num_threads=2)
    params.configuration_distance_function = first_metre
    assert params.model is model
    assert params.configuration_distance_function is not None
    assert params.implicit_context_parallelism.num_threads() == 2
    params.configuration_distance_function = None
    assert cw.SceneGraphCollisionChecker(params).num_allocated_contexts() == 2


def test_unknown_keywords_are_refused() -> None:
    model, robot = make_model()
    with pytest.raises(TypeError, match="edge_step"):
        cw.SceneGraphCollisionChecker(  # type: ignore[call-overload]
            model=model, robot_model_instances=[robot], edge_step=0.05
        )
    with pytest.raises(TypeError, match="edge_step"):
        cw.CollisionCheckerParams(model=model, edge_step=0.05)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        cw.SceneGraphCollisionChecker()  # type: ignore[call-overload]


def test_what_is_required_is_named() -> None:
    model, robot = make_model()
    with pytest.raises(ValueError, match="edge_step_size"):
        cw.SceneGraphCollisionChecker(model=model, robot_model_instances=[robot])
    with pytest.raises(ValueError, match="robot_model_instances"):
        cw.SceneGraphCollisionChecker(model=model, edge_step_size=0.05)
    with pytest.raises(ValueError, match="model"):
        cw.SceneGraphCollisionChecker(cw.CollisionCheckerParams(edge_step_size=0.05))


def test_matrices_are_taken_in_any_width_and_nothing_is_rounded() -> None:
    model, robot = make_model()
    checker = cw.SceneGraphCollisionChecker(
        model=model, robot_model_instances=[robot], edge_step_size=0.05
    )
    for dtype in (np.int8, np.int32, np.int64, np.float64):
        checker.SetCollisionFilterMatrix(np.array([[-1, 1], [1, -1]], dtype=dtype))
        assert checker.IsCollisionFilteredBetween(0, 1)
        checker.SetCollisionFilterMatrix([[-1, 0], [0, -1]])
        assert not checker.IsCollisionFilteredBetween(0, 1)
    for value in (0.5, 2, np.nan):
        with pytest.raises(ValueError, match="filter_matrix"):
            checker.SetCollisionFilterMatrix([[-1, value], [value, -1]])
    checker.SetPaddingMatrix([[0, 1], [1, 0]])
    assert checker.GetPaddingBetween(0, 1) == 1
