#pragma once

#include <span>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/multibody/kinematic_tree.h"
#include "clearway/multibody/plant.h"

namespace clearway {

/// Which bodies are robot: those of a listed model instance, and those that a
/// robot joint moves, whatever their instance (a carried object). A robot joint
/// is one of a listed instance. All others are environment; the world always
/// is.
///
/// Robot bodies are numbered in ascending order, their "rows", so that tables
/// over pairs with a robot body need rows x bodies entries only.
///
/// @thread_safety Immutable.
class BodyRoles {
 public:
  /// @param tree  the kinematics in force.
  /// @param robot_model_instances  in any order, repeats welcome.
  /// @throws std::invalid_argument if there is none, or one is the world's.
  /// @throws std::out_of_range if there is no such model instance.
  BodyRoles(const MultibodyPlant& plant, const KinematicTree& tree,
            std::vector<ModelInstanceIndex> robot_model_instances);

  int num_bodies() const { return static_cast<int>(row_.size()); }
  int num_rows() const { return static_cast<int>(robot_bodies_.size()); }

  bool IsRobot(BodyIndex body) const { return row_[body] >= 0; }
  /// The body's place among the robot bodies, -1 for an environment body.
  int row(BodyIndex body) const { return row_[body]; }
  /// Ascending.
  std::span<const BodyIndex> robot_bodies() const { return robot_bodies_; }
  /// Sorted, without repeats.
  std::span<const ModelInstanceIndex> robot_model_instances() const {
    return robot_model_instances_;
  }
  /// Whether a robot joint owns this position of q.
  bool IsRobotPosition(int position) const {
    return is_robot_position_[position] != 0;
  }

 private:
  std::vector<ModelInstanceIndex> robot_model_instances_;
  std::vector<BodyIndex> robot_bodies_;
  std::vector<int> row_;
  std::vector<char> is_robot_position_;
};

}  // namespace clearway
