"""The signed distance of two polytopes by enumeration, exact to rounding.

Along a unit vector u the signed gap of A beyond B is
g(u) = min over A of u.a - max over B of u.b, and the signed distance of convex
sets is the maximum of g over all u: separated sets attain it at the direction of
their closest points, and overlapping ones at a facet normal of their Minkowski
difference, which is a face normal of either or a product of an edge of each.
Every tried u gives a lower bound; every pair of points gives an upper bound.
"""

from __future__ import annotations

import numpy as np

from .shapes import Floats, Ints, Polytope

_CHUNK_ELEMENTS = 3_000_000


def polytope_brackets(A: Polytope, B: Polytope, X_AB: Floats) -> tuple[Floats, Floats]:
    """Bounds of the signed distance, (rows,) each, for poses X_AB (rows, 4, 4).

    They are equal to rounding: separated rows have the best gap and the least
    distance of features, which are computed independently; overlapping rows have
    the best gap in both.
    """
    rows = len(X_AB)
    lower, upper = np.empty(rows), np.empty(rows)
    pairs = max(1, len(A.edges) * len(B.edges) + len(A.faces) + len(B.faces))
    per_row = pairs * (A.vertices.shape[-2] + B.vertices.shape[-2])
    step = max(1, _CHUNK_ELEMENTS // per_row)
    for start in range(0, rows, step):
        part = slice(start, start + step)
        X = X_AB[part]
        p_A = np.broadcast_to(_rows(A.vertices, part), (len(X), *A.vertices.shape[-2:]))
        p_B = _rows(B.vertices, part) @ X[:, :3, :3].transpose(0, 2, 1) + X[:, None, :3, 3]
        lower[part], upper[part] = _enumerate(p_A, A, p_B, B)
    return lower - A.radius - B.radius, upper - A.radius - B.radius


def _rows(vertices: Floats, part: slice) -> Floats:
    return vertices[None] if vertices.ndim == 2 else vertices[part]


def _enumerate(p_A: Floats, A: Polytope, p_B: Floats, B: Polytope) -> tuple[Floats, Floats]:
    distance, between = _closest_features(p_A, A, p_B, B)
    d_A, d_B = _edge_vectors(p_A, A.edges), _edge_vectors(p_B, B.edges)
    crosses = np.cross(d_A[:, :, None], d_B[:, None, :]).reshape(len(p_A), -1, 3)
    axes = [between[:, None], crosses, _face_normals(p_A, A.faces), _face_normals(p_B, B.faces)]
    if not (_has_area(axes[2], d_A) or _has_area(axes[3], d_B)):
        # Points, segments and triangles of no area: a difference that is flat, or less,
        # has depth 0, seen along a normal of it. Products of parallel edges find none.
        axes.append(np.broadcast_to(np.eye(3), (len(p_A), 3, 3)))
        for edges in (d_A, d_B):
            axes += [np.cross(edges, axis) for axis in np.eye(3)]
    gap = _best_gap(np.concatenate(axes, axis=1), p_A, p_B)
    if A.vertices.shape[-2] == 1 and B.vertices.shape[-2] == 1:
        gap = distance
    return gap, np.where(gap > 0, np.maximum(distance, gap), gap)


def _has_area(normals: Floats, edges: Floats) -> bool:
    """Whether each row has a face whose normal is more than rounding."""
    if normals.shape[1] == 0:
        return False
    largest = np.linalg.norm(normals, axis=2).max(axis=1)
    return bool((largest > 1e-12 * np.sum(edges * edges, axis=2).max(axis=1)).all())


def _best_gap(axes: Floats, p_A: Floats, p_B: Floats) -> Floats:
    lengths = np.linalg.norm(axes, axis=2)
    u = axes / np.where(lengths > 0, lengths, 1)[..., None]
    on_A = u @ p_A.transpose(0, 2, 1)
    on_B = u @ p_B.transpose(0, 2, 1)
    gaps = np.maximum(
        on_A.min(axis=2) - on_B.max(axis=2),
        on_B.min(axis=2) - on_A.max(axis=2),
    )
    best: Floats = np.where(lengths > 0, gaps, -np.inf).max(axis=1)
    return best


def _edge_vectors(p: Floats, edges: Ints) -> Floats:
    return p[:, edges[:, 1]] - p[:, edges[:, 0]]


def _face_normals(p: Floats, faces: Ints) -> Floats:
    a, b, c = (p[:, faces[:, i]] for i in range(3))
    return np.cross(b - a, c - a)


class _Least:
    """Keeps the shortest of the vectors shown to it, in each row."""

    def __init__(self, rows: int) -> None:
        self.distance = np.full(rows, np.inf)
        self.vector = np.zeros((rows, 3))

    def show(self, vectors: Floats, valid: np.ndarray) -> None:
        if vectors.shape[1] == 0:
            return
        lengths = np.where(valid, np.linalg.norm(vectors, axis=2), np.inf)
        best = np.argmin(lengths, axis=1)
        row = np.arange(len(best))
        closer = lengths[row, best] < self.distance
        self.distance[closer] = lengths[row, best][closer]
        self.vector[closer] = vectors[row, best][closer]


def _closest_features(p_A: Floats, A: Polytope, p_B: Floats, B: Polytope) -> tuple[Floats, Floats]:
    """The least distance between features of the boundaries, and its vector."""
    least = _Least(len(p_A))
    everything = np.array(True)
    vertex_pairs = (p_A[:, :, None] - p_B[:, None, :]).reshape(len(p_A), -1, 3)
    least.show(vertex_pairs, everything)
    _vertices_to_edges(least, p_A, p_B, B.edges)
    _vertices_to_edges(least, p_B, p_A, A.edges)
    _vertices_to_faces(least, p_A, p_B, B.faces)
    _vertices_to_faces(least, p_B, p_A, A.faces)
    _edges_to_edges(least, p_A, A.edges, p_B, B.edges)
    return least.distance, least.vector


def _vertices_to_edges(least: _Least, p: Floats, p_E: Floats, edges: Ints) -> None:
    start, d = p_E[:, None, edges[:, 0]], _edge_vectors(p_E, edges)[:, None]
    r = p[:, :, None] - start
    along = np.sum(r * d, axis=-1)
    squared = np.sum(d * d, axis=-1)
    inside = (along > 0) & (along < squared)
    t = along / np.where(squared > 0, squared, 1)
    rows = len(p)
    least.show((r - t[..., None] * d).reshape(rows, -1, 3), inside.reshape(rows, -1))


def _vertices_to_faces(least: _Least, p: Floats, p_F: Floats, faces: Ints) -> None:
    n = _face_normals(p_F, faces)[:, None]
    squared = np.sum(n * n, axis=-1)
    safe = np.where(squared > 0, squared, 1)
    corners = [p_F[:, None, faces[:, i]] for i in range(3)]
    inside = np.broadcast_to(squared > 0, (len(p), p.shape[1], len(faces))).copy()
    for i in range(3):
        a, b = corners[i], corners[(i + 1) % 3]
        inside &= np.sum(np.cross(b - a, p[:, :, None] - a) * n, axis=-1) >= 0
    height = np.sum((p[:, :, None] - corners[0]) * n, axis=-1) / safe
    rows = len(p)
    least.show((height[..., None] * n).reshape(rows, -1, 3), inside.reshape(rows, -1))


def _edges_to_edges(least: _Least, p_A: Floats, edges_A: Ints, p_B: Floats, edges_B: Ints) -> None:
    d, e = _edge_vectors(p_A, edges_A)[:, :, None], _edge_vectors(p_B, edges_B)[:, None, :]
    r = p_A[:, edges_A[:, 0]][:, :, None] - p_B[:, edges_B[:, 0]][:, None, :]
    n = np.cross(d, e)
    squared = np.sum(n * n, axis=-1)
    safe = np.where(squared > 0, squared, 1)
    # r + s d - t e is along n: cross products with e and d isolate s and t.
    s = -np.sum(np.cross(r, e) * n, axis=-1) / safe
    t = -np.sum(np.cross(r, d) * n, axis=-1) / safe
    inside = (squared > 0) & (s > 0) & (s < 1) & (t > 0) & (t < 1)
    height = np.sum(r * n, axis=-1) / safe
    rows = len(p_A)
    least.show((height[..., None] * n).reshape(rows, -1, 3), inside.reshape(rows, -1))
