#include "clearway/engine/shape_box.h"

#include <cmath>

namespace clearway::internal {

bool AreFurtherApart(const ShapeBox& A, const ShapeBox& B,
                     const RigidTransform& X_AB, double gap) {
  const Matrix3& R = X_AB.rotation().matrix();
  const Vector3 t = X_AB * B.p_GoOo - A.p_GoOo;
  const Vector3& a = A.half_size;
  const Vector3& b = B.half_size;
  const Matrix3 Q = R.cwiseAbs();

  for (int i = 0; i < 3; ++i) {
    const double reach = a(i) + Q.row(i).dot(b);
    if (std::abs(t(i)) - reach > gap) return true;
  }
  for (int j = 0; j < 3; ++j) {
    const double reach = b(j) + Q.col(j).dot(a);
    if (std::abs(t.dot(R.col(j))) - reach > gap) return true;
  }
  // A's axis i cross B's axis j has length sqrt(1 - R_ij^2). Where it all but
  // vanishes the axis is rounding, and a face has said what it could.
  constexpr double kParallel = 1e-6;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3;
      const int j2 = (j + 2) % 3;
      const double squared_length = 1 - R(i, j) * R(i, j);
      if (squared_length < kParallel) continue;
      const double reach = a(i1) * Q(i2, j) + a(i2) * Q(i1, j) +
                           b(j1) * Q(i, j2) + b(j2) * Q(i, j1);
      const double offset = std::abs(t(i2) * R(i1, j) - t(i1) * R(i2, j));
      if (offset - reach > gap * std::sqrt(squared_length)) return true;
    }
  }
  return false;
}

}  // namespace clearway::internal
