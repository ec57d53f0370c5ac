"""An independent brute-force reference for signed distances and for a whole checker.

It shares no code with the package under test: numpy, double precision, and methods
chosen for being easy to trust rather than quick.
"""

from .distance import Bracket, signed_distance, signed_distances
from .shapes import (
    Box,
    Capsule,
    Cone,
    Convex,
    Cylinder,
    Ellipsoid,
    Floats,
    HalfSpace,
    HeightField,
    Mesh,
    PointCloud,
    SetShape,
    Shape,
    Sphere,
    VoxelGrid,
)

__all__ = [
    "Box",
    "Bracket",
    "Capsule",
    "Cone",
    "Convex",
    "Cylinder",
    "Ellipsoid",
    "Floats",
    "HalfSpace",
    "HeightField",
    "Mesh",
    "PointCloud",
    "SetShape",
    "Shape",
    "Sphere",
    "VoxelGrid",
    "signed_distance",
    "signed_distances",
]
