"""The signed distance of any two shapes, as a certified bracket."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .directions import direction_brackets
from .meshes import Pieces, mesh_brackets
from .polytopes import polytope_brackets
from .poses import inverse, relative
from .shapes import Core, Floats, HalfSpace, Mesh, Polytope, Shape

# Pairs of edges up to which enumeration is quicker than the search of directions.
_FEW_EDGE_PAIRS = 200


class Bracket(NamedTuple):
    """lo <= signed distance <= hi, up to rounding. [m]"""

    lo: float
    hi: float


def signed_distance(A: Shape, X_WA: Floats, B: Shape, X_WB: Floats) -> Bracket:
    """Bounds of the signed distance of two shapes at (4, 4) poses.

    Their width is rounding for polytopes (points and segments thickened to spheres
    and capsules included) and for half spaces, and 1e-9 m for curved shapes, but
    for poses where many directions are equally good. For meshes the same holds
    while they are apart; the depth of an overlap is only framed.
    """
    lo, hi = signed_distances(Pieces.of(A), Pieces.of(B), relative(X_WA, X_WB)[None])
    return Bracket(float(lo[0]), float(hi[0]))


def signed_distances(
    A: Pieces, B: Pieces, X_AB: Floats, threshold: Floats | None = None
) -> tuple[Floats, Floats]:
    """The same for one pair of shapes at many relative poses (rows, 4, 4).

    With `threshold` (rows,), the bounds are only as sharp as it takes to tell on
    which side of it the distance is.
    """
    if isinstance(A.shape, HalfSpace):
        return signed_distances(B, A, inverse(X_AB), threshold)
    if isinstance(B.shape, HalfSpace):
        distance = _height_over(A, X_AB)
        return distance, distance
    if isinstance(A.shape, Mesh) or isinstance(B.shape, Mesh):
        return mesh_brackets(A, B, X_AB, convex_brackets, threshold)
    return convex_brackets(A.whole, B.whole, X_AB, threshold=threshold)


def convex_brackets(
    A: Core,
    B: Core,
    X_AB: Floats,
    *,
    cutoff: Floats | None = None,
    threshold: Floats | None = None,
) -> tuple[Floats, Floats]:
    """Exact by enumeration for polytopes, else by the search of directions."""
    if isinstance(A, Polytope) and isinstance(B, Polytope):
        few = len(A.edges) * len(B.edges) <= _FEW_EDGE_PAIRS
        if few or (cutoff is None and threshold is None):
            return polytope_brackets(A, B, X_AB)
    return direction_brackets(A, B, X_AB, cutoff=cutoff, threshold=threshold)


def _height_over(A: Pieces, X_AB: Floats) -> Floats:
    """The least height of A above the plane z = 0 of B."""
    normal = np.ascontiguousarray(X_AB[:, :3, 2])
    lowest = A.whole.support(-normal, np.arange(len(X_AB)))
    height: Floats = np.einsum("ni,ni->n", lowest - X_AB[:, :3, 3], normal)
    return height - A.whole.radius
