#include "clearway/geometry/point_cloud.h"

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace clearway {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

RowMatrixX3 MakePoints(int count, int seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  RowMatrixX3 points(count, 3);
  for (Eigen::Index i = 0; i < points.size(); ++i) {
    points.data()[i] = uniform(generator);
  }
  return points;
}

/* Every ball is in the tree once, in boxes that contain it, and no path is
 longer than the tree's height. Returns the number of nodes. */
int CheckTree(const PointCloud& cloud) {
  std::multiset<int> seen;
  int num_nodes = 0;
  std::vector<std::pair<ElementSet::BoxedNode, int>> stack;
  if (const auto root = cloud.root()) stack.push_back({*root, 0});
  while (!stack.empty()) {
    const auto [item, depth] = stack.back();
    stack.pop_back();
    EXPECT_LE(depth, ElementSet::kMaxHeight);
    if (item.node.is_element) {
      seen.insert(static_cast<int>(item.node.key));
      continue;
    }
    ++num_nodes;
    ElementSet::BoxedNode children[ElementSet::kMaxChildren];
    const int count = cloud.Expand(item.node, children);
    EXPECT_GT(count, 0);
    for (int i = 0; i < count; ++i) {
      EXPECT_TRUE(
          (children[i].box.lower.array() >= item.box.lower.array()).all());
      EXPECT_TRUE(
          (children[i].box.upper.array() <= item.box.upper.array()).all());
      stack.push_back({children[i], depth + 1});
    }
  }
  const std::vector<int> ids = cloud.ids();
  EXPECT_TRUE(std::equal(ids.begin(), ids.end(), seen.begin(), seen.end()));
  EXPECT_EQ(static_cast<int>(ids.size()), cloud.size());
  return num_nodes;
}

TEST(PointCloud, HoldsItsPoints) {
  for (const int count : {0, 1, 2, 8, 9, 64, 65, 1000}) {
    const RowMatrixX3 points = MakePoints(count, count);
    const PointCloud dut(points, 0.1);
    EXPECT_EQ(dut.size(), count);
    EXPECT_EQ(dut.empty(), count == 0);
    EXPECT_EQ(dut.points(), points);
    EXPECT_EQ(dut.radius(), VectorX::Constant(count, 0.1));
    CheckTree(dut);
  }
}

TEST(PointCloud, GrowsAndShrinks) {
  std::mt19937 generator(1);
  PointCloud dut(MakePoints(50, 1), 0.01);
  for (int step = 0; step < 60; ++step) {
    const std::vector<int> ids = dut.ids();
    std::vector<int> some;
    std::sample(ids.begin(), ids.end(), std::back_inserter(some),
                generator() % 30, generator);
    dut.Remove(some);
    CheckTree(dut);
    const std::vector<int> added =
        dut.Insert(MakePoints(static_cast<int>(generator() % 30), step), 0.02);
    for (const int id : added) EXPECT_EQ(dut.tree().ball(id).radius, 0.02);
    CheckTree(dut);
  }
  dut.Remove(dut.ids());
  EXPECT_TRUE(dut.empty());
  EXPECT_FALSE(dut.root());
  dut.Insert(MakePoints(20, 5), 0);
  CheckTree(dut);
}

TEST(PointCloud, TakesPointsInOnePlace) {
  PointCloud dut(RowMatrixX3::Ones(300, 3));
  dut.Insert(RowMatrixX3::Ones(100, 3));
  CheckTree(dut);
  EXPECT_EQ(dut.ClearBox(Vector3::Ones(), Vector3::Ones()), 400);
  EXPECT_TRUE(dut.empty());
}

TEST(PointCloud, SortedPointsMakeNoDeepTree) {
  PointCloud dut(RowMatrixX3(0, 3));
  for (int i = 0; i < 3000; ++i) dut.Insert(RowMatrixX3::Constant(1, 3, i));
  CheckTree(dut);
  EXPECT_LE(dut.tree().height(), 7);  // At least four children a node.
}

TEST(PointCloud, ShedsNodesOfWhatIsGone) {
  PointCloud dut(MakePoints(4000, 3));
  std::vector<int> ids = dut.ids();
  ids.resize(3900);
  dut.Remove(ids);
  EXPECT_LE(CheckTree(dut), 30);
}

TEST(PointCloud, IdsStayAndAreGivenAgain) {
  PointCloud dut(MakePoints(3, 1));
  const int middle[]{1};
  dut.Remove(middle);
  EXPECT_EQ(dut.ids(), (std::vector<int>{0, 2}));
  EXPECT_EQ(dut.points().row(1), MakePoints(3, 1).row(2));
  EXPECT_EQ(dut.Insert(MakePoints(2, 2)), (std::vector<int>{1, 3}));
  EXPECT_EQ(dut.points().row(1), MakePoints(2, 2).row(0));
}

TEST(PointCloud, ReplaceMovesAndKeepsRadii) {
  PointCloud dut(MakePoints(100, 1), 0.5);
  const int ids[]{7, 42};
  RowMatrixX3 there(2, 3);
  there << 9, 9, 9, -9, -9, -9;
  dut.Replace(ids, there);
  EXPECT_EQ(dut.size(), 100);
  EXPECT_EQ(dut.points().row(42), there.row(1));
  EXPECT_EQ(dut.radius()[42], 0.5);
  CheckTree(dut);
  EXPECT_EQ(CalcAabb(dut, RigidTransform()).upper.x() > 9.4, true);
}

TEST(PointCloud, ClearBoxIncludesItsBoundary) {
  RowMatrixX3 points(4, 3);
  points << 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0;
  PointCloud dut(points, 10);  // Centres count, not balls.
  EXPECT_EQ(dut.ClearBox(Vector3(1, -1, 0), Vector3(2, 1, 0)), 2);
  EXPECT_EQ(dut.ids(), (std::vector<int>{0, 3}));
  EXPECT_THROW(dut.ClearBox(Vector3(kNan, 0, 0), Vector3::Ones()),
               std::invalid_argument);
}

TEST(PointCloud, CopiesAreIndependent) {
  PointCloud dut(MakePoints(500, 1), 0.1);
  const PointCloud before(dut);
  const auto clone = dut.Clone();
  EXPECT_TRUE(before.tree().IsSharedWith(dut.tree()));
  dut.ClearBox(Vector3::Constant(-1), Vector3::Zero());
  dut.Insert(MakePoints(200, 2));
  EXPECT_FALSE(before.tree().IsSharedWith(dut.tree()));
  EXPECT_EQ(before.points(), MakePoints(500, 1));
  EXPECT_EQ(static_cast<const PointCloud&>(*clone).points(),
            MakePoints(500, 1));
  CheckTree(before);
  CheckTree(dut);
  dut.Clear();
  EXPECT_TRUE(dut.empty());
  CheckTree(before);
}

TEST(PointCloud, RefusesWhatIsNoCloud) {
  RowMatrixX3 bad = MakePoints(3, 1);
  bad(2, 1) = kNan;
  EXPECT_THROW(PointCloud{bad}, std::invalid_argument);
  bad(2, 1) = 1e31;
  EXPECT_THROW(PointCloud{bad}, std::invalid_argument);
  EXPECT_THROW(PointCloud(MakePoints(3, 1), -1), std::invalid_argument);
  EXPECT_THROW(PointCloud(MakePoints(3, 1), VectorX::Ones(2)),
               std::invalid_argument);
  PointCloud dut(MakePoints(3, 1));
  EXPECT_THROW(dut.Insert(bad), std::invalid_argument);
  for (const int id : {-1, 3}) {
    const int ids[]{0, id};
    EXPECT_THROW(dut.Remove(ids), std::out_of_range);
    EXPECT_THROW(dut.Replace(ids, MakePoints(2, 1)), std::out_of_range);
  }
  const int twice[]{1, 1};
  EXPECT_THROW(dut.Remove(twice), std::invalid_argument);
  EXPECT_THROW(dut.Replace(std::vector<int>{1}, bad.row(2)),
               std::invalid_argument);
  EXPECT_EQ(dut.points(), MakePoints(3, 1));
}

TEST(PointCloud, BoundsAreTight) {
  RowMatrixX3 points(2, 3);
  points << 1, 0, 0, -1, 0, 0;
  const PointCloud dut(points, 0.5);
  const RigidTransform X(RotationMatrix::MakeZRotation(M_PI / 2),
                         Vector3(0, 0, 3));
  const Aabb box = CalcAabb(dut, X);
  EXPECT_NEAR(box.upper.y(), 1.5, 1e-13);
  EXPECT_NEAR(box.upper.x(), 0.5, 1e-13);
  EXPECT_NEAR(box.lower.z(), 2.5, 1e-13);
  EXPECT_NEAR(CalcBoundingSphere(dut).radius, 1.5, 1e-13);
  const PointCloud nothing(RowMatrixX3(0, 3));
  EXPECT_GT(CalcAabb(nothing, X).lower.x(), CalcAabb(nothing, X).upper.x());
  EXPECT_EQ(CalcBoundingSphere(nothing).radius, 0);
}

}  // namespace
}  // namespace clearway
