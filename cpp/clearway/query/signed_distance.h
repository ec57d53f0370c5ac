#pragma once

#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/math/types.h"

namespace clearway {

/// The signed distance between shapes A and B, with its witnesses.
///
///     separated:   distance > 0, Ca and Cb are closest points of A and B.
///     touching:    distance = 0, Ca = Cb.
///     overlapping: distance < 0, |distance| is the length of the shortest
///                  translation that separates them, along nhat_BA_W.
///
/// In every case p_WCa - p_WCb = distance * nhat_BA_W, the normal has length 1,
/// and nothing is NaN. An empty set is at the distance +inf: the witnesses are
/// then the shapes' origins, and the normal is +z.
struct SignedDistancePair {
  double distance{};                    ///< [m]
  Vector3 p_WCa{Vector3::Zero()};       ///< Witness on A, in world. [m]
  Vector3 p_WCb{Vector3::Zero()};       ///< Witness on B, in world. [m]
  Vector3 nhat_BA_W{Vector3::UnitZ()};  ///< Unit, out of B, towards A.
};

/// The signed distance of A and B.
///
/// Swapping the arguments mirrors the result exactly; equal shapes at equal
/// poses have the normal +z. The depth of an overlap that involves a mesh is
/// that of query/mesh_depth.h; of one that involves a set, that of its deepest
/// single element.
///
/// @throws std::invalid_argument if both go on without end (IsUnbounded).
/// @thread_safety Reentrant.
SignedDistancePair ComputeSignedDistance(const Shape& A,
                                         const RigidTransform& X_WA,
                                         const Shape& B,
                                         const RigidTransform& X_WB);

/// Whether the signed distance of A and B is at most `padding`, quicker than by
/// computing it; touching shapes collide. The answer is that of
/// ComputeSignedDistance(...).distance <= padding: bounds decide only where
/// they clear the padding by more than 1e-10 m (times scale / 10 m above 10 m),
/// and that function decides the rest.
///
/// @param padding  may be negative. [m]
/// @throws std::invalid_argument if both go on without end, or padding is not
/// finite.
/// @thread_safety Reentrant.
bool HasCollision(const Shape& A, const RigidTransform& X_WA, const Shape& B,
                  const RigidTransform& X_WB, double padding = 0);

}  // namespace clearway
