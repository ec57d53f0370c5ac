#include "clearway/geometry/support_map.h"

#include <random>

#include <gtest/gtest.h>

namespace clearway::internal {
namespace {

int FindByHand(const RowMatrixX3& points, const Vector3& direction) {
  int best = 0;
  const auto height = [&](int i) {
    return direction.x() * points(i, 0) + direction.y() * points(i, 1) +
           direction.z() * points(i, 2);
  };
  for (int i = 1; i < points.rows(); ++i) {
    if (height(i) > height(best)) best = i;
  }
  return best;
}

RowMatrixX3 DrawPoints(int count, double thickness, std::mt19937* generator) {
  std::normal_distribution<double> normal;
  RowMatrixX3 points(count, 3);
  for (int i = 0; i < count; ++i) {
    points.row(i) << normal(*generator), normal(*generator),
        thickness * normal(*generator);
  }
  return points;
}

// Balls, plates and needles of few to many points, near and far from the
// origin: as if all points were compared.
TEST(SupportMap, FindsTheFurthestPoint) {
  std::mt19937 generator(1);
  for (const int count : {1, 2, 12, 13, 47, 100, 300, 2000}) {
    for (const double thickness : {1.0, 1e-3, 0.0}) {
      for (const double offset : {0.0, 10.0}) {
        RowMatrixX3 points = DrawPoints(count, thickness, &generator);
        points.rowwise() += offset * Vector3(1, -2, 0.5).transpose();
        const SupportMap dut(points);
        const RowMatrixX3 directions = DrawPoints(500, 1, &generator);
        for (int i = 0; i < directions.rows(); ++i) {
          const Vector3 direction = directions.row(i).transpose();
          EXPECT_EQ(dut.Find(points, direction), FindByHand(points, direction));
        }
      }
    }
  }
}

// Directions through the edges and corners of cells, where rounding chooses the
// cell, and just beside them.
TEST(SupportMap, FindsTheFurthestPointAlongTheBordersOfCells) {
  std::mt19937 generator(2);
  for (const int count : {40, 300}) {
    const RowMatrixX3 points = DrawPoints(count, 1, &generator);
    const SupportMap dut(points);
    for (int x = -16; x <= 16; ++x) {
      for (int y = -16; y <= 16; ++y) {
        for (int axis = 0; axis < 3; ++axis) {
          for (const double nudge : {0.0, 1e-16, -1e-16, 1e-13}) {
            Vector3 direction(3, 3 * (x / 16.0 + nudge), 3 * (y / 16.0));
            std::swap(direction[0], direction[axis]);
            for (const Vector3& d : {direction, Vector3(-direction)}) {
              EXPECT_EQ(dut.Find(points, d), FindByHand(points, d));
            }
          }
        }
      }
    }
  }
}

// A lattice has ties along its axes and diagonals.
TEST(SupportMap, TiesGoToTheLowestIndex) {
  RowMatrixX3 points(64, 3);
  for (int i = 0; i < 64; ++i) points.row(i) << i % 4, i / 4 % 4, i / 16;
  const SupportMap dut(points);
  for (int x = -2; x <= 2; ++x) {
    for (int y = -2; y <= 2; ++y) {
      for (int z = -2; z <= 2; ++z) {
        const Vector3 direction(x, y, z);
        EXPECT_EQ(dut.Find(points, direction), FindByHand(points, direction));
      }
    }
  }
}

}  // namespace
}  // namespace clearway::internal
