"""Robots: a minimal reading of URDF and SRDF, and forward kinematics of batches."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .files import read_mesh, read_triangles
from .poses import pose, turn
from .shapes import (
    Box,
    Capsule,
    Convex,
    Cylinder,
    Ellipsoid,
    Floats,
    Shape,
    Sphere,
)

_DRAKE = "{http://drake.mit.edu}"
_SUFFIXES: dict[str, tuple[str, ...]] = {
    "fixed": (),
    "revolute": ("q",),
    "continuous": ("q",),
    "prismatic": ("x",),
    "planar": ("x", "y", "qz"),
    "universal": ("qx", "qy"),
}


@dataclass(frozen=True, eq=False)
class Geometry:
    link: str
    X_LG: Floats
    shape: Shape


@dataclass(frozen=True, eq=False)
class Joint:
    name: str
    type: str
    parent: str
    child: str
    X_PJ: Floats
    axis: Floats
    limits: tuple[float, float]
    mimic: tuple[str, float, float] | None  # leader, multiplier, offset

    @property
    def positions(self) -> list[str]:
        """The names of the positions that the joint owns."""
        if self.mimic is not None:
            return []
        return [f"{self.name}_{suffix}" for suffix in _SUFFIXES[self.type]]


@dataclass(frozen=True, eq=False)
class Robot:
    """Links and joints; a link called world is the world, and other roots are fixed."""

    links: list[str]
    joints: list[Joint]
    geometries: list[Geometry]

    @property
    def positions(self) -> list[str]:
        return [name for joint in self.joints for name in joint.positions]

    def sample(self, rng: np.random.Generator, n: int) -> Floats:
        """Uniform configurations (n, positions).

        Coordinates without limits: angles in [-pi, pi], slides in [-1.5, 1.5].
        """
        limits = np.array([joint.limits for joint in self.joints for _ in joint.positions])
        slides = np.array([name.endswith(("_x", "_y")) for name in self.positions])
        span = np.where(slides, 1.5, np.pi)
        lower, upper = np.maximum(limits[:, 0], -span), np.minimum(limits[:, 1], span)
        return rng.uniform(lower, upper, size=(n, len(limits)))

    def link_poses(self, Q: Floats) -> dict[str, Floats]:
        """X_WL of each link, (n, 4, 4), for configurations Q (n, positions)."""
        by_name = dict(zip(self.positions, Q.T, strict=True))
        children = {joint.child for joint in self.joints}
        identity = np.tile(np.eye(4), (len(Q), 1, 1))
        poses = {link: identity for link in self.links if link not in children}
        waiting = list(self.joints)
        while waiting:
            ready = [joint for joint in waiting if joint.parent in poses]
            waiting = [joint for joint in waiting if joint.parent not in poses]
            for joint in ready:
                motion = self._motion(joint, by_name, len(Q))
                poses[joint.child] = poses[joint.parent] @ joint.X_PJ @ motion
        return poses

    def _coordinate(self, name: str, by_name: dict[str, Floats]) -> Floats:
        joint = next(joint for joint in self.joints if joint.name == name)
        if joint.mimic is None:
            return by_name[joint.positions[0]]
        leader, multiplier, offset = joint.mimic
        return multiplier * self._coordinate(leader, by_name) + offset

    def _motion(self, joint: Joint, by_name: dict[str, Floats], n: int) -> Floats:
        X = np.tile(np.eye(4), (n, 1, 1))
        match joint.type:
            case "revolute" | "continuous":
                X[:, :3, :3] = turn(joint.axis, self._coordinate(joint.name, by_name))
            case "prismatic":
                X[:, :3, 3] = np.outer(self._coordinate(joint.name, by_name), joint.axis)
            case "planar":
                x, y, angle = (by_name[name] for name in joint.positions)
                X[:, 0, 3], X[:, 1, 3] = x, y
                X[:, :3, :3] = turn(np.array([0.0, 0.0, 1.0]), angle)
            case "universal":
                about_x, about_y = (by_name[name] for name in joint.positions)
                X[:, :3, :3] = turn(np.array([1.0, 0.0, 0.0]), about_x)
                X[:, :3, :3] = X[:, :3, :3] @ turn(np.array([0.0, 1.0, 0.0]), about_y)
        return X


def read_urdf(path: Path) -> Robot:
    """Read links, joints and collision geometry, and nothing else."""
    root = ET.parse(path).getroot()
    links = [link.attrib["name"] for link in root.findall("link")]
    geometries = [
        Geometry(link.attrib["name"], _pose(collision), _shape(collision, path.parent))
        for link in root.findall("link")
        for collision in link.findall("collision")
    ]
    joints = [_joint(element) for element in root if element.tag in ("joint", f"{_DRAKE}joint")]
    return Robot(links, joints, geometries)


def read_srdf(path: Path, links: list[str]) -> set[frozenset[str]]:
    """Read the pairs of links that are not to be checked."""
    root = ET.parse(path).getroot()

    def pairs(tag: str) -> set[frozenset[str]]:
        return {frozenset((e.attrib["link1"], e.attrib["link2"])) for e in root.findall(tag)}

    by_default = {
        frozenset((element.attrib["link"], other))
        for element in root.findall("disable_default_collisions")
        for other in links
        if other != element.attrib["link"]
    }
    return (by_default - pairs("enable_collisions")) | pairs("disable_collisions")


def _numbers(text: str) -> Floats:
    return np.array([float(word) for word in text.split()])


def _pose(element: ET.Element) -> Floats:
    origin = element.find("origin")
    if origin is None:
        return np.eye(4)
    roll, pitch, yaw = _numbers(origin.get("rpy", "0 0 0"))
    x, y, z = (
        turn(axis, np.array([angle]))[0]
        for axis, angle in zip(np.eye(3), (roll, pitch, yaw), strict=True)
    )
    return pose(z @ y @ x, _numbers(origin.get("xyz", "0 0 0")))


def _shape(collision: ET.Element, folder: Path) -> Shape:
    geometry = collision.find("geometry")
    assert geometry is not None
    (element,) = geometry
    values = {key: _numbers(value) for key, value in element.attrib.items() if key != "filename"}
    match element.tag.removeprefix(_DRAKE):
        case "box":
            return Box(*values["size"])
        case "sphere":
            return Sphere(*values["radius"])
        case "cylinder":
            return Cylinder(*values["radius"], *values["length"])
        case "capsule":
            return Capsule(*values["radius"], *values["length"])
        case "ellipsoid":
            return Ellipsoid(*values["a"], *values["b"], *values["c"])
        case "mesh":
            path, scale = folder / element.attrib["filename"], values.get("scale", np.ones(3))
            if element.find(f"{_DRAKE}declare_convex") is not None:
                return Convex(read_triangles(path)[0] * scale)
            return read_mesh(path, scale)
        case other:
            raise ValueError(f"unknown shape {other}")


def _joint(element: ET.Element) -> Joint:
    def part(tag: str) -> dict[str, str]:
        found = element.find(tag)
        return {} if found is None else found.attrib

    kind = element.attrib["type"]
    axis = _numbers(part("axis").get("xyz", "1 0 0"))
    limit, mimic = part("limit"), part("mimic")
    bounded = kind in ("revolute", "prismatic")
    return Joint(
        name=element.attrib["name"],
        type=kind,
        parent=part("parent")["link"],
        child=part("child")["link"],
        X_PJ=_pose(element),
        axis=axis / np.linalg.norm(axis),
        limits=(float(limit["lower"]), float(limit["upper"])) if bounded else (-np.inf, np.inf),
        mimic=(
            mimic["joint"],
            float(mimic.get("multiplier", 1)),
            float(mimic.get("offset", 0)),
        )
        if mimic
        else None,
    )
