"""What holds for every pair of kinds of shape, on scenes that hypothesis draws.

The suite draws the same few examples in every run. `pytest -m slow` draws others each
time, many more; CLEARWAY_PROPERTY_SEED, printed in its header, repeats a run.

The accuracy that docs/numerics.md promises is the tolerance here, by `PairCheck`:
relative to the size of the scene 1e-12 of polytopes and closed forms, 1e-9 of
cylinders, cones and ellipsoids, and 1e-10 m of what a mesh's overlap is resolved to.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import clearway
from oracle import Cone, Cylinder, Ellipsoid, Floats, HalfSpace, Mesh, SetShape, Shape, Sphere
from oracle.distance import convex_brackets, signed_distance
from oracle.meshes import Pieces
from oracle.poses import inverse, pose
from oracle.sets import outside_walls
from product import PairCheck, scaled, scaled_pose
from strategies import (
    KINDS,
    UNBOUNDED,
    Scene,
    directions,
    grown,
    points_of,
    poses,
    scenes,
    thickened,
)

PAIRS = [
    pair
    for pair in combinations_with_replacement(KINDS, 2)
    if not all(kind in UNBOUNDED for kind in pair)
]
fractions = st.sampled_from([0.0, 0.5, 0.999, 1.0 - 1e-9]) | st.floats(0, 1)


class Drawn:
    """A scene with its package's shapes and the tolerance of one of its distances."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.pair = PairCheck(scene.A, scene.B)

    def distance(self, scene: Scene | None = None) -> float:
        """Of the scene, or of another one of the same shapes."""
        scene = scene or self.scene
        return float(self.pair.measure(scene.X_WA, scene.X_WB).distance)

    def tolerance(self, scene: Scene | None = None) -> float:
        scene = scene or self.scene
        poses = scene.X_WA, scene.X_WB
        return 2 * (self.pair.tolerance(*poses) + self.pair.mesh_margin(*poses))

    def assert_same(self, value: float, expected: float, tolerance: float) -> None:
        """For overlaps of meshes that are not convex only the sign: which of two ways out
        that all but tie is found may hang on the rounding of a pose.
        """
        if max(value, expected) < -tolerance and not self.pair.has_exact_depth:
            return
        assert_near(value, expected, tolerance)


def at_contact(data: st.DataObject, scene: Scene) -> Scene:
    """As drawn, or B moved along the normal to contact, or to nearly that."""
    dut = Drawn(scene)
    how = data.draw(st.sampled_from(["as it is", "touching", "nearly touching"]))
    gap = data.draw(st.sampled_from([s * 10.0**-k for k in (3, 6, 9, 12) for s in (1, -1)]))
    result = dut.pair.measure(scene.X_WA, scene.X_WB)
    if how == "as it is" or not np.isfinite(result.distance):
        return scene
    scene = scene.moved(result.distance * result.nhat_BA_W)
    return (
        scene
        if how == "touching"
        else scene.moved(gap * dut.pair.scale(scene.X_WA, scene.X_WB) * result.nhat_BA_W)
    )


def agrees_with_the_oracle(data: st.DataObject, scene: Scene) -> None:
    """And all that PairCheck says of a result: the normal is a unit vector, the witnesses
    are distance * normal apart, moving B by that brings contact, the other order is the
    exact mirror, and HasCollision is distance <= padding.
    """
    scene = at_contact(data, scene)
    PairCheck(scene.A, scene.B).check(scene.X_WA, scene.X_WB)


def moves_with_the_world(data: st.DataObject, scene: Scene) -> None:
    dut = Drawn(scene)
    X = data.draw(poses)
    moved = scene._replace(X_WA=X @ scene.X_WA, X_WB=X @ scene.X_WB)
    dut.assert_same(dut.distance(moved), dut.distance(), dut.tolerance(moved))


def scales_with_the_scene(data: st.DataObject, scene: Scene) -> None:
    """From 1e-6 to 1e3."""
    scene = at_contact(data, scene)
    dut = Drawn(scene)
    factor = data.draw(st.sampled_from([1e-6, 1e-3, 0.1, 1e3]))
    larger = Scene(
        scaled(scene.A, factor),
        scaled_pose(scene.X_WA, factor),
        scaled(scene.B, factor),
        scaled_pose(scene.X_WB, factor),
    )
    large = Drawn(larger)
    dut.assert_same(large.distance() / factor, dut.distance(), dut.tolerance())
    result = large.pair.measure(larger.X_WA, larger.X_WB)
    if np.isfinite(result.distance):
        identity = result.p_WCa - result.p_WCb - result.distance * result.nhat_BA_W
        assert np.linalg.norm(identity) <= factor * dut.tolerance()
        assert abs(np.linalg.norm(result.nhat_BA_W) - 1) <= 1e-13


def grows_nearer(data: st.DataObject, scene: Scene) -> None:
    """What contains a shape is no further off; the depth of a mesh is that of a search."""
    larger = scene._replace(A=data.draw(grown(scene.A)), B=data.draw(grown(scene.B)))
    before, after = Drawn(scene), Drawn(larger)
    d = before.distance()
    if not before.pair.has_exact_depth or not after.pair.has_exact_depth:
        d = max(d, 0.0)
    assert after.distance() <= d + before.tolerance() + after.tolerance()


def thickens_exactly(data: st.DataObject, scene: Scene) -> None:
    """A ball added to a shape takes its radius off the distance, overlapping or not."""
    dut = Drawn(scene)
    by = data.draw(st.sampled_from([1e-9, 1e-3, 0.5]))
    d = dut.distance()
    thick_A, thick_B = thickened(scene.A, by), thickened(scene.B, by)
    thicker = [scene._replace(A=thick_A)] if thick_A else []
    thicker += [scene._replace(B=thick_B)] if thick_B else []
    for other in thicker:
        after = Drawn(other)
        if after.pair.has_exact_depth or d > by:
            assert_near(after.distance(), d - by, dut.tolerance() + after.tolerance())


def follows_the_normal(data: st.DataObject, scene: Scene) -> None:
    """On the way to contact the distance is the way that is left, and on the way out of an
    overlap the depth is; away from contact it grows by no more than the way.
    """
    dut = Drawn(scene)
    result = dut.pair.measure(scene.X_WA, scene.X_WB)
    d, n = result.distance, result.nhat_BA_W
    if not np.isfinite(d) or dut.pair.is_ambiguous(scene.X_WA, scene.X_WB):
        return
    f = data.draw(fractions)
    on_the_way = scene.moved(f * d * n)
    tolerance = dut.tolerance() + dut.tolerance(on_the_way)
    left = dut.distance(on_the_way)
    if d > 0 or dut.pair.is_convex:
        assert_near(left, (1 - f) * d, tolerance)
    elif dut.pair.has_exact_depth:
        assert left <= (1 - f) * d + tolerance
    away = scene.moved(-f * n)
    tolerance = dut.tolerance() + dut.tolerance(away)
    if dut.pair.is_convex:
        assert_near(dut.distance(away), d + f, tolerance)
    elif d > 0 or dut.pair.has_exact_depth:
        assert dut.distance(away) <= d + f + tolerance


def no_shorter_way(data: st.DataObject, scene: Scene) -> None:
    """A step in any direction changes a distance by no more than its length, so that what
    is shorter than the depth does not separate. Of meshes that are not convex only what
    is apart is known that well.
    """
    dut = Drawn(scene)
    d = dut.distance()
    step = data.draw(fractions) * abs(d) if np.isfinite(d) else 1.0
    there = scene.moved(step * data.draw(directions))
    tolerance = dut.tolerance() + dut.tolerance(there)
    if np.isinf(d):
        assert dut.distance(there) == np.inf
    elif d > 0 or dut.pair.has_exact_depth:
        assert_near(dut.distance(there), d, step + tolerance)


def witnesses_are_on_the_surfaces(data: st.DataObject, scene: Scene) -> None:
    scene = at_contact(data, scene)
    dut = Drawn(scene)
    result = dut.pair.measure(scene.X_WA, scene.X_WB)
    if np.isinf(result.distance) or dut.pair.is_ambiguous(scene.X_WA, scene.X_WB):
        return
    for shape, X_WS, p_W in (
        (scene.A, scene.X_WA, result.p_WCa),
        (scene.B, scene.X_WB, result.p_WCb),
    ):
        p_S = (inverse(X_WS) @ [*p_W, 1.0])[:3]
        scale = dut.pair.scale(scene.X_WA, scene.X_WB)
        assert off_surface(shape, p_S) <= max(dut.tolerance(), 1e-12 * scale)


def shared_points_collide(data: st.DataObject, scene: Scene) -> None:
    """Of solids also points inside: what is in a solid is in collision with it."""
    p_A, p_B = (data.draw(points_of(shape)) for shape in (scene.A, scene.B))
    if p_A is None or p_B is None:
        assert Drawn(scene).distance() == np.inf
        return
    p_WA, p_WB = (X @ [*p, 1.0] for X, p in ((scene.X_WA, p_A), (scene.X_WB, p_B)))
    scene = scene.moved((p_WA - p_WB)[:3])
    dut = Drawn(scene)
    tolerance = dut.tolerance() + 1e-15 * float(np.abs(p_WA).max())
    assert dut.distance() <= tolerance
    verdict = (dut.pair.dut_A, scene.X_WA, dut.pair.dut_B, scene.X_WB, 2 * tolerance)
    assert clearway.HasCollision(*verdict)


def balls_inside_are_deep(data: st.DataObject, scene: Scene) -> None:
    """A ball in one solid and a ball in the other about one point have to come apart."""
    p_A, p_B = (
        mean_of([data.draw(points_of(shape)) for _ in range(2)]) for shape in (scene.A, scene.B)
    )
    if p_A is None or p_B is None:
        return
    p_WA, p_WB = ((X @ [*p, 1.0])[:3] for X, p in ((scene.X_WA, p_A), (scene.X_WB, p_B)))
    if data.draw(st.booleans(), label="moved to one point"):
        scene = scene.moved(p_WA - p_WB)
    X_WP = pose(None, data.draw(st.sampled_from([p_WA, p_WB])))
    radii = [
        -signed_distance(shape, X_WS, Sphere(0.0), X_WP).hi
        for shape, X_WS in ((scene.A, scene.X_WA), (scene.B, scene.X_WB))
    ]
    if min(radii) > 0:
        dut = Drawn(scene)
        assert dut.distance() <= -sum(radii) + dut.tolerance()


def mean_of(points: list[Floats | None]) -> Floats | None:
    known = [p for p in points if p is not None]
    return np.asarray(np.mean(known, axis=0)) if known else None


def assert_near(value: float, expected: float, tolerance: float) -> None:
    assert value == expected or abs(value - expected) <= tolerance, (
        f"{value!r} is off {expected!r} by {value - expected:.2e}, more than {tolerance:.2e}"
    )


def off_surface(shape: Shape, p: Floats) -> float:
    """How far a point is from the boundary of a shape, or of an element or triangle of it."""
    x, y, z = p
    across = float(np.hypot(x, y))
    match shape:
        case HalfSpace():
            return abs(float(z))
        case Cylinder(radius, length):
            return _off_profile(across, z, [(0, -length / 2), (radius, -length / 2)], length / 2)
        case Cone(radius, height):
            corners = [(0, -height / 2), (radius, -height / 2)]
            return _off_profile(across, z, corners, height / 2, apex=True)
        case Ellipsoid(a, b, c):
            axes = np.array([a, b, c])
            scaled_p = p / axes
            length = float(np.linalg.norm(scaled_p))
            return float(abs(length - 1) * length / np.linalg.norm(scaled_p / axes))
        case _:
            return _off_pieces(shape, p)


def _off_profile(
    across: float, z: float, corners: list[tuple[float, float]], top: float, *, apex: bool = False
) -> float:
    """From the outline of a body of revolution, in the half plane of its axis."""
    rim = corners[1][0]
    outline = [*corners, (0.0, top)] if apex else [*corners, (rim, top), (0.0, top)]
    p = np.array([across, z])
    least = np.inf
    for start, end in zip(np.array(outline[:-1]), np.array(outline[1:]), strict=True):
        d = end - start
        t = np.clip(np.dot(p - start, d) / (np.dot(d, d) or 1.0), 0, 1)
        least = min(least, float(np.linalg.norm(p - start - t * d)))
    return least


def _off_pieces(shape: Shape, p: Floats) -> float:
    """By the oracle, from each piece alone: a point in one is off its boundary by its depth."""
    X_SP = pose(None, p)
    if isinstance(shape, Mesh):
        shape = Mesh(shape.vertices, shape.triangles, solid=False)
    if not isinstance(shape, SetShape):
        bracket = signed_distance(shape, np.eye(4), Sphere(0.0), X_SP)
        return max(abs(bracket.lo), abs(bracket.hi)) if not isinstance(shape, Mesh) else bracket.hi
    walls = [abs(float((inverse(X_SH) @ X_SP)[2, 3])) for X_SH in outside_walls(shape)]
    parts = Pieces.of(shape)
    one = np.ones(1, dtype=np.int64)
    offsets = [
        np.abs(convex_brackets(parts.cores(i * one), Pieces.of(Sphere(0.0)).whole, X_SP[None]))
        for i in range(len(parts.radii))
    ]
    return min([*walls, *(float(np.max(offset)) for offset in offsets)])


Check = Callable[[st.DataObject, Scene], None]
CHECKS: list[Check] = [
    agrees_with_the_oracle,
    moves_with_the_world,
    scales_with_the_scene,
    grows_nearer,
    thickens_exactly,
    follows_the_normal,
    no_shorter_way,
    witnesses_are_on_the_surfaces,
    shared_points_collide,
    balls_inside_are_deep,
]
# The oracle searches the directions of a round shape's overlap for up to a second.
EXAMPLES: dict[Check, int] = {agrees_with_the_oracle: 4}
for_every_pair = pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
for_every_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)


def check_property(check: Check, kinds: tuple[str, str], config: settings) -> None:
    @config
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        check(data, data.draw(scenes(kinds), label="scene"))

    if not config.derandomize:
        seed(int(os.environ["CLEARWAY_PROPERTY_SEED"]))(holds)
    holds()


@for_every_check
@for_every_pair
def test_every_pair(kinds: tuple[str, str], check: Check) -> None:
    check_property(check, kinds, settings(max_examples=EXAMPLES.get(check, 8)))


@pytest.mark.slow
@for_every_check
@for_every_pair
def test_every_pair_at_length(kinds: tuple[str, str], check: Check) -> None:
    examples = 25 * EXAMPLES.get(check, 8)
    config = settings(max_examples=examples, derandomize=False, database=None)
    check_property(check, kinds, config)
