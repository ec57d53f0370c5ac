#include "clearway/query/dispatch.h"

#include <cmath>

#include <gtest/gtest.h>

#include "query/random_shapes.h"

namespace clearway::internal {
namespace {

TEST(ComputeInOrder, RefusesTwoHalfSpaces) {
  EXPECT_THROW(ComputeInOrder(HalfSpace(), RigidTransform(), HalfSpace(),
                              RigidTransform()),
               std::invalid_argument);
}

TEST(ComputeInOrder, IsWhatSignedDistanceCalls) {
  const Sphere A(0.5);
  const Box B(1, 2, 3);
  const RigidTransform X_WA(RollPitchYaw(1, 2, 3), Vector3(1, 2, 3));
  const RigidTransform X_WB(RollPitchYaw(-1, 0, 2), Vector3(0, 1, -1));
  const SignedDistancePair dut =
      ToWorld(ComputeInOrder(A, X_WA, B, X_WB), X_WA);
  const SignedDistancePair expected = ComputeSignedDistance(A, X_WA, B, X_WB);
  EXPECT_EQ(dut.distance, expected.distance);
  EXPECT_EQ(dut.p_WCa, expected.p_WCa);
  EXPECT_EQ(dut.p_WCb, expected.p_WCb);
  EXPECT_EQ(dut.nhat_BA_W, expected.nhat_BA_W);
}

TEST(ToWorld, MendsARotationThatIsOffByRounding) {
  PairInA pair;
  pair.distance = 5;
  pair.p_ACa = Vector3(0, 0, 5);
  const Matrix3 R =
      (1 + 5e-15) * RotationMatrix(RollPitchYaw(1, 2, 3)).matrix();
  const SignedDistancePair dut =
      ToWorld(pair, RigidTransform::MakeUnchecked(R, Vector3(1, 2, 3)));
  ExpectInvariant(dut, 1e-15);
}

TEST(ComputeDistance, IsThatOfSignedDistance) {
  Random random(20);
  for (const auto& [type_A, type_B] : ListTypePairs()) {
    const auto A = MakeRandomShape(type_A, 1, &random);
    const auto B = MakeRandomShape(type_B, 1, &random);
    const RigidTransform X_WA(random.Rotation(), random.Vector(1));
    const RigidTransform X_WB(random.Rotation(), random.Vector(1));
    EXPECT_EQ(ComputeDistance(*A, X_WA, *B, X_WB),
              ComputeSignedDistance(*A, X_WA, *B, X_WB).distance);
  }
}

// A history of axes, good or bad, changes no verdict.
TEST(IsWithin, DoesNotDependOnTheWarmStart) {
  Random random(21);
  for (const auto& [type_A, type_B] : ListTypePairs()) {
    const auto A = MakeRandomShape(type_A, 1, &random);
    const auto B = MakeRandomShape(type_B, 1, &random);
    RigidTransform X_WA(random.Rotation(), random.Vector(1));
    const RigidTransform X_WB(random.Rotation(), random.Vector(1));
    Vector3 axis_W = Vector3::Zero();
    for (int i = 0; i < 50; ++i) {
      if (i % 10 == 9) axis_W = random.Vector(1);
      X_WA = RigidTransform(X_WA.rotation(),
                            X_WA.translation() + random.Vector(0.1));
      const double padding = random.Uniform(-0.1, 0.3);
      ASSERT_EQ(IsWithin(*A, X_WA, *B, X_WB, padding, &axis_W),
                ComputeDistance(*A, X_WA, *B, X_WB) <= padding);
      ASSERT_TRUE(axis_W.allFinite());
    }
  }
}

// The axis is out of B towards A in whichever order the shapes are given.
TEST(IsWithin, LeavesAnAxisOutOfBTowardsA) {
  const Box small(1, 1, 1);
  RowMatrixX3 vertices(2, 3);
  vertices << 0, 0, 0, 0, 0, 1;
  const Convex rod(vertices);
  const RigidTransform X_WA(Vector3(3, 0, 0)), X_WB;
  Vector3 axis_W = Vector3::Zero();
  EXPECT_FALSE(IsWithin(small, X_WA, rod, X_WB, 0, &axis_W));
  EXPECT_GT(axis_W.x(), 0.5);
  axis_W.setZero();
  EXPECT_FALSE(IsWithin(rod, X_WB, small, X_WA, 0, &axis_W));
  EXPECT_LT(axis_W.x(), -0.5);
}

}  // namespace
}  // namespace clearway::internal
