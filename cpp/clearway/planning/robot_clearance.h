#pragma once

#include <span>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/math/types.h"
#include "clearway/planning/robot_collision_type.h"

namespace clearway {

/// Distances between the robot and what it could collide with: a table, one row
/// for each pair of geometries near enough.
///
///     robot_index     a robot body R
///     other_index     a body O: environment, or robot with a higher index
///     collision_type  kSelfCollision if O is robot, else
///                     kEnvironmentCollision; of the pair, colliding or not
///     distance        phi = signed distance - padding [m]
///     jacobian        d phi / dq, columns of non-robot joints zero
///
/// Moving q along +jacobian^T increases phi. Rows are sorted by R, then O, then
/// the geometries in order of registration.
class RobotClearance {
 public:
  /// @throws std::invalid_argument if num_positions is negative.
  explicit RobotClearance(int num_positions);

  int size() const { return static_cast<int>(distances_.size()); }
  int num_positions() const { return num_positions_; }

  std::span<const BodyIndex> robot_indices() const { return robot_indices_; }
  std::span<const BodyIndex> other_indices() const { return other_indices_; }
  std::span<const RobotCollisionType> collision_types() const {
    return collision_types_;
  }
  Eigen::Map<const VectorX> distances() const {
    return {distances_.data(), size()};
  }
  /// (size, num_positions).
  Eigen::Map<const RowMatrixX> jacobians() const {
    return {jacobians_.data(), size(), num_positions_};
  }
  Eigen::Map<RowMatrixX> mutable_jacobians() {
    return {jacobians_.data(), size(), num_positions_};
  }

  void Reserve(int size);
  /// @throws std::invalid_argument unless jacobian has num_positions() columns.
  void Append(BodyIndex robot_index, BodyIndex other_index,
              RobotCollisionType collision_type, double distance,
              const Eigen::Ref<const Eigen::RowVectorXd>& jacobian);

 private:
  int num_positions_;
  std::vector<BodyIndex> robot_indices_;
  std::vector<BodyIndex> other_indices_;
  std::vector<RobotCollisionType> collision_types_;
  std::vector<double> distances_;
  std::vector<double> jacobians_;
};

}  // namespace clearway
