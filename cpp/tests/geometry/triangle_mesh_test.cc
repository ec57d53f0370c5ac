#include "clearway/geometry/triangle_mesh.h"

#include <numbers>

#include <gtest/gtest.h>

#include "clearway/geometry/convex_polytope.h"

namespace clearway {
namespace {

/* A box wound outward. */
TriangleMesh MakeBox(const Vector3& size) {
  const ConvexPolytope box = ConvexPolytope::MakeBox(size);
  TriangleMesh mesh{box.vertices(), RowMatrixX3i(12, 3)};
  int row = 0;
  for (const auto& face : box.faces()) {
    const auto loop = box.face_vertices(face);
    mesh.triangles.row(row++) << loop[0], loop[1], loop[2];
    mesh.triangles.row(row++) << loop[0], loop[2], loop[3];
  }
  return mesh;
}

/* The same triangles with corners of their own, as STL has them. */
TriangleMesh MakeSoup(const TriangleMesh& mesh) {
  TriangleMesh soup{RowMatrixX3(3 * mesh.triangles.rows(), 3), mesh.triangles};
  for (int i = 0; i < mesh.triangles.size(); ++i) {
    soup.vertices.row(i) = mesh.vertices.row(mesh.triangles.data()[i]);
    soup.triangles.data()[i] = i;
  }
  return soup;
}

TriangleMesh AddTriangle(const TriangleMesh& mesh, int a, int b, int c) {
  TriangleMesh result = mesh;
  result.triangles.conservativeResize(mesh.triangles.rows() + 1, 3);
  result.triangles.bottomRows(1) << a, b, c;
  return result;
}

TEST(WeldVertices, JoinsEqualPositionsAndKeepsTriangles) {
  const TriangleMesh box = MakeBox(Vector3(1, 2, 3));
  const TriangleMesh dut = WeldVertices(MakeSoup(box));
  EXPECT_EQ(dut.vertices.rows(), 8);
  ASSERT_EQ(dut.triangles.rows(), 12);
  for (int t = 0; t < 12; ++t) {
    for (int corner = 0; corner < 3; ++corner) {
      EXPECT_EQ(dut.vertex(t, corner), box.vertex(t, corner));
    }
  }
}

TEST(WeldVertices, NegativeZeroIsZeroAndUnusedVerticesGo) {
  TriangleMesh mesh{RowMatrixX3(5, 3), RowMatrixX3i(2, 3)};
  mesh.vertices << 9, 9, 9, 0.0, 0, 0, 1, 0, 0, 0, 1, 0, -0.0, -0.0, 0;
  mesh.triangles << 1, 2, 3, 4, 3, 2;
  const TriangleMesh dut = WeldVertices(mesh);
  EXPECT_EQ(dut.vertices, mesh.vertices.middleRows(1, 3));
  RowMatrixX3i expected(2, 3);
  expected << 0, 1, 2, 0, 2, 1;
  EXPECT_EQ(dut.triangles, expected);
}

TEST(WeldVertices, KeepsTrianglesThatCollapse) {
  TriangleMesh mesh{RowMatrixX3(3, 3), RowMatrixX3i(1, 3)};
  mesh.vertices << 1, 2, 3, 1, 2, 3, 4, 5, 6;
  mesh.triangles << 0, 1, 2;
  const TriangleMesh dut = WeldVertices(mesh);
  EXPECT_EQ(dut.vertices.rows(), 2);
  EXPECT_EQ(dut.triangles.row(0), Eigen::RowVector3i(0, 0, 1));
}

TEST(IsWatertight, BoxIsAndAnOpenedOneIsNot) {
  const TriangleMesh box = MakeBox(Vector3(1, 1, 1));
  EXPECT_TRUE(IsWatertight(box));
  EXPECT_TRUE(IsWatertight(FlipTriangles(box)));
  TriangleMesh open = box;
  open.triangles.conservativeResize(11, 3);
  EXPECT_FALSE(IsWatertight(open));
}

TEST(IsWatertight, OneTriangleWoundAgainstTheOthersIsALeak) {
  TriangleMesh mesh = MakeBox(Vector3(1, 1, 1));
  mesh.triangles.row(3).reverseInPlace();
  EXPECT_FALSE(IsWatertight(mesh));
}

TEST(IsWatertight, EdgesMayBeUsedByFourTriangles) {
  const TriangleMesh box = MakeBox(Vector3(1, 1, 1));
  TriangleMesh twice = box;
  twice.triangles.resize(24, 3);
  twice.triangles << box.triangles, box.triangles;
  EXPECT_TRUE(IsWatertight(twice));
}

TEST(IsWatertight, TrianglesWithoutAreaBoundNothing) {
  TriangleMesh mesh = AddTriangle(MakeBox(Vector3(1, 1, 1)), 4, 4, 2);
  EXPECT_TRUE(IsWatertight(mesh));
  mesh.vertices.conservativeResize(11, 3);
  mesh.vertices.bottomRows(3) << 0, 0, 0.5, 0.25, 0, 0.5, 0.5, 0, 0.5;
  EXPECT_TRUE(IsWatertight(AddTriangle(mesh, 8, 9, 10)));
  mesh.vertices(10, 1) = 0.25;
  EXPECT_FALSE(IsWatertight(AddTriangle(mesh, 8, 9, 10)));
}

// A flat triangle that joins one edge to the two halves of it.
TEST(IsWatertight, TrianglesWithoutAreaMayCloseAGap) {
  TriangleMesh mesh{RowMatrixX3(5, 3), RowMatrixX3i(6, 3)};
  mesh.vertices << 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 0, 0;
  mesh.triangles << 0, 2, 1, 0, 4, 3, 4, 1, 3, 1, 2, 3, 2, 0, 3, 0, 1, 4;
  EXPECT_TRUE(IsWatertight(mesh));
}

TEST(IsWatertight, NothingIsNot) {
  EXPECT_FALSE(IsWatertight({RowMatrixX3(0, 3), RowMatrixX3i(0, 3)}));
}

TEST(MakeBoundaryCone, ClosesWhatIsOpen) {
  const TriangleMesh box = MakeBox(Vector3(1, 1, 1));
  EXPECT_EQ(MakeBoundaryCone(box).triangles.rows(), 0);
  TriangleMesh open = box;
  open.triangles.conservativeResize(10, 3);
  TriangleMesh flipped = box;
  flipped.triangles.row(3).reverseInPlace();
  TriangleMesh sheet = box;
  sheet.triangles.conservativeResize(1, 3);
  TriangleMesh twice = open;  // Its boundary is run twice.
  twice.triangles.resize(20, 3);
  twice.triangles << open.triangles, open.triangles;
  for (const TriangleMesh& mesh : {open, flipped, sheet, twice}) {
    ASSERT_FALSE(IsWatertight(mesh));
    const TriangleMesh cone = MakeBoundaryCone(mesh);
    const int offset = static_cast<int>(mesh.vertices.rows());
    TriangleMesh both{
        RowMatrixX3(offset + cone.vertices.rows(), 3),
        RowMatrixX3i(mesh.triangles.rows() + cone.triangles.rows(), 3)};
    both.vertices << mesh.vertices, cone.vertices;
    both.triangles << mesh.triangles,
        (cone.triangles.array() + offset).matrix();
    EXPECT_TRUE(IsWatertight(WeldVertices(both)));
  }
  EXPECT_EQ(MakeBoundaryCone(open).triangles.rows(), 4);
  EXPECT_EQ(MakeBoundaryCone(flipped).triangles.rows(), 6);
  EXPECT_EQ(MakeBoundaryCone(sheet).triangles.rows(), 3);
  EXPECT_EQ(MakeBoundaryCone(twice).triangles.rows(), 8);
}

TEST(CalcSignedVolume, FollowsTheWindingAndNotThePlace) {
  TriangleMesh box = MakeBox(Vector3(1, 2, 3));
  EXPECT_DOUBLE_EQ(CalcSignedVolume(box), 6);
  EXPECT_DOUBLE_EQ(CalcSignedVolume(FlipTriangles(box)), -6);
  box.vertices.rowwise() += Eigen::RowVector3d(1e6, 0, -1e6);
  EXPECT_NEAR(CalcSignedVolume(box), 6, 1e-12);
}

TEST(CalcWindingNumber, CountsHowOftenTheMeshGoesAround) {
  const TriangleMesh box = MakeBox(Vector3(1, 2, 3));
  EXPECT_NEAR(CalcWindingNumber(box, Vector3(0.1, 0.9, -1.4)), 1, 1e-14);
  EXPECT_NEAR(CalcWindingNumber(FlipTriangles(box), Vector3::Zero()), -1,
              1e-14);
  for (const Vector3& p : {Vector3(0.6, 0, 0), Vector3(0, 0, 9),
                           Vector3(0.5, 1, 1.6), Vector3(-1, -1, -1.5)}) {
    EXPECT_NEAR(CalcWindingNumber(box, p), 0, 1e-14);
  }
}

// One octant of directions hits the triangle: a solid angle of pi / 2.
TEST(CalcWindingNumber, OfOneTriangleIsItsSolidAngle) {
  TriangleMesh mesh{RowMatrixX3::Identity(3, 3), RowMatrixX3i(1, 3)};
  mesh.triangles << 0, 1, 2;
  EXPECT_NEAR(CalcWindingNumber(mesh, Vector3::Zero()), 1.0 / 8, 1e-15);
}

TEST(CalcWindingNumber, IsFiniteOnTheSurface) {
  const TriangleMesh box = MakeBox(Vector3(2, 2, 2));
  EXPECT_NEAR(CalcWindingNumber(box, Vector3(1, 0.3, 0.2)), 0.5, 1e-14);
  EXPECT_NEAR(CalcWindingNumber(box, Vector3(1, 1, 0.2)), 0.25, 1e-14);
  EXPECT_NEAR(CalcWindingNumber(box, Vector3(1, 1, 1)), 0.125, 1e-14);
}

}  // namespace
}  // namespace clearway
