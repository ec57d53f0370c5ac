#include "clearway/query/gjk.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "clearway/query/tolerance.h"

namespace clearway::internal {
namespace {

using Status = GjkResult::Status;

constexpr double kEpsilon = 2.220446049250313e-16;
// The bounds have met when they differ by a few roundings of the coordinates.
constexpr double kGapTolerance = 8 * kEpsilon;
// Below this distance, relative to the coordinates, a normal means nothing.
constexpr double kTouchTolerance = 64 * kEpsilon;
constexpr int kMaxIterations = 256;

// Vertices with the weights of the point of their hull that is closest to the
// origin; vertices of weight zero are left out.
struct Simplex {
  int size{0};
  DifferenceVertex vertices[3];
  double weights[3]{};
  Vector3 closest{Vector3::Zero()};
};

// A sub-simplex of up to three of four vertices.
struct Face {
  int size{0};
  int vertices[3];
  double weights[3];
  Vector3 closest;
  double squared_distance{HUGE_VAL};
};

Face MakeVertexFace(const Vector3* w, int i) {
  return {1, {i}, {1}, w[i], w[i].squaredNorm()};
}

Face FindClosestOnEdge(const Vector3* w, int i, int j) {
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

void TakeCloser(const Face& face, Face* best) {
  if (face.squared_distance < best->squared_distance) *best = face;
}

Face FindClosestOnTriangle(const Vector3* w, int i, int j, int k) {
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
  Face best;
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

// The closest face of a tetrahedron, or a face of size zero if it contains the
// origin; then `depth` is the origin's distance from its nearest plane.
Face FindClosestOnTetrahedron(const Vector3* w, double scale, double* depth) {
  constexpr int kFaces[4][4] = {
      {0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
  Face best;
  *depth = HUGE_VAL;
  for (const auto& [i, j, k, opposite] : kFaces) {
    const Vector3 ij = w[j] - w[i];
    const Vector3 ik = w[k] - w[i];
    const Vector3 normal = ij.cross(ik);
    const double norm = normal.norm();
    // Vertices are rounded to epsilon * scale, which turns the normal by that
    // times the longer edge; a thin triangle's normal is all rounding.
    const double tolerance =
        kTouchTolerance * scale * scale *
        std::sqrt(std::max(ij.squaredNorm(), ik.squaredNorm()));
    double inside = normal.dot(w[opposite] - w[i]);
    double origin = -normal.dot(w[i]);
    if (inside < 0) {
      inside = -inside;
      origin = -origin;
    }
    // A flat tetrahedron has no inside: all its faces are seen.
    if (inside > tolerance && origin > tolerance) {
      *depth = std::min(*depth, origin / norm);
      continue;
    }
    TakeCloser(FindClosestOnTriangle(w, i, j, k), &best);
  }
  return best;
}

// The closest face of the simplex and one more vertex. Returns the depth if the
// tetrahedron contains the origin, else a negative number.
double AddVertex(const Simplex& simplex, const DifferenceVertex& vertex,
                 double scale, Simplex* next) {
  const DifferenceVertex* vertices[4];
  Vector3 w[4];
  for (int i = 0; i < simplex.size; ++i) vertices[i] = &simplex.vertices[i];
  vertices[simplex.size] = &vertex;
  for (int i = 0; i <= simplex.size; ++i) w[i] = vertices[i]->w;
  Face face;
  if (simplex.size == 1) {
    face = FindClosestOnEdge(w, 0, 1);
  } else if (simplex.size == 2) {
    face = FindClosestOnTriangle(w, 0, 1, 2);
  } else {
    double depth;
    face = FindClosestOnTetrahedron(w, scale, &depth);
    if (face.size == 0) return depth;
  }
  next->size = face.size;
  for (int i = 0; i < face.size; ++i) {
    next->vertices[i] = *vertices[face.vertices[i]];
    next->weights[i] = face.weights[i];
  }
  next->closest = face.closest;
  return -1;
}

bool Contains(const Simplex& simplex, const Vector3& w) {
  for (int i = 0; i < simplex.size; ++i) {
    if (simplex.vertices[i].w == w) return true;
  }
  return false;
}

}  // namespace

GjkResult FindClosestPoints(MinkowskiDifference difference,
                            const Vector3& guess, double threshold) {
  GjkResult result;
  double margin = 0;
  const auto include_in_scale = [&](const DifferenceVertex& v) {
    result.scale = std::max(
        {result.scale, v.a.cwiseAbs().maxCoeff(), v.b.cwiseAbs().maxCoeff()});
    margin = CalcDecisionMargin(result.scale);
  };
  const auto end = [&result](Status status) {
    result.status = status;
    return result;
  };

  Vector3 direction = guess;
  if (direction.isZero(0)) direction = difference.CalcCentre();
  if (direction.isZero(0)) direction = Vector3::UnitX();
  DifferenceVertex vertex = difference.FindLeast(direction);
  include_in_scale(vertex);
  const double guess_norm = direction.norm();
  if (guess_norm > 0) {
    result.nhat = direction / guess_norm;
    result.lower_bound = result.nhat.dot(vertex.w);
    if (result.lower_bound > threshold + margin) return end(Status::kAbove);
  }

  Simplex simplices[2];
  int current = 0;
  simplices[0].size = 1;
  simplices[0].vertices[0] = vertex;
  simplices[0].weights[0] = 1;
  simplices[0].closest = vertex.w;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const Simplex& simplex = simplices[current];
    result.distance = simplex.closest.norm();
    if (result.distance <= threshold - margin) return end(Status::kAtOrBelow);
    if (!(result.distance > kTouchTolerance * result.scale)) {
      return end(Status::kTouching);
    }
    const Vector3 nhat = simplex.closest / result.distance;
    vertex = difference.FindLeast(nhat);
    include_in_scale(vertex);
    const double lower_bound = nhat.dot(vertex.w);
    if (lower_bound > result.lower_bound) {
      result.lower_bound = lower_bound;
      result.nhat = nhat;
      if (lower_bound > threshold + margin) return end(Status::kAbove);
    }
    if (result.distance - lower_bound <= kGapTolerance * result.scale) break;
    if (Contains(simplex, vertex.w)) break;

    Simplex& next = simplices[1 - current];
    const double depth = AddVertex(simplex, vertex, result.scale, &next);
    if (depth >= 0) {
      result.distance = -depth;
      return end(result.distance <= threshold - margin ? Status::kAtOrBelow
                                                       : Status::kOverlap);
    }
    // Rounding allows no progress: what there is, is the best.
    if (!(next.closest.norm() < result.distance)) break;
    current = 1 - current;
  }
  const Simplex& simplex = simplices[current];
  result.nhat = simplex.closest / result.distance;
  for (int i = 0; i < simplex.size; ++i) {
    result.p_ACa += simplex.weights[i] * simplex.vertices[i].a;
    result.p_ACb += simplex.weights[i] * simplex.vertices[i].b;
  }
  return end(Status::kSeparated);
}

}  // namespace clearway::internal
