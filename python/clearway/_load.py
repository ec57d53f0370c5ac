"""The short way from files to a collision checker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clearway._arguments import PathLike
from clearway._core import Parallelism, SceneGraphCollisionChecker, Shape
from clearway._scene import Pose, Root, load_scene


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
    xacro_args: Mapping[str, str | float] | None = None,
    huge: bool = False,
    edge_step_size: float = 0.05,
    env_collision_padding: float = 0.0,
    self_collision_padding: float = 0.0,
    implicit_context_parallelism: bool | int | Parallelism = True,
) -> SceneGraphCollisionChecker:
    """Load robots and what is around them, and return their collision checker.

    Parameters
    ----------
    robot : str, Path or mapping
        A URDF or MJCF, by its path or as XML text, or a xacro file; or for several robots
        name -> (path, X_WR), where each name becomes that of the robot's model instance.
    srdf : str, Path or mapping, optional
        The SRDF of the robot; for several robots, name -> SRDF.
    environment : paths
        URDF, MJCF, xacro or mesh files of what stands around, fixed where they say. Of two models with one
        name the later gets a number.
    obstacles : mapping, optional
        name -> (shape, X_WB): each becomes a body of that name, welded to the world, in the model
        instance ``obstacles``.
    X_WR : RigidTransform or array_like, shape (4, 4), optional
        Where the root of the robot, or its link ``world``, lies in the world.
    root : {"fixed", "planar", "floating", "srdf"}
        How a root that nothing fixes is joined to the world at X_WR: welded, by a planar or
        floating joint ``$world_<root>``, or by the SRDF's ``virtual_joint``.
    mesh : {"exact", "convex_hull", "decomposition"}
        Whether a mesh is its triangles, their convex hull, or convex parts that cover it. For all
        files.
    solid : mapping from link to bool, optional
        Whether the meshes of a link have an inside. By default watertight meshes do.
    package_dirs : sequence of paths
        Where packages of ``package://`` addresses are sought.
    strict : bool
        Whether SRDF filters of links that the robot lacks are an error, and not a warning.
    xacro_args : mapping, optional
        What the arguments of xacro files are, for all of them.
    huge : bool
        Lifts the limits on the size of files, and on the number of elements and triangles in them.
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
    ImportError
        If meshes are to be decomposed, and the extra ``decompose`` is not installed.
    KeyError
        If `solid` names a link that there is not, or `srdf` a robot.
    ValueError, TypeError
        If anything in a file is wrong, with file, line and element; or an argument is.
    """
    return load_scene(
        robot,
        srdf=srdf,
        environment=environment,
        obstacles=obstacles,
        X_WR=X_WR,
        root=root,
        mesh=mesh,
        solid=solid,
        package_dirs=package_dirs,
        strict=strict,
        xacro_args=xacro_args,
        huge=huge,
        edge_step_size=edge_step_size,
        env_collision_padding=env_collision_padding,
        self_collision_padding=self_collision_padding,
        implicit_context_parallelism=implicit_context_parallelism,
    ).checker
