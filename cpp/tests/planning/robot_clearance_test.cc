#include "clearway/planning/robot_clearance.h"

#include <gtest/gtest.h>

namespace clearway {
namespace {

TEST(RobotClearance, Empty) {
  const RobotClearance dut(7);
  EXPECT_EQ(dut.size(), 0);
  EXPECT_EQ(dut.num_positions(), 7);
  EXPECT_EQ(dut.jacobians().rows(), 0);
  EXPECT_EQ(dut.jacobians().cols(), 7);
}

TEST(RobotClearance, AppendsRows) {
  RobotClearance dut(2);
  dut.Reserve(2);
  dut.Append(BodyIndex(1), BodyIndex(4),
             RobotCollisionType::kEnvironmentCollision, 0.5,
             Eigen::RowVector2d(1, 2));
  dut.Append(BodyIndex(2), BodyIndex(3), RobotCollisionType::kSelfCollision,
             -0.5, Eigen::RowVector2d(3, 4));
  EXPECT_EQ(dut.size(), 2);
  EXPECT_EQ(dut.robot_indices()[1], BodyIndex(2));
  EXPECT_EQ(dut.other_indices()[0], BodyIndex(4));
  EXPECT_EQ(dut.collision_types()[1], RobotCollisionType::kSelfCollision);
  EXPECT_EQ(dut.distances()(1), -0.5);
  EXPECT_EQ(dut.jacobians()(1, 0), 3);
  dut.mutable_jacobians().col(1).setZero();
  EXPECT_EQ(dut.jacobians()(0, 1), 0);
}

TEST(RobotClearance, RefusesBadArguments) {
  RobotClearance dut(2);
  EXPECT_THROW(
      dut.Append(BodyIndex(1), BodyIndex(4), RobotCollisionType::kSelfCollision,
                 0.5, Eigen::RowVector3d::Zero()),
      std::invalid_argument);
  EXPECT_THROW(dut.Reserve(-1), std::invalid_argument);
  EXPECT_THROW(RobotClearance(-1), std::invalid_argument);
  EXPECT_EQ(dut.size(), 0);
}

TEST(RobotCollisionType, SetsOnePartAndKeepsTheOther) {
  using enum RobotCollisionType;
  for (const bool environment : {false, true}) {
    for (const bool self : {false, true}) {
      for (const auto type : {kNoCollision, kEnvironmentCollision,
                              kSelfCollision, kEnvironmentAndSelfCollision}) {
        const auto both = SetInSelfCollision(
            SetInEnvironmentCollision(type, environment), self);
        EXPECT_EQ(static_cast<int>(both),
                  (environment ? 1 : 0) + (self ? 2 : 0));
        EXPECT_EQ(static_cast<int>(SetInSelfCollision(type, self)),
                  (static_cast<int>(type) & 1) + (self ? 2 : 0));
      }
    }
  }
}

}  // namespace
}  // namespace clearway
