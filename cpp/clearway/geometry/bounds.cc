#include "clearway/geometry/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "clearway/geometry/element_set.h"
#include "clearway/geometry/shapes.h"

namespace clearway {
namespace {

/* Rounding of a support value: a dozen operations on numbers no larger than
 the shape's reach and its distance from the origin. */
constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();

/* A hull's vertices leave out points that stick out by its rounding, 1e-13 of
 the largest coordinate. */
constexpr double kHullRounding = 1e-12;

/* The half sizes of the box, in the frame A, of a shape that is symmetric about
 its origin, from how far it reaches along each axis of A. `row` is the axis
 expressed in the shape's frame. */
double CalcReach(const Shape& shape, const Vector3& row) {
  const double radial = std::hypot(row.x(), row.y());
  switch (shape.type()) {
    case ShapeType::kSphere:
      return static_cast<const Sphere&>(shape).radius();
    case ShapeType::kCapsule: {
      const auto& capsule = static_cast<const Capsule&>(shape);
      return capsule.radius() + capsule.length() / 2 * std::abs(row.z());
    }
    case ShapeType::kBox:
      return static_cast<const Box&>(shape).size().dot(row.cwiseAbs()) / 2;
    case ShapeType::kCylinder: {
      const auto& cylinder = static_cast<const Cylinder&>(shape);
      return cylinder.radius() * radial +
             cylinder.length() / 2 * std::abs(row.z());
    }
    case ShapeType::kEllipsoid:
      return static_cast<const Ellipsoid&>(shape)
          .semi_axes()
          .cwiseProduct(row)
          .norm();
    default:
      throw std::logic_error("a shape without a symmetric reach");
  }
}

/* How far a cone reaches along `row`: to its apex or to its base's rim. */
double CalcConeReach(const Cone& cone, const Vector3& row) {
  const double half_height = cone.height() / 2;
  return std::max(
      half_height * row.z(),
      cone.radius() * std::hypot(row.x(), row.y()) - half_height * row.z());
}

Aabb CalcPointsAabb(const RowMatrixX3& points, const RigidTransform& X_AS) {
  Aabb box;
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    box.Include(X_AS * Vector3(points.row(i).transpose()));
  }
  return box;
}

void RoundOutward(double rounding, const Vector3& origin, Aabb* box) {
  for (int axis = 0; axis < 3; ++axis) {
    const double largest = std::max(
        {std::abs(box->lower[axis]), std::abs(box->upper[axis]),
         std::abs(origin[axis]), (box->upper - box->lower).maxCoeff()});
    box->lower[axis] -= rounding * largest;
    box->upper[axis] += rounding * largest;
  }
}

/* Near the smallest ball around points: a step towards the furthest point at a
 time, ever shorter.
 @source Badoiu and Clarkson, Smaller core-sets for balls, 2003. */
BoundingSphere CalcPointsBoundingSphere(const RowMatrixX3& points) {
  constexpr int kNumSteps = 300;
  const Eigen::RowVector3d lower = points.colwise().minCoeff();
  const Eigen::RowVector3d upper = points.colwise().maxCoeff();
  Eigen::RowVector3d centre = (lower + upper) / 2;
  Eigen::RowVector3d best_centre = centre;
  double best = HUGE_VAL;
  for (int i = 0; i < kNumSteps; ++i) {
    Eigen::Index furthest = 0;
    const double squared_radius =
        (points.rowwise() - centre).rowwise().squaredNorm().maxCoeff(&furthest);
    if (squared_radius < best) {
      best = squared_radius;
      best_centre = centre;
    }
    centre += (points.row(furthest) - centre) / (i + 2);
  }
  const double largest = points.cwiseAbs().maxCoeff();
  return {best_centre.transpose(), std::sqrt(best) + kHullRounding * largest};
}

}  // namespace

Aabb CalcAabb(const Shape& shape, const RigidTransform& X_AS) {
  const Vector3& origin = X_AS.translation();
  const Matrix3& R = X_AS.rotation().matrix();
  if (IsUnbounded(shape)) {
    return {Vector3::Constant(-HUGE_VAL), Vector3::Constant(HUGE_VAL)};
  }
  if (IsEmpty(shape)) return {};
  double rounding = kRounding;
  Aabb box;
  switch (shape.type()) {
    case ShapeType::kPointCloud:
    case ShapeType::kVoxelGrid:
    case ShapeType::kHeightField:
      box = CalcElementsAabb(static_cast<const ElementSet&>(shape), X_AS);
      break;
    case ShapeType::kConvex:
      box = CalcPointsAabb(
          static_cast<const Convex&>(shape).polytope().vertices(), X_AS);
      rounding = kHullRounding;
      break;
    case ShapeType::kMesh:
      box = CalcPointsAabb(
          static_cast<const Mesh&>(shape).data().hull().vertices(), X_AS);
      rounding = kHullRounding;
      break;
    case ShapeType::kCone:
      for (int axis = 0; axis < 3; ++axis) {
        const auto& cone = static_cast<const Cone&>(shape);
        const Vector3 row = R.row(axis).transpose();
        box.lower[axis] = origin[axis] - CalcConeReach(cone, -row);
        box.upper[axis] = origin[axis] + CalcConeReach(cone, row);
      }
      break;
    default:
      for (int axis = 0; axis < 3; ++axis) {
        const double reach = CalcReach(shape, R.row(axis).transpose());
        box.lower[axis] = origin[axis] - reach;
        box.upper[axis] = origin[axis] + reach;
      }
  }
  RoundOutward(rounding, origin, &box);
  return box;
}

BoundingSphere CalcBoundingSphere(const Shape& shape) {
  BoundingSphere sphere;
  if (IsUnbounded(shape)) {
    sphere.radius = HUGE_VAL;
    return sphere;
  }
  switch (shape.type()) {
    case ShapeType::kHalfSpace:
      break;
    case ShapeType::kPointCloud:
    case ShapeType::kVoxelGrid:
    case ShapeType::kHeightField:
      sphere =
          CalcElementsBoundingSphere(static_cast<const ElementSet&>(shape));
      sphere.radius += kRounding * sphere.centre.norm();
      break;
    case ShapeType::kConvex:
      return CalcPointsBoundingSphere(
          static_cast<const Convex&>(shape).polytope().vertices());
    case ShapeType::kMesh:
      return CalcPointsBoundingSphere(
          static_cast<const Mesh&>(shape).data().hull().vertices());
    case ShapeType::kSphere:
      sphere.radius = static_cast<const Sphere&>(shape).radius();
      break;
    case ShapeType::kCapsule: {
      const auto& capsule = static_cast<const Capsule&>(shape);
      sphere.radius = capsule.radius() + capsule.length() / 2;
      break;
    }
    case ShapeType::kBox:
      sphere.radius = static_cast<const Box&>(shape).size().norm() / 2;
      break;
    case ShapeType::kCylinder: {
      const auto& cylinder = static_cast<const Cylinder&>(shape);
      sphere.radius = std::hypot(cylinder.radius(), cylinder.length() / 2);
      break;
    }
    case ShapeType::kEllipsoid:
      sphere.radius =
          static_cast<const Ellipsoid&>(shape).semi_axes().maxCoeff();
      break;
    case ShapeType::kCone: {
      // A flat cone's ball is that of its base; a steep one's passes through
      // the apex and the base's rim.
      const auto& cone = static_cast<const Cone&>(shape);
      const double h = cone.height(), r = cone.radius();
      if (h <= r) {
        sphere = {Vector3(0, 0, -h / 2), r};
      } else {
        const double radius = (h * h + r * r) / (2 * h);
        sphere = {Vector3(0, 0, h / 2 - radius), radius};
      }
      break;
    }
  }
  sphere.radius *= 1 + kRounding;
  return sphere;
}

}  // namespace clearway
