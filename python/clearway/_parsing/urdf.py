"""URDF: the text of a robot description, read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from graphlib import TopologicalSorter
from pathlib import PurePath

from clearway._parsing.description import ExcludedPair, FrameSpec, LinkSpec, RobotSpec
from clearway._parsing.graph import find_cycle
from clearway._parsing.urdf_geometry import read_collision, read_pose
from clearway._parsing.urdf_joints import check_joints, read_joint
from clearway._parsing.xml import Element


def read_urdf(root: Element) -> RobotSpec:
    """Read a URDF from its root element.

    Besides the URDF specification it reads Drake's joints (``drake:joint``), shapes
    (``drake:capsule``, ``drake:ellipsoid``, ``drake:declare_convex``), ``frame`` and
    ``drake:collision_filter_group``. Elements unknown to it are ignored, and listed.

    Raises
    ------
    ValueError
        If anything in it is wrong; with file, line and element.
    """
    if root.tag != "robot":
        raise root.error("is not a URDF, whose outermost element is <robot>")
    parts = root.parts("link", "joint", "drake:joint", "frame", "drake:collision_filter_group")
    links = tuple(_read_link(element) for element in parts["link"])
    elements = [*parts["joint"], *parts["drake:joint"]]
    order = {id(child): place for place, child in enumerate(root.children)}
    elements.sort(key=lambda element: order[id(element)])
    joints = tuple(read_joint(element) for element in elements)
    frames = tuple(_read_frame(element) for element in parts["frame"])
    if not links:
        raise root.error("has no link")
    _check_unique("link", (link.element for link in links))
    _check_unique("joint", (joint.element for joint in joints))
    frame_elements = [*(link.element for link in links), *(frame.element for frame in frames)]
    _check_unique("frame", frame_elements)
    check_joints(links, joints)
    link_names = {link.name for link in links}
    for frame in frames:
        if frame.link not in link_names:
            raise frame.element.error(f"{frame.link!r} is not a link of the robot")
    return RobotSpec(
        name=root.optional("name") or PurePath(root.document.source).stem,
        links=links,
        joints=joints,
        frames=frames,
        excluded_pairs=_read_filter_groups(parts["drake:collision_filter_group"], link_names),
        ignored=tuple(sorted(root.document.ignored, key=lambda ignored: ignored.line)),
        source=root.document.source,
    )


def _read_link(element: Element) -> LinkSpec:
    name = element.required("name")
    collisions = element.parts("collision")["collision"]
    return LinkSpec(
        name=name,
        collisions=tuple(
            read_collision(collision, f"{name}_collision{i}")
            for i, collision in enumerate(collisions)
        ),
        element=element,
    )


def _read_frame(element: Element) -> FrameSpec:
    return FrameSpec(
        name=element.required("name"),
        link=element.required("link"),
        X_LF=read_pose(element),
        element=element,
    )


def _check_unique(what: str, elements: Iterable[Element]) -> None:
    first: dict[str, Element] = {}
    for element in elements:
        name = element.attributes["name"]
        if name in first:
            raise element.error(f"the {what} name is taken (line {first[name].line})")
        first[name] = element


def _read_filter_groups(
    elements: Sequence[Element], link_names: set[str]
) -> tuple[ExcludedPair, ...]:
    """Read the pairs of links that the groups exclude from collision, sorted, each once."""
    members: dict[str, set[str]] = {}
    groups: dict[str, list[Element]] = {}
    ignores: list[tuple[str, str, Element]] = []
    for element in elements:
        if (element.optional("ignore") or "false") == "true":
            continue
        name = element.required("name")
        if name in members:
            raise element.error("the group name is taken")
        parts = element.parts(
            "drake:member", "drake:member_group", "drake:ignored_collision_filter_group"
        )
        members[name] = set()
        groups[name] = parts["drake:member_group"]
        for member in parts["drake:member"]:
            link = member.required("link")
            if link not in link_names:
                raise member.error(f"{link!r} is not a link of the robot")
            members[name].add(link)
        for ignored in parts["drake:ignored_collision_filter_group"]:
            ignores.append((name, ignored.required("name"), ignored))
    _add_members_of_groups(members, groups)
    pairs: set[tuple[str, str]] = set()
    for name, other, element in ignores:
        if other not in members:
            raise element.error(f"{other!r} is not a collision filter group")
        pairs |= {(min(a, b), max(a, b)) for a in members[name] for b in members[other] if a != b}
    return tuple(ExcludedPair(a, b, "collision_filter_group") for a, b in sorted(pairs))


def _add_members_of_groups(members: dict[str, set[str]], groups: dict[str, list[Element]]) -> None:
    """Add to each group the members of the groups that it names, and of those that they name."""
    holds: dict[str, list[str]] = {}
    for name, elements in groups.items():
        holds[name] = [element.required("name") for element in elements]
        for element, other in zip(elements, holds[name], strict=True):
            if other not in members:
                raise element.error(f"{other!r} is not a collision filter group")
    cycle = find_cycle(holds)
    if cycle:
        element = groups[cycle[0]][holds[cycle[0]].index(cycle[1])]
        raise element.error(f"the group contains itself: {' -> '.join(cycle)}")
    for name in TopologicalSorter(holds).static_order():
        members[name] |= {link for other in holds[name] for link in members[other]}
