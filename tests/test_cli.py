"""The command line, and the demo that it runs."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import clearway as cw
from clearway import _demo, _picture, _tessellate
from clearway.cli import main


def test_demo_prints_rates_pairs_and_writes_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "demo.png"
    arguments = ["demo", "--configs", "500", "--edges", "50", "--picture", str(picture)]
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""  # No progress bar where there is no terminal.
    for stage in ("loading", "checking configurations", "checking edges", "counting", "drawing"):
        assert stage in out
    assert "configurations: 500 in" in out
    assert "edges: 50 in" in out
    pairs = [line for line in out.splitlines() if "%" in line and " - " in line]
    assert 1 <= len(pairs) <= 10
    with Image.open(picture) as image:
        assert image.size == (1280, 640)
        colours = {tuple(c) for c in np.asarray(image).reshape(-1, 3)}
    assert len(colours) > 50  # Something was drawn.


def test_demo_counts_are_the_checkers(tmp_path: Path) -> None:
    checker = _demo.make_checker()
    Q = _demo.sample_configurations(checker, 300, seed=3)
    free = checker.CheckConfigsCollisionFree(Q)
    pairs = _demo.count_colliding_pairs(checker, Q)
    plant = checker.plant()
    deep: Counter[tuple[str, str]] = Counter()
    for q in Q:
        for hit in checker.FindCollisions(q):
            bodies = (plant.get_body(hit.body_index_A), plant.get_body(hit.body_index_B))
            deep[bodies[0].name(), bodies[1].name()] += 1
    assert pairs == deep
    assert 0 < free.sum() < len(Q)
    assert max(pairs.values()) <= (~free).sum() <= sum(pairs.values())


def test_demo_edges_are_one_radian_or_cut_at_a_limit() -> None:
    checker = _demo.make_checker()
    edges = _demo.sample_edges(checker, 200, seed=0)
    lengths = np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1)
    assert lengths.max() == pytest.approx(1)
    assert checker.plant().GetPositionUpperLimits().min() > 0
    assert (edges <= checker.plant().GetPositionUpperLimits()).all()


def test_ready_pose_of_the_demos_arm_is_free() -> None:
    checker = _demo.make_checker()
    assert checker.CheckConfigCollisionFree([0, -0.4, 0, 1.6, 0, 0.9, 0])


def test_module_runs_as_a_program() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "clearway", "--version"], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == cw.__version__


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: COMMAND"),
        (["unknown"], "invalid choice"),
        (["demo", "--configs", "0"], "--configs: must be >= 1, got 0"),
        (["demo", "--edges", "many"], "--edges: must be an integer, got 'many'"),
        (["demo", "--seed", "-1"], "--seed: must be >= 0, got -1"),
        (["demo", "--picture", "missing/demo.png"], "there is no folder 'missing'"),
        (["demo", "--picture", "demo.txt"], "--picture: must end in .png, got 'demo.txt'"),
        (["demo", "--picture", "demo"], "--picture: must end in .png"),
        (["demo", "--picture", "folder.png"], "'folder.png' is a folder"),
    ],
)
def test_bad_command_lines_are_refused(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "folder.png").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as info:
        main(arguments)
    assert info.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "usage" in err
    assert message in err


def test_help_shows_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as info:
        main(["demo", "--help"])
    assert info.value.code == 0
    out = capsys.readouterr().out
    for default in ("100000", "10000", "0", "clearway_demo.png"):
        assert f"(default: {default})" in " ".join(out.split())


@pytest.mark.parametrize(
    "shape",
    [
        cw.Sphere(0.3),
        cw.Capsule(0.1, 0.5),
        cw.Box(0.2, 0.3, 0.4),
        cw.Cylinder(0.2, 0.6),
        cw.Cone(0.2, 0.6),
        cw.Ellipsoid(0.1, 0.2, 0.3),
        cw.Convex(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])),
    ],
    ids=repr,
)
def test_facets_lie_on_the_shape(shape: cw.Shape) -> None:
    corners = _tessellate.tessellate(shape).reshape(-1, 3)
    point = cw.Sphere(0)
    for p in corners[:: max(1, len(corners) // 20)]:
        distance = cw.ComputeSignedDistance(
            A=shape, X_WA=cw.RigidTransform(), B=point, X_WB=cw.RigidTransform(p)
        ).distance
        assert distance == pytest.approx(0, abs=1e-9)


def test_the_nearer_triangle_hides_the_farther() -> None:
    near = np.array([[[0, -1, -1], [0, 1, -1], [0, 0, 1.0]]])
    far = near + np.array([1.0, 0, 0])
    red, blue = np.array([[1.0, 0, 0]]), np.array([[0, 0, 1.0]])
    for triangles, colours in (
        (np.concatenate([near, far]), np.concatenate([red, blue])),
        (np.concatenate([far, near]), np.concatenate([blue, red])),
    ):
        image = _picture.draw(
            triangles, colours, eye=(-3, 0, 0), target=(0, 0, 0), width=60, height=60
        )
        r, _, b = image.getpixel((30, 32))  # type: ignore[misc]
        assert r > 100
        assert b < 10
