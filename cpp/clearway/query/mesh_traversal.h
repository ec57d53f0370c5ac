#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Geometry>

#include "clearway/geometry/solid_mesh.h"
#include "clearway/query/convex.h"
#include "clearway/query/triangle_triangle.h"

namespace clearway::internal {

/* What the mesh queries share: walks over the trees, nearer child first, on
 stacks of fixed size; the choice of what solid is convex; and containment. */

inline Triangle GetTriangle(const SolidMesh& mesh, int triangle) {
  const TriangleMesh& m = mesh.mesh();
  return {
      {m.vertex(triangle, 0), m.vertex(triangle, 1), m.vertex(triangle, 2)}};
}

inline Triangle Transform(const RigidTransform& X, const Triangle& t) {
  return {{X * t.v[0], X * t.v[1], X * t.v[2]}};
}

/* Out of the triangle's front, unit; zero if it is degenerate. */
inline Vector3 CalcFront(const Triangle& t) {
  return (t.v[1] - t.v[0]).cross(t.v[2] - t.v[0]).stableNormalized();
}

inline Aabb CalcBox(const Triangle& t) {
  return {t.v[0].cwiseMin(t.v[1]).cwiseMin(t.v[2]),
          t.v[0].cwiseMax(t.v[1]).cwiseMax(t.v[2])};
}

/* Calls visit(i) for the triangles of leaves whose boxes have a squared bound
 <= limit, until it returns false. Limit and bound may change on the way. */
template <class Bound, class Visit>
void VisitTriangles(const TriangleBvh& bvh, const double& limit, Bound&& bound,
                    Visit&& visit) {
  struct Item {
    int node;
    double squared_bound;
  };
  Item stack[TriangleBvh::kMaxDepth + 1];
  int size = 0;
  stack[size++] = {0, bound(bvh.nodes()[0].box)};
  while (size > 0) {
    const Item item = stack[--size];
    if (item.squared_bound > limit) continue;
    const TriangleBvh::Node& node = bvh.nodes()[item.node];
    if (node.is_leaf()) {
      for (int i = node.first; i < node.first + node.count; ++i) {
        if (!visit(bvh.order()[i])) return;
      }
      continue;
    }
    Item near{item.node + 1, bound(bvh.nodes()[item.node + 1].box)};
    Item far{node.right, bound(bvh.nodes()[node.right].box)};
    if (far.squared_bound < near.squared_bound) std::swap(near, far);
    stack[size++] = far;
    stack[size++] = near;
  }
}

/* Bounds the distance of a box in frame A and one in frame B from below, by the
 gaps along the axes of either. */
class RelativeBoxes {
 public:
  explicit RelativeBoxes(const RigidTransform& X_AB)
      : R_AB_(X_AB.rotation().matrix()),
        abs_R_AB_(R_AB_.cwiseAbs()),
        p_AB_(X_AB.translation()) {}

  void set_translation(const Vector3& p_AB) { p_AB_ = p_AB; }

  double CalcSquaredBound(const Aabb& box_A, const Aabb& box_B) const {
    const Vector3 half_A = box_A.half_size();
    const Vector3 half_B = box_B.half_size();
    const Vector3 offset_A = R_AB_ * box_B.centre() + p_AB_ - box_A.centre();
    const Vector3 offset_B = R_AB_.transpose() * offset_A;
    const auto squared_gap = [](const Vector3& offset, const Vector3& reach) {
      return (offset.cwiseAbs() - reach).cwiseMax(0).squaredNorm();
    };
    return std::max(
        squared_gap(offset_A, half_A + abs_R_AB_ * half_B),
        squared_gap(offset_B, half_B + abs_R_AB_.transpose() * half_A));
  }

 private:
  Matrix3 R_AB_;
  Matrix3 abs_R_AB_;
  Vector3 p_AB_;
};

/* The same for pairs: visit(i, j) for triangles of leaves of A and B whose
 boxes have a squared bound(box_A, box_B) <= limit, until it returns false. */
template <class Bound, class Visit>
void VisitTrianglePairs(const TriangleBvh& A, const TriangleBvh& B,
                        const double& limit, Bound&& bound, Visit&& visit) {
  struct Item {
    int node_A;
    int node_B;
    double squared_bound;
  };
  const auto make_item = [&](int node_A, int node_B) {
    return Item{node_A, node_B,
                bound(A.nodes()[node_A].box, B.nodes()[node_B].box)};
  };
  Item stack[2 * TriangleBvh::kMaxDepth + 1];
  int size = 0;
  stack[size++] = make_item(0, 0);
  while (size > 0) {
    const Item item = stack[--size];
    if (item.squared_bound > limit) continue;
    const TriangleBvh::Node& node_A = A.nodes()[item.node_A];
    const TriangleBvh::Node& node_B = B.nodes()[item.node_B];
    if (node_A.is_leaf() && node_B.is_leaf()) {
      for (int j = node_B.first; j < node_B.first + node_B.count; ++j) {
        for (int i = node_A.first; i < node_A.first + node_A.count; ++i) {
          if (!visit(A.order()[i], B.order()[j])) return;
        }
      }
      continue;
    }
    const bool split_A =
        node_B.is_leaf() ||
        (!node_A.is_leaf() && node_A.box.half_size().squaredNorm() >=
                                  node_B.box.half_size().squaredNorm());
    Item near = split_A ? make_item(item.node_A + 1, item.node_B)
                        : make_item(item.node_A, item.node_B + 1);
    Item far = split_A ? make_item(node_A.right, item.node_B)
                       : make_item(item.node_A, node_B.right);
    if (far.squared_bound < near.squared_bound) std::swap(near, far);
    stack[size++] = far;
    stack[size++] = near;
  }
}

/* The box of a convex set in frame A. */
Aabb CalcConvexSetBox(const ConvexSet& B, const RigidTransform& X_AB);

/* The largest length of the pair, for CalcDecisionMargin. [m] */
double CalcPairScale(const SolidMesh& A, const Aabb& box_B,
                     const Vector3& p_AB);

/* Whether the mesh is its hull: closed, solid, and nowhere below the hull's
 boundary by more than rounding. Then it is queried as one convex set. */
bool IsConvexSolid(const SolidMesh& mesh);

/* A point of a part of B (SolidMesh::part_points, in B) that A holds inside;
 null if there is none. */
const Vector3* FindContainedPart(const SolidMesh& A, const SolidMesh& B,
                                 const RigidTransform& X_AB);

/* Where a ray first meets a triangle, and the triangle's normal, unit, along
 the ray; the distance is +inf if it meets none. A ray through an edge may miss
 both its triangles. */
struct RayHit {
  double distance{HUGE_VAL};
  Vector3 normal{Vector3::Zero()};
};

/* @param direction  unit. */
RayHit CastRay(const SolidMesh& mesh, const Vector3& p,
               const Vector3& direction);

}  // namespace clearway::internal
