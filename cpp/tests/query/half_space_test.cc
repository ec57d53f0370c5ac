#include "clearway/query/half_space.h"

#include <cmath>

#include <gtest/gtest.h>

#include "query/certificate.h"

namespace clearway::internal {
namespace {

constexpr double kTolerance = 1e-14;

// The half space's boundary 2 below A's origin: witnesses are below the middle.
TEST(HalfSpace, UprightShapesStandOnTheMiddleOfTheirBase) {
  const RigidTransform X_AB(Vector3(5, 7, -2));
  const HalfSpace B;
  const auto check = [](const PairInA& dut, double height, double lowest) {
    EXPECT_NEAR(dut.distance, height, kTolerance);
    EXPECT_EQ(dut.nhat_BA_A, Vector3::UnitZ());
    EXPECT_TRUE(dut.p_ACa.isApprox(Vector3(0, 0, lowest), kTolerance));
    EXPECT_TRUE(dut.p_ACb.isApprox(Vector3(0, 0, -2), kTolerance));
  };
  check(ComputeSphereHalfSpace(Sphere(0.5), B, X_AB), 1.5, -0.5);
  check(ComputeCapsuleHalfSpace(Capsule(0.5, 4), B, X_AB), -0.5, -2.5);
  check(ComputeBoxHalfSpace(Box(1, 1, 3), B, X_AB), 0.5, -1.5);
  check(ComputeCylinderHalfSpace(Cylinder(1, 3), B, X_AB), 0.5, -1.5);
  check(ComputeConeHalfSpace(Cone(1, 3), B, X_AB), 0.5, -1.5);
  check(ComputeEllipsoidHalfSpace(Ellipsoid(1, 2, 3), B, X_AB), -1, -3);
}

TEST(HalfSpace, LyingShapesTouchAlongTheMiddleOfTheirSide) {
  const RigidTransform X_AB(RotationMatrix::MakeYRotation(M_PI / 2));
  const HalfSpace B;
  const PairInA capsule = ComputeCapsuleHalfSpace(Capsule(1, 3), B, X_AB);
  EXPECT_NEAR(capsule.distance, -1, kTolerance);
  EXPECT_TRUE(capsule.p_ACa.isApprox(Vector3(-1, 0, 0), kTolerance));
  const PairInA cylinder = ComputeCylinderHalfSpace(Cylinder(1, 3), B, X_AB);
  EXPECT_NEAR(cylinder.distance, -1, kTolerance);
  EXPECT_TRUE(cylinder.p_ACa.isApprox(Vector3(-1, 0, 0), kTolerance));
  // A cone of radius 3 and height 4 lies on its side: n = -(4, 0, 3) / 5.
  const RigidTransform X_on_side(
      RotationMatrix::FromZAxis(Vector3(-0.8, 0, -0.6)), Vector3(1.5, 0, 0));
  const PairInA cone = ComputeConeHalfSpace(Cone(3, 4), B, X_on_side);
  EXPECT_NEAR(cone.distance, 0, kTolerance);
  EXPECT_TRUE(cone.p_ACa.isApprox(Vector3(1.5, 0, 0), kTolerance));
}

TEST(HalfSpace, LowestVertexOfAConvex) {
  RowMatrixX3 vertices(4, 3);
  vertices << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  const PairInA dut = ComputeConvexHalfSpace(
      Convex(vertices), HalfSpace(),
      RigidTransform(RotationMatrix::MakeXRotation(M_PI), Vector3(0, 0, 0.25)));
  EXPECT_NEAR(dut.distance, -0.75, kTolerance);
  EXPECT_TRUE(dut.p_ACa.isApprox(Vector3(0, 0, 1), kTolerance));
}

TEST(HalfSpace, IsCertified) {
  Random random(10);
  const HalfSpace B;
  for (int i = 0; i < 14000; ++i) {
    const double size = std::pow(10.0, random.Uniform(-6, 3));
    const auto length = [&] { return size * random.Uniform(0.01, 1); };
    const RigidTransform X_AB(random.AwkwardRotation(),
                              size * random.Vector(1));
    const auto check = [&](const auto& A, auto compute) {
      ExpectCertified(A, RigidTransform(), B, X_AB,
                      AtOrigin(compute(A, B, X_AB)), 1e-13 * size);
    };
    switch (i % 7) {
      case 0:
        check(Sphere(length()), ComputeSphereHalfSpace);
        break;
      case 1:
        check(Capsule(length(), length()), ComputeCapsuleHalfSpace);
        break;
      case 2:
        check(Box(length(), length(), length()), ComputeBoxHalfSpace);
        break;
      case 3:
        check(Cylinder(length(), length()), ComputeCylinderHalfSpace);
        break;
      case 4:
        check(Cone(length(), length()), ComputeConeHalfSpace);
        break;
      case 5:
        check(Ellipsoid(length(), length(), length()),
              ComputeEllipsoidHalfSpace);
        break;
      default: {
        RowMatrixX3 vertices(12, 3);
        for (int j = 0; j < 12; ++j) {
          vertices.row(j) = size * random.Vector(1).transpose();
        }
        check(Convex(vertices), ComputeConvexHalfSpace);
        break;
      }
    }
    ASSERT_FALSE(HasFailure()) << "in case " << i;
  }
}

}  // namespace
}  // namespace clearway::internal
