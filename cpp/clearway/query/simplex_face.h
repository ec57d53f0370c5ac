#pragma once

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "clearway/math/types.h"

namespace clearway::internal {

/* A point, edge or triangle of the points w[i], with the weights of the point
 of it that is closest to the origin; a face's vertices all have some. */
struct SimplexFace {
  int size{0};
  int vertices[3];
  double weights[3];
  Vector3 closest;
  double squared_distance{HUGE_VAL};
};

inline SimplexFace MakeVertexFace(const Vector3* w, int i) {
  return {1, {i}, {1}, w[i], w[i].squaredNorm()};
}

inline SimplexFace FindClosestOnEdge(const Vector3* w, int i, int j) {
  const Vector3 e = w[j] - w[i];
  const double ee = e.squaredNorm();
  const double t = -w[i].dot(e);
  if (!(t > 0)) return MakeVertexFace(w, i);
  if (!(t < ee)) return MakeVertexFace(w, j);
  const double s = t / ee;
  // From the nearer end, then once more orthogonal to the edge: what is left
  // along it would tilt the normal.
  Vector3 v = s <= 0.5 ? Vector3(w[i] + s * e) : Vector3(w[j] - (1 - s) * e);
  v -= (v.dot(e) / ee) * e;
  return {2, {i, j}, {1 - s, s}, v, v.squaredNorm()};
}

inline void TakeCloser(const SimplexFace& face, SimplexFace* best) {
  if (face.squared_distance < best->squared_distance) *best = face;
}

inline SimplexFace FindClosestOnTriangle(const Vector3* w, int i, int j,
                                         int k) {
  const Vector3 ij = w[j] - w[i];
  const Vector3 jk = w[k] - w[j];
  const Vector3 ki = w[i] - w[k];
  // The two shorter edges make the most accurate normal.
  const double lij = ij.squaredNorm();
  const double ljk = jk.squaredNorm();
  const double lki = ki.squaredNorm();
  const double longest = std::max({lij, ljk, lki});
  const Vector3 normal = longest == lij   ? Vector3(jk.cross(ki))
                         : longest == ljk ? Vector3(ki.cross(ij))
                                          : Vector3(ij.cross(jk));
  const double nn = normal.squaredNorm();
  SimplexFace best;
  if (nn > 0) {
    const double height = normal.dot(w[i]) / nn;
    const Vector3 v = height * normal;
    // Barycentric coordinates of v, in the plane: products with v - w rather
    // than with w do not lose the digits of a small triangle far away.
    const double li = normal.dot(jk.cross(v - w[j]));
    const double lj = normal.dot(ki.cross(v - w[k]));
    const double lk = normal.dot(ij.cross(v - w[i]));
    if (li > 0 && lj > 0 && lk > 0) {
      const double sum = li + lj + lk;
      return {3,
              {i, j, k},
              {li / sum, lj / sum, lk / sum},
              v,
              height * height * nn};
    }
    // The origin sees only the edges whose coordinate is not positive.
    if (!(li > 0)) best = FindClosestOnEdge(w, j, k);
    if (!(lj > 0)) TakeCloser(FindClosestOnEdge(w, k, i), &best);
    if (!(lk > 0)) TakeCloser(FindClosestOnEdge(w, i, j), &best);
    return best;
  }
  best = FindClosestOnEdge(w, i, j);
  TakeCloser(FindClosestOnEdge(w, j, k), &best);
  TakeCloser(FindClosestOnEdge(w, k, i), &best);
  return best;
}

/* The weights of a triangle's closest point once more. Those from areas lose
 the point's place along a sliver; along the longest edge it is well known, and
 across it the sliver itself is short. */
inline void ImproveTriangleWeights(const Vector3& w0, const Vector3& w1,
                                   const Vector3& w2, const Vector3& closest,
                                   double (&weights)[3]) {
  const Vector3* w[3] = {&w0, &w1, &w2};
  // The vertex across from the longest edge keeps its weight.
  int across = 0;
  double longest = -1;
  for (int i = 0; i < 3; ++i) {
    const double length = (*w[(i + 2) % 3] - *w[(i + 1) % 3]).squaredNorm();
    if (length > longest) {
      longest = length;
      across = i;
    }
  }
  const int from = (across + 1) % 3;
  const int to = (across + 2) % 3;
  const Vector3 rest =
      closest - *w[from] - weights[across] * (*w[across] - *w[from]);
  weights[to] = std::clamp(rest.dot(*w[to] - *w[from]) / longest, 0.0,
                           1 - weights[across]);
  weights[from] = 1 - weights[across] - weights[to];
}

}  // namespace clearway::internal
