#include "clearway/common/check.h"

#include <limits>

#include <gtest/gtest.h>

namespace clearway {
namespace {

TEST(Concat, WritesNumbersInTheirShortestForm) {
  EXPECT_EQ(Concat("x = ", 0.2, ", ", 0.1f, " of ", 3), "x = 0.2, 0.1 of 3");
  EXPECT_EQ(Concat(1.0, " ", -2.5e-9, " ", 0.1 + 0.2),
            "1 -2.5e-09 0.30000000000000004");
  using Limits = std::numeric_limits<double>;
  EXPECT_EQ(Concat(-Limits::infinity(), " ", Limits::quiet_NaN()), "-inf nan");
  EXPECT_EQ(Concat(-Limits::denorm_min()), "-5e-324");
}

TEST(Check, NamesTheArgumentAndWhatItIs) {
  try {
    CheckPositive(-0.2, "radius");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "radius must be finite and > 0, got -0.2");
  }
}

}  // namespace
}  // namespace clearway
