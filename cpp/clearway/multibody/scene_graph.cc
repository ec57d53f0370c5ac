#include "clearway/multibody/scene_graph.h"

#include <utility>

#include "clearway/common/check.h"

namespace clearway {

SceneGraph::SceneGraph(std::shared_ptr<const MultibodyPlant> plant)
    : plant_(std::move(plant)) {
  ThrowUnless(plant_ != nullptr, "plant must not be null");
}

int SceneGraph::num_geometries() const {
  return plant_->num_collision_geometries();
}

std::vector<GeometryId> SceneGraph::GetAllGeometryIds() const {
  std::vector<GeometryId> ids;
  for (const CollisionGeometry& geometry : plant_->geometries()) {
    ids.push_back(geometry.id);
  }
  return ids;
}

std::vector<GeometryId> SceneGraph::GetGeometriesForBody(BodyIndex body) const {
  CheckIndex(body, plant_->num_bodies(), "body");
  std::vector<GeometryId> ids;
  for (const CollisionGeometry& geometry : plant_->geometries()) {
    if (geometry.body == body) ids.push_back(geometry.id);
  }
  return ids;
}

const std::string& SceneGraph::GetName(GeometryId id) const {
  return get(id).name;
}

const Shape& SceneGraph::GetShape(GeometryId id) const {
  return *get(id).shape;
}

BodyIndex SceneGraph::GetBodyIndex(GeometryId id) const { return get(id).body; }

const RigidTransform& SceneGraph::GetPoseInBody(GeometryId id) const {
  return get(id).X_BG;
}

bool SceneGraph::CollisionFiltered(GeometryId idA, GeometryId idB) const {
  const BodyIndex bodyA = get(idA).body;
  const BodyIndex bodyB = get(idB).body;
  return bodyA == bodyB || plant_->IsExcluded(bodyA, bodyB);
}

const CollisionGeometry& SceneGraph::get(GeometryId id) const {
  return plant_->geometries()[CheckIndex(id, num_geometries(), "geometry id")];
}

}  // namespace clearway
