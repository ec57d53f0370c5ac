"""SRDF text to plain data, and the pairs of links that it filters."""

from __future__ import annotations

import pytest

from clearway._parsing.srdf import Chain, EndEffector, Srdf, VirtualJoint, read_srdf
from clearway._parsing.xml import Ignored, read_xml

LINKS = ["base", "l1", "l2", "l3.0"]


def read(body: str) -> Srdf:
    return read_srdf(read_xml(f"<robot name='r'>\n{body}\n</robot>", "robot.srdf"))


def disable(a: str, b: str, more: str = "reason='Adjacent'") -> str:
    return f"<disable_collisions link1='{a}' link2='{b}' {more}/>\n"


def test_disabled_pairs_have_no_order_and_count_once() -> None:
    dut = read(
        disable("l1", "base")
        + disable("base", "l1", "")
        + "<!-- <disable_collisions link1='l1' link2='l2'/> -->"
        + disable("l2", "l3.0")
    )
    assert dut.filtered_pairs(LINKS) == (("base", "l1"), ("l2", "l3.0"))
    assert [pair.reason for pair in dut.disabled] == ["Adjacent", "", "Adjacent"]
    assert [pair.line for pair in dut.disabled] == [2, 3, 4]


def test_default_disabled_and_enabled() -> None:
    dut = read(
        "<disable_default_collisions link='l2'/><enable_collisions link1='l2' link2='base'/>"
        + disable("base", "l1")
    )
    assert dut.filtered_pairs(LINKS) == (("base", "l1"), ("l1", "l2"), ("l2", "l3.0"))


def test_a_pair_that_is_disabled_and_enabled_is_disabled() -> None:
    dut = read("<enable_collisions link1='l1' link2='base'/>" + disable("base", "l1"))
    assert dut.filtered_pairs(LINKS) == (("base", "l1"),)


def test_unknown_links_are_told_and_left_out() -> None:
    dut = read(
        disable("base", "l1")
        + disable("ghost", "l1")
        + "<enable_collisions link1='ghost' link2='base'/>"
        + "<disable_default_collisions link='spook'/>"
    )
    assert dut.filtered_pairs(LINKS) == (("base", "l1"),)
    assert dut.unknown_links(LINKS) == {"ghost": 3, "spook": 4}
    assert dut.unknown_links([*LINKS, "ghost", "spook"]) == {}


def test_groups_and_states() -> None:
    dut = read(
        "<group name='all'><group name='arm'/><group name='hand'/></group>\n"
        "<group name='arm'><chain base_link='base' tip_link='l2'/><joint name='j0'/></group>\n"
        "<group name='hand'><link name='l3.0'/></group>\n"
        "<group_state name='home' group='arm'><joint name='j0' value='-1.5'/>"
        "<joint name='free' value='0 1 2'/></group_state>"
    )
    assert dut.groups["all"].subgroups == ("arm", "hand")
    assert dut.groups["arm"].chains == (Chain("base", "l2"),)
    assert dut.groups["arm"].joints == ("j0",)
    assert dut.groups["hand"].links == ("l3.0",)
    assert dut.groups["hand"].line == 4
    (state,) = dut.group_states
    assert (state.name, state.group) == ("home", "arm")
    assert state.joint_values == {"j0": (-1.5,), "free": (0, 1, 2)}


def test_joints_and_end_effectors() -> None:
    dut = read(
        "<virtual_joint name='v' type='planar' parent_frame='odom' child_link='base'/>\n"
        "<end_effector name='e' group='hand' parent_link='l2'/>\n"
        "<passive_joint name='p'/><link_sphere_approximation link='l1'/>"
    )
    assert dut.virtual_joints == (VirtualJoint("v", "planar", "odom", "base", 2),)
    assert dut.end_effectors == (EndEffector("e", "hand", "l2", None, 3),)
    assert dut.passive_joints == ("p",)
    assert dut.ignored == (Ignored("link_sphere_approximation", 4),)


ERRORS = {
    "link2": (
        "<disable_collisions link1='a'/>",
        "robot.srdf:2: <disable_collisions>: lacks the attribute 'link2'",
    ),
    "itself": (disable("a", "a"), "link1 and link2 are both 'a'"),
    "group name": (
        "<group name='g'/>\n<group name='g'/>",
        'robot.srdf:3: <group name="g">: the group name is taken (line 2)',
    ),
    "circle": (
        "<group name='g'><group name='h'/></group><group name='h'><group name='g'/></group>",
        "contains itself: ",
    ),
    "itself as subgroup": ("<group name='g'><group name='g'/></group>", "contains itself: g -> g"),
    "unknown subgroup": (
        "<group name='g'><group name='x'/></group>",
        "robot.srdf:2: <group name=\"g\">: its subgroup 'x' is not a group",
    ),
    "state of nothing": (
        "<group_state name='s' group='x'/>",
        "<group_state name=\"s\">: its group 'x' is not a group",
    ),
    "value": (
        (
            "<group name='g'/><group_state name='s' group='g'>\n<joint name='j' value='nan'/>"
            "</group_state>"
        ),
        "robot.srdf:3: <joint name=\"j\">: value must be finite decimal numbers, not 'nan'",
    ),
    "second value": (
        (
            "<group name='g'/><group_state name='s' group='g'><joint name='j' value='1'/>\n"
            "<joint name='j' value='2'/></group_state>"
        ),
        'robot.srdf:3: <joint name="j">: the joint has a value already',
    ),
    "second virtual joint": (
        (
            "<virtual_joint name='v' type='fixed' parent_frame='w' child_link='a'/>\n"
            "<virtual_joint name='u' type='planar' parent_frame='w' child_link='a'/>"
        ),
        "robot.srdf:3: <virtual_joint name=\"u\">: link 'a' already has the virtual joint 'v'",
    ),
    "a URDF": ("<link name='a'/>", 'robot.srdf:2: <link name="a">: belongs to a URDF'),
    "virtual joint": (
        "<virtual_joint name='v' type='ball' parent_frame='w' child_link='a'/>",
        "type 'ball' is unknown; types are fixed, planar, floating",
    ),
}


@pytest.mark.parametrize(("body", "message"), ERRORS.values(), ids=ERRORS.keys())
def test_mistakes_are_located(body: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^robot\.srdf:") as caught:
        read(body)
    assert message in str(caught.value)


def test_another_outermost_element_is_refused() -> None:
    with pytest.raises(ValueError, match="<srdf>: is not an SRDF"):
        read_srdf(read_xml("<srdf/>", "robot.srdf"))
