// Bodies that are put elsewhere than the plant has them.

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "clearway/world/world.h"
#include "world/mini_models.h"

namespace clearway {
namespace {

using testing::At;

constexpr int kA = 1, kB = 2, kC = 3;

// The slider, with a table welded at y = 1, a cup welded to the table, and a
// door that slides along y in the world; bodies 5 to 7 of instance 4.
World MakeWorld() {
  auto plant = std::make_shared<MultibodyPlant>();
  const ModelInstanceIndex robot = plant->AddModelInstance("robot");
  const ModelInstanceIndex scene = plant->AddModelInstance("scene");
  std::vector<BodyIndex> bodies{world_index()};
  for (const char* name : {"a", "b", "c"}) {
    bodies.push_back(plant->AddRigidBody(name, robot));
  }
  for (const char* name : {"table", "cup", "door"}) {
    bodies.push_back(plant->AddRigidBody(name, scene));
  }
  const auto join = [&](const char* name, JointType type, int parent, int child,
                        const RigidTransform& X_PF, const Vector3& axis) {
    testing::AddJoint(plant.get(), name, type, bodies[parent], bodies[child],
                      X_PF, axis);
  };
  const Vector3 x = Vector3::UnitX(), y = Vector3::UnitY();
  join("j0", JointType::kPrismatic, 0, 1, RigidTransform(), x);
  join("j1", JointType::kPrismatic, 1, 2, At(0.15, 0, 0), y);
  join("j2", JointType::kFixed, 2, 3, At(0.15, 0, 0), x);
  join("w1", JointType::kFixed, 0, 4, At(0, 1, 0), x);
  join("w2", JointType::kFixed, 4, 5, At(0, 0, 0.2), x);
  join("d", JointType::kPrismatic, 0, 6, At(2, 0, 0), y);
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    plant->RegisterCollisionGeometry(bodies[i], RigidTransform(), Sphere(0.1),
                                     "sphere");
  }
  plant->Finalize();
  return World(plant, {robot}, 0.01, 0.02);
}

const BodyIndex kTable(4), kCup(5), kDoor(6);

Vector3 GetPosition(const World& world, BodyIndex body, const VectorX& q) {
  std::vector<RigidTransform> X_WB(world.plant().num_bodies());
  world.CalcBodyPoses(q, X_WB);
  return X_WB[body].translation();
}

const Vector3 kQ(0.5, 0.25, 0.125);

TEST(WorldKinematics, EnvironmentPoseTakesAlongWhatIsFixed) {
  World dut = MakeWorld();
  dut.SetEnvironmentPose(kTable, At(3, 0, 0));
  EXPECT_EQ(GetPosition(dut, kTable, kQ), Vector3(3, 0, 0));
  EXPECT_EQ(GetPosition(dut, kCup, kQ), Vector3(3, 0, 0.2));
  // One that was put somewhere stays there.
  dut.SetEnvironmentPose(kCup, At(0, 0, 5));
  dut.SetEnvironmentPose(kTable, At(4, 0, 0));
  EXPECT_EQ(GetPosition(dut, kCup, kQ), Vector3(0, 0, 5));
  EXPECT_EQ(GetPosition(dut, BodyIndex(kC), kQ), Vector3(0.8, 0.25, 0));
}

TEST(WorldKinematics, EnvironmentPoseEndsAJoint) {
  World dut = MakeWorld();
  EXPECT_EQ(GetPosition(dut, kDoor, kQ), Vector3(2, 0.125, 0));
  dut.SetEnvironmentPose(kDoor, At(1, 1, 1));
  EXPECT_EQ(GetPosition(dut, kDoor, kQ), Vector3(1, 1, 1));
  EXPECT_FALSE(dut.tree().IsMovable(kDoor));
  EXPECT_EQ(dut.plant().num_positions(), 3);
}

TEST(WorldKinematics, AttachedBodyIsRobot) {
  World dut = MakeWorld();
  dut.SetPaddingBetween(BodyIndex(kC), kDoor, 0.05);
  dut.SetPaddingBetween(BodyIndex(kC), BodyIndex(kA), 0.07);
  const std::vector touch{kTable};
  dut.AttachBody(kCup, BodyIndex(kC), At(0.2, 0, 0), touch);
  EXPECT_TRUE(dut.roles().IsRobot(kCup));
  EXPECT_EQ(GetPosition(dut, kCup, kQ), Vector3(1, 0.25, 0));
  // The padding is that of c, the environment is looked at but for what may be
  // touched, and what c is welded to is not.
  EXPECT_EQ(dut.padding().GetBetween(kCup, kDoor), 0.05);
  EXPECT_EQ(dut.padding().GetBetween(kCup, BodyIndex(kA)), 0.07);
  EXPECT_FALSE(dut.filters().IsFilteredBetween(kCup, kDoor));
  EXPECT_FALSE(dut.filters().IsFilteredBetween(kCup, world_index()));
  EXPECT_TRUE(dut.filters().IsFilteredBetween(kCup, kTable));
  EXPECT_TRUE(dut.filters().IsFilteredBetween(kCup, BodyIndex(kC)));
  EXPECT_TRUE(dut.filters().IsFilteredBetween(kCup, BodyIndex(kB)));
  EXPECT_FALSE(dut.filters().IsFilteredBetween(kCup, BodyIndex(kA)));
  ASSERT_TRUE(dut.GetAttachment(kCup).has_value());
  EXPECT_EQ(dut.GetAttachment(kCup)->parent, BodyIndex(kC));
  EXPECT_EQ(dut.attached_bodies(), std::vector{kCup});
}

TEST(WorldKinematics, DetachRestoresEveryEntry) {
  World dut = MakeWorld();
  dut.SetPaddingBetween(BodyIndex(kA), kCup, 0.04);
  dut.SetFilteredBetween(BodyIndex(kB), kCup, true);
  const MatrixX padding = dut.padding().ToMatrix();
  const Eigen::MatrixXi filters = dut.filters().ToMatrix();
  const Eigen::MatrixXi nominal = dut.nominal_filters().ToMatrix();
  dut.AttachBody(kCup, BodyIndex(kC), RigidTransform());
  dut.SetPaddingBetween(kCup, kDoor, 1);
  dut.SetFilteredBetween(kCup, BodyIndex(kA), true);
  EXPECT_NE(dut.padding().ToMatrix(), padding);
  dut.DetachBody(kCup);
  EXPECT_EQ(dut.padding().ToMatrix(), padding);
  EXPECT_EQ(dut.filters().ToMatrix(), filters);
  EXPECT_EQ(dut.nominal_filters().ToMatrix(), nominal);
  EXPECT_EQ(GetPosition(dut, kCup, kQ), Vector3(0, 1, 0.2));
  EXPECT_FALSE(dut.GetAttachment(kCup).has_value());
  // Put down elsewhere.
  dut.AttachBody(kCup, BodyIndex(kC), RigidTransform());
  dut.DetachBody(kCup, At(7, 0, 0));
  EXPECT_EQ(GetPosition(dut, kCup, kQ), Vector3(7, 0, 0));
  EXPECT_EQ(dut.padding().ToMatrix(), padding);
}

TEST(WorldKinematics, WhatHangsOnABodyComesAlong) {
  World dut = MakeWorld();
  dut.AttachBody(kTable, BodyIndex(kC), At(0.2, 0, 0));
  EXPECT_TRUE(dut.roles().IsRobot(kCup));
  EXPECT_EQ(GetPosition(dut, kCup, kQ), Vector3(1, 0.25, 0.2));
  EXPECT_TRUE(dut.filters().IsFilteredBetween(kCup, kTable));
  EXPECT_FALSE(dut.filters().IsFilteredBetween(kCup, kDoor));
  dut.DetachBody(kTable);
  EXPECT_FALSE(dut.roles().IsRobot(kCup));
}

// On a body that no robot joint moves it stays environment.
TEST(WorldKinematics, AttachedToTheEnvironment) {
  World dut = MakeWorld();
  dut.AttachBody(kCup, kDoor, RigidTransform());
  EXPECT_FALSE(dut.roles().IsRobot(kCup));
  EXPECT_EQ(GetPosition(dut, kCup, kQ), Vector3(2, 0.125, 0));
  EXPECT_EQ(dut.padding().GetBetween(kCup, BodyIndex(kA)), 0.01);
}

TEST(WorldKinematics, DisabledBodiesAreNotChecked) {
  World dut = MakeWorld();
  EXPECT_TRUE(dut.IsChecked(BodyIndex(kA), kDoor));
  dut.SetBodyEnabled(kDoor, false);
  EXPECT_FALSE(dut.IsBodyEnabled(kDoor));
  EXPECT_FALSE(dut.IsChecked(BodyIndex(kA), kDoor));
  EXPECT_FALSE(dut.filters().IsFilteredBetween(BodyIndex(kA), kDoor));
  dut.SetBodyEnabled(kDoor, true);
  EXPECT_TRUE(dut.IsChecked(BodyIndex(kA), kDoor));
}

TEST(WorldKinematics, RefusalsChangeNothing) {
  World dut = MakeWorld();
  dut.AddShape(kTable, std::make_shared<HalfSpace>(), RigidTransform(), "top");
  dut.AttachBody(kCup, BodyIndex(kC), RigidTransform());
  const auto version = dut.version();
  const BodyIndex none(7), robot(kA);
  const RigidTransform X;
  EXPECT_THROW(dut.SetEnvironmentPose(none, X), std::out_of_range);
  EXPECT_THROW(dut.SetEnvironmentPose(world_index(), X), std::invalid_argument);
  EXPECT_THROW(dut.SetEnvironmentPose(robot, X), std::invalid_argument);
  EXPECT_THROW(dut.SetEnvironmentPose(kCup, X), std::invalid_argument);
  EXPECT_THROW(dut.AttachBody(robot, BodyIndex(kC), X), std::invalid_argument);
  EXPECT_THROW(dut.AttachBody(kCup, BodyIndex(kC), X), std::invalid_argument);
  EXPECT_THROW(dut.AttachBody(kDoor, kDoor, X), std::invalid_argument);
  EXPECT_THROW(dut.AttachBody(kDoor, none, X), std::out_of_range);
  EXPECT_THROW(dut.AttachBody(kDoor, robot, X, std::vector{none}),
               std::out_of_range);
  // A half space would move.
  EXPECT_THROW(dut.AttachBody(kTable, robot, X), std::invalid_argument);
  EXPECT_THROW(dut.DetachBody(kDoor), std::invalid_argument);
  EXPECT_THROW(dut.DetachBody(none), std::out_of_range);
  EXPECT_THROW(dut.SetBodyEnabled(none, true), std::out_of_range);
  EXPECT_EQ(dut.version(), version);
  EXPECT_EQ(dut.attached_bodies(), std::vector{kCup});
}

}  // namespace
}  // namespace clearway
