"""From a file, or its text, to a model: a checked description, and the shapes of its geometry."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from clearway._core import Shape
from clearway._missing_file import check_is_file
from clearway._parsing.description import CollisionSpec, LinkSpec, MeshSpec, PoseSpec, RobotSpec
from clearway._parsing.mjcf import read_mjcf
from clearway._parsing.shapes import ShapeMaker
from clearway._parsing.srdf import Srdf, read_srdf
from clearway._parsing.urdf import read_urdf
from clearway._parsing.xml import Document, Element, read_xml

MESH_SUFFIXES = (".stl", ".obj", ".ply", ".dae", ".glb", ".gltf")

_REFUSED = {
    "sdf": "SDF is not read; convert the model to URDF",
    "world": "SDF worlds are not read; convert each model to URDF, and weld it where it belongs",
    "mujocoinclude": "a part of an MJCF model is no model; load the file that includes it",
    "dmd.yaml": "model directives are not read; call AddModels for each add_model, and WeldFrames"
    " for each add_weld",
    "xacro": "xacro is not read; run it first: xacro FILE > robot.urdf",
    "srdf": "an SRDF holds no model; load the URDF, then call AddCollisionFilters",
}


@dataclass(frozen=True)
class Model:
    """A model to be added to a plant; `shapes` has one list a link, one shape a collision."""

    robot: RobotSpec
    shapes: tuple[tuple[Shape, ...], ...]


def is_xml(source: str | os.PathLike[str]) -> bool:
    """Whether a source is XML text, and not a path."""
    return isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("<")


class ModelReader:
    """Reads models and SRDFs.

    Parameters
    ----------
    shapes : ShapeMaker
    huge : bool
        Lifts the limits on the size of a file.
    """

    def __init__(self, shapes: ShapeMaker, *, huge: bool = False) -> None:
        self._shapes = shapes
        self._huge = huge

    def read_model(self, source: str | os.PathLike[str]) -> Model:
        """Read a model from a path or XML text.

        Raises
        ------
        FileNotFoundError
            If there is no such file.
        ValueError
            For another format than URDF and MJCF, or if anything in the file is wrong.
        """
        if is_xml(source):
            return self.read_model_text(str(source), "urdf")
        path = Path(source)
        suffix = path.suffix.lower()
        file_type = "dmd.yaml" if path.name.lower().endswith(".dmd.yaml") else suffix[1:]
        if suffix in MESH_SUFFIXES:
            return self._with_shapes(_describe_mesh_file(path), path.absolute().parent)
        _check_file_type(file_type, str(path))
        root = read_xml(_read_bytes(path), str(path), huge=self._huge)
        return self._read_root(root, path.absolute().parent)

    def read_model_text(self, content: str, file_type: str) -> Model:
        """Read a model from text; `file_type` is the extension that a file with it would have."""
        file_type = file_type.removeprefix(".").lower()
        source = f"<{file_type} string>"
        _check_file_type(file_type, source)
        return self._read_root(read_xml(content, source, huge=self._huge), None)

    def read_srdf(self, source: str | os.PathLike[str]) -> Srdf:
        """Read an SRDF from a path or XML text."""
        return read_srdf_source(source, huge=self._huge)

    def _read_root(self, root: Element, folder: Path | None) -> Model:
        if root.tag in _REFUSED:
            raise root.error(_REFUSED[root.tag])
        if root.tag == "mujoco":
            if folder is None:
                root.document.source = "<mjcf string>"
            robot = read_mjcf(root, folder, huge=self._huge)
            return self._with_shapes(robot, folder)
        return self._with_shapes(read_urdf(root), folder)

    def _with_shapes(self, robot: RobotSpec, folder: Path | None) -> Model:
        return Model(
            robot,
            tuple(
                tuple(self._shapes.make(each, link.name, folder) for each in link.collisions)
                for link in robot.links
            ),
        )


def read_srdf_source(source: str | os.PathLike[str], *, huge: bool = False) -> Srdf:
    """Read an SRDF from a path or XML text."""
    if is_xml(source):
        return read_srdf(read_xml(str(source), "<srdf string>", huge=huge))
    path = Path(source)
    return read_srdf(read_xml(_read_bytes(path), str(path), huge=huge))


def _check_file_type(file_type: str, source: str) -> None:
    if file_type in _REFUSED:
        raise ValueError(f"{source}: {_REFUSED[file_type]}")
    if file_type not in ("urdf", "xml", "mjcf"):
        known = ", ".join((".urdf", ".xml", ".mjcf", *MESH_SUFFIXES))
        raise ValueError(f"{source}: files of type {file_type!r} are not read; {known} are")


def _read_bytes(path: Path) -> bytes:
    check_is_file(path)
    return path.read_bytes()


def _describe_mesh_file(path: Path) -> RobotSpec:
    """Describe a mesh file as a robot of one link, both named after it."""
    check_is_file(path)
    element = Element("mesh", {"name": path.stem}, 1, Document(str(path)))
    collision = CollisionSpec(path.stem, PoseSpec(), MeshSpec(path.name), element)
    link = LinkSpec(path.stem, (collision,), element)
    return RobotSpec(path.stem, (link,), (), (), (), (), str(path))
