"""One batch: two shapes at many poses, queried and verified."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

import clearway as cw
from clearway._soak import compounds
from clearway._soak.expressions import expression
from clearway._soak.poses import FAMILIES, Scene
from clearway._soak.proof import Answers, same_shape
from clearway._soak.shapes import KINDS, draw_shape

Array = npt.NDArray[np.float64]

# Poses of one pair of shapes.
ROWS = 250
_CONVEX_PAIRS = [
    (kind, other) for i, kind in enumerate(KINDS) for other in KINDS[i:] if kind != "half_space"
]
_COMPOUND_PAIRS = [
    *((kind, other) for kind in compounds.KINDS for other in KINDS),
    *combinations_with_replacement(compounds.KINDS, 2),
]
# Of the batches; a pair with sets or meshes takes ten times as long to verify.
_COMPOUND_SHARE = 0.05


@dataclass(frozen=True)
class Batch:
    """Two shapes at n poses."""

    A: cw.Shape
    B: cw.Shape
    X_WA: Array
    X_WB: Array


@dataclass(frozen=True)
class Disagreement:
    """A wrong answer: what is wrong with it, and the Python that shows it."""

    what: str
    reproduction: str

    def __str__(self) -> str:
        return f"{self.what}\n    {self.reproduction}"


def draw_batch(family: str, seed: int, number: int, rows: int) -> tuple[Batch, Scene]:
    """Return batch `number` of a family; it depends on nothing else."""
    rng = np.random.default_rng([seed, number])
    pairs = _COMPOUND_PAIRS if rng.random() < _COMPOUND_SHARE else _CONVEX_PAIRS
    kinds = pairs[rng.integers(len(pairs))]
    scale = 10 ** rng.uniform(-6, 3)
    ratio = 1.0 if rng.random() < 0.5 else 10 ** rng.uniform(-3, 0)
    sizes = [scale, scale * ratio][:: rng.choice([1, -1])]
    A, B = _draw(kinds[0], kinds[1], rng, sizes[0]), _draw(kinds[1], kinds[0], rng, sizes[1])
    if kinds[0] == kinds[1] and rng.random() < 0.2:
        B = A
    scene = Scene(A, B, rng, scale)
    return Batch(A, B, *FAMILIES[family](scene, rows)), scene


def _draw(kind: str, other: str, rng: np.random.Generator, scale: float) -> cw.Shape:
    if kind in KINDS:
        return draw_shape(kind, rng, scale)
    bounded = other in ("half_space", "voxel_grid")  # No pair is unbounded on both sides.
    return compounds.draw_compound(kind, rng, scale, bounded=bounded)


def check_batch(batch: Batch, scene: Scene) -> Iterator[Disagreement]:
    """Query a batch in every way, and yield what is wrong."""
    A, B, X_WA, X_WB = batch.A, batch.B, batch.X_WA, batch.X_WB
    result = Answers.of(cw.ComputeSignedDistances(A, X_WA, B, X_WB))
    for error in scene.prover.errors(X_WA, X_WB, result, scene.rng):
        for i in error.rows():
            what = (
                f"{error.what} is off by {error.error[i]:.3g}, more than {error.tolerance[i]:.3g}"
            )
            yield Disagreement(what, _reproduction(batch, int(i)))
    swapped = Answers.of(cw.ComputeSignedDistances(B, X_WB, A, X_WA))
    for i in np.flatnonzero(~_are_mirrored(batch, result, swapped)):
        yield Disagreement(
            "swapping the shapes does not mirror the result", _reproduction(batch, int(i))
        )
    yield from _check_verdicts(batch, scene, result)


def _are_mirrored(batch: Batch, result: Answers, swapped: Answers) -> npt.NDArray[np.bool_]:
    mirrored = (
        (swapped.p_WCa == result.p_WCb).all(axis=1)
        & (swapped.p_WCb == result.p_WCa).all(axis=1)
        & (swapped.nhat_BA_W == -result.nhat_BA_W).all(axis=1)
    )
    mirrored |= np.isinf(result.distance)  # The prover has the answers for empty sets.
    if same_shape(batch.A, batch.B):  # At equal poses the normal is +z in both orders.
        mirrored |= (batch.X_WA == batch.X_WB).all(axis=(1, 2))
    equal: npt.NDArray[np.bool_] = mirrored & (swapped.distance == result.distance)
    return equal


def _check_verdicts(batch: Batch, scene: Scene, result: Answers) -> Iterator[Disagreement]:
    """Touching, and within a padding near one of the distances."""
    A, B, X_WA, X_WB = batch.A, batch.B, batch.X_WA, batch.X_WB
    size = scene.prover.scales(X_WA, X_WB)
    i = scene.rng.integers(len(size))
    offset = size[i] * scene.rng.normal() * 10 ** scene.rng.uniform(-8, 0)
    near = result.distance[i] + offset if np.isfinite(result.distance[i]) else offset
    for padding in (0.0, float(near)):
        verdict = cw.HasCollisions(A, X_WA, B, X_WB, padding)
        mirrored = cw.HasCollisions(B, X_WB, A, X_WA, padding)
        expected = result.distance <= padding
        # Any two ways to the distance may round apart; without padding they do not.
        close = np.abs(result.distance - padding) <= (1e-14 * size if padding else 0.0)
        for i in np.flatnonzero(((verdict != expected) | (mirrored != expected)) & ~close):
            what = f"HasCollision(padding={padding!r}) is {bool(verdict[i])}, swapped "
            what += f"{bool(mirrored[i])}, at a distance of {float(result.distance[i])!r}"
            yield Disagreement(what, _reproduction(batch, int(i)))


def _reproduction(batch: Batch, row: int) -> str:
    A, B = expression(batch.A), expression(batch.B)
    X_WA, X_WB = batch.X_WA[row].tolist(), batch.X_WB[row].tolist()
    return f"import clearway as cw; print(cw.ComputeSignedDistance({A}, {X_WA}, {B}, {X_WB}))"
