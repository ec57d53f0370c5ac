"""The joints of a compiled MJCF model, as a chain of joints of one motion each."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from clearway._core import RigidTransform, RotationMatrix
from clearway._parsing.description import JointKind, JointSpec, PoseSpec, Vector
from clearway._parsing.mjcf_compile import Compiled
from clearway._parsing.pose import make_pose, make_pose_spec
from clearway._parsing.xml import Element, Ignored


def make_weld(name: str, parent: str, child: str, X_PC: PoseSpec, element: Element) -> JointSpec:
    """Return the fixed joint of a body that has no joint of its own."""
    return JointSpec(
        name=name,
        kind="fixed",
        parent=parent,
        child=child,
        X_PJ=X_PC,
        axis=(0.0, 0.0, 1.0),
        limits=None,
        mimic=None,
        screw_pitch=0.0,
        element=element,
    )


def read_joint(
    compiled: Compiled,
    index: int,
    X_PB: PoseSpec,
    *,
    name: str,
    parent: str,
    child: str,
    element: Element,
) -> JointSpec:
    """Return a joint that moves `child`, which lies at X_PB in `parent` where the joint is at rest.

    At rest is the joint's ``ref``: in MuJoCo a joint of coordinate q moves by q - ref. A ball
    becomes roll, pitch and yaw; a free joint poses the body in its parent, the world, outright. A
    hinge without a range is continuous.
    """
    model, kinds = compiled.model, compiled.mujoco.mjtJoint
    kind = kinds(model.jnt_type[index])
    axis = _to_vector(model.jnt_axis[index])
    anchor = RigidTransform(model.jnt_pos[index].copy())
    limits: tuple[float, float] | None = None
    if model.jnt_limited[index]:
        low, high = model.jnt_range[index].tolist()
        limits = (low, high)
    rest = float(model.qpos0[model.jnt_qposadr[index]])
    X_CJ = anchor
    joint_kind: JointKind
    if kind == kinds.mjJNT_HINGE:
        joint_kind = "continuous" if limits is None else "revolute"
        X_CJ = anchor @ RigidTransform(_make_rotation(axis, rest), np.zeros(3))
    elif kind == kinds.mjJNT_SLIDE:
        joint_kind = "prismatic"
        X_CJ = anchor @ RigidTransform(rest * np.array(axis))
    elif kind == kinds.mjJNT_BALL:
        joint_kind = "ball_rpy"
        if limits is not None:
            reason = "no limit to the angle of a ball joint"
            element.document.ignored.append(Ignored("joint range", element.line, reason))
            limits = None
    else:
        joint_kind = "quaternion_floating"
        X_PB, anchor, X_CJ = PoseSpec(), RigidTransform(), RigidTransform()
    return JointSpec(
        name=name,
        kind=joint_kind,
        parent=parent,
        child=child,
        X_PJ=make_pose_spec(make_pose(X_PB) @ anchor),
        axis=axis,
        limits=limits,
        mimic=None,
        screw_pitch=0.0,
        element=element,
        X_CJ=make_pose_spec(X_CJ),
    )


def _make_rotation(axis: Vector, angle: float) -> RotationMatrix:
    half = angle / 2
    x, y, z = (math.sin(half) * each for each in axis)
    return RotationMatrix.FromQuaternion((math.cos(half), x, y, z))


def _to_vector(array: Any) -> Vector:
    x, y, z = array.tolist()
    norm = math.hypot(x, y, z)
    return x / norm, y / norm, z / norm
