#include "clearway/world/collision_padding.h"

#include <limits>

#include <gtest/gtest.h>

#include "world/mini_models.h"

namespace clearway {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

CollisionPadding Make(double env, double self) {
  const auto plant = testing::MakeChain(1);
  return CollisionPadding(
      std::make_shared<BodyRoles>(
          *plant, plant->tree(),
          std::vector<ModelInstanceIndex>{ModelInstanceIndex(2)}),
      env, self);
}

TEST(CollisionPadding, ByClass) {
  const CollisionPadding dut = Make(0.01, 0.1);
  EXPECT_EQ(dut.GetBetween(BodyIndex(1), BodyIndex(0)), 0.01);
  EXPECT_EQ(dut.GetBetween(BodyIndex(5), BodyIndex(3)), 0.01);
  EXPECT_EQ(dut.GetBetween(BodyIndex(3), BodyIndex(1)), 0.1);
  EXPECT_EQ(dut.GetBetween(BodyIndex(2), BodyIndex(2)), 0);
  EXPECT_EQ(dut.GetBetween(BodyIndex(4), BodyIndex(5)), 0);
  EXPECT_EQ(dut.MaybeGetUniformRobotEnvironment(), 0.01);
  EXPECT_EQ(dut.MaybeGetUniformRobotRobot(), 0.1);
  EXPECT_EQ(dut.GetLargest(), 0.1);
}

TEST(CollisionPadding, LargestMayBeNegative) {
  EXPECT_EQ(Make(-1, -2).GetLargest(), -1);
  EXPECT_EQ(Make(-2, -1).GetLargest(), -1);
}

TEST(CollisionPadding, UniformUntilOneDiffers) {
  CollisionPadding dut = Make(0.1, 0.2);
  dut.SetBetween(BodyIndex(5), BodyIndex(2), -0.1);
  EXPECT_EQ(dut.GetBetween(BodyIndex(2), BodyIndex(5)), -0.1);
  EXPECT_EQ(dut.MaybeGetUniformRobotEnvironment(), std::nullopt);
  EXPECT_EQ(dut.MaybeGetUniformRobotRobot(), 0.2);
  dut.SetOneRobotBodyAllEnvironment(BodyIndex(1), 0.7);
  EXPECT_EQ(dut.GetBetween(BodyIndex(4), BodyIndex(1)), 0.7);
  EXPECT_EQ(dut.GetBetween(BodyIndex(4), BodyIndex(2)), 0.1);
  EXPECT_EQ(dut.GetBetween(BodyIndex(1), BodyIndex(2)), 0.2);
  // A later setting of all overwrites.
  dut.SetAllRobotEnvironment(0.3);
  EXPECT_EQ(dut.MaybeGetUniformRobotEnvironment(), 0.3);
  dut.SetAllRobotRobot(0.4);
  EXPECT_EQ(dut.MaybeGetUniformRobotRobot(), 0.4);
}

TEST(CollisionPadding, WithoutRobotBodies) {
  const auto plant = testing::MakeSlider();
  const CollisionPadding dut(
      std::make_shared<BodyRoles>(
          *plant, plant->tree(),
          std::vector<ModelInstanceIndex>{ModelInstanceIndex(1)}),
      0.1, 0.2);
  EXPECT_EQ(dut.MaybeGetUniformRobotEnvironment(), std::nullopt);
  EXPECT_EQ(dut.MaybeGetUniformRobotRobot(), std::nullopt);
  EXPECT_EQ(dut.GetLargest(), 0);
}

TEST(CollisionPadding, MatrixRoundTrip) {
  CollisionPadding dut = Make(0.1, 0.2);
  MatrixX matrix = dut.ToMatrix();
  EXPECT_EQ(matrix(4, 5), 0);
  EXPECT_EQ(matrix(0, 1), 0.1);
  matrix(1, 4) = matrix(4, 1) = -0.5;
  dut.SetMatrix(matrix);
  EXPECT_EQ(dut.ToMatrix(), matrix);
}

TEST(CollisionPadding, RefusalsChangeNothing) {
  CollisionPadding dut = Make(0.1, 0.2);
  const MatrixX good = dut.ToMatrix();
  const auto refuses = [&](std::initializer_list<std::pair<int, int>> places,
                           double value, const std::string& why) {
    MatrixX bad = good;
    for (const auto& [i, j] : places) bad(i, j) = value;
    try {
      dut.SetMatrix(bad);
      ADD_FAILURE() << "accepted, but: " << why;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos)
          << error.what();
    }
  };
  refuses({{2, 2}}, 0.1, "diagonal");
  refuses({{0, 4}, {4, 0}}, 0.1, "environment");
  refuses({{4, 5}}, kNan, "environment");
  refuses({{1, 2}, {2, 1}}, kNan, "finite");
  refuses({{1, 2}, {2, 1}}, kInf, "finite");
  refuses({{1, 2}}, 0.3, "symmetric");
  refuses({{2, 1}}, kNan, "symmetric");
  for (const auto& [rows, cols] : {std::pair(7, 7), {7, 6}, {6, 7}}) {
    EXPECT_THROW(dut.SetMatrix(MatrixX::Zero(rows, cols)),
                 std::invalid_argument);
  }
  EXPECT_THROW(dut.SetBetween(BodyIndex(1), BodyIndex(1), 0.1),
               std::invalid_argument);
  EXPECT_THROW(dut.SetBetween(BodyIndex(4), BodyIndex(5), 0.1),
               std::invalid_argument);
  EXPECT_THROW(dut.SetBetween(BodyIndex(1), BodyIndex(2), kNan),
               std::invalid_argument);
  EXPECT_THROW(dut.SetBetween(BodyIndex(1), BodyIndex(6), 0.1),
               std::out_of_range);
  EXPECT_THROW(dut.GetBetween(BodyIndex(6), BodyIndex(1)), std::out_of_range);
  EXPECT_THROW(dut.SetOneRobotBodyAllEnvironment(BodyIndex(4), 0.1),
               std::invalid_argument);
  EXPECT_THROW(dut.SetAllRobotEnvironment(kInf), std::invalid_argument);
  EXPECT_THROW(dut.SetAllRobotRobot(kNan), std::invalid_argument);
  EXPECT_EQ(dut.ToMatrix(), good);
  EXPECT_THROW(Make(kInf, 0), std::invalid_argument);
  EXPECT_THROW(Make(0, kInf), std::invalid_argument);
}

}  // namespace
}  // namespace clearway
