#include "clearway/geometry/convex_polytope.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include <Eigen/Geometry>

#include "clearway/common/check.h"
#include "clearway/geometry/bounds.h"
#include "clearway/geometry/exact_points.h"
#include "clearway/geometry/hull_faces.h"
#include "clearway/geometry/hull_triangles.h"

namespace clearway {
namespace {

using Loops = std::vector<std::vector<int>>;

/* Points closer than this to a plane or a line, times their largest coordinate,
 are taken to lie in it: 450 roundings, and 1000 times less than what a query
 may be wrong by. */
constexpr double kTolerance = 1e-13;

/* What is no thicker than this is flat, so that the two sides of what is not
 are well apart. */
constexpr double kFlatness = 10 * kTolerance;

/* Four points that span the rest: the first, the one furthest from it, then
 from their line, then from their plane, with these distances. */
struct Span {
  std::array<int, 4> points{};
  std::array<double, 4> distances{};
  Vector3 direction{Vector3::Zero()};  // Of the line.
  Vector3 normal{Vector3::Zero()};     // Of the plane.
};

/* @param distance_of  a function of a point. */
template <class Function>
void FindFurthest(const RowMatrixX3& points, int rank, Span* span,
                  const Function& distance_of) {
  for (int i = 0; i < points.rows(); ++i) {
    const double distance = distance_of(Vector3(points.row(i).transpose()));
    if (distance > span->distances[rank]) {
      span->distances[rank] = distance;
      span->points[rank] = i;
    }
  }
}

Span FindSpan(const RowMatrixX3& points) {
  Span span;
  const auto p = [&](int rank) -> Vector3 {
    return points.row(span.points[rank]).transpose();
  };
  const Vector3 mean = points.colwise().mean().transpose();
  FindFurthest(points, 0, &span,
               [&](const Vector3& q) { return (q - mean).stableNorm(); });
  FindFurthest(points, 1, &span,
               [&](const Vector3& q) { return (q - p(0)).stableNorm(); });
  span.direction = (p(1) - p(0)).stableNormalized();
  FindFurthest(points, 2, &span, [&](const Vector3& q) {
    return (q - p(0)).cross(span.direction).stableNorm();
  });
  span.normal = span.direction.cross(p(2) - p(0)).stableNormalized();
  FindFurthest(points, 3, &span, [&](const Vector3& q) {
    return std::abs(span.normal.dot(q - p(0)));
  });
  return span;
}

/* The corners of points in a plane, counter-clockwise about `normal`.
 @source Andrew, Another efficient algorithm for convex hulls in two
 dimensions, 1979. */
std::vector<int> MakePolygon(const RowMatrixX3& points, const Vector3& normal,
                             double tolerance) {
  int axis = 0;
  normal.cwiseAbs().maxCoeff(&axis);
  const internal::ExactPoints exact(points);
  const int x = (axis + 1) % 3, y = (axis + 2) % 3;
  std::vector<int> order(points.rows());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    const auto& p = exact.grid(i);
    const auto& q = exact.grid(j);
    if (p[x] != q[x]) return p[x] < q[x];
    return p[y] != q[y] ? p[y] < q[y] : i < j;
  });
  order.erase(std::unique(order.begin(), order.end(),
                          [&](int i, int j) {
                            return exact.grid(i)[x] == exact.grid(j)[x] &&
                                   exact.grid(i)[y] == exact.grid(j)[y];
                          }),
              order.end());

  std::vector<int> corners;
  const auto add_chain = [&](auto begin, auto end) {
    const std::size_t chain_begin = corners.size();
    for (auto it = begin; it != end; ++it) {
      while (corners.size() >= chain_begin + 2 &&
             exact.SignArea(axis, corners[corners.size() - 2], corners.back(),
                            *it) <= 0) {
        corners.pop_back();
      }
      corners.push_back(*it);
    }
    corners.pop_back();  // The other chain begins with it.
  };
  add_chain(order.begin(), order.end());
  add_chain(order.rbegin(), order.rend());

  // Drop corners that are on the line of their neighbours but for rounding.
  for (std::size_t i = 0; i < corners.size() && corners.size() > 3;) {
    const std::size_t n = corners.size();
    const Vector3 before = points.row(corners[(i + n - 1) % n]).transpose();
    const Vector3 after = points.row(corners[(i + 1) % n]).transpose();
    const Vector3 corner = points.row(corners[i]).transpose();
    const Vector3 along = (after - before).stableNormalized();
    if ((corner - before).cross(along).stableNorm() <= tolerance) {
      corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  if (normal[axis] < 0) std::reverse(corners.begin(), corners.end());
  return corners;
}

/* How far points reach along a direction, found by a tree of boxes that halves
 them along the longest axis: only boxes that reach further than what is known
 are opened. */
class PointTree {
 public:
  explicit PointTree(const RowMatrixX3& points) {
    for (const auto& row : points.rowwise()) points_.push_back(row.transpose());
    Build(0, std::ssize(points_));
  }

  /* The greatest of `reach` and of all direction . point. */
  double CalcReach(const Vector3& direction, double reach,
                   int index = 0) const {
    // Products and sums round monotonically: no point of a box reaches further.
    const Node& node = nodes_[index];
    const Vector3 corner =
        (direction.array() > 0).select(node.box.upper, node.box.lower);
    if (direction.dot(corner) <= reach) return reach;
    if (node.right >= 0) {
      reach = CalcReach(direction, reach, index + 1);
      return CalcReach(direction, reach, node.right);
    }
    for (std::ptrdiff_t i = node.begin; i < node.end; ++i) {
      reach = std::max(reach, direction.dot(points_[i]));
    }
    return reach;
  }

 private:
  struct Node {
    Aabb box;
    int right;  // The left child follows its parent; -1 in a leaf.
    std::ptrdiff_t begin, end;
  };

  void Build(std::ptrdiff_t begin, std::ptrdiff_t end) {
    constexpr int kMaxLeafSize = 16;
    const std::size_t index = nodes_.size();
    Aabb box;
    for (std::ptrdiff_t i = begin; i < end; ++i) box.Include(points_[i]);
    nodes_.push_back({box, -1, begin, end});
    if (end - begin <= kMaxLeafSize) return;
    int axis = 0;
    box.half_size().maxCoeff(&axis);
    const std::ptrdiff_t middle = begin + (end - begin) / 2;
    std::nth_element(points_.begin() + begin, points_.begin() + middle,
                     points_.begin() + end,
                     [axis](const Vector3& p, const Vector3& q) {
                       return p[axis] < q[axis];
                     });
    Build(begin, middle);
    nodes_[index].right = static_cast<int>(nodes_.size());
    Build(middle, end);
  }

  std::vector<Vector3> points_;
  std::vector<Node> nodes_;
};

}  // namespace

ConvexPolytope ConvexPolytope::MakeHull(
    const Eigen::Ref<const RowMatrixX3>& input) {
  ThrowUnless(input.rows() > 0, "a hull needs at least one point");
  ThrowUnless(input.allFinite(), "the points of a hull must be finite");
  const RowMatrixX3 points = input;
  const double scale = points.cwiseAbs().maxCoeff();
  const double tolerance = kTolerance * scale;
  const double flatness = kFlatness * scale;
  const Span span = FindSpan(points);
  const auto& [a, b, c, d] = span.points;

  ConvexPolytope result;
  if (span.distances[1] <= flatness) {
    Loops loops{{a}};
    result.SetVertices(points, &loops);
    result.SetNeighbours();
    return result;
  }
  if (span.distances[2] <= flatness) {
    result.dimension_ = 1;
    Loops loops{{a, b}};
    result.SetVertices(points, &loops);
    result.edges_ = {{{0, 1}, {-1, -1}}};
    result.SetNeighbours();
    return result;
  }
  const internal::ExactPoints exact(points);
  Loops loops;
  if (span.distances[3] <= flatness || exact.SignVolume(a, b, c, d) == 0) {
    result.dimension_ = 2;
    const std::vector<int> polygon =
        MakePolygon(points, span.normal, tolerance);
    loops = {polygon, {polygon.rbegin(), polygon.rend()}};
  } else {
    result.dimension_ = 3;
    loops = internal::MergeHullTriangles(
        points, internal::MakeHullTriangles(exact, span.points), tolerance);
  }
  result.SetVertices(points, &loops);
  result.SetFaces(points, loops);
  result.SetNeighbours();
  return result;
}

ConvexPolytope ConvexPolytope::MakeBox(const Vector3& size) {
  RowMatrixX3 corners(8, 3);
  for (int i = 0; i < 8; ++i) {
    const Vector3 sign(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5,
                       i & 4 ? 0.5 : -0.5);
    corners.row(i) = size.cwiseProduct(sign).transpose();
  }
  return MakeHull(corners);
}

/* Keeps the points that are on a loop, in their order, and renumbers. */
void ConvexPolytope::SetVertices(const RowMatrixX3& points,
                                 std::vector<std::vector<int>>* loops) {
  std::vector<int> kept;
  for (const auto& loop : *loops) {
    kept.insert(kept.end(), loop.begin(), loop.end());
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  vertices_.resize(static_cast<Eigen::Index>(kept.size()), 3);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    vertices_.row(static_cast<Eigen::Index>(i)) = points.row(kept[i]);
  }
  centre_ = vertices_.colwise().mean().transpose();
  reach_ = vertices_.cwiseAbs().maxCoeff();
  support_map_ = internal::SupportMap(vertices_);
  for (auto& loop : *loops) {
    for (int& v : loop) {
      v = static_cast<int>(std::lower_bound(kept.begin(), kept.end(), v) -
                           kept.begin());
    }
    // One of many ways to write a loop and to order faces, so that equal hulls
    // are equal in every bit.
    std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()),
                loop.end());
  }
  std::sort(loops->begin(), loops->end());
}

void ConvexPolytope::SetFaces(const RowMatrixX3& points,
                              const std::vector<std::vector<int>>& loops) {
  const PointTree tree(points);
  for (const auto& loop : loops) {
    const Vector3 normal = internal::CalcPolygonNormal(vertices_, loop);
    const double at_corner = normal.dot(vertices_.row(loop[0]).transpose());
    const double offset = tree.CalcReach(normal, at_corner);
    faces_.push_back({normal, offset, static_cast<int>(face_indices_.size()),
                      static_cast<int>(loop.size())});
    face_indices_.insert(face_indices_.end(), loop.begin(), loop.end());
  }

  // Each edge as (low, high, whether a face runs it downward, the face).
  std::vector<std::array<int, 4>> sides;
  for (std::size_t f = 0; f < loops.size(); ++f) {
    const auto& loop = loops[f];
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const int from = loop[i], to = loop[(i + 1) % loop.size()];
      sides.push_back({std::min(from, to), std::max(from, to), from > to,
                       static_cast<int>(f)});
    }
  }
  std::sort(sides.begin(), sides.end());
  for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
    edges_.push_back(
        {{sides[i][0], sides[i][1]}, {sides[i][3], sides[i + 1][3]}});
  }

  if (dimension_ < 3) return;
  for (const auto& loop : loops) {
    const Vector3 a = vertices_.row(loop[0]).transpose() - centre_;
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
      const Vector3 b = vertices_.row(loop[i]).transpose() - centre_;
      const Vector3 c = vertices_.row(loop[i + 1]).transpose() - centre_;
      volume_ += a.dot(b.cross(c)) / 6;
    }
  }
}

void ConvexPolytope::SetNeighbours() {
  std::vector<std::vector<int>> neighbours(num_vertices());
  for (const Edge& edge : edges_) {
    const auto [low, high] = edge.vertices;
    neighbours[low].push_back(high);
    neighbours[high].push_back(low);
  }
  neighbour_begin_ = {0};
  for (auto& list : neighbours) {
    std::sort(list.begin(), list.end());
    neighbour_indices_.insert(neighbour_indices_.end(), list.begin(),
                              list.end());
    neighbour_begin_.push_back(static_cast<int>(neighbour_indices_.size()));
  }
}

}  // namespace clearway
