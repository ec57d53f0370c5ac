#pragma once

#include <string_view>

#include "clearway/math/types.h"

namespace clearway {

/// Orientation as roll, pitch, yaw: R_AB = Rz(yaw) Ry(pitch) Rx(roll). [rad]
class RollPitchYaw {
 public:
  /// @throws std::invalid_argument if an angle is not finite.
  RollPitchYaw(double roll, double pitch, double yaw);
  explicit RollPitchYaw(const Vector3& rpy)
      : RollPitchYaw(rpy.x(), rpy.y(), rpy.z()) {}

  double roll_angle() const { return rpy_.x(); }
  double pitch_angle() const { return rpy_.y(); }
  double yaw_angle() const { return rpy_.z(); }
  const Vector3& vector() const { return rpy_; }

 private:
  Vector3 rpy_;
};

/// A quaternion as four numbers (w, x, y, z), the order of q.
using QuaternionWxyz = Vector4;

/// A proper rotation R_AB: orthonormal, determinant 1.
class RotationMatrix {
 public:
  /// The identity.
  RotationMatrix() : R_AB_(Matrix3::Identity()) {}

  /// Takes R_AB as it is if it is orthonormal to 1e-14, else the nearest
  /// rotation if it is orthonormal to 1e-5 (numbers that were printed, or
  /// single precision).
  /// @throws std::invalid_argument if not finite, mirrored, or further off.
  explicit RotationMatrix(const Matrix3& R_AB);
  explicit RotationMatrix(const RollPitchYaw& rpy);

  /// From a quaternion, normalised first.
  /// @throws std::invalid_argument if the norm is off 1 by more than 1e-3.
  static RotationMatrix FromQuaternion(const QuaternionWxyz& quaternion);

  /// Rotation by `angle` [rad] about the unit vector `axis`.
  /// @pre axis is a unit vector.
  static RotationMatrix FromAxisAngle(const Vector3& axis, double angle);

  /// The smallest rotation that takes z to the unit vector `zhat_A`; a half
  /// turn about x where it is -z. @pre zhat_A is a unit vector.
  static RotationMatrix FromZAxis(const Vector3& zhat_A);

  static RotationMatrix MakeXRotation(double angle);
  static RotationMatrix MakeYRotation(double angle);
  static RotationMatrix MakeZRotation(double angle);

  /// R_AB whose numbers are known to be a rotation: nothing is checked.
  template <class Derived>
  static RotationMatrix MakeUnchecked(const Eigen::EigenBase<Derived>& R_AB) {
    return RotationMatrix(R_AB, Unchecked{});
  }

  const Matrix3& matrix() const { return R_AB_; }

  /// With w >= 0 (ties: the first nonzero of x, y, z positive).
  QuaternionWxyz ToQuaternion() const;
  RollPitchYaw ToRollPitchYaw() const;

  RotationMatrix inverse() const { return MakeUnchecked(R_AB_.transpose()); }

  RotationMatrix operator*(const RotationMatrix& R_BC) const {
    return MakeUnchecked(R_AB_ * R_BC.R_AB_);
  }
  Vector3 operator*(const Vector3& v_B) const { return R_AB_ * v_B; }

  bool IsExactlyEqualTo(const RotationMatrix& other) const {
    return IsNearlyEqualTo(other, 0);
  }
  /// Whether no element of the matrices differs by more than `tolerance`.
  bool IsNearlyEqualTo(const RotationMatrix& other, double tolerance) const {
    return (R_AB_ - other.R_AB_).cwiseAbs().maxCoeff() <= tolerance;
  }

 private:
  struct Unchecked {};
  // Writes each number once: relative poses are made in every query.
  template <class Derived>
  RotationMatrix(const Eigen::EigenBase<Derived>& R_AB, Unchecked)
      : R_AB_(R_AB) {}

  Matrix3 R_AB_;
};

}  // namespace clearway
