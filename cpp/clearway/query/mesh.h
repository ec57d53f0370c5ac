#pragma once

#include "clearway/geometry/solid_mesh.h"
#include "clearway/query/convex.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* Mesh A (solid or surface, as it says) against a convex set, another mesh and
 a half space z <= 0. Separated distances are those of the triangles; an
 overlap's depth is that of mesh_depth.h. */
PairInA ComputeMeshConvexDistance(const SolidMesh& A, const ConvexSet& B,
                                  const RigidTransform& X_AB);
PairInA ComputeMeshMeshDistance(const SolidMesh& A, const SolidMesh& B,
                                const RigidTransform& X_AB);
PairInA ComputeMeshHalfSpaceDistance(const SolidMesh& A,
                                     const RigidTransform& X_AB);

/* The same compared with a threshold: outer volumes, inner volumes, then the
 trees, which stop at the first triangle that decides. */
ThresholdVerdict CompareMeshConvexDistance(const SolidMesh& A,
                                           const ConvexSet& B,
                                           const RigidTransform& X_AB,
                                           double threshold);
ThresholdVerdict CompareMeshMeshDistance(const SolidMesh& A, const SolidMesh& B,
                                         const RigidTransform& X_AB,
                                         double threshold);

}  // namespace clearway::internal
