#pragma once

#include <memory>
#include <optional>

#include "clearway/common/function_ref.h"
#include "clearway/math/types.h"
#include "clearway/world/body_pair_table.h"

namespace clearway {

/// The padding of each pair of bodies of which one is robot: two bodies collide
/// iff the distance of their geometries is at most their padding. It may be
/// negative. A body with itself, and two environment bodies, have padding 0.
///
/// A setter that throws has changed nothing.
class CollisionPadding {
 public:
  /// @throws std::invalid_argument if a padding is not finite. [m]
  CollisionPadding(std::shared_ptr<const BodyRoles> roles,
                   double env_collision_padding, double self_collision_padding);
  /// Of each pair A < B of which one is robot what `padding(A, B)` says. [m]
  CollisionPadding(std::shared_ptr<const BodyRoles> roles,
                   FunctionRef<double(BodyIndex, BodyIndex)> padding);

  /// @throws std::out_of_range if an index is not that of a body. [m]
  double GetBetween(BodyIndex bodyA, BodyIndex bodyB) const;
  /// The same, for a pair that is known to be in the table.
  double GetBetweenUnchecked(BodyIndex bodyA, BodyIndex bodyB) const {
    return table_.Get(bodyA, bodyB);
  }
  /// The greatest over pairs with a robot body, filtered or not; 0 if there is
  /// no such pair. [m]
  double GetLargest() const;
  /// The padding that all such pairs share, if they share one. [m]
  std::optional<double> MaybeGetUniformRobotEnvironment() const;
  std::optional<double> MaybeGetUniformRobotRobot() const;
  /// All bodies x all bodies, a copy. [m]
  MatrixX ToMatrix() const;

  /// @throws std::out_of_range if an index is not that of a body.
  /// @throws std::invalid_argument if the bodies are the same, both are
  /// environment, or the padding is not finite.
  void SetBetween(BodyIndex bodyA, BodyIndex bodyB, double padding);
  /// @throws std::invalid_argument unless `padding` is bodies x bodies, finite,
  /// symmetric, and zero on the diagonal and between environment bodies.
  void SetMatrix(const Eigen::Ref<const MatrixX>& padding);
  /// @throws std::invalid_argument if the body is environment or the padding is
  /// not finite.
  void SetOneRobotBodyAllEnvironment(BodyIndex body, double padding);
  void SetAllRobotEnvironment(double padding);
  void SetAllRobotRobot(double padding);

 private:
  const BodyRoles& roles() const { return table_.roles(); }
  std::optional<double> MaybeGetUniform(bool with_environment) const;
  void SetAll(bool with_environment, double padding);

  BodyPairTable<double> table_;
};

}  // namespace clearway
