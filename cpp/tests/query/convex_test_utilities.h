#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <Eigen/Geometry>

#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"

namespace clearway::internal::test {

using LongVector3 = Eigen::Matrix<long double, 3, 1>;

// max over the shape of direction . p, in its own frame.
inline double CalcSupport(const Shape& shape, const Vector3& d) {
  const double d_xy = std::hypot(d.x(), d.y());
  switch (shape.type()) {
    case ShapeType::kSphere:
      return static_cast<const Sphere&>(shape).radius() * d.norm();
    case ShapeType::kCapsule: {
      const auto& s = static_cast<const Capsule&>(shape);
      return s.radius() * d.norm() + 0.5 * s.length() * std::abs(d.z());
    }
    case ShapeType::kBox:
      return 0.5 * static_cast<const Box&>(shape).size().dot(d.cwiseAbs());
    case ShapeType::kCylinder: {
      const auto& s = static_cast<const Cylinder&>(shape);
      return s.radius() * d_xy + 0.5 * s.length() * std::abs(d.z());
    }
    case ShapeType::kCone: {
      const auto& s = static_cast<const Cone&>(shape);
      return std::max(0.5 * s.height() * d.z(),
                      s.radius() * d_xy - 0.5 * s.height() * d.z());
    }
    case ShapeType::kEllipsoid:
      return static_cast<const Ellipsoid&>(shape)
          .semi_axes()
          .cwiseProduct(d)
          .norm();
    default:
      return (static_cast<const Convex&>(shape).vertices() * d).maxCoeff();
  }
}

// The distance of the origin from a triangle (Ericson, Real-Time Collision
// Detection, 5.1.5).
inline long double CalcTriangleDistance(const LongVector3& a,
                                        const LongVector3& b,
                                        const LongVector3& c) {
  const LongVector3 ab = b - a, ac = c - a;
  const long double d1 = -ab.dot(a), d2 = -ac.dot(a);
  if (d1 <= 0 && d2 <= 0) return a.norm();
  const long double d3 = -ab.dot(b), d4 = -ac.dot(b);
  if (d3 >= 0 && d4 <= d3) return b.norm();
  const long double d5 = -ab.dot(c), d6 = -ac.dot(c);
  if (d6 >= 0 && d5 <= d6) return c.norm();
  const long double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    return (a + (d1 / (d1 - d3)) * ab).norm();
  }
  const long double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    return (a + (d2 / (d2 - d6)) * ac).norm();
  }
  const long double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    return (b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b)).norm();
  }
  const LongVector3 normal = ab.cross(ac);
  return std::abs(normal.dot(a)) / normal.norm();
}

/* A uniform orientation and a translation of at most `reach` an axis. */
inline RigidTransform MakeRandomPose(double reach, std::mt19937* generator) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(-reach, reach);
  Vector4 q;
  for (int i = 0; i < 4; ++i) q[i] = normal(*generator);
  Vector3 p;
  for (int i = 0; i < 3; ++i) p[i] = uniform(*generator);
  return RigidTransform(RotationMatrix::FromQuaternion(q.normalized()), p);
}

/* A convex shape of size about 1: kind 0 to 7 in the order of ShapeType; a
 Convex has 4 to 12 vertices. */
inline std::unique_ptr<Shape> RandomShape(int kind, std::mt19937* generator) {
  std::uniform_real_distribution<double> size(0.1, 1);
  const auto random = [&] { return size(*generator); };
  const double x = random(), y = random(), z = random();
  switch (kind) {
    case 0:
      return std::make_unique<Sphere>(0.5 * x);
    case 1:
      return std::make_unique<Capsule>(0.3 * x, 2 * y);
    case 2:
      return std::make_unique<Box>(2 * x, 2 * y, 2 * z);
    case 3:
      return std::make_unique<Cylinder>(x, 2 * y);
    case 4:
      return std::make_unique<Cone>(x, 2 * y);
    case 5:
      return std::make_unique<Ellipsoid>(x, y, z);
    default: {
      const int n = std::uniform_int_distribution<int>(4, 12)(*generator);
      std::uniform_real_distribution<double> coordinate(-1, 1);
      RowMatrixX3 vertices(n, 3);
      for (int i = 0; i < n; ++i) {
        for (int k = 0; k < 3; ++k) vertices(i, k) = coordinate(*generator);
      }
      return std::make_unique<Convex>(vertices, Vector3(x, y, z));
    }
  }
}

/* min over a in A, b in B of n . (a - b), by support functions of its own. */
inline double CalcGap(const Shape& A, const Shape& B,
                      const RigidTransform& X_AB, const Vector3& n) {
  return -n.dot(X_AB.translation()) - CalcSupport(A, -n) -
         CalcSupport(B, X_AB.rotation().inverse() * n);
}

/* How far p is outside of the shape in some sense that is 0 on its boundary and
 has a slope of about 1 there. */
inline double CalcOutside(const Shape& shape, const Vector3& p) {
  const double p_xy = std::hypot(p.x(), p.y());
  switch (shape.type()) {
    case ShapeType::kSphere:
      return p.norm() - static_cast<const Sphere&>(shape).radius();
    case ShapeType::kCapsule: {
      const auto& s = static_cast<const Capsule&>(shape);
      const double z = std::max(0.0, std::abs(p.z()) - 0.5 * s.length());
      return std::hypot(p_xy, z) - s.radius();
    }
    case ShapeType::kBox:
      return (p.cwiseAbs() - 0.5 * static_cast<const Box&>(shape).size())
          .maxCoeff();
    case ShapeType::kCylinder: {
      const auto& s = static_cast<const Cylinder&>(shape);
      return std::max(p_xy - s.radius(), std::abs(p.z()) - 0.5 * s.length());
    }
    case ShapeType::kCone: {
      const auto& s = static_cast<const Cone&>(shape);
      const double slant = std::hypot(s.radius(), s.height());
      return std::max(
          -p.z() - 0.5 * s.height(),
          (s.height() * p_xy + s.radius() * (p.z() - 0.5 * s.height())) /
              slant);
    }
    case ShapeType::kEllipsoid: {
      const Vector3& s = static_cast<const Ellipsoid&>(shape).semi_axes();
      // The value over the gradient's length, for any aspect.
      const Vector3 q = p.cwiseQuotient(s);
      const double gradient = q.cwiseQuotient(s).norm();
      return gradient > 0 ? (q.norm() - 1) * q.norm() / gradient : -HUGE_VAL;
    }
    default: {
      double result = -HUGE_VAL;
      for (const auto& face :
           static_cast<const Convex&>(shape).polytope().faces()) {
        result = std::max(result, face.normal.dot(p) - face.offset);
      }
      return result;
    }
  }
}

/* A lower bound of the signed distance, usually within 1e-3 and often within
 1e-9: the largest gap over many directions, the best of them improved by
 shrinking steps. */
inline double SearchDirections(const Shape& A, const Shape& B,
                               const RigidTransform& X_AB) {
  const auto gap = [&](const Vector3& n) { return CalcGap(A, B, X_AB, n); };
  // Fibonacci's spiral: even over the sphere.
  constexpr int kDirections = 4000;
  std::vector<std::pair<double, Vector3>> best;
  for (int i = 0; i < kDirections; ++i) {
    const double z = 1 - (2 * i + 1.0) / kDirections;
    const double r = std::sqrt(1 - z * z);
    const Vector3 n(r * std::cos(2.399963229728653 * i),
                    r * std::sin(2.399963229728653 * i), z);
    best.emplace_back(gap(n), n);
  }
  constexpr int kStarts = 12;
  std::partial_sort(
      best.begin(), best.begin() + kStarts, best.end(),
      [](const auto& a, const auto& b) { return a.first > b.first; });
  double result = -HUGE_VAL;
  for (int start = 0; start < kStarts; ++start) {
    auto [value, n] = best[start];
    double step = 0.05;
    int turn = 0;
    while (step > 1e-12) {
      const Vector3 u = n.unitOrthogonal();
      const Vector3 v = n.cross(u);
      bool improved = false;
      for (int k = 0; k < 16; ++k) {
        const double angle = 0.39269908169872414 * k + 0.7 * turn;
        const Vector3 candidate =
            (n + step * (std::cos(angle) * u + std::sin(angle) * v))
                .normalized();
        const double candidate_value = gap(candidate);
        if (candidate_value > value) {
          value = candidate_value;
          n = candidate;
          improved = true;
          break;
        }
      }
      ++turn;
      if (!improved) step *= 0.7;
    }
    result = std::max(result, value);
  }
  return result;
}

/* The signed distance of the hulls of two small sets of points (n, 3), both in
 one frame, from all triples of their differences: every face of the hull of
 the differences is among them. In long double. */
inline double EnumerateDifferences(const RowMatrixX3& A, const RowMatrixX3& B) {
  std::vector<LongVector3> w;
  for (int i = 0; i < A.rows(); ++i) {
    for (int j = 0; j < B.rows(); ++j) {
      w.push_back((A.row(i).cast<long double>() - B.row(j).cast<long double>())
                      .transpose());
    }
  }
  const int n = static_cast<int>(w.size());
  long double distance = HUGE_VALL;
  long double depth = HUGE_VALL;
  bool is_outside = false;
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = j + 1; k < n; ++k) {
        distance = std::min(distance, CalcTriangleDistance(w[i], w[j], w[k]));
        const LongVector3 cross = (w[j] - w[i]).cross(w[k] - w[i]);
        const long double norm = cross.norm();
        if (!(norm > 1e-14L)) continue;
        for (const LongVector3& normal :
             {LongVector3(cross / norm), LongVector3(cross / -norm)}) {
          const long double offset = normal.dot(w[i]);
          const bool is_face =
              std::all_of(w.begin(), w.end(), [&](const LongVector3& p) {
                return normal.dot(p) <= offset + 1e-15L;
              });
          if (!is_face) continue;
          if (offset < 0) is_outside = true;
          depth = std::min(depth, offset);
        }
      }
    }
  }
  return static_cast<double>(is_outside ? distance : -depth);
}

}  // namespace clearway::internal::test
