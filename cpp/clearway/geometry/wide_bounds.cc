#include "clearway/geometry/wide_bounds.h"

#include <cmath>
#include <limits>

#include "clearway/common/cpu.h"

namespace clearway::internal {
namespace {

constexpr int kWidth = WideBoxes::kWidth;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
/* Axes are orthonormal to rounding only. */
constexpr float kShrink = 1 - 1e-5f;

/* The loops below are over boxes and hold no call, nor a comparison that the
 compiler might make a branch of, so that it vectorises them for any instruction
 set. */
inline float Max(float a, float b) { return a > b ? a : b; }
/* The square of what of a is positive. */
inline float SquarePositive(float a) {
  const float positive = 0.5f * (a + std::abs(a));
  return positive * positive;
}

CLEARWAY_LANES void CalcSquaredBoundsInLanes(const WideBoxes& boxes,
                                             const OrientedBox& box,
                                             float slack,
                                             float bounds[kWidth]) {
  const float b00 = box.axes(0, 0), b01 = box.axes(0, 1), b02 = box.axes(0, 2);
  const float b10 = box.axes(1, 0), b11 = box.axes(1, 1), b12 = box.axes(1, 2);
  const float b20 = box.axes(2, 0), b21 = box.axes(2, 1), b22 = box.axes(2, 2);
  const float cx = box.centre.x(), cy = box.centre.y(), cz = box.centre.z();
  const float h0 = box.half_size.x(), h1 = box.half_size.y();
  const float h2 = box.half_size.z();
  float result[kWidth];
  for (int k = 0; k < kWidth; ++k) {
    const float tx = boxes.centre[0][k] - cx;
    const float ty = boxes.centre[1][k] - cy;
    const float tz = boxes.centre[2][k] - cz;
    // The offset and the other box's reach along this box's axes.
    const float o0 = b00 * tx + b10 * ty + b20 * tz;
    const float o1 = b01 * tx + b11 * ty + b21 * tz;
    const float o2 = b02 * tx + b12 * ty + b22 * tz;
    float reach0 = h0 + slack;
    float reach1 = h1 + slack;
    float reach2 = h2 + slack;
    float squared_gap = 0;
    float widest = -kInfinity;
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      const float ax = boxes.axes[0][j][k];
      const float ay = boxes.axes[1][j][k];
      const float az = boxes.axes[2][j][k];
      const float h = boxes.half_size[j][k];
      const float m0 = std::abs(b00 * ax + b10 * ay + b20 * az);
      const float m1 = std::abs(b01 * ax + b11 * ay + b21 * az);
      const float m2 = std::abs(b02 * ax + b12 * ay + b22 * az);
      reach0 += m0 * h;
      reach1 += m1 * h;
      reach2 += m2 * h;
      const float gap = std::abs(ax * tx + ay * ty + az * tz) -
                        (h + slack + m0 * h0 + m1 * h1 + m2 * h2);
      squared_gap += SquarePositive(gap);
      widest = Max(widest, gap);
    }
    const float gap0 = std::abs(o0) - reach0;
    const float gap1 = std::abs(o1) - reach1;
    const float gap2 = std::abs(o2) - reach2;
    const float squared_gap_of_box =
        SquarePositive(gap0) + SquarePositive(gap1) + SquarePositive(gap2);
    widest = Max(Max(widest, gap0), Max(gap1, gap2));
    const float overlap = 0.5f * (widest - std::abs(widest));
    const float bound =
        kShrink * Max(squared_gap, squared_gap_of_box) - overlap * overlap;
    result[k] = bound < kInfinity ? bound : 0;
  }
  for (int k = 0; k < kWidth; ++k) bounds[k] = result[k];
}

CLEARWAY_AVX2 void CalcSquaredBoundsWithAvx2(const WideBoxes& boxes,
                                             const OrientedBox& box,
                                             float slack,
                                             float bounds[kWidth]) {
  CalcSquaredBoundsInLanes(boxes, box, slack, bounds);
}

}  // namespace

void CalcSquaredBoundsOnAnyCpu(const WideBoxes& boxes, const OrientedBox& box,
                               float slack, float bounds[kWidth]) {
  CalcSquaredBoundsInLanes(boxes, box, slack, bounds);
}

void CalcSquaredBounds(const WideBoxes& boxes, const OrientedBox& box,
                       float slack, float bounds[kWidth]) {
  HasAvx2() ? CalcSquaredBoundsWithAvx2(boxes, box, slack, bounds)
            : CalcSquaredBoundsOnAnyCpu(boxes, box, slack, bounds);
}

void CalcWaysPast(const WideBoxes& boxes, const OrientedBox& box,
                  const Eigen::Vector3f& u, float slack, float ways[kWidth]) {
  const float reach_of_box =
      (box.axes.transpose() * u).cwiseAbs().dot(box.half_size) + slack;
  const float ux = u.x(), uy = u.y(), uz = u.z();
  const float cx = box.centre.x(), cy = box.centre.y(), cz = box.centre.z();
  float result[kWidth];
  for (int k = 0; k < kWidth; ++k) {
    float way = reach_of_box + ux * (cx - boxes.centre[0][k]) +
                uy * (cy - boxes.centre[1][k]) + uz * (cz - boxes.centre[2][k]);
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      way += boxes.half_size[j][k] *
             std::abs(ux * boxes.axes[0][j][k] + uy * boxes.axes[1][j][k] +
                      uz * boxes.axes[2][j][k]);
    }
    result[k] = way < kInfinity ? way : kInfinity;
  }
  for (int k = 0; k < kWidth; ++k) ways[k] = result[k];
}

/* By the projections on the ray, on the planes across the ray and a box's axis,
 and on these. */
void CalcEntries(const WideBoxes& boxes, const Eigen::Vector3f& p,
                 const Eigen::Vector3f& direction, float slack,
                 float entries[kWidth]) {
  const float px = p.x(), py = p.y(), pz = p.z();
  const float ux = direction.x(), uy = direction.y(), uz = direction.z();
  float result[kWidth];
  for (int k = 0; k < kWidth; ++k) {
    const float tx = boxes.centre[0][k] - px;
    const float ty = boxes.centre[1][k] - py;
    const float tz = boxes.centre[2][k] - pz;
    const float along = tx * ux + ty * uy + tz * uz;
    float o[3], d[3], h[3];
    float reach = slack;
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      const float ax = boxes.axes[0][j][k];
      const float ay = boxes.axes[1][j][k];
      const float az = boxes.axes[2][j][k];
      h[j] = boxes.half_size[j][k] + slack;
      o[j] = ax * tx + ay * ty + az * tz;
      d[j] = ax * ux + ay * uy + az * uz;
      reach += std::abs(d[j]) * h[j];
    }
    // Positive where the box is surely behind, or beside the ray's line.
    const float behind = -(along + reach);
    const float beside0 = std::abs(o[1] * d[2] - o[2] * d[1]) - slack -
                          h[1] * std::abs(d[2]) - h[2] * std::abs(d[1]);
    const float beside1 = std::abs(o[2] * d[0] - o[0] * d[2]) - slack -
                          h[2] * std::abs(d[0]) - h[0] * std::abs(d[2]);
    const float beside2 = std::abs(o[0] * d[1] - o[1] * d[0]) - slack -
                          h[0] * std::abs(d[1]) - h[1] * std::abs(d[0]);
    const float missed = SquarePositive(behind) + SquarePositive(beside0) +
                         SquarePositive(beside1) + SquarePositive(beside2);
    result[k] = along - reach + (missed > 0 ? kInfinity : 0);
  }
  for (int k = 0; k < kWidth; ++k) entries[k] = result[k];
}

}  // namespace clearway::internal
