#include "clearway/query/signed_distance.h"

#include "clearway/common/check.h"
#include "clearway/query/dispatch.h"

namespace clearway {
namespace {

using internal::CompareCanonically;
using internal::FindPairFunction;
using internal::ToWorld;

SignedDistancePair ComputeInOrder(const Shape& A, const RigidTransform& X_WA,
                                  const Shape& B, const RigidTransform& X_WB) {
  return ToWorld(
      FindPairFunction(A.type(), B.type())(A, B, X_WA.InvertAndCompose(X_WB)),
      X_WA);
}

}  // namespace

SignedDistancePair ComputeSignedDistance(const Shape& A,
                                         const RigidTransform& X_WA,
                                         const Shape& B,
                                         const RigidTransform& X_WB) {
  const int order = CompareCanonically(A, X_WA, B, X_WB);
  if (order < 0) return ComputeInOrder(A, X_WA, B, X_WB);
  SignedDistancePair result = ComputeInOrder(B, X_WB, A, X_WA);
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
