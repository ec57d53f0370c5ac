#include "clearway/engine/shape_box.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace clearway::internal {
namespace {

ShapeBox MakeBox(double x, double y, double z) {
  return {Vector3::Zero(), Vector3(x, y, z)};
}

TEST(ShapeBox, ApartByAFace) {
  const ShapeBox unit = MakeBox(0.5, 0.5, 0.5);
  const RigidTransform X_AB(Vector3(1.25, 0, 0));
  EXPECT_TRUE(AreFurtherApart(unit, unit, X_AB, 0.2));
  EXPECT_FALSE(AreFurtherApart(unit, unit, X_AB, 0.3));
}

// Two long rods, crossed at right angles and turned so that no face separates
// them by as much as their common perpendicular does.
TEST(ShapeBox, ApartByEdges) {
  const ShapeBox rod = MakeBox(5, 0.1, 0.1);
  const double eighth_turn = std::numbers::pi / 4;
  const RigidTransform X_WA(RollPitchYaw(eighth_turn, 0, 0), Vector3::Zero());
  const RigidTransform X_WB(RotationMatrix::MakeZRotation(2 * eighth_turn) *
                                RotationMatrix::MakeXRotation(eighth_turn),
                            Vector3(0, 0, 0.5));
  const double gap = 0.5 - 0.2 * std::numbers::sqrt2;
  const RigidTransform X_AB = X_WA.InvertAndCompose(X_WB);
  EXPECT_TRUE(AreFurtherApart(rod, rod, X_AB, gap - 1e-9));
  EXPECT_FALSE(AreFurtherApart(rod, rod, X_AB, gap + 1e-9));
}

// A negative gap asks whether they overlap by less than that.
TEST(ShapeBox, NegativeGap) {
  const ShapeBox unit = MakeBox(0.5, 0.5, 0.5);
  const RigidTransform X_AB(Vector3(0.9, 0, 0));
  EXPECT_FALSE(AreFurtherApart(unit, unit, X_AB, 0));
  EXPECT_TRUE(AreFurtherApart(unit, unit, X_AB, -0.2));
  EXPECT_FALSE(AreFurtherApart(unit, unit, X_AB, -0.05));
}

// It never says more than is true: the boxes' distance, approached from above
// by projecting back and forth, exceeds every gap that is claimed.
TEST(ShapeBox, NeverExaggerates) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&] {
    return Vector3(uniform(generator), uniform(generator), uniform(generator));
  };
  const auto project = [](const ShapeBox& box, const Vector3& p) -> Vector3 {
    return box.p_GoOo +
           (p - box.p_GoOo).cwiseMax(-box.half_size).cwiseMin(box.half_size);
  };
  int num_claims = 0;
  for (int i = 0; i < 300; ++i) {
    const ShapeBox A{0.2 * draw(), draw().cwiseAbs()};
    const ShapeBox B{0.2 * draw(), draw().cwiseAbs()};
    const RigidTransform X_AB(
        RollPitchYaw(3 * uniform(generator), 1.5 * uniform(generator),
                     3 * uniform(generator)),
        2.5 * draw());
    double nearest = HUGE_VAL;
    Vector3 a = A.p_GoOo;
    for (int step = 0; step < 100; ++step) {
      const Vector3 b = X_AB * project(B, X_AB.inverse() * a);
      nearest = std::min(nearest, (a - b).norm());
      a = project(A, b);
    }
    for (const double gap : {0.0, 0.1, 0.5, 1.0}) {
      if (!AreFurtherApart(A, B, X_AB, gap)) continue;
      EXPECT_GT(nearest, gap);
      ++num_claims;
    }
  }
  EXPECT_GT(num_claims, 100);
}

}  // namespace
}  // namespace clearway::internal
