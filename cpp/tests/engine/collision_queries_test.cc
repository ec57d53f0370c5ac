#include "clearway/engine/collision_queries.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "world/mini_models.h"

namespace clearway {
namespace {

using testing::At;

World MakeSliderWorld(double env_padding = 0) {
  return World(testing::MakeSlider(), {ModelInstanceIndex(2)}, env_padding);
}

TEST(CompiledScene, PairsInCanonicalOrder) {
  const CompiledScene dut(MakeSliderWorld());
  // a against c, then each link against the box, by body.
  const std::vector<std::pair<int, int>> expected{
      {0, 2}, {0, 3}, {1, 3}, {2, 3}};
  ASSERT_EQ(dut.pairs().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(dut.pairs()[i].A, expected[i].first);
    EXPECT_EQ(dut.pairs()[i].B, expected[i].second);
    EXPECT_EQ(dut.pairs()[i].is_self, i == 0);
  }
}

TEST(CompiledScene, AddedShapesFollowTheirBody) {
  World world = MakeSliderWorld();
  world.AddShape(BodyIndex(1), std::make_shared<Sphere>(0.1), RigidTransform(),
                 "more");
  EXPECT_EQ(CompiledScene(world).pairs().size(), 6u);
}

// What no position moves is decided once: a pedestal of the robot that stands
// in a box, un-filtered, collides at every configuration.
TEST(CompiledScene, FixedPairs) {
  auto plant = std::make_shared<MultibodyPlant>();
  const auto robot = plant->AddModelInstance("robot");
  const auto scene = plant->AddModelInstance("scene");
  const BodyIndex pedestal = plant->AddRigidBody("pedestal", robot);
  const BodyIndex arm = plant->AddRigidBody("arm", robot);
  const BodyIndex rock = plant->AddRigidBody("rock", scene);
  const auto join = [&plant](const char* name, JointType type, BodyIndex parent,
                             BodyIndex child) {
    testing::AddJoint(plant.get(), name, type, parent, child);
  };
  join("w1", JointType::kFixed, world_index(), pedestal);
  join("w2", JointType::kFixed, world_index(), rock);
  join("x", JointType::kPrismatic, pedestal, arm);
  for (const BodyIndex body : {pedestal, rock}) {
    plant->RegisterCollisionGeometry(body, RigidTransform(), Sphere(1), "g");
  }
  plant->Finalize();
  World world(plant, {robot});
  EXPECT_FALSE(CompiledScene(world).has_fixed_collision());
  CollisionFilters filters = world.filters();
  filters.SetFilteredBetween(pedestal, rock, false);
  world.SetFilters(filters);
  const CompiledScene dut(world);
  EXPECT_TRUE(dut.has_fixed_collision());
  QueryScratch scratch;
  EXPECT_TRUE(HasCollision(dut, VectorX::Zero(1), &scratch));
  std::vector<BodyCollision> collisions;
  FindCollisions(dut, VectorX::Zero(1), &scratch, &collisions);
  ASSERT_EQ(collisions.size(), 1u);
  EXPECT_NEAR(collisions[0].distance, -2, 1e-12);
}

TEST(CollisionQueries, PaddingThreshold) {
  const CompiledScene dut(MakeSliderWorld(0.5));
  QueryScratch scratch;
  EXPECT_FALSE(HasCollision(dut, Vector2(0.59, 0), &scratch));
  EXPECT_TRUE(HasCollision(dut, Vector2(0.61, 0), &scratch));
  EXPECT_FALSE(HasCollision(dut, Vector2(0.59, 0), &scratch));
}

TEST(CollisionQueries, FindsTheDeepestOfABodyPair) {
  World world = MakeSliderWorld(0.1);
  world.AddShape(BodyIndex(4), std::make_shared<Sphere>(0.8), RigidTransform(),
                 "ball");
  const CompiledScene dut(world);
  QueryScratch scratch;
  std::vector<BodyCollision> collisions;
  // a, b and c are at x = 1.05, 1.2 and 1.35: 0.05 off the ball, then 0.1 and
  // 0.25 into it, c being 0.05 off the box besides. The padding adds 0.1.
  FindCollisions(dut, Vector2(1.05, 0), &scratch, &collisions);
  ASSERT_EQ(collisions.size(), 3u);
  const double expected[] = {-0.05, -0.2, -0.35};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(collisions[i].body_index_A, BodyIndex(1 + i));
    EXPECT_EQ(collisions[i].body_index_B, BodyIndex(4));
    EXPECT_NEAR(collisions[i].distance, expected[i], 1e-12);
  }
  for (const BodyCollision& c : collisions) {
    EXPECT_NEAR((c.p_WCa - c.p_WCb - c.distance * c.nhat_BA_W).norm(), 0,
                1e-12);
  }
}

// A chain of shapes of every convex kind among such obstacles, some of which
// move, above a floor, with padding of either sign.
class Clutter {
 public:
  Clutter(int num_obstacles, std::mt19937* generator) : generator_(*generator) {
    auto plant = std::make_shared<MultibodyPlant>();
    const auto robot = plant->AddModelInstance("robot");
    const auto scene = plant->AddModelInstance("scene");
    BodyIndex parent = world_index();
    for (int i = 0; i < kNumLinks; ++i) {
      const std::string name = "link" + std::to_string(i);
      const BodyIndex link = plant->AddRigidBody(name, robot);
      testing::AddJoint(plant.get(), name, JointType::kRevolute, parent, link,
                        DrawPose(0.2), DrawVector().normalized());
      plant->RegisterCollisionGeometry(link, DrawPose(0.1), *DrawShape(i), "g");
      parent = link;
    }
    for (int i = 0; i < num_obstacles; ++i) {
      const std::string name = "obstacle" + std::to_string(i);
      const BodyIndex body = plant->AddRigidBody(name, scene);
      testing::AddJoint(plant.get(), name,
                        i % 5 == 4 ? JointType::kPrismatic : JointType::kFixed,
                        world_index(), body, DrawPose(0.9));
      plant->RegisterCollisionGeometry(body, DrawPose(0.1), *DrawShape(i), "g");
    }
    plant->RegisterCollisionGeometry(world_index(), At(0, 0, -0.8), HalfSpace(),
                                     "floor");
    plant->Finalize();
    world_ = std::make_unique<World>(plant, std::vector{robot});
    CollisionPadding padding = world_->padding();
    for (int i = 0; i < kNumLinks; ++i) {
      padding.SetBetween(BodyIndex(1 + i), BodyIndex(1 + kNumLinks + i),
                         0.05 * uniform_(generator_));
    }
    world_->SetPadding(padding);
  }

  const World& world() const { return *world_; }

 private:
  static constexpr int kNumLinks = 7;

  Vector3 DrawVector() {
    const double x = uniform_(generator_), y = uniform_(generator_);
    return Vector3(x, y, uniform_(generator_));
  }

  RigidTransform DrawPose(double scale) {
    const Vector3 angles = 3 * DrawVector();
    return RigidTransform(RollPitchYaw(angles), scale * DrawVector());
  }

  std::unique_ptr<Shape> DrawShape(int kind) {
    const Vector3 size = 0.02 * Vector3::Ones() + 0.1 * DrawVector().cwiseAbs();
    switch (kind % 7) {
      case 0:
        return Sphere(size.x()).Clone();
      case 1:
        return Capsule(size.x(), size.y()).Clone();
      case 2:
        return Box(size.x(), size.y(), size.z()).Clone();
      case 3:
        return Cylinder(size.x(), size.y()).Clone();
      case 4:
        return Ellipsoid(size.x(), size.y(), size.z()).Clone();
      case 5:
        return Cone(size.x(), size.y()).Clone();
      default: {
        RowMatrixX3 points(12, 3);
        for (int i = 0; i < 12; ++i) {
          points.row(i) = 0.1 * DrawVector().transpose();
        }
        return Convex(points).Clone();
      }
    }
  }

  std::mt19937& generator_;
  std::uniform_real_distribution<double> uniform_{-1, 1};
  std::unique_ptr<World> world_;
};

// Culls, order and warm starts change no answer: every pair, by its distance
// alone, says the same.
TEST(CollisionQueries, AgreeWithAllPairs) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> uniform(-2, 2);
  constexpr double kRadius = 0.3;
  int num_colliding = 0, num_free = 0;
  for (int scene_number = 0; scene_number < 6; ++scene_number) {
    const Clutter clutter(8 + 2 * scene_number, &generator);
    const World& world = clutter.world();
    const CompiledScene dut(world);
    QueryScratch scratch;
    std::vector<RigidTransform> X_WB(world.plant().num_bodies());
    VectorX q(world.plant().num_positions());
    for (int i = 0; i < 100; ++i) {
      for (double& x : q) x = uniform(generator);
      world.tree().CalcBodyPoses(q, X_WB);
      std::vector<double> expected_distances;
      std::vector<std::uint8_t> expected_bits(world.plant().num_bodies(), 0);
      bool expected = false;
      for (std::size_t a = 0; a < world.shapes().size(); ++a) {
        for (std::size_t b = a + 1; b < world.shapes().size(); ++b) {
          const CollisionGeometry& A = world.shapes()[a];
          const CollisionGeometry& B = world.shapes()[b];
          if (world.filters().IsFilteredBetween(A.body, B.body)) continue;
          const double distance =
              ComputeSignedDistance(*A.shape, X_WB[A.body] * A.X_BG, *B.shape,
                                    X_WB[B.body] * B.X_BG)
                  .distance -
              world.padding().GetBetween(A.body, B.body);
          if (distance <= kRadius) expected_distances.push_back(distance);
          if (distance > 0) continue;
          expected = true;
          const bool robot_A = world.roles().IsRobot(A.body);
          const bool robot_B = world.roles().IsRobot(B.body);
          if (robot_A) expected_bits[A.body] |= robot_B ? 2 : 1;
          if (robot_B) expected_bits[B.body] |= robot_A ? 2 : 1;
        }
      }
      ++(expected ? num_colliding : num_free);

      EXPECT_EQ(HasCollision(dut, q, &scratch), expected);
      std::vector<PairDistance> rows;
      CalcPairDistances(dut, q, kRadius, &scratch, &rows);
      EXPECT_TRUE(std::ranges::is_sorted(rows, {}, &PairDistance::pair));
      std::vector<double> distances;
      for (const PairDistance& row : rows) {
        distances.push_back(row.result.distance);
      }
      std::ranges::sort(distances);
      std::ranges::sort(expected_distances);
      ASSERT_EQ(distances.size(), expected_distances.size());
      for (std::size_t k = 0; k < distances.size(); ++k) {
        EXPECT_NEAR(distances[k], expected_distances[k], 1e-12);
      }
      std::vector<std::uint8_t> bits;
      ClassifyBodies(dut, q, &scratch, &bits);
      EXPECT_EQ(bits, expected_bits);
      std::vector<BodyCollision> collisions;
      FindCollisions(dut, q, &scratch, &collisions);
      EXPECT_EQ(!collisions.empty(), expected);
      EXPECT_TRUE(
          std::ranges::is_sorted(collisions, {}, [](const BodyCollision& c) {
            return std::pair(c.body_index_A, c.body_index_B);
          }));
      std::vector<BodyPair> pairs, expected_pairs;
      FindCollidingPairs(dut, q, &scratch, &pairs);
      for (const BodyCollision& c : collisions) {
        expected_pairs.push_back({c.body_index_A, c.body_index_B});
      }
      EXPECT_EQ(pairs, expected_pairs);
    }
  }
  EXPECT_GT(num_colliding, 50);
  EXPECT_GT(num_free, 50);
}

// One scratch goes from scene to scene; what it remembers is no answer.
TEST(CollisionQueries, ScratchServesSeveralScenes) {
  World world = MakeSliderWorld();
  const CompiledScene without(world);
  world.AddShape(world_index(), std::make_shared<Sphere>(0.5), At(0, 0, 0),
                 "ball");
  const CompiledScene with(world);
  QueryScratch scratch;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(HasCollision(with, Vector2(0, 0), &scratch));
    EXPECT_FALSE(HasCollision(without, Vector2(0, 0), &scratch));
  }
}

}  // namespace
}  // namespace clearway
