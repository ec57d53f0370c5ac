#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "clearway/math/rigid_transform.h"
#include "clearway/math/types.h"

namespace clearway {

/// The kinds of joint. Coordinates are in the order of their position suffixes.
///
///     kind                 positions          X_FM of the coordinates
///     kFixed               none               identity
///     kRevolute            q                  turn by q [rad] about axis
///     kContinuous          q                  the same, without an end
///     kPrismatic           x                  slide by x [m] along axis
///     kScrew               q                  turn by q, slide by pitch q/2pi
///     kPlanar              x y qz             slide in F's xy, turn about z
///     kUniversal           qx qy              Rx(qx) Ry(qy)
///     kBallRpy             qx qy qz           Rz(qz) Ry(qy) Rx(qx)
///     kQuaternionFloating  qw qx qy qz x y z  p_FM = (x y z), R_FM that of the
///                                             quaternion, normalised
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

/// How many coordinates a joint of this kind has.
int num_coordinates(JointType type);
/// How many velocities. They are the rates of the coordinates, but for
/// kQuaternionFloating: angular velocity w_FM_F, then the rate of p_FM.
int num_joint_velocities(JointType type);
/// What each coordinate's name ends with, "q", "x", ….
std::span<const std::string_view> position_suffixes(JointType type);

/// "fixed", "revolute", ….
std::string to_string(JointType type);
/// Its inverse. @throws std::invalid_argument, listing all, for another name.
JointType JointTypeFromString(std::string_view name);

/// A joint as it is described: what connects frame F on the parent body to
/// frame M on the child body, before it is part of a plant.
struct JointDescription {
  std::string name;
  JointType type{JointType::kFixed};
  /// Pose of F in the parent body's frame, and of M in the child body's.
  RigidTransform X_PF{};
  RigidTransform X_CM{};
  /// Axis in F, for revolute, continuous, prismatic and screw; of any length.
  Vector3 axis{Vector3::UnitZ()};
  /// Advance a full turn of a screw. [m]
  double screw_pitch{0};
  /// Limits, one a coordinate; empty: none (-inf, inf). [rad or m]
  VectorX lower_limits{};
  VectorX upper_limits{};

  /// A joint with a mimic owns no position: its coordinate is
  /// multiplier * (leader's coordinate) + offset. Both have one coordinate, or
  /// are fixed: a fixed leader's is 0, and a fixed follower stays fixed.
  struct Mimic {
    std::string leader;  ///< A joint's name, in the same model instance.
    double multiplier{1};
    double offset{0};
  };
  std::optional<Mimic> mimic{};
};

/// @throws std::invalid_argument, naming the joint, for an empty name, an axis
/// or pitch that is not finite, a zero axis, limits that are nan, out of order,
/// beyond every number or not one a coordinate, and a mimic of itself, with a
/// number that is not finite, or on a joint of several coordinates.
void CheckJointDescription(const JointDescription& description);

}  // namespace clearway
