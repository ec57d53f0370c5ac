#include "clearway/geometry/support_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace clearway::internal {
namespace {

/* By how much a point must be further along all corners, times the largest
 coordinate: heights and the choice of the cell round a hundred times less. */
constexpr double kSlack = 1e-13;

/* The inverse of a shorter direction may overflow: all points are compared. */
constexpr double kMinLength = 1e-290;

/* Few points are compared as fast as a cell is found; cells finer than these
 cost more to make than they save. */
int ChooseCellsAlong(Eigen::Index num_points) {
  if (num_points <= 12) return 0;
  return num_points < 48 ? 8 : 16;
}

/* Face 2i is that of +axis i, face 2i + 1 of -axis i; (u, v) are the next axes
 in cyclic order. */
Vector3 MakeDirection(int face, double u, double v) {
  const int axis = face / 2;
  Vector3 result;
  result[axis] = face % 2 == 0 ? 1 : -1;
  result[(axis + 1) % 3] = u;
  result[(axis + 2) % 3] = v;
  return result;
}

}  // namespace

SupportMap::SupportMap(const RowMatrixX3& points)
    : cells_along_(ChooseCellsAlong(points.rows())) {
  if (cells_along_ == 0) return;
  const double slack = kSlack * points.cwiseAbs().maxCoeff();
  begin_ = {0};
  for (int face = 0; face < 6; ++face) AddCells(points, face, slack);
}

void SupportMap::AddCells(const RowMatrixX3& points, int face, double slack) {
  const int n = static_cast<int>(points.rows());
  const int num_corners = cells_along_ + 1;
  // The heights of all points along each corner, and the highest point.
  Eigen::MatrixXd heights(n, num_corners * num_corners);
  std::vector<int> tops(num_corners * num_corners);
  for (int i = 0; i < num_corners; ++i) {
    for (int j = 0; j < num_corners; ++j) {
      const int corner = num_corners * i + j;
      heights.col(corner).noalias() =
          points * MakeDirection(face, 2.0 * i / cells_along_ - 1,
                                 2.0 * j / cells_along_ - 1);
      heights.col(corner).maxCoeff(&tops[corner]);
    }
  }
  for (int i = 0; i < cells_along_; ++i) {
    for (int j = 0; j < cells_along_; ++j) {
      const int corner = num_corners * i + j;
      const std::array<int, 4> corners{corner, corner + 1, corner + num_corners,
                                       corner + num_corners + 1};
      int centre_top;
      (points * MakeDirection(face, (2.0 * i + 1) / cells_along_ - 1,
                              (2.0 * j + 1) / cells_along_ - 1))
          .maxCoeff(&centre_top);
      const std::array<int, 5> rivals{centre_top, tops[corners[0]],
                                      tops[corners[1]], tops[corners[2]],
                                      tops[corners[3]]};
      for (int p = 0; p < n; ++p) {
        const bool is_never_first =
            std::any_of(rivals.begin(), rivals.end(), [&](int q) {
              return std::all_of(corners.begin(), corners.end(), [&](int k) {
                return heights(q, k) > heights(p, k) + slack;
              });
            });
        if (!is_never_first) indices_.push_back(p);
      }
      begin_.push_back(static_cast<std::int32_t>(indices_.size()));
    }
  }
}

int SupportMap::Find(const RowMatrixX3& points,
                     const Vector3& direction) const {
  const double* const coordinates = points.data();
  const double x = direction.x(), y = direction.y(), z = direction.z();
  const auto height = [&](int i) {
    const double* p = coordinates + 3 * i;
    return x * p[0] + y * p[1] + z * p[2];
  };
  const double ax = std::abs(x), ay = std::abs(y), az = std::abs(z);
  int face;
  double length, u, v;
  if (ax >= ay && ax >= az) {
    face = x < 0, length = ax, u = y, v = z;
  } else if (ay >= az) {
    face = 2 + (y < 0), length = ay, u = z, v = x;
  } else {
    face = 4 + (z < 0), length = az, u = x, v = y;
  }
  if (cells_along_ == 0 || !(length > kMinLength)) {
    const int n = static_cast<int>(points.rows());
    int best = 0;
    double best_height = height(0);
    for (int i = 1; i < n; ++i) {
      const double h = height(i);
      best = h > best_height ? i : best;
      best_height = h > best_height ? h : best_height;
    }
    return best;
  }
  const double half = 0.5 * cells_along_;
  const double scale = half / length;
  const auto locate = [&](double t) {
    return std::min(static_cast<int>(t * scale + half), cells_along_ - 1);
  };
  const int cell = (face * cells_along_ + locate(u)) * cells_along_ + locate(v);
  const std::int32_t* next = indices_.data() + begin_[cell];
  const std::int32_t* const end = indices_.data() + begin_[cell + 1];
  int best = *next;
  double best_height = height(best);
  while (++next != end) {
    const double h = height(*next);
    best = h > best_height ? *next : best;
    best_height = h > best_height ? h : best_height;
  }
  return best;
}

}  // namespace clearway::internal
