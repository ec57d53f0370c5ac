#include "clearway/world/collision_filters.h"

#include <gtest/gtest.h>

#include "world/mini_models.h"

namespace clearway {
namespace {

CollisionFilters Make(const MultibodyPlant& plant) {
  return CollisionFilters(
      plant, std::make_shared<BodyRoles>(
                 plant, plant.tree(),
                 std::vector<ModelInstanceIndex>{ModelInstanceIndex(2)}));
}

// Adjacent and welded links are filtered; the first link is not filtered
// against what is fixed to the world.
TEST(CollisionFilters, NominalOfTheSlider) {
  const auto plant = testing::MakeSlider();
  Eigen::MatrixXi expected(5, 5);
  expected << -1, 0, 0, 0, -1,  //
      0, -1, 1, 0, 0,           //
      0, 1, -1, 1, 0,           //
      0, 0, 1, -1, 0,           //
      -1, 0, 0, 0, -1;
  EXPECT_EQ(Make(*plant).ToMatrix(), expected);
}

// Adjacency counts between bodies that have geometry, a weld always.
TEST(CollisionFilters, NominalWithoutGeometry) {
  const auto plant = testing::MakeChain(0);
  Eigen::MatrixXi expected = Eigen::MatrixXi::Zero(6, 6);
  for (const int env : {0, 4, 5}) {
    for (const int other : {0, 4, 5}) expected(env, other) = -1;
  }
  expected.diagonal().setConstant(-1);
  expected(0, 1) = expected(1, 0) = 1;
  EXPECT_EQ(Make(*plant).ToMatrix(), expected);
}

TEST(CollisionFilters, NominalWithAnExclusion) {
  const auto plant = testing::MakeUnfinishedChain(2);
  plant->ExcludeCollisionsBetween(BodyIndex(3), BodyIndex(1));
  plant->Finalize();
  const CollisionFilters dut = Make(*plant);
  EXPECT_TRUE(dut.IsFilteredBetween(BodyIndex(1), BodyIndex(3)));
  EXPECT_TRUE(dut.IsFilteredBetween(BodyIndex(1), BodyIndex(2)));
  EXPECT_FALSE(dut.IsFilteredBetween(BodyIndex(0), BodyIndex(3)));
  EXPECT_TRUE(dut.IsFilteredBetween(BodyIndex(0), BodyIndex(4)));
  EXPECT_TRUE(dut.IsFilteredBetween(BodyIndex(2), BodyIndex(2)));
}

TEST(CollisionFilters, SetsBothOrders) {
  CollisionFilters dut = Make(*testing::MakeSlider());
  const CollisionFilters nominal = dut;
  dut.SetFilteredBetween(BodyIndex(4), BodyIndex(1), true);
  EXPECT_TRUE(dut.IsFilteredBetween(BodyIndex(1), BodyIndex(4)));
  EXPECT_TRUE(dut.IsFilteredBetween(BodyIndex(4), BodyIndex(1)));
  EXPECT_FALSE(dut == nominal);
  dut.SetFilteredBetween(BodyIndex(1), BodyIndex(4), false);
  EXPECT_TRUE(dut == nominal);
  // Adjacent pairs may be un-filtered, and filtered anew with all others.
  dut.SetFilteredBetween(BodyIndex(1), BodyIndex(2), false);
  EXPECT_FALSE(dut.IsFilteredBetween(BodyIndex(1), BodyIndex(2)));
  dut.SetFilteredWithAllBodies(BodyIndex(1));
  EXPECT_EQ(dut.ToMatrix().row(1),
            (Eigen::RowVectorXi(5) << 1, -1, 1, 1, 1).finished());
}

TEST(CollisionFilters, MatrixRoundTrip) {
  CollisionFilters dut = Make(*testing::MakeSlider());
  Eigen::MatrixXi matrix = dut.ToMatrix();
  matrix(1, 3) = matrix(3, 1) = 1;
  dut.SetMatrix(matrix);
  EXPECT_EQ(dut.ToMatrix(), matrix);
}

TEST(CollisionFilters, RefusalsChangeNothing) {
  CollisionFilters dut = Make(*testing::MakeSlider());
  const CollisionFilters before = dut;
  const Eigen::MatrixXi good = dut.ToMatrix();
  const auto refuses = [&dut, &good](int i, int j, int value) {
    Eigen::MatrixXi bad = good;
    bad(i, j) = value;
    if (i != j && value != good(i, j)) bad(j, i) = value;
    EXPECT_THROW(dut.SetMatrix(bad), std::invalid_argument)
        << i << " " << j << " " << value;
  };
  refuses(2, 2, 0);   // diagonal
  refuses(0, 4, 0);   // both environment
  refuses(1, 4, 2);   // no such value
  refuses(1, 4, -2);  // no such value
  refuses(1, 4, -1);  // a robot body's pair is never filtered by definition
  Eigen::MatrixXi asymmetric = good;
  asymmetric(1, 3) = 1;
  EXPECT_THROW(dut.SetMatrix(asymmetric), std::invalid_argument);
  EXPECT_THROW(dut.SetMatrix(Eigen::MatrixXi::Zero(4, 4)),
               std::invalid_argument);
  EXPECT_THROW(dut.SetMatrix(Eigen::MatrixXi::Zero(5, 4)),
               std::invalid_argument);
  EXPECT_THROW(dut.SetFilteredBetween(BodyIndex(1), BodyIndex(1), true),
               std::invalid_argument);
  EXPECT_THROW(dut.SetFilteredBetween(BodyIndex(0), BodyIndex(4), true),
               std::invalid_argument);
  EXPECT_THROW(dut.SetFilteredBetween(BodyIndex(1), BodyIndex(5), true),
               std::out_of_range);
  EXPECT_THROW(dut.SetFilteredWithAllBodies(BodyIndex(4)),
               std::invalid_argument);
  EXPECT_THROW(dut.IsFilteredBetween(BodyIndex(5), BodyIndex(1)),
               std::out_of_range);
  EXPECT_TRUE(dut == before);
}

}  // namespace
}  // namespace clearway
