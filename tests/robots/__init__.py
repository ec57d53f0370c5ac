"""Three small robots of the project's own, each in a scene of obstacles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from oracle.files import read_mesh
from oracle.poses import pose, turn
from oracle.shapes import (
    Box,
    Capsule,
    Cone,
    Convex,
    Cylinder,
    Ellipsoid,
    Floats,
    HalfSpace,
    Shape,
    Sphere,
)

HERE = Path(__file__).parent


@dataclass(frozen=True)
class TestRobot:
    """A robot's files, its obstacles (shape and pose in world), and its paddings."""

    __test__ = False

    name: str
    obstacles: dict[str, tuple[Shape, Floats]]
    env_collision_padding: float
    self_collision_padding: float

    @property
    def urdf(self) -> Path:
        return HERE / f"{self.name}.urdf"

    @property
    def srdf(self) -> Path:
        return HERE / f"{self.name}.srdf"


def _turned(axis: tuple[float, float, float], angle: float, *p: float) -> Floats:
    return pose(turn(np.array(axis), np.array([angle]))[0], np.array(p))


def _at(x: float, y: float, z: float) -> Floats:
    return pose(None, (x, y, z))


_SHELF = read_mesh(HERE / "meshes" / "shelf.stl", np.ones(3))
_X, _Y, _Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)

ARM = TestRobot(
    "arm",
    {
        "floor": (HalfSpace(), _at(0, 0, -0.01)),
        "shelf": (_SHELF, _turned(_Z, -np.pi / 2, 0.62, 0, 0)),
        "table": (Box(0.5, 0.6, 0.05), _at(-0.5, 0.1, 0.3)),
        "mug": (Cylinder(0.05, 0.12), _at(-0.45, 0.1, 0.385)),
        "ball": (Sphere(0.1), _at(0, -0.55, 0.6)),
        "post": (Capsule(0.04, 0.9), _at(0.1, 0.55, 0.45)),
    },
    env_collision_padding=0.0,
    self_collision_padding=0.0,
)

MOBILE = TestRobot(
    "mobile",
    {
        "floor": (HalfSpace(), _at(0, 0, -0.03)),
        "shelf": (_SHELF, _at(1.2, 0.9, 0.25)),
        "pillar": (Cylinder(0.2, 2.0), _at(-1.0, 0.6, 1.0)),
        "crate": (Box(0.6, 0.4, 0.5), _turned(_Z, 0.4, 0.8, -1.0, 0.25)),
        "lamp": (Cone(0.25, 0.3), _at(-0.4, -1.0, 1.0)),
        "beam": (Box(2.0, 0.08, 0.08), _turned(_Y, 0.3, 0.0, 0.7, 1.0)),
    },
    env_collision_padding=0.01,
    self_collision_padding=0.0,
)

DUAL = TestRobot(
    "dual",
    {
        "floor": (HalfSpace(), _turned(_X, 0.05, 0, 0, -0.05)),
        "table": (Box(0.6, 1.2, 0.04), _at(0.55, 0, 0.45)),
        "cone": (Cone(0.1, 0.3), _at(0.5, 0.3, 0.63)),
        "pipe": (Cylinder(0.05, 1.5), _turned(_Y, np.pi / 2, -0.3, 0.2, 1.25)),
        "egg": (Ellipsoid(0.1, 0.06, 0.06), _turned(_Z, 0.7, 0.45, -0.3, 0.55)),
        "wedge": (
            Convex(
                np.array(
                    [[0, 0, 0], [0.4, 0, 0], [0, 0.4, 0], [0.4, 0.4, 0], [0, 0, 0.3], [0, 0.4, 0.3]]
                )
            ),
            _turned(_Z, 2.0, -0.4, -0.5, 0.5),
        ),
    },
    env_collision_padding=0.0,
    self_collision_padding=0.02,
)

ROBOTS = {robot.name: robot for robot in (ARM, MOBILE, DUAL)}

__all__ = ["ARM", "DUAL", "MOBILE", "ROBOTS", "TestRobot"]
