"""
The compiled core of clearway; import clearway instead.
"""
from __future__ import annotations
import collections.abc
import enum
import numpy
import numpy.typing
import os
import typing
__all__: list[str] = ['BallRpyJoint', 'BodyCollision', 'BodyIndex', 'BodyShapeDescription', 'Box', 'Capsule', 'CollisionChecker', 'CollisionCheckerContext', 'CollisionCheckerParams', 'ComputeSignedDistance', 'ComputeSignedDistances', 'Cone', 'Convex', 'Cylinder', 'DistanceAndInterpolationProvider', 'EdgeMeasure', 'Ellipsoid', 'FixedOffsetFrame', 'Frame', 'FrameIndex', 'GeometryId', 'HalfSpace', 'HasCollision', 'HasCollisions', 'HeightField', 'Joint', 'JointDescription', 'JointIndex', 'JointMimic', 'LinearDistanceAndInterpolationProvider', 'Mesh', 'ModelInstanceIndex', 'MultibodyPlant', 'Parallelism', 'PlanarJoint', 'PlantContext', 'PointCloud', 'PrismaticJoint', 'QuaternionFloatingJoint', 'RevoluteJoint', 'RigidBody', 'RigidTransform', 'RobotClearance', 'RobotCollisionType', 'RobotDiagram', 'RollPitchYaw', 'RotationMatrix', 'SceneGraph', 'SceneGraphCollisionChecker', 'ScrewJoint', 'Shape', 'SignedDistancePair', 'SignedDistances', 'Sphere', 'UniversalJoint', 'VoxelGrid', 'WeldJoint', 'World']
class BodyIndex:
    """
    Index of a body; the world is 0.
    """
    def __eq__(self, other: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __index__(self) -> int:
        ...
    @typing.overload
    def __init__(self, value: BodyIndex) -> None:
        ...
    @typing.overload
    def __init__(self, value: typing.SupportsIndex) -> None:
        ...
    def __int__(self) -> int:
        ...
    @typing.overload
    def __lt__(self, other: BodyIndex) -> bool:
        ...
    @typing.overload
    def __lt__(self, other: typing.SupportsIndex) -> bool:
        ...
    def __repr__(self) -> str:
        ...
    def is_valid(self) -> bool:
        """
        Always true: an index cannot be made invalid.
        """
    @property
    def __clearway_index__(self) -> bool:
        ...
class FrameIndex:
    """
    Index of a frame.
    """
    def __eq__(self, other: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __index__(self) -> int:
        ...
    @typing.overload
    def __init__(self, value: FrameIndex) -> None:
        ...
    @typing.overload
    def __init__(self, value: typing.SupportsIndex) -> None:
        ...
    def __int__(self) -> int:
        ...
    @typing.overload
    def __lt__(self, other: FrameIndex) -> bool:
        ...
    @typing.overload
    def __lt__(self, other: typing.SupportsIndex) -> bool:
        ...
    def __repr__(self) -> str:
        ...
    def is_valid(self) -> bool:
        """
        Always true: an index cannot be made invalid.
        """
    @property
    def __clearway_index__(self) -> bool:
        ...
class JointIndex:
    """
    Index of a joint.
    """
    def __eq__(self, other: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __index__(self) -> int:
        ...
    @typing.overload
    def __init__(self, value: JointIndex) -> None:
        ...
    @typing.overload
    def __init__(self, value: typing.SupportsIndex) -> None:
        ...
    def __int__(self) -> int:
        ...
    @typing.overload
    def __lt__(self, other: JointIndex) -> bool:
        ...
    @typing.overload
    def __lt__(self, other: typing.SupportsIndex) -> bool:
        ...
    def __repr__(self) -> str:
        ...
    def is_valid(self) -> bool:
        """
        Always true: an index cannot be made invalid.
        """
    @property
    def __clearway_index__(self) -> bool:
        ...
class ModelInstanceIndex:
    """
    Index of a model instance; the world's is 0, the default one 1.
    """
    def __eq__(self, other: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __index__(self) -> int:
        ...
    @typing.overload
    def __init__(self, value: ModelInstanceIndex) -> None:
        ...
    @typing.overload
    def __init__(self, value: typing.SupportsIndex) -> None:
        ...
    def __int__(self) -> int:
        ...
    @typing.overload
    def __lt__(self, other: ModelInstanceIndex) -> bool:
        ...
    @typing.overload
    def __lt__(self, other: typing.SupportsIndex) -> bool:
        ...
    def __repr__(self) -> str:
        ...
    def is_valid(self) -> bool:
        """
        Always true: an index cannot be made invalid.
        """
    @property
    def __clearway_index__(self) -> bool:
        ...
class GeometryId:
    """
    Identity of a collision geometry.
    """
    def __eq__(self, other: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __index__(self) -> int:
        ...
    @typing.overload
    def __init__(self, value: GeometryId) -> None:
        ...
    @typing.overload
    def __init__(self, value: typing.SupportsIndex) -> None:
        ...
    def __int__(self) -> int:
        ...
    @typing.overload
    def __lt__(self, other: GeometryId) -> bool:
        ...
    @typing.overload
    def __lt__(self, other: typing.SupportsIndex) -> bool:
        ...
    def __repr__(self) -> str:
        ...
    def is_valid(self) -> bool:
        """
        Always true: an index cannot be made invalid.
        """
    @property
    def __clearway_index__(self) -> bool:
        ...
class Parallelism:
    """
    How many threads a call may use.
    
    Parameters
    ----------
    parallelize : bool, optional
        True for as many as this process may use (affinity, cgroup quota or
        ``CLEARWAY_NUM_THREADS``), False for one.
    num_threads : int, keyword only
        That many.
    
    Raises
    ------
    ValueError
        If ``num_threads`` is less than 1.
    """
    @staticmethod
    def Max() -> Parallelism:
        """
        As many threads as this process may use.
        """
    @staticmethod
    def None_() -> Parallelism:
        """
        One thread.
        """
    @typing.overload
    def __init__(self) -> None:
        ...
    @typing.overload
    def __init__(self, parallelize: bool) -> None:
        ...
    @typing.overload
    def __init__(self, *, num_threads: typing.SupportsIndex) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def num_threads(self) -> int:
        """
        How many, at least 1.
        """
class RollPitchYaw:
    """
    Orientation R_AB = Rz(yaw) Ry(pitch) Rx(roll); angles in radians.
    """
    def ToRotationMatrix(self) -> RotationMatrix:
        """
        The same orientation R_AB.
        """
    def __getstate__(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]:
        ...
    @typing.overload
    def __init__(self, roll: typing.SupportsFloat | typing.SupportsIndex, pitch: typing.SupportsFloat | typing.SupportsIndex, yaw: typing.SupportsFloat | typing.SupportsIndex) -> None:
        ...
    @typing.overload
    def __init__(self, rpy: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"]) -> None:
        ...
    @typing.overload
    def __init__(self, R: RotationMatrix) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"]) -> None:
        ...
    def pitch_angle(self) -> float:
        """
        [rad]
        """
    def roll_angle(self) -> float:
        """
        [rad]
        """
    def vector(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]:
        """
        (roll, pitch, yaw), shape (3,).
        """
    def yaw_angle(self) -> float:
        """
        [rad]
        """
class RotationMatrix:
    """
    A proper rotation R_AB.
    
    Parameters
    ----------
    R : array_like, shape (3, 3), or RollPitchYaw, optional
        Identity where left out. A matrix that is orthonormal to 1e-5 only is
        replaced by the nearest rotation.
    
    Raises
    ------
    ValueError
        If the matrix is not finite, mirrored, or further from orthonormal.
    """
    @staticmethod
    def FromQuaternion(wxyz: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[4, 1]"]) -> RotationMatrix:
        """
        From a quaternion (w, x, y, z), normalised first; ValueError if its norm is off 1 by more than 1e-3.
        """
    @staticmethod
    def FromZAxis(axis: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"]) -> RotationMatrix:
        """
        The smallest rotation that takes z to an axis, of any length; a half turn about x for -z. ValueError for zero.
        """
    @staticmethod
    def Identity() -> RotationMatrix:
        """
        The rotation that changes nothing.
        """
    @staticmethod
    def MakeXRotation(theta: typing.SupportsFloat | typing.SupportsIndex) -> RotationMatrix:
        """
        Rotation about x by theta [rad].
        """
    @staticmethod
    def MakeYRotation(theta: typing.SupportsFloat | typing.SupportsIndex) -> RotationMatrix:
        """
        Rotation about y by theta [rad].
        """
    @staticmethod
    def MakeZRotation(theta: typing.SupportsFloat | typing.SupportsIndex) -> RotationMatrix:
        """
        Rotation about z by theta [rad].
        """
    def IsExactlyEqualTo(self, other: RotationMatrix) -> bool:
        """
        Whether the matrices are equal.
        """
    def IsNearlyEqualTo(self, other: RotationMatrix, tolerance: typing.SupportsFloat | typing.SupportsIndex) -> bool:
        """
        Whether no element of the matrices differs by more than tolerance.
        """
    def ToQuaternion(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[4, 1]"]:
        """
        (w, x, y, z), shape (4,), with w >= 0.
        """
    def ToRollPitchYaw(self) -> RollPitchYaw:
        """
        The same orientation, with pitch in [-pi/2, pi/2].
        """
    def __getstate__(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 3]"]:
        ...
    @typing.overload
    def __init__(self) -> None:
        ...
    @typing.overload
    def __init__(self, rpy: RollPitchYaw) -> None:
        ...
    @typing.overload
    def __init__(self, R: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 3]"]) -> None:
        ...
    @typing.overload
    def __matmul__(self, arg0: RotationMatrix) -> RotationMatrix:
        ...
    @typing.overload
    def __matmul__(self, arg0: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 3]"]) -> None:
        ...
    def inverse(self) -> RotationMatrix:
        """
        R_BA.
        """
    def matrix(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 3]"]:
        """
        R_AB, shape (3, 3).
        """
    @typing.overload
    def multiply(self, other: RotationMatrix) -> RotationMatrix:
        """
        R_AC = R_AB R_BC.
        """
    @typing.overload
    def multiply(self, v_B: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        """
        v_A of v_B, shape (3,) or, one a column, (3, n).
        """
class RigidTransform:
    """
    The pose X_AB of frame B in frame A.
    
    Parameters
    ----------
    p : array_like, shape (3,)
        Translation p_AB [m]; or
    R : RotationMatrix
        with an optional ``p``; or
    rpy : RollPitchYaw
        with ``p``; or
    pose : array_like, shape (4, 4)
        The homogeneous matrix. Nothing at all is the identity.
    
    Raises
    ------
    ValueError
        If a number is not finite, the matrix is no pose, or a shape is wrong.
    """
    @staticmethod
    def Identity() -> RigidTransform:
        """
        The pose of a frame in itself.
        """
    def GetAsMatrix4(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[4, 4]"]:
        """
        The homogeneous matrix, shape (4, 4).
        """
    def IsExactlyEqualTo(self, other: RigidTransform) -> bool:
        """
        Whether the matrices are equal.
        """
    def IsNearlyEqualTo(self, other: RigidTransform, tolerance: typing.SupportsFloat | typing.SupportsIndex) -> bool:
        """
        Whether no element of the matrices differs by more than tolerance.
        """
    def __array__(self, dtype: typing.Any = None, copy: typing.Any = None) -> typing.Any:
        ...
    def __getstate__(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[4, 4]"]:
        ...
    @typing.overload
    def __init__(self) -> None:
        ...
    @typing.overload
    def __init__(self, other: RigidTransform) -> None:
        ...
    @typing.overload
    def __init__(self, R: RotationMatrix) -> None:
        ...
    @typing.overload
    def __init__(self, R: RotationMatrix, p: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"]) -> None:
        ...
    @typing.overload
    def __init__(self, rpy: RollPitchYaw, p: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"]) -> None:
        ...
    @typing.overload
    def __init__(self, p: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"]) -> None:
        ...
    @typing.overload
    def __init__(self, pose: RigidTransform | numpy.typing.ArrayLike) -> None:
        ...
    @typing.overload
    def __matmul__(self, arg0: RigidTransform) -> RigidTransform:
        ...
    @typing.overload
    def __matmul__(self, arg0: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[4, 4]"]) -> None:
        ...
    def inverse(self) -> RigidTransform:
        """
        X_BA.
        """
    @typing.overload
    def multiply(self, other: RigidTransform) -> RigidTransform:
        """
        X_AC = X_AB X_BC.
        """
    @typing.overload
    def multiply(self, p_BoQ_B: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        """
        p_AQ of p_BQ, shape (3,) or, one a column, (3, n).
        """
    def rotation(self) -> RotationMatrix:
        """
        R_AB.
        """
    def translation(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]:
        """
        p_AB, shape (3,) [m].
        """
class Shape:
    """
    A solid, or an open surface, in its own frame.
    
    Shapes are immutable, but for PointCloud, VoxelGrid and HeightField. The axis of
    one that has an axis is z, and all but these, Convex, Mesh and HalfSpace are
    centred on their origin.
    """
    def __repr__(self) -> str:
        ...
class Sphere(Shape):
    """
    A ball.
    
    Parameters
    ----------
    radius : float
        [m]; 0 is a point.
    
    Raises
    ------
    ValueError
        If the radius is not finite or negative.
    """
    def __copy__(self) -> Sphere:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> Sphere:
        ...
    def __getstate__(self) -> tuple[float]:
        ...
    def __init__(self, radius: typing.SupportsFloat | typing.SupportsIndex) -> None:
        ...
    def __setstate__(self, arg0: tuple[typing.SupportsFloat | typing.SupportsIndex]) -> None:
        ...
    def radius(self) -> float:
        """
        Radius [m].
        """
class Box(Shape):
    """
    A box by its full edge lengths, centred at the origin.
    
    Parameters
    ----------
    width, depth, height : float
        Along x, y and z [m]; 0 is a plate.
    
    Raises
    ------
    ValueError
        If one is not finite or negative.
    """
    def __copy__(self) -> Box:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> Box:
        ...
    def __getstate__(self) -> tuple[float, float, float]:
        ...
    def __init__(self, width: typing.SupportsFloat | typing.SupportsIndex, depth: typing.SupportsFloat | typing.SupportsIndex, height: typing.SupportsFloat | typing.SupportsIndex) -> None:
        ...
    def __setstate__(self, arg0: tuple[typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex]) -> None:
        ...
    def depth(self) -> float:
        """
        Edge length along y [m].
        """
    def height(self) -> float:
        """
        Edge length along z [m].
        """
    def width(self) -> float:
        """
        Edge length along x [m].
        """
class Capsule(Shape):
    """
    A segment along z thickened by a ball, centred at the origin.
    
    Parameters
    ----------
    radius : float
        Of the ball [m]; 0 is a segment.
    length : float
        Of the segment [m]: the caps are added to it. 0 is a sphere.
    
    Raises
    ------
    ValueError
        If one is not finite or negative.
    """
    def __copy__(self) -> Capsule:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> Capsule:
        ...
    def __getstate__(self) -> tuple[float, float]:
        ...
    def __init__(self, radius: typing.SupportsFloat | typing.SupportsIndex, length: typing.SupportsFloat | typing.SupportsIndex) -> None:
        ...
    def __setstate__(self, arg0: tuple[typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex]) -> None:
        ...
    def length(self) -> float:
        """
        Length without the caps [m].
        """
    def radius(self) -> float:
        """
        Radius [m].
        """
class Cylinder(Shape):
    """
    A circular cylinder along z, centred at the origin.
    
    Parameters
    ----------
    radius : float
        [m]; 0 is a segment.
    length : float
        [m]; 0 is a disc.
    
    Raises
    ------
    ValueError
        If one is not finite or negative.
    """
    def __copy__(self) -> Cylinder:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> Cylinder:
        ...
    def __getstate__(self) -> tuple[float, float]:
        ...
    def __init__(self, radius: typing.SupportsFloat | typing.SupportsIndex, length: typing.SupportsFloat | typing.SupportsIndex) -> None:
        ...
    def __setstate__(self, arg0: tuple[typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex]) -> None:
        ...
    def length(self) -> float:
        """
        Length along z [m].
        """
    def radius(self) -> float:
        """
        Radius [m].
        """
class Cone(Shape):
    """
    A circular cone along z.
    
    Its apex is at z = +height/2, its base at z = -height/2.
    
    Parameters
    ----------
    radius : float
        Of the base [m].
    height : float
        [m].
    
    Raises
    ------
    ValueError
        If one is not finite and > 0.
    """
    def __copy__(self) -> Cone:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> Cone:
        ...
    def __getstate__(self) -> tuple[float, float]:
        ...
    def __init__(self, radius: typing.SupportsFloat | typing.SupportsIndex, height: typing.SupportsFloat | typing.SupportsIndex) -> None:
        ...
    def __setstate__(self, arg0: tuple[typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex]) -> None:
        ...
    def height(self) -> float:
        """
        Height along z [m].
        """
    def radius(self) -> float:
        """
        Radius of the base [m].
        """
class Ellipsoid(Shape):
    """
    An ellipsoid centred at the origin.
    
    Parameters
    ----------
    a, b, c : float
        Semi-axes along x, y and z [m].
    
    Raises
    ------
    ValueError
        If one is not finite and > 0.
    """
    def __copy__(self) -> Ellipsoid:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> Ellipsoid:
        ...
    def __getstate__(self) -> tuple[float, float, float]:
        ...
    def __init__(self, a: typing.SupportsFloat | typing.SupportsIndex, b: typing.SupportsFloat | typing.SupportsIndex, c: typing.SupportsFloat | typing.SupportsIndex) -> None:
        ...
    def __setstate__(self, arg0: tuple[typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex]) -> None:
        ...
    def a(self) -> float:
        """
        Semi-axis along x [m].
        """
    def b(self) -> float:
        """
        Semi-axis along y [m].
        """
    def c(self) -> float:
        """
        Semi-axis along z [m].
        """
class HalfSpace(Shape):
    """
    The solid z <= 0.
    
    It belongs on a body that is fixed to the world.
    """
    def __copy__(self) -> HalfSpace:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> HalfSpace:
        ...
    def __getstate__(self) -> tuple[()]:
        ...
    def __init__(self) -> None:
        ...
    def __setstate__(self, arg0: tuple[()]) -> None:
        ...
class Convex(Shape):
    """
    The convex hull of points.
    
    Parameters
    ----------
    vertices : array_like, shape (n, 3)
        Points [m]; they may lie in a plane, on a line or in one place. Or
    filename : str or Path
        A mesh file (STL, OBJ, PLY, DAE, GLB, glTF), of which the triangles' corners
        are taken. One of more than 128 MiB or 2000000 triangles is refused, unless
        ``huge``.
    scale : float or array_like, shape (3,), optional
        Factor of the coordinates, for all axes or one each; negative mirrors.
    
    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If there is no vertex, a vertex or the scale is not finite, the scale is 0,
        or the file cannot be read.
    """
    def __copy__(self) -> Convex:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> Convex:
        ...
    def __getstate__(self) -> tuple[typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 3]"]]:
        ...
    @typing.overload
    def __init__(self, filename: str | os.PathLike[str], scale: float | numpy.typing.ArrayLike = 1.0, *, huge: bool = False) -> None:
        ...
    @typing.overload
    def __init__(self, vertices: numpy.typing.ArrayLike, scale: float | numpy.typing.ArrayLike = 1.0) -> None:
        ...
    def __setstate__(self, arg0: tuple[typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 3]"]]) -> None:
        ...
    def hull_vertices(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 3]"]:
        """
        The corners of the hull, shape (k, 3) [m].
        """
    def vertices(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 3]"]:
        """
        The points given, after scale, shape (n, 3) [m].
        """
    def volume(self) -> float:
        """
        Volume of the hull [m^3]; 0 if it is flat.
        """
class Mesh(Shape):
    """
    Triangles, never silently their hull.
    
    They are the boundary of a solid or an open surface.
    
    Parameters
    ----------
    vertices : array_like, shape (n, 3)
        Corners [m], and
    triangles : array_like of int, shape (m, 3)
        rows of ``vertices``, counter-clockwise seen from outside; or
    filename : str or Path
        A mesh file (STL, OBJ, PLY, DAE, GLB, glTF). Its nodes are posed as it says,
        and a DAE file's unit is applied; its up axis is not, as in ROS. One of more
        than 128 MiB or 2000000 triangles is refused, unless ``huge``.
    scale : float or array_like, shape (3,), optional
        Factor of the coordinates, for all axes or one each. One that mirrors keeps
        the outside outside.
    solid : bool, optional
        Whether the inside belongs to the shape. By default it does if the mesh is
        watertight: every edge is matched by its reverse, once equal positions are
        welded.
    
    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If there is no triangle, a vertex or the scale is not finite, the scale is
        0, or the file cannot be read.
    IndexError
        If a triangle names a vertex that there is not.
    """
    def __copy__(self) -> Mesh:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> Mesh:
        ...
    def __getstate__(self) -> tuple[typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 3]"], typing.Annotated[numpy.typing.NDArray[numpy.int32], "[m, 3]"], bool]:
        ...
    @typing.overload
    def __init__(self, filename: str | os.PathLike[str], scale: float | numpy.typing.ArrayLike = 1.0, solid: bool | None = None, *, huge: bool = False) -> None:
        ...
    @typing.overload
    def __init__(self, vertices: numpy.typing.ArrayLike, triangles: numpy.typing.ArrayLike, scale: float | numpy.typing.ArrayLike = 1.0, solid: bool | None = None) -> None:
        ...
    def __setstate__(self, arg0: tuple[typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 3]"], typing.Annotated[numpy.typing.ArrayLike, numpy.int32, "[m, 3]"], bool]) -> None:
        ...
    def deviation(self) -> float:
        """
        How deep the surface lies below its hull at most, an upper bound [m]; 0 for a convex mesh.
        """
    def solid(self) -> bool:
        """
        Whether the inside belongs to the shape.
        """
    def triangles(self) -> typing.Annotated[numpy.typing.NDArray[numpy.int32], "[m, 3]"]:
        """
        As given or in the file, shape (m, 3); each row reversed if the scale mirrors.
        """
    def vertices(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 3]"]:
        """
        As given or in the file, after scale, shape (n, 3) [m].
        """
    def volume(self) -> float:
        """
        Signed volume of the triangles as they are wound [m^3]; of an open mesh, about the mean of its vertices.
        """
    def watertight(self) -> bool:
        """
        Whether every edge is matched by its reverse.
        """
class PointCloud(Shape):
    """
    Points, each thickened to a ball.
    
    A cloud can be changed, at a cost in proportion to the change. It is a value: a
    checker or model that was given a cloud keeps it as it was then, and copies share
    what neither has changed since. Changing one needs that no other thread uses it.
    
    Parameters
    ----------
    points : array_like, shape (n, 3)
        [m]; n may be 0, and nothing is near an empty cloud.
    radius : float or array_like, shape (n,), optional
        Of all balls or one each [m].
    
    Raises
    ------
    ValueError
        If a number is not finite or above 1e30, a radius is negative, or the shapes
        do not fit.
    
    Notes
    -----
    A point keeps its id until it is removed: at first the row of ``points``. Ids of
    removed points are given again. What is pickled numbers its points anew.
    
    The signed distance of a cloud is the least of its balls': in an overlap it is the
    depth of the deepest single ball, and the whole may have to move further.
    """
    def Clear(self) -> None:
        """
        Remove all points.
        """
    def ClearBox(self, lower: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"], upper: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"]) -> int:
        """
        Remove the points in a box.
        
        Parameters
        ----------
        lower, upper : array_like, shape (3,)
            Corners [m]; the boundary belongs to the box.
        
        Returns
        -------
        int
            How many points there were.
        
        Raises
        ------
        ValueError
            If a number is NaN.
        """
    def Insert(self, points: numpy.typing.ArrayLike, radius: numpy.typing.ArrayLike = 0.0) -> numpy.typing.NDArray[numpy.int32]:
        """
        Add points.
        
        Parameters
        ----------
        points : array_like, shape (n, 3)
            [m].
        radius : float or array_like, shape (n,), optional
            Of all or one each [m].
        
        Returns
        -------
        ndarray of int, shape (n,)
            Their ids.
        
        Raises
        ------
        ValueError
            As the constructor.
        """
    def Remove(self, ids: numpy.typing.ArrayLike) -> None:
        """
        Remove points.
        
        Parameters
        ----------
        ids : array_like of int, shape (n,)
            Of points that there are.
        
        Raises
        ------
        IndexError
            If one is not that of a point.
        ValueError
            If one is given twice.
        """
    def Replace(self, ids: numpy.typing.ArrayLike, points: numpy.typing.ArrayLike) -> None:
        """
        Move points to new places.
        
        Parameters
        ----------
        ids : array_like of int, shape (n,)
            Of points that there are; they and the radii stay.
        points : array_like, shape (n, 3)
            The new places [m].
        
        Raises
        ------
        IndexError
            If an id is not that of a point.
        ValueError
            If one is given twice, or a point is not finite.
        """
    def __copy__(self) -> PointCloud:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> PointCloud:
        ...
    def __getstate__(self) -> tuple[typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 3]"], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]]:
        ...
    def __init__(self, points: numpy.typing.ArrayLike, radius: numpy.typing.ArrayLike = 0.0) -> None:
        ...
    def __len__(self) -> int:
        ...
    def __setstate__(self, arg0: tuple[typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 3]"], typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]]) -> None:
        ...
    def ids(self) -> numpy.typing.NDArray[numpy.int32]:
        """
        The ids of points(), shape (n,).
        """
    def points(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 3]"]:
        """
        The points that there are, by ascending id, shape (n, 3) [m].
        """
    def radius(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        The radii of points(), shape (n,) [m].
        """
class VoxelGrid(Shape):
    """
    Cubic cells: free, occupied or unknown.
    
    What is occupied is solid. Cell (i, j, k) is the cube [i, i + 1] x [j, j + 1] x
    [k, k + 1] times the resolution, from the grid's minimum corner. A grid can be
    changed, at a cost in proportion to the change. It is a value: a checker or model
    that was given a grid keeps it as it was then, and copies share what neither has
    changed since. Changing one needs that no other thread uses it.
    
    Parameters
    ----------
    occupancy : array_like of bool or int, shape (nx, ny, nz)
        0 free, 1 occupied, -1 unknown.
    resolution : float
        Edge of a cell [m].
    origin : array_like, shape (3,), optional
        The minimum corner in the shape's frame [m].
    unknown : {"free", "occupied"}, optional
        What unknown cells are taken for. Must be given where there are any.
    outside : {"free", "occupied"}, optional
        What all beyond the grid is taken for. A grid that is solid outside belongs on
        a body that is fixed to the world.
    
    Raises
    ------
    ValueError
        If a state is another, there are unknown cells and ``unknown`` is not given,
        an axis has more than 524288 cells, or a number is not finite.
    
    Notes
    -----
    Cells are kept as an octree. Its blocks of solid cells, as large as they come, are
    the elements of which the least signed distance is that of the grid: in an overlap
    it is the depth of the deepest single block, and the whole may have to move
    further.
    """
    @staticmethod
    def FromOctomap(path: str | os.PathLike[str], *, unknown: str | None = None, outside: str = 'free', max_file_size: typing.SupportsInt | typing.SupportsIndex = 268435456) -> VoxelGrid:
        """
        Read an octree that OctoMap wrote, ``.bt`` or ``.ot``.
        
        The grid is a cube of 65536 cells a side about the origin. Log odds >= 0 are
        occupied; what the tree does not hold is unknown.
        
        Parameters
        ----------
        path : str or Path
            The file. What it is is told by its first line.
        unknown, outside
            As the constructor's.
        max_file_size : int, optional
            Larger files are refused [bytes]: a tree takes up to 24 times as much memory.
        
        Raises
        ------
        FileNotFoundError
            If there is no such file.
        ValueError
            If it is not such a file, or is damaged, or there are unknown cells and
            ``unknown`` is not given.
        """
    @staticmethod
    def FromPoints(points: numpy.typing.ArrayLike, resolution: typing.SupportsFloat | typing.SupportsIndex, *, unknown: str | None = None, outside: str = 'free') -> VoxelGrid:
        """
        Occupy the cells that points lie in.
        
        Cells are those between multiples of the resolution, and the grid reaches as far
        as the points do. A point on a face between cells lies in the upper.
        
        Parameters
        ----------
        points : array_like, shape (n, 3)
            [m].
        resolution, unknown, outside
            As the constructor's.
        
        Raises
        ------
        ValueError
            If a point is not finite, or they reach over more than 524288 cells.
        """
    @staticmethod
    def MakeFree(shape: typing.Annotated[collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(3)"], resolution: typing.SupportsFloat | typing.SupportsIndex, *, origin: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"] = ..., unknown: str | None = None, outside: str = 'free') -> VoxelGrid:
        """
        Make a grid of free cells, however many.
        
        Parameters
        ----------
        shape : tuple of int
            The number of cells along each axis.
        resolution, origin, unknown, outside
            As the constructor's.
        """
    def Clear(self) -> None:
        """
        Set all cells to free.
        """
    def FindCells(self, points: numpy.typing.ArrayLike) -> typing.Annotated[numpy.typing.NDArray[numpy.int32], "[m, 3]"]:
        """
        Find the cells that points lie in.
        
        Parameters
        ----------
        points : array_like, shape (n, 3)
            In the shape's frame [m].
        
        Returns
        -------
        ndarray of int, shape (n, 3)
            -1 where a point is outside.
        """
    def GetStates(self, cells: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.int8]:
        """
        Get the states of cells.
        
        Parameters
        ----------
        cells : array_like of int, shape (n, 3)
        
        Returns
        -------
        ndarray of int8, shape (n,)
            0 free, 1 occupied, -1 unknown.
        
        Raises
        ------
        IndexError
            If one is not of the grid.
        """
    def SetBox(self, lower: typing.Annotated[collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(3)"], upper: typing.Annotated[collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(3)"], state: str = 'occupied') -> None:
        """
        Set the cells of a box, lower <= cell < upper, to a state.
        
        The cost is that of the box's surface.
        
        Parameters
        ----------
        lower, upper : tuple of int
        state : {"occupied", "free", "unknown"}, optional
        
        Raises
        ------
        IndexError
            If the box is not within the grid.
        ValueError
            As SetCells.
        """
    def SetCells(self, cells: numpy.typing.ArrayLike, state: str = 'occupied') -> None:
        """
        Set cells to a state.
        
        Parameters
        ----------
        cells : array_like of int, shape (n, 3)
        state : {"occupied", "free", "unknown"}, optional
        
        Raises
        ------
        IndexError
            If one is not of the grid.
        ValueError
            If the state is another, or is unknown and the grid was not told what that is
            taken for.
        """
    def __copy__(self) -> VoxelGrid:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> VoxelGrid:
        ...
    def __getstate__(self) -> tuple[typing.Annotated[list[int], "FixedSize(3)"], float, typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"], typing.Annotated[list[int], "FixedSize(3)"], str | None, str, typing.Annotated[numpy.typing.NDArray[numpy.int32], "[m, 5]"]]:
        ...
    def __init__(self, occupancy: numpy.typing.ArrayLike, resolution: typing.SupportsFloat | typing.SupportsIndex, *, origin: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"] = ..., unknown: str | None = None, outside: str = 'free') -> None:
        ...
    def __setstate__(self, arg0: tuple[typing.Annotated[collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(3)"], typing.SupportsFloat | typing.SupportsIndex, typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"], typing.Annotated[collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(3)"], str | None, str, typing.Annotated[numpy.typing.ArrayLike, numpy.int32, "[m, 5]"]]) -> None:
        ...
    def num_occupied(self) -> int:
        """
        The number of occupied cells.
        """
    def occupancy(self) -> numpy.typing.NDArray[numpy.int8]:
        """
        The states of all cells, as the constructor takes them.
        """
    def origin(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]:
        """
        The minimum corner in the shape's frame, shape (3,) [m].
        """
    def outside(self) -> str:
        """
        What all beyond the grid is taken for.
        """
    def resolution(self) -> float:
        """
        Edge of a cell [m].
        """
    def shape(self) -> tuple[int, int, int]:
        """
        The number of cells along each axis.
        """
    def unknown(self) -> str | None:
        """
        What unknown cells are taken for; None if that was not said.
        """
class HeightField(Shape):
    """
    A surface over solid ground.
    
    ``heights[j, i]`` is the z at x = size[0] (i / (nx - 1) - 1/2) and y = size[1] (j /
    (ny - 1) - 1/2). Each cell between four heights is two triangles, split along the
    diagonal from its least x and y to its greatest; all below them is solid, down to
    the bottom. A field can be changed, at a cost in proportion to the change. It is a
    value: a checker or model that was given a field keeps it as it was then, and
    copies share what neither has changed since. Changing one needs that no other
    thread uses it.
    
    Parameters
    ----------
    heights : array_like, shape (ny, nx)
        [m]; at least 2 each.
    size : array_like, shape (2,)
        The extent along x and y [m].
    bottom : float, optional
        z of the plane where the ground ends, below all heights [m]. By default as far
        below the lowest as the field is wide.
    
    Raises
    ------
    ValueError
        If there are too few heights, a number is not finite, the size is not > 0, or
        a height is not above the bottom.
    
    Notes
    -----
    The signed distance of a field is the least of the prisms' below its triangles: in
    an overlap it is the depth of the deepest single prism, and the whole may have to
    move further.
    """
    def SetHeights(self, row: typing.SupportsInt | typing.SupportsIndex, column: typing.SupportsInt | typing.SupportsIndex, heights: numpy.typing.ArrayLike) -> None:
        """
        Replace the heights of a rectangle.
        
        Parameters
        ----------
        row, column : int
            Where the first of them is in ``heights()``.
        heights : array_like, shape (m, n)
            [m].
        
        Raises
        ------
        IndexError
            If the rectangle is not within the field.
        ValueError
            If a height is not finite or not above the bottom.
        """
    def __copy__(self) -> HeightField:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> HeightField:
        ...
    def __getstate__(self) -> tuple[typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, n]"], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[2, 1]"], float]:
        ...
    def __init__(self, heights: numpy.typing.ArrayLike, size: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[2, 1]"], bottom: typing.SupportsFloat | typing.SupportsIndex | None = None) -> None:
        ...
    def __setstate__(self, arg0: tuple[typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, n]"], typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[2, 1]"], typing.SupportsFloat | typing.SupportsIndex]) -> None:
        ...
    def bottom(self) -> float:
        """
        z where the ground ends [m].
        """
    def heights(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, n]"]:
        """
        Shape (ny, nx) [m].
        """
    def size(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[2, 1]"]:
        """
        The extent along x and y, shape (2,) [m].
        """
class SignedDistancePair:
    """
    The signed distance between shapes A and B, with its witnesses.
    
    In every case ``p_WCa - p_WCb == distance * nhat_BA_W`` to rounding, the normal
    has length 1, and nothing is NaN.
    """
    def __getstate__(self) -> tuple[float, typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]]:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple[typing.SupportsFloat | typing.SupportsIndex, typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"], typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"], typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"]]) -> None:
        ...
    @property
    def distance(self) -> float:
        """
        float: [m]. Positive apart, 0 touching; negative overlapping, minus the length of the shortest translation that separates the shapes.
        """
    @property
    def nhat_BA_W(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]:
        """
        ndarray, shape (3,): unit vector out of B towards A.
        """
    @property
    def p_WCa(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]:
        """
        ndarray, shape (3,): witness on A, in world. [m]
        """
    @property
    def p_WCb(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]:
        """
        ndarray, shape (3,): witness on B, in world. [m]
        """
class SignedDistances:
    """
    Signed distances of two shapes at a stack of poses, one row each.
    
    The columns are those of `SignedDistancePair`, as read-only arrays.
    """
    def __len__(self) -> int:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def distance(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        ndarray, shape (N,): signed distances. [m]
        """
    @property
    def nhat_BA_W(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 3]"]:
        """
        ndarray, shape (N, 3): unit vectors out of B towards A.
        """
    @property
    def p_WCa(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 3]"]:
        """
        ndarray, shape (N, 3): witnesses on A, in world. [m]
        """
    @property
    def p_WCb(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 3]"]:
        """
        ndarray, shape (N, 3): witnesses on B, in world. [m]
        """
class RigidBody:
    """
    A body of a MultibodyPlant.
    """
    def __eq__(self, other: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __repr__(self) -> str:
        ...
    def body_frame(self) -> Frame:
        """
        The frame that bears the body's name and pose.
        """
    def index(self) -> BodyIndex:
        """
        Its place among its kind in the plant.
        """
    def model_instance(self) -> ModelInstanceIndex:
        """
        The model instance it belongs to.
        """
    def name(self) -> str:
        """
        Its name, without that of the model instance.
        """
class Frame:
    """
    A frame fixed to a body.
    """
    def GetFixedPoseInBodyFrame(self) -> RigidTransform:
        """
        X_BF.
        """
    def __eq__(self, other: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __repr__(self) -> str:
        ...
    def body(self) -> RigidBody:
        """
        The body that it is fixed to.
        """
    def index(self) -> FrameIndex:
        """
        Its place among its kind in the plant.
        """
    def model_instance(self) -> ModelInstanceIndex:
        """
        The model instance it belongs to.
        """
    def name(self) -> str:
        """
        Its name, without that of the model instance.
        """
class Joint:
    """
    A joint of a MultibodyPlant.
    """
    def X_CM(self) -> RigidTransform:
        """
        Pose of the joint's frame M in the child body.
        """
    def X_PF(self) -> RigidTransform:
        """
        Pose of the joint's frame F in the parent body.
        """
    def __eq__(self, other: typing.Any) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __repr__(self) -> str:
        ...
    def axis(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]:
        """
        Unit axis in F, shape (3,); only some kinds of joint use it.
        """
    def child_body(self) -> RigidBody:
        """
        The body that it moves.
        """
    def index(self) -> JointIndex:
        """
        Its place among its kind in the plant.
        """
    def mimic(self) -> JointMimic | None:
        """
        What it mimics, or None.
        """
    def model_instance(self) -> ModelInstanceIndex:
        """
        The model instance it belongs to.
        """
    def name(self) -> str:
        """
        Its name, without that of the model instance.
        """
    def num_positions(self) -> int:
        """
        0 for fixed and mimic joints. RuntimeError before Finalize().
        """
    def num_velocities(self) -> int:
        """
        RuntimeError before Finalize().
        """
    def parent_body(self) -> RigidBody:
        """
        The body that it moves the other against.
        """
    def position_lower_limits(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        Shape (num_positions,) [rad or m].
        """
    def position_start(self) -> int:
        """
        Where its positions begin in q. RuntimeError before Finalize().
        """
    def position_upper_limits(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        Shape (num_positions,) [rad or m].
        """
    def screw_pitch(self) -> float:
        """
        Advance of a full turn [m]; only of screw joints.
        """
    def type_name(self) -> str:
        """
        The kind of joint, as in JointDescription.
        """
    def velocity_start(self) -> int:
        """
        Where its velocities begin in v. RuntimeError before Finalize().
        """
class JointMimic:
    """
    What a joint mimics.
    
    Its coordinate is ``multiplier`` * (the leader's coordinate) + ``offset``; it owns
    no position. Both joints have one coordinate, or are fixed.
    
    Parameters
    ----------
    leader : str
        Name of a joint of the same model instance; it may be added later.
    multiplier, offset : float, optional
    """
    def __init__(self, leader: str, multiplier: typing.SupportsFloat | typing.SupportsIndex = 1.0, offset: typing.SupportsFloat | typing.SupportsIndex = 0.0) -> None:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def leader(self) -> str:
        ...
    @property
    def multiplier(self) -> float:
        ...
    @property
    def offset(self) -> float:
        ...
class FixedOffsetFrame:
    """
    A frame F to be added to a plant.
    
    Parameters
    ----------
    name : str
    P : Frame
        The frame, of the plant, that F is fixed to.
    X_PF : RigidTransform or array_like, shape (4, 4)
    """
    def __init__(self, name: str, P: Frame, X_PF: RigidTransform | numpy.typing.ArrayLike) -> None:
        ...
    def __repr__(self) -> str:
        ...
class MultibodyPlant:
    """
    Bodies, frames, joints and collision geometry.
    
    It is built by the ``Add...`` calls, then made ready by ``Finalize()``, after which it
    is immutable and safe from any thread. Calls in the wrong state raise RuntimeError.
    
    Parameters
    ----------
    time_step : float, optional
        Of no effect, since nothing is simulated: kept so that Drake's scripts run.
    """
    def AddFrame(self, frame: FixedOffsetFrame) -> Frame:
        """
        Add a FixedOffsetFrame.
        """
    def AddJoint(self, joint: JointDescription) -> Joint:
        """
        Add a joint, described by a JointDescription or a class of its kind.
        
        Its model instance is the child's. Whom it mimics is looked up by ``Finalize()``.
        
        Raises
        ------
        ValueError
            For a loop, a name that is taken, or a joint of another plant.
        RuntimeError
            After ``Finalize()``.
        """
    def AddModelInstance(self, name: str) -> ModelInstanceIndex:
        """
        Add a model instance; ValueError if the name is taken.
        """
    def AddRigidBody(self, name: str, model_instance: ModelInstanceIndex | None = None) -> RigidBody:
        """
        Add a body, to the default model instance where none is given;
        ValueError if the instance has the name already.
        """
    def CalcBodyPoses(self, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> numpy.typing.NDArray[numpy.float64]:
        """
        The pose X_WB of every body.
        
        Parameters
        ----------
        q : array_like, shape (num_positions,)
        
        Returns
        -------
        ndarray, shape (num_bodies, 4, 4)
        
        Raises
        ------
        ValueError
            If q has another size, is not finite, or a quaternion in it is off norm 1 by more
            than 1e-3.
        """
    def CalcPointJacobian(self, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], body: RigidBody | BodyIndex | int, p_BQ: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"]) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, n]"]:
        """
        The derivative of p_WQ in q, of a point Q fixed in body B.
        
        Columns of a quaternion are the derivative of its normalised value.
        
        Parameters
        ----------
        q : array_like, shape (num_positions,)
        body : RigidBody, BodyIndex or int
        p_BQ : array_like, shape (3,)
            [m]
        
        Returns
        -------
        ndarray, shape (3, num_positions)
        """
    def ExcludeCollisionsBetween(self, bodyA: RigidBody | BodyIndex | int, bodyB: RigidBody | BodyIndex | int) -> None:
        """
        Collisions between these bodies are not looked for.
        """
    def Finalize(self) -> None:
        """
        End the building.
        
        A root that nothing fixes gets a floating joint ``$world_<root>``. Positions are
        numbered along the tree, depth first. Adjacent bodies (joined, by no floating joint, the
        parent not being the world) and bodies that are welded together are excluded from
        collision.
        
        Raises
        ------
        KeyError
            If a mimic's leader is unknown.
        ValueError
            For mimics in a loop, a leader of several coordinates, or a HalfSpace on a body
            that is not fixed to the world.
        """
    def GetBodyByName(self, name: str, model_instance: ModelInstanceIndex | None = None) -> RigidBody:
        """
        KeyError for an unknown name; ValueError if several instances have
        it and none is given.
        """
    def GetBodyIndices(self, model_instance: ModelInstanceIndex) -> list[BodyIndex]:
        """
        The bodies of a model instance, ascending.
        """
    def GetDefaultPositions(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        0, and identity quaternions, moved to the nearest limit.
        """
    def GetFrameByName(self, name: str, model_instance: ModelInstanceIndex | None = None) -> Frame:
        """
        As GetBodyByName; each body has a frame of its name.
        """
    def GetJointByName(self, name: str, model_instance: ModelInstanceIndex | None = None) -> Joint:
        """
        As GetBodyByName.
        """
    def GetJointIndices(self, model_instance: ModelInstanceIndex) -> list[JointIndex]:
        """
        The joints of a model instance, ascending.
        """
    def GetModelInstanceByName(self, name: str) -> ModelInstanceIndex:
        """
        KeyError for an unknown name.
        """
    def GetModelInstanceName(self, model_instance: ModelInstanceIndex) -> str:
        """
        IndexError if there is no such model instance.
        """
    def GetPositionLowerLimits(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        Shape (num_positions,) [rad or m].
        """
    def GetPositionNames(self, add_model_instance_prefix: bool = False) -> list[str]:
        """
        One name a position: ``<joint>_<suffix>``.
        """
    def GetPositionUpperLimits(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        Shape (num_positions,) [rad or m].
        """
    def HasBodyNamed(self, name: str, model_instance: ModelInstanceIndex | None = None) -> bool:
        """
        Whether a body of any instance, or of the one given, has the name.
        """
    def HasFrameNamed(self, name: str, model_instance: ModelInstanceIndex | None = None) -> bool:
        """
        As HasBodyNamed, of frames.
        """
    def HasJointNamed(self, name: str, model_instance: ModelInstanceIndex | None = None) -> bool:
        """
        As HasBodyNamed, of joints.
        """
    def HasModelInstanceNamed(self, name: str) -> bool:
        """
        Whether a model instance has the name.
        """
    def IsExcluded(self, bodyA: RigidBody | BodyIndex | int, bodyB: RigidBody | BodyIndex | int) -> bool:
        """
        Whether collisions between the two are not looked for.
        """
    def MakeVelocityToQDotMap(self, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, n]"]:
        """
        N(q) of qdot = N(q) v, shape (num_positions, num_velocities).
        """
    def RegisterCollisionGeometry(self, body: RigidBody | BodyIndex | int, X_BG: RigidTransform | numpy.typing.ArrayLike, shape: Shape, name: str) -> GeometryId:
        """
        Add a collision geometry G to body B; ValueError if the body has
        one of that name already.
        """
    def WeldFrames(self, frame_on_parent_F: Frame, frame_on_child_M: Frame, X_FM: RigidTransform | numpy.typing.ArrayLike | None = None) -> Joint:
        """
        Weld frame M to frame F.
        
        Parameters
        ----------
        frame_on_parent_F, frame_on_child_M : Frame
        X_FM : RigidTransform or array_like, shape (4, 4), optional
            The identity where left out.
        
        Raises
        ------
        ValueError
            If M's body already hangs on a joint, is the world, or carries F's.
        """
    def __init__(self, time_step: typing.SupportsFloat | typing.SupportsIndex = 0.0) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def get_body(self, body_index: BodyIndex | int) -> RigidBody:
        """
        IndexError if there is no such body.
        """
    def get_frame(self, frame_index: FrameIndex) -> Frame:
        """
        IndexError if there is no such frame.
        """
    def get_joint(self, joint_index: JointIndex) -> Joint:
        """
        IndexError if there is no such joint.
        """
    def is_finalized(self) -> bool:
        """
        Whether Finalize() was called.
        """
    def num_bodies(self) -> int:
        """
        The world included.
        """
    def num_collision_geometries(self) -> int:
        """
        Of all bodies.
        """
    def num_frames(self) -> int:
        """
        One a body, and those added.
        """
    def num_joints(self) -> int:
        """
        Welds included.
        """
    def num_model_instances(self) -> int:
        """
        The world's and the default one included.
        """
    def num_positions(self) -> int:
        """
        Size of q. RuntimeError before Finalize().
        """
    def num_velocities(self) -> int:
        """
        Size of v. RuntimeError before Finalize().
        """
    def world_body(self) -> RigidBody:
        """
        Body 0, which all others are posed in.
        """
    def world_frame(self) -> Frame:
        """
        The frame of the world body.
        """
class JointDescription:
    """
    A joint to be added to a plant: of any kind.
    
    Frame F is fixed to the parent body, frame M to the child; the joint's coordinates
    pose M in F.
    
    Parameters
    ----------
    name : str
    type : str
        "fixed", "revolute", "continuous", "prismatic", "screw", "planar", "universal",
        "ball_rpy" or "quaternion_floating".
    parent, child : RigidBody
    X_PF, X_CM : RigidTransform or array_like, shape (4, 4), optional
        Pose of F in the parent, and of M in the child. The identity where left out.
    axis : array_like, shape (3,), optional
        In F, of any length; for revolute, continuous, prismatic and screw joints.
    screw_pitch : float, optional
        Advance of a full turn of a screw [m].
    lower_limits, upper_limits : array_like, shape (num_positions,), optional
        None: unlimited [rad or m].
    mimic : JointMimic, optional
    
    Raises
    ------
    ValueError
        For an empty name, an unknown type, a zero axis, limits out of order or not one
        a coordinate, or a mimic that cannot be.
    """
    def __init__(self, name: str, type: str, parent: RigidBody, child: RigidBody, *, X_PF: RigidTransform | numpy.typing.ArrayLike | None = None, X_CM: RigidTransform | numpy.typing.ArrayLike | None = None, axis: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"] = (0, 0, 1), screw_pitch: typing.SupportsFloat | typing.SupportsIndex = 0.0, lower_limits: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"] | None = None, upper_limits: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"] | None = None, mimic: JointMimic | None = None) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def name(self) -> str:
        """
        As given.
        """
    def type_name(self) -> str:
        """
        The kind of joint, as given or of the class.
        """
class RevoluteJoint(JointDescription):
    """
    A turn about an axis [rad].
    """
    def __init__(self, name: str, frame_on_parent: Frame, frame_on_child: Frame, axis: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"], pos_lower_limit: typing.SupportsFloat | typing.SupportsIndex = ..., pos_upper_limit: typing.SupportsFloat | typing.SupportsIndex = ..., *, mimic: JointMimic | None = None) -> None:
        ...
class PrismaticJoint(JointDescription):
    """
    A slide along an axis [m].
    """
    def __init__(self, name: str, frame_on_parent: Frame, frame_on_child: Frame, axis: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"], pos_lower_limit: typing.SupportsFloat | typing.SupportsIndex = ..., pos_upper_limit: typing.SupportsFloat | typing.SupportsIndex = ..., *, mimic: JointMimic | None = None) -> None:
        ...
class PlanarJoint(JointDescription):
    """
    A slide in F's xy plane, then a turn about its z.
    """
    def __init__(self, name: str, frame_on_parent: Frame, frame_on_child: Frame) -> None:
        ...
class UniversalJoint(JointDescription):
    """
    A turn about x, then one about y.
    """
    def __init__(self, name: str, frame_on_parent: Frame, frame_on_child: Frame) -> None:
        ...
class BallRpyJoint(JointDescription):
    """
    Roll, pitch and yaw: Rz(qz) Ry(qy) Rx(qx).
    """
    def __init__(self, name: str, frame_on_parent: Frame, frame_on_child: Frame) -> None:
        ...
class QuaternionFloatingJoint(JointDescription):
    """
    Free motion: a quaternion (w, x, y, z), then a translation.
    """
    def __init__(self, name: str, frame_on_parent: Frame, frame_on_child: Frame) -> None:
        ...
class ScrewJoint(JointDescription):
    """
    A turn about an axis that slides along it.
    """
    def __init__(self, name: str, frame_on_parent: Frame, frame_on_child: Frame, axis: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"], screw_pitch: typing.SupportsFloat | typing.SupportsIndex, *, mimic: JointMimic | None = None) -> None:
        ...
class WeldJoint(JointDescription):
    """
    No motion at all: X_FM fixed.
    """
    def __init__(self, name: str, frame_on_parent_F: Frame, frame_on_child_M: Frame, X_FM: RigidTransform | numpy.typing.ArrayLike) -> None:
        ...
class SceneGraph:
    """
    The collision geometry of a plant, to look at.
    
    It is a view: what the plant gets later is seen too.
    
    Parameters
    ----------
    plant : MultibodyPlant
    """
    def CollisionFiltered(self, geometry_id_a: GeometryId, geometry_id_b: GeometryId) -> bool:
        """
        Whether collisions between the two are not looked for.
        """
    def GetAllGeometryIds(self) -> list[GeometryId]:
        """
        In the order of registration.
        """
    def GetBodyIndex(self, geometry_id: GeometryId) -> BodyIndex:
        """
        The body that it is fixed to.
        """
    def GetGeometriesForBody(self, body: RigidBody | BodyIndex | int) -> list[GeometryId]:
        """
        Those of one body, in the order of registration.
        """
    def GetName(self, geometry_id: GeometryId) -> str:
        """
        The name it was registered with.
        """
    def GetPoseInBody(self, geometry_id: GeometryId) -> RigidTransform:
        """
        X_BG.
        """
    def GetShape(self, geometry_id: GeometryId) -> Shape:
        """
        A copy of its shape.
        """
    def __init__(self, plant: MultibodyPlant) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def num_geometries(self) -> int:
        """
        Of all bodies.
        """
class RobotDiagram:
    """
    A robot and its surroundings, done: the model of a collision checker.
    
    Parameters
    ----------
    plant : MultibodyPlant
        Finalized; RuntimeError if it is not.
    """
    def __init__(self, plant: MultibodyPlant) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def plant(self) -> MultibodyPlant:
        """
        The plant, finalized.
        """
    def scene_graph(self) -> SceneGraph:
        """
        The collision geometry of the plant.
        """
class World:
    """
    What is in a scene: a plant, shapes on its bodies, who is robot.
    
    A checker's ``world()`` is a view of it as it is now.
    """
    def __repr__(self) -> str:
        ...
    def num_shapes(self) -> int:
        """
        How many collision shapes there are, of the model and added.
        """
    def plant(self) -> MultibodyPlant:
        """
        The plant, finalized.
        """
    def robot_bodies(self) -> list[BodyIndex]:
        """
        The bodies that are robot, ascending.
        """
    def version(self) -> int:
        """
        Grows with every change.
        """
class EdgeMeasure:
    """
    How far along an edge its samples are free.
    
    Parameters
    ----------
    distance : float
        Of the whole edge, >= 0.
    alpha : float
        Parameter of the last free sample before the first colliding one: 1 if all are
        free, negative (undefined) if the edge's start collides.
    
    Raises
    ------
    ValueError
        If distance is negative or not finite, or alpha greater than 1 or NaN.
    """
    def __getstate__(self) -> tuple[float, float]:
        ...
    @typing.overload
    def __init__(self, distance: typing.SupportsFloat | typing.SupportsIndex, alpha: typing.SupportsFloat | typing.SupportsIndex) -> None:
        ...
    @typing.overload
    def __init__(self, other: EdgeMeasure) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple[typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex]) -> None:
        ...
    def alpha(self) -> float:
        """
        RuntimeError if it is undefined.
        """
    def alpha_or(self, default_value: typing.SupportsFloat | typing.SupportsIndex) -> float:
        """
        alpha, or the given number if it is undefined.
        """
    def completely_free(self) -> bool:
        """
        Whether every sample is free.
        """
    def distance(self) -> float:
        """
        Of the whole edge.
        """
    def partially_free(self) -> bool:
        """
        Whether the start is free, and alpha thus defined.
        """
class RobotCollisionType(enum.Enum):
    """
    What a robot body collides with.
    """
    kEnvironmentAndSelfCollision = 3
    kEnvironmentCollision = 1
    kNoCollision = 0
    kSelfCollision = 2
    def MakeUpdated(self, *, in_environment_collision: bool | None = None, in_self_collision: bool | None = None) -> RobotCollisionType:
        """
        The type with the given parts replaced.
        """
class BodyCollision:
    """
    Two bodies in collision, by their deepest geometries.
    
    ``p_WCa - p_WCb == distance * nhat_BA_W``, where A is grown by the padding. Body A is
    robot; if both are, A is the lower.
    """
    def __getstate__(self) -> tuple[int, int, float, typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]]:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple[typing.SupportsInt | typing.SupportsIndex, typing.SupportsInt | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex, typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"], typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"], typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[3, 1]"]]) -> None:
        ...
    @property
    def body_index_A(self) -> BodyIndex:
        """
        Body A, which is robot.
        """
    @property
    def body_index_B(self) -> BodyIndex:
        """
        Body B, robot or environment.
        """
    @property
    def distance(self) -> float:
        """
        Signed distance less padding, <= 0 [m].
        """
    @property
    def nhat_BA_W(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]:
        """
        Unit normal out of B towards A in world, shape (3,).
        """
    @property
    def p_WCa(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]:
        """
        Witness on A in world, shape (3,) [m].
        """
    @property
    def p_WCb(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[3, 1]"]:
        """
        Witness on B in world, shape (3,) [m].
        """
class RobotClearance:
    """
    Distances between the robot and what it could hit.
    
    A table, one row for each pair of geometries near enough, sorted by robot body, other
    body, then geometries in order of registration.
    
    Parameters
    ----------
    num_positions : int
        Columns of the Jacobian.
    """
    def Append(self, robot_index: BodyIndex | int, other_index: BodyIndex | int, collision_type: RobotCollisionType, distance: typing.SupportsFloat | typing.SupportsIndex, jacobian: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> None:
        """
        Add a row; ValueError if the jacobian has another width.
        """
    def Reserve(self, size: typing.SupportsInt | typing.SupportsIndex) -> None:
        """
        Make room for so many rows.
        """
    @typing.overload
    def __init__(self, num_positions: typing.SupportsIndex) -> None:
        ...
    @typing.overload
    def __init__(self, other: RobotClearance) -> None:
        ...
    def __len__(self) -> int:
        ...
    def __repr__(self) -> str:
        ...
    def collision_types(self) -> list[RobotCollisionType]:
        """
        Of each row the kind of pair, colliding or not: self or
        environment.
        """
    def distances(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        Signed distances less padding, shape (size,) [m].
        """
    def jacobians(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, n]"]:
        """
        d distance / dq, shape (size, num_positions): a copy.
        """
    def mutable_jacobians(self) -> numpy.typing.NDArray[numpy.float64]:
        """
        The same, a view to write to. While it lives, Append and Reserve
        raise BufferError, since they would leave it without its numbers:
        delete it first.
        """
    def num_positions(self) -> int:
        """
        Columns of the Jacobian.
        """
    def other_indices(self) -> list[BodyIndex]:
        """
        Of each row the other body.
        """
    def robot_indices(self) -> list[BodyIndex]:
        """
        Of each row the robot body; the lower of two.
        """
    def size(self) -> int:
        """
        Number of rows.
        """
class BodyShapeDescription:
    """
    A shape S posed on a body that is named.
    
    Parameters
    ----------
    shape : Shape
    X_BS : RigidTransform or array_like, shape (4, 4)
        Pose of the shape in the body's frame.
    model_instance_name, body_name : str
    """
    def __init__(self, shape: Shape, X_BS: RigidTransform | numpy.typing.ArrayLike, model_instance_name: str, body_name: str) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def body_name(self) -> str:
        """
        Name of the body.
        """
    def model_instance_name(self) -> str:
        """
        Name of the body's model instance.
        """
    def pose_in_body(self) -> RigidTransform:
        """
        X_BS.
        """
    def shape(self) -> Shape:
        """
        A copy of the shape.
        """
class DistanceAndInterpolationProvider:
    """
    How far apart configurations are, and what lies between them.
    
    Subclasses implement ``DoComputeConfigurationDistance(from, to) -> float`` and
    ``DoInterpolateBetweenConfigurations(from, to, ratio) -> ndarray``. They are called from
    any thread, one at a time, since Python runs one. They may ask a checker that uses the
    provider; an edge asked for needs another context, and calls them again.
    """
    def ComputeConfigurationDistance(self, from_: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], to: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> float:
        """
        ValueError for sizes that differ, or values that are not finite.
        """
    def InterpolateBetweenConfigurations(self, from_: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], to: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], ratio: typing.SupportsFloat | typing.SupportsIndex) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        ValueError as above, or for a ratio outside [0, 1].
        """
    def __init__(self) -> None:
        ...
class LinearDistanceAndInterpolationProvider(DistanceAndInterpolationProvider):
    """
    Straight lines in configuration space, with weights.
    
    Continuous joints take the shorter way round; quaternions count by the angle between
    orientations, and interpolate along the shorter arc. Other joints do not wrap.
    
    Parameters
    ----------
    plant : MultibodyPlant
    distance_weights : array_like, shape (num_positions,), optional
        Finite and >= 0; of a quaternion (w, 0, 0, 0). By default all are 1.
    joint_distance_weights : dict of JointIndex to array_like, optional
        Instead: weights of some joints.
    wrap : bool, keyword only
        False treats continuous joints as revolute ones, as Drake does.
    
    Raises
    ------
    ValueError
        If a weight is negative or not finite, or a number of weights is wrong.
    IndexError
        If there is no such joint.
    """
    @typing.overload
    def __init__(self, plant: MultibodyPlant, *, wrap: bool = True) -> None:
        ...
    @typing.overload
    def __init__(self, plant: MultibodyPlant, joint_distance_weights: collections.abc.Mapping[JointIndex, typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]], *, wrap: bool = True) -> None:
        ...
    @typing.overload
    def __init__(self, plant: MultibodyPlant, distance_weights: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], *, wrap: bool = True) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def distance_weights(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        Shape (num_positions,).
        """
    def quaternion_dof_start_indices(self) -> list[int]:
        """
        Where in q each quaternion (w x y z) begins.
        """
    def wrapping_dof_indices(self) -> list[int]:
        """
        The positions of q that wrap.
        """
class CollisionCheckerParams:
    """
    What a collision checker is made of.
    
    Attributes
    ----------
    model : RobotDiagram
        Required.
    distance_and_interpolation_provider : DistanceAndInterpolationProvider, optional
        Linear with weights 1 where left out.
    robot_model_instances : list of ModelInstanceIndex
        Which model instances are robot. Required.
    configuration_distance_function : callable, optional
        Instead of a provider: (q1, q2) to float, with the default interpolation.
    edge_step_size : float
        Finite and > 0: the greatest distance between samples of an edge. Required.
    env_collision_padding, self_collision_padding : float
        Of all robot-environment and all robot-robot pairs [m].
    implicit_context_parallelism : Parallelism
        How many contexts are kept for calls without an explicit one.
    """
    distance_and_interpolation_provider: DistanceAndInterpolationProvider | None
    model: RobotDiagram | None
    def __init__(self, *, model: RobotDiagram | None = None, distance_and_interpolation_provider: DistanceAndInterpolationProvider | None = None, robot_model_instances: collections.abc.Sequence[ModelInstanceIndex] = [], configuration_distance_function: collections.abc.Callable[[typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]], float] | None = None, edge_step_size: typing.SupportsFloat | typing.SupportsIndex = 0.0, env_collision_padding: typing.SupportsFloat | typing.SupportsIndex = 0.0, self_collision_padding: typing.SupportsFloat | typing.SupportsIndex = 0.0, implicit_context_parallelism: bool | int | Parallelism = True) -> None:
        ...
    def __repr__(self) -> str:
        ...
    @property
    def configuration_distance_function(self) -> collections.abc.Callable[[typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]], float] | None:
        ...
    @configuration_distance_function.setter
    def configuration_distance_function(self, arg1: collections.abc.Callable[[typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]], float] | None) -> None:
        ...
    @property
    def edge_step_size(self) -> float:
        ...
    @edge_step_size.setter
    def edge_step_size(self, arg0: typing.SupportsFloat | typing.SupportsIndex) -> None:
        ...
    @property
    def env_collision_padding(self) -> float:
        ...
    @env_collision_padding.setter
    def env_collision_padding(self, arg0: typing.SupportsFloat | typing.SupportsIndex) -> None:
        ...
    @property
    def implicit_context_parallelism(self) -> Parallelism:
        ...
    @implicit_context_parallelism.setter
    def implicit_context_parallelism(self, arg1: bool | int | Parallelism) -> None:
        ...
    @property
    def robot_model_instances(self) -> list[ModelInstanceIndex]:
        ...
    @robot_model_instances.setter
    def robot_model_instances(self, arg0: collections.abc.Sequence[ModelInstanceIndex]) -> None:
        ...
    @property
    def self_collision_padding(self) -> float:
        ...
    @self_collision_padding.setter
    def self_collision_padding(self, arg0: typing.SupportsFloat | typing.SupportsIndex) -> None:
        ...
class CollisionChecker:
    """
    Is a configuration, is an edge, free of collision?
    
    A pair of geometries on two bodies, one of them robot, that is not filtered collides if
    its signed distance is at most the padding of its bodies: touching collides. ``q`` is the
    whole position vector, in the order of ``plant().GetPositionNames()``.
    
    Queries may run in several threads at once; each uses a context of the checker's pool,
    or the one given. What changes the checker must run alone.
    """
    def AddCollisionShape(self, group_name: str, description: BodyShapeDescription) -> bool:
        """
        Add a shape to a body, in a named group.
        
        Returns
        -------
        bool
            Whether this kind of checker takes such a shape.
        
        Raises
        ------
        KeyError
            If there is no such model instance or body.
        ValueError
            For a HalfSpace on a body that moves.
        """
    def AddCollisionShapeToBody(self, group_name: str, bodyA: RigidBody | BodyIndex | int, shape: Shape, X_AG: RigidTransform | numpy.typing.ArrayLike) -> bool:
        """
        Add a shape that is posed on a body.
        
        Parameters
        ----------
        group_name : str
        bodyA : RigidBody, BodyIndex or int
        shape : Shape
        X_AG : RigidTransform or array_like, shape (4, 4)
            Pose of the shape G in the body.
        
        Returns
        -------
        bool
            Whether this kind of checker takes such a shape.
        
        Raises
        ------
        ValueError
            For a body of another plant, or a HalfSpace on a body that moves.
        IndexError
            If there is no such body.
        """
    def AddCollisionShapeToFrame(self, group_name: str, frameA: Frame, shape: Shape, X_AG: RigidTransform | numpy.typing.ArrayLike) -> bool:
        """
        Add a shape that is posed in a frame.
        
        Parameters
        ----------
        group_name : str
        frameA : Frame
            The shape G is fixed to its body.
        shape : Shape
        X_AG : RigidTransform or array_like, shape (4, 4)
        
        Returns
        -------
        bool
            Whether this kind of checker takes such a shape.
        
        Raises
        ------
        ValueError
            For a frame of another plant, or a HalfSpace on a body that moves.
        """
    @typing.overload
    def AddCollisionShapes(self, group_name: str, descriptions: collections.abc.Sequence[BodyShapeDescription]) -> int:
        """
        How many were taken. If one is refused with an error, none is
        added.
        """
    @typing.overload
    def AddCollisionShapes(self, geometry_groups: collections.abc.Mapping[str, collections.abc.Sequence[BodyShapeDescription]]) -> dict[str, int]:
        """
        The same for several groups, by name.
        """
    def CalcContextRobotClearance(self, model_context: CollisionCheckerContext, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], influence_distance: typing.SupportsFloat | typing.SupportsIndex) -> RobotClearance:
        """
        The same, with a context of the caller's.
        """
    def CalcRobotClearance(self, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], influence_distance: typing.SupportsFloat | typing.SupportsIndex, context_number: typing.SupportsIndex | None = None) -> RobotClearance:
        """
        Distances of at most influence_distance, and their gradients.
        
        Parameters
        ----------
        q : array_like, shape (num_positions,)
        influence_distance : float
            Finite and >= 0 [m].
        context_number : int, optional
        
        Returns
        -------
        RobotClearance
        
        Notes
        -----
        The distance of exact meshes that overlap is a depth, which costs far more than a check.
        """
    def CheckConfigCollisionFree(self, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], context_number: typing.SupportsIndex | None = None) -> bool:
        """
        Whether a configuration is free of collision.
        
        Parameters
        ----------
        q : array_like, shape (num_positions,)
        context_number : int, optional
            Which of the checker's contexts to use; any free one where left out.
        
        Returns
        -------
        bool
            False if two geometries that are not filtered touch, overlap, or are nearer than
            their padding.
        
        Raises
        ------
        ValueError
            If q has another size, is not finite, or a quaternion in it is off norm 1 by more
            than 1e-3.
        IndexError
            If there is no such context.
        RuntimeError
            If this thread would wait for a context that it is itself using.
        """
    def CheckConfigsCollisionFree(self, configs: numpy.typing.ArrayLike, parallelize: bool | int | Parallelism = True) -> numpy.typing.NDArray[numpy.bool_]:
        """
        Check many configurations.
        
        Parameters
        ----------
        configs : array_like, shape (N, num_positions)
            Contiguous float64 is not copied.
        parallelize : bool, int or Parallelism
            How many threads; True is as many as this process may use.
        
        Returns
        -------
        ndarray of bool, shape (N,)
            True where the configuration is free.
        
        Raises
        ------
        ValueError
            If the shape is wrong or a value is not finite.
        """
    def CheckContextConfigCollisionFree(self, model_context: CollisionCheckerContext, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> bool:
        """
        The same, with a context of the caller's.
        """
    def CheckContextEdgeCollisionFree(self, model_context: CollisionCheckerContext, q1: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], q2: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> bool:
        """
        The same, with a context of the caller's.
        """
    def CheckEdgeCollisionFree(self, q1: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], q2: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], context_number: typing.SupportsIndex | None = None) -> bool:
        """
        Whether every sample of the edge from q1 to q2 is free.
        
        Samples are at k / n, k = 0 ... n, with n = max(1, ceil(distance / edge_step_size)); q2
        is checked first.
        
        Parameters
        ----------
        q1, q2 : array_like, shape (num_positions,)
        context_number : int, optional
            Which of the checker's contexts to use; any free one where left out.
        
        Raises
        ------
        ValueError
            If q1 or q2 has another size or is not finite.
        """
    def CheckEdgeCollisionFreeParallel(self, q1: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], q2: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], parallelize: bool | int | Parallelism = True) -> bool:
        """
        The same, the samples of the edge in parallel.
        """
    def CheckEdgesCollisionFree(self, edges: numpy.typing.ArrayLike, parallelize: bool | int | Parallelism = True) -> numpy.typing.NDArray[numpy.bool_]:
        """
        Check many edges.
        
        Parameters
        ----------
        edges : array_like, shape (E, 2, num_positions)
            Or a list of pairs (q1, q2).
        parallelize : bool, int or Parallelism
        
        Returns
        -------
        ndarray of bool, shape (E,)
            True where the edge is free.
        """
    def ClassifyBodyCollisions(self, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], context_number: typing.SupportsIndex | None = None) -> list[RobotCollisionType]:
        """
        What each body collides with: a list of RobotCollisionType in body
        order. Environment bodies have kNoCollision.
        """
    def ClassifyContextBodyCollisions(self, model_context: CollisionCheckerContext, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> list[RobotCollisionType]:
        """
        The same, with a context of the caller's.
        """
    def Clone(self) -> CollisionChecker:
        """
        An independent checker over the same model.
        """
    def ComputeConfigurationDistance(self, q1: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], q2: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> float:
        """
        How far q2 is from q1, as the provider measures it.
        
        Parameters
        ----------
        q1, q2 : array_like, shape (num_positions,)
        
        Returns
        -------
        float
            0 where a continuous joint differs by a multiple of 2 pi.
        
        Raises
        ------
        ValueError
            If q1 or q2 has another size or is not finite.
        """
    def FindCollidingPairs(self, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], context_number: typing.SupportsIndex | None = None) -> numpy.typing.NDArray[numpy.int32]:
        """
        The pairs of bodies in collision, without depths.
        
        Parameters
        ----------
        q : array_like, shape (num_positions,)
        context_number : int, optional
        
        Returns
        -------
        ndarray of int32, shape (n, 2)
            Body indices, as FindCollisions has them and in its order. Empty if free.
        """
    def FindCollisions(self, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], context_number: typing.SupportsIndex | None = None) -> list[BodyCollision]:
        """
        The pairs of bodies in collision.
        
        Parameters
        ----------
        q : array_like, shape (num_positions,)
        context_number : int, optional
        
        Returns
        -------
        list of BodyCollision
            One a pair of bodies, its deepest; sorted by body A, then B. Empty if free.
        
        Notes
        -----
        A depth costs far more than a check, above all that of exact meshes that overlap.
        FindCollidingPairs and ClassifyBodyCollisions do without.
        """
    def FindContextCollidingPairs(self, model_context: CollisionCheckerContext, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> numpy.typing.NDArray[numpy.int32]:
        """
        The same, with a context of the caller's.
        """
    def FindContextCollisions(self, model_context: CollisionCheckerContext, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> list[BodyCollision]:
        """
        The same, with a context of the caller's.
        """
    def GetAllAddedCollisionShapes(self) -> dict[str, list[BodyShapeDescription]]:
        """
        The descriptions of added shapes, by group.
        """
    def GetFilteredCollisionMatrix(self) -> numpy.ndarray:
        """
        The filters, a read-only copy of shape (num_bodies, num_bodies).
        
        0: checked; 1: filtered; -1: filtered by definition (the diagonal, and two environment
        bodies).
        """
    def GetLargestPadding(self) -> float:
        """
        Over all pairs with a robot body, filtered or not; 0 if there is
        none [m].
        """
    def GetNominalFilteredCollisionMatrix(self) -> numpy.ndarray:
        """
        The filters as they were made of the model, a read-only copy.
        """
    @typing.overload
    def GetPaddingBetween(self, bodyA_index: RigidBody | BodyIndex | int, bodyB_index: RigidBody | BodyIndex | int) -> float:
        """
        The padding of a pair of bodies [m]; IndexError if there is no such
        body, ValueError for a body of another plant.
        """
    @typing.overload
    def GetPaddingBetween(self, bodyA: RigidBody | BodyIndex | int, bodyB: RigidBody | BodyIndex | int) -> float:
        """
        The padding of a pair of bodies [m]; IndexError if there is no such
        body, ValueError for a body of another plant.
        """
    def GetPaddingMatrix(self) -> numpy.ndarray:
        """
        A read-only copy, shape (num_bodies, num_bodies) [m].
        """
    def GetZeroConfiguration(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        Zeros: not always a valid configuration (quaternions).
        """
    def InterpolateBetweenConfigurations(self, q1: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], q2: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], ratio: typing.SupportsFloat | typing.SupportsIndex) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        The configuration at a ratio of the way from q1 to q2.
        
        Parameters
        ----------
        q1, q2 : array_like, shape (num_positions,)
        ratio : float
            In [0, 1]: 0 is q1, 1 is q2.
        
        Returns
        -------
        ndarray, shape (num_positions,)
            At ratio 1 the same robot pose as q2, but not always the same numbers: a continuous
            joint goes the short way round and may end a multiple of 2 pi off, and quaternions
            are normalised and may change sign. ComputeConfigurationDistance tells whether two
            configurations are one. ``LinearDistanceAndInterpolationProvider(plant, wrap=False)``
            goes from number to number, as Drake does.
        
        Raises
        ------
        ValueError
            If q1 or q2 has another size or is not finite, or ratio is outside [0, 1].
        """
    @typing.overload
    def IsCollisionFilteredBetween(self, bodyA_index: RigidBody | BodyIndex | int, bodyB_index: RigidBody | BodyIndex | int) -> bool:
        """
        Whether the pair is not checked; IndexError if there is no such body,
        ValueError for a body of another plant.
        """
    @typing.overload
    def IsCollisionFilteredBetween(self, bodyA: RigidBody | BodyIndex | int, bodyB: RigidBody | BodyIndex | int) -> bool:
        """
        Whether the pair is not checked; IndexError if there is no such body,
        ValueError for a body of another plant.
        """
    @typing.overload
    def IsPartOfRobot(self, body_index: BodyIndex | int) -> bool:
        """
        Whether the body's model instance is listed, or a robot joint moves it.
        """
    @typing.overload
    def IsPartOfRobot(self, body: RigidBody) -> bool:
        """
        ValueError for a body of another plant.
        """
    def MakeStandaloneConfigurationDistanceFunction(self) -> collections.abc.Callable[[typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]], float]:
        """
        A function (q1, q2) of what the checker uses now.
        """
    def MakeStandaloneConfigurationInterpolationFunction(self) -> collections.abc.Callable[[typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], typing.SupportsFloat | typing.SupportsIndex], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]]:
        """
        A function (q1, q2, ratio) of what the checker uses now.
        """
    def MakeStandaloneModelContext(self) -> CollisionCheckerContext:
        """
        A context of the caller's own, at default positions.
        """
    def MaxContextNumDistances(self, model_context: CollisionCheckerContext) -> int:
        """
        The same, with a context of the caller's.
        """
    def MaxNumDistances(self, context_number: typing.SupportsIndex | None = None) -> int:
        """
        How many rows a clearance has at most.
        """
    def MaybeGetUniformRobotEnvironmentPadding(self) -> float | None:
        """
        The padding that all robot-environment pairs share, or None [m].
        """
    def MaybeGetUniformRobotRobotPadding(self) -> float | None:
        """
        The padding that all robot-robot pairs share, or None [m].
        """
    def MeasureContextEdgeCollisionFree(self, model_context: CollisionCheckerContext, q1: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], q2: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> EdgeMeasure:
        """
        The same, with a context of the caller's.
        """
    def MeasureEdgeCollisionFree(self, q1: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], q2: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], context_number: typing.SupportsIndex | None = None) -> EdgeMeasure:
        """
        How far from q1 the edge's samples are free.
        
        Parameters
        ----------
        q1, q2 : array_like, shape (num_positions,)
        context_number : int, optional
        
        Returns
        -------
        EdgeMeasure
        """
    def MeasureEdgeCollisionFreeParallel(self, q1: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], q2: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], parallelize: bool | int | Parallelism = True) -> EdgeMeasure:
        """
        The same, the samples of the edge in parallel.
        """
    def MeasureEdgesCollisionFree(self, edges: numpy.typing.ArrayLike, parallelize: bool | int | Parallelism = True) -> list[EdgeMeasure]:
        """
        Measure many edges: a list of EdgeMeasure.
        """
    def PerformOperationAgainstAllModelContexts(self, operation: collections.abc.Callable[[RobotDiagram, CollisionCheckerContext], None]) -> None:
        """
        Call ``operation(model, context)`` with every context there is:
        the pool's, their prototype, and standalone ones still alive.
        """
    @typing.overload
    def RemoveAllAddedCollisionShapes(self, group_name: str) -> None:
        """
        Those of one group; an unknown one is empty.
        """
    @typing.overload
    def RemoveAllAddedCollisionShapes(self) -> None:
        """
        Those of every group.
        """
    def SetCollisionFilterMatrix(self, filter_matrix: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, n]"]) -> None:
        """
        Symmetric, -1 exactly where it is by definition, else 0 or 1;
        else ValueError.
        """
    @typing.overload
    def SetCollisionFilteredBetween(self, bodyA_index: RigidBody | BodyIndex | int, bodyB_index: RigidBody | BodyIndex | int, filter_collision: bool) -> None:
        """
        Check a pair of bodies or not; ValueError for one body, two
        environment bodies or a body of another plant; IndexError if there is
        no such body.
        """
    @typing.overload
    def SetCollisionFilteredBetween(self, bodyA: RigidBody | BodyIndex | int, bodyB: RigidBody | BodyIndex | int, filter_collision: bool) -> None:
        """
        Check a pair of bodies or not; ValueError for one body, two
        environment bodies or a body of another plant; IndexError if there is
        no such body.
        """
    @typing.overload
    def SetCollisionFilteredWithAllBodies(self, body_index: RigidBody | BodyIndex | int) -> None:
        """
        Check no pair of this robot body any more; ValueError if it is of
        the environment or of another plant, IndexError if there is no such
        body.
        """
    @typing.overload
    def SetCollisionFilteredWithAllBodies(self, body: RigidBody | BodyIndex | int) -> None:
        """
        Check no pair of this robot body any more; ValueError if it is of
        the environment or of another plant, IndexError if there is no such
        body.
        """
    def SetConfigurationDistanceFunction(self, distance_function: collections.abc.Callable[[typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]], float]) -> None:
        """
        RuntimeError unless the checker was made with one.
        """
    def SetConfigurationInterpolationFunction(self, interpolation_function: collections.abc.Callable[[typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"], float], numpy.typing.ArrayLike] | None) -> None:
        """
        None restores the default; RuntimeError unless the checker was
        made with a distance function.
        """
    def SetDistanceAndInterpolationProvider(self, provider: DistanceAndInterpolationProvider) -> None:
        """
        ValueError if it breaks its promises at the default configuration.
        """
    def SetPaddingAllRobotEnvironmentPairs(self, padding: typing.SupportsFloat | typing.SupportsIndex) -> None:
        """
        Pad all robot-environment pairs [m]; ValueError unless finite.
        """
    def SetPaddingAllRobotRobotPairs(self, padding: typing.SupportsFloat | typing.SupportsIndex) -> None:
        """
        Pad all robot-robot pairs [m]; ValueError unless finite.
        """
    @typing.overload
    def SetPaddingBetween(self, bodyA_index: RigidBody | BodyIndex | int, bodyB_index: RigidBody | BodyIndex | int, padding: typing.SupportsFloat | typing.SupportsIndex) -> None:
        """
        Pad a pair of bodies [m]; ValueError for one body, two environment
        bodies, a body of another plant, or what is not finite; IndexError if
        there is no such body.
        """
    @typing.overload
    def SetPaddingBetween(self, bodyA: RigidBody | BodyIndex | int, bodyB: RigidBody | BodyIndex | int, padding: typing.SupportsFloat | typing.SupportsIndex) -> None:
        """
        Pad a pair of bodies [m]; ValueError for one body, two environment
        bodies, a body of another plant, or what is not finite; IndexError if
        there is no such body.
        """
    def SetPaddingMatrix(self, collision_padding: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, n]"]) -> None:
        """
        Symmetric, finite, zero on the diagonal and between environment
        bodies, else ValueError [m].
        """
    def SetPaddingOneRobotBodyAllEnvironmentPairs(self, body_index: RigidBody | BodyIndex | int, padding: typing.SupportsFloat | typing.SupportsIndex) -> None:
        """
        Pad all pairs of a robot body and an environment body [m];
        ValueError unless the body is robot and the padding finite.
        """
    def SupportsParallelChecking(self) -> bool:
        """
        Whether parallel calls use more than one thread.
        """
    def UpdateContextPositions(self, model_context: CollisionCheckerContext, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"]) -> PlantContext:
        """
        Set the positions of a context.
        """
    def UpdatePositions(self, q: typing.Annotated[numpy.typing.ArrayLike, numpy.float64, "[m, 1]"], context_number: typing.SupportsIndex | None = None) -> PlantContext:
        """
        Set the positions of one of the checker's contexts,
        unsynchronised; ValueError if q is refused.
        """
    def __copy__(self) -> CollisionChecker:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> CollisionChecker:
        ...
    def distance_and_interpolation_provider(self) -> DistanceAndInterpolationProvider:
        """
        The provider in use.
        """
    def edge_step_size(self) -> float:
        """
        The greatest distance between samples of an edge.
        """
    def get_body(self, body_index: BodyIndex | int) -> RigidBody:
        """
        IndexError if there is no such body.
        """
    def model(self) -> RobotDiagram:
        """
        The model that is checked, immutable.
        """
    def model_context(self, context_number: typing.SupportsIndex | None = None) -> CollisionCheckerContext:
        """
        A context of the checker's own, unsynchronised.
        """
    def num_allocated_contexts(self) -> int:
        """
        How many contexts there are for calls without an explicit one.
        """
    def plant(self) -> MultibodyPlant:
        """
        The plant of the model, finalized.
        """
    def plant_context(self, context_number: typing.SupportsIndex | None = None) -> PlantContext:
        """
        The plant's part of it, unsynchronised.
        """
    def robot_model_instances(self) -> list[ModelInstanceIndex]:
        """
        Sorted, without repeats.
        """
    def set_edge_step_size(self, edge_step_size: typing.SupportsFloat | typing.SupportsIndex) -> None:
        """
        Finite and > 0, else ValueError.
        """
    def world(self) -> World:
        """
        A view of what is in the scene now.
        """
class PlantContext:
    """
    The state of a plant: its positions.
    """
    def __repr__(self) -> str:
        ...
    def positions(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        A copy, shape (num_positions,).
        """
class CollisionCheckerContext:
    """
    What a checker changes while it answers.
    
    One thread at a time uses a context; several threads use several.
    
    Parameters
    ----------
    model : RobotDiagram
    """
    def Clone(self) -> CollisionCheckerContext:
        """
        An independent context at the same positions.
        """
    def __copy__(self) -> CollisionCheckerContext:
        ...
    def __deepcopy__(self, memo: dict[typing.Any, typing.Any]) -> CollisionCheckerContext:
        ...
    def __init__(self, model: RobotDiagram) -> None:
        ...
    def __repr__(self) -> str:
        ...
    def model_context(self) -> CollisionCheckerContext:
        """
        The context itself.
        """
    def plant_context(self) -> PlantContext:
        """
        The plant's part of it.
        """
    def positions(self) -> typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]:
        """
        A copy, shape (num_positions,).
        """
class SceneGraphCollisionChecker(CollisionChecker):
    """
    The collision checker: exact, on the geometry as declared.
    
    Parameters
    ----------
    params : CollisionCheckerParams
        Or its fields as keywords, of which ``model``, ``robot_model_instances`` and
        ``edge_step_size`` are required.
    
    Raises
    ------
    ValueError
        If the model is missing, no robot model instance is given or it is the world's,
        edge_step_size is not finite and > 0, a padding is not finite, or the provider
        breaks its promises.
    """
    @typing.overload
    def __init__(self, params: CollisionCheckerParams) -> None:
        ...
    @typing.overload
    def __init__(self, model: RobotDiagram, *, distance_and_interpolation_provider: DistanceAndInterpolationProvider | None = None, robot_model_instances: collections.abc.Sequence[ModelInstanceIndex] = [], configuration_distance_function: collections.abc.Callable[[typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"], typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]"]], float] | None = None, edge_step_size: typing.SupportsFloat | typing.SupportsIndex = 0.0, env_collision_padding: typing.SupportsFloat | typing.SupportsIndex = 0.0, self_collision_padding: typing.SupportsFloat | typing.SupportsIndex = 0.0, implicit_context_parallelism: bool | int | Parallelism = True) -> None:
        ...
    def __repr__(self) -> str:
        ...
def ComputeSignedDistance(A: Shape, X_WA: RigidTransform | numpy.typing.ArrayLike, B: Shape, X_WB: RigidTransform | numpy.typing.ArrayLike) -> SignedDistancePair:
    """
    The signed distance of two shapes.
    
    Swapping the arguments mirrors the result exactly; equal shapes at equal poses
    have the normal +z.
    
    Parameters
    ----------
    A, B : Shape
    X_WA, X_WB : RigidTransform or array_like, shape (4, 4)
        Their poses in the world; translations in metres.
    
    Returns
    -------
    SignedDistancePair
    
    Raises
    ------
    ValueError
        If both shapes are a HalfSpace, or a pose is none.
    """
def ComputeSignedDistances(A: Shape, X_WAs: RigidTransform | numpy.typing.ArrayLike, B: Shape, X_WBs: RigidTransform | numpy.typing.ArrayLike) -> SignedDistances:
    """
    The signed distances of two shapes at a stack of poses.
    
    Releases the GIL.
    
    Parameters
    ----------
    A, B : Shape
    X_WAs, X_WBs : array_like, shape (N, 4, 4) or (4, 4), or RigidTransform
        Their poses in the world; a single pose goes with every one of the other
        stack.
    
    Returns
    -------
    SignedDistances
        Row i is that of ``ComputeSignedDistance`` at pose i.
    
    Raises
    ------
    ValueError
        If the stacks differ in size, both shapes are a HalfSpace, or a pose is none.
    """
def HasCollision(A: Shape, X_WA: RigidTransform | numpy.typing.ArrayLike, B: Shape, X_WB: RigidTransform | numpy.typing.ArrayLike, padding: typing.SupportsFloat | typing.SupportsIndex = 0.0) -> bool:
    """
    Whether two shapes are within ``padding`` of each other.
    
    The answer is that of ``ComputeSignedDistance(...).distance <= padding``, sooner:
    touching shapes collide.
    
    Parameters
    ----------
    A, B : Shape
    X_WA, X_WB : RigidTransform or array_like, shape (4, 4)
        Their poses in the world; translations in metres.
    padding : float, optional
        [m]; may be negative.
    
    Returns
    -------
    bool
    
    Raises
    ------
    ValueError
        If both shapes are a HalfSpace, a pose is none, or padding is not finite.
    """
def HasCollisions(A: Shape, X_WAs: RigidTransform | numpy.typing.ArrayLike, B: Shape, X_WBs: RigidTransform | numpy.typing.ArrayLike, padding: typing.SupportsFloat | typing.SupportsIndex = 0.0) -> numpy.typing.NDArray[numpy.bool_]:
    """
    Whether two shapes are within ``padding``, at a stack of poses.
    
    Releases the GIL.
    
    Parameters
    ----------
    A, B : Shape
    X_WAs, X_WBs : array_like, shape (N, 4, 4) or (4, 4), or RigidTransform
        Their poses in the world; a single pose goes with every one of the other
        stack.
    padding : float, optional
        [m]; may be negative.
    
    Returns
    -------
    ndarray of bool, shape (N,)
        Entry i is that of ``HasCollision`` at pose i.
    
    Raises
    ------
    ValueError
        If the stacks differ in size, both shapes are a HalfSpace, a pose is none, or
        padding is not finite.
    """
def _clear_log_sink() -> None:
    ...
def _log(level: typing.SupportsInt | typing.SupportsIndex, message: str) -> None:
    ...
def _set_log_sink(sink: typing.Any) -> None:
    ...
__version__: str = '0.1.0'
