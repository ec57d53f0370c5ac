#pragma once

#include <vector>

#include "clearway/math/types.h"

namespace clearway {

/// Triangles over shared vertices: plain data, and what can be said of it.
struct TriangleMesh {
  RowMatrixX3 vertices;    ///< (n, 3) [m].
  RowMatrixX3i triangles;  ///< (m, 3) indices of vertices.

  Vector3 vertex(int triangle, int corner) const {
    return vertices.row(triangles(triangle, corner)).transpose();
  }
};

/// The mesh with exactly equal positions made one vertex (-0 equals 0), in
/// order of first appearance, and unused vertices left out. Triangles keep
/// their order and number; those with a repeated corner stay (they are segments
/// or points of the surface).
TriangleMesh WeldVertices(const TriangleMesh& mesh);

/// Whether every directed edge is matched by its reverse, as many times.
/// Triangles with a repeated corner do not count, and those whose area is
/// exactly 0 only where they help: they bound nothing. @pre welded.
bool IsWatertight(const TriangleMesh& mesh);

/// The cone over the mesh's boundary, wound so that both together are closed:
/// every directed edge is matched by its reverse. Its apex is the mean of the
/// boundary's vertices; no two of its triangles share a vertex index. Without
/// triangles where the mesh has no boundary. @pre welded.
TriangleMesh MakeBoundaryCone(const TriangleMesh& mesh);

/// Sum of the signed tetrahedra's volumes about the vertices' mean. [m^3]
double CalcSignedVolume(const TriangleMesh& mesh);

/// The mesh with every triangle's winding reversed.
TriangleMesh FlipTriangles(const TriangleMesh& mesh);

/// The generalised winding number about a point: the solid angle of all
/// triangles over 4 pi; 1 inside and 0 outside a closed mesh wound outward. On
/// the surface itself it is between them.
/// @source Jacobson, Kavan, Sorkine-Hornung, SIGGRAPH 2013; the solid angle by
/// Van Oosterom and Strackee, 1983.
double CalcWindingNumber(const TriangleMesh& mesh, const Vector3& p);

}  // namespace clearway
