"""From a file, or its text, to a model: a checked description, and the shapes of its geometry."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from clearway._core import Shape
from clearway._logging import logger
from clearway._missing_file import check_is_file
from clearway._parsing.description import CollisionSpec, LinkSpec, MeshSpec, PoseSpec, RobotSpec
from clearway._parsing.mjcf import read_mjcf
from clearway._parsing.shapes import ShapeMaker
from clearway._parsing.sources import SourceReader, is_xml
from clearway._parsing.urdf import read_urdf
from clearway._parsing.xml import Document, Element

MESH_SUFFIXES = (".stl", ".obj", ".ply", ".dae", ".glb", ".gltf")

_REFUSED = {
    "sdf": "SDF is not read; convert the model to URDF",
    "world": "SDF worlds are not read; convert each model to URDF, and weld it where it belongs",
    "mujocoinclude": "a part of an MJCF model is no model; load the file that includes it",
    "dmd.yaml": "model directives are not read; call AddModels for each add_model, and WeldFrames"
    " for each add_weld",
    "srdf": "an SRDF holds no model; load the URDF, then call AddCollisionFilters",
}


@dataclass(frozen=True)
class Model:
    """A model to be added to a plant; `shapes` has those of each collision of each link."""

    robot: RobotSpec
    shapes: tuple[tuple[tuple[Shape, ...], ...], ...]


class ModelReader:
    """Reads models.

    Parameters
    ----------
    sources : SourceReader
    shapes : ShapeMaker
    """

    def __init__(self, sources: SourceReader, shapes: ShapeMaker) -> None:
        self._sources = sources
        self._shapes = shapes

    def read_model(self, source: str | os.PathLike[str]) -> Model:
        """Read a model from a path or XML text.

        Raises
        ------
        FileNotFoundError
            If there is no such file.
        ValueError
            For another format than URDF, MJCF and xacro, or if anything in the file is wrong.
        """
        if is_xml(source):
            return self.read_model_text(str(source), "urdf")
        path = Path(source)
        suffix = path.suffix.lower()
        file_type = "dmd.yaml" if path.name.lower().endswith(".dmd.yaml") else suffix[1:]
        if suffix in MESH_SUFFIXES:
            return self._with_shapes(_describe_mesh_file(path), path.absolute().parent)
        _check_file_type(file_type, str(path))
        return self._read_root(self._sources.read_file(path), path.absolute().parent)

    def read_model_text(self, content: str, file_type: str) -> Model:
        """Read a model from text; `file_type` is the extension that a file with it would have."""
        file_type = file_type.removeprefix(".").lower()
        if file_type == "xacro":
            raise ValueError("<xacro string>: xacro is expanded from files only")
        source = f"<{file_type} string>"
        _check_file_type(file_type, source)
        return self._read_root(self._sources.read_text(content, source), None)

    def _read_root(self, root: Element, folder: Path | None) -> Model:
        if root.tag in _REFUSED:
            raise root.error(_REFUSED[root.tag])
        if root.tag == "mujoco":
            if folder is None:
                root.document.source = "<mjcf string>"
            robot = read_mjcf(root, folder, huge=self._sources.huge)
            return self._with_shapes(robot, folder)
        robot = read_urdf(root)
        suspects = [each for each in robot.ignored if "near" in each.reason]
        if suspects:
            logger.warning(
                "%s:%d: <%s> is not read: %s (elements that may be misspelt: %d).",
                robot.source,
                suspects[0].line,
                suspects[0].tag,
                suspects[0].reason,
                len(suspects),
            )
        return self._with_shapes(robot, folder)

    def _with_shapes(self, robot: RobotSpec, folder: Path | None) -> Model:
        return Model(
            robot,
            tuple(
                tuple(self._shapes.make(each, link.name, folder) for each in link.collisions)
                for link in robot.links
            ),
        )


def _check_file_type(file_type: str, source: str) -> None:
    if file_type in _REFUSED:
        raise ValueError(f"{source}: {_REFUSED[file_type]}")
    if file_type not in ("urdf", "xml", "mjcf", "xacro"):
        known = ", ".join((".urdf", ".xml", ".mjcf", ".xacro", *MESH_SUFFIXES))
        raise ValueError(f"{source}: files of type {file_type!r} are not read; {known} are")


def _describe_mesh_file(path: Path) -> RobotSpec:
    """Describe a mesh file as a robot of one link, both named after it."""
    check_is_file(path)
    element = Element("mesh", {"name": path.stem}, 1, Document(str(path)))
    collision = CollisionSpec(path.stem, PoseSpec(), MeshSpec(path.name), element)
    link = LinkSpec(path.stem, (collision,), element)
    return RobotSpec(path.stem, (link,), (), (), (), (), str(path))
