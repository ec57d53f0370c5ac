#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "clearway/geometry/bvh.h"
#include "clearway/geometry/convex_polytope.h"
#include "clearway/geometry/triangle_mesh.h"
#include "clearway/math/types.h"

namespace clearway {

/// A mesh made ready for queries: welded, wound outward, with a tree over its
/// triangles, its hull as outer volume, and how far the two differ.
///
/// @thread_safety Immutable.
class SolidMesh {
 public:
  /// @see Mesh, which validates and forwards.
  SolidMesh(const TriangleMesh& file_mesh, std::optional<bool> solid);

  /// As given, before welding and winding.
  const RowMatrixX3& vertices() const { return file_mesh_.vertices; }
  const RowMatrixX3i& triangles() const { return file_mesh_.triangles; }

  /// Welded; all triangles flipped if the signed volume of a watertight mesh
  /// was negative.
  const TriangleMesh& mesh() const { return mesh_; }
  bool watertight() const { return watertight_; }
  /// Whether the inside belongs to the shape.
  bool solid() const { return solid_; }

  /// The hull of the vertices: it contains the mesh.
  const ConvexPolytope& hull() const { return hull_; }
  const TriangleBvh& bvh() const { return bvh_; }

  /// An upper bound on how deep any point of the surface lies below the hull's
  /// boundary. For each triangle: the least over hull faces of the greatest
  /// depth of its three vertices below that face; the mesh's is the greatest
  /// over triangles. (Vertices alone would not do: all of them may be on the
  /// hull while a triangle sags between.) 0 for a convex mesh. [m]
  double deviation() const { return deviation_; }

  /// Whether the hull, shrunk by deviation(), is proven to lie inside the
  /// solid: it is not empty, and the winding number in it is >= 1/2. False on
  /// an open mesh, around which that number is not constant.
  bool has_inner_volume() const { return inner_hull_.has_value(); }
  /// A convex polytope in that inner volume, for tests that need no triangle:
  /// the hull scaled by 1 - deviation / r about a point that is r below its
  /// boundary. None without an inner volume.
  const std::optional<ConvexPolytope>& inner_hull() const {
    return inner_hull_;
  }

  /// One point of each part of the mesh (its triangles joined by vertices), in
  /// the middle of the part's largest triangle; a solid's is moved just below
  /// the surface, so that it is not taken to be inside of what the solid lies
  /// flush with. [m]
  std::span<const Vector3> part_points() const { return part_points_; }

  /// Whether the solid contains p: winding number >= 1/2. False unless solid(),
  /// and false outside the hull.
  ///
  /// The number is that of the closed surface which the mesh and a cap over its
  /// boundary make, counted along a ray in a time that grows with the logarithm
  /// of the number of triangles, less the cap's own, which grows with the
  /// number of boundary edges. It grows with the number of triangles for a p at
  /// the surface or the cap, and where there is a boundary edge for every other
  /// triangle.
  bool Contains(const Vector3& p) const;

 private:
  TriangleMesh file_mesh_;
  TriangleMesh mesh_;
  bool watertight_;
  bool solid_;
  ConvexPolytope hull_;
  TriangleBvh bvh_;
  TriangleMesh cap_;  // Over the boundary of an open solid.
  double deviation_;
  std::optional<ConvexPolytope> inner_hull_;
  std::vector<Vector3> part_points_;
};

}  // namespace clearway
