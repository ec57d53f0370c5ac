"""Convex parts that cover a mesh, from parts that about do.

Planes between the parts proposed cut space into convex cells, each given to one part. What comes
back for a part is the hull of all that its cells hold of the mesh. So

- every point of the mesh is in a cell, hence in the hull of its part;
- a triangle's share of a cell is a convex polygon, and the hull holds its corners, hence all of it;
- for a solid S, an extreme point of S within a convex cell C is a corner of such a polygon, or a
  corner of C inside S: elsewhere in the inside of S the set is, nearby, that of C alone. So the
  hull of these corners holds all of S within C, inner volume included.

Nothing is asked of the proposal: a bad one gives parts that are larger than need be, and no hole.
The corners of polygons and cells are computed, so all this is to rounding: no point of the mesh is
farther than 1e-12 of the mesh's size from the parts, three orders below what verdicts can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clearway._core import Convex, HasCollisions, Mesh, Sphere

Array: TypeAlias = NDArray[np.float64]
Part: TypeAlias = tuple[int, Array]  # Its place in the proposal, and triangles, (m, 3, 3).

# A plane cuts a part that reaches across it by more than this of the part's width across it; of a
# part that reaches less far, the neighbour takes over what is beyond.
_CUT = 0.2
_FACETS_TRIED = 48  # A part's largest; the planes between parts are among them.
_PLANES_MEASURED = 6  # The most promising ones, for which hulls are built.
# Parts that do not overlap need one plane each or a few; of those that do the number is bounded.
_PLANES_PER_PART = 6
_SHIFT = 0.01  # How far a plane may be moved past corners of the mesh, of its size.


@dataclass(frozen=True)
class _Plane:
    """The points x with normal . x = offset."""

    normal: Array
    offset: float

    def split(self, triangles: Array) -> tuple[Array, Array]:
        return split(triangles, self.normal, self.offset)


@dataclass(frozen=True)
class _Cell:
    """A convex cell: the points below all of its planes; its faces are cut into triangles."""

    planes: tuple[_Plane, ...]
    faces: Array

    def split(self, plane: _Plane) -> tuple[_Cell, _Cell]:
        below, above = plane.split(self.faces)
        face = _make_square(plane, self.faces.reshape(-1, 3))
        for bound in self.planes:
            face, _ = bound.split(face)
        opposite = _Plane(-plane.normal, -plane.offset)
        return (
            _Cell((*self.planes, plane), np.concatenate([below, face])),
            _Cell((*self.planes, opposite), np.concatenate([above, face])),
        )


def cover(mesh: Mesh, proposal: Sequence[Array]) -> list[Convex]:
    """Return convex parts that cover a mesh.

    Parameters
    ----------
    mesh : Mesh
        A surface, or a solid that is watertight.
    proposal : sequence of ndarray, shape (k, 3)
        Points of each part proposed, one part at least.

    Returns
    -------
    list of Convex
        In the order of the proposal; parts whose cells hold nothing of the mesh are left out.
    """
    triangles = mesh.vertices()[mesh.triangles()]
    lower, upper = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    size = float(np.linalg.norm(upper - lower))
    found: list[list[Array]] = [[] for _ in proposal]
    parts = [(label, _hull_triangles(points)) for label, points in enumerate(proposal)]
    pending = [(parts, triangles, _make_box(lower - size, upper + size))]
    planes_left = _PLANES_PER_PART * len(parts)
    while pending:
        parts, held, cell = pending.pop()
        plane = None
        if len(parts) > 1 and len(held) > 0 and planes_left > 0:
            plane = _choose_plane(parts, held, size)
            planes_left -= 1
        if plane is None:
            label = max(parts, key=lambda part: _extent(part[1]))[0]
            found[label].append(held.reshape(-1, 3))
            if mesh.solid():
                found[label].append(_find_inside(mesh, cell.faces.reshape(-1, 3), size))
            continue
        sides = zip(_split_parts(parts, plane), plane.split(held), cell.split(plane), strict=True)
        pending += reversed(list(sides))
    points = [np.concatenate(each) for each in found if sum(map(len, each)) > 0]
    return [Convex(Convex(np.unique(each, axis=0)).hull_vertices()) for each in points]


def split(triangles: Array, normal: Array, offset: float) -> tuple[Array, Array]:
    """Cut triangles by a plane.

    Parameters
    ----------
    triangles : ndarray, shape (m, 3, 3)
    normal : ndarray, shape (3,)
    offset : float

    Returns
    -------
    below, above : ndarray, shape (k, 3, 3)
        What has normal . x <= offset, and what has >=, as triangles. What lies in the plane is
        in `below`, and so are, to rounding, the corners that the plane makes in both.
    """
    heights = triangles @ normal - offset
    is_below = (heights <= 0).all(axis=1)
    is_above = (heights >= 0).all(axis=1) & ~is_below
    is_cut = ~is_below & ~is_above
    cut, h = triangles[is_cut], heights[is_cut]
    # Turn each so that its first corner is alone on its side. A corner in the plane may be
    # counted to either; the cut then goes through it.
    up = h > 0
    first = np.where(up.sum(axis=1) == 1, np.argmax(up, axis=1), np.argmin(up, axis=1))
    rows = np.arange(len(cut))[:, None]
    turn = (first[:, None] + np.arange(3)) % 3
    cut, h = cut[rows, turn], h[rows, turn]
    a, b, c = cut[:, 0], cut[:, 1], cut[:, 2]
    ab, ac = _cross(a, b, h[:, 0], h[:, 1]), _cross(a, c, h[:, 0], h[:, 2])
    tips = np.stack([a, ab, ac], axis=1)
    stumps = np.concatenate([np.stack([ab, b, c], axis=1), np.stack([ab, c, ac], axis=1)])
    tip_up = h[:, 0] > 0
    stump_up = np.concatenate([~tip_up, ~tip_up])
    below = np.concatenate([triangles[is_below], tips[~tip_up], stumps[~stump_up]])
    above = np.concatenate([triangles[is_above], tips[tip_up], stumps[stump_up]])
    return below, above


def _cross(a: Array, b: Array, h_a: Array, h_b: Array) -> Array:
    """Where segments from a to b, at heights of different sign, cross height 0."""
    return a + (h_a / (h_a - h_b))[:, None] * (b - a)


def _hull_triangles(points: Array) -> Array:
    """Return triangles that have the hull of points for their hull."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(points)
    except QhullError:  # It is flat: its planes part nothing, its points still count.
        return np.repeat(points[:, None], 3, axis=1)
    return np.asarray(points[hull.simplices], dtype=np.float64)


def _make_box(lower: Array, upper: Array) -> _Cell:
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    corners = np.where(corners == 1, upper, lower)
    quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    faces = np.array([corners[[q[0], q[i], q[i + 1]]] for q in quads for i in (1, 2)])
    axes = np.eye(3)
    planes = [_Plane(-axes[i], -float(lower[i])) for i in range(3)]
    planes += [_Plane(axes[i], float(upper[i])) for i in range(3)]
    return _Cell(tuple(planes), faces)


def _make_square(plane: _Plane, points: Array) -> Array:
    """Return a square in a plane, as two triangles, that reaches beyond the points near it."""
    middle = points.mean(axis=0)
    reach = 4 * float(np.linalg.norm(np.ptp(points, axis=0)))
    middle = middle - (plane.normal @ middle - plane.offset) * plane.normal
    u = np.cross(plane.normal, np.eye(3)[int(np.argmin(np.abs(plane.normal)))])
    u *= reach / np.linalg.norm(u)
    v = np.cross(plane.normal, u)
    a, b, c, d = middle - u - v, middle + u - v, middle + u + v, middle - u + v
    return np.array([[a, b, c], [a, c, d]])


def _find_inside(mesh: Mesh, points: Array, size: float) -> Array:
    """Return which of a cell's corners are in a solid."""
    points = np.unique(points, axis=0)
    X = np.tile(np.eye(4), (len(points), 1, 1))
    X[:, :3, 3] = points
    inside = HasCollisions(Sphere(1e-12 * size), X, mesh, np.eye(4))
    return points[inside]


def _extent(triangles: Array) -> float:
    return float(np.prod(np.ptp(triangles.reshape(-1, 3), axis=0)))


def _choose_plane(parts: Sequence[Part], held: Array, size: float) -> _Plane | None:
    """Return the plane that parts a node's parts best; None if none does.

    Of the planes with whole parts on both sides, or if there is none, as for two crossed bars, of
    those that cut something off, the few are tried that parts reach across the least. Of these it
    is the one with the smallest hulls of what the node holds of the mesh on either side.
    """
    normals, offsets = _candidates(parts)
    lows, highs = [], []
    for _, triangles in parts:
        heights = normals @ np.unique(triangles.reshape(-1, 3), axis=0).T - offsets[:, None]
        lows.append(heights.min(axis=1))
        highs.append(heights.max(axis=1))
    low, high = np.array(lows), np.array(highs)  # (parts, planes)
    side = _find_side(low, high)
    num_below, num_above = (side < 0).sum(axis=0), (side > 0).sum(axis=0)
    reach = np.maximum(0, np.minimum(high, -low)).sum(axis=0)
    # Rounding makes equals differ: facets that touch reach across each other by some of it.
    cost = (reach / size).round(6) + 1e-6 * np.abs(num_below - num_above) / len(parts)
    parting = (num_below > 0) & (num_above > 0)
    if not parting.any():
        parting = (num_below + num_above > 0) & (side == 0).any(axis=0)
        cost = -cost
    order = np.argsort(np.where(parting, cost, np.inf), kind="stable")
    best, least = None, np.inf
    for i in order[: min(_PLANES_MEASURED, int(parting.sum()))]:
        for offset in _find_offsets(normals[i], float(offsets[i]), held, size):
            plane = _Plane(normals[i], offset)
            below, above = _split_parts(parts, plane)
            sizes = len(below), len(above)
            if min(sizes) == 0 or min(sizes) == len(parts):
                continue
            total = sum(_measure(each, size) for each in plane.split(held))
            if total < least * (1 - 1e-9):
                best, least = plane, total
    return best


def _find_offsets(normal: Array, offset: float, held: Array, size: float) -> list[float]:
    """Return where a plane may lie nearby: as it is, and just past the nearest corners.

    Parts end about where the mesh has a step. A plane on the wrong side of the step, be it by
    rounding, leaves a sliver as wide as the step to the part that should have none of it.
    """
    heights = np.unique(held.reshape(-1, 3) @ normal - offset)
    heights = heights[np.abs(heights) <= _SHIFT * size]
    past = 2e-6 * size
    gaps = np.diff(heights, prepend=-np.inf, append=np.inf) > 2 * past
    shifts = np.concatenate([heights[gaps[:-1]] - past, heights[gaps[1:]] + past])
    shifts = shifts[np.argsort(np.abs(shifts), kind="stable")][:4]
    return [offset, *(offset + shifts).tolist()]


def _measure(triangles: Array, size: float) -> float:
    """Return about the volume of a hull that is made thicker, so that flat ones count as well."""
    from scipy.spatial import ConvexHull, QhullError

    if len(triangles) == 0:
        return 0.0
    points = np.unique(triangles.reshape(-1, 3), axis=0)
    thickness = 1e-3 * size
    try:
        hull = ConvexHull(points)
    except QhullError:
        steps = thickness * np.concatenate([np.eye(3), -np.eye(3)])
        return float(ConvexHull((points[:, None] + steps).reshape(-1, 3)).volume)
    return float(hull.volume + thickness * hull.area)


def _find_side(low: Array, high: Array) -> NDArray[np.int64]:
    """Return -1 for parts below a plane, 1 for those above, 0 for those that it cuts.

    `low` and `high` are the least and greatest height over the plane of each part.
    """
    side = np.where(high <= -low, -1, 1)
    return np.where(np.minimum(high, -low) > _CUT * (high - low), 0, side)


def _candidates(parts: Sequence[Part]) -> tuple[Array, Array]:
    """Return the planes of the parts' largest facets, and one between each two parts."""
    normals, offsets = [], []
    for _, triangles in parts:
        areas = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        sizes = np.linalg.norm(areas, axis=1)
        areas, sizes, corners = areas[sizes > 0], sizes[sizes > 0], triangles[sizes > 0, 0]
        units = areas / sizes[:, None]
        # Facets in one plane count as one.
        _, chosen, facet = np.unique(units.round(6), axis=0, return_index=True, return_inverse=True)
        totals = np.bincount(facet.reshape(-1), weights=sizes, minlength=len(chosen))
        chosen = chosen[np.argsort(-totals, kind="stable")[:_FACETS_TRIED]]
        normals.append(units[chosen])
        offsets.append(np.einsum("ki,ki->k", units[chosen], corners[chosen]))
    middles = [triangles.mean(axis=(0, 1)) for _, triangles in parts]
    for i, (_, below) in enumerate(parts):
        for j, (_, above) in enumerate(parts[i + 1 :], i + 1):
            normal = middles[j] - middles[i]
            if not normal.any():
                continue
            normal /= np.linalg.norm(normal)
            normals.append(normal[None])
            offsets.append(np.array([((below @ normal).max() + (above @ normal).min()) / 2]))
    return np.concatenate(normals), np.concatenate(offsets)


def _split_parts(parts: Sequence[Part], plane: _Plane) -> tuple[list[Part], list[Part]]:
    below: list[Part] = []
    above: list[Part] = []
    for label, triangles in parts:
        heights = triangles @ plane.normal - plane.offset
        side = int(_find_side(heights.min(), heights.max()))
        lower, upper = (triangles, triangles) if side else plane.split(triangles)
        if side <= 0:
            below.append((label, lower))
        if side >= 0:
            above.append((label, upper))
    return below, above
