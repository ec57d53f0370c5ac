#pragma once

#include <array>
#include <span>

#include "clearway/math/rigid_transform.h"
#include "clearway/math/types.h"
#include "clearway/multibody/tree_node.h"

namespace clearway {

// What a joint does: the part of the kinematics that knows the kinds of joint.

/// The most coordinates that a joint has.
inline constexpr int kMaxCoordinates = 7;

/// A joint's coordinates; only the first num_coordinates(type) mean something.
using JointCoordinates = std::array<double, kMaxCoordinates>;

/// The coordinates of a node's joint at q.
inline void EvalCoordinates(const TreeNode& node,
                            std::span<const CoordinateMap> maps,
                            const ConstVectorRef& q, JointCoordinates* values) {
  const int n = num_coordinates(node.type);
  for (int i = 0; i < n; ++i) {
    const CoordinateMap& map = maps[node.first_coordinate + i];
    (*values)[i] = map.position < 0
                       ? map.offset
                       : map.multiplier * q[map.position] + map.offset;
  }
}

/// An axis that is `direction` (1 or -1) times x, y or z (`index` 0, 1 or 2);
/// `index` is -1 for any other axis.
struct AlignedAxis {
  int index{-1};
  double direction{1};
};

/// From X_WF, in R and p, to X_WM = X_WF X_FM(values).
/// @param aligned  that of node.axis. About such an axis a turn leaves the
/// axis's own column of R as it is, to the last bit.
void MoveByJoint(const TreeNode& node, const AlignedAxis& aligned,
                 const JointCoordinates& values, Matrix3* R, Vector3* p);

/// The derivatives of X_PM in each coordinate of a joint: a point Q that moves
/// with M has d p_PQ / d coordinate = w_P x (p_PQ - p_PO) + v_P.
struct JointMotions {
  Vector3 p_PO;
  std::array<Vector3, kMaxCoordinates> w_P;
  std::array<Vector3, kMaxCoordinates> v_P;
};

/// Fills the first num_coordinates(type) of each list. Those of a quaternion
/// are the derivatives of its normalised value.
void CalcJointMotions(const TreeNode& node, const JointCoordinates& values,
                      JointMotions* motions);

/// The 3 x 4 matrix G of w_FM_F = 2 G d/dt(quaternion) for a unit quaternion
/// (w x y z); conversely d/dt(quaternion) = G^T w_FM_F / 2.
Eigen::Matrix<double, 3, 4> CalcQuaternionRateMatrix(const Vector4& quaternion);

}  // namespace clearway
