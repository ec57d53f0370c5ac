#include "clearway/query/canonical_order.h"

#include "clearway/geometry/height_field.h"
#include "clearway/geometry/point_cloud.h"
#include "clearway/geometry/voxel_grid.h"

namespace clearway::internal {
namespace {

template <typename T>
int CompareNumbers(const T* a, const T* b, Eigen::Index size) {
  for (Eigen::Index i = 0; i < size; ++i) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

template <typename Matrix>
int CompareMatrices(const Matrix& a, const Matrix& b) {
  if (&a == &b) return 0;  // copies of a shape share their tables
  if (a.rows() != b.rows()) return a.rows() < b.rows() ? -1 : 1;
  return CompareNumbers(a.data(), b.data(), a.size());
}

int CompareMeshes(const SolidMesh& a, const SolidMesh& b) {
  if (a.solid() != b.solid()) return b.solid() ? -1 : 1;
  const int order = CompareMatrices(a.vertices(), b.vertices());
  return order != 0 ? order : CompareMatrices(a.triangles(), b.triangles());
}

int CompareClouds(const BallTree& a, const BallTree& b) {
  if (a.IsSharedWith(b)) return 0;
  const int sizes_a[]{a.size(), a.num_ids()};
  const int sizes_b[]{b.size(), b.num_ids()};
  int order = CompareNumbers(sizes_a, sizes_b, 2);
  for (int id = 0; id < a.num_ids() && order == 0; ++id) {
    const BallTree::Ball& ball_a = a.ball(id);
    const BallTree::Ball& ball_b = b.ball(id);
    order = CompareNumbers(&ball_a.radius, &ball_b.radius, 1);
    if (order == 0 && ball_a.is_present()) {
      order = CompareMatrices(ball_a.centre, ball_b.centre);
    }
  }
  return order;
}

/* The numbers of a shape that has at most three. */
Vector3 SizesOf(const Shape& shape) {
  switch (shape.type()) {
    case ShapeType::kSphere:
      return Vector3(static_cast<const Sphere&>(shape).radius(), 0, 0);
    case ShapeType::kCapsule: {
      const auto& capsule = static_cast<const Capsule&>(shape);
      return Vector3(capsule.radius(), capsule.length(), 0);
    }
    case ShapeType::kBox:
      return static_cast<const Box&>(shape).size();
    case ShapeType::kCylinder: {
      const auto& cylinder = static_cast<const Cylinder&>(shape);
      return Vector3(cylinder.radius(), cylinder.length(), 0);
    }
    case ShapeType::kCone: {
      const auto& cone = static_cast<const Cone&>(shape);
      return Vector3(cone.radius(), cone.height(), 0);
    }
    case ShapeType::kEllipsoid:
      return static_cast<const Ellipsoid&>(shape).semi_axes();
    case ShapeType::kConvex:
    case ShapeType::kMesh:
    case ShapeType::kPointCloud:
    case ShapeType::kVoxelGrid:
    case ShapeType::kHeightField:
    case ShapeType::kHalfSpace:
      break;
  }
  return Vector3::Zero();
}

}  // namespace

int CompareShapes(const Shape& A, const Shape& B) {
  if (A.type() != B.type()) return A.type() < B.type() ? -1 : 1;
  switch (A.type()) {
    case ShapeType::kConvex:
      return CompareMatrices(static_cast<const Convex&>(A).vertices(),
                             static_cast<const Convex&>(B).vertices());
    case ShapeType::kMesh:
      return CompareMeshes(static_cast<const Mesh&>(A).data(),
                           static_cast<const Mesh&>(B).data());
    case ShapeType::kPointCloud:
      return CompareClouds(static_cast<const PointCloud&>(A).tree(),
                           static_cast<const PointCloud&>(B).tree());
    case ShapeType::kVoxelGrid:
      return VoxelGrid::Compare(static_cast<const VoxelGrid&>(A),
                                static_cast<const VoxelGrid&>(B));
    case ShapeType::kHeightField:
      return HeightField::Compare(static_cast<const HeightField&>(A),
                                  static_cast<const HeightField&>(B));
    default:
      return CompareMatrices(SizesOf(A), SizesOf(B));
  }
}

int CompareCanonically(const Shape& A, const RigidTransform& X_WA,
                       const Shape& B, const RigidTransform& X_WB) {
  int order = CompareShapes(A, B);
  if (order == 0)
    order = CompareMatrices(X_WA.translation(), X_WB.translation());
  if (order == 0) {
    order = CompareMatrices(X_WA.rotation().matrix(), X_WB.rotation().matrix());
  }
  return order;
}

}  // namespace clearway::internal
