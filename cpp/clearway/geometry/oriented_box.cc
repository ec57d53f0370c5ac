#include "clearway/geometry/oriented_box.h"

#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "clearway/geometry/bounds.h"

namespace clearway {
namespace {

/* The eigenvectors of a symmetric matrix, by Jacobi's rotations. They need not
 be exact: the box is measured along whatever they are. */
Matrix3 CalcEigenvectors(Matrix3 M) {
  constexpr int kNumSweeps = 6;
  Matrix3 V = Matrix3::Identity();
  for (int sweep = 0; sweep < kNumSweeps; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (M(p, q) == 0) continue;
        const double theta = 0.5 * (M(q, q) - M(p, p)) / M(p, q);
        const double t = std::copysign(1.0, theta) /
                         (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1);
        Matrix3 J = Matrix3::Identity();
        J(p, p) = J(q, q) = c;
        J(p, q) = t * c;
        J(q, p) = -t * c;
        M = (J.transpose() * M * J).eval();
        V = (V * J).eval();
      }
    }
  }
  return V;
}

/* As single precision holds them; the coordinate axes where rounding or
 overflow made them anything but orthonormal. */
Eigen::Matrix3f RoundAxes(const Matrix3& axes) {
  constexpr double kOrthonormal = 1e-6;
  const bool orthonormal =
      (axes.transpose() * axes - Matrix3::Identity()).cwiseAbs().maxCoeff() <
      kOrthonormal;
  return (orthonormal ? axes : Matrix3::Identity()).cast<float>();
}

}  // namespace

OrientedBox FitOrientedBox(const TriangleMesh& mesh,
                           std::span<const int> triangles,
                           const Vector3& origin) {
  Aabb bounds;
  for (const int t : triangles) {
    for (int corner = 0; corner < 3; ++corner) {
      bounds.Include(mesh.vertex(t, corner) - origin);
    }
  }
  // Moments about the middle in units of the size, so that nothing overflows.
  const Vector3 middle = bounds.centre();
  const double size = bounds.half_size().maxCoeff();
  const double scale = size > 0 ? 1 / size : 0;
  Matrix3 corners = Matrix3::Zero();
  Matrix3 normals = Matrix3::Zero();
  Vector3 mean = Vector3::Zero();
  for (const int t : triangles) {
    Vector3 v[3];
    for (int corner = 0; corner < 3; ++corner) {
      v[corner] = scale * (mesh.vertex(t, corner) - origin - middle);
      mean += v[corner];
      corners += v[corner] * v[corner].transpose();
    }
    const Vector3 normal = (v[1] - v[0]).cross(v[2] - v[0]);
    const double area = normal.norm();
    if (area > 0) normals += normal / area * normal.transpose();
  }
  corners -= mean * mean.transpose() / (3.0 * triangles.size());

  // Everything, should no other be in single precision's range.
  OrientedBox best{Eigen::Vector3f::Zero(), Eigen::Matrix3f::Identity(),
                   Eigen::Vector3f::Constant(HUGE_VALF)};
  double least_surface = HUGE_VAL;
  for (const Matrix3& candidate :
       {Matrix3(Matrix3::Identity()), CalcEigenvectors(corners),
        CalcEigenvectors(normals)}) {
    const Eigen::Matrix3f axes = RoundAxes(candidate);
    const Matrix3 to_box = axes.cast<double>().transpose();
    Aabb box;
    for (const int t : triangles) {
      for (int corner = 0; corner < 3; ++corner) {
        box.Include(to_box * (mesh.vertex(t, corner) - origin));
      }
    }
    const Vector3 half = scale * box.half_size();
    const double surface =
        half.x() * half.y() + half.y() * half.z() + half.z() * half.x();
    if (surface >= least_surface) continue;
    // Measured from the centre as rounded; outward by more than the axes' and
    // the half sizes' own rounding.
    constexpr double kOutward = 2e-6;
    const Eigen::Vector3f centre =
        (to_box.transpose() * box.centre()).cast<float>();
    Vector3 reach = Vector3::Zero();
    for (const int t : triangles) {
      for (int corner = 0; corner < 3; ++corner) {
        const Vector3 offset =
            mesh.vertex(t, corner) - origin - centre.cast<double>();
        reach = reach.cwiseMax((to_box * offset).cwiseAbs());
      }
    }
    reach.array() += kOutward * reach.sum() +
                     static_cast<double>(std::numeric_limits<float>::min());
    if (!centre.allFinite() ||
        !(reach.sum() < std::numeric_limits<float>::max())) {
      continue;
    }
    least_surface = surface;
    best = {centre, axes, reach.cast<float>()};
  }
  return best;
}

}  // namespace clearway
