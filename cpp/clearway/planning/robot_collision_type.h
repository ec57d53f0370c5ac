#pragma once

#include <cstdint>

namespace clearway {

/// What a robot body collides with.
enum class RobotCollisionType : std::uint8_t {
  kNoCollision = 0,
  kEnvironmentCollision = 1,
  kSelfCollision = 2,
  kEnvironmentAndSelfCollision = 3,
};

/// `type` with its environment (or self) part set as told, the other kept.
constexpr RobotCollisionType SetInEnvironmentCollision(
    RobotCollisionType type, bool in_environment_collision) {
  const auto other = static_cast<std::uint8_t>(type) & 2;
  return static_cast<RobotCollisionType>(other |
                                         (in_environment_collision ? 1 : 0));
}
constexpr RobotCollisionType SetInSelfCollision(RobotCollisionType type,
                                                bool in_self_collision) {
  const auto other = static_cast<std::uint8_t>(type) & 1;
  return static_cast<RobotCollisionType>(other | (in_self_collision ? 2 : 0));
}

}  // namespace clearway
