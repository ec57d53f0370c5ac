#include "clearway/query/triangle_triangle.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "clearway/common/cpu.h"

namespace clearway::internal {
namespace {

/* Two edges (or a triangle's two edge vectors) whose cross product is shorter
 than this fraction of the product of their lengths span no plane: rounding
 would choose its direction. */
constexpr double kSinParallel = 1e-12;

bool AreParallel(const Vector3& u, const Vector3& v, const Vector3& cross) {
  return cross.squaredNorm() <=
         kSinParallel * kSinParallel * u.squaredNorm() * v.squaredNorm();
}

/* Zero if degenerate. */
Vector3 CalcNormal(const Triangle& t) {
  const Vector3 u = t.v[1] - t.v[0];
  const Vector3 v = t.v[2] - t.v[0];
  const Vector3 normal = u.cross(v);
  return AreParallel(u, v, normal) ? Vector3::Zero() : normal;
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

/* How high the corners of another triangle are over a face; the normal is not
 unit, and zero if the face is degenerate. */
struct Heights {
  Heights(const Triangle& face, const Triangle& other)
      : normal(CalcNormal(face)) {
    for (int i = 0; i < 3; ++i) height[i] = normal.dot(other.v[i] - face.v[0]);
  }

  Vector3 normal;
  double height[3];
};

/* Corners of `a` over the face of `b`. Where one projects outside of it, an
 edge is closer, and others find it. */
void ImproveByCorners(const Triangle& a, const Triangle& b,
                      const Heights& heights, bool swapped,
                      ClosestPoints* best) {
  const double squared_norm = heights.normal.squaredNorm();
  if (squared_norm == 0) return;
  for (int i = 0; i < 3; ++i) {
    const Vector3& p = a.v[i];
    const double height = heights.height[i];
    if (height * height >= best->squared_distance * squared_norm) continue;
    const Vector3 foot = p - height / squared_norm * heights.normal;
    if (!IsInside(b, heights.normal, foot)) continue;
    *best = swapped ? MakeClosestPoints(foot, p) : MakeClosestPoints(p, foot);
  }
}

/* CalcPiercing of a triangle by the segment (p, q), of which the heights are
 known. */
double CalcPiercing(const Triangle& triangle, const Vector3& normal,
                    const Vector3& p, double height_p, const Vector3& q,
                    double height_q) {
  if (height_p == height_q || (height_p < 0) == (height_q < 0)) return -1;
  const double s = height_p / (height_p - height_q);
  return IsInside(triangle, normal, p + s * (q - p)) ? s : -1;
}

/* In loops over nine lanes or, behind which are zeros, twelve. */
template <int kNumLanes>
CLEARWAY_LANES ClosestPoints
CalcClosestPointsOfEdgesInLanes(const Triangle& a, const Triangle& b) {
  constexpr int kNum = 9;
  double p[3][kNumLanes], u[3][kNumLanes], q[3][kNumLanes], v[3][kNumLanes];
  for (int x = 0; x < 3; ++x) {
    for (int k = kNum; k < kNumLanes; ++k) {
      p[x][k] = u[x][k] = q[x][k] = v[x][k] = 0;
    }
  }
  for (int i = 0; i < 3; ++i) {
    const Vector3 edge_a = a.v[(i + 1) % 3] - a.v[i];
    const Vector3 edge_b = b.v[(i + 1) % 3] - b.v[i];
    for (int j = 0; j < 3; ++j) {
      for (int x = 0; x < 3; ++x) {
        p[x][3 * i + j] = a.v[i][x];
        u[x][3 * i + j] = edge_a[x];
        q[x][3 * j + i] = b.v[i][x];
        v[x][3 * j + i] = edge_b[x];
      }
    }
  }
  double s[kNumLanes], t[kNumLanes], squared_distance[kNumLanes];
  const auto clamp = [](double numerator, double denominator) {
    const double ratio = numerator / denominator;
    const double lower = ratio > 0 ? ratio : 0;
    const double upper = lower < 1 ? lower : 1;
    return denominator > 0 ? upper : 0;
  };
  for (int k = 0; k < kNumLanes; ++k) {
    const double w0 = p[0][k] - q[0][k];
    const double w1 = p[1][k] - q[1][k];
    const double w2 = p[2][k] - q[2][k];
    const double uu = u[0][k] * u[0][k] + u[1][k] * u[1][k] + u[2][k] * u[2][k];
    const double vv = v[0][k] * v[0][k] + v[1][k] * v[1][k] + v[2][k] * v[2][k];
    const double uv = u[0][k] * v[0][k] + u[1][k] * v[1][k] + u[2][k] * v[2][k];
    const double uw = u[0][k] * w0 + u[1][k] * w1 + u[2][k] * w2;
    const double vw = v[0][k] * w0 + v[1][k] * w1 + v[2][k] * w2;
    // By cross products: of edges all but parallel, differences of products of
    // dot products would be nothing but rounding.
    const double n0 = u[1][k] * v[2][k] - u[2][k] * v[1][k];
    const double n1 = u[2][k] * v[0][k] - u[0][k] * v[2][k];
    const double n2 = u[0][k] * v[1][k] - u[1][k] * v[0][k];
    const double s0 = clamp((v[1][k] * w2 - v[2][k] * w1) * n0 +
                                (v[2][k] * w0 - v[0][k] * w2) * n1 +
                                (v[0][k] * w1 - v[1][k] * w0) * n2,
                            n0 * n0 + n1 * n1 + n2 * n2);
    const double t0 = clamp(uv * s0 + vw, vv);
    const double s1 = clamp(uv * t0 - uw, uu);
    const double d0 = p[0][k] + s1 * u[0][k] - (q[0][k] + t0 * v[0][k]);
    const double d1 = p[1][k] + s1 * u[1][k] - (q[1][k] + t0 * v[1][k]);
    const double d2 = p[2][k] + s1 * u[2][k] - (q[2][k] + t0 * v[2][k]);
    s[k] = s1;
    t[k] = t0;
    squared_distance[k] = d0 * d0 + d1 * d1 + d2 * d2;
  }
  const int k = static_cast<int>(
      std::min_element(squared_distance, squared_distance + kNum) -
      squared_distance);
  ClosestPoints best;
  best.squared_distance = squared_distance[k];
  for (int x = 0; x < 3; ++x) {
    best.p_a[x] = p[x][k] + s[k] * u[x][k];
    best.p_b[x] = q[x][k] + t[k] * v[x][k];
  }
  return best;
}

CLEARWAY_AVX2 ClosestPoints
CalcClosestPointsOfEdgesWithAvx2(const Triangle& a, const Triangle& b) {
  return CalcClosestPointsOfEdgesInLanes<12>(a, b);
}

enum class Apart { kVisit, kStop };

/* Calls visit(axis, lower, upper): the translations t of a for which it
 overlaps b along the axis (not unit, not zero) are lower <= axis . t <= upper.
 Stops when visit returns false, and with kStop at the first axis along which
 the triangles are apart: whether it ran to the end. */
template <Apart apart, class Visit>
bool VisitAxes(const Triangle& a, const Triangle& b, Visit&& visit) {
  const Vector3 a1 = a.v[1] - a.v[0];
  const Vector3 a2 = a.v[2] - a.v[0];
  // Relative to a corner, so that a large common offset does not round.
  const Vector3 b0 = b.v[0] - a.v[0];
  const Vector3 b1 = b.v[1] - a.v[0];
  const Vector3 b2 = b.v[2] - a.v[0];
  const auto project = [&](const Vector3& u, const Vector3& v) {
    const Vector3 axis = u.cross(v);
    const double on_a1 = axis.dot(a1), on_a2 = axis.dot(a2);
    const double on_b0 = axis.dot(b0), on_b1 = axis.dot(b1);
    const double on_b2 = axis.dot(b2);
    const double lower =
        std::min({on_b0, on_b1, on_b2}) - std::max({0.0, on_a1, on_a2});
    const double upper =
        std::max({on_b0, on_b1, on_b2}) - std::min({0.0, on_a1, on_a2});
    // Whatever direction rounding chose, along it they are apart.
    if (apart == Apart::kStop && (lower > 0 || upper < 0)) return false;
    return AreParallel(u, v, axis) || visit(axis, lower, upper);
  };
  if (!project(a1, a2)) return false;
  if (!project(b.v[1] - b.v[0], b.v[2] - b.v[0])) return false;
  for (int i = 0; i < 3; ++i) {
    const Vector3 edge_a = a.v[(i + 1) % 3] - a.v[i];
    for (int j = 0; j < 3; ++j) {
      if (!project(edge_a, b.v[(j + 1) % 3] - b.v[j])) return false;
    }
  }
  return true;
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
  const Vector3 n = u.cross(v);
  double s = clamp(v.cross(w).dot(n), n.squaredNorm());
  const double t = clamp(uv * s + vw, vv);
  s = clamp(uv * t - uw, uu);
  return MakeClosestPoints(p0 + s * u, q0 + t * v);
}

ClosestPoints CalcClosestPointsOfEdgesOnAnyCpu(const Triangle& a,
                                               const Triangle& b) {
  return CalcClosestPointsOfEdgesInLanes<9>(a, b);
}

ClosestPoints CalcClosestPointsOfEdges(const Triangle& a, const Triangle& b) {
  return HasAvx2() ? CalcClosestPointsOfEdgesWithAvx2(a, b)
                   : CalcClosestPointsOfEdgesOnAnyCpu(a, b);
}

FaceNormal::FaceNormal(const Triangle& t)
    : normal((t.v[1] - t.v[0]).cross(t.v[2] - t.v[0])),
      squared_norm(normal.squaredNorm()) {
  const double h1 = normal.dot(t.v[1] - t.v[0]);
  const double h2 = normal.dot(t.v[2] - t.v[0]);
  lower = std::min({0.0, h1, h2});
  upper = std::max({0.0, h1, h2});
}

bool AreFurtherApart(const Triangle& a, const FaceNormal& face_a,
                     const Triangle& b, const FaceNormal& face_b,
                     double squared_limit) {
  // What rounding may add to a gap.
  constexpr double kSlack = 1 + 1e-9;
  const double limit = kSlack * squared_limit;
  const auto plane_parts = [limit](const Triangle& from, const FaceNormal& face,
                                   const Triangle& to) {
    const double h0 = face.normal.dot(to.v[0] - from.v[0]);
    const double h1 = face.normal.dot(to.v[1] - from.v[0]);
    const double h2 = face.normal.dot(to.v[2] - from.v[0]);
    const double gap = std::max(std::min({h0, h1, h2}) - face.upper,
                                face.lower - std::max({h0, h1, h2}));
    return gap > 0 && gap * gap > limit * face.squared_norm;
  };
  if (plane_parts(a, face_a, b) || plane_parts(b, face_b, a)) return true;
  const Vector3 axis = b.v[0] + b.v[1] + b.v[2] - a.v[0] - a.v[1] - a.v[2];
  const double a1 = axis.dot(a.v[1] - a.v[0]);
  const double a2 = axis.dot(a.v[2] - a.v[0]);
  const double b0 = axis.dot(b.v[0] - a.v[0]);
  const double b1 = axis.dot(b.v[1] - a.v[0]);
  const double b2 = axis.dot(b.v[2] - a.v[0]);
  const double gap = std::min({b0, b1, b2}) - std::max({0.0, a1, a2});
  return gap > 0 && gap * gap > limit * axis.squaredNorm();
}

double CalcPiercing(const Triangle& triangle, const Vector3& p,
                    const Vector3& q) {
  const Vector3 normal = CalcNormal(triangle);
  return CalcPiercing(triangle, normal, p, normal.dot(p - triangle.v[0]), q,
                      normal.dot(q - triangle.v[0]));
}

ClosestPoints CalcClosestPointsOfTriangles(const Triangle& a,
                                           const Triangle& b) {
  ClosestPoints best = CalcClosestPointsOfEdges(a, b);
  const Heights of_a(b, a);
  const Heights of_b(a, b);
  ImproveByCorners(a, b, of_a, false, &best);
  ImproveByCorners(b, a, of_b, true, &best);
  if (best.squared_distance == 0) return best;
  for (int swapped = 0; swapped < 2; ++swapped) {
    const Triangle& edges = swapped ? b : a;
    const Triangle& face = swapped ? a : b;
    const Heights& heights = swapped ? of_b : of_a;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const Vector3& p = edges.v[i];
      const Vector3& q = edges.v[j];
      const double s = CalcPiercing(face, heights.normal, p, heights.height[i],
                                    q, heights.height[j]);
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
  const auto overlap_along = [&](const Vector3& axis, double lower,
                                 double upper) {
    const double norm = axis.norm();
    lower /= norm;
    upper /= norm;
    if (lower >= -tolerance || upper <= tolerance) return false;
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
  };
  // Without an axis both are parallel segments or points: no inside.
  result.blocks =
      VisitAxes<Apart::kStop>(a, b, overlap_along) && result.depth < HUGE_VAL;
  return result;
}

double CalcTriangleGap(const Triangle& a, const Triangle& b) {
  double gap = -HUGE_VAL;
  VisitAxes<Apart::kVisit>(
      a, b, [&](const Vector3& axis, double lower, double upper) {
        gap = std::max(gap, std::max(lower, -upper) / axis.norm());
        return true;
      });
  return gap;
}

Vector3 CalcContactNormal(const Triangle& a, const Triangle& b) {
  double depth = HUGE_VAL;
  Vector3 result = Vector3::UnitZ();
  const Vector3 front_b = CalcNormal(b);
  VisitAxes<Apart::kVisit>(
      a, b, [&](const Vector3& axis, double lower, double upper) {
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
