#include "clearway/engine/compiled_scene.h"

#include <ostream>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "clearway/engine/collision_queries.h"
#include "engine/clutter.h"
#include "world/mini_models.h"

namespace clearway {
namespace {

using testing::Clutter;

World MakeSliderWorld() {
  return World(testing::MakeSlider(), {ModelInstanceIndex(2)});
}

TEST(CompiledScene, PairsInCanonicalOrder) {
  const CompiledScene dut(MakeSliderWorld());
  EXPECT_EQ(dut.num_pairs(), 4);
  // a against c, then each link against the box, by body.
  const std::vector<std::pair<int, int>> expected{
      {0, 2}, {0, 3}, {1, 3}, {2, 3}};
  QueryScratch scratch;
  std::vector<PairDistance> rows;
  CalcPairDistances(dut, Vector2(0, 0), 100, &scratch, &rows);
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(rows[i].pair.A, expected[i].first);
    EXPECT_EQ(rows[i].pair.B, expected[i].second);
    EXPECT_EQ(rows[i].pair.is_self, i == 0);
  }
}

TEST(CompiledScene, AddedShapesFollowTheirBody) {
  World world = MakeSliderWorld();
  world.AddShape(BodyIndex(1), std::make_shared<Sphere>(0.1), RigidTransform(),
                 "more");
  EXPECT_EQ(CompiledScene(world).num_pairs(), 6);
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

// Everything that a scene answers at q.
struct Answers {
  bool has_collision;
  std::vector<std::uint8_t> bits;
  std::vector<BodyPair> pairs;
  std::vector<std::pair<GeometryId, GeometryId>> ids;
  std::vector<double> distances;

  bool operator==(const Answers&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Answers& answers) {
  out << "collision " << answers.has_collision;
  for (std::size_t i = 0; i < answers.ids.size(); ++i) {
    out << "\n"
        << answers.ids[i].first << " " << answers.ids[i].second << " "
        << answers.distances[i];
  }
  return out;
}

Answers Ask(const CompiledScene& scene, const VectorX& q,
            QueryScratch* scratch) {
  Answers result;
  result.has_collision = HasCollision(scene, q, scratch);
  ClassifyBodies(scene, q, scratch, &result.bits);
  FindCollidingPairs(scene, q, scratch, &result.pairs);
  std::vector<PairDistance> rows;
  CalcPairDistances(scene, q, 0.2, scratch, &rows);
  for (const auto& [pair, distance] : rows) {
    result.ids.push_back(
        {scene.geometries()[pair.A].id, scene.geometries()[pair.B].id});
    result.distances.push_back(distance.distance);
  }
  return result;
}

// Draws edits of every kind.
class Editor {
 public:
  Editor(Clutter* clutter, World* world, std::mt19937* generator)
      : clutter_(*clutter), world_(*world), generator_(*generator) {}

  // Some are refused, which is an edit too: it changes nothing.
  void Edit() {
    try {
      TryToEdit();
    } catch (const std::invalid_argument&) {
      ++num_refused;
    }
  }

  int num_refused{0};

 private:
  int Draw(int count) { return static_cast<int>(generator_() % count); }
  BodyIndex DrawBody() { return BodyIndex(Draw(world_.plant().num_bodies())); }
  std::shared_ptr<const Shape> DrawShape() {
    return clutter_.DrawShape(Draw(7));
  }
  GeometryId DrawAdded() {
    return added_[Draw(static_cast<int>(added_.size()))];
  }

  void TryToEdit() {
    const BodyIndex body = DrawBody();
    switch (Draw(added_.empty() ? 8 : 12)) {
      case 0:
      case 1:
        added_.push_back(world_.AddShape(body, DrawShape(),
                                         clutter_.DrawPose(0.5), "added"));
        return;
      case 2:
        world_.SetFilteredBetween(body, DrawBody(), Draw(3) == 0);
        return;
      case 3:
        world_.SetPaddingBetween(body, DrawBody(), 0.01 * (Draw(11) - 5));
        return;
      case 4:
        world_.SetBodyEnabled(body, Draw(3) != 0);
        return;
      case 5:
        world_.SetEnvironmentPose(body, clutter_.DrawPose(0.9));
        return;
      case 6:
        if (const auto attached = world_.attached_bodies();
            attached.empty() || Draw(2) == 0) {
          world_.AttachBody(body, DrawBody(), clutter_.DrawPose(0.2),
                            std::vector{DrawBody()});
        } else {
          const int i = Draw(static_cast<int>(attached.size()));
          world_.DetachBody(attached[i], clutter_.DrawPose(0.9));
        }
        return;
      case 7: {
        CollisionPadding padding = world_.padding();
        padding.SetAllRobotRobot(-0.02);
        world_.SetPadding(padding);
        return;
      }
      case 8:
      case 9:
        world_.MoveShape(DrawAdded(), clutter_.DrawPose(0.5));
        return;
      case 10:
        world_.ReplaceShape(DrawAdded(), DrawShape());
        return;
      default: {
        const GeometryId id = DrawAdded();
        world_.RemoveShapes(std::vector{id});
        std::erase(added_, id);
        return;
      }
    }
  }

  Clutter& clutter_;
  World& world_;
  std::mt19937& generator_;
  std::vector<GeometryId> added_;
};

// After any edits a scene that followed them answers as one that is made anew.
TEST(CompiledScene, FollowsEdits) {
  std::mt19937 generator(21);
  std::uniform_real_distribution<double> uniform(-2, 2);
  int num_colliding = 0, num_free = 0, num_fixed_collisions = 0;
  for (int round = 0; round < 8; ++round) {
    Clutter clutter(10, &generator, round % 2 == 0);
    World world = clutter.world();
    Editor editor(&clutter, &world, &generator);
    CompiledScene dut(world);
    CompiledScene lagging = dut;
    QueryScratch scratch, lagging_scratch;
    VectorX q(world.plant().num_positions());
    for (int edit = 0; edit < 400; ++edit) {
      editor.Edit();
      dut.Update(world);
      if (edit % 4 != 0) continue;
      const CompiledScene anew(world);
      EXPECT_EQ(dut.num_pairs(), anew.num_pairs());
      EXPECT_EQ(dut.has_fixed_collision(), anew.has_fixed_collision());
      num_fixed_collisions += anew.has_fixed_collision();
      for (double& x : q) x = uniform(generator);
      QueryScratch fresh;
      const Answers expected = Ask(anew, q, &fresh);
      EXPECT_EQ(Ask(dut, q, &scratch), expected);
      if (edit % 40 == 0) {
        lagging.Update(world);
        EXPECT_EQ(Ask(lagging, q, &lagging_scratch), expected);
      }
      ++(expected.has_collision ? num_colliding : num_free);
      ASSERT_FALSE(HasFailure()) << round << " " << edit;
    }
    EXPECT_GT(editor.num_refused, 10);
  }
  EXPECT_GT(num_colliding, 50);
  EXPECT_GT(num_free, 50);
  EXPECT_GT(num_fixed_collisions, 10);
}

}  // namespace
}  // namespace clearway
