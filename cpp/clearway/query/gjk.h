#pragma once

#include <limits>

#include "clearway/query/minkowski_difference.h"

namespace clearway::internal {

/* Bounds of a distance that differ by less, relative to the coordinates, have
 met. */
inline constexpr double kBoundsTolerance = 1e-14;

struct GjkResult {
  enum class Status {
    kSeparated,  // distance, points and nhat are those of closest points
    kTouching,   // the distance is below rounding: no normal, no depth
    kOverlap,    // the cores overlap at least as deep as -distance
    kAbove,      // a bound proved that the distance is above the threshold
    kAtOrBelow   // ... is at or below the threshold
  };
  Status status{};
  double distance{};
  Vector3 p_ACa{Vector3::Zero()};
  Vector3 p_ACb{Vector3::Zero()};
  /* Separated: the unit vector from Cb to Ca. Otherwise the best separating
   direction found, or zero. */
  Vector3 nhat{Vector3::Zero()};
  /* gap(nhat) <= the true distance <= distance, to rounding. */
  double lower_bound{-HUGE_VAL};
  /* The largest coordinate of a vertex seen, to which rounding is relative. */
  double scale{0};
};

/* The closest points of the cores of A and B, if they are separated.

 The method of Gilbert, Johnson and Keerthi: a simplex of vertices of the
 difference approaches the origin. Its closest point is an upper bound of the
 distance, the newest vertex gives a lower one; it ends when the two meet to
 rounding, or when rounding allows no progress. Each face's closest point is
 taken orthogonal to the face itself rather than summed from its vertices: its
 direction stays accurate to rounding however small the distance is, and with it
 the lower bound. Where slivers keep the bounds apart, gjk_refinement.h closes
 them. (Van den Bergen 1999; Montanari et al. 2017 on why the classical
 sub-distance fails.)

 @param guess  a direction out of B towards A; zero takes the centres'.
 @param threshold  if not NaN, the search ends once a bound of the distance
 clears it by more than CalcDecisionMargin. [m] */
GjkResult FindClosestPoints(
    MinkowskiDifference difference, const Vector3& guess,
    double threshold = std::numeric_limits<double>::quiet_NaN());

}  // namespace clearway::internal
