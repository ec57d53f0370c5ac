#pragma once

#include <cstdint>
#include <vector>

#include "clearway/math/types.h"

namespace clearway::internal {

/* The support function of a set of points: which is furthest along a direction.

 A cube around the origin has its faces cut into square cells. Each cell lists
 the points that are furthest along some direction through it; a query compares
 those of one cell only. A point p is left out where another point q is further
 along all four corners of the cell, and so along all directions between them:

     d = sum of a_k d_k, a_k >= 0, d_k . (q - p) > 0  =>  d . (q - p) > 0

 by more than rounding. So the answer is that of comparing all points.

 @thread_safety Immutable. */
class SupportMap {
 public:
  SupportMap() = default;
  explicit SupportMap(const RowMatrixX3& points);

  /* The index of the point furthest along `direction`; ties: the lowest.
   @param points  those which the map was made of. */
  int Find(const RowMatrixX3& points, const Vector3& direction) const;

 private:
  void AddCells(const RowMatrixX3& points, int face, double slack);

  int cells_along_{0};                 // An edge of the cube; 0: no map.
  std::vector<std::int32_t> begin_;    // Of each cell's points, and the end.
  std::vector<std::int32_t> indices_;  // Ascending in each cell.
};

}  // namespace clearway::internal
