"""Poses as (..., 4, 4) arrays."""

from __future__ import annotations

import numpy as np

from .shapes import Floats


def pose(R: Floats | None = None, p: Floats | tuple[float, float, float] = (0, 0, 0)) -> Floats:
    X = np.eye(4)
    if R is not None:
        X[:3, :3] = R
    X[:3, 3] = p
    return X


def inverse(X: Floats) -> Floats:
    R_T = np.swapaxes(X[..., :3, :3], -1, -2)
    result = np.zeros_like(X)
    result[..., :3, :3] = R_T
    result[..., :3, 3] = -np.einsum("...ij,...j->...i", R_T, X[..., :3, 3])
    result[..., 3, 3] = 1
    return result


def relative(X_WA: Floats, X_WB: Floats) -> Floats:
    """X_AB; positions are subtracted before they are turned, for accuracy far away."""
    R_T = np.swapaxes(X_WA[..., :3, :3], -1, -2)
    result = np.zeros(np.broadcast_shapes(X_WA.shape, X_WB.shape))
    result[..., :3, :3] = R_T @ X_WB[..., :3, :3]
    result[..., :3, 3] = np.einsum("...ij,...j->...i", R_T, X_WB[..., :3, 3] - X_WA[..., :3, 3])
    result[..., 3, 3] = 1
    return result


def turn(axis: Floats, angles: Floats) -> Floats:
    """Rotations by angles (n,) about a unit axis: (n, 3, 3), by Rodrigues' formula."""
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    s, c = np.sin(angles)[:, None, None], np.cos(angles)[:, None, None]
    result: Floats = np.eye(3) + s * K + (1 - c) * (K @ K)
    return result


def random_rotation(rng: np.random.Generator) -> Floats:
    q = rng.normal(size=4)
    w, x, y, z = q / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
