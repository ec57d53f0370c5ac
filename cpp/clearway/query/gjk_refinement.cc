#include "clearway/query/gjk_refinement.h"

#include <algorithm>
#include <cmath>

#include "clearway/query/simplex_face.h"

namespace clearway::internal {
namespace {

// Bounds this near to each other, relative to the coordinates, have met.
constexpr double kTolerance = 4 * 2.220446049250313e-16;
constexpr int kMaxVertices = 8;
constexpr int kMaxCuts = 64;

// The vertices seen, and of all normals of their faces the best for them.
class CuttingPlanes {
 public:
  // Returns false if it is there already. Where there is no room, the vertex
  // that is furthest along the best normal makes some.
  bool Add(const DifferenceVertex& vertex) {
    for (int i = 0; i < size_; ++i) {
      if (w_[i] == vertex.w) return false;
    }
    int slot = size_;
    if (size_ < kMaxVertices) {
      ++size_;
    } else {
      slot = 0;
      for (int i = 1; i < size_; ++i) {
        if (nhat_.dot(w_[i]) > nhat_.dot(w_[slot])) slot = i;
      }
    }
    vertices_[slot] = vertex;
    w_[slot] = vertex.w;
    TryFaces(slot);
    return true;
  }

  // The points of A and B whose difference is nearest to `target`, of those
  // that are closest on a face. (Compared with the origin, points that are off
  // by a root of the rounding would tie.)
  void FindClosestPoints(const Vector3& target, GjkResult* result) const {
    double least = HUGE_VAL;
    for (int i = 0; i < size_; ++i) {
      for (int j = 0; j <= i; ++j) {
        for (int k = 0; k <= j; ++k) {
          // Equal indices are edges and vertices: a sliver hides its own.
          if (j == i && k < j) continue;
          SimplexFace face = k < j   ? FindClosestOnTriangle(w_, i, j, k)
                             : j < i ? FindClosestOnEdge(w_, i, j)
                                     : MakeVertexFace(w_, i);
          if (face.size == 3) {
            ImproveTriangleWeights(w_[i], w_[j], w_[k], face.closest,
                                   face.weights);
          }
          Vector3 a = Vector3::Zero();
          Vector3 b = Vector3::Zero();
          for (int m = 0; m < face.size; ++m) {
            const DifferenceVertex& vertex = vertices_[face.vertices[m]];
            a += face.weights[m] * vertex.a;
            b += face.weights[m] * vertex.b;
          }
          const double squared_error = (a - b - target).squaredNorm();
          if (squared_error < least) {
            least = squared_error;
            result->p_ACa = a;
            result->p_ACb = b;
          }
        }
      }
    }
    result->distance = (result->p_ACa - result->p_ACb).norm();
  }

  // The best normal, and the least of its products with the vertices.
  const Vector3& nhat() const { return nhat_; }
  double value() const { return value_; }

  void TryNormal(const Vector3& normal) {
    const double norm = normal.norm();
    if (!(norm > 0)) return;
    const Vector3 nhat = normal / norm;
    const double value = CalcValue(nhat);
    if (value > value_) {
      value_ = value;
      nhat_ = nhat;
    }
  }

 private:
  double CalcValue(const Vector3& nhat) const {
    double value = HUGE_VAL;
    for (int i = 0; i < size_; ++i) value = std::min(value, nhat.dot(w_[i]));
    return value;
  }

  // The best normal either stays or is one of a face with the new vertex.
  void TryFaces(int i) {
    if (size_ > 1) value_ = CalcValue(nhat_);
    TryNormal(w_[i]);
    for (int j = 0; j < size_; ++j) {
      if (j == i) continue;
      TryNormal(CalcEdgeNormal(w_[i], w_[j]));
      for (int k = 0; k < j; ++k) {
        if (k != i) TryNormal(CalcTriangleNormal(w_[i], w_[j], w_[k]));
      }
    }
  }

  // From the origin's foot on the line, orthogonal to it in two steps: what the
  // first leaves along the line would tilt a short normal.
  static Vector3 CalcEdgeNormal(const Vector3& p, const Vector3& q) {
    const Vector3 e = q - p;
    const double ee = e.squaredNorm();
    if (!(ee > 0)) return Vector3::Zero();
    const Vector3& nearer = p.squaredNorm() <= q.squaredNorm() ? p : q;
    Vector3 v = nearer - (nearer.dot(e) / ee) * e;
    v -= (v.dot(e) / ee) * e;
    return v;
  }

  static Vector3 CalcTriangleNormal(const Vector3& p, const Vector3& q,
                                    const Vector3& r) {
    const Vector3 pq = q - p;
    const Vector3 qr = r - q;
    const Vector3 rp = p - r;
    const double lpq = pq.squaredNorm();
    const double lqr = qr.squaredNorm();
    const double lrp = rp.squaredNorm();
    const double longest = std::max({lpq, lqr, lrp});
    const Vector3 normal = longest == lpq   ? Vector3(qr.cross(rp))
                           : longest == lqr ? Vector3(rp.cross(pq))
                                            : Vector3(pq.cross(qr));
    return normal.dot(p) < 0 ? Vector3(-normal) : normal;
  }

  int size_{0};
  DifferenceVertex vertices_[kMaxVertices];
  Vector3 w_[kMaxVertices];
  Vector3 nhat_{Vector3::UnitZ()};
  double value_{-HUGE_VAL};
};

}  // namespace

void RefineClosestPoints(MinkowskiDifference* difference,
                         const DifferenceVertex* vertices, int num_vertices,
                         GjkResult* result) {
  CuttingPlanes planes;
  for (int i = 0; i < num_vertices; ++i) planes.Add(vertices[i]);
  planes.TryNormal(result->nhat);
  for (int cut = 0; cut < kMaxCuts; ++cut) {
    const DifferenceVertex vertex = difference->FindLeast(planes.nhat());
    const double lower_bound = planes.nhat().dot(vertex.w);
    if (lower_bound > result->lower_bound) {
      result->lower_bound = lower_bound;
      result->nhat = planes.nhat();
    }
    if (planes.value() - result->lower_bound <= kTolerance * result->scale) {
      break;
    }
    if (!planes.Add(vertex)) break;
  }
  planes.FindClosestPoints(result->lower_bound * result->nhat, result);
  // Far apart, rounding hides a turn of the normal from the bounds; the points
  // show it.
  if (result->distance > 0) {
    const Vector3 nhat = (result->p_ACa - result->p_ACb) / result->distance;
    const double gap = difference->CalcGap(nhat);
    if (gap > result->lower_bound - kBoundsTolerance * result->scale) {
      result->nhat = nhat;
      result->lower_bound = gap;
    }
  }
}

}  // namespace clearway::internal
