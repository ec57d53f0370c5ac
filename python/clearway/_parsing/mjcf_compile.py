"""MuJoCo's own parser and compiler, asked for poses and names only."""

from __future__ import annotations

import math
import struct
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from clearway._logging import logger
from clearway._mesh_limits import check_mesh_size, check_triangle_count
from clearway._missing_file import check_is_file, missing_file
from clearway._parsing.description import PoseSpec
from clearway._parsing.mjcf_text import MjcfText
from clearway._parsing.xml import Element

_Number = TypeVar("_Number", np.float64, np.int64)

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

    MuJoCo is not given mesh files, textures, or the heights of fields that collide with nothing:
    poses need none of them, and a model whose pictures are missing can be checked as well as any.

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
        with _errors_of_mujoco(text):
            spec = mujoco.MjSpec.from_string(text.text)
        spec.modelfiledir = str(folder or Path.cwd())
        spec.compiler.fusestatic = False
        spec.compiler.discardvisual = False
        meshes = _take_meshes(mujoco, spec, text, folder or Path.cwd(), huge=huge)
        _take_heights(spec, text, folder or Path.cwd(), huge=huge)
        _blank_pictures(mujoco, spec)
        with _errors_of_mujoco(text), warnings.catch_warnings(record=True):
            warnings.simplefilter("always")  # As well as to its function.
            model = spec.compile()
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


@contextmanager
def _errors_of_mujoco(text: MjcfText) -> Iterator[None]:
    """Say where in the text MuJoCo found what it refuses."""
    try:
        yield
    except (ValueError, RuntimeError) as error:
        raise text.error(error) from None


@contextmanager
def _errors_at(element: Element) -> Iterator[None]:
    """Say which element names the file that is missing or too large."""
    try:
        yield
    except FileNotFoundError as error:
        raise missing_file(f"{element.where()}: {error}", error.filename) from None
    except ValueError as error:
        raise element.error(str(error)) from None


def _take_meshes(
    mujoco: ModuleType, spec: Any, text: MjcfText, folder: Path, *, huge: bool
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
        with _errors_at(text.find(mesh.info)):
            vertices = _in_threes("vertex", np.array(mesh.uservert, dtype=np.float64))
            triangles = _in_threes("face", np.array(mesh.userface, dtype=np.int64))
            reference = pose_at(mesh.refpos, mesh.refquat)
        meshes[mesh.name] = MeshAsset(
            path=_asset_path(spec, mesh),
            scale=(float(mesh.scale[0]), float(mesh.scale[1]), float(mesh.scale[2])),
            reference=reference,
            vertices=vertices,
            triangles=triangles,
        )
        if mesh.name in fitted:
            if mesh.file:
                path = folder / meshes[mesh.name].path
                with _errors_at(text.find(mesh.info)):
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


def _in_threes(name: str, values: NDArray[_Number]) -> NDArray[_Number]:
    if len(values) % 3 != 0:
        raise ValueError(f"{name}: must have numbers in threes, got {len(values)}")
    return values.reshape(-1, 3)


def pose_at(position: NDArray[np.float64], quaternion_wxyz: NDArray[np.float64]) -> PoseSpec:
    """Return the pose that MuJoCo gives as a position and a quaternion."""
    p = (float(position[0]), float(position[1]), float(position[2]))
    norm = math.hypot(*quaternion_wxyz)
    if norm == 0:
        raise ValueError("a quaternion is zero")
    w, x, y, z = (float(each) / norm for each in quaternion_wxyz)
    return PoseSpec(p) if (x, y, z) == (0, 0, 0) else PoseSpec(p, quaternion_wxyz=(w, x, y, z))


def _asset_path(spec: Any, asset: Any) -> str:
    """Return the path of the file of a mesh or a height field."""
    if not asset.file:
        return ""
    path = Path(asset.file)
    if spec.strippath:
        path = Path(path.name)
    return str(Path(asset.compiler.meshdir) / path)


def _blank_pictures(mujoco: ModuleType, spec: Any) -> None:
    for texture in spec.textures:
        texture.file, texture.cubefiles = "", [""] * 6
        texture.builtin = mujoco.mjtBuiltin.mjBUILTIN_FLAT
        texture.width = texture.height = 1
        texture.nchannel = 3
    for skin in list(spec.skins):
        spec.delete(skin)


def _take_heights(spec: Any, text: MjcfText, folder: Path, *, huge: bool) -> None:
    """Leave the heights to MuJoCo, but for fields that collide with nothing."""
    paired = {name for pair in spec.pairs for name in (pair.geomname1, pair.geomname2)}
    colliding = {
        geom.hfieldname
        for geom in spec.geoms
        if geom.contype or geom.conaffinity or (geom.name and geom.name in paired)
    }
    for field in spec.hfields:
        if field.name not in colliding:
            field.file = ""
            field.nrow = field.ncol = 2
            field.userdata = [0.0] * 4
            continue
        with _errors_at(text.find(field.info)):
            rows, columns = field.nrow, field.ncol
            if field.file:
                path = folder / _asset_path(spec, field)
                check_is_file(path)
                check_mesh_size(path, huge=huge)
                rows, columns = _read_grid_size(path)
                field.file = str(path)
            check_triangle_count(2 * rows * columns, huge=huge)


def _read_grid_size(path: Path) -> tuple[int, int]:
    """Read the rows and columns of a file of heights, a PNG or MuJoCo's own, from its head."""
    with path.open("rb") as file:
        head = file.read(24)
    form, begin = (">II", 16) if head.startswith(b"\x89PNG") else ("<ii", 0)
    if len(head) < begin + 8:
        raise ValueError(f"{path} is no file of heights")
    rows, columns = struct.unpack_from(form, head, begin)
    return rows, columns
