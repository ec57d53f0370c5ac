"""``clearway demo``: an arm in front of a shelf, checked and drawn."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

import clearway as cw
from clearway._picture import draw
from clearway._tessellate import tessellate

if TYPE_CHECKING:
    from PIL.Image import Image

Array = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

DATA = Path(__file__).parent / "demo_data"

_CHUNK = 1000
_ROBOT_COLOUR = (0.95, 0.55, 0.15)
_HIT_COLOUR = (0.85, 0.1, 0.15)
_SCENE_COLOUR = (0.55, 0.65, 0.75)


def make_checker() -> cw.SceneGraphCollisionChecker:
    """Return a checker of the demo's arm in front of its shelf."""
    return cw.load_checker(
        DATA / "arm.urdf", srdf=DATA / "arm.srdf", environment=[DATA / "shelf.urdf"]
    )


def sample_configurations(checker: cw.CollisionChecker, count: int, seed: int) -> Array:
    """Return uniform random configurations within the joint limits, shape (count, nq)."""
    plant = checker.plant()
    lower, upper = plant.GetPositionLowerLimits(), plant.GetPositionUpperLimits()
    return np.random.default_rng(seed).uniform(lower, upper, (count, len(lower)))


def sample_edges(checker: cw.CollisionChecker, count: int, seed: int) -> Array:
    """Return random edges of 1 rad (less where a limit cuts them off), shape (count, 2, nq)."""
    plant = checker.plant()
    start = sample_configurations(checker, count, seed)
    step = np.random.default_rng(seed + 1).normal(size=start.shape)
    step /= np.linalg.norm(step, axis=1, keepdims=True)
    end = np.clip(start + step, plant.GetPositionLowerLimits(), plant.GetPositionUpperLimits())
    return np.stack([start, end], axis=1)


def count_colliding_pairs(
    checker: cw.CollisionChecker, configurations: Iterable[Array]
) -> Counter[tuple[str, str]]:
    """Count in how many configurations each pair of bodies, by name, collides."""
    plant = checker.plant()
    pairs: Counter[tuple[int, ...]] = Counter()
    for q in configurations:
        pairs.update(map(tuple, checker.FindCollidingPairs(q).tolist()))
    names = [plant.get_body(i).name() for i in range(plant.num_bodies())]
    return Counter({(names[a], names[b]): count for (a, b), count in pairs.items()})


def draw_configuration(checker: cw.CollisionChecker, q: Array) -> Image:
    """Return a picture of a configuration, with colliding bodies in red."""
    scene = checker.model().scene_graph()
    X_WB = checker.plant().CalcBodyPoses(q)
    hit = {int(body) for body in checker.FindCollidingPairs(q).flat}
    triangles, colours = [], []
    for geometry in scene.GetAllGeometryIds():
        body = scene.GetBodyIndex(geometry)
        X_WG = X_WB[int(body)] @ scene.GetPoseInBody(geometry).GetAsMatrix4()
        corners = tessellate(scene.GetShape(geometry)) @ X_WG[:3, :3].T + X_WG[:3, 3]
        if int(body) in hit:
            colour = _HIT_COLOUR
        else:
            colour = _ROBOT_COLOUR if checker.IsPartOfRobot(body) else _SCENE_COLOUR
        triangles.append(corners)
        colours.append(np.tile(colour, (len(corners), 1)))
    return draw(
        np.concatenate(triangles),
        np.concatenate(colours),
        eye=(-1.5, -2.1, 1.6),
        target=(0.15, 0.0, 0.5),
    )


def save_picture(pictures: Sequence[Image], path: Path) -> None:
    """Write pictures side by side into one PNG file."""
    from PIL import Image

    whole = Image.new("RGB", (sum(p.width for p in pictures), pictures[0].height))
    left = 0
    for picture in pictures:
        whole.paste(picture, (left, 0))
        left += picture.width
    whole.save(path)


def _progress(items: Sequence[Array], label: str) -> Iterable[Array]:
    """Return the items, under a progress bar on a terminal, else after one line of text."""
    from tqdm import tqdm

    if sys.stderr.isatty():
        return tqdm(items, desc=label, leave=False)
    print(f"{label} ...", flush=True)
    return items


def _check_in_chunks(
    check: Callable[[Array], Bools], items: Array, label: str
) -> tuple[Bools, float]:
    """Check items a chunk at a time; return verdicts and seconds."""
    results, seconds = [], 0.0
    for chunk in _progress(np.array_split(items, -(-len(items) // _CHUNK)), label):
        start = time.perf_counter()
        results.append(check(chunk))
        seconds += time.perf_counter() - start
    return np.concatenate(results), seconds


def _print_rate(label: str, free: Bools, seconds: float) -> None:
    print(
        f"{label}: {len(free)} in {seconds:.2f} s, {len(free) / seconds:,.0f} a second, "
        f"{free.mean():.1%} free"
    )


def run(*, num_configs: int, num_edges: int, seed: int, picture: Path) -> int:
    """Check, print and draw; return the exit status."""
    print("loading the arm and its shelf ...", flush=True)
    start = time.perf_counter()
    checker = make_checker()
    plant = checker.plant()
    print(
        f"loaded {plant.num_bodies()} bodies, {plant.num_positions()} positions "
        f"in {time.perf_counter() - start:.2f} s"
    )

    Q = sample_configurations(checker, num_configs, seed)
    free, seconds = _check_in_chunks(
        checker.CheckConfigsCollisionFree, Q, "checking configurations"
    )
    _print_rate("configurations", free, seconds)
    edges = sample_edges(checker, num_edges, seed)
    edges_free, seconds = _check_in_chunks(checker.CheckEdgesCollisionFree, edges, "checking edges")
    _print_rate("edges", edges_free, seconds)

    colliding = Q[~free]
    pairs = count_colliding_pairs(checker, _progress(list(colliding), "counting colliding pairs"))
    print("most frequent colliding pairs, of all configurations:")
    for (first, second), count in pairs.most_common(10):
        print(f"  {count / num_configs:7.2%}  {first} - {second}")

    shown = [q[0] for q in (colliding, Q[free]) if len(q)]
    save_picture([draw_configuration(checker, q) for q in _progress(shown, "drawing")], picture)
    print(
        f"wrote {picture}: "
        + (
            "a colliding configuration, and a free one"
            if len(shown) == 2
            else "all configurations are alike"
        )
    )
    return 0
