"""Shapes as the Python that makes them."""

from __future__ import annotations

import clearway as cw


def expression(shape: cw.Shape) -> str:
    """Return what evaluates to the shape where clearway is imported as cw."""
    match shape:
        case cw.Convex():
            return f"cw.Convex({shape.vertices().tolist()})"
        case cw.Mesh():
            return (
                f"cw.Mesh({shape.vertices().tolist()}, {shape.triangles().tolist()},"
                f" solid={shape.solid()})"
            )
        case cw.PointCloud():
            points, radii = shape.points().reshape(-1, 3), shape.radius().ravel()
            return f"cw.PointCloud({points.tolist() or '[[0, 0, 0]][:0]'}, {radii.tolist()})"
        case cw.VoxelGrid():
            return (
                f"cw.VoxelGrid({shape.occupancy().tolist()}, {shape.resolution()!r},"
                f" origin={shape.origin().tolist()}, unknown={shape.unknown()!r},"
                f" outside={shape.outside()!r})"
            )
        case cw.HeightField():
            return (
                f"cw.HeightField({shape.heights().tolist()}, {shape.size().tolist()},"
                f" {shape.bottom()!r})"
            )
    return f"cw.{shape!r}"
