#include "clearway/query/box.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include "query/certificate.h"

namespace clearway::internal {
namespace {

constexpr double kTolerance = 1e-14;

TEST(BoxBox, FaceToFaceMeetsInTheMiddleOfTheOverlap) {
  for (const double gap : {0.5, 0.0, -0.25}) {
    const PairInA dut =
        ComputeBoxBox(Box(2, 2, 2), Box(1, 1, 1),
                      RigidTransform(Vector3(0.25, 0, 1.5 + gap)));
    EXPECT_NEAR(dut.distance, gap, kTolerance);
    EXPECT_EQ(dut.nhat_BA_A, -Vector3::UnitZ());
    EXPECT_TRUE(dut.p_ACa.isApprox(Vector3(0.25, 0, 1), kTolerance));
    ExpectInvariant(AtOrigin(dut), kTolerance);
  }
}

// Edge along x of A at (y, z) = (1, 1), that along y of B at (x, z) = (.., 2).
TEST(BoxBox, EdgeToEdge) {
  const RotationMatrix R_WA = RotationMatrix::MakeXRotation(M_PI / 4);
  const RotationMatrix R_WB = RotationMatrix::MakeYRotation(M_PI / 4);
  const double corner = std::sqrt(2);
  for (const double gap : {0.5, 0.0, -0.25}) {
    const RigidTransform X_WB(R_WB, Vector3(0.1, 0.2, 2 * corner + gap));
    const RigidTransform X_AB = RigidTransform(R_WA).InvertAndCompose(X_WB);
    const PairInA dut = ComputeBoxBox(Box(2, 2, 2), Box(2, 2, 2), X_AB);
    EXPECT_NEAR(dut.distance, gap, kTolerance);
    EXPECT_TRUE((R_WA * dut.nhat_BA_A).isApprox(-Vector3::UnitZ(), kTolerance));
    EXPECT_TRUE((R_WA * dut.p_ACa).isApprox(Vector3(0.1, 0, corner), 1e-13));
  }
}

TEST(BoxBox, VertexToVertex) {
  const PairInA dut = ComputeBoxBox(Box(2, 2, 2), Box(2, 2, 2),
                                    RigidTransform(Vector3(4, 5, 8)));
  EXPECT_NEAR(dut.distance, 7, kTolerance);
  EXPECT_TRUE(dut.nhat_BA_A.isApprox(Vector3(-2, -3, -6) / 7, kTolerance));
  EXPECT_TRUE(dut.p_ACa.isApprox(Vector3(1, 1, 1), kTolerance));
}

// No vertex of either square is above or below the other: only edges cross.
TEST(BoxBox, TurnedSquaresFaceEachOther) {
  for (const double gap : {0.5, 1e-9, 0.0, -0.25}) {
    for (const double angle : {M_PI / 4, M_PI / 4 + 1e-9, 1.0}) {
      const PairInA dut =
          ComputeBoxBox(Box(2, 2, 2), Box(2, 2, 2),
                        RigidTransform(RotationMatrix::MakeZRotation(angle),
                                       Vector3(0, 0, 2 + gap)));
      EXPECT_NEAR(dut.distance, gap, kTolerance);
      EXPECT_TRUE(dut.nhat_BA_A.isApprox(-Vector3::UnitZ(), kTolerance));
    }
  }
}

TEST(BoxBox, CrossedBoardsFaceEachOther) {
  const PairInA dut = ComputeBoxBox(
      Box(10, 1, 1), Box(10, 1, 1),
      RigidTransform(RotationMatrix::MakeZRotation(M_PI / 2 + 0.1),
                     Vector3(1, 2, 1.5)));
  EXPECT_NEAR(dut.distance, 0.5, kTolerance);
  EXPECT_TRUE(dut.nhat_BA_A.isApprox(-Vector3::UnitZ(), kTolerance));
}

TEST(BoxBox, CommonCentreTakesTheThinnestAxis) {
  const PairInA dut =
      ComputeBoxBox(Box(3, 2, 4), Box(5, 1, 6), RigidTransform());
  EXPECT_EQ(dut.distance, -1.5);
  EXPECT_EQ(dut.nhat_BA_A, Vector3::UnitY());
  // All axes tie: the first.
  EXPECT_EQ(
      ComputeBoxBox(Box(1, 1, 1), Box(1, 1, 1), RigidTransform()).nhat_BA_A,
      Vector3::UnitX());
}

TEST(BoxBox, PlatesSegmentsAndPoints) {
  const PairInA plates = ComputeBoxBox(Box(2, 2, 0), Box(2, 0, 2),
                                       RigidTransform(Vector3(0.2, 0.1, 0.3)));
  EXPECT_NEAR(plates.distance, -0.7, kTolerance);
  EXPECT_EQ(plates.nhat_BA_A, -Vector3::UnitZ());
  const PairInA stacked =
      ComputeBoxBox(Box(2, 2, 0), Box(2, 2, 0), RigidTransform());
  EXPECT_EQ(stacked.distance, 0);
  EXPECT_EQ(stacked.nhat_BA_A, Vector3::UnitZ());
  const PairInA points =
      ComputeBoxBox(Box(0, 0, 0), Box(0, 0, 0), RigidTransform());
  EXPECT_EQ(points.distance, 0);
  EXPECT_EQ(points.p_ACa, points.p_ACb);
  EXPECT_EQ(points.nhat_BA_A, Vector3::UnitX());
  const PairInA apart = ComputeBoxBox(Box(0, 0, 0), Box(0, 0, 0),
                                      RigidTransform(Vector3(0, 3, 4)));
  EXPECT_NEAR(apart.distance, 5, kTolerance);
}

TEST(BoxBox, IsCertified) {
  Random random(7);
  for (int i = 0; i < 30000; ++i) {
    const double size = std::pow(10.0, random.Uniform(-6, 3));
    const auto length = [&] {
      return random.Index(12) == 0 ? 0 : size * random.Uniform(0, 1);
    };
    const Box A(length(), length(), length()), B(length(), length(), length());
    const RigidTransform X_AB(random.AwkwardRotation(),
                              size * random.Vector(i % 2 ? 0.5 : 1.2));
    const PairInA dut = ComputeBoxBox(A, B, X_AB);
    ExpectProven(A, B, X_AB, dut, 1e-13 * size, i % 20 < 3, &random);
    ASSERT_FALSE(HasFailure()) << "in case " << i;
  }
}

// Boxes brought near touching along their normal: every kind of contact, with
// gaps from far below rounding to far above.
TEST(BoxBox, IsCertifiedNearContact) {
  Random random(8);
  for (int i = 0; i < 30000; ++i) {
    const auto length = [&] { return random.Uniform(0.1, 1); };
    const Box A(length(), length(), length()), B(length(), length(), length());
    RigidTransform X_AB(random.AwkwardRotation(), random.Vector(1.2));
    const PairInA before = ComputeBoxBox(A, B, X_AB);
    const double gap = (i % 2 ? 1 : -1) * std::pow(10, -random.Uniform(3, 20));
    X_AB = RigidTransform(
        X_AB.rotation(),
        X_AB.translation() + (before.distance - gap) * before.nhat_BA_A);
    const PairInA dut = ComputeBoxBox(A, B, X_AB);
    // Another axis may separate a shallow overlap sooner.
    EXPECT_GE(dut.distance, gap - 1e-14);
    EXPECT_LE(dut.distance, std::max(gap, 0.0) + 1e-14);
    ExpectCertified(A, RigidTransform(), B, X_AB, AtOrigin(dut), 1e-13);
    ASSERT_FALSE(HasFailure()) << "in case " << i;
  }
}

// Lined up but for a small turn and brought to a corner, an edge or a face:
// edges all but parallel, and closest points that others tie with, though their
// directions differ.
TEST(BoxBox, IsCertifiedWhereClosestPointsTie) {
  Random random(10);
  const auto quarter = [&] { return 0.25 * (1 + random.Index(4)); };
  for (int i = 0; i < 30000; ++i) {
    const auto length = [&] { return random.Index(6) == 0 ? 0 : quarter(); };
    const Box A(length(), length(), length()), B(length(), length(), length());
    const Vector3 turn =
        std::pow(10, -random.Uniform(2, 12)) * random.Vector(1);
    const Eigen::AngleAxis<double> nearly(turn.norm(), turn.normalized());
    const Eigen::AngleAxis<double> quarters(
        0.5 * std::numbers::pi * random.Index(4),
        Vector3::Unit(random.Index(3)));
    const RotationMatrix R((nearly * quarters).toRotationMatrix());
    Vector3 p_AB;
    for (double& x : p_AB) x = 0.25 * (random.Index(9) - 4);
    const PairInA before = ComputeBoxBox(A, B, RigidTransform(R, p_AB));
    const double gap = std::pow(10, -random.Uniform(3, 18));
    const RigidTransform X_AB(
        R, p_AB + (before.distance - gap) * before.nhat_BA_A);
    const PairInA dut = ComputeBoxBox(A, B, X_AB);
    ExpectCertified(A, RigidTransform(), B, X_AB, AtOrigin(dut), 1e-13);
    ASSERT_FALSE(HasFailure()) << "in case " << i;
  }
}

TEST(CompareBoxBox, NeverContradictsTheDistance) {
  Random random(9);
  int num_decided = 0;
  constexpr int kCases = 20000;
  for (int i = 0; i < kCases; ++i) {
    const auto length = [&] { return random.Uniform(0, 1); };
    const Box A(length(), length(), length()), B(length(), length(), length());
    const RigidTransform X_AB(random.AwkwardRotation(), random.Vector(1.2));
    const double distance = ComputeBoxBox(A, B, X_AB).distance;
    const double offset = std::pow(10, -random.Uniform(0, 16));
    for (const double threshold :
         {0.0, distance, distance + offset, distance - offset}) {
      Vector3 axis = i % 2 ? random.Vector(1) : Vector3::Zero();
      const ThresholdVerdict dut = CompareBoxBox(A, B, X_AB, threshold, &axis);
      EXPECT_NEAR(axis.norm(), 1, 1e-14);
      if (dut == ThresholdVerdict::kAbove) {
        EXPECT_GT(distance, threshold + 0.99e-10);
      } else if (dut == ThresholdVerdict::kAtOrBelow) {
        EXPECT_LT(distance, threshold - 0.99e-10);
      }
      if (threshold == 0 && dut != ThresholdVerdict::kUndecided) ++num_decided;
    }
    ASSERT_FALSE(HasFailure()) << "in case " << i;
  }
  // Boxes apart by a vertex are the rare case: the bound is worth its time.
  EXPECT_GT(num_decided, 0.99 * kCases);
}

}  // namespace
}  // namespace clearway::internal
