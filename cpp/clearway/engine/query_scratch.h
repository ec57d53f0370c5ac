#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/engine/compiled_scene.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/math/types.h"

namespace clearway {

/// The memory that queries of a compiled scene work in: poses, and what earlier
/// queries left that may make later ones quicker, never different. It grows to
/// the scene's size in the first query of a scene; after that queries allocate
/// nothing.
///
/// @thread_safety One query at a time.
class QueryScratch {
 public:
  /// Makes room for `scene`, forgets another, and computes the poses at q.
  /// @pre scene.tree().CheckPositions(q).
  void SetPositions(const CompiledScene& scene, const ConstVectorRef& q);

  /// The pose of every body at the q of the last query.
  std::span<const RigidTransform> X_WB() const { return X_WB_; }

  /// X_WG of a geometry, and the centre of its ball in the world, computed when
  /// first asked for.
  const RigidTransform& X_WG(const CompiledScene& scene, int geometry) {
    const SceneGeometry& g = scene.geometries()[geometry];
    if (g.is_fixed) return g.X_WG;
    if (pose_epoch_[geometry] != epoch_) {
      pose_epoch_[geometry] = epoch_;
      X_WG_[geometry] = X_WB_[g.body] * g.X_BG;
    }
    return X_WG_[geometry];
  }
  const Vector3& p_WoSo(const CompiledScene& scene, int geometry) {
    if (centre_epoch_[geometry] != epoch_) {
      centre_epoch_[geometry] = epoch_;
      const SceneGeometry& g = scene.geometries()[geometry];
      p_WoSo_[geometry] = X_WB_[g.body] * g.p_BoSo;
    }
    return p_WoSo_[geometry];
  }

  /// A guess of the normal of each pair in the world, zero for none.
  Vector3& axis_W(int pair) { return axis_W_[pair]; }
  /// The pair that last decided for a collision, -1 for none.
  int last_colliding_pair{-1};

  /// Lists that queries fill.
  std::vector<int>& candidates() { return candidates_; }

 private:
  std::uint64_t serial_{0};
  std::uint64_t epoch_{0};
  std::vector<RigidTransform> X_WB_;
  std::vector<RigidTransform> X_WG_;
  std::vector<Vector3> p_WoSo_;
  std::vector<std::uint64_t> pose_epoch_;
  std::vector<std::uint64_t> centre_epoch_;
  std::vector<Vector3> axis_W_;
  std::vector<int> candidates_;
};

}  // namespace clearway
