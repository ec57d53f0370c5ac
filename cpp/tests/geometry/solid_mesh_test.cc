#include "clearway/geometry/solid_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace clearway {
namespace {

/* A box wound outward, its triangles with corners of their own. */
TriangleMesh MakeBox(const Vector3& lower, const Vector3& upper) {
  const ConvexPolytope box = ConvexPolytope::MakeBox(upper - lower);
  TriangleMesh mesh{RowMatrixX3(36, 3), RowMatrixX3i(12, 3)};
  int row = 0;
  for (const auto& face : box.faces()) {
    const auto loop = box.face_vertices(face);
    for (const int corner : {0, 1, 2, 0, 2, 3}) {
      mesh.vertices.row(row) =
          box.vertices().row(loop[corner]) + 0.5 * (lower + upper).transpose();
      mesh.triangles.data()[row] = row;
      ++row;
    }
  }
  return mesh;
}

TriangleMesh Join(const TriangleMesh& a, const TriangleMesh& b) {
  TriangleMesh result{RowMatrixX3(a.vertices.rows() + b.vertices.rows(), 3),
                      RowMatrixX3i(a.triangles.rows() + b.triangles.rows(), 3)};
  const int offset = static_cast<int>(a.vertices.rows());
  result.vertices << a.vertices, b.vertices;
  result.triangles << a.triangles, (b.triangles.array() + offset).matrix();
  return result;
}

TriangleMesh WithoutLastTriangle(const TriangleMesh& mesh) {
  return {mesh.vertices, mesh.triangles.topRows(mesh.triangles.rows() - 1)};
}

const Vector3 kOnes = Vector3::Ones();

TEST(SolidMesh, ConvexMeshDoesNotDeviateAndIsItsOwnInnerVolume) {
  const TriangleMesh box = MakeBox(-kOnes, kOnes);
  const SolidMesh dut(box, std::nullopt);
  EXPECT_TRUE(dut.watertight());
  EXPECT_TRUE(dut.solid());
  EXPECT_EQ(dut.vertices(), box.vertices);
  EXPECT_EQ(dut.triangles(), box.triangles);
  EXPECT_EQ(dut.mesh().vertices.rows(), 8);
  EXPECT_EQ(dut.hull().num_vertices(), 8);
  EXPECT_EQ(dut.deviation(), 0);
  EXPECT_TRUE(dut.has_inner_volume());
  EXPECT_EQ(dut.bvh().bounds().upper, kOnes);
}

TEST(SolidMesh, InwardWindingIsTurned) {
  const SolidMesh dut(FlipTriangles(MakeBox(-kOnes, kOnes)), std::nullopt);
  EXPECT_EQ(CalcSignedVolume({dut.vertices(), dut.triangles()}), -8);
  EXPECT_EQ(CalcSignedVolume(dut.mesh()), 8);
  EXPECT_TRUE(dut.Contains(Vector3::Zero()));
}

TEST(SolidMesh, OpenMeshIsASurfaceUnlessAskedToBeSolid) {
  const TriangleMesh open = WithoutLastTriangle(MakeBox(-kOnes, kOnes));
  const SolidMesh surface(open, std::nullopt);
  EXPECT_FALSE(surface.watertight());
  EXPECT_FALSE(surface.solid());
  EXPECT_FALSE(surface.Contains(Vector3::Zero()));
  EXPECT_FALSE(surface.has_inner_volume());
  const SolidMesh solid(open, true);
  EXPECT_TRUE(solid.solid());
  EXPECT_TRUE(solid.Contains(Vector3::Zero()));
  EXPECT_FALSE(solid.Contains(Vector3(0, 0, 1.5)));
  EXPECT_FALSE(solid.has_inner_volume());
}

TEST(SolidMesh, WatertightMeshMayBeASurface) {
  const SolidMesh dut(MakeBox(-kOnes, kOnes), false);
  EXPECT_TRUE(dut.watertight());
  EXPECT_FALSE(dut.Contains(Vector3::Zero()));
  EXPECT_FALSE(dut.has_inner_volume());
}

// Two boxes 2 apart in a hull of 6 x 2 x 2. The deepest triangles are those of
// the walls that face each other: below +y, -y, +z or -z they reach 2, below an
// end of the hull 2 too.
TEST(SolidMesh, DeviationIsThatOfTheWorstTriangle) {
  const SolidMesh dut(Join(MakeBox(Vector3(-3, -1, -1), Vector3(-1, 1, 1)),
                           MakeBox(Vector3(1, -1, -1), Vector3(3, 1, 1))),
                      std::nullopt);
  EXPECT_TRUE(dut.solid());
  EXPECT_EQ(dut.deviation(), 2);
  EXPECT_FALSE(dut.has_inner_volume());
  EXPECT_TRUE(dut.Contains(Vector3(2, 0, 0)));
  EXPECT_FALSE(dut.Contains(Vector3::Zero()));
}

// All vertices are on the hull, and yet the roof sags: a tetrahedron's edge
// replaced by the other diagonal.
TEST(SolidMesh, DeviationSeesTrianglesThatSagBetweenVertices) {
  TriangleMesh mesh{RowMatrixX3(8, 3), RowMatrixX3i(12, 3)};
  mesh.vertices << -1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,  //
      -1, -1, 1, 1, -1, 1.5, 1, 1, 1, -1, 1, 1.5;
  mesh.triangles << 0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3,
      7, 2, 7, 6, 3, 0, 4, 3, 4, 7, 4, 5, 6, 4, 6, 7;
  const SolidMesh dut(mesh, std::nullopt);
  EXPECT_TRUE(dut.watertight());
  EXPECT_EQ(dut.hull().num_vertices(), 8);
  // The sagging diagonal from 4 to 6 is at height 1, the hull at 1.5 above it.
  EXPECT_GT(dut.deviation(), 0.2);
  EXPECT_TRUE(dut.has_inner_volume());
}

// A thin shell: the hull is deep inside, but what is there is hollow.
TEST(SolidMesh, HollowShellHasNoInnerVolume) {
  const SolidMesh dut(Join(MakeBox(-kOnes, kOnes),
                           FlipTriangles(MakeBox(-0.9 * kOnes, 0.9 * kOnes))),
                      std::nullopt);
  EXPECT_TRUE(dut.solid());
  EXPECT_FALSE(dut.Contains(Vector3::Zero()));
  EXPECT_TRUE(dut.Contains(Vector3(0, 0, 0.95)));
  EXPECT_FALSE(dut.has_inner_volume());
}

TEST(SolidMesh, FlatMeshHasAFlatHull) {
  TriangleMesh mesh{RowMatrixX3(4, 3), RowMatrixX3i(2, 3)};
  mesh.vertices << -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0;
  mesh.triangles << 0, 1, 2, 0, 2, 3;
  const SolidMesh dut(mesh, std::nullopt);
  EXPECT_EQ(dut.hull().dimension(), 2);
  EXPECT_FALSE(dut.solid());
  EXPECT_EQ(dut.deviation(), 0);
  EXPECT_FALSE(SolidMesh(mesh, true).has_inner_volume());
}

/* The deviation by its definition. */
double CalcDeviationByHand(const SolidMesh& mesh) {
  double deviation = 0;
  for (int t = 0; t < mesh.mesh().triangles.rows(); ++t) {
    double least = HUGE_VAL;
    for (const auto& face : mesh.hull().faces()) {
      double depth = 0;
      for (int corner = 0; corner < 3; ++corner) {
        depth =
            std::max(depth, face.offset -
                                face.normal.dot(mesh.mesh().vertex(t, corner)));
      }
      least = std::min(least, depth);
    }
    deviation = std::max(deviation, least);
  }
  return deviation;
}

// A ball with dents: points of the surface lie no deeper than the deviation,
// and the deeper part of the hull is solid where it is said to be.
TEST(SolidMesh, DeviationBoundsTheSurfaceAndProvesTheInside) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  int num_inner = 0;
  for (int trial = 0; trial < 20; ++trial) {
    RowMatrixX3 directions(60, 3);
    for (int i = 0; i < directions.size(); ++i) {
      directions.data()[i] = uniform(generator) - 0.5;
    }
    directions.rowwise().normalize();
    const ConvexPolytope ball = ConvexPolytope::MakeHull(directions);
    TriangleMesh mesh{ball.vertices(), RowMatrixX3i(ball.faces().size(), 3)};
    for (std::size_t f = 0; f < ball.faces().size(); ++f) {
      const auto loop = ball.face_vertices(ball.faces()[f]);
      ASSERT_EQ(loop.size(), 3);
      mesh.triangles.row(f) << loop[0], loop[1], loop[2];
    }
    for (Eigen::Index i = 0; i < mesh.vertices.rows(); ++i) {
      mesh.vertices.row(i) *= 1 - 0.02 * trial * uniform(generator);
    }
    const SolidMesh dut(mesh, std::nullopt);
    EXPECT_EQ(dut.deviation(), CalcDeviationByHand(dut));
    const auto depth_of = [&](const Vector3& p) {
      double depth = HUGE_VAL;
      for (const auto& face : dut.hull().faces()) {
        depth = std::min(depth, face.offset - face.normal.dot(p));
      }
      return depth;
    };
    for (int i = 0; i < 200; ++i) {
      const int t = static_cast<int>(
          uniform(generator) * static_cast<double>(mesh.triangles.rows()));
      double u = uniform(generator), v = uniform(generator);
      if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
      }
      const Vector3 on_surface = (1 - u - v) * dut.mesh().vertex(t, 0) +
                                 u * dut.mesh().vertex(t, 1) +
                                 v * dut.mesh().vertex(t, 2);
      EXPECT_LE(depth_of(on_surface), dut.deviation() + 1e-14);
      const Vector3 p = 2 * Vector3(uniform(generator), uniform(generator),
                                    uniform(generator)) -
                        Vector3::Ones();
      if (dut.has_inner_volume() && depth_of(p) > dut.deviation() + 1e-14) {
        EXPECT_TRUE(dut.Contains(p));
      }
    }
    num_inner += dut.has_inner_volume();
  }
  EXPECT_GT(num_inner, 5);
}

// Crossings are counted instead of adding angles up; also where parts are
// nested, overlap, share walls, or are wound inward as a cavity is.
TEST(SolidMesh, ContainsWhatTheWindingNumberSays) {
  const TriangleMesh block = MakeBox({-2, -2, -2}, {2, 2, 2});
  const TriangleMesh inner = MakeBox({-1, -1, -1}, {1, 1, 1});
  const TriangleMesh shifted = MakeBox({1, 0, 0}, {3, 1, 1});
  const TriangleMesh beside = MakeBox({2, -2, -2}, {3, 2, 2});
  std::mt19937 generator(2);
  std::uniform_real_distribution<double> uniform(-3.2, 3.2);
  for (const TriangleMesh& mesh :
       {block, Join(block, inner), Join(block, FlipTriangles(inner)),
        Join(block, shifted), Join(block, beside)}) {
    const SolidMesh dut(mesh, std::nullopt);
    ASSERT_TRUE(dut.watertight());
    int num_inside = 0;
    for (int i = 0; i < 2000; ++i) {
      const Vector3 p(uniform(generator), uniform(generator),
                      uniform(generator));
      const bool inside = CalcWindingNumber(dut.mesh(), p) >= 0.5;
      EXPECT_EQ(dut.Contains(p), inside) << p.transpose();
      num_inside += inside;
    }
    EXPECT_GT(num_inside, 100);
    // Rays through corners, and points on the surface.
    for (const Vector3& corner : {Vector3(2, 2, 2), Vector3(1, 1, 1)}) {
      for (const double s : {0.5, 1.0, 3.0}) {
        const Vector3 p = corner - s * Vector3(0.8273, 0.4519, 0.3338);
        EXPECT_EQ(dut.Contains(p), CalcWindingNumber(dut.mesh(), p) >= 0.5);
      }
    }
  }
}

/* A ball of n by 2 n quadrangles, open above height z. */
TriangleMesh MakeOpenBall(int n, double z) {
  TriangleMesh mesh{RowMatrixX3((n + 1) * 2 * n, 3),
                    RowMatrixX3i(4 * n * n, 3)};
  int row = 0;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j < 2 * n; ++j) {
      const double theta = std::numbers::pi * i / n,
                   phi = std::numbers::pi * j / n;
      mesh.vertices.row(i * 2 * n + j) << std::sin(theta) * std::cos(phi),
          std::sin(theta) * std::sin(phi), -std::cos(theta);
      if (i == n || mesh.vertices(i * 2 * n + j, 2) > z) continue;
      const int a = i * 2 * n + j, b = i * 2 * n + (j + 1) % (2 * n);
      mesh.triangles.row(row++) << a, b + 2 * n, b;
      mesh.triangles.row(row++) << a, a + 2 * n, b + 2 * n;
    }
  }
  mesh.triangles.conservativeResize(row, 3);
  if (CalcSignedVolume(mesh) < 0) mesh = FlipTriangles(mesh);
  return mesh;
}

// The crossings of the closed surface less the cap's angles are the angles.
TEST(SolidMesh, OpenSolidContainsWhatTheWindingNumberSays) {
  const TriangleMesh block = MakeBox({-2, -2, -2}, {2, 2, 2});
  TriangleMesh flipped = block;
  flipped.triangles.row(3).reverseInPlace();
  const TriangleMesh lid = {block.vertices, block.triangles.topRows(2)};
  std::mt19937 generator(4);
  std::uniform_real_distribution<double> uniform(-2.2, 2.2);
  for (const TriangleMesh& mesh :
       {WithoutLastTriangle(block), Join(block, lid), flipped,
        Join(block, MakeOpenBall(8, 0.3)),
        Join(MakeOpenBall(20, 0.9), WithoutLastTriangle(block)),
        FlipTriangles(Join(WithoutLastTriangle(block), block)), lid}) {
    const SolidMesh dut(mesh, true);
    ASSERT_FALSE(dut.watertight());
    for (int i = 0; i < 1000; ++i) {
      const Vector3 p(uniform(generator), uniform(generator),
                      uniform(generator));
      const bool in_hull = (p.array().abs() <= 2).all();
      EXPECT_EQ(dut.Contains(p),
                in_hull && CalcWindingNumber(dut.mesh(), p) >= 0.5)
          << p.transpose();
    }
    for (const double s : {0.5, 1.0, 3.0}) {  // Rays through a corner.
      const Vector3 p = 2 * kOnes - s * Vector3(0.8273, 0.4519, 0.3338);
      EXPECT_EQ(dut.Contains(p), CalcWindingNumber(dut.mesh(), p) >= 0.5);
    }
  }
}

TEST(SolidMesh, OpenSolidOfManyTrianglesIsAskedByRays) {
  const SolidMesh dut(MakeOpenBall(80, 0.98), true);
  ASSERT_FALSE(dut.watertight());
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 100; ++i) {
    const Vector3 p(uniform(generator), uniform(generator), uniform(generator));
    EXPECT_EQ(dut.Contains(p), CalcWindingNumber(dut.mesh(), p) >= 0.5);
  }
}

TEST(SolidMesh, InnerHullLiesInTheSolid) {
  // A box with a pit 0.2 deep: the inner hull stays below it everywhere.
  TriangleMesh mesh = MakeBox({-1, -1, -1}, {1, 1, 1});
  const SolidMesh convex(mesh, std::nullopt);
  ASSERT_TRUE(convex.inner_hull());
  EXPECT_LT((convex.inner_hull()->vertices() - convex.hull().vertices())
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
  const SolidMesh pitted(
      Join(mesh, FlipTriangles(MakeBox({-0.5, -0.5, 0.8}, {0.5, 0.5, 0.9}))),
      std::nullopt);
  ASSERT_TRUE(pitted.inner_hull());
  const auto& vertices = pitted.inner_hull()->vertices();
  EXPECT_LE(vertices.cwiseAbs().maxCoeff(), 0.8 + 1e-12);
  EXPECT_GT(vertices.cwiseAbs().maxCoeff(), 0.7);
  for (Eigen::Index i = 0; i < vertices.rows(); ++i) {
    EXPECT_TRUE(pitted.Contains(vertices.row(i)));
  }
}

TEST(SolidMesh, EachPartHasAPointJustBelowItsSurface) {
  const SolidMesh dut(
      Join(MakeBox({0, 0, 0}, {1, 2, 3}),
           Join(MakeBox({5, 0, 0}, {6, 1, 1}),
                FlipTriangles(MakeBox({5.2, 0.2, 0.2}, {5.8, 0.8, 0.8})))),
      std::nullopt);
  ASSERT_TRUE(dut.watertight());
  ASSERT_EQ(dut.part_points().size(), 3u);
  for (const Vector3& p : dut.part_points()) {
    EXPECT_TRUE(dut.Contains(p)) << p.transpose();
  }
  // A surface has no below: the middle of its largest triangle.
  const SolidMesh sheet(
      {(RowMatrixX3(3, 3) << 0, 0, 0, 3, 0, 0, 0, 3, 0).finished(),
       (RowMatrixX3i(1, 3) << 0, 1, 2).finished()},
      std::nullopt);
  ASSERT_EQ(sheet.part_points().size(), 1u);
  EXPECT_LT((sheet.part_points()[0] - Vector3(1, 1, 0)).norm(), 1e-15);
}

}  // namespace
}  // namespace clearway
