#pragma once

#include <algorithm>

#include "clearway/math/rigid_transform.h"
#include "clearway/query/convex.h"

namespace clearway::internal {

/* A vertex of the Minkowski difference: w = a - b of points of the cores of A
 and B, all in A's frame. */
struct DifferenceVertex {
  Vector3 w;
  Vector3 a;
  Vector3 b;
};

/* The Minkowski difference {a - b} of the cores of A and B in A's frame. The
 cores overlap iff it contains the origin; their distance is the origin's from
 it, and their depth the origin's from its boundary. A view of A and B. */
class MinkowskiDifference {
 public:
  MinkowskiDifference(const ConvexSet& A, const ConvexSet& B,
                      const RigidTransform& X_AB)
      : A_(A),
        B_(B),
        R_AB_(X_AB.rotation().matrix()),
        p_AB_(X_AB.translation()) {}

  /* The same after A has moved by `offset`. */
  MinkowskiDifference Shifted(const Vector3& offset) const {
    MinkowskiDifference result(*this);
    result.offset_ += offset;
    return result;
  }

  /* The vertex that is least along `direction`, so that for a unit n
   gap(n) = n . FindLeast(n).w, as in convex.h. */
  DifferenceVertex FindLeast(const Vector3& direction) const {
    DifferenceVertex result;
    const Vector3 direction_B = R_AB_.transpose() * direction;
    result.a = A_.CoreSupport(-direction) + offset_;
    result.b = R_AB_ * B_.CoreSupport(direction_B) + p_AB_;
    result.w = result.a - result.b;
    return result;
  }

  /* Its w alone. */
  Vector3 FindLeastPoint(const Vector3& direction) const {
    return A_.CoreSupport(-direction) + offset_ -
           (R_AB_ * B_.CoreSupport(R_AB_.transpose() * direction) + p_AB_);
  }

  double CalcGap(const Vector3& nhat) const {
    return nhat.dot(FindLeast(nhat).w);
  }

  /* From the middle of B to the middle of A. */
  Vector3 CalcCentre() const {
    return A_.centre() + offset_ - (R_AB_ * B_.centre() + p_AB_);
  }

  /* A bound of the coordinates of all points of A and B, to which rounding is
   relative. */
  double CalcScale() const {
    return std::max(A_.CalcReach(),
                    2 * B_.CalcReach() + p_AB_.cwiseAbs().maxCoeff());
  }

  const ConvexSet& A() const { return A_; }
  const ConvexSet& B() const { return B_; }
  const Matrix3& R_AB() const { return R_AB_; }
  const Vector3& p_AB() const { return p_AB_; }
  bool is_polytope() const { return A_.is_polytope() && B_.is_polytope(); }

 private:
  const ConvexSet& A_;
  const ConvexSet& B_;
  Matrix3 R_AB_;
  Vector3 p_AB_;
  Vector3 offset_{Vector3::Zero()};
};

}  // namespace clearway::internal
