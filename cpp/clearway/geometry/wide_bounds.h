#pragma once

#include <limits>

#include "clearway/geometry/bvh.h"

namespace clearway::internal {

/* What a walk over a tree asks of the eight boxes of a node at a time, against
 one box or ray in the same frame. In single precision, on the safe side: each
 function is told by how much rounding can be off, its `slack` [m]. */

/* The part of lengths up to `reach` that single precision may lose in these
 functions. [m]

 @param reach  the largest distance of any point of the boxes from either
 origin, and of these from one another. */
inline float CalcBoxSlack(double reach) {
  // 35 roundings of 2^-24 of the reach in the longest of them.
  constexpr double kRoundings = 64;
  return static_cast<float>(kRoundings / (1 << 24) * reach) +
         std::numeric_limits<float>::min();
}

/* Bounds the squared distance of each box from `box` from below, by the gaps
 along the axes of either. For boxes that overlap along all of these it is minus
 the square of the least overlap, so that the deepest come first in an ascending
 order. 0 where it overflows. [m^2] */
void CalcSquaredBounds(const WideBoxes& boxes, const OrientedBox& box,
                       float slack, float bounds[WideBoxes::kWidth]);

/* The same, compiled for any processor; equal to the last bit. */
void CalcSquaredBoundsOnAnyCpu(const WideBoxes& boxes, const OrientedBox& box,
                               float slack, float bounds[WideBoxes::kWidth]);

/* Bounds from above how far each box can be moved along u before it has passed
 `box`: it is behind where that is negative. [m]
 @param u  unit. */
void CalcWaysPast(const WideBoxes& boxes, const OrientedBox& box,
                  const Eigen::Vector3f& u, float slack,
                  float ways[WideBoxes::kWidth]);

/* Bounds from below the distance from p along the ray at which each box is
 entered; +inf for those that the ray surely misses. [m]
 @param direction  unit. */
void CalcEntries(const WideBoxes& boxes, const Eigen::Vector3f& p,
                 const Eigen::Vector3f& direction, float slack,
                 float entries[WideBoxes::kWidth]);

}  // namespace clearway::internal
