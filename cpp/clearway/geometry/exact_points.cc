#include "clearway/geometry/exact_points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace clearway::internal {
namespace {

__extension__ using Int128 = __int128;

constexpr int kBits = 52;

struct Difference {
  Difference(const std::array<double, 3>& to, const std::array<double, 3>& from)
      : x(to[0] - from[0]), y(to[1] - from[1]), z(to[2] - from[2]) {}
  double x, y, z;  // Integers of at most 53 bits: exact.
};

Int128 Exactly(double value) { return static_cast<std::int64_t>(value); }

int Sign(Int128 value) { return (value > 0) - (value < 0); }

/* The sign of the sum of minor[i] * factor[i], of 108 and 54 bits: the minors
 are split in two so that each partial sum fits. */
int SignOfSum(const std::array<Int128, 3>& minor,
              const std::array<Int128, 3>& factor) {
  constexpr int kSplit = 54;
  constexpr Int128 kMask = (Int128{1} << kSplit) - 1;
  Int128 high = 0, low = 0;
  for (int i = 0; i < 3; ++i) {
    high += (minor[i] >> kSplit) * factor[i];
    low += (minor[i] & kMask) * factor[i];
  }
  high += low >> kSplit;
  return high != 0 ? Sign(high) : Sign(low & kMask);
}

}  // namespace

ExactPoints::ExactPoints(const Eigen::Ref<const RowMatrixX3>& points)
    : grid_(points.rows()) {
  for (int axis = 0; axis < 3; ++axis) {
    // Halved first, so that no extent overflows.
    const double lower = points.col(axis).minCoeff() / 2;
    const double extent = points.col(axis).maxCoeff() / 2 - lower;
    int exponent = 0;
    std::frexp(extent, &exponent);
    for (int i = 0; i < size(); ++i) {
      grid_[i][axis] = std::nearbyint(
          std::ldexp(points(i, axis) / 2 - lower, kBits - exponent));
    }
  }
}

int ExactPoints::SignVolume(int ia, int ib, int ic, int id) const {
  const Difference a(grid_[ia], grid_[id]);
  const Difference b(grid_[ib], grid_[id]);
  const Difference c(grid_[ic], grid_[id]);

  // Rounded arithmetic settles all but a few.
  // @source Shewchuk, Adaptive precision floating-point arithmetic, 1997, bound
  // A; the differences are exact here.
  constexpr double kRelativeError = 8 * 1.2e-16;
  const double bycz = b.y * c.z, bzcy = b.z * c.y;
  const double bzcx = b.z * c.x, bxcz = b.x * c.z;
  const double bxcy = b.x * c.y, bycx = b.y * c.x;
  const double determinant =
      a.x * (bycz - bzcy) + a.y * (bzcx - bxcz) + a.z * (bxcy - bycx);
  const double bound =
      kRelativeError * (std::abs(a.x) * (std::abs(bycz) + std::abs(bzcy)) +
                        std::abs(a.y) * (std::abs(bzcx) + std::abs(bxcz)) +
                        std::abs(a.z) * (std::abs(bxcy) + std::abs(bycx)));
  // The determinant of a, b, c about d is the negative volume.
  if (determinant > bound) return -1;
  if (determinant < -bound) return 1;

  const Int128 bx = Exactly(b.x), by = Exactly(b.y), bz = Exactly(b.z);
  const Int128 cx = Exactly(c.x), cy = Exactly(c.y), cz = Exactly(c.z);
  return -SignOfSum({by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx},
                    {Exactly(a.x), Exactly(a.y), Exactly(a.z)});
}

double ExactPoints::CalcVolume(int ia, int ib, int ic, int id) const {
  const Difference a(grid_[ia], grid_[id]);
  const Difference b(grid_[ib], grid_[id]);
  const Difference c(grid_[ic], grid_[id]);
  return -(a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
           a.z * (b.x * c.y - b.y * c.x));
}

int ExactPoints::SignArea(int axis, int a, int b, int c) const {
  const int x = (axis + 1) % 3, y = (axis + 2) % 3;
  const Int128 abx = Exactly(grid_[b][x] - grid_[a][x]);
  const Int128 aby = Exactly(grid_[b][y] - grid_[a][y]);
  const Int128 acx = Exactly(grid_[c][x] - grid_[a][x]);
  const Int128 acy = Exactly(grid_[c][y] - grid_[a][y]);
  return Sign(abx * acy - aby * acx);
}

}  // namespace clearway::internal
