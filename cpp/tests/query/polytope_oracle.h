#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <Eigen/Geometry>

#include "clearway/geometry/convex_polytope.h"
#include "clearway/math/rigid_transform.h"
#include "query/convex_test_utilities.h"

// The distance of separated polytopes by trying all pairs of features, in long
// double.

namespace clearway::internal::test {

using LongMatrix3 = Eigen::Matrix<long double, 3, 3>;

struct LongPolytope {
  std::vector<LongVector3> vertices;
  std::vector<std::array<int, 2>> edges;
  std::vector<std::array<int, 3>> triangles;

  explicit LongPolytope(const ConvexPolytope& polytope) {
    for (int i = 0; i < polytope.num_vertices(); ++i) {
      vertices.push_back(
          polytope.vertices().row(i).transpose().cast<long double>());
    }
    for (const auto& edge : polytope.edges()) {
      edges.push_back({edge.vertices[0], edge.vertices[1]});
    }
    for (const auto& face : polytope.faces()) {
      const auto loop = polytope.face_vertices(face);
      for (size_t i = 2; i < loop.size(); ++i) {
        triangles.push_back({loop[0], loop[i - 1], loop[i]});
      }
    }
  }

  LongPolytope Transformed(const RigidTransform& X) const {
    LongPolytope result(*this);
    for (LongVector3& p : result.vertices) {
      p = X.rotation().matrix().cast<long double>() * p +
          X.translation().cast<long double>();
    }
    return result;
  }

  /* min over the polytope of n . p. */
  long double CalcLowest(const LongVector3& n) const {
    long double lowest = HUGE_VALL;
    for (const auto& p : vertices) lowest = std::min(lowest, n.dot(p));
    return lowest;
  }
};

/* Keeps the shortest of vectors. */
struct Shortest {
  LongVector3 vector{LongVector3::Constant(1e300L)};
  long double length{HUGE_VALL};

  void Add(const LongVector3& candidate) {
    const long double norm = candidate.norm();
    if (norm >= length) return;
    vector = candidate;
    length = norm;
  }
};

/* Adds p - q for closest points p, q of the segments. */
inline void AddSegments(const LongVector3& p0, const LongVector3& p1,
                        const LongVector3& q0, const LongVector3& q1,
                        Shortest* shortest) {
  const LongVector3 u = p1 - p0, v = q1 - q0, w = p0 - q0;
  const auto clamp = [](long double numerator, long double denominator) {
    return denominator > 0 ? std::clamp(numerator / denominator, 0.0L, 1.0L)
                           : 0.0L;
  };
  // At an end, or where the lines are closest. From s the best t, and back.
  const LongVector3 cross = u.cross(v);
  const long double of_lines =
      clamp(v.cross(w).dot(cross), cross.squaredNorm());
  for (const long double start : {0.0L, 1.0L, of_lines}) {
    const long double t = clamp(v.dot(w + start * u), v.squaredNorm());
    const long double s = clamp(u.dot(t * v - w), u.squaredNorm());
    shortest->Add(w + s * u - t * v);
  }
  for (const long double t : {0.0L, 1.0L}) {
    const long double s = clamp(u.dot(t * v - w), u.squaredNorm());
    shortest->Add(w + s * u - t * v);
  }
}

/* Adds +-(p - q) for the point q of the triangle's inside under p. */
inline void AddPointOverTriangle(const LongVector3& p, const LongVector3& a,
                                 const LongVector3& b, const LongVector3& c,
                                 int sign, Shortest* shortest) {
  const LongVector3 ab = b - a, bc = c - b, ca = a - c;
  const LongVector3 normal = ab.cross(bc);
  const long double squared = normal.squaredNorm();
  if (!(squared > 0)) return;
  const LongVector3 height = (normal.dot(p - a) / squared) * normal;
  const LongVector3 foot = p - height;
  // A foot on the seam of two triangles must not fall between them.
  const long double slack = -1e-14L * squared;
  if (normal.dot(ab.cross(foot - a)) < slack ||
      normal.dot(bc.cross(foot - b)) < slack ||
      normal.dot(ca.cross(foot - c)) < slack) {
    return;
  }
  shortest->Add(sign * height);
}

/* From B's closest point to A's; both in one frame, and not overlapping. */
inline Shortest FindShortest(const LongPolytope& A, const LongPolytope& B) {
  Shortest result;
  for (const auto& a : A.vertices) {
    for (const auto& b : B.vertices) result.Add(a - b);
    for (const auto& [i, j] : B.edges) {
      AddSegments(a, a, B.vertices[i], B.vertices[j], &result);
    }
    for (const auto& [i, j, k] : B.triangles) {
      AddPointOverTriangle(a, B.vertices[i], B.vertices[j], B.vertices[k], 1,
                           &result);
    }
  }
  for (const auto& b : B.vertices) {
    for (const auto& [i, j] : A.edges) {
      AddSegments(A.vertices[i], A.vertices[j], b, b, &result);
    }
    for (const auto& [i, j, k] : A.triangles) {
      AddPointOverTriangle(b, A.vertices[i], A.vertices[j], A.vertices[k], -1,
                           &result);
    }
  }
  for (const auto& [i, j] : A.edges) {
    for (const auto& [k, l] : B.edges) {
      AddSegments(A.vertices[i], A.vertices[j], B.vertices[k], B.vertices[l],
                  &result);
    }
  }
  return result;
}

}  // namespace clearway::internal::test
