#include "clearway/query/canonical_order.h"

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
