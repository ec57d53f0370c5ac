"""SRDF: what a robot's makers say of it beyond its description, read and checked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from clearway._parsing.graph import find_cycle
from clearway._parsing.xml import Element, Ignored

VirtualJointKind: TypeAlias = Literal["fixed", "planar", "floating"]


@dataclass(frozen=True)
class LinkPair:
    """Two links, in the order of the file, and why they are listed."""

    link1: str
    link2: str
    reason: str
    line: int


@dataclass(frozen=True)
class DefaultDisabled:
    """A link that is checked against no other link, but where a pair is enabled."""

    link: str
    line: int


@dataclass(frozen=True)
class Chain:
    """The joints and links from a base link to a tip link."""

    base_link: str
    tip_link: str


@dataclass(frozen=True)
class Group:
    """A named set of links, joints, chains and other groups."""

    name: str
    links: tuple[str, ...]
    joints: tuple[str, ...]
    chains: tuple[Chain, ...]
    subgroups: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class GroupState:
    """A named configuration of a group: the coordinates of its joints [rad or m]."""

    name: str
    group: str
    joint_values: dict[str, tuple[float, ...]]
    line: int


@dataclass(frozen=True)
class VirtualJoint:
    """How the robot's root is joined to the world."""

    name: str
    kind: VirtualJointKind
    parent_frame: str
    child_link: str
    line: int


@dataclass(frozen=True)
class EndEffector:
    """A group that is mounted on a link of another."""

    name: str
    group: str
    parent_link: str
    parent_group: str | None
    line: int


@dataclass(frozen=True)
class Srdf:
    """An SRDF. Names of links and joints are as written: the robot may lack them.

    `ignored` lists what the file says and this library does not read.
    """

    name: str
    disabled: tuple[LinkPair, ...]
    enabled: tuple[LinkPair, ...]
    default_disabled: tuple[DefaultDisabled, ...]
    groups: dict[str, Group]
    group_states: tuple[GroupState, ...]
    virtual_joints: tuple[VirtualJoint, ...]
    end_effectors: tuple[EndEffector, ...]
    passive_joints: tuple[str, ...]
    ignored: tuple[Ignored, ...]
    source: str

    def filtered_pairs(self, links: Collection[str]) -> tuple[tuple[str, str], ...]:
        """Return the pairs among `links` that are not to be checked, sorted, each once.

        A pair is filtered if it is disabled, or if one of its links is disabled by default and the
        pair is not enabled. Pairs with a name that is not in `links` are left out.
        """
        known = set(links)
        default_disabled = {each.link for each in self.default_disabled} & known
        pairs = {_ordered(a, b) for a in default_disabled for b in known if a != b}
        pairs -= {_ordered(pair.link1, pair.link2) for pair in self.enabled}
        pairs |= {_ordered(pair.link1, pair.link2) for pair in self.disabled}
        return tuple(sorted(pair for pair in pairs if known.issuperset(pair)))

    def unknown_links(self, links: Collection[str]) -> dict[str, int]:
        """Return the links that filters name and `links` lacks, with the first line of each."""
        lines: dict[str, int] = {}
        for pair in (*self.disabled, *self.enabled):
            for link in (pair.link1, pair.link2):
                lines[link] = min(pair.line, lines.get(link, pair.line))
        for each in self.default_disabled:
            lines[each.link] = min(each.line, lines.get(each.link, each.line))
        known = set(links)
        return {link: line for link, line in lines.items() if link not in known}


def read_srdf(root: Element) -> Srdf:
    """Read an SRDF from its root element.

    Raises
    ------
    ValueError
        If an attribute is missing, a value is not a number, or groups contain one another in a
        circle; with file, line and element.
    """
    if root.tag != "robot":
        raise root.error("is not an SRDF, whose outermost element is <robot>")
    for child in root.children:
        if child.tag in ("link", "joint"):
            raise child.error("belongs to a URDF: an SRDF has none outside its groups")
    parts = root.parts(
        "disable_collisions",
        "enable_collisions",
        "disable_default_collisions",
        "group",
        "group_state",
        "virtual_joint",
        "end_effector",
        "passive_joint",
    )
    groups: dict[str, Group] = {}
    for element in parts["group"]:
        group = _read_group(element)
        if group.name in groups:
            raise element.error(f"the group name is taken (line {groups[group.name].line})")
        groups[group.name] = group
    _check_subgroups(parts["group"], groups)
    return Srdf(
        name=root.optional("name") or "",
        disabled=tuple(_read_pair(element) for element in parts["disable_collisions"]),
        enabled=tuple(_read_pair(element) for element in parts["enable_collisions"]),
        default_disabled=tuple(
            DefaultDisabled(element.required("link"), element.line)
            for element in parts["disable_default_collisions"]
        ),
        groups=groups,
        group_states=tuple(_read_group_state(element, groups) for element in parts["group_state"]),
        virtual_joints=_read_virtual_joints(parts["virtual_joint"]),
        end_effectors=tuple(_read_end_effector(element) for element in parts["end_effector"]),
        passive_joints=tuple(element.required("name") for element in parts["passive_joint"]),
        ignored=tuple(sorted(root.document.ignored, key=lambda ignored: ignored.line)),
        source=root.document.source,
    )


def _ordered(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def _read_pair(element: Element) -> LinkPair:
    pair = LinkPair(
        link1=element.required("link1"),
        link2=element.required("link2"),
        reason=element.optional("reason") or "",
        line=element.line,
    )
    if pair.link1 == pair.link2:
        raise element.error(f"link1 and link2 are both {pair.link1!r}")
    return pair


def _read_group(element: Element) -> Group:
    parts = element.parts("link", "joint", "chain", "group")
    return Group(
        name=element.required("name"),
        links=tuple(link.required("name") for link in parts["link"]),
        joints=tuple(joint.required("name") for joint in parts["joint"]),
        chains=tuple(
            Chain(chain.required("base_link"), chain.required("tip_link"))
            for chain in parts["chain"]
        ),
        subgroups=tuple(group.required("name") for group in parts["group"]),
        line=element.line,
    )


def _check_subgroups(elements: Sequence[Element], groups: dict[str, Group]) -> None:
    """Check that each subgroup exists, and that none contains itself."""
    by_name = {element.attributes["name"]: element for element in elements}
    for group in groups.values():
        for subgroup in group.subgroups:
            if subgroup not in groups:
                raise by_name[group.name].error(f"its subgroup {subgroup!r} is not a group")
    cycle = find_cycle({group.name: group.subgroups for group in groups.values()})
    if cycle:
        raise by_name[cycle[0]].error(f"contains itself: {' -> '.join(cycle)}")


def _read_group_state(element: Element, groups: dict[str, Group]) -> GroupState:
    group = element.required("group")
    if group not in groups:
        raise element.error(f"its group {group!r} is not a group")
    values: dict[str, tuple[float, ...]] = {}
    for joint in element.parts("joint")["joint"]:
        name = joint.required("name")
        if name in values:
            raise joint.error("the joint has a value already")
        values[name] = joint.numbers("value")
    return GroupState(
        name=element.required("name"),
        group=group,
        joint_values=values,
        line=element.line,
    )


def _read_virtual_joints(elements: Sequence[Element]) -> tuple[VirtualJoint, ...]:
    joints: dict[str, VirtualJoint] = {}
    for element in elements:
        joint = _read_virtual_joint(element)
        other = joints.setdefault(joint.child_link, joint)
        if other is not joint:
            raise element.error(
                f"link {joint.child_link!r} already has the virtual joint {other.name!r}"
                f" (line {other.line})"
            )
    return tuple(joints.values())


def _read_virtual_joint(element: Element) -> VirtualJoint:
    kind = element.required("type")
    if kind not in ("fixed", "planar", "floating"):
        raise element.error(f"type {kind!r} is unknown; types are fixed, planar, floating")
    return VirtualJoint(
        name=element.required("name"),
        kind=cast(VirtualJointKind, kind),
        parent_frame=element.required("parent_frame"),
        child_link=element.required("child_link"),
        line=element.line,
    )


def _read_end_effector(element: Element) -> EndEffector:
    return EndEffector(
        name=element.required("name"),
        group=element.required("group"),
        parent_link=element.required("parent_link"),
        parent_group=element.optional("parent_group"),
        line=element.line,
    )
