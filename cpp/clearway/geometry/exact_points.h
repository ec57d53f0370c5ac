#pragma once

#include <array>
#include <vector>

#include "clearway/math/types.h"

namespace clearway::internal {

/* Points on an integer grid, with exact signs of determinants.

 Each axis is shifted and scaled on its own so that the points fill 52 bits.
 That is an affine map, which keeps what is convex, up to the rounding of a
 point to the grid: 2^-53 of the points' extent along the axis. On the grid
 nothing is rounded, so that a hull built on these signs cannot contradict
 itself.

 @thread_safety Immutable. */
class ExactPoints {
 public:
  /* @pre the points are finite. */
  explicit ExactPoints(const Eigen::Ref<const RowMatrixX3>& points);

  int size() const { return static_cast<int>(grid_.size()); }

  /* Integers of at most 52 bits. */
  const std::array<double, 3>& grid(int i) const { return grid_[i]; }

  /* The sign, -1, 0 or 1, of the volume of a tetrahedron: positive if d lies on
   the side of the triangle from which a, b, c run counter-clockwise. */
  int SignVolume(int a, int b, int c, int d) const;

  /* Six times that volume, rounded. */
  double CalcVolume(int a, int b, int c, int d) const;

  /* The sign of the area of a triangle projected along `axis`: positive if
   a, b, c run counter-clockwise in the axes axis + 1, axis + 2. */
  int SignArea(int axis, int a, int b, int c) const;

 private:
  std::vector<std::array<double, 3>> grid_;
};

}  // namespace clearway::internal
