#include "clearway/query/capsule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/query/box.h"
#include "clearway/query/direction.h"
#include "clearway/query/tolerance.h"

namespace clearway::internal {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// The rounding of a difference of two points, per scale: shorter ones have no
// direction.
constexpr double kNoise = 16 * kEpsilon;

/* The segments |s| <= half_A along A's z and |t| <= half_B along B's z. */
PairInA ComputeSegmentSegment(double half_A, double half_B,
                              const RigidTransform& X_AB) {
  // In A's frame the cross product of the directions, (0, 0, 1) x b, is
  // (-b.y, b.x, 0) without any rounding: nearly parallel segments keep all
  // digits of the small angle between them.
  const Vector3 b = X_AB.rotation().matrix().col(2);
  const Vector3 c = X_AB.translation();
  const double sine2 = b.x() * b.x() + b.y() * b.y();
  const double sine = std::sqrt(sine2);

  const Vector3 perpendicular =
      sine > 0 ? Vector3(Vector3(-b.y(), b.x(), 0) / sine) : Vector3::UnitX();
  const double scale = c.cwiseAbs().maxCoeff() + half_A + half_B;

  double s = 0, t = 0;
  const bool parallel = sine * std::min(half_A, half_B) <= 4 * kEpsilon * scale;
  if (parallel) {
    // Parallel: the middle of the overlap along z, or of the gap, which the
    // clamps turn into the ends.
    const double reach = half_B * std::abs(b.z());
    const double middle = 0.5 * (std::max(-half_A, c.z() - reach) +
                                 std::min(half_A, c.z() + reach));
    t = std::clamp((middle - c.z()) * SignOf(b.z()), -half_B, half_B);
    s = std::clamp(c.z() + t * b.z(), -half_A, half_A);
    t = std::clamp(b.dot(Vector3(0, 0, s) - c), -half_B, half_B);
  } else {
    // The minimum of a convex quadratic over a rectangle: t of the lines
    // clamped, the s that goes with it, and t again if s had to be clamped.
    const double t_lines = -(c.x() * b.x() + c.y() * b.y()) / sine2;
    t = std::clamp(t_lines, -half_B, half_B);
    const double s_line = c.z() + t * b.z();
    s = std::clamp(s_line, -half_A, half_A);
    if (s != s_line) {
      t = std::clamp(b.dot(Vector3(0, 0, s) - c), -half_B, half_B);
    }
  }

  // The difference of the closest points is perpendicular to a segment that has
  // its closest point inside, which a short difference would lose to rounding.
  // Of parallel ones to the longer: their angle is nothing to the shorter only.
  const bool inside_A = std::abs(s) < half_A, inside_B = std::abs(t) < half_B;
  Vector3 p_CbCa_A = Vector3(0, 0, s) - (c + t * b);
  if (inside_B && !(inside_A && half_A > half_B)) {
    p_CbCa_A -= p_CbCa_A.dot(b) * b;
  } else if (inside_A) {
    p_CbCa_A.z() = 0;
  }
  const Direction B_to_A = CalcDirection(p_CbCa_A, perpendicular);

  PairInA result;
  result.p_ACa = Vector3(0, 0, s);
  if ((inside_A && inside_B && !parallel) || B_to_A.length <= kNoise * scale) {
    const double along = -c.dot(perpendicular);
    result.distance = std::abs(along);
    result.nhat_BA_A = SignOf(along) * perpendicular;
  } else {
    result.distance = B_to_A.length;
    result.nhat_BA_A = B_to_A.unit;
  }
  return result;
}

}  // namespace

PairInA ComputeCapsuleCapsule(const Capsule& A, const Capsule& B,
                              const RigidTransform& X_AB) {
  return Thicken(
      ComputeSegmentSegment(0.5 * A.length(), 0.5 * B.length(), X_AB),
      A.radius(), B.radius());
}

PairInA ComputeCapsuleBox(const Capsule& A, const Box& B,
                          const RigidTransform& X_AB) {
  return Thicken(
      ComputeBoxCores(Vector3(0, 0, 0.5 * A.length()), 0.5 * B.size(), X_AB),
      A.radius(), 0);
}

ThresholdVerdict CompareCapsuleBox(const Capsule& A, const Box& B,
                                   const RigidTransform& X_AB, double threshold,
                                   Vector3*) {
  // The segment's middle and direction in the box's frame.
  const Matrix3& R_AB = X_AB.rotation().matrix();
  const Vector3 p_BM = -(R_AB.transpose() * X_AB.translation());
  const Vector3 d = R_AB.row(2).transpose();
  const Vector3 half = 0.5 * B.size();
  const double half_length = 0.5 * A.length();
  const double scale =
      p_BM.cwiseAbs().maxCoeff() + half.maxCoeff() + half_length + A.radius();
  const double margin = CalcDecisionMargin(scale);
  const double below = threshold + A.radius() - margin;
  const double above = std::max(threshold + A.radius() + margin, 0.0);

  // f(t) = |excess(t)|^2 / 2 of the point p_BM + t d. Newton's step is exact
  // once the box's faces that the point is beyond are those at the minimum.
  double lower = -half_length, upper = half_length;
  double t = std::clamp(-p_BM.dot(d), lower, upper);
  // Each step puts another of six faces, or an end, behind it.
  for (int step = 0; step < 8; ++step) {
    double f = 0, slope = 0, curvature = 0;
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) {
      const double p = p_BM[k] + t * d[k];
      const double excess = p - std::min(std::max(p, -half[k]), half[k]);
      f += 0.5 * excess * excess;
      slope += excess * d[k];
      curvature += excess != 0 ? d[k] * d[k] : 0;
    }
    if (below > 0 && 2 * f <= below * below) {
      return ThresholdVerdict::kAtOrBelow;
    }
    (slope > 0 ? upper : lower) = t;
    const double end = slope > 0 ? lower : upper;
    if (2 * (f + slope * (end - t)) > above * above) {
      return ThresholdVerdict::kAbove;
    }
    if (!(curvature > 0)) break;
    t = std::clamp(t - slope / curvature, lower, upper);
  }
  return ThresholdVerdict::kUndecided;
}

}  // namespace clearway::internal
