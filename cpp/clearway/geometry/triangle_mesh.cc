#include "clearway/geometry/triangle_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

namespace clearway {
namespace {

bool HasRepeatedCorner(const RowMatrixX3i& triangles, Eigen::Index t) {
  return triangles(t, 0) == triangles(t, 1) ||
         triangles(t, 1) == triangles(t, 2) ||
         triangles(t, 2) == triangles(t, 0);
}

bool HasArea(const TriangleMesh& mesh, Eigen::Index t) {
  const int triangle = static_cast<int>(t);
  const Vector3 a = mesh.vertex(triangle, 0);
  return (mesh.vertex(triangle, 1) - a).cross(mesh.vertex(triangle, 2) - a) !=
         Vector3::Zero();
}

/* An edge by its vertices, low first, and how many more of the triangles that
 count run it upward than downward. */
struct EdgeBalance {
  int low, high, balance;
};

std::vector<EdgeBalance> CalcEdgeBalances(const RowMatrixX3i& triangles,
                                          const std::vector<char>& counts) {
  // An edge as (low, high, direction).
  std::vector<std::array<int, 3>> edges;
  edges.reserve(triangles.size());
  for (Eigen::Index t = 0; t < triangles.rows(); ++t) {
    if (!counts[t]) continue;
    for (int corner = 0; corner < 3; ++corner) {
      const int from = triangles(t, corner);
      const int to = triangles(t, (corner + 1) % 3);
      edges.push_back(from < to ? std::array{from, to, 1}
                                : std::array{to, from, -1});
    }
  }
  std::sort(edges.begin(), edges.end());
  std::vector<EdgeBalance> result;
  for (const auto& [low, high, direction] : edges) {
    if (result.empty() || result.back().low != low ||
        result.back().high != high) {
      result.push_back({low, high, 0});
    }
    result.back().balance += direction;
  }
  return result;
}

bool EveryEdgeIsMatched(const RowMatrixX3i& triangles,
                        const std::vector<char>& counts) {
  const std::vector<EdgeBalance> edges = CalcEdgeBalances(triangles, counts);
  return !edges.empty() &&
         std::all_of(edges.begin(), edges.end(),
                     [](const EdgeBalance& edge) { return edge.balance == 0; });
}

}  // namespace

TriangleMesh WeldVertices(const TriangleMesh& mesh) {
  const int num_vertices = static_cast<int>(mesh.vertices.rows());
  std::vector<char> used(num_vertices, 0);
  for (Eigen::Index i = 0; i < mesh.triangles.size(); ++i) {
    used[mesh.triangles.data()[i]] = 1;
  }

  // Equal positions are neighbours once sorted; the first of each group stands
  // for it. Comparing doubles makes -0 equal to 0.
  const auto position = [&mesh](int i) {
    return std::array{mesh.vertices(i, 0), mesh.vertices(i, 1),
                      mesh.vertices(i, 2)};
  };
  std::vector<int> sorted;
  for (int i = 0; i < num_vertices; ++i) {
    if (used[i]) sorted.push_back(i);
  }
  std::sort(sorted.begin(), sorted.end(), [&](int i, int j) {
    const auto p = position(i), q = position(j);
    return p != q ? p < q : i < j;
  });
  std::vector<int> representative(num_vertices, -1);
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const bool same = k > 0 && position(sorted[k]) == position(sorted[k - 1]);
    representative[sorted[k]] =
        same ? representative[sorted[k - 1]] : sorted[k];
  }

  std::vector<int> welded_index(num_vertices, -1);
  TriangleMesh result;
  result.vertices.resize(num_vertices, 3);
  int num_welded = 0;
  for (int i = 0; i < num_vertices; ++i) {
    if (representative[i] != i) continue;
    result.vertices.row(num_welded) = mesh.vertices.row(i);
    welded_index[i] = num_welded++;
  }
  result.vertices.conservativeResize(num_welded, 3);
  result.triangles = mesh.triangles.unaryExpr(
      [&](int i) { return welded_index[representative[i]]; });
  return result;
}

bool IsWatertight(const TriangleMesh& mesh) {
  std::vector<char> counts(mesh.triangles.rows());
  bool some_without_area = false;
  for (Eigen::Index t = 0; t < mesh.triangles.rows(); ++t) {
    counts[t] = !HasRepeatedCorner(mesh.triangles, t);
    some_without_area = some_without_area || (counts[t] && !HasArea(mesh, t));
  }
  if (EveryEdgeIsMatched(mesh.triangles, counts)) return true;
  if (!some_without_area) return false;
  for (Eigen::Index t = 0; t < mesh.triangles.rows(); ++t) {
    counts[t] = counts[t] && HasArea(mesh, t);
  }
  return EveryEdgeIsMatched(mesh.triangles, counts);
}

TriangleMesh MakeBoundaryCone(const TriangleMesh& mesh) {
  std::vector<char> counts(mesh.triangles.rows());
  for (Eigen::Index t = 0; t < mesh.triangles.rows(); ++t) {
    counts[t] = !HasRepeatedCorner(mesh.triangles, t);
  }
  // The directed edges that are missing.
  std::vector<std::array<int, 2>> missing;
  Eigen::RowVector3d sum = Eigen::RowVector3d::Zero();
  for (const EdgeBalance& edge : CalcEdgeBalances(mesh.triangles, counts)) {
    for (int i = 0; i < std::abs(edge.balance); ++i) {
      missing.push_back(edge.balance > 0 ? std::array{edge.high, edge.low}
                                         : std::array{edge.low, edge.high});
      sum += mesh.vertices.row(edge.low) + mesh.vertices.row(edge.high);
    }
  }
  const int size = static_cast<int>(missing.size());
  TriangleMesh cone{RowMatrixX3(3 * size, 3), RowMatrixX3i(size, 3)};
  for (int i = 0; i < size; ++i) {
    cone.vertices.row(3 * i) = mesh.vertices.row(missing[i][0]);
    cone.vertices.row(3 * i + 1) = mesh.vertices.row(missing[i][1]);
    cone.vertices.row(3 * i + 2) = sum / (2 * size);
    cone.triangles.row(i) << 3 * i, 3 * i + 1, 3 * i + 2;
  }
  return cone;
}

double CalcSignedVolume(const TriangleMesh& mesh) {
  const Eigen::RowVector3d mean = mesh.vertices.colwise().mean();
  double volume = 0;
  for (Eigen::Index t = 0; t < mesh.triangles.rows(); ++t) {
    const Eigen::RowVector3d a = mesh.vertices.row(mesh.triangles(t, 0)) - mean;
    const Eigen::RowVector3d b = mesh.vertices.row(mesh.triangles(t, 1)) - mean;
    const Eigen::RowVector3d c = mesh.vertices.row(mesh.triangles(t, 2)) - mean;
    volume += a.dot(b.cross(c));
  }
  return volume / 6;
}

TriangleMesh FlipTriangles(const TriangleMesh& mesh) {
  TriangleMesh result = mesh;
  result.triangles.col(1).swap(result.triangles.col(2));
  return result;
}

double CalcWindingNumber(const TriangleMesh& mesh, const Vector3& p) {
  double half_solid_angle = 0;
  for (Eigen::Index t = 0; t < mesh.triangles.rows(); ++t) {
    const int triangle = static_cast<int>(t);
    const Vector3 a = mesh.vertex(triangle, 0) - p;
    const Vector3 b = mesh.vertex(triangle, 1) - p;
    const Vector3 c = mesh.vertex(triangle, 2) - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    const double numerator = a.dot(b.cross(c));
    const double denominator =
        la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    // In the triangle's plane the solid angle is 0 beside it and jumps by 4 pi
    // across it; zero is the middle, and what -0 must not spoil.
    if (numerator != 0) half_solid_angle += std::atan2(numerator, denominator);
  }
  return half_solid_angle / (2 * std::numbers::pi);
}

}  // namespace clearway
