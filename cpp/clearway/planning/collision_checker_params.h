#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "clearway/common/parallelism.h"
#include "clearway/common/typed_index.h"
#include "clearway/math/types.h"
#include "clearway/multibody/robot_diagram.h"
#include "clearway/planning/distance_and_interpolation_provider.h"

namespace clearway {

using ConfigurationDistanceFunction =
    std::function<double(const VectorX& q1, const VectorX& q2)>;
using ConfigurationInterpolationFunction =
    std::function<VectorX(const VectorX& q1, const VectorX& q2, double ratio)>;

/// What a collision checker is made of.
struct CollisionCheckerParams {
  /// The robot and its surroundings. Required.
  std::shared_ptr<const RobotDiagram> model;
  /// Null: linear, all weights 1.
  std::shared_ptr<const DistanceAndInterpolationProvider>
      distance_and_interpolation_provider;
  /// The model instances that are robot. Required.
  std::vector<ModelInstanceIndex> robot_model_instances;
  /// Instead of a provider: a distance, with the default interpolation.
  ConfigurationDistanceFunction configuration_distance_function;
  /// The greatest distance between neighbouring samples of an edge, as measured
  /// by the provider; finite and > 0. Required.
  double edge_step_size{0};
  /// Padding of every robot-environment, and of every robot-robot pair. [m]
  double env_collision_padding{0};
  double self_collision_padding{0};
  /// How many contexts are kept for calls without an explicit one; at most
  /// 4096.
  Parallelism implicit_context_parallelism{Parallelism::Max()};
};

}  // namespace clearway
