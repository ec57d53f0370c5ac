#include "clearway/geometry/hull_triangles.h"

#include <utility>

namespace clearway::internal {
namespace {

struct Facet {
  HullTriangle triangle;
  std::vector<int> outside;  // Points that see this facet from outside.
  bool alive{true};
  int visited_by{-1};
};

class QuickHull {
 public:
  QuickHull(const ExactPoints& points, std::array<int, 4> corners)
      : points_(points), facet_from_(points.size(), -1) {
    auto& [a, b, c, d] = corners;
    if (points.SignVolume(a, b, c, d) > 0) std::swap(b, c);
    // Now d lies below a, b, c.
    facets_.push_back({{{a, b, c}, {1, 2, 3}}, {}});
    facets_.push_back({{{b, a, d}, {0, 3, 2}}, {}});
    facets_.push_back({{{c, b, d}, {0, 1, 3}}, {}});
    facets_.push_back({{{a, c, d}, {0, 2, 1}}, {}});
    std::vector<int> all(points.size());
    for (int i = 0; i < points.size(); ++i) all[i] = i;
    Distribute(all, 0);
    // A facet dies with its furthest point, and new ones come after it.
    for (std::size_t f = 0; f < facets_.size(); ++f) {
      if (facets_[f].alive && !facets_[f].outside.empty()) {
        AddPoint(static_cast<int>(f));
      }
    }
  }

  std::vector<HullTriangle> TakeTriangles() const {
    std::vector<int> index(facets_.size(), -1);
    int size = 0;
    for (std::size_t f = 0; f < facets_.size(); ++f) {
      if (facets_[f].alive) index[f] = size++;
    }
    std::vector<HullTriangle> result;
    result.reserve(size);
    for (const Facet& facet : facets_) {
      if (!facet.alive) continue;
      result.push_back(facet.triangle);
      for (int& neighbour : result.back().neighbours) {
        neighbour = index[neighbour];
      }
    }
    return result;
  }

 private:
  bool Sees(int point, const Facet& facet) const {
    const auto& [a, b, c] = facet.triangle.vertices;
    return points_.SignVolume(a, b, c, point) > 0;
  }

  /* Gives each point to the first facet, from `first_facet` on, that it sees. A
   point that sees none is in the hull. */
  void Distribute(const std::vector<int>& points, int first_facet) {
    for (const int point : points) {
      for (std::size_t f = first_facet; f < facets_.size(); ++f) {
        if (Sees(point, facets_[f])) {
          facets_[f].outside.push_back(point);
          break;
        }
      }
    }
  }

  int FindFurthest(const Facet& facet) const {
    const auto& [a, b, c] = facet.triangle.vertices;
    int furthest = facet.outside.front();
    double largest = points_.CalcVolume(a, b, c, furthest);
    for (const int point : facet.outside) {
      const double volume = points_.CalcVolume(a, b, c, point);
      if (volume > largest) {
        largest = volume;
        furthest = point;
      }
    }
    return furthest;
  }

  /* Replaces all facets that the furthest point of `first` sees by a fan from
   their outline, the horizon, to the point. Since the signs are exact, these
   facets are a disc and the horizon is one loop. */
  void AddPoint(int first) {
    const int apex = FindFurthest(facets_[first]);
    const int first_new = static_cast<int>(facets_.size());
    std::vector<int> orphans;
    std::vector<int> stack{first};
    facets_[first].alive = false;
    std::vector<int> horizon_facets;
    while (!stack.empty()) {
      const int f = stack.back();
      stack.pop_back();
      for (const int point : facets_[f].outside) {
        if (point != apex) orphans.push_back(point);
      }
      facets_[f].outside = {};
      const HullTriangle triangle = facets_[f].triangle;
      for (int i = 0; i < 3; ++i) {
        const int g = triangle.neighbours[i];
        if (!facets_[g].alive) continue;
        // A facet that is not seen may border several that are.
        if (facets_[g].visited_by != apex && Sees(apex, facets_[g])) {
          facets_[g].alive = false;
          stack.push_back(g);
          continue;
        }
        facets_[g].visited_by = apex;
        const int from = triangle.vertices[i];
        const int to = triangle.vertices[(i + 1) % 3];
        const int fan = static_cast<int>(facets_.size());
        facets_.push_back({{{from, to, apex}, {g, -1, -1}}, {}});
        facet_from_[from] = fan;
        const HullTriangle& outer = facets_[g].triangle;
        for (int k = 0; k < 3; ++k) {
          if (outer.vertices[k] == to && outer.vertices[(k + 1) % 3] == from) {
            facets_[g].triangle.neighbours[k] = fan;
          }
        }
      }
    }
    for (std::size_t f = first_new; f < facets_.size(); ++f) {
      const int next = facet_from_[facets_[f].triangle.vertices[1]];
      facets_[f].triangle.neighbours[1] = next;
      facets_[next].triangle.neighbours[2] = static_cast<int>(f);
    }
    Distribute(orphans, first_new);
  }

  const ExactPoints& points_;
  std::vector<Facet> facets_;
  std::vector<int> facet_from_;  // The new facet at a horizon's vertex.
};

}  // namespace

std::vector<HullTriangle> MakeHullTriangles(const ExactPoints& points,
                                            const std::array<int, 4>& corners) {
  return QuickHull(points, corners).TakeTriangles();
}

}  // namespace clearway::internal
