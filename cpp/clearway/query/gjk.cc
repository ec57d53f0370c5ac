#include "clearway/query/gjk.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "clearway/query/gjk_refinement.h"
#include "clearway/query/simplex_face.h"
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

// The closest face of a tetrahedron, or a face of size zero if it contains the
// origin; then `depth` is the origin's distance from its nearest plane.
SimplexFace FindClosestOnTetrahedron(const Vector3* w, double scale,
                                     double* depth) {
  constexpr int kFaces[4][4] = {
      {0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
  SimplexFace best;
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
  SimplexFace face;
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

  double bound = -HUGE_VAL;  // of the current simplex
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
    bound = nhat.dot(vertex.w);
    if (bound > result.lower_bound) {
      result.lower_bound = bound;
      result.nhat = nhat;
      if (bound > threshold + margin) return end(Status::kAbove);
    }
    if (result.distance - bound <= kGapTolerance * result.scale) break;
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
    bound = -HUGE_VAL;
  }
  Simplex& simplex = simplices[current];
  if (simplex.size == 3) {
    const DifferenceVertex(&v)[3] = simplex.vertices;
    ImproveTriangleWeights(v[0].w, v[1].w, v[2].w, simplex.closest,
                           simplex.weights);
  }
  for (int i = 0; i < simplex.size; ++i) {
    result.p_ACa += simplex.weights[i] * simplex.vertices[i].a;
    result.p_ACb += simplex.weights[i] * simplex.vertices[i].b;
  }
  const double tolerance = kBoundsTolerance * result.scale;
  const Vector3 error = result.p_ACa - result.p_ACb - simplex.closest;
  if (result.distance - bound <= tolerance &&
      error.squaredNorm() <= tolerance * tolerance) {
    result.nhat = simplex.closest / result.distance;
    result.lower_bound = bound;
  } else {
    DifferenceVertex seen[kMaxSeeds];
    std::copy(simplex.vertices, simplex.vertices + simplex.size, seen);
    seen[simplex.size] = vertex;
    RefineClosestPoints(&difference, seen, simplex.size + 1, &result);
  }
  return end(Status::kSeparated);
}

}  // namespace clearway::internal
