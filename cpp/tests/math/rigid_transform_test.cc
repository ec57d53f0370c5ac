#include "clearway/math/rigid_transform.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>
#include <Eigen/LU>

namespace clearway {
namespace {

using std::numbers::pi;

TEST(RotationMatrix, QuarterTurnAboutZTakesXToY) {
  const Vector3 y = RotationMatrix::MakeZRotation(pi / 2) * Vector3::UnitX();
  EXPECT_TRUE(y.isApprox(Vector3::UnitY(), 1e-15));
}

TEST(RotationMatrix, RollPitchYawIsYawTimesPitchTimesRoll) {
  const RotationMatrix R(RollPitchYaw(0.3, -0.7, 1.1));
  const RotationMatrix expected = RotationMatrix::MakeZRotation(1.1) *
                                  RotationMatrix::MakeYRotation(-0.7) *
                                  RotationMatrix::MakeXRotation(0.3);
  EXPECT_LT((R.matrix() - expected.matrix()).norm(), 1e-15);
}

TEST(RotationMatrix, RoundTripsThroughQuaternionAndAngles) {
  std::mt19937 generator(2);
  std::uniform_real_distribution<double> uniform(-pi, pi);
  for (int i = 0; i < 1000; ++i) {
    const RotationMatrix R(RollPitchYaw(
        uniform(generator), uniform(generator) / 2, uniform(generator)));
    EXPECT_LT(
        (RotationMatrix::FromQuaternion(R.ToQuaternion()).matrix() - R.matrix())
            .norm(),
        1e-14);
    EXPECT_LT((RotationMatrix(R.ToRollPitchYaw()).matrix() - R.matrix()).norm(),
              1e-14);
  }
}

TEST(RotationMatrix, GimbalLockRoundTrips) {
  for (const double pitch : {pi / 2, -pi / 2}) {
    const RotationMatrix R(RollPitchYaw(0.4, pitch, -1.2));
    EXPECT_LT((RotationMatrix(R.ToRollPitchYaw()).matrix() - R.matrix()).norm(),
              1e-14);
  }
}

TEST(RotationMatrix, FromZAxisIsARotationOntoTheAxis) {
  for (const Vector3& z :
       {Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(1, 0, 0),
        Vector3(1e-9, 0, -1).normalized(), Vector3(1, -2, 3).normalized()}) {
    const Matrix3 R = RotationMatrix::FromZAxis(z).matrix();
    EXPECT_LT((R.col(2) - z).norm(), 1e-15);
    EXPECT_LT((R.transpose() * R - Matrix3::Identity()).norm(), 1e-14);
    EXPECT_NEAR(R.determinant(), 1, 1e-14);
  }
}

TEST(RotationMatrix, RepairsPrintedNumbersAndRefusesWorse) {
  const Matrix3 R = RotationMatrix(RollPitchYaw(0.1, 0.2, 0.3)).matrix();
  const Matrix3 printed = (R * 1e6).array().round().matrix() / 1e6;
  const Matrix3 repaired = RotationMatrix(printed).matrix();
  EXPECT_LT((repaired.transpose() * repaired - Matrix3::Identity()).norm(),
            1e-14);
  EXPECT_LT((repaired - R).norm(), 3e-6);
  EXPECT_THROW(RotationMatrix(Matrix3(1.01 * R)), std::invalid_argument);
  EXPECT_THROW(RotationMatrix(Matrix3(-R)), std::invalid_argument);
  EXPECT_THROW(RotationMatrix(Matrix3(R * std::nan(""))),
               std::invalid_argument);
  EXPECT_EQ(RotationMatrix(R).matrix(), R);
}

TEST(RotationMatrix, QuaternionMustHaveNormOne) {
  EXPECT_THROW(RotationMatrix::FromQuaternion(Vector4(0, 0, 0, 0)),
               std::invalid_argument);
  EXPECT_THROW(RotationMatrix::FromQuaternion(Vector4(1.1, 0, 0, 0)),
               std::invalid_argument);
  EXPECT_EQ(RotationMatrix::FromQuaternion(Vector4(1.0005, 0, 0, 0)).matrix(),
            Matrix3::Identity());
}

TEST(RigidTransform, ComposesAndInverts) {
  const RigidTransform X_AB(RollPitchYaw(1, 2, 3), Vector3(4, 5, 6));
  const RigidTransform X_BC(RollPitchYaw(-1, 0.5, 2), Vector3(0.1, 0.2, 0.3));
  const Vector3 p_CQ(7, 8, 9);
  EXPECT_LT((X_AB * X_BC * p_CQ - X_AB * (X_BC * p_CQ)).norm(), 1e-14);
  EXPECT_LT(
      ((X_AB.inverse() * X_AB).GetAsMatrix4() - Matrix4::Identity()).norm(),
      1e-14);
  EXPECT_LT(
      (X_AB.InvertAndCompose(X_AB * X_BC).GetAsMatrix4() - X_BC.GetAsMatrix4())
          .norm(),
      1e-14);
}

TEST(RigidTransform, Equality) {
  const RigidTransform X(RollPitchYaw(1, 2, 3), Vector3(4, 5, 6));
  EXPECT_TRUE(X.IsExactlyEqualTo(X));
  const RigidTransform moved(RollPitchYaw(1, 2, 3), Vector3(4, 5.25, 6));
  EXPECT_FALSE(X.IsExactlyEqualTo(moved));
  EXPECT_TRUE(X.IsNearlyEqualTo(moved, 0.25));
  EXPECT_FALSE(X.IsNearlyEqualTo(moved, 0.2499));
  // A turn by an angle changes two elements by its sine.
  const RotationMatrix R, turned = RotationMatrix::MakeXRotation(0.1);
  EXPECT_FALSE(R.IsExactlyEqualTo(turned));
  EXPECT_TRUE(R.IsNearlyEqualTo(turned, std::sin(0.1) + 1e-15));
  EXPECT_FALSE(R.IsNearlyEqualTo(turned, std::sin(0.1) - 1e-15));
  EXPECT_FALSE(RigidTransform(turned).IsNearlyEqualTo(RigidTransform(), 0.09));
}

TEST(RigidTransform, RefusesWhatIsNoPose) {
  Matrix4 X = Matrix4::Identity();
  X(3, 0) = 1;
  EXPECT_THROW(RigidTransform{X}, std::invalid_argument);
  X = Matrix4::Identity();
  X(0, 3) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(RigidTransform{X}, std::invalid_argument);
}

}  // namespace
}  // namespace clearway
