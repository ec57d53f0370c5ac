#pragma once

#include "clearway/common/typed_index.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/math/types.h"
#include "clearway/multibody/joint.h"

namespace clearway {

/// One coordinate of a joint as a function of q: multiplier * q[position] +
/// offset, or the constant `offset` where position is -1.
struct CoordinateMap {
  int position{-1};
  double multiplier{1};
  double offset{0};
};

/// How a body hangs on its parent: X_PB(q) = X_PF X_FM(coordinates) X_MB.
struct TreeNode {
  BodyIndex parent;
  JointType type{JointType::kFixed};
  RigidTransform X_PF{};
  RigidTransform X_MB{};
  Vector3 axis{Vector3::UnitZ()};  ///< In F, unit.
  double screw_pitch{0};           ///< [m] a turn.
  int first_coordinate{0};         ///< Into coordinates().
  int velocity_start{-1};          ///< Into v; -1 if it owns none.
};

}  // namespace clearway
