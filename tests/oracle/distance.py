"""The signed distance of any two shapes, as a certified bracket."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .directions import direction_brackets
from .meshes import Pieces, mesh_brackets, nearest_pieces
from .polytopes import polytope_brackets
from .poses import inverse, pose, relative
from .sets import outside_walls
from .shapes import Convex, Core, Floats, HalfSpace, Mesh, Polytope, SetShape, Shape, Sphere

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
    while they are apart; the depth of an overlap is only framed. A set is as its
    elements, of which the least signed distance counts.
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
    if isinstance(A.shape, SetShape):
        return _set_brackets(A, B, X_AB, threshold)
    if isinstance(B.shape, SetShape):
        return _set_brackets(B, A, inverse(X_AB), threshold)
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


def _set_brackets(
    A: Pieces, B: Pieces, X_AB: Floats, threshold: Floats | None
) -> tuple[Floats, Floats]:
    """The least over the elements of A, and of B if it is a set, of either sign."""
    assert isinstance(A.shape, SetShape)
    if isinstance(B.shape, Mesh):
        lower, upper = np.full(len(X_AB), np.inf), np.full(len(X_AB), np.inf)
        for X_AE, element in _solo_elements(A):
            lo, hi = mesh_brackets(element, B, inverse(X_AE) @ X_AB, convex_brackets, threshold)
            lower, upper = np.minimum(lower, lo), np.minimum(upper, hi)
    else:
        lower, upper = nearest_pieces(A, B, X_AB, convex_brackets, threshold)
    walls = [_height_over(B, inverse(X_AB) @ X_AH) for X_AH in outside_walls(A.shape)]
    if isinstance(B.shape, SetShape):
        walls += [_height_over(A, X_AB @ X_BH) for X_BH in outside_walls(B.shape)]
    for wall in walls:
        lower, upper = np.minimum(lower, wall), np.minimum(upper, wall)
    return lower, upper


def _solo_elements(A: Pieces) -> list[tuple[Floats, Pieces]]:
    """Each element of a set as a shape of its own, and its pose."""
    parts = A.elements
    if parts.vertices.shape[1] == 1:
        radii = np.broadcast_to(parts.radius, len(parts.vertices))
        return [
            (pose(None, p[0]), Pieces.of(Sphere(float(r))))
            for p, r in zip(parts.vertices, radii, strict=True)
        ]
    return [(np.eye(4), Pieces.of(Convex(p))) for p in parts.vertices]


def _height_over(A: Pieces, X_AB: Floats) -> Floats:
    """The least height of A above the plane z = 0 of B."""
    normal = np.ascontiguousarray(X_AB[:, :3, 2])
    if isinstance(A.shape, SetShape):
        if len(A.radii) == 0:
            return np.full(len(X_AB), np.inf)
        offsets = A.elements.vertices[None] - X_AB[:, None, None, :3, 3]
        heights = np.einsum("rnki,ri->rnk", offsets, normal).min(axis=2)
        over: Floats = (heights - A.elements.radius).min(axis=1)
        return over
    lowest = A.whole.support(-normal, np.arange(len(X_AB)))
    height: Floats = np.einsum("ni,ni->n", lowest - X_AB[:, :3, 3], normal)
    return height - A.whole.radius
