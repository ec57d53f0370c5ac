#include "clearway/query/mesh_depth.h"

#include <cmath>

#include <gtest/gtest.h>

#include "clearway/geometry/height_field.h"
#include "clearway/query/mesh.h"
#include "clearway/query/signed_distance.h"
#include "query/mesh_makers.h"

namespace clearway::internal {
namespace {

constexpr double kTolerance = 1e-9;

RigidTransform At(double x, double y, double z) {
  return RigidTransform(Vector3(x, y, z));
}

/* A mesh against a shape or a mesh, so that a test reads the same for both. */
PairInA Distance(const SolidMesh& A, const Shape& B,
                 const RigidTransform& X_AB) {
  return ComputeMeshConvexDistance(A, ConvexSet(B), X_AB);
}
PairInA Distance(const SolidMesh& A, const SolidMesh& B,
                 const RigidTransform& X_AB) {
  return ComputeMeshMeshDistance(A, B, X_AB);
}

/* Whether they are apart, without the depth if they are not. */
ThresholdVerdict Compare(const SolidMesh& A, const Shape& B,
                         const RigidTransform& X_AB) {
  return CompareMeshConvexDistance(A, ConvexSet(B), X_AB, 0);
}
ThresholdVerdict Compare(const SolidMesh& A, const SolidMesh& B,
                         const RigidTransform& X_AB) {
  return CompareMeshMeshDistance(A, B, X_AB, 0);
}

/* X_AB after A is moved by t: B is, by -t. */
RigidTransform Moved(const RigidTransform& X_AB, const Vector3& t) {
  return RigidTransform(X_AB.rotation(), X_AB.translation() - t);
}

/* The translation found separates, and the witnesses are what they promise. */
template <class ShapeB>
void ExpectSeparates(const SolidMesh& A, const ShapeB& B,
                     const RigidTransform& X_AB, const PairInA& pair) {
  ASSERT_TRUE(std::isfinite(pair.distance));
  EXPECT_NEAR(pair.nhat_BA_A.norm(), 1, 1e-12);
  EXPECT_LT((pair.p_ACa - pair.p_ACb - pair.distance * pair.nhat_BA_A).norm(),
            1e-12);
  const Vector3 t = -pair.distance * pair.nhat_BA_A;
  EXPECT_GT(Distance(A, B, Moved(X_AB, t)).distance, -kTolerance);
  // A hair more, and nothing touches: A + t is at rest against B.
  const double after = Distance(A, B, Moved(X_AB, 1.0001 * t)).distance;
  EXPECT_GT(after, -1e-4 * t.norm());
}

TEST(MeshDepth, BallWhollyInsideASolid) {
  // Not convex, so that the search is what answers: the nearest face is 0.3
  // from the centre, the notch's wall.
  const SolidMesh mesh(MakeLPrism(), std::nullopt);
  for (const double radius : {0.0, 1e-6, 0.01, 0.2, 0.3}) {
    const Sphere sphere(radius);
    const PairInA pair = Distance(mesh, sphere, At(0.7, 1.5, 0.5));
    EXPECT_NEAR(pair.distance, -(0.3 + radius), kTolerance) << radius;
    EXPECT_LT((pair.nhat_BA_A + Vector3::UnitX()).norm(), 1e-6) << radius;
    ExpectSeparates(mesh, sphere, At(0.7, 1.5, 0.5), pair);
  }
}

TEST(MeshDepth, BodyLargerThanTheMeshSwallowsIt) {
  // All of the torus is inside the box: the box leaves by its nearest face.
  const SolidMesh torus(MakeTorus(0.5, 0.1, 24, 12), std::nullopt);
  const Box box(4, 4, 3);
  const PairInA pair = Distance(torus, box, At(0, 0, 0.2));
  EXPECT_NEAR(pair.distance, -(1.3 + 0.1), kTolerance);
  EXPECT_LT((pair.nhat_BA_A + Vector3::UnitZ()).norm(), 1e-6);
}

TEST(MeshDepth, NotchIsTheWayOut) {
  // A box half in the wall of the notch: 0.3 along -x would separate it, if the
  // notch were filled it would take more than 1.
  const SolidMesh mesh(MakeLPrism(), std::nullopt);
  const Box box(0.6, 0.4, 0.4);
  const PairInA pair = Distance(mesh, box, At(1.0, 1.6, 0.5));
  EXPECT_NEAR(pair.distance, -0.3, kTolerance);
  EXPECT_LT((pair.nhat_BA_A + Vector3::UnitX()).norm(), 1e-9);
  // In the corner of the notch, overlapping both walls: diagonally out.
  const PairInA corner = Distance(mesh, box, At(1.2, 1.1, 0.5));
  EXPECT_NEAR(corner.distance, -std::hypot(0.1, 0.1), kTolerance);
  ExpectSeparates(mesh, box, At(1.2, 1.1, 0.5), corner);
}

TEST(MeshDepth, ThinPegInAHole) {
  const SolidMesh block(MakeBlockWithHole(1), std::nullopt);
  const Box peg(0.8, 0.8, 10);
  EXPECT_NEAR(Distance(block, peg, At(0, 0, 0)).distance, 0.1, 1e-12);
  // Into one wall, and into a corner.
  EXPECT_NEAR(Distance(block, peg, At(0.13, 0, 0)).distance, -0.03, kTolerance);
  const PairInA corner = Distance(block, peg, At(0.13, 0.14, 0));
  EXPECT_NEAR(corner.distance, -std::hypot(0.03, 0.04), kTolerance);
  ExpectSeparates(block, peg, At(0.13, 0.14, 0), corner);
  // A peg as wide as the hole touches on all sides; one wider by 0.01 overlaps
  // two walls that it cannot both leave sideways. Only the length of the block
  // or of the walls helps: 2 across, and up by (10 + 2) / 2 lengthwise.
  EXPECT_NEAR(Distance(block, Box(1, 1, 10), At(0, 0, 0)).distance, 0, 1e-12);
  const PairInA wide = Distance(block, Box(1.01, 0.5, 10), At(0, 0, 0));
  EXPECT_NEAR(wide.distance, -(2 + 0.25), kTolerance);
  const PairInA short_peg = Distance(block, Box(1.01, 0.5, 1), At(0, 0, 0.2));
  EXPECT_NEAR(short_peg.distance, -(1.5 - 0.2), kTolerance);
}

TEST(MeshDepth, BallInTheHoleOfATorus) {
  // The hole of a torus is round to 1e-3 here.
  const SolidMesh torus(MakeTorus(1, 0.3, 96, 48), std::nullopt);
  const Sphere ball(0.5);
  EXPECT_NEAR(Distance(torus, ball, At(0, 0, 0)).distance, 0.2, 1e-3);
  const PairInA pair = Distance(torus, ball, At(0.3, 0, 0));
  EXPECT_NEAR(pair.distance, -0.1, 1e-3);
  ExpectSeparates(torus, ball, At(0.3, 0, 0), pair);
  // On the ring's centre line: a ball within the tube.
  EXPECT_NEAR(Distance(torus, Sphere(0.1), At(1, 0, 0)).distance, -0.4, 2e-3);
}

TEST(MeshDepth, SheetIsClearedOnTheNearerSide) {
  const SolidMesh sheet(
      MakeMesh({{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}},
               {{0, 1, 2}, {0, 2, 3}}),
      std::nullopt);
  const PairInA above = Distance(sheet, Sphere(0.5), At(0.3, 0.2, 0.1));
  EXPECT_NEAR(above.distance, -0.4, kTolerance);
  EXPECT_LT((above.nhat_BA_A + Vector3::UnitZ()).norm(), 1e-9);
  const PairInA below = Distance(sheet, Box(1, 1, 1), At(0.3, 0.2, -0.2));
  EXPECT_NEAR(below.distance, -0.3, kTolerance);
  EXPECT_LT((below.nhat_BA_A - Vector3::UnitZ()).norm(), 1e-9);
  // Two crossing sheets: the edge is nearer than the far side.
  const SolidMesh upright(
      MakeMesh({{0, -1, -0.25}, {0, 1, -0.25}, {0, 1, 1}, {0, -1, 1}},
               {{0, 1, 2}, {0, 2, 3}}),
      std::nullopt);
  EXPECT_NEAR(Distance(sheet, upright, At(0, 0, 0)).distance, -0.25,
              kTolerance);
}

/* Convex bodies, whose depth another method knows, through the search. */
TEST(MeshDepth, OfConvexSolidsIsTheirConvexDepth) {
  Random random(11);
  const SolidMesh A(MakeBoxMesh({1, 0.8, 0.6}), std::nullopt);
  const SolidMesh C(MakeSphereMesh(0.4, 12, 8), std::nullopt);
  const Cylinder cylinder(0.2, 0.7);
  for (int i = 0; i < 100; ++i) {
    const RigidTransform X_AB = random.Pose(0.4);
    const PairInA hull =
        ComputeConvexDistance(ConvexSet(A.hull()), ConvexSet(cylinder), X_AB);
    if (hull.distance < 0) {
      const PairInA pair =
          ComputeMeshConvexDepth(A, ConvexSet(cylinder), X_AB, PairInA());
      EXPECT_NEAR(pair.distance, hull.distance, 1e-8);
      ExpectSeparates(A, cylinder, X_AB, pair);
    }
    const PairInA hulls =
        ComputeConvexDistance(ConvexSet(A.hull()), ConvexSet(C.hull()), X_AB);
    if (hulls.distance < 0) {
      const PairInA pair = ComputeMeshMeshDepth(A, C, X_AB, PairInA());
      EXPECT_NEAR(pair.distance, hulls.distance, 1e-8);
      ExpectSeparates(A, C, X_AB, pair);
    }
  }
}

/* Slides a body along a line through contact: the distance is zero there and
 falls no faster than the body moves. */
template <class ShapeB>
void ExpectContinuousAtContact(const SolidMesh& A, const ShapeB& B,
                               const RotationMatrix& R_AB, const Vector3& from,
                               const Vector3& to) {
  const auto at = [&](double s) {
    return Distance(A, B, RigidTransform(R_AB, from + s * (to - from)));
  };
  ASSERT_GT(at(0).distance, 0);
  double free = 0;
  double hit = 1;
  if (at(1).distance > 0) return;
  while (hit - free > 1e-13) {
    const double middle = (free + hit) / 2;
    (at(middle).distance > 0 ? free : hit) = middle;
  }
  const double length = (to - from).norm();
  EXPECT_LT(at(free).distance, 1e-9);
  for (const double overlap : {1e-9, 1e-8, 1e-6, 1e-4, 1e-3, 1e-2}) {
    const double s = hit + overlap / length;
    if (s > 1) break;
    const PairInA pair = at(s);
    EXPECT_LE(-pair.distance, overlap + 1e-9);
  }
}

TEST(MeshDepth, IsContinuousAtContact) {
  Random random(12);
  const SolidMesh torus(MakeTorus(1, 0.3, 24, 12), std::nullopt);
  const SolidMesh prism(MakeLPrism(), std::nullopt);
  const Box box(0.3, 0.2, 0.4);
  const Sphere sphere(0.3);
  const SolidMesh small(MakeTorus(0.3, 0.1, 12, 8), std::nullopt);
  for (int i = 0; i < 40; ++i) {
    for (const SolidMesh* A : {&torus, &prism}) {
      const RotationMatrix R_AB = random.Rotation();
      const Vector3 from = 4 * random.Direction();
      const Vector3 to = random.Point(0.8);
      ExpectContinuousAtContact(*A, box, R_AB, from, to);
      ExpectContinuousAtContact(*A, sphere, R_AB, from, to);
      ExpectContinuousAtContact(*A, small, R_AB, from, to);
    }
  }
}

// Points on the surface but for rounding, some of which the mesh is said to
// hold.
TEST(MeshDepth, PointsOnTheSurfaceTouch) {
  Random random(16);
  const Sphere point(0);
  for (const double scale : {1e-6, 1.0, 1e3}) {
    TriangleMesh scaled = MakeTorus(1, 0.3, 16, 8);
    scaled.vertices *= scale;
    const SolidMesh A(scaled, std::nullopt);
    for (int i = 0; i < 500; ++i) {
      const Vector3 weights = random.Point(0.5) + Vector3::Constant(0.5);
      const int t = i % static_cast<int>(scaled.triangles.rows());
      const Vector3 p = (weights.x() * scaled.vertex(t, 0) +
                         weights.y() * scaled.vertex(t, 1) +
                         weights.z() * scaled.vertex(t, 2)) /
                        weights.sum();
      EXPECT_NEAR(Distance(A, point, RigidTransform(p)).distance, 0,
                  1e-9 * scale);
    }
  }
}

// Shallow overlaps of what is not convex: moved out, the shapes touch where the
// witnesses are, not where the last triangle but one was left.
TEST(MeshDepth, WitnessesOfShallowOverlapsAreOnBoth) {
  const SolidMesh torus(MakeTorus(18, 7, 3, 3), std::nullopt);
  const Box box(140, 190, 190);
  const ConvexSet point(Sphere(0));
  Random random(9);
  int num_overlaps = 0;
  for (int i = 0; i < 3000; ++i) {
    const RigidTransform far = random.Pose(250);
    const PairInA before =
        ComputeMeshConvexDistance(torus, ConvexSet(box), far);
    if (before.distance <= 0) continue;
    const double depth = 250 * std::pow(10, -random.Uniform(3, 8));
    const RigidTransform X_AB(
        far.rotation(),
        far.translation() + (before.distance + depth) * before.nhat_BA_A);
    const PairInA dut = ComputeMeshConvexDistance(torus, ConvexSet(box), X_AB);
    if (dut.distance >= -1e-7) continue;
    ++num_overlaps;
    double to_surface = HUGE_VAL;
    for (int j = 0; j < torus.mesh().triangles.rows(); ++j) {
      const ConvexSet triangle(torus.mesh().vertex(j, 0),
                               torus.mesh().vertex(j, 1),
                               torus.mesh().vertex(j, 2));
      to_surface = std::min(
          to_surface,
          ComputeConvexDistance(triangle, point, RigidTransform(dut.p_ACa))
              .distance);
    }
    ASSERT_LT(to_surface, 1e-8) << i;
    ASSERT_NEAR(
        ComputeConvexDistance(ConvexSet(box), point,
                              X_AB.inverse() * RigidTransform(dut.p_ACb))
            .distance,
        0, 1e-8)
        << i;
  }
  EXPECT_GT(num_overlaps, 1000);
}

// A rod through the middle of a hollow block's wall, where the triangles' edges
// cross: no triangle is in its way, and its middle is outside.
TEST(MeshDepth, RodThroughTheEdgesOfAWall) {
  TriangleMesh hollow = MakeBoxMesh(Vector3(5, 1.5, 7));
  hollow.triangles.col(1).swap(hollow.triangles.col(2));
  const SolidMesh A(Join(MakeBoxMesh(Vector3(6, 2, 8)), hollow), std::nullopt);
  ASSERT_TRUE(A.solid());
  for (const double end : {0.1, 0.5, 0.7}) {
    RowMatrixX3 ends(2, 3);
    ends << 0, -end, 0, 0, 2.5, 0;
    const Convex rod(ends);
    // The cavity is too small for it, so that all of it has to come out.
    EXPECT_NEAR(Distance(A, rod, RigidTransform()).distance, -(1 + end), 1e-9);
    const Box thin(0, 2.5 + end, 0);
    const RigidTransform X_AB(Vector3(0, 1.25 - 0.5 * end, 0));
    EXPECT_NEAR(Distance(A, thin, X_AB).distance, -(1 + end), 1e-9);
  }
}

// Three faces of a tetrahedron: as deep as its hull, but by other points, since
// the hull's are on the face that is open.
TEST(MeshDepth, WitnessesOfAnOpenMeshAreOnItsTriangles) {
  const TriangleMesh tetrahedron =
      MakeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
               {{0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
  const Mesh open(tetrahedron.vertices, tetrahedron.triangles);
  const HeightField ramp((RowMatrixX(2, 2) << 0, 0, 0.5, 0).finished(),
                         Vector2(1, 0.3), -0.5);
  const RigidTransform X_WB(RotationMatrix(
      Matrix3((Matrix3() << 0, 0, 1, 1, 0, 0, 0, 1, 0).finished())));
  const SignedDistancePair pair =
      ComputeSignedDistance(open, RigidTransform(), ramp, X_WB);
  EXPECT_LT(pair.distance, -0.1);
  EXPECT_LE(ComputeSignedDistance(open, RigidTransform(), Sphere(0),
                                  RigidTransform(pair.p_WCa))
                .distance,
            1e-9);
}

// Bars in one line that reach into each other: all sides are flush, no triangle
// crosses another, and the middles of their largest triangles are elsewhere.
TEST(MeshDepth, FlushBarsAreClearedAlongThemselves) {
  const std::vector<Vector2> section{{0, 0}, {2, 0}, {2, 1},
                                     {1, 1}, {1, 2}, {0, 2}};
  const SolidMesh bar(MakePrism(section, 0, 4), std::nullopt);
  const SolidMesh thin(
      MakePrism({{0, 0}, {2, 0}, {2, 0.5}, {0.5, 0.5}, {0.5, 2}, {0, 2}}, 0, 4),
      std::nullopt);
  Random random(15);
  for (const SolidMesh* B : {&bar, &thin}) {
    for (const double overlap : {0.5, 0.25, 1e-3, 1e-6, 1e-8}) {
      for (const bool turned : {false, true}) {
        // In another frame sides are flush but for rounding.
        const RigidTransform X_BT(turned ? random.Rotation() : RotationMatrix(),
                                  Vector3::Zero());
        TriangleMesh moved = Moved(MakePrism(section, 0, 4), X_BT);
        const SolidMesh A(moved, std::nullopt);
        const RigidTransform X_AB =
            X_BT * RigidTransform(Vector3(0, 0, 4 - overlap));
        const PairInA pair = Distance(A, *B, X_AB);
        EXPECT_NEAR(pair.distance, -overlap, 1e-9) << turned;
        ExpectSeparates(A, *B, X_AB, pair);
      }
    }
    EXPECT_NEAR(Distance(bar, *B, RigidTransform(Vector3(0, 0, 4))).distance, 0,
                1e-10);
  }
}

// Overlaps of 1e-6 of the size, down to sizes of 1e-6 m.
TEST(MeshDepth, SmallShapesAreResolvedAsFinelyAsLargeOnes) {
  for (const double scale : {1e-6, 1e-3, 1.0, 1e3}) {
    const auto make = [scale](TriangleMesh mesh) {
      mesh.vertices *= scale;
      return SolidMesh(mesh, std::nullopt);
    };
    const SolidMesh prism = make(MakeLPrism());
    const double overlap = 1e-6 * scale;
    const RigidTransform above(
        Vector3(0.5 * scale, 0.5 * scale, 1.5 * scale - overlap));
    EXPECT_NEAR(Distance(prism, Box(scale, scale, scale), above).distance,
                -overlap, 2e-10 * scale);
    const RigidTransform stacked(
        Vector3(0.1 * scale, 0.1 * scale, scale - overlap));
    EXPECT_NEAR(Distance(prism, prism, stacked).distance, -overlap,
                2e-10 * scale);
  }
}

/* How far the depth found is from the true one, seen from below: no random
 translation that is shorter than this fraction of it separates. */
constexpr double kShortest = 0.9;

template <class ShapeB>
void ExpectShortest(const SolidMesh& A, const ShapeB& B,
                    const RigidTransform& X_AB, const PairInA& pair,
                    Random* random) {
  for (int i = 0; i < 100; ++i) {
    const Vector3 t = kShortest * -pair.distance * random->Direction();
    EXPECT_NE(Compare(A, B, Moved(X_AB, t)), ThresholdVerdict::kAbove);
  }
}

TEST(MeshDepth, NoRandomTranslationIsMuchShorter) {
  Random random(13);
  const SolidMesh torus(MakeTorus(1, 0.3, 16, 8), std::nullopt);
  const SolidMesh prism(MakeLPrism(), std::nullopt);
  const SolidMesh block(MakeBlockWithHole(1), std::nullopt);
  const SolidMesh small(MakeTorus(0.3, 0.1, 12, 8), std::nullopt);
  const Box box(0.3, 0.2, 1.4);
  const Sphere sphere(0.3);
  int num_overlaps = 0;
  for (int i = 0; i < 20; ++i) {
    for (const SolidMesh* A : {&torus, &prism, &block}) {
      const RigidTransform X_AB = random.Pose(1);
      const auto check = [&](const auto& B) {
        const PairInA pair = Distance(*A, B, X_AB);
        if (pair.distance >= 0) return;
        ++num_overlaps;
        ExpectSeparates(*A, B, X_AB, pair);
        ExpectShortest(*A, B, X_AB, pair, &random);
      };
      check(box);
      check(sphere);
      check(small);
    }
  }
  EXPECT_GT(num_overlaps, 60);
}

TEST(MeshDepth, GrowsWithTheShapes) {
  Random random(14);
  const SolidMesh torus(MakeTorus(1, 0.3, 16, 8), std::nullopt);
  const SolidMesh prism(MakeLPrism(), std::nullopt);
  double worst = 0;
  for (int i = 0; i < 100; ++i) {
    for (const SolidMesh* A : {&torus, &prism}) {
      const RigidTransform X_AB = random.Pose(1.2);
      const double inner = Distance(*A, Box(0.2, 0.3, 0.4), X_AB).distance;
      const double outer = Distance(*A, Box(0.25, 0.35, 0.5), X_AB).distance;
      if (inner > 0) {
        EXPECT_LE(outer, inner + 1e-12);
      } else {
        EXPECT_LE(outer, kShortest * inner);
        worst = std::max(worst, outer - inner);
      }
    }
  }
  EXPECT_LE(worst, 1e-9);
}

}  // namespace
}  // namespace clearway::internal
