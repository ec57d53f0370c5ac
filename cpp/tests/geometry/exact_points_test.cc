#include "clearway/geometry/exact_points.h"

#include <cmath>
#include <cstdint>
#include <random>

#include <gtest/gtest.h>

namespace clearway::internal {
namespace {

int Sign(std::int64_t value) { return (value > 0) - (value < 0); }

// Small integers stay themselves but for a power of two and a shift, so 64 bits
// compute the same determinants, many of which are zero.
TEST(ExactPoints, SignsOfSmallIntegersAreThoseOfIntegerArithmetic) {
  std::mt19937 generator(1);
  std::uniform_int_distribution<int> draw(-3, 3);
  int num_zero = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    RowMatrixX3 points(5, 3);
    for (int i = 0; i < points.size(); ++i) points.data()[i] = draw(generator);
    points.row(4).setConstant(9);  // So that no axis has extent 0.
    const ExactPoints dut(points);
    const auto entry = [&](int i, int axis) {
      return static_cast<std::int64_t>(points(i, axis) - points(0, axis));
    };
    const std::int64_t volume =
        entry(1, 0) * (entry(2, 1) * entry(3, 2) - entry(2, 2) * entry(3, 1)) +
        entry(1, 1) * (entry(2, 2) * entry(3, 0) - entry(2, 0) * entry(3, 2)) +
        entry(1, 2) * (entry(2, 0) * entry(3, 1) - entry(2, 1) * entry(3, 0));
    EXPECT_EQ(dut.SignVolume(0, 1, 2, 3), Sign(volume));
    EXPECT_EQ(dut.SignVolume(1, 0, 2, 3), -Sign(volume));
    const std::int64_t area =
        entry(1, 0) * entry(2, 1) - entry(1, 1) * entry(2, 0);
    EXPECT_EQ(dut.SignArea(2, 0, 1, 2), Sign(area));
    num_zero += volume == 0;
  }
  EXPECT_GT(num_zero, 50);
}

// d above a, b, c counter-clockwise is positive.
TEST(ExactPoints, PositiveIsTheSideThatSeesCounterClockwise) {
  RowMatrixX3 points(4, 3);
  points << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  const ExactPoints dut(points);
  EXPECT_EQ(dut.SignVolume(0, 1, 2, 3), 1);
  EXPECT_GT(dut.CalcVolume(0, 1, 2, 3), 0);
}

// One unit of the grid out of the plane: far below what doubles resolve.
TEST(ExactPoints, SeesTheLastBit) {
  const double a = 1.0 / 3, b = 2.0 / 7;
  const double unit = std::ldexp(1, -52);
  RowMatrixX3 points(6, 3);
  points << 0, 0, 0, 1, 1, a + b, 1, 0, a, 0.5, 0.5, 0, 0.5, 0.5, 0, 0, 1, b;
  const double middle = (points(0, 2) + points(1, 2)) / 2;
  points(3, 2) = middle + unit;
  points(4, 2) = middle - unit;
  const ExactPoints dut(points);
  EXPECT_EQ(dut.SignVolume(0, 2, 1, 3), 1);
  EXPECT_EQ(dut.SignVolume(0, 2, 1, 4), -1);
}

TEST(ExactPoints, SignsAreAntisymmetricInEveryOrder) {
  std::mt19937 generator(2);
  std::uniform_real_distribution<double> draw(-1, 1);
  for (int trial = 0; trial < 1000; ++trial) {
    // Four points in a plane but for rounding.
    RowMatrixX3 points(4, 3);
    for (int i = 0; i < points.size(); ++i) points.data()[i] = draw(generator);
    points.row(3) =
        0.3 * points.row(0) + 0.5 * points.row(1) + 0.2 * points.row(2);
    const ExactPoints dut(points);
    const int sign = dut.SignVolume(0, 1, 2, 3);
    EXPECT_EQ(dut.SignVolume(1, 2, 0, 3), sign);
    EXPECT_EQ(dut.SignVolume(1, 0, 2, 3), -sign);
    EXPECT_EQ(dut.SignVolume(0, 1, 3, 2), -sign);
    EXPECT_EQ(dut.SignVolume(3, 2, 1, 0), sign);
  }
}

}  // namespace
}  // namespace clearway::internal
