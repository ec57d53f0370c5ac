"""The model layer as Python sees it: names, arguments, lifetimes, errors.

What the kinematics computes is tested in C++; here one arm is held against numpy.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import clearway as cw


def turn_z(angle: float) -> NDArray[np.float64]:
    """Return the homogeneous matrix of a turn about z."""
    X = np.eye(4)
    X[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return X


def shift(x: float, y: float, z: float) -> NDArray[np.float64]:
    """Return the homogeneous matrix of a translation."""
    X = np.eye(4)
    X[:3, 3] = x, y, z
    return X


@pytest.fixture
def arm() -> cw.MultibodyPlant:
    """Return a planar arm of two links with a finger that mimics, not finalized."""
    plant = cw.MultibodyPlant()
    instance = plant.AddModelInstance("arm")
    upper = plant.AddRigidBody("upper", instance)
    lower = plant.AddRigidBody("lower", model_instance=instance)
    finger = plant.AddRigidBody("finger", instance)
    elbow = plant.AddFrame(
        cw.FixedOffsetFrame(name="elbow", P=upper.body_frame(), X_PF=shift(1, 0, 0))
    )
    plant.AddJoint(cw.RevoluteJoint("shoulder", plant.world_frame(), upper.body_frame(), [0, 0, 1]))
    plant.AddJoint(
        cw.RevoluteJoint(
            name="elbow",
            frame_on_parent=elbow,
            frame_on_child=lower.body_frame(),
            axis=np.array([0, 0, 2]),
            pos_lower_limit=-1,
            pos_upper_limit=2,
        )
    )
    plant.AddJoint(
        cw.JointDescription(
            "slide",
            "prismatic",
            lower,
            finger,
            X_PF=shift(0.5, 0, 0),
            axis=(1, 0, 0),
            mimic=cw.JointMimic("elbow", multiplier=0.1, offset=0.2),
        )
    )
    plant.RegisterCollisionGeometry(upper, shift(0.5, 0, 0), cw.Box(1, 0.1, 0.1), "bar")
    plant.RegisterCollisionGeometry(lower, cw.RigidTransform(), cw.Sphere(0.1), "ball")
    plant.RegisterCollisionGeometry(3, cw.RigidTransform(), cw.Sphere(0.05), "tip")
    return plant


def test_poses_and_jacobian(arm: cw.MultibodyPlant) -> None:
    arm.Finalize()
    q = [0.3, -0.7]
    X_WU = turn_z(0.3)
    X_WL = X_WU @ shift(1, 0, 0) @ turn_z(-0.7)
    X_WF = X_WL @ shift(0.5 + 0.1 * -0.7 + 0.2, 0, 0)
    poses = arm.CalcBodyPoses(q)
    assert poses.shape == (4, 4, 4)
    np.testing.assert_allclose(poses, [np.eye(4), X_WU, X_WL, X_WF], atol=1e-15)

    J = arm.CalcPointJacobian(q, arm.GetBodyByName("finger"), [0.1, 0.2, 0.3])
    h = 1e-6
    for i in range(2):
        dq = np.zeros(2)
        dq[i] = h
        p_plus = arm.CalcBodyPoses(q + dq)[3] @ [0.1, 0.2, 0.3, 1]
        p_minus = arm.CalcBodyPoses(q - dq)[3] @ [0.1, 0.2, 0.3, 1]
        np.testing.assert_allclose(J[:, i], (p_plus - p_minus)[:3] / (2 * h), atol=1e-9)
    np.testing.assert_array_equal(arm.CalcPointJacobian(q, 3, [0.1, 0.2, 0.3]), J)
    np.testing.assert_array_equal(arm.MakeVelocityToQDotMap(q), np.eye(2))


def test_positions(arm: cw.MultibodyPlant) -> None:
    arm.Finalize()
    assert (arm.num_positions(), arm.num_velocities()) == (2, 2)
    assert arm.GetPositionNames() == ["shoulder_q", "elbow_q"]
    assert arm.GetPositionNames(add_model_instance_prefix=True)[0] == "arm_shoulder_q"
    np.testing.assert_array_equal(arm.GetPositionLowerLimits(), [-np.inf, -1])
    np.testing.assert_array_equal(arm.GetPositionUpperLimits(), [np.inf, 2])
    np.testing.assert_array_equal(arm.GetDefaultPositions(), [0, 0])


def test_bodies_frames_joints(arm: cw.MultibodyPlant) -> None:
    arm.Finalize()
    instance = arm.GetModelInstanceByName("arm")
    assert arm.GetModelInstanceName(instance) == "arm"
    assert arm.HasModelInstanceNamed("arm")
    assert not arm.HasModelInstanceNamed("leg")
    assert arm.HasBodyNamed("upper", instance)
    assert arm.HasFrameNamed("elbow")
    assert arm.HasJointNamed("slide")
    assert [int(body) for body in arm.GetBodyIndices(instance)] == [1, 2, 3]
    assert [int(joint) for joint in arm.GetJointIndices(instance)] == [0, 1, 2]
    counts = (arm.num_bodies(), arm.num_frames(), arm.num_joints(), arm.num_model_instances())
    assert counts == (4, 5, 3, 3)
    assert arm.num_collision_geometries() == 3

    upper = arm.GetBodyByName("upper")
    assert upper == arm.get_body(cw.BodyIndex(1)) == arm.get_body(1)
    assert len({upper, arm.get_body(1)}) == 1
    assert upper != arm.world_body()
    assert (upper.name(), int(upper.index()), upper.model_instance()) == ("upper", 1, instance)
    assert repr(upper) == "<RigidBody name='upper' index=1 model_instance=2>"
    assert upper.body_frame() == arm.GetFrameByName("upper")

    frame = arm.GetFrameByName("elbow", model_instance=instance)
    assert frame.body() == upper
    assert arm.get_frame(frame.index()) == frame
    np.testing.assert_array_equal(frame.GetFixedPoseInBodyFrame(), shift(1, 0, 0))

    elbow = arm.GetJointByName("elbow")
    assert arm.get_joint(elbow.index()) == elbow
    assert elbow.type_name() == "revolute"
    assert (elbow.parent_body().name(), elbow.child_body().name()) == ("upper", "lower")
    assert (elbow.position_start(), elbow.num_positions()) == (1, 1)
    assert (elbow.velocity_start(), elbow.num_velocities()) == (1, 1)
    np.testing.assert_array_equal(elbow.axis(), [0, 0, 1])
    np.testing.assert_array_equal(elbow.X_PF(), shift(1, 0, 0))
    np.testing.assert_array_equal(elbow.X_CM(), np.eye(4))
    np.testing.assert_array_equal(elbow.position_lower_limits(), [-1])
    np.testing.assert_array_equal(elbow.position_upper_limits(), [2])
    assert elbow.mimic() is None

    slide = arm.GetJointByName("slide")
    assert slide.num_positions() == 0
    assert slide.position_lower_limits().shape == (0,)
    mimic = slide.mimic()
    assert mimic is not None
    assert (mimic.leader, mimic.multiplier, mimic.offset) == ("elbow", 0.1, 0.2)


def test_a_class_for_each_kind_of_joint() -> None:
    plant = cw.MultibodyPlant(time_step=0.0)
    world = plant.world_frame()
    frames = [plant.AddRigidBody(f"b{i}").body_frame() for i in range(8)]
    joints = [
        cw.RevoluteJoint("j0", world, frames[0], [1, 0, 0]),
        cw.PrismaticJoint("j1", world, frames[1], [1, 0, 0], 0, 1),
        cw.ScrewJoint("j2", world, frames[2], [0, 0, 1], screw_pitch=0.5),
        cw.PlanarJoint("j3", world, frames[3]),
        cw.UniversalJoint("j4", world, frames[4]),
        cw.BallRpyJoint("j5", world, frames[5]),
        cw.QuaternionFloatingJoint("j6", world, frames[6]),
        cw.WeldJoint("j7", world, frames[7], cw.RigidTransform([1, 2, 3])),
    ]
    added = [plant.AddJoint(joint) for joint in joints]
    assert added[2].screw_pitch() == 0.5
    plant.Finalize()
    assert [joint.type_name() for joint in added] == [joint.type_name() for joint in joints]
    assert plant.GetPositionNames() == [
        *("j0_q", "j1_x", "j2_q", "j3_x", "j3_y", "j3_qz", "j4_qx", "j4_qy"),
        *("j5_qx", "j5_qy", "j5_qz"),
        *("j6_qw", "j6_qx", "j6_qy", "j6_qz", "j6_x", "j6_y", "j6_z"),
    ]
    q = plant.GetDefaultPositions()
    np.testing.assert_array_equal(plant.CalcBodyPoses(q)[8], shift(1, 2, 3))
    N = plant.MakeVelocityToQDotMap(q)
    assert N.shape == (18, 17)
    np.testing.assert_array_equal(N[:11, :11], np.eye(11))
    np.testing.assert_array_equal(N[11], np.zeros(17))
    np.testing.assert_array_equal(N[12:15, 11:14], np.eye(3) / 2)


def test_weld_frames() -> None:
    plant = cw.MultibodyPlant()
    base = plant.AddRigidBody("base")
    joint = plant.WeldFrames(
        frame_on_parent_F=plant.world_frame(),
        frame_on_child_M=plant.GetFrameByName("base"),
        X_FM=cw.RigidTransform([0, 0, 1]),
    )
    assert joint.name() == "world_welds_to_base"
    plant.Finalize()
    np.testing.assert_array_equal(plant.CalcBodyPoses([])[base.index()], shift(0, 0, 1))


def test_scene_graph(arm: cw.MultibodyPlant) -> None:
    arm.ExcludeCollisionsBetween(arm.GetBodyByName("upper"), 3)
    arm.Finalize()
    scene_graph = cw.RobotDiagram(arm).scene_graph()
    bar, ball, tip = scene_graph.GetAllGeometryIds()
    assert scene_graph.num_geometries() == 3
    assert scene_graph.GetName(bar) == "bar"
    assert scene_graph.GetGeometriesForBody(2) == [ball]
    assert scene_graph.GetBodyIndex(ball) == 2
    shape = scene_graph.GetShape(ball)
    assert isinstance(shape, cw.Sphere)
    assert shape.radius() == 0.1
    np.testing.assert_array_equal(scene_graph.GetPoseInBody(bar), shift(0.5, 0, 0))
    assert scene_graph.CollisionFiltered(bar, ball)
    assert scene_graph.CollisionFiltered(bar, tip)
    assert arm.IsExcluded(arm.GetBodyByName("lower"), 3)
    assert not arm.IsExcluded(0, 1)


def test_objects_keep_their_plant_alive() -> None:
    body = cw.MultibodyPlant().AddRigidBody("body")
    diagram = cw.RobotDiagramBuilder().Build()
    scene_graph = diagram.scene_graph()
    del diagram
    gc.collect()
    assert body.name() == "body"
    assert body.body_frame().body() == body
    assert scene_graph.num_geometries() == 0


def test_builder() -> None:
    builder = cw.RobotDiagramBuilder(time_step=0.0)
    plant = builder.plant()
    body = plant.AddRigidBody("body")
    plant.RegisterCollisionGeometry(body, np.eye(4), cw.HalfSpace(), "ground")
    assert builder.scene_graph().num_geometries() == 1
    with pytest.raises(ValueError, match="ground"):
        builder.Build()
    assert not builder.IsDiagramBuilt()
    plant.WeldFrames(plant.world_frame(), body.body_frame())
    diagram = builder.Build()
    assert builder.IsDiagramBuilt()
    assert diagram.plant() is plant
    assert plant.is_finalized()
    calls: list[Callable[[], object]] = [
        builder.plant,
        builder.scene_graph,
        builder.parser,
        builder.Build,
    ]
    for call in calls:
        with pytest.raises(RuntimeError, match="built"):
            call()


def test_builder_takes_a_finalized_plant() -> None:
    builder = cw.RobotDiagramBuilder()
    builder.plant().Finalize()
    assert builder.Build().plant().num_bodies() == 1


def test_diagram_needs_a_finalized_plant() -> None:
    with pytest.raises(RuntimeError, match="finalized"):
        cw.RobotDiagram(cw.MultibodyPlant())


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda plant: plant.CalcBodyPoses([0.0]), ValueError, "q must have size 2, got 1"),
        (lambda plant: plant.CalcBodyPoses([0, np.nan]), ValueError, r"q\[1\] must be finite"),
        (lambda plant: plant.CalcBodyPoses([np.inf, 0]), ValueError, r"q\[0\] must be finite"),
        (lambda plant: plant.CalcBodyPoses("zero"), TypeError, "q"),
        (lambda plant: plant.CalcPointJacobian([0, 0], 4, [0, 0, 0]), IndexError, "body 4"),
        (lambda plant: plant.get_body(4), IndexError, "4"),
        (lambda plant: plant.get_body(-1), IndexError, "-1"),
        (lambda plant: plant.get_body(cw.JointIndex(1)), TypeError, "BodyIndex"),
        (lambda plant: plant.GetBodyByName("uper"), KeyError, "near names.*upper"),
        (lambda plant: plant.GetModelInstanceByName("arn"), KeyError, "near names.*arm"),
        (lambda plant: plant.AddRigidBody("late"), RuntimeError, "before Finalize"),
        (lambda plant: plant.Finalize(), RuntimeError, "before Finalize"),
    ],
)
def test_errors(
    arm: cw.MultibodyPlant,
    call: Callable[[cw.MultibodyPlant], object],
    error: type[Exception],
    message: str,
) -> None:
    arm.Finalize()
    with pytest.raises(error, match=message):
        call(arm)
    np.testing.assert_array_equal(arm.CalcBodyPoses([0, 0])[0], np.eye(4))


def test_errors_while_building(arm: cw.MultibodyPlant) -> None:
    other = cw.MultibodyPlant()
    upper, finger = arm.GetBodyByName("upper"), arm.GetBodyByName("finger")
    with pytest.raises(RuntimeError, match="finalized first"):
        arm.num_positions()
    with pytest.raises(RuntimeError, match="finalized first"):
        arm.GetJointByName("elbow").position_start()
    with pytest.raises(ValueError, match="another plant"):
        arm.WeldFrames(other.world_frame(), upper.body_frame())
    with pytest.raises(ValueError, match="another plant"):
        other.AddJoint(cw.PlanarJoint("j", arm.world_frame(), upper.body_frame()))
    with pytest.raises(ValueError, match="another plant"):
        cw.PlanarJoint("j", other.world_frame(), upper.body_frame())
    with pytest.raises(ValueError, match="another plant"):
        other.RegisterCollisionGeometry(upper, np.eye(4), cw.Sphere(1), "ball")
    with pytest.raises(ValueError, match="already hangs on joint"):
        arm.AddJoint(cw.JointDescription("loop", "fixed", finger, upper))
    with pytest.raises(ValueError, match='"hinge"'):
        cw.JointDescription("j", "hinge", upper, finger)
    with pytest.raises(ValueError, match="axis"):
        cw.JointDescription("j", "revolute", upper, finger, axis=(0, 0, 0))
    with pytest.raises(ValueError, match="3 lower limits, got 1"):
        cw.JointDescription("j", "planar", upper, finger, lower_limits=[0])
    with pytest.raises(ValueError, match="pose"):
        arm.RegisterCollisionGeometry(upper, np.eye(3), cw.Sphere(1), "ball")
    with pytest.raises(TypeError):
        arm.RegisterCollisionGeometry(upper, np.eye(4), "ball", "ball")  # type: ignore[arg-type]
    assert arm.num_joints() == 3
    arm.Finalize()
    assert arm.num_positions() == 2
