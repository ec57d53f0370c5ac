"""Verdicts and speed on a Panda in MotionBenchMaker's scenes, beside MuJoCo and Drake.

    python benchmarks/panda_scenes.py --panda DIR --peers FILE [--configs 500] [--mesh exact]

DIR holds ``panda.urdf``, ``panda.srdf``, their meshes and ``motion_bench_maker.json``. FILE is a
Python file with a function ``limits()`` that returns the joint limits (lower, upper), and with
``run_mujoco(problem, Q)`` and ``run_drake(problem, Q)`` that return (seconds, free) for the best of
five passes over the configurations ``Q``, on one thread (either peer is left out, and said so, where
it is not installed).

For the first problem of each family the verdicts of clearway are compared with each peer's: every
configuration that differs is printed with clearway's least distance (less padding) over the
unfiltered pairs. Then the rates are taken in turn, clearway, peer, clearway, peer, and the median of
the ratio printed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

import clearway as cw

Array = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


def load_peers(path: Path) -> ModuleType:
    """Import the peers' file as a module."""
    spec = importlib.util.spec_from_file_location("peers", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make_obstacles(problem: dict[str, Any]) -> dict[str, tuple[cw.Shape, cw.RigidTransform]]:
    """Return a problem's boxes, cylinders and spheres as obstacles by name."""
    obstacles: dict[str, tuple[cw.Shape, cw.RigidTransform]] = {}
    for kind in ("boxes", "cylinders", "spheres"):
        for i, item in enumerate(problem[kind]):
            x, y, z, w = item.get("quat_xyzw", (0, 0, 0, 1))
            wxyz = np.array([w, x, y, z])
            R = cw.RotationMatrix.FromQuaternion(wxyz / np.linalg.norm(wxyz))
            shape: cw.Shape
            if kind == "boxes":
                shape = cw.Box(*item["size"])
            elif kind == "cylinders":
                shape = cw.Cylinder(item["radius"], item["length"])
            else:
                shape = cw.Sphere(item["radius"])
            obstacles[f"{item['name']}_{kind}{i}"] = (shape, cw.RigidTransform(R, item["xyz"]))
    return obstacles


def make_checker(panda: Path, problem: dict[str, Any], mesh: str) -> cw.SceneGraphCollisionChecker:
    """Return a checker of the Panda among a problem's obstacles."""
    return cw.load_checker(
        panda / "panda.urdf",
        srdf=panda / "panda.srdf",
        obstacles=make_obstacles(problem),
        mesh=mesh,
        implicit_context_parallelism=False,
    )


def time_checker(checker: cw.CollisionChecker, Q: Array) -> tuple[float, Bools]:
    """Return the least of five passes [s] and the verdicts (free), on one thread."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        free = checker.CheckConfigsCollisionFree(Q, parallelize=False)
        times.append(time.perf_counter() - start)
    return min(times), free


def least_distance(checker: cw.CollisionChecker, q: Array) -> float:
    """Return the least distance less padding over unfiltered pairs closer than 0.01 m."""
    distances = checker.CalcRobotClearance(q, 0.01).distances()
    return float(distances.min()) if len(distances) else np.inf


def main() -> int:
    """Run the comparison; the exit status tells whether a verdict differs beyond 1e-7 m."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--panda", type=Path, required=True)
    parser.add_argument("--peers", type=Path, required=True)
    parser.add_argument("--configs", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--mesh", choices=("convex_hull", "exact"), default="convex_hull")
    arguments = parser.parse_args()

    problems = json.loads((arguments.panda / "motion_bench_maker.json").read_text())["problems"]
    peers = load_peers(arguments.peers)
    lower, upper = peers.limits()
    Q = np.random.default_rng(arguments.seed).uniform(lower, upper, (arguments.configs, len(lower)))
    worst = 0.0
    for family, family_problems in problems.items():
        problem = family_problems[0]
        checker = make_checker(arguments.panda, problem, arguments.mesh)
        seconds, free = time_checker(checker, Q)
        print(f"{family}: clearway {seconds / len(Q) * 1e6:.2f} us, free {free.mean():.3f}")
        for name in ("mujoco", "drake"):
            run = getattr(peers, f"run_{name}")
            try:
                _, peer_free = run(problem, Q)
            except ImportError as error:
                print(f"  {name}: left out, {error}")
                continue
            differing = np.flatnonzero(free != peer_free)
            print(f"  {name}: {len(differing)} of {len(Q)} verdicts differ")
            for i in differing:
                distance = least_distance(checker, Q[i])
                worst = max(worst, abs(distance))
                print(f"    q = {Q[i].tolist()}: clearway's least distance {distance:.3e} m")
            ratios = []
            for _ in range(arguments.rounds):
                ours, _ = time_checker(checker, Q)
                theirs, _ = run(problem, Q)
                ratios.append(theirs / ours)
            print(
                f"  {name}: {statistics.median(ratios):.2f} times its rate (median of {len(ratios)})"
            )
    print(f"largest |distance| where a verdict differs: {worst:.3e} m")
    return int(worst > 1e-7)


if __name__ == "__main__":
    sys.exit(main())
