#include "clearway/geometry/hull_faces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <Eigen/Geometry>

namespace clearway::internal {
namespace {

using LongVector3 = Eigen::Matrix<long double, 3, 1>;

/* The direction of a vector area. Of a sliver it is known badly in the plane
 across its longest edge, where that does not matter, and along it, where it
 would: that part is taken out. */
Vector3 CalcNormal(const LongVector3& area, const LongVector3& longest_edge) {
  const LongVector3 along = longest_edge.stableNormalized();
  const LongVector3 normal = area.stableNormalized();
  return (normal - normal.dot(along) * along).stableNormalized().cast<double>();
}

class FaceMerger {
 public:
  FaceMerger(const RowMatrixX3& points,
             const std::vector<HullTriangle>& triangles, double tolerance)
      : points_(points),
        triangles_(triangles),
        tolerance_(tolerance),
        region_(triangles.size(), -1) {
    for (const HullTriangle& triangle : triangles) {
      const LongVector3 a = point(triangle.vertices[0]).cast<long double>();
      const LongVector3 b = point(triangle.vertices[1]).cast<long double>();
      const LongVector3 c = point(triangle.vertices[2]).cast<long double>();
      areas_.push_back((b - a).cross(c - a));
      for (const LongVector3& edge :
           std::array<LongVector3, 3>{b - a, c - b, a - c}) {
        if (longest_edges_.size() < areas_.size()) {
          longest_edges_.push_back(edge);
        } else if (edge.squaredNorm() > longest_edges_.back().squaredNorm()) {
          longest_edges_.back() = edge;
        }
      }
    }
  }

  std::vector<std::vector<int>> Merge() {
    std::vector<int> by_area(triangles_.size());
    std::iota(by_area.begin(), by_area.end(), 0);
    std::stable_sort(by_area.begin(), by_area.end(), [this](int i, int j) {
      return areas_[i].squaredNorm() > areas_[j].squaredNorm();
    });
    for (const int seed : by_area) {
      if (region_[seed] < 0) GrowRegion(seed);
    }
    std::vector<std::vector<int>> faces;
    for (const std::vector<int>& members : regions_) {
      std::vector<int> outline = TraceOutline(members);
      if (!outline.empty()) {
        faces.push_back(std::move(outline));
        continue;
      }
      // Its triangles stand alone, which is right, if not maximal.
      for (const int t : members) {
        const auto& v = triangles_[t].vertices;
        faces.push_back({v[0], v[1], v[2]});
      }
    }
    RemoveStraightCorners(&faces);
    return faces;
  }

 private:
  Vector3 point(int i) const { return points_.row(i).transpose(); }

  /* Claims the triangles around the seed that lie in one plane with it. The
   plane is that of what was claimed so far, then once more of the whole: a
   large face's plane is better known than a small triangle's. */
  void GrowRegion(int seed) {
    constexpr int kMaxNumRounds = 4;
    const int id = static_cast<int>(regions_.size());
    std::vector<int> members{seed};
    for (int round = 0; round < kMaxNumRounds; ++round) {
      LongVector3 area = LongVector3::Zero();
      LongVector3 longest = LongVector3::Zero();
      for (const int t : members) {
        area += areas_[t];
        if (longest_edges_[t].squaredNorm() > longest.squaredNorm()) {
          longest = longest_edges_[t];
        }
      }
      const Vector3 normal = CalcNormal(area, longest);
      double offset = -HUGE_VAL;
      for (const int t : members) {
        for (const int v : triangles_[t].vertices) {
          offset = std::max(offset, normal.dot(point(v)));
        }
      }
      for (const int t : members) region_[t] = -1;
      std::vector<int> grown{seed};
      region_[seed] = id;
      for (std::size_t k = 0; k < grown.size(); ++k) {
        for (const int t : triangles_[grown[k]].neighbours) {
          if (region_[t] < 0 && LiesInPlane(t, normal, offset)) {
            region_[t] = id;
            grown.push_back(t);
          }
        }
      }
      const bool settled = grown.size() == members.size();
      members = std::move(grown);
      if (settled) break;
    }
    regions_.push_back(std::move(members));
  }

  bool LiesInPlane(int t, const Vector3& normal, double offset) const {
    for (const int v : triangles_[t].vertices) {
      if (std::abs(normal.dot(point(v)) - offset) > tolerance_) return false;
    }
    return true;
  }

  /* The loop of edges around a region; empty if they are not one simple loop.
   */
  std::vector<int> TraceOutline(const std::vector<int>& members) {
    next_.resize(points_.rows(), -1);
    std::vector<int> starts;
    bool simple = true;
    for (const int t : members) {
      const HullTriangle& triangle = triangles_[t];
      for (int i = 0; i < 3; ++i) {
        if (region_[triangle.neighbours[i]] == region_[t]) continue;
        const int from = triangle.vertices[i];
        simple = simple && next_[from] < 0;
        next_[from] = triangle.vertices[(i + 1) % 3];
        starts.push_back(from);
      }
    }
    std::vector<int> outline;
    if (simple && !starts.empty()) {
      int v = *std::min_element(starts.begin(), starts.end());
      do {
        outline.push_back(v);
        v = next_[v];
      } while (v != outline.front() && outline.size() <= starts.size());
    }
    for (const int v : starts) next_[v] = -1;
    if (outline.size() != starts.size()) outline.clear();
    return outline;
  }

  /* A corner of just two faces is no corner of the hull. */
  void RemoveStraightCorners(std::vector<std::vector<int>>* faces) const {
    std::vector<std::vector<int>> faces_at(points_.rows());
    for (std::size_t f = 0; f < faces->size(); ++f) {
      for (const int v : (*faces)[f]) {
        faces_at[v].push_back(static_cast<int>(f));
      }
    }
    for (std::size_t v = 0; v < faces_at.size(); ++v) {
      if (faces_at[v].size() != 2) continue;
      std::vector<int>& first = (*faces)[faces_at[v][0]];
      std::vector<int>& second = (*faces)[faces_at[v][1]];
      if (first.size() == 3 || second.size() == 3) continue;
      std::erase(first, static_cast<int>(v));
      std::erase(second, static_cast<int>(v));
    }
  }

  const RowMatrixX3& points_;
  const std::vector<HullTriangle>& triangles_;
  const double tolerance_;
  std::vector<LongVector3> areas_;          // Of each triangle, doubled.
  std::vector<LongVector3> longest_edges_;  // Of each triangle.
  std::vector<int> region_;                 // Of each triangle.
  std::vector<std::vector<int>> regions_;
  std::vector<int> next_;  // Of each vertex along the outline being traced.
};

}  // namespace

std::vector<std::vector<int>> MergeHullTriangles(
    const RowMatrixX3& points, const std::vector<HullTriangle>& triangles,
    double tolerance) {
  return FaceMerger(points, triangles, tolerance).Merge();
}

Vector3 CalcPolygonNormal(const RowMatrixX3& points,
                          const std::vector<int>& polygon) {
  const LongVector3 origin =
      points.row(polygon[0]).transpose().cast<long double>();
  LongVector3 area = LongVector3::Zero();
  LongVector3 longest = LongVector3::Zero();
  LongVector3 previous = LongVector3::Zero();
  for (std::size_t i = 1; i <= polygon.size(); ++i) {
    const LongVector3 p = points.row(polygon[i % polygon.size()])
                              .transpose()
                              .cast<long double>() -
                          origin;
    area += previous.cross(p);
    const LongVector3 edge = p - previous;
    if (edge.squaredNorm() > longest.squaredNorm()) longest = edge;
    previous = p;
  }
  return CalcNormal(area, longest);
}

}  // namespace clearway::internal
