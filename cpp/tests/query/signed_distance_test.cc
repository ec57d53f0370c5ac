#include "clearway/query/signed_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "query/random_shapes.h"

namespace clearway {
namespace {

/* What a distance of this pair of types is exact to, relative to its scale:
 rounding, or the termination of the method for curved shapes. */
double AccuracyOf(ShapeType A, ShapeType B) {
  const auto is_curved = [](ShapeType type) {
    return type == ShapeType::kCylinder || type == ShapeType::kCone ||
           type == ShapeType::kEllipsoid;
  };
  return is_curved(A) || is_curved(B) ? 1e-9 : 1e-12;
}

/* Whether a distance is exact: the depth of an overlap with a mesh is that of a
 search (query/mesh_depth.h), of which only the sign and the invariant are. */
bool IsExact(ShapeType A, ShapeType B, double distance) {
  return distance >= 0 || (A != ShapeType::kMesh && B != ShapeType::kMesh);
}

/* Two shapes at poses where they are as often apart as not. */
struct Scene {
  std::unique_ptr<Shape> A, B;
  RigidTransform X_WA, X_WB;

  Scene(ShapeType type_A, ShapeType type_B, double size, Random* random)
      : A(MakeRandomShape(type_A, size, random)),
        B(MakeRandomShape(type_B, size, random)),
        X_WA(random->AwkwardRotation(), random->Vector(0.6 * size)),
        X_WB(random->AwkwardRotation(), random->Vector(0.6 * size)) {}

  SignedDistancePair Compute() const {
    return ComputeSignedDistance(*A, X_WA, *B, X_WB);
  }
};

TEST(SignedDistance, HandCaseInTheWorld) {
  // A's sphere is 3 above B's top face, which B's pose turns towards +x.
  const SignedDistancePair dut = ComputeSignedDistance(
      Sphere(1), RigidTransform(Vector3(6, 2, 1)), Box(1, 1, 2),
      RigidTransform(RotationMatrix::MakeYRotation(M_PI / 2),
                     Vector3(1, 2, 1)));
  EXPECT_NEAR(dut.distance, 3, 1e-14);
  EXPECT_TRUE(dut.nhat_BA_W.isApprox(Vector3::UnitX(), 1e-14));
  EXPECT_TRUE(dut.p_WCa.isApprox(Vector3(5, 2, 1), 1e-14));
  EXPECT_TRUE(dut.p_WCb.isApprox(Vector3(2, 2, 1), 1e-14));
}

TEST(SignedDistance, EqualShapesAtEqualPosesHaveNormalZ) {
  Random random(12);
  for (int type = 0; type < kNumShapeTypes - 1; ++type) {
    const auto A = MakeRandomShape(static_cast<ShapeType>(type), 1, &random);
    const RigidTransform X_WA(random.Rotation(), random.Vector(1));
    const SignedDistancePair dut =
        ComputeSignedDistance(*A, X_WA, *A->Clone(), X_WA);
    EXPECT_LT(dut.distance, 0);
    EXPECT_EQ(dut.nhat_BA_W, Vector3::UnitZ());
    ExpectInvariant(dut, 1e-15);
  }
}

TEST(SignedDistance, SwappingTheArgumentsMirrorsEveryBit) {
  Random random(13);
  for (const auto& [type_A, type_B] : ListTypePairs()) {
    for (int i = 0; i < 20; ++i) {
      Scene scene(type_A, type_B, 1, &random);
      // Equal shapes too: only their poses tell them apart then.
      if (type_A == type_B && i % 2) scene.B = scene.A->Clone();
      const SignedDistancePair AB = scene.Compute();
      const SignedDistancePair BA =
          ComputeSignedDistance(*scene.B, scene.X_WB, *scene.A, scene.X_WA);
      ASSERT_EQ(AB.distance, BA.distance);
      ASSERT_EQ(AB.p_WCa, BA.p_WCb);
      ASSERT_EQ(AB.p_WCb, BA.p_WCa);
      ASSERT_EQ(AB.nhat_BA_W, -BA.nhat_BA_W);
    }
  }
}

TEST(SignedDistance, ConvexPairsAreCertified) {
  Random random(14);
  for (const auto& [type_A, type_B] : ListTypePairs()) {
    if (type_A == ShapeType::kMesh || type_B == ShapeType::kMesh) continue;
    if (IsSetType(type_A) || IsSetType(type_B)) continue;
    if (type_A == ShapeType::kHalfSpace) continue;  // the mirror covers it
    for (int i = 0; i < 60; ++i) {
      const double size = std::pow(10.0, random.Uniform(-4, 2));
      const Scene scene(type_A, type_B, size, &random);
      ExpectCertified(*scene.A, scene.X_WA, *scene.B, scene.X_WB,
                      scene.Compute(), AccuracyOf(type_A, type_B) * size);
      ASSERT_FALSE(HasFailure())
          << to_string(type_A) << " " << to_string(type_B) << " " << i;
    }
  }
}

TEST(SignedDistance, InvariantHoldsForEveryPair) {
  Random random(15);
  for (const auto& [type_A, type_B] : ListTypePairs()) {
    for (int i = 0; i < 30; ++i) {
      ExpectInvariant(Scene(type_A, type_B, 1, &random).Compute(), 1e-14);
    }
  }
}

TEST(SignedDistance, DoesNotDependOnTheWorldFrame) {
  Random random(16);
  for (const auto& [type_A, type_B] : ListTypePairs()) {
    for (int i = 0; i < 20; ++i) {
      const Scene scene(type_A, type_B, 1, &random);
      const RigidTransform X_VW(random.Rotation(), random.Vector(5));
      const SignedDistancePair in_W = scene.Compute();
      const SignedDistancePair in_V = ComputeSignedDistance(
          *scene.A, X_VW * scene.X_WA, *scene.B, X_VW * scene.X_WB);
      if (!IsExact(type_A, type_B, in_W.distance)) {
        EXPECT_LT(in_V.distance, 0);
        continue;
      }
      EXPECT_NEAR(in_V.distance, in_W.distance, AccuracyOf(type_A, type_B))
          << to_string(type_A) << " " << to_string(type_B) << " " << i;
    }
  }
}

TEST(SignedDistance, ScalesWithTheScene) {
  Random random(17);
  for (const auto& [type_A, type_B] : ListTypePairs()) {
    for (const double scale : {1e-6, 1e-3, 1e3}) {
      Random same = random;
      const double distance =
          Scene(type_A, type_B, 1, &random).Compute().distance;
      const double scaled =
          Scene(type_A, type_B, scale, &same).Compute().distance;
      if (!IsExact(type_A, type_B, distance)) {
        EXPECT_LT(scaled, 0);
        continue;
      }
      EXPECT_NEAR(scaled, scale * distance, scale * AccuracyOf(type_A, type_B))
          << to_string(type_A) << " " << to_string(type_B);
    }
  }
}

// Also across contact, where separation and penetration meet.
TEST(SignedDistance, ChangesByNoMoreThanATranslation) {
  Random random(18);
  for (const auto& [type_A, type_B] : ListTypePairs()) {
    for (int i = 0; i < 20; ++i) {
      Scene scene(type_A, type_B, 1, &random);
      const SignedDistancePair before = scene.Compute();
      const Vector3 step =
          i % 2 ? random.Vector(0.1)
                : Vector3(-(before.distance + random.Uniform(-1e-6, 1e-6)) *
                          before.nhat_BA_W);
      scene.X_WA = RigidTransform(scene.X_WA.rotation(),
                                  scene.X_WA.translation() + step);
      const double after = scene.Compute().distance;
      if (!IsExact(type_A, type_B, std::min(before.distance, after))) continue;
      EXPECT_LE(std::abs(after - before.distance),
                step.norm() + AccuracyOf(type_A, type_B))
          << to_string(type_A) << " " << to_string(type_B) << " " << i;
    }
  }
}

TEST(HasCollision, IsDistanceAtMostPadding) {
  Random random(19);
  for (const auto& [type_A, type_B] : ListTypePairs()) {
    for (int i = 0; i < 30; ++i) {
      const Scene scene(type_A, type_B, 1, &random);
      const double distance = scene.Compute().distance;
      const double offset = std::pow(10, -random.Uniform(0, 17));
      for (const double padding :
           {0.0, distance, distance + offset, distance - offset,
            std::nextafter(distance, -10.0)}) {
        // Within the promised 1e-9 as well: one function decides there.
        EXPECT_EQ(
            HasCollision(*scene.A, scene.X_WA, *scene.B, scene.X_WB, padding),
            distance <= padding)
            << to_string(type_A) << " " << to_string(type_B) << " " << i;
      }
    }
  }
}

TEST(HasCollision, TouchingShapesCollide) {
  EXPECT_TRUE(HasCollision(Sphere(1), RigidTransform(), Box(2, 2, 2),
                           RigidTransform(Vector3(2, 0, 0))));
  EXPECT_TRUE(HasCollision(Box(2, 2, 2), RigidTransform(), Box(2, 2, 2),
                           RigidTransform(Vector3(2, 0, 0))));
  EXPECT_FALSE(HasCollision(Box(2, 2, 2), RigidTransform(), Box(2, 2, 2),
                            RigidTransform(Vector3(2, 0, 0)), -1e-12));
  EXPECT_FALSE(HasCollision(Sphere(1), RigidTransform(), HalfSpace(),
                            RigidTransform(Vector3(0, 0, -1.001))));
}

TEST(HasCollision, RefusesWhatHasNoAnswer) {
  const RigidTransform X;
  EXPECT_THROW(ComputeSignedDistance(HalfSpace(), X, HalfSpace(), X),
               std::invalid_argument);
  EXPECT_THROW(HasCollision(HalfSpace(), X, HalfSpace(), X),
               std::invalid_argument);
  for (const double padding :
       {std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(HasCollision(Sphere(1), X, Sphere(1), X, padding),
                 std::invalid_argument);
  }
}

}  // namespace
}  // namespace clearway
