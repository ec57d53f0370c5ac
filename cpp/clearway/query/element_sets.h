#pragma once

#include "clearway/geometry/element_set.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* A set S of convex elements (PointCloud, VoxelGrid, HeightField) against a
 shape B that is none, and against another set.

     distance(S, B) = min over elements E of S of distance(E, B)

 of either sign, each by the function of the table for a ball or box and B (a
 prism's is that of convex sets). Apart that is the distance of the union.
 Overlapping it is the depth of the deepest single element: a bound of the
 union's, which may have to move further, to clear the others too. Ties go to
 the element whose key is lowest, so that the answer does not depend on the
 tree. An empty set is at +inf.

 What a VoxelGrid has outside, if it is solid, are six half spaces. */
PairInA ComputeSetShapeDistance(const ElementSet& S, const Shape& B,
                                const RigidTransform& X_SB);
/* @throws std::invalid_argument if both are solid outside. */
PairInA ComputeSetSetDistance(const ElementSet& S, const ElementSet& T,
                              const RigidTransform& X_ST);

/* The same compared with a threshold, to the first element that decides. */
ThresholdVerdict CompareSetShapeDistance(const ElementSet& S, const Shape& B,
                                         const RigidTransform& X_SB,
                                         double threshold);
ThresholdVerdict CompareSetSetDistance(const ElementSet& S, const ElementSet& T,
                                       const RigidTransform& X_ST,
                                       double threshold);

}  // namespace clearway::internal
