#include "clearway/world/world.h"

#include <gtest/gtest.h>

#include "world/mini_models.h"

namespace clearway {
namespace {

World MakeWorld() {
  return World(testing::MakeSlider(), {ModelInstanceIndex(2)});
}

TEST(World, StartsFromThePlant) {
  const World dut = MakeWorld();
  ASSERT_EQ(dut.shapes().size(), 4u);
  EXPECT_EQ(dut.shapes()[3].body, BodyIndex(4));
  EXPECT_TRUE(dut.filters() == dut.nominal_filters());
}

TEST(World, AddsAndRemovesShapes) {
  World dut = MakeWorld();
  const auto version = dut.version();
  const auto sphere = std::make_shared<Sphere>(0.2);
  const GeometryId first =
      dut.AddShape(BodyIndex(1), sphere, RigidTransform(), "first");
  const GeometryId second =
      dut.AddShape(world_index(), sphere, testing::At(1, 0, 0), "second");
  EXPECT_GT(dut.version(), version);
  ASSERT_EQ(dut.shapes().size(), 6u);
  EXPECT_EQ(dut.shapes()[5].id, second);
  dut.RemoveShapes(std::vector{first});
  ASSERT_EQ(dut.shapes().size(), 5u);
  EXPECT_EQ(dut.shapes()[4].id, second);
  const GeometryId third =
      dut.AddShape(BodyIndex(1), sphere, RigidTransform(), "third");
  EXPECT_NE(third, first);
  EXPECT_NE(third, second);
}

TEST(World, MovesAndReplacesAddedShapes) {
  World dut = MakeWorld();
  const auto sphere = std::make_shared<Sphere>(0.2);
  const GeometryId id =
      dut.AddShape(BodyIndex(1), sphere, RigidTransform(), "ball");
  dut.MoveShape(id, testing::At(1, 2, 3));
  ASSERT_NE(dut.FindShape(id), nullptr);
  EXPECT_EQ(dut.FindShape(id)->X_BG.translation(), Vector3(1, 2, 3));
  EXPECT_EQ(dut.FindShape(id)->shape, sphere);
  const auto box = std::make_shared<Box>(1, 2, 3);
  dut.ReplaceShape(id, box);
  EXPECT_EQ(dut.FindShape(id)->shape, box);
  EXPECT_EQ(dut.FindShape(id)->X_BG.translation(), Vector3(1, 2, 3));
  const auto version = dut.version();
  const GeometryId of_model = dut.shapes()[0].id;
  EXPECT_THROW(dut.MoveShape(of_model, RigidTransform()),
               std::invalid_argument);
  EXPECT_THROW(dut.ReplaceShape(of_model, box), std::invalid_argument);
  EXPECT_THROW(dut.ReplaceShape(id, nullptr), std::invalid_argument);
  EXPECT_THROW(dut.ReplaceShape(id, std::make_shared<HalfSpace>()),
               std::invalid_argument);
  EXPECT_EQ(dut.version(), version);
  dut.RemoveShapes(std::vector{id});
  EXPECT_EQ(dut.FindShape(id), nullptr);
  EXPECT_THROW(dut.MoveShape(id, RigidTransform()), std::invalid_argument);
}

// What changed since when.
TEST(World, LogsItsChanges) {
  World dut = MakeWorld();
  const auto before = dut.version();
  dut.SetPaddingBetween(BodyIndex(1), BodyIndex(4), 0.1);
  const GeometryId id = dut.AddShape(
      BodyIndex(1), std::make_shared<Sphere>(0.2), RigidTransform(), "ball");
  const auto changes = dut.log().Since(before);
  ASSERT_TRUE(changes.has_value());
  ASSERT_EQ(changes->size(), 2u);
  EXPECT_EQ((*changes)[0].kind, WorldChange::Kind::kPair);
  EXPECT_EQ((*changes)[0].B, BodyIndex(4));
  EXPECT_EQ((*changes)[1].kind, WorldChange::Kind::kShape);
  EXPECT_EQ((*changes)[1].shape, id);
  EXPECT_TRUE(dut.log().Since(dut.version())->empty());
  for (int i = 0; i < 5000; ++i) dut.MoveShape(id, testing::At(i, 0, 0));
  EXPECT_FALSE(dut.log().Since(before).has_value());
  EXPECT_TRUE(dut.log().Since(dut.version() - 10).has_value());
}

TEST(World, CopiesAreIndependent) {
  const World original = MakeWorld();
  World copy = original;
  copy.AddShape(BodyIndex(1), std::make_shared<Sphere>(1), RigidTransform(),
                "ball");
  CollisionPadding padding = copy.padding();
  padding.SetAllRobotRobot(1);
  copy.SetPadding(padding);
  EXPECT_EQ(original.shapes().size(), 4u);
  EXPECT_EQ(original.padding().GetLargest(), 0);
}

TEST(World, RefusalsChangeNothing) {
  World dut = MakeWorld();
  const auto version = dut.version();
  const auto add = [&dut](BodyIndex body, std::shared_ptr<const Shape> shape) {
    dut.AddShape(body, std::move(shape), RigidTransform(), "shape");
  };
  EXPECT_THROW(add(BodyIndex(5), std::make_shared<Sphere>(1)),
               std::out_of_range);
  EXPECT_THROW(add(BodyIndex(1), nullptr), std::invalid_argument);
  EXPECT_THROW(add(BodyIndex(1), std::make_shared<HalfSpace>()),
               std::invalid_argument);
  EXPECT_THROW(dut.RemoveShapes(std::vector{GeometryId(0)}),
               std::invalid_argument);  // The model's.
  EXPECT_EQ(dut.version(), version);
  EXPECT_EQ(dut.shapes().size(), 4u);
}

// Two half spaces have no distance: the pair is refused when it would come to
// be checked, by its shapes or by its filter.
TEST(World, RefusesUnfilteredHalfSpaces) {
  World dut(testing::MakeChain(1), {ModelInstanceIndex(2)});
  const auto floor = std::make_shared<HalfSpace>();
  dut.AddShape(world_index(), floor, RigidTransform(), "floor");
  // b0 is welded to the world, and filtered against it.
  dut.AddShape(BodyIndex(1), floor, RigidTransform(), "foot");
  CollisionFilters filters = dut.filters();
  filters.SetFilteredBetween(BodyIndex(0), BodyIndex(1), false);
  const auto version = dut.version();
  EXPECT_THROW(dut.SetFilters(filters), std::invalid_argument);
  EXPECT_EQ(dut.version(), version);
  EXPECT_TRUE(dut.filters() == dut.nominal_filters());
}

TEST(World, RefusesBadPlants) {
  EXPECT_THROW(World(nullptr, {ModelInstanceIndex(2)}), std::invalid_argument);
  EXPECT_THROW(World(testing::MakeUnfinishedChain(0), {ModelInstanceIndex(2)}),
               std::invalid_argument);
}

}  // namespace
}  // namespace clearway
