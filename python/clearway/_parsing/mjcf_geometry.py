"""The geoms of a compiled MJCF model as shapes and poses in their bodies."""

from __future__ import annotations

from clearway._parsing.description import (
    BoxSpec,
    CapsuleSpec,
    CylinderSpec,
    EllipsoidSpec,
    GeometrySpec,
    HalfSpaceSpec,
    HeightFieldSpec,
    MeshDataSpec,
    MeshSpec,
    PoseSpec,
    SphereSpec,
)
from clearway._parsing.mjcf_compile import Compiled, pose_at
from clearway._parsing.pose import make_pose, make_pose_spec, move_points
from clearway._parsing.xml import Element


def read_geom(compiled: Compiled, index: int, element: Element) -> tuple[GeometrySpec, PoseSpec]:
    """Return the shape of a geom, and its pose in its body.

    Raises
    ------
    ValueError
        For a signed distance function.
    """
    model, kinds = compiled.model, compiled.mujoco.mjtGeom
    X_BG = pose_at(model.geom_pos[index], model.geom_quat[index])
    size = [float(each) for each in model.geom_size[index]]
    kind = kinds(model.geom_type[index])
    if kind == kinds.mjGEOM_PLANE:
        return HalfSpaceSpec(), X_BG
    if kind == kinds.mjGEOM_SPHERE:
        return SphereSpec(size[0]), X_BG
    if kind == kinds.mjGEOM_CAPSULE:
        return CapsuleSpec(size[0], 2 * size[1]), X_BG
    if kind == kinds.mjGEOM_CYLINDER:
        return CylinderSpec(size[0], 2 * size[1]), X_BG
    if kind == kinds.mjGEOM_ELLIPSOID:
        return EllipsoidSpec(*size), X_BG
    if kind == kinds.mjGEOM_BOX:
        return BoxSpec((2 * size[0], 2 * size[1], 2 * size[2])), X_BG
    if kind == kinds.mjGEOM_MESH:
        return _read_mesh(compiled, index, X_BG, element)
    if kind == kinds.mjGEOM_HFIELD:
        return _read_height_field(compiled, index), X_BG
    name = kind.name.removeprefix("mjGEOM_").lower()
    raise element.error(
        f'geoms of type {name!r} are not read; contype="0" conaffinity="0" leaves it out'
    )


def _read_height_field(compiled: Compiled, index: int) -> HeightFieldSpec:
    model = compiled.model
    number = int(model.geom_dataid[index])
    ny, nx = int(model.hfield_nrow[number]), int(model.hfield_ncol[number])
    begin = int(model.hfield_adr[number])
    radius_x, radius_y, elevation, base = (float(each) for each in model.hfield_size[number])
    heights = elevation * model.hfield_data[begin : begin + ny * nx].astype(float).reshape(ny, nx)
    return HeightFieldSpec(heights, (2 * radius_x, 2 * radius_y), -base)


def _read_mesh(
    compiled: Compiled, index: int, X_BG: PoseSpec, element: Element
) -> tuple[GeometrySpec, PoseSpec]:
    model = compiled.model
    number = int(model.geom_dataid[index])
    # MuJoCo moves a mesh to its centre of mass, and the geom along with it.
    X_GM = pose_at(model.mesh_pos[number], model.mesh_quat[number])
    X = make_pose(X_BG) @ make_pose(X_GM).inverse()
    X_BM = make_pose_spec(X)
    asset = compiled.meshes[model.mesh(number).name]
    if asset.path:
        return MeshSpec(asset.path, asset.scale, reference=asset.reference), X_BM
    if not len(asset.vertices):
        raise element.error(f"its mesh {model.mesh(number).name!r} is made by a plugin")
    vertices = move_points(asset.vertices, asset.reference, asset.scale)
    return MeshDataSpec(vertices, asset.triangles if len(asset.triangles) else None), X_BM
