#pragma once

#include "clearway/math/rigid_transform.h"
#include "clearway/math/types.h"

namespace clearway {

class Shape;

/// An axis-aligned box; empty where lower > upper. [m]
struct Aabb {
  Vector3 lower{Vector3::Constant(HUGE_VAL)};
  Vector3 upper{Vector3::Constant(-HUGE_VAL)};

  void Include(const Vector3& p) {
    lower = lower.cwiseMin(p);
    upper = upper.cwiseMax(p);
  }
  void Include(const Aabb& other) {
    lower = lower.cwiseMin(other.lower);
    upper = upper.cwiseMax(other.upper);
  }
  Vector3 centre() const { return 0.5 * (lower + upper); }
  Vector3 half_size() const { return 0.5 * (upper - lower); }

  /// Whether the boxes meet, touching included.
  bool Overlaps(const Aabb& other) const {
    return (lower.array() <= other.upper.array()).all() &&
           (other.lower.array() <= upper.array()).all();
  }
  /// 0 if the boxes overlap, else the square of their distance. [m^2]
  double CalcSquaredDistance(const Aabb& other) const {
    return (lower - other.upper)
        .cwiseMax(other.lower - upper)
        .cwiseMax(0)
        .squaredNorm();
  }
};

/// A ball that contains a shape; the radius of a HalfSpace's is infinite. [m]
struct BoundingSphere {
  Vector3 centre{Vector3::Zero()};
  double radius{0};
};

/// The tight box of a shape in the frame A that it is posed in. Each bound is
/// the support function's value, moved outward by its rounding so that nothing
/// sticks out: by 4e-15 (Convex and Mesh: 1e-12) of the largest length in it.
/// The box of what goes on without end is infinite, that of an empty set empty.
Aabb CalcAabb(const Shape& shape, const RigidTransform& X_AS);

/// A ball in the shape's frame that contains it, with the same margins: the
/// smallest one, of a Convex or Mesh within about one per cent; of a set the
/// one about the middle of its box, of an empty one of radius 0.
BoundingSphere CalcBoundingSphere(const Shape& shape);

}  // namespace clearway
