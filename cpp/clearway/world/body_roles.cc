#include "clearway/world/body_roles.h"

#include <algorithm>
#include <utility>

namespace clearway {

BodyRoles::BodyRoles(const MultibodyPlant& plant, const KinematicTree& tree,
                     std::vector<ModelInstanceIndex> robot_model_instances)
    : robot_model_instances_(std::move(robot_model_instances)),
      row_(plant.num_bodies(), -1),
      is_robot_position_(tree.num_positions(), 0) {
  auto& instances = robot_model_instances_;
  ThrowUnless(!instances.empty(),
              "robot_model_instances must name at least one model instance");
  std::sort(instances.begin(), instances.end());
  instances.erase(std::unique(instances.begin(), instances.end()),
                  instances.end());
  CheckIndex(instances.back(), plant.num_model_instances(),
             "robot_model_instances: model instance");
  ThrowUnless(instances.front() != plant.world_body().model_instance,
              "robot_model_instances must not contain the world's instance");
  const auto is_listed = [&instances](ModelInstanceIndex instance) {
    return std::binary_search(instances.begin(), instances.end(), instance);
  };

  for (int j = 0; j < plant.num_joints(); ++j) {
    const Joint& joint = plant.get_joint(JointIndex(j));
    if (!is_listed(joint.model_instance)) continue;
    for (int i = 0; i < joint.num_positions; ++i) {
      is_robot_position_[joint.position_start + i] = 1;
    }
  }
  for (int b = 0; b < plant.num_bodies(); ++b) {
    const BodyIndex body(b);
    const auto positions = tree.positions_moving(body);
    if (is_listed(plant.get_body(body).model_instance) ||
        std::any_of(positions.begin(), positions.end(),
                    [this](int i) { return IsRobotPosition(i); })) {
      row_[b] = num_rows();
      robot_bodies_.push_back(body);
    }
  }
}

}  // namespace clearway
