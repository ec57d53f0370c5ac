#pragma once

#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/query/canonical_order.h"
#include "clearway/query/pair_function.h"
#include "clearway/query/signed_distance.h"

namespace clearway::internal {

/* The pair in A's frame, by the function that the table names for its types.
 @pre the shapes are in canonical order.
 @throws std::invalid_argument if both are half spaces. */
PairInA ComputeInOrder(const Shape& A, const RigidTransform& X_WA,
                       const Shape& B, const RigidTransform& X_WB);

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
 @throws std::invalid_argument if both are half spaces. */
bool IsWithin(const Shape& A, const RigidTransform& X_WA, const Shape& B,
              const RigidTransform& X_WB, double padding,
              Vector3* axis_W = nullptr);

}  // namespace clearway::internal
