"""The <joint> and <drake:joint> elements of a URDF, and the trees that joints make."""

from __future__ import annotations

import math
from collections.abc import Sequence

from clearway._parsing.description import (
    NUM_COORDINATES,
    JointKind,
    JointSpec,
    LinkSpec,
    MimicSpec,
    Vector,
)
from clearway._parsing.graph import find_cycle
from clearway._parsing.urdf_geometry import read_pose
from clearway._parsing.xml import Element

_STANDARD: dict[str, JointKind] = {
    "fixed": "fixed",
    "revolute": "revolute",
    "continuous": "continuous",
    "prismatic": "prismatic",
    "planar": "planar",
    "floating": "quaternion_floating",
}
_DRAKE: dict[str, JointKind] = {
    "planar": "planar",
    "universal": "universal",
    "ball": "ball_rpy",
    "screw": "screw",
}
_WITH_AXIS = {"revolute", "continuous", "prismatic", "screw", "planar"}
_WITH_LIMITS = {"revolute", "prismatic", "screw"}


def read_joint(element: Element) -> JointSpec:
    """Read a joint by itself.

    A joint without <axis> turns about or slides along x, as the URDF specification says; a planar
    joint without one moves in xy. An absent <limit> leaves a joint unbounded; an absent ``lower``
    or ``upper`` of a <limit> is 0. A continuous joint has no limits, whatever the file says, and a
    fixed joint no axis, limits or mimic.
    """
    parts = element.parts(
        "parent", "child", "origin", "axis", "limit", "mimic", "drake:screw_thread_pitch"
    )
    kind = _read_kind(element)
    axis = element.optional_part(parts, "axis")
    limit = element.optional_part(parts, "limit")
    mimic = element.optional_part(parts, "mimic")
    pitch = element.optional_part(parts, "drake:screw_thread_pitch")
    if kind == "screw" and pitch is None:
        raise element.error("lacks its <drake:screw_thread_pitch>")
    if mimic is not None and NUM_COORDINATES[kind] > 1:
        raise mimic.error(f"a {element.attributes['type']} joint cannot mimic")
    return JointSpec(
        name=element.required("name"),
        kind=kind,
        parent=element.required_part(parts, "parent").required("link"),
        child=element.required_part(parts, "child").required("link"),
        X_PJ=read_pose(element.optional_part(parts, "origin")),
        axis=_read_axis(axis, kind) if kind in _WITH_AXIS else (0.0, 0.0, 1.0),
        limits=_read_limits(limit) if limit is not None and kind in _WITH_LIMITS else None,
        mimic=_read_mimic(mimic) if mimic is not None and kind != "fixed" else None,
        screw_pitch=pitch.number("value") if pitch is not None and kind == "screw" else 0.0,
        element=element,
    )


def check_joints(links: Sequence[LinkSpec], joints: Sequence[JointSpec]) -> None:
    """Check that joints join links into trees, and mimic one another to some end.

    Raises
    ------
    ValueError
        For an unknown link or leader, a link with two parents, a loop, or a bad mimic.
    """
    link_names = {link.name for link in links}
    inboard: dict[str, JointSpec] = {}
    for joint in joints:
        for role, name in (("parent", joint.parent), ("child", joint.child)):
            if name not in link_names:
                raise joint.element.error(f"its {role} {name!r} is not a link of the robot")
        if joint.child == "world":
            raise joint.element.error("the link 'world' is the world, and cannot be a child")
        if joint.child in inboard:
            other = inboard[joint.child]
            raise joint.element.error(
                f"link {joint.child!r} already has the parent {other.parent!r}"
                f" by joint {other.name!r} (line {other.element.line})"
            )
        inboard[joint.child] = joint
    _check_no_loop(inboard)
    _check_mimics(joints)


def _check_no_loop(inboard: dict[str, JointSpec]) -> None:
    cycle = find_cycle({child: [joint.parent] for child, joint in inboard.items()})
    if cycle:
        joint = max((inboard[link] for link in cycle), key=lambda joint: joint.element.line)
        raise joint.element.error(f"closes a loop of links: {' -> '.join(cycle)}")


def _check_mimics(joints: Sequence[JointSpec]) -> None:
    by_name = {joint.name: joint for joint in joints}
    for joint in joints:
        if joint.mimic is None:
            continue
        leader = by_name.get(joint.mimic.leader)
        if leader is None:
            raise joint.element.error(f"mimics {joint.mimic.leader!r}, which is not a joint")
        if NUM_COORDINATES[leader.kind] > 1:
            raise joint.element.error(
                f"mimics {leader.name!r}, which has {NUM_COORDINATES[leader.kind]} coordinates"
            )
    cycle = find_cycle({joint.name: [joint.mimic.leader] for joint in joints if joint.mimic})
    if cycle:
        raise by_name[cycle[0]].element.error(f"mimics itself: {' -> '.join(cycle)}")


def _read_kind(element: Element) -> JointKind:
    text = element.required("type")
    kinds, others = (_DRAKE, _STANDARD) if element.tag == "drake:joint" else (_STANDARD, _DRAKE)
    if text in kinds:
        return kinds[text]
    if text in others:
        tag = "joint" if element.tag == "drake:joint" else "drake:joint"
        raise element.error(f"type {text!r} is written as <{tag}>")
    raise element.error(f"type {text!r} is unknown; types are {', '.join(kinds)}")


def _read_axis(element: Element | None, kind: JointKind) -> Vector:
    if element is None:
        return (0.0, 0.0, 1.0) if kind == "planar" else (1.0, 0.0, 0.0)
    x, y, z = element.vector("xyz")
    # The largest component out first: the squares of tiny and huge numbers are not numbers.
    largest = max(abs(x), abs(y), abs(z))
    if largest == 0:
        raise element.error("xyz must not be zero")
    x, y, z = x / largest, y / largest, z / largest
    norm = math.hypot(x, y, z)
    return (x / norm, y / norm, z / norm)


def _read_limits(element: Element) -> tuple[float, float]:
    lower, upper = element.number("lower", 0.0), element.number("upper", 0.0)
    if lower > upper:
        raise element.error(f"lower {lower:g} is above upper {upper:g}")
    return lower, upper


def _read_mimic(element: Element) -> MimicSpec:
    return MimicSpec(
        leader=element.required("joint"),
        multiplier=element.number("multiplier", 1.0),
        offset=element.number("offset", 0.0),
    )
