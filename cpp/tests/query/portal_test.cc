#include "clearway/query/portal.h"

#include <cmath>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "clearway/query/convex.h"
#include "query/convex_test_utilities.h"

namespace clearway::internal {
namespace {

ThresholdVerdict Compare(const Shape& A, const Shape& B,
                         const RigidTransform& X_AB, double threshold,
                         Vector3* axis) {
  const ConvexSet a(A), b(B);
  return CompareByPortal(MinkowskiDifference(a, b, X_AB),
                         threshold + a.radius() + b.radius(), axis);
}

// The distance is known in closed form: unit cubes, one turned by 45 degrees.
TEST(PortalTest, TurnedCubes) {
  const Box A(1, 1, 1), B(1, 1, 1);
  const RotationMatrix R_AB = RotationMatrix::MakeZRotation(M_PI / 4);
  const double contact = 0.5 + std::sqrt(0.5);
  for (const double gap : {0.3, 1e-3, 2e-10, 5e-11, -5e-11, -2e-10, -0.2}) {
    const RigidTransform X_AB(R_AB, Vector3(contact + gap, 0.03, 0.07));
    Vector3 axis = Vector3::Zero();
    const ThresholdVerdict dut = Compare(A, B, X_AB, 0, &axis);
    if (gap > 1.5e-10) {
      EXPECT_EQ(dut, ThresholdVerdict::kAbove);
      EXPECT_NEAR(axis.norm(), 1, 1e-15);
      EXPECT_LT(axis.x(), -0.7);  // Out of B towards A.
    } else if (gap < -1e-4) {
      EXPECT_EQ(dut, ThresholdVerdict::kAtOrBelow);
    } else if (std::abs(gap) < 1e-10) {
      EXPECT_EQ(dut, ThresholdVerdict::kUndecided);
    }
  }
}

// All kinds of shapes, mostly near the threshold: what is decided is so by more
// than the margin, and nearly all of it is decided.
TEST(PortalTest, NeverContradictsTheDistance) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  int num_decided = 0, num_clear = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto A = test::RandomShape(i % 7, &generator);
    const auto B = test::RandomShape(i / 7 % 7, &generator);
    RigidTransform X_AB = test::MakeRandomPose(1.5, &generator);
    const double before =
        ComputeConvexDistance(ConvexSet(*A), ConvexSet(*B), X_AB).distance;
    const double offset = std::pow(10, -12 * uniform(generator));
    for (const double threshold :
         {0.0, before, before + offset, before - offset, 0.1}) {
      if (threshold < 0) continue;
      Vector3 axis = Vector3::Zero();
      const ThresholdVerdict dut = Compare(*A, *B, X_AB, threshold, &axis);
      if (dut == ThresholdVerdict::kAbove) {
        EXPECT_GT(before, threshold + 0.9e-10);
      } else if (dut == ThresholdVerdict::kAtOrBelow) {
        EXPECT_LT(before, threshold - 0.9e-10);
      }
      if (std::abs(before - threshold) > 1e-2) {
        ++num_clear;
        num_decided += dut != ThresholdVerdict::kUndecided;
      }
    }
    ASSERT_FALSE(HasFailure())
        << i << " " << A->to_string() << " " << B->to_string();
  }
  EXPECT_GT(num_decided, 0.95 * num_clear);
}

// What has no inside, and concentric shapes: no verdict rather than a wrong
// one.
TEST(PortalTest, FlatAndConcentricShapes) {
  const Box plate(1, 1, 0), other(1, 0, 1);
  Vector3 axis = Vector3::Zero();
  EXPECT_EQ(Compare(plate, plate, RigidTransform(), 0, &axis),
            ThresholdVerdict::kUndecided);
  EXPECT_NE(
      Compare(plate, plate, RigidTransform(Vector3(0, 0, 1e-3)), 0, &axis),
      ThresholdVerdict::kAtOrBelow);
  EXPECT_NE(Compare(plate, other, RigidTransform(Vector3(0.1, 0, 0)), 0, &axis),
            ThresholdVerdict::kAbove);
}

// Offsets of the middles whose squares are denormal or zero.
TEST(PortalTest, AllButConcentricShapesAreNotApart) {
  const Box rod(2, 0, 0), plate(2, 2, 0), cube(1, 1, 1);
  const Ellipsoid pancake(2, 1e-3, 2);
  for (const double offset : {1e-323, 1e-213, 1e-162, 1e-155, 1e-150, 1e-20}) {
    for (const Vector3& direction :
         {Vector3(0, 0, 1), Vector3(-1, 0, 0), Vector3(-1, 1, 1)}) {
      for (const Shape* A : {&rod, &plate, &cube}) {
        for (const double threshold : {0.0, 0.299}) {
          Vector3 axis = Vector3::Zero();
          EXPECT_NE(
              Compare(*A, pancake, RigidTransform(Vector3(offset * direction)),
                      threshold, &axis),
              ThresholdVerdict::kAbove)
              << A->to_string() << " " << offset;
        }
      }
    }
  }
}

}  // namespace
}  // namespace clearway::internal
