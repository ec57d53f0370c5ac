"""The gap of two posed cores along directions, and the search for a greater one.

The gap of A beyond B along a unit vector n is

    gap(n) = min over A of n.a - max over B of n.b

and the signed distance of convex sets is its maximum over all n, apart or overlapping: every n
gives a lower bound.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from clearway._soak.cores import Core

Array = npt.NDArray[np.float64]

_CHUNK_ELEMENTS = 1_000_000
_SIGNS = np.array([[x, y, z] for x in (1, -1) for y in (1, -1) for z in (1, -1)], dtype=float)
_STARTS = 3
_STEPS = 36
_FAN = 6


class Gaps:
    """Gaps of two cores at n relative poses; directions are in A's frame.

    Parameters
    ----------
    R_AB, p_AB : ndarray, shape (n, 3, 3) and (n, 3)
    """

    def __init__(self, A: Core, B: Core, R_AB: Array, p_AB: Array) -> None:
        self.A, self.B, self.R_AB, self.p_AB = A, B, R_AB, p_AB

    def at(self, rows: npt.NDArray[np.intp] | slice) -> Gaps:
        """Return those of some of the poses."""
        return Gaps(self.A, self.B, self.R_AB[rows], self.p_AB[rows])

    def along(self, u: Array) -> Array:
        """Return the gaps of the cores, shape (n, m), along unit vectors (n, m, 3)."""
        away = np.einsum("nmi,ni->nm", u, self.p_AB)
        gap: Array = -self.A.height(-u) - away - self.B.height(u @ self.R_AB)
        return gap

    def greatest_of_features(self) -> Array:
        """Return the greatest gap along face normals and products of edges, shape (n,).

        For overlapping polytopes that is their signed distance: the boundary of the difference
        consists of such faces. Flat differences are seen along normals of them.
        """
        axes = np.eye(3)
        n = len(self.p_AB)
        A, B = self.A, self.B
        fixed = A.normals
        if len(A.normals) == 0 and len(B.normals) == 0:
            fixed = np.concatenate([axes, *(np.cross(A.edges, axis) for axis in axes)])
        turning = np.concatenate([B.normals, *(np.cross(B.edges, axis) for axis in axes)])
        per_row = (len(fixed) + len(turning) + len(A.edges) * len(B.edges)) * 30
        greatest = np.full(n, -np.inf)
        step = max(1, _CHUNK_ELEMENTS // per_row)
        for start in range(0, n, step):
            part = slice(start, start + step)
            R = self.R_AB[part]
            R_T = R.transpose(0, 2, 1)
            crosses = np.cross(A.edges[None, :, None], (B.edges @ R_T)[:, None, :])
            candidates = [
                np.broadcast_to(fixed, (len(R), *fixed.shape)),
                turning @ R_T,
                crosses.reshape(len(R), -1, 3),
            ]
            greatest[part] = self.at(part)._greatest_either_way(np.concatenate(candidates, axis=1))
        return greatest

    def _greatest_either_way(self, vectors: Array) -> Array:
        size = np.linalg.norm(vectors, axis=2, keepdims=True)
        u = np.where(size > 0, vectors / np.where(size > 0, size, 1), [0.0, 0.0, 1.0])
        greatest: Array = np.maximum(self.along(u), self.along(-u)).max(axis=1)
        return greatest

    def greatest_found(self, known: Array, rng: np.random.Generator) -> Array:
        """Return the greatest gap that a search finds, shape (n,).

        Many directions are tried, the best of them and `known` (n, 3) are improved by a pattern
        search. Where the sets overlap the gap has many local maxima, so that what is found need
        not be the greatest; but it is a gap.
        """
        u = np.concatenate([known[:, None], self._seeds(known, rng)], axis=1)
        gap = self.along(u)
        chosen = [np.zeros(len(u), dtype=np.intp)]
        row = np.arange(len(u))
        for _ in range(_STARTS):
            # Not near one that is taken already, lest all climb the same hill.
            taken = u[row, chosen[-1]]
            near = np.einsum("nmi,ni->nm", u, taken) > 0.98
            gap = np.where(near, -np.inf, gap)
            chosen.append(np.argmax(gap, axis=1))
        starts = np.stack([u[row, i] for i in chosen], axis=1)
        found: Array = self._climb(starts, rng).max(axis=1)
        return found

    def _seeds(self, known: Array, rng: np.random.Generator) -> Array:
        """Directions all about, the shapes' axes, and the images of `known` under both symmetries."""
        n = len(known)
        about = rng.normal(size=(n, 48, 3))
        axes = np.concatenate([np.eye(3), -np.eye(3)])
        R_T = self.R_AB.transpose(0, 2, 1)
        between = np.stack([self.p_AB, -self.p_AB], axis=1)
        u = np.concatenate(
            [
                about,
                np.broadcast_to(axes, (n, 6, 3)),
                axes @ R_T,
                between + 1e-300,
                known[:, None] * _SIGNS[1:],
                (known[:, None] @ self.R_AB * _SIGNS[1:]) @ R_T,
            ],
            axis=1,
        )
        size = np.linalg.norm(u, axis=2, keepdims=True)
        return np.where(size > 0, u / np.where(size > 0, size, 1), [0.0, 0.0, 1.0])

    def _climb(self, u: Array, rng: np.random.Generator) -> Array:
        """Improve directions (n, k, 3): step to the best of a fan about each, or halve the step."""
        n, k, _ = u.shape
        best, step = self.along(u), np.full((n, k), 0.3)
        pick = np.indices((n, k))
        for _ in range(_STEPS):
            e = np.cross(u, rng.normal(size=3))
            e /= np.maximum(np.linalg.norm(e, axis=2, keepdims=True), 1e-300)
            f = np.cross(u, e)
            angle = 2 * np.pi * (np.arange(_FAN) + rng.random()) / _FAN
            fan = np.cos(angle)[:, None] * e[:, :, None] + np.sin(angle)[:, None] * f[:, :, None]
            tried = u[:, :, None] + step[..., None, None] * fan
            tried /= np.linalg.norm(tried, axis=3, keepdims=True)
            gap = self.along(tried.reshape(n, -1, 3)).reshape(n, k, _FAN)
            at = np.argmax(gap, axis=2)
            found = gap[pick[0], pick[1], at]
            better = found > best
            u = np.where(better[..., None], tried[pick[0], pick[1], at], u)
            best = np.maximum(best, found)
            step = np.where(better, 1.5 * step, 0.4 * step)
            step = np.minimum(step, 1.0)
        return best
