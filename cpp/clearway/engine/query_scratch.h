#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "clearway/engine/compiled_scene.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/math/types.h"

namespace clearway {

/// The memory that queries of a compiled scene work in: poses, and what earlier
/// queries left that may make later ones quicker, never different. It grows to
/// what moves in the scene in the first query of a scene; after that queries
/// allocate nothing.
///
/// @thread_safety One query at a time.
class QueryScratch {
 public:
  /// Makes room for `scene`, forgets another, and computes the poses at q.
  /// @pre scene.tree().CheckPositions(q).
  void SetPositions(const CompiledScene& scene, const ConstVectorRef& q);

  /// The pose of every body at the q of the last query. Of those that nothing
  /// moves only the ones are kept up to date that something moving hangs on.
  std::span<const RigidTransform> X_WB() const { return X_WB_; }

  /// X_WG of a geometry, and the centre of its ball in the world, computed when
  /// first asked for.
  const RigidTransform& X_WG(const CompiledScene& scene, int geometry) {
    const SceneGeometry& g = scene.geometries()[geometry];
    if (g.is_fixed()) return g.X_WG;
    if (pose_epoch_[g.mover] != epoch_) {
      pose_epoch_[g.mover] = epoch_;
      X_WG_[g.mover] = X_WB_[g.body] * g.X_BG;
    }
    return X_WG_[g.mover];
  }
  const Vector3& p_WoSo(const CompiledScene& scene, int geometry) {
    const SceneGeometry& g = scene.geometries()[geometry];
    if (g.is_fixed()) return g.p_WoSo;
    if (centre_epoch_[g.mover] != epoch_) {
      centre_epoch_[g.mover] = epoch_;
      p_WoSo_[g.mover] = X_WB_[g.body] * g.p_BoSo;
    }
    return p_WoSo_[g.mover];
  }

  /// A guess of the normal of a pair in the world, zero for none: of as many
  /// pairs as there is room for.
  Vector3& axis_W(const ScenePair& pair) {
    Axis& axis =
        axes_[(static_cast<unsigned>(pair.A) * 7919u + pair.B) % kNumAxes];
    if (axis.A != pair.A || axis.B != pair.B) {
      axis = {pair.A, pair.B, Vector3::Zero()};
    }
    return axis.axis_W;
  }

  /// The pair that last decided for a collision, if it is one still.
  std::optional<ScenePair>& last_colliding_pair() {
    return last_colliding_pair_;
  }

  /// A list that queries fill.
  std::vector<ScenePair>& candidates() { return candidates_; }

 private:
  struct Axis {
    int A{-1};
    int B{-1};
    Vector3 axis_W;
  };
  static constexpr unsigned kNumAxes = 1024;

  std::uint64_t serial_{0};
  std::uint64_t revision_{0};
  std::uint64_t epoch_{0};
  std::vector<RigidTransform> X_WB_;
  // By mover.
  std::vector<RigidTransform> X_WG_;
  std::vector<Vector3> p_WoSo_;
  std::vector<std::uint64_t> pose_epoch_;
  std::vector<std::uint64_t> centre_epoch_;
  std::vector<Axis> axes_;
  std::optional<ScenePair> last_colliding_pair_;
  std::vector<ScenePair> candidates_;
};

}  // namespace clearway
