#include "clearway/world/body_roles.h"

#include <gtest/gtest.h>

#include "world/mini_models.h"

namespace clearway {
namespace {

using testing::AddJoint;
using testing::At;

TEST(BodyRoles, ListedInstanceIsRobot) {
  const auto plant = testing::MakeSlider();
  const BodyRoles dut(*plant, plant->tree(), {ModelInstanceIndex(2)});
  const std::vector<BodyIndex> expected{BodyIndex(1), BodyIndex(2),
                                        BodyIndex(3)};
  EXPECT_TRUE(std::ranges::equal(dut.robot_bodies(), expected));
  EXPECT_FALSE(dut.IsRobot(world_index()));
  EXPECT_EQ(dut.row(BodyIndex(3)), 2);
  EXPECT_EQ(dut.row(BodyIndex(4)), -1);
  EXPECT_TRUE(dut.IsRobotPosition(0));
  EXPECT_TRUE(dut.IsRobotPosition(1));
}

// A cup of another instance, welded to a link that moves, is carried; a base of
// another instance that carries the robot is not robot, nor is what is welded
// to a link that does not move.
TEST(BodyRoles, WhatARobotJointMovesIsRobot) {
  MultibodyPlant plant;
  const auto base_instance = plant.AddModelInstance("base");
  const auto robot = plant.AddModelInstance("robot");
  const auto things = plant.AddModelInstance("things");
  const BodyIndex base = plant.AddRigidBody("base", base_instance);
  const BodyIndex foot = plant.AddRigidBody("foot", robot);
  const BodyIndex link = plant.AddRigidBody("link", robot);
  const BodyIndex cup = plant.AddRigidBody("cup", things);
  const BodyIndex plate = plant.AddRigidBody("plate", things);
  AddJoint(&plant, "drive", JointType::kPlanar, world_index(), base);
  AddJoint(&plant, "mount", JointType::kFixed, base, foot);
  AddJoint(&plant, "turn", JointType::kRevolute, foot, link);
  AddJoint(&plant, "grasp", JointType::kFixed, link, cup);
  AddJoint(&plant, "plate", JointType::kFixed, foot, plate);
  plant.Finalize();
  const BodyRoles dut(plant, plant.tree(), {robot});
  EXPECT_FALSE(dut.IsRobot(base));
  EXPECT_TRUE(dut.IsRobot(foot));
  EXPECT_TRUE(dut.IsRobot(link));
  EXPECT_TRUE(dut.IsRobot(cup));
  EXPECT_FALSE(dut.IsRobot(plate));
  EXPECT_FALSE(dut.IsRobotPosition(0));
  EXPECT_TRUE(dut.IsRobotPosition(3));

  // The rule follows the kinematics in force: a cup put down is environment.
  const KinematicTree put_down =
      plant.tree().WithBodyFixedTo(cup, world_index(), At(1, 0, 0));
  EXPECT_FALSE(BodyRoles(plant, put_down, {robot}).IsRobot(cup));
}

TEST(BodyRoles, SortsInstancesWithoutRepeats) {
  const auto plant = testing::MakeSlider();
  const ModelInstanceIndex r2(2), r3(3);
  const BodyRoles dut(*plant, plant->tree(), {r3, r3, r2});
  const std::vector<ModelInstanceIndex> expected{r2, r3};
  EXPECT_TRUE(std::ranges::equal(dut.robot_model_instances(), expected));
}

TEST(BodyRoles, RefusesBadInstances) {
  const auto plant = testing::MakeSlider();
  const auto make = [&plant](std::vector<ModelInstanceIndex> instances) {
    return BodyRoles(*plant, plant->tree(), std::move(instances));
  };
  EXPECT_THROW(make({}), std::invalid_argument);
  EXPECT_THROW(make({ModelInstanceIndex(0), ModelInstanceIndex(2)}),
               std::invalid_argument);
  EXPECT_THROW(make({ModelInstanceIndex(9)}), std::out_of_range);
}

// An instance without bodies is welcome: nothing is robot then.
TEST(BodyRoles, InstanceWithoutBodies) {
  const auto plant = testing::MakeSlider();
  const BodyRoles dut(*plant, plant->tree(), {ModelInstanceIndex(1)});
  EXPECT_EQ(dut.num_rows(), 0);
}

}  // namespace
}  // namespace clearway
