#include "clearway/query/triangle_triangle.h"

#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include "query/mesh_makers.h"

namespace clearway::internal {
namespace {

const Triangle kUnit{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

/* Of all directions that a closest pair could have, the one between the points
 found must support both triangles: then it is the closest. */
void ExpectClosest(const Triangle& a, const Triangle& b,
                   const ClosestPoints& found) {
  EXPECT_DOUBLE_EQ(found.squared_distance,
                   (found.p_a - found.p_b).squaredNorm());
  const Vector3 ab = found.p_b - found.p_a;
  for (int i = 0; i < 3; ++i) {
    EXPECT_LE(ab.dot(a.v[i] - found.p_a), 1e-13);
    EXPECT_GE(ab.dot(b.v[i] - found.p_b), -1e-13);
  }
}

/* How far p is from being a convex combination of the corners. */
double CalcOutside(const Triangle& t, const Vector3& p) {
  Matrix3 corners;
  corners << t.v[1] - t.v[0], t.v[2] - t.v[0],
      (t.v[1] - t.v[0]).cross(t.v[2] - t.v[0]);
  const Vector3 uvh = corners.inverse() * (p - t.v[0]);
  return std::max({-uvh.x(), -uvh.y(), uvh.x() + uvh.y() - 1,
                   std::abs(uvh.z()) * corners.col(2).norm()});
}

Triangle MakeRandomTriangle(Random* random, const Vector3& centre) {
  return {{centre + random->Point(1), centre + random->Point(1),
           centre + random->Point(1)}};
}

// Segments at a height over each other that cross at known points, at angles
// down to where rounding turns them: the height is found, not that of some
// other place along them.
TEST(ClosestPointsOfSegments, CrossingAtSmallAngles) {
  Random random(11);
  for (int i = 0; i < 5000; ++i) {
    const double sine = std::pow(10, -random.Uniform(1, 10));
    const double height = std::pow(10, -random.Uniform(1, 14));
    const Vector3 u(1, 0, 0), v(1, sine, 0), middle(0, 0, height);
    const double s = random.Uniform(0.1, 0.9), t = random.Uniform(0.1, 0.9);
    const Vector3 p = -s * u, q = middle - t * v;
    const ClosestPoints dut = CalcClosestPointsOfSegments(p, p + u, q, q + v);
    EXPECT_NEAR(std::sqrt(dut.squared_distance), height, 1e-15);
    const Vector3 up(0, 0, 1);
    const Triangle a{{p, p + u, p + 0.5 * u - up}};
    const Triangle b{{q, q + v, q + 0.5 * v + up}};
    EXPECT_NEAR(std::sqrt(CalcClosestPointsOfTriangles(a, b).squared_distance),
                height, 1e-15);
    ASSERT_FALSE(HasFailure()) << "in case " << i;
  }
}

TEST(ClosestPointsOfSegments, CrossingParallelAndDegenerate) {
  const Vector3 x(1, 0, 0), y(0, 1, 0), up(0, 0, 2);
  // Crossing at right angles, two apart.
  ClosestPoints found = CalcClosestPointsOfSegments(-x, x, up - y, up + y);
  EXPECT_NEAR(found.squared_distance, 4, 1e-15);
  EXPECT_LT(found.p_a.norm(), 1e-15);
  // Parallel, side by side; parallel, one behind the other.
  EXPECT_NEAR(
      CalcClosestPointsOfSegments(-x, x, up - x, up + x).squared_distance, 4,
      1e-15);
  EXPECT_NEAR(CalcClosestPointsOfSegments(-x, x, 4 * x, 3 * x).squared_distance,
              4, 1e-15);
  // Points.
  EXPECT_NEAR(CalcClosestPointsOfSegments(up, up, -x, x).squared_distance, 4,
              1e-15);
  EXPECT_NEAR(CalcClosestPointsOfSegments(-x, x, up, up).squared_distance, 4,
              1e-15);
  EXPECT_NEAR(CalcClosestPointsOfSegments(up, up, x, x).squared_distance, 5,
              1e-15);
}

/* The first of the closest pairs of edges, one by one; and the same bits on any
 processor. Flat and needle-like triangles, and ones that share corners, too. */
TEST(ClosestPointsOfEdges, AreTheFirstClosestOfNineOnAnyCpu) {
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    Triangle a = MakeRandomTriangle(&random, Vector3::Zero());
    Triangle b = MakeRandomTriangle(&random, random.Point(2));
    if (i % 5 == 1) a.v[2] = a.v[1];
    if (i % 5 == 2) b.v[2] = 0.5 * (b.v[0] + b.v[1]);
    if (i % 5 == 3) b.v[i % 3] = a.v[0];
    if (i % 5 == 4) b = a.Translated(random.Point(1));
    ClosestPoints expected;
    for (int j = 0; j < 9; ++j) {
      const ClosestPoints found = CalcClosestPointsOfSegments(
          a.v[j / 3], a.v[(j / 3 + 1) % 3], b.v[j % 3], b.v[(j % 3 + 1) % 3]);
      if (found.squared_distance < expected.squared_distance) expected = found;
    }
    const ClosestPoints found = CalcClosestPointsOfEdges(a, b);
    EXPECT_NEAR(found.squared_distance, expected.squared_distance, 1e-14);
    const ClosestPoints on_any_cpu = CalcClosestPointsOfEdgesOnAnyCpu(a, b);
    EXPECT_EQ(found.squared_distance, on_any_cpu.squared_distance);
    EXPECT_EQ(found.p_a, on_any_cpu.p_a);
    EXPECT_EQ(found.p_b, on_any_cpu.p_b);
  }
}

TEST(ClosestPointsOfTriangles, RandomOnesAreSupportedOrMeetInAPoint) {
  Random random(1);
  int num_apart = 0;
  for (int i = 0; i < 20000; ++i) {
    const Triangle a = MakeRandomTriangle(&random, Vector3::Zero());
    const Triangle b = MakeRandomTriangle(&random, random.Point(0.8));
    const ClosestPoints found = CalcClosestPointsOfTriangles(a, b);
    EXPECT_LT(CalcOutside(a, found.p_a), 1e-9);
    EXPECT_LT(CalcOutside(b, found.p_b), 1e-9);
    if (found.squared_distance > 0) {
      ExpectClosest(a, b, found);
      ++num_apart;
      const double gap = CalcTriangleGap(a, b);
      EXPECT_LE(gap, std::sqrt(found.squared_distance) + 1e-14);
      EXPECT_GE(gap, -1e-14);  // The axes separate whatever is separate.
    } else {
      EXPECT_LE(CalcTriangleGap(a, b), 1e-14);
    }
  }
  EXPECT_GT(num_apart, 5000);
  EXPECT_LT(num_apart, 18000);
}

TEST(ClosestPointsOfTriangles, CoplanarTouchingAndDegenerate) {
  const auto distance = [](const Triangle& a, const Triangle& b) {
    return std::sqrt(CalcClosestPointsOfTriangles(a, b).squared_distance);
  };
  EXPECT_EQ(distance(kUnit, kUnit), 0);
  EXPECT_NEAR(distance(kUnit, kUnit.Translated({3, 0, 0})), 2, 1e-15);
  EXPECT_NEAR(distance(kUnit, kUnit.Translated({0.1, 0.1, 0.5})), 0.5, 1e-15);
  EXPECT_EQ(distance(kUnit, kUnit.Translated({1, 0, 0})), 0);  // At a corner.
  // One inside the other, in one plane and above it.
  const Triangle small{{{0.2, 0.2, 0}, {0.3, 0.2, 0}, {0.2, 0.3, 0}}};
  EXPECT_LT(distance(kUnit, small), 1e-15);
  EXPECT_NEAR(distance(kUnit, small.Translated({0, 0, 0.7})), 0.7, 1e-15);
  // A segment and a point through, over and beside.
  const Triangle segment{{{0.2, 0.2, -1}, {0.2, 0.2, 1}, {0.2, 0.2, 0.5}}};
  EXPECT_EQ(distance(kUnit, segment), 0);
  EXPECT_NEAR(distance(kUnit, segment.Translated({0, 0, 3})), 2, 1e-15);
  const Triangle point{{{0.2, 0.2, 1}, {0.2, 0.2, 1}, {0.2, 0.2, 1}}};
  EXPECT_NEAR(distance(kUnit, point), 1, 1e-15);
  EXPECT_NEAR(distance(segment, point), 0, 1e-15);
  EXPECT_NEAR(distance(point, point.Translated({0, 2, 0})), 2, 1e-15);
}

TEST(ClosestPointsOfTriangles, NeedleAndVeryLargeTriangles) {
  const Triangle needle{{{-1000, 1e-9, 1}, {1000, 0, 1}, {1000, 1e-7, 1}}};
  EXPECT_NEAR(CalcClosestPointsOfTriangles(kUnit, needle).squared_distance, 1,
              1e-12);
  const Triangle large{{{-1e6, -1e6, 1e-3}, {1e6, -1e6, 1e-3}, {0, 1e6, 1e-3}}};
  EXPECT_NEAR(
      std::sqrt(CalcClosestPointsOfTriangles(kUnit, large).squared_distance),
      1e-3, 1e-12);
}

/* Also of triangles that are segments or points up to rounding, whose normals
 are its noise. */
TEST(AreFurtherApart, NeverOfTrianglesWithinTheLimit) {
  Random random(9);
  int num_parted = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto make = [&random, i](int kind) {
      const Vector3 p = random.Point(1);
      const Vector3 u = random.Point(1);
      const Vector3 v = random.Point(1);
      switch (kind) {
        case 0:
          return Triangle{{p, p + u, p + v}};
        case 1:
          return Triangle{{p, p + u, p + random.Uniform(-1, 2) * u}};
        case 2:
          return Triangle{{p, p + u, p + 0.5 * u + 1e-13 * v}};
        default:
          return Triangle{{p, p, p + (i % 2) * u}};
      }
    };
    const Triangle a = make(i % 4);
    const Triangle b = make(i / 4 % 4);
    const double squared_distance =
        CalcClosestPointsOfTriangles(a, b).squared_distance;
    EXPECT_FALSE(AreFurtherApart(a, FaceNormal(a), b, FaceNormal(b),
                                 squared_distance + 1e-15));
    num_parted += AreFurtherApart(a, FaceNormal(a), b, FaceNormal(b),
                                  0.25 * squared_distance);
  }
  EXPECT_GT(num_parted, 10000);
}

TEST(Piercing, InsideOutsideAndInPlane) {
  EXPECT_NEAR(CalcPiercing(kUnit, {0.2, 0.2, -1}, {0.2, 0.2, 3}), 0.25, 1e-15);
  EXPECT_LT(CalcPiercing(kUnit, {2, 0.2, -1}, {2, 0.2, 3}), 0);
  EXPECT_LT(CalcPiercing(kUnit, {0.2, 0.2, 1}, {0.2, 0.2, 3}), 0);
  EXPECT_LT(CalcPiercing(kUnit, {-1, 0.2, 0}, {2, 0.2, 0}), 0);
}

TEST(TriangleObstacle, PlateStandingInAFace) {
  // A corner 0.1 below the face of a large triangle.
  const Triangle face{{{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}};
  const Triangle spike{{{0, 0, -0.1}, {1, 0, 2}, {-1, 0.5, 2}}};
  const Vector3 u = Vector3(1, 0, 1).normalized();
  const TranslationObstacle obstacle = CalcTriangleObstacle(spike, face, u, 0);
  ASSERT_TRUE(obstacle.blocks);
  EXPECT_NEAR(obstacle.depth, 0.1, 1e-15);
  EXPECT_LT((obstacle.depth_normal - Vector3::UnitZ()).norm(), 1e-15);
  EXPECT_NEAR(obstacle.exit, 0.1 * std::sqrt(2), 1e-14);
  EXPECT_LT((obstacle.exit_normal - Vector3::UnitZ()).norm(), 1e-15);
  EXPECT_FALSE(CalcTriangleObstacle(spike, face, u, 0.11).blocks);
  EXPECT_FALSE(
      CalcTriangleObstacle(spike.Translated({0, 0, 0.1}), face, u, 1e-12)
          .blocks);
  // Nothing that is flat or straight has an inside.
  EXPECT_FALSE(CalcTriangleObstacle(kUnit, kUnit, u, 0).blocks);
}

TEST(TriangleObstacle, ExitAndDepthAreThoseOfTheClosestPoints) {
  Random random(2);
  int num_blocked = 0;
  for (int i = 0; i < 3000; ++i) {
    const Triangle a = MakeRandomTriangle(&random, Vector3::Zero());
    const Triangle b = MakeRandomTriangle(&random, random.Point(0.5));
    const Vector3 u = random.Direction();
    const TranslationObstacle obstacle = CalcTriangleObstacle(a, b, u, 1e-9);
    const auto meet = [&](const Vector3& t) {
      return CalcClosestPointsOfTriangles(a.Translated(t), b).squared_distance <
             1e-24;
    };
    EXPECT_TRUE(!obstacle.blocks || meet(Vector3::Zero()));
    if (!obstacle.blocks) continue;
    ++num_blocked;
    EXPECT_TRUE(meet((obstacle.exit - 1e-6) * u));
    EXPECT_FALSE(meet((obstacle.exit + 1e-6) * u));
    EXPECT_GT(obstacle.exit_normal.dot(u), 0);
    EXPECT_FALSE(meet((obstacle.depth + 1e-6) * obstacle.depth_normal));
    for (int j = 0; j < 20; ++j) {
      EXPECT_TRUE(meet((obstacle.depth - 1e-6) * random.Direction()));
    }
  }
  EXPECT_GT(num_blocked, 300);
}

TEST(ContactNormal, PointsOutOfTheFaceTouched) {
  const Triangle face{{{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}};
  const Triangle spike{{{0, 0, 0}, {1, 0, 2}, {-1, 0.5, 2}}};
  EXPECT_LT((CalcContactNormal(spike, face) - Vector3::UnitZ()).norm(), 1e-15);
  EXPECT_LT((CalcContactNormal(face, spike) + Vector3::UnitZ()).norm(), 1e-15);
  // Flush: out of b's front.
  EXPECT_LT((CalcContactNormal(kUnit, face) - Vector3::UnitZ()).norm(), 1e-15);
  const Triangle point{{{3, 3, 3}, {3, 3, 3}, {3, 3, 3}}};
  EXPECT_EQ(CalcContactNormal(point, point), Vector3::UnitZ());
}

}  // namespace
}  // namespace clearway::internal
