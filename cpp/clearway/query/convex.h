#pragma once

#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* A convex set seen through its support function: a core (point, segment, box,
 triangle, polytope, cylinder, cone or ellipsoid) thickened by a ball. A sphere
 is a point with a radius, a capsule a segment with one: distances and depths of
 the cores are then exact for the thickened sets up to adding radii.

 A view: it refers to the shape that it was made from. No allocation. */
class ConvexSet {
 public:
  /* @pre shape is convex: not a Mesh and not a HalfSpace. */
  explicit ConvexSet(const Shape& shape);
  /* A triangle (segment or point where vertices coincide). */
  ConvexSet(const Vector3& v0, const Vector3& v1, const Vector3& v2);
  /* The hull of a polytope, e.g. a mesh's outer volume. */
  explicit ConvexSet(const ConvexPolytope& polytope);

  /* The point of the core furthest along `direction`, which need not be unit;
   in the set's own frame. Ties are broken the same way every time. */
  Vector3 CoreSupport(const Vector3& direction) const;
  double radius() const { return radius_; }

  enum class Core {
    kPoint,
    kSegment,
    kBox,
    kTriangle,
    kPolytope,
    kCylinder,
    kCone,
    kEllipsoid
  };
  Core core() const { return core_; }
  bool is_polytope() const;  // whether the core is one: no curved face

 private:
  Core core_;
  double radius_{0};
  /* Half sizes, vertices or semi-axes, as core_ says. */
  Vector3 data_[3];
  const ConvexPolytope* polytope_{nullptr};
};

/* The signed distance of two convex sets, exact to rounding for polytope cores
 and to 1e-9 relative for curved ones, at every pose: separated, touching,
 overlapping, contained. Cold and deterministic. */
PairInA ComputeConvexDistance(const ConvexSet& A, const ConvexSet& B,
                              const RigidTransform& X_AB);

/* Compares the signed distance with a threshold (of either sign), by bounds
 that clear it by more than 1e-10 m (times scale above 10 m).

 @param axis_A  in: a guess of the unit normal out of B towards A, zero for none
 (a separating axis of an earlier query, for a warm start); out: a better one.
 It changes the time, and never turns a decided answer into another decided one.
 */
ThresholdVerdict CompareConvexDistance(const ConvexSet& A, const ConvexSet& B,
                                       const RigidTransform& X_AB,
                                       double threshold, Vector3* axis_A);

}  // namespace clearway::internal
