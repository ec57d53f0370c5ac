#pragma once

#include <algorithm>

namespace clearway::internal {

/* By how much a bound must clear a threshold before it may decide on its own:
 1e-10 m, times scale / 10 m where the scale is larger. [m]

 Whence: verdicts are promised to equal the reference's where the distance is
 further than 1e-9 m from the threshold (docs/numerics.md); below that, whatever
 decided first would be visible. Bounds round differently from the distance that
 decides in the end: either is off by some 50 roundings of numbers of the
 pair's scale, 50 * 1.1e-16 * 10 m < 1e-13 m, and iterative bounds by their
 termination, which is kept below 1e-11 m. 1e-10 m leaves a factor of ten above
 those, and a factor of ten below the promise. */
inline constexpr double kDecisionMargin = 1e-10;
inline constexpr double kDecisionScale = 10;

/* @param scale  the largest length in the pair: sizes and the distance of the
 frames' origins. [m] */
inline double CalcDecisionMargin(double scale) {
  return kDecisionMargin * std::max(1.0, scale * (1 / kDecisionScale));
}

}  // namespace clearway::internal
