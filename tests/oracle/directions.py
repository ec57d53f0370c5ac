"""Certified bounds of the signed distance of any two convex sets.

With C the Minkowski difference {a - b} and h(u) = max over C of u.c its support
function, the signed distance of A and B is -min over unit u of h(u), whether
they are apart or overlap. The sphere of directions is searched by branch and
bound over spherical triangles:

    upper bound of the minimum: h at any direction;
    lower bound in a cell with corners u_0, u_1, u_2 and a point c of C: every u of
        the cell is s / |s| with s = sum of l_i u_i, l >= 0, sum 1, so that
        h(u) >= u.c = s.c / |s|, and s.c >= min over i of u_i.c.

The best c among convex combinations of the corners' support points is a 3 x 3
matrix game, solved by listing its vertices. A cell that cannot hold the minimum
is dropped, the others are split in four. Nothing is assumed of the shapes but
their support functions, so both bounds are certain up to rounding.
"""

from __future__ import annotations

import numpy as np

from .shapes import Core, Floats, Ints

_OCTAHEDRON = np.array(
    [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], dtype=float
)
_OCTANTS = np.array([[x, y, z] for x in (0, 1) for y in (2, 3) for z in (4, 5)])
_MAX_LEVELS = 52


class _Difference:
    """C of each row, by its support function; B is posed in A's frame."""

    def __init__(self, A: Core, B: Core, X_AB: Floats) -> None:
        self.A, self.B = A, B
        self.R = np.ascontiguousarray(X_AB[:, :3, :3])
        self.t = np.ascontiguousarray(X_AB[:, :3, 3])

    def support(self, u: Floats, row: Ints) -> Floats:
        R = self.R[row]
        on_A = self.A.support(u, row)
        on_B = self.B.support(-np.einsum("nij,ni->nj", R, u), row)
        result: Floats = on_A - np.einsum("nij,nj->ni", R, on_B) - self.t[row]
        return result


def direction_brackets(
    A: Core,
    B: Core,
    X_AB: Floats,
    *,
    width: float = 1e-9,
    cutoff: Floats | None = None,
    threshold: Floats | None = None,
    max_cells: int = 60_000,
) -> tuple[Floats, Floats]:
    """Bounds lo <= signed distance <= hi, (rows,) each, for X_AB (rows, 4, 4).

    Parameters
    ----------
    width
        Wanted hi - lo [m]. It is not reached where a continuum of directions is
        (nearly) best, e.g. for concentric round shapes: the search then ends at
        `max_cells` cells a row, and the bounds say how far it came.
    cutoff
        Of each row: no more work is spent on it once lo exceeds this.
    threshold
        Of each row: only the side of the threshold is wanted, so that the row ends
        once lo > threshold or hi <= threshold.
    """
    rows = len(X_AB)
    C = _Difference(A, B, X_AB)
    radius = A.radius + B.radius
    stop = np.full(rows, np.inf) if cutoff is None else cutoff + radius
    side = np.full(rows, np.inf) if threshold is None else threshold + radius
    best = _seed(C, rows)  # the least h seen
    bound = np.full(rows, np.inf)  # the least lower bound of the dropped cells

    row = np.repeat(np.arange(rows), 6)
    u = np.tile(_OCTAHEDRON, (rows, 1))
    c = C.support(u, row)
    np.minimum.at(best, row, np.einsum("ni,ni->n", u, c))
    corner = (np.arange(rows)[:, None, None] * 6 + _OCTANTS).reshape(-1, 3)
    row, u, c = np.repeat(np.arange(rows), 8), u[corner], c[corner]

    for level in range(_MAX_LEVELS):
        least = _least_in_cell(u, c)
        np.minimum.at(best, row, _at_plane_of_supports(C, row, u, c))
        # Ended rows: apart by more than asked for, out of cells, or at the last level.
        ended = -best > np.minimum(stop, side)
        ended |= np.bincount(row, minlength=rows) > max_cells
        # A cell is dropped if it cannot improve the bracket beyond its width, or if it
        # lies wholly on the near side of the threshold.
        done = least >= np.minimum(best - width, np.where(np.isinf(side), np.inf, -side))[row]
        done |= ended[row] | (level == _MAX_LEVELS - 1)
        np.minimum.at(bound, row[done], least[done])
        row, u, c = row[~done], u[~done], c[~done]
        if len(row) == 0:
            break
        row, u, c = _split(C, row, u, c, best)
    return -best - radius, np.maximum(-bound, -best) - radius


def _seed(C: _Difference, rows: int) -> Floats:
    """The least h along a few likely directions: B's axes and the line of centres."""
    best = np.full(rows, np.inf)
    row = np.arange(rows)
    length = np.linalg.norm(C.t, axis=1, keepdims=True)
    centres = np.where(length > 0, C.t / np.where(length > 0, length, 1), _OCTAHEDRON[0])
    for u in (centres, *(sign * C.R[:, :, i] for i in range(3) for sign in (1, -1))):
        u = np.ascontiguousarray(u)
        best = np.minimum(best, np.einsum("ni,ni->n", u, C.support(u, row)))
    return best


def _split(
    C: _Difference, row: Ints, u: Floats, c: Floats, best: Floats
) -> tuple[Ints, Floats, Floats]:
    middle = u + np.roll(u, -1, axis=1)
    middle /= np.linalg.norm(middle, axis=2, keepdims=True)
    c_middle = C.support(middle.reshape(-1, 3), np.repeat(row, 3)).reshape(-1, 3, 3)
    np.minimum.at(best, row, np.einsum("nki,nki->nk", middle, c_middle).min(axis=1))
    at, c_at = np.concatenate([u, middle], axis=1), np.concatenate([c, c_middle], axis=1)
    children = np.array([[0, 3, 5], [3, 1, 4], [5, 4, 2], [3, 4, 5]])
    return (
        np.repeat(row, 4),
        at[:, children].reshape(-1, 3, 3),
        c_at[:, children].reshape(-1, 3, 3),
    )


def _at_plane_of_supports(C: _Difference, row: Ints, u: Floats, c: Floats) -> Floats:
    """h along the normal of the corners' support points, or at a corner if they have none.

    Where C has a flat face or a straight edge, h has a valley with a sharp bottom:
    the minimum is at such a normal, and corners come near it only slowly.
    """
    n = np.cross(c[:, 1] - c[:, 0], c[:, 2] - c[:, 0])
    n *= np.sign(np.einsum("ni,ni->n", n, u.sum(axis=1)))[:, None]
    size = np.linalg.norm(n, axis=1, keepdims=True)
    n = np.where(size > 0, n / np.where(size > 0, size, 1), u[:, 0])
    h: Floats = np.einsum("ni,ni->n", n, C.support(n, row))
    return h


def _least_in_cell(u: Floats, c: Floats) -> Floats:
    """A lower bound of h in each cell: corners u (n, 3, 3), support points c."""
    M = np.einsum("nki,nji->nkj", c, u)  # M[k, j] = c_k . u_j
    value = M.min(axis=2).max(axis=1)
    # Columns equal within an edge (k, l) of the mixtures.
    for k, l in ((0, 1), (1, 2), (2, 0)):
        for i, j in ((0, 1), (1, 2), (2, 0)):
            at_k, at_l = M[:, k, i] - M[:, k, j], M[:, l, i] - M[:, l, j]
            spread = at_l - at_k
            w = np.clip(at_l / np.where(spread == 0, 1, spread), 0, 1)[:, None]
            value = np.maximum(value, (w * M[:, k] + (1 - w) * M[:, l]).min(axis=1))
    # All three columns equal.
    weights = np.cross(
        np.einsum("nki,ni->nk", c, u[:, 1] - u[:, 0]),
        np.einsum("nki,ni->nk", c, u[:, 2] - u[:, 0]),
    )
    weights = np.maximum(weights * np.sign(weights.sum(axis=1, keepdims=True)), 0)
    total = weights.sum(axis=1, keepdims=True)
    weights = np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / 3)
    value = np.maximum(value, np.einsum("nk,nkj->nj", weights, M).min(axis=1))
    # |s| is between the distance of the corners' plane from the origin and 1.
    n = np.cross(u[:, 1] - u[:, 0], u[:, 2] - u[:, 0])
    size = np.linalg.norm(n, axis=1)
    shortest = np.abs(np.einsum("ni,ni->n", n, u[:, 0])) / np.where(size > 0, size, 1)
    shortest = np.where(size > 0, np.minimum(shortest, 1), 1)
    least: Floats = np.where(value >= 0, value, value / shortest)
    return least
