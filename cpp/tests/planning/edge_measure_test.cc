#include "clearway/planning/edge_measure.h"

#include <limits>

#include <gtest/gtest.h>

namespace clearway {
namespace {

TEST(EdgeMeasure, CompletelyFree) {
  const EdgeMeasure dut(0.75, 1);
  EXPECT_TRUE(dut.completely_free());
  EXPECT_TRUE(dut.partially_free());
  EXPECT_EQ(dut.distance(), 0.75);
  EXPECT_EQ(dut.alpha(), 1);
}

TEST(EdgeMeasure, PartiallyFree) {
  const EdgeMeasure dut(0.75, 0);
  EXPECT_FALSE(dut.completely_free());
  EXPECT_TRUE(dut.partially_free());
  EXPECT_EQ(dut.alpha_or(-7), 0);
}

TEST(EdgeMeasure, NotFree) {
  const EdgeMeasure dut(0.75, -0.25);
  EXPECT_FALSE(dut.partially_free());
  EXPECT_THROW(dut.alpha(), std::logic_error);
  EXPECT_EQ(dut.alpha_or(-7), -7);
}

TEST(EdgeMeasure, RefusesBadArguments) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(EdgeMeasure(-1, 0), std::invalid_argument);
  EXPECT_THROW(EdgeMeasure(1, 10), std::invalid_argument);
  EXPECT_THROW(EdgeMeasure(1, nan), std::invalid_argument);
  EXPECT_THROW(EdgeMeasure(nan, 1), std::invalid_argument);
}

}  // namespace
}  // namespace clearway
