#pragma once

#include <memory>
#include <vector>

#include "clearway/geometry/height_field.h"
#include "clearway/geometry/point_cloud.h"
#include "clearway/geometry/shapes.h"
#include "clearway/geometry/voxel_grid.h"
#include "query/certificate.h"

namespace clearway {

/* An octahedron-like solid whose top is pushed in: not convex. */
inline Mesh MakeDentedMesh(double size) {
  RowMatrixX3 vertices(6, 3);
  vertices << 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0, 0, 0, -0.3, 0, 0, -1;
  RowMatrixX3i triangles(8, 3);
  triangles << 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 1, 0, 5, 2, 1, 5, 3, 2, 5, 0,
      3, 5;
  return Mesh(size * vertices, triangles);
}

/* A shape of the type, with lengths up to `size`. */
inline std::unique_ptr<Shape> MakeRandomShape(ShapeType type, double size,
                                              Random* random) {
  const auto length = [&] { return size * random->Uniform(0.05, 1); };
  switch (type) {
    case ShapeType::kSphere:
      return std::make_unique<Sphere>(0.5 * length());
    case ShapeType::kCapsule:
      return std::make_unique<Capsule>(0.5 * length(), length());
    case ShapeType::kBox:
      return std::make_unique<Box>(length(), length(), length());
    case ShapeType::kCylinder:
      return std::make_unique<Cylinder>(0.5 * length(), length());
    case ShapeType::kCone:
      return std::make_unique<Cone>(0.5 * length(), length());
    case ShapeType::kEllipsoid:
      return std::make_unique<Ellipsoid>(0.5 * length(), 0.5 * length(),
                                         0.5 * length());
    case ShapeType::kConvex: {
      RowMatrixX3 vertices(10, 3);
      for (int i = 0; i < 10; ++i) {
        vertices.row(i) = random->Vector(0.5 * size).transpose();
      }
      return std::make_unique<Convex>(vertices);
    }
    case ShapeType::kMesh:
      return std::make_unique<Mesh>(MakeDentedMesh(0.5 * length()));
    case ShapeType::kPointCloud: {
      RowMatrixX3 points(30, 3);
      VectorX radii(30);
      for (int i = 0; i < 30; ++i) {
        points.row(i) = random->Vector(0.5 * size).transpose();
        radii[i] = i % 5 == 0 ? 0 : 0.1 * length();
      }
      return std::make_unique<PointCloud>(points, radii);
    }
    case ShapeType::kVoxelGrid: {
      const VoxelGrid::Cell shape(5, 4, 3);
      std::vector<std::int8_t> states(60);
      for (std::int8_t& state : states) {
        state = static_cast<std::int8_t>(random->Index(3) - 1);
      }
      VoxelGrid::Options options;
      options.unknown =
          random->Index(2) ? CellMeaning::kOccupied : CellMeaning::kFree;
      return std::make_unique<VoxelGrid>(states, shape, 0.2 * length(), options,
                                         random->Vector(0.5 * size));
    }
    case ShapeType::kHeightField: {
      RowMatrixX heights(4, 5);
      for (Eigen::Index i = 0; i < heights.size(); ++i) {
        heights.data()[i] = 0.3 * length();
      }
      return std::make_unique<HeightField>(heights,
                                           Vector2(length(), length()));
    }
    case ShapeType::kHalfSpace:
      break;
  }
  return std::make_unique<HalfSpace>();
}

inline bool IsSetType(ShapeType type) {
  return type == ShapeType::kPointCloud || type == ShapeType::kVoxelGrid ||
         type == ShapeType::kHeightField;
}

/* Every pair of types, in both orders, but half space against half space. */
inline std::vector<std::pair<ShapeType, ShapeType>> ListTypePairs() {
  std::vector<std::pair<ShapeType, ShapeType>> result;
  for (int a = 0; a < kNumShapeTypes; ++a) {
    for (int b = 0; b < kNumShapeTypes; ++b) {
      const auto A = static_cast<ShapeType>(a), B = static_cast<ShapeType>(b);
      if (A == ShapeType::kHalfSpace && B == ShapeType::kHalfSpace) continue;
      result.emplace_back(A, B);
    }
  }
  return result;
}

}  // namespace clearway
