"""The parser that adds robot descriptions to a plant."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from clearway._arguments import check_bool, check_choice, check_path, check_solid
from clearway._core import ModelInstanceIndex, MultibodyPlant
from clearway._model import RobotDiagramBuilder
from clearway._parsing.build import MimicMode, add_model
from clearway._parsing.description import RobotSpec
from clearway._parsing.filters import filtered_bodies
from clearway._parsing.models import Model, ModelReader
from clearway._parsing.package_map import PackageMap
from clearway._parsing.paths import PathResolver
from clearway._parsing.shapes import ShapeMaker, check_mesh_mode
from clearway._parsing.sources import SourceReader
from clearway._parsing.srdf import Srdf
from clearway._parsing.xacro import check_xacro_args


class Parser:
    """Adds robot descriptions (URDF, MJCF, xacro, or a mesh file as a body) to a plant.

    Parameters
    ----------
    plant : MultibodyPlant or RobotDiagramBuilder
        What models are added to.
    model_name_prefix : str, optional
        Models are named ``<prefix>::<name in the file>``.
    mimic : {"follow", "independent"}
        Whether joints with a ``<mimic>`` follow their leader and own no position, or own one.
    mesh : {"exact", "convex_hull", "decomposition"}
        Whether a mesh is its triangles, their convex hull, or convex parts that cover it (it then
        needs the extra ``decompose``).
    solid : mapping from link to bool, optional
        Whether the meshes of a link have an inside. By default watertight meshes do; an open one
        is a surface, and gives a warning.
    package_dirs : sequence of paths
        Where packages of ``package://`` addresses are sought, after `package_map()`.
    xacro_args : mapping, optional
        What the arguments of xacro files are.
    huge : bool
        Lifts the limits on the size of files, and on the number of elements and triangles in them.

    Notes
    -----
    A link named ``world`` is the world body. A root that nothing fixes gets a floating joint when
    the plant is finalized, unless it is welded before. Revolute and prismatic joints without a
    ``<limit>`` are unbounded; a bound that a ``<limit>`` leaves out is 0. Elements that are not
    about collision, or unknown, are ignored.
    """

    def __init__(
        self,
        plant: MultibodyPlant | RobotDiagramBuilder,
        *,
        model_name_prefix: str | None = None,
        mimic: MimicMode = "follow",
        mesh: str = "exact",
        solid: Mapping[str, bool] | None = None,
        package_dirs: Sequence[str | os.PathLike[str]] = (),
        xacro_args: Mapping[str, str | float] | None = None,
        huge: bool = False,
    ) -> None:
        check_choice("mimic", mimic, ("follow", "independent"))
        self._plant = plant.plant() if isinstance(plant, RobotDiagramBuilder) else plant
        if not isinstance(self._plant, MultibodyPlant):
            raise TypeError(f"plant: must be a MultibodyPlant or its builder, not {plant!r}")
        if model_name_prefix is not None and not isinstance(model_name_prefix, str):
            raise TypeError(f"model_name_prefix: must be a string, not {model_name_prefix!r}")
        self._prefix = f"{model_name_prefix}::" if model_name_prefix else ""
        self._mimic: MimicMode = mimic
        self._package_map = PackageMap()
        self._resolver = PathResolver(self._package_map, package_dirs)
        huge = check_bool("huge", huge)
        self._sources = SourceReader(self._resolver, check_xacro_args(xacro_args), huge)
        shapes = ShapeMaker(self._resolver, check_mesh_mode(mesh), check_solid(solid), huge=huge)
        self._reader = ModelReader(self._sources, shapes)
        self._added: dict[ModelInstanceIndex, RobotSpec] = {}

    def __repr__(self) -> str:
        return f"<Parser of {self._plant!r}, {len(self._added)} models added>"

    def package_map(self) -> PackageMap:
        """Return where packages are sought first."""
        return self._package_map

    def plant(self) -> MultibodyPlant:
        """Return the plant that models are added to."""
        return self._plant

    def AddModels(self, path: str | os.PathLike[str]) -> list[ModelInstanceIndex]:
        """Add the model in a file.

        Parameters
        ----------
        path : str or Path
            A URDF, an MJCF (``.xml``), a xacro file of either, or a mesh file, which becomes a
            body of its name; ``package://`` too.

        Returns
        -------
        list of ModelInstanceIndex

        Raises
        ------
        FileNotFoundError
            If the file, or a mesh it names, is not there; with the places tried.
        ValueError
            If anything in the file is wrong, with file, line and element; for another format;
            or if there is a model instance of this name. The plant is as it was.
        RuntimeError
            After the plant was finalized.
        """
        if isinstance(path, str) and "://" in path:
            path = self._resolver.resolve(path, None)
        return [self._add(self._reader.read_model(check_path("path", path)))]

    def AddModelsFromString(self, content: str, file_type: str) -> list[ModelInstanceIndex]:
        """Add the model in a text; `file_type` is "urdf", "mjcf" or "xml", which is either.

        Otherwise like `AddModels`.

        A relative mesh path is sought in each of the `package_dirs`, then in the working folder.
        """
        for argument, value in (("content", content), ("file_type", file_type)):
            if not isinstance(value, str):
                raise TypeError(f"{argument}: must be a string, not {value!r}")
        return [self._add(self._reader.read_model_text(content, file_type))]

    def AddCollisionFilters(
        self,
        srdf: str | os.PathLike[str],
        model_instance: ModelInstanceIndex | None = None,
        *,
        strict: bool = False,
    ) -> None:
        """Exclude from collision the pairs of links that an SRDF disables.

        They become part of the plant, and so of a checker's nominal filters.

        Parameters
        ----------
        srdf : str or Path
            A path, or XML text.
        model_instance : ModelInstanceIndex, optional
            Whose links it names. By default the one model this parser has added, or of several
            the one that the SRDF's ``<robot>`` names.
        strict : bool
            Whether a link that the model lacks is an error, and not a warning.

        Raises
        ------
        FileNotFoundError, ValueError
            As `AddModels`.
        RuntimeError
            After the plant was finalized.
        """
        if self._plant.is_finalized():
            raise RuntimeError("the plant is finalized, and takes no more collision filters")
        check_bool("strict", strict)
        parsed = self._sources.read_srdf(check_path("srdf", srdf))
        instance = self._find_instance(parsed) if model_instance is None else model_instance
        if instance not in self._added:
            raise ValueError(f"model_instance: {instance!r} was not added by this parser")
        robot = self._added[instance]
        for pair in filtered_bodies(self._plant, parsed, robot, instance, strict=strict):
            self._plant.ExcludeCollisionsBetween(pair.a, pair.b)

    def _add(self, model: Model) -> ModelInstanceIndex:
        name = self._prefix + model.robot.name
        instance = add_model(self._plant, model, name, mimic=self._mimic)
        self._added[instance] = model.robot
        return instance

    def _find_instance(self, srdf: Srdf) -> ModelInstanceIndex:
        named = [i for i, robot in self._added.items() if robot.name == srdf.name]
        candidates = list(self._added) if len(self._added) == 1 else named
        if len(candidates) != 1:
            raise ValueError(
                f"{srdf.source}: model_instance must say whose SRDF this is: {len(self._added)}"
                f" models were added, {len(candidates)} of them named {srdf.name!r}"
            )
        return candidates[0]
