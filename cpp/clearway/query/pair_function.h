#pragma once

#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/query/signed_distance.h"

namespace clearway::internal {

/* A SignedDistancePair expressed in the frame of the first shape, A: the form
 in which every pair is computed, since it does not depend on the world. */
struct PairInA {
  double distance{};
  Vector3 p_ACa{Vector3::Zero()};
  Vector3 p_ACb{Vector3::Zero()};
  Vector3 nhat_BA_A{Vector3::UnitZ()};
};

/* The pair of (A, B), in A's frame, of that of (B, A), in B's. */
inline PairInA Mirrored(const PairInA& pair_B, const RigidTransform& X_AB) {
  return {pair_B.distance, X_AB * pair_B.p_ACb, X_AB * pair_B.p_ACa,
          -(X_AB.rotation().matrix() * pair_B.nhat_BA_A)};
}

/* What the dispatch table holds: shapes in canonical order, poses relative. */
using PairFunction = PairInA (*)(const Shape& A, const Shape& B,
                                 const RigidTransform& X_AB);

/* The answer of a bound: whether the distance is surely above a threshold (by
 CalcDecisionMargin, tolerance.h), surely at or below it, or not decided. */
enum class ThresholdVerdict { kAbove, kAtOrBelow, kUndecided };

/* A bound for the same arguments; see CompareConvexDistance for axis_A. */
using CompareFunction = ThresholdVerdict (*)(const Shape& A, const Shape& B,
                                             const RigidTransform& X_AB,
                                             double threshold, Vector3* axis_A);

}  // namespace clearway::internal
