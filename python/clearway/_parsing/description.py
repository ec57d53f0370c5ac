"""What a robot description says, as plain data; every part knows the line that says it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clearway._parsing.xml import Element, Ignored

Vector: TypeAlias = tuple[float, float, float]

JointKind: TypeAlias = Literal[
    "fixed",
    "revolute",
    "continuous",
    "prismatic",
    "screw",
    "planar",
    "universal",
    "ball_rpy",
    "quaternion_floating",
]

# The coordinates of each kind of joint.
NUM_COORDINATES: dict[JointKind, int] = {
    "fixed": 0,
    "revolute": 1,
    "continuous": 1,
    "prismatic": 1,
    "screw": 1,
    "planar": 3,
    "universal": 2,
    "ball_rpy": 3,
    "quaternion_floating": 7,
}


@dataclass(frozen=True)
class PoseSpec:
    """A pose as a file gives it: a translation [m], and angles [rad] or a unit quaternion."""

    xyz: Vector = (0.0, 0.0, 0.0)
    rpy: Vector = (0.0, 0.0, 0.0)
    quaternion_wxyz: tuple[float, float, float, float] | None = None  # In place of rpy.


@dataclass(frozen=True)
class BoxSpec:
    """A box by its full edge lengths [m]."""

    size: Vector


@dataclass(frozen=True)
class SphereSpec:
    """A ball [m]."""

    radius: float


@dataclass(frozen=True)
class CylinderSpec:
    """A cylinder along z [m]."""

    radius: float
    length: float


@dataclass(frozen=True)
class CapsuleSpec:
    """A capsule along z; `length` is that of its cylindrical part [m]."""

    radius: float
    length: float


@dataclass(frozen=True)
class EllipsoidSpec:
    """An ellipsoid by its semi-axes [m]."""

    a: float
    b: float
    c: float


@dataclass(frozen=True)
class HalfSpaceSpec:
    """All that lies at z <= 0."""


@dataclass(frozen=True)
class MeshSpec:
    """A mesh file, as it is named; `convex` where the file says that its hull is meant.

    A point v of the file is scale * R^T (v - p), of the reference pose (R, p).
    """

    uri: str
    scale: Vector = (1.0, 1.0, 1.0)
    convex: bool = False
    reference: PoseSpec = PoseSpec()


@dataclass(frozen=True)
class MeshDataSpec:
    """A mesh that is written out in the description; without triangles its hull is meant."""

    vertices: NDArray[np.float64] = field(repr=False, compare=False)  # (n, 3) [m]
    triangles: NDArray[np.int64] | None = field(repr=False, compare=False)  # (m, 3)


@dataclass(frozen=True)
class HeightFieldSpec:
    """A surface over solid ground, whose origin is below its middle [m]."""

    heights: NDArray[np.float64] = field(repr=False, compare=False)  # (ny, nx)
    size: tuple[float, float]
    bottom: float


GeometrySpec: TypeAlias = (
    BoxSpec
    | SphereSpec
    | CylinderSpec
    | CapsuleSpec
    | EllipsoidSpec
    | HalfSpaceSpec
    | HeightFieldSpec
    | MeshSpec
    | MeshDataSpec
)


@dataclass(frozen=True)
class CollisionSpec:
    """One collision geometry of a link."""

    name: str
    X_LG: PoseSpec
    geometry: GeometrySpec
    element: Element = field(repr=False, compare=False)


@dataclass(frozen=True)
class LinkSpec:
    """A link, with its collision geometries in the order of the file."""

    name: str
    collisions: tuple[CollisionSpec, ...]
    element: Element = field(repr=False, compare=False)


@dataclass(frozen=True)
class MimicSpec:
    """A joint's coordinate as multiplier * leader + offset."""

    leader: str
    multiplier: float
    offset: float


@dataclass(frozen=True)
class JointSpec:
    """A joint; X_PJ poses its frame in the parent link.

    Attributes
    ----------
    X_CJ : PoseSpec
        Its frame in the child link, where both frames meet at coordinates 0.
    axis : Vector
        Unit; in the joint's frame.
    limits : (lower, upper) or None
        None: unbounded. [rad or m]
    screw_pitch : float
        Advance of a full turn. [m]
    """

    name: str
    kind: JointKind
    parent: str
    child: str
    X_PJ: PoseSpec
    axis: Vector
    limits: tuple[float, float] | None
    mimic: MimicSpec | None
    screw_pitch: float
    element: Element = field(repr=False, compare=False)
    X_CJ: PoseSpec = PoseSpec()


@dataclass(frozen=True)
class FrameSpec:
    """A frame fixed to a link."""

    name: str
    link: str
    X_LF: PoseSpec
    element: Element = field(repr=False, compare=False)


class ExcludedPair(NamedTuple):
    """Two links that a description excludes from collision, and what in it says so."""

    link_a: str
    link_b: str
    source: str


@dataclass(frozen=True)
class RobotSpec:
    """A robot description, checked: its names are unique and its joints make trees.

    Attributes
    ----------
    excluded_pairs : tuple of ExcludedPair
        From the file itself; sorted, each pair once, the lesser name first.
    ignored : tuple of Ignored
        What the file says and this library does not read, in the order of the file.
    source : str
        The file's name.
    """

    name: str
    links: tuple[LinkSpec, ...]
    joints: tuple[JointSpec, ...]
    frames: tuple[FrameSpec, ...]
    excluded_pairs: tuple[ExcludedPair, ...]
    ignored: tuple[Ignored, ...]
    source: str

    def roots(self) -> tuple[str, ...]:
        """Return the links that are no joint's child, in the order of the file."""
        children = {joint.child for joint in self.joints}
        return tuple(link.name for link in self.links if link.name not in children)
