"""Convex parts in place of a mesh: they cover it, whatever was proposed, and not much more."""

from __future__ import annotations

import logging
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

import clearway as cw
from clearway import _convex_cover, _decomposition, _overshoot
from clearway._convex_cover import cover, split
from clearway._decomposition import decompose
from clearway.cli import main

Floats = NDArray[np.float64]
Exact = list[Fraction]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEARWAY_CACHE_DIR", str(tmp_path / "cache"))


def prism(outline: list[tuple[float, float]], fan: list[int]) -> tuple[Floats, NDArray[np.int64]]:
    """A prism of height 1 over an outline that is a fan about its first corner."""
    n = len(outline)
    vertices = np.array([(x, y, z) for z in (0, 1) for x, y in outline], dtype=float)
    bottom = [(fan[0], fan[i + 1], fan[i]) for i in range(1, n - 1)]
    top = [(a + n, c + n, b + n) for a, b, c in bottom]
    sides = [(i, (i + 1) % n, (i + 1) % n + n) for i in range(n)]
    sides += [(i, (i + 1) % n + n, i + n) for i in range(n)]
    return vertices, np.array(bottom + top + sides)


# Two arms of 3 x 1 around the notch 1 < x, y < 3, whose corner (1, 1) sees the whole outline.
ELBOW = prism([(1, 1), (1, 3), (0, 3), (0, 0), (3, 0), (3, 1)], [0, 1, 2, 3, 4, 5])
ARMS = [
    np.array(list(product(x, y, (0, 1))), dtype=float)
    for x, y in (((0, 3), (0, 1)), ((0, 1), (1, 3)))
]


def box(*half: float) -> tuple[Floats, NDArray[np.int64]]:
    vertices = np.array(list(product((-1, 1), repeat=3))) * half
    quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    return vertices, np.array([[q[0], q[i], q[i + 1]] for q in quads for i in (1, 2)])


def shell() -> tuple[Floats, NDArray[np.int64]]:
    """A box of 2 with a hollow of 1.6 inside."""
    outer, inner = box(1, 1, 1), box(0.8, 0.8, 0.8)
    return np.concatenate([outer[0], inner[0]]), np.concatenate([outer[1], inner[1][:, ::-1] + 8])


def cross() -> tuple[Floats, NDArray[np.int64]]:
    """Two bars through one another, each closed by itself."""
    along_x, along_y = box(1.5, 0.5, 0.5), box(0.5, 1.5, 0.4)
    return np.concatenate([along_x[0], along_y[0]]), np.concatenate([along_x[1], along_y[1] + 8])


SOLIDS = {"elbow": ELBOW, "shell": shell(), "cross": cross(), "box": box(1, 2, 3)}


def turned(vertices: Floats, seed: int) -> Floats:
    R = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
    result: Floats = vertices @ (R * np.linalg.det(R))
    return result


def size_of(mesh: cw.Mesh) -> float:
    return float(np.linalg.norm(np.ptp(mesh.vertices(), axis=0)))


def exact_facets(part: cw.Convex, margin: float) -> list[tuple[Exact, Fraction]]:
    """The half spaces n . x <= d of a part, moved out by at least `margin`; exact."""
    points = part.hull_vertices()
    hull = ConvexHull(points)
    inside = [Fraction(x) for x in points.mean(axis=0).tolist()]
    facets = []
    for simplex in hull.simplices:
        a, b, c = ([Fraction(x) for x in points[i].tolist()] for i in simplex)
        u, v = (
            [p - q for p, q in zip(b, a, strict=True)],
            [p - q for p, q in zip(c, a, strict=True)],
        )
        n = [u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2] for i in range(3)]
        if not any(n):
            continue
        if dot(n, inside) > dot(n, a):
            n = [-x for x in n]
        # Of points that are in one plane to rounding, any three may be the ones that qhull names.
        d = max(dot(n, [Fraction(x) for x in point]) for point in points.tolist())
        facets.append((n, d + Fraction(margin) * max(abs(x) for x in n)))
    return facets


def dot(a: Exact, b: Exact) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def cut(polygon: list[Exact], n: Exact, d: Fraction) -> tuple[list[Exact], list[Exact]]:
    """What of a convex polygon has n . x <= d, and what has >= d.

    The corners made are rounded, to keep the fractions short: by 1e-16, where 1e-12 is asked.
    """
    inner: list[Exact] = []
    outer: list[Exact] = []
    heights = [dot(n, p) - d for p in polygon]
    for i, (p, h) in enumerate(zip(polygon, heights, strict=True)):
        q, g = polygon[i - 1], heights[i - 1]
        if h * g < 0:
            r = h / (h - g)
            crossing = [Fraction(float(x + (y - x) * r)) for x, y in zip(p, q, strict=True)]
            inner.append(crossing)
            outer.append(crossing)
        if h <= 0:
            inner.append(p)
        if h >= 0:
            outer.append(p)
    return inner, outer if any(h > 0 for h in heights) else []


def uncovered(mesh: cw.Mesh, parts: list[cw.Convex]) -> list[list[Exact]]:
    """What of a mesh's triangles is in none of the parts grown by 1e-12 of its size."""
    hulls = [exact_facets(part, 1e-12 * size_of(mesh)) for part in parts]
    pending = [
        [[Fraction(x) for x in corner] for corner in triangle]
        for triangle in mesh.vertices()[mesh.triangles()].tolist()
    ]
    for facets in hulls:
        left = []
        for polygon in pending:
            rest = polygon
            pieces = []
            for n, d in facets:
                rest, outer = cut(rest, n, d)
                if len(outer) > 2:
                    pieces.append(outer)
                if len(rest) < 3:
                    break
            left += pieces
        pending = left
    return pending


def distances_from(parts: list[cw.Convex], points: Floats) -> Floats:
    X = np.tile(np.eye(4), (len(points), 1, 1))
    X[:, :3, 3] = points
    each = [cw.ComputeSignedDistances(cw.Sphere(1e-12), X, part, np.eye(4)) for part in parts]
    nearest: Floats = np.min([distances.distance for distances in each], axis=0)
    return nearest


def sample(mesh: cw.Mesh, count: int) -> Floats:
    """Points of a mesh: of its triangles, and of its inside if it is solid."""
    rng = np.random.default_rng(7)
    triangles = mesh.vertices()[mesh.triangles()]
    weights = rng.dirichlet((1, 1, 1), count)
    chosen = triangles[rng.integers(len(triangles), size=count)]
    points: Floats = np.einsum("nk,nki->ni", weights, chosen)
    if not mesh.solid():
        return points
    about = rng.uniform(mesh.vertices().min(axis=0), mesh.vertices().max(axis=0), (count, 3))
    X = np.tile(np.eye(4), (count, 1, 1))
    X[:, :3, 3] = about
    inside = about[cw.HasCollisions(cw.Sphere(1e-12), X, mesh, np.eye(4))]
    assert len(inside) > count / 10
    both: Floats = np.concatenate([points, inside])
    return both


def check_cover(mesh: cw.Mesh, parts: list[cw.Convex]) -> None:
    if len(parts) <= 4:  # Fractions take their time.
        assert uncovered(mesh, parts) == []
    assert distances_from(parts, sample(mesh, 2000)).max() <= 1e-12 * size_of(mesh)


def test_the_exact_check_sees_a_hole() -> None:
    mesh = cw.Mesh(*ELBOW)
    assert uncovered(mesh, [cw.Convex(arm) for arm in ARMS]) == []
    short = ARMS[1] - [0, 1e-9, 0]
    assert uncovered(mesh, [cw.Convex(ARMS[0]), cw.Convex(short)]) != []


@pytest.mark.parametrize("name", SOLIDS)
@pytest.mark.parametrize("seed", range(3))
def test_any_proposal_is_made_to_cover(name: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    vertices, triangles = SOLIDS[name]
    mesh = cw.Mesh(turned(vertices, seed), triangles)
    proposal = [
        rng.uniform(-2, 2, 3) + rng.uniform(0.1, 1) * rng.normal(size=(rng.integers(1, 12), 3))
        for _ in range(rng.integers(1, 7))
    ]
    check_cover(mesh, cover(mesh, proposal))


@pytest.mark.parametrize("solid", [True, False])
def test_parts_along_the_surface_are_made_to_cover_the_inside(solid: bool) -> None:
    # Six plates on the faces of a box: they cover its triangles, and none holds its middle.
    mesh = cw.Mesh(*box(1, 1, 1), solid=solid)
    plates = [
        np.insert(
            np.array(list(product((-1.0, 1.0), repeat=2))).repeat(2, 0),
            axis,
            [side, 0.9 * side] * 4,
            1,
        )
        for axis in range(3)
        for side in (-1.0, 1.0)
    ]
    assert distances_from([cw.Convex(plate) for plate in plates], np.zeros((1, 3)))[0] > 0.8
    parts = cover(mesh, plates)
    check_cover(mesh, parts)
    if solid:
        assert distances_from(parts, np.zeros((1, 3)))[0] <= 1e-12


@pytest.mark.parametrize("shift", [0, 1e-3, -1e-3, 1e-9, -1e-9, 1e-16])
def test_a_plane_just_beside_a_step_gives_no_part_a_sliver_of_it(shift: float) -> None:
    # Below y = 1 the upper arm would get a sliver of the lower arm's whole length.
    parts = cover(cw.Mesh(*ELBOW), [arm + np.array([0, shift, 0]) for arm in ARMS])
    assert len(parts) == 2
    assert sum(part.volume() for part in parts) == pytest.approx(5, abs=1e-4)


def test_crossed_bars_are_parted() -> None:
    mesh = cw.Mesh(*cross())
    parts = cover(mesh, [box(1.5, 0.5, 0.5)[0], box(0.5, 1.5, 0.4)[0]])
    check_cover(mesh, parts)
    assert len(parts) == 2
    assert sum(part.volume() for part in parts) < 5.5  # 3 and 2.4; their hull has 6.6 and more.


def test_an_open_surface_and_a_flat_one_are_covered() -> None:
    vertices, triangles = ELBOW
    for chosen in (triangles[2:], triangles[:4]):  # Without some of its bottom; its bottom.
        mesh = cw.Mesh(vertices, chosen)
        parts = cover(mesh, ARMS)
        assert distances_from(parts, sample(mesh, 2000)).max() <= 1e-12 * size_of(mesh)


def test_split_loses_nothing() -> None:
    rng = np.random.default_rng(0)
    triangles = rng.integers(-2, 3, (500, 3, 3)).astype(float)  # Many with corners in the plane.
    below, above = split(triangles, np.array([0.0, 0.0, 1.0]), 0.0)
    assert below[..., 2].max() <= 1e-15
    assert above[..., 2].min() >= -1e-15

    def area(each: Floats) -> Floats:
        areas: Floats = np.linalg.norm(
            np.cross(each[:, 1] - each[:, 0], each[:, 2] - each[:, 0]), axis=1
        )
        return areas

    assert area(below).sum() + area(above).sum() == pytest.approx(area(triangles).sum(), rel=1e-12)


def test_overshoot_of_a_hull() -> None:
    mesh = cw.Mesh(*ELBOW)
    found, bound = _overshoot.measure_overshoot(mesh, [cw.Convex(mesh.vertices())])
    # The hull's edge from (1, 3) to (3, 1) passes (2, 2), which is 1 from either arm.
    assert 0.95 <= found <= 1 + 1e-12
    assert 1 <= bound <= 1.1


@pytest.mark.parametrize("method", ["coacd", "vhacdx"])
def test_libraries_proposals_are_covered_alike_in_every_run(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip(method, reason="the extra 'decompose' is not installed")
    monkeypatch.setenv("CLEARWAY_CACHE_DIR", "")
    mesh = cw.Mesh(*ELBOW)
    parts = decompose(mesh, "elbow", method=method)
    check_cover(mesh, parts)
    assert sum(part.volume() for part in parts) < 5.2  # Of the mesh 5, of its hull 7.
    again = decompose(mesh, "elbow", method=method)
    assert len(parts) == len(again)
    for a, b in zip(parts, again, strict=True):
        np.testing.assert_array_equal(a.hull_vertices(), b.hull_vertices())


def test_a_convex_solid_is_one_part_without_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_decomposition, "find_method", lambda method: "coacd")
    monkeypatch.setattr(_decomposition, "_propose", None)
    (part,) = decompose(cw.Mesh(*box(1, 2, 3)), "box")
    assert part.volume() == pytest.approx(48, rel=1e-14)


def propose_arms(mesh: cw.Mesh, method: str, threshold: float) -> list[Floats]:
    assert 0.5 <= np.ptp(mesh.vertices(), axis=0).max() < 1  # Not the elbow's 3.
    return [arm / 4 for arm in ARMS]


@pytest.fixture
def _arms_are_proposed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_decomposition, "find_method", lambda method: "coacd")
    monkeypatch.setattr(_decomposition, "_propose", propose_arms)
    monkeypatch.setenv("CLEARWAY_CACHE_DIR", "")


@pytest.mark.usefixtures("_arms_are_proposed")
@pytest.mark.parametrize("exponent", [-1000, -333, -20, 0, 20, 333, 1000])
def test_parts_scale_with_the_mesh(exponent: int) -> None:
    vertices, triangles = ELBOW
    parts = decompose(cw.Mesh(np.ldexp(vertices, exponent), triangles), "elbow")
    corners = [np.ldexp(part.hull_vertices(), -exponent).tolist() for part in parts]
    assert [len(each) for each in corners] == [8, 8]
    everything = [point for each in corners for point in each]
    assert all(point in everything for point in vertices.tolist())


@pytest.mark.usefixtures("_arms_are_proposed")
def test_a_vertex_without_triangles_counts_for_nothing() -> None:
    vertices, triangles = ELBOW
    mesh = cw.Mesh(np.concatenate([vertices, [[1e300] * 3]]), triangles)
    parts = decompose(mesh, "elbow")
    assert sum(part.volume() for part in parts) == pytest.approx(5, abs=1e-4)


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0, 0)] * 3,
        [(0, 0, 0), (1, 2, 3), (2, 4, 6)],
        [(1, 0, 0), (0, 1, 0), (0, 0, 1)],
        [(1e300, 0, 0), (0, 1e300, 0), (0, 0, 1e300)],
    ],
    ids=["point", "line", "triangle", "huge"],
)
def test_one_triangle_is_one_part(
    corners: list[tuple[float, float, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_decomposition, "find_method", lambda method: "coacd")
    monkeypatch.setattr(_decomposition, "_propose", None)
    (part,) = decompose(cw.Mesh(np.array(corners), np.array([[0, 1, 2], [2, 1, 0]])), "triangle")
    for corner in part.hull_vertices().tolist():
        assert tuple(corner) in corners


def test_parts_that_all_overlap_take_few_planes(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = []

    def choose(*arguments: Any) -> object:
        chosen.append(arguments)
        return choose_plane(*arguments)

    choose_plane = _convex_cover._choose_plane
    monkeypatch.setattr(_convex_cover, "_choose_plane", choose)
    rng = np.random.default_rng(4)
    mesh = cw.Mesh(*shell())
    check_cover(mesh, cover(mesh, [rng.normal(size=(12, 3)) for _ in range(20)]))
    assert len(chosen) == 6 * 20  # Without a bound it takes minutes.


def test_the_cache_is_used_and_cannot_uncover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("coacd", reason="the extra 'decompose' is not installed")
    mesh = cw.Mesh(ELBOW[0] / 4, ELBOW[1])  # Of a size that stays as it is.
    monkeypatch.setattr(_decomposition, "_propose", propose_arms)
    assert len(decompose(mesh, "elbow", method="coacd")) == 2
    (kept,) = (tmp_path / "cache").iterdir()
    monkeypatch.setattr(_decomposition, "_propose", None)
    assert len(decompose(mesh, "elbow", method="coacd")) == 2
    np.savez(kept, np.eye(3) * 9, np.eye(3) - 9)
    check_cover(mesh, decompose(mesh, "elbow", method="coacd"))
    monkeypatch.setattr(_decomposition, "_propose", propose_arms)
    for damage in (b"", kept.read_bytes()[:100], b"no zip"):
        kept.write_bytes(damage)
        assert len(decompose(mesh, "elbow", method="coacd")) == 2
        assert len(kept.read_bytes()) > 100


def test_without_the_extra_the_error_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    message = r"needs coacd or vhacdx; pip install 'clearway\[decompose\]'"
    with pytest.raises(ImportError, match=message):
        cw.load_checker("<robot name='r'/>", mesh="decomposition")
    with pytest.raises(ImportError, match=message):
        cw.Parser(cw.MultibodyPlant(), mesh="decomposition")
    write_elbow(tmp_path)
    assert main(["decompose", str(tmp_path / "elbow.obj")]) == 1
    assert "pip install 'clearway[decompose]'" in capsys.readouterr().err


@pytest.mark.parametrize(("method", "threshold"), [("coacd", 0.009), ("vhacdx", 1.01)])
def test_thresholds_out_of_range_are_refused(
    method: str, threshold: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_decomposition, "find_method", lambda method: method)
    with pytest.raises(ValueError, match=rf"threshold: of {method} must be from 0\.0\d* to 1, got"):
        decompose(cw.Mesh(*ELBOW), "elbow", method=method, threshold=threshold)


def test_a_failing_library_is_an_error_of_the_mesh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_decomposition, "find_method", lambda method: "no_such_library")
    monkeypatch.setitem(_decomposition._LEAST_THRESHOLDS, "no_such_library", 0)
    monkeypatch.setenv("CLEARWAY_CACHE_DIR", "")
    with pytest.raises(ValueError, match="no_such_library failed with status 1: KeyError"):
        decompose(cw.Mesh(*ELBOW), "elbow", threshold=0.1)


def write_elbow(folder: Path) -> str:
    vertices, triangles = ELBOW
    lines = ["v {} {} {}".format(*v) for v in vertices]
    lines += ["f {} {} {}".format(*(t + 1)) for t in triangles]
    (folder / "elbow.obj").write_text("\n".join(lines))
    return (
        "<robot name='r'><link name='a'><collision name='c'><geometry>"
        "<mesh filename='elbow.obj'/></geometry></collision></link></robot>"
    )


def test_load_checker_takes_the_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("coacd", reason="the extra 'decompose' is not installed")
    path = tmp_path / "r.urdf"
    path.write_text(write_elbow(tmp_path))
    rng = np.random.default_rng(3)
    obstacles = {}
    for i in range(60):
        X = np.eye(4)
        X[:3, 3] = rng.uniform(-0.5, 3.5, 3)
        obstacles[f"o{i}"] = (cw.Sphere(0.1), X)
    colliding = {}
    for mode in ("exact", "decomposition", "convex_hull"):
        checker = cw.load_checker(
            path, mesh=mode, obstacles=obstacles, root="floating", package_dirs=[tmp_path]
        )
        pairs = checker.FindCollisions(np.array([1.0, 0, 0, 0, 0, 0, 0]))
        colliding[mode] = {(int(p.body_index_A), int(p.body_index_B)) for p in pairs}
    assert colliding["exact"] <= colliding["decomposition"] < colliding["convex_hull"]


def test_an_open_mesh_taken_for_a_solid_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("coacd", reason="the extra 'decompose' is not installed")
    path = tmp_path / "r.urdf"
    path.write_text(write_elbow(tmp_path))
    obj = tmp_path / "elbow.obj"
    obj.write_text(obj.read_text().rpartition("\n")[0])
    with pytest.raises(ValueError, match=r'r\.urdf:1: .*<collision name="c">: an open mesh'):
        cw.load_checker(path, mesh="decomposition", solid={"a": True})


def test_command_writes_parts_that_cover(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("coacd", reason="the extra 'decompose' is not installed")
    caplog.set_level(logging.INFO, logger="clearway")
    write_elbow(tmp_path)
    output = tmp_path / "parts"
    assert main(["decompose", str(tmp_path / "elbow.obj"), "-o", str(output)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "2 convex parts" in out
    assert "mesh 5 m^3" in out
    assert "largest overshoot: " in out
    files = sorted(output.iterdir())
    assert [path.name for path in files] == ["elbow_000.obj", "elbow_001.obj"]
    check_cover(cw.Mesh(*ELBOW), [cw.Convex(path) for path in files])
    for path in files:
        assert cw.Mesh(path).watertight()
        assert cw.Mesh(path).volume() == pytest.approx(cw.Convex(path).volume())
    assert main(["decompose", str(tmp_path / "none.obj")]) == 1
    assert "none.obj" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["decompose", "x.obj", "--threshold", "0"])
