#pragma once

#include "clearway/math/rotation_matrix.h"
#include "clearway/math/types.h"

namespace clearway {

/// The pose X_AB of frame B in frame A: p_AQ = R_AB p_BQ + p_AB. [m]
class RigidTransform {
 public:
  /// The identity.
  RigidTransform() : p_AB_(Vector3::Zero()) {}

  /// @throws std::invalid_argument if p_AB is not finite.
  explicit RigidTransform(const Vector3& p_AB);
  explicit RigidTransform(const RotationMatrix& R_AB)
      : R_AB_(R_AB), p_AB_(Vector3::Zero()) {}
  RigidTransform(const RotationMatrix& R_AB, const Vector3& p_AB);
  RigidTransform(const RollPitchYaw& rpy, const Vector3& p_AB)
      : RigidTransform(RotationMatrix(rpy), p_AB) {}

  /// @throws std::invalid_argument unless X_AB is finite, its last row is
  /// (0, 0, 0, 1), and its rotation is one (RotationMatrix).
  explicit RigidTransform(const Matrix4& X_AB);

  /// From numbers known to be a pose: nothing is checked.
  template <class DerivedR, class DerivedP>
  static RigidTransform MakeUnchecked(const Eigen::EigenBase<DerivedR>& R_AB,
                                      const Eigen::MatrixBase<DerivedP>& p_AB) {
    return RigidTransform(R_AB, p_AB, Unchecked{});
  }

  static RigidTransform Identity() { return {}; }

  const RotationMatrix& rotation() const { return R_AB_; }
  const Vector3& translation() const { return p_AB_; }
  Matrix4 GetAsMatrix4() const;

  RigidTransform inverse() const {
    return MakeUnchecked(R_AB_.matrix().transpose(),
                         -(R_AB_.matrix().transpose() * p_AB_));
  }

  /// X_AB^-1 X_AC, rounded once less than inverse() * X_AC.
  RigidTransform InvertAndCompose(const RigidTransform& X_AC) const {
    return MakeUnchecked(R_AB_.matrix().transpose() * X_AC.R_AB_.matrix(),
                         R_AB_.matrix().transpose() * (X_AC.p_AB_ - p_AB_));
  }

  RigidTransform operator*(const RigidTransform& X_BC) const {
    return MakeUnchecked(R_AB_.matrix() * X_BC.R_AB_.matrix(),
                         R_AB_.matrix() * X_BC.p_AB_ + p_AB_);
  }
  /// p_AQ of p_BQ.
  Vector3 operator*(const Vector3& p_BQ) const {
    return R_AB_.matrix() * p_BQ + p_AB_;
  }

  bool IsExactlyEqualTo(const RigidTransform& other) const {
    return IsNearlyEqualTo(other, 0);
  }
  /// Whether no element of the matrices differs by more than `tolerance`.
  bool IsNearlyEqualTo(const RigidTransform& other, double tolerance) const {
    return R_AB_.IsNearlyEqualTo(other.R_AB_, tolerance) &&
           (p_AB_ - other.p_AB_).cwiseAbs().maxCoeff() <= tolerance;
  }

 private:
  struct Unchecked {};
  template <class DerivedR, class DerivedP>
  RigidTransform(const Eigen::EigenBase<DerivedR>& R_AB,
                 const Eigen::MatrixBase<DerivedP>& p_AB, Unchecked)
      : R_AB_(RotationMatrix::MakeUnchecked(R_AB)), p_AB_(p_AB) {}

  RotationMatrix R_AB_;
  Vector3 p_AB_;
};

}  // namespace clearway
