#pragma once

#include <memory>
#include <string>
#include <vector>

#include "clearway/geometry/shapes.h"
#include "clearway/multibody/plant.h"

namespace clearway {

/// The collision geometry of a plant, to look at: ids, names, shapes, places
/// and filters. It is a view: what the plant gets later is seen too.
///
/// @thread_safety As the plant's.
class SceneGraph {
 public:
  /// @throws std::invalid_argument if `plant` is null.
  explicit SceneGraph(std::shared_ptr<const MultibodyPlant> plant);

  const MultibodyPlant& plant() const { return *plant_; }

  int num_geometries() const;
  /// In the order of registration.
  std::vector<GeometryId> GetAllGeometryIds() const;
  /// Those on a body. @throws std::out_of_range if there is no such body.
  std::vector<GeometryId> GetGeometriesForBody(BodyIndex body) const;

  /// What is known of one. @throws std::out_of_range if there is no such id.
  const std::string& GetName(GeometryId id) const;
  const Shape& GetShape(GeometryId id) const;
  BodyIndex GetBodyIndex(GeometryId id) const;
  /// X_BG, in the frame of its body B.
  const RigidTransform& GetPoseInBody(GeometryId id) const;

  /// Whether collisions between the two are not looked for: they are on one
  /// body, or on bodies that are excluded from collision with each other.
  /// @throws std::out_of_range if there is no such id.
  bool CollisionFiltered(GeometryId idA, GeometryId idB) const;

 private:
  const CollisionGeometry& get(GeometryId id) const;

  std::shared_ptr<const MultibodyPlant> plant_;
};

}  // namespace clearway
