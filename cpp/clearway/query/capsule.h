#pragma once

#include "clearway/geometry/shapes.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* Two capsules: the distance of their segments less their radii.

 Where the segments are parallel and overlap along their direction, the
 witnesses are at the middle of the overlap. Where they cross, the normal is
 perpendicular to both; where they lie in one line and overlap (or are points
 that coincide), it is A's +x, perpendicular to A's segment. */
PairInA ComputeCapsuleCapsule(const Capsule& A, const Capsule& B,
                              const RigidTransform& X_AB);

/* A capsule and a box: a segment and a box (query/box.h) less the radius. */
PairInA ComputeCapsuleBox(const Capsule& A, const Box& B,
                          const RigidTransform& X_AB);

/* The bound for the same: the squared distance of a point of the segment from
 the box is convex, so tangents bound it from below. It needs no axis. */
ThresholdVerdict CompareCapsuleBox(const Capsule& A, const Box& B,
                                   const RigidTransform& X_AB, double threshold,
                                   Vector3* axis_A);

}  // namespace clearway::internal
