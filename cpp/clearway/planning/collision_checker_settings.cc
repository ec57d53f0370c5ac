#include <cmath>

#include "clearway/common/check.h"
#include "clearway/planning/collision_checker.h"
#include "clearway/planning/function_provider.h"

// What a CollisionChecker can be told: provider, padding, filters and shapes.

namespace clearway {

// Distance and interpolation.

void CollisionChecker::CheckProvider(
    const DistanceAndInterpolationProvider& provider) const {
  // The default configuration is a valid one, which zeros may not be.
  const VectorX q0 = plant().GetDefaultPositions();
  const double distance = provider.ComputeConfigurationDistance(q0, q0);
  ThrowUnless(distance == 0,
              "the configuration distance of the default configuration "
              "from itself must be 0, got ",
              distance);
  ThrowUnless(
      provider.InterpolateBetweenConfigurations(q0, q0, 0) == q0,
      "the interpolation between the default configuration and itself must be "
      "that configuration at ratio 0");
}

void CollisionChecker::SetDistanceAndInterpolationProvider(
    std::shared_ptr<const DistanceAndInterpolationProvider> provider) {
  ThrowUnless(provider != nullptr, "provider must not be null");
  CheckProvider(*provider);
  provider_ = std::move(provider);
}

namespace {

const internal::FunctionProvider& CastToFunctionProvider(
    const DistanceAndInterpolationProvider& provider) {
  const auto* functions =
      dynamic_cast<const internal::FunctionProvider*>(&provider);
  if (functions == nullptr) {
    throw std::logic_error(
        "the checker has a DistanceAndInterpolationProvider: its functions "
        "cannot be replaced one by one");
  }
  return *functions;
}

}  // namespace

void CollisionChecker::SetConfigurationDistanceFunction(
    ConfigurationDistanceFunction distance_function) {
  const auto& current = CastToFunctionProvider(*provider_);
  ThrowUnless(distance_function != nullptr,
              "distance_function must not be null");
  SetDistanceAndInterpolationProvider(
      current.WithDistance(std::move(distance_function)));
}

void CollisionChecker::SetConfigurationInterpolationFunction(
    ConfigurationInterpolationFunction interpolation_function) {
  SetDistanceAndInterpolationProvider(
      CastToFunctionProvider(*provider_)
          .WithInterpolation(std::move(interpolation_function)));
}

double CollisionChecker::ComputeConfigurationDistance(
    const ConstVectorRef& q1, const ConstVectorRef& q2) const {
  return provider_->ComputeConfigurationDistance(q1, q2);
}

VectorX CollisionChecker::InterpolateBetweenConfigurations(
    const ConstVectorRef& q1, const ConstVectorRef& q2, double ratio) const {
  return provider_->InterpolateBetweenConfigurations(q1, q2, ratio);
}

ConfigurationDistanceFunction
CollisionChecker::MakeStandaloneConfigurationDistanceFunction() const {
  return [provider = provider_](const VectorX& q1, const VectorX& q2) {
    return provider->ComputeConfigurationDistance(q1, q2);
  };
}

ConfigurationInterpolationFunction
CollisionChecker::MakeStandaloneConfigurationInterpolationFunction() const {
  return [provider = provider_](const VectorX& q1, const VectorX& q2,
                                double ratio) {
    return provider->InterpolateBetweenConfigurations(q1, q2, ratio);
  };
}

void CollisionChecker::set_edge_step_size(double edge_step_size) {
  edge_step_size_ = CheckPositive(edge_step_size, "edge_step_size");
}

// Padding.

double CollisionChecker::GetPaddingBetween(BodyIndex bodyA_index,
                                           BodyIndex bodyB_index) const {
  return world_.padding().GetBetween(bodyA_index, bodyB_index);
}

void CollisionChecker::SetPaddingBetween(BodyIndex bodyA_index,
                                         BodyIndex bodyB_index,
                                         double padding) {
  CollisionPadding changed = world_.padding();
  changed.SetBetween(bodyA_index, bodyB_index, padding);
  world_.SetPadding(std::move(changed));
}

MatrixX CollisionChecker::GetPaddingMatrix() const {
  return world_.padding().ToMatrix();
}

void CollisionChecker::SetPaddingMatrix(
    const Eigen::Ref<const MatrixX>& collision_padding) {
  CollisionPadding changed = world_.padding();
  changed.SetMatrix(collision_padding);
  world_.SetPadding(std::move(changed));
}

double CollisionChecker::GetLargestPadding() const {
  return world_.padding().GetLargest();
}

std::optional<double> CollisionChecker::MaybeGetUniformRobotEnvironmentPadding()
    const {
  return world_.padding().MaybeGetUniformRobotEnvironment();
}

std::optional<double> CollisionChecker::MaybeGetUniformRobotRobotPadding()
    const {
  return world_.padding().MaybeGetUniformRobotRobot();
}

void CollisionChecker::SetPaddingOneRobotBodyAllEnvironmentPairs(
    BodyIndex body_index, double padding) {
  CollisionPadding changed = world_.padding();
  changed.SetOneRobotBodyAllEnvironment(body_index, padding);
  world_.SetPadding(std::move(changed));
}

void CollisionChecker::SetPaddingAllRobotEnvironmentPairs(double padding) {
  CollisionPadding changed = world_.padding();
  changed.SetAllRobotEnvironment(padding);
  world_.SetPadding(std::move(changed));
}

void CollisionChecker::SetPaddingAllRobotRobotPairs(double padding) {
  CollisionPadding changed = world_.padding();
  changed.SetAllRobotRobot(padding);
  world_.SetPadding(std::move(changed));
}

// Filters.

void CollisionChecker::ApplyFilters(CollisionFilters filters) {
  if (filters == world_.filters()) return;
  CollisionFilters previous = world_.filters();
  world_.SetFilters(std::move(filters));
  try {
    UpdateCollisionFilters();
  } catch (...) {
    world_.SetFilters(std::move(previous));
    throw;
  }
}

Eigen::MatrixXi CollisionChecker::GetNominalFilteredCollisionMatrix() const {
  return world_.nominal_filters().ToMatrix();
}

Eigen::MatrixXi CollisionChecker::GetFilteredCollisionMatrix() const {
  return world_.filters().ToMatrix();
}

void CollisionChecker::SetCollisionFilterMatrix(
    const Eigen::Ref<const Eigen::MatrixXi>& filter_matrix) {
  CollisionFilters changed = world_.filters();
  changed.SetMatrix(filter_matrix);
  ApplyFilters(std::move(changed));
}

bool CollisionChecker::IsCollisionFilteredBetween(BodyIndex bodyA_index,
                                                  BodyIndex bodyB_index) const {
  return world_.filters().IsFilteredBetween(bodyA_index, bodyB_index);
}

void CollisionChecker::SetCollisionFilteredBetween(BodyIndex bodyA_index,
                                                   BodyIndex bodyB_index,
                                                   bool filter_collision) {
  CollisionFilters changed = world_.filters();
  changed.SetFilteredBetween(bodyA_index, bodyB_index, filter_collision);
  ApplyFilters(std::move(changed));
}

void CollisionChecker::SetCollisionFilteredWithAllBodies(BodyIndex body_index) {
  CollisionFilters changed = world_.filters();
  changed.SetFilteredWithAllBodies(body_index);
  ApplyFilters(std::move(changed));
}

// Added shapes.

bool CollisionChecker::AddCollisionShape(
    const std::string& group_name, const BodyShapeDescription& description) {
  const RigidBody& body = plant().GetBodyByName(
      description.body_name(),
      plant().GetModelInstanceByName(description.model_instance_name()));
  // Room first, so that what was taken is also recorded.
  std::vector<AddedShape> added{{GeometryId(), body.index, description}};
  auto& group = added_shapes_[group_name];
  group.reserve(group.size() + 1);
  std::optional<GeometryId> id;
  try {
    id = DoAddCollisionShapeToBody(group_name, body, description.shared_shape(),
                                   description.pose_in_body());
  } catch (...) {
    if (group.empty()) added_shapes_.erase(group_name);
    throw;
  }
  if (!id.has_value()) {
    if (group.empty()) added_shapes_.erase(group_name);
    return false;
  }
  added.front().geometry_id = *id;
  group.push_back(std::move(added.front()));
  return true;
}

int CollisionChecker::AddCollisionShapes(
    const std::string& group_name,
    const std::vector<BodyShapeDescription>& descriptions) {
  return AddCollisionShapes({{group_name, descriptions}})[group_name];
}

std::map<std::string, int> CollisionChecker::AddCollisionShapes(
    const std::map<std::string, std::vector<BodyShapeDescription>>&
        geometry_groups) {
  std::map<std::string, int> num_added;
  try {
    for (const auto& [group_name, descriptions] : geometry_groups) {
      int& count = num_added[group_name];
      for (const BodyShapeDescription& description : descriptions) {
        if (AddCollisionShape(group_name, description)) ++count;
      }
    }
  } catch (...) {
    for (const auto& [group_name, count] : num_added) {
      const auto group = added_shapes_.find(group_name);
      if (group == added_shapes_.end() || count == 0) continue;
      RemoveAddedGeometries({group->second.end() - count, group->second.end()});
      group->second.erase(group->second.end() - count, group->second.end());
      if (group->second.empty()) added_shapes_.erase(group);
    }
    throw;
  }
  return num_added;
}

bool CollisionChecker::AddCollisionShapeToFrame(const std::string& group_name,
                                                const Frame& frameA,
                                                const Shape& shape,
                                                const RigidTransform& X_AG) {
  return AddCollisionShapeToBody(group_name, frameA.body, shape,
                                 frameA.X_BF * X_AG);
}

bool CollisionChecker::AddCollisionShapeToBody(const std::string& group_name,
                                               BodyIndex bodyA,
                                               const Shape& shape,
                                               const RigidTransform& X_AG) {
  const RigidBody& body = get_body(bodyA);
  return AddCollisionShape(
      group_name,
      {shape, X_AG, plant().GetModelInstanceName(body.model_instance),
       body.name});
}

std::map<std::string, std::vector<BodyShapeDescription>>
CollisionChecker::GetAllAddedCollisionShapes() const {
  std::map<std::string, std::vector<BodyShapeDescription>> result;
  for (const auto& [group_name, shapes] : added_shapes_) {
    auto& descriptions = result[group_name];
    for (const AddedShape& added : shapes) {
      descriptions.push_back(added.description);
    }
  }
  return result;
}

void CollisionChecker::RemoveAllAddedCollisionShapes(
    const std::string& group_name) {
  const auto group = added_shapes_.find(group_name);
  if (group == added_shapes_.end()) return;
  RemoveAddedGeometries(group->second);
  added_shapes_.erase(group);
}

void CollisionChecker::RemoveAllAddedCollisionShapes() {
  while (!added_shapes_.empty()) {
    RemoveAllAddedCollisionShapes(std::string(added_shapes_.begin()->first));
  }
}

}  // namespace clearway
