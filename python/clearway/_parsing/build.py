"""From a model to bodies, frames, joints and geometry of a plant."""

from __future__ import annotations

from typing import Literal, TypeAlias

from clearway._core import (
    FixedOffsetFrame,
    JointDescription,
    JointMimic,
    ModelInstanceIndex,
    MultibodyPlant,
    RigidBody,
    RigidTransform,
    RotationMatrix,
)
from clearway._parsing.description import JointSpec, PoseSpec, RobotSpec
from clearway._parsing.models import Model
from clearway._parsing.names import make_unique
from clearway._parsing.pose import make_pose

WORLD = "world"  # A link of this name is the world body.

MimicMode: TypeAlias = Literal["follow", "independent"]


def add_model(
    plant: MultibodyPlant,
    model: Model,
    name: str,
    *,
    mimic: MimicMode = "follow",
    X_WR: RigidTransform | None = None,
) -> ModelInstanceIndex:
    """Add a model to a plant as a new model instance.

    Parameters
    ----------
    plant : MultibodyPlant
    model : Model
    name : str
        Of the model instance.
    mimic : {"follow", "independent"}
        Whether joints with a mimic follow their leader, or own their position.
    X_WR : RigidTransform, optional
        Where a link ``world`` lies in the world; what else the model holds hangs on joints.

    Raises
    ------
    RuntimeError
        If the plant is finalized; ValueError if the name is taken. The plant is as it was.
    """
    robot = model.robot
    if plant.is_finalized():
        raise RuntimeError(f"{robot.source}: the plant is finalized, and takes no more models")
    if plant.HasModelInstanceNamed(name):
        raise ValueError(
            f"{robot.source}: there is a model instance {name!r} already;"
            " a parser with another model_name_prefix can add it again"
        )
    world = plant.world_body().model_instance()
    for frame in robot.frames:
        if frame.link == WORLD and plant.HasFrameNamed(frame.name, world):
            raise frame.element.error("the world has a frame of this name already")
    instance = plant.AddModelInstance(name)
    bodies = {
        link.name: plant.world_body()
        if link.name == WORLD
        else plant.AddRigidBody(link.name, instance)
        for link in robot.links
    }
    X_WR = X_WR or RigidTransform()

    def pose_in(link: str, pose: PoseSpec) -> RigidTransform:
        X = make_pose(pose)
        return X_WR @ X if link == WORLD else X

    for frame in robot.frames:
        body_frame = bodies[frame.link].body_frame()
        plant.AddFrame(FixedOffsetFrame(frame.name, body_frame, pose_in(frame.link, frame.X_LF)))
    for joint in robot.joints:
        X_PJ = pose_in(joint.parent, joint.X_PJ)
        plant.AddJoint(_describe_joint(joint, X_PJ, bodies, mimic))
    for link, shapes in zip(robot.links, model.shapes, strict=True):
        # The world's geometry has names of all models.
        taken: set[str] = set()
        prefix = f"{name}::" if link.name == WORLD else ""
        for collision, parts in zip(link.collisions, shapes, strict=True):
            X_BG = pose_in(link.name, collision.X_LG)
            for shape in parts:
                geometry_name = make_unique(prefix + collision.name, taken)
                plant.RegisterCollisionGeometry(bodies[link.name], X_BG, shape, geometry_name)
    for a, b, _ in robot.excluded_pairs:
        plant.ExcludeCollisionsBetween(bodies[a], bodies[b])
    return instance


def find_body(plant: MultibodyPlant, link: str, instance: ModelInstanceIndex) -> RigidBody:
    """Return the body of a link of a model that is in the plant."""
    return plant.world_body() if link == WORLD else plant.GetBodyByName(link, instance)


def free_roots(robot: RobotSpec) -> list[str]:
    """Return the links that hang on nothing, the world excepted."""
    return [root for root in robot.roots() if root != WORLD]


def _describe_joint(
    joint: JointSpec, X_PJ: RigidTransform, bodies: dict[str, RigidBody], mimic: MimicMode
) -> JointDescription:
    X_PF, X_CM = X_PJ, make_pose(joint.X_CJ)
    if joint.kind == "planar":
        # The plane of a planar joint is F's xy: F's z is the axis.
        X_JM = RigidTransform(RotationMatrix.FromZAxis(joint.axis))
        X_PF, X_CM = X_PJ @ X_JM, X_CM @ X_JM
    follows = joint.mimic if mimic == "follow" else None
    return JointDescription(
        joint.name,
        joint.kind,
        bodies[joint.parent],
        bodies[joint.child],
        X_PF=X_PF,
        X_CM=X_CM,
        axis=joint.axis,
        screw_pitch=joint.screw_pitch,
        lower_limits=[joint.limits[0]] if joint.limits else None,
        upper_limits=[joint.limits[1]] if joint.limits else None,
        mimic=JointMimic(follows.leader, follows.multiplier, follows.offset) if follows else None,
    )
