"""Files that have broken other loaders, one quirk each: ``cases/files/expected.json`` has the truth.

Package paths resolve under ``cases/files/ws``. Where the file leaves a choice ("either"), the test
asks for what docs/loading.md says.
"""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import clearway as cw
from clearway import Parser, RobotDiagramBuilder, SceneGraphCollisionChecker, load_checker
from clearway._mesh_files import load_mesh_file

FILES = Path(__file__).parent / "cases" / "files"
CASES: list[dict[str, Any]] = json.loads((FILES / "expected.json").read_text("utf-8"))
GOOD = [case for case in CASES if case["should_load"]]
BAD = [case for case in CASES if not case["should_load"]]
ROBOTS = [case for case in GOOD if case["kind"] in ("urdf", "mjcf")]
# Every field that a case may have is looked at below, or says nothing that can be checked.
CHECKED = {
    *("file", "should_load", "kind", "urdf", "package_dirs", "package_map"),
    *("aabb", "aabb_rotated", "triangles", "volume"),
    *("probes", "limits", "dof", "n_collisions", "edge"),
    *("enabled", "disabled", "self_collision_at_zero"),
}
REMARKS = {"source", "quirk", "note"}


def named(cases: list[dict[str, Any]], *fields: str) -> list[Any]:
    """The cases that have one of the fields (all without), each with its file as its name."""
    chosen = [case for case in cases if not fields or any(field in case for field in fields)]
    return [pytest.param(case, id=case["file"]) for case in chosen]


def need_parser(case: dict[str, Any]) -> None:
    if case["kind"] == "mjcf":
        pytest.importorskip("mujoco", reason="MJCF is read by the extra mjcf")


def load(case: dict[str, Any], **options: Any) -> SceneGraphCollisionChecker:
    need_parser(case)
    robot, srdf = FILES / case["file"], None
    if case["kind"] == "srdf":
        robot, srdf = FILES / case["urdf"], robot
    folders = [FILES / folder for folder in case.get("package_dirs", [])]
    return load_checker(robot, srdf=srdf, package_dirs=folders, **options)


def positions(checker: SceneGraphCollisionChecker, q: dict[str, float]) -> NDArray[np.float64]:
    result = checker.plant().GetDefaultPositions()
    for joint, value in q.items():
        result[checker.plant().GetJointByName(joint).position_start()] = value
    return result


def ball(sphere: dict[str, Any]) -> tuple[cw.Sphere, cw.RigidTransform]:
    return cw.Sphere(sphere["radius"]), cw.RigidTransform(np.array(sphere["xyz"], dtype=float))


def probe(checker: SceneGraphCollisionChecker, case: dict[str, Any]) -> float:
    """The least distance of all geometry to a ball, filters aside."""
    shape, X_WP = ball(case["sphere"])
    graph = checker.model().scene_graph()
    X_WB = checker.plant().CalcBodyPoses(positions(checker, case["q"]))
    return min(
        cw.ComputeSignedDistance(
            graph.GetShape(geometry),
            cw.RigidTransform(X_WB[int(graph.GetBodyIndex(geometry))])
            @ graph.GetPoseInBody(geometry),
            shape,
            X_WP,
        ).distance
        for geometry in graph.GetAllGeometryIds()
    )


def is_filtered(checker: SceneGraphCollisionChecker, pair: list[str]) -> bool:
    a, b = (checker.plant().GetBodyByName(link).index() for link in pair)
    return checker.IsCollisionFilteredBetween(a, b)


def test_all_cases_and_fields_are_looked_at() -> None:
    assert len(CASES) == 71
    assert len({case["file"] for case in CASES}) == 71
    assert set().union(*CASES) == CHECKED | REMARKS
    assert {case["kind"] for case in CASES} == {"mesh", "urdf", "srdf", "mjcf"}
    assert {case["should_load"] for case in CASES} == {True, False, "either"}


@pytest.mark.parametrize("case", named(BAD))
def test_bad_files_are_refused_with_file_and_line(case: dict[str, Any]) -> None:
    need_parser(case)
    if case["kind"] == "mesh":
        for read in (load_mesh_file, cw.Mesh, cw.Convex):
            with pytest.raises(ValueError, match=re.escape(case["file"])):
                read(FILES / case["file"])
        return
    with pytest.raises(ValueError, match=re.escape(case["file"]) + r":\d+: "):
        load(case)


def test_what_xacro_left_is_refused_with_advice() -> None:
    with pytest.raises(ValueError, match="run xacro"):
        load_checker(FILES / "urdf/bad_xacro_unexpanded.urdf")


@pytest.mark.parametrize("case", named([c for c in GOOD if c["kind"] == "mesh"]))
def test_meshes_have_the_triangles_of_the_file(case: dict[str, Any]) -> None:
    vertices, triangles = load_mesh_file(FILES / case["file"])
    used = vertices[np.unique(triangles)]
    bounds = np.array([used.min(axis=0), used.max(axis=0)])
    np.testing.assert_allclose(bounds, case["aabb"], atol=1e-9)
    # No up axis is applied: docs/loading.md.
    assert "aabb_rotated" not in case or not np.allclose(bounds, case["aabb_rotated"])
    assert len(triangles) == case.get("triangles", len(triangles))
    if "volume" in case:
        a, b, c = vertices[triangles].transpose(1, 0, 2)
        volume = np.einsum("ij,ij->", a, np.cross(b, c)) / 6
        assert volume == pytest.approx(case["volume"], abs=1e-12)


@pytest.mark.parametrize("case", named([c for c in GOOD if c["kind"] == "mesh"]))
@pytest.mark.parametrize("kind", [cw.Mesh, cw.Convex])
def test_meshes_become_shapes_whatever_their_winding(case: dict[str, Any], kind: Any) -> None:
    shape = kind(FILES / case["file"])
    # DAE is read in single precision.
    tolerance = 1e-7 if case["file"].endswith(".dae") else 1e-12
    low, high = np.array(case["aabb"], dtype=float)
    center = (low + high) / 2
    for axis in range(3):
        for sign, bound in ((-1, low), (1, high)):
            p = center.copy()
            p[axis] = bound[axis] + sign * 2
            # A wall before the bound: half a space, whose solid is at z <= 0.
            X_WH = cw.RigidTransform(cw.RotationMatrix.FromZAxis(-sign * np.eye(3)[axis]), p)
            result = cw.ComputeSignedDistance(shape, cw.RigidTransform(), cw.HalfSpace(), X_WH)
            assert result.distance == pytest.approx(2, abs=tolerance)
    if kind is cw.Mesh and "volume" in case:
        assert shape.volume() == pytest.approx(case["volume"], abs=1e-12)


@pytest.mark.parametrize("case", named(ROBOTS))
def test_robots_load_and_probes_are_at_their_distances(case: dict[str, Any]) -> None:
    checker = load(case)
    for each in case["probes"]:
        expected = pytest.approx(each["distance"], abs=each["tol"])
        assert probe(checker, each) == expected, case["quirk"]
    num_geometries = checker.model().scene_graph().num_geometries()
    assert num_geometries == case.get("n_collisions", num_geometries)
    assert checker.plant().num_positions() == case.get("dof", checker.plant().num_positions())


@pytest.mark.parametrize("case", named(ROBOTS, "limits"))
def test_limits_are_the_expected(case: dict[str, Any]) -> None:
    plant = load(case).plant()
    for name, limits in case["limits"].items():
        joint = plant.GetJointByName(name)
        lower, upper = limits or (-np.inf, np.inf)
        assert joint.position_lower_limits().tolist() == [lower]
        assert joint.position_upper_limits().tolist() == [upper]


@pytest.mark.parametrize("case", named(ROBOTS, "edge"))
def test_edges_meet_what_is_in_their_way(case: dict[str, Any]) -> None:
    edge = case["edge"]
    for field, is_free in (("obstacle", False), ("obstacle_hit", False), ("obstacle_free", True)):
        if field not in edge:
            continue
        checker = load(case, obstacles={"o": ball(edge[field]["sphere"])}, edge_step_size=1e-4)
        q1, q2 = (positions(checker, edge[end]) for end in ("from", "to"))
        assert checker.CheckConfigCollisionFree(q1)
        assert checker.CheckConfigCollisionFree(q2)
        measure = checker.MeasureEdgeCollisionFree(q1, q2)
        assert measure.completely_free() is is_free
        assert is_free or edge.get("hit", True)
        if "length" in edge:
            distance = checker.ComputeConfigurationDistance(q1, q2)
            assert distance == pytest.approx(edge["length"], abs=1e-12)
        if "first_hit_q" in edge:
            (way,) = q2 - q1
            first = (edge["first_hit_q"] - q1.item()) / way
            assert measure.alpha() == pytest.approx(first, abs=1e-4)


@pytest.mark.parametrize("case", named(GOOD, "enabled", "disabled", "self_collision_at_zero"))
def test_filters_are_the_expected(case: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "clearway"):
        checker = load(case)
    assert all(is_filtered(checker, pair) for pair in case.get("disabled", []))
    assert not any(is_filtered(checker, pair) for pair in case.get("enabled", []))
    if "self_collision_at_zero" in case:
        q = checker.plant().GetDefaultPositions()
        assert checker.CheckConfigCollisionFree(q) is not case["self_collision_at_zero"]
    # The policy for links that the robot lacks: one warning, and the other pairs apply.
    assert len(caplog.records) == (case["should_load"] == "either")


def test_package_map_finds_what_package_dirs_do() -> None:
    (case,) = (case for case in CASES if "package_map" in case)
    builder = RobotDiagramBuilder()
    parser = Parser(builder)
    for name, folder in case["package_map"].items():
        parser.package_map().Add(name, FILES / folder)
    parser.AddModels(FILES / case["file"])
    assert builder.plant().num_collision_geometries() == 1


def test_policies_of_the_files_that_leave_a_choice() -> None:
    choices = {case["file"] for case in CASES if case["should_load"] == "either"}
    assert choices == {
        "srdf/unknown_link.srdf",
        "urdf/revolute_no_limit.urdf",
        "urdf/zero_size_box.urdf",
    }
    with pytest.raises(ValueError, match=r"unknown_link.srdf:\d+"):
        load(next(c for c in CASES if c["file"] == "srdf/unknown_link.srdf"), strict=True)
    plant = load_checker(FILES / "urdf/revolute_no_limit.urdf").plant()
    assert plant.GetPositionUpperLimits().tolist() == [np.inf]
