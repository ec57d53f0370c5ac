// Meshes as files have them at their worst, against definitions that need no
// tree, no hull and no inner volume.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "clearway/query/mesh.h"
#include "clearway/query/triangle_triangle.h"
#include "query/mesh_makers.h"

namespace clearway::internal {
namespace {

Triangle MakeTriangle(const SolidMesh& mesh, int t) {
  return {{mesh.mesh().vertex(t, 0), mesh.mesh().vertex(t, 1),
           mesh.mesh().vertex(t, 2)}};
}

int CountTriangles(const SolidMesh& mesh) {
  return static_cast<int>(mesh.mesh().triangles.rows());
}

/* The distance of the triangles, over all pairs. */
double CalcSurfaceDistance(const SolidMesh& A, const SolidMesh& B,
                           const RigidTransform& X_AB) {
  double squared_distance = HUGE_VAL;
  for (int j = 0; j < CountTriangles(B); ++j) {
    Triangle b = MakeTriangle(B, j);
    for (Vector3& v : b.v) v = X_AB * v;
    for (int i = 0; i < CountTriangles(A); ++i) {
      squared_distance = std::min(
          squared_distance,
          CalcClosestPointsOfTriangles(MakeTriangle(A, i), b).squared_distance);
    }
  }
  return std::sqrt(squared_distance);
}

/* Whether a corner of one is inside the other by the winding number; enough
 where the surfaces are apart. */
bool HoldInside(const SolidMesh& A, const SolidMesh& B,
                const RigidTransform& X_AB) {
  const auto holds = [](const SolidMesh& outer, const SolidMesh& inner,
                        const RigidTransform& X) {
    if (!outer.solid()) return false;
    const RowMatrixX3& vertices = inner.mesh().vertices;
    for (Eigen::Index i = 0; i < vertices.rows(); ++i) {
      if (CalcWindingNumber(outer.mesh(),
                            X * Vector3(vertices.row(i).transpose())) >= 0.5) {
        return true;
      }
    }
    return false;
  };
  return holds(A, B, X_AB) || holds(B, A, X_AB.inverse());
}

/* A ball with random dents; all corners but those of the dents on the sphere.
 */
TriangleMesh MakeDentedBall(double depth, int num_dents, Random* random) {
  TriangleMesh mesh = MakeSphereMesh(1, 16, 9);
  for (int i = 0; i < num_dents; ++i) {
    const int v = static_cast<int>(
        random->Uniform(0, static_cast<double>(mesh.vertices.rows())));
    mesh.vertices.row(v) *= 1 - random->Uniform(0, depth);
  }
  return mesh;
}

/* A ball with a hollow, and a core in the hollow if that is its radius > 0. */
TriangleMesh MakeShell(double inner_radius, double core_radius) {
  TriangleMesh mesh = Join(MakeSphereMesh(1, 16, 9),
                           FlipTriangles(MakeSphereMesh(inner_radius, 12, 7)));
  if (core_radius > 0) mesh = Join(mesh, MakeSphereMesh(core_radius, 8, 5));
  return mesh;
}

/* Two triangles of a box replaced by a fan to an inner point: a sharp pit. */
TriangleMesh MakePittedBox(const Vector3& pit) {
  TriangleMesh mesh = MakeBoxMesh({1, 1, 1});
  const Eigen::RowVector3i first = mesh.triangles.row(0);
  const int apex = static_cast<int>(mesh.vertices.rows());
  mesh.vertices.conservativeResize(apex + 1, 3);
  mesh.vertices.row(apex) = pit.transpose();
  const int row = static_cast<int>(mesh.triangles.rows());
  mesh.triangles.conservativeResize(row + 2, 3);
  mesh.triangles.row(0) << first[0], first[1], apex;
  mesh.triangles.row(row) << first[1], first[2], apex;
  mesh.triangles.row(row + 1) << first[2], first[0], apex;
  return mesh;
}

std::vector<TriangleMesh> MakeNearConvexAndShells(Random* random) {
  std::vector<TriangleMesh> meshes;
  for (const double depth : {1e-9, 1e-6, 1e-3, 0.05, 0.3, 0.9, 1.9}) {
    for (const int num_dents : {1, 5, 40}) {
      meshes.push_back(MakeDentedBall(depth, num_dents, random));
    }
  }
  for (const double radius : {0.1, 0.5, 0.9, 0.999}) {
    meshes.push_back(MakeShell(radius, 0));
    meshes.push_back(MakeShell(radius, 0.5 * radius));
  }
  for (int i = 0; i < 10; ++i) {
    meshes.push_back(MakePittedBox(random->Point(0.49)));
  }
  // Parts that overlap, touch, or are wound the other way round.
  const TriangleMesh box = MakeBoxMesh({1, 1, 1});
  for (const double x : {0.3, 1.0, 2.0}) {
    const TriangleMesh moved = Moved(box, RigidTransform(Vector3(x, 0, 0)));
    meshes.push_back(Join(box, moved));
    meshes.push_back(Join(box, FlipTriangles(moved)));
  }
  return meshes;
}

TEST(MeshAdversarial, NoPointOfAnInnerVolumeIsOutsideTheSolid) {
  Random random(21);
  int num_inner_volumes = 0;
  for (const TriangleMesh& mesh : MakeNearConvexAndShells(&random)) {
    const SolidMesh dut(mesh, std::nullopt);
    if (!dut.inner_hull()) continue;
    ++num_inner_volumes;
    const RowMatrixX3& corners = dut.inner_hull()->vertices();
    const Vector3 centre = dut.inner_hull()->centre();
    const auto check = [&](const Vector3& p) {
      EXPECT_GE(CalcWindingNumber(dut.mesh(), p), 0.5);
    };
    check(centre);
    for (Eigen::Index i = 0; i < corners.rows(); ++i) {
      check(centre + (1 - 1e-9) * (Vector3(corners.row(i)) - centre));
    }
    // And no triangle reaches into it.
    for (int t = 0; t < CountTriangles(dut); ++t) {
      const Triangle a = MakeTriangle(dut, t);
      EXPECT_GE(
          ComputeConvexDistance(ConvexSet(a.v[0], a.v[1], a.v[2]),
                                ConvexSet(*dut.inner_hull()), RigidTransform())
              .distance,
          -1e-12);
    }
  }
  EXPECT_GT(num_inner_volumes, 15);
}

/* Bodies with a free place inside of what looks convex: volumes must not claim
 it. */
TEST(MeshAdversarial, VerdictsAreThoseOfTheTriangles) {
  Random random(22);
  const SolidMesh speck(MakeTorus(0.03, 0.01, 6, 5), std::nullopt);
  const Sphere ball(0.02);
  int num_free = 0;
  int num_hit = 0;
  for (const TriangleMesh& mesh : MakeNearConvexAndShells(&random)) {
    const SolidMesh A(mesh, std::nullopt);
    for (int i = 0; i < 8; ++i) {
      const RigidTransform X_AB = random.Pose(0.8);
      const double surface = CalcSurfaceDistance(A, speck, X_AB);
      const bool hit = surface == 0 || HoldInside(A, speck, X_AB);
      hit ? ++num_hit : ++num_free;
      const ThresholdVerdict verdict =
          CompareMeshMeshDistance(A, speck, X_AB, 0);
      EXPECT_EQ(verdict != ThresholdVerdict::kAbove, hit);
      const double distance = ComputeMeshMeshDistance(A, speck, X_AB).distance;
      if (hit) {
        EXPECT_LE(distance, 0);
      } else {
        EXPECT_NEAR(distance, surface, 1e-14);
      }
      const Vector3 p = X_AB.translation();
      double height = HUGE_VAL;
      for (int t = 0; t < CountTriangles(A); ++t) {
        const Triangle point{{p, p, p}};
        height = std::min(height, std::sqrt(CalcClosestPointsOfTriangles(
                                                MakeTriangle(A, t), point)
                                                .squared_distance));
      }
      const bool holds = CalcWindingNumber(A.mesh(), p) >= 0.5;
      const double ball_distance =
          ComputeMeshConvexDistance(A, ConvexSet(ball), X_AB).distance;
      if (holds || height <= ball.radius()) {
        EXPECT_LE(ball_distance, 0);
      } else {
        EXPECT_NEAR(ball_distance, height - ball.radius(), 1e-12);
      }
    }
  }
  EXPECT_GT(num_free, 60);
  EXPECT_GT(num_hit, 60);
}

/* What bounds nothing changes nothing: doubled triangles wound either way,
 segments and points of the surface, and triangles of no area. */
TEST(MeshAdversarial, ZeroAreaTrianglesChangeNothing) {
  Random random(23);
  const TriangleMesh clean = MakeLPrism();
  TriangleMesh dirty = clean;
  const int rows = static_cast<int>(clean.triangles.rows());
  const int vertices = static_cast<int>(clean.vertices.rows());
  dirty.vertices.conservativeResize(vertices + 2, 3);
  // The middle of an edge: a triangle along it has no area.
  const Eigen::RowVector3i t = clean.triangles.row(0);
  dirty.vertices.row(vertices) =
      0.5 * (clean.vertices.row(t[0]) + clean.vertices.row(t[1]));
  dirty.vertices.row(vertices + 1) = clean.vertices.row(t[2]);
  dirty.triangles.conservativeResize(rows + 5, 3);
  dirty.triangles.row(rows) << t[0], vertices, t[1];
  dirty.triangles.row(rows + 1) << t[0], t[0], t[1];
  dirty.triangles.row(rows + 2) << t[2], t[2], vertices + 1;
  dirty.triangles.row(rows + 3) = t;
  dirty.triangles.row(rows + 4) << t[0], t[2], t[1];
  const SolidMesh A(clean, std::nullopt);
  const SolidMesh B(dirty, std::nullopt);
  EXPECT_TRUE(B.watertight());
  const SolidMesh other(MakeTorus(0.3, 0.1, 12, 8), std::nullopt);
  for (int i = 0; i < 100; ++i) {
    const RigidTransform X(random.Rotation(),
                           Vector3(1, 1, 0.5) + random.Point(1.5));
    const double expected = ComputeMeshMeshDistance(A, other, X).distance;
    const double distance = ComputeMeshMeshDistance(B, other, X).distance;
    if (expected > 0) {
      EXPECT_NEAR(distance, expected, 1e-14);
    } else {
      EXPECT_LE(distance, 0);
      EXPECT_NEAR(distance, expected, 0.1 * -expected + 1e-9);
    }
  }
}

/* Triangles in any order and place, few of them joined: the walk over the trees
 finds what all pairs do, at every scale and far from the origin. */
TEST(MeshAdversarial, SoupsOfAllScalesAreAsFarAsAllPairs) {
  Random random(24);
  const auto make_soup = [&random](double size, const Vector3& middle) {
    constexpr int kNum = 60;
    TriangleMesh mesh{RowMatrixX3(3 * kNum, 3), RowMatrixX3i(kNum, 3)};
    for (int t = 0; t < kNum; ++t) {
      const Vector3 at = random.Point(size);
      const double part = std::pow(10, random.Uniform(-4, 0));
      const Vector3 step = part * random.Point(size);
      for (int corner = 0; corner < 3; ++corner) {
        const int v = 3 * t + corner;
        // Some points, some on a line up to rounding, some slivers.
        const double width = t % 5 == 0 ? 0 : t % 7 == 0 ? 1e-9 : part;
        const Vector3 p = t % 3 == 0 ? Vector3(corner * step)
                                     : Vector3(width * random.Point(size));
        mesh.vertices.row(v) = (middle + at + p).transpose();
        mesh.triangles(t, corner) = v;
      }
    }
    return SolidMesh(mesh, false);
  };
  for (const double scale : {1e-6, 1e-3, 1.0, 1e3}) {
    for (const double offset : {0.0, 10.0, 1e5}) {
      const Vector3 middle_A = offset * scale * random.Direction();
      const Vector3 middle_B = offset * scale * random.Direction();
      const SolidMesh A = make_soup(scale, middle_A);
      const SolidMesh B = make_soup(scale, middle_B);
      for (int i = 0; i < 20; ++i) {
        const RotationMatrix R = random.Rotation();
        const RigidTransform X_AB(
            R, middle_A - R * middle_B + 4 * scale * random.Direction());
        const double expected = CalcSurfaceDistance(A, B, X_AB);
        const double distance = ComputeMeshMeshDistance(A, B, X_AB).distance;
        if (expected > 0) {
          EXPECT_NEAR(distance, expected, 1e-14 * scale * (1 + offset));
        } else {
          EXPECT_LE(distance, 0);
        }
        if (std::abs(expected) > 1e-9 * std::max(1.0, scale * (1 + offset))) {
          EXPECT_EQ(CompareMeshMeshDistance(A, B, X_AB, 0),
                    ThresholdVerdict::kAbove);
        }
      }
    }
  }
}

/* Three half planes at one edge, a mesh that passes through itself, and two
 boxes joined at a corner. */
TEST(MeshAdversarial, NonManifoldAndSelfCrossing) {
  Random random(25);
  std::vector<TriangleMesh> meshes;
  meshes.push_back(
      MakeMesh({{0, 0, -1}, {0, 0, 1}, {1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}},
               {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}}));
  const TriangleMesh torus = MakeTorus(0.6, 0.2, 12, 6);
  meshes.push_back(
      Join(torus, Moved(torus, RigidTransform(RotationMatrix::FromAxisAngle(
                                                  Vector3::UnitX(), 1.0),
                                              Vector3(0.5, 0, 0)))));
  const TriangleMesh box = MakeBoxMesh({1, 1, 1});
  meshes.push_back(Join(box, Moved(box, RigidTransform(Vector3(1, 1, 1)))));
  const SolidMesh B(MakeLPrism(), std::nullopt);
  for (const TriangleMesh& mesh : meshes) {
    const SolidMesh A(mesh, std::nullopt);
    int num_apart = 0;
    for (int i = 0; i < 60; ++i) {
      const RigidTransform X_AB = random.Pose(1.5);
      const double surface = CalcSurfaceDistance(A, B, X_AB);
      const bool hit = surface == 0 || HoldInside(A, B, X_AB);
      const PairInA pair = ComputeMeshMeshDistance(A, B, X_AB);
      EXPECT_NEAR(pair.nhat_BA_A.norm(), 1, 1e-12);
      EXPECT_EQ(pair.distance <= 0, hit);
      EXPECT_EQ(
          CompareMeshMeshDistance(A, B, X_AB, 0) != ThresholdVerdict::kAbove,
          hit);
      if (hit) continue;
      ++num_apart;
      EXPECT_NEAR(pair.distance, surface, 1e-14);
    }
    EXPECT_GT(num_apart, 5);
  }
}

}  // namespace
}  // namespace clearway::internal
