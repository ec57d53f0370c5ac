#include <algorithm>
#include <array>
#include <cmath>

#include "clearway/query/mesh.h"
#include "clearway/query/mesh_depth.h"
#include "clearway/query/mesh_traversal.h"
#include "clearway/query/tolerance.h"

namespace clearway::internal {
namespace {

// The rounding of a distance here, relative to the coordinates.
constexpr double kNoise = 64 * 2.220446049250313e-16;

PairInA Swap(const PairInA& pair_B, const RigidTransform& X_AB) {
  return {pair_B.distance, X_AB * pair_B.p_ACb, X_AB * pair_B.p_ACa,
          -(X_AB.rotation().matrix() * pair_B.nhat_BA_A)};
}

/* How far triangle a is beyond b along a unit vector: at most their distance.
 */
double CalcGap(const Triangle& a, const Triangle& b, const Vector3& nhat) {
  const auto along = [&](const Vector3& v) { return nhat.dot(v - b.v[0]); };
  return std::min({along(a.v[0]), along(a.v[1]), along(a.v[2])}) -
         std::max({0.0, along(b.v[1]), along(b.v[2])});
}

/* The result for two triangles, of their closest points. Where next to nothing
 is between these, the direction of their difference is that of its rounding,
 and the gap along it shows that: the search for convex sets then finds the
 direction that has the distance for a gap. What it cannot tell from touching
 touches. */
PairInA MakeCertifiedPair(const Triangle& a, const Triangle& b,
                          const ClosestPoints& closest) {
  PairInA pair;
  pair.distance = std::sqrt(closest.squared_distance);
  pair.p_ACa = closest.p_a;
  pair.p_ACb = closest.p_b;
  if (pair.distance > 0) {
    pair.nhat_BA_A = (pair.p_ACa - pair.p_ACb) / pair.distance;
    const double scale =
        std::max({a.v[0].cwiseAbs().maxCoeff(), a.v[1].cwiseAbs().maxCoeff(),
                  a.v[2].cwiseAbs().maxCoeff(), b.v[0].cwiseAbs().maxCoeff()});
    if (pair.distance - CalcGap(a, b, pair.nhat_BA_A) <= kNoise * scale) {
      return pair;
    }
    pair = ComputeConvexDistance(ConvexSet(a.v[0], a.v[1], a.v[2]),
                                 ConvexSet(b.v[0], b.v[1], b.v[2]),
                                 RigidTransform());
    if (pair.distance > 0) return pair;
    pair.distance = 0;
    pair.p_ACa = pair.p_ACb = 0.5 * (closest.p_a + closest.p_b);
  }
  pair.nhat_BA_A = CalcContactNormal(a, b);
  return pair;
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
      CalcPairScale(A, B.bvh().bounds(), X_AB.translation()));
}

/* Calls visit(i, a, j, b) for pairs of triangles, in A, whose boxes' squared
 distance may be <= limit, which may shrink, until it returns false. */
template <class Visit>
void VisitNear(const SolidMesh& A, const SolidMesh& B,
               const RigidTransform& X_AB, const double& limit, Visit&& visit) {
  const PosedTrees trees(A.bvh(), B.bvh(), X_AB);
  VisitLeafPairs(
      trees, limit,
      [&](const WideBoxes& boxes, const OrientedBox& box, bool, float* bounds) {
        CalcSquaredBounds(boxes, box, trees.slack(), bounds);
      },
      [&](std::span<const int> leaf_A, std::span<const int> leaf_B) {
        const auto num_A = leaf_A.size();
        std::array<Triangle, TriangleBvh::kMaxLeafSize> triangles_A;
        std::array<FaceNormal, TriangleBvh::kMaxLeafSize> faces_A;
        for (std::size_t i = 0; i < num_A; ++i) {
          triangles_A[i] = GetTriangle(A, leaf_A[i]);
          faces_A[i] = FaceNormal(triangles_A[i]);
        }
        for (const int j : leaf_B) {
          const Triangle b = Transform(X_AB, GetTriangle(B, j));
          const FaceNormal face_b(b);
          for (std::size_t i = 0; i < num_A; ++i) {
            const Triangle& a = triangles_A[i];
            if (AreFurtherApart(a, faces_A[i], b, face_b, limit)) continue;
            if (!visit(leaf_A[i], a, j, b)) return false;
          }
        }
        return true;
      });
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
  VisitNear(
      A, B, X_AB, limit, [&](int, const Triangle& a, int, const Triangle& b) {
        // Of parallel segments, which have no axis, none is known.
        const double axes_gap = CalcTriangleGap(a, b);
        const double gap = axes_gap > -HUGE_VAL ? axes_gap : 0.0;
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
  VisitNear(A, B, X_AB, closest.squared_distance,
            [&](int i, const Triangle& a, int j, const Triangle& b) {
              const ClosestPoints pair = CalcClosestPointsOfTriangles(a, b);
              if (pair.squared_distance < closest.squared_distance) {
                closest = pair;
                closest_i = i;
                closest_j = j;
              }
              return closest.squared_distance > 0;
            });
  const PairInA pair =
      MakeCertifiedPair(GetTriangle(A, closest_i),
                        Transform(X_AB, GetTriangle(B, closest_j)), closest);
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
