#pragma once

#include <memory>
#include <utility>

#include "clearway/engine/query_scratch.h"
#include "clearway/math/types.h"
#include "clearway/multibody/robot_diagram.h"

namespace clearway {

/// The state of a plant: its positions.
class PlantContext {
 public:
  explicit PlantContext(VectorX q) : q_(std::move(q)) {}

  const VectorX& positions() const { return q_; }

 private:
  friend class CollisionCheckerContext;
  VectorX q_;
};

/// What a checker changes while it answers: positions, and memory to work in.
/// One thread at a time uses a context; several threads use several.
///
/// A checker that keeps more in its contexts derives its own, and makes the
/// first of them in CollisionChecker::CreatePrototypeContext().
class CollisionCheckerContext {
 public:
  /// At the model's default positions.
  /// @throws std::invalid_argument if model is null.
  explicit CollisionCheckerContext(std::shared_ptr<const RobotDiagram> model);
  virtual ~CollisionCheckerContext() = default;
  CollisionCheckerContext& operator=(const CollisionCheckerContext&) = delete;

  /// An independent context of the same class at the same positions.
  std::unique_ptr<CollisionCheckerContext> Clone() const { return DoClone(); }

  const RobotDiagram& model() const { return *model_; }
  const PlantContext& plant_context() const { return plant_context_; }
  const VectorX& positions() const { return plant_context_.positions(); }

  /// The engine's memory. It holds no answer: forgetting it is harmless.
  QueryScratch& scratch() { return scratch_; }

 protected:
  /// Copies the positions; the copy warms up anew.
  CollisionCheckerContext(const CollisionCheckerContext& other)
      : model_(other.model_), plant_context_(other.plant_context_) {}

  virtual std::unique_ptr<CollisionCheckerContext> DoClone() const;

 private:
  friend class CollisionChecker;

  void SetPositions(const ConstVectorRef& q) { plant_context_.q_ = q; }

  std::shared_ptr<const RobotDiagram> model_;
  PlantContext plant_context_;
  QueryScratch scratch_;
  VectorX sample_;  // Where edges put the configuration that they check next.
};

}  // namespace clearway
