#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include <Eigen/Geometry>

#include "clearway/math/types.h"

namespace clearway::internal {

/* A unit vector orthogonal to v, which is not zero. */
inline Vector3 MakeOrthogonal(const Vector3& v) {
  int smallest;
  v.cwiseAbs().minCoeff(&smallest);
  return v.cross(Vector3::Unit(smallest)).normalized();
}

/* A closed surface of triangles inside the difference, around the origin. */
class ExpandingPolytope {
 public:
  /* A triangle with its inward unit normal; value = nhat . vertex bounds the
   gap from above, if it is the largest of all faces'. */
  struct Face {
    Vector3 nhat;
    double value;
    int vertices[3];
  };

  explicit ExpandingPolytope(double scale) : scale_(scale) {}

  /* Four vertices, in either orientation. */
  void Start(const Vector3 (&w)[4]) {
    for (int i = 0; i < 4; ++i) vertices_[i] = w[i];
    num_vertices_ = 4;
    const double volume = (w[1] - w[0]).cross(w[2] - w[0]).dot(w[3] - w[0]);
    if (volume > 0) std::swap(vertices_[1], vertices_[2]);
    AddFace(0, 1, 2);
    AddFace(0, 2, 3);
    AddFace(0, 3, 1);
    AddFace(1, 3, 2);
  }

  /* The face of the largest value; ties: the lowest index. */
  const Face& FindNearestFace() const {
    int best = 0;
    for (int i = 1; i < num_faces_; ++i) {
      if (faces_[i].value > faces_[best].value) best = i;
    }
    return faces_[best];
  }

  /* Replaces the faces that see w by the cone from their rim to w: the surface
   stays closed whatever rounding says of single faces. Returns false, and
   changes nothing, if there is no room or w is a vertex already. */
  bool Expand(const Vector3& w) {
    for (int i = 0; i < num_vertices_; ++i) {
      if (vertices_[i] == w) return false;
    }
    num_horizon_ = 0;
    int num_visible = 0;
    for (int i = 0; i < num_faces_; ++i) {
      is_visible_[i] =
          faces_[i].nhat.dot(w) < faces_[i].value - kVisibleTolerance * scale_;
      if (!is_visible_[i]) continue;
      ++num_visible;
      for (int k = 0; k < 3; ++k) {
        if (!AddHorizonEdge(faces_[i].vertices[k],
                            faces_[i].vertices[(k + 1) % 3])) {
          return false;
        }
      }
    }
    if (num_vertices_ == kMaxVertices || num_horizon_ == 0 ||
        num_faces_ - num_visible + num_horizon_ > kMaxFaces) {
      return false;
    }
    int kept = 0;
    for (int i = 0; i < num_faces_; ++i) {
      if (!is_visible_[i]) faces_[kept++] = faces_[i];
    }
    num_faces_ = kept;
    vertices_[num_vertices_] = w;
    for (int i = 0; i < num_horizon_; ++i) {
      AddFace(horizon_[i].first, horizon_[i].second, num_vertices_);
    }
    ++num_vertices_;
    return true;
  }

 private:
  static constexpr double kEpsilon = 2.220446049250313e-16;
  static constexpr double kVisibleTolerance = 4 * kEpsilon;
  static constexpr int kMaxVertices = 160;
  static constexpr int kMaxFaces = 3 * kMaxVertices;
  static constexpr int kMaxHorizon = 256;

  // Edges of two visible faces cancel; what is left is the horizon.
  bool AddHorizonEdge(int from, int to) {
    for (int i = 0; i < num_horizon_; ++i) {
      if (horizon_[i].first == to && horizon_[i].second == from) {
        horizon_[i] = horizon_[--num_horizon_];
        return true;
      }
    }
    if (num_horizon_ == kMaxHorizon) return false;
    horizon_[num_horizon_++] = {from, to};
    return true;
  }

  // Counter-clockwise seen from outside.
  void AddFace(int i, int j, int k) {
    const Vector3& a = vertices_[i];
    const Vector3& b = vertices_[j];
    const Vector3& c = vertices_[k];
    const Vector3 ab = b - a;
    const Vector3 bc = c - b;
    const Vector3 ca = a - c;
    const double lab = ab.squaredNorm();
    const double lbc = bc.squaredNorm();
    const double lca = ca.squaredNorm();
    const double longest = std::max({lab, lbc, lca});
    Vector3 normal = longest == lab   ? Vector3(bc.cross(ca))
                     : longest == lbc ? Vector3(ca.cross(ab))
                                      : Vector3(ab.cross(bc));
    double norm = normal.norm();
    if (!(norm > 0)) {
      // Three points on a line: any plane through it bounds them.
      const Vector3& edge = longest == lab ? ab : longest == lbc ? bc : ca;
      normal = longest > 0 ? MakeOrthogonal(edge) : Vector3::UnitZ();
      if (normal.dot(a) < 0) normal = -normal;
      norm = 1;
    }
    Face& face = faces_[num_faces_++];
    face.nhat = normal / -norm;
    face.value =
        std::max({face.nhat.dot(a), face.nhat.dot(b), face.nhat.dot(c)});
    face.vertices[0] = i;
    face.vertices[1] = j;
    face.vertices[2] = k;
  }

  double scale_;
  int num_vertices_{0};
  int num_faces_{0};
  int num_horizon_{0};
  std::array<Vector3, kMaxVertices> vertices_;
  std::array<Face, kMaxFaces> faces_;
  std::array<bool, kMaxFaces> is_visible_;
  std::array<std::pair<int, int>, kMaxHorizon> horizon_;
};

}  // namespace clearway::internal
