#include "clearway/query/capsule.h"

#include <cmath>

#include <gtest/gtest.h>

#include "query/certificate.h"

namespace clearway::internal {
namespace {

constexpr double kTolerance = 1e-14;

// A along z, B along x, 3 apart along y: both are met in the middle.
TEST(CapsuleCapsule, SkewAtRightAngles) {
  const PairInA dut = ComputeCapsuleCapsule(
      Capsule(0.5, 4), Capsule(0.25, 4),
      RigidTransform(RotationMatrix::MakeYRotation(M_PI / 2),
                     Vector3(0.5, 3, 1)));
  EXPECT_NEAR(dut.distance, 2.25, kTolerance);
  EXPECT_TRUE(dut.nhat_BA_A.isApprox(-Vector3::UnitY(), kTolerance));
  EXPECT_TRUE(dut.p_ACa.isApprox(Vector3(0, 0.5, 1), kTolerance));
  EXPECT_TRUE(dut.p_ACb.isApprox(Vector3(0, 2.75, 1), kTolerance));
}

TEST(CapsuleCapsule, EndToEnd) {
  const PairInA dut = ComputeCapsuleCapsule(Capsule(0.5, 2), Capsule(0.25, 4),
                                            RigidTransform(Vector3(3, 0, 7)));
  EXPECT_NEAR(dut.distance, 5 - 0.75, kTolerance);
  EXPECT_TRUE(dut.nhat_BA_A.isApprox(Vector3(-0.6, 0, -0.8), kTolerance));
}

// z of A covers [-1, 1], that of B [0, 3]: the overlap's middle is 0.5.
TEST(CapsuleCapsule, ParallelMeetInTheMiddleOfTheOverlap) {
  for (const RotationMatrix& R_AB :
       {RotationMatrix(), RotationMatrix::MakeXRotation(M_PI),
        RotationMatrix::MakeYRotation(1e-16)}) {
    const PairInA dut =
        ComputeCapsuleCapsule(Capsule(0.5, 2), Capsule(0.5, 3),
                              RigidTransform(R_AB, Vector3(2, 0, 1.5)));
    EXPECT_NEAR(dut.distance, 1, kTolerance);
    EXPECT_TRUE(dut.p_ACa.isApprox(Vector3(0.5, 0, 0.5), kTolerance));
  }
}

TEST(CapsuleCapsule, CrossingSegmentsArePushedAcrossBoth) {
  const RotationMatrix R_AB = RotationMatrix::MakeXRotation(1);
  const PairInA dut = ComputeCapsuleCapsule(Capsule(0.5, 2), Capsule(0.25, 2),
                                            RigidTransform(R_AB));
  EXPECT_EQ(dut.distance, -0.75);
  EXPECT_NEAR(std::abs(dut.nhat_BA_A.x()), 1, kTolerance);
}

// The end of A's segment is in the middle of B's, to within rounding: the
// difference of the closest points is noise, the normal is not.
TEST(CapsuleCapsule, AnEndOnASegmentIsPushedAcrossBoth) {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    const RotationMatrix R_AB = random.Rotation();
    const Capsule A(0.5, 2), B(0.25, 2);
    const RigidTransform X_AB(
        R_AB,
        Vector3(0, 0, 1) + random.Uniform(-0.9, 0.9) * R_AB.matrix().col(2));
    const PairInA dut = ComputeCapsuleCapsule(A, B, X_AB);
    EXPECT_NEAR(dut.distance, -0.75, kTolerance);
    ExpectCertified(A, RigidTransform(), B, X_AB, AtOrigin(dut), kTolerance);
  }
}

TEST(CapsuleCapsule, CollinearOverlapIsPushedAcross) {
  const PairInA dut = ComputeCapsuleCapsule(Capsule(0.5, 2), Capsule(0.25, 2),
                                            RigidTransform(Vector3(0, 0, 1)));
  EXPECT_EQ(dut.distance, -0.75);
  EXPECT_EQ(dut.nhat_BA_A, Vector3::UnitX());
}

TEST(CapsuleCapsule, PointsAndSegmentsWithoutThickness) {
  const PairInA points =
      ComputeCapsuleCapsule(Capsule(0, 0), Capsule(0, 0), RigidTransform());
  EXPECT_EQ(points.distance, 0);
  EXPECT_EQ(points.p_ACa, points.p_ACb);
  EXPECT_EQ(points.nhat_BA_A, Vector3::UnitX());
  const PairInA on_it =
      ComputeCapsuleCapsule(Capsule(0, 0), Capsule(0, 2),
                            RigidTransform(RotationMatrix::MakeXRotation(0.3)));
  EXPECT_EQ(on_it.distance, 0);
  EXPECT_NEAR(std::abs(on_it.nhat_BA_A.x()), 1, kTolerance);
}

TEST(CapsuleCapsule, IsCertified) {
  Random random(5);
  for (int i = 0; i < 20000; ++i) {
    const double size = std::pow(10.0, random.Uniform(-6, 3));
    const auto length = [&] {
      return random.Index(8) == 0 ? 0 : size * random.Uniform(0, 1);
    };
    const Capsule A(length(), length()), B(length(), length());
    const RigidTransform X_AB(random.AwkwardRotation(),
                              size * random.Vector(i % 2 ? 0.3 : 1.5));
    const PairInA dut = ComputeCapsuleCapsule(A, B, X_AB);
    ExpectProven(A, B, X_AB, dut, 1e-13 * size, i % 20 < 3, &random);
    ASSERT_FALSE(HasFailure()) << "in case " << i;
  }
}

// A speck beside a rod, parallel to it but for less than rounding shows at the
// speck: the normal is that of the rod, at whose ends the angle does show.
TEST(CapsuleCapsule, SpeckBesideNearlyParallelRod) {
  const Capsule speck(1e-5, 4e-9);
  const Capsule rod(2e-4, 10);
  for (double angle = 1e-3; angle > 1e-16; angle *= 0.1) {
    const RigidTransform X_SR(RotationMatrix::MakeXRotation(angle),
                              Vector3(0.1, 0.3, 0.2));
    for (const bool swapped : {false, true}) {
      const Capsule& A = swapped ? rod : speck;
      const Capsule& B = swapped ? speck : rod;
      const RigidTransform X_AB = swapped ? X_SR.inverse() : X_SR;
      const PairInA dut = ComputeCapsuleCapsule(A, B, X_AB);
      ExpectCertified(A, RigidTransform(), B, X_AB, AtOrigin(dut), 1e-14);
    }
  }
}

// The capsule's segment dips 0.5 into the top face.
TEST(CapsuleBox, HandCaseInside) {
  const PairInA dut = ComputeCapsuleBox(Capsule(0.25, 2), Box(4, 4, 2),
                                        RigidTransform(Vector3(0.5, 0, -1.5)));
  EXPECT_NEAR(dut.distance, -0.75, kTolerance);
  EXPECT_EQ(dut.nhat_BA_A, Vector3::UnitZ());
  EXPECT_TRUE(dut.p_ACa.isApprox(Vector3(0, 0, -1.25), kTolerance));
}

TEST(CapsuleBox, LyingOnAFaceMeetsInTheMiddle) {
  const PairInA dut = ComputeCapsuleBox(Capsule(0.25, 2), Box(2, 4, 6),
                                        RigidTransform(Vector3(-1.5, 0, 0)));
  EXPECT_NEAR(dut.distance, 0.25, kTolerance);
  EXPECT_EQ(dut.nhat_BA_A, Vector3::UnitX());
  EXPECT_TRUE(dut.p_ACa.isApprox(Vector3(-0.25, 0, 0), kTolerance));
}

TEST(CapsuleBox, IsCertified) {
  Random random(6);
  for (int i = 0; i < 20000; ++i) {
    const double size = std::pow(10.0, random.Uniform(-6, 3));
    const auto length = [&] {
      return random.Index(8) == 0 ? 0 : size * random.Uniform(0, 1);
    };
    const Capsule A(length(), length());
    const Box B(length(), length(), length());
    const RigidTransform X_AB(random.AwkwardRotation(),
                              size * random.Vector(i % 2 ? 0.4 : 1.5));
    const PairInA dut = ComputeCapsuleBox(A, B, X_AB);
    ExpectProven(A, B, X_AB, dut, 1e-13 * size, i % 20 < 3, &random);
    ASSERT_FALSE(HasFailure()) << "in case " << i;
  }
}

}  // namespace
}  // namespace clearway::internal
