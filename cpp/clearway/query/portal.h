#pragma once

#include "clearway/query/minkowski_difference.h"

namespace clearway::internal {

/* Compares the distance of two cores with a threshold >= 0 by portal refinement
 (Snethen 2008, "XenoCollide", Game Programming Gems 7).

 From a point v0 inside the difference D, thickened by the threshold, a ray runs
 through the origin and leaves D by its boundary. A portal is a triangle of
 points of D which the ray passes; it moves outward, by the point of D that is
 furthest along its normal, until
   - that point is short of the origin: its normal separates the cores by more
     than the threshold; or
   - the origin is behind it: the tetrahedron of v0 and the portal, which is
     part of D, contains the origin with a ball of CalcDecisionMargin.
 Each is a proof whatever led there, so that neither ties nor rounding on the
 way decide anything. A tenth of the arithmetic of gjk.h, which has the rest:
 touch, degenerate portals, differences without an inside.

 @param axis_A  out: where decided, the unit normal of the separating plane or
 the portal; else unchanged. */
ThresholdVerdict CompareByPortal(const MinkowskiDifference& difference,
                                 double threshold, Vector3* axis_A);

}  // namespace clearway::internal
