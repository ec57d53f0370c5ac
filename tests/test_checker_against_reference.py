"""The checker's answers on three robots, compared with the reference checker's."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

import clearway
from oracle import Floats
from oracle.checker import ReferenceChecker
from oracle.robot import read_srdf, read_urdf
from product import to_product
from robots import ROBOTS

BAND = 1e-9


class Comparison:
    """A test robot as the reference's and as the product's checker."""

    def __init__(self, name: str) -> None:
        robot = ROBOTS[name]
        model = read_urdf(robot.urdf)
        self.reference = ReferenceChecker(
            model,
            disabled=read_srdf(robot.srdf, model.links),
            obstacles=robot.obstacles,
            env_collision_padding=robot.env_collision_padding,
            self_collision_padding=robot.self_collision_padding,
        )
        self.dut = clearway.load_checker(
            robot.urdf,
            srdf=robot.srdf,
            obstacles={
                body: (to_product(shape), X_WB) for body, (shape, X_WB) in robot.obstacles.items()
            },
            env_collision_padding=robot.env_collision_padding,
            self_collision_padding=robot.self_collision_padding,
        )
        plant = self.dut.plant()
        geometries = self.reference.geometries
        self.bodies = {g.link: plant.GetBodyByName(g.link).index() for g in geometries}
        names = plant.GetPositionNames()
        assert sorted(names) == sorted(model.positions)
        self._order = [model.positions.index(name) for name in names]

    def positions(self, Q: Floats) -> Floats:
        """Configurations of the reference in the product's order of positions."""
        return np.ascontiguousarray(Q[..., self._order])

    def check_verdicts(self, Q: Floats, verdicts: NDArray[np.int8]) -> None:
        free = np.asarray(self.dut.CheckConfigsCollisionFree(self.positions(Q)), dtype=bool)
        wrong = np.flatnonzero((verdicts >= 0) & (free != (verdicts == 0)))
        assert len(wrong) == 0, (
            f"{len(wrong)} of {len(Q)} differ; the first, with verdict free = {free[wrong[0]]} and"
            f" margin in {self.reference.margins(Q[wrong[:1]])}, is {Q[wrong[0]].tolist()}"
        )


@cache
def comparison(name: str) -> Comparison:
    return Comparison(name)


@pytest.fixture(params=sorted(ROBOTS))
def both(request: pytest.FixtureRequest) -> Comparison:
    return comparison(request.param)


def bisect_to_contact(
    both: Comparison, Q: Floats, verdicts: NDArray[np.int8], n: int
) -> tuple[Floats, NDArray[np.int8]]:
    """Configurations ever nearer to contact, on `n` segments that begin free and end colliding.

    Each halving puts the next one about half as far from contact; a segment ends where
    the reference finds contact within its band.
    """
    free, colliding = Q[verdicts == 0][:n], Q[verdicts == 1][:n]
    n = min(len(free), len(colliding))
    free, colliding = free[:n].copy(), colliding[:n].copy()
    visited, found = [], []
    for _ in range(32):
        middle = (free + colliding) / 2
        verdict = both.reference.verdicts(middle, BAND)
        visited.append(middle)
        found.append(verdict)
        free[verdict == 0] = middle[verdict == 0]
        colliding[verdict == 1] = middle[verdict == 1]
        open_segments = verdict >= 0
        free, colliding = free[open_segments], colliding[open_segments]
        if len(free) == 0:
            break
    return np.concatenate(visited), np.concatenate(found)


def test_filters(both: Comparison) -> None:
    for body_A, body_B in combinations(both.bodies, 2):
        filtered = both.dut.IsCollisionFilteredBetween(both.bodies[body_A], both.bodies[body_B])
        assert filtered == both.reference.is_filtered(body_A, body_B), (body_A, body_B)


def test_kinematics(both: Comparison) -> None:
    Q = both.reference.robot.sample(np.random.default_rng(0), 20)
    expected = both.reference.robot.link_poses(Q)
    plant = both.dut.plant()
    for i, q in enumerate(both.positions(Q)):
        poses = plant.CalcBodyPoses(q)
        for link, X_WL in expected.items():
            index = int(plant.GetBodyByName(link).index())
            np.testing.assert_allclose(poses[index], X_WL[i], rtol=0, atol=1e-14)


def test_verdicts_of_random_configurations(both: Comparison) -> None:
    Q = both.reference.robot.sample(np.random.default_rng(1), 1000)
    verdicts = both.reference.verdicts(Q, BAND)
    assert np.all(verdicts >= 0)
    both.check_verdicts(Q, verdicts)
    for q, verdict in zip(both.positions(Q[:100]), verdicts[:100], strict=True):
        assert both.dut.CheckConfigCollisionFree(q) == (verdict == 0)


def test_verdicts_near_contact(both: Comparison) -> None:
    Q = both.reference.robot.sample(np.random.default_rng(2), 100)
    near, verdicts = bisect_to_contact(both, Q, both.reference.verdicts(Q, BAND), 16)
    assert np.sum(verdicts >= 0) > 300
    both.check_verdicts(near, verdicts)


def test_collisions_and_their_depths(both: Comparison) -> None:
    robot = both.reference.robot
    Q = robot.sample(np.random.default_rng(3), 60)
    Q = Q[both.reference.verdicts(Q, BAND) == 1][:8]
    for q in Q:
        expected = {row.bodies: row for row in both.reference.collisions(q)}
        found = {}
        for collision in both.dut.FindCollisions(both.positions(q)):
            A = both.dut.plant().get_body(collision.body_index_A).name()
            B = both.dut.plant().get_body(collision.body_index_B).name()
            found[frozenset((A, B))] = collision.distance
        assert set(found) == set(expected)
        for bodies, distance in found.items():
            row = expected[bodies]
            assert row.lo - BAND <= distance <= row.hi + BAND, bodies


def test_clearance_of_free_configurations(both: Comparison) -> None:
    Q = both.reference.robot.sample(np.random.default_rng(4), 60)
    Q = Q[both.reference.verdicts(Q, BAND) == 0][:10]
    lower, upper = both.reference.margins(Q)
    for q, lo, hi in zip(both.positions(Q), lower, upper, strict=True):
        distances = both.dut.CalcRobotClearance(q, hi + 0.01).distances()
        assert lo - BAND <= min(distances) <= hi + BAND


@pytest.mark.slow
def test_verdicts_of_many_configurations(both: Comparison) -> None:
    """10^5 random configurations, and some 10^4 nearer and nearer to contact."""
    rng = np.random.default_rng(5)
    for _ in range(50):
        Q = both.reference.robot.sample(rng, 2000)
        verdicts = both.reference.verdicts(Q, BAND)
        both.check_verdicts(Q, verdicts)
        near, near_verdicts = bisect_to_contact(both, Q, verdicts, 10)
        both.check_verdicts(near, near_verdicts)
