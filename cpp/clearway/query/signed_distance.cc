#include "clearway/query/signed_distance.h"

#include <cmath>
#include <utility>

#include "clearway/common/check.h"
#include "clearway/query/dispatch.h"

namespace clearway {

SignedDistancePair ComputeSignedDistance(const Shape& A,
                                         const RigidTransform& X_WA,
                                         const Shape& B,
                                         const RigidTransform& X_WB) {
  using internal::ComputeInOrder;
  const int order = internal::CompareCanonically(A, X_WA, B, X_WB);
  const bool in_order = order < 0;
  const internal::PairInA pair = in_order ? ComputeInOrder(A, X_WA, B, X_WB)
                                          : ComputeInOrder(B, X_WB, A, X_WA);
  if (!std::isfinite(pair.distance)) {
    return {pair.distance, X_WA.translation(), X_WB.translation(),
            Vector3::UnitZ()};
  }
  SignedDistancePair result = internal::ToWorld(pair, in_order ? X_WA : X_WB);
  if (in_order) return result;
  if (order > 0) {
    std::swap(result.p_WCa, result.p_WCb);
    result.nhat_BA_W = -result.nhat_BA_W;
    return result;
  }
  // Nothing tells the arguments apart, so nothing can be mirrored: the normal
  // is +z whichever comes first.
  const Vector3 middle = 0.5 * (result.p_WCa + result.p_WCb);
  result.nhat_BA_W = Vector3::UnitZ();
  result.p_WCa = middle + 0.5 * result.distance * result.nhat_BA_W;
  result.p_WCb = middle - 0.5 * result.distance * result.nhat_BA_W;
  return result;
}

bool HasCollision(const Shape& A, const RigidTransform& X_WA, const Shape& B,
                  const RigidTransform& X_WB, double padding) {
  CheckFinite(padding, "padding");
  return internal::IsWithin(A, X_WA, B, X_WB, padding);
}

}  // namespace clearway
