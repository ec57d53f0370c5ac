"""Exact, fast collision checking for robot motion planners."""

from clearway import _logging as _logging
from clearway._core import (
    BodyIndex,
    FrameIndex,
    GeometryId,
    JointIndex,
    ModelInstanceIndex,
    Parallelism,
    RigidTransform,
    RollPitchYaw,
    RotationMatrix,
    __version__,
)

__all__ = [
    "BodyIndex",
    "FrameIndex",
    "GeometryId",
    "JointIndex",
    "ModelInstanceIndex",
    "Parallelism",
    "RigidTransform",
    "RollPitchYaw",
    "RotationMatrix",
    "__version__",
]
