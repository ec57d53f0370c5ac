"""Write the meshes of the demo's arm: three convex links and one fork, which is not convex.

Run from anywhere: ``python tools/make_demo_meshes.py``. The files are committed.
"""

from pathlib import Path

import numpy as np
import trimesh

MESHES = Path(__file__).parents[1] / "python" / "clearway" / "demo_data" / "meshes"


def make_link(radius_low: float, radius_high: float, height: float) -> trimesh.Trimesh:
    """Return the hull of two balls on the z axis: a tapered, rounded link [m]."""
    low = trimesh.creation.icosphere(subdivisions=2, radius=radius_low)
    high = trimesh.creation.icosphere(subdivisions=2, radius=radius_high)
    high.apply_translation([0, 0, height])
    hull: trimesh.Trimesh = trimesh.convex.convex_hull(
        np.concatenate([low.vertices, high.vertices])
    )
    return hull


def make_fork() -> trimesh.Trimesh:
    """Return a two-pronged fork: a round flange, a palm and two prongs, one solid [m]."""
    outline = np.array(
        [
            [-0.070, 0.000],
            [0.070, 0.000],
            [0.085, 0.030],
            [0.085, 0.150],
            [0.070, 0.160],
            [0.055, 0.150],
            [0.055, 0.060],
            [0.040, 0.045],
            [-0.040, 0.045],
            [-0.055, 0.060],
            [-0.055, 0.150],
            [-0.070, 0.160],
            [-0.085, 0.150],
            [-0.085, 0.030],
        ]
    )
    # The outline in the xz plane, extruded along y.
    count = len(outline)
    half = 0.02
    vertices = np.concatenate([np.insert(outline, 1, y, axis=1) for y in (-half, half)])
    # Ears of the polygon, seen from -y (counter-clockwise there).
    front = np.array(
        [
            (0, 1, 2), (0, 2, 7), (0, 7, 8), (0, 8, 13), (2, 3, 6), (2, 6, 7),
            (3, 4, 5), (3, 5, 6), (8, 9, 13), (9, 10, 13), (10, 12, 13), (10, 11, 12),
        ]
    )  # fmt: skip
    i = np.arange(count)
    j = (i + 1) % count
    sides = np.concatenate(
        [np.stack([i, i + count, j], axis=1), np.stack([j, i + count, j + count], axis=1)]
    )
    return trimesh.Trimesh(
        vertices, np.concatenate([front, front[:, ::-1] + count, sides]), process=False
    )


def main() -> None:
    """Write every mesh as an OBJ file with micrometre digits."""
    MESHES.mkdir(parents=True, exist_ok=True)
    meshes = {
        "shoulder": make_link(0.085, 0.07, 0.12),
        "elbow": make_link(0.07, 0.06, 0.09),
        "wrist": make_link(0.055, 0.05, 0.07),
        "fork": make_fork(),
    }
    for name, mesh in meshes.items():
        mesh.fix_normals()
        assert mesh.is_watertight, name
        assert mesh.volume > 0, name
        lines = [f"# {name}, written by tools/make_demo_meshes.py [m]"]
        lines += [f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in mesh.vertices]
        lines += ["f " + " ".join(str(k + 1) for k in face) for face in mesh.faces]
        (MESHES / f"{name}.obj").write_text("\n".join(lines) + "\n")
        print(name, len(mesh.vertices), "vertices,", len(mesh.faces), "triangles")


if __name__ == "__main__":
    main()
