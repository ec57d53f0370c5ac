"""From URDF and SRDF files to a plant: bodies where the file puts them, or nothing at all."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clearway as cw
from clearway import MultibodyPlant, Parser, RobotDiagramBuilder

ROBOTS = Path(__file__).parent / "robots"
CUBE = """
v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1
f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8
"""
CHAIN = """<robot name="chain">
  <link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="b"><collision><geometry><sphere radius="1"/></geometry></collision></link>
  <link name="c"><collision><geometry><sphere radius="1"/></geometry></collision></link>
  <joint name="ab" type="revolute"><parent link="a"/><child link="b"/>
    <origin xyz="1 0 0" rpy="0 0 1.5707963267948966"/><axis xyz="0 0 2"/>
    <limit lower="-1" upper="2"/></joint>
  <joint name="bc" type="prismatic"><parent link="b"/><child link="c"/>
    <axis xyz="1 0 0"/><mimic joint="ab" multiplier="2" offset="0.5"/></joint>
</robot>"""


def plant_of(text: str, **options: object) -> MultibodyPlant:
    """Return the finalized plant of a text, its link `a` welded to the world."""
    plant = MultibodyPlant()
    Parser(plant, **options).AddModelsFromString(text, "urdf")  # type: ignore[arg-type]
    if plant.HasBodyNamed("a"):
        plant.WeldFrames(plant.world_frame(), plant.GetFrameByName("a"))
    plant.Finalize()
    return plant


def pose(plant: MultibodyPlant, body: str, q: list[float]) -> np.ndarray:
    X_WB: np.ndarray = plant.CalcBodyPoses(np.array(q, dtype=float))[
        int(plant.GetBodyByName(body).index())
    ]
    return X_WB


def joint_text(kind: str, inner: str, tag: str = "joint") -> str:
    return (
        f"<robot name='r'><link name='a'/><link name='b'/><{tag} name='j' type='{kind}'>"
        f"<parent link='a'/><child link='b'/>{inner}</{tag}></robot>"
    )


def test_bodies_joints_limits_and_mimics() -> None:
    plant = plant_of(CHAIN)
    assert plant.GetPositionNames() == ["ab_q"]
    assert plant.GetPositionLowerLimits() == [-1]
    assert plant.GetPositionUpperLimits() == [2]
    # b's x axis is the world's y at ab = 0; c is 2 * 0.25 + 0.5 along it.
    np.testing.assert_allclose(pose(plant, "b", [0])[:3, 0], [0, 1, 0], atol=1e-15)
    p_Wb, p_Wc = pose(plant, "b", [0.25])[:3, 3], pose(plant, "c", [0.25])[:3, 3]
    np.testing.assert_allclose(p_Wb, [1, 0, 0], atol=1e-15)
    expected = [1 - np.sin(0.25), np.cos(0.25), 0]
    np.testing.assert_allclose(p_Wc, expected, atol=1e-15)


def test_independent_mimics_own_their_position() -> None:
    assert plant_of(CHAIN, mimic="independent").GetPositionNames() == ["ab_q", "bc_x"]


def test_a_follower_of_a_fixed_joint_is_a_constant() -> None:
    text = CHAIN.replace('name="ab" type="revolute"', 'name="ab" type="fixed"')
    plant = plant_of(text)
    assert plant.num_positions() == 0
    np.testing.assert_allclose(pose(plant, "c", [])[:3, 3], [1, 0.5, 0], atol=1e-15)


@pytest.mark.parametrize(
    ("axis", "expected"), [("0 0 1", [1, 2, 0]), ("1 0 0", [0, 2, -1]), ("0 0 -3", [1, -2, 0])]
)
def test_a_planar_joint_moves_across_its_axis(axis: str, expected: list[float]) -> None:
    plant = plant_of(joint_text("planar", f"<axis xyz='{axis}'/><origin xyz='0 0 5'/>"))
    np.testing.assert_allclose(pose(plant, "b", [0, 0, 0])[:3, :3], np.eye(3), atol=1e-15)
    X_WB = pose(plant, "b", [1, 2, 0.3])
    np.testing.assert_allclose(X_WB[:3, 3], np.add(expected, [0, 0, 5]), atol=1e-15)
    unit = np.array(axis.split(), dtype=float)
    np.testing.assert_allclose(X_WB[:3, :3] @ unit, unit, atol=1e-15)


def test_a_screw_advances_by_its_pitch() -> None:
    inner = "<axis xyz='0 1 0'/><drake:screw_thread_pitch value='0.2'/>"
    plant = plant_of(joint_text("screw", inner, "drake:joint"))
    np.testing.assert_allclose(pose(plant, "b", [np.pi])[:3, 3], [0, 0.1, 0], atol=1e-15)


def test_quaternions_of_a_file() -> None:
    plant = plant_of(joint_text("fixed", "<origin quat_xyzw='0 0 1 1e-17'/>"))
    np.testing.assert_allclose(pose(plant, "b", [])[:3, :3], np.diag([-1, -1, 1]), atol=1e-15)


def test_roots_left_free_get_a_floating_joint() -> None:
    builder = RobotDiagramBuilder()
    builder.parser().AddModelsFromString("<robot name='r'><link name='base'/></robot>", "urdf")
    plant = builder.Build().plant()
    assert plant.GetPositionNames()[:2] == ["$world_base_qw", "$world_base_qx"]
    assert plant.num_positions() == 7


def test_a_link_named_world_is_the_world() -> None:
    text = (
        "<robot name='r'><link name='world'><collision name='c'><geometry><sphere radius='1'/>"
        "</geometry></collision></link><link name='b'/><joint name='j' type='fixed'>"
        "<parent link='world'/><child link='b'/><origin xyz='1 2 3'/></joint></robot>"
    )
    plant = MultibodyPlant()
    for prefix in ("left", "right"):
        Parser(plant, model_name_prefix=prefix).AddModelsFromString(text, "urdf")
    plant.Finalize()
    assert plant.num_bodies() == 3
    assert plant.num_positions() == 0
    scene_graph = cw.SceneGraph(plant)
    names = [scene_graph.GetName(i) for i in scene_graph.GetGeometriesForBody(plant.world_body())]
    assert names == ["left::r::c", "right::r::c"]


def test_equal_names_of_geometry_are_told_apart() -> None:
    sphere = "<geometry><sphere radius='1'/></geometry></collision>"
    plant = MultibodyPlant()
    Parser(plant).AddModelsFromString(
        f"<robot name='r'><link name='a'><collision name='c'>{sphere}<collision name='c'>{sphere}"
        f"<collision>{sphere}</link></robot>",
        "urdf",
    )
    scene_graph = cw.SceneGraph(plant)
    names = [scene_graph.GetName(i) for i in scene_graph.GetAllGeometryIds()]
    assert names == ["c", "c_1", "a_collision2"]


@pytest.mark.parametrize("robot", ["arm", "dual", "mobile"])
def test_the_projects_robots_load(robot: str) -> None:
    builder = RobotDiagramBuilder()
    parser = Parser(builder)
    (instance,) = parser.AddModels(ROBOTS / f"{robot}.urdf")
    parser.AddCollisionFilters(ROBOTS / f"{robot}.srdf", strict=True)
    plant = builder.Build().plant()
    assert plant.num_positions() > 0
    assert len(plant.GetBodyIndices(instance)) > 1


def test_meshes_modes_scales_and_sharing(tmp_path: Path) -> None:
    (tmp_path / "cube.obj").write_text(CUBE)
    text = (
        "<robot name='r'><link name='a'><collision><geometry><mesh filename='cube.obj'"
        " scale='1 -2 3'/></geometry></collision><collision><geometry><mesh filename='cube.obj'>"
        "<drake:declare_convex/></mesh></geometry></collision></link></robot>"
    )
    (tmp_path / "r.urdf").write_text(text)
    for mesh, kind in (("exact", cw.Mesh), ("convex_hull", cw.Convex)):
        plant = MultibodyPlant()
        Parser(plant, mesh=mesh).AddModels(tmp_path / "r.urdf")
        scene_graph = cw.SceneGraph(plant)
        first, second = (scene_graph.GetShape(i) for i in scene_graph.GetAllGeometryIds())
        assert isinstance(first, kind)
        assert isinstance(second, cw.Convex)
        np.testing.assert_array_equal(first.vertices().min(axis=0), [0, -2, 0])
        np.testing.assert_array_equal(first.vertices().max(axis=0), [1, 0, 3])


def test_an_open_mesh_is_told_by_name(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "open.obj").write_text(CUBE.rsplit("f", 1)[0])
    (tmp_path / "r.urdf").write_text(
        "<robot name='r'><link name='shell'><collision><geometry><mesh filename='open.obj'/>"
        "</geometry></collision></link></robot>"
    )

    def load(**options: object) -> cw.Mesh:
        plant = MultibodyPlant()
        Parser(plant, **options).AddModels(tmp_path / "r.urdf")  # type: ignore[arg-type]
        scene_graph = cw.SceneGraph(plant)
        shape = scene_graph.GetShape(scene_graph.GetAllGeometryIds()[0])
        assert isinstance(shape, cw.Mesh)
        return shape

    with caplog.at_level(logging.WARNING, "clearway"):
        assert not load().solid()
        (record,) = caplog.records
        assert "'shell' is open" in record.getMessage()
        assert "r.urdf:1: " in record.getMessage()
        assert load(solid={"shell": True}).solid()
        assert not load(solid={"shell": False}).solid()
        assert len(caplog.records) == 1


def test_a_mesh_file_is_a_body(tmp_path: Path) -> None:
    (tmp_path / "cube.obj").write_text(CUBE)
    plant = MultibodyPlant()
    Parser(plant).AddModels(tmp_path / "cube.obj")
    assert plant.HasBodyNamed("cube")
    assert plant.num_collision_geometries() == 1


def test_packages_of_the_map(tmp_path: Path) -> None:
    (tmp_path / "cube.obj").write_text(CUBE)
    plant = MultibodyPlant()
    parser = Parser(plant)
    parser.package_map().Add("art", tmp_path)
    parser.AddModelsFromString(
        "<robot name='r'><link name='a'><collision><geometry>"
        "<mesh filename='package://art/cube.obj'/></geometry></collision></link></robot>",
        ".urdf",
    )
    parser.AddModels("package://art/cube.obj")
    assert plant.num_collision_geometries() == 2


REFUSED = {
    "sdf": ("model.sdf", "<sdf/>", "SDF is not read; convert the model to URDF"),
    "sdf inside": ("model.xml", "<sdf/>", "model.xml:1: <sdf>: SDF is not read"),
    "directives": ("scene.dmd.yaml", "", "model directives are not read; call AddModels"),
    "mjcf part": (
        "robot.xml",
        "<mujocoinclude/>",
        "robot.xml:1: <mujocoinclude>: a part of an MJCF model is no model",
    ),
    "srdf": ("robot.srdf", "<robot/>", "an SRDF holds no model"),
    "other": ("robot.usd", "", "files of type 'usd' are not read; .urdf"),
    "missing mesh": (
        "r.urdf",
        (
            "<robot name='r'><link name='a'><collision><geometry>\n<mesh filename='m.obj'/></geometry>"
            "</collision></link></robot>"
        ),
        "r.urdf:1: <link name=\"a\"> <collision>: no file 'm.obj'",
    ),
    "damaged mesh": (
        "r.urdf",
        (
            "<robot name='r'><link name='a'><collision><geometry><mesh filename='r.urdf'/></geometry>"
            "</collision></link></robot>"
        ),
        'r.urdf:1: <link name="a"> <collision>: ',
    ),
    "radius": (
        "r.urdf",
        (
            "<robot name='r'><link name='b'/><link name='a'><collision><geometry>"
            "<sphere radius='-1'/></geometry></collision></link></robot>"
        ),
        'r.urdf:1: <link name="a"> <collision>: radius must be',
    ),
}


@pytest.mark.parametrize(("name", "text", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused_leaves_the_plant_as_it_was(
    name: str, text: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    plant = MultibodyPlant()
    parser = Parser(plant)
    with pytest.raises(ValueError, match=name.replace(".", r"\.")) as caught:
        parser.AddModels(tmp_path / name)
    assert message in str(caught.value)
    assert (plant.num_bodies(), plant.num_model_instances()) == (1, 2)
    parser.AddModelsFromString(CHAIN, "urdf")
    assert plant.num_bodies() == 4


def test_other_mistakes(tmp_path: Path) -> None:
    plant = MultibodyPlant()
    parser = Parser(plant)
    with pytest.raises(FileNotFoundError, match=r"no file '.*none\.urdf'"):
        parser.AddModels(tmp_path / "none.urdf")
    with pytest.raises(FileNotFoundError, match=r"no file '.*none\.stl'"):
        parser.AddModels(tmp_path / "none.stl")
    with pytest.raises(ValueError, match="<sdf string>: SDF is not read"):
        parser.AddModelsFromString("<sdf/>", "sdf")
    parser.AddModelsFromString(CHAIN, "urdf")
    with pytest.raises(ValueError, match=r"model instance 'chain' already.*model_name_prefix"):
        parser.AddModelsFromString(CHAIN, "urdf")
    assert plant.num_bodies() == 4
    plant.Finalize()
    with pytest.raises(RuntimeError, match="finalized"):
        parser.AddModelsFromString(CHAIN, "urdf")
    with pytest.raises(RuntimeError, match="finalized"):
        parser.AddCollisionFilters("<robot/>")
    with pytest.raises(ValueError, match="mimic: 'lead' is unknown"):
        Parser(plant, mimic="lead")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="mesh: 'box' is unknown"):
        Parser(plant, mesh="box")


def test_collision_filters(caplog: pytest.LogCaptureFixture) -> None:
    srdf = (
        "<robot name='chain'><disable_collisions link1='c' link2='a'/>\n"
        "<disable_collisions link1='c' link2='x'/></robot>"
    )
    plant = MultibodyPlant()
    parser = Parser(plant)
    parser.AddModelsFromString(CHAIN, "urdf")
    a, b, c = (plant.GetBodyByName(name) for name in "abc")
    with pytest.raises(ValueError, match=r"<srdf string>:2: 1 of the links .* 'x' first"):
        parser.AddCollisionFilters(srdf, strict=True)
    assert not plant.IsExcluded(a, c)
    with caplog.at_level(logging.WARNING, "clearway"):
        parser.AddCollisionFilters(srdf)
    (record,) = caplog.records
    assert "1 of the links" in record.getMessage()
    assert plant.IsExcluded(a, c)
    assert not plant.IsExcluded(b, c)


def test_of_several_models_the_srdf_names_its_own() -> None:
    srdf = "<robot name='{}'><disable_collisions link1='c' link2='a'/></robot>"
    plant = MultibodyPlant()
    parser = Parser(plant)
    (first,) = parser.AddModelsFromString(CHAIN, "urdf")
    (second,) = parser.AddModelsFromString(CHAIN.replace('"chain"', '"other"'), "urdf")
    with pytest.raises(ValueError, match="model_instance must say whose SRDF this is"):
        parser.AddCollisionFilters(srdf.format("third"))
    parser.AddCollisionFilters(srdf.format("other"))
    pairs = [[plant.GetBodyByName(name, instance) for name in "ac"] for instance in (first, second)]
    assert [plant.IsExcluded(a, c) for a, c in pairs] == [False, True]
    parser.AddCollisionFilters(srdf.format("third"), first)
    assert [plant.IsExcluded(a, c) for a, c in pairs] == [True, True]


def test_collision_filter_groups_reach_the_plant() -> None:
    group = (
        "<drake:collision_filter_group name='g'><drake:member link='a'/><drake:member link='c'/>"
        "<drake:ignored_collision_filter_group name='g'/></drake:collision_filter_group></robot>"
    )
    plant = plant_of(CHAIN.replace("</robot>", group))
    assert plant.IsExcluded(plant.GetBodyByName("a"), plant.GetBodyByName("c"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("plant", None),
        ("model_name_prefix", 5),
        ("solid", {"a": 1}),
        ("package_dirs", "/"),
        ("huge", "yes"),
    ],
)
def test_an_argument_of_a_wrong_type_is_named(name: str, value: Any) -> None:
    arguments: dict[str, Any] = {"plant": cw.MultibodyPlant(), name: value}
    with pytest.raises(TypeError, match=f"^{name}"):
        cw.Parser(**arguments)
    dut = cw.Parser(cw.MultibodyPlant())
    with pytest.raises(TypeError, match=r"^path: must be a path"):
        dut.AddModels(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^content: must be a string"):
        dut.AddModelsFromString(b"<robot/>", "urdf")  # type: ignore[arg-type]


def test_a_world_frame_that_is_taken_leaves_the_plant_as_it_was() -> None:
    plant = cw.MultibodyPlant()
    dut = cw.Parser(plant)
    text = '<robot name="{}"><link name="world"/><link name="a"/>\n<frame name="f" link="world"/></robot>'
    dut.AddModelsFromString(text.format("one"), "urdf")
    before = repr(plant), plant.num_model_instances(), plant.num_frames()
    with pytest.raises(ValueError, match=r'<urdf string>:2: <frame name="f">: the world has a'):
        dut.AddModelsFromString(text.format("two"), "urdf")
    assert (repr(plant), plant.num_model_instances(), plant.num_frames()) == before
