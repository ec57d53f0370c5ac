#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clearway/geometry/cell_octree.h"
#include "clearway/geometry/element_set.h"

namespace clearway {

/// What cells of a kind are taken for.
enum class CellMeaning { kFree, kOccupied };

/// Cubic cells that are free, occupied or unknown; what is occupied is solid.
///
/// Cell (i, j, k) is the cube [i, i + 1] x [j, j + 1] x [k, k + 1] times the
/// resolution, from the grid's minimum corner. The elements are the largest
/// blocks of solid cells that an octree with its corner there has, so that many
/// cells make few elements; a grid of 10^8 cells costs what its surfaces do.
class VoxelGrid final : public ElementSet {
 public:
  using Cell = CellOctree::Cell;
  static constexpr int kMaxCells = 1 << CellOctree::kMaxHeight;  ///< An axis.

  static constexpr std::int64_t kMaxFileSize = std::int64_t{256} << 20;

  struct Options {
    /// What unknown cells are taken for. Must be said if there are any.
    std::optional<CellMeaning> unknown;
    /// What all beyond the grid is taken for.
    CellMeaning outside{CellMeaning::kFree};
  };

  /// All cells are free.
  /// @param shape  the number of cells along each axis.
  /// @param resolution  edge of a cell. [m]
  /// @param lattice_origin  a corner of the lattice of cells, in the shape's
  /// frame. [m]
  /// @param first_cell  where on the lattice the grid begins: its minimum
  /// corner is lattice_origin + resolution * first_cell.
  /// @throws std::invalid_argument if a number of cells is not in [0,
  /// kMaxCells], resolution is not finite and > 0, or a corner is not finite.
  VoxelGrid(const Cell& shape, double resolution, const Options& options,
            const Vector3& lattice_origin = Vector3::Zero(),
            const Cell& first_cell = Cell::Zero());
  /// @param states  shape.x() * shape.y() * shape.z(), the last axis fastest:
  /// 0 free, 1 occupied, -1 unknown.
  /// @param origin  the minimum corner, in the shape's frame. [m]
  /// @throws std::invalid_argument as above, for another state, and for an
  /// unknown one if options do not say what it means.
  VoxelGrid(std::span<const std::int8_t> states, const Cell& shape,
            double resolution, const Options& options,
            const Vector3& origin = Vector3::Zero());

  /// Occupies the cells that points lie in, on the lattice of multiples of the
  /// resolution; the grid reaches as far as the points do. A point on a face
  /// between cells lies in the upper.
  /// @throws std::invalid_argument if a point is not finite, or they reach
  /// further than kMaxCells.
  static VoxelGrid FromPoints(const Eigen::Ref<const RowMatrixX3>& points,
                              double resolution, const Options& options);

  /// Reads a file of an OctoMap octree, `.bt` or `.ot`: a cube of 65536 cells a
  /// side about the origin. Log odds >= 0 are occupied; what the tree does not
  /// hold is unknown.
  /// @throws std::runtime_error naming the file if it cannot be read or is not
  /// such a file, or is larger than `max_file_size`. [bytes]
  /// @throws std::invalid_argument if options.unknown is not given and there
  /// are unknown cells.
  static VoxelGrid FromOctomap(const std::string& path, const Options& options,
                               std::int64_t max_file_size = kMaxFileSize);

  const Cell& shape() const { return shape_; }
  double resolution() const { return resolution_; }
  /// The minimum corner. [m]
  Vector3 origin() const { return ToPoint(Vector3::Zero()); }
  const Vector3& lattice_origin() const { return lattice_origin_; }
  const Cell& first_cell() const { return first_cell_; }
  const Options& options() const { return options_; }

  /// The state of a cell. @throws std::out_of_range if there is no such cell.
  CellState GetState(const Cell& cell) const;
  /// The state of every cell, as the constructor takes them.
  std::vector<std::int8_t> occupancy() const;
  /// The cells that are occupied.
  std::int64_t CountOccupied() const;

  /// The cell that a point of the shape's frame lies in; none outside.
  std::optional<Cell> FindCell(const Vector3& p) const;

  /// Sets cells, the rows of (n, 3).
  /// @throws std::out_of_range if one is not of the grid.
  /// @throws std::invalid_argument for kUnknown if options do not say what it
  /// means.
  void SetCells(const Eigen::Ref<const RowMatrixX3i>& cells, CellState state);
  /// Sets the cells with lower <= cell < upper. The cost is that of the box's
  /// surface.
  /// @throws std::out_of_range unless 0 <= lower <= upper <= shape().
  /// @throws std::invalid_argument as SetCells.
  void SetBox(const Cell& lower, const Cell& upper, CellState state);
  /// Sets all cells to free.
  void Clear();

  const CellOctree& octree() const { return octree_; }

  /// An order of grids by their numbers; 0 if they are equal.
  static int Compare(const VoxelGrid& a, const VoxelGrid& b);

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;
  std::optional<BoxedNode> root() const final;
  int Expand(const Node& node, BoxedNode* children) const final;
  ConvexElement GetElement(const Node& node) const final;
  bool has_solid_outside() const final {
    return options_.outside == CellMeaning::kOccupied;
  }
  Aabb outer_box() const final;

 private:
  /* From coordinates in cells. */
  Vector3 ToPoint(const Vector3& c) const {
    return lattice_origin_ + resolution_ * (c + first_cell_.cast<double>());
  }
  bool HasSolid(const CellOctree::Block& block) const;
  /* Of a block that has some: whether all of it is solid, be it occupied or
   unknown. */
  bool IsElement(const CellOctree::Block& block) const;
  BoxedNode MakeNode(const CellOctree::Block& block, int level,
                     const Cell& least) const;
  void CheckState(CellState state) const;

  Cell shape_;
  double resolution_;
  Options options_;
  Vector3 lattice_origin_;
  Cell first_cell_;  // Large numbers that stay exact.
  CellOctree octree_;
};

}  // namespace clearway
