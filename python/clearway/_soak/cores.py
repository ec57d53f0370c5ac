"""Convex sets by which answers are verified, written apart from what is verified.

A core with a radius is the core thickened by a ball: a sphere is a point with a radius, a capsule a
segment with one. A core answers two questions, for many directions or points at once:

    height(u)   how far it reaches along u: the support function, max over its points of u.p
    outside(p)  an upper bound of the distance of p from it, 0 inside, sharp near its surface
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

import clearway as cw
from clearway._soak.hull import Hull

Array = npt.NDArray[np.float64]

_NONE = np.zeros((0, 3))


class Core(ABC):
    """A convex set about its frame's origin, less the ball of `radius` that thickens it.

    Attributes
    ----------
    radius : float
        Of the ball [m].
    reach : float
        No point of the thickened set is further from the origin [m].
    normals, edges : ndarray, shape (n, 3)
        The directions of a polytope's face normals and edges, either way round.
    is_polytope : bool
        Whether faces and edges are all there is.
    """

    radius: float = 0.0
    normals: Array = _NONE
    edges: Array = _NONE
    is_polytope: bool = True

    @property
    @abstractmethod
    def reach(self) -> float: ...

    @abstractmethod
    def height(self, u: Array) -> Array:
        """Return max over the core's points of u.p, for u of shape (..., 3)."""

    @abstractmethod
    def outside(self, p: Array) -> Array:
        """Return an upper bound of the distance of points (..., 3) from the core."""


class Segment(Core):
    """The points within half a length of the origin on the z axis."""

    def __init__(self, length: float, radius: float) -> None:
        self.half, self.radius = length / 2, radius
        if length > 0:
            self.edges = np.array([[0.0, 0.0, 1.0]])

    @property
    def reach(self) -> float:
        return self.half + self.radius

    def height(self, u: Array) -> Array:
        return np.abs(u[..., 2]) * self.half

    def outside(self, p: Array) -> Array:
        along = np.abs(p[..., 2]) - self.half
        return np.hypot(_across(p), np.maximum(along, 0))


class Block(Core):
    """A box; sizes may be 0, and its axes serve as normals and edges even then."""

    def __init__(self, size: Array) -> None:
        self.half = size / 2
        self.normals = self.edges = np.eye(3)

    @property
    def reach(self) -> float:
        return float(np.linalg.norm(self.half))

    def height(self, u: Array) -> Array:
        height: Array = np.abs(u) @ self.half
        return height

    def outside(self, p: Array) -> Array:
        beyond = np.maximum(np.abs(p) - self.half, 0)
        return _length(beyond)


class Points(Core):
    """The hull of points."""

    def __init__(self, points: Array) -> None:
        self.hull = Hull(points)
        self.normals, self.edges = self.hull.normals, self.hull.edges

    @property
    def reach(self) -> float:
        return float(_length(self.hull.points).max())

    def height(self, u: Array) -> Array:
        height: Array = (u @ self.hull.points.T).max(axis=-1)
        return height

    def outside(self, p: Array) -> Array:
        return self.hull.outside(p)


class Round(Core):
    """A surface of revolution about z by its half profile, a convex polygon of (rho, z)."""

    is_polytope = False

    def __init__(self, profile: Array) -> None:
        self.profile = profile

    @property
    def reach(self) -> float:
        return float(np.hypot(*self.profile.T).max())

    def height(self, u: Array) -> Array:
        across, along = _across(u), u[..., 2]
        heights = [r * across + z * along for r, z in self.profile]
        highest: Array = np.maximum.reduce(heights)
        return highest

    def outside(self, p: Array) -> Array:
        # The profile's corners run from the axis, counter-clockwise, to the axis.
        q = np.stack([_across(p), p[..., 2]], axis=-1)
        inside = np.ones(q.shape[:-1], dtype=bool)
        nearest = np.full(q.shape[:-1], np.inf)
        for a, b in zip(self.profile[:-1], self.profile[1:], strict=True):
            d, r = b - a, q - a
            inside &= d[0] * r[..., 1] - d[1] * r[..., 0] >= 0
            squared = float(d @ d)
            t = np.clip(r @ d / squared, 0, 1) if squared > 0 else np.zeros(r.shape[:-1])
            nearest = np.minimum(nearest, _length(r - t[..., None] * d))
        return np.where(inside, 0, nearest)


class Oval(Core):
    """An ellipsoid."""

    is_polytope = False

    def __init__(self, axes: Array) -> None:
        self.axes = axes

    @property
    def reach(self) -> float:
        return float(self.axes.max())

    def height(self, u: Array) -> Array:
        return _length(u * self.axes)

    def outside(self, p: Array) -> Array:
        # A Newton step down the gradient of |p / axes|^2 - 1, then towards the origin as far
        # as is left: that ends in the ellipsoid, and p is at most as far from there.
        s = p / self.axes
        excess = np.sum(s * s, axis=-1) - 1
        gradient = 2 * s / self.axes
        squared = np.sum(gradient * gradient, axis=-1)
        step = (excess / np.where(squared > 0, squared, 1))[..., None] * gradient
        near = p - step
        level = _length(near / self.axes)
        towards = _length(near) * np.maximum(1 - 1 / np.maximum(level, 1), 0)
        return np.where(excess > 0, _length(step) + towards, 0)


def make_core(shape: cw.Shape) -> Core:
    """Return a shape's core, in the shape's frame."""
    match shape:
        case cw.Sphere():
            return Segment(0.0, shape.radius())
        case cw.Capsule():
            return Segment(shape.length(), shape.radius())
        case cw.Box():
            return Block(np.array([shape.width(), shape.depth(), shape.height()]))
        case cw.Convex():
            return Points(shape.vertices())
        case cw.Cylinder():
            r, h = shape.radius(), shape.length() / 2
            return Round(np.array([[0, -h], [r, -h], [r, h], [0, h]]))
        case cw.Cone():
            r, h = shape.radius(), shape.height() / 2
            return Round(np.array([[0, -h], [r, -h], [0, h]]))
        case cw.Ellipsoid():
            return Oval(np.array([shape.a(), shape.b(), shape.c()]))
    raise TypeError(f"shape must be convex and bounded, got {shape!r}")


def _length(v: Array) -> Array:
    length: Array = np.sqrt(np.einsum("...i,...i->...", v, v))
    return length


def _across(p: Array) -> Array:
    return np.hypot(p[..., 0], p[..., 1])
