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

double CalcPairScale(const SolidMesh& A, const Aabb& box_B,
                     const Vector3& p_AB) {
  const Aabb& box_A = A.bvh().nodes()[0].box;
  return std::max({box_A.lower.cwiseAbs().maxCoeff(),
                   box_A.upper.cwiseAbs().maxCoeff(),
                   (box_B.upper - box_B.lower).maxCoeff(), p_AB.norm()});
}

bool IsConvexSolid(const SolidMesh& mesh) {
  // Rounding of a hull's planes and of the deviation below them.
  constexpr double kRounding = 1e-13;
  if (!mesh.watertight() || !mesh.has_inner_volume()) return false;
  const Aabb& box = mesh.bvh().nodes()[0].box;
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
  const Aabb& root = mesh.bvh().nodes()[0].box;
  const double length =
      (root.upper - root.lower).norm() + (p - root.centre()).norm();
  const Vector3 q = p + length * direction;
  double nearest = 1;  // As a fraction of the segment (p, q).
  RayHit hit;
  const auto clip = [&](const Aabb& box) {
    double enter = 0;
    double leave = nearest;
    for (int i = 0; i < 3; ++i) {
      const double step = q[i] - p[i];
      if (step == 0) {
        if (p[i] < box.lower[i] || p[i] > box.upper[i]) return HUGE_VAL;
        continue;
      }
      const double s0 = (box.lower[i] - p[i]) / step;
      const double s1 = (box.upper[i] - p[i]) / step;
      enter = std::max(enter, std::min(s0, s1));
      leave = std::min(leave, std::max(s0, s1));
    }
    return enter <= leave ? enter : HUGE_VAL;
  };
  VisitTriangles(mesh.bvh(), nearest, clip, [&](int i) {
    const Triangle triangle = GetTriangle(mesh, i);
    const double s = CalcPiercing(triangle, p, q);
    if (s > 0 && s <= nearest) {
      nearest = s;
      const Vector3 front = CalcFront(triangle);
      hit.normal = front.dot(direction) > 0 ? front : Vector3(-front);
      hit.distance = s * length;
    }
    return true;
  });
  return hit;
}

}  // namespace clearway::internal
