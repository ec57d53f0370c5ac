#include "clearway/query/mesh_traversal.h"

#include <algorithm>
#include <cmath>

namespace clearway::internal {

Aabb CalcConvexSetBox(const ConvexSet& B, const RigidTransform& X_AB) {
  const Matrix3& R_AB = X_AB.rotation().matrix();
  Aabb box;
  for (int i = 0; i < 3; ++i) {
    const Vector3 axis_B = R_AB.row(i).transpose();
    box.lower[i] = axis_B.dot(B.CoreSupport(-axis_B)) - B.radius();
    box.upper[i] = axis_B.dot(B.CoreSupport(axis_B)) + B.radius();
  }
  box.lower += X_AB.translation();
  box.upper += X_AB.translation();
  return box;
}

ConvexSetBox::ConvexSetBox(const TriangleBvh& A, const ConvexSet& B,
                           const RigidTransform& X_AB) {
  // Outward by more than single precision's rounding.
  constexpr double kOutward = 1 + 1e-6;
  Vector3 lower, upper;
  for (int i = 0; i < 3; ++i) {
    lower[i] = B.CoreSupport(-Vector3::Unit(i))[i] - B.radius();
    upper[i] = B.CoreSupport(Vector3::Unit(i))[i] + B.radius();
  }
  const Vector3 half_size = kOutward * 0.5 * (upper - lower);
  box_.half_size = half_size.cast<float>();
  box_.axes = X_AB.rotation().matrix().cast<float>();
  p_AC_ = X_AB * Vector3(0.5 * (lower + upper));
  p_AoC_ = p_AC_ - A.origin();
  reach_ = A.bounds().half_size().norm() + half_size.norm();
  Move(Vector3::Zero());
}

void ConvexSetBox::Move(const Vector3& t) {
  constexpr double kRounding = 1e-15;  // Of the sums in double precision.
  const Vector3 centre = p_AoC_ + t;
  box_.centre = centre.cast<float>();
  slack_ = CalcBoxSlack(reach_ + centre.norm() +
                        kRounding * (1 << 24) * (p_AC_.norm() + t.norm()));
}

double CalcPairScale(const SolidMesh& A, const Aabb& box_B,
                     const Vector3& p_AB) {
  const Aabb& box_A = A.bvh().bounds();
  return std::max({box_A.lower.cwiseAbs().maxCoeff(),
                   box_A.upper.cwiseAbs().maxCoeff(),
                   (box_B.upper - box_B.lower).maxCoeff(), p_AB.norm()});
}

bool IsConvexSolid(const SolidMesh& mesh) {
  // Rounding of a hull's planes and of the deviation below them.
  constexpr double kRounding = 1e-13;
  if (!mesh.watertight() || !mesh.has_inner_volume()) return false;
  const Aabb& box = mesh.bvh().bounds();
  const double scale = std::max(box.lower.cwiseAbs().maxCoeff(),
                                box.upper.cwiseAbs().maxCoeff());
  // A closed surface that stays on the hull's boundary and winds around a point
  // inside winds around all of them.
  return mesh.deviation() <= kRounding * scale;
}

const Vector3* FindContainedPart(const SolidMesh& A, const SolidMesh& B,
                                 const RigidTransform& X_AB) {
  if (!A.solid()) return nullptr;
  for (const Vector3& p : B.part_points()) {
    if (A.Contains(X_AB * p)) return &p;
  }
  return nullptr;
}

RayHit CastRay(const SolidMesh& mesh, const Vector3& p,
               const Vector3& direction) {
  const Aabb& root = mesh.bvh().bounds();
  const double length =
      (root.upper - root.lower).norm() + (p - root.centre()).norm();
  const Vector3 q = p + length * direction;
  double nearest = length;
  RayHit hit;
  const Eigen::Vector3f p_float = (p - mesh.bvh().origin()).cast<float>();
  const Eigen::Vector3f direction_float = direction.cast<float>();
  const float slack = CalcBoxSlack(length);
  VisitLeaves(
      mesh.bvh(), nearest,
      [&](const WideBoxes& boxes, float* entries) {
        CalcEntries(boxes, p_float, direction_float, slack, entries);
      },
      [&](std::span<const int> triangles) {
        for (const int i : triangles) {
          const Triangle triangle = GetTriangle(mesh, i);
          const double s = CalcPiercing(triangle, p, q) * length;
          if (s > 0 && s <= nearest) {
            nearest = s;
            const Vector3 front = CalcFront(triangle);
            hit.normal = front.dot(direction) > 0 ? front : Vector3(-front);
            hit.distance = s;
          }
        }
        return true;
      });
  return hit;
}

}  // namespace clearway::internal
