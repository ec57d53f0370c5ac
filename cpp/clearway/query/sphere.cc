#include "clearway/query/sphere.h"

#include "clearway/query/direction.h"
#include "clearway/query/point.h"

namespace clearway::internal {
namespace {

/* A's centre as a point of B. */
Vector3 CalcCentreInB(const RigidTransform& X_AB) {
  return -(X_AB.rotation().matrix().transpose() * X_AB.translation());
}

/* The pair of A, centred at its origin, and the solid B that its centre is at
 `centre` of, thickened by radius_B. */
PairInA MakePair(const PointDistance& centre, const RigidTransform& X_AB,
                 double radius_A, double radius_B = 0) {
  PairInA core;
  core.distance = centre.distance;
  core.nhat_BA_A = X_AB.rotation() * centre.nhat_S;
  return Thicken(core, radius_A, radius_B);
}

}  // namespace

PairInA ComputeSphereSphere(const Sphere& A, const Sphere& B,
                            const RigidTransform& X_AB) {
  const Direction B_to_A = CalcDirection(-X_AB.translation(), Vector3::UnitZ());
  PairInA core;
  core.distance = B_to_A.length;
  core.nhat_BA_A = B_to_A.unit;
  return Thicken(core, A.radius(), B.radius());
}

PairInA ComputeSphereCapsule(const Sphere& A, const Capsule& B,
                             const RigidTransform& X_AB) {
  return MakePair(CalcPointToSegment(CalcCentreInB(X_AB), 0.5 * B.length()),
                  X_AB, A.radius(), B.radius());
}

PairInA ComputeSphereBox(const Sphere& A, const Box& B,
                         const RigidTransform& X_AB) {
  return MakePair(CalcPointToBox(CalcCentreInB(X_AB), 0.5 * B.size()), X_AB,
                  A.radius());
}

PairInA ComputeSphereCylinder(const Sphere& A, const Cylinder& B,
                              const RigidTransform& X_AB) {
  return MakePair(
      CalcPointToCylinder(CalcCentreInB(X_AB), B.radius(), 0.5 * B.length()),
      X_AB, A.radius());
}

PairInA ComputeSphereCone(const Sphere& A, const Cone& B,
                          const RigidTransform& X_AB) {
  return MakePair(CalcPointToCone(CalcCentreInB(X_AB), B.radius(), B.height()),
                  X_AB, A.radius());
}

PairInA ComputeSphereEllipsoid(const Sphere& A, const Ellipsoid& B,
                               const RigidTransform& X_AB) {
  return MakePair(CalcPointToEllipsoid(CalcCentreInB(X_AB), B.semi_axes()),
                  X_AB, A.radius());
}

}  // namespace clearway::internal
