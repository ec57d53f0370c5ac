#include "clearway/query/curved_depth.h"

#include <cmath>
#include <initializer_list>
#include <numbers>
#include <random>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include "clearway/query/convex.h"
#include "query/convex_test_utilities.h"

namespace clearway::internal {
namespace {

using test::MakeRandomPose;

double Distance(const Shape& A, const Shape& B, const RigidTransform& X_AB) {
  return ComputeConvexDistance(ConvexSet(A), ConvexSet(B), X_AB).distance;
}

// A point in a cylinder: the nearer of side and cap, however close to the axis,
// where the sides all but tie.
TEST(CurvedDepthTest, PointInCylinder) {
  std::mt19937 generator(1);
  for (const double reach : {0.3, 1e-2, 1e-4, 1e-6, 1e-9, 0.0}) {
    for (int i = 0; i < 50; ++i) {
      const auto shape = test::RandomShape(3, &generator);
      const auto& cylinder = static_cast<const Cylinder&>(*shape);
      const RigidTransform X_AB = MakeRandomPose(reach, &generator);
      const Vector3& p = X_AB.translation();
      const double side = p.head<2>().norm() - cylinder.radius();
      const double cap = std::abs(p.z()) - 0.5 * cylinder.length();
      const double expected =
          side > 0 && cap > 0 ? std::hypot(side, cap) : std::max(side, cap);
      EXPECT_NEAR(Distance(cylinder, Sphere(0), X_AB), expected, 1e-14);
    }
  }
}

// A point in a ball that is an ellipsoid: its distance from the centre.
TEST(CurvedDepthTest, PointInBall) {
  std::mt19937 generator(2);
  const Ellipsoid ball(0.7, 0.7, 0.7);
  for (const double reach : {0.3, 1e-2, 1e-4, 1e-6, 1e-9, 0.0}) {
    for (int i = 0; i < 20; ++i) {
      const RigidTransform X_AB = MakeRandomPose(reach, &generator);
      EXPECT_NEAR(Distance(ball, Sphere(0.2), X_AB),
                  X_AB.translation().norm() - 0.9, 1e-14);
    }
  }
}

// Parallel cylinders are circles or intervals, whichever is less deep.
TEST(CurvedDepthTest, ParallelCylinders) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> uniform(-0.4, 0.4);
  const Cylinder a(0.5, 1.5), b(0.3, 1);
  for (int i = 0; i < 100; ++i) {
    const double reach = i % 2 ? 1 : 1e-5;
    const Vector3 p(reach * uniform(generator), reach * uniform(generator),
                    2 * uniform(generator));
    const RigidTransform X_AB(RotationMatrix::MakeZRotation(uniform(generator)),
                              p);
    EXPECT_NEAR(Distance(a, b, X_AB),
                std::max(p.head<2>().norm() - 0.8, std::abs(p.z()) - 1.25),
                1e-13);
  }
}

// A cube in the plane of a disc, as two shapes without volume in common.
TEST(CurvedDepthTest, DiscThroughBox) {
  const Cylinder disc(1, 0);
  const Box box(1, 1, 1);
  EXPECT_NEAR(Distance(disc, box, RigidTransform()), -0.5, 1e-14);
  EXPECT_NEAR(Distance(disc, box, RigidTransform(Vector3(1.25, 0, 0))), -0.25,
              1e-14);
  EXPECT_NEAR(Distance(disc, disc, RigidTransform(Vector3(0.5, 0, 0))), 0,
              1e-14);
}

// The cone's side, base and apex, each the nearest way out once.
TEST(CurvedDepthTest, SphereInCone) {
  std::mt19937 generator(4);
  for (int i = 0; i < 200; ++i) {
    const auto shape = test::RandomShape(4, &generator);
    const auto& cone = static_cast<const Cone&>(*shape);
    const RigidTransform X_AB = MakeRandomPose(i % 2 ? 0.3 : 1e-3, &generator);
    const Vector3& p = X_AB.translation();
    const double slant = std::hypot(cone.radius(), cone.height());
    const double base = -p.z() - 0.5 * cone.height();
    const double side = (cone.height() * p.head<2>().norm() +
                         cone.radius() * (p.z() - 0.5 * cone.height())) /
                        slant;
    if (std::max(base, side) > 0) continue;
    EXPECT_NEAR(Distance(cone, Sphere(0.1), X_AB), std::max(base, side) - 0.1,
                1e-13)
        << cone.to_string() << p.transpose();
  }
}

// Where directions all but tie the depth may lack its proof, but climbs from
// elsewhere find nothing better.
TEST(CurvedDepthTest, NearTies) {
  std::mt19937 generator(6);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const Ellipsoid ball(0.5, 0.5, 0.5);
  const Cone cone(0.4, 0.9), flat_cone(0.8, 0.01);
  const Ellipsoid egg(0.3, 0.32, 0.34);
  int num_open = 0;
  for (const Shape* shape :
       std::initializer_list<const Shape*>{&ball, &cone, &flat_cone, &egg}) {
    const ConvexSet A(ball), B(*shape);
    for (const double reach : {0.3, 0.03, 1e-4}) {
      for (int i = 0; i < 10; ++i) {
        const RigidTransform X_AB = MakeRandomPose(reach, &generator);
        const MinkowskiDifference difference(A, B, X_AB);
        const GapMaximum dut = ComputeCurvedDepth(difference, 1);
        num_open += dut.is_certified ? 0 : 1;
        for (int k = 0; k < 20; ++k) {
          const Vector3 nhat = Vector3(uniform(generator), uniform(generator),
                                       uniform(generator))
                                   .normalized();
          EXPECT_LE(ClimbGap(difference, nhat, 1).gap, dut.gap + 1e-9);
        }
      }
    }
  }
  EXPECT_GT(num_open, 0);
}

// Specks with edges inside of what is almost a ball: along the ring where that
// is narrowest the gap has a sharp peak for each edge.
TEST(CurvedDepthTest, SpecksInAlmostABall) {
  std::mt19937 generator(8);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const Box box(1e-3, 2e-3, 1e-3), plate(1e-3, 0, 1e-3);
  const Cylinder coin(1e-3, 1e-3);
  RowMatrixX3 vertices(8, 3);
  for (int i = 0; i < vertices.size(); ++i) {
    vertices.data()[i] = 1e-3 * uniform(generator);
  }
  const Convex hull(vertices);
  for (const Shape* speck :
       std::initializer_list<const Shape*>{&box, &plate, &coin, &hull}) {
    for (const double stretch : {1.04, 0.98, 1.001}) {
      const Ellipsoid egg(1.5, 1.5, 1.5 * stretch);
      for (int i = 0; i < 8; ++i) {
        const ConvexSet A(*speck), B(egg);
        const RigidTransform X_AB(MakeRandomPose(1, &generator).rotation(),
                                  i % 2 * 1e-3 * Vector3(1, 2, 3));
        const MinkowskiDifference difference(A, B, X_AB);
        const GapMaximum dut = ComputeCurvedDepth(difference, 2);
        for (int k = 0; k < 20; ++k) {
          const Vector3 nhat = Vector3(uniform(generator), uniform(generator),
                                       uniform(generator))
                                   .normalized();
          EXPECT_LE(ClimbGap(difference, nhat, 2).gap, dut.gap + 1e-9)
              << speck->to_string() << stretch;
        }
      }
    }
  }
}

// A rod along the axis of a flat cone leaves it through the slanted side, whose
// normals are a thousandth of a radian off those of the base.
TEST(CurvedDepthTest, RodThroughFlatCone) {
  const double h = 1e-3;
  const RotationMatrix flip = RotationMatrix::MakeXRotation(M_PI);
  EXPECT_NEAR(Distance(Box(0, 0, 0.9), Cone(1, h), RigidTransform(flip)),
              -(0.45 + 0.5 * h) / std::hypot(1, h), 1e-15);
}

// Two sides of a cylinder that differ by a millionth: the capsule leaves by the
// nearer one, at whatever angle it lies.
TEST(CurvedDepthTest, AlmostConcentricCapsuleInCylinder) {
  std::mt19937 generator(7);
  const Capsule capsule(0.2, 0.6);
  const Cylinder cylinder(0.3, 0.8);
  for (int i = 0; i < 50; ++i) {
    const RigidTransform X_AB = MakeRandomPose(1e-6, &generator);
    const double dut = Distance(capsule, cylinder, X_AB);
    // The distance is at least the gap of every unit direction; here those at
    // right angles to the cylinder's axis and to a multiple of the capsule's.
    const Vector3 axis = X_AB.rotation().matrix().col(2);
    const Vector3 side = axis.cross(Vector3::UnitZ()).normalized();
    for (const Vector3& n : {side, Vector3(-side)}) {
      const double gap = -0.5 - n.dot(X_AB.translation());
      EXPECT_GE(dut, gap - 1e-14);
    }
  }
}

// Uniform scale: sizes and distances of 1e-6 m to 1e3 m are alike.
double CalcGap(const Shape& A, const Shape& B, const RigidTransform& X_AB,
               const Vector3& nhat) {
  const Vector3 nhat_B = X_AB.rotation().matrix().transpose() * nhat;
  return -test::CalcSupport(A, -nhat) - nhat.dot(X_AB.translation()) -
         test::CalcSupport(B, nhat_B);
}

// About the centre of curvature of an ellipsoid's tip, the shortest ways out
// part from the axis by the fourth root of what they gain; on the axis the
// slope vanishes. Every direction bounds the distance from below.
TEST(CurvedDepthTest, AboutTheCentreOfCurvature) {
  const Ellipsoid A(77.33440741596938, 38.66720370798469, 38.66720370798469);
  const Ellipsoid B(0.042256026738066874, 0.03923676456576325,
                    0.07526977886315876);
  for (const double x : {57.0, 58.0, 58.00080556197703, 58.001, 58.1, 59.0}) {
    const RigidTransform X_AB(Vector3(x, 0, 0));
    const double dut = Distance(A, B, X_AB);
    for (int i = -400; i <= 400; ++i) {
      const double angle = i / 800.0;
      const Vector3 in_y(-std::cos(angle), std::sin(angle), 0);
      const Vector3 in_z(-std::cos(angle), 0, std::sin(angle));
      ASSERT_GE(dut, CalcGap(A, B, X_AB, in_y) - 1e-7) << x;
      ASSERT_GE(dut, CalcGap(A, B, X_AB, in_z) - 1e-7) << x;
    }
  }
}

// On a ring of directions that tie to 1e-7: steps along it must not leave it.
TEST(CurvedDepthTest, AlongARingOfTies) {
  const Ellipsoid A(0.008012544874545925, 0.00966691153023053,
                    0.00798030593740908);
  Matrix3 R;
  R << 0, 0, 1, 0, 1, 0, -1, 0, 0;
  for (const double y : {-0.003, -0.0049300853664254966, 0.004, 0.0055}) {
    const RigidTransform X_AB(RotationMatrix(R), Vector3(0, y, 0));
    const double dut = Distance(A, A, X_AB);
    for (int i = 0; i < 20; ++i) {
      for (int j = -500; j <= 500; ++j) {
        const double azimuth = 0.1 * std::numbers::pi * i;
        const double polar = std::numbers::pi * j / 1000;
        const Vector3 nhat(std::cos(polar) * std::cos(azimuth), std::sin(polar),
                           std::cos(polar) * std::sin(azimuth));
        ASSERT_GE(dut, CalcGap(A, A, X_AB, nhat) - 2e-11) << y;
      }
    }
  }
}

// The same where a rod has a crease there.
TEST(CurvedDepthTest, RodAboutTheCentreOfCurvature) {
  const Ellipsoid A(175.33325094476294, 76.99678035950129, 77.80987363965968);
  const Capsule B(0.07273248195678808, 9.3409896416738);
  Matrix3 R;
  R << 1, 0, 0, 0, 0, 1, 0, -1, 0;
  for (const double x : {140.0, 140.7, 140.78274150023148, 140.8, 141.5}) {
    const RigidTransform X_AB(RotationMatrix(R), Vector3(x, 0, 0));
    const double dut = Distance(A, B, X_AB);
    for (int i = -400; i <= 400; ++i) {
      const double angle = i / 2000.0;
      const Vector3 nhat(-std::cos(angle), 0, std::sin(angle));
      ASSERT_GE(dut, CalcGap(A, B, X_AB, nhat) - 1e-7) << x;
    }
  }
}

// A short rod in a ball that is an ellipsoid: the nearest point of its line or
// its end to the middle has to go the shortest way.
TEST(CurvedDepthTest, SpecksInABall) {
  std::mt19937 generator(9);
  std::uniform_real_distribution<double> uniform(0, 1);
  const Ellipsoid ball(0.48, 0.48, 0.48);
  for (int i = 0; i < 150; ++i) {
    const double size = std::pow(10, -2 - 4 * uniform(generator));
    RowMatrixX3 ends(2, 3);
    ends << 0, -uniform(generator) * size, 0, 0, uniform(generator) * size, 0;
    const Convex rod(ends);
    const RigidTransform X_AB = MakeRandomPose(size, &generator);
    const Vector3 p = X_AB * Vector3(ends.row(0)),
                  q = X_AB * Vector3(ends.row(1));
    const double t =
        std::clamp(-p.dot(q - p) / (q - p).squaredNorm(), 0.0, 1.0);
    EXPECT_NEAR(Distance(ball, rod, X_AB), (p + t * (q - p)).norm() - 0.48,
                1e-9 * 0.48)
        << i;
  }
}

// A normal of a cone's rulings is that of another cone's too, or is orthogonal
// to a rod: at those peaks the ways out all but tie.
TEST(CurvedDepthTest, WhereRulingsMeet) {
  Matrix3 R;
  R << 0, 0, -1, 0, -1, 0, -1, 0, 0;
  const Cone a(0.65, 0.65), b(0.9, 1.7);
  const double sine = 0.9 / std::hypot(0.9, 1.7), root = std::sqrt(0.5);
  const Vector3 both(-sine, std::sqrt(1 - sine * sine - 0.5), -root);
  std::mt19937 generator(8);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 200; ++i) {
    const RigidTransform X_AB(RotationMatrix(R),
                              Vector3(0, 0, 0.3 + 0.1 * uniform(generator)));
    EXPECT_GE(Distance(a, b, X_AB), CalcGap(a, b, X_AB, both) - 1e-12);
  }
  const Box rod(0, 1, 0);
  for (int i = 0; i < 200; ++i) {
    const RigidTransform X_AB = MakeRandomPose(1e-5, &generator);
    const Vector3 axis = X_AB.rotation().matrix().col(2);
    const double across = std::hypot(axis.x(), axis.z());
    if (across < sine) continue;
    // n . y = 0 and n . axis = sine.
    const Vector3 along(axis.x() / across, 0, axis.z() / across);
    const Vector3 normal(along.z(), 0, -along.x());
    const double c = sine / across;
    for (const double sign : {1.0, -1.0}) {
      const Vector3 nhat = c * along + sign * std::sqrt(1 - c * c) * normal;
      EXPECT_GE(Distance(rod, b, X_AB), CalcGap(rod, b, X_AB, nhat) - 1e-12);
    }
  }
}

TEST(CurvedDepthTest, Scale) {
  std::mt19937 generator(5);
  for (int i = 0; i < 60; ++i) {
    const RigidTransform X_AB = MakeRandomPose(0.6, &generator);
    const double expected =
        Distance(Cylinder(0.5, 1), Ellipsoid(0.3, 0.4, 0.5), X_AB);
    for (const double scale : {1e-6, 1e-3, 1e3}) {
      const RigidTransform scaled(X_AB.rotation(), scale * X_AB.translation());
      EXPECT_NEAR(
          Distance(Cylinder(0.5 * scale, scale),
                   Ellipsoid(0.3 * scale, 0.4 * scale, 0.5 * scale), scaled) /
              scale,
          expected, 1e-12);
    }
  }
}

}  // namespace
}  // namespace clearway::internal
