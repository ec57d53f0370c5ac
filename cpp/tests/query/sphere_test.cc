#include "clearway/query/sphere.h"

#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "clearway/query/half_space.h"
#include "query/certificate.h"

namespace clearway::internal {
namespace {

constexpr double kTolerance = 1e-14;

TEST(SphereSphere, HandCase) {
  const PairInA dut = ComputeSphereSphere(Sphere(1), Sphere(0.5),
                                          RigidTransform(Vector3(3, 0, 4)));
  EXPECT_NEAR(dut.distance, 3.5, kTolerance);
  EXPECT_TRUE(dut.nhat_BA_A.isApprox(Vector3(-0.6, 0, -0.8), kTolerance));
  EXPECT_TRUE(dut.p_ACa.isApprox(Vector3(0.6, 0, 0.8), kTolerance));
  EXPECT_TRUE(dut.p_ACb.isApprox(Vector3(2.7, 0, 3.6), kTolerance));
}

TEST(SphereSphere, ConcentricHasNormalZ) {
  const PairInA dut =
      ComputeSphereSphere(Sphere(1), Sphere(0.5), RigidTransform());
  EXPECT_EQ(dut.distance, -1.5);
  EXPECT_EQ(dut.nhat_BA_A, Vector3::UnitZ());
  EXPECT_EQ(dut.p_ACa, Vector3(0, 0, -1));
  EXPECT_EQ(dut.p_ACb, Vector3(0, 0, 0.5));
}

TEST(SphereSphere, PointsThatTouchHaveANormal) {
  const PairInA dut =
      ComputeSphereSphere(Sphere(0), Sphere(0), RigidTransform());
  EXPECT_EQ(dut.distance, 0);
  EXPECT_EQ(dut.p_ACa, dut.p_ACb);
  EXPECT_EQ(dut.nhat_BA_A, Vector3::UnitZ());
}

TEST(SphereSphere, TheSmallestOffsetHasADirection) {
  const PairInA dut = ComputeSphereSphere(
      Sphere(1), Sphere(1), RigidTransform(Vector3(0, 1e-200, 0)));
  EXPECT_EQ(dut.nhat_BA_A, -Vector3::UnitY());
  EXPECT_EQ(dut.distance, -2);
}

TEST(SphereCapsule, CentreOnTheAxisIsPushedAcrossIt) {
  const RotationMatrix R_AB = RotationMatrix::MakeXRotation(0.7);
  const PairInA dut =
      ComputeSphereCapsule(Sphere(0.25), Capsule(0.5, 4),
                           RigidTransform(R_AB, R_AB * Vector3(0, 0, 1)));
  EXPECT_NEAR(dut.distance, -0.75, kTolerance);
  EXPECT_NEAR(dut.nhat_BA_A.dot(R_AB.matrix().col(2)), 0, kTolerance);
  ExpectInvariant(AtOrigin(dut), kTolerance);
}

TEST(SphereBox, CentreInside) {
  const PairInA dut = ComputeSphereBox(Sphere(0.5), Box(2, 2, 1),
                                       RigidTransform(Vector3(0, 0, -0.25)));
  EXPECT_NEAR(dut.distance, -0.75, kTolerance);
  EXPECT_EQ(dut.nhat_BA_A, Vector3::UnitZ());
}

// Every kind of shape B, many sizes and poses, the centre of A on any side.
TEST(SphereFamily, IsCertified) {
  Random random(3);
  for (int i = 0; i < 6000; ++i) {
    const double size = std::pow(10.0, random.Uniform(-6, 3));
    const auto length = [&] { return size * random.Uniform(0.05, 1); };
    const Sphere A(i % 5 == 0 ? 0 : length());
    const RigidTransform X_AB(random.AwkwardRotation(),
                              size * random.Vector(i % 2 ? 0.4 : 3));
    const auto check = [&](const auto& B, auto compute) {
      ExpectProven(A, B, X_AB, compute(A, B, X_AB), 1e-13 * size, i % 20 < 6,
                   &random);
    };
    switch (i % 6) {
      case 0:
        check(Sphere(length()), ComputeSphereSphere);
        break;
      case 1:
        check(Capsule(length(), length()), ComputeSphereCapsule);
        break;
      case 2:
        check(Box(length(), length(), length()), ComputeSphereBox);
        break;
      case 3:
        check(Cylinder(length(), length()), ComputeSphereCylinder);
        break;
      case 4:
        check(Cone(length(), length()), ComputeSphereCone);
        break;
      default:
        check(Ellipsoid(length(), length(), length()), ComputeSphereEllipsoid);
        break;
    }
    ASSERT_FALSE(HasFailure()) << "in case " << i;
  }
}

}  // namespace
}  // namespace clearway::internal
