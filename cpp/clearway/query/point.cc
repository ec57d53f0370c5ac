#include "clearway/query/point.h"

#include <algorithm>
#include <cmath>

#include "clearway/query/direction.h"

namespace clearway::internal {
namespace {

/* A point by its distance from the z axis and the unit vector away from it. */
struct Radial {
  double rho;
  Vector3 unit;
};

Radial CalcRadial(const Vector3& p) {
  const Direction direction =
      CalcDirection(Vector3(p.x(), p.y(), 0), Vector3::UnitX());
  return {direction.length, direction.unit};
}

}  // namespace

PointDistance CalcPointToSegment(const Vector3& p_SQ, double half_length) {
  const Vector3 nearest(0, 0, std::clamp(p_SQ.z(), -half_length, half_length));
  const Direction direction = CalcDirection(p_SQ - nearest, Vector3::UnitX());
  return {direction.length, direction.unit};
}

PointDistance CalcPointToBox(const Vector3& p_SQ, const Vector3& half_size) {
  const Vector3 excess = p_SQ.cwiseAbs() - half_size;
  int axis = 0;
  const double largest = excess.maxCoeff(&axis);  // ties: the first
  if (largest <= 0) {
    return {largest, SignOf(p_SQ[axis]) * Vector3::Unit(axis)};
  }
  Vector3 outside = excess.cwiseMax(0);
  for (int i = 0; i < 3; ++i) outside[i] *= SignOf(p_SQ[i]);
  const Direction direction = CalcDirection(outside, Vector3::UnitX());
  return {direction.length, direction.unit};
}

PointDistance CalcPointToCylinder(const Vector3& p_SQ, double radius,
                                  double half_length) {
  const Radial radial = CalcRadial(p_SQ);
  const Vector3 cap = SignOf(p_SQ.z()) * Vector3::UnitZ();
  const double beyond_side = radial.rho - radius;
  const double beyond_cap = std::abs(p_SQ.z()) - half_length;
  if (beyond_side > 0 && beyond_cap > 0) {  // nearest to the rim
    const Direction direction = CalcDirection(
        beyond_side * radial.unit + beyond_cap * cap, Vector3::UnitX());
    return {direction.length, direction.unit};
  }
  if (beyond_cap > beyond_side) return {beyond_cap, cap};
  return {beyond_side, radial.unit};
}

PointDistance CalcPointToCone(const Vector3& p_SQ, double radius,
                              double height) {
  // In the half plane (rho, z) the cone is a triangle: its side runs from the
  // rim (radius, -height/2) to the apex (0, height/2).
  const Radial radial = CalcRadial(p_SQ);
  const double rho = radial.rho, z = p_SQ.z();
  const double slant = std::hypot(radius, height);
  const double c = height / slant, s = radius / slant;
  const Vector3 side_normal = c * radial.unit + s * Vector3::UnitZ();
  const double beyond_side = c * rho + s * (z - 0.5 * height);
  const double beyond_base = -0.5 * height - z;
  if (beyond_base > beyond_side && rho <= radius) {
    return {beyond_base, -Vector3::UnitZ()};
  }
  const double along_side = c * (z + 0.5 * height) - s * (rho - radius);
  const bool past_rim = along_side <= 0;
  const bool inside = beyond_side <= 0 && beyond_base <= 0;
  if (inside || (!past_rim && along_side < slant)) {
    return {beyond_side, side_normal};
  }
  const double corner_rho = past_rim ? radius : 0;
  const double corner_z = past_rim ? -0.5 * height : 0.5 * height;
  // The normal is between those of the two faces that meet there: it has no
  // part towards the axis, and none back up or down the side. Near the corner
  // the rounding above may say so, when nothing else is left of the difference.
  const double beyond_rho = std::max(rho - corner_rho, 0.0);
  const double beyond_z = z - corner_z;
  const double up_side = c * beyond_z - s * beyond_rho;
  const bool leaves_side = past_rim ? up_side <= 0 : up_side >= 0;
  const Direction direction =
      leaves_side ? CalcDirection(
                        beyond_rho * radial.unit + beyond_z * Vector3::UnitZ(),
                        side_normal)
                  : CalcDirection(std::max(c * beyond_rho + s * beyond_z, 0.0) *
                                      side_normal,
                                  side_normal);
  return {direction.length, direction.unit};
}

PointDistance CalcPointToEllipsoid(const Vector3& p_SQ,
                                   const Vector3& semi_axes) {
  // By symmetry Q is taken in the first octant. A boundary point N has the
  // normal (N_i / a_i^2); with a the least semi-axis, Q = N + (t - 1) a^2
  // (N_i / a_i^2) for the t > 0 at which N lies on the ellipsoid, where
  //
  //     w_i = N_i / a_i = (a_i / a) (Q_i / a) / (t + k_i),
  //     k_i = (a_i^2 - a^2) / a^2,
  //
  // and |w| = 1. |w| falls with t, and 1 / |w| is concave, so that Newton's
  // method on 1 / |w| = 1 climbs to the root from any t below it.
  int least = 0;
  const double a = semi_axes.minCoeff(&least);
  const Vector3 ratio = semi_axes / a;
  const Vector3 z = ratio.cwiseProduct(p_SQ.cwiseAbs() / a);
  const Vector3 k = (ratio.array() - 1) * (ratio.array() + 1);

  double t =
      std::max(0.0, (z - k).maxCoeff());  // there some w_i >= 1, or t = 0
  Vector3 w;
  const auto evaluate = [&] {
    for (int i = 0; i < 3; ++i) w[i] = z[i] > 0 ? z[i] / (t + k[i]) : 0;
    return w.norm();
  };
  double norm = evaluate();
  if (t == 0 && norm < 1) {
    // Q lies on the medial set, in the plane across the least axis; both
    // sides are nearest, and the positive one is taken.
    w[least] = std::sqrt(1 - norm * norm);
    norm = 1;
  }
  constexpr int kMaxIterations = 64;  // it takes less than 12
  for (int i = 0; i < kMaxIterations && norm > 1; ++i) {
    double slope = 0;  // of |w|, times -|w|
    for (int j = 0; j < 3; ++j) {
      if (w[j] > 0) slope += w[j] * w[j] / (t + k[j]);
    }
    const double next = t + (norm - 1) * norm * norm / slope;
    if (!(next > t)) break;
    t = next;
    norm = evaluate();
  }
  w /= norm;
  for (int i = 0; i < 3; ++i) w[i] *= SignOf(p_SQ[i]);

  const Direction normal =
      CalcDirection(w.cwiseQuotient(ratio), Vector3::Unit(least));
  const Vector3 p_SN = semi_axes.cwiseProduct(w);
  return {normal.unit.dot(p_SQ - p_SN), normal.unit};
}

}  // namespace clearway::internal
