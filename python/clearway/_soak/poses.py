"""Random poses of two shapes: all about, at contact, lined up, one in the other, far away."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

import clearway as cw
from clearway._soak.union_proof import make_prover

Array = npt.NDArray[np.float64]
Poses = tuple[Array, Array]

_AXIS_MAPS = np.array(
    [
        R
        for order in permutations(range(3))
        for signs in np.ndindex(2, 2, 2)
        if np.linalg.det(R := np.eye(3)[list(order)] * (1 - 2 * np.array(signs))) > 0
    ]
)


class Scene:
    """Two shapes, and the random numbers that pose them.

    Attributes
    ----------
    size : float
        How far apart they are about as far as they are large. [m]
    """

    def __init__(self, A: cw.Shape, B: cw.Shape, rng: np.random.Generator, size: float) -> None:
        self.A, self.B, self.rng, self.size = A, B, rng, size
        self.prover = make_prover(A, B)

    def to_contact(self, X_WA: Array, X_WB: Array) -> tuple[Array, Array]:
        """Return X_WB moved along the normal until the shapes touch, and the normal."""
        dut = cw.ComputeSignedDistances(self.A, X_WA, self.B, X_WB)
        moved = X_WB.copy()
        distance = np.where(np.isfinite(dut.distance), dut.distance, 0)  # of empty sets
        moved[:, :3, 3] += distance[:, None] * dut.nhat_BA_W
        return moved, dut.nhat_BA_W


def _poses(R: Array, p: Array) -> Array:
    X = np.zeros((len(p), 4, 4))
    X[:, :3, :3], X[:, :3, 3], X[:, 3, 3] = R, p, 1
    return X


def _rotations(rng: np.random.Generator, n: int) -> Array:
    R: Array = Rotation.from_quat(rng.normal(size=(n, 4))).as_matrix()
    return R


def _about(rng: np.random.Generator, n: int, spread: float) -> Array:
    return _poses(_rotations(rng, n), spread * rng.normal(size=(n, 3)))


def random(scene: Scene, n: int) -> Poses:
    """Orientations and positions independent of each other."""
    return _about(scene.rng, n, 0.5 * scene.size), _about(scene.rng, n, 0.5 * scene.size)


def near_contact(scene: Scene, n: int) -> Poses:
    """Gaps and overlaps of 1e-3 to 1e-13 of the scene, and 0."""
    X_WA, X_WB = random(scene, n)
    X_WB, nhat = scene.to_contact(X_WA, X_WB)
    gap = scene.size * scene.rng.choice([-1, 1, 0], n) * 10 ** scene.rng.uniform(-13, -3, n)
    X_WB[:, :3, 3] -= gap[:, None] * nhat
    return X_WA, X_WB


def aligned(scene: Scene, n: int) -> Poses:
    """Axes and faces parallel, centres on a lattice, half of them in the world's directions."""
    rng = scene.rng
    lattice = rng.integers(-3, 4, (n, 3)) * rng.choice([0.125, 0.25, 0.5], (n, 1))
    lattice *= np.where(rng.random((n, 1)) < 0.5, np.eye(3)[rng.integers(3, size=n)], 1)
    X_AB = _poses(_AXIS_MAPS[rng.integers(24, size=n)], scene.size * lattice)
    X_WA = np.where(rng.random((n, 1, 1)) < 0.5, np.eye(4), _about(rng, n, scene.size))
    return X_WA, X_WA @ X_AB


def touching(scene: Scene, n: int) -> Poses:
    """Lined up and brought to contact, all but exactly, and all but parallel."""
    rng = scene.rng
    X_WA, X_WB = aligned(scene, n)
    X_WB, nhat = scene.to_contact(X_WA, X_WB)
    twist = rng.choice([0, 1e-15, 1e-9, 1e-6, 1e-3], (n, 1)) * rng.normal(size=(n, 3))
    X_WB[:, :3, :3] = Rotation.from_rotvec(twist).as_matrix() @ X_WB[:, :3, :3]
    gap = scene.size * rng.choice([0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-7, -1e-7], n)
    X_WB[:, :3, 3] -= gap[:, None] * nhat
    return X_WA, X_WB


def concentric(scene: Scene, n: int) -> Poses:
    """One in the other: origins at the same place, or nearly."""
    rng = scene.rng
    off = scene.size * rng.choice([0, 1e-15, 1e-12, 1e-6, 1e-2], (n, 1)) * rng.normal(size=(n, 3))
    R = np.where(
        rng.random((n, 1, 1)) < 0.5, _rotations(rng, n), _AXIS_MAPS[rng.integers(24, size=n)]
    )
    X_WA = _about(rng, n, scene.size)
    return X_WA, X_WA @ _poses(R, off)


def far(scene: Scene, n: int) -> Poses:
    """Up to a million sizes apart, or that far from the world's origin together."""
    rng = scene.rng
    X_WA, X_WB = random(scene, n)
    away = scene.size * 10 ** rng.uniform(1, 6, (n, 1)) * rng.normal(size=(n, 3))
    together = rng.random((n, 1)) < 0.5
    X_WA[:, :3, 3] += np.where(together, away, 0)
    X_WB[:, :3, 3] += away
    return X_WA, X_WB


FAMILIES: dict[str, Callable[[Scene, int], Poses]] = {
    "random": random,
    "near_contact": near_contact,
    "aligned": aligned,
    "touching": touching,
    "concentric": concentric,
    "far": far,
}
