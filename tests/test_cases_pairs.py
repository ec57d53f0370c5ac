"""Every pair of tests/cases, in both orders, and where its motions start and end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import clearway as cw
from case_files import read_cases, read_frame, read_oracle_shape, read_pose, read_shape
from oracle import Floats
from oracle.poses import pose, random_rotation
from product import PairCheck

PAIRS = read_cases("pairs")
MOTIONS = read_cases("continuous")
IDS = [case["id"] for case in PAIRS]
# What a distance between points of a scene is rounded to, per its size.
ROUNDING = 1e-14


class Posed:
    """A pair of a case, posed; scaled about the origin of the world, and then moved."""

    def __init__(
        self,
        case: dict[str, Any],
        *,
        scale: float = 1,
        solid: bool = False,
        X: Floats | None = None,
    ) -> None:
        X = np.eye(4) if X is None else X
        self.A, self.X_WA = self._place(case["shapeA"], case["poseA"], scale, solid, X)
        self.B, self.X_WB = self._place(case["shapeB"], case["poseB"], scale, solid, X)
        self.rounding = ROUNDING * max(
            np.abs(self.X_WA[:3, 3]).max(), np.abs(self.X_WB[:3, 3]).max(), scale
        )

    @staticmethod
    def _place(
        shape: dict[str, Any], at: dict[str, Any], scale: float, solid: bool, X: Floats
    ) -> tuple[cw.Shape, Floats]:
        X_WC = read_pose(at)
        X_WC[:3, 3] *= scale
        return read_shape(shape, scale=scale, solid=solid), X @ X_WC @ read_frame(shape, scale)

    def measure(self) -> cw.SignedDistancePair:
        return cw.ComputeSignedDistance(self.A, self.X_WA, self.B, self.X_WB)

    def measure_swapped(self) -> cw.SignedDistancePair:
        return cw.ComputeSignedDistance(self.B, self.X_WB, self.A, self.X_WA)

    def has_collision(self, padding: float = 0) -> bool:
        return cw.HasCollision(self.A, self.X_WA, self.B, self.X_WB, padding)


def check_expected(
    dut: cw.SignedDistancePair, verdict: bool, expected: dict[str, Any], tolerance: float
) -> None:
    if expected["colliding"] is not None:
        assert verdict == expected["colliding"]
    if expected["distance"] is not None:
        assert dut.distance == pytest.approx(expected["distance"], rel=0, abs=tolerance)


def check_result(dut: cw.SignedDistancePair, verdict: bool, rounding: float) -> None:
    """What holds for every result."""
    assert verdict == (dut.distance <= 0)
    assert np.linalg.norm(dut.nhat_BA_W) == pytest.approx(1, rel=0, abs=1e-13)
    identity = dut.p_WCa - dut.p_WCb - dut.distance * dut.nhat_BA_W
    rounding += ROUNDING * np.abs(dut.p_WCa).max()
    assert np.linalg.norm(identity) <= rounding  # No NaN would pass.


def test_there_are_all() -> None:
    assert (len(PAIRS), len(MOTIONS)) == (107, 12)


@pytest.mark.parametrize("case", PAIRS, ids=IDS)
def test_pair(case: dict[str, Any]) -> None:
    kinds = [("expected", False)]
    if "mesh" in (case["shapeA"]["type"], case["shapeB"]["type"]) and "solid_expected" in case:
        kinds.append(("solid_expected", True))
    for key, solid in kinds:
        dut = Posed(case, solid=solid)
        expected, tolerance = case[key], case["expected"]["tol"]
        check_expected(dut.measure(), dut.has_collision(), expected, tolerance)
        check_result(dut.measure(), dut.has_collision(), dut.rounding)
        if "margin" in case:
            assert dut.has_collision(case["margin"]) == case["margin_hit"]


@pytest.mark.parametrize("case", PAIRS, ids=IDS)
def test_swapped_pair_is_the_mirror(case: dict[str, Any]) -> None:
    dut = Posed(case)
    result, swapped = dut.measure(), dut.measure_swapped()
    assert swapped.distance == result.distance
    verdict = cw.HasCollision(dut.B, dut.X_WB, dut.A, dut.X_WA)
    assert verdict == dut.has_collision()
    check_result(swapped, verdict, dut.rounding)
    if case["shapeA"] == case["shapeB"] and np.array_equal(dut.X_WA, dut.X_WB):
        assert result.nhat_BA_W.tolist() == swapped.nhat_BA_W.tolist() == [0, 0, 1]
        return
    np.testing.assert_array_equal(swapped.p_WCa, result.p_WCb)
    np.testing.assert_array_equal(swapped.p_WCb, result.p_WCa)
    np.testing.assert_array_equal(swapped.nhat_BA_W, -result.nhat_BA_W)


@pytest.mark.parametrize("case", PAIRS, ids=IDS)
def test_pair_in_another_frame(case: dict[str, Any]) -> None:
    """The tolerance of the case grows by the rounding of the moved positions."""
    rng = np.random.default_rng(1)
    for _ in range(4):
        dut = Posed(case, X=pose(random_rotation(rng), rng.normal(size=3)))
        tolerance = case["expected"]["tol"] + dut.rounding
        check_expected(dut.measure(), dut.has_collision(), case["expected"], tolerance)
        check_result(dut.measure(), dut.has_collision(), dut.rounding)


@pytest.mark.parametrize("scale", [1e-6, 1e-3, 1e3])
@pytest.mark.parametrize("case", PAIRS, ids=IDS)
def test_pair_at_another_scale(case: dict[str, Any], scale: float) -> None:
    dut = Posed(case, scale=scale)
    expected = dict(case["expected"])
    if expected["distance"] is not None:
        expected["distance"] *= scale
    tolerance = scale * expected["tol"] + dut.rounding
    check_expected(dut.measure(), dut.has_collision(), expected, tolerance)
    check_result(dut.measure(), dut.has_collision(), dut.rounding)


@pytest.mark.parametrize("case", MOTIONS, ids=[case["id"] for case in MOTIONS])
def test_where_a_motion_starts_and_ends(case: dict[str, Any]) -> None:
    """By the oracle; and free at both ends of a miss, and at the start before a later hit."""
    check = PairCheck(read_oracle_shape(case["shapeA"]), read_oracle_shape(case["shapeB"]))
    hit, time = case["expected"]["hit"], case["expected"]["toi"]
    for moment in ("start", "end"):
        X_WA, X_WB = (read_pose(case[motion][moment]) for motion in ("motionA", "motionB"))
        check.check(X_WA, X_WB)
        free = check.measure(X_WA, X_WB).distance > 0
        if not hit or (moment == "start" and time > 0):
            assert free
        elif moment == "start":
            assert not free
