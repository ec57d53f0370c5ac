#include "clearway/query/half_space.h"

#include <cmath>
#include <limits>

#include "clearway/query/direction.h"

namespace clearway::internal {
namespace {

// A component of a unit vector below this is rounding: it moves a support point
// to one end of a face or edge, but its height by less than that of the rest.
constexpr double kLevel = 8 * std::numeric_limits<double>::epsilon();

/* The coordinate in [-half, half] that is lowest along a normal's component. */
double LowestCoordinate(double component, double half) {
  if (std::abs(component) <= kLevel) return 0;
  return component > 0 ? -half : half;
}

Vector3 NormalInA(const RigidTransform& X_AB) {
  return X_AB.rotation().matrix().col(2);
}

/* The pair with its witness on A at A's lowest point. */
PairInA MakePair(const Vector3& p_ALowest, const RigidTransform& X_AB) {
  PairInA result;
  result.nhat_BA_A = NormalInA(X_AB);
  result.distance = result.nhat_BA_A.dot(p_ALowest - X_AB.translation());
  result.p_ACa = p_ALowest;
  result.p_ACb = p_ALowest - result.distance * result.nhat_BA_A;
  return result;
}

/* The point of the circle of `radius` about z, in the plane z = 0, that is
 lowest along the unit normal n; the centre if n is along z. */
Vector3 LowestOnDisc(const Vector3& n, double radius) {
  const Direction radial =
      CalcDirection(Vector3(n.x(), n.y(), 0), Vector3::UnitX());
  if (radial.length <= kLevel) return Vector3::Zero();
  return -radius * radial.unit;
}

}  // namespace

PairInA ComputeSphereHalfSpace(const Sphere& A, const HalfSpace&,
                               const RigidTransform& X_AB) {
  return Thicken(MakePair(Vector3::Zero(), X_AB), A.radius(), 0);
}

PairInA ComputeCapsuleHalfSpace(const Capsule& A, const HalfSpace&,
                                const RigidTransform& X_AB) {
  const double z = LowestCoordinate(NormalInA(X_AB).z(), 0.5 * A.length());
  return Thicken(MakePair(Vector3(0, 0, z), X_AB), A.radius(), 0);
}

PairInA ComputeBoxHalfSpace(const Box& A, const HalfSpace&,
                            const RigidTransform& X_AB) {
  const Vector3 n = NormalInA(X_AB);
  Vector3 lowest;
  for (int i = 0; i < 3; ++i) {
    lowest[i] = LowestCoordinate(n[i], 0.5 * A.size()[i]);
  }
  return MakePair(lowest, X_AB);
}

PairInA ComputeCylinderHalfSpace(const Cylinder& A, const HalfSpace&,
                                 const RigidTransform& X_AB) {
  const Vector3 n = NormalInA(X_AB);
  Vector3 lowest = LowestOnDisc(n, A.radius());
  lowest.z() = LowestCoordinate(n.z(), 0.5 * A.length());
  return MakePair(lowest, X_AB);
}

PairInA ComputeConeHalfSpace(const Cone& A, const HalfSpace&,
                             const RigidTransform& X_AB) {
  const Vector3 n = NormalInA(X_AB);
  const Vector3 apex(0, 0, 0.5 * A.height());
  const Vector3 base = LowestOnDisc(n, A.radius()) - apex;
  const double apex_above_base = n.dot(apex - base);
  if (std::abs(apex_above_base) <= kLevel * (A.radius() + A.height())) {
    return MakePair(0.5 * (apex + base), X_AB);  // it lies on its side
  }
  return MakePair(apex_above_base > 0 ? base : apex, X_AB);
}

PairInA ComputeEllipsoidHalfSpace(const Ellipsoid& A, const HalfSpace&,
                                  const RigidTransform& X_AB) {
  // The support point along -n is -D^2 n / |D n|, D the semi-axes.
  const Vector3& D = A.semi_axes();
  const Direction Dn =
      CalcDirection(D.cwiseProduct(NormalInA(X_AB)), Vector3::UnitZ());
  return MakePair(-D.cwiseProduct(Dn.unit), X_AB);
}

PairInA ComputeConvexHalfSpace(const Convex& A, const HalfSpace&,
                               const RigidTransform& X_AB) {
  const ConvexPolytope& polytope = A.polytope();
  const int lowest = polytope.FindSupport(-NormalInA(X_AB));
  return MakePair(polytope.vertices().row(lowest).transpose(), X_AB);
}

}  // namespace clearway::internal
