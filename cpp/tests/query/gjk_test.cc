#include "clearway/query/gjk.h"

#include <random>

#include <gtest/gtest.h>

#include "clearway/common/check.h"
#include "query/convex_test_utilities.h"

namespace clearway::internal {
namespace {

using test::MakeRandomPose;
using Status = GjkResult::Status;

// Wherever bodies are apart, the bounds meet: the result proves itself.
TEST(GjkTest, BoundsMeetAtEveryDistance) {
  std::mt19937 generator(1);
  for (const double distance : {1.0, 1e-3, 1e-6, 1e-9}) {
    for (int i = 0; i < 2000; ++i) {
      const auto a = test::RandomShape(i % 8, &generator);
      const auto b = test::RandomShape((i / 8) % 8, &generator);
      const ConvexSet A(*a), B(*b);
      const MinkowskiDifference first(A, B, MakeRandomPose(4, &generator));
      const GjkResult away = FindClosestPoints(first, Vector3::Zero());
      if (away.status != Status::kSeparated) continue;
      const GjkResult result = FindClosestPoints(
          first.Shifted((distance - away.distance) * away.nhat),
          Vector3::Zero());
      SCOPED_TRACE(Concat(i, " ", a->to_string(), " ", b->to_string()));
      ASSERT_EQ(result.status, Status::kSeparated);
      // Curved shapes have vertices without end, at ever smaller angles:
      // rounding may stop the search early, but the bounds tell.
      const bool is_polytope = A.is_polytope() && B.is_polytope();
      EXPECT_LE(result.lower_bound, distance + 1e-12);
      EXPECT_GE(result.distance, distance - 1e-12);
      if (is_polytope) {
        EXPECT_NEAR(result.distance, distance, 1e-14);
        EXPECT_NEAR(result.lower_bound, distance, 1e-14);
        EXPECT_NEAR(
            (result.p_ACa - result.p_ACb - distance * result.nhat).norm(), 0,
            1e-14);
      }
    }
  }
}

// Scales from micrometres to kilometres, and a speck beside a huge plate.
TEST(GjkTest, ScalesAndAspects) {
  for (const double scale : {1e-6, 1e-3, 1.0, 1e3}) {
    const Box a(scale, scale, scale);
    const Box b(scale, 1e-6 * scale, scale);
    const ConvexSet A(a), B(b);
    const RigidTransform X_AB(RotationMatrix::MakeXRotation(0.3),
                              Vector3(1.25 * scale, 0, 0));
    const MinkowskiDifference difference(A, B, X_AB);
    const GjkResult result = FindClosestPoints(difference, Vector3::Zero());
    EXPECT_EQ(result.status, Status::kSeparated);
    EXPECT_NEAR(result.distance, 0.25 * scale, 1e-15 * scale);
  }
  const Box plate(1e3, 1e3, 1e-3);
  const Box speck(1e-6, 1e-6, 1e-6);
  const ConvexSet A(plate), B(speck);
  for (const double x : {0.0, 123.456, 499.9999}) {
    for (const double height : {1e-6, 1e-3, 1.0}) {
      const MinkowskiDifference difference(
          A, B, RigidTransform(Vector3(x, -x, 0.5e-3 + 0.5e-6 + height)));
      const GjkResult result = FindClosestPoints(difference, Vector3::Zero());
      EXPECT_EQ(result.status, Status::kSeparated);
      EXPECT_NEAR(result.distance, height, 1e-13);
      EXPECT_NEAR(result.nhat.z(), -1, 1e-9);
    }
  }
}

// Faces turned against each other by ever less, where the features that are
// closest change with the last digits.
TEST(GjkTest, NearlyParallelFaces) {
  const Box a(2, 2, 2), b(1, 1, 1);
  const ConvexSet A(a), B(b);
  for (double angle = 1e-1; angle > 1e-17; angle *= 0.1) {
    const RigidTransform X_AB(RotationMatrix::MakeXRotation(angle) *
                                  RotationMatrix::MakeYRotation(0.3 * angle),
                              Vector3(0, 0, 2));
    const MinkowskiDifference difference(A, B, X_AB);
    const GjkResult result = FindClosestPoints(difference, Vector3::Zero());
    ASSERT_EQ(result.status, Status::kSeparated);
    // B's lowest vertex: half its size times the third row, absolute.
    const Matrix3& R = X_AB.rotation().matrix();
    EXPECT_NEAR(result.distance, 1 - 0.5 * R.row(2).cwiseAbs().sum(), 1e-14);
    EXPECT_NEAR(result.lower_bound, result.distance, 1e-14);
  }
}

TEST(GjkTest, TouchingIsNeitherApartNorDeep) {
  const Box box(1, 1, 1);
  const ConvexSet A(box);
  for (const Vector3& p :
       {Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(1, 1, 1)}) {
    const MinkowskiDifference difference(A, A, RigidTransform(p));
    EXPECT_EQ(FindClosestPoints(difference, Vector3::Zero()).status,
              Status::kTouching);
  }
}

TEST(GjkTest, ThresholdEndsTheSearch) {
  const Box box(1, 1, 1);
  const ConvexSet A(box);
  const MinkowskiDifference apart(A, A, RigidTransform(Vector3(1.5, 0.2, 0)));
  const auto status = [&](const MinkowskiDifference& difference,
                          double threshold) {
    return FindClosestPoints(difference, Vector3::Zero(), threshold).status;
  };
  EXPECT_EQ(status(apart, 0.4), Status::kAbove);
  EXPECT_EQ(status(apart, 0.5 - 2e-10), Status::kAbove);
  EXPECT_EQ(status(apart, 0.5 + 2e-10), Status::kAtOrBelow);
  // Closer than the margin: not for a bound to say.
  EXPECT_EQ(status(apart, 0.5), Status::kSeparated);
  const MinkowskiDifference deep(A, A, RigidTransform(Vector3(0.4, 0.3, 0.2)));
  EXPECT_EQ(status(deep, 0), Status::kAtOrBelow);
  EXPECT_EQ(status(deep, -3), Status::kAbove);
}

}  // namespace
}  // namespace clearway::internal
