#include "clearway/query/polytope_depth.h"

#include <random>

#include <gtest/gtest.h>

#include "clearway/common/check.h"
#include "clearway/query/convex.h"
#include "clearway/query/gjk.h"
#include "query/convex_test_utilities.h"

namespace clearway::internal {
namespace {

using test::EnumerateDifferences;
using test::MakeRandomPose;

// Points of B in A's frame.
RowMatrixX3 Transform(const RigidTransform& X_AB, const RowMatrixX3& p) {
  RowMatrixX3 result(p.rows(), 3);
  for (int i = 0; i < p.rows(); ++i) {
    result.row(i) = (X_AB * Vector3(p.row(i).transpose())).transpose();
  }
  return result;
}

// Points in a box of the given size; on a grid of `steps` a side if not 0, so
// that many are coplanar, collinear or equal.
RowMatrixX3 MakePoints(int n, const Vector3& size, int steps,
                       std::mt19937* generator) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  RowMatrixX3 result(n, 3);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) {
      double x = uniform(*generator);
      if (steps > 0) x = std::round(0.5 * x * steps) / (0.5 * steps);
      result(i, k) = x * size[k];
    }
  }
  return result;
}

// All pairs of hulls of few points: generic, on coarse grids (with coplanar,
// collinear and equal vertices, parallel faces, exact touching), and of extreme
// aspect, at generic and at axis-aligned poses.
TEST(PolytopeDepthTest, MatchesAllTriplesOfDifferences) {
  std::mt19937 generator(3);
  int num_overlapping = 0;
  for (int i = 0; i < 300; ++i) {
    const int steps = i % 3 == 1 ? 2 : 0;
    const Vector3 size =
        i % 3 == 2 ? Vector3(1, 1e-3, 1e-6) : Vector3(1, 0.7, 0.5);
    const RowMatrixX3 a = MakePoints(4 + i % 2, size, steps, &generator);
    const RowMatrixX3 b = MakePoints(4, size, steps, &generator);
    RigidTransform X_AB = MakeRandomPose(0.5, &generator);
    if (i % 2 == 0) {
      const Vector3 p = MakePoints(1, Vector3::Ones(), 4, &generator).row(0);
      X_AB = RigidTransform(Vector3(p.cwiseProduct(size)));
    }
    const Convex A(a), B(b);
    const PairInA result =
        ComputeConvexDistance(ConvexSet(A), ConvexSet(B), X_AB);
    const double expected = EnumerateDifferences(a, Transform(X_AB, b));
    EXPECT_NEAR(result.distance, expected, 1e-14) << i;
    if (expected < 0) ++num_overlapping;
  }
  EXPECT_GT(num_overlapping, 50);
}

// The proof by expansion and the enumeration of axes are two methods.
TEST(PolytopeDepthTest, EnumerationAgreesWithExpansion) {
  std::mt19937 generator(4);
  int num_overlapping = 0;
  for (int i = 0; i < 400; ++i) {
    const auto make = [&](int kind) -> std::unique_ptr<Shape> {
      if (kind == 0) return test::RandomShape(2, &generator);
      return std::make_unique<Convex>(
          MakePoints(kind == 1 ? 6 : 40, Vector3(1, 0.8, 0.6),
                     i % 4 == 0 ? 4 : 0, &generator));
    };
    const auto a = make(i % 3);
    const auto b = make(i / 3 % 3);
    const ConvexSet A(*a), B(*b);
    const MinkowskiDifference difference(A, B, MakeRandomPose(0.6, &generator));
    const GjkResult gjk = FindClosestPoints(difference, Vector3::Zero());
    if (gjk.status != GjkResult::Status::kOverlap) continue;
    ++num_overlapping;
    const GapMaximum expansion = MaximizeGap(difference, gjk.scale, 1e-14);
    EXPECT_TRUE(expansion.is_certified) << i;
    const GapMaximum enumeration =
        EnumerateGaps(difference, gjk.scale, GapMaximum());
    EXPECT_NEAR(enumeration.gap, expansion.gap, 1e-14) << i;
    EXPECT_LE((enumeration.p_ACa - enumeration.p_ACb -
               enumeration.gap * enumeration.nhat)
                  .norm(),
              1e-13);
  }
  EXPECT_GT(num_overlapping, 100);
}

TEST(PolytopeDepthTest, EdgeAgainstEdgeByHand) {
  // Two crossed roof edges: x and y axis, overlapping by 0.1 in z.
  RowMatrixX3 below(6, 3), above(6, 3);
  below << -2, 0, 0, 2, 0, 0, -2, -2, -2, 2, -2, -2, -2, 2, -2, 2, 2, -2;
  above << 0, -2, 0, 0, 2, 0, -2, -2, 2, -2, 2, 2, 2, -2, 2, 2, 2, 2;
  const Convex A(below), B(above);
  const PairInA result = ComputeConvexDistance(
      ConvexSet(A), ConvexSet(B), RigidTransform(Vector3(0, 0, -0.1)));
  EXPECT_NEAR(result.distance, -0.1, 1e-15);
  EXPECT_NEAR((result.nhat_BA_A + Vector3::UnitZ()).norm(), 0, 1e-14);
  EXPECT_NEAR((result.p_ACa - Vector3(0, 0, 0)).norm(), 0, 1e-14);
  EXPECT_NEAR((result.p_ACb - Vector3(0, 0, -0.1)).norm(), 0, 1e-14);
}

// A triangle of a mesh against a solid, and through another triangle.
TEST(PolytopeDepthTest, Triangles) {
  const Box box(2, 2, 2);
  const ConvexSet triangle(Vector3(0, 0, 0), Vector3(5, 0, 0),
                           Vector3(5, 5, 0));
  // It is stuck in the cube by 1 from the left, by 1 from below.
  const PairInA result = ComputeConvexDistance(
      triangle, ConvexSet(box), RigidTransform(Vector3(-0.25, 0, 0)));
  EXPECT_NEAR(result.distance, -0.75, 1e-15);
  const ConvexSet other(Vector3(1, 0.25, -1), Vector3(2, 0.25, -1),
                        Vector3(1.5, 0.25, 2));
  const double depth =
      ComputeConvexDistance(triangle, other, RigidTransform()).distance;
  EXPECT_LT(depth, -0.1);
  EXPECT_GT(depth, -1);
}

}  // namespace
}  // namespace clearway::internal
