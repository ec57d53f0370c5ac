#include "clearway/geometry/height_field.h"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace clearway {
namespace {

RowMatrixX MakeHeights(int ny, int nx, int seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  RowMatrixX heights(ny, nx);
  for (Eigen::Index i = 0; i < heights.size(); ++i) {
    heights.data()[i] = uniform(generator);
  }
  return heights;
}

/* Each triangle is in the tree once, in boxes that contain it and are not
 higher than single precision makes them. */
void CheckTree(const HeightField& field) {
  int num_triangles = 0;
  double area = 0;
  std::vector<ElementSet::BoxedNode> stack{*field.root()};
  while (!stack.empty()) {
    const ElementSet::BoxedNode item = stack.back();
    stack.pop_back();
    if (item.node.is_element) {
      const ConvexElement e = field.GetElement(item.node);
      double top = -HUGE_VAL;
      for (const Vector3& v : e.top) {
        top = std::max(top, v.z());
        EXPECT_TRUE((v.array() >= item.box.lower.array()).all());
        EXPECT_TRUE((v.array() <= item.box.upper.array()).all());
      }
      EXPECT_EQ(item.box.upper.z(), top);
      EXPECT_EQ(e.bottom, field.bottom());
      const Vector3 a = e.top[1] - e.top[0], b = e.top[2] - e.top[0];
      area += 0.5 * (a.x() * b.y() - a.y() * b.x());
      ++num_triangles;
      continue;
    }
    ElementSet::BoxedNode children[ElementSet::kMaxChildren];
    const int count = field.Expand(item.node, children);
    double top = -HUGE_VAL;
    for (int i = 0; i < count; ++i) {
      EXPECT_TRUE(
          (children[i].box.lower.array() >= item.box.lower.array()).all());
      EXPECT_TRUE(
          (children[i].box.upper.array() <= item.box.upper.array()).all());
      top = std::max(top, children[i].box.upper.z());
      stack.push_back(children[i]);
    }
    EXPECT_NEAR(item.box.upper.z(), top, 1e-6);
  }
  EXPECT_EQ(num_triangles, 2 * (field.nx() - 1) * (field.ny() - 1));
  EXPECT_NEAR(area, field.size().prod(), 1e-12);
}

TEST(HeightField, HoldsItsHeights) {
  for (const auto& [ny, nx] :
       {std::pair(2, 2), std::pair(2, 9), std::pair(17, 3), std::pair(8, 8)}) {
    const RowMatrixX heights = MakeHeights(ny, nx, ny);
    const HeightField dut(heights, Vector2(2, 3));
    EXPECT_EQ(dut.heights(), heights);
    EXPECT_EQ(dut.bottom(), heights.minCoeff() - 3);
    EXPECT_FALSE(dut.empty());
    CheckTree(dut);
  }
}

TEST(HeightField, SplitsCellsFromTheLeastCornerToTheGreatest) {
  RowMatrixX heights(2, 2);
  heights << 1, 2, 3, 4;
  const HeightField dut(heights, Vector2(2, 4), -1);
  ElementSet::BoxedNode triangles[ElementSet::kMaxChildren];
  ASSERT_EQ(dut.Expand(dut.root()->node, triangles), 2);
  const ConvexElement first = dut.GetElement(triangles[0].node);
  EXPECT_EQ(first.top[0], Vector3(-1, -2, 1));
  EXPECT_EQ(first.top[1], Vector3(1, -2, 2));
  EXPECT_EQ(first.top[2], Vector3(1, 2, 4));
  const ConvexElement second = dut.GetElement(triangles[1].node);
  EXPECT_EQ(second.top[0], Vector3(-1, -2, 1));
  EXPECT_EQ(second.top[1], Vector3(1, 2, 4));
  EXPECT_EQ(second.top[2], Vector3(-1, 2, 3));
}

TEST(HeightField, UpdatesARectangle) {
  std::mt19937 generator(1);
  RowMatrixX heights = MakeHeights(20, 33, 1);
  HeightField dut(heights, Vector2(1, 1), -5);
  const HeightField before(dut);
  for (int step = 0; step < 40; ++step) {
    const int row = static_cast<int>(generator() % 20);
    const int column = static_cast<int>(generator() % 33);
    const int num_rows = static_cast<int>(generator() % (20 - row + 1));
    const int num_columns = static_cast<int>(generator() % (33 - column + 1));
    const RowMatrixX patch = MakeHeights(num_rows, num_columns, step);
    heights.block(row, column, num_rows, num_columns) = patch;
    dut.SetHeights(row, column, patch);
    ASSERT_EQ(dut.heights(), heights);
    CheckTree(dut);
  }
  EXPECT_EQ(before.heights(), MakeHeights(20, 33, 1));
  EXPECT_EQ(HeightField::Compare(dut, HeightField(heights, Vector2(1, 1), -5)),
            0);
  EXPECT_EQ(HeightField::Compare(dut, before),
            -HeightField::Compare(before, dut));
}

TEST(HeightField, BoundsAreTight) {
  RowMatrixX heights = RowMatrixX::Zero(5, 5);
  heights(4, 4) = 2;
  const HeightField dut(heights, Vector2(4, 4), -1);
  const Aabb box = CalcAabb(dut, RigidTransform(Vector3(10, 0, 0)));
  EXPECT_NEAR(box.lower.x(), 8, 1e-13);
  EXPECT_NEAR(box.upper.z(), 2, 1e-13);
  EXPECT_NEAR(box.lower.z(), -1, 1e-13);
  EXPECT_NEAR(CalcBoundingSphere(dut).radius, Vector3(2, 2, 1.5).norm(), 1e-13);
}

TEST(HeightField, RefusesWhatIsNoField) {
  const Vector2 size(1, 1);
  EXPECT_THROW(HeightField(MakeHeights(1, 5, 1), size), std::invalid_argument);
  EXPECT_THROW(HeightField(MakeHeights(5, 5, 1), Vector2(0, 1)),
               std::invalid_argument);
  EXPECT_THROW(HeightField(MakeHeights(5, 5, 1), size, 0.5),
               std::invalid_argument);
  RowMatrixX bad = MakeHeights(5, 5, 1);
  bad(3, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(HeightField(bad, size), std::invalid_argument);
  HeightField dut(MakeHeights(5, 5, 1), size);
  EXPECT_THROW(dut.SetHeights(0, 0, bad), std::invalid_argument);
  EXPECT_THROW(dut.SetHeights(1, 0, MakeHeights(5, 1, 1)), std::out_of_range);
  EXPECT_THROW(dut.SetHeights(-1, 0, MakeHeights(1, 1, 1)), std::out_of_range);
  EXPECT_THROW(dut.SetHeights(0, 0, RowMatrixX::Constant(1, 1, -9)),
               std::invalid_argument);
  EXPECT_EQ(dut.heights(), MakeHeights(5, 5, 1));
}

}  // namespace
}  // namespace clearway
