"""Distances from triangle meshes: every triangle near enough to matter is tested."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from . import sets, shapes
from .poses import inverse
from .shapes import Core, Floats, Ints

_BLOCK_PAIRS = 1_000_000


class Brackets(Protocol):
    """Bounds of the signed distances of two convex sets, row by row."""

    def __call__(
        self,
        A: Core,
        B: Core,
        X_AB: Floats,
        *,
        cutoff: Floats | None = None,
        threshold: Floats | None = None,
    ) -> tuple[Floats, Floats]: ...


def winding_numbers(vertices: Floats, triangles: Ints, points: Floats) -> Floats:
    """How often the triangles wind about each point: 1 inside a solid, 0 outside.

    The solid angle of a triangle is that of van Oosterom and Strackee (1983):
    tan(omega / 2) = a.(b x c) / (abc + (a.b) c + (b.c) a + (c.a) b).
    """
    total = np.zeros(len(points))
    for corners in vertices[triangles]:
        a, b, c = (corner - points for corner in corners)
        la, lb, lc = (np.linalg.norm(v, axis=1) for v in (a, b, c))
        volume = np.einsum("ni,ni->n", a, np.cross(b, c))
        rest = la * lb * lc
        rest += np.einsum("ni,ni->n", a, b) * lc
        rest += np.einsum("ni,ni->n", b, c) * la
        rest += np.einsum("ni,ni->n", c, a) * lb
        total += 2 * np.arctan2(volume, rest)
    return total / (4 * np.pi)


@dataclass(frozen=True, eq=False)
class Pieces:
    """A shape as convex pieces in its own frame, each in a ball: centre and radius.

    A mesh's pieces are its triangles, a set's its elements, and that of any other
    shape itself.
    """

    shape: shapes.Shape
    centres: Floats
    radii: Floats

    @staticmethod
    def of(shape: shapes.Shape) -> Pieces:
        if isinstance(shape, shapes.Mesh):
            corners = shape.vertices[shape.triangles]
            centres = corners.mean(axis=1)
            radii = np.linalg.norm(corners - centres[:, None], axis=2).max(axis=1)
            return Pieces(shape, centres, radii)
        if isinstance(shape, shapes.SetShape):
            parts = sets.elements(shape)
            centres = (parts.vertices.min(axis=1) + parts.vertices.max(axis=1)) / 2
            radii = np.linalg.norm(parts.vertices - centres[:, None], axis=2).max(axis=1)
            return Pieces(shape, centres, radii + parts.radius)
        centre, radius = shapes.bounding_sphere(shape)
        return Pieces(shape, centre[None], np.array([radius]))

    @cached_property
    def whole(self) -> Core:
        assert not isinstance(self.shape, shapes.HalfSpace | shapes.SetShape)
        if isinstance(self.shape, shapes.Mesh):
            return shapes.hull(self.shape.vertices)
        return shapes.core(self.shape)

    def cores(self, which: Ints) -> Core:
        """The pieces `which`, one a row."""
        if isinstance(self.shape, shapes.Mesh):
            return shapes.triangles(self.shape.vertices[self.shape.triangles[which]])
        if isinstance(self.shape, shapes.SetShape):
            parts = self.elements
            radius = parts.radius[which] if isinstance(parts.radius, np.ndarray) else parts.radius
            return shapes.Polytope(parts.vertices[which], parts.faces, parts.edges, radius)
        return self.whole

    @cached_property
    def elements(self) -> shapes.Polytope:
        """Those of a set, one a row."""
        assert isinstance(self.shape, shapes.SetShape)
        return sets.elements(self.shape)

    def points(self) -> Floats:
        """Points of the shape, of which one at least is in a solid around a part of it."""
        if isinstance(self.shape, shapes.Mesh):
            return self.shape.vertices
        core = self.whole
        return core.vertices[:1] if isinstance(core, shapes.Polytope) else np.zeros((1, 3))


def mesh_brackets(
    A: Pieces, B: Pieces, X_AB: Floats, brackets: Brackets, threshold: Floats | None = None
) -> tuple[Floats, Floats]:
    """Bounds of the signed distance where A or B is a mesh, (rows,) each.

    Apart, they are those of the nearest pieces. Overlapping, they only frame the
    depth: it is at least that of the deepest pair of pieces, and at most that of
    the hulls.

    With `threshold`, only the side of it is settled, as in direction_brackets.
    """
    lower, upper = nearest_pieces(A, B, X_AB, brackets, threshold)
    # Where no pieces meet, or they may just touch, a shape may still be inside the
    # other, as deep at least as it is far from the other's surface.
    apart = np.flatnonzero(upper > 0)
    inside = _contains(A, B, X_AB[apart]) | _contains(B, A, inverse(X_AB[apart]))
    held = apart[inside]
    upper[held] = -np.maximum(lower[held], 0)
    overlapping = upper <= 0
    if overlapping.any():
        hulls, _ = brackets(A.whole, B.whole, X_AB[overlapping])
        lower[overlapping] = np.minimum(upper[overlapping], hulls)
    return lower, upper


def _contains(A: Pieces, B: Pieces, X_AB: Floats) -> np.ndarray:
    """Whether the solid mesh A holds a point of B, where B does not cross its surface."""
    result = np.zeros(len(X_AB), dtype=bool)
    if not (isinstance(A.shape, shapes.Mesh) and A.shape.solid):
        return result
    centre, radius = shapes.bounding_sphere(A.shape)
    points = B.points() @ X_AB[:, :3, :3].transpose(0, 2, 1) + X_AB[:, None, :3, 3]
    row, index = np.nonzero(np.linalg.norm(points - centre, axis=2) <= radius)
    numbers = winding_numbers(A.shape.vertices, A.shape.triangles, points[row, index])
    np.logical_or.at(result, row, numbers >= 0.5)
    return result


def nearest_pieces(
    A: Pieces, B: Pieces, X_AB: Floats, brackets: Brackets, threshold: Floats | None
) -> tuple[Floats, Floats]:
    """Bounds of the least signed distance of a piece of A and one of B, (rows,) each."""
    lower, upper = np.full(len(X_AB), np.inf), np.full(len(X_AB), np.inf)
    if len(A.radii) * len(B.radii) == 0:
        return lower, upper
    step = max(1, _BLOCK_PAIRS // (len(A.radii) * len(B.radii)))
    for start in range(0, len(X_AB), step):
        part = slice(start, start + step)
        limit = np.full(len(X_AB[part]), np.inf) if threshold is None else threshold[part]
        lower[part], upper[part] = _nearest_in_block(
            A, B, X_AB[part], brackets, limit, verdict_only=threshold is not None
        )
    return lower, upper


def _nearest_in_block(
    A: Pieces,
    B: Pieces,
    X_AB: Floats,
    brackets: Brackets,
    limit: Floats,
    *,
    verdict_only: bool,
) -> tuple[Floats, Floats]:
    rows = len(X_AB)
    centres = B.centres @ X_AB[:, :3, :3].transpose(0, 2, 1) + X_AB[:, None, :3, 3]
    apart = np.linalg.norm(A.centres[:, None] - centres[:, None], axis=-1).reshape(rows, -1)
    reach = (A.radii[:, None] + B.radii).reshape(-1)
    least = apart - reach  # of each pair of balls, hence of their pieces
    upper = (apart + reach).min(axis=1)  # likewise
    lower = np.full(rows, np.inf)
    # Nearest balls first, in rounds, so that most pairs never need a bracket.
    order = np.argsort(least, axis=1, kind="stable")
    done, step = 0, 4
    while done < order.shape[1]:
        columns = order[:, done : done + step]
        bound = np.take_along_axis(least, columns, axis=1)
        wanted = bound <= np.minimum(upper, limit)[:, None]
        if verdict_only:
            wanted &= (upper > limit)[:, None]
        lower = np.minimum(lower, np.where(wanted, np.inf, bound).min(axis=1))
        row, column = np.nonzero(wanted)
        if len(row) == 0:
            break
        i, j = np.divmod(columns[row, column], len(B.radii))
        lo, hi = brackets(
            A.cores(i),
            B.cores(j),
            X_AB[row],
            cutoff=upper[row],
            threshold=limit[row] if verdict_only else None,
        )
        np.minimum.at(lower, row, lo)
        np.minimum.at(upper, row, hi)
        done, step = done + step, step * 2
    return lower, upper
