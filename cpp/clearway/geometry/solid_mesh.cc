#include "clearway/geometry/solid_mesh.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

}  // namespace

SolidMesh::SolidMesh(const TriangleMesh& file_mesh, std::optional<bool> solid)
    : file_mesh_(file_mesh),
      mesh_(WeldVertices(file_mesh)),
      watertight_(IsWatertight(mesh_)),
      solid_(solid.value_or(watertight_)),
      hull_(ConvexPolytope::MakeHull(mesh_.vertices)) {
  if (watertight_ && CalcSignedVolume(mesh_) < 0) mesh_ = FlipTriangles(mesh_);
  bvh_ = TriangleBvh(mesh_);
  deviation_ = CalcDeviation(mesh_, hull_);
  // Around an open mesh the winding number changes from place to place, so one
  // point's says nothing of the others'.
  has_inner_volume_ = false;
  if (solid_ && watertight_ && hull_.dimension() == 3) {
    const Vector3 p = FindDeepPoint(hull_);
    const double rounding = 1e-14 * mesh_.vertices.cwiseAbs().maxCoeff();
    has_inner_volume_ = CalcDepth(hull_, p) > deviation_ + rounding &&
                        CalcWindingNumber(mesh_, p) >= 0.5;
  }
}

bool SolidMesh::Contains(const Vector3& p) const {
  if (!solid_) return false;
  const Aabb& box = bvh_.nodes()[0].box;
  if ((p.array() < box.lower.array()).any() ||
      (p.array() > box.upper.array()).any() || CalcDepth(hull_, p) < 0) {
    return false;
  }
  return CalcWindingNumber(mesh_, p) >= 0.5;
}

}  // namespace clearway
