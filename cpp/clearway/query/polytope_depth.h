#pragma once

#include "clearway/query/curved_depth.h"

namespace clearway::internal {

/* The gap of overlapping or touching polytope cores, flat, straight and point
 ones included: minus the length of the shortest translation that separates
 them, exact to rounding.

 The largest gap of two polytopes is at a face normal of either or at the cross
 product of an edge of each. MaximizeGap finds it and proves it by a polytope
 that has grown as far as there; where that takes too many vertices, or rounding
 leaves the proof open, EnumerateGaps goes through all of them. */
GapMaximum ComputePolytopeDepth(const MinkowskiDifference& difference,
                                double scale);

/* The largest of start.gap and the gaps along all face normals and edge pairs.

 An edge pair matters only if its normal is between those of the faces at either
 edge (on Gauss's sphere their arcs cross); the gap is then that of two points
 on the edges, and the support functions need confirm only what beats the best.
 */
GapMaximum EnumerateGaps(const MinkowskiDifference& difference, double scale,
                         const GapMaximum& start);

}  // namespace clearway::internal
