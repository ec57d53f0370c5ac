#include "clearway/engine/collision_queries.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "engine/clutter.h"
#include "world/mini_models.h"

namespace clearway {
namespace {

using testing::At;
using testing::Clutter;

World MakeSliderWorld(double env_padding = 0) {
  return World(testing::MakeSlider(), {ModelInstanceIndex(2)}, env_padding);
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
      EXPECT_TRUE(std::ranges::is_sorted(
          rows, [&dut](const PairDistance& row, const PairDistance& other) {
            return dut.ComesBefore(row.pair, other.pair);
          }));
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
