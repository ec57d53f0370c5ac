#pragma once

#include <cmath>

#include "clearway/math/types.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* A vector as its length and its direction. */
struct Direction {
  Vector3 unit;
  double length;
};

/* The length and direction of v, of any size: v is scaled first, so that its
 square neither overflows nor vanishes. A vector along an axis has exactly that
 axis for its direction. The direction of zero is `fallback`, a unit vector. */
inline Direction CalcDirection(const Vector3& v, const Vector3& fallback) {
  const double largest = v.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return {fallback, 0};
  const Vector3 scaled = v / largest;
  const double norm = scaled.norm();
  return {scaled / norm, norm * largest};
}

/* The sign as a factor, that of zero being +1. */
inline double SignOf(double x) { return x < 0 ? -1 : 1; }

/* The pair whose sets are those of `core` thickened by balls: every distance
 drops by the radii, and the normal stays. The witness on B is set from the
 other fields, so that p_ACa - p_ACb = distance * nhat_BA_A whatever rounding
 `core` has. */
inline PairInA Thicken(const PairInA& core, double radius_A, double radius_B) {
  PairInA result;
  result.distance = core.distance - (radius_A + radius_B);
  result.nhat_BA_A = core.nhat_BA_A;
  result.p_ACa = core.p_ACa - radius_A * core.nhat_BA_A;
  result.p_ACb = result.p_ACa - result.distance * core.nhat_BA_A;
  return result;
}

}  // namespace clearway::internal
