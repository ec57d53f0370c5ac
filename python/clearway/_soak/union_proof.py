"""Proofs of signed distances between sets, meshes and anything else.

The distance of two unions is the least of the distances of their pieces. That it is no less than
was answered is proven for each pair of pieces by a direction along which their gap is no less; that
it is no more, for one pair, as the answer for that pair alone. Directions come from the balls about
the pieces, from the answer, and from queries of the two pieces: where they come from does not
matter, since every direction gives a lower bound.

An overlap with a mesh is resolved by a search. Of its answer it is proven that the shapes do
overlap, that the translation separates them and brings them to contact, and that it is no longer
than what separates their hulls.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

import clearway as cw
from clearway._soak.cores import make_core
from clearway._soak.directions import Gaps
from clearway._soak.pieces import Piece, Solid, Union, is_set, make_union
from clearway._soak.proof import (
    CLOSED_FORM,
    CURVED,
    SIDEWAYS,
    Answers,
    Error,
    Prover,
    consistency_errors,
    heights_over,
    make_gaps,
    outside_of,
    rounding,
    same_shape,
)

Array = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

# What the search stops at, of the scale up to 1 m and from 10 m, and [m] in between.
_MESH_OVERLAP = 1e-10


def make_prover(A: cw.Shape, B: cw.Shape) -> Prover | UnionProver:
    compound = (cw.PointCloud, cw.VoxelGrid, cw.HeightField, cw.Mesh)
    if isinstance(A, compound) or isinstance(B, compound):
        return UnionProver(A, B)
    return Prover(A, B)


class UnionProver:
    """Two shapes, one at least a set or a mesh, of whose results it is proven that they are right.

    It has the methods of `Prover`.
    """

    def __init__(self, A: cw.Shape, B: cw.Shape) -> None:
        self._shapes = A, B
        self.A, self.B = make_union(A), make_union(B)
        self._pairs = [[PiecePair(E, F) for F in self.B.pieces] for E in self.A.pieces]
        curved = any(pair.relative == CURVED for row in self._pairs for pair in row)
        self._relative = CURVED if curved else CLOSED_FORM
        unbounded = any(isinstance(shape, cw.HalfSpace) for shape in self._shapes)
        # All of a mesh has to come out of a half space, its triangles one by one.
        self._is_searched = not unbounded and any(isinstance(S, cw.Mesh) for S in self._shapes)
        self._solids = [
            Solid(S.vertices(), S.triangles()) if isinstance(S, cw.Mesh) and S.solid() else None
            for S in self._shapes
        ]

    def scales(self, X_WA: Array, X_WB: Array) -> Array:
        apart = np.linalg.norm(X_WA[:, :3, 3] - X_WB[:, :3, 3], axis=1)
        scale: Array = self.A.reach + self.B.reach + apart
        return scale

    def tolerances(self, X_WA: Array, X_WB: Array) -> Array:
        return self._relative * self.scales(X_WA, X_WB) + rounding(X_WA, X_WB)

    def errors(
        self, X_WA: Array, X_WB: Array, dut: Answers, rng: np.random.Generator
    ) -> list[Error]:
        if not self.A.pieces or not self.B.pieces:
            return [_emptiness_error(X_WA, X_WB, dut)]
        scale = self.scales(X_WA, X_WB)
        errors = consistency_errors(X_WA, X_WB, dut, scale)
        distinct = np.ones(len(scale), dtype=bool)
        if same_shape(*self._shapes):  # At equal poses the normal is +z, whatever the way out.
            distinct = ~(X_WA == X_WB).all(axis=(1, 2))
        searched = distinct & self._is_searched & (dut.distance <= 0)
        for rows, check in (
            (distinct & ~searched, self._least_errors),
            (searched, self._overlap_errors),
        ):
            at = np.flatnonzero(rows)
            if len(at):
                found = check(X_WA[at], X_WB[at], dut.at(at), rng)
                errors += [error.spread(at, len(scale)) for error in found]
        return errors

    def _least_errors(
        self, X_WA: Array, X_WB: Array, dut: Answers, rng: np.random.Generator
    ) -> list[Error]:
        """That the distance is the least of the pieces', and no solid holds a piece."""
        scale, tolerance = self.scales(X_WA, X_WB), self.tolerances(X_WA, X_WB)
        bounds, along = self._bounds(X_WA, X_WB, dut.distance - tolerance, dut.nhat_BA_W)
        deficit = dut.distance - bounds.min(axis=(1, 2))
        near = np.abs(along - dut.distance[:, None, None]) <= tolerance[:, None, None]
        near |= np.isinf(along) & (
            np.abs(bounds - dut.distance[:, None, None]) <= tolerance[:, None, None]
        )
        # How many times its tolerance the answer is off as that of the pair it fits best.
        misfit = np.full(len(scale), np.inf)
        for i, j in np.argwhere(near.any(axis=0)):
            rows = np.flatnonzero(near[:, i, j] & (misfit > 1))
            if len(rows):
                pair = self._pairs[i][j]
                errors = pair.errors(X_WA[rows], X_WB[rows], dut.at(rows), rng, scale[rows])
                worst = np.maximum.reduce([error.ratios() for error in errors])
                misfit[rows] = np.minimum(misfit[rows], worst)
        one = np.ones(len(scale))
        result = [
            Error("distance beside nearer pieces", deficit, tolerance),
            Error("answer, in tolerances, as that of any two pieces,", misfit, one),
        ]
        if self._is_searched:
            held = self._held(X_WA, X_WB)
            result.append(Error("distance of a shape from what holds it", held, tolerance))
        return result

    def _overlap_errors(
        self, X_WA: Array, X_WB: Array, dut: Answers, rng: np.random.Generator
    ) -> list[Error]:
        tolerance, scale = self._overlap_tolerances(X_WA, X_WB), self.scales(X_WA, X_WB)
        if any(is_set(shape) for shape in self._shapes):
            return self._element_errors(X_WA, X_WB, dut, rng, tolerance)
        zero = np.zeros(len(scale))
        bounds, _ = self._bounds(X_WA, X_WB, zero + 2 * tolerance, dut.nhat_BA_W)
        gap = np.where(self._held(X_WA, X_WB) > 0, 0, bounds.min(axis=(1, 2)))
        moved = X_WB.copy()
        moved[:, :3, 3] += dut.distance[:, None] * dut.nhat_BA_W
        bounds, _ = self._bounds(X_WA, moved, zero + 2 * tolerance, dut.nhat_BA_W)
        beyond = bounds.min(axis=(1, 2))
        left = np.maximum(-beyond, self._held(X_WA, moved))
        sideways = tolerance if self._relative == CLOSED_FORM else SIDEWAYS * scale
        return [
            Error("overlap of shapes that are apart", gap, tolerance),
            Error("overlap after the translation", left, tolerance),
            Error("gap after the translation", beyond, tolerance),
            Error("depth beside that of the hulls", self._beyond_hulls(X_WA, X_WB, dut), tolerance),
            Error("distance of A's witness", _off(self.A, X_WA, dut.p_WCa), sideways),
            Error("distance of B's witness", _off(self.B, X_WB, dut.p_WCb), sideways),
        ]

    def _overlap_tolerances(self, X_WA: Array, X_WB: Array) -> Array:
        scale = self.scales(X_WA, X_WB)
        margin = _MESH_OVERLAP * np.maximum(np.minimum(1, scale), scale / 10)
        tolerance: Array = self.tolerances(X_WA, X_WB) + 2 * margin
        return tolerance

    def _element_errors(
        self,
        X_WA: Array,
        X_WB: Array,
        dut: Answers,
        rng: np.random.Generator,
        tolerance: Array,
    ) -> list[Error]:
        """That no element of a set is deeper, and one of them is as deep as that."""
        bounds, _ = self._bounds(X_WA, X_WB, dut.distance - tolerance, dut.nhat_BA_W)
        misfit = np.full(len(X_WA), np.inf)
        for prover, X_AE, X_BF in self._elements:
            rows = np.flatnonzero(misfit > 1)
            if len(rows) == 0:
                break
            errors = prover.errors(X_WA[rows] @ X_AE, X_WB[rows] @ X_BF, dut.at(rows), rng)
            worst = np.maximum.reduce([error.ratios() for error in errors])
            misfit[rows] = np.minimum(misfit[rows], worst)
        deficit = dut.distance - bounds.min(axis=(1, 2))
        return [
            Error("depth beside deeper elements", deficit, tolerance),
            Error("depth, in tolerances, as that of any element,", misfit, np.ones(len(misfit))),
        ]

    @cached_property
    def _elements(self) -> list[tuple[Prover | UnionProver, Array, Array]]:
        """The elements of the set beside the other shape, and their poses in A and B."""
        A, B = self._shapes
        if is_set(A):
            return [(make_prover(E.shape, B), E.X_SE, np.eye(4)) for E in self.A.pieces]
        return [(make_prover(A, F.shape), np.eye(4), F.X_SE) for F in self.B.pieces]

    def _bounds(self, X_WA: Array, X_WB: Array, enough: Array, n_W: Array) -> tuple[Array, Array]:
        """Lower bounds (n, k_A, k_B) of the pieces' distances, as far as `enough` (n,).

        The second result are the gaps along n_W (n, 3); -inf with a half space.
        """
        R_WA, R_WB = X_WA[:, :3, :3], X_WB[:, :3, :3]
        n_A = np.einsum("nji,nj->ni", R_WA, n_W)
        n_B = np.einsum("nji,nj->ni", R_WB, n_W)
        p_BA_W = X_WA[:, :3, 3] - X_WB[:, :3, 3]
        apart = np.einsum("ni,ni->n", p_BA_W, n_W)[:, None, None]
        along = apart - self.A.heights(-n_A)[:, :, None] - self.B.heights(n_B)[:, None, :]
        c_A = self.A.centres @ R_WA.transpose(0, 2, 1) + p_BA_W[:, None]
        c_B = self.B.centres @ R_WB.transpose(0, 2, 1)
        between = np.linalg.norm(c_A[:, :, None] - c_B[:, None], axis=-1)
        bounds = np.maximum(along, between - self.A.radii[:, None] - self.B.radii)
        for i, j in np.argwhere((bounds < enough[:, None, None]).any(axis=0)):
            rows = np.flatnonzero(bounds[:, i, j] < enough)
            bound = self._pairs[i][j].bounds(X_WA[rows], X_WB[rows])
            bounds[rows, i, j] = np.maximum(bounds[rows, i, j], bound)
        return bounds, along

    def _held(self, X_WA: Array, X_WB: Array) -> Array:
        """How deep a solid mesh holds the middle of a piece of the other shape, (n,)."""
        held = np.zeros(len(X_WA))
        for solid, X_WS, other, X_WO in (
            (self._solids[0], X_WA, self.B, X_WB),
            (self._solids[1], X_WB, self.A, X_WA),
        ):
            if solid is None:
                continue
            middles = other.centres[np.isfinite(other.radii)]
            p_W = middles @ X_WO[:, :3, :3].transpose(0, 2, 1) + X_WO[:, None, :3, 3]
            p_S = (p_W - X_WS[:, None, :3, 3]) @ X_WS[:, :3, :3]
            held = np.maximum(held, solid.depths(p_S).max(axis=1, initial=0.0))
        return held

    def _beyond_hulls(self, X_WA: Array, X_WB: Array, dut: Answers) -> Array:
        hulls = [
            Piece(cw.Convex(S.vertices()) if isinstance(S, cw.Mesh) else S, np.eye(4))
            for S in self._shapes
        ]
        beyond: Array = PiecePair(*hulls).bounds(X_WA, X_WB) - dut.distance
        return beyond


class PiecePair:
    """A piece of A and one of B."""

    def __init__(self, E: Piece, F: Piece) -> None:
        self._E, self._F = E, F
        self._prover = Prover(E.shape, F.shape, (E.core, F.core))
        self.relative = self._prover.relative

    def errors(
        self, X_WA: Array, X_WB: Array, dut: Answers, rng: np.random.Generator, scale: Array
    ) -> list[Error]:
        """Of answers taken for the distances of this pair."""
        return self._prover.distance_errors(
            X_WA @ self._E.X_SE, X_WB @ self._F.X_SE, dut, rng, scale
        )

    def bounds(self, X_WA: Array, X_WB: Array) -> Array:
        """Return lower bounds of the pair's distances, shape (n,)."""
        E, F = self._E, self._F
        X_WE, X_WF = X_WA @ E.X_SE, X_WB @ F.X_SE
        if F.core is None:
            assert E.core is not None
            return heights_over(E.core, X_WE, X_WF)
        if E.core is None:
            return heights_over(F.core, X_WF, X_WE)
        n_W = cw.ComputeSignedDistances(E.shape, X_WE, F.shape, X_WF).nhat_BA_W
        n_E = np.einsum("nji,nj->ni", X_WE[:, :3, :3], n_W)
        gaps: Gaps = make_gaps(E.core, F.core, X_WE, X_WF)
        bound: Array = gaps.along(n_E[:, None])[:, 0] - E.core.radius - F.core.radius
        return bound


def _off(union: Union, X_WS: Array, p_WC: Array) -> Array:
    """How far points (n, 3) are from the nearest piece."""
    distances: list[Array] = []
    for piece in union.pieces:
        core = piece.core if piece.core is not None else make_core(piece.shape)
        toward = np.zeros_like(p_WC)
        distances.append(outside_of(core, X_WS @ piece.X_SE, p_WC, toward) - core.radius)
    nearest: Array = np.minimum.reduce(distances)
    return nearest


def _emptiness_error(X_WA: Array, X_WB: Array, dut: Answers) -> Error:
    """A set without elements is at +inf; the witnesses are the origins, the normal is +z."""
    right = dut.distance == np.inf
    right &= (dut.p_WCa == X_WA[:, :3, 3]).all(axis=1)
    right &= (dut.p_WCb == X_WB[:, :3, 3]).all(axis=1)
    right &= (dut.nhat_BA_W == [0.0, 0.0, 1.0]).all(axis=1)
    return Error("answer for an empty set", np.where(right, 0.0, np.inf), np.zeros(len(right)))
