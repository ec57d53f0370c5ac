#include <cmath>

#include "clearway/query/mesh.h"
#include "clearway/query/mesh_depth.h"
#include "clearway/query/mesh_traversal.h"
#include "clearway/query/tolerance.h"

namespace clearway::internal {
namespace {

PairInA Swap(const PairInA& pair_B, const RigidTransform& X_AB) {
  return {pair_B.distance, X_AB * pair_B.p_ACb, X_AB * pair_B.p_ACa,
          -(X_AB.rotation().matrix() * pair_B.nhat_BA_A)};
}

/* Whether a point of a part of one mesh is inside the other. */
bool HoldInside(const SolidMesh& A, const SolidMesh& B,
                const RigidTransform& X_AB) {
  return FindContainedPart(A, B, X_AB) != nullptr ||
         FindContainedPart(B, A, X_AB.inverse()) != nullptr;
}

double CalcMargin(const SolidMesh& A, const SolidMesh& B,
                  const RigidTransform& X_AB) {
  return CalcDecisionMargin(
      CalcPairScale(A, B.bvh().nodes()[0].box, X_AB.translation()));
}

ThresholdVerdict CompareTriangles(const SolidMesh& A, const SolidMesh& B,
                                  const RigidTransform& X_AB,
                                  double threshold) {
  const double margin = CalcMargin(A, B, X_AB);
  // Whether the shapes touch decides against a negative threshold, too.
  const double reach = std::max(threshold, 0.0);
  const double limit = (reach + margin) * (reach + margin);
  const ThresholdVerdict within = threshold >= 0 ? ThresholdVerdict::kAtOrBelow
                                                 : ThresholdVerdict::kUndecided;
  ThresholdVerdict verdict = ThresholdVerdict::kAbove;
  const RelativeBoxes boxes(X_AB);
  VisitTrianglePairs(
      A.bvh(), B.bvh(), limit,
      [&](const Aabb& box_A, const Aabb& box_B) {
        return boxes.CalcSquaredBound(box_A, box_B);
      },
      [&](int i, int j) {
        const Triangle a = GetTriangle(A, i);
        const Triangle b = Transform(X_AB, GetTriangle(B, j));
        if (CalcBox(a).CalcSquaredDistance(CalcBox(b)) > limit) return true;
        const double gap = CalcTriangleGap(a, b);
        if (gap > reach + margin) return true;
        // Crossing triangles are apart by nothing, but their gap says by how
        // much they cross.
        const double distance =
            gap < -margin
                ? gap
                : std::sqrt(
                      CalcClosestPointsOfTriangles(a, b).squared_distance);
        if (distance > reach + margin) return true;
        if (distance < reach - margin) {
          verdict = within;
          return false;
        }
        verdict = ThresholdVerdict::kUndecided;
        return threshold >= 0;  // A later pair may be nearer.
      });
  if (verdict == ThresholdVerdict::kAbove && HoldInside(A, B, X_AB)) {
    return within;
  }
  return verdict;
}

}  // namespace

PairInA ComputeMeshMeshDistance(const SolidMesh& A, const SolidMesh& B,
                                const RigidTransform& X_AB) {
  if (IsConvexSolid(B)) {
    return ComputeMeshConvexDistance(A, ConvexSet(B.hull()), X_AB);
  }
  if (IsConvexSolid(A)) {
    return Swap(
        ComputeMeshConvexDistance(B, ConvexSet(A.hull()), X_AB.inverse()),
        X_AB);
  }
  ClosestPoints closest;
  int closest_i = 0;
  int closest_j = 0;
  const RelativeBoxes boxes(X_AB);
  VisitTrianglePairs(
      A.bvh(), B.bvh(), closest.squared_distance,
      [&](const Aabb& box_A, const Aabb& box_B) {
        return boxes.CalcSquaredBound(box_A, box_B);
      },
      [&](int i, int j) {
        const Triangle a = GetTriangle(A, i);
        const Triangle b = Transform(X_AB, GetTriangle(B, j));
        if (CalcBox(a).CalcSquaredDistance(CalcBox(b)) >
            closest.squared_distance) {
          return true;
        }
        const ClosestPoints pair = CalcClosestPointsOfTriangles(a, b);
        if (pair.squared_distance < closest.squared_distance) {
          closest = pair;
          closest_i = i;
          closest_j = j;
        }
        return closest.squared_distance > 0;
      });
  PairInA pair;
  pair.distance = std::sqrt(closest.squared_distance);
  pair.p_ACa = closest.p_a;
  pair.p_ACb = closest.p_b;
  pair.nhat_BA_A =
      pair.distance > 0
          ? Vector3((pair.p_ACa - pair.p_ACb) / pair.distance)
          : CalcContactNormal(GetTriangle(A, closest_i),
                              Transform(X_AB, GetTriangle(B, closest_j)));
  if (pair.distance > 0 && !HoldInside(A, B, X_AB)) return pair;
  return ComputeMeshMeshDepth(A, B, X_AB, pair);
}

/* Bounds as in CompareMeshConvexDistance; with two inner volumes the gaps add.
 */
ThresholdVerdict CompareMeshMeshDistance(const SolidMesh& A, const SolidMesh& B,
                                         const RigidTransform& X_AB,
                                         double threshold, Vector3* axis_A) {
  if (IsConvexSolid(B)) {
    return CompareMeshConvexDistance(A, ConvexSet(B.hull()), X_AB, threshold,
                                     axis_A);
  }
  Vector3 cold = Vector3::Zero();
  if (axis_A == nullptr) axis_A = &cold;
  const ConvexSet hull_A(A.hull());
  const ConvexSet hull_B(B.hull());
  const ThresholdVerdict outer =
      CompareConvexDistance(hull_A, hull_B, X_AB, threshold, axis_A);
  if (outer == ThresholdVerdict::kAbove) return outer;
  Vector3 inner_axis = *axis_A;
  if (A.inner_hull() && B.inner_hull() &&
      outer == ThresholdVerdict::kAtOrBelow &&
      CompareConvexDistance(ConvexSet(*A.inner_hull()),
                            ConvexSet(*B.inner_hull()), X_AB, threshold,
                            &inner_axis) == ThresholdVerdict::kAtOrBelow) {
    return ThresholdVerdict::kAtOrBelow;
  }
  return CompareTriangles(A, B, X_AB, threshold);
}

}  // namespace clearway::internal
