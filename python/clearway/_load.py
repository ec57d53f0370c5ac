"""The short way from files to a collision checker."""

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
from clearway._parsing.srdf import Srdf

Pose: TypeAlias = RigidTransform | ArrayLike
Root: TypeAlias = Literal["fixed", "planar", "floating", "srdf"]


@dataclass(frozen=True)
class _Robot:
    """A robot to be placed: its model, where, and what its SRDF says."""

    model: Model
    name: str
    X_WR: RigidTransform
    srdf: Srdf | None


def load_checker(
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
    edge_step_size: float = 0.05,
    env_collision_padding: float = 0.0,
    self_collision_padding: float = 0.0,
    implicit_context_parallelism: bool | int | Parallelism = True,
) -> SceneGraphCollisionChecker:
    """Load robots and what is around them, and return their collision checker.

    Parameters
    ----------
    robot : str, Path or mapping
        A URDF, by its path or as XML text; or for several robots name -> (URDF, X_WR), where each
        name becomes that of the robot's model instance.
    srdf : str, Path or mapping, optional
        The SRDF of the robot; for several robots, name -> SRDF.
    environment : paths
        URDF or mesh files of what stands around, fixed where they say. Of two models with one
        name the later gets a number.
    obstacles : mapping, optional
        name -> (shape, X_WB): each becomes a body of that name, welded to the world, in the model
        instance ``obstacles``.
    X_WR : RigidTransform or array_like, shape (4, 4), optional
        Where the root of the robot, or its link ``world``, lies in the world.
    root : {"fixed", "planar", "floating", "srdf"}
        How a root that nothing fixes is joined to the world at X_WR: welded, by a planar or
        floating joint ``$world_<root>``, or by the SRDF's ``virtual_joint``.
    mesh : {"exact", "convex_hull"}
        Whether a mesh is its triangles, or their convex hull. For all files.
    solid : mapping from link to bool, optional
        Whether the meshes of a link have an inside. By default watertight meshes do.
    package_dirs : sequence of paths
        Where packages of ``package://`` addresses are sought.
    strict : bool
        Whether SRDF filters of links that the robot lacks are an error, and not a warning.
    edge_step_size : float
        Step of edge checks, in configuration distance.
    env_collision_padding, self_collision_padding : float
        [m]
    implicit_context_parallelism : bool, int or Parallelism
        How many threads may check at once without a context of their own.

    Returns
    -------
    SceneGraphCollisionChecker
        Its active filters are the nominal ones and the SRDF's. An SRDF filters pairs whether or
        not their links have geometry, so that what is attached later is filtered as well; a pair
        that it enables is one that it does not disable by default, and stays filtered where the
        nominal filters say so.

    Raises
    ------
    FileNotFoundError
        If a file is not there; with the places tried.
    KeyError
        If `solid` names a link that there is not, or `srdf` a robot.
    ValueError, TypeError
        If anything in a file is wrong, with file, line and element; or an argument is.
    """
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
    mode, solid = check_mesh_mode(mesh), check_solid(solid)
    reader = ModelReader(ShapeMaker(resolver, mode, solid))
    # An open mesh among obstacles is a surface like any other.
    surroundings = ModelReader(ShapeMaker(resolver, mode, solid, warn_of_open_meshes=False))
    robots = _read_robots(reader, robot, srdf, X_WR)
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
    for scene in scenes:
        _add_scene(plant, scene)
    _add_obstacles(plant, check_mapping("obstacles", obstacles))
    checker = SceneGraphCollisionChecker(
        model=builder.Build(),
        robot_model_instances=instances,
        edge_step_size=edge_step_size,
        env_collision_padding=env_collision_padding,
        self_collision_padding=self_collision_padding,
        implicit_context_parallelism=implicit_context_parallelism,
    )
    for each, instance in zip(robots, instances, strict=True):
        if each.srdf is not None:
            description = each.model.robot
            for a, b in filtered_bodies(plant, each.srdf, description, instance, strict=strict):
                checker.SetCollisionFilteredBetween(a, b, True)
    return checker


def _read_robots(
    reader: ModelReader,
    robot: PathLike | Mapping[str, tuple[PathLike, Pose | None]],
    srdf: PathLike | Mapping[str, PathLike] | None,
    X_WR: Pose | None,
) -> list[_Robot]:
    if not isinstance(robot, Mapping):
        if isinstance(srdf, Mapping):
            raise TypeError("srdf: must be one path, as there is one robot, and not a mapping")
        model = reader.read_model(check_path("robot", robot))
        parsed = None if srdf is None else reader.read_srdf(check_path("srdf", srdf))
        return [_Robot(model, model.robot.name, _make_pose("X_WR", X_WR), parsed)]
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
            _Robot(
                model=reader.read_model(check_path(f"{argument}: path", source)),
                name=name,
                X_WR=_make_pose(f"{argument}: X_WR", X),
                srdf=None
                if path is None
                else reader.read_srdf(check_path(f"srdf[{name!r}]", path)),
            )
        )
    return robots


def _join_roots(
    plant: MultibodyPlant, robot: _Robot, instance: ModelInstanceIndex, root: Root
) -> None:
    description = robot.model.robot
    roots = free_roots(description)
    if root in ("planar", "floating") and not roots:
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


def _add_scene(plant: MultibodyPlant, scene: Model) -> None:
    name, count = scene.robot.name, 1
    while plant.HasModelInstanceNamed(name):
        count += 1
        name = f"{scene.robot.name}_{count}"
    instance = add_model(plant, scene, name)
    for link in free_roots(scene.robot):
        frame = plant.GetFrameByName(link, instance)
        plant.WeldFrames(plant.world_frame(), frame, RigidTransform())


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
