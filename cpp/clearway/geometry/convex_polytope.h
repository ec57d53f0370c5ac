#pragma once

#include <span>
#include <vector>

#include "clearway/geometry/support_map.h"
#include "clearway/math/types.h"

namespace clearway {

/// A convex polytope with its faces, edges and support function. It may be flat
/// (dimension 2), straight (1) or a point (0).
///
/// Faces are maximal: coplanar triangles are merged into one polygon. A plane
/// {x : normal . x <= offset} is outward, and contains every point that the
/// hull was made of: offsets are raised by the hull's rounding, never lowered,
/// so that a hull contains all its input.
///
/// @thread_safety Immutable.
class ConvexPolytope {
 public:
  struct Face {
    Vector3 normal;   ///< Unit, outward.
    double offset;    ///< max over vertices of normal . vertex. [m]
    int first_index;  ///< Where its vertex loop begins in face_indices().
    int num_indices;  ///< Its vertices, counter-clockwise seen from outside.
  };
  /// An edge between two faces; for a flat polytope both are its two sides, for
  /// a straight one both are -1.
  struct Edge {
    int vertices[2];
    int faces[2];
  };

  /// The convex hull of `points` (n, 3). Duplicate, collinear and coplanar
  /// points are welcome; interior ones are dropped.
  /// @throws std::invalid_argument if there is none, or one is not finite.
  static ConvexPolytope MakeHull(const Eigen::Ref<const RowMatrixX3>& points);

  /// The axis-aligned box of full edge lengths `size`, centred at the origin.
  static ConvexPolytope MakeBox(const Vector3& size);

  /// 3 for a solid, 2 flat, 1 straight, 0 a point.
  int dimension() const { return dimension_; }

  /// Hull vertices, (n, 3). [m]
  const RowMatrixX3& vertices() const { return vertices_; }
  int num_vertices() const { return static_cast<int>(vertices_.rows()); }
  std::span<const Face> faces() const { return faces_; }
  std::span<const int> face_indices() const { return face_indices_; }
  std::span<const int> face_vertices(const Face& face) const {
    return std::span(face_indices_).subspan(face.first_index, face.num_indices);
  }
  std::span<const Edge> edges() const { return edges_; }
  /// The vertices joined to a vertex by an edge, ascending.
  std::span<const int> neighbours(int vertex) const {
    return std::span(neighbour_indices_)
        .subspan(neighbour_begin_[vertex],
                 neighbour_begin_[vertex + 1] - neighbour_begin_[vertex]);
  }

  /// The index of the vertex furthest along `direction`; ties: the lowest.
  int FindSupport(const Vector3& direction) const {
    return support_map_.Find(vertices_, direction);
  }

  /// Sum of the tetrahedra's volumes; 0 unless dimension() is 3. [m^3]
  double volume() const { return volume_; }
  /// Inside the hull: the mean of its vertices. [m]
  const Vector3& centre() const { return centre_; }
  /// The largest coordinate of its vertices. [m]
  double reach() const { return reach_; }

 private:
  ConvexPolytope() = default;
  void SetVertices(const RowMatrixX3& points,
                   std::vector<std::vector<int>>* loops);
  void SetFaces(const RowMatrixX3& points,
                const std::vector<std::vector<int>>& loops);
  void SetNeighbours();

  int dimension_{0};
  RowMatrixX3 vertices_;
  std::vector<Face> faces_;
  std::vector<int> face_indices_;
  std::vector<Edge> edges_;
  std::vector<int> neighbour_begin_;
  std::vector<int> neighbour_indices_;
  internal::SupportMap support_map_;
  double volume_{0};
  Vector3 centre_{Vector3::Zero()};
  double reach_{0};
};

}  // namespace clearway
