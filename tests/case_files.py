"""The pairs, motions and rules of tests/cases: inputs on which collision libraries failed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

import clearway as cw
import oracle
from oracle import Floats

CASES = Path(__file__).parent / "cases"


def read_cases(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((CASES / f"{name}.json").read_text())
    return cases


def read_pose(case: dict[str, Any]) -> Floats:
    """The (4, 4) matrix of a position and a quaternion, which is normalised."""
    wxyz = np.array(case["quat_wxyz"])
    R = cw.RotationMatrix.FromQuaternion(wxyz / np.linalg.norm(wxyz))
    return cw.RigidTransform(R, case["xyz"]).GetAsMatrix4()


def read_shape(case: dict[str, Any], *, scale: float = 1.0, solid: bool = False) -> cw.Shape:
    match case["type"]:
        case "sphere":
            return cw.Sphere(scale * case["radius"])
        case "capsule":
            return cw.Capsule(scale * case["radius"], scale * case["length"])
        case "cylinder":
            return cw.Cylinder(scale * case["radius"], scale * case["length"])
        case "box":
            return cw.Box(*(scale * np.array(case["size"])))
        case "ellipsoid":
            return cw.Ellipsoid(*(scale * np.array(case["radii"])))
        case "convex":
            return cw.Convex(scale * np.array(case["vertices"], dtype=float))
        case "mesh":
            vertices = scale * np.array(case["vertices"], dtype=float)
            return cw.Mesh(vertices, np.array(case["faces"]), solid=solid)
        case "halfspace":
            return cw.HalfSpace()
        case "voxels":
            return _read_voxels(case, scale)
    raise AssertionError(f"unknown type {case['type']}")


def read_frame(case: dict[str, Any], scale: float = 1.0) -> Floats:
    """Where the shape of `read_shape` is in the frame of the case: a half space has a plane."""
    if case["type"] != "halfspace":
        return np.eye(4)
    normal = np.array(case["normal"], dtype=float)
    R = cw.RotationMatrix.FromZAxis(normal / np.linalg.norm(normal))
    return cw.RigidTransform(R, scale * case["offset"] * normal).GetAsMatrix4()


def read_oracle_shape(case: dict[str, Any]) -> oracle.Shape:
    match case["type"]:
        case "sphere":
            return oracle.Sphere(case["radius"])
        case "box":
            return oracle.Box(*case["size"])
        case "mesh":
            vertices = np.array(case["vertices"], dtype=float)
            return oracle.Mesh(vertices, np.array(case["faces"]), solid=False)
    raise AssertionError(f"unknown type {case['type']}")


def _read_voxels(case: dict[str, Any], scale: float) -> cw.VoxelGrid:
    """A grid whose cells have the centres of the case."""
    resolution = case["resolution"]
    centers = np.array(case["centers"], dtype=float).reshape(-1, 3)
    least = centers.min(axis=0)
    cells = np.rint((centers - least) / resolution).astype(int)
    occupancy = np.zeros(cells.max(axis=0) + 1, dtype=bool)
    occupancy[tuple(cells.T)] = True
    origin = scale * (least - resolution / 2)
    return cw.VoxelGrid(occupancy, scale * resolution, origin=origin)
