#include <algorithm>
#include <atomic>
#include <cmath>

#include "clearway/common/check.h"
#include "clearway/planning/collision_checker.h"

// How CollisionChecker samples edges.

namespace clearway {

// The samples k / num_steps, k = 0 … num_steps, of one edge.
struct CollisionChecker::EdgeSamples {
  const ConstVectorRef& q1;
  const ConstVectorRef& q2;
  double distance;
  std::int64_t num_steps;

  double ratio(std::int64_t k) const {
    return static_cast<double>(k) / static_cast<double>(num_steps);
  }
  // The measure if k is the first colliding sample; past the last one: none.
  EdgeMeasure MakeMeasure(std::int64_t first_colliding) const {
    return {distance, first_colliding > num_steps ? 1.0
                      : first_colliding == 0      ? -1.0
                                                  : ratio(first_colliding - 1)};
  }
};

CollisionChecker::EdgeSamples CollisionChecker::MakeEdgeSamples(
    const ConstVectorRef& q1, const ConstVectorRef& q2) const {
  const double distance = provider_->ComputeConfigurationDistance(q1, q2);
  const double num_steps = std::ceil(distance / edge_step_size_);
  constexpr double kMaxSteps = 2147483647;
  ThrowUnless(num_steps <= kMaxSteps, "the edge has length ", distance,
              ", more than ", kMaxSteps,
              " times edge_step_size = ", edge_step_size_);
  return {q1, q2, distance,
          std::max<std::int64_t>(1, static_cast<std::int64_t>(num_steps))};
}

bool CollisionChecker::CheckSample(CollisionCheckerContext* model_context,
                                   const EdgeSamples& edge,
                                   std::int64_t k) const {
  VectorX& q = model_context->sample_;
  provider_->InterpolateBetweenConfigurations(edge.q1, edge.q2, edge.ratio(k),
                                              &q);
  return CheckContextConfigCollisionFree(model_context, q);
}

bool CollisionChecker::CheckEdgeCollisionFree(
    const ConstVectorRef& q1, const ConstVectorRef& q2,
    std::optional<int> context_number) const {
  const ContextLease lease = LeaseContext(context_number);
  return CheckContextEdgeCollisionFree(lease.context(), q1, q2);
}

bool CollisionChecker::CheckContextEdgeCollisionFree(
    CollisionCheckerContext* model_context, const ConstVectorRef& q1,
    const ConstVectorRef& q2) const {
  CheckContext(model_context);
  world_.tree().CheckPositions(q1, "q1");
  world_.tree().CheckPositions(q2, "q2");
  if (!CheckContextConfigCollisionFree(model_context, q2)) return false;
  const EdgeSamples edge = MakeEdgeSamples(q1, q2);
  for (std::int64_t k = 0; k < edge.num_steps; ++k) {
    if (!CheckSample(model_context, edge, k)) return false;
  }
  return true;
}

bool CollisionChecker::CheckEdgeCollisionFreeParallel(
    const ConstVectorRef& q1, const ConstVectorRef& q2,
    Parallelism parallelize) const {
  world_.tree().CheckPositions(q1, "q1");
  world_.tree().CheckPositions(q2, "q2");
  if (!CheckConfigCollisionFree(q2)) return false;
  const EdgeSamples edge = MakeEdgeSamples(q1, q2);
  std::atomic<bool> is_free{true};
  ForEachInParallel(edge.num_steps, parallelize,
                    [&](std::int64_t k, CollisionCheckerContext* context) {
                      if (is_free.load(std::memory_order_relaxed) &&
                          !CheckSample(context, edge, k)) {
                        is_free.store(false, std::memory_order_relaxed);
                      }
                    });
  return is_free;
}

EdgeMeasure CollisionChecker::MeasureEdgeCollisionFree(
    const ConstVectorRef& q1, const ConstVectorRef& q2,
    std::optional<int> context_number) const {
  const ContextLease lease = LeaseContext(context_number);
  return MeasureContextEdgeCollisionFree(lease.context(), q1, q2);
}

EdgeMeasure CollisionChecker::MeasureContextEdgeCollisionFree(
    CollisionCheckerContext* model_context, const ConstVectorRef& q1,
    const ConstVectorRef& q2) const {
  CheckContext(model_context);
  world_.tree().CheckPositions(q1, "q1");
  world_.tree().CheckPositions(q2, "q2");
  const EdgeSamples edge = MakeEdgeSamples(q1, q2);
  std::int64_t k = 0;
  while (k <= edge.num_steps && CheckSample(model_context, edge, k)) ++k;
  return edge.MakeMeasure(k);
}

EdgeMeasure CollisionChecker::MeasureEdgeCollisionFreeParallel(
    const ConstVectorRef& q1, const ConstVectorRef& q2,
    Parallelism parallelize) const {
  world_.tree().CheckPositions(q1, "q1");
  world_.tree().CheckPositions(q2, "q2");
  const EdgeSamples edge = MakeEdgeSamples(q1, q2);
  // Samples are handed out in order, so that all below the least colliding one
  // are checked, whichever thread finds it: the answer is the serial one.
  std::atomic<std::int64_t> first_colliding{edge.num_steps + 1};
  ForEachInParallel(
      edge.num_steps + 1, parallelize,
      [&](std::int64_t k, CollisionCheckerContext* context) {
        std::int64_t first = first_colliding.load();
        if (k >= first || CheckSample(context, edge, k)) return;
        while (k < first && !first_colliding.compare_exchange_weak(first, k)) {
        }
      });
  return edge.MakeMeasure(first_colliding);
}

std::vector<std::uint8_t> CollisionChecker::CheckEdgesCollisionFree(
    const ConstRowMatrixRef& edges, Parallelism parallelize) const {
  std::vector<std::uint8_t> free(edges.rows());
  if (edges.rows() == 0) return free;
  const Eigen::Index size = plant().num_positions();
  CheckRowSize("edges", edges.cols(), 2);
  ForEachRow("edges", edges.rows(), parallelize,
             [&](std::int64_t i, CollisionCheckerContext* context) {
               const double* row = edges.row(i).data();
               free[i] = CheckContextEdgeCollisionFree(
                   context, Eigen::Map<const VectorX>(row, size),
                   Eigen::Map<const VectorX>(row + size, size));
             });
  return free;
}

std::vector<std::uint8_t> CollisionChecker::CheckEdgesCollisionFree(
    const std::vector<Edge>& edges, Parallelism parallelize) const {
  std::vector<std::uint8_t> free(edges.size());
  ForEachRow("edges", static_cast<std::int64_t>(edges.size()), parallelize,
             [&](std::int64_t i, CollisionCheckerContext* context) {
               free[i] = CheckContextEdgeCollisionFree(context, edges[i].first,
                                                       edges[i].second);
             });
  return free;
}

std::vector<EdgeMeasure> CollisionChecker::MeasureEdgesCollisionFree(
    const ConstRowMatrixRef& edges, Parallelism parallelize) const {
  std::vector<EdgeMeasure> measures(edges.rows(), EdgeMeasure(0, 1));
  if (edges.rows() == 0) return measures;
  const Eigen::Index size = plant().num_positions();
  CheckRowSize("edges", edges.cols(), 2);
  ForEachRow("edges", edges.rows(), parallelize,
             [&](std::int64_t i, CollisionCheckerContext* context) {
               const double* row = edges.row(i).data();
               measures[i] = MeasureContextEdgeCollisionFree(
                   context, Eigen::Map<const VectorX>(row, size),
                   Eigen::Map<const VectorX>(row + size, size));
             });
  return measures;
}

std::vector<EdgeMeasure> CollisionChecker::MeasureEdgesCollisionFree(
    const std::vector<Edge>& edges, Parallelism parallelize) const {
  std::vector<EdgeMeasure> measures(edges.size(), EdgeMeasure(0, 1));
  ForEachRow("edges", static_cast<std::int64_t>(edges.size()), parallelize,
             [&](std::int64_t i, CollisionCheckerContext* context) {
               measures[i] = MeasureContextEdgeCollisionFree(
                   context, edges[i].first, edges[i].second);
             });
  return measures;
}

}  // namespace clearway
