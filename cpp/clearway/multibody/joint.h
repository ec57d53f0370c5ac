#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/math/types.h"

namespace clearway {

/// The kinds of joint. Coordinates are in the order of their position suffixes.
///
///     kind             positions (suffix)    X_FM of the coordinates
///     kFixed           none                  identity
///     kRevolute        q                     turn by q [rad] about axis
///     kContinuous      q                     the same; wraps in interpolation
///     kPrismatic       x                     slide by x [m] along axis
///     kScrew           q                     turn by q, slide by pitch q / 2
///     pi kPlanar          x y qz                slide in F's xy, then turn
///     about z kUniversal       qx qy                 Rx(qx) Ry(qy) kBallRpy qx
///     qy qz              Rz(qz) Ry(qy) Rx(qx) kQuaternionFloating  qw qx qy qz
///     x y z  p_FM = (x y z), R_FM of the
///                                            normalised quaternion
enum class JointType {
  kFixed,
  kRevolute,
  kContinuous,
  kPrismatic,
  kScrew,
  kPlanar,
  kUniversal,
  kBallRpy,
  kQuaternionFloating,
};

/// How many coordinates a joint of this kind has, and how many velocities: both
/// alike but for kQuaternionFloating (7 and 6: angular velocity in F, then the
/// translation's rate).
int num_coordinates(JointType type);
int num_joint_velocities(JointType type);

/// "fixed", "revolute", ….
std::string to_string(JointType type);

/// A joint as it is described: what connects frame F on the parent body to
/// frame M on the child body, before it is part of a plant.
struct JointDescription {
  std::string name;
  JointType type{JointType::kFixed};
  /// Pose of F in the parent body's frame, and of M in the child body's.
  RigidTransform X_PF;
  RigidTransform X_CM;
  /// Unit axis in F, for revolute, continuous, prismatic and screw.
  Vector3 axis{Vector3::UnitZ()};
  /// Advance a full turn of a screw. [m]
  double screw_pitch{0};
  /// Limits, one a coordinate; empty: none (-inf, inf). [rad or m]
  VectorX lower_limits;
  VectorX upper_limits;

  /// A joint with a mimic owns no position: its coordinate is
  /// multiplier * (leader's coordinate) + offset. One-coordinate joints only.
  struct Mimic {
    std::string leader;  ///< A joint's name, in the same model instance.
    double multiplier{1};
    double offset{0};
  };
  std::optional<Mimic> mimic;
};

}  // namespace clearway
