"""``clearway soak``: what it verifies with, that it sees what is wrong, and its command line."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import clearway as cw
from clearway import cli
from clearway._soak import compounds
from clearway._soak.batch import check_batch, draw_batch
from clearway._soak.cores import make_core
from clearway._soak.directions import Gaps
from clearway._soak.expressions import expression
from clearway._soak.hull import Hull
from clearway._soak.pieces import Solid, make_union
from clearway._soak.poses import FAMILIES
from clearway._soak.proof import Answers, Prover
from clearway._soak.shapes import KINDS, draw_points, draw_shape
from clearway._soak.union_proof import UnionProver, make_prover
from oracle import Floats
from oracle.poses import pose, random_rotation

Bools = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

SHAPES: dict[str, cw.Shape] = {
    "sphere": cw.Sphere(0.3),
    "capsule": cw.Capsule(0.2, 0.6),
    "box": cw.Box(0.4, 0.6, 0.8),
    "cylinder": cw.Cylinder(0.3, 0.8),
    "cone": cw.Cone(0.4, 0.9),
    "ellipsoid": cw.Ellipsoid(0.2, 0.4, 0.7),
    "convex": cw.Convex(0.3 * np.random.default_rng(3).normal(size=(14, 3))),
}
PAIRS = [
    *((name, other) for name in SHAPES for other in SHAPES if name <= other),
    *(("half_space", name) for name in SHAPES),
]
_BENT_VERTICES, _BENT_TRIANGLES = compounds._bent(np.random.default_rng(1))
COMPOUNDS: dict[str, cw.Shape] = {
    "point_cloud": cw.PointCloud(
        0.3 * np.random.default_rng(1).normal(size=(12, 3)), np.linspace(0, 0.2, 12)
    ),
    "voxel_grid": cw.VoxelGrid(
        np.random.default_rng(2).integers(-1, 2, (4, 3, 4)),
        0.25,
        origin=[-0.5, -0.4, -0.5],
        unknown="free",
    ),
    "height_field": cw.HeightField(
        0.2 * np.random.default_rng(4).normal(size=(4, 3)), [1.0, 1.2], -0.6
    ),
    "bent": cw.Mesh(_BENT_VERTICES, _BENT_TRIANGLES),
    "sheet": cw.Mesh(*compounds._sheet(np.random.default_rng(5))),
}
COMPOUND_PAIRS = [
    *((name, other) for name in COMPOUNDS for other in ("capsule", "box", "ellipsoid")),
    *((name, other) for name in COMPOUNDS for other in COMPOUNDS if name < other),
    *((name, "half_space") for name in COMPOUNDS),
]
ALL = SHAPES | COMPOUNDS | {"half_space": cw.HalfSpace()}


def on_surface(name: str, rng: np.random.Generator, n: int) -> Floats:
    """Points of a shape's surface, by its parametrisation."""
    u: Floats = rng.normal(size=(n, 3))
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    angle: Floats = rng.uniform(0, 2 * np.pi, n)
    t: Floats = rng.random(n)
    ring = np.stack([np.cos(angle), np.sin(angle), np.zeros(n)], axis=1)
    z = np.array([0.0, 0, 1])
    match name:
        case "sphere":
            return np.asarray(0.3 * u)
        case "capsule":
            return np.asarray(0.2 * u + 0.3 * np.sign(u[:, 2:]) * z)
        case "box":
            return np.asarray(np.clip(10 * u, -1, 1) * [0.2, 0.3, 0.4])
        case "cylinder":
            return np.asarray(0.3 * ring + 0.4 * (2 * t - 1)[:, None] * z)
        case "cone":
            return np.asarray(0.4 * t[:, None] * ring + (0.45 - 0.9 * t)[:, None] * z)
        case "ellipsoid":
            return np.asarray(u * [0.2, 0.4, 0.7])
    raise AssertionError(name)


@pytest.mark.parametrize("name", [name for name in SHAPES if name != "convex"])
def test_cores_know_their_surface(name: str) -> None:
    """No point of it is outside by more than it was moved, or higher than the support."""
    rng = np.random.default_rng(0)
    core, p = make_core(SHAPES[name]), on_surface(name, rng, 500)
    u = rng.normal(size=(200, 3))
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    heights = (u @ p.T).max(axis=1)
    assert (heights <= core.height(u) + core.radius + 1e-15).all()
    assert heights == pytest.approx(core.height(u) + core.radius, abs=0.1)
    assert (np.linalg.norm(p, axis=1) <= core.reach + 1e-15).all()
    assert core.outside(p) == pytest.approx(core.radius, abs=1e-15)
    assert (core.outside(0.99 * p) <= core.radius).all()
    for step in (1e-9, 1e-3):
        moved = core.outside(p + step * u[rng.integers(200, size=500)]) - core.radius
        assert moved.max() == pytest.approx(step, rel=0.02)
        assert moved.min() >= -step * (1 + 1e-6)


def test_the_hull_of_a_cube_and_of_flat_points() -> None:
    cube = Hull(np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1.0)]))
    p = np.array([[0, 0, 0], [1, 0.3, 0.2], [2, 0, 0], [2, 2, 0], [2, 2, 2.0]])
    assert cube.outside(p) == pytest.approx([0, 0, 1, np.sqrt(2), np.sqrt(3)], abs=1e-15)
    square = Hull(np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0.5, 0.5, 0.0]]))
    p = np.array([[0.5, 0.2, 0.3], [2, 0.5, 0], [-3, -4, 0], [0.2, 0.3, 0.0]])
    assert square.outside(p) == pytest.approx([0.3, 1, 5, 0], abs=1e-15)
    inside = np.linspace(0, 1, 1001)[:, None] * [[1.0, 1, 0]]
    assert square.outside(inside).max() == 0  # On the side that its triangles share, too.
    line = Hull(np.array([[0, 0, 0], [2, 0, 0], [1, 0, 0.0]]))
    assert line.outside(np.array([[1.0, 3, 0], [5, 4, 0]])) == pytest.approx([3, 5], abs=1e-15)
    point = Hull(np.ones((3, 3)))
    assert point.outside(np.array([[1.0, 1, 4]])) == pytest.approx([3], abs=1e-15)


def test_hulls_that_are_flat_but_for_rounding() -> None:
    """Qhull refuses some of them."""
    rng = np.random.default_rng(0)
    for thickness in 10 ** rng.uniform(-16, -11, 300):
        points = rng.normal(size=(5, 3)) * [1, 10 ** rng.uniform(-16, 0), thickness]
        hull = Hull(points)
        assert hull.outside(points).max() <= 1e-14
        assert hull.outside(points.mean(axis=0)[None])[0] <= 2e-11
        assert hull.outside(np.array([[20.0, 0, 0]]))[0] == pytest.approx(20, rel=0.2)


def test_the_greatest_gap_of_crossed_boxes() -> None:
    """Features and search agree with a depth that is known: 1 + 1 - 1.5 along x."""
    box = make_core(cw.Box(2, 2, 2))
    gaps = Gaps(box, box, np.eye(3)[None], np.array([[1.5, 0.1, 0.2]]))
    assert gaps.greatest_of_features() == pytest.approx([-0.5], abs=1e-15)
    known = np.array([[0.0, 0, 1]])
    found = gaps.greatest_found(known, np.random.default_rng(0))
    assert found == pytest.approx([-0.5], abs=1e-6)
    assert (found <= -0.5 + 1e-15).all()


def answers_of(
    names: tuple[str, str], n: int = 40
) -> tuple[Prover | UnionProver, Floats, Floats, Answers]:
    """Right answers, some of them of overlaps."""
    rng = np.random.default_rng(0)
    A, B = ALL[names[0]], ALL[names[1]]
    X_WA = np.stack([pose(random_rotation(rng), 0.3 * rng.normal(size=3)) for _ in range(n)])
    X_WB = np.stack([pose(random_rotation(rng), 0.3 * rng.normal(size=3)) for _ in range(n)])
    return make_prover(A, B), X_WA, X_WB, Answers.of(cw.ComputeSignedDistances(A, X_WA, B, X_WB))


def is_wrong(
    prover: Prover | UnionProver, X_WA: Floats, X_WB: Floats, dut: Answers, rows: Bools
) -> Bools:
    """Which rows are found wrong."""
    wrong: Bools = np.zeros(len(X_WA), dtype=bool)
    for error in prover.errors(X_WA, X_WB, dut, np.random.default_rng(1)):
        wrong[error.rows()] = True
    found: Bools = wrong[rows]
    return found


def shifted(dut: Answers, by: float) -> Answers:
    """Every distance off by as much, and all else to match."""
    moved = dut.p_WCb - by * dut.nhat_BA_W
    return replace(dut, distance=dut.distance + by, p_WCb=moved)


def turned(dut: Answers, by: float) -> Answers:
    """Every normal off by an angle, and all else to match."""
    across = np.cross(dut.nhat_BA_W, [0.6, 0.0, 0.8])
    n = dut.nhat_BA_W + by * across / np.linalg.norm(across, axis=1, keepdims=True)
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    return replace(dut, nhat_BA_W=n, p_WCb=dut.p_WCa - dut.distance[:, None] * n)


PLANTED: dict[str, Callable[[Answers], Answers]] = {
    "farther": lambda dut: shifted(dut, 1e-7),
    "nearer": lambda dut: shifted(dut, -1e-7),
    "turned": lambda dut: turned(dut, 1e-2),
    "opposite": lambda dut: replace(dut, nhat_BA_W=-dut.nhat_BA_W),
    "long": lambda dut: replace(dut, nhat_BA_W=dut.nhat_BA_W * (1 + 1e-12)),
    "witness": lambda dut: replace(dut, p_WCa=dut.p_WCa + 1e-10),
    "both witnesses": lambda dut: replace(dut, p_WCa=dut.p_WCa + 1, p_WCb=dut.p_WCb + 1),
    "nan": lambda dut: replace(dut, distance=np.full(len(dut.distance), np.nan)),
    "nan witness": lambda dut: replace(dut, p_WCa=np.full(dut.p_WCa.shape, np.nan)),
}


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_planted_errors_are_found(names: tuple[str, str]) -> None:
    prover, X_WA, X_WB, dut = answers_of(names)
    assert 2 < (dut.distance > 0).sum() < 38
    everywhere = np.ones(40, dtype=bool)
    assert not is_wrong(prover, X_WA, X_WB, dut, everywhere).any()
    for plant in PLANTED.values():
        assert is_wrong(prover, X_WA, X_WB, plant(dut), everywhere).all()


@pytest.mark.parametrize("names", COMPOUND_PAIRS, ids="-".join)
def test_planted_errors_of_sets_and_meshes_are_found(names: tuple[str, str]) -> None:
    prover, X_WA, X_WB, dut = answers_of(names, 12)
    everywhere = np.ones(12, dtype=bool)
    assert not is_wrong(prover, X_WA, X_WB, dut, everywhere).any()
    clear = np.abs(dut.distance) > 0.02  # Near contact a turned normal has nothing to turn.
    assert (dut.distance[clear] < 0).any()
    for plant in PLANTED.values():
        assert is_wrong(prover, X_WA, X_WB, plant(dut), clear).all()


def test_the_pieces_of_sets() -> None:
    """A block of eight cells and one by itself, a wall on each side; a prism on each side."""
    states = np.zeros((3, 2, 2))
    states[:2], states[2, 1, 0] = 1, 1
    grid = cw.VoxelGrid(states.astype(int), 0.5, origin=[1, 0, 0], outside="occupied")
    pieces = make_union(grid).pieces
    boxes = [piece for piece in pieces if isinstance(piece.shape, cw.Box)]
    found = {repr(piece.shape): piece.X_SE[:3, 3].tolist() for piece in boxes}
    assert found == {
        repr(cw.Box(1, 1, 1)): [1.5, 0.5, 0.5],
        repr(cw.Box(0.5, 0.5, 0.5)): [2.25, 0.75, 0.25],
    }
    walls = [piece.X_SE for piece in pieces if isinstance(piece.shape, cw.HalfSpace)]
    middle = np.array([1.75, 0.5, 0.5])
    heights = [float(X[:3, 2] @ (middle - X[:3, 3])) for X in walls]
    assert sorted(heights) == [0.5, 0.5, 0.5, 0.5, 0.75, 0.75]
    field = make_union(cw.HeightField([[0, 0], [0, 1]], [2, 2], -1)).pieces
    above = np.array([[0.0, 0, 1]])
    assert sorted(float(piece.height(above)[0]) for piece in field) == [1, 1]
    assert sorted(float(piece.height(-above)[0]) for piece in field) == [1, 1]


def test_what_is_inside_a_solid() -> None:
    """Of a hollow cube, whichever way it is wound: the wall is, the hollow is not."""
    shell = cw.Mesh(*compounds._shell(np.random.default_rng(0)))
    vertices, triangles = shell.vertices(), shell.triangles()
    half, inner = vertices.max(axis=0), vertices[8:].max(axis=0)
    p = np.array([[0, 0, 0], 2 * half, (half + inner) / 2 * [1, 0, 0]])
    for wound in (triangles, triangles[:, ::-1]):
        depths = Solid(vertices, wound).depths(p)
        assert depths == pytest.approx([0, 0, (half - inner)[0] / 2], rel=1e-12)


def test_answers_for_empty_sets() -> None:
    A, B = cw.PointCloud(np.zeros((0, 3))), cw.Box(1, 1, 1)
    X = np.stack([pose(None, (0, 0, k)) for k in range(3)])
    dut = Answers.of(cw.ComputeSignedDistances(A, X, B, X + 0.0))
    (right,) = make_prover(A, B).errors(X, X, dut, np.random.default_rng(0))
    assert len(right.rows()) == 0
    away = replace(dut, p_WCa=dut.p_WCa + 1)
    (wrong,) = make_prover(A, B).errors(X, X, away, np.random.default_rng(0))
    assert wrong.rows().tolist() == [0, 1, 2]


def test_a_way_out_that_leaves_a_mesh_overlapping_is_found() -> None:
    """A box in the corner of an L-shaped prism, said to be out after half of the way."""
    A, B = COMPOUNDS["bent"], cw.Box(0.3, 0.3, 0.3)
    X_WA, X_WB = np.eye(4)[None], pose(None, (-0.4, -0.35, 0.0))[None]
    dut = Answers.of(cw.ComputeSignedDistances(A, X_WA, B, X_WB))
    assert dut.distance[0] < -0.1
    half = 0.5 * dut.distance
    wrong = replace(dut, distance=half, p_WCb=dut.p_WCa - half[:, None] * dut.nhat_BA_W)
    errors = make_prover(A, B).errors(X_WA, X_WB, wrong, np.random.default_rng(0))
    assert "overlap after the translation" in {e.what for e in errors if len(e.rows())}
    apart = replace(dut, distance=-dut.distance, p_WCb=dut.p_WCb + 2 * dut.distance[:, None])
    errors = make_prover(A, B).errors(X_WA, X_WB, apart, np.random.default_rng(0))
    assert "distance beside nearer pieces" in {e.what for e in errors if len(e.rows())}


@pytest.mark.parametrize("names", PAIRS[:-7], ids="-".join)
def test_a_way_out_that_is_not_the_shortest_is_found(names: tuple[str, str]) -> None:
    """Consistent in itself: the gap along another normal, and a witness pair to match."""
    prover, X_WA, X_WB, dut = answers_of(names)
    assert isinstance(prover, Prover)
    assert prover.A is not None
    assert prover.B is not None
    opposite = -dut.nhat_BA_W
    R_T = X_WA[:, :3, :3].transpose(0, 2, 1)
    gaps = Gaps(
        prover.A,
        prover.B,
        R_T @ X_WB[:, :3, :3],
        np.einsum("nij,nj->ni", R_T, X_WB[:, :3, 3] - X_WA[:, :3, 3]),
    )
    deeper = gaps.along(np.einsum("nij,nj->ni", R_T, opposite)[:, None])[:, 0]
    deeper -= prover.A.radius + prover.B.radius
    p_WCb = dut.p_WCa - deeper[:, None] * opposite
    wrong = Answers(deeper, dut.p_WCa, p_WCb, opposite)
    rows = deeper < dut.distance - 1e-6
    assert rows.sum() > 20
    assert is_wrong(prover, X_WA, X_WB, wrong, rows).all()
    # Without the witnesses, overlapping cores are found out by another way that is shorter.
    errors = prover.errors(X_WA, X_WB, wrong, np.random.default_rng(1))
    shorter = next(error for error in errors if error.what == "depth beside a shorter way out")
    rows &= deeper + prover.A.radius + prover.B.radius <= 0
    assert np.isin(np.flatnonzero(rows), shorter.rows()).all()


@pytest.mark.parametrize("family", FAMILIES)
def test_answers_are_right_and_verdicts_agree(family: str) -> None:
    for number in range(12):
        batch, scene = draw_batch(family, 1, number, 20)
        assert [str(d) for d in check_batch(batch, scene)] == []


def test_a_wrong_verdict_and_a_wrong_mirror_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, scene = draw_batch("random", 0, 3, 30)
    right = cw.HasCollisions
    monkeypatch.setattr(cw, "HasCollisions", lambda *arguments: ~right(*arguments))
    assert {d.what.split("(")[0] for d in check_batch(batch, scene)} == {"HasCollision"}
    monkeypatch.undo()
    once = cw.ComputeSignedDistances
    monkeypatch.setattr(
        cw,
        "ComputeSignedDistances",
        lambda A, X_WA, B, X_WB: (
            once(A, X_WA, B, X_WB)
            if A is batch.A
            else once(A, X_WA @ pose(None, (0, 0, 1e-3)), B, X_WB)
        ),
    )
    assert {d.what for d in check_batch(batch, scene)} == {
        "swapping the shapes does not mirror the result"
    }


def test_a_batch_depends_on_its_numbers_only() -> None:
    first, again = (draw_batch("touching", 7, 5, 10)[0] for _ in range(2))
    np.testing.assert_array_equal(first.X_WB, again.X_WB)
    assert repr(first.A) == repr(again.A)
    other = draw_batch("touching", 8, 5, 10)[0]
    assert not np.array_equal(first.X_WB, other.X_WB)


def test_shapes_are_of_their_kind_and_size() -> None:
    rng = np.random.default_rng(0)
    for kind in KINDS:
        for _ in range(20):
            shape = draw_shape(kind, rng, 1e-3)
            assert type(shape).__name__.lower() == kind.replace("_", "")
            if kind != "half_space":
                assert make_core(shape).reach < 1e-2
    for kind in compounds.KINDS:
        for _ in range(20):
            shape = compounds.draw_compound(kind, rng, 1e-3, bounded=False)
            assert type(shape).__name__.lower() == kind.replace("_", "")
            assert make_union(shape).reach < 1e-2
            again = eval(expression(shape), {"cw": cw})
            assert expression(again) == expression(shape)
    counts = {np.linalg.matrix_rank(p - p[0]) for p in (draw_points(rng) for _ in range(300))}
    assert counts == {0, 1, 2, 3}


def test_the_command_prints_the_seed_and_the_families(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["soak", "--pairs", "1100", "--seed", "5", "--families", "random", "far"]
    assert cli.main(arguments) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == "seed 5, 1,100 pairs: random, far"
    assert [line.split() for line in lines[1:3]] == [
        ["random:", "600", "pairs,", "0", "disagreements"],
        ["far:", "500", "pairs,", "0", "disagreements"],
    ]
    assert "1,100 pairs, 0 disagreements in" in lines[3]
    assert err == ""  # No progress bar where there is no terminal.


def test_a_disagreement_is_reproduced_by_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = Answers.of
    monkeypatch.setattr(Answers, "of", staticmethod(lambda result: shifted(right(result), 1e-3)))
    assert cli.main(["soak", "--pairs", "1000", "--families", "random"]) == 1
    out = capsys.readouterr().out
    assert re.search("random: (gap along the normal|height) is off by", out)
    monkeypatch.undo()
    reproduction = next(line for line in out.splitlines() if line.startswith("    import clearway"))
    shown = subprocess.run(
        [sys.executable, "-c", reproduction.strip()], capture_output=True, text=True, check=True
    )
    assert shown.stdout.startswith("SignedDistancePair(distance=")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--pairs", "0"], "must be >= 1, got 0"),
        (["--pairs", "many"], "must be an integer, got 'many'"),
        (["--seed", "-1"], "must be >= 0, got -1"),
        (["--families", "near"], "invalid choice: 'near'"),
        (["--families"], "expected at least one argument"),
    ],
)
def test_bad_arguments_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_info:
        cli.main(["soak", *arguments])
    assert exit_info.value.code == 2
    assert message in capsys.readouterr().err


def test_the_command_line_knows_the_families() -> None:
    assert tuple(FAMILIES) == cli._SOAK_FAMILIES
