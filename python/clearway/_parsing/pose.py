"""Poses as files give them, made into poses and applied to points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clearway._core import RigidTransform, RollPitchYaw, RotationMatrix
from clearway._parsing.description import PoseSpec, Vector


def make_pose(pose: PoseSpec) -> RigidTransform:
    """Return the pose that a file gives."""
    if pose.quaternion_wxyz is None:
        return RigidTransform(RollPitchYaw(*pose.rpy), pose.xyz)
    return RigidTransform(RotationMatrix.FromQuaternion(pose.quaternion_wxyz), pose.xyz)


def make_pose_spec(X: RigidTransform) -> PoseSpec:
    """Return a pose as a file would give it."""
    x, y, z = X.translation().tolist()
    qw, qx, qy, qz = X.rotation().ToQuaternion().tolist()
    return PoseSpec((x, y, z), quaternion_wxyz=(qw, qx, qy, qz))


def move_points(
    points: NDArray[np.float64], reference: PoseSpec, scale: Vector
) -> NDArray[np.float64]:
    """Return scale * R^T (v - p) of each point v, for the reference pose (R, p)."""
    X = make_pose(reference)
    moved: NDArray[np.float64] = (points - X.translation()) @ X.rotation().matrix()
    moved *= scale
    return moved
