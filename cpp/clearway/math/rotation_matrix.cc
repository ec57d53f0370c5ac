#include "clearway/math/rotation_matrix.h"

#include <cmath>
#include <stdexcept>

#include <Eigen/Geometry>
#include <Eigen/SVD>

#include "clearway/common/check.h"
#include "clearway/math/trigonometry.h"

namespace clearway {
namespace {

// An orthonormal matrix in double is off by a few rounding errors only.
constexpr double kExactTolerance = 1e-14;
// Poses printed with six digits, or held in single precision.
constexpr double kRepairTolerance = 1e-5;
constexpr double kQuaternionTolerance = 1e-3;

}  // namespace

RollPitchYaw::RollPitchYaw(double roll, double pitch, double yaw)
    : rpy_(roll, pitch, yaw) {
  ThrowUnless(rpy_.allFinite(), "roll, pitch and yaw must be finite");
}

RotationMatrix::RotationMatrix(const Matrix3& R_AB) : R_AB_(R_AB) {
  ThrowUnless(R_AB.allFinite(), "a rotation matrix must be finite");
  const double error =
      (R_AB.transpose() * R_AB - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!(error <= kRepairTolerance)) {  // the message is dear: only if needed
    throw std::invalid_argument(
        Concat("a rotation matrix must be orthonormal, but R^T R differs from "
               "the identity by ",
               error));
  }
  ThrowUnless(R_AB.determinant() > 0,
              "a rotation matrix must have determinant +1, not -1");
  if (error > kExactTolerance) {
    const Eigen::JacobiSVD<Matrix3> svd(
        R_AB, Eigen::ComputeFullU | Eigen::ComputeFullV);
    R_AB_ = svd.matrixU() * svd.matrixV().transpose();
  }
}

RotationMatrix::RotationMatrix(const RollPitchYaw& rpy) {
  const auto [sr, cr] = ComputeSineCosine(rpy.roll_angle());
  const auto [sp, cp] = ComputeSineCosine(rpy.pitch_angle());
  const auto [sy, cy] = ComputeSineCosine(rpy.yaw_angle());
  R_AB_ << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,  //
      sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,       //
      -sp, cp * sr, cp * cr;
}

RotationMatrix RotationMatrix::FromQuaternion(
    const QuaternionWxyz& quaternion) {
  const double norm = quaternion.norm();
  if (!(std::abs(norm - 1) <= kQuaternionTolerance)) {
    throw std::invalid_argument(
        Concat("a quaternion must have norm 1, got ", norm));
  }
  const Vector4 q = quaternion / norm;
  return MakeUnchecked(
      Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix());
}

RotationMatrix RotationMatrix::FromAxisAngle(const Vector3& axis,
                                             double angle) {
  // Rodrigues: R = c I + s [axis]x + (1 - c) axis axis^T.
  const auto [s, c] = ComputeSineCosine(angle);
  const Vector3 sv = s * axis;
  Matrix3 R = (1 - c) * axis * axis.transpose();
  R.diagonal().array() += c;
  R(0, 1) -= sv.z();
  R(1, 0) += sv.z();
  R(0, 2) += sv.y();
  R(2, 0) -= sv.y();
  R(1, 2) -= sv.x();
  R(2, 1) += sv.x();
  return MakeUnchecked(R);
}

RotationMatrix RotationMatrix::FromZAxis(const Vector3& zhat_A) {
  const double x = zhat_A.x(), y = zhat_A.y(), c = zhat_A.z();
  if (c < 0 && x == 0 && y == 0) {
    return MakeUnchecked(Vector3(1, -1, -1).asDiagonal());
  }
  // 1 - c^2 = x^2 + y^2, so k = (1 - c) / (x^2 + y^2) = 1 / (1 + c). Near -z
  // 1 + c cancels; the quotient that does not is used there.
  const double k = c > -0.5 ? 1 / (1 + c) : (1 - c) / (x * x + y * y);
  Matrix3 R;
  R << 1 - k * x * x, -k * x * y, x,  //
      -k * x * y, 1 - k * y * y, y,   //
      -x, -y, c;
  return MakeUnchecked(R);
}

RotationMatrix RotationMatrix::MakeXRotation(double angle) {
  return FromAxisAngle(Vector3::UnitX(), angle);
}

RotationMatrix RotationMatrix::MakeYRotation(double angle) {
  return FromAxisAngle(Vector3::UnitY(), angle);
}

RotationMatrix RotationMatrix::MakeZRotation(double angle) {
  return FromAxisAngle(Vector3::UnitZ(), angle);
}

QuaternionWxyz RotationMatrix::ToQuaternion() const {
  const Eigen::Quaterniond q(R_AB_);
  QuaternionWxyz result(q.w(), q.x(), q.y(), q.z());
  result.normalize();
  for (int i = 0; i < 4; ++i) {
    if (result[i] != 0) return result[i] > 0 ? result : Vector4(-result);
  }
  return result;
}

RollPitchYaw RotationMatrix::ToRollPitchYaw() const {
  // At pitch = +-pi/2 roll and yaw turn about one axis; roll is then 0.
  const double pitch =
      std::atan2(-R_AB_(2, 0), std::hypot(R_AB_(0, 0), R_AB_(1, 0)));
  if (std::hypot(R_AB_(0, 0), R_AB_(1, 0)) < 1e-15) {
    return RollPitchYaw(0, pitch, std::atan2(-R_AB_(0, 1), R_AB_(1, 1)));
  }
  return RollPitchYaw(std::atan2(R_AB_(2, 1), R_AB_(2, 2)), pitch,
                      std::atan2(R_AB_(1, 0), R_AB_(0, 0)));
}

}  // namespace clearway
