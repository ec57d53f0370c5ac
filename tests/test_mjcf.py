"""MJCF: poses are MuJoCo's own, what is checked is what MuJoCo checks, and errors say where."""

from __future__ import annotations

import logging
import struct
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import clearway as cw
from clearway import Parser, RobotDiagramBuilder, SceneGraphCollisionChecker, load_checker

mujoco = pytest.importorskip("mujoco", reason="MJCF is read by the extra mjcf")

# Every kind of joint, several at one body, anchors, references, frames, defaults and geoms.
ZOO = """<mujoco model="zoo">
  <compiler meshdir="meshes"/>
  <default>
    <geom size="0.1"/>
    <default class="thin"><geom type="capsule" size="0.02"/><joint damping="1"/></default>
  </default>
  <asset>
    <mesh name="plain" file="tetra.stl"/>
    <mesh name="scaled" file="tetra.stl" scale="2 -1 0.5"/>
    <mesh name="moved" file="tetra.stl" scale="1 2 -3" refpos="0.1 0.2 0.3" refquat="1 0.5 0.2 0"/>
    <mesh name="typed" vertex="0 0 0  1 0 0  0 1 0  0 0 1" face="0 2 1  0 1 3  0 3 2  1 2 3"/>
    <texture name="t" type="2d" file="missing.png"/><material name="paint" texture="t"/>
  </asset>
  <worldbody>
    <light pos="0 0 3"/>
    <geom name="floor" type="plane" size="0 0 1" pos="0 0 -2" euler="5 0 0"/>
    <geom name="post" type="cylinder" fromto="1 0 0 1 0.2 2" size="0.05" material="paint"/>
    <frame pos="0.1 0.2 0.3" euler="0 0 90">
      <body name="base" pos="1 0 0" quat="1 1 0 0">
        <geom name="b" type="box" size="0.1 0.2 0.3" pos="0.1 0 0" axisangle="1 1 0 30"/>
        <body name="arm" pos="0 0 0.5" euler="10 20 30">
          <joint name="h1" type="hinge" axis="1 2 3" pos="0.1 0.2 -0.1" ref="30" range="-90 120"/>
          <joint name="s1" type="slide" axis="0 1 1" pos="0.3 0.2 0.1" ref="0.25" range="-1 2"/>
          <joint name="h2" type="hinge" axis="0 0 -2" pos="-0.2 0 0"/>
          <geom name="a" class="thin" fromto="0 0 0 0.3 0 0.1"/>
          <geom name="e" type="ellipsoid" size="0.1 0.2 0.3" pos="0 0 1" xyaxes="0 1 0 -1 0 0"/>
          <geom name="seen" type="mesh" mesh="plain" contype="0" conaffinity="0"/>
          <site name="tip" pos="1 0 0"/>
          <body name="hand" pos="0.5 0 0">
            <joint name="ball" type="ball" pos="0 0.1 0" range="0 60"/>
            <geom name="m1" type="mesh" mesh="plain" pos="0 0 0.2" euler="0 45 0"/>
            <geom name="m2" type="mesh" mesh="scaled" pos="0 0.3 0"/>
            <body name="palm"><geom name="m3" type="mesh" mesh="moved"/></body>
          </body>
        </body>
      </body>
    </frame>
    <body name="ball_body" pos="0 0 5">
      <freejoint name="free"/>
      <geom name="m4" type="mesh" mesh="typed" zaxis="1 0 1"/>
      <geom name="s" pos="1 0 0"/>
    </body>
  </worldbody>
</mujoco>"""
TETRA = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], dtype=np.float32)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


@pytest.fixture(name="zoo")
def make_zoo(tmp_path: Path) -> Path:
    (tmp_path / "meshes").mkdir()
    facets = [struct.pack("<3f9fH", 0, 0, 0, *TETRA[face].ravel(), 0) for face in FACES]
    data = b" " * 80 + struct.pack("<I", len(FACES)) + b"".join(facets)
    (tmp_path / "meshes" / "tetra.stl").write_bytes(data)
    path = tmp_path / "zoo.xml"
    path.write_text(ZOO)
    return path


def mujocos(path: Path) -> tuple[Any, Any]:
    """MuJoCo's own model and data, without the picture that is not there."""
    text = path.read_text().replace(' file="missing.png"', ' builtin="flat" width="1" height="1"')
    assets = {"tetra.stl": (path.parent / "meshes" / "tetra.stl").read_bytes()}
    model = mujoco.MjModel.from_xml_string(text, assets)
    return model, mujoco.MjData(model)


def set_joint(
    plant: cw.MultibodyPlant, q: NDArray[np.float64], model: Any, data: Any, index: int, rng: Any
) -> None:
    """Give a joint of both the same random motion."""
    theirs = data.joint(index).qpos
    begin = plant.GetJointByName(model.joint(index).name).position_start()
    kind = mujoco.mjtJoint(model.jnt_type[index])
    if kind in (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE):
        q[begin] = theirs[0] = rng.uniform(-2, 2)
    elif kind == mujoco.mjtJoint.mjJNT_BALL:
        rpy = rng.uniform(-1.5, 1.5, 3)
        q[begin : begin + 3] = rpy
        theirs[:] = cw.RollPitchYaw(rpy).ToRotationMatrix().ToQuaternion()
    else:
        quaternion = rng.normal(size=4)
        theirs[:3] = rng.uniform(-2, 2, 3)
        theirs[3:] = quaternion / np.linalg.norm(quaternion)
        q[begin : begin + 7] = [*theirs[3:], *theirs[:3]]


def geometry(checker: SceneGraphCollisionChecker, name: str) -> cw.GeometryId:
    graph = checker.model().scene_graph()
    (found,) = (g for g in graph.GetAllGeometryIds() if graph.GetName(g).split("::")[-1] == name)
    return found


def test_poses_are_mujocos(zoo: Path) -> None:
    checker = load_checker(zoo)
    plant, graph = checker.plant(), checker.model().scene_graph()
    model, data = mujocos(zoo)
    assert graph.num_geometries() == model.ngeom - 1  # All but the one that is only seen.
    rng = np.random.default_rng(0)
    for _ in range(20):
        q = plant.GetDefaultPositions()
        for index in range(model.njnt):
            set_joint(plant, q, model, data, index, rng)
        mujoco.mj_kinematics(model, data)
        X_WB = plant.CalcBodyPoses(q)
        for index in range(model.ngeom):
            name = model.geom(index).name
            if name == "seen":
                continue
            dut = geometry(checker, name)
            body = int(graph.GetBodyIndex(dut))
            owner = model.body(int(model.geom_bodyid[index])).name
            assert plant.get_body(body).name() == owner
            X_WG = cw.RigidTransform(X_WB[body]) @ graph.GetPoseInBody(dut)
            R, p = data.geom_xmat[index].reshape(3, 3), data.geom_xpos[index]
            shape = graph.GetShape(dut)
            if isinstance(shape, cw.Mesh):
                # MuJoCo keeps its vertices in single precision, in the frame of inertia.
                begin = int(model.mesh_vertadr[model.geom_dataid[index]])
                count = int(model.mesh_vertnum[model.geom_dataid[index]])
                theirs = model.mesh_vert[begin : begin + count] @ R.T + p
                ours = (X_WG @ shape.vertices().T).T
                gaps = np.linalg.norm(ours[:, None] - theirs, axis=-1)
                assert gaps.min(axis=0).max() < 2e-6, name
                assert gaps.min(axis=1).max() < 2e-6, name
            else:
                np.testing.assert_allclose(X_WG.translation(), p, atol=1e-12)
                np.testing.assert_allclose(X_WG.rotation().matrix(), R, atol=1e-12)


def test_shapes_joints_and_limits_are_the_files(zoo: Path) -> None:
    checker = load_checker(zoo)
    plant, graph = checker.plant(), checker.model().scene_graph()
    assert plant.GetPositionNames() == [
        *("h1_q", "s1_x", "h2_q", "ball_qx", "ball_qy", "ball_qz"),
        *("free_qw", "free_qx", "free_qy", "free_qz", "free_x", "free_y", "free_z"),
    ]
    limits = zip(plant.GetPositionLowerLimits(), plant.GetPositionUpperLimits(), strict=True)
    expected = [(-np.pi / 2, np.pi * 2 / 3), (-1, 2)] + 11 * [(-np.inf, np.inf)]
    np.testing.assert_allclose(list(limits), expected)
    assert [
        plant.GetJointByName(name).type_name() for name in ("h1", "s1", "h2", "ball", "free")
    ] == [
        *("revolute", "prismatic", "continuous", "ball_rpy", "quaternion_floating"),
    ]
    shapes = {
        name: graph.GetShape(geometry(checker, name)) for name in ("b", "a", "e", "post", "s")
    }
    box, capsule, ellipsoid, cylinder, sphere = shapes.values()
    assert isinstance(box, cw.Box)
    assert (box.width(), box.depth(), box.height()) == pytest.approx((0.2, 0.4, 0.6))
    assert isinstance(capsule, cw.Capsule)
    assert (capsule.radius(), capsule.length()) == pytest.approx((0.02, 0.1**0.5))
    assert isinstance(ellipsoid, cw.Ellipsoid)
    assert (ellipsoid.a(), ellipsoid.b(), ellipsoid.c()) == pytest.approx((0.1, 0.2, 0.3))
    assert isinstance(cylinder, cw.Cylinder)
    assert (cylinder.radius(), cylinder.length()) == pytest.approx((0.05, 4.04**0.5))
    assert isinstance(sphere, cw.Sphere)
    assert sphere.radius() == 0.1
    assert isinstance(graph.GetShape(geometry(checker, "floor")), cw.HalfSpace)


def test_meshes_are_triangles_or_hulls_as_asked(zoo: Path) -> None:
    for mode, kind in (("exact", cw.Mesh), ("convex_hull", cw.Convex)):
        checker = load_checker(zoo, mesh=mode)
        for name in ("m1", "m2", "m3", "m4"):
            shape = checker.model().scene_graph().GetShape(geometry(checker, name))
            assert isinstance(shape, kind)
            # |det| of the scales, times the volume of the file's tetrahedron.
            volume = {"m1": 1, "m2": 1, "m3": 6, "m4": 1 / 6}[name]
            assert abs(shape.volume()) == pytest.approx(volume, rel=1e-12)


def test_a_pose_of_the_robot_moves_all_of_it(zoo: Path) -> None:
    X_WR = cw.RigidTransform(cw.RollPitchYaw(0.1, 0.2, 0.3), np.array([1, 2, 3]))
    here, there = load_checker(zoo), load_checker(zoo, X_WR=X_WR)
    q = here.plant().GetDefaultPositions()
    before, after = (checker.plant().CalcBodyPoses(q) for checker in (here, there))
    np.testing.assert_allclose(after[1:], X_WR.GetAsMatrix4() @ before[1:], atol=1e-15)
    poses = [
        checker.model().scene_graph().GetPoseInBody(geometry(checker, "post"))
        for checker in (here, there)
    ]
    assert poses[1].IsNearlyEqualTo(X_WR @ poses[0], 1e-15)


def test_all_ways_in_give_the_same_model(zoo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plants = []
    for file_type in (None, "xml", "mjcf"):
        builder = RobotDiagramBuilder()
        parser = Parser(builder, package_dirs=[zoo.parent])
        if file_type is None:
            parser.AddModels(zoo)
        else:
            parser.AddModelsFromString(zoo.read_text(), file_type)
        plants.append(builder.plant())
    monkeypatch.chdir(zoo.parent)
    plants.append(load_checker("\ufeff\n" + zoo.read_text()).plant())
    for plant in plants:
        assert plant.num_bodies() == 8
        assert plant.num_collision_geometries() == 10
        assert plant.HasModelInstanceNamed("zoo")


def checked_pairs(checker: SceneGraphCollisionChecker) -> set[tuple[str, str]]:
    """The pairs of geoms whose bodies are checked, by name."""
    graph = checker.model().scene_graph()
    pairs = set()
    for a, b in combinations(graph.GetAllGeometryIds(), 2):
        bodies = graph.GetBodyIndex(a), graph.GetBodyIndex(b)
        if bodies[0] != bodies[1] and not checker.IsCollisionFilteredBetween(*bodies):
            first, second = sorted(graph.GetName(g).split("::")[-1] for g in (a, b))
            pairs.add((first, second))
    return pairs


def random_model(rng: np.random.Generator) -> str:
    """Bodies in a tree, welded or not, all in one place, whose geoms have masks of two bits."""
    text, depth, names = [], 0, []
    for i in range(int(rng.integers(0, 3))):
        names.append(f"w{i}")
        text.append(
            f'<geom name="w{i}" size="1" contype="{rng.integers(4)}" '
            f'conaffinity="{rng.integers(4)}"/>'
        )
    for i in range(6):
        while depth and rng.random() < 0.4:
            text.append("</body>")
            depth -= 1
        axes = ("1 0 0", "0 1 0")[: int(rng.integers(0, 3))]
        joint = "".join(f'<joint axis="{axis}"/>' for axis in axes)
        text.append(f'<body name="b{i}">{joint}')
        depth += 1
        for k in range(int(rng.integers(1, 4))):
            names.append(f"g{i}{k}")
            text.append(
                f'<geom name="g{i}{k}" size="1" contype="{rng.integers(4)}" '
                f'conaffinity="{rng.integers(4)}"/>'
            )
    text.append("</body>" * depth)
    rules = []
    for a, b in combinations(range(6), 2):
        if rng.random() < 0.15:
            rules.append(f'<exclude body1="b{a}" body2="b{b}"/>')
    if rng.random() < 0.3:
        rules.append('<exclude body1="world" body2="b0"/>')
    for _ in range(2):
        a, b = rng.choice(names, 2, replace=False)
        if a[:2] != b[:2] and not (a[0] == b[0] == "w"):
            rules.append(f'<pair geom1="{a}" geom2="{b}"/>')
    return (
        f"<mujoco><worldbody>{''.join(text)}</worldbody><contact>{''.join(rules)}</contact>"
        "</mujoco>"
    )


@pytest.mark.parametrize("seed", range(60))
def test_what_is_checked_is_what_mujoco_checks(seed: int) -> None:
    text = random_model(np.random.default_rng(seed))
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_collision(model, data)
    weld, parent = model.body_weldid, model.body_parentid
    theirs = set()
    for contact in data.contact:
        a, b = sorted(int(g) for g in contact.geom)
        bodies = [int(model.geom_bodyid[g]) for g in (a, b)]
        welds = [int(weld[body]) for body in bodies]
        # By the nominal filters two links that are welded together, or next to one another, are
        # never checked: MuJoCo checks what hangs on a body that is welded to the world.
        if (
            welds[0] == welds[1]
            or welds[0] in (weld[parent[welds[1]]],)
            or (welds[1] == weld[parent[welds[0]]])
        ):
            continue
        first, second = sorted(model.geom(g).name for g in (a, b))
        theirs.add((first, second))
    ours = set()
    for first, second in checked_pairs(load_checker(text)):
        welds = [int(weld[model.geom(name).bodyid[0]]) for name in (first, second)]
        if weld[parent[welds[0]]] != welds[1] and weld[parent[welds[1]]] != welds[0]:
            ours.add((first, second))
    assert ours == theirs


# By what is wrong: the text, and what the error says.
BROKEN = {
    "quaternion": (
        '<mujoco><worldbody><geom size="1"/>\n<geom size="1" quat="0 0 0 0"/></worldbody></mujoco>',
        "2: <worldbody> <geom>: .*zero quaternion",
    ),
    "element": (
        "<mujoco><worldbody>\n<colision/></worldbody></mujoco>",
        "2: <worldbody> <colision>: .*unrecognized element",
    ),
    "axis": (
        (
            '<mujoco><worldbody><body name="b">\n<joint axis="0 0 0"/><geom size="1"/></body>'
            "</worldbody></mujoco>"
        ),
        '2: <body name="b"> <joint>: .*axis too small',
    ),
    "number": (
        '<mujoco><worldbody><geom size="1"/><geom name="x" size="nan"/></worldbody></mujoco>',
        '1: <geom name="x">: .*size',
    ),
    "include": ('<mujoco>\n<include file="nope.xml"/></mujoco>', "2: <include>: .*nope.xml"),
    "form": ("<mujoco><worldbody>", "1: is not well-formed"),
    "height file": (
        (
            '<mujoco><asset>\n<hfield name="h" file="gone.png" size="1 1 1 1"/></asset><worldbody>'
            '<geom type="hfield" hfield="h"/></worldbody></mujoco>'
        ),
        '2: <hfield name="h">: no file .*gone.png',
    ),
    "height count": (
        (
            '<mujoco><asset>\n<hfield name="h" nrow="99999" ncol="99999" size="1 1 1 1"/></asset>'
            '<worldbody><geom type="hfield" hfield="h"/></worldbody></mujoco>'
        ),
        '2: <hfield name="h">: .* triangles.*huge=True',
    ),
    "sdf": (
        (
            '<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody>\n'
            '<geom type="sdf" mesh="m"/></worldbody></mujoco>'
        ),
        "2: <worldbody> <geom>: .*sdf",
    ),
    "flex": (
        (
            '<mujoco><worldbody>\n<flexcomp name="f" type="grid" count="3 3 1" spacing="1 1 1"'
            ' mass="1"/></worldbody></mujoco>'
        ),
        "flex",
    ),
    "mesh file": (
        (
            '<mujoco><asset>\n<mesh name="m" file="gone.stl"/></asset><worldbody>\n\n'
            '<geom type="mesh" mesh="m"/></worldbody></mujoco>'
        ),
        "4: <worldbody> <geom>: .*gone.stl",
    ),
    "vertices": (
        '<mujoco><asset>\n<mesh name="m" vertex="0 0 0 1 0 0 0 1"/></asset></mujoco>',
        '2: <mesh name="m">: vertex: must have numbers in threes, got 8',
    ),
    "faces": (
        '<mujoco><asset>\n<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1"/></asset></mujoco>',
        '2: <mesh name="m">: face: must have numbers in threes, got 2',
    ),
    "model": ('<mujoco><asset>\n<model file="gone.xml"/></asset></mujoco>', "2: .*gone.xml"),
    "part": ("<mujocoinclude/>", "the file that includes it"),
}


@pytest.mark.parametrize(("text", "message"), BROKEN.values(), ids=BROKEN)
def test_errors_say_where(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_checker(text)


def test_repetition_counts_as_if_written_out() -> None:
    inner = '<replicate count="1000"><geom size="1"/></replicate>'
    text = f'<mujoco><worldbody><replicate count="1000">{inner}</replicate></worldbody></mujoco>'
    with pytest.raises(ValueError, match=r"2001002 elements.*huge=True"):
        load_checker(text)


def test_included_files_are_read_and_errors_name_them(tmp_path: Path) -> None:
    part = '<mujocoinclude>\n\n<worldbody><geom size="SIZE"/></worldbody></mujocoinclude>'
    (tmp_path / "part.xml").write_text(part.replace("SIZE", "1"))
    whole = tmp_path / "whole.xml"
    whole.write_text('<mujoco><include file="part.xml"/></mujoco>')
    assert load_checker(whole).plant().num_collision_geometries() == 1
    whole.write_text('<mujoco><include file="part.xml"/>\n<include file="part.xml"/></mujoco>')
    with pytest.raises(ValueError, match=r"whole.xml:2: <include>: .*already"):
        load_checker(whole)
    whole.write_text('<mujoco><include file="part.xml"/></mujoco>')
    (tmp_path / "part.xml").write_text(part.replace("SIZE", "one"))
    with pytest.raises(ValueError, match=r"part.xml:3: <worldbody> <geom>: "):
        load_checker(whole)


def test_primitives_are_fitted_to_meshes_as_mujoco_does(zoo: Path) -> None:
    asset = '<compiler meshdir="meshes"/><asset><mesh name="m" file="tetra.stl"/></asset>'
    geom = '<geom name="g" type="TYPE" mesh="m" pos="1 2 3" euler="10 20 30"/>'
    path = zoo.parent / "fit.xml"
    for kind in ("sphere", "capsule", "cylinder", "ellipsoid", "box"):
        text = f"<mujoco>{asset}<worldbody>{geom.replace('TYPE', kind)}</worldbody></mujoco>"
        path.write_text(text)
        checker = load_checker(path)
        model, data = mujocos(path)
        mujoco.mj_kinematics(model, data)
        X_WG = checker.model().scene_graph().GetPoseInBody(geometry(checker, "g"))
        np.testing.assert_allclose(X_WG.translation(), data.geom_xpos[0], atol=1e-12)
        np.testing.assert_allclose(X_WG.rotation().matrix().ravel(), data.geom_xmat[0], atol=1e-12)


HILLS = """<mujoco>
  <asset><hfield name="h" {heights} size="1.5 1 0.8 0.3"/></asset>
  <worldbody>
    <geom name="ground" type="hfield" hfield="h" pos="0.2 0.1 0.4" euler="10 20 30"/>
    <body name="ball"><freejoint/><geom name="ball" size="0.02"/></body>
  </worldbody>
</mujoco>"""


@pytest.mark.parametrize("source", ["written", "file", "picture"])
def test_a_height_field_is_mujocos(source: str, tmp_path: Path) -> None:
    """A small ball touches our field where it touches MuJoCo's, the cells' diagonals included."""
    rng = np.random.default_rng(0)
    levels = rng.integers(0, 256, (4, 5))
    levels[0, 0], levels[1, 1] = 0, 255  # MuJoCo stretches heights to this range.
    if source == "written":
        text = f'nrow="4" ncol="5" elevation="{" ".join(map(str, levels.ravel()))}"'
    elif source == "file":
        data = struct.pack("<ii", 4, 5) + (levels / 255).astype("<f4").tobytes()
        (tmp_path / "hills.bin").write_bytes(data)
        text = 'file="hills.bin"'
    else:
        image = pytest.importorskip("PIL.Image", reason="Pillow writes the picture")
        image.fromarray(levels.astype(np.uint8)).save(tmp_path / "hills.png")
        text = 'file="hills.png"'
    path = tmp_path / "hills.xml"
    path.write_text(HILLS.format(heights=text))
    checker = load_checker(path)
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    ground = model.geom("ground").id
    mujoco.mj_forward(model, data)
    R_WG, p_WG = data.geom_xmat[ground].reshape(3, 3), data.geom_xpos[ground]
    ours, theirs, margins = [], [], []
    for _ in range(2000):
        p_WB = p_WG + R_WG @ rng.uniform((-1.45, -0.95, 0.03), (1.45, 0.95, 0.85))
        data.qpos[:] = [*p_WB, 1, 0, 0, 0]
        mujoco.mj_forward(model, data)
        theirs.append(data.ncon > 0)
        q = np.array([1, 0, 0, 0, *p_WB])
        margins.append(checker.CalcRobotClearance(q, 10.0).distances()[0])
        ours.append(not checker.CheckConfigCollisionFree(q))
    agree = np.equal(ours, theirs)
    assert agree[np.abs(margins) > 1e-6].all()
    assert 200 < sum(ours) < 1800


def test_nothing_is_printed_or_left_behind(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.chdir(tmp_path)
    with caplog.at_level(logging.INFO, "clearway"), pytest.raises(ValueError, match="nan"):
        load_checker('<mujoco><worldbody><geom size="nan"/></worldbody></mujoco>')
    assert "NaN" in caplog.text
    assert capfd.readouterr() == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_without_mujoco_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "mujoco", None)
    with pytest.raises(ImportError, match=r"clearway\[mjcf\]"):
        load_checker("<mujoco/>")
