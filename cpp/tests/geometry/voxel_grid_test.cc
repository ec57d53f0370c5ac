#include "clearway/geometry/voxel_grid.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace clearway {
namespace {

using Cell = VoxelGrid::Cell;

VoxelGrid::Options Unknown(CellMeaning meaning) {
  VoxelGrid::Options options;
  options.unknown = meaning;
  return options;
}

struct Element {
  Vector3 lower;
  Vector3 upper;
};

std::vector<Element> ListElements(const VoxelGrid& grid) {
  std::vector<Element> elements;
  std::vector<ElementSet::BoxedNode> stack;
  if (const auto root = grid.root()) stack.push_back(*root);
  while (!stack.empty()) {
    const ElementSet::BoxedNode item = stack.back();
    stack.pop_back();
    if (item.node.is_element) {
      const ConvexElement e = grid.GetElement(item.node);
      elements.push_back({e.centre - e.half_size, e.centre + e.half_size});
      continue;
    }
    ElementSet::BoxedNode children[ElementSet::kMaxChildren];
    const int count = grid.Expand(item.node, children);
    EXPECT_GT(count, 0);  // What holds nothing is not gone into.
    stack.insert(stack.end(), children, children + count);
  }
  return elements;
}

TEST(VoxelGrid, HoldsItsStates) {
  std::mt19937 generator(1);
  for (const Cell& shape :
       {Cell(0, 2, 2), Cell(1, 1, 1), Cell(2, 2, 2), Cell(5, 3, 9)}) {
    std::vector<std::int8_t> states(shape.prod());
    for (auto& state : states) state = static_cast<int>(generator() % 3) - 1;
    if (!states.empty()) states[0] = 1;
    const VoxelGrid dut(states, shape, 0.5, Unknown(CellMeaning::kFree));
    EXPECT_EQ(dut.occupancy(), states);
    EXPECT_EQ(dut.CountOccupied(), std::count(states.begin(), states.end(), 1));
    EXPECT_EQ(dut.empty(), states.empty());
    double volume = 0;
    for (const Element& e : ListElements(dut)) {
      volume += (e.upper - e.lower).prod();
    }
    EXPECT_NEAR(volume, 0.125 * dut.CountOccupied(), 1e-12);
  }
}

// Whatever is set, the tree is the one that is built of the same states.
TEST(VoxelGrid, SetBoxIsSettingEachCell) {
  std::mt19937 generator(2);
  const Cell shape(13, 10, 16);
  VoxelGrid dut(shape, 1, Unknown(CellMeaning::kOccupied));
  std::vector<std::int8_t> states(shape.prod(), 0);
  for (int step = 0; step < 100; ++step) {
    Cell lower, upper;
    for (int k = 0; k < 3; ++k) {
      const int a = static_cast<int>(generator() % (shape[k] + 1));
      const int b = static_cast<int>(generator() % (shape[k] + 1));
      lower[k] = std::min(a, b);
      upper[k] = std::max(a, b);
    }
    const auto state = static_cast<CellState>(generator() % 3);
    const VoxelGrid before(dut);
    dut.SetBox(lower, upper, state);
    for (int x = lower.x(); x < upper.x(); ++x) {
      for (int y = lower.y(); y < upper.y(); ++y) {
        for (int z = lower.z(); z < upper.z(); ++z) {
          states[(x * shape.y() + y) * shape.z() + z] =
              state == CellState::kUnknown ? -1 : static_cast<int>(state);
        }
      }
    }
    ASSERT_EQ(dut.occupancy(), states);
    const VoxelGrid built(states, shape, 1, Unknown(CellMeaning::kOccupied));
    ASSERT_EQ(VoxelGrid::Compare(dut, built), 0);
    ASSERT_EQ(VoxelGrid::Compare(before, dut),
              -VoxelGrid::Compare(dut, before));
    ListElements(dut);
  }
  dut.Clear();
  EXPECT_TRUE(dut.empty());
}

TEST(VoxelGrid, WholeBlocksAreOneElement) {
  VoxelGrid dut({64, 64, 64}, 0.1, {});
  dut.SetBox({0, 0, 0}, {64, 64, 64}, CellState::kOccupied);
  EXPECT_EQ(ListElements(dut).size(), 1u);
  RowMatrixX3i cell(1, 3);
  cell << 40, 3, 7;
  dut.SetCells(cell, CellState::kFree);
  EXPECT_EQ(ListElements(dut).size(), 6u * 7);
  EXPECT_EQ(dut.CountOccupied(), 64 * 64 * 64 - 1);
  dut.SetCells(cell, CellState::kOccupied);
  EXPECT_EQ(ListElements(dut).size(), 1u);
}

TEST(VoxelGrid, UnknownCellsAreWhatIsSaid) {
  const std::vector<std::int8_t> states{-1, 1};
  EXPECT_THROW(VoxelGrid(states, {1, 1, 2}, 1, {}), std::invalid_argument);
  EXPECT_EQ(ListElements(VoxelGrid(states, {1, 1, 2}, 1,
                                   Unknown(CellMeaning::kOccupied)))
                .size(),
            2u);
  EXPECT_EQ(
      ListElements(VoxelGrid(states, {1, 1, 2}, 1, Unknown(CellMeaning::kFree)))
          .size(),
      1u);
  // What is solid is one block, whatever its cells are taken from.
  const std::vector<std::int8_t> mixed{-1, 1, 1, 1, 1, -1, 1, 1};
  EXPECT_EQ(ListElements(
                VoxelGrid(mixed, {2, 2, 2}, 1, Unknown(CellMeaning::kOccupied)))
                .size(),
            1u);
  EXPECT_EQ(
      ListElements(VoxelGrid(mixed, {2, 2, 2}, 1, Unknown(CellMeaning::kFree)))
          .size(),
      6u);
  VoxelGrid known({1, 1, 2}, 1, {});
  EXPECT_THROW(known.SetBox({0, 0, 0}, {1, 1, 1}, CellState::kUnknown),
               std::invalid_argument);
}

TEST(VoxelGrid, OriginIsTheMinimumCorner) {
  const std::vector<std::int8_t> states{0, 1};
  const VoxelGrid dut(states, {1, 1, 2}, 0.5, {}, Vector3(1, 2, 3));
  const std::vector<Element> elements = ListElements(dut);
  ASSERT_EQ(elements.size(), 1u);
  EXPECT_EQ(elements[0].lower, Vector3(1, 2, 3.5));
  EXPECT_EQ(elements[0].upper, Vector3(1.5, 2.5, 4));
  EXPECT_EQ(*dut.FindCell(Vector3(1.2, 2.2, 3.5)), Cell(0, 0, 1));
  EXPECT_FALSE(dut.FindCell(Vector3(1.2, 2.2, 4)));
  EXPECT_FALSE(dut.FindCell(Vector3(std::nan(""), 2.2, 4)));
}

TEST(VoxelGrid, FromPointsReachesAsFarAsThey) {
  RowMatrixX3 points(3, 3);
  points << 1.05, 0.05, 0.05, 9.05, 0.05, 0.05, -0.05, 0.05, 1.05;
  const VoxelGrid dut = VoxelGrid::FromPoints(points, 0.1, {});
  EXPECT_EQ(dut.shape(), Cell(92, 1, 11));
  EXPECT_LE((dut.origin() - Vector3(-0.1, 0, 0)).norm(), 1e-15);
  EXPECT_EQ(dut.CountOccupied(), 3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(dut.GetState(*dut.FindCell(points.row(i).transpose())),
              CellState::kOccupied);
  }
  EXPECT_TRUE(VoxelGrid::FromPoints(RowMatrixX3(0, 3), 0.1, {}).empty());
  points(0, 0) = 1e6;
  EXPECT_THROW(VoxelGrid::FromPoints(points, 0.1, {}), std::invalid_argument);
  points(0, 0) = HUGE_VAL;
  EXPECT_THROW(VoxelGrid::FromPoints(points, 0.1, {}), std::invalid_argument);
}

TEST(VoxelGrid, CopiesAreIndependent) {
  VoxelGrid dut({100, 100, 100}, 0.1, {});
  dut.SetBox({10, 10, 10}, {33, 44, 55}, CellState::kOccupied);
  const VoxelGrid before(dut);
  const auto states = before.occupancy();
  dut.SetBox({20, 20, 20}, {90, 90, 90}, CellState::kOccupied);
  dut.SetBox({0, 0, 0}, {12, 100, 100}, CellState::kFree);
  EXPECT_EQ(before.occupancy(), states);
  EXPECT_NE(dut.occupancy(), states);
}

TEST(VoxelGrid, RefusesWhatIsNoGrid) {
  const std::vector<std::int8_t> states{1};
  EXPECT_THROW(VoxelGrid(states, {1, 1, 2}, 1, {}), std::invalid_argument);
  EXPECT_THROW(VoxelGrid(states, {1, 1, 1}, 0, {}), std::invalid_argument);
  EXPECT_THROW(VoxelGrid(states, {1, 1, 1}, 1, {}, Vector3(HUGE_VAL, 0, 0)),
               std::invalid_argument);
  EXPECT_THROW(VoxelGrid({1 << 20, 1, 1}, 1, {}), std::invalid_argument);
  EXPECT_THROW(VoxelGrid({-1, 1, 1}, 1, {}), std::invalid_argument);
  const std::vector<std::int8_t> other{2};
  EXPECT_THROW(VoxelGrid(other, {1, 1, 1}, 1, {}), std::invalid_argument);
  VoxelGrid dut({2, 2, 2}, 1, {});
  EXPECT_THROW(dut.GetState({0, 0, 2}), std::out_of_range);
  EXPECT_THROW(dut.SetBox({0, 0, 0}, {1, 1, 3}, CellState::kOccupied),
               std::out_of_range);
  EXPECT_THROW(dut.SetBox({1, 0, 0}, {0, 1, 1}, CellState::kOccupied),
               std::out_of_range);
  RowMatrixX3i cells(2, 3);
  cells << 0, 0, 0, -1, 0, 0;
  EXPECT_THROW(dut.SetCells(cells, CellState::kOccupied), std::out_of_range);
  EXPECT_TRUE(dut.empty());
}

}  // namespace
}  // namespace clearway
