#include "clearway/geometry/voxel_grid.h"

#include <algorithm>
#include <cmath>

#include "clearway/common/check.h"
#include "clearway/geometry/octomap_file.h"

namespace clearway {
namespace {

using Cell = VoxelGrid::Cell;
using Block = CellOctree::Block;

int CalcHeight(const Cell& shape) {
  int height = 0;
  while ((1 << height) < shape.maxCoeff()) ++height;
  return height;
}

const Cell& CheckShape(const Cell& shape) {
  for (int axis = 0; axis < 3; ++axis) {
    ThrowUnless(shape[axis] >= 0 && shape[axis] <= VoxelGrid::kMaxCells,
                "occupancy must have at most ", VoxelGrid::kMaxCells,
                " cells along each axis, got ", shape[axis]);
  }
  return shape;
}

/* A block's key: its least cell and its level. */
std::uint64_t MakeKey(int level, const Cell& least) {
  constexpr int kBits = CellOctree::kMaxHeight;
  std::uint64_t key = static_cast<std::uint64_t>(least.x());
  key = (key << kBits) | static_cast<std::uint64_t>(least.y());
  key = (key << kBits) | static_cast<std::uint64_t>(least.z());
  return (key << 5) | static_cast<std::uint64_t>(level);
}

int LevelOf(std::uint64_t key) { return static_cast<int>(key & 31); }

Cell LeastOf(std::uint64_t key) {
  constexpr int kBits = CellOctree::kMaxHeight;
  constexpr std::uint64_t kMask = (std::uint64_t{1} << kBits) - 1;
  return Cell(static_cast<int>((key >> (5 + 2 * kBits)) & kMask),
              static_cast<int>((key >> (5 + kBits)) & kMask),
              static_cast<int>((key >> 5) & kMask));
}

class ArrayReader {
 public:
  ArrayReader(std::span<const std::int8_t> states, const Cell& shape,
              CellOctree* octree)
      : states_(states), shape_(shape), octree_(*octree) {}

  Block Read(int level, const Cell& least) {
    if ((least.array() >= shape_.array()).any()) {
      return CellOctree::MakeUniform(CellState::kFree);
    }
    if (level == 0) return CellOctree::MakeUniform(ReadCell(least));
    Block children[8];
    const int half = 1 << (level - 1);
    for (int i = 0; i < 8; ++i) {
      children[i] = Read(
          level - 1, least + half * Cell(i & 1, (i >> 1) & 1, (i >> 2) & 1));
    }
    return octree_.Join(level, children);
  }

 private:
  CellState ReadCell(const Cell& cell) const {
    const std::size_t index =
        (static_cast<std::size_t>(cell.x()) * shape_.y() + cell.y()) *
            shape_.z() +
        cell.z();
    switch (states_[index]) {
      case 0:
        return CellState::kFree;
      case 1:
        return CellState::kOccupied;
      default:
        return CellState::kUnknown;
    }
  }

  std::span<const std::int8_t> states_;
  const Cell shape_;
  CellOctree& octree_;
};

constexpr double kMaxCoordinate = 1e150;  // So that its square is finite.

int CompareNumber(double a, double b) { return a < b ? -1 : a > b ? 1 : 0; }

}  // namespace

VoxelGrid::VoxelGrid(const Cell& shape, double resolution,
                     const Options& options, const Vector3& lattice_origin,
                     const Cell& first_cell)
    : ElementSet(ShapeType::kVoxelGrid),
      shape_(CheckShape(shape)),
      resolution_(CheckPositive(resolution, "resolution")),
      options_(options),
      lattice_origin_(lattice_origin),
      first_cell_(first_cell),
      octree_(CalcHeight(shape)) {
  for (int axis = 0; axis < 3; ++axis) {
    CheckFinite(lattice_origin[axis], "origin");
    ThrowUnless(std::abs(ToPoint(shape.cast<double>())[axis]) <= kMaxCoordinate,
                "resolution ", resolution, " is too large for the grid");
  }
}

VoxelGrid::VoxelGrid(std::span<const std::int8_t> states, const Cell& shape,
                     double resolution, const Options& options,
                     const Vector3& origin)
    : VoxelGrid(shape, resolution, options, origin) {
  std::size_t num_cells = 1;
  for (int axis = 0; axis < 3; ++axis) num_cells *= shape[axis];
  ThrowUnless(states.size() == num_cells, "occupancy must have ", num_cells,
              " states, got ", states.size());
  bool has_unknown = false;
  for (const std::int8_t state : states) {
    ThrowUnless(state >= -1 && state <= 1,
                "occupancy must be 0 (free), 1 (occupied) or -1 (unknown), "
                "got ",
                static_cast<int>(state));
    has_unknown = has_unknown || state == -1;
  }
  if (has_unknown) CheckState(CellState::kUnknown);
  octree_.SetRoot(ArrayReader(states, shape, &octree_)
                      .Read(octree_.height(), Cell::Zero()));
}

VoxelGrid VoxelGrid::FromPoints(const Eigen::Ref<const RowMatrixX3>& points,
                                double resolution, const Options& options) {
  CheckPositive(resolution, "resolution");
  Eigen::Array3d lower = Eigen::Array3d::Constant(HUGE_VAL);
  Eigen::Array3d upper = Eigen::Array3d::Constant(-HUGE_VAL);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    ThrowUnless(points.row(i).allFinite(), "points must be finite, row ", i,
                " is (", points(i, 0), ", ", points(i, 1), ", ", points(i, 2),
                ")");
    const Eigen::Array3d cell =
        (points.row(i).transpose().array() / resolution).floor();
    lower = lower.min(cell);
    upper = upper.max(cell);
  }
  if (points.rows() == 0) {
    return VoxelGrid(Cell::Zero(), resolution, options);
  }
  constexpr double kLargest = 1 << 30;
  ThrowUnless((upper - lower < kMaxCells).all() && (lower > -kLargest).all() &&
                  (upper < kLargest).all(),
              "points reach over more than ", kMaxCells,
              " cells along an axis, or further than 2^30 cells from the "
              "origin");
  const Cell first = lower.cast<int>();
  VoxelGrid grid((upper - lower + 1).cast<int>().matrix(), resolution, options,
                 Vector3::Zero(), first);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const Cell cell = (points.row(i).transpose().array() / resolution)
                          .floor()
                          .cast<int>()
                          .matrix() -
                      first;
    grid.octree_.SetBox(cell, cell + Cell::Ones(), CellState::kOccupied);
  }
  return grid;
}

VoxelGrid VoxelGrid::FromOctomap(const std::string& path,
                                 const Options& options,
                                 std::int64_t max_file_size) {
  OctomapFile file = ReadOctomapFile(path, max_file_size);
  const int side = 1 << file.octree.height();
  VoxelGrid grid(Cell::Constant(side), file.resolution, options,
                 Vector3::Zero(), Cell::Constant(-side / 2));
  if (file.octree.root().Contains(CellState::kUnknown)) {
    grid.CheckState(CellState::kUnknown);
  }
  grid.octree_ = std::move(file.octree);
  return grid;
}

CellState VoxelGrid::GetState(const Cell& cell) const {
  if ((cell.array() < 0).any() || (cell.array() >= shape_.array()).any()) {
    throw std::out_of_range(Concat("cell (", cell.x(), ", ", cell.y(), ", ",
                                   cell.z(), ") is not of the grid of (",
                                   shape_.x(), ", ", shape_.y(), ", ",
                                   shape_.z(), ") cells"));
  }
  return octree_.GetState(cell);
}

std::vector<std::int8_t> VoxelGrid::occupancy() const {
  const auto index = [this](int x, int y, int z) {
    return (static_cast<std::size_t>(x) * shape_.y() + y) * shape_.z() + z;
  };
  std::vector<std::int8_t> states(index(shape_.x(), 0, 0), 0);
  octree_.VisitBlocks([&](int level, const Cell& least, CellState state) {
    const std::int8_t value = state == CellState::kOccupied ? 1 : -1;
    const int side = 1 << level;
    for (int x = least.x(); x < least.x() + side; ++x) {
      for (int y = least.y(); y < least.y() + side; ++y) {
        std::fill_n(states.begin() +
                        static_cast<std::ptrdiff_t>(index(x, y, least.z())),
                    side, value);
      }
    }
  });
  return states;
}

std::int64_t VoxelGrid::CountOccupied() const {
  std::int64_t count = 0;
  octree_.VisitBlocks([&](int level, const Cell&, CellState state) {
    if (state == CellState::kOccupied) count += std::int64_t{1} << (3 * level);
  });
  return count;
}

std::optional<Cell> VoxelGrid::FindCell(const Vector3& p) const {
  const Eigen::Array3d c =
      ((p - lattice_origin_) / resolution_).array().floor() -
      first_cell_.cast<double>().array();
  // A NaN is in no cell.
  if (!((c >= 0).all() && (c < shape_.cast<double>().array()).all())) {
    return std::nullopt;
  }
  return Cell(c.cast<int>().matrix());
}

void VoxelGrid::CheckState(CellState state) const {
  ThrowUnless(state != CellState::kUnknown || options_.unknown.has_value(),
              "unknown must say what unknown cells are taken for, 'occupied' "
              "or 'free', since there are some");
}

void VoxelGrid::SetCells(const Eigen::Ref<const RowMatrixX3i>& cells,
                         CellState state) {
  CheckState(state);
  for (Eigen::Index i = 0; i < cells.rows(); ++i) {
    GetState(cells.row(i).transpose());
  }
  for (Eigen::Index i = 0; i < cells.rows(); ++i) {
    const Cell cell = cells.row(i).transpose();
    octree_.SetBox(cell, cell + Cell::Ones(), state);
  }
}

void VoxelGrid::SetBox(const Cell& lower, const Cell& upper, CellState state) {
  CheckState(state);
  for (int axis = 0; axis < 3; ++axis) {
    if (!(0 <= lower[axis] && lower[axis] <= upper[axis] &&
          upper[axis] <= shape_[axis])) {
      throw std::out_of_range(Concat(
          "cells from ", lower[axis], " to ", upper[axis], " along axis ", axis,
          " are not within [0, ", shape_[axis], ")"));
    }
  }
  if ((lower.array() < upper.array()).all()) {
    octree_.SetBox(lower, upper, state);
  }
}

void VoxelGrid::Clear() { octree_ = CellOctree(octree_.height()); }

int VoxelGrid::Compare(const VoxelGrid& a, const VoxelGrid& b) {
  int order = CompareNumber(a.resolution_, b.resolution_);
  for (int axis = 0; axis < 3 && order == 0; ++axis) {
    order = CompareNumber(a.shape_[axis], b.shape_[axis]);
    if (order == 0) order = CompareNumber(a.origin()[axis], b.origin()[axis]);
  }
  if (order != 0) return order;
  if (a.options_.outside != b.options_.outside) {
    return a.options_.outside < b.options_.outside ? -1 : 1;
  }
  if (a.options_.unknown != b.options_.unknown) {
    return a.options_.unknown < b.options_.unknown ? -1 : 1;
  }
  return CellOctree::Compare(a.octree_, b.octree_);
}

std::unique_ptr<Shape> VoxelGrid::Clone() const {
  return std::make_unique<VoxelGrid>(*this);
}

std::string VoxelGrid::to_string() const {
  return Concat("VoxelGrid(", shape_.x(), " x ", shape_.y(), " x ", shape_.z(),
                " cells, resolution=", resolution_, ")");
}

bool VoxelGrid::HasSolid(const Block& block) const {
  return block.Contains(CellState::kOccupied) ||
         (options_.unknown == CellMeaning::kOccupied &&
          block.Contains(CellState::kUnknown));
}

bool VoxelGrid::IsElement(const Block& block) const {
  return !block.is_mixed() || (options_.unknown == CellMeaning::kOccupied &&
                               !block.Contains(CellState::kFree));
}

ElementSet::BoxedNode VoxelGrid::MakeNode(const Block& block, int level,
                                          const Cell& least) const {
  const Vector3 c = least.cast<double>();
  const double side = 1 << level;
  return {{ToPoint(c), ToPoint(c.array() + side)},
          {MakeKey(level, least), block.ref, IsElement(block)}};
}

std::optional<ElementSet::BoxedNode> VoxelGrid::root() const {
  if (!HasSolid(octree_.root())) return std::nullopt;
  return MakeNode(octree_.root(), octree_.height(), Cell::Zero());
}

int VoxelGrid::Expand(const Node& node, BoxedNode* children) const {
  const int level = LevelOf(node.key);
  const Cell least = LeastOf(node.key);
  const Block block{CellOctree::kMixed, 0, node.ref};
  int count = 0;
  for (int i = 0; i < 8; ++i) {
    const Block child = octree_.GetChild(block, level, i);
    if (!HasSolid(child)) continue;
    const Cell offset =
        Cell(i & 1, (i >> 1) & 1, (i >> 2) & 1) * (1 << (level - 1));
    children[count++] = MakeNode(child, level - 1, least + offset);
  }
  return count;
}

ConvexElement VoxelGrid::GetElement(const Node& node) const {
  ConvexElement element{ConvexElement::Kind::kBox};
  const double half = 0.5 * (1 << LevelOf(node.key));
  element.centre =
      ToPoint(LeastOf(node.key).cast<double>() + Vector3::Constant(half));
  element.half_size.setConstant(half * resolution_);
  return element;
}

Aabb VoxelGrid::outer_box() const {
  return {ToPoint(Vector3::Zero()), ToPoint(shape_.cast<double>())};
}

}  // namespace clearway
