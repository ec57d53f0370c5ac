#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clearway/common/function_ref.h"
#include "clearway/common/parallelism.h"
#include "clearway/common/typed_index.h"
#include "clearway/engine/collision_queries.h"
#include "clearway/math/types.h"
#include "clearway/planning/body_shape_description.h"
#include "clearway/planning/collision_checker_context.h"
#include "clearway/planning/collision_checker_params.h"
#include "clearway/planning/context_pool.h"
#include "clearway/planning/distance_and_interpolation_provider.h"
#include "clearway/planning/edge_measure.h"
#include "clearway/planning/robot_clearance.h"
#include "clearway/planning/robot_collision_type.h"
#include "clearway/world/world.h"

namespace clearway {

/// Is a configuration, is an edge, free of collision, and by how much?
///
/// **What is checked.** Every pair of geometries on two bodies of which one is
/// robot (BodyRoles) and that are not filtered. A pair collides iff its signed
/// distance is at most the padding of its bodies: touching collides. q is the
/// whole position vector, in the order of plant().GetPositionNames(). It is
/// validated when it comes in: std::invalid_argument names q (in a batch its
/// row as well, as in "configs[7]: ") and both sizes, and refuses what is not
/// finite.
///
/// **Edges** are checked at samples: with d the provider's distance of q1 and
/// q2, and n = max(1, ceil(d / edge_step_size)), at the interpolations k / n,
/// k = 0 … n. What is thinner than a step may be missed.
///
/// **Contexts.** An implicit call (without a context) leases a context of the
/// checker's own from a pool: that of a number, or any that is free, waiting if
/// there is none (ContextPool). A call with a context uses that one: one of
/// MakeStandaloneModelContext(), say, one for each thread.
///
/// @thread_safety Const methods from any thread, several at once, but for
/// UpdatePositions(), model_context() and plant_context(), which do not lease:
/// without a number they mean the slot of the caller's OpenMP thread. All other
/// methods change the checker and need it for themselves. What throws has
/// changed nothing.
///
/// Subclasses implement the Do… methods, and call AllocateContexts() in the
/// constructor of the final class. Arguments are checked here.
class CollisionChecker {
 public:
  using Edge = std::pair<VectorX, VectorX>;

  virtual ~CollisionChecker();
  CollisionChecker& operator=(const CollisionChecker&) = delete;

  /// An independent checker over the same model: same padding, filters, added
  /// shapes, provider and step, as many contexts (at default positions), and no
  /// standalone ones.
  /// @throws std::logic_error before AllocateContexts().
  std::unique_ptr<CollisionChecker> Clone() const;

  // Model and robot.

  const RobotDiagram& model() const { return *model_; }
  const std::shared_ptr<const RobotDiagram>& shared_model() const {
    return model_;
  }
  const MultibodyPlant& plant() const { return model_->plant(); }
  const World& world() const { return world_; }
  /// @throws std::out_of_range if there is no such body.
  const RigidBody& get_body(BodyIndex body_index) const {
    return plant().get_body(body_index);
  }
  /// Sorted, without repeats.
  std::vector<ModelInstanceIndex> robot_model_instances() const;
  bool IsPartOfRobot(BodyIndex body_index) const;
  bool IsPartOfRobot(const RigidBody& body) const {
    return IsPartOfRobot(body.index);
  }
  /// Zeros: not always a valid configuration (quaternions).
  const VectorX& GetZeroConfiguration() const { return zero_configuration_; }

  // Contexts.

  int num_allocated_contexts() const;
  const CollisionCheckerContext& model_context(
      std::optional<int> context_number = std::nullopt) const;
  const PlantContext& plant_context(
      std::optional<int> context_number = std::nullopt) const;
  /// Sets the positions of a context of the pool, or of any context.
  /// @throws std::invalid_argument if q is refused, the context is null or of
  /// another model.
  const PlantContext& UpdatePositions(
      const ConstVectorRef& q,
      std::optional<int> context_number = std::nullopt) const;
  const PlantContext& UpdateContextPositions(
      CollisionCheckerContext* model_context, const ConstVectorRef& q) const;
  /// A context of the caller's own, at default positions.
  std::shared_ptr<CollisionCheckerContext> MakeStandaloneModelContext() const;
  /// Calls operation(model(), context) with each context of the pool, then its
  /// prototype, then every standalone context still alive.
  void PerformOperationAgainstAllModelContexts(
      const std::function<void(const RobotDiagram&, CollisionCheckerContext*)>&
          operation);
  /// The exclusive use of a context of the pool, as implicit calls have it.
  /// @see ContextPool
  ContextLease LeaseContext(
      std::optional<int> context_number = std::nullopt) const;
  std::optional<ContextLease> TryLeaseContext(
      std::optional<int> context_number = std::nullopt) const;

  // Configurations. True means free.

  bool CheckConfigCollisionFree(
      const ConstVectorRef& q,
      std::optional<int> context_number = std::nullopt) const;
  bool CheckContextConfigCollisionFree(CollisionCheckerContext* model_context,
                                       const ConstVectorRef& q) const;
  /// @param configs  one a row; or a list. @returns 1 for free, 0 for not.
  std::vector<std::uint8_t> CheckConfigsCollisionFree(
      const ConstRowMatrixRef& configs,
      Parallelism parallelize = Parallelism::Max()) const;
  std::vector<std::uint8_t> CheckConfigsCollisionFree(
      const std::vector<VectorX>& configs,
      Parallelism parallelize = Parallelism::Max()) const;

  /// The pairs of bodies in collision at q, each by its deepest geometries.
  std::vector<BodyCollision> FindCollisions(
      const ConstVectorRef& q,
      std::optional<int> context_number = std::nullopt) const;
  std::vector<BodyCollision> FindContextCollisions(
      CollisionCheckerContext* model_context, const ConstVectorRef& q) const;

  /// The bodies of FindCollisions(), in its order, without the depths: far
  /// cheaper, above all where meshes overlap.
  std::vector<BodyPair> FindCollidingPairs(
      const ConstVectorRef& q,
      std::optional<int> context_number = std::nullopt) const;
  std::vector<BodyPair> FindContextCollidingPairs(
      CollisionCheckerContext* model_context, const ConstVectorRef& q) const;

  /// One entry a body, in body order; environment bodies have kNoCollision. A
  /// self collision marks both bodies.
  std::vector<RobotCollisionType> ClassifyBodyCollisions(
      const ConstVectorRef& q,
      std::optional<int> context_number = std::nullopt) const;
  std::vector<RobotCollisionType> ClassifyContextBodyCollisions(
      CollisionCheckerContext* model_context, const ConstVectorRef& q) const;

  /// Distances, less padding, of at most influence_distance, and their
  /// gradients, which are those of the geometric distance.
  /// @throws std::invalid_argument unless influence_distance is finite, >= 0.
  RobotClearance CalcRobotClearance(
      const ConstVectorRef& q, double influence_distance,
      std::optional<int> context_number = std::nullopt) const;
  RobotClearance CalcContextRobotClearance(
      CollisionCheckerContext* model_context, const ConstVectorRef& q,
      double influence_distance) const;
  /// At most so many rows has a clearance, however great the influence.
  int MaxNumDistances(std::optional<int> context_number = std::nullopt) const;
  int MaxContextNumDistances(
      const CollisionCheckerContext& model_context) const;

  // Edges.

  /// Whether every sample of the edge is free. q2 comes first, since planners
  /// extend from a q1 that is known to be free.
  bool CheckEdgeCollisionFree(
      const ConstVectorRef& q1, const ConstVectorRef& q2,
      std::optional<int> context_number = std::nullopt) const;
  bool CheckContextEdgeCollisionFree(CollisionCheckerContext* model_context,
                                     const ConstVectorRef& q1,
                                     const ConstVectorRef& q2) const;
  /// The samples of one edge in parallel.
  bool CheckEdgeCollisionFreeParallel(
      const ConstVectorRef& q1, const ConstVectorRef& q2,
      Parallelism parallelize = Parallelism::Max()) const;
  /// @param edges  (q1, q2) one a row; or a list. @returns 1 for free.
  std::vector<std::uint8_t> CheckEdgesCollisionFree(
      const ConstRowMatrixRef& edges,
      Parallelism parallelize = Parallelism::Max()) const;
  std::vector<std::uint8_t> CheckEdgesCollisionFree(
      const std::vector<Edge>& edges,
      Parallelism parallelize = Parallelism::Max()) const;

  /// How far from q1 the edge's samples are free. The parallel forms give the
  /// same answer.
  EdgeMeasure MeasureEdgeCollisionFree(
      const ConstVectorRef& q1, const ConstVectorRef& q2,
      std::optional<int> context_number = std::nullopt) const;
  EdgeMeasure MeasureContextEdgeCollisionFree(
      CollisionCheckerContext* model_context, const ConstVectorRef& q1,
      const ConstVectorRef& q2) const;
  EdgeMeasure MeasureEdgeCollisionFreeParallel(
      const ConstVectorRef& q1, const ConstVectorRef& q2,
      Parallelism parallelize = Parallelism::Max()) const;
  std::vector<EdgeMeasure> MeasureEdgesCollisionFree(
      const ConstRowMatrixRef& edges,
      Parallelism parallelize = Parallelism::Max()) const;
  std::vector<EdgeMeasure> MeasureEdgesCollisionFree(
      const std::vector<Edge>& edges,
      Parallelism parallelize = Parallelism::Max()) const;

  // Distance and interpolation.

  const DistanceAndInterpolationProvider& distance_and_interpolation_provider()
      const {
    return *provider_;
  }
  std::shared_ptr<const DistanceAndInterpolationProvider>
  shared_distance_and_interpolation_provider() const {
    return provider_;
  }
  /// @throws std::invalid_argument if it is null, or breaks its promises at the
  /// default configuration q0: d(q0, q0) = 0 and interp(q0, q0, 0) = q0.
  void SetDistanceAndInterpolationProvider(
      std::shared_ptr<const DistanceAndInterpolationProvider> provider);
  /// These two replace one function of the pair that a checker has if it was
  /// made with configuration_distance_function. A null interpolation is the
  /// default one.
  /// @throws std::logic_error if the checker has a provider.
  /// @throws std::invalid_argument as above.
  void SetConfigurationDistanceFunction(
      ConfigurationDistanceFunction distance_function);
  void SetConfigurationInterpolationFunction(
      ConfigurationInterpolationFunction interpolation_function);
  double ComputeConfigurationDistance(const ConstVectorRef& q1,
                                      const ConstVectorRef& q2) const;
  VectorX InterpolateBetweenConfigurations(const ConstVectorRef& q1,
                                           const ConstVectorRef& q2,
                                           double ratio) const;
  /// They live as long as they like, and keep what the checker uses now.
  ConfigurationDistanceFunction MakeStandaloneConfigurationDistanceFunction()
      const;
  ConfigurationInterpolationFunction
  MakeStandaloneConfigurationInterpolationFunction() const;
  double edge_step_size() const { return edge_step_size_; }
  /// @throws std::invalid_argument unless it is finite and > 0.
  void set_edge_step_size(double edge_step_size);

  // Padding (CollisionPadding says what each refuses). [m]

  double GetPaddingBetween(BodyIndex bodyA_index, BodyIndex bodyB_index) const;
  void SetPaddingBetween(BodyIndex bodyA_index, BodyIndex bodyB_index,
                         double padding);
  MatrixX GetPaddingMatrix() const;
  void SetPaddingMatrix(const Eigen::Ref<const MatrixX>& collision_padding);
  double GetLargestPadding() const;
  std::optional<double> MaybeGetUniformRobotEnvironmentPadding() const;
  std::optional<double> MaybeGetUniformRobotRobotPadding() const;
  void SetPaddingOneRobotBodyAllEnvironmentPairs(BodyIndex body_index,
                                                 double padding);
  void SetPaddingAllRobotEnvironmentPairs(double padding);
  void SetPaddingAllRobotRobotPairs(double padding);

  // Filters (CollisionFilters says what each refuses).

  /// As they were made of the model.
  Eigen::MatrixXi GetNominalFilteredCollisionMatrix() const;
  Eigen::MatrixXi GetFilteredCollisionMatrix() const;
  void SetCollisionFilterMatrix(
      const Eigen::Ref<const Eigen::MatrixXi>& filter_matrix);
  bool IsCollisionFilteredBetween(BodyIndex bodyA_index,
                                  BodyIndex bodyB_index) const;
  void SetCollisionFilteredBetween(BodyIndex bodyA_index, BodyIndex bodyB_index,
                                   bool filter_collision);
  void SetCollisionFilteredWithAllBodies(BodyIndex body_index);

  // Added shapes, in named groups.

  /// Adds a shape to a body, robot or environment.
  /// @returns whether this kind of checker takes such a shape.
  /// @throws std::out_of_range, UnknownNameError if there is no such body.
  bool AddCollisionShape(const std::string& group_name,
                         const BodyShapeDescription& description);
  /// @returns how many were taken, altogether or by group. If one throws, none
  /// is added.
  int AddCollisionShapes(const std::string& group_name,
                         const std::vector<BodyShapeDescription>& descriptions);
  std::map<std::string, int> AddCollisionShapes(
      const std::map<std::string, std::vector<BodyShapeDescription>>&
          geometry_groups);
  bool AddCollisionShapeToFrame(const std::string& group_name,
                                const Frame& frameA, const Shape& shape,
                                const RigidTransform& X_AG);
  bool AddCollisionShapeToBody(const std::string& group_name, BodyIndex bodyA,
                               const Shape& shape, const RigidTransform& X_AG);
  std::map<std::string, std::vector<BodyShapeDescription>>
  GetAllAddedCollisionShapes() const;
  /// An unknown group is an empty one.
  void RemoveAllAddedCollisionShapes(const std::string& group_name);
  void RemoveAllAddedCollisionShapes();

  bool SupportsParallelChecking() const { return supports_parallel_checking_; }

 protected:
  /// A shape that a subclass took, and what it is called.
  struct AddedShape {
    GeometryId geometry_id;
    BodyIndex body_index;
    BodyShapeDescription description;
  };

  /// @throws std::invalid_argument for params that CollisionCheckerParams,
  /// World or the provider's setter refuses, or more than one context where
  /// parallel checking is not supported.
  CollisionChecker(CollisionCheckerParams params,
                   bool supports_parallel_checking);
  /// For DoClone().
  CollisionChecker(const CollisionChecker& other);

  /// Makes the pool, once, when the final class is ready.
  /// @throws std::logic_error if called twice.
  void AllocateContexts();
  World& mutable_world() { return world_; }

  virtual std::unique_ptr<CollisionChecker> DoClone() const = 0;
  virtual std::unique_ptr<CollisionCheckerContext> CreatePrototypeContext()
      const;
  /// Follows a change of the context's positions.
  virtual void DoUpdateContextPositions(
      CollisionCheckerContext* model_context) const = 0;
  virtual bool DoCheckContextConfigCollisionFree(
      CollisionCheckerContext* model_context) const = 0;
  /// @returns nothing if the checker does not take such a shape.
  virtual std::optional<GeometryId> DoAddCollisionShapeToBody(
      const std::string& group_name, const RigidBody& bodyA,
      const std::shared_ptr<const Shape>& shape,
      const RigidTransform& X_AG) = 0;
  virtual void RemoveAddedGeometries(const std::vector<AddedShape>& shapes) = 0;
  /// Follows a change of the filters.
  virtual void UpdateCollisionFilters() = 0;
  virtual RobotClearance DoCalcContextRobotClearance(
      CollisionCheckerContext* model_context,
      double influence_distance) const = 0;
  virtual std::vector<RobotCollisionType> DoClassifyContextBodyCollisions(
      CollisionCheckerContext* model_context) const = 0;
  virtual int DoMaxContextNumDistances(
      const CollisionCheckerContext& model_context) const = 0;
  /// Optional: a checker that knows no pairs throws std::logic_error.
  virtual std::vector<BodyCollision> DoFindContextCollisions(
      CollisionCheckerContext* model_context) const;
  /// Optional: those of DoFindContextCollisions() by default.
  virtual std::vector<BodyPair> DoFindContextCollidingPairs(
      CollisionCheckerContext* model_context) const;

 private:
  ContextPool& pool() const;
  int GetSlot(std::optional<int> context_number) const;
  void CheckContext(const CollisionCheckerContext* model_context) const;
  void ForEachInParallel(
      std::int64_t count, Parallelism parallelize,
      FunctionRef<void(std::int64_t, CollisionCheckerContext*)> work) const;

  struct EdgeSamples;
  EdgeSamples MakeEdgeSamples(const ConstVectorRef& q1,
                              const ConstVectorRef& q2) const;
  bool CheckSample(CollisionCheckerContext* model_context,
                   const EdgeSamples& edge, std::int64_t k) const;
  /// The same, with what is wrong about a row said of name[row].
  void ForEachRow(
      std::string_view name, std::int64_t count, Parallelism parallelize,
      FunctionRef<void(std::int64_t, CollisionCheckerContext*)> work) const;
  void CheckRowSize(const char* name, Eigen::Index num_columns,
                    int num_configurations) const;

  void CheckProvider(const DistanceAndInterpolationProvider& provider) const;
  void ApplyFilters(CollisionFilters filters);

  std::shared_ptr<const RobotDiagram> model_;
  bool supports_parallel_checking_;
  int num_contexts_;
  World world_;
  VectorX zero_configuration_;
  std::shared_ptr<const DistanceAndInterpolationProvider> provider_;
  double edge_step_size_;
  std::map<std::string, std::vector<AddedShape>> added_shapes_;
  std::unique_ptr<ContextPool> pool_;
  mutable std::vector<std::weak_ptr<CollisionCheckerContext>> standalone_;
};

}  // namespace clearway
