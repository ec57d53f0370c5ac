#include "clearway/multibody/plant.h"

#include <gtest/gtest.h>

namespace clearway {
namespace {

TEST(MultibodyPlant, Empty) {
  MultibodyPlant plant;
  plant.Finalize();
  EXPECT_EQ(plant.num_bodies(), 1);
  EXPECT_EQ(plant.num_positions(), 0);
}

}  // namespace
}  // namespace clearway
