#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/multibody/kinematic_tree.h"
#include "clearway/multibody/plant.h"
#include "clearway/world/body_roles.h"
#include "clearway/world/collision_filters.h"
#include "clearway/world/collision_padding.h"

namespace clearway {

/// What is in the scene: a plant, the kinematics in force, shapes posed on its
/// bodies (the model's, and those added since), who is robot, which pairs are
/// filtered, and how much each is padded. It says what is to be checked; how is
/// the engine's matter.
///
/// A value: copies are independent and share what is immutable.
///
/// @thread_safety Const methods from any thread; the others need exclusivity.
/// What throws has changed nothing.
class World {
 public:
  /// @throws std::invalid_argument if the plant is null or not finalized, a
  /// padding is not finite, robot_model_instances is refused (BodyRoles), or
  /// two shapes without end would be checked against each other.
  World(std::shared_ptr<const MultibodyPlant> plant,
        std::vector<ModelInstanceIndex> robot_model_instances,
        double env_collision_padding = 0, double self_collision_padding = 0);

  const MultibodyPlant& plant() const { return *plant_; }
  const std::shared_ptr<const MultibodyPlant>& shared_plant() const {
    return plant_;
  }
  /// The kinematics in force: the plant's.
  const KinematicTree& tree() const { return *tree_; }
  std::shared_ptr<const KinematicTree> shared_tree() const { return tree_; }
  const BodyRoles& roles() const { return *roles_; }

  const CollisionFilters& nominal_filters() const { return *nominal_filters_; }
  const CollisionFilters& filters() const { return filters_; }
  /// @throws std::invalid_argument if two shapes without end would be checked
  /// against each other, which have no distance.
  void SetFilters(CollisionFilters filters);

  const CollisionPadding& padding() const { return padding_; }
  void SetPadding(CollisionPadding padding);

  /// Every shape, in the order of registration: the model's, then added ones.
  std::span<const CollisionGeometry> shapes() const { return shapes_; }

  /// Adds a shape at pose X_BG on a body, robot or not. Ids are not used twice.
  /// @throws std::out_of_range if there is no such body.
  /// @throws std::invalid_argument for a shape without end on a body that
  /// moves, or one that would be checked against another.
  GeometryId AddShape(BodyIndex body, std::shared_ptr<const Shape> shape,
                      const RigidTransform& X_BG, const std::string& name);
  /// Removes added shapes.
  /// @throws std::invalid_argument if an id is not that of an added shape.
  void RemoveShapes(std::span<const GeometryId> ids);

  /// Grows with every change, so that what was made of a world is known to be
  /// out of date.
  std::uint64_t version() const { return version_; }

 private:
  std::shared_ptr<const MultibodyPlant> plant_;
  std::shared_ptr<const KinematicTree> tree_;
  std::shared_ptr<const BodyRoles> roles_;
  std::shared_ptr<const CollisionFilters> nominal_filters_;
  CollisionFilters filters_;
  CollisionPadding padding_;
  std::vector<CollisionGeometry> shapes_;
  int next_id_{0};
  std::uint64_t version_{1};
};

}  // namespace clearway
