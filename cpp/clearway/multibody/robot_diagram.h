#pragma once

#include <memory>

#include "clearway/multibody/plant.h"
#include "clearway/multibody/scene_graph.h"

namespace clearway {

/// A robot and its surroundings, done: what a collision checker is made of. It
/// shares a finalized plant, and shows its collision geometry as a scene graph.
///
/// @thread_safety Immutable.
class RobotDiagram {
 public:
  /// @throws std::invalid_argument if `plant` is null.
  /// @throws std::logic_error if it is not finalized.
  explicit RobotDiagram(std::shared_ptr<const MultibodyPlant> plant);

  const MultibodyPlant& plant() const { return *plant_; }
  const std::shared_ptr<const MultibodyPlant>& shared_plant() const {
    return plant_;
  }
  const SceneGraph& scene_graph() const { return scene_graph_; }

 private:
  std::shared_ptr<const MultibodyPlant> plant_;
  SceneGraph scene_graph_;
};

}  // namespace clearway
