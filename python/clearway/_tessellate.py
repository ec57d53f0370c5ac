"""Shapes as triangles, for pictures: what is curved becomes facets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from clearway import _core

Array = npt.NDArray[np.float64]

_HALF_SPACE_SIZE = 4.0


def tessellate(shape: _core.Shape) -> Array:
    """Return triangles over a shape's surface, in its own frame.

    A half space becomes a square of 4 m about its origin.

    Parameters
    ----------
    shape : Shape

    Returns
    -------
    ndarray, shape (m, 3, 3)
        Corners [m].
    """
    import trimesh

    if isinstance(shape, _core.Mesh):
        return shape.vertices()[shape.triangles()]
    if isinstance(shape, _core.Convex):
        mesh = trimesh.Trimesh(shape.vertices()).convex_hull
    elif isinstance(shape, _core.Sphere):
        mesh = trimesh.creation.icosphere(3, radius=shape.radius())
    elif isinstance(shape, _core.Ellipsoid):
        mesh = trimesh.creation.icosphere(3)
        mesh.apply_scale((shape.a(), shape.b(), shape.c()))
    elif isinstance(shape, _core.Capsule):
        mesh = trimesh.creation.capsule(shape.length(), shape.radius())
        mesh.apply_translation((0, 0, -mesh.bounds.mean(axis=0)[2]))
    elif isinstance(shape, _core.Cylinder):
        mesh = trimesh.creation.cylinder(shape.radius(), shape.length())
    elif isinstance(shape, _core.Cone):
        mesh = trimesh.creation.cone(shape.radius(), shape.height())
        mesh.apply_translation((0, 0, -shape.height() / 2))
    elif isinstance(shape, _core.Box):
        mesh = trimesh.creation.box((shape.width(), shape.depth(), shape.height()))
    elif isinstance(shape, _core.HalfSpace):
        mesh = trimesh.creation.box((_HALF_SPACE_SIZE, _HALF_SPACE_SIZE, 1e-3))
    else:
        raise TypeError(f"cannot draw {shape!r}")
    return np.asarray(mesh.triangles, dtype=np.float64)
