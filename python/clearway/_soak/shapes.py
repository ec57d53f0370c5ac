"""Random shapes: ordinary, extreme, degenerate, and of sizes that line up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

import clearway as cw

Array = npt.NDArray[np.float64]

KINDS = (
    "sphere",
    "capsule",
    "box",
    "cylinder",
    "cone",
    "ellipsoid",
    "convex",
    "half_space",
)
_MAY_BE_ZERO = ("sphere", "capsule", "box", "cylinder")
_NUM_SIZES = {"sphere": 1, "capsule": 2, "box": 3, "cylinder": 2, "cone": 2, "ellipsoid": 3}


def draw_shape(kind: str, rng: np.random.Generator, scale: float) -> cw.Shape:
    """Return a shape of one of the `KINDS`, of about the size `scale` [m]."""
    if kind == "half_space":
        return cw.HalfSpace()
    if kind == "convex":
        return cw.Convex(scale * draw_points(rng))
    sizes = scale * _draw_sizes(kind, rng)
    match kind:
        case "sphere":
            return cw.Sphere(*sizes)
        case "capsule":
            return cw.Capsule(*sizes)
        case "box":
            return cw.Box(*sizes)
        case "cylinder":
            return cw.Cylinder(*sizes)
        case "cone":
            return cw.Cone(*sizes)
        case _:
            return cw.Ellipsoid(*sizes)


def _draw_sizes(kind: str, rng: np.random.Generator) -> Array:
    count = _NUM_SIZES[kind]
    style = rng.choice(["ordinary", "lattice", "equal", "extreme", "zero"])
    sizes: npt.NDArray[np.floating[Any]] = rng.uniform(0.2, 1, count)
    if style == "lattice":
        sizes = 0.25 * rng.integers(1, 5, count)
    elif style == "equal":
        sizes = np.repeat(sizes[:1], count)
    elif style == "extreme":
        sizes = np.power(10.0, rng.uniform(-4, 0, count))
    elif style == "zero" and kind in _MAY_BE_ZERO:
        sizes = np.where(rng.random(count) < 0.5, 0.0, sizes)
    return np.asarray(sizes, dtype=float)


def draw_points(rng: np.random.Generator) -> Array:
    """Return points of which the hull is taken, shape (n, 3), of about the size 1."""
    points: Array = _CLOUDS[rng.integers(len(_CLOUDS))](rng)
    if rng.random() < 0.2:
        points = points * 10 ** rng.uniform(-4, 0, 3)
    if rng.random() < 0.2:
        points = points + rng.normal(size=3)
    if rng.random() < 0.2:
        points = np.concatenate([points, points[rng.integers(len(points), size=4)]])
    return points


def _ball(rng: np.random.Generator) -> Array:
    return 0.4 * rng.normal(size=(rng.choice([4, 6, 9, 14]), 3))


def _sphere(rng: np.random.Generator) -> Array:
    points = rng.normal(size=(rng.choice([8, 16, 24]), 3))
    points *= 0.5 / np.linalg.norm(points, axis=1, keepdims=True)
    return points


def _lattice(rng: np.random.Generator) -> Array:
    """Many points in a plane and in a line, and doubles."""
    return 0.25 * rng.integers(-2, 3, (rng.choice([6, 12]), 3)).astype(float)


def _prism(rng: np.random.Generator) -> Array:
    n = rng.integers(3, 9)
    angle = 2 * np.pi * np.arange(n) / n
    ring = 0.5 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    z = np.full((n, 1), rng.uniform(0.1, 0.5))
    return np.concatenate([np.hstack([ring, z]), np.hstack([ring, -z])])


def _flat(rng: np.random.Generator) -> Array:
    points = 0.5 * rng.normal(size=(rng.integers(3, 9), 3))
    points[:, rng.integers(3)] = 0
    return points


def _line(rng: np.random.Generator) -> Array:
    points = np.zeros((rng.integers(2, 5), 3))
    points[:, rng.integers(3)] = rng.normal(size=len(points))
    return points


def _point(rng: np.random.Generator) -> Array:
    return np.repeat(rng.normal(size=(1, 3)), rng.integers(1, 4), axis=0)


_CLOUDS: tuple[Callable[[np.random.Generator], Array], ...] = (
    _ball,
    _ball,
    _sphere,
    _lattice,
    _prism,
    _flat,
    _line,
    _point,
)
