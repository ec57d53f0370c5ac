#pragma once

#include <cmath>

#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* A convex set seen through its support function: a core (point, segment, box,
 triangle, prism, polytope, cylinder, cone or ellipsoid) thickened by a ball. A
 sphere is a point with a radius, a capsule a segment with one: distances and
 depths of the cores are then exact for the thickened sets up to adding radii.

 A view: it refers to the shape that it was made from. No allocation. */
class ConvexSet {
 public:
  enum class Core {
    kPoint,
    kSegment,
    kBox,
    kTriangle,
    kPrism,
    kPolytope,
    kCylinder,
    kCone,
    kEllipsoid
  };

  /* @throws std::invalid_argument if shape is a Mesh, a HalfSpace or a set. */
  explicit ConvexSet(const Shape& shape);
  /* A triangle (segment or point where vertices coincide). */
  ConvexSet(const Vector3& v0, const Vector3& v1, const Vector3& v2)
      : core_(Core::kTriangle), data_{v0, v1, v2} {}
  /* What is between a triangle and its image in the plane z = bottom, which is
   below it. */
  static ConvexSet MakePrism(const Vector3& v0, const Vector3& v1,
                             const Vector3& v2, double bottom) {
    ConvexSet prism(v0, v1, v2);
    prism.core_ = Core::kPrism;
    prism.bottom_ = bottom;
    return prism;
  }
  /* The hull of a polytope, e.g. a mesh's outer volume. */
  explicit ConvexSet(const ConvexPolytope& polytope)
      : core_(Core::kPolytope), polytope_(&polytope) {}

  /* The point of the core furthest along `direction`, which need not be unit;
   in the set's own frame. Ties are broken the same way every time. */
  Vector3 CoreSupport(const Vector3& direction) const;

  double radius() const { return radius_; }
  Core core() const { return core_; }
  /* Whether the core is a polytope: it has no curved face. */
  bool is_polytope() const { return core_ <= Core::kPolytope; }
  /* A point of the core, in its middle. */
  Vector3 centre() const;
  /* No coordinate of the core is larger. [m] */
  double CalcReach() const;

  /* What the core is made of; each only for the cores named. */
  const Vector3& vertex(int i) const { return data_[i]; }  // point to prism
  double bottom() const { return bottom_; }                // prism
  const Vector3& half_size() const { return data_[0]; }    // box
  const ConvexPolytope& polytope() const { return *polytope_; }

 private:
  Core core_;
  double radius_{0};
  /* Vertices; half sizes; (radius, radius, half length); or semi-axes. */
  Vector3 data_[3];
  double bottom_{0};
  const ConvexPolytope* polytope_{nullptr};
};

/* The signed distance of two convex sets, exact to rounding for polytope cores
 and to 1e-9 relative for curved ones, at every pose: separated, touching,
 overlapping, contained. (Of curved cores that overlap about equally deep in a
 whole ring or sphere of directions, what MaximizeGap says.) Cold and
 deterministic.

     gap(n) = min over a in A, b in B of n . (a - b)        for a unit n
     distance(A, B) = max over n of gap(n)                  of either sign

 Separated cores are the domain of gjk.h; overlapping ones of
 polytope_depth.h and curved_depth.h. */
PairInA ComputeConvexDistance(const ConvexSet& A, const ConvexSet& B,
                              const RigidTransform& X_AB);

/* Compares the signed distance with a threshold (of either sign), by bounds
 that clear it by more than CalcDecisionMargin.

 @param axis_A  in: a guess of the unit normal out of B towards A, zero for none
 (a separating axis of an earlier query, for a warm start); out: a better one.
 It changes the time, and never turns a decided answer into another decided one.
 */
ThresholdVerdict CompareConvexDistance(const ConvexSet& A, const ConvexSet& B,
                                       const RigidTransform& X_AB,
                                       double threshold, Vector3* axis_A);

/* Inline: the inner loop of everything convex. */
inline Vector3 ConvexSet::CoreSupport(const Vector3& direction) const {
  const Vector3& s = data_[0];
  switch (core_) {
    case Core::kPoint:
      return s;
    case Core::kSegment:
      return direction.dot(data_[1] - s) > 0 ? data_[1] : s;
    case Core::kBox:
      return {std::copysign(s.x(), direction.x()),
              std::copysign(s.y(), direction.y()),
              std::copysign(s.z(), direction.z())};
    case Core::kTriangle: {
      const double d0 = direction.dot(s);
      const double d1 = direction.dot(data_[1]);
      const double d2 = direction.dot(data_[2]);
      if (d0 >= d1 && d0 >= d2) return s;
      return d1 >= d2 ? data_[1] : data_[2];
    }
    case Core::kPrism: {
      // Each edge down from a vertex has its end that is further along z.
      const bool is_up = direction.z() >= 0;
      const auto reach = [&](const Vector3& v) {
        return direction.head<2>().dot(v.head<2>()) +
               direction.z() * (is_up ? v.z() : bottom_);
      };
      const double d0 = reach(s);
      const double d1 = reach(data_[1]);
      const double d2 = reach(data_[2]);
      const Vector3& v =
          d0 >= d1 && d0 >= d2 ? s : (d1 >= d2 ? data_[1] : data_[2]);
      return {v.x(), v.y(), is_up ? v.z() : bottom_};
    }
    case Core::kPolytope:
      return polytope_->vertices()
          .row(polytope_->FindSupport(direction))
          .transpose();
    case Core::kCylinder: {
      // On the axis of the cylinder the whole cap ties: its centre.
      const double h = direction.head<2>().norm();
      const double scale = h > 0 ? s.x() / h : 0;
      return {scale * direction.x(), scale * direction.y(),
              std::copysign(s.z(), direction.z())};
    }
    case Core::kCone: {
      const double h = direction.head<2>().norm();
      if (2 * s.z() * direction.z() >= s.x() * h) return {0, 0, s.z()};
      const double scale = h > 0 ? s.x() / h : 0;
      return {scale * direction.x(), scale * direction.y(), -s.z()};
    }
    case Core::kEllipsoid: {
      // Maximise d . p over |p / s| <= 1: p = s (s d) / |s d|.
      const Vector3 scaled = s.cwiseProduct(direction);
      const double norm = scaled.norm();
      if (!(norm > 0)) return {s.x(), 0, 0};
      return s.cwiseProduct(scaled / norm);
    }
  }
  return s;
}

}  // namespace clearway::internal
