#include "clearway/engine/box_tree.h"

#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace clearway::internal {
namespace {

TEST(BoxTree, Empty) {
  const BoxTree dut;
  EXPECT_FALSE(dut.VisitNear(Vector3::Zero(), 1e9, [](int) { return true; }));
}

TEST(BoxTree, TouchingCounts) {
  const Aabb box{Vector3(1, -1, -1), Vector3(2, 1, 1)};
  const BoxTree dut(std::vector{box}, std::vector{5});
  const auto finds = [&dut](double radius) {
    return dut.VisitNear(Vector3::Zero(), radius,
                         [](int id) { return id == 5; });
  };
  EXPECT_TRUE(finds(1));
  EXPECT_FALSE(finds(0.999999));
}

// A negative radius still finds the boxes that contain the point: how deep in
// them it is, is not known.
TEST(BoxTree, NegativeRadius) {
  const Aabb box{Vector3(-1, -1, -1), Vector3(1, 1, 1)};
  const BoxTree dut(std::vector{box}, std::vector{0});
  const auto found = [](int) { return true; };
  EXPECT_TRUE(dut.VisitNear(Vector3::Zero(), -5, found));
  EXPECT_FALSE(dut.VisitNear(Vector3(1.5, 0, 0), -5, found));
}

TEST(BoxTree, AgreesWithBruteForce) {
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&] {
    return Vector3(uniform(generator), uniform(generator), uniform(generator));
  };
  for (const int count : {1, 8, 9, 100, 1000}) {
    std::vector<Aabb> boxes(count);
    std::vector<int> ids(count);
    for (int i = 0; i < count; ++i) {
      const Vector3 centre = 3 * draw();
      boxes[i].Include(centre + 0.2 * draw());
      boxes[i].Include(centre + 0.2 * draw());
      ids[i] = 2 * i;
    }
    // A half space's.
    boxes[0] = {Vector3::Constant(-HUGE_VAL), Vector3::Constant(HUGE_VAL)};
    const BoxTree dut(boxes, ids);
    for (int query = 0; query < 50; ++query) {
      const Vector3 centre = 3 * draw();
      const double radius = std::abs(uniform(generator));
      std::set<int> expected, actual;
      for (int i = 0; i < count; ++i) {
        const Vector3 nearest =
            centre.cwiseMax(boxes[i].lower).cwiseMin(boxes[i].upper);
        if ((nearest - centre).norm() <= radius) expected.insert(2 * i);
      }
      dut.VisitNear(centre, radius, [&actual](int id) {
        EXPECT_TRUE(actual.insert(id).second);
        return false;
      });
      EXPECT_EQ(actual, expected);
    }
  }
}

// Whatever goes in, out and elsewhere, what is found is what brute force finds.
TEST(BoxTree, FollowsEdits) {
  std::mt19937 generator(12);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&] {
    return Vector3(uniform(generator), uniform(generator), uniform(generator));
  };
  const auto draw_box = [&](int i) {
    if (i % 50 == 7) {
      return Aabb{Vector3::Constant(-HUGE_VAL), Vector3::Constant(HUGE_VAL)};
    }
    // Some stay near, some are equal, some are points.
    const Vector3 centre =
        i % 3 == 0 ? Vector3(draw().array().round()) : Vector3(3 * draw());
    Aabb box;
    box.Include(centre);
    if (i % 4 != 0) box.Include(centre + 0.3 * draw());
    return box;
  };
  for (const int num_ids : {1, 5, 9, 60, 400}) {
    BoxTree dut;
    std::map<int, Aabb> boxes;
    for (int edit = 0; edit < 4000; ++edit) {
      const int id = static_cast<int>(generator() % num_ids);
      const Aabb box = draw_box(edit);
      if (!boxes.contains(id)) {
        if (edit % 2 == 0) {
          dut.Insert(id, box);
        } else {
          dut.Replace(id, box);
        }
        boxes[id] = box;
      } else if (edit % 3 == 0) {
        dut.Remove(id);
        boxes.erase(id);
      } else {
        dut.Replace(id, box);
        boxes[id] = box;
      }
      ASSERT_EQ(dut.size(), static_cast<int>(boxes.size()));
      if (edit % 20 != 0) continue;
      const Vector3 centre = 3 * draw();
      const double radius = std::abs(uniform(generator));
      std::set<int> expected, actual;
      for (const auto& [i, each] : boxes) {
        const Vector3 nearest =
            centre.cwiseMax(each.lower).cwiseMin(each.upper);
        if ((nearest - centre).norm() <= radius) expected.insert(i);
      }
      dut.VisitNear(centre, radius, [&actual](int i) {
        EXPECT_TRUE(actual.insert(i).second);
        return false;
      });
      ASSERT_EQ(actual, expected) << num_ids << " " << edit;
    }
  }
}

TEST(BoxTree, StopsWhenTold) {
  const Aabb box{Vector3::Zero(), Vector3::Ones()};
  std::vector<int> ids(20);
  std::iota(ids.begin(), ids.end(), 0);
  const BoxTree dut(std::vector(20, box), ids);
  int num_visits = 0;
  EXPECT_TRUE(dut.VisitNear(Vector3::Zero(), 1,
                            [&num_visits](int) { return ++num_visits == 3; }));
  EXPECT_EQ(num_visits, 3);
}

}  // namespace
}  // namespace clearway::internal
