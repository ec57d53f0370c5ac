#pragma once

#include "clearway/query/gjk.h"

namespace clearway::internal {

/* How many vertices a refinement starts from at most: a simplex and the vertex
 that did not improve it. */
inline constexpr int kMaxSeeds = 4;

/* Closes the bounds of separated cores where rounding stopped the search of
 FindClosestPoints. Its simplex may be a sliver there, e.g. three vertices of
 faces that are parallel but for 1e-9: the sliver's distance is right, but its
 normal turns with the last digits about its longest edge, and the bound from
 support points far from that edge is too low.

 This is the cutting plane method instead. Of all vertices w seen, the nhat with
 the largest min nhat . w is normal to a vertex, an edge or a triangle of them;
 all are tried, so that a sliver loses to a triangle with the same long edge and
 a vertex far from it. The vertex that supports nhat is the next one seen, until
 the bounds meet. The closest points are then those of a face of the same
 vertices.

 @param vertices  1 to kMaxSeeds vertices of the difference.
 @param[in,out] result  in: scale, and lower_bound = gap(nhat); out: better
 distance, points, nhat and lower_bound. */
void RefineClosestPoints(MinkowskiDifference* difference,
                         const DifferenceVertex* vertices, int num_vertices,
                         GjkResult* result);

}  // namespace clearway::internal
