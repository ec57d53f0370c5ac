#include "clearway/query/point.h"

#include <cmath>

#include <gtest/gtest.h>

#include "query/certificate.h"

namespace clearway::internal {
namespace {

constexpr double kTolerance = 1e-14;

void ExpectPoint(const PointDistance& dut, double distance,
                 const Vector3& nhat) {
  EXPECT_NEAR(dut.distance, distance, kTolerance);
  EXPECT_LT((dut.nhat_S - nhat).norm(), kTolerance)
      << dut.nhat_S.transpose() << " is not " << nhat.transpose();
}

TEST(PointToSegment, HandCases) {
  ExpectPoint(CalcPointToSegment(Vector3(3, 4, 0.5), 1), 5,
              Vector3(0.6, 0.8, 0));
  ExpectPoint(CalcPointToSegment(Vector3(3, 0, -5), 1), 5,
              Vector3(0.6, 0, -0.8));
  ExpectPoint(CalcPointToSegment(Vector3(0, 0, 1), 1), 0, Vector3::UnitX());
  ExpectPoint(CalcPointToSegment(Vector3(0, -2, 0), 0), 2, -Vector3::UnitY());
}

TEST(PointToBox, HandCases) {
  const Vector3 half(1, 2, 3);
  ExpectPoint(CalcPointToBox(Vector3(1.5, 1, 1), half), 0.5, Vector3::UnitX());
  ExpectPoint(CalcPointToBox(Vector3(-4, 6, 0), half), 5,
              Vector3(-0.6, 0.8, 0));
  ExpectPoint(CalcPointToBox(Vector3(0, -1.75, 0), half), -0.25,
              -Vector3::UnitY());
  ExpectPoint(CalcPointToBox(Vector3(0.5, 1.5, 2.5), half), -0.5,
              Vector3::UnitX());  // three faces tie
  ExpectPoint(CalcPointToBox(Vector3::Zero(), half), -1, Vector3::UnitX());
  ExpectPoint(CalcPointToBox(half, half), 0, Vector3::UnitX());
}

TEST(PointToBox, APlateHasTwoSides) {
  const Vector3 half(1, 0, 1);
  ExpectPoint(CalcPointToBox(Vector3(0.2, 0, 0.3), half), 0, Vector3::UnitY());
  ExpectPoint(CalcPointToBox(Vector3(0.2, -1e-9, 0.3), half), 1e-9,
              -Vector3::UnitY());
}

TEST(PointToCylinder, HandCases) {
  ExpectPoint(CalcPointToCylinder(Vector3(3, 4, 0), 1, 2), 4,
              Vector3(0.6, 0.8, 0));
  ExpectPoint(CalcPointToCylinder(Vector3(0.5, 0, -2.5), 1, 2), 0.5,
              -Vector3::UnitZ());
  ExpectPoint(CalcPointToCylinder(Vector3(4, 0, 6), 1, 2), 5,
              Vector3(0.6, 0, 0.8));
  ExpectPoint(CalcPointToCylinder(Vector3(0, 0.75, 0), 1, 2), -0.25,
              Vector3::UnitY());
  ExpectPoint(CalcPointToCylinder(Vector3(0, 0.5, 1.5), 1, 2), -0.5,
              Vector3::UnitY());  // side and cap tie
  ExpectPoint(CalcPointToCylinder(Vector3::Zero(), 1, 2), -1, Vector3::UnitX());
  ExpectPoint(CalcPointToCylinder(Vector3(0.3, 0, 0), 1, 0), 0,
              Vector3::UnitZ());  // a disc
  ExpectPoint(CalcPointToCylinder(Vector3(0, 0, 0.5), 0, 2), 0,
              Vector3::UnitX());  // a segment
}

TEST(PointToCone, HandCases) {
  // Radius 3, height 4: the side has slant 5 and normal (4, 3) / 5.
  const Vector3 side(0.8, 0, 0.6);
  ExpectPoint(CalcPointToCone(Vector3(1.5, 0, 0) + 2 * side, 3, 4), 2, side);
  ExpectPoint(CalcPointToCone(Vector3(1.5, 0, 0) - 0.5 * side, 3, 4), -0.5,
              side);
  ExpectPoint(CalcPointToCone(Vector3(0, 0, 5), 3, 4), 3, Vector3::UnitZ());
  ExpectPoint(CalcPointToCone(Vector3(1, 1, -3), 3, 4), 1, -Vector3::UnitZ());
  ExpectPoint(CalcPointToCone(Vector3(0, 6, -6), 3, 4), 5,
              Vector3(0, 0.6, -0.8));
  ExpectPoint(CalcPointToCone(Vector3(1, 0, -1.9), 3, 4), -0.1,
              -Vector3::UnitZ());
  ExpectPoint(CalcPointToCone(Vector3(0, 0, 2), 3, 4), 0, side);  // apex
}

// Where hardly more than rounding is left of the difference, the normal still
// is one of the corner's: no point of the cone is further along it.
TEST(PointToCone, NormalsOfCorners) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const double r = random.Uniform(0.1, 1), h = random.Uniform(0.1, 1);
    const double angle = random.Uniform(-4, 4);
    const Vector3 radial(std::cos(angle), std::sin(angle), 0);
    const Vector3 corner =
        i % 2 == 0 ? Vector3(0, 0, 0.5 * h)
                   : Vector3(r * radial - 0.5 * h * Vector3::UnitZ());
    const Vector3 p =
        corner + std::pow(10, -random.Uniform(10, 18)) * random.Vector(1);
    const PointDistance dut = CalcPointToCone(p, r, h);
    const Vector3 n = dut.nhat_S;
    const double top = std::max(0.5 * h * n.z(),
                                r * std::hypot(n.x(), n.y()) - 0.5 * h * n.z());
    ASSERT_NEAR(n.dot(p) - top, dut.distance, 1e-15) << i;
    ASSERT_NEAR(n.norm(), 1, 1e-15);
  }
}

TEST(PointToEllipsoid, HandCases) {
  const Vector3 axes(3, 2, 1);
  ExpectPoint(CalcPointToEllipsoid(Vector3(5, 0, 0), axes), 2,
              Vector3::UnitX());
  ExpectPoint(CalcPointToEllipsoid(Vector3(0, -2.5, 0), axes), 0.5,
              -Vector3::UnitY());
  ExpectPoint(CalcPointToEllipsoid(Vector3(0, 0, 0.25), axes), -0.75,
              Vector3::UnitZ());
  ExpectPoint(CalcPointToEllipsoid(Vector3::Zero(), axes), -1,
              Vector3::UnitZ());
  ExpectPoint(CalcPointToEllipsoid(Vector3(0, 3, 4), Vector3(2, 2, 2)), 3,
              Vector3(0, 0.6, 0.8));
  ExpectPoint(CalcPointToEllipsoid(Vector3::Zero(), Vector3(2, 2, 2)), -2,
              Vector3::UnitX());
}

// On the long axis, inside the evolute: the nearest points are two, off the
// axis. For y^2 / 4 + z^2 = 1 and Q = (0, 0.5, 0): y = 4 * 0.5 / 3.
TEST(PointToEllipsoid, OnTheMedialDisc) {
  const PointDistance dut =
      CalcPointToEllipsoid(Vector3(0, 0.5, 0), Vector3(9, 2, 1));
  const double y = 2.0 / 3;
  const double z = std::sqrt(1 - y * y / 4);
  EXPECT_NEAR(dut.distance, -std::hypot(y - 0.5, z), kTolerance);
  EXPECT_GT(dut.nhat_S.z(), 0);
  ExpectPoint(dut, dut.distance, Vector3(0, y / 4, z).normalized());
}

// Points laid off along the normal of a boundary point, up to its least radius
// of curvature inward, have that point nearest.
TEST(PointToEllipsoid, FindsTheFootOfANormal) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const double size = std::pow(10.0, random.Uniform(-6, 3));
    Vector3 axes;
    for (double& axis : axes) axis = size * std::pow(10, random.Uniform(-2, 0));
    if (i % 3 == 0) axes[random.Index(3)] = axes.minCoeff();
    Vector3 u = random.Vector(1).normalized();
    if (i % 4 == 0) u[random.Index(3)] *= std::pow(10, -random.Uniform(3, 300));
    u.normalize();
    const Vector3 p_SN = axes.cwiseProduct(u);
    const Vector3 nhat = u.cwiseQuotient(axes).normalized();
    const double least_radius = std::pow(axes.minCoeff(), 2) / axes.maxCoeff();
    const double distance = i % 2 == 0
                                ? axes.maxCoeff() * random.Uniform(0, 5)
                                : -0.99 * least_radius * random.Uniform(0, 1);
    const PointDistance dut =
        CalcPointToEllipsoid(p_SN + distance * nhat, axes);
    ASSERT_NEAR(dut.distance, distance, 4e-15 * axes.maxCoeff()) << i;
    ASSERT_NEAR(dut.nhat_S.norm(), 1, 1e-15);
    ASSERT_GT(dut.nhat_S.dot(nhat), 1 - 1e-9);
  }
}

// Elsewhere inside: no point of the boundary, densely sampled, is nearer.
TEST(PointToEllipsoid, NothingIsNearer) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const Vector3 axes =
        Vector3(1, random.Uniform(0.1, 1), random.Uniform(0.1, 1));
    Vector3 p = axes.cwiseProduct(random.Vector(0.57));
    if (i % 3 == 0) p[random.Index(3)] = 0;
    const PointDistance dut = CalcPointToEllipsoid(p, axes);
    ASSERT_LT(dut.distance, 0);
    const Vector3 foot = p - dut.distance * dut.nhat_S;
    ASSERT_NEAR(foot.cwiseQuotient(axes).norm(), 1, 1e-14);
    for (int j = 0; j < 300; ++j) {
      const Vector3 s = axes.cwiseProduct(random.Vector(1).normalized());
      ASSERT_GE((s - p).norm(), -dut.distance - 1e-14);
    }
  }
}

}  // namespace
}  // namespace clearway::internal
