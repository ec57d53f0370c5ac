#pragma once

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "clearway/geometry/bvh_visit.h"
#include "clearway/geometry/solid_mesh.h"
#include "clearway/query/convex.h"
#include "clearway/query/triangle_triangle.h"

namespace clearway::internal {

/* What the mesh queries share: triangles and their boxes, the choice of what
 solid is convex, and containment. */

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

/* The box of a convex set in frame A. */
Aabb CalcConvexSetBox(const ConvexSet& B, const RigidTransform& X_AB);

/* A convex set's box along its own axes, for walks over the tree of a mesh A.
 */
class ConvexSetBox {
 public:
  ConvexSetBox(const TriangleBvh& A, const ConvexSet& B,
               const RigidTransform& X_AB);

  /* Moves the set to X_AB.translation() + t. */
  void Move(const Vector3& t);

  /* Relative to A.origin(). */
  const OrientedBox& box() const { return box_; }
  /* For wide_bounds.h. */
  float slack() const { return slack_; }

 private:
  double reach_;
  Vector3 p_AC_;  // To the middle of the box where it was made.
  Vector3 p_AoC_;
  OrientedBox box_;
  float slack_;
};

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
