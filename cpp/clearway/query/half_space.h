#pragma once

#include "clearway/geometry/shapes.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* A bounded convex shape against the half space B: the height of the shape's
 lowest point above B's boundary plane, along B's +z. B's +z is the normal at
 every pose, and the shortest way out of an overlap.

 Where a face or an edge is lowest (to within rounding), the witness is its
 middle; of a Convex it is the lowest vertex with the lowest index. */
PairInA ComputeSphereHalfSpace(const Sphere& A, const HalfSpace& B,
                               const RigidTransform& X_AB);
PairInA ComputeCapsuleHalfSpace(const Capsule& A, const HalfSpace& B,
                                const RigidTransform& X_AB);
PairInA ComputeBoxHalfSpace(const Box& A, const HalfSpace& B,
                            const RigidTransform& X_AB);
PairInA ComputeCylinderHalfSpace(const Cylinder& A, const HalfSpace& B,
                                 const RigidTransform& X_AB);
PairInA ComputeConeHalfSpace(const Cone& A, const HalfSpace& B,
                             const RigidTransform& X_AB);
PairInA ComputeEllipsoidHalfSpace(const Ellipsoid& A, const HalfSpace& B,
                                  const RigidTransform& X_AB);
PairInA ComputeConvexHalfSpace(const Convex& A, const HalfSpace& B,
                               const RigidTransform& X_AB);

}  // namespace clearway::internal
