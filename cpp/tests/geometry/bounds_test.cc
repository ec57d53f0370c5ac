#include "clearway/geometry/bounds.h"

#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "clearway/geometry/shapes.h"

namespace clearway {
namespace {

using std::numbers::pi;

TEST(Aabb, EmptyIncludesNothingAndGrows) {
  Aabb dut;
  EXPECT_GT(dut.lower.x(), dut.upper.x());
  dut.Include(Vector3(1, 2, 3));
  dut.Include(Vector3(-1, 2, 5));
  EXPECT_EQ(dut.centre(), Vector3(0, 2, 4));
  EXPECT_EQ(dut.half_size(), Vector3(1, 0, 1));
}

TEST(Aabb, DistanceIsThatOfTheNearestCorners) {
  const Aabb a{Vector3(0, 0, 0), Vector3(1, 1, 1)};
  const Aabb b{Vector3(4, 5, 0.5), Vector3(9, 9, 9)};
  EXPECT_EQ(a.CalcSquaredDistance(b), 25);
  EXPECT_EQ(b.CalcSquaredDistance(a), 25);
  EXPECT_EQ(a.CalcSquaredDistance(a), 0);
}

/* Points on the surface of each shape, dense, by its own formula. */
struct Sampled {
  std::unique_ptr<Shape> shape;
  std::vector<Vector3> points;
};

std::vector<Sampled> MakeSamples() {
  constexpr int kNum = 60;
  const auto around = [](const auto& point_of) {
    std::vector<Vector3> points;
    for (int i = 0; i <= kNum; ++i) {
      for (int j = 0; j < 2 * kNum; ++j) {
        points.push_back(point_of(pi * i / kNum, pi * j / kNum));
      }
    }
    return points;
  };
  const auto direction = [](double polar, double azimuth) {
    return Vector3(std::sin(polar) * std::cos(azimuth),
                   std::sin(polar) * std::sin(azimuth), std::cos(polar));
  };
  std::vector<Sampled> samples;
  samples.push_back({Sphere(0.7).Clone(), around([&](double p, double a) {
                       return Vector3(0.7 * direction(p, a));
                     })});
  samples.push_back({Capsule(0.3, 1.4).Clone(), around([&](double p, double a) {
                       return Vector3(0.3 * direction(p, a) +
                                      Vector3(0, 0, p < pi / 2 ? 0.7 : -0.7));
                     })});
  samples.push_back(
      {Cylinder(0.5, 0.6).Clone(), around([&](double p, double a) {
         return Vector3(0.5 * std::cos(a), 0.5 * std::sin(a),
                        p < pi / 2 ? 0.3 : -0.3);
       })});
  for (const double height : {0.5, 3.0}) {
    samples.push_back(
        {Cone(0.8, height).Clone(), around([&](double p, double a) {
           return p == 0 ? Vector3(0, 0, height / 2)
                         : Vector3(0.8 * std::cos(a), 0.8 * std::sin(a),
                                   -height / 2);
         })});
  }
  samples.push_back(
      {Ellipsoid(0.3, 0.5, 1.1).Clone(), around([&](double p, double a) {
         return Vector3(direction(p, a).cwiseProduct(Vector3(0.3, 0.5, 1.1)));
       })});
  const ConvexPolytope box = ConvexPolytope::MakeBox(Vector3(1, 2, 0.5));
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back(box.vertices().row(i));
  samples.push_back({Box(1, 2, 0.5).Clone(), corners});
  samples.push_back({Convex(box.vertices()).Clone(), corners});
  RowMatrixX3i triangles(6, 3);
  for (int i = 0; i < 6; ++i) triangles.row(i) << i, i + 1, i + 2;
  samples.push_back({Mesh(box.vertices(), triangles).Clone(), corners});
  return samples;
}

// Nothing sticks out, and no side is further than the samples' spacing allows.
TEST(CalcAabb, ContainsTheSurfaceTightly) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-3, 3);
  for (const Sampled& sample : MakeSamples()) {
    for (int trial = 0; trial < 20; ++trial) {
      const RigidTransform X(
          RollPitchYaw(uniform(generator), uniform(generator) / 2,
                       uniform(generator)),
          100 * Vector3(uniform(generator), uniform(generator),
                        uniform(generator)));
      const Aabb dut = CalcAabb(*sample.shape, X);
      Aabb sampled;
      for (const Vector3& p : sample.points) sampled.Include(X * p);
      EXPECT_TRUE((dut.lower.array() <= sampled.lower.array()).all());
      EXPECT_TRUE((dut.upper.array() >= sampled.upper.array()).all());
      EXPECT_LT((dut.upper - sampled.upper).maxCoeff(), 2e-3)
          << sample.shape->to_string();
      EXPECT_LT((sampled.lower - dut.lower).maxCoeff(), 2e-3)
          << sample.shape->to_string();
    }
  }
}

TEST(CalcAabb, BoxAtTheOriginIsItsSize) {
  const Aabb dut = CalcAabb(Box(1, 2, 3), RigidTransform());
  EXPECT_LT((dut.upper - Vector3(0.5, 1, 1.5)).norm(), 1e-13);
  EXPECT_LT((dut.lower + Vector3(0.5, 1, 1.5)).norm(), 1e-13);
}

TEST(CalcAabb, HalfSpaceIsUnbounded) {
  const Aabb dut = CalcAabb(HalfSpace(), RigidTransform());
  EXPECT_EQ(dut.lower, Vector3::Constant(-HUGE_VAL));
  EXPECT_EQ(dut.upper, Vector3::Constant(HUGE_VAL));
  EXPECT_EQ(CalcBoundingSphere(HalfSpace()).radius, HUGE_VAL);
}

TEST(CalcBoundingSphere, ContainsTheSurface) {
  for (const Sampled& sample : MakeSamples()) {
    const BoundingSphere dut = CalcBoundingSphere(*sample.shape);
    double furthest = 0;
    for (const Vector3& p : sample.points) {
      furthest = std::max(furthest, (p - dut.centre).norm());
    }
    EXPECT_LE(furthest, dut.radius) << sample.shape->to_string();
    EXPECT_GT(furthest, 0.99 * dut.radius) << sample.shape->to_string();
  }
}

TEST(CalcBoundingSphere, IsTheSmallest) {
  EXPECT_NEAR(CalcBoundingSphere(Capsule(0.5, 2)).radius, 1.5, 2e-14);
  EXPECT_NEAR(CalcBoundingSphere(Box(2, 3, 6)).radius, 3.5, 2e-14);
  EXPECT_NEAR(CalcBoundingSphere(Cylinder(3, 8)).radius, 5, 2e-14);
  EXPECT_NEAR(CalcBoundingSphere(Ellipsoid(1, 2, 3)).radius, 3, 2e-14);
  // Flat: the base's circle. Steep: through the apex and the rim.
  EXPECT_NEAR(CalcBoundingSphere(Cone(2, 1)).radius, 2, 2e-14);
  EXPECT_NEAR(CalcBoundingSphere(Cone(1, 2)).radius, 1.25, 2e-14);
  // A regular tetrahedron of circumradius sqrt(3), and an obtuse triangle,
  // whose ball is that of its longest side.
  RowMatrixX3 tetrahedron(4, 3);
  tetrahedron << 1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1;
  EXPECT_NEAR(CalcBoundingSphere(Convex(tetrahedron)).radius, std::sqrt(3),
              0.02);
  RowMatrixX3 obtuse(3, 3);
  obtuse << -2, 0, 0, 2, 0, 0, 1, 0.5, 0;
  EXPECT_NEAR(CalcBoundingSphere(Convex(obtuse)).radius, 2, 0.02);
}

}  // namespace
}  // namespace clearway
