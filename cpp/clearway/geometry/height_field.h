#pragma once

#include <optional>
#include <vector>

#include "clearway/common/cow_vector.h"
#include "clearway/geometry/element_set.h"

namespace clearway {

/// A surface over solid ground: heights on a grid, triangles between them, and
/// all below these down to a plane.
///
/// heights(j, i) is the z at x = size_x (i / (nx - 1) - 1/2), y = size_y (j /
/// (ny - 1) - 1/2): the origin is below the middle, at z = 0. Each cell between
/// four heights is split along its diagonal from the least x and y to the
/// greatest. The elements are the prisms below the triangles.
class HeightField final : public ElementSet {
 public:
  /// @param heights  (ny, nx), both at least 2. [m]
  /// @param size  the extent along x and y, each > 0. [m]
  /// @param bottom  z of the plane, below all heights; by default as far below
  /// the lowest as the field is wide. [m]
  /// @throws std::invalid_argument if a number is not finite, or above.
  HeightField(const ConstRowMatrixRef& heights, const Vector2& size,
              std::optional<double> bottom = std::nullopt);

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  const Vector2& size() const { return size_; }
  double bottom() const { return bottom_; }
  /// (ny, nx).
  RowMatrixX heights() const;

  /// Replaces the heights of a rectangle, the first of which is heights(row,
  /// column). The cost is that of the rectangle.
  /// @throws std::out_of_range if it is not within the field.
  /// @throws std::invalid_argument if a height is not finite or not above the
  /// bottom.
  void SetHeights(int row, int column, const ConstRowMatrixRef& heights);

  /// An order of fields by their numbers; 0 if they are equal.
  static int Compare(const HeightField& a, const HeightField& b);

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;
  std::optional<BoxedNode> root() const final;
  int Expand(const Node& node, BoxedNode* children) const final;
  ConvexElement GetElement(const Node& node) const final;

 private:
  /* The greatest heights of blocks of 2^level cells a side, rounded up. */
  struct Level {
    int width;
    int height;
    CowVector<float, 1024> greatest;
  };

  void CheckHeights(const ConstRowMatrixRef& heights) const;
  double height(int row, int column) const {
    return heights_[static_cast<std::size_t>(row) * nx_ + column];
  }
  Vector3 GetPoint(int row, int column) const;
  double CalcGreatest(int level, int row, int column) const;
  BoxedNode MakeNode(int level, int row, int column) const;

  int nx_;
  int ny_;
  Vector2 size_;
  double bottom_;
  CowVector<double, 1024> heights_;
  std::vector<Level> levels_;  // From level 1 up to a single block.
};

}  // namespace clearway
