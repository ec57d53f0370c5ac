#include "clearway/math/trigonometry.h"

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace clearway {
namespace {

// The oracle is the C library in long double.
TEST(Trigonometry, AgreesWithLongDouble) {
  std::mt19937_64 generator(1);
  for (const double scale : {1e-9, 1e-3, 1.0, 10.0, 1e3, 1e5}) {
    std::uniform_real_distribution<double> uniform(-scale, scale);
    for (int i = 0; i < 100000; ++i) {
      const double x = uniform(generator);
      const auto [s, c] = ComputeSineCosine(x);
      ASSERT_NEAR(s, static_cast<double>(sinl(x)), 2.3e-16) << x;
      ASSERT_NEAR(c, static_cast<double>(cosl(x)), 2.3e-16) << x;
    }
  }
}

TEST(Trigonometry, ZeroIsExact) {
  EXPECT_EQ(ComputeSineCosine(0).sine, 0);
  EXPECT_EQ(ComputeSineCosine(0).cosine, 1);
}

TEST(Trigonometry, RightAnglesAreExactToTheAnglesOwnRounding) {
  using std::numbers::pi;
  EXPECT_EQ(ComputeSineCosine(pi / 2).sine, 1);
  EXPECT_NEAR(ComputeSineCosine(pi / 2).cosine, 6.123233995736766e-17, 1e-31);
  EXPECT_NEAR(ComputeSineCosine(pi).sine, 1.2246467991473532e-16, 1e-31);
  EXPECT_EQ(ComputeSineCosine(pi).cosine, -1);
}

TEST(Trigonometry, LargeAnglesStayOnTheCircle) {
  for (const double x : {1.5e5, -7e9, 1e15, 1e300}) {
    const auto [s, c] = ComputeSineCosine(x);
    EXPECT_NEAR(s * s + c * c, 1, 1e-15);
  }
}

}  // namespace
}  // namespace clearway
