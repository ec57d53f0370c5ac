#include "clearway/engine/collision_queries.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "clearway/query/dispatch.h"
#include "clearway/query/tolerance.h"

namespace clearway {
namespace {

using internal::CalcDecisionMargin;

// A scene at a configuration: the culls, and the exact test of a pair.
class PosedScene {
 public:
  PosedScene(const CompiledScene& scene, const ConstVectorRef& q,
             QueryScratch* scratch)
      : scene_(scene), scratch_(*scratch) {
    scratch_.SetPositions(scene, q);
  }

  // Calls visit(pair) for each pair that may be within `radius` beyond its
  // padding; ends and returns true once visit does. Pairs that nothing moves
  // are left to the caller.
  template <class Visit>
  bool VisitCandidates(double radius, Visit&& visit) {
    // The far end of a robot meets most of what it meets.
    for (int m = static_cast<int>(scene_.movers().size()) - 1; m >= 0; --m) {
      if (VisitFixed(scene_.movers()[m], radius, visit)) return true;
    }
    for (const ScenePair& pair : scene_.moving_pairs()) {
      const Vector3 between =
          scratch_.p_WoSo(scene_, pair.A) - scratch_.p_WoSo(scene_, pair.B);
      const double margin =
          CalcDecisionMargin(std::max(Reach(pair.A), Reach(pair.B)));
      const double reach =
          std::max(0.0, scene_.geometries()[pair.A].radius +
                            scene_.geometries()[pair.B].radius + pair.padding +
                            radius + margin);
      if (between.squaredNorm() > reach * reach) continue;
      if (!AreBoxesApart(pair, radius, margin) && visit(pair)) return true;
    }
    return false;
  }

  // The same, into a list in canonical order, with those nothing moves.
  std::vector<ScenePair>& ListCandidates(double radius) {
    std::vector<ScenePair>& candidates = scratch_.candidates();
    candidates.clear();
    const auto add = [&candidates](const ScenePair& pair) {
      candidates.push_back(pair);
      return false;
    };
    // Of two fixed robot geometries each finds the other.
    for (const int geometry : scene_.fixed_robot_geometries()) {
      VisitFixed(geometry, radius, [&](const ScenePair& pair) {
        return (!pair.is_self || pair.A == geometry) && add(pair);
      });
    }
    VisitCandidates(radius, add);
    std::sort(candidates.begin(), candidates.end(),
              [this](const ScenePair& pair, const ScenePair& other) {
                return scene_.ComesBefore(pair, other);
              });
    return candidates;
  }

  bool IsColliding(const ScenePair& pair) {
    return internal::IsWithin(
        *scene_.geometries()[pair.A].shape, scratch_.X_WG(scene_, pair.A),
        *scene_.geometries()[pair.B].shape, scratch_.X_WG(scene_, pair.B),
        pair.padding, &scratch_.axis_W(pair));
  }

  SignedDistancePair CalcDistance(const ScenePair& pair) {
    SignedDistancePair result = ComputeSignedDistance(
        *scene_.geometries()[pair.A].shape, scratch_.X_WG(scene_, pair.A),
        *scene_.geometries()[pair.B].shape, scratch_.X_WG(scene_, pair.B));
    result.distance -= pair.padding;
    result.p_WCa -= pair.padding * result.nhat_BA_W;
    return result;
  }

 private:
  // Visits the pairs of a geometry with fixed ones.
  template <class Visit>
  bool VisitFixed(int geometry, double radius, Visit&& visit) {
    const SceneGeometry& g = scene_.geometries()[geometry];
    const double margin =
        CalcDecisionMargin(std::max(scene_.extent(), Reach(geometry)));
    const auto visit_other = [&](int other) {
      const std::optional<ScenePair> pair = scene_.FindPair(geometry, other);
      return pair.has_value() && !AreBoxesApart(*pair, radius, margin) &&
             visit(*pair);
    };
    if (!scene_.IsOnRobot(geometry)) {
      const auto others = scene_.fixed_robot_geometries();
      return std::any_of(others.begin(), others.end(), visit_other);
    }
    const double reach =
        g.radius + scene_.max_fixed_padding(geometry) + radius + margin;
    return scene_.fixed_boxes().VisitNear(scratch_.p_WoSo(scene_, geometry),
                                          reach, visit_other);
  }

  // How far from the world's origin a geometry may reach.
  double Reach(int geometry) {
    return scratch_.p_WoSo(scene_, geometry).lpNorm<1>() +
           scene_.geometries()[geometry].radius;
  }

  bool AreBoxesApart(const ScenePair& pair, double radius, double margin) {
    const SceneGeometry& A = scene_.geometries()[pair.A];
    const SceneGeometry& B = scene_.geometries()[pair.B];
    const double gap = pair.padding + radius + margin;
    const RigidTransform& X_WA = scratch_.X_WG(scene_, pair.A);
    const RigidTransform& X_WB = scratch_.X_WG(scene_, pair.B);
    if (B.shape->type() == ShapeType::kHalfSpace) {
      return IsBallAbove(X_WB, pair.A, gap);
    }
    if (A.shape->type() == ShapeType::kHalfSpace) {
      return IsBallAbove(X_WA, pair.B, gap);
    }
    if (!std::isfinite(A.radius) || !std::isfinite(B.radius)) return false;
    return internal::AreFurtherApart(A.box, B.box, X_WA.InvertAndCompose(X_WB),
                                     gap);
  }

  bool IsBallAbove(const RigidTransform& X_WH, int geometry, double gap) {
    const Vector3 p_HoSo_W =
        scratch_.p_WoSo(scene_, geometry) - X_WH.translation();
    return X_WH.rotation().matrix().col(2).dot(p_HoSo_W) -
               scene_.geometries()[geometry].radius >
           gap;
  }

  const CompiledScene& scene_;
  QueryScratch& scratch_;
};

BodyPair GetBodies(const CompiledScene& scene, const ScenePair& pair) {
  return {scene.geometries()[pair.A].body, scene.geometries()[pair.B].body};
}

}  // namespace

bool HasCollision(const CompiledScene& scene, const ConstVectorRef& q,
                  QueryScratch* scratch) {
  if (scene.has_fixed_collision()) return true;
  PosedScene posed(scene, q, scratch);
  // Neighbouring configurations collide in the same place.
  const std::optional<ScenePair> last = scratch->last_colliding_pair();
  if (last.has_value() && posed.IsColliding(*last)) return true;
  return posed.VisitCandidates(0, [&](const ScenePair& pair) {
    const bool is_last =
        last.has_value() && pair.A == last->A && pair.B == last->B;
    if (is_last || !posed.IsColliding(pair)) return false;
    scratch->last_colliding_pair() = pair;
    return true;
  });
}

void CalcPairDistances(const CompiledScene& scene, const ConstVectorRef& q,
                       double max_distance, QueryScratch* scratch,
                       std::vector<PairDistance>* distances) {
  PosedScene posed(scene, q, scratch);
  distances->clear();
  for (const ScenePair& pair : posed.ListCandidates(max_distance)) {
    const SignedDistancePair result = posed.CalcDistance(pair);
    if (result.distance <= max_distance) distances->push_back({pair, result});
  }
}

void FindCollisions(const CompiledScene& scene, const ConstVectorRef& q,
                    QueryScratch* scratch,
                    std::vector<BodyCollision>* collisions) {
  PosedScene posed(scene, q, scratch);
  collisions->clear();
  for (const ScenePair& pair : posed.ListCandidates(0)) {
    if (!posed.IsColliding(pair)) continue;
    const SignedDistancePair result = posed.CalcDistance(pair);
    const auto [A, B] = GetBodies(scene, pair);
    // Pairs of the same bodies follow one another.
    const bool is_first = collisions->empty() ||
                          collisions->back().body_index_A != A ||
                          collisions->back().body_index_B != B;
    if (is_first) {
      collisions->push_back({A, B});
    } else if (!(result.distance < collisions->back().distance)) {
      continue;
    }
    BodyCollision& collision = collisions->back();
    collision.distance = result.distance;
    collision.p_WCa = result.p_WCa;
    collision.p_WCb = result.p_WCb;
    collision.nhat_BA_W = result.nhat_BA_W;
  }
}

void FindCollidingPairs(const CompiledScene& scene, const ConstVectorRef& q,
                        QueryScratch* scratch, std::vector<BodyPair>* pairs) {
  PosedScene posed(scene, q, scratch);
  pairs->clear();
  for (const ScenePair& pair : posed.ListCandidates(0)) {
    const BodyPair bodies = GetBodies(scene, pair);
    // Pairs of the same bodies follow one another.
    const bool is_known = !pairs->empty() && pairs->back() == bodies;
    if (!is_known && posed.IsColliding(pair)) pairs->push_back(bodies);
  }
}

void ClassifyBodies(const CompiledScene& scene, const ConstVectorRef& q,
                    QueryScratch* scratch, std::vector<std::uint8_t>* bits) {
  constexpr std::uint8_t kEnvironment = 1;
  constexpr std::uint8_t kSelf = 2;
  PosedScene posed(scene, q, scratch);
  bits->assign(scene.num_bodies(), 0);
  for (const ScenePair& pair : posed.ListCandidates(0)) {
    const BodyPair bodies = GetBodies(scene, pair);
    std::uint8_t& A = (*bits)[bodies.body_index_A];
    std::uint8_t& B = (*bits)[bodies.body_index_B];
    const std::uint8_t bit = pair.is_self ? kSelf : kEnvironment;
    const bool is_known = (A & bit) && (!pair.is_self || (B & bit));
    if (is_known || !posed.IsColliding(pair)) continue;
    A |= bit;
    if (pair.is_self) B |= bit;
  }
}

}  // namespace clearway
