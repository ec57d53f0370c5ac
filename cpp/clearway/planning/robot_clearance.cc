#include "clearway/planning/robot_clearance.h"

#include "clearway/common/check.h"

namespace clearway {

RobotClearance::RobotClearance(int num_positions)
    : num_positions_(num_positions) {
  ThrowUnless(num_positions >= 0, "num_positions must be >= 0, got ",
              num_positions);
}

void RobotClearance::Reserve(int size) {
  ThrowUnless(size >= 0, "size must be >= 0, got ", size);
  robot_indices_.reserve(size);
  other_indices_.reserve(size);
  collision_types_.reserve(size);
  distances_.reserve(size);
  jacobians_.reserve(static_cast<std::size_t>(size) * num_positions_);
}

void RobotClearance::Append(
    BodyIndex robot_index, BodyIndex other_index,
    RobotCollisionType collision_type, double distance,
    const Eigen::Ref<const Eigen::RowVectorXd>& jacobian) {
  ThrowUnless(jacobian.size() == num_positions_, "jacobian must have size ",
              num_positions_, ", got ", jacobian.size());
  robot_indices_.push_back(robot_index);
  other_indices_.push_back(other_index);
  collision_types_.push_back(collision_type);
  distances_.push_back(distance);
  jacobians_.insert(jacobians_.end(), jacobian.data(),
                    jacobian.data() + jacobian.size());
}

}  // namespace clearway
