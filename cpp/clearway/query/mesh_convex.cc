#include <algorithm>
#include <cmath>

#include "clearway/query/mesh.h"
#include "clearway/query/mesh_depth.h"
#include "clearway/query/mesh_traversal.h"
#include "clearway/query/tolerance.h"

namespace clearway::internal {
namespace {

ConvexSet MakeSet(const Triangle& t) {
  return ConvexSet(t.v[0], t.v[1], t.v[2]);
}

/* Calls visit(i) for triangles in boxes whose squared distance from B's may be
 <= limit, which may shrink, until it returns false. */
template <class Visit>
void VisitNear(const SolidMesh& A, const ConvexSetBox& box_B,
               const double& limit, Visit&& visit) {
  VisitLeaves(
      A.bvh(), limit,
      [&](const WideBoxes& boxes, float* bounds) {
        CalcSquaredBounds(boxes, box_B.box(), box_B.slack(), bounds);
      },
      [&](std::span<const int> triangles) {
        return std::all_of(triangles.begin(), triangles.end(), visit);
      });
}

/* Compares with the triangles and the inside; outer and inner volume have not
 decided. */
ThresholdVerdict CompareTriangles(const SolidMesh& A, const ConvexSet& B,
                                  const RigidTransform& X_AB,
                                  double threshold) {
  const Aabb box_B = CalcConvexSetBox(B, X_AB);
  const ConvexSetBox oriented_box_B(A.bvh(), B, X_AB);
  const double margin =
      CalcDecisionMargin(CalcPairScale(A, box_B, X_AB.translation()));
  // Whether the shapes touch decides against a negative threshold, too.
  const double reach = std::max(threshold, 0.0);
  const double limit = (reach + margin) * (reach + margin);
  const ThresholdVerdict within = threshold >= 0 ? ThresholdVerdict::kAtOrBelow
                                                 : ThresholdVerdict::kUndecided;
  ThresholdVerdict verdict = ThresholdVerdict::kAbove;
  VisitNear(A, oriented_box_B, limit, [&](int i) {
    const Triangle triangle = GetTriangle(A, i);
    if (CalcBox(triangle).CalcSquaredDistance(box_B) > limit) return true;
    Vector3 axis = Vector3::Zero();
    switch (CompareConvexDistance(MakeSet(triangle), B, X_AB, reach, &axis)) {
      case ThresholdVerdict::kAbove:
        return true;
      case ThresholdVerdict::kAtOrBelow:
        verdict = within;
        return false;
      case ThresholdVerdict::kUndecided:
        verdict = ThresholdVerdict::kUndecided;
        return threshold >= 0;  // A later triangle may be nearer.
    }
    return true;
  });
  if (verdict == ThresholdVerdict::kAbove && A.Contains(X_AB * B.centre())) {
    return within;
  }
  return verdict;
}

}  // namespace

PairInA ComputeMeshConvexDistance(const SolidMesh& A, const ConvexSet& B,
                                  const RigidTransform& X_AB) {
  if (IsConvexSolid(A)) {
    return ComputeConvexDistance(ConvexSet(A.hull()), B, X_AB);
  }
  const Aabb box_B = CalcConvexSetBox(B, X_AB);
  const ConvexSetBox oriented_box_B(A.bvh(), B, X_AB);
  PairInA closest;
  closest.distance = HUGE_VAL;
  double limit = HUGE_VAL;
  VisitNear(A, oriented_box_B, limit, [&](int i) {
    const Triangle triangle = GetTriangle(A, i);
    if (CalcBox(triangle).CalcSquaredDistance(box_B) > limit) return true;
    const PairInA pair = ComputeConvexDistance(MakeSet(triangle), B, X_AB);
    if (pair.distance < closest.distance) {
      closest = pair;
      limit = pair.distance * pair.distance;
    }
    return closest.distance > 0;
  });
  if (closest.distance > 0 && !A.Contains(X_AB * B.centre())) {
    return closest;
  }
  return ComputeMeshConvexDepth(A, B, X_AB, closest);
}

/* Outer and inner volume decide because the distance does not grow with either
 shape. The mesh lies in its hull, so its distance is at least the hull's (where
 they overlap: what separates B from the hull separates it from the mesh, and
 mesh_depth.h answers no more than that). The inner hull lies in the solid, so
 the distance is at most the inner hull's (what mesh_depth.h answers does
 separate B from the solid, and with it from the inner hull).

 That B reaches deeper into the hull than the deviation would prove nothing:
 behind a sharp edge of the hull the solid may begin much deeper than that. */
ThresholdVerdict CompareMeshConvexDistance(const SolidMesh& A,
                                           const ConvexSet& B,
                                           const RigidTransform& X_AB,
                                           double threshold, Vector3* axis_A) {
  Vector3 cold = Vector3::Zero();
  if (axis_A == nullptr) axis_A = &cold;
  const ConvexSet hull(A.hull());
  const ThresholdVerdict outer =
      CompareConvexDistance(hull, B, X_AB, threshold, axis_A);
  if (outer == ThresholdVerdict::kAbove || IsConvexSolid(A)) return outer;
  Vector3 inner_axis = *axis_A;
  if (A.inner_hull() && outer == ThresholdVerdict::kAtOrBelow &&
      CompareConvexDistance(ConvexSet(*A.inner_hull()), B, X_AB, threshold,
                            &inner_axis) == ThresholdVerdict::kAtOrBelow) {
    return ThresholdVerdict::kAtOrBelow;
  }
  return CompareTriangles(A, B, X_AB, threshold);
}

PairInA ComputeMeshHalfSpaceDistance(const SolidMesh& A,
                                     const RigidTransform& X_AB) {
  const Vector3 nhat_A = X_AB.rotation().matrix().col(2);
  const ConvexPolytope& hull = A.hull();
  const int lowest = hull.FindSupport(-nhat_A);
  PairInA pair;
  pair.p_ACa = hull.vertices().row(lowest).transpose();
  pair.distance = nhat_A.dot(pair.p_ACa - X_AB.translation());
  pair.p_ACb = pair.p_ACa - pair.distance * nhat_A;
  pair.nhat_BA_A = nhat_A;
  return pair;
}

}  // namespace clearway::internal
