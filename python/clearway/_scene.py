"""From files to the parts of a collision checker, and what was made of each."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from clearway._arguments import (
    PathLike,
    check_bool,
    check_choice,
    check_mapping,
    check_number,
    check_path,
    check_paths,
    check_solid,
)
from clearway._core import (
    JointDescription,
    ModelInstanceIndex,
    MultibodyPlant,
    Parallelism,
    RigidTransform,
    SceneGraphCollisionChecker,
    Shape,
)
from clearway._model import RobotDiagramBuilder
from clearway._parsing.build import add_model, free_roots
from clearway._parsing.filters import filtered_bodies
from clearway._parsing.models import Model, ModelReader
from clearway._parsing.package_map import PackageMap
from clearway._parsing.paths import PathResolver
from clearway._parsing.shapes import ShapeMaker, check_mesh_mode
from clearway._parsing.sources import SourceReader
from clearway._parsing.srdf import Srdf
from clearway._parsing.xacro import check_xacro_args

Pose: TypeAlias = RigidTransform | ArrayLike
Root: TypeAlias = Literal["fixed", "planar", "floating", "srdf"]


@dataclass(frozen=True)
class Robot:
    """A robot to be placed: its model, where, and what its SRDF says."""

    model: Model
    name: str
    X_WR: RigidTransform
    srdf: Srdf | None


@dataclass(frozen=True)
class Scene:
    """A checker, and what was read for it.

    Attributes
    ----------
    checker : SceneGraphCollisionChecker
    models : list of (ModelInstanceIndex, Model)
        The robots first, as many as `num_robots`, then what is around them.
    num_robots : int
    srdfs : list of Srdf
    srdf_pairs : dict
        What an SRDF says of a pair of bodies that it filters; the lesser index first.
    """

    checker: SceneGraphCollisionChecker
    models: list[tuple[ModelInstanceIndex, Model]]
    num_robots: int
    srdfs: list[Srdf]
    srdf_pairs: dict[tuple[int, int], str]


def load_scene(
    robot: PathLike | Mapping[str, tuple[PathLike, Pose | None]],
    *,
    srdf: PathLike | Mapping[str, PathLike] | None = None,
    environment: PathLike | Iterable[PathLike] = (),
    obstacles: Mapping[str, tuple[Shape, Pose | None]] | None = None,
    X_WR: Pose | None = None,
    root: Root = "fixed",
    mesh: str = "exact",
    solid: Mapping[str, bool] | None = None,
    package_dirs: Sequence[PathLike] = (),
    strict: bool = False,
    xacro_args: Mapping[str, str | float] | None = None,
    huge: bool = False,
    edge_step_size: float = 0.05,
    env_collision_padding: float = 0.0,
    self_collision_padding: float = 0.0,
    implicit_context_parallelism: bool | int | Parallelism = True,
) -> Scene:
    """Load robots and what is around them; arguments and errors are those of `load_checker`."""
    check_choice("root", root, ("fixed", "planar", "floating", "srdf"))
    check_bool("strict", strict)
    edge_step_size = check_number("edge_step_size", edge_step_size)
    env_collision_padding = check_number("env_collision_padding", env_collision_padding)
    self_collision_padding = check_number("self_collision_padding", self_collision_padding)
    if not isinstance(implicit_context_parallelism, bool | SupportsIndex | Parallelism):
        raise TypeError(
            "implicit_context_parallelism: must be a bool, an int or a Parallelism,"
            f" not {implicit_context_parallelism!r}"
        )
    resolver = PathResolver(PackageMap(), package_dirs)
    mode, solid, huge = check_mesh_mode(mesh), check_solid(solid), check_bool("huge", huge)
    sources = SourceReader(resolver, check_xacro_args(xacro_args), huge)
    reader = ModelReader(sources, ShapeMaker(resolver, mode, solid, huge=huge))
    # An open mesh among obstacles is a surface like any other.
    shapes = ShapeMaker(resolver, mode, solid, warn_of_open_meshes=False, huge=huge)
    surroundings = ModelReader(sources, shapes)
    robots = _read_robots(sources, reader, robot, srdf, X_WR)
    if isinstance(environment, str | os.PathLike):
        environment = [environment]
    scenes = [surroundings.read_model(path) for path in check_paths("environment", environment)]
    models = [*(each.model for each in robots), *scenes]
    _check_known("solid", "link", solid, [link.name for m in models for link in m.robot.links])

    builder = RobotDiagramBuilder()
    plant = builder.plant()
    instances = []
    for each in robots:
        instance = add_model(plant, each.model, each.name, X_WR=each.X_WR)
        _join_roots(plant, each, instance, root)
        instances.append(instance)
    around = [_add_surroundings(plant, scene) for scene in scenes]
    _add_obstacles(plant, check_mapping("obstacles", obstacles))
    checker = SceneGraphCollisionChecker(
        model=builder.Build(),
        robot_model_instances=instances,
        edge_step_size=edge_step_size,
        env_collision_padding=env_collision_padding,
        self_collision_padding=self_collision_padding,
        implicit_context_parallelism=implicit_context_parallelism,
    )
    srdf_pairs: dict[tuple[int, int], str] = {}
    for each, instance in zip(robots, instances, strict=True):
        if each.srdf is not None:
            description = each.model.robot
            for pair in filtered_bodies(plant, each.srdf, description, instance, strict=strict):
                checker.SetCollisionFilteredBetween(pair.a, pair.b, True)
                first, second = sorted((int(pair.a.index()), int(pair.b.index())))
                srdf_pairs[first, second] = pair.reason
    placed = list(zip([*instances, *around], models, strict=True))
    srdfs = [each.srdf for each in robots if each.srdf is not None]
    return Scene(checker, placed, len(robots), srdfs, srdf_pairs)


def _read_robots(
    sources: SourceReader,
    reader: ModelReader,
    robot: PathLike | Mapping[str, tuple[PathLike, Pose | None]],
    srdf: PathLike | Mapping[str, PathLike] | None,
    X_WR: Pose | None,
) -> list[Robot]:
    if not isinstance(robot, Mapping):
        if isinstance(srdf, Mapping):
            raise TypeError("srdf: must be one path, as there is one robot, and not a mapping")
        model = reader.read_model(check_path("robot", robot))
        parsed = None if srdf is None else sources.read_srdf(check_path("srdf", srdf))
        return [Robot(model, model.robot.name, _make_pose("X_WR", X_WR), parsed)]
    if not robot:
        raise ValueError("robot: holds no robot")
    if X_WR is not None:
        raise ValueError("X_WR: each of several robots has its own, as in {name: (path, X_WR)}")
    if srdf is not None and not isinstance(srdf, Mapping):
        raise TypeError("srdf: must say which robot it is of, as in {name: path}")
    srdfs = check_mapping("srdf", srdf)
    _check_known("srdf", "robot", srdfs, list(robot))
    robots = []
    for name, value in check_mapping("robot", robot).items():
        argument = f"robot[{name!r}]"
        source, X = _split_pair(argument, "(path, X_WR)", value)
        path = srdfs.get(name)
        robots.append(
            Robot(
                model=reader.read_model(check_path(f"{argument}: path", source)),
                name=name,
                X_WR=_make_pose(f"{argument}: X_WR", X),
                srdf=None
                if path is None
                else sources.read_srdf(check_path(f"srdf[{name!r}]", path)),
            )
        )
    return robots


def _join_roots(
    plant: MultibodyPlant, robot: Robot, instance: ModelInstanceIndex, root: Root
) -> None:
    description = robot.model.robot
    roots = free_roots(description)
    if root != "fixed" and not roots:
        raise ValueError(
            f"root: {root!r} has nothing to move: {description.source} hangs on its link 'world'"
        )
    virtual = {} if robot.srdf is None else {v.child_link: v for v in robot.srdf.virtual_joints}
    for link in roots:
        kind: str = root
        name = f"$world_{link}"
        if root == "srdf":
            if link not in virtual:
                where = "there is no SRDF" if robot.srdf is None else robot.srdf.source
                raise ValueError(f"root: 'srdf' finds no virtual_joint of link {link!r}: {where}")
            kind, name = virtual[link].kind, virtual[link].name
        body = plant.GetBodyByName(link, instance)
        if kind == "fixed":
            plant.WeldFrames(plant.world_frame(), body.body_frame(), robot.X_WR)
        else:
            joint_type = "quaternion_floating" if kind == "floating" else kind
            plant.AddJoint(
                JointDescription(name, joint_type, plant.world_body(), body, X_PF=robot.X_WR)
            )


def _add_surroundings(plant: MultibodyPlant, scene: Model) -> ModelInstanceIndex:
    name, count = scene.robot.name, 1
    while plant.HasModelInstanceNamed(name):
        count += 1
        name = f"{scene.robot.name}_{count}"
    instance = add_model(plant, scene, name)
    for link in free_roots(scene.robot):
        frame = plant.GetFrameByName(link, instance)
        plant.WeldFrames(plant.world_frame(), frame, RigidTransform())
    return instance


def _add_obstacles(plant: MultibodyPlant, obstacles: Mapping[str, object]) -> None:
    if not obstacles:
        return
    instance = plant.AddModelInstance("obstacles")
    for name, value in obstacles.items():
        argument = f"obstacles[{name!r}]"
        shape, X = _split_pair(argument, "(shape, X_WB)", value)
        if not isinstance(shape, Shape):
            raise TypeError(f"{argument}: must be (shape, X_WB), not {shape!r} first")
        X_WB = _make_pose(f"{argument}: X_WB", X)
        body = plant.AddRigidBody(name, instance)
        plant.RegisterCollisionGeometry(body, RigidTransform(), shape, name)
        plant.WeldFrames(plant.world_frame(), body.body_frame(), X_WB)


def _check_known(argument: str, what: str, names: Iterable[str], known: list[str]) -> None:
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known)
            hint = f"; near it: {', '.join(near)}" if near else ""
            raise KeyError(f"{argument}: there is no {what} {name!r}{hint}")


def _split_pair(argument: str, form: str, value: object) -> tuple[object, object]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise TypeError(f"{argument}: must be {form}, not {value!r}")
    return value[0], value[1]


def _make_pose(argument: str, X: object) -> RigidTransform:
    if X is None:
        return RigidTransform()
    if isinstance(X, RigidTransform):
        return X
    try:
        matrix = np.asarray(X, dtype=float)
        if matrix.shape != (4, 4):
            raise ValueError(f"must be a RigidTransform or a (4, 4) array, not {X!r}")
        return RigidTransform(matrix)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{argument}: {error}") from None
