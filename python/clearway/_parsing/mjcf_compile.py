"""MuJoCo's own parser and compiler, asked for poses and names only."""

from __future__ import annotations

import math
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clearway._logging import logger
from clearway._mesh_limits import check_mesh_size
from clearway._missing_file import check_is_file
from clearway._parsing.description import PoseSpec
from clearway._parsing.mjcf_text import MjcfText

# MuJoCo hands its warnings to one function of the whole process.
_warnings_lock = threading.Lock()

# A mesh whose frame stays where it is when MuJoCo moves its origin to the centre of mass.
_OCTAHEDRON = [*(1, 0, 0, -1, 0, 0), *(0, 1, 0, 0, -1, 0), *(0, 0, 1, 0, 0, -1)]


@dataclass(frozen=True)
class MeshAsset:
    """A mesh as the file gives it: by a file's path, or vertices and perhaps triangles."""

    path: str
    scale: tuple[float, float, float]
    reference: PoseSpec
    vertices: NDArray[np.float64]  # (n, 3)
    triangles: NDArray[np.int64]  # (m, 3)


@dataclass(frozen=True)
class Compiled:
    """A compiled model, the description it was made of, and the meshes that were left out."""

    mujoco: ModuleType
    model: Any  # mujoco.MjModel
    spec: Any  # mujoco.MjSpec
    text: MjcfText
    meshes: dict[str, MeshAsset]


def compile_mjcf(text: MjcfText, folder: Path | None, *, huge: bool) -> Compiled:
    """Parse and compile an MJCF.

    MuJoCo is not given mesh files, textures or height data: poses need none of them, and a model
    whose pictures are missing can be checked as well as any.

    Parameters
    ----------
    text : MjcfText
    folder : Path or None
        Of the file. None: the working folder.
    huge : bool
        Lifts the limits on the size of mesh files.

    Raises
    ------
    ImportError
        If MuJoCo's package is not there.
    ValueError
        If MuJoCo refuses the model; with file, line and element.
    """
    source = text.root.document.source
    try:
        import mujoco
    except ImportError as error:
        raise ImportError(
            f"{source}: MJCF is read by MuJoCo's own parser: pip install 'clearway[mjcf]'"
        ) from error
    with _collect_warnings(mujoco, source):
        try:
            spec = mujoco.MjSpec.from_string(text.text)
            spec.modelfiledir = str(folder or Path.cwd())
            spec.compiler.fusestatic = False
            spec.compiler.discardvisual = False
            meshes = _take_meshes(mujoco, spec, folder or Path.cwd(), huge=huge)
            _blank_pictures(mujoco, spec)
            with warnings.catch_warnings(record=True):  # As well as to its function.
                warnings.simplefilter("always")
                model = spec.compile()
        except (ValueError, RuntimeError) as error:
            raise text.error(error) from None
    return Compiled(mujoco, model, spec, text, meshes)


@contextmanager
def _collect_warnings(mujoco: ModuleType, source: str) -> Iterator[None]:
    """Send MuJoCo's warnings to the log, and not to stderr and a file in the working folder.

    They are about forces, mostly, and so no warnings here.
    """
    with _warnings_lock:
        before = mujoco.get_mju_user_warning()
        mujoco.set_mju_user_warning(
            lambda message: logger.info("%s: MuJoCo says: %s", source, str(message).strip())
        )
        try:
            yield
        finally:
            mujoco.set_mju_user_warning(before)


def _take_meshes(
    mujoco: ModuleType, spec: Any, folder: Path, *, huge: bool
) -> dict[str, MeshAsset]:
    """Put an octahedron in the place of each mesh, but of those that primitives are fitted to."""
    fitted = {
        geom.meshname
        for geom in spec.geoms
        if geom.meshname
        and geom.type not in (mujoco.mjtGeom.mjGEOM_MESH, mujoco.mjtGeom.mjGEOM_SDF)
    }
    meshes = {}
    for mesh in spec.meshes:
        vertices = np.array(mesh.uservert, dtype=np.float64).reshape(-1, 3)
        meshes[mesh.name] = MeshAsset(
            path=_mesh_path(spec, mesh),
            scale=(float(mesh.scale[0]), float(mesh.scale[1]), float(mesh.scale[2])),
            reference=pose_at(mesh.refpos, mesh.refquat),
            vertices=vertices,
            triangles=np.array(mesh.userface, dtype=np.int64).reshape(-1, 3),
        )
        if mesh.name in fitted:
            if mesh.file:
                path = folder / meshes[mesh.name].path
                check_is_file(path)
                check_mesh_size(path, huge=huge)
                mesh.file = str(path)
            continue
        if mesh.plugin.active:
            continue
        mesh.file = ""
        mesh.scale, mesh.refpos, mesh.refquat = [1, 1, 1], [0, 0, 0], [1, 0, 0, 0]
        mesh.uservert, mesh.userface = _OCTAHEDRON, []
        mesh.usernormal, mesh.userfacenormal = [], []
        mesh.usertexcoord, mesh.userfacetexcoord = [], []
    return meshes


def pose_at(position: NDArray[np.float64], quaternion_wxyz: NDArray[np.float64]) -> PoseSpec:
    """Return the pose that MuJoCo gives as a position and a quaternion."""
    p = (float(position[0]), float(position[1]), float(position[2]))
    norm = math.hypot(*quaternion_wxyz)
    if norm == 0:
        raise ValueError("a quaternion is zero")
    w, x, y, z = (float(each) / norm for each in quaternion_wxyz)
    return PoseSpec(p) if (x, y, z) == (0, 0, 0) else PoseSpec(p, quaternion_wxyz=(w, x, y, z))


def _mesh_path(spec: Any, mesh: Any) -> str:
    if not mesh.file:
        return ""
    path = Path(mesh.file)
    if spec.strippath:
        path = Path(path.name)
    return str(Path(mesh.compiler.meshdir) / path)


def _blank_pictures(mujoco: ModuleType, spec: Any) -> None:
    for texture in spec.textures:
        texture.file, texture.cubefiles = "", [""] * 6
        texture.builtin = mujoco.mjtBuiltin.mjBUILTIN_FLAT
        texture.width = texture.height = 1
        texture.nchannel = 3
    for field in spec.hfields:
        field.file = ""
        field.nrow = field.ncol = 2
        field.userdata = [0.0] * 4
    for skin in list(spec.skins):
        spec.delete(skin)
