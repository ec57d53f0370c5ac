#pragma once

#include "clearway/geometry/solid_mesh.h"
#include "clearway/query/convex.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* The depth of an overlap of mesh A with a convex set or a mesh B.

 D(A, B), the true depth, is the length of the shortest translation t after
 which A + t and B are disjoint: no triangle of one reaches into the other, and
 neither holds a part of the other inside. (They may be disjoint because A + t
 has come to a hole or notch of B.) D is 0 at contact, changes by no more than A
 is moved, and does not shrink when either shape grows.

 These functions return a translation t that does separate (to 1e-10 of the
 pair's scale, and to the margin of CalcDecisionMargin), with

     D(A, B) <= |t| <= depth of the overlap of the hulls,

 so that |t| = D for convex solids, for contact that the hulls share, and at
 contact. In general t is a local minimum found by search: from 0 along 98
 directions fixed in A and 6 in B, along the normals of the deepest overlaps of
 single triangles, and of the hulls, to the first place that is free (first
 exit); then, from the best three of these, downhill along the surfaces that A +
 t touches. Hence the three properties hold for |t| up to the local minima that
 the search can miss, which are those seen from 0 through an angle narrower than
 the directions' spacing: of 500 random overlaps of a torus, an L-shaped prism
 and a block with a hole, three had a free translation, among 1500 random ones,
 that was shorter by more than 3 %, and none by more than 5 %
 (mesh_depth_test.cc repeats this in small). Cold and deterministic; no
 allocation; the time is bounded by the number of directions and steps: some
 milliseconds (2.5 ms on average for overlaps of a robot's links of 10^3 to 4
 10^4 triangles each).

 Where faces of two meshes are flush, insides may overlap without a triangle
 that crosses another; then the middles of (the first few hundred) triangles
 that touch tell, besides a point of each part.

 The witnesses: B's is where A + t touches B, A's is that point less t; so that
 p_ACa - p_ACb = distance * nhat_BA_A with distance = -|t|, nhat_BA_A = t / |t|.

 @param closest  two closest or touching points of triangles and the normal
 there: what is returned, with distance 0, if the shapes only touch.
 @pre The shapes touch or overlap. */
PairInA ComputeMeshConvexDepth(const SolidMesh& A, const ConvexSet& B,
                               const RigidTransform& X_AB,
                               const PairInA& closest);
PairInA ComputeMeshMeshDepth(const SolidMesh& A, const SolidMesh& B,
                             const RigidTransform& X_AB,
                             const PairInA& closest);

}  // namespace clearway::internal
