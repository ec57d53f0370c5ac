#include "clearway/query/canonical_order.h"

#include <gtest/gtest.h>

#include "query/random_shapes.h"

namespace clearway::internal {
namespace {

TEST(CanonicalOrder, TypesComeFirstThenSizes) {
  EXPECT_LT(CompareShapes(Sphere(9), Box(1, 1, 1)), 0);
  EXPECT_LT(CompareShapes(Sphere(1), Sphere(2)), 0);
  EXPECT_GT(CompareShapes(Capsule(1, 3), Capsule(1, 2)), 0);
  EXPECT_LT(CompareShapes(Box(1, 2, 3), Box(1, 3, 0)), 0);
  EXPECT_EQ(CompareShapes(Cone(1, 2), Cone(1, 2)), 0);
  EXPECT_EQ(CompareShapes(HalfSpace(), HalfSpace()), 0);
}

TEST(CanonicalOrder, TablesComeByLengthThenByNumber) {
  const RowMatrixX3 one = RowMatrixX3::Ones(1, 3);
  const RowMatrixX3 two = RowMatrixX3::Zero(2, 3);
  EXPECT_LT(CompareShapes(Convex(one), Convex(two)), 0);
  EXPECT_GT(CompareShapes(Convex(one), Convex(0.5 * one)), 0);
  EXPECT_EQ(CompareShapes(Convex(one), Convex(one)), 0);
  const Mesh mesh = MakeDentedMesh(1);
  EXPECT_EQ(CompareShapes(mesh, MakeDentedMesh(1)), 0);
  EXPECT_GT(CompareShapes(mesh, MakeDentedMesh(0.5)), 0);
  const Mesh surface(mesh.vertices(), mesh.triangles(), Vector3::Ones(), false);
  EXPECT_LT(CompareShapes(surface, mesh), 0);
}

TEST(CanonicalOrder, PosesDecideBetweenEqualShapes) {
  const Sphere A(1), B(1);
  const RigidTransform X(Vector3(0, 0, 1)), Y(Vector3(0, 0, 2));
  EXPECT_LT(CompareCanonically(A, X, B, Y), 0);
  EXPECT_GT(CompareCanonically(A, Y, B, X), 0);
  EXPECT_EQ(CompareCanonically(A, X, B, X), 0);
  const RigidTransform turned(RotationMatrix::MakeZRotation(1),
                              Vector3(0, 0, 1));
  EXPECT_EQ(CompareCanonically(A, X, B, turned),
            -CompareCanonically(A, turned, B, X));
  EXPECT_NE(CompareCanonically(A, X, B, turned), 0);
}

// -0 and 0 are one number: they must not tell two poses apart.
TEST(CanonicalOrder, ZeroHasNoSign) {
  const Sphere A(1);
  EXPECT_EQ(CompareCanonically(A, RigidTransform(Vector3(0.0, 0, 0)), A,
                               RigidTransform(Vector3(-0.0, 0, 0))),
            0);
}

TEST(CanonicalOrder, IsATotalOrder) {
  Random random(11);
  std::vector<std::unique_ptr<Shape>> shapes;
  for (int type = 0; type < kNumShapeTypes; ++type) {
    for (int i = 0; i < 3; ++i) {
      shapes.push_back(
          MakeRandomShape(static_cast<ShapeType>(type), 1, &random));
    }
  }
  for (const auto& a : shapes) {
    for (const auto& b : shapes) {
      EXPECT_EQ(CompareShapes(*a, *b), -CompareShapes(*b, *a));
      for (const auto& c : shapes) {
        if (CompareShapes(*a, *b) <= 0 && CompareShapes(*b, *c) <= 0) {
          EXPECT_LE(CompareShapes(*a, *c), 0);
        }
      }
    }
  }
}

}  // namespace
}  // namespace clearway::internal
