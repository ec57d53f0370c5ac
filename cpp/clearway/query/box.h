#pragma once

#include "clearway/geometry/shapes.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* Two boxes.

 Overlapping: the separating axis with the least overlap of the 15 (faces of A,
 faces of B, cross products of edges), which is the shortest translation that
 separates them. A face is taken before an edge pair, and A's before B's, where
 they differ by rounding only; centres that coincide along the axis leave its
 direction: positive in the frame whose axis it is.

 Separated: the closest of 8 + 8 vertices against boxes and of the edge pairs
 that can be closest, at most 4 for each of the 9 pairs of directions.

 Where many points are equally close (a face on a face), the witnesses are the
 mean of the equally close vertices and edge crossings.

 @source Gottschalk, Collision queries using oriented bounding boxes (2000),
 for the 15 axes. */
PairInA ComputeBoxBox(const Box& A, const Box& B, const RigidTransform& X_AB);

/* The separating axes compared with a threshold, at the first that decides. */
ThresholdVerdict CompareBoxBox(const Box& A, const Box& B,
                               const RigidTransform& X_AB, double threshold,
                               Vector3* axis_A);

/* The same as ComputeBoxBox for boxes by their half sizes, of which any may be
 0: a box that is a plate, a segment or a point. */
PairInA ComputeBoxCores(const Vector3& half_A, const Vector3& half_B,
                        const RigidTransform& X_AB);

}  // namespace clearway::internal
