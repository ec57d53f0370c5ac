#include "clearway/planning/scene_graph_collision_checker.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "world/mini_models.h"

namespace clearway {
namespace {

using testing::AddJoint;
using testing::At;

SceneGraphCollisionChecker Make(
    std::shared_ptr<const MultibodyPlant> plant, double step = 0.1,
    ModelInstanceIndex robot = ModelInstanceIndex(2)) {
  CollisionCheckerParams params;
  params.model = std::make_shared<RobotDiagram>(std::move(plant));
  params.robot_model_instances = {robot};
  params.edge_step_size = step;
  params.implicit_context_parallelism = Parallelism(2);
  return SceneGraphCollisionChecker(std::move(params));
}

std::unique_ptr<SceneGraphCollisionChecker> MakeSlider(double box_x = 2) {
  CollisionCheckerParams params;
  params.model = std::make_shared<RobotDiagram>(testing::MakeSlider(box_x));
  params.robot_model_instances = {ModelInstanceIndex(2)};
  params.edge_step_size = 0.1;
  params.implicit_context_parallelism = Parallelism(2);
  return std::make_unique<SceneGraphCollisionChecker>(std::move(params));
}

// The rows of a clearance, (robot, other, type, distance, jacobian).
void ExpectRow(const RobotClearance& dut, int i, int robot, int other,
               RobotCollisionType type, double distance,
               const Eigen::RowVectorXd& jacobian) {
  EXPECT_EQ(dut.robot_indices()[i], BodyIndex(robot));
  EXPECT_EQ(dut.other_indices()[i], BodyIndex(other));
  EXPECT_EQ(dut.collision_types()[i], type);
  EXPECT_NEAR(dut.distances()(i), distance, 1e-12);
  EXPECT_LT((dut.jacobians().row(i) - jacobian).norm(), 1e-9);
}

constexpr auto kEnv = RobotCollisionType::kEnvironmentCollision;
constexpr auto kSelf = RobotCollisionType::kSelfCollision;
constexpr auto kNone = RobotCollisionType::kNoCollision;

TEST(SceneGraphCollisionChecker, SliderClearance) {
  const auto dut = MakeSlider();
  const RobotClearance rows = dut->CalcRobotClearance(Vector2(0, 0), 10);
  ASSERT_EQ(rows.size(), 4);
  ExpectRow(rows, 0, 1, 3, kSelf, 0.1, Eigen::RowVector2d(0, 0));
  ExpectRow(rows, 1, 1, 4, kEnv, 1.4, Eigen::RowVector2d(-1, 0));
  ExpectRow(rows, 2, 2, 4, kEnv, 1.25, Eigen::RowVector2d(-1, 0));
  ExpectRow(rows, 3, 3, 4, kEnv, 1.1, Eigen::RowVector2d(-1, 0));
  EXPECT_EQ(dut->CalcRobotClearance(Vector2(0, 0), 0).size(), 0);
  EXPECT_EQ(dut->CalcRobotClearance(Vector2(0, 0), 1.1 + 1e-9).size(), 2);
}

TEST(SceneGraphCollisionChecker, SliderVerdicts) {
  const auto dut = MakeSlider();
  EXPECT_EQ(dut->CheckConfigsCollisionFree({Vector2(0, 0), Vector2(1.2, 0)}),
            (std::vector<std::uint8_t>{1, 0}));
  EXPECT_EQ(dut->ClassifyBodyCollisions(Vector2(1.2, 0)),
            (std::vector{kNone, kNone, kNone, kEnv, kNone}));
  EXPECT_EQ(dut->MaxNumDistances(), 4);
  dut->AddCollisionShapeToBody("more", BodyIndex(1), Sphere(0.1),
                               RigidTransform());
  EXPECT_EQ(dut->MaxNumDistances(), 6);
}

// The box is moved by 1e-3, so that no sample touches it.
TEST(SceneGraphCollisionChecker, SliderEdge) {
  const auto dut = MakeSlider(2.001);
  const VectorX q1 = Vector2(0, 0), q2 = Vector2(1.5, 0);
  const EdgeMeasure edge = dut->MeasureEdgeCollisionFree(q1, q2);
  EXPECT_EQ(edge.distance(), 1.5);
  EXPECT_DOUBLE_EQ(edge.alpha(), 11 / 15.0);
  EXPECT_EQ(dut->MeasureEdgeCollisionFreeParallel(q1, q2).alpha(),
            edge.alpha());
  EXPECT_TRUE(dut->MeasureEdgeCollisionFree(q1, q1).completely_free());
  EXPECT_FALSE(dut->MeasureEdgeCollisionFree(q2, q2).partially_free());
  EXPECT_FALSE(dut->CheckEdgeCollisionFree(q1, q2));
  // A colliding end excuses no bad start.
  EXPECT_THROW(dut->CheckEdgeCollisionFree(VectorX::Zero(3), q2),
               std::invalid_argument);
}

TEST(SceneGraphCollisionChecker, SliderPadding) {
  const auto dut = MakeSlider();
  const auto is_free = [&dut](double x) {
    return dut->CheckConfigCollisionFree(Vector2(x, 0));
  };
  dut->SetPaddingAllRobotEnvironmentPairs(0.5);
  EXPECT_TRUE(is_free(0.59));
  EXPECT_FALSE(is_free(0.61));
  dut->SetPaddingAllRobotEnvironmentPairs(-0.1);
  EXPECT_TRUE(is_free(1.19));
  EXPECT_FALSE(is_free(1.21));
  EXPECT_EQ(dut->GetLargestPadding(), 0);
}

// Gradients are those of the geometric distance, whichever side of the padding
// the distance is on.
TEST(SceneGraphCollisionChecker, GradientWithinThePadding) {
  const auto dut = MakeSlider();
  dut->SetPaddingAllRobotEnvironmentPairs(0.3);
  RobotClearance rows = dut->CalcRobotClearance(Vector2(1, 0.3), 10);
  ExpectRow(rows, 2, 2, 4, kEnv, -0.05, Eigen::RowVector2d(-1, 0));
  dut->SetPaddingAllRobotEnvironmentPairs(-0.2);
  rows = dut->CalcRobotClearance(Vector2(1.15, 0), 10);
  ExpectRow(rows, 3, 3, 4, kEnv, 0.15, Eigen::RowVector2d(-1, 0));
}

TEST(SceneGraphCollisionChecker, GradientsByFiniteDifferences) {
  const auto dut = MakeSlider();
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> uniform(0.3, 1.6);
  constexpr double kStep = 1e-6;
  int num_rows = 0;
  for (const double padding : {-0.2, 0.0, 0.3}) {
    dut->SetPaddingAllRobotEnvironmentPairs(padding);
    dut->SetPaddingAllRobotRobotPairs(padding);
    for (int i = 0; i < 40; ++i) {
      const Vector2 q(uniform(generator), 2 * uniform(generator));
      const RobotClearance rows = dut->CalcRobotClearance(q, 10);
      for (int j = 0; j < 2; ++j) {
        const Vector2 dq = kStep * Vector2::Unit(j);
        const auto above = dut->CalcRobotClearance(q + dq, 20);
        const auto below = dut->CalcRobotClearance(q - dq, 20);
        for (int row = 0; row < rows.size(); ++row) {
          // Beside a kink (equally near faces) there is no gradient.
          if (std::abs(rows.distances()(row) + padding) < 1e-4) continue;
          const double left =
              (rows.distances()(row) - below.distances()(row)) / kStep;
          const double right =
              (above.distances()(row) - rows.distances()(row)) / kStep;
          if (std::abs(left - right) > 1e-3) continue;
          EXPECT_NEAR(rows.jacobians()(row, j), (left + right) / 2, 1e-5);
          ++num_rows;
        }
      }
    }
  }
  EXPECT_GT(num_rows, 900);
}

TEST(SceneGraphCollisionChecker, AddedShapesFollowFiltersAndContexts) {
  const auto dut = MakeSlider();
  const auto standalone = dut->MakeStandaloneModelContext();
  const auto is_free = [&] {
    return dut->CheckContextConfigCollisionFree(standalone.get(),
                                                Vector2(0, 0));
  };
  EXPECT_TRUE(is_free());
  EXPECT_TRUE(dut->AddCollisionShapeToBody("balloon", BodyIndex(4), Sphere(3),
                                           RigidTransform()));
  EXPECT_FALSE(is_free());
  dut->SetCollisionFilteredBetween(BodyIndex(1), BodyIndex(4), true);
  EXPECT_EQ(dut->ClassifyBodyCollisions(Vector2(0, 0)),
            (std::vector{kNone, kNone, kEnv, kEnv, kNone}));
  dut->RemoveAllAddedCollisionShapes("balloon");
  EXPECT_TRUE(is_free());
}

TEST(SceneGraphCollisionChecker, AddsToFrames) {
  auto plant = testing::MakeUnfinishedChain(1);
  const FrameIndex frame = plant->AddFrame("tool", BodyIndex(3), At(0.5, 0, 0));
  plant->Finalize();
  SceneGraphCollisionChecker dut = Make(plant);
  dut.AddCollisionShapeToFrame("tool", plant->get_frame(frame), Sphere(0.1),
                               At(0, 0.25, 0));
  const auto added = dut.GetAllAddedCollisionShapes().at("tool").at(0);
  EXPECT_EQ(added.body_name(), "b2");
  EXPECT_EQ(added.pose_in_body().translation(), Vector3(0.5, 0.25, 0));
  EXPECT_THROW(dut.AddCollisionShapeToBody("floor", BodyIndex(3), HalfSpace(),
                                           RigidTransform()),
               std::invalid_argument);
  EXPECT_EQ(dut.GetAllAddedCollisionShapes().size(), 1u);
}

TEST(SceneGraphCollisionChecker, UnfilteredNeighboursAreChecked) {
  const auto dut = MakeSlider();
  dut->SetCollisionFilteredBetween(BodyIndex(1), BodyIndex(2), false);
  const auto collisions = dut->FindCollisions(Vector2(0, 0));
  ASSERT_EQ(collisions.size(), 1u);
  EXPECT_EQ(collisions[0].body_index_A, BodyIndex(1));
  EXPECT_EQ(collisions[0].body_index_B, BodyIndex(2));
  EXPECT_NEAR(collisions[0].distance, -0.05, 1e-12);
}

TEST(SceneGraphCollisionChecker, RobotWithoutBodies) {
  const SceneGraphCollisionChecker dut =
      Make(testing::MakeSlider(), 0.1, ModelInstanceIndex(1));
  EXPECT_EQ(dut.GetLargestPadding(), 0);
  EXPECT_EQ(dut.MaybeGetUniformRobotEnvironmentPadding(), std::nullopt);
  EXPECT_TRUE(dut.CheckConfigCollisionFree(Vector2(1.2, 0)));
}

// A box that is welded to a link and listed nowhere goes into a wall: it is
// carried, hence checked, and its gradient is whole.
TEST(SceneGraphCollisionChecker, CarriedObjects) {
  auto plant = std::make_shared<MultibodyPlant>();
  const auto robot = plant->AddModelInstance("robot");
  const auto things = plant->AddModelInstance("things");
  const BodyIndex link = plant->AddRigidBody("link", robot);
  const BodyIndex cup = plant->AddRigidBody("cup", things);
  const BodyIndex wall = plant->AddRigidBody("wall", things);
  AddJoint(plant.get(), "x", JointType::kPrismatic, world_index(), link,
           RigidTransform(), Vector3::UnitX());
  AddJoint(plant.get(), "grasp", JointType::kFixed, link, cup, At(1, 0, 0));
  AddJoint(plant.get(), "wall", JointType::kFixed, world_index(), wall,
           At(3, 0, 0));
  for (const BodyIndex body : {link, cup, wall}) {
    plant->RegisterCollisionGeometry(body, RigidTransform(), Box(1, 1, 1), "g");
  }
  plant->Finalize();
  const SceneGraphCollisionChecker dut = Make(plant);
  VectorX q(1);
  q << 0.9;
  EXPECT_TRUE(dut.CheckConfigCollisionFree(q));
  q << 1.25;
  EXPECT_FALSE(dut.CheckConfigCollisionFree(q));
  const RobotClearance rows = dut.CalcRobotClearance(q, 10);
  ASSERT_EQ(rows.size(), 2);
  ExpectRow(rows, 1, 2, 3, kEnv, -0.25, Eigen::RowVectorXd::Constant(1, -1));
}

// Three spheres on sliding rails: Boston and Seattle are robot.
TEST(SceneGraphCollisionChecker, ThreeSpheres) {
  auto plant = std::make_shared<MultibodyPlant>();
  const auto robot = plant->AddModelInstance("robot");
  const auto other = plant->AddModelInstance("other");
  const BodyIndex boston = plant->AddRigidBody("boston", robot);
  const BodyIndex seattle = plant->AddRigidBody("seattle", robot);
  const BodyIndex dallas = plant->AddRigidBody("dallas", other);
  const auto rail = [&plant](const char* name, BodyIndex body,
                             const Vector3& axis, double radius) {
    AddJoint(plant.get(), name, JointType::kPrismatic, world_index(), body,
             RigidTransform(), axis);
    plant->RegisterCollisionGeometry(body, RigidTransform(), Sphere(radius),
                                     "ball");
  };
  rail("boston", boston, Vector3(0.8, 0.6, 0), 0.5);
  rail("seattle", seattle, Vector3(-0.8, 0.6, 0), 0.25);
  rail("dallas", dallas, Vector3(0, -1, 0), 1);
  plant->Finalize();
  const SceneGraphCollisionChecker dut = Make(plant);

  RobotClearance rows = dut.CalcRobotClearance(Vector3(5, 5, 0), 99999999);
  ASSERT_EQ(rows.size(), 3);
  ExpectRow(rows, 0, 1, 2, kSelf, 7.25, Eigen::RowVector3d(0.8, 0.8, 0));
  ExpectRow(rows, 1, 1, 3, kEnv, 3.5, Eigen::RowVector3d(1, 0, 0));
  ExpectRow(rows, 2, 2, 3, kEnv, 3.75, Eigen::RowVector3d(0, 1, 0));
  rows = dut.CalcRobotClearance(Vector3(5, -5, 0), 99999999);
  ASSERT_EQ(rows.size(), 3);
  ExpectRow(rows, 0, 1, 2, kSelf, 5.25, Eigen::RowVector3d(0.6, -0.6, 0));
  ExpectRow(rows, 1, 1, 3, kEnv, 3.5, Eigen::RowVector3d(1, 0, 0));
  ExpectRow(rows, 2, 2, 3, kEnv, 3.75, Eigen::RowVector3d(0, -1, 0));
}

// A base of another instance carries the robot: its columns are zero.
TEST(SceneGraphCollisionChecker, PositionsOfOthersHaveNoColumns) {
  auto plant = std::make_shared<MultibodyPlant>();
  const auto cart = plant->AddModelInstance("cart");
  const auto robot = plant->AddModelInstance("robot");
  const BodyIndex base = plant->AddRigidBody("base", cart);
  const BodyIndex arm = plant->AddRigidBody("arm", robot);
  AddJoint(plant.get(), "drive", JointType::kPrismatic, world_index(), base,
           RigidTransform(), Vector3::UnitX());
  AddJoint(plant.get(), "reach", JointType::kPrismatic, base, arm,
           RigidTransform(), Vector3::UnitX());
  plant->RegisterCollisionGeometry(arm, RigidTransform(), Sphere(0.1), "g");
  plant->RegisterCollisionGeometry(world_index(), At(5, 0, 0), Sphere(1), "g");
  plant->Finalize();
  const SceneGraphCollisionChecker dut = Make(plant, 0.1, robot);
  const RobotClearance rows = dut.CalcRobotClearance(Vector2(1, 1), 10);
  ASSERT_EQ(rows.size(), 1);
  ExpectRow(rows, 0, 2, 0, kEnv, 1.9, Eigen::RowVector2d(0, -1));
}

// A ball among boxes in the corners: which of five places see each other.
TEST(SceneGraphCollisionChecker, BoxesInCorners) {
  const std::vector<Vector2> points{{0, 0},    {1.3, 0},  {0, 1.3},
                                    {-1.3, 0}, {0, -1.3}, {1.3, -1.3}};
  for (const double step : {0.01, 10.0}) {
    const SceneGraphCollisionChecker dut =
        Make(testing::MakeBoxesInCorners(), step);
    EXPECT_FALSE(dut.CheckConfigCollisionFree(points[5]));
    for (int i = 0; i < 5; ++i) {
      for (int j = i + 1; j < 5; ++j) {
        const bool sees = step == 10 || i == 0 || j == i + 2;
        EXPECT_EQ(dut.CheckEdgeCollisionFree(points[i], points[j]), sees)
            << i << " " << j;
        EXPECT_EQ(dut.CheckEdgeCollisionFree(points[j], points[i]), sees);
      }
    }
  }
}

TEST(SceneGraphCollisionChecker, CloneIsIndependent) {
  const auto dut = MakeSlider();
  const auto clone = dut->Clone();
  clone->AddCollisionShapeToBody("balloon", BodyIndex(4), Sphere(3),
                                 RigidTransform());
  EXPECT_FALSE(clone->CheckConfigCollisionFree(Vector2(0, 0)));
  EXPECT_TRUE(dut->CheckConfigCollisionFree(Vector2(0, 0)));
  const auto second = clone->Clone();
  clone->RemoveAllAddedCollisionShapes();
  EXPECT_TRUE(clone->CheckConfigCollisionFree(Vector2(0, 0)));
  EXPECT_FALSE(second->CheckConfigCollisionFree(Vector2(0, 0)));
}

TEST(SceneGraphCollisionChecker, SameAnswersOnAnyNumberOfThreads) {
  const SceneGraphCollisionChecker dut = Make(testing::MakeBoxesInCorners());
  std::mt19937 generator(9);
  std::uniform_real_distribution<double> uniform(-2, 2);
  RowMatrixX configs(5000, 2);
  for (double& x : configs.reshaped()) x = uniform(generator);
  const auto serial = dut.CheckConfigsCollisionFree(configs, Parallelism(1));
  EXPECT_EQ(dut.CheckConfigsCollisionFree(configs, Parallelism(2)), serial);
  for (int i = 0; i < 5000; i += 50) {
    EXPECT_EQ(dut.CheckConfigCollisionFree(configs.row(i).transpose()),
              serial[i] != 0);
  }
}

}  // namespace
}  // namespace clearway
