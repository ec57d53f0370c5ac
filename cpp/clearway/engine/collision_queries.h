#pragma once

#include <cstdint>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/engine/compiled_scene.h"
#include "clearway/engine/query_scratch.h"
#include "clearway/math/types.h"
#include "clearway/query/signed_distance.h"

namespace clearway {

// The queries of a compiled scene at one configuration. Bounds leave out the
// pairs that are surely further apart than matters, by the margin of
// query/tolerance.h; the rest are decided by the exact functions of query/. The
// answers are those of testing every pair.
//
// All take q with @pre scene.tree().CheckPositions(q), allocate nothing but
// what their results need to grow, and are reentrant, one scratch a thread.

/// Whether a pair's distance is at most its padding.
bool HasCollision(const CompiledScene& scene, const ConstVectorRef& q,
                  QueryScratch* scratch);

/// The distance of one pair of a scene, witnesses and all, with its padding
/// taken off: A is grown by it, so that
///
///     p_WCa - p_WCb = distance * nhat_BA_W,  distance = geometric - padding.
struct PairDistance {
  ScenePair pair;
  SignedDistancePair result;
};

/// Every pair whose distance (less padding) is at most `max_distance`, in the
/// canonical order of pairs (CompiledScene::ComesBefore).
void CalcPairDistances(const CompiledScene& scene, const ConstVectorRef& q,
                       double max_distance, QueryScratch* scratch,
                       std::vector<PairDistance>* distances);

/// Two bodies in collision, by their deepest pair of geometries. Body A is
/// robot; if both are, A is the lower.
///
/// distance <= 0 is the geometric one less the padding; Ca is the witness on A
/// grown by the padding, and p_WCa - p_WCb = distance * nhat_BA_W.
struct BodyCollision {
  BodyIndex body_index_A;
  BodyIndex body_index_B;
  double distance{};                    ///< [m]
  Vector3 p_WCa{Vector3::Zero()};       ///< [m]
  Vector3 p_WCb{Vector3::Zero()};       ///< [m]
  Vector3 nhat_BA_W{Vector3::UnitZ()};  ///< Unit, out of B, towards A.
};

/// Every pair of bodies in collision, sorted by A, then B; of equally deep
/// pairs of geometries the first counts.
void FindCollisions(const CompiledScene& scene, const ConstVectorRef& q,
                    QueryScratch* scratch,
                    std::vector<BodyCollision>* collisions);

/// Two bodies in collision. Body A is robot; if both are, A is the lower.
struct BodyPair {
  BodyIndex body_index_A;
  BodyIndex body_index_B;

  bool operator==(const BodyPair&) const = default;
};

/// The bodies of FindCollisions(), in its order, without the depths, which
/// cost far more.
void FindCollidingPairs(const CompiledScene& scene, const ConstVectorRef& q,
                        QueryScratch* scratch, std::vector<BodyPair>* pairs);

/// What each robot body collides with: bit 0 environment, bit 1 robot, in
/// body order; 0 for environment bodies.
void ClassifyBodies(const CompiledScene& scene, const ConstVectorRef& q,
                    QueryScratch* scratch, std::vector<std::uint8_t>* bits);

}  // namespace clearway
