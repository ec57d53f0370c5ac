"""From described geometry to shapes, mesh files included."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias, cast, get_args

from clearway._arguments import check_choice
from clearway._core import (
    Box,
    Capsule,
    Convex,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    HeightField,
    Mesh,
    Shape,
    Sphere,
)
from clearway._decomposition import decompose, find_method
from clearway._logging import logger
from clearway._mesh_files import load_mesh_file
from clearway._missing_file import missing_file
from clearway._parsing.description import (
    BoxSpec,
    CapsuleSpec,
    CollisionSpec,
    CylinderSpec,
    EllipsoidSpec,
    HalfSpaceSpec,
    HeightFieldSpec,
    MeshDataSpec,
    MeshSpec,
    PoseSpec,
    SphereSpec,
    Vector,
)
from clearway._parsing.paths import PathResolver
from clearway._parsing.pose import move_points

MeshMode: TypeAlias = Literal["exact", "convex_hull", "decomposition"]


def check_mesh_mode(mesh: str) -> MeshMode:
    """Return the mode that `mesh` names; ImportError if what it needs is not installed."""
    check_choice("mesh", mesh, get_args(MeshMode))
    if mesh == "decomposition":
        find_method()
    return cast(MeshMode, mesh)


class ShapeMaker:
    """Makes the shapes of collision geometry; a mesh file that is used twice is read once.

    Parameters
    ----------
    resolver : PathResolver
    mesh : {"exact", "convex_hull", "decomposition"}
        What a mesh stands for. One that its file declares convex is always its hull.
    solid : mapping from link to bool
        Whether the meshes of a link have an inside, where their triangles are not to say.
    warn_of_open_meshes : bool
        Whether an exact mesh that is open, and of a link not in `solid`, gives a warning.
    huge : bool
        Lifts the limits on the size of a mesh file.
    """

    def __init__(
        self,
        resolver: PathResolver,
        mesh: MeshMode,
        solid: Mapping[str, bool],
        *,
        warn_of_open_meshes: bool = True,
        huge: bool = False,
    ) -> None:
        self._resolver = resolver
        self._mesh = mesh
        self._solid = solid
        self._warn_of_open_meshes = warn_of_open_meshes
        self._huge = huge
        self._meshes: dict[tuple[Path, Vector, PoseSpec, bool, bool | None], Convex | Mesh] = {}
        self._parts: dict[Mesh, tuple[Convex, ...]] = {}

    def make(self, collision: CollisionSpec, link: str, folder: Path | None) -> tuple[Shape, ...]:
        """Return the shapes of a link's collision geometry: one, but for a decomposed mesh.

        Raises
        ------
        ValueError
            If a size is wrong, or a mesh file missing or damaged; with file, line and element.
        """
        try:
            shape = self._make(collision, link, folder)
            if isinstance(shape, Mesh) and self._mesh == "decomposition":
                return self._decompose(shape, collision)
            return (shape,)
        except FileNotFoundError as error:
            raise missing_file(f"{collision.element.where()}: {error}", error.filename) from None
        except ValueError as error:
            raise collision.element.error(str(error)) from error

    def _make(self, collision: CollisionSpec, link: str, folder: Path | None) -> Shape:
        match collision.geometry:
            case BoxSpec(size):
                return Box(*size)
            case SphereSpec(radius):
                return Sphere(radius)
            case CylinderSpec(radius, length):
                return Cylinder(radius, length)
            case CapsuleSpec(radius, length):
                return Capsule(radius, length)
            case EllipsoidSpec(a, b, c):
                return Ellipsoid(a, b, c)
            case HalfSpaceSpec():
                return HalfSpace()
            case HeightFieldSpec(heights, size, bottom):
                return HeightField(heights, size, bottom)
            case MeshDataSpec(vertices, triangles):
                if triangles is None or self._mesh == "convex_hull":
                    return Convex(vertices)
                shape = Mesh(vertices, triangles, solid=self._solid.get(link))
                self._check_closed(shape, collision, link, "written in the file")
                return shape
            case MeshSpec(uri) as mesh:
                path = self._resolver.resolve(uri, folder)
                loaded = self._load(path, mesh, link)
                if isinstance(loaded, Mesh):
                    self._check_closed(loaded, collision, link, str(path))
                return loaded

    def _check_closed(self, mesh: Mesh, collision: CollisionSpec, link: str, what: str) -> None:
        if self._warn_of_open_meshes and link not in self._solid and not mesh.watertight():
            logger.warning(
                "%s: the mesh %s of link %r is open, so it is a surface without an inside; "
                "solid={%r: True} takes it for a solid, False is content with the surface.",
                collision.element.where(),
                what,
                link,
                link,
            )

    def _decompose(self, mesh: Mesh, collision: CollisionSpec) -> tuple[Convex, ...]:
        if mesh not in self._parts:
            self._parts[mesh] = tuple(decompose(mesh, collision.element.where()))
        return self._parts[mesh]

    def _load(self, path: Path, mesh: MeshSpec, link: str) -> Convex | Mesh:
        hull = mesh.convex or self._mesh == "convex_hull"
        solid = None if hull else self._solid.get(link)
        key = (path.resolve(), mesh.scale, mesh.reference, hull, solid)
        if key not in self._meshes:
            if mesh.reference == PoseSpec():
                shape = (
                    Convex(path, mesh.scale, huge=self._huge)
                    if hull
                    else Mesh(path, mesh.scale, solid, huge=self._huge)
                )
            else:
                vertices, triangles = load_mesh_file(path, huge=self._huge)
                vertices = move_points(vertices, mesh.reference, mesh.scale)
                shape = Convex(vertices) if hull else Mesh(vertices, triangles, solid=solid)
            self._meshes[key] = shape
        return self._meshes[key]
