#include "clearway/query/triangle_triangle.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

namespace clearway::internal {
namespace {

/* Two edges (or a triangle's two edge vectors) whose cross product is shorter
 than this fraction of the product of their lengths span no plane: rounding
 would choose its direction. */
constexpr double kSinParallel = 1e-12;

/* The cross product, or zero if u and v are parallel. */
Vector3 CalcAxis(const Vector3& u, const Vector3& v) {
  const Vector3 axis = u.cross(v);
  const bool parallel =
      axis.squaredNorm() <=
      kSinParallel * kSinParallel * u.squaredNorm() * v.squaredNorm();
  return parallel ? Vector3::Zero() : axis;
}

Vector3 CalcNormal(const Triangle& t) {
  return CalcAxis(t.v[1] - t.v[0], t.v[2] - t.v[0]);
}

/* Whether p, in the plane of the triangle with this normal, is inside of it. */
bool IsInside(const Triangle& t, const Vector3& normal, const Vector3& p) {
  for (int i = 0; i < 3; ++i) {
    const Vector3& from = t.v[i];
    const Vector3 edge = t.v[(i + 1) % 3] - from;
    if (normal.dot(edge.cross(p - from)) < 0) return false;
  }
  return true;
}

ClosestPoints MakeClosestPoints(const Vector3& p_a, const Vector3& p_b) {
  return {(p_a - p_b).squaredNorm(), p_a, p_b};
}

/* Corners of `a` over the face of `b`. Where one projects outside of it, an
 edge is closer, and others find it. */
void ImproveByCorners(const Triangle& a, const Triangle& b, bool swapped,
                      ClosestPoints* best) {
  const Vector3 normal = CalcNormal(b);
  const double squared_norm = normal.squaredNorm();
  if (squared_norm == 0) return;
  for (const Vector3& p : a.v) {
    const double height = normal.dot(p - b.v[0]);
    if (height * height >= best->squared_distance * squared_norm) continue;
    const Vector3 foot = p - height / squared_norm * normal;
    if (!IsInside(b, normal, foot)) continue;
    *best = swapped ? MakeClosestPoints(foot, p) : MakeClosestPoints(p, foot);
  }
}

/* Calls visit(axis, lower, upper): the translations t of a for which it
 overlaps b along the axis (not unit, not zero) are lower <= axis . t <= upper.
 Stops when visit returns false. */
template <class Visit>
void VisitAxes(const Triangle& a, const Triangle& b, Visit&& visit) {
  const auto project = [&](const Vector3& axis) {
    if (axis.isZero(0)) return true;
    // Relative to a corner, so that a large common offset does not round.
    const double a1 = axis.dot(a.v[1] - a.v[0]);
    const double a2 = axis.dot(a.v[2] - a.v[0]);
    const double b0 = axis.dot(b.v[0] - a.v[0]);
    const double b1 = axis.dot(b.v[1] - a.v[0]);
    const double b2 = axis.dot(b.v[2] - a.v[0]);
    const double lower_a = std::min({0.0, a1, a2});
    const double upper_a = std::max({0.0, a1, a2});
    return visit(axis, std::min({b0, b1, b2}) - upper_a,
                 std::max({b0, b1, b2}) - lower_a);
  };
  if (!project(CalcNormal(a))) return;
  if (!project(CalcNormal(b))) return;
  for (int i = 0; i < 3; ++i) {
    const Vector3 edge_a = a.v[(i + 1) % 3] - a.v[i];
    for (int j = 0; j < 3; ++j) {
      if (!project(CalcAxis(edge_a, b.v[(j + 1) % 3] - b.v[j]))) return;
    }
  }
}

}  // namespace

ClosestPoints CalcClosestPointsOfSegments(const Vector3& p0, const Vector3& p1,
                                          const Vector3& q0,
                                          const Vector3& q1) {
  const Vector3 u = p1 - p0;
  const Vector3 v = q1 - q0;
  const Vector3 w = p0 - q0;
  const double uu = u.squaredNorm();
  const double vv = v.squaredNorm();
  const double uv = u.dot(v);
  const double uw = u.dot(w);
  const double vw = v.dot(w);
  const auto clamp = [](double numerator, double denominator) {
    return denominator > 0 ? std::clamp(numerator / denominator, 0.0, 1.0)
                           : 0.0;
  };
  double s = clamp(uv * vw - uw * vv, uu * vv - uv * uv);
  const double t = clamp(uv * s + vw, vv);
  s = clamp(uv * t - uw, uu);
  return MakeClosestPoints(p0 + s * u, q0 + t * v);
}

double CalcPiercing(const Triangle& triangle, const Vector3& p,
                    const Vector3& q) {
  const Vector3 normal = CalcNormal(triangle);
  const double height_p = normal.dot(p - triangle.v[0]);
  const double height_q = normal.dot(q - triangle.v[0]);
  if (height_p == height_q || (height_p < 0) == (height_q < 0)) return -1;
  const double s = height_p / (height_p - height_q);
  return IsInside(triangle, normal, p + s * (q - p)) ? s : -1;
}

ClosestPoints CalcClosestPointsOfTriangles(const Triangle& a,
                                           const Triangle& b) {
  ClosestPoints best;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const ClosestPoints pair = CalcClosestPointsOfSegments(
          a.v[i], a.v[(i + 1) % 3], b.v[j], b.v[(j + 1) % 3]);
      if (pair.squared_distance < best.squared_distance) best = pair;
    }
  }
  ImproveByCorners(a, b, false, &best);
  ImproveByCorners(b, a, true, &best);
  if (best.squared_distance == 0) return best;
  for (int swapped = 0; swapped < 2; ++swapped) {
    const Triangle& edges = swapped ? b : a;
    const Triangle& face = swapped ? a : b;
    for (int i = 0; i < 3; ++i) {
      const Vector3& p = edges.v[i];
      const Vector3& q = edges.v[(i + 1) % 3];
      const double s = CalcPiercing(face, p, q);
      if (s >= 0) {
        const Vector3 point = p + s * (q - p);
        return MakeClosestPoints(point, point);
      }
    }
  }
  return best;
}

TranslationObstacle CalcTriangleObstacle(const Triangle& a, const Triangle& b,
                                         const Vector3& direction,
                                         double tolerance) {
  TranslationObstacle result;
  result.depth = HUGE_VAL;
  result.exit = HUGE_VAL;
  result.blocks = true;
  VisitAxes(a, b, [&](const Vector3& axis, double lower, double upper) {
    const double norm = axis.norm();
    lower /= norm;
    upper /= norm;
    if (lower >= -tolerance || upper <= tolerance) {
      result.blocks = false;
      return false;
    }
    const Vector3 normal = axis / norm;
    if (upper < result.depth) {
      result.depth = upper;
      result.depth_normal = normal;
    }
    if (-lower < result.depth) {
      result.depth = -lower;
      result.depth_normal = -normal;
    }
    const double speed = normal.dot(direction);
    if (speed != 0) {
      const double exit = (speed > 0 ? upper : lower) / speed;
      if (exit < result.exit) {
        result.exit = exit;
        result.exit_normal = speed > 0 ? normal : Vector3(-normal);
      }
    }
    return true;
  });
  // Without an axis both are parallel segments or points: no inside.
  if (result.depth == HUGE_VAL) result.blocks = false;
  return result;
}

double CalcTriangleGap(const Triangle& a, const Triangle& b) {
  double gap = -HUGE_VAL;
  VisitAxes(a, b, [&](const Vector3& axis, double lower, double upper) {
    gap = std::max(gap, std::max(lower, -upper) / axis.norm());
    return true;
  });
  return gap;
}

Vector3 CalcContactNormal(const Triangle& a, const Triangle& b) {
  double depth = HUGE_VAL;
  Vector3 result = Vector3::UnitZ();
  const Vector3 front_b = CalcNormal(b);
  VisitAxes(a, b, [&](const Vector3& axis, double lower, double upper) {
    const double norm = axis.norm();
    double axis_depth = std::min(upper, -lower) / norm;
    if (axis_depth >= depth) return true;
    depth = axis_depth;
    const bool forward =
        upper != -lower ? upper < -lower : axis.dot(front_b) >= 0;
    result = (forward ? axis : Vector3(-axis)) / norm;
    return true;
  });
  return result;
}

}  // namespace clearway::internal
