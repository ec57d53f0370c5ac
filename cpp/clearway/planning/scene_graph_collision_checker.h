#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clearway/engine/compiled_scene.h"
#include "clearway/planning/collision_checker.h"

namespace clearway {

/// The collision checker: exact, on the geometry as declared, by the engine.
/// It takes every shape on every body, but a HalfSpace on one that moves.
///
/// @thread_safety As CollisionChecker. The first query after a change compiles
/// the scene, others wait for it meanwhile.
class SceneGraphCollisionChecker final : public CollisionChecker {
 public:
  /// @throws std::invalid_argument as CollisionChecker's constructor.
  explicit SceneGraphCollisionChecker(CollisionCheckerParams params);

  /// What queries use now; it lasts until the next change.
  const CompiledScene& scene() const;

 private:
  SceneGraphCollisionChecker(const SceneGraphCollisionChecker& other);

  std::unique_ptr<CollisionChecker> DoClone() const final;
  void DoUpdateContextPositions(CollisionCheckerContext*) const final {}
  bool DoCheckContextConfigCollisionFree(
      CollisionCheckerContext* model_context) const final;
  std::optional<GeometryId> DoAddCollisionShapeToBody(
      const std::string& group_name, const RigidBody& bodyA,
      const std::shared_ptr<const Shape>& shape,
      const RigidTransform& X_AG) final;
  void RemoveAddedGeometries(const std::vector<AddedShape>& shapes) final;
  void UpdateCollisionFilters() final {}  // The world's version tells.
  RobotClearance DoCalcContextRobotClearance(
      CollisionCheckerContext* model_context,
      double influence_distance) const final;
  std::vector<RobotCollisionType> DoClassifyContextBodyCollisions(
      CollisionCheckerContext* model_context) const final;
  int DoMaxContextNumDistances(
      const CollisionCheckerContext& model_context) const final;
  std::vector<BodyCollision> DoFindContextCollisions(
      CollisionCheckerContext* model_context) const final;
  std::vector<BodyPair> DoFindContextCollidingPairs(
      CollisionCheckerContext* model_context) const final;

  void UpdateScene() const;

  mutable std::shared_ptr<CompiledScene> scene_;
  mutable std::atomic<std::uint64_t> scene_version_{0};
};

}  // namespace clearway
