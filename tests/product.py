"""The oracle's shapes as the package's, and what a result of the package must satisfy."""

from __future__ import annotations

import numpy as np

import clearway
import oracle
from oracle import Bracket, Floats, signed_distance
from oracle.meshes import Pieces
from oracle.poses import pose
from oracle.sets import outside_walls
from oracle.shapes import bounding_sphere

CURVED = (oracle.Cylinder, oracle.Cone, oracle.Ellipsoid)


def to_product(shape: oracle.Shape) -> clearway.Shape:
    match shape:
        case oracle.Sphere(radius):
            return clearway.Sphere(radius)
        case oracle.Capsule(radius, length):
            return clearway.Capsule(radius, length)
        case oracle.Box(width, depth, height):
            return clearway.Box(width, depth, height)
        case oracle.Cylinder(radius, length):
            return clearway.Cylinder(radius, length)
        case oracle.Cone(radius, height):
            return clearway.Cone(radius, height)
        case oracle.Ellipsoid(a, b, c):
            return clearway.Ellipsoid(a, b, c)
        case oracle.Convex(vertices):
            return clearway.Convex(vertices)
        case oracle.Mesh(vertices, triangles, solid):
            return clearway.Mesh(vertices, triangles, solid=solid)
        case oracle.PointCloud(points, radii):
            return clearway.PointCloud(points, radii)
        case oracle.VoxelGrid(solid, resolution, origin, solid_outside):
            outside = "occupied" if solid_outside else "free"
            return clearway.VoxelGrid(solid, resolution, origin=origin, outside=outside)
        case oracle.HeightField(heights, size, bottom):
            return clearway.HeightField(heights, size, bottom)
        case oracle.HalfSpace():
            return clearway.HalfSpace()


def same(A: oracle.Shape, B: oracle.Shape) -> bool:
    """Whether nothing tells the shapes apart."""
    return type(A) is type(B) and all(
        np.array_equal(a, b) for a, b in zip(vars(A).values(), vars(B).values(), strict=True)
    )


def pair_scale(A: oracle.Shape, X_WA: Floats, B: oracle.Shape, X_WB: Floats) -> float:
    total = float(np.linalg.norm(X_WA[:3, 3] - X_WB[:3, 3]))
    for shape in (A, B):
        centre, radius = bounding_sphere(shape)
        total += float(np.linalg.norm(centre)) + radius if np.isfinite(radius) else 0.0
    return total or 1.0


def is_of_parts(shape: oracle.Shape) -> bool:
    """Whether it is a set of several elements, or solid outside."""
    if not isinstance(shape, oracle.SetShape):
        return False
    return len(Pieces.of(shape).radii) > 1 or bool(outside_walls(shape))


def has_search(shape: oracle.Shape) -> bool:
    """Whether overlaps with it are resolved by a search: a mesh that is not its own hull."""
    if not isinstance(shape, oracle.Mesh):
        return False
    corners = shape.vertices[shape.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    heights = np.einsum("nki,ni->nk", shape.vertices[None] - corners[:, :1], normals)
    flat = 1e-12 * np.abs(shape.vertices).max() * np.linalg.norm(normals, axis=1)
    return not shape.solid or bool((heights > flat[:, None]).any())


class PairCheck:
    """Two shapes, as the oracle's and as the product's, to be compared at many poses.

    Tolerances are relative to the size of the scene: rounding for polytopes, and what
    the package promises of curved shapes, 1e-9, and of overlaps of meshes (mesh_margin).
    """

    def __init__(self, A: oracle.Shape, B: oracle.Shape) -> None:
        self.A, self.B = A, B
        self.dut_A, self.dut_B = to_product(A), to_product(B)
        self.is_curved = isinstance(A, CURVED) or isinstance(B, CURVED)
        self.has_mesh = isinstance(A, oracle.Mesh) or isinstance(B, oracle.Mesh)
        self.has_parts = is_of_parts(A) or is_of_parts(B)
        self.is_convex = not (self.has_mesh or self.has_parts)
        self.has_exact_depth = not (has_search(A) or has_search(B))

    def is_ambiguous(self, X_WA: Floats, X_WB: Floats) -> bool:
        """Whether nothing tells A from B, so that the normal is +z in both orders."""
        return same(self.A, self.B) and np.array_equal(X_WA, X_WB)

    def scale(self, X_WA: Floats, X_WB: Floats) -> float:
        """Sizes, as seen from the frames' origins, and the distance of these."""
        return pair_scale(self.A, X_WA, self.B, X_WB)

    def tolerance(self, X_WA: Floats, X_WB: Floats) -> float:
        """For one distance: of the shapes, and of the rounding of their positions."""
        relative = 1e-9 if self.is_curved else 1e-13
        return relative * self.scale(X_WA, X_WB) + self.rounding(X_WA, X_WB)

    def rounding(self, X_WA: Floats, X_WB: Floats) -> float:
        return 1e-15 * float(max(np.abs(X_WA[:3, 3]).max(), np.abs(X_WB[:3, 3]).max()))

    def mesh_margin(self, X_WA: Floats, X_WB: Floats) -> float:
        """A mesh overlap is resolved by a search that stops this near to contact."""
        scale = self.scale(X_WA, X_WB)
        return 1e-10 * max(min(1.0, scale), scale / 10) if self.has_mesh else 0.0

    def measure(self, X_WA: Floats, X_WB: Floats) -> clearway.SignedDistancePair:
        return clearway.ComputeSignedDistance(self.dut_A, X_WA, self.dut_B, X_WB)

    def bracket(self, X_WA: Floats, X_WB: Floats) -> Bracket:
        return signed_distance(self.A, X_WA, self.B, X_WB)

    def check(self, X_WA: Floats, X_WB: Floats) -> None:
        """Compare one pose; a failure says how to reproduce it."""
        try:
            self._check(X_WA, X_WB)
        except AssertionError as error:
            raise AssertionError(
                f"{error}\n  A = {self.A}\n  B = {self.B}\n"
                f"  X_WA = np.array({X_WA.tolist()})\n  X_WB = np.array({X_WB.tolist()})"
            ) from None

    def _check(self, X_WA: Floats, X_WB: Floats) -> None:
        scale = self.scale(X_WA, X_WB)
        tolerance = self.tolerance(X_WA, X_WB)
        dut = self.measure(X_WA, X_WB)
        lo, hi = self.bracket(X_WA, X_WB)
        if lo == np.inf:
            self._check_infinite(dut, X_WA, X_WB)
            return
        if hi <= 0:
            tolerance += self.mesh_margin(X_WA, X_WB)
        assert lo - tolerance <= dut.distance <= hi + tolerance, (
            f"distance {dut.distance!r} is not in [{lo!r}, {hi!r}] +- {tolerance:.1e}"
        )
        self._check_witnesses(dut, 1e-13 * scale + self.rounding(X_WA, X_WB))
        if self.is_ambiguous(X_WA, X_WB):
            assert dut.nhat_BA_W.tolist() == [0, 0, 1]  # Nothing can be mirrored.
        else:
            self._check_normal(dut, X_WA, X_WB)
            self._check_mirror(dut, X_WA, X_WB)
        self._check_verdicts(dut, X_WA, X_WB, scale)

    def _check_infinite(self, dut: clearway.SignedDistancePair, X_WA: Floats, X_WB: Floats) -> None:
        assert dut.distance == np.inf
        assert np.array_equal(dut.p_WCa, X_WA[:3, 3])
        assert np.array_equal(dut.p_WCb, X_WB[:3, 3])
        assert dut.nhat_BA_W.tolist() == [0, 0, 1]
        assert not clearway.HasCollision(self.dut_A, X_WA, self.dut_B, X_WB, padding=1e9)

    def _check_witnesses(self, dut: clearway.SignedDistancePair, tolerance: float) -> None:
        error = dut.p_WCa - dut.p_WCb - dut.distance * dut.nhat_BA_W
        assert np.linalg.norm(error) <= tolerance, f"identity is off by {error}"
        length = np.linalg.norm(dut.nhat_BA_W)
        assert abs(length - 1) <= 1e-13, f"normal of length {length!r}"

    def _check_normal(self, dut: clearway.SignedDistancePair, X_WA: Floats, X_WB: Floats) -> None:
        """Moving B by distance * normal brings the shapes to contact."""
        moved = X_WB.copy()
        moved[:3, 3] += dut.distance * dut.nhat_BA_W
        lo, hi = self.bracket(X_WA, moved)
        slack = self.tolerance(X_WA, X_WB) + 2 * self.mesh_margin(X_WA, X_WB)
        # Of a set it clears the deepest element; others may overlap still.
        if not self.has_parts or dut.distance > 0:
            assert hi >= -slack, f"after the translation of the result they overlap by {-hi!r}"
        if not self.has_mesh or dut.distance > 0:
            assert lo <= slack, f"after the translation of the result they are {lo!r} apart"

    def _check_mirror(self, dut: clearway.SignedDistancePair, X_WA: Floats, X_WB: Floats) -> None:
        swapped = clearway.ComputeSignedDistance(self.dut_B, X_WB, self.dut_A, X_WA)
        assert swapped.distance == dut.distance, f"swapped distance {swapped.distance!r}"
        assert np.array_equal(swapped.p_WCa, dut.p_WCb), "swapped witnesses differ"
        assert np.array_equal(swapped.p_WCb, dut.p_WCa), "swapped witnesses differ"
        assert np.array_equal(swapped.nhat_BA_W, -dut.nhat_BA_W), "swapped normal differs"

    def _check_verdicts(
        self, dut: clearway.SignedDistancePair, X_WA: Floats, X_WB: Floats, scale: float
    ) -> None:
        for offset in (0.1, 1e-3, 1e-6, 1e-8):
            for sign in (1, -1):
                padding = dut.distance + sign * offset * scale
                verdict = clearway.HasCollision(self.dut_A, X_WA, self.dut_B, X_WB, padding=padding)
                assert verdict == (sign > 0), (
                    f"HasCollision(padding={padding!r}) is {verdict} at {dut.distance!r}"
                )
        verdict = clearway.HasCollision(self.dut_A, X_WA, self.dut_B, X_WB)
        assert verdict == (dut.distance <= 0), f"HasCollision is {verdict} at {dut.distance!r}"


def scaled(shape: oracle.Shape, factor: float) -> oracle.Shape:
    match shape:
        case oracle.Convex(vertices):
            return oracle.Convex(vertices * factor)
        case oracle.Mesh(vertices, triangles, solid):
            return oracle.Mesh(vertices * factor, triangles, solid)
        case oracle.PointCloud(points, radii):
            return oracle.PointCloud(points * factor, radii * factor)
        case oracle.VoxelGrid(solid, resolution, (x, y, z), outside):
            origin = (x * factor, y * factor, z * factor)
            return oracle.VoxelGrid(solid, resolution * factor, origin, outside)
        case oracle.HeightField(heights, (x, y), bottom):
            return oracle.HeightField(heights * factor, (x * factor, y * factor), bottom * factor)
        case _:
            return type(shape)(*(factor * size for size in vars(shape).values()))


def scaled_pose(X: Floats, factor: float) -> Floats:
    return pose(X[:3, :3], factor * X[:3, 3])
