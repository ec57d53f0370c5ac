#include "clearway/query/convex.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include "clearway/common/check.h"
#include "clearway/query/minkowski_difference.h"
#include "clearway/query/polytope_depth.h"
#include "query/convex_test_utilities.h"

namespace clearway::internal {
namespace {

using test::MakeRandomPose;
using test::RandomShape;

constexpr double kPi = 3.14159265358979323846;

// What every result promises.
void ExpectInvariant(const PairInA& result, double scale) {
  ASSERT_TRUE(std::isfinite(result.distance));
  ASSERT_TRUE(result.p_ACa.allFinite());
  ASSERT_TRUE(result.p_ACb.allFinite());
  EXPECT_NEAR(result.nhat_BA_A.norm(), 1, 1e-14);
  EXPECT_LE(
      (result.p_ACa - result.p_ACb - result.distance * result.nhat_BA_A).norm(),
      1e-14 * scale);
}

double Distance(const ConvexSet& A, const ConvexSet& B,
                const RigidTransform& X_AB) {
  return ComputeConvexDistance(A, B, X_AB).distance;
}

TEST(ConvexDistanceTest, SpheresAndCapsules) {
  const Sphere sphere(0.5);
  const Capsule capsule(0.25, 2);
  const ConvexSet A(sphere), B(capsule);
  EXPECT_NEAR(Distance(A, B, RigidTransform(Vector3(2, 0, 0))), 1.25, 1e-15);
  EXPECT_NEAR(Distance(A, B, RigidTransform(Vector3(0, 0, 3))), 1.25, 1e-15);
  // The sphere's centre on the segment: the depth is the sum of the radii.
  EXPECT_NEAR(Distance(A, B, RigidTransform(Vector3(0, 0, 0.5))), -0.75, 1e-15);
  // Concentric spheres.
  const PairInA same = ComputeConvexDistance(A, A, RigidTransform());
  EXPECT_NEAR(same.distance, -1, 1e-15);
  ExpectInvariant(same, 1);
}

TEST(ConvexDistanceTest, BoxesByHand) {
  const Box box(2, 4, 6);
  const Box cube(1, 1, 1);
  const ConvexSet A(box), B(cube);
  const auto at = [&](double x, double y, double z) {
    return Distance(A, B, RigidTransform(Vector3(x, y, z)));
  };
  EXPECT_NEAR(at(3, 0, 0), 1.5, 1e-14);
  EXPECT_NEAR(at(3, 5, 0), std::hypot(1.5, 2.5), 1e-14);
  EXPECT_NEAR(at(3, 5, 6), Vector3(1.5, 2.5, 2.5).norm(), 1e-14);
  EXPECT_NEAR(at(1.5, 0, 0), 0, 1e-14);
  EXPECT_NEAR(at(1.4, 0.3, 0.2), -0.1, 1e-14);
  EXPECT_NEAR(at(0, 0, 0), -1.5, 1e-14);
  EXPECT_NEAR(at(0, 2.25, 0), -0.25, 1e-14);

  // An edge of one across an edge of the other.
  const RigidTransform X_AB(RotationMatrix::MakeZRotation(kPi / 4),
                            Vector3(1 + std::sqrt(0.5) + 0.25, 0, 0));
  const PairInA result = ComputeConvexDistance(A, B, X_AB);
  EXPECT_NEAR(result.distance, 0.25, 1e-14);
  EXPECT_NEAR(result.nhat_BA_A.x(), -1, 1e-14);
}

TEST(ConvexDistanceTest, RoundShapesByHand) {
  const Cylinder cylinder(0.5, 2);
  const Cone cone(1, 2);
  const Ellipsoid ellipsoid(1, 2, 3);
  const Box box(2, 2, 2);
  const ConvexSet A(cylinder), C(cone), E(ellipsoid), B(box);
  // Coaxial cylinders: a ring of equal minima, then the caps.
  EXPECT_NEAR(Distance(A, A, RigidTransform()), -1, 1e-12);
  EXPECT_NEAR(Distance(A, A, RigidTransform(Vector3(0, 0, 1.5))), -0.5, 1e-12);
  EXPECT_NEAR(Distance(A, A, RigidTransform(Vector3(0, 0, 2.5))), 0.5, 1e-12);
  EXPECT_NEAR(Distance(A, A, RigidTransform(Vector3(0.25, 0, 0))), -0.75,
              1e-12);
  // Concentric ellipsoids; a cube inside one.
  EXPECT_NEAR(Distance(E, E, RigidTransform()), -2, 1e-12);
  EXPECT_NEAR(Distance(E, E, RigidTransform(Vector3(3, 0, 0))), 1, 1e-12);
  // Apex to box: straight down, and base to box.
  EXPECT_NEAR(Distance(B, C, RigidTransform(Vector3(0, 0, -3))), 1, 1e-14);
  EXPECT_NEAR(Distance(B, C, RigidTransform(Vector3(0, 0, 1.75))), -0.25,
              1e-12);
  // The cone's slope is at atan(1/2) from its axis; its normal (2, 0, 1)/√5.
  const Sphere point(0);
  EXPECT_NEAR(Distance(C, ConvexSet(point), RigidTransform(Vector3(1, 0, 0.5))),
              1.5 / std::sqrt(5.0), 1e-13);
}

TEST(ConvexDistanceTest, FlatStraightAndPointSets) {
  const Box plate(2, 2, 0);
  const Box rod(0, 0, 2);
  const Box dot(0, 0, 0);
  const Cylinder disc(1, 0);
  const std::vector<const Shape*> shapes{&plate, &rod, &dot, &disc};
  for (const Shape* a : shapes) {
    for (const Shape* b : shapes) {
      const ConvexSet A(*a), B(*b);
      const PairInA same = ComputeConvexDistance(A, B, RigidTransform());
      ExpectInvariant(same, 1);
      EXPECT_NEAR(same.distance,
                  // A rod through a plate or disc is stuck half its length.
                  (a == &rod) != (b == &rod) && a != &dot && b != &dot ? -1 : 0,
                  1e-12)
          << a->to_string() << " " << b->to_string();
      const RigidTransform X_AB(Vector3(5, 0, 0));
      const PairInA apart = ComputeConvexDistance(A, B, X_AB);
      ExpectInvariant(apart, 1);
      const auto reach = [&](const Shape* s) {
        return s == &plate || s == &disc ? 1.0 : 0.0;
      };
      EXPECT_NEAR(apart.distance, 5 - reach(a) - reach(b), 1e-13);
    }
  }
  // Duplicate vertices: a triangle that is a segment, and one that is a point.
  const ConvexSet segment(Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 0, 0));
  const ConvexSet point(Vector3(0, 1, 0), Vector3(0, 1, 0), Vector3(0, 1, 0));
  EXPECT_NEAR(Distance(segment, point, RigidTransform()), 1, 1e-15);
  EXPECT_NEAR(Distance(segment, segment,
                       RigidTransform(RotationMatrix::MakeZRotation(1),
                                      Vector3(0.5, 0, 0))),
              0, 1e-15);
  EXPECT_NEAR(Distance(point, point, RigidTransform()), 0, 1e-15);
}

// The first vertices that the search sees meet in the origin, so that they tell
// nothing of the sizes. A point's witness is the point.
TEST(ConvexDistanceTest, PointInTheCornerOfAPrismAtTheOrigin) {
  const Sphere ball(1e-3), dot(0);
  const Cylinder round_dot(0, 0);
  for (const double sign : {1.0, -1.0}) {
    for (const bool swapped : {false, true}) {
      const Vector3 p(-0.5 * sign, -0.5 * sign, 0);
      const Vector3 q =
          swapped ? Vector3(-0.5 * sign, 0, 0) : Vector3(0, -0.5 * sign, 0);
      const ConvexSet prism = ConvexSet::MakePrism(p, q, Vector3::Zero(), -0.5);
      for (const Shape* B :
           std::vector<const Shape*>{&ball, &dot, &round_dot}) {
        const ConvexSet set(*B);
        const PairInA dut = ComputeConvexDistance(prism, set, RigidTransform());
        EXPECT_NEAR(dut.distance, -set.radius(), 1e-15);
        EXPECT_NEAR((dut.p_ACb - set.radius() * dut.nhat_BA_A).norm(), 0, 1e-15)
            << B->to_string() << " " << sign << " " << swapped;
        EXPECT_NEAR(dut.p_ACa.norm(), 0, 1e-15);
      }
    }
  }
}

// All kinds of pairs and depths against a search over all directions.
TEST(ConvexDistanceTest, NoDirectionHasALargerGap) {
  std::mt19937 generator(1);
  for (int i = 0; i < 400; ++i) {
    const auto a = RandomShape(i % 8, &generator);
    const auto b = RandomShape((i / 8) % 8, &generator);
    const double reach = i % 3 == 0 ? 0.3 : i % 3 == 1 ? 1.0 : 2.5;
    const RigidTransform X_AB = MakeRandomPose(reach, &generator);
    const PairInA result =
        ComputeConvexDistance(ConvexSet(*a), ConvexSet(*b), X_AB);
    ExpectInvariant(result, 4);
    SCOPED_TRACE(Concat(i, " ", a->to_string(), " ", b->to_string()));
    // The normal's gap is the distance, and no direction has a larger one.
    EXPECT_NEAR(test::CalcGap(*a, *b, X_AB, result.nhat_BA_A), result.distance,
                1e-13);
    const double searched = test::SearchDirections(*a, *b, X_AB);
    EXPECT_LE(searched, result.distance + 1e-12);
    EXPECT_GE(searched, result.distance - 2e-2);
    // The witnesses are on the boundaries, so that no distance is smaller.
    EXPECT_LE(test::CalcOutside(*a, result.p_ACa), 1e-9);
    EXPECT_LE(test::CalcOutside(*b, X_AB.inverse() * result.p_ACb), 1e-9);
  }
}

TEST(ConvexDistanceTest, Properties) {
  std::mt19937 generator(2);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 2000; ++i) {
    const auto a = RandomShape(i % 8, &generator);
    const auto b = RandomShape((i / 8) % 8, &generator);
    const ConvexSet A(*a), B(*b);
    const RigidTransform X_AB = MakeRandomPose(i % 2 ? 0.6 : 1.5, &generator);
    const PairInA result = ComputeConvexDistance(A, B, X_AB);
    ExpectInvariant(result, 4);
    SCOPED_TRACE(Concat(i, " ", a->to_string(), " ", b->to_string(), " ",
                        result.distance));
    // Mirror: the other order gives the same distance.
    EXPECT_NEAR(Distance(B, A, X_AB.inverse()), result.distance, 1e-11);
    // Moving B away from A by what it overlaps leaves them touching.
    const RigidTransform X_AB_touching(
        X_AB.rotation(),
        X_AB.translation() + result.distance * result.nhat_BA_A);
    EXPECT_NEAR(Distance(A, B, X_AB_touching), 0, 1e-11);
    // 1-Lipschitz in translation.
    const Vector3 step(uniform(generator), uniform(generator),
                       uniform(generator));
    const RigidTransform X_AB_moved(X_AB.rotation(),
                                    X_AB.translation() + 0.1 * step);
    EXPECT_LE(std::abs(Distance(A, B, X_AB_moved) - result.distance),
              0.1 * step.norm() + 1e-11);
    // The comparison agrees wherever it decides, with any warm start.
    for (const double offset : {-0.5, -1e-3, -1e-9, 1e-9, 1e-3, 0.5}) {
      Vector3 axis = i % 3 == 0 ? Vector3(Vector3::Zero()) : step.normalized();
      const double threshold = result.distance + offset;
      const ThresholdVerdict verdict =
          CompareConvexDistance(A, B, X_AB, threshold, &axis);
      EXPECT_NE(verdict, offset > 0 ? ThresholdVerdict::kAbove
                                    : ThresholdVerdict::kAtOrBelow);
      EXPECT_NEAR(axis.norm(), 1, 1e-14);
    }
  }
}

TEST(ConvexDistanceTest, PrismIsTheHullOfItsSixVertices) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const Box box(0.5, 0.8, 1.1);
  for (int i = 0; i < 200; ++i) {
    RowMatrixX3 vertices(6, 3);
    for (int v = 0; v < 3; ++v) {
      vertices.row(v) << uniform(generator), uniform(generator),
          uniform(generator);
      vertices.row(v + 3) << vertices(v, 0), vertices(v, 1), -1.5;
    }
    const Convex hull(vertices);
    const ConvexSet prism = ConvexSet::MakePrism(
        vertices.row(0), vertices.row(1), vertices.row(2), -1.5);
    EXPECT_EQ(prism.CalcReach(), vertices.cwiseAbs().maxCoeff());
    const RigidTransform X_AB = MakeRandomPose(1.5, &generator);
    const PairInA dut = ComputeConvexDistance(prism, ConvexSet(box), X_AB);
    ExpectInvariant(dut, 4);
    EXPECT_NEAR(dut.distance, Distance(ConvexSet(hull), ConvexSet(box), X_AB),
                1e-13);
    if (dut.distance < 0) {
      // Its faces and edges suffice to find the depth.
      const ConvexSet box_set(box);
      EXPECT_NEAR(
          EnumerateGaps(MinkowskiDifference(prism, box_set, X_AB), 4, {}).gap,
          dut.distance, 1e-13);
    }
  }
}

// Where they touch or hardly overlap, lined up but for a small turn: witnesses
// are points of the shapes. (Seen from afar, others were as close.)
TEST(ConvexDistanceTest, WitnessesAtContactAreOnTheShapes) {
  std::mt19937 generator(12);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto lattice = [&] { return std::round(2 * uniform(generator)) / 2; };
  const auto draw_hull = [&](int count) {
    RowMatrixX3 vertices(count, 3);
    for (int v = 0; v < count; ++v) {
      vertices.row(v) << lattice(), lattice(), lattice();
    }
    return Convex(vertices);
  };
  for (int i = 0; i < 3000; ++i) {
    const Convex A = draw_hull(8), B = draw_hull(i % 2 ? 2 : 8);
    const Vector3 turn =
        std::pow(10, -6 + 3 * uniform(generator)) *
        Vector3(uniform(generator), uniform(generator), uniform(generator));
    const RotationMatrix R(
        Eigen::AngleAxis<double>(turn.norm(), turn.normalized())
            .toRotationMatrix());
    const Vector3 p_AB(lattice(), lattice(), lattice());
    const PairInA before = ComputeConvexDistance(ConvexSet(A), ConvexSet(B),
                                                 RigidTransform(R, p_AB));
    const double gap = (i % 3 - 1) * std::pow(10, -10 + 6 * uniform(generator));
    const RigidTransform X_AB(
        R, p_AB + (before.distance - gap) * before.nhat_BA_A);
    const PairInA dut = ComputeConvexDistance(ConvexSet(A), ConvexSet(B), X_AB);
    EXPECT_LT(Distance(ConvexSet(Sphere(0)), ConvexSet(A),
                       RigidTransform(Vector3(-dut.p_ACa))),
              1e-13)
        << i;
    EXPECT_LT(Distance(ConvexSet(Sphere(0)), ConvexSet(B),
                       RigidTransform(Vector3(-dut.p_ACb)) * X_AB),
              1e-13)
        << i;
    ASSERT_FALSE(HasFailure());
  }
}

TEST(ConvexDistanceTest, RefusesWhatIsNotConvex) {
  EXPECT_THROW(ConvexSet{HalfSpace()}, std::invalid_argument);
}

}  // namespace
}  // namespace clearway::internal
