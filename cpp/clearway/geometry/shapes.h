#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clearway/geometry/convex_polytope.h"
#include "clearway/geometry/solid_mesh.h"
#include "clearway/math/types.h"

namespace clearway {

/// The kinds of shape, in the canonical order of a query's arguments.
enum class ShapeType {
  kSphere,
  kCapsule,
  kBox,
  kCylinder,
  kCone,
  kEllipsoid,
  kConvex,
  kMesh,
  kPointCloud,
  kVoxelGrid,
  kHeightField,
  kHalfSpace,
};
inline constexpr int kNumShapeTypes = 12;

/// A solid (or, for an open Mesh, a surface) in its own frame. The axis of a
/// shape that has one is z, and all but Convex, Mesh, HalfSpace and the sets of
/// element_set.h are centred on their origin. All lengths in metres.
///
/// Shapes are values: what is large in them (vertices, trees) is shared by
/// their copies, so that a copy is cheap. All but the sets are immutable.
///
/// @thread_safety Const methods from any thread.
class Shape {
 public:
  virtual ~Shape() = default;

  ShapeType type() const { return type_; }
  virtual std::unique_ptr<Shape> Clone() const = 0;

  /// The class's name and its sizes, "Sphere(radius=0.5)".
  virtual std::string to_string() const = 0;

 protected:
  explicit Shape(ShapeType type) : type_(type) {}
  Shape(const Shape&) = default;
  Shape& operator=(const Shape&) = default;

 private:
  ShapeType type_;
};

/// A ball. Radius 0 is a point.
class Sphere final : public Shape {
 public:
  /// @throws std::invalid_argument unless radius is finite and >= 0. [m]
  explicit Sphere(double radius);

  double radius() const { return radius_; }

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;

 private:
  double radius_;
};

/// A segment along z, thickened by a ball. `length` is that of the segment: the
/// caps are added to it. Length 0 is a sphere, radius 0 a segment.
class Capsule final : public Shape {
 public:
  /// @throws std::invalid_argument unless both are finite and >= 0. [m]
  Capsule(double radius, double length);

  double radius() const { return radius_; }
  double length() const { return length_; }

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;

 private:
  double radius_;
  double length_;
};

/// A box by its full edge lengths along x, y and z. An edge of 0 is a plate.
class Box final : public Shape {
 public:
  /// @throws std::invalid_argument unless all are finite and >= 0. [m]
  Box(double width, double depth, double height);

  double width() const { return size_.x(); }
  double depth() const { return size_.y(); }
  double height() const { return size_.z(); }
  /// (width, depth, height).
  const Vector3& size() const { return size_; }

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;

 private:
  Vector3 size_;
};

/// A circular cylinder along z; length 0 is a disc, radius 0 a segment.
class Cylinder final : public Shape {
 public:
  /// @throws std::invalid_argument unless both are finite and >= 0. [m]
  Cylinder(double radius, double length);

  double radius() const { return radius_; }
  double length() const { return length_; }

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;

 private:
  double radius_;
  double length_;
};

/// A circular cone along z: apex at z = +height/2, base at z = -height/2.
class Cone final : public Shape {
 public:
  /// @throws std::invalid_argument unless both are finite and > 0. [m]
  Cone(double radius, double height);

  double radius() const { return radius_; }
  double height() const { return height_; }

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;

 private:
  double radius_;
  double height_;
};

/// An ellipsoid by its semi-axes along x, y and z.
class Ellipsoid final : public Shape {
 public:
  /// @throws std::invalid_argument unless all are finite and > 0. [m]
  Ellipsoid(double a, double b, double c);

  double a() const { return semi_axes_.x(); }
  double b() const { return semi_axes_.y(); }
  double c() const { return semi_axes_.z(); }
  /// (a, b, c).
  const Vector3& semi_axes() const { return semi_axes_; }

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;

 private:
  Vector3 semi_axes_;
};

/// The solid z <= 0. It belongs on a body that is fixed to the world, and has
/// no distance to another half space.
class HalfSpace final : public Shape {
 public:
  HalfSpace() : Shape(ShapeType::kHalfSpace) {}

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;
};

/// The convex hull of points; flat, straight and single-point hulls too.
class Convex final : public Shape {
 public:
  /// @param vertices  (n, 3), n >= 1, before `scale`. [m]
  /// @param scale  per axis; a negative one mirrors.
  /// @throws std::invalid_argument if there is no vertex, or a vertex or scale
  /// is not finite, or a scale is zero.
  explicit Convex(const Eigen::Ref<const RowMatrixX3>& vertices,
                  const Vector3& scale = Vector3::Ones());

  /// The points given, after scale, (n, 3). [m]
  const RowMatrixX3& vertices() const { return *vertices_; }
  /// Their hull.
  const ConvexPolytope& polytope() const { return *polytope_; }

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;

 private:
  std::shared_ptr<const RowMatrixX3> vertices_;
  std::shared_ptr<const ConvexPolytope> polytope_;
};

/// Triangles: the boundary of a solid, or an open surface. Never its hull.
class Mesh final : public Shape {
 public:
  /// @param vertices  (n, 3), before `scale`. [m]
  /// @param triangles  (m, 3) indices of vertices, m >= 1.
  /// @param scale  per axis; a mirroring one keeps the outside outside.
  /// @param solid  whether the inside belongs to the shape; by default it does
  /// iff the mesh is watertight. On an open mesh `true` takes the generalised
  /// winding number >= 1/2 for inside.
  /// @throws std::invalid_argument if there is no triangle, a vertex or scale
  /// is not finite, or a scale is zero.
  /// @throws std::out_of_range if an index is not that of a vertex.
  Mesh(const Eigen::Ref<const RowMatrixX3>& vertices,
       const Eigen::Ref<const RowMatrixX3i>& triangles,
       const Vector3& scale = Vector3::Ones(),
       std::optional<bool> solid = std::nullopt);

  /// As given, after scale, before welding, (n, 3). [m]
  const RowMatrixX3& vertices() const { return data_->vertices(); }
  /// As given, (m, 3); each wound the other way if the scale mirrors.
  const RowMatrixX3i& triangles() const { return data_->triangles(); }
  bool solid() const { return data_->solid(); }
  /// The welded, oriented mesh with its tree, hull and bounds.
  const SolidMesh& data() const { return *data_; }

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;

 private:
  std::shared_ptr<const SolidMesh> data_;
};

/// "Sphere", "HalfSpace", ….
std::string_view to_string(ShapeType type);

}  // namespace clearway
