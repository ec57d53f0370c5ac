"""URDF text to plain data: what is read, what is ignored, and what each mistake is told."""

from __future__ import annotations

import math

import pytest

from clearway._parsing import xml
from clearway._parsing.description import (
    BoxSpec,
    CapsuleSpec,
    CylinderSpec,
    EllipsoidSpec,
    ExcludedPair,
    GeometrySpec,
    JointSpec,
    MeshSpec,
    MimicSpec,
    PoseSpec,
    RobotSpec,
    SphereSpec,
)
from clearway._parsing.urdf import read_urdf
from clearway._parsing.xml import Ignored, read_xml

BOX = "<collision><geometry><box size='1 2 3'/></geometry></collision>"


def read(text: str | bytes, source: str = "robot.urdf") -> RobotSpec:
    return read_urdf(read_xml(text, source))


def robot(body: str) -> RobotSpec:
    return read(f"<robot name='r'>\n{body}\n</robot>")


def joint(inner: str = "", kind: str = "revolute", tag: str = "joint") -> JointSpec:
    """Return a joint whose inner elements are on line 4 of its file."""
    return robot(
        "<link name='a'/><link name='b'/>\n"
        f"<{tag} name='j' type='{kind}'><parent link='a'/><child link='b'/>\n{inner}</{tag}>"
    ).joints[0]


def geometry(shape: str) -> GeometrySpec:
    link = f"<link name='a'><collision><geometry>{shape}</geometry></collision></link>"
    return robot(link).links[0].collisions[0].geometry


def test_links_and_collisions_keep_their_order_and_lines() -> None:
    dut = robot(
        "<joint name='j' type='fixed'><parent link='b'/><child link='a'/></joint>\n"
        "<link name='a'>\n"
        "<visual><geometry><sphere radius='9'/></geometry></visual>\n"
        f"{BOX}\n"
        "<visual/>\n"
        "<collision name='c'><origin xyz='1 2 3' rpy='.1 -2e-1 +3'/>"
        "<geometry><sphere radius='0.5'/></geometry></collision>\n"
        "</link>\n"
        "<link name='b'/>"
    )
    assert dut.name == "r"
    assert [link.name for link in dut.links] == ["a", "b"]
    first, second = dut.links[0].collisions
    assert (first.name, first.geometry) == ("a_collision0", BoxSpec((1, 2, 3)))
    assert PoseSpec() == first.X_LG
    assert (second.name, second.geometry) == ("c", SphereSpec(0.5))
    assert PoseSpec((1, 2, 3), (0.1, -0.2, 3)) == second.X_LG
    assert (first.element.line, second.element.line) == (5, 7)
    assert dut.roots() == ("b",)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("<cylinder radius='1' length='2'/>", CylinderSpec(1, 2)),
        ("<capsule radius='1' length='2'/>", CapsuleSpec(1, 2)),
        ("<drake:capsule radius='1' length='2'/>", CapsuleSpec(1, 2)),
        ("<drake:ellipsoid a='1' b='2' c='3'/>", EllipsoidSpec(1, 2, 3)),
        ("<mesh filename='a b.stl'/>", MeshSpec("a b.stl")),
        ("<mesh filename='m' scale='2'/>", MeshSpec("m", (2, 2, 2))),
        ("<mesh filename='m' scale='1 -2 3'/>", MeshSpec("m", (1, -2, 3))),
        ("<mesh filename='m'><drake:declare_convex/></mesh>", MeshSpec("m", convex=True)),
    ],
)
def test_shapes(shape: str, expected: GeometrySpec) -> None:
    assert geometry(shape) == expected


def test_quaternions_are_normalised() -> None:
    q = joint("<origin quat_xyzw='0 0 0.7071 0.7071'/>").X_PJ.quaternion_wxyz
    assert q == pytest.approx((math.sqrt(0.5), 0, 0, math.sqrt(0.5)), abs=1e-15)
    assert joint("<origin wxyz='0 1 0 0'/>").X_PJ.quaternion_wxyz == (0, 1, 0, 0)
    for far_from_unit in ("0 0 0 0", "0 0 1 1", "0.5 0 0 0"):
        with pytest.raises(ValueError, match=r"robot\.urdf:4: .*must be a unit quaternion"):
            joint(f"<origin quat_xyzw='{far_from_unit}'/>")


@pytest.mark.parametrize("kind", ["fixed", "revolute", "continuous", "prismatic", "planar"])
def test_standard_joints(kind: str) -> None:
    dut = joint("<axis xyz='0 0 1'/>", kind)
    assert (dut.kind, dut.parent, dut.child, dut.axis) == (kind, "a", "b", (0, 0, 1))


def test_other_joints() -> None:
    assert joint(kind="floating").kind == "quaternion_floating"
    assert joint(kind="universal", tag="drake:joint").kind == "universal"
    assert joint(kind="ball", tag="drake:joint").kind == "ball_rpy"
    assert joint(kind="planar", tag="drake:joint").kind == "planar"
    screw = joint("<drake:screw_thread_pitch value='0.1'/>", "screw", "drake:joint")
    assert (screw.kind, screw.screw_pitch, screw.axis) == ("screw", 0.1, (1, 0, 0))


def test_axes_are_normalised_and_default_to_x() -> None:
    assert joint().axis == (1, 0, 0)
    assert joint("<axis xyz='0 0 -2' rpy='0 0 0'/>").axis == (0, 0, -1)
    assert joint("<axis xyz='3e-200 0 4e-200'/>").axis == pytest.approx((0.6, 0, 0.8))
    assert joint("<axis xyz='3e200 0 4e200'/>").axis == pytest.approx((0.6, 0, 0.8))
    assert joint(kind="planar").axis == (0, 0, 1)
    assert joint("<axis xyz='0 0 0'/>", "fixed").axis == (0, 0, 1)


def test_limits() -> None:
    assert joint().limits is None
    assert joint("<limit upper='2' effort='1'/>").limits == (0, 2)
    assert joint("<limit lower='-2'/>", "prismatic").limits == (-2, 0)
    assert joint("<limit lower='0' upper='0'/>", "continuous").limits is None
    assert joint("<limit lower='1' upper='-1'/>", "fixed").limits is None


def test_mimics() -> None:
    links = "<link name='a'/><link name='b'/><link name='c'/>"
    text = (
        "<joint name='{}' type='{}'><parent link='{}'/><child link='{}'/><axis xyz='0 0 1'/>{}"
        "</joint>\n"
    )
    follower = text.format("j2", "revolute", "b", "c", "<mimic joint='j1'/>")
    leader = text.format("j1", "revolute", "a", "b", "")
    assert robot(links + follower + leader).joints[0].mimic == MimicSpec("j1", 1, 0)
    scaled = follower.replace("joint='j1'", "joint='j1' multiplier='-2' offset='.5'")
    assert robot(links + scaled + leader).joints[0].mimic == MimicSpec("j1", -2, 0.5)
    # A fixed joint moves with nobody; one that follows it is a constant.
    fixed = follower.replace("revolute", "fixed")
    assert robot(links + fixed + leader).joints[0].mimic is None
    fixed_leader = leader.replace("revolute", "fixed")
    assert robot(links + follower + fixed_leader).joints[0].mimic == MimicSpec("j1", 1, 0)

    circle = text.format("j1", "revolute", "a", "b", "<mimic joint='j2'/>")
    with pytest.raises(ValueError, match=r'<joint name="j[12]">: mimics itself: j\d -> j\d -> j'):
        robot(links + follower + circle)
    with pytest.raises(ValueError, match="'j1', which has 3 coordinates"):
        robot(links + follower + leader.replace("revolute", "planar"))
    with pytest.raises(ValueError, match="a planar joint cannot mimic"):
        robot(links + follower.replace("revolute", "planar") + leader)


def test_frames_and_collision_filter_groups() -> None:
    dut = robot(
        "<link name='a'/><link name='b'/><link name='c'/>"
        "<frame name='tip' link='a' xyz='0 0 1'/>"
        "<drake:collision_filter_group name='g'><drake:member link='c'/><drake:member link='a'/>"
        "<drake:ignored_collision_filter_group name='g'/>"
        "<drake:ignored_collision_filter_group name='h'/></drake:collision_filter_group>"
        "<drake:collision_filter_group name='h'><drake:member link='b'/>"
        "</drake:collision_filter_group>"
    )
    assert (dut.frames[0].name, dut.frames[0].link) == ("tip", "a")
    assert PoseSpec((0, 0, 1)) == dut.frames[0].X_LF
    assert dut.excluded_pairs == tuple(
        ExcludedPair(a, b, "collision_filter_group") for a, b in ("ab", "ac", "bc")
    )


def test_collision_filter_groups_hold_groups() -> None:
    links = "".join(f"<link name='{name}'/>" for name in "abcd")
    inner = (
        "<drake:collision_filter_group name='inner'><drake:member link='b'/>"
        "<drake:member link='c'/></drake:collision_filter_group>"
    )
    outer = (
        "<drake:collision_filter_group name='outer'><drake:member link='a'/>"
        "<drake:member_group name='inner'/>"
        "<drake:ignored_collision_filter_group name='outer'/></drake:collision_filter_group>"
    )
    for text in (outer + inner, inner + outer):
        pairs = [pair[:2] for pair in robot(links + text).excluded_pairs]
        assert pairs == [("a", "b"), ("a", "c"), ("b", "c")]
    with pytest.raises(ValueError, match="<drake:member_group name=\"inner\">: 'inner' is not"):
        robot(links + outer)
    circle = inner.replace("<drake:member link='b'/>", "<drake:member_group name='outer'/>")
    with pytest.raises(ValueError, match=r"<drake:member_group .*contains itself: "):
        robot(links + outer + circle)


def test_what_may_be_misspelt_is_listed_as_such() -> None:
    dut = robot(
        "<link name='a'>\n<colision/><Collision/><visual/><weird/></link>"
        "<collision_filter_group name='g'/>"
    )
    assert dut.ignored == (
        Ignored("collision_filter_group", 3, "unknown; near <drake:collision_filter_group>"),
        Ignored("colision", 3, "unknown; near <collision>"),
        Ignored("Collision", 3, "unknown; near <collision>"),
        Ignored("visual", 3),
        Ignored("weird", 3, "unknown"),
    )


def test_what_is_not_read_is_listed() -> None:
    dut = robot(
        "<!-- ${x} --> <link name='a'><inertial/></link>--&gt;\n"
        "<xacro:property name='x' value='1'/>\n"
        "<gazebo reference='${a}'><box/></gazebo>"
    )
    assert dut.ignored == (
        Ignored("#text", 2),
        Ignored("inertial", 2),
        Ignored("xacro:property", 3),
        Ignored("gazebo", 4),
    )


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbf<?xml version='1.0'?>\r\n<robot name='r'><link name='\xd1\x80'/>\r\n</robot>",
        "\ufeff<robot name='r'><link name='\u0440'/></robot>",
        "<?xml version='1.0' encoding='utf-8'?><robot name='r'><link name='\u0440'/></robot>",
        "<?xml version='1.0' encoding='utf-16'?>"
        "<robot name='r'><link name='\u0440'/></robot>".encode("utf-16"),
        "\n  <?xml version='1.0'?><robot name='r'><link name='&#1088;'/></robot>",
        "<robot xmlns='x' xmlns:y='z' name='r'><link name='\u0440' y:name='n'/></robot>",
    ],
    ids=["bom-crlf", "bom in str", "declared", "utf-16", "leading space", "namespaces"],
)
def test_encodings(text: str | bytes) -> None:
    assert read(text).links[0].name == "\u0440"


def test_lines_count_leading_blank_lines() -> None:
    with pytest.raises(ValueError, match=r"robot\.urdf:4: <link>: lacks the attribute 'name'"):
        read("\n\n<robot name='r'>\n<link/></robot>")


def test_a_name_is_taken_from_the_file_where_the_robot_has_none() -> None:
    assert read("<robot><link name='a'/></robot>", "/x/arm.urdf").name == "arm"


ERRORS = {
    "not xml": ("<link name='a'>", "robot.urdf:3: is not well-formed XML: mismatched tag"),
    "unnamed": ("<link/>", "2: <link>: lacks the attribute 'name'"),
    "empty name": ("<link name=' '/>", "2: <link name=\" \">: has an empty 'name'"),
    "no link": ("", '1: <robot name="r">: has no link'),
    "second name": (
        "<link name='a'/>\n<link name='a'/>",
        '3: <link name="a">: the link name is taken (line 2)',
    ),
    "no geometry": (
        "<link name='a'><collision/></link>",
        '2: <link name="a"> <collision>: lacks its <geometry>',
    ),
    "two shapes": (
        (
            "<link name='a'><collision><geometry><sphere radius='1'/>\n<sphere radius='1'/></geometry>"
            "</collision></link>"
        ),
        '2: <link name="a"> <collision> <geometry>: must hold one shape, not 2',
    ),
    "unknown shape": (
        "<link name='a'><collision><geometry>\n<cone/></geometry></collision></link>",
        '3: <link name="a"> <collision> <geometry> <cone>: is not a shape',
    ),
    "two origins": (
        "<link name='a'><collision><origin/>\n<origin/><geometry/></collision></link>",
        '3: <link name="a"> <collision> <origin>: is the second <origin>',
    ),
    "scale": (
        (
            "<link name='a'><collision><geometry><mesh filename='m' scale='1 2'/></geometry>"
            "</collision></link>"
        ),
        "<mesh>: scale must be 1 or 3 numbers, not 2",
    ),
    "xacro value": ("<link name='${p}a'/>", 'name="${p}a" is not expanded; run xacro'),
    "xacro element": ("<xacro:arm prefix='a'/>", "2: <xacro:arm>: is not expanded; run xacro"),
    "two parents": (
        (
            "<link name='a'/><link name='b'/><link name='c'/>\n"
            "<joint name='i' type='fixed'><parent link='a'/><child link='c'/></joint>\n"
            "<joint name='j' type='fixed'><parent link='b'/><child link='c'/></joint>"
        ),
        "4: <joint name=\"j\">: link 'c' already has the parent 'a' by joint 'i' (line 3)",
    ),
    "loop": (
        (
            "<link name='a'/><link name='b'/>\n"
            "<joint name='i' type='fixed'><parent link='a'/><child link='b'/></joint>\n"
            "<joint name='j' type='fixed'><parent link='b'/><child link='a'/></joint>"
        ),
        '4: <joint name="j">: closes a loop of links: ',
    ),
    "world as child": (
        (
            "<link name='a'/><link name='world'/>\n"
            "<joint name='j' type='fixed'><parent link='a'/><child link='world'/></joint>"
        ),
        "3: <joint name=\"j\">: the link 'world' is the world, and cannot be a child",
    ),
    "frame of nothing": (
        "<link name='a'/><frame name='f' link='x'/>",
        "2: <frame name=\"f\">: 'x' is not a link of the robot",
    ),
    "frame named as a link": (
        "<link name='a'/>\n<frame name='a' link='a'/>",
        '3: <frame name="a">: the frame name is taken (line 2)',
    ),
    "group member": (
        (
            "<link name='a'/><drake:collision_filter_group name='g'>\n<drake:member link='x'/>"
            "</drake:collision_filter_group>"
        ),
        "3: <drake:collision_filter_group name=\"g\"> <drake:member>: 'x' is not a link",
    ),
    "entity": (
        "&xyz;<link name='a'/>",
        "robot.urdf:2: is not well-formed XML: undefined entity",
    ),
}


@pytest.mark.parametrize(("body", "message"), ERRORS.values(), ids=ERRORS.keys())
def test_mistakes_are_located(body: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^robot\.urdf:") as caught:
        robot(body)
    assert message in str(caught.value)


JOINT_ERRORS = {
    "unknown type": ("", "spherical", "3: <joint name=\"j\">: type 'spherical' is unknown"),
    "type of drake": ("", "ball", "type 'ball' is written as <drake:joint>"),
    "zero axis": ("<axis xyz='0 -0 0'/>", "revolute", "<axis>: xyz must not be zero"),
    "limits": (
        "<limit lower='1' upper='-1'/>",
        "prismatic",
        '4: <joint name="j"> <limit>: lower 1 is above upper -1',
    ),
    "unknown leader": ("<mimic joint='x'/>", "revolute", "mimics 'x', which is not a joint"),
    "own leader": ("<mimic joint='j'/>", "revolute", "mimics itself: j -> j"),
    "two rotations": (
        "<origin rpy='0 0 0' wxyz='1 0 0 0'/>",
        "fixed",
        "gives its rotation twice, as rpy and wxyz",
    ),
}


@pytest.mark.parametrize(("inner", "kind", "message"), JOINT_ERRORS.values(), ids=JOINT_ERRORS)
def test_mistakes_in_joints_are_located(inner: str, kind: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^robot\.urdf:") as caught:
        joint(inner, kind)
    assert message in str(caught.value)


def test_a_screw_needs_its_pitch() -> None:
    with pytest.raises(ValueError, match="lacks its <drake:screw_thread_pitch>"):
        joint(kind="screw", tag="drake:joint")
    with pytest.raises(ValueError, match="type 'revolute' is written as <joint>"):
        joint(kind="revolute", tag="drake:joint")


@pytest.mark.parametrize(
    "number",
    ["nan", "inf", "-inf", "1e999", "0,5", "1_0", "0x1", "1.2.3", "--1", "\u0663", ".", "1e", "1;"],
)
def test_what_is_not_a_finite_decimal_number_is_refused(number: str) -> None:
    with pytest.raises(ValueError, match="radius must be finite decimal numbers, not '"):
        geometry(f"<sphere radius='{number}'/>")


@pytest.mark.parametrize("number", ["", "  ", "1 2"])
def test_a_wrong_count_of_numbers_is_refused(number: str) -> None:
    with pytest.raises(ValueError, match="radius"):
        geometry(f"<sphere radius='{number}'/>")


@pytest.mark.parametrize(
    ("number", "value"), [("1", 1.0), ("+.5", 0.5), ("5.", 5.0), ("-1E-3", -1e-3), (" 2\n", 2.0)]
)
def test_numbers(number: str, value: float) -> None:
    assert geometry(f"<sphere radius='{number}'/>") == SphereSpec(value)


@pytest.mark.parametrize(
    "doctype",
    [
        "<!DOCTYPE robot [<!ENTITY x 'y'>]>",
        "<!DOCTYPE robot SYSTEM 'file:///etc/passwd'>",
        "<!DOCTYPE robot PUBLIC 'a' 'http://example.com/a.dtd'>",
    ],
)
def test_entities_and_external_files_are_refused(doctype: str) -> None:
    with pytest.raises(ValueError, match=r"robot\.urdf:1: declares entities or an external file"):
        read(f"{doctype}<robot name='&x;'><link name='a'/></robot>")


def test_limits_of_size_name_what_lifts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "<robot name='r'>" + "<link name='a'/>\n" * 3 + "</robot>"
    monkeypatch.setattr(xml, "MAX_ELEMENTS", 3)
    with pytest.raises(ValueError, match=r"robot\.urdf:3: has more than 3 elements.*huge=True"):
        read_xml(text, "robot.urdf")
    assert len(read_xml(text, "robot.urdf", huge=True).children) == 3
    monkeypatch.setattr(xml, "MAX_BYTES", 10)
    with pytest.raises(ValueError, match=r"robot\.urdf: has \d+ bytes, more than 10.*huge=True"):
        read_xml(text, "robot.urdf")


def test_another_outermost_element_is_refused() -> None:
    with pytest.raises(ValueError, match="<launch>: is not a URDF"):
        read("<launch/>")


def test_a_long_chain_is_read_without_recursion() -> None:
    links = "".join(f"<link name='l{i}'/>" for i in range(3000))
    joints = "".join(
        f"<joint name='j{i}' type='fixed'><parent link='l{i}'/><child link='l{i + 1}'/></joint>"
        for i in range(2999)
    )
    assert len(robot(links + joints).joints) == 2999
