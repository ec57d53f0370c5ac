#include "clearway/geometry/shapes.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "clearway/common/check.h"

namespace clearway {
namespace {

/* The shortest text that reads back as the same double. */
std::string Number(double value) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return std::string(text.data(), end);
}

/* The points after scaling, each checked; a row is named by its index. */
RowMatrixX3 CheckAndScale(const Eigen::Ref<const RowMatrixX3>& vertices,
                          const Vector3& scale) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!std::isfinite(scale[axis]) || scale[axis] == 0) {
      throw std::invalid_argument(
          Concat("scale must be finite and not zero, got (", scale.x(), ", ",
                 scale.y(), ", ", scale.z(), ")"));
    }
  }
  RowMatrixX3 result(vertices.rows(), 3);
  for (Eigen::Index i = 0; i < vertices.rows(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const double value = vertices(i, axis) * scale[axis];
      if (!std::isfinite(value)) {
        throw std::invalid_argument(
            Concat("vertices must be finite, row ", i, " is (", vertices(i, 0),
                   ", ", vertices(i, 1), ", ", vertices(i, 2), ")"));
      }
      result(i, axis) = value;
    }
  }
  return result;
}

TriangleMesh CheckAndScaleMesh(const Eigen::Ref<const RowMatrixX3>& vertices,
                               const Eigen::Ref<const RowMatrixX3i>& triangles,
                               const Vector3& scale) {
  ThrowUnless(triangles.rows() > 0, "triangles must hold at least one row");
  TriangleMesh mesh{CheckAndScale(vertices, scale), triangles};
  const int num_vertices = static_cast<int>(vertices.rows());
  for (Eigen::Index t = 0; t < triangles.rows(); ++t) {
    for (int corner = 0; corner < 3; ++corner) {
      const int index = triangles(t, corner);
      if (index < 0 || index >= num_vertices) {
        throw std::out_of_range(Concat("triangles row ", t, " has the index ",
                                       index, ", which is not in [0, ",
                                       num_vertices, ")"));
      }
    }
  }
  const bool mirrored = (scale.x() < 0) ^ (scale.y() < 0) ^ (scale.z() < 0);
  return mirrored ? FlipTriangles(mesh) : mesh;
}

}  // namespace

Sphere::Sphere(double radius)
    : Shape(ShapeType::kSphere), radius_(CheckNonNegative(radius, "radius")) {}

std::unique_ptr<Shape> Sphere::Clone() const {
  return std::make_unique<Sphere>(*this);
}

std::string Sphere::to_string() const {
  return "Sphere(radius=" + Number(radius_) + ")";
}

Capsule::Capsule(double radius, double length)
    : Shape(ShapeType::kCapsule),
      radius_(CheckNonNegative(radius, "radius")),
      length_(CheckNonNegative(length, "length")) {}

std::unique_ptr<Shape> Capsule::Clone() const {
  return std::make_unique<Capsule>(*this);
}

std::string Capsule::to_string() const {
  return "Capsule(radius=" + Number(radius_) + ", length=" + Number(length_) +
         ")";
}

Box::Box(double width, double depth, double height)
    : Shape(ShapeType::kBox),
      size_(CheckNonNegative(width, "width"), CheckNonNegative(depth, "depth"),
            CheckNonNegative(height, "height")) {}

std::unique_ptr<Shape> Box::Clone() const {
  return std::make_unique<Box>(*this);
}

std::string Box::to_string() const {
  return "Box(width=" + Number(width()) + ", depth=" + Number(depth()) +
         ", height=" + Number(height()) + ")";
}

Cylinder::Cylinder(double radius, double length)
    : Shape(ShapeType::kCylinder),
      radius_(CheckNonNegative(radius, "radius")),
      length_(CheckNonNegative(length, "length")) {}

std::unique_ptr<Shape> Cylinder::Clone() const {
  return std::make_unique<Cylinder>(*this);
}

std::string Cylinder::to_string() const {
  return "Cylinder(radius=" + Number(radius_) + ", length=" + Number(length_) +
         ")";
}

Cone::Cone(double radius, double height)
    : Shape(ShapeType::kCone),
      radius_(CheckPositive(radius, "radius")),
      height_(CheckPositive(height, "height")) {}

std::unique_ptr<Shape> Cone::Clone() const {
  return std::make_unique<Cone>(*this);
}

std::string Cone::to_string() const {
  return "Cone(radius=" + Number(radius_) + ", height=" + Number(height_) + ")";
}

Ellipsoid::Ellipsoid(double a, double b, double c)
    : Shape(ShapeType::kEllipsoid),
      semi_axes_(CheckPositive(a, "a"), CheckPositive(b, "b"),
                 CheckPositive(c, "c")) {}

std::unique_ptr<Shape> Ellipsoid::Clone() const {
  return std::make_unique<Ellipsoid>(*this);
}

std::string Ellipsoid::to_string() const {
  return "Ellipsoid(a=" + Number(a()) + ", b=" + Number(b()) +
         ", c=" + Number(c()) + ")";
}

std::unique_ptr<Shape> HalfSpace::Clone() const {
  return std::make_unique<HalfSpace>(*this);
}

std::string HalfSpace::to_string() const { return "HalfSpace()"; }

Convex::Convex(const Eigen::Ref<const RowMatrixX3>& vertices,
               const Vector3& scale)
    : Shape(ShapeType::kConvex) {
  ThrowUnless(vertices.rows() > 0, "vertices must hold at least one row");
  vertices_ =
      std::make_shared<const RowMatrixX3>(CheckAndScale(vertices, scale));
  polytope_ = std::make_shared<const ConvexPolytope>(
      ConvexPolytope::MakeHull(*vertices_));
}

std::unique_ptr<Shape> Convex::Clone() const {
  return std::make_unique<Convex>(*this);
}

std::string Convex::to_string() const {
  return Concat("Convex(", vertices_->rows(), " vertices, ",
                polytope_->num_vertices(), " on the hull)");
}

Mesh::Mesh(const Eigen::Ref<const RowMatrixX3>& vertices,
           const Eigen::Ref<const RowMatrixX3i>& triangles,
           const Vector3& scale, std::optional<bool> solid)
    : Shape(ShapeType::kMesh),
      data_(std::make_shared<const SolidMesh>(
          CheckAndScaleMesh(vertices, triangles, scale), solid)) {}

std::unique_ptr<Shape> Mesh::Clone() const {
  return std::make_unique<Mesh>(*this);
}

std::string Mesh::to_string() const {
  return Concat("Mesh(", vertices().rows(), " vertices, ", triangles().rows(),
                " triangles, solid=", solid() ? "True" : "False", ")");
}

std::string_view to_string(ShapeType type) {
  static constexpr std::array<std::string_view, kNumShapeTypes> kNames{
      "Sphere",     "Capsule",   "Box",         "Cylinder",
      "Cone",       "Ellipsoid", "Convex",      "Mesh",
      "PointCloud", "VoxelGrid", "HeightField", "HalfSpace"};
  return kNames[static_cast<int>(type)];
}

}  // namespace clearway
