#include "clearway/planning/collision_checker_context.h"

#include <utility>

#include "clearway/common/check.h"

namespace clearway {
namespace {

VectorX GetDefaultPositions(const std::shared_ptr<const RobotDiagram>& model) {
  ThrowUnless(model != nullptr, "model must not be null");
  return model->plant().GetDefaultPositions();
}

}  // namespace

CollisionCheckerContext::CollisionCheckerContext(
    std::shared_ptr<const RobotDiagram> model)
    : model_(std::move(model)), plant_context_(GetDefaultPositions(model_)) {}

std::unique_ptr<CollisionCheckerContext> CollisionCheckerContext::DoClone()
    const {
  return std::unique_ptr<CollisionCheckerContext>(
      new CollisionCheckerContext(*this));
}

}  // namespace clearway
