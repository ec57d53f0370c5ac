#include "clearway/geometry/wide_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "clearway/geometry/bvh_visit.h"

namespace clearway::internal {
namespace {

constexpr int kWidth = WideBoxes::kWidth;

class RandomBoxes {
 public:
  explicit RandomBoxes(int seed) : generator_(seed) {}

  double Uniform(double lower, double upper) {
    return std::uniform_real_distribution<double>(lower, upper)(generator_);
  }
  Vector3 Point(double size) {
    const double x = Uniform(-size, size);
    const double y = Uniform(-size, size);
    const double z = Uniform(-size, size);
    return {x, y, z};
  }
  Matrix3 Rotation() {
    const Vector3 axis = Point(1) + Vector3(1.1, 0, 0);
    return RotationMatrix::FromAxisAngle(axis.normalized(), Uniform(0, 6.28))
        .matrix();
  }
  OrientedBox Box(double size) {
    // Flat ones and needles, too.
    const Vector3 half(Uniform(0, size), Uniform(0, size) * (generator_() % 2),
                       1e-3 * Uniform(0, size));
    return {Point(2 * size).cast<float>(), Rotation().cast<float>(),
            half.cast<float>()};
  }
  Vector3 PointIn(const OrientedBox& box) {
    return box.centre.cast<double>() +
           box.axes.cast<double>() *
               Point(1).cwiseProduct(box.half_size.cast<double>());
  }

 private:
  std::mt19937 generator_;
};

/* Over sizes from micrometres to kilometres no bound denies what points of the
 boxes show. */
template <class Check>
void ForRandomBoxes(Check&& check) {
  RandomBoxes random(1);
  for (const double size : {1e-6, 1e-3, 1.0, 1e3}) {
    for (int i = 0; i < 200; ++i) {
      WideBoxes boxes;
      for (int k = 0; k < kWidth; ++k) boxes.Set(k, random.Box(size));
      check(boxes, random.Box(size), size, &random);
    }
  }
}

TEST(WideBounds, SquaredBoundsAreBelowTheDistance) {
  double largest = 0;
  ForRandomBoxes([&](const WideBoxes& boxes, const OrientedBox& box,
                     double size, RandomBoxes* random) {
    float bounds[kWidth];
    CalcSquaredBounds(boxes, box, CalcBoxSlack(20 * size), bounds);
    for (int k = 0; k < kWidth; ++k) {
      const OrientedBox other = boxes.Get(k);
      for (int j = 0; j < 20; ++j) {
        const double squared_distance =
            (random->PointIn(box) - random->PointIn(other)).squaredNorm();
        EXPECT_LE(bounds[k], squared_distance);
      }
      largest = std::max(largest, bounds[k] / (size * size));
    }
  });
  EXPECT_GT(largest, 4);
}

TEST(WideBounds, SquaredBoundsAreThoseOfAnyCpu) {
  ForRandomBoxes([&](const WideBoxes& boxes, const OrientedBox& box,
                     double size, RandomBoxes*) {
    const float slack = CalcBoxSlack(20 * size);
    float bounds[kWidth], bounds_on_any_cpu[kWidth];
    CalcSquaredBounds(boxes, box, slack, bounds);
    CalcSquaredBoundsOnAnyCpu(boxes, box, slack, bounds_on_any_cpu);
    for (int k = 0; k < kWidth; ++k) EXPECT_EQ(bounds[k], bounds_on_any_cpu[k]);
  });
}

TEST(WideBounds, GapOfAlignedBoxes) {
  WideBoxes boxes;
  const auto make = [](float x, float y) {
    return OrientedBox{
        {x, y, 0}, Eigen::Matrix3f::Identity(), Eigen::Vector3f(1, 1, 1)};
  };
  boxes.Set(0, make(5, 0));
  boxes.Set(1, make(5, 6));
  boxes.Set(2, make(1, 1));
  float bounds[kWidth];
  CalcSquaredBounds(boxes, make(0, 0), 0, bounds);
  EXPECT_NEAR(bounds[0], 9, 1e-3);
  EXPECT_NEAR(bounds[1], 25, 1e-3);
  EXPECT_LE(bounds[2], 0);
}

TEST(WideBounds, OverflowBoundsNothing) {
  WideBoxes boxes;
  for (int k = 0; k < kWidth; ++k) {
    boxes.Set(k, {Eigen::Vector3f::Constant(k < 4 ? 1e30f : HUGE_VALF),
                  Eigen::Matrix3f::Identity(), Eigen::Vector3f::Ones()});
  }
  const OrientedBox box{Eigen::Vector3f::Zero(), Eigen::Matrix3f::Identity(),
                        Eigen::Vector3f::Ones()};
  float bounds[kWidth];
  CalcSquaredBounds(boxes, box, 0, bounds);
  for (const float bound : bounds) EXPECT_LE(bound, 0);
}

TEST(WideBounds, WaysPastAreWhereTheBoxIsPassed) {
  ForRandomBoxes([&](const WideBoxes& boxes, const OrientedBox& box,
                     double size, RandomBoxes* random) {
    const Vector3 u = random->Rotation().col(0);
    float ways[kWidth];
    CalcWaysPast(boxes, box, u.cast<float>(), CalcBoxSlack(20 * size), ways);
    for (int k = 0; k < kWidth; ++k) {
      for (int j = 0; j < 20; ++j) {
        EXPECT_GE(ways[k],
                  u.dot(random->PointIn(box) - random->PointIn(boxes.Get(k))));
      }
    }
  });
}

TEST(WideBounds, EntriesAreBeforeThePointsOfTheRay) {
  int num_missed = 0;
  ForRandomBoxes([&](const WideBoxes& boxes, const OrientedBox& box,
                     double size, RandomBoxes* random) {
    const Eigen::Vector3f p = random->PointIn(box).cast<float>();
    const int aimed_at = static_cast<int>(random->Uniform(0, kWidth));
    const Vector3 offset =
        random->PointIn(boxes.Get(aimed_at)) - p.cast<double>();
    const double distance = offset.norm();
    float entries[kWidth];
    CalcEntries(boxes, p, (offset / distance).cast<float>(),
                CalcBoxSlack(20 * size), entries);
    EXPECT_LE(entries[aimed_at], distance);
    num_missed +=
        static_cast<int>(std::count(entries, entries + kWidth, HUGE_VALF));
  });
  EXPECT_GT(num_missed, 1000);
}

TEST(NearChildren, AscendBelowTheLimit) {
  const float bounds[kWidth] = {3, 1, 7, 1, -2, 5, 0, 9};
  const NearChildren dut(7, bounds, 5);
  const std::vector<int> expected{4, 6, 1, 3, 0, 5};
  ASSERT_EQ(dut.size(), 6);
  for (int i = 0; i < dut.size(); ++i) EXPECT_EQ(dut[i], expected[i]);
}

TEST(NearChildren, AllOfEightOrNone) {
  const float bounds[kWidth] = {3, 1, 7, 1, -2, 5, 0, 9};
  EXPECT_EQ(NearChildren(kWidth, bounds, 9).size(), kWidth);
  EXPECT_EQ(NearChildren(kWidth, bounds, 9)[7], 7);
  EXPECT_EQ(NearChildren(kWidth, bounds, -3).size(), 0);
}

}  // namespace
}  // namespace clearway::internal
