#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/query/pair_function.h"
#include "clearway/query/signed_distance.h"

// An independent proof of a signed distance between convex shapes. Along any
// unit n, separation(n) = min over A of n.x - max over B of n.x is at most the
// signed distance, which is the greatest separation. So a result is right if
// its normal has its distance for separation, and
//   - apart: its witnesses are points of A and B at that distance;
//   - overlapping: no other direction has a greater separation (searched).

namespace clearway {

/* The support point of a convex shape along d, in the shape's frame. */
inline Vector3 SupportOf(const Shape& shape, const Vector3& d) {
  const auto sign = [](double x) { return x < 0 ? -1.0 : 1.0; };
  const double flat = std::hypot(d.x(), d.y());
  const Vector3 radial =
      flat > 0 ? Vector3(d.x() / flat, d.y() / flat, 0) : Vector3::UnitX();
  switch (shape.type()) {
    case ShapeType::kSphere:
      return static_cast<const Sphere&>(shape).radius() * d.normalized();
    case ShapeType::kCapsule: {
      const auto& s = static_cast<const Capsule&>(shape);
      return s.radius() * d.normalized() +
             0.5 * s.length() * sign(d.z()) * Vector3::UnitZ();
    }
    case ShapeType::kBox: {
      const auto& s = static_cast<const Box&>(shape);
      return 0.5 * Vector3(sign(d.x()) * s.width(), sign(d.y()) * s.depth(),
                           sign(d.z()) * s.height());
    }
    case ShapeType::kCylinder: {
      const auto& s = static_cast<const Cylinder&>(shape);
      return s.radius() * radial +
             0.5 * s.length() * sign(d.z()) * Vector3::UnitZ();
    }
    case ShapeType::kCone: {
      const auto& s = static_cast<const Cone&>(shape);
      const Vector3 apex(0, 0, 0.5 * s.height());
      const Vector3 rim = s.radius() * radial - apex;
      return d.dot(apex) > d.dot(rim) ? apex : rim;
    }
    case ShapeType::kEllipsoid: {
      const Vector3& D = static_cast<const Ellipsoid&>(shape).semi_axes();
      return D.cwiseProduct(D.cwiseProduct(d).normalized());
    }
    case ShapeType::kConvex: {
      const RowMatrixX3& V = static_cast<const Convex&>(shape).vertices();
      int best = 0;
      (V * d).maxCoeff(&best);
      return V.row(best).transpose();
    }
    default:
      throw std::logic_error("not a bounded convex shape");
  }
}

/* Signed distances to the z <= 0 half space are handled by its normal. */
inline double CalcSeparation(const Shape& A, const RigidTransform& X_WA,
                             const Shape& B, const RigidTransform& X_WB,
                             const Vector3& n_W) {
  const Vector3 n_A = X_WA.rotation().matrix().transpose() * n_W;
  const Vector3 lowest_A = X_WA * SupportOf(A, -n_A);
  if (B.type() == ShapeType::kHalfSpace) {
    const Vector3 z_W = X_WB.rotation().matrix().col(2);
    if ((n_W - z_W).norm() > 1e-12) return -HUGE_VAL;
    return n_W.dot(lowest_A - X_WB.translation());
  }
  const Vector3 n_B = X_WB.rotation().matrix().transpose() * n_W;
  return n_W.dot(lowest_A - X_WB * SupportOf(B, n_B));
}

/* How far p is outside of a shape, by a measure that is 0 inside and at least
 the distance times a factor near one outside. */
inline double CalcOutside(const Shape& shape, const Vector3& p) {
  const double rho = std::hypot(p.x(), p.y());
  switch (shape.type()) {
    case ShapeType::kSphere:
      return std::max(0.0,
                      p.norm() - static_cast<const Sphere&>(shape).radius());
    case ShapeType::kCapsule: {
      const auto& s = static_cast<const Capsule&>(shape);
      const double z = std::max(0.0, std::abs(p.z()) - 0.5 * s.length());
      return std::max(0.0, std::hypot(rho, z) - s.radius());
    }
    case ShapeType::kBox:
      return (p.cwiseAbs() - 0.5 * static_cast<const Box&>(shape).size())
          .cwiseMax(0)
          .norm();
    case ShapeType::kCylinder: {
      const auto& s = static_cast<const Cylinder&>(shape);
      return std::max(
          {0.0, rho - s.radius(), std::abs(p.z()) - 0.5 * s.length()});
    }
    case ShapeType::kCone: {
      const auto& s = static_cast<const Cone&>(shape);
      const double side =
          (s.height() * rho + s.radius() * (p.z() - 0.5 * s.height())) /
          std::hypot(s.radius(), s.height());
      return std::max({0.0, side, -0.5 * s.height() - p.z()});
    }
    case ShapeType::kEllipsoid: {
      const Vector3& D = static_cast<const Ellipsoid&>(shape).semi_axes();
      return std::max(0.0, p.cwiseQuotient(D).norm() - 1) * D.minCoeff();
    }
    case ShapeType::kConvex: {
      double outside = 0;
      for (const auto& face :
           static_cast<const Convex&>(shape).polytope().faces()) {
        outside = std::max(outside, face.normal.dot(p) - face.offset);
      }
      return outside;
    }
    case ShapeType::kHalfSpace:
      return std::max(0.0, p.z());
    default:
      throw std::logic_error("not a convex shape");
  }
}

/* The greatest separation that a search from the given directions finds. */
inline double SearchSeparation(const Shape& A, const RigidTransform& X_WA,
                               const Shape& B, const RigidTransform& X_WB,
                               std::mt19937* generator, int num_starts,
                               const Vector3& first_W) {
  std::normal_distribution<double> normal;
  const auto draw = [&] {
    return Vector3(normal(*generator), normal(*generator), normal(*generator));
  };
  double greatest = -HUGE_VAL;
  for (int start = 0; start < num_starts; ++start) {
    Vector3 n = start == 0 ? first_W : draw().normalized();
    double best = CalcSeparation(A, X_WA, B, X_WB, n);
    for (double step = 0.5; step > 1e-4; step *= 0.7) {
      for (int i = 0; i < 6; ++i) {
        const Vector3 trial = (n + step * draw()).normalized();
        const double separation = CalcSeparation(A, X_WA, B, X_WB, trial);
        if (separation > best) {
          best = separation;
          n = trial;
        }
      }
    }
    greatest = std::max(greatest, best);
  }
  return greatest;
}

/* The equation, the unit normal and finiteness: what holds for every pair. */
inline void ExpectInvariant(const SignedDistancePair& dut, double tolerance) {
  EXPECT_TRUE(std::isfinite(dut.distance));
  EXPECT_NEAR(dut.nhat_BA_W.norm(), 1, 1e-14);
  EXPECT_LE((dut.p_WCa - dut.p_WCb - dut.distance * dut.nhat_BA_W).norm(),
            tolerance);
}

/* All of the proof but the search. */
inline void ExpectCertified(const Shape& A, const RigidTransform& X_WA,
                            const Shape& B, const RigidTransform& X_WB,
                            const SignedDistancePair& dut, double tolerance) {
  ExpectInvariant(dut, tolerance);
  EXPECT_NEAR(CalcSeparation(A, X_WA, B, X_WB, dut.nhat_BA_W), dut.distance,
              tolerance);
  EXPECT_LE(CalcOutside(A, X_WA.inverse() * dut.p_WCa), tolerance);
  EXPECT_LE(CalcOutside(B, X_WB.inverse() * dut.p_WCb), tolerance);
}

/* Poses and numbers for property tests. */
class Random {
 public:
  explicit Random(int seed) : generator_(seed) {}

  std::mt19937* generator() { return &generator_; }
  double Uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }
  int Index(int size) {
    return std::uniform_int_distribution<int>(0, size - 1)(generator_);
  }
  Vector3 Vector(double size) {
    return Vector3(Uniform(-size, size), Uniform(-size, size),
                   Uniform(-size, size));
  }
  RotationMatrix Rotation() {
    std::normal_distribution<double> normal;
    Vector4 q(normal(generator_), normal(generator_), normal(generator_),
              normal(generator_));
    return RotationMatrix::FromQuaternion(q.normalized());
  }
  /* Also quarter turns, and quarter turns nearly. */
  RotationMatrix AwkwardRotation() {
    const int kind = Index(4);
    if (kind == 0) return Rotation();
    const double right = M_PI / 2;
    const RotationMatrix turned(
        RollPitchYaw(right * Index(4), right * Index(4), right * Index(4)));
    if (kind == 1) return turned;
    return turned *
           RotationMatrix::FromAxisAngle(Vector(1).normalized(),
                                         std::pow(10.0, -Uniform(3, 16)));
  }

 private:
  std::mt19937 generator_;
};

/* A pair in the world, if A's frame is the world's. */
inline SignedDistancePair AtOrigin(const internal::PairInA& pair) {
  return {pair.distance, pair.p_ACa, pair.p_ACb, pair.nhat_BA_A};
}

/* The proof of a pair in A's frame; of an overlap with the search if asked. */
inline void ExpectProven(const Shape& A, const Shape& B,
                         const RigidTransform& X_AB,
                         const internal::PairInA& dut, double tolerance,
                         bool search, Random* random) {
  const RigidTransform X_WA;
  ExpectCertified(A, X_WA, B, X_AB, AtOrigin(dut), tolerance);
  if (search && dut.distance < 0) {
    EXPECT_LE(SearchSeparation(A, X_WA, B, X_AB, random->generator(), 6,
                               dut.nhat_BA_A),
              dut.distance + tolerance);
  }
}

}  // namespace clearway
