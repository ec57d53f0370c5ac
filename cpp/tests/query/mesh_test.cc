#include "clearway/query/mesh.h"

#include <cmath>

#include <gtest/gtest.h>

#include "clearway/query/triangle_triangle.h"
#include "query/mesh_makers.h"

namespace clearway::internal {
namespace {

constexpr double kTolerance = 1e-12;

RigidTransform At(double x, double y, double z) {
  return RigidTransform(Vector3(x, y, z));
}

PairInA Distance(const SolidMesh& A, const Shape& B,
                 const RigidTransform& X_AB) {
  return ComputeMeshConvexDistance(A, ConvexSet(B), X_AB);
}

void ExpectConsistent(const PairInA& pair) {
  EXPECT_TRUE(std::isfinite(pair.distance));
  EXPECT_NEAR(pair.nhat_BA_A.norm(), 1, kTolerance);
  EXPECT_LT((pair.p_ACa - pair.p_ACb - pair.distance * pair.nhat_BA_A).norm(),
            1e-9);
}

/* The least distance over all triangles: no tree, no inside. */
double CalcSurfaceDistance(const SolidMesh& A, const ConvexSet& B,
                           const RigidTransform& X_AB) {
  double distance = HUGE_VAL;
  for (int i = 0; i < A.mesh().triangles.rows(); ++i) {
    const ConvexSet triangle(A.mesh().vertex(i, 0), A.mesh().vertex(i, 1),
                             A.mesh().vertex(i, 2));
    distance =
        std::min(distance, ComputeConvexDistance(triangle, B, X_AB).distance);
  }
  return distance;
}

double CalcSurfaceDistance(const SolidMesh& A, const SolidMesh& B,
                           const RigidTransform& X_AB) {
  double squared_distance = HUGE_VAL;
  for (int i = 0; i < A.mesh().triangles.rows(); ++i) {
    const Triangle a{
        {A.mesh().vertex(i, 0), A.mesh().vertex(i, 1), A.mesh().vertex(i, 2)}};
    for (int j = 0; j < B.mesh().triangles.rows(); ++j) {
      const Triangle b{{X_AB * B.mesh().vertex(j, 0),
                        X_AB * B.mesh().vertex(j, 1),
                        X_AB * B.mesh().vertex(j, 2)}};
      squared_distance =
          std::min(squared_distance,
                   CalcClosestPointsOfTriangles(a, b).squared_distance);
    }
  }
  return std::sqrt(squared_distance);
}

/* Nine shapes about as large as the meshes below. */
std::vector<std::unique_ptr<Shape>> MakeConvexShapes() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(Sphere(0.3).Clone());
  shapes.push_back(Sphere(0).Clone());
  shapes.push_back(Capsule(0.1, 0.8).Clone());
  shapes.push_back(Box(0.3, 0.5, 0.9).Clone());
  shapes.push_back(Cylinder(0.2, 0.7).Clone());
  shapes.push_back(Cone(0.3, 0.6).Clone());
  shapes.push_back(Ellipsoid(0.2, 0.3, 0.6).Clone());
  RowMatrixX3 tetrahedron(4, 3);
  tetrahedron << 0, 0, 0, 0.6, 0, 0, 0, 0.6, 0, 0, 0, 0.6;
  shapes.push_back(Convex(tetrahedron).Clone());
  return shapes;
}

TEST(MeshConvex, SurfaceOfABoxIsAsFarAsTheBox) {
  const SolidMesh solid(MakeBoxMesh({2, 4, 6}), std::nullopt);
  const SolidMesh surface(MakeBoxMesh({2, 4, 6}), false);
  const Sphere sphere(0.5);
  for (const SolidMesh* mesh : {&solid, &surface}) {
    const PairInA face = Distance(*mesh, sphere, At(3, 0.2, 0.3));
    ExpectConsistent(face);
    EXPECT_NEAR(face.distance, 1.5, kTolerance);
    EXPECT_LT((face.p_ACa - Vector3(1, 0.2, 0.3)).norm(), kTolerance);
    EXPECT_LT((face.nhat_BA_A + Vector3::UnitX()).norm(), kTolerance);
    const PairInA corner = Distance(*mesh, sphere, At(2, 3, 4));
    EXPECT_NEAR(corner.distance, std::sqrt(3) - 0.5, kTolerance);
  }
}

TEST(MeshConvex, InsideASolidIsAnOverlapAndInsideASurfaceIsNot) {
  // A ball of 0.25, its centre 0.75 below the nearest face.
  const SolidMesh solid(MakeBoxMesh({2, 4, 6}), true);
  const SolidMesh surface(MakeBoxMesh({2, 4, 6}), false);
  const Sphere sphere(0.25);
  const PairInA in_solid = Distance(solid, sphere, At(0.25, 0.1, 0.2));
  ExpectConsistent(in_solid);
  EXPECT_NEAR(in_solid.distance, -(0.75 + 0.25), kTolerance);
  EXPECT_LT((in_solid.nhat_BA_A + Vector3::UnitX()).norm(), kTolerance);
  const PairInA in_surface = Distance(surface, sphere, At(0.25, 0.1, 0.2));
  ExpectConsistent(in_surface);
  EXPECT_NEAR(in_surface.distance, 0.75 - 0.25, kTolerance);
  EXPECT_LT((in_surface.nhat_BA_A - Vector3::UnitX()).norm(), kTolerance);
}

TEST(MeshConvex, InTheNotchIsFree) {
  const SolidMesh mesh(MakeLPrism(), std::nullopt);
  ASSERT_TRUE(mesh.solid());
  const Sphere sphere(0.2);
  const PairInA free = Distance(mesh, sphere, At(1.5, 1.6, 0.5));
  ExpectConsistent(free);
  EXPECT_NEAR(free.distance, 0.3, kTolerance);
  const PairInA inside = Distance(mesh, sphere, At(0.4, 0.5, 0.5));
  ExpectConsistent(inside);
  EXPECT_NEAR(inside.distance, -0.6, 1e-9);
  const PairInA touching = Distance(mesh, sphere, At(1.2, 1.6, 0.5));
  ExpectConsistent(touching);
  EXPECT_NEAR(touching.distance, 0, kTolerance);
}

TEST(MeshConvex, TreeFindsTheClosestOfAllTriangles) {
  Random random(3);
  const SolidMesh torus(MakeTorus(1, 0.3, 24, 12), std::nullopt);
  const SolidMesh prism(MakeLPrism(), std::nullopt);
  const auto shapes = MakeConvexShapes();
  int num_apart = 0;
  int num_inside = 0;
  for (int i = 0; i < 400; ++i) {
    for (const SolidMesh* mesh : {&torus, &prism}) {
      const ConvexSet B(*shapes[i % shapes.size()]);
      const RigidTransform X_AB = random.Pose(2);
      const double expected = CalcSurfaceDistance(*mesh, B, X_AB);
      const PairInA found = ComputeMeshConvexDistance(*mesh, B, X_AB);
      ExpectConsistent(found);
      if (expected > 1e-9) {
        const bool inside = mesh->Contains(X_AB * B.centre());
        num_apart += !inside;
        num_inside += inside;
        if (inside) {
          // At least past the surface, at least through its own width.
          EXPECT_LE(found.distance, -expected + 1e-9);
        } else {
          EXPECT_NEAR(found.distance, expected, kTolerance);
        }
      } else if (expected < -1e-9) {
        EXPECT_LT(found.distance, 0);
      }
    }
  }
  EXPECT_GT(num_apart, 200);
  EXPECT_GE(num_inside, 5);
}

TEST(MeshConvex, DegenerateTrianglesAreSegmentsAndPoints) {
  // A report's case: segments, doubled corners, a single point.
  const TriangleMesh mesh =
      MakeMesh({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 0, 0}},
               {{0, 1, 2}, {0, 3, 4}, {3, 3, 3}});
  const SolidMesh A(mesh, false);
  const PairInA pair = Distance(A, Sphere(0.25), At(1.5, 0, 1));
  ExpectConsistent(pair);
  EXPECT_NEAR(pair.distance, 0.75, kTolerance);
  const PairInA crossing = Distance(A, Sphere(0.25), At(1.5, 0, 0.1));
  ExpectConsistent(crossing);
  EXPECT_LE(crossing.distance, 0);
  EXPECT_NEAR(crossing.distance, -0.15, 1e-9);
}

TEST(MeshConvex, CapsuleAcrossTheEdgeOfAnOpenSheet) {
  const SolidMesh sheet(MakeMesh({{-5, 0, 0}, {5, 0, 0}, {5, 5, 0}, {-5, 5, 0}},
                                 {{0, 1, 2}, {0, 2, 3}}),
                        std::nullopt);
  EXPECT_FALSE(sheet.solid());
  const RigidTransform X_AB(RotationMatrix::MakeYRotation(std::numbers::pi / 2),
                            Vector3(0, -0.3, 0.2));
  const PairInA pair = Distance(sheet, Capsule(0.5, 2), X_AB);
  ExpectConsistent(pair);
  // The axis is sqrt(0.3^2 + 0.2^2) from the edge: the way out leads over it.
  EXPECT_NEAR(pair.distance, std::hypot(0.3, 0.2) - 0.5, 1e-9);
}

TEST(MeshConvex, InvertedMeshIsTheSameSolid) {
  const TriangleMesh outward = MakeTorus(1, 0.3, 24, 12);
  const SolidMesh A(outward, std::nullopt);
  const SolidMesh B(FlipTriangles(outward), std::nullopt);
  const Sphere sphere(0.05);
  for (const double x : {0.0, 0.6, 0.9, 1.2, 1.5}) {
    EXPECT_NEAR(Distance(A, sphere, At(x, 0.01, 0)).distance,
                Distance(B, sphere, At(x, 0.01, 0)).distance, 1e-9);
  }
}

TEST(MeshConvex, SelfTouchingAndDoubledWallsAreSolid) {
  // Two boxes that share a face, both of whose walls are in the file: the
  // inside is closed where they meet.
  const SolidMesh boxes(Join(Moved(MakeBoxMesh({1, 1, 1}), At(-0.5, 0, 0)),
                             Moved(MakeBoxMesh({1, 1, 1}), At(0.5, 0, 0))),
                        std::nullopt);
  ASSERT_TRUE(boxes.solid());
  EXPECT_LT(Distance(boxes, Sphere(0.1), At(0, 0, 0)).distance, 0);
  EXPECT_LT(Distance(boxes, Sphere(0.1), At(0.3, 0, 0)).distance, 0);
  EXPECT_NEAR(Distance(boxes, Sphere(0.1), At(0, 0, 0.8)).distance, 0.2,
              kTolerance);
}

TEST(MeshMesh, TreeFindsTheClosestOfAllPairs) {
  Random random(4);
  const SolidMesh torus(MakeTorus(1, 0.3, 16, 8), std::nullopt);
  const SolidMesh prism(MakeLPrism(), std::nullopt);
  const SolidMesh ball(MakeSphereMesh(0.2, 10, 6), false);
  const std::pair<const SolidMesh*, const SolidMesh*> pairs[] = {
      {&torus, &prism}, {&prism, &torus}, {&torus, &ball}, {&prism, &prism}};
  int num_apart = 0;
  for (int i = 0; i < 60; ++i) {
    for (const auto& [A, B] : pairs) {
      const RigidTransform X_AB = random.Pose(2.5);
      const double expected = CalcSurfaceDistance(*A, *B, X_AB);
      const PairInA found = ComputeMeshMeshDistance(*A, *B, X_AB);
      ExpectConsistent(found);
      if (expected == 0) {
        EXPECT_LE(found.distance, 0);
      } else if (found.distance > 0) {
        ++num_apart;
        EXPECT_NEAR(found.distance, expected, kTolerance);
      } else {
        // One inside the other: past the surface.
        EXPECT_LT(found.distance, -expected);
      }
      const PairInA mirrored = ComputeMeshMeshDistance(*B, *A, X_AB.inverse());
      EXPECT_EQ(found.distance > 0, mirrored.distance > 0);
      if (found.distance > 0) {
        EXPECT_NEAR(found.distance, mirrored.distance, kTolerance);
      }
    }
  }
  EXPECT_GT(num_apart, 60);
}

/* How far a is beyond b along a unit vector. */
double CalcGap(const Triangle& a, const Triangle& b, const Vector3& nhat) {
  double lower = HUGE_VAL, upper = -HUGE_VAL;
  for (const Vector3& v : a.v) lower = std::min(lower, nhat.dot(v));
  for (const Vector3& v : b.v) upper = std::max(upper, nhat.dot(v));
  return lower - upper;
}

// Brought near touching along their normal, with gaps down to rounding: of the
// closest triangles the distance is the gap along the normal, which is proof.
TEST(MeshMesh, NormalsAreCertifiedNearContact) {
  Random random(6);
  const SolidMesh torus(MakeTorus(1, 0.3, 5, 4), std::nullopt);
  const SolidMesh prism(MakeLPrism(), std::nullopt);
  for (int i = 0; i < 2000; ++i) {
    const SolidMesh& A = i % 3 == 0 ? torus : prism;
    const SolidMesh& B = i % 2 == 0 ? torus : prism;
    const RigidTransform far = random.Pose(2.5);
    const PairInA before = ComputeMeshMeshDistance(A, B, far);
    if (before.distance <= 0) continue;
    const double gap = std::pow(10, -random.Uniform(3, 18));
    const RigidTransform X_AB(
        far.rotation(),
        far.translation() + (before.distance - gap) * before.nhat_BA_A);
    const PairInA dut = ComputeMeshMeshDistance(A, B, X_AB);
    EXPECT_LE(dut.distance, gap + 1e-14);  // Other parts may be nearer.
    if (dut.distance <= 0) continue;
    double best = -HUGE_VAL;
    for (int j = 0; j < A.mesh().triangles.rows(); ++j) {
      const Triangle a{{A.mesh().vertex(j, 0), A.mesh().vertex(j, 1),
                        A.mesh().vertex(j, 2)}};
      for (int k = 0; k < B.mesh().triangles.rows(); ++k) {
        const Triangle b{{X_AB * B.mesh().vertex(k, 0),
                          X_AB * B.mesh().vertex(k, 1),
                          X_AB * B.mesh().vertex(k, 2)}};
        if (CalcClosestPointsOfTriangles(a, b).squared_distance >
            std::pow(dut.distance + 1e-13, 2)) {
          continue;
        }
        best = std::max(best, CalcGap(a, b, dut.nhat_BA_A));
      }
    }
    EXPECT_NEAR(best, dut.distance, 1e-13) << "in case " << i;
    ASSERT_FALSE(HasFailure());
  }
}

TEST(MeshMesh, PartsInsideAreFoundInBothDirections) {
  const SolidMesh block(MakeBlockWithHole(1), std::nullopt);
  ASSERT_TRUE(block.solid());
  // One part in the hole, another inside the wall.
  const TriangleMesh small = MakeLPrism();
  const auto scaled = [&](double factor) {
    TriangleMesh mesh = small;
    mesh.vertices *= factor;
    return mesh;
  };
  const SolidMesh in_hole(scaled(0.1), std::nullopt);
  const SolidMesh both(Join(scaled(0.1), Moved(scaled(0.1), At(1, 0, 0))),
                       std::nullopt);
  const RigidTransform X = At(0.1, 0.1, 0.2);
  EXPECT_GT(ComputeMeshMeshDistance(block, in_hole, X).distance, 0);
  const PairInA pair = ComputeMeshMeshDistance(block, both, X);
  ExpectConsistent(pair);
  EXPECT_LT(pair.distance, 0);
  EXPECT_LT(ComputeMeshMeshDistance(both, block, X.inverse()).distance, 0);
  // The same parts as surfaces, and in a block that is a surface.
  const SolidMesh surfaces(both.mesh(), false);
  EXPECT_LT(ComputeMeshMeshDistance(block, surfaces, X).distance, 0);
  const SolidMesh shell(block.mesh(), false);
  EXPECT_GT(ComputeMeshMeshDistance(shell, surfaces, X).distance, 0);
  EXPECT_GT(ComputeMeshMeshDistance(shell, both, X).distance, 0);
}

TEST(MeshMesh, BoxesAsMeshesAreBoxes) {
  Random random(5);
  const SolidMesh A(MakeBoxMesh({1, 2, 3}), std::nullopt);
  const SolidMesh B(MakeBoxMesh({0.5, 0.5, 2}), std::nullopt);
  const Box box_A(1, 2, 3);
  const Box box_B(0.5, 0.5, 2);
  for (int i = 0; i < 200; ++i) {
    const RigidTransform X_AB = random.Pose(2);
    const double expected =
        ComputeConvexDistance(ConvexSet(box_A), ConvexSet(box_B), X_AB)
            .distance;
    const PairInA found = ComputeMeshMeshDistance(A, B, X_AB);
    ExpectConsistent(found);
    EXPECT_NEAR(found.distance, expected, 1e-12);
  }
}

TEST(MeshMesh, StackedFlushTouches) {
  const SolidMesh A(MakeLPrism(), std::nullopt);
  const PairInA pair = ComputeMeshMeshDistance(A, A, At(0, 0, 1));
  ExpectConsistent(pair);
  EXPECT_NEAR(pair.distance, 0, 1e-12);
  EXPECT_LE(pair.distance, 0);
  EXPECT_LT((pair.nhat_BA_A + Vector3::UnitZ()).norm(), 1e-12);
  // Notch in notch: the second turned into the first's.
  const RigidTransform X(RotationMatrix::MakeZRotation(std::numbers::pi),
                         Vector3(3, 3, 0));
  const PairInA notched = ComputeMeshMeshDistance(A, A, X);
  ExpectConsistent(notched);
  EXPECT_NEAR(notched.distance, 0, 1e-9);
  EXPECT_LE(notched.distance, 1e-12);
}

TEST(MeshHalfSpace, LowestVertexAtEitherSign) {
  Random random(6);
  const SolidMesh A(MakeTorus(1, 0.3, 16, 8), std::nullopt);
  for (int i = 0; i < 100; ++i) {
    const RigidTransform X_AB = random.Pose(1);
    double lowest = HUGE_VAL;
    for (int v = 0; v < A.mesh().vertices.rows(); ++v) {
      const Vector3 p_BV = X_AB.inverse() * Vector3(A.mesh().vertices.row(v));
      lowest = std::min(lowest, p_BV.z());
    }
    const PairInA pair = ComputeMeshHalfSpaceDistance(A, X_AB);
    ExpectConsistent(pair);
    EXPECT_NEAR(pair.distance, lowest, kTolerance);
    EXPECT_NEAR((X_AB.inverse() * pair.p_ACb).z(), 0, kTolerance);
  }
}

/* A verdict must be the distance's, and must be given unless within the margin
 or, below zero, where the volumes leave it open. */
void ExpectVerdict(ThresholdVerdict verdict, double distance,
                   double threshold) {
  if (verdict == ThresholdVerdict::kAbove) {
    EXPECT_GT(distance, threshold);
  } else if (verdict == ThresholdVerdict::kAtOrBelow) {
    EXPECT_LE(distance, threshold);
  } else if (threshold >= 0) {
    EXPECT_LT(std::abs(distance - threshold), 1e-8);
  }
}

TEST(CompareMesh, VerdictsAreThoseOfTheDistance) {
  Random random(7);
  const SolidMesh torus(MakeTorus(1, 0.3, 16, 8), std::nullopt);
  const SolidMesh prism(MakeLPrism(), std::nullopt);
  const SolidMesh ball(MakeSphereMesh(0.5, 16, 10), std::nullopt);
  // A ball with a dent: its inner volume is nearly all of it.
  TriangleMesh dented_mesh = MakeSphereMesh(0.5, 16, 10);
  dented_mesh.vertices.row(1) *= 0.95;
  const SolidMesh dented(dented_mesh, std::nullopt);
  ASSERT_TRUE(dented.inner_hull().has_value());
  const SolidMesh shell(MakeTorus(1, 0.3, 16, 8), false);
  const auto shapes = MakeConvexShapes();
  const SolidMesh* meshes[] = {&torus, &prism, &ball, &dented, &shell};
  for (int i = 0; i < 300; ++i) {
    const SolidMesh& A = *meshes[i % 5];
    const ConvexSet B(*shapes[i % shapes.size()]);
    const SolidMesh& C = *meshes[i / 5 % 5];
    const RigidTransform X_AB = random.Pose(1.3);
    const double to_B = ComputeMeshConvexDistance(A, B, X_AB).distance;
    const double to_C = ComputeMeshMeshDistance(A, C, X_AB).distance;
    for (const double threshold : {0.0, 0.1, -0.1, -0.02, 1.0, to_B, to_C}) {
      Vector3 axis = random.Direction();
      ExpectVerdict(CompareMeshConvexDistance(A, B, X_AB, threshold), to_B,
                    threshold);
      ExpectVerdict(CompareMeshConvexDistance(A, B, X_AB, threshold, &axis),
                    to_B, threshold);
      ExpectVerdict(CompareMeshMeshDistance(A, C, X_AB, threshold), to_C,
                    threshold);
    }
  }
}

// Triangles of no area are segments; parallel ones have no axis to part them.
TEST(CompareMesh, ParallelSegmentsAreNoCrossing) {
  const SolidMesh A(MakeMesh({{0, 0, 0}, {0, 0, 1}}, {{0, 0, 1}}), false);
  const SolidMesh B(
      MakeMesh({{0, 0, 0}, {0, 0, 2}, {-9, 9, 0}}, {{0, 0, 1}, {0, 0, 2}}),
      false);
  for (const double distance : {3e-11, 1e-13}) {
    const RigidTransform X_AB = At(-distance, 0, 0.5);
    const double exact = ComputeMeshMeshDistance(A, B, X_AB).distance;
    EXPECT_NEAR(exact, distance, 1e-15);
    EXPECT_NE(CompareMeshMeshDistance(A, B, X_AB, 0),
              ThresholdVerdict::kAtOrBelow);
  }
}

TEST(CompareMesh, BodyInTheInnerVolumeCollides) {
  TriangleMesh mesh = MakeSphereMesh(0.5, 16, 10);
  mesh.vertices.row(1) *= 0.95;
  const SolidMesh dented(mesh, std::nullopt);
  const Sphere sphere(0.05);
  EXPECT_EQ(
      CompareMeshConvexDistance(dented, ConvexSet(sphere), At(0.1, 0, 0), 0),
      ThresholdVerdict::kAtOrBelow);
  EXPECT_EQ(CompareMeshMeshDistance(dented, dented, At(0.1, 0, 0), 0),
            ThresholdVerdict::kAtOrBelow);
}

}  // namespace
}  // namespace clearway::internal
