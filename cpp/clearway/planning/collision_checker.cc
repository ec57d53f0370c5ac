#include "clearway/planning/collision_checker.h"

#include <algorithm>

#include "clearway/common/check.h"
#include "clearway/common/fork.h"
#include "clearway/common/parallel_for.h"
#include "clearway/planning/function_provider.h"
#include "clearway/planning/linear_distance_and_interpolation_provider.h"

namespace clearway {
namespace {

std::shared_ptr<const RobotDiagram> CheckModel(
    std::shared_ptr<const RobotDiagram> model) {
  ThrowUnless(model != nullptr, "model must not be null");
  return model;
}

std::shared_ptr<const DistanceAndInterpolationProvider> MakeProvider(
    const CollisionCheckerParams& params) {
  const auto& given = params.distance_and_interpolation_provider;
  const auto& function = params.configuration_distance_function;
  ThrowUnless(given == nullptr || !function,
              "distance_and_interpolation_provider and "
              "configuration_distance_function exclude each other");
  if (given != nullptr) return given;
  auto linear = std::make_shared<LinearDistanceAndInterpolationProvider>(
      params.model->plant());
  if (!function) return linear;
  return std::make_shared<internal::FunctionProvider>(
      std::move(linear), function, ConfigurationInterpolationFunction());
}

}  // namespace

CollisionChecker::CollisionChecker(CollisionCheckerParams params,
                                   bool supports_parallel_checking)
    : model_(CheckModel(params.model)),
      supports_parallel_checking_(supports_parallel_checking),
      num_contexts_(params.implicit_context_parallelism.num_threads()),
      world_(model_->shared_plant(), std::move(params.robot_model_instances),
             params.env_collision_padding, params.self_collision_padding),
      zero_configuration_(VectorX::Zero(plant().num_positions())),
      provider_(MakeProvider(params)),
      edge_step_size_(CheckPositive(params.edge_step_size, "edge_step_size")) {
  // A context holds poses and scratch of its own; a slip must not fill memory.
  constexpr int kMaxContexts = 4096;
  ThrowUnless(num_contexts_ <= kMaxContexts,
              "implicit_context_parallelism must be at most ", kMaxContexts,
              ", got ", num_contexts_);
  ThrowUnless(supports_parallel_checking || num_contexts_ == 1,
              "implicit_context_parallelism must be 1 for a checker "
              "without parallel checking, got ",
              num_contexts_);
  CheckProvider(*provider_);
}

CollisionChecker::CollisionChecker(const CollisionChecker& other)
    : model_(other.model_),
      supports_parallel_checking_(other.supports_parallel_checking_),
      num_contexts_(other.num_contexts_),
      world_(other.world_),
      zero_configuration_(other.zero_configuration_),
      provider_(other.provider_),
      edge_step_size_(other.edge_step_size_),
      added_shapes_(other.added_shapes_),
      pool_(std::make_unique<ContextPool>(other.pool().prototype().Clone(),
                                          num_contexts_)) {}

CollisionChecker::~CollisionChecker() = default;

std::unique_ptr<CollisionChecker> CollisionChecker::Clone() const {
  pool();  // Throws before AllocateContexts().
  return DoClone();
}

void CollisionChecker::AllocateContexts() {
  if (pool_ != nullptr) {
    throw std::logic_error("AllocateContexts() has been called before");
  }
  auto prototype = CreatePrototypeContext();
  ThrowUnless(prototype != nullptr,
              "CreatePrototypeContext() must not return null");
  pool_ = std::make_unique<ContextPool>(std::move(prototype), num_contexts_);
}

std::unique_ptr<CollisionCheckerContext>
CollisionChecker::CreatePrototypeContext() const {
  return std::make_unique<CollisionCheckerContext>(model_);
}

// Model and robot.

std::vector<ModelInstanceIndex> CollisionChecker::robot_model_instances()
    const {
  const auto instances = world_.roles().robot_model_instances();
  return {instances.begin(), instances.end()};
}

bool CollisionChecker::IsPartOfRobot(BodyIndex body_index) const {
  CheckIndex(body_index, plant().num_bodies(), "body_index");
  return world_.roles().IsRobot(body_index);
}

// Contexts.

ContextPool& CollisionChecker::pool() const {
  if (pool_ == nullptr) {
    throw std::logic_error(
        "the checker has no contexts: AllocateContexts() has not been called");
  }
  return *pool_;
}

int CollisionChecker::GetSlot(std::optional<int> context_number) const {
  return context_number.value_or(CallerThreadNumber());
}

void CollisionChecker::CheckContext(
    const CollisionCheckerContext* model_context) const {
  ThrowUnless(model_context != nullptr, "model_context must not be null");
  ThrowUnless(&model_context->model() == model_.get(),
              "model_context belongs to the checker of another model");
}

int CollisionChecker::num_allocated_contexts() const {
  return pool_ == nullptr ? 0 : pool_->size();
}

const CollisionCheckerContext& CollisionChecker::model_context(
    std::optional<int> context_number) const {
  return pool().context(GetSlot(context_number));
}

const PlantContext& CollisionChecker::plant_context(
    std::optional<int> context_number) const {
  return model_context(context_number).plant_context();
}

const PlantContext& CollisionChecker::UpdatePositions(
    const ConstVectorRef& q, std::optional<int> context_number) const {
  return UpdateContextPositions(&pool().context(GetSlot(context_number)), q);
}

const PlantContext& CollisionChecker::UpdateContextPositions(
    CollisionCheckerContext* model_context, const ConstVectorRef& q) const {
  CheckContext(model_context);
  world_.tree().CheckPositions(q);
  model_context->SetPositions(q);
  DoUpdateContextPositions(model_context);
  return model_context->plant_context();
}

std::shared_ptr<CollisionCheckerContext>
CollisionChecker::MakeStandaloneModelContext() const {
  std::shared_ptr<CollisionCheckerContext> result = pool().prototype().Clone();
  const std::lock_guard lock(fork_mutex());
  std::erase_if(standalone_, [](const auto& weak) { return weak.expired(); });
  standalone_.push_back(result);
  return result;
}

void CollisionChecker::PerformOperationAgainstAllModelContexts(
    const std::function<void(const RobotDiagram&, CollisionCheckerContext*)>&
        operation) {
  ThrowUnless(operation != nullptr, "operation must not be null");
  std::vector<std::shared_ptr<CollisionCheckerContext>> standalone;
  {
    const std::lock_guard lock(fork_mutex());
    for (const auto& weak : standalone_) {
      if (auto context = weak.lock()) standalone.push_back(std::move(context));
    }
  }
  for (int slot = 0; slot < pool().size(); ++slot) {
    operation(*model_, &pool().context(slot));
  }
  operation(*model_, &pool().prototype());
  for (const auto& context : standalone) operation(*model_, context.get());
}

ContextLease CollisionChecker::LeaseContext(
    std::optional<int> context_number) const {
  return pool().Lease(context_number);
}

std::optional<ContextLease> CollisionChecker::TryLeaseContext(
    std::optional<int> context_number) const {
  return pool().TryLease(context_number);
}

void CollisionChecker::ForEachInParallel(
    std::int64_t count, Parallelism parallelize,
    FunctionRef<void(std::int64_t, CollisionCheckerContext*)> work) const {
  if (count == 0) return;
  const int num_wanted =
      supports_parallel_checking_
          ? std::min(CountWorkers(count, parallelize), pool().size())
          : 1;
  // A call waits for one context, and makes do with as many as it then finds:
  // calls that share a pool never wait for each other in a circle.
  std::vector<ContextLease> leases;
  leases.reserve(num_wanted);
  leases.push_back(pool().Lease(std::nullopt));
  while (static_cast<int>(leases.size()) < num_wanted) {
    auto lease = pool().TryLease(std::nullopt);
    if (!lease.has_value()) break;
    leases.push_back(std::move(*lease));
  }
  ParallelFor(count, Parallelism(static_cast<int>(leases.size())),
              [&](std::int64_t i, int worker) {
                leases[worker].TakeOver();
                work(i, leases[worker].context());
              });
}

void CollisionChecker::ForEachRow(
    std::string_view name, std::int64_t count, Parallelism parallelize,
    FunctionRef<void(std::int64_t, CollisionCheckerContext*)> work) const {
  ForEachInParallel(count, parallelize,
                    [&](std::int64_t i, CollisionCheckerContext* context) {
                      try {
                        work(i, context);
                      } catch (const std::invalid_argument& error) {
                        throw RowError(name, i, error.what());
                      }
                    });
}

void CollisionChecker::CheckRowSize(const char* name, Eigen::Index num_columns,
                                    int num_configurations) const {
  const int expected = plant().num_positions();
  ThrowUnless(num_columns == num_configurations * expected, name,
              ": q must have size ", expected, ", got ",
              static_cast<double>(num_columns) / num_configurations);
}

// Configurations.

bool CollisionChecker::CheckConfigCollisionFree(
    const ConstVectorRef& q, std::optional<int> context_number) const {
  const ContextLease lease = LeaseContext(context_number);
  return CheckContextConfigCollisionFree(lease.context(), q);
}

bool CollisionChecker::CheckContextConfigCollisionFree(
    CollisionCheckerContext* model_context, const ConstVectorRef& q) const {
  UpdateContextPositions(model_context, q);
  return DoCheckContextConfigCollisionFree(model_context);
}

std::vector<std::uint8_t> CollisionChecker::CheckConfigsCollisionFree(
    const ConstRowMatrixRef& configs, Parallelism parallelize) const {
  std::vector<std::uint8_t> free(configs.rows());
  if (configs.rows() == 0) return free;
  CheckRowSize("configs", configs.cols(), 1);
  ForEachRow("configs", configs.rows(), parallelize,
             [&](std::int64_t i, CollisionCheckerContext* context) {
               const Eigen::Map<const VectorX> q(configs.row(i).data(),
                                                 configs.cols());
               free[i] = CheckContextConfigCollisionFree(context, q);
             });
  return free;
}

std::vector<std::uint8_t> CollisionChecker::CheckConfigsCollisionFree(
    const std::vector<VectorX>& configs, Parallelism parallelize) const {
  std::vector<std::uint8_t> free(configs.size());
  ForEachRow("configs", static_cast<std::int64_t>(configs.size()), parallelize,
             [&](std::int64_t i, CollisionCheckerContext* context) {
               free[i] = CheckContextConfigCollisionFree(context, configs[i]);
             });
  return free;
}

std::vector<BodyCollision> CollisionChecker::FindCollisions(
    const ConstVectorRef& q, std::optional<int> context_number) const {
  const ContextLease lease = LeaseContext(context_number);
  return FindContextCollisions(lease.context(), q);
}

std::vector<BodyCollision> CollisionChecker::FindContextCollisions(
    CollisionCheckerContext* model_context, const ConstVectorRef& q) const {
  UpdateContextPositions(model_context, q);
  return DoFindContextCollisions(model_context);
}

std::vector<BodyCollision> CollisionChecker::DoFindContextCollisions(
    CollisionCheckerContext*) const {
  throw std::logic_error("this checker does not tell which bodies collide");
}

std::vector<BodyPair> CollisionChecker::FindCollidingPairs(
    const ConstVectorRef& q, std::optional<int> context_number) const {
  const ContextLease lease = LeaseContext(context_number);
  return FindContextCollidingPairs(lease.context(), q);
}

std::vector<BodyPair> CollisionChecker::FindContextCollidingPairs(
    CollisionCheckerContext* model_context, const ConstVectorRef& q) const {
  UpdateContextPositions(model_context, q);
  return DoFindContextCollidingPairs(model_context);
}

std::vector<BodyPair> CollisionChecker::DoFindContextCollidingPairs(
    CollisionCheckerContext* model_context) const {
  std::vector<BodyPair> pairs;
  for (const BodyCollision& hit : DoFindContextCollisions(model_context)) {
    pairs.push_back({hit.body_index_A, hit.body_index_B});
  }
  return pairs;
}

std::vector<RobotCollisionType> CollisionChecker::ClassifyBodyCollisions(
    const ConstVectorRef& q, std::optional<int> context_number) const {
  const ContextLease lease = LeaseContext(context_number);
  return ClassifyContextBodyCollisions(lease.context(), q);
}

std::vector<RobotCollisionType> CollisionChecker::ClassifyContextBodyCollisions(
    CollisionCheckerContext* model_context, const ConstVectorRef& q) const {
  UpdateContextPositions(model_context, q);
  return DoClassifyContextBodyCollisions(model_context);
}

RobotClearance CollisionChecker::CalcRobotClearance(
    const ConstVectorRef& q, double influence_distance,
    std::optional<int> context_number) const {
  const ContextLease lease = LeaseContext(context_number);
  return CalcContextRobotClearance(lease.context(), q, influence_distance);
}

RobotClearance CollisionChecker::CalcContextRobotClearance(
    CollisionCheckerContext* model_context, const ConstVectorRef& q,
    double influence_distance) const {
  CheckNonNegative(influence_distance, "influence_distance");
  UpdateContextPositions(model_context, q);
  RobotClearance result =
      DoCalcContextRobotClearance(model_context, influence_distance);
  for (int i = 0; i < result.num_positions(); ++i) {
    if (!world_.roles().IsRobotPosition(i)) {
      result.mutable_jacobians().col(i).setZero();
    }
  }
  return result;
}

int CollisionChecker::MaxNumDistances(std::optional<int> context_number) const {
  return MaxContextNumDistances(pool().context(context_number.value_or(0)));
}

int CollisionChecker::MaxContextNumDistances(
    const CollisionCheckerContext& model_context) const {
  CheckContext(&model_context);
  return DoMaxContextNumDistances(model_context);
}

}  // namespace clearway
