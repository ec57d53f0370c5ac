"""What a signed distance must satisfy, and by how much each of many results misses it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import clearway as cw
from clearway._soak.cores import Core, make_core
from clearway._soak.directions import Gaps
from clearway._soak.expressions import expression

Array = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

# Relative to the scale of a pair, as docs/numerics.md states them.
CLOSED_FORM = 1e-12
CURVED = 1e-9
# Witnesses of curved shapes may be off sideways by the square root of CURVED.
SIDEWAYS = 3.2e-5
_IDENTITY = 1e-13
_UNIT = 1e-13
# Of the largest coordinate in the world: what positions given there are worth.
_ROUNDING = 1e-15


@dataclass(frozen=True)
class Answers:
    """Results at n poses.

    Attributes
    ----------
    distance : ndarray, shape (n,)
        Signed. [m]
    p_WCa, p_WCb, nhat_BA_W : ndarray, shape (n, 3)
        As of `clearway.SignedDistances`.
    """

    distance: Array
    p_WCa: Array
    p_WCb: Array
    nhat_BA_W: Array

    @classmethod
    def of(cls, result: cw.SignedDistances) -> Answers:
        return cls(result.distance, result.p_WCa, result.p_WCb, result.nhat_BA_W)

    def at(self, rows: npt.NDArray[np.intp]) -> Answers:
        """Return those of some of the poses."""
        return Answers(
            self.distance[rows], self.p_WCa[rows], self.p_WCb[rows], self.nhat_BA_W[rows]
        )


@dataclass(frozen=True)
class Error:
    """How far off the results are in one respect, beside what is tolerated, shape (n,) each."""

    what: str
    error: Array
    tolerance: Array

    def rows(self) -> npt.NDArray[np.intp]:
        """Return the indices of the results that are off by more than is tolerated, or NaN."""
        return np.flatnonzero(~(self.error <= self.tolerance))

    def ratios(self) -> Array:
        """Return error / tolerance: more than 1, and not NaN, of the results of `rows`."""
        ratios = np.zeros(len(self.error))
        for i in self.rows():
            off, tolerated = self.error[i], self.tolerance[i]
            ratios[i] = off / tolerated if off < np.inf and tolerated > 0 else np.inf
        return ratios

    def spread(self, rows: npt.NDArray[np.intp], n: int) -> Error:
        """Return the error of n results of which these are the `rows`; the others have none."""
        error, tolerance = np.zeros(n), np.zeros(n)
        error[rows], tolerance[rows] = self.error, self.tolerance
        return Error(self.what, error, tolerance)


class Prover:
    """Two shapes, of whose results it is proven that they are right.

    The true distance is at least the gap along any direction, and at most that of any two points
    of the shapes: results that are equal to both are right. Where the shapes overlap there is no
    such pair of points, and the gap is compared with those along all face normals and products
    of edges (polytopes: one of them is the depth), or with the greatest that a search finds. The
    search also serves curved shapes apart whose witnesses are off sideways.
    """

    def __init__(
        self, A: cw.Shape, B: cw.Shape, cores: tuple[Core | None, Core | None] | None = None
    ) -> None:
        self.are_equal = same_shape(A, B)
        self.A, self.B = cores or (_core_of(A), _core_of(B))
        self._is_polytope_pair = all(
            core is not None and core.is_polytope for core in (self.A, self.B)
        )
        closed = any(isinstance(shape, cw.Sphere | cw.HalfSpace) for shape in (A, B))
        self.relative = CLOSED_FORM if closed or self._is_polytope_pair else CURVED

    def scales(self, X_WA: Array, X_WB: Array) -> Array:
        """Return sizes and distances of origins, shape (n,): what errors are relative to."""
        reach = sum(core.reach for core in (self.A, self.B) if core is not None)
        scale: Array = reach + np.linalg.norm(X_WA[:, :3, 3] - X_WB[:, :3, 3], axis=1)
        return scale

    def tolerances(self, X_WA: Array, X_WB: Array) -> Array:
        """Return what a distance may be off by, shape (n,). [m]"""
        return self.relative * self.scales(X_WA, X_WB) + rounding(X_WA, X_WB)

    def errors(
        self, X_WA: Array, X_WB: Array, dut: Answers, rng: np.random.Generator
    ) -> list[Error]:
        """Return every respect in which results may be wrong."""
        scale = self.scales(X_WA, X_WB)
        return [
            *consistency_errors(X_WA, X_WB, dut, scale),
            *self.distance_errors(X_WA, X_WB, dut, rng, scale),
        ]

    def distance_errors(
        self, X_WA: Array, X_WB: Array, dut: Answers, rng: np.random.Generator, scale: Array
    ) -> list[Error]:
        """Return how far off distances are, and witnesses and normals as theirs.

        Tolerances are relative to `scale` (n,). [m]
        """
        tolerance = self.relative * scale + rounding(X_WA, X_WB)
        if self.A is None:
            swapped = Answers(dut.distance, dut.p_WCb, dut.p_WCa, -dut.nhat_BA_W)
            return _height_errors(self.B, X_WB, X_WA, swapped, tolerance)
        if self.B is None:
            return _height_errors(self.A, X_WA, X_WB, dut, tolerance)
        n_A = np.einsum("nji,nj->ni", X_WA[:, :3, :3], dut.nhat_BA_W)
        gaps = make_gaps(self.A, self.B, X_WA, X_WB)
        depth = dut.distance + self.A.radius + self.B.radius  # of the cores
        gap = np.abs(gaps.along(n_A[:, None])[:, 0] - depth)
        outside = outside_of(self.A, X_WA, dut.p_WCa, dut.nhat_BA_W)
        outside += outside_of(self.B, X_WB, dut.p_WCb, -dut.nhat_BA_W)
        if self.are_equal:
            # Equal shapes at equal poses have the normal +z, whichever way out is the shortest.
            equal = (X_WA == X_WB).all(axis=(1, 2))
            gap[equal] = outside[equal] = 0
        row = np.flatnonzero(~((depth > 0) & (outside <= tolerance)))
        excess = np.zeros(len(depth))
        if len(row):
            rest = gaps.at(row)
            if self._is_polytope_pair:
                greatest = rest.greatest_of_features()
            else:
                greatest = rest.greatest_found(n_A[row], rng)
            excess[row] = np.where(depth[row] > 0, 0, greatest - depth[row])
        sideways = SIDEWAYS * scale if self.relative == CURVED else tolerance
        return [
            Error("gap along the normal", gap, tolerance),
            Error("distance of the witnesses from the shapes", outside, sideways),
            Error("depth beside a shorter way out", excess, tolerance),
        ]


def same_shape(A: cw.Shape, B: cw.Shape) -> bool:
    """Return whether two shapes are equal in kind and sizes."""
    return type(A) is type(B) and expression(A) == expression(B)


def _core_of(shape: cw.Shape) -> Core | None:
    return None if isinstance(shape, cw.HalfSpace) else make_core(shape)


def rounding(X_WA: Array, X_WB: Array) -> Array:
    """Return what the positions of shapes at these poses are rounded to, shape (n,). [m]"""
    furthest = np.maximum(np.abs(X_WA[:, :3, 3]), np.abs(X_WB[:, :3, 3])).max(axis=1)
    worth: Array = _ROUNDING * furthest
    return worth


def consistency_errors(X_WA: Array, X_WB: Array, dut: Answers, scale: Array) -> list[Error]:
    """Return what is wrong with results whatever the shapes are."""
    off = dut.p_WCa - dut.p_WCb - dut.distance[:, None] * dut.nhat_BA_W
    off_unit = np.abs(np.linalg.norm(dut.nhat_BA_W, axis=1) - 1)
    return [
        Error("length of the normal", off_unit, np.full(len(scale), _UNIT)),
        Error(
            "witness identity",
            np.linalg.norm(off, axis=1),
            _IDENTITY * scale + rounding(X_WA, X_WB),
        ),
    ]


def make_gaps(A: Core, B: Core, X_WA: Array, X_WB: Array) -> Gaps:
    R_WA = X_WA[:, :3, :3]
    R_AB = R_WA.transpose(0, 2, 1) @ X_WB[:, :3, :3]
    p_AB = np.einsum("nji,nj->ni", R_WA, X_WB[:, :3, 3] - X_WA[:, :3, 3])
    return Gaps(A, B, R_AB, p_AB)


def heights_over(core: Core, X_WG: Array, X_WH: Array) -> Array:
    """Return the least height of a shape over the plane of a half space H, shape (n,)."""
    up = X_WH[:, :3, 2]
    down_G = -np.einsum("nji,nj->ni", X_WG[:, :3, :3], up)
    apart = np.einsum("ni,ni->n", X_WG[:, :3, 3] - X_WH[:, :3, 3], up)
    height: Array = apart - core.height(down_G) - core.radius
    return height


def outside_of(core: Core, X_WG: Array, p_WC: Array, inward: Array) -> Array:
    """The distance of witnesses from the thickened core; `inward` points into its depth."""
    p_WK = p_WC + core.radius * inward
    p_GK = np.einsum("nji,nj->ni", X_WG[:, :3, :3], p_WK - X_WG[:, :3, 3])
    return core.outside(p_GK)


def _height_errors(
    core: Core | None, X_WG: Array, X_WH: Array, dut: Answers, tolerance: Array
) -> list[Error]:
    """Of a shape and the half space H."""
    assert core is not None
    up = X_WH[:, :3, 2]
    height = heights_over(core, X_WG, X_WH)
    above = np.einsum("ni,ni->n", dut.p_WCb - X_WH[:, :3, 3], up)
    outside = outside_of(core, X_WG, dut.p_WCa, dut.nhat_BA_W)
    return [
        Error("height", np.abs(dut.distance - height), tolerance),
        Error("normal", np.linalg.norm(dut.nhat_BA_W - up, axis=1), np.full(len(up), _UNIT)),
        Error("distance of the witness from the shape", outside, tolerance),
        Error("height of the witness on the plane", np.abs(above), tolerance),
    ]
