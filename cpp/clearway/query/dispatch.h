#pragma once

#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/query/canonical_order.h"
#include "clearway/query/pair_function.h"
#include "clearway/query/signed_distance.h"

namespace clearway::internal {

/* The pair in A's frame, by the function that the table names for its types.
 @pre the shapes are in canonical order.
 @throws std::invalid_argument if both go on without end. */
PairInA ComputeInOrder(const Shape& A, const RigidTransform& X_WA,
                       const Shape& B, const RigidTransform& X_WB);

/* The pair of shapes, at most one of them a HalfSpace and none a set, in A's
 frame, in whichever order their types are; and what bound there is. */
PairInA ComputeByTypes(const Shape& A, const Shape& B,
                       const RigidTransform& X_AB);
ThresholdVerdict CompareByTypes(const Shape& A, const Shape& B,
                                const RigidTransform& X_AB, double threshold);

/* A pair moved to the world, where p_WCa - p_WCb = distance * nhat_BA_W holds
 to the rounding of the world's coordinates. */
SignedDistancePair ToWorld(const PairInA& pair, const RigidTransform& X_WA);

/* ComputeSignedDistance(...).distance, without its witnesses: the function that
 decides whatever a bound leaves open. [m] */
double ComputeDistance(const Shape& A, const RigidTransform& X_WA,
                       const Shape& B, const RigidTransform& X_WB);

/* HasCollision with a warm start, and padding known to be finite. The shapes
 may come in either order; the verdict is that of ComputeDistance <= padding.
 No allocation.

 @param axis_W  null, or a guess of the unit normal out of B towards A in the
 world (zero: none), replaced by a better one for the next time. It changes the
 time, never the answer.
 @throws std::invalid_argument if both go on without end. */
bool IsWithin(const Shape& A, const RigidTransform& X_WA, const Shape& B,
              const RigidTransform& X_WB, double padding,
              Vector3* axis_W = nullptr);

}  // namespace clearway::internal
