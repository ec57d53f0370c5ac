#include "clearway/geometry/solid_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <Eigen/Geometry>

#include "clearway/geometry/bvh_visit.h"

namespace clearway {
namespace {

/* How far p lies below the hull's boundary; negative outside. */
double CalcDepth(const ConvexPolytope& hull, const Vector3& p,
                 Vector3* normal = nullptr) {
  double depth = HUGE_VAL;
  for (const ConvexPolytope::Face& face : hull.faces()) {
    const double face_depth = face.offset - face.normal.dot(p);
    if (face_depth < depth) {
      depth = face_depth;
      if (normal != nullptr) *normal = face.normal;
    }
  }
  return depth;
}

double CalcDeviation(const TriangleMesh& mesh, const ConvexPolytope& hull) {
  const auto faces = hull.faces();
  if (hull.dimension() < 3) return 0;  // The mesh lies on both its sides.
  double deviation = 0;
  std::size_t last_face = 0;
  for (Eigen::Index t = 0; t < mesh.triangles.rows(); ++t) {
    const int triangle = static_cast<int>(t);
    const Vector3 a = mesh.vertex(triangle, 0);
    const Vector3 b = mesh.vertex(triangle, 1);
    const Vector3 c = mesh.vertex(triangle, 2);
    // Neighbours in the file mostly lie below the same face, so begin with the
    // last one's. A triangle that cannot raise the maximum is left at once.
    double least = HUGE_VAL;
    std::size_t least_face = last_face;
    for (std::size_t i = 0; i < faces.size(); ++i) {
      std::size_t f = last_face + i;
      if (f >= faces.size()) f -= faces.size();
      const Vector3& n = faces[f].normal;
      const double lowest = std::min({n.dot(a), n.dot(b), n.dot(c)});
      const double depth = faces[f].offset - lowest;
      if (depth < least) {
        least = depth;
        least_face = f;
        if (least <= deviation) break;
      }
    }
    last_face = least_face;
    deviation = std::max(deviation, least);
  }
  return deviation;
}

/* A point about as deep in the hull as there is one: a step away from the
 nearest face at a time, ever shorter, from the vertices' mean. */
Vector3 FindDeepPoint(const ConvexPolytope& hull) {
  constexpr int kNumSteps = 100;
  Vector3 p = hull.centre();
  Vector3 normal{Vector3::Zero()};
  double depth = CalcDepth(hull, p, &normal);
  Vector3 deepest = p;
  double best = depth;
  double step = 0;
  for (const ConvexPolytope::Face& face : hull.faces()) {
    step = std::max(step, face.offset - face.normal.dot(p));
  }
  for (int i = 0; i < kNumSteps; ++i) {
    p -= step / (2 + i) * normal;
    depth = CalcDepth(hull, p, &normal);
    if (depth > best) {
      best = depth;
      deepest = p;
    }
  }
  return deepest;
}

/* See SolidMesh::part_points. */
std::vector<Vector3> FindPartPoints(const TriangleMesh& mesh, bool solid) {
  // Below the surface, as a fraction of the triangle's size: far above rounding
  // and far below what parts shapes.
  constexpr double kBelow = 1e-6;
  std::vector<int> root(mesh.vertices.rows());
  std::iota(root.begin(), root.end(), 0);
  const auto find_root = [&root](int v) {
    while (root[v] != v) v = root[v] = root[root[v]];
    return v;
  };
  const int num_triangles = static_cast<int>(mesh.triangles.rows());
  for (int t = 0; t < num_triangles; ++t) {
    for (int corner = 1; corner < 3; ++corner) {
      const int u = find_root(mesh.triangles(t, 0));
      const int v = find_root(mesh.triangles(t, corner));
      root[std::max(u, v)] = std::min(u, v);
    }
  }
  std::vector<int> part_of_root(root.size(), -1);
  std::vector<double> largest;
  std::vector<Vector3> points;
  for (int t = 0; t < num_triangles; ++t) {
    int& part = part_of_root[find_root(mesh.triangles(t, 0))];
    if (part < 0) {
      part = static_cast<int>(points.size());
      points.emplace_back();
      largest.push_back(-1);
    }
    const Vector3 a = mesh.vertex(t, 0);
    const Vector3 b = mesh.vertex(t, 1);
    const Vector3 c = mesh.vertex(t, 2);
    const Vector3 normal = (b - a).cross(c - a);
    const double area = normal.norm();
    if (area <= largest[part]) continue;
    largest[part] = area;
    points[part] = (a + b + c) / 3;
    if (solid && area > 0) {
      points[part] -= kBelow / std::sqrt(area) * normal;
    }
  }
  return points;
}

/* Any direction would do for a ray; this one is along no axis or diagonal. */
const Vector3 kRay(0.8273, 0.4519, 0.3338);

/* How the ray from the origin crosses the triangle a, b, c: 1 outward, -1
 inward, 0 not at all. None if it passes an edge, or the origin is at the
 triangle, too closely to be sure. */
std::optional<int> CountCrossing(const Vector3& a, const Vector3& b,
                                 const Vector3& c) {
  constexpr double kUnsure = 1e-12;  // Relative, of a triple product.
  // On which side of each edge the ray's line passes.
  const Vector3 sides(kRay.dot(b.cross(c)), kRay.dot(c.cross(a)),
                      kRay.dot(a.cross(b)));
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  const Vector3 unsure = kUnsure * Vector3(lb * lc, lc * la, la * lb);
  const bool some_left = (sides.array() > unsure.array()).any();
  const bool some_right = (sides.array() < -unsure.array()).any();
  if (some_left && some_right) return 0;
  const double volume = a.dot(b.cross(c));
  if ((sides.cwiseAbs().array() <= unsure.array()).any() ||
      std::abs(volume) <= kUnsure * la * lb * lc) {
    return std::nullopt;
  }
  if ((volume > 0) != some_left) return 0;
  return some_left ? 1 : -1;
}

/* How many times more often a ray from p leaves the mesh and its cap, which are
 closed together, than it enters them: their winding number about p. None where
 one crossing is unsure. */
std::optional<int> CountCrossings(const TriangleMesh& mesh,
                                  const TriangleBvh& bvh,
                                  const TriangleMesh& cap, const Vector3& p) {
  int crossings = 0;
  const auto count = [&crossings, &p](const TriangleMesh& part, int triangle) {
    const std::optional<int> crossing = CountCrossing(
        part.vertex(triangle, 0) - p, part.vertex(triangle, 1) - p,
        part.vertex(triangle, 2) - p);
    crossings += crossing.value_or(0);
    return crossing.has_value();
  };
  for (int t = 0; t < cap.triangles.rows(); ++t) {
    if (!count(cap, t)) return std::nullopt;
  }
  const Eigen::Vector3f p_float = (p - bvh.origin()).cast<float>();
  const Eigen::Vector3f d_float = kRay.normalized().cast<float>();
  const float slack = internal::CalcBoxSlack(
      2 * bvh.bounds().half_size().norm() + 1e-8 * p.norm());
  bool sure = true;
  constexpr double kAll = std::numeric_limits<float>::max();
  internal::VisitLeaves(
      bvh, kAll,
      [&](const WideBoxes& boxes, float* entries) {
        internal::CalcEntries(boxes, p_float, d_float, slack, entries);
      },
      [&](std::span<const int> triangles) {
        sure = std::all_of(triangles.begin(), triangles.end(),
                           [&](int t) { return count(mesh, t); });
        return sure;
      });
  if (!sure) return std::nullopt;
  return crossings;
}

}  // namespace

SolidMesh::SolidMesh(const TriangleMesh& file_mesh, std::optional<bool> solid)
    : file_mesh_(file_mesh),
      mesh_(WeldVertices(file_mesh)),
      watertight_(IsWatertight(mesh_)),
      solid_(solid.value_or(watertight_)),
      hull_(ConvexPolytope::MakeHull(mesh_.vertices)) {
  if (watertight_ && CalcSignedVolume(mesh_) < 0) mesh_ = FlipTriangles(mesh_);
  bvh_ = TriangleBvh(mesh_);
  if (solid_ && !watertight_) cap_ = MakeBoundaryCone(mesh_);
  deviation_ = CalcDeviation(mesh_, hull_);
  if (solid_ && watertight_ && hull_.dimension() == 3) {
    const Vector3 p = FindDeepPoint(hull_);
    const double depth = CalcDepth(hull_, p);
    const double shrink =
        deviation_ + 1e-14 * mesh_.vertices.cwiseAbs().maxCoeff();
    if (depth > shrink && CalcWindingNumber(mesh_, p) >= 0.5) {
      RowMatrixX3 vertices = hull_.vertices();
      for (Eigen::Index i = 0; i < vertices.rows(); ++i) {
        vertices.row(i) += shrink / depth * (p.transpose() - vertices.row(i));
      }
      inner_hull_ = ConvexPolytope::MakeHull(vertices);
    }
  }
  part_points_ = FindPartPoints(mesh_, solid_);
}

bool SolidMesh::Contains(const Vector3& p) const {
  if (!solid_) return false;
  const Aabb& box = bvh_.bounds();
  if ((p.array() < box.lower.array()).any() ||
      (p.array() > box.upper.array()).any()) {
    return false;
  }
  std::optional<int> crossings;
  if (2 * cap_.triangles.rows() <= mesh_.triangles.rows()) {
    crossings = CountCrossings(mesh_, bvh_, cap_, p);
  }
  const double winding_number = crossings
                                    ? *crossings - CalcWindingNumber(cap_, p)
                                    : CalcWindingNumber(mesh_, p);
  if (winding_number < 0.5) return false;
  // What the mesh and its cap go around is in the hull of both.
  return (crossings && *crossings != 0) || CalcDepth(hull_, p) >= 0;
}

}  // namespace clearway
