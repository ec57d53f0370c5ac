#pragma once

#include "clearway/geometry/solid_mesh.h"
#include "clearway/query/convex.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* Mesh A (solid or surface, as it says) against a convex set, another mesh and
 a half space z <= 0.

 Separated distances are those of the triangles, exact to rounding; an overlap's
 depth is that of mesh_depth.h. The distance is positive iff no triangle meets
 the other shape (or its triangles) and neither shape holds a part of the other
 inside: a mesh holds it if it is solid and the winding number is >= 1/2. */
PairInA ComputeMeshConvexDistance(const SolidMesh& A, const ConvexSet& B,
                                  const RigidTransform& X_AB);
PairInA ComputeMeshMeshDistance(const SolidMesh& A, const SolidMesh& B,
                                const RigidTransform& X_AB);

/* By the hull's vertices: the lowest point of a mesh over a plane, and how far
 it must rise to clear it, are those of its hull. Exact at either sign. */
PairInA ComputeMeshHalfSpaceDistance(const SolidMesh& A,
                                     const RigidTransform& X_AB);

/* The same compared with a threshold: outer volumes, inner volumes, then the
 trees, which stop at the first triangle that decides. A negative threshold that
 the volumes leave open is kUndecided wherever the shapes overlap.

 @param axis_A  null, or a warm start for the outer volumes, as in
 CompareConvexDistance. */
ThresholdVerdict CompareMeshConvexDistance(const SolidMesh& A,
                                           const ConvexSet& B,
                                           const RigidTransform& X_AB,
                                           double threshold,
                                           Vector3* axis_A = nullptr);
ThresholdVerdict CompareMeshMeshDistance(const SolidMesh& A, const SolidMesh& B,
                                         const RigidTransform& X_AB,
                                         double threshold,
                                         Vector3* axis_A = nullptr);

}  // namespace clearway::internal
