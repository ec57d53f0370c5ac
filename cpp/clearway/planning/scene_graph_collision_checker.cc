#include "clearway/planning/scene_graph_collision_checker.h"

#include <utility>

#include "clearway/common/fork.h"

namespace clearway {

SceneGraphCollisionChecker::SceneGraphCollisionChecker(
    CollisionCheckerParams params)
    : CollisionChecker(std::move(params), true) {
  scene();
  AllocateContexts();
}

SceneGraphCollisionChecker::SceneGraphCollisionChecker(
    const SceneGraphCollisionChecker& other)
    : CollisionChecker(other) {
  other.scene();
  scene_ = other.scene_;
  scene_version_ = other.scene_version_.load();
}

std::unique_ptr<CollisionChecker> SceneGraphCollisionChecker::DoClone() const {
  return std::unique_ptr<CollisionChecker>(
      new SceneGraphCollisionChecker(*this));
}

const CompiledScene& SceneGraphCollisionChecker::scene() const {
  if (scene_version_.load(std::memory_order_acquire) != world().version()) {
    const std::lock_guard lock(fork_mutex());
    if (scene_version_.load(std::memory_order_relaxed) != world().version()) {
      UpdateScene();
      scene_version_.store(world().version(), std::memory_order_release);
    }
  }
  return *scene_;
}

// Clones share a scene until one of them changes.
void SceneGraphCollisionChecker::UpdateScene() const {
  if (scene_ == nullptr) {
    scene_ = std::make_shared<CompiledScene>(world());
    return;
  }
  if (scene_.use_count() > 1) {
    scene_ = std::make_shared<CompiledScene>(*scene_);
  } else {
    // A clone's last read comes before.
    std::atomic_thread_fence(std::memory_order_acquire);
  }
  scene_->Update(world());
}

bool SceneGraphCollisionChecker::DoCheckContextConfigCollisionFree(
    CollisionCheckerContext* model_context) const {
  return !HasCollision(scene(), model_context->positions(),
                       &model_context->scratch());
}

std::optional<GeometryId> SceneGraphCollisionChecker::DoAddCollisionShapeToBody(
    const std::string&, const RigidBody& bodyA,
    const std::shared_ptr<const Shape>& shape, const RigidTransform& X_AG) {
  return mutable_world().AddShape(bodyA.index, shape, X_AG,
                                  "Added collision geometry on " + bodyA.name);
}

void SceneGraphCollisionChecker::RemoveAddedGeometries(
    const std::vector<AddedShape>& shapes) {
  std::vector<GeometryId> ids;
  for (const AddedShape& added : shapes) ids.push_back(added.geometry_id);
  mutable_world().RemoveShapes(ids);
}

RobotClearance SceneGraphCollisionChecker::DoCalcContextRobotClearance(
    CollisionCheckerContext* model_context, double influence_distance) const {
  const CompiledScene& compiled = scene();
  const VectorX& q = model_context->positions();
  QueryScratch& scratch = model_context->scratch();
  std::vector<PairDistance> distances;
  CalcPairDistances(compiled, q, influence_distance, &scratch, &distances);

  RobotClearance clearance(plant().num_positions());
  clearance.Reserve(static_cast<int>(distances.size()));
  Eigen::RowVectorXd jacobian(plant().num_positions());
  for (const auto& [geometries, pair] : distances) {
    const BodyIndex R = compiled.geometries()[geometries.A].body;
    const BodyIndex O = compiled.geometries()[geometries.B].body;
    // d phi / dq = nhat_BA . (d p_WCa / dq - d p_WCb / dq), the witnesses fixed
    // in their bodies; padding moves Ca along the normal, which changes
    // nothing.
    jacobian.setZero();
    compiled.tree().AddPointJacobianRow(q, scratch.X_WB(), R, pair.p_WCa,
                                        pair.nhat_BA_W, 1, jacobian);
    compiled.tree().AddPointJacobianRow(q, scratch.X_WB(), O, pair.p_WCb,
                                        pair.nhat_BA_W, -1, jacobian);
    clearance.Append(R, O,
                     geometries.is_self
                         ? RobotCollisionType::kSelfCollision
                         : RobotCollisionType::kEnvironmentCollision,
                     pair.distance, jacobian);
  }
  return clearance;
}

std::vector<RobotCollisionType>
SceneGraphCollisionChecker::DoClassifyContextBodyCollisions(
    CollisionCheckerContext* model_context) const {
  std::vector<std::uint8_t> bits;
  ClassifyBodies(scene(), model_context->positions(), &model_context->scratch(),
                 &bits);
  std::vector<RobotCollisionType> result;
  result.reserve(bits.size());
  for (const std::uint8_t type : bits) {
    result.push_back(static_cast<RobotCollisionType>(type));
  }
  return result;
}

int SceneGraphCollisionChecker::DoMaxContextNumDistances(
    const CollisionCheckerContext&) const {
  return static_cast<int>(scene().num_pairs());
}

std::vector<BodyCollision> SceneGraphCollisionChecker::DoFindContextCollisions(
    CollisionCheckerContext* model_context) const {
  std::vector<BodyCollision> collisions;
  clearway::FindCollisions(scene(), model_context->positions(),
                           &model_context->scratch(), &collisions);
  return collisions;
}

std::vector<BodyPair> SceneGraphCollisionChecker::DoFindContextCollidingPairs(
    CollisionCheckerContext* model_context) const {
  std::vector<BodyPair> pairs;
  clearway::FindCollidingPairs(scene(), model_context->positions(),
                               &model_context->scratch(), &pairs);
  return pairs;
}

}  // namespace clearway
