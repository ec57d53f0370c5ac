"""The reference checker: every pair that is not filtered, by the oracle."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .distance import signed_distances
from .meshes import Pieces
from .poses import relative
from .robot import Geometry, Robot
from .shapes import Core, Curved, Floats, Mesh, Shape, bounding_sphere

_WORLD = "world"


class Row(NamedTuple):
    """A pair of bodies, and bounds of the least distance - padding of its shapes. [m]"""

    bodies: frozenset[str]
    lo: float
    hi: float


@dataclass(frozen=True, eq=False)
class _Pair:
    """Two geometries, by index, that are checked against each other."""

    A: int
    B: int
    bodies: frozenset[str]
    padding: float


class ReferenceChecker:
    """A robot among obstacles that are welded to the world.

    Bounding balls leave out what is surely apart; they decide nothing else.
    """

    def __init__(
        self,
        robot: Robot,
        *,
        disabled: set[frozenset[str]],
        obstacles: dict[str, tuple[Shape, Floats]],
        env_collision_padding: float = 0.0,
        self_collision_padding: float = 0.0,
    ) -> None:
        self.robot = robot
        self.geometries = robot.geometries + [
            Geometry(name, X_WB, shape) for name, (shape, X_WB) in obstacles.items()
        ]
        self._pieces = [Pieces.of(g.shape) for g in self.geometries]
        self._balls = [bounding_sphere(g.shape) for g in self.geometries]
        self._disabled = disabled
        self._environment = {_WORLD, *obstacles}
        self._welds = self._welded_subgraphs()
        self._joined = {
            frozenset((joint.parent, joint.child))
            for joint in robot.joints
            if joint.parent != _WORLD
        }
        self.pairs = [
            _Pair(
                a,
                b,
                frozenset((A.link, B.link)),
                env_collision_padding
                if {A.link, B.link} & self._environment
                else self_collision_padding,
            )
            for (a, A), (b, B) in combinations(enumerate(self.geometries), 2)
            if not self.is_filtered(A.link, B.link)
        ]
        # The quick ones first: what they find colliding is not looked at again.
        self.pairs.sort(key=lambda pair: self._cost(pair.A) * self._cost(pair.B))

    def is_filtered(self, body_A: str, body_B: str) -> bool:
        """Whether a pair of bodies that both have geometry is not checked."""
        if body_A == body_B or {body_A, body_B} <= self._environment:
            return True
        pair = frozenset((body_A, body_B))
        welded = self._welds[body_A] == self._welds[body_B]
        return welded or pair in self._joined or pair in self._disabled

    def verdicts(self, Q: Floats, band: float = 1e-9) -> NDArray[np.int8]:
        """Of each configuration (n,): 1 colliding, 0 free, -1 too near contact to say.

        Colliding means that a pair is at or below its padding less `band`, free that
        none is at or below its padding and `band`. [m]
        """
        poses = self._poses(Q)
        colliding = np.zeros(len(Q), dtype=bool)
        near_contact = np.zeros(len(Q), dtype=bool)
        for pair in self.pairs:
            rows = np.flatnonzero(self._ball_gap(pair, poses) <= pair.padding + 2 * band)
            for side in (band, -band):
                rows = rows[~colliding[rows]]
                limit = np.full(len(rows), pair.padding + side)
                lo, hi = self._distances(pair, poses, rows, limit)
                if side > 0:
                    rows = rows[lo <= limit]
                else:
                    colliding[rows] = hi <= limit
            near_contact[rows] = True
        return np.where(colliding, 1, np.where(near_contact, -1, 0)).astype(np.int8)

    def margins(self, Q: Floats) -> tuple[Floats, Floats]:
        """Bounds of the least distance - padding over all pairs, (n,) each. [m]"""
        poses = self._poses(Q)
        lower, upper = np.full(len(Q), np.inf), np.full(len(Q), np.inf)
        for pair in self.pairs:
            gap = self._ball_gap(pair, poses) - pair.padding
            lower = np.minimum(lower, np.where(gap <= upper, np.inf, gap))
            rows = np.flatnonzero(gap <= upper)
            lo, hi = self._distances(pair, poses, rows)
            lower[rows] = np.minimum(lower[rows], lo - pair.padding)
            upper[rows] = np.minimum(upper[rows], hi - pair.padding)
        return lower, upper

    def collisions(self, q: Floats) -> list[Row]:
        """The pairs of bodies in collision, each with bounds of its deepest overlap."""
        poses = self._poses(q[None])
        rows: dict[frozenset[str], Row] = {}
        for pair in self.pairs:
            if self._ball_gap(pair, poses)[0] > pair.padding + 1e-9:
                continue
            lo, hi = (float(d[0]) for d in self._distances(pair, poses, np.array([0])))
            row = Row(pair.bodies, lo - pair.padding, hi - pair.padding)
            if row.hi <= 0:
                known = rows.get(pair.bodies, row)
                rows[pair.bodies] = Row(pair.bodies, min(row.lo, known.lo), min(row.hi, known.hi))
        return list(rows.values())

    def _welded_subgraphs(self) -> dict[str, int]:
        """A number for each body; equal ones are welded together."""
        children = {joint.child for joint in self.robot.joints}
        roots = [link for link in self.robot.links if link not in children]
        number = {body: 0 for body in (*roots, *self._environment)}
        waiting = list(self.robot.joints)
        while waiting:
            joint = next(joint for joint in waiting if joint.parent in number)
            waiting.remove(joint)
            fixed = joint.type == "fixed"
            number[joint.child] = number[joint.parent] if fixed else max(number.values()) + 1
        return number

    def _cost(self, geometry: int) -> int:
        pieces = self._pieces[geometry]
        if isinstance(pieces.shape, Mesh):
            return 100 * len(pieces.radii)
        core: Core | None = None if np.isinf(self._balls[geometry][1]) else pieces.whole
        return 1 if core is None else 20 if isinstance(core, Curved) else 1 + len(core.edges)

    def _poses(self, Q: Floats) -> list[Floats]:
        """X_WG of each geometry, (n, 4, 4)."""
        links = self.robot.link_poses(Q)
        return [
            links[g.link] @ g.X_LG if g.link in links else g.X_LG[None] for g in self.geometries
        ]

    def _ball_gap(self, pair: _Pair, poses: list[Floats]) -> Floats:
        (c_A, r_A), (c_B, r_B) = self._balls[pair.A], self._balls[pair.B]
        X_WA, X_WB = poses[pair.A], poses[pair.B]
        p_WA = X_WA[:, :3, :3] @ c_A + X_WA[:, :3, 3]
        p_WB = X_WB[:, :3, :3] @ c_B + X_WB[:, :3, 3]
        gap: Floats = np.linalg.norm(p_WA - p_WB, axis=1) - r_A - r_B
        return gap

    def _distances(
        self, pair: _Pair, poses: list[Floats], rows: np.ndarray, threshold: Floats | None = None
    ) -> tuple[Floats, Floats]:
        if len(rows) == 0:
            return np.empty(0), np.empty(0)
        X_WA, X_WB = (X if len(X) == 1 else X[rows] for X in (poses[pair.A], poses[pair.B]))
        X_AB = np.broadcast_to(relative(X_WA, X_WB), (len(rows), 4, 4))
        return signed_distances(self._pieces[pair.A], self._pieces[pair.B], X_AB, threshold)
