#pragma once

#include "clearway/query/minkowski_difference.h"

namespace clearway::internal {

/* A unit direction out of B towards A with gap(nhat), and points of A and B
 that support it: p_ACa - p_ACb = gap nhat up to the convergence of nhat. */
struct GapMaximum {
  double gap{-HUGE_VAL};
  Vector3 nhat{Vector3::UnitZ()};
  Vector3 p_ACa{Vector3::Zero()};
  Vector3 p_ACb{Vector3::Zero()};
  /* Whether no direction has a larger gap, to the tolerance asked for. */
  bool is_certified{false};
};

/* Climbs from nhat to a local maximum of the gap.

 A is moved out of B along nhat by a little more than the overlap; the normal of
 the closest points there has a gap at least as large. Faces, edges and curved
 patches are alike to this step. At a polytope's face it arrives at once; on
 curved ones, where it converges linearly, Newton's method takes over. */
GapMaximum ClimbGap(const MinkowskiDifference& difference, const Vector3& nhat,
                    double scale);

/* The largest gap of overlapping or touching cores: minus their depth.

 A polytope inside the difference expands towards the part of its boundary that
 is closest to the origin (Van den Bergen 2001). Its nearest face bounds the gap
 from above, ClimbGap from its normals bounds it from below; it ends when the
 two meet to `tolerance`, or at its fixed size. Flat differences included.

 Curved cores end at the fixed size where a whole ring or sphere of directions
 all but ties: the gap is then the largest that ClimbGap found, and is not
 certified. */
GapMaximum MaximizeGap(const MinkowskiDifference& difference, double scale,
                       double tolerance);

/* The gap of overlapping cores at least one of which is curved. */
GapMaximum ComputeCurvedDepth(const MinkowskiDifference& difference,
                              double scale);

}  // namespace clearway::internal
