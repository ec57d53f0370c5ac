#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <vector>

#include "clearway/geometry/solid_mesh.h"
#include "clearway/math/rigid_transform.h"

namespace clearway {

/* Meshes for the tests, closed and wound outward unless they say otherwise. */

inline TriangleMesh MakeMesh(const std::vector<Vector3>& vertices,
                             const std::vector<Eigen::Vector3i>& triangles) {
  TriangleMesh mesh;
  mesh.vertices.resize(vertices.size(), 3);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    mesh.vertices.row(i) = vertices[i];
  }
  mesh.triangles.resize(triangles.size(), 3);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    mesh.triangles.row(i) = triangles[i];
  }
  return mesh;
}

/* One mesh of the triangles of both; equal vertices are welded by SolidMesh. */
inline TriangleMesh Join(const TriangleMesh& a, const TriangleMesh& b) {
  TriangleMesh mesh;
  mesh.vertices.resize(a.vertices.rows() + b.vertices.rows(), 3);
  mesh.vertices << a.vertices, b.vertices;
  mesh.triangles.resize(a.triangles.rows() + b.triangles.rows(), 3);
  mesh.triangles << a.triangles,
      (b.triangles.array() + static_cast<int>(a.vertices.rows())).matrix();
  return mesh;
}

inline TriangleMesh Moved(TriangleMesh mesh, const RigidTransform& X) {
  for (Eigen::Index i = 0; i < mesh.vertices.rows(); ++i) {
    mesh.vertices.row(i) = X * Vector3(mesh.vertices.row(i));
  }
  return mesh;
}

/* The prism between z = lower and z = upper over a polygon, counter-clockwise,
 that is star-shaped about its first corner. */
inline TriangleMesh MakePrism(const std::vector<Vector2>& polygon, double lower,
                              double upper) {
  const int n = static_cast<int>(polygon.size());
  std::vector<Vector3> vertices;
  std::vector<Eigen::Vector3i> triangles;
  for (const double z : {lower, upper}) {
    for (const Vector2& p : polygon) vertices.emplace_back(p.x(), p.y(), z);
  }
  for (int i = 1; i + 1 < n; ++i) {
    triangles.emplace_back(0, i + 1, i);
    triangles.emplace_back(n, n + i, n + i + 1);
  }
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    triangles.emplace_back(i, j, n + j);
    triangles.emplace_back(i, n + j, n + i);
  }
  return MakeMesh(vertices, triangles);
}

inline TriangleMesh MakeBoxMesh(const Vector3& size) {
  const double x = size.x() / 2;
  const double y = size.y() / 2;
  return MakePrism({{-x, -y}, {x, -y}, {x, y}, {-x, y}}, -size.z() / 2,
                   size.z() / 2);
}

/* [0, 2] x [0, 2] without (1, 2] x (1, 2], from z = 0 to 1: its notch opens
 towards +x +y. */
inline TriangleMesh MakeLPrism() {
  return MakePrism({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, 0, 1);
}

/* A grid over (u, v), closed in u, and in v too or else by its two poles. */
inline TriangleMesh MakeTorus(double major, double minor, int num_u,
                              int num_v) {
  std::vector<Vector3> vertices;
  std::vector<Eigen::Vector3i> triangles;
  const auto index = [&](int i, int j) {
    return (i % num_u) * num_v + j % num_v;
  };
  for (int i = 0; i < num_u; ++i) {
    for (int j = 0; j < num_v; ++j) {
      const double u = 2 * std::numbers::pi * i / num_u;
      const double v = 2 * std::numbers::pi * j / num_v;
      const double r = major + minor * std::cos(v);
      vertices.emplace_back(r * std::cos(u), r * std::sin(u),
                            minor * std::sin(v));
      triangles.emplace_back(index(i, j), index(i + 1, j), index(i + 1, j + 1));
      triangles.emplace_back(index(i, j), index(i + 1, j + 1), index(i, j + 1));
    }
  }
  return MakeMesh(vertices, triangles);
}

inline TriangleMesh MakeSphereMesh(double radius, int num_u, int num_v) {
  std::vector<Vector3> vertices{{0, 0, -radius}, {0, 0, radius}};
  std::vector<Eigen::Vector3i> triangles;
  const auto index = [&](int i, int j) {
    if (j == 0) return 0;
    if (j == num_v) return 1;
    return 2 + (i % num_u) * (num_v - 1) + j - 1;
  };
  for (int i = 0; i < num_u; ++i) {
    for (int j = 1; j < num_v; ++j) {
      const double u = 2 * std::numbers::pi * i / num_u;
      const double v =
          std::numbers::pi * (static_cast<double>(j) / num_v - 0.5);
      vertices.emplace_back(radius * std::cos(v) * std::cos(u),
                            radius * std::cos(v) * std::sin(u),
                            radius * std::sin(v));
    }
    for (int j = 0; j < num_v; ++j) {
      if (j > 0) {
        triangles.emplace_back(index(i, j), index(i + 1, j), index(i, j + 1));
      }
      if (j + 1 < num_v) {
        triangles.emplace_back(index(i + 1, j), index(i + 1, j + 1),
                               index(i, j + 1));
      }
    }
  }
  return MakeMesh(vertices, triangles);
}

/* A block [-2, 2] x [-2, 2] x [-1, 1] with a square hole of this width through
 it along z. */
inline TriangleMesh MakeBlockWithHole(double width) {
  const double h = width / 2;
  // Two rings of corners, top and bottom, joined.
  std::vector<Vector3> vertices;
  for (const double z : {-1.0, 1.0}) {
    for (const double r : {2.0, h}) {
      for (const Vector2& p :
           {Vector2(-r, -r), Vector2(r, -r), Vector2(r, r), Vector2(-r, r)}) {
        vertices.emplace_back(p.x(), p.y(), z);
      }
    }
  }
  std::vector<Eigen::Vector3i> triangles;
  const auto add_quad = [&](int a, int b, int c, int d) {
    triangles.emplace_back(a, b, c);
    triangles.emplace_back(a, c, d);
  };
  for (int i = 0; i < 4; ++i) {
    const int j = (i + 1) % 4;
    add_quad(i, j, 8 + j, 8 + i);            // outer wall
    add_quad(4 + j, 4 + i, 12 + i, 12 + j);  // inner wall
    add_quad(8 + i, 8 + j, 12 + j, 12 + i);  // top
    add_quad(j, i, 4 + i, 4 + j);            // bottom
  }
  return MakeMesh(vertices, triangles);
}

/* Random numbers, seeded. */
class Random {
 public:
  explicit Random(int seed) : generator_(seed) {}

  double Uniform(double lower, double upper) {
    return std::uniform_real_distribution<double>(lower, upper)(generator_);
  }
  Vector3 Point(double half_size) {
    const double x = Uniform(-half_size, half_size);
    const double y = Uniform(-half_size, half_size);
    const double z = Uniform(-half_size, half_size);
    return {x, y, z};
  }
  Vector3 Direction() {
    while (true) {
      const Vector3 p = Point(1);
      if (const double norm = p.norm(); norm > 0.1 && norm < 1) return p / norm;
    }
  }
  RotationMatrix Rotation() {
    const Vector3 angles = Point(std::numbers::pi);
    return RotationMatrix(RollPitchYaw(angles.x(), angles.y(), angles.z()));
  }
  RigidTransform Pose(double half_size) {
    const RotationMatrix R = Rotation();
    return RigidTransform(R, Point(half_size));
  }

 private:
  std::mt19937 generator_;
};

}  // namespace clearway
