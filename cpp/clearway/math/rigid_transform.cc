#include "clearway/math/rigid_transform.h"

#include "clearway/common/check.h"

namespace clearway {

RigidTransform::RigidTransform(const Vector3& p_AB) : p_AB_(p_AB) {
  ThrowUnless(p_AB.allFinite(), "a pose's translation must be finite");
}

RigidTransform::RigidTransform(const RotationMatrix& R_AB, const Vector3& p_AB)
    : R_AB_(R_AB), p_AB_(p_AB) {
  ThrowUnless(p_AB.allFinite(), "a pose's translation must be finite");
}

RigidTransform::RigidTransform(const Matrix4& X_AB)
    : R_AB_(Matrix3(X_AB.topLeftCorner<3, 3>())),
      p_AB_(X_AB.topRightCorner<3, 1>()) {
  ThrowUnless(p_AB_.allFinite(), "a pose's translation must be finite");
  ThrowUnless(X_AB.row(3) == Vector4(0, 0, 0, 1).transpose(),
              "a pose's last row must be (0, 0, 0, 1)");
}

Matrix4 RigidTransform::GetAsMatrix4() const {
  Matrix4 X_AB = Matrix4::Identity();
  X_AB.topLeftCorner<3, 3>() = R_AB_.matrix();
  X_AB.topRightCorner<3, 1>() = p_AB_;
  return X_AB;
}

}  // namespace clearway
