#include "clearway/multibody/robot_diagram.h"

#include <utility>

#include "clearway/common/check.h"

namespace clearway {

RobotDiagram::RobotDiagram(std::shared_ptr<const MultibodyPlant> plant)
    : plant_(std::move(plant)), scene_graph_(plant_) {
  if (!plant_->is_finalized()) {
    throw std::logic_error("the plant of a RobotDiagram must be finalized");
  }
}

}  // namespace clearway
