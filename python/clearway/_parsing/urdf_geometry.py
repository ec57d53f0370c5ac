"""The <origin>, <geometry> and <collision> elements of a URDF."""

from __future__ import annotations

import math

from clearway._parsing.description import (
    BoxSpec,
    CapsuleSpec,
    CollisionSpec,
    CylinderSpec,
    EllipsoidSpec,
    GeometrySpec,
    MeshSpec,
    PoseSpec,
    SphereSpec,
)
from clearway._parsing.xml import Element

_SHAPES = (
    "box",
    "sphere",
    "cylinder",
    "capsule",
    "drake:capsule",
    "drake:ellipsoid",
    "mesh",
)


def read_pose(element: Element | None) -> PoseSpec:
    """Read ``xyz`` with ``rpy``, ``quat_xyzw`` (URDF 1.2) or ``wxyz``; identity if absent."""
    if element is None:
        return PoseSpec()
    turns = [name for name in ("rpy", "quat_xyzw", "wxyz") if name in element.attributes]
    if len(turns) > 1:
        raise element.error(f"gives its rotation twice, as {' and '.join(turns)}")
    xyz = element.vector("xyz") if "xyz" in element.attributes else (0.0, 0.0, 0.0)
    if not turns:
        return PoseSpec(xyz)
    if turns[0] == "rpy":
        return PoseSpec(xyz, element.vector("rpy"))
    values = element.numbers(turns[0], 4)
    x, y, z, w = values if turns[0] == "quat_xyzw" else (*values[1:], values[0])
    norm = math.hypot(w, x, y, z)
    # Written with few digits it is still meant; far from 1 it is not a rotation.
    if abs(norm - 1) > 1e-2:
        raise element.error(f"{turns[0]} must be a unit quaternion, not of norm {norm:g}")
    return PoseSpec(xyz, quaternion_wxyz=(w / norm, x / norm, y / norm, z / norm))


def read_geometry(element: Element) -> GeometrySpec:
    """Read the one shape inside a <geometry> element."""
    shapes = [child for child in element.children if child.tag in _SHAPES]
    unknown = [child for child in element.children if child.tag not in _SHAPES]
    if unknown:
        raise unknown[0].error(f"is not a shape; shapes are {', '.join(_SHAPES)}")
    if len(shapes) != 1:
        raise element.error(f"must hold one shape, not {len(shapes)}")
    shape = shapes[0]
    match shape.tag:
        case "box":
            return BoxSpec(shape.vector("size"))
        case "sphere":
            return SphereSpec(shape.number("radius"))
        case "cylinder":
            return CylinderSpec(shape.number("radius"), shape.number("length"))
        case "capsule" | "drake:capsule":
            return CapsuleSpec(shape.number("radius"), shape.number("length"))
        case "drake:ellipsoid":
            return EllipsoidSpec(shape.number("a"), shape.number("b"), shape.number("c"))
        case _:
            return _read_mesh(shape)


def read_collision(element: Element, default_name: str) -> CollisionSpec:
    """Read a <collision> element."""
    parts = element.parts("origin", "geometry")
    return CollisionSpec(
        name=element.optional("name") or default_name,
        X_LG=read_pose(element.optional_part(parts, "origin")),
        geometry=read_geometry(element.required_part(parts, "geometry")),
        element=element,
    )


def _read_mesh(element: Element) -> MeshSpec:
    parts = element.parts("drake:declare_convex")
    scale = (1.0, 1.0, 1.0)
    if "scale" in element.attributes:
        values = element.numbers("scale")
        if len(values) not in (1, 3):
            raise element.error(f"scale must be 1 or 3 numbers, not {len(values)}")
        scale = (values[0], values[-2], values[-1]) if len(values) == 3 else (values[0],) * 3
    return MeshSpec(element.required("filename"), scale, bool(parts["drake:declare_convex"]))
