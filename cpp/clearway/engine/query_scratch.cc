#include "clearway/engine/query_scratch.h"

namespace clearway {

void QueryScratch::SetPositions(const CompiledScene& scene,
                                const ConstVectorRef& q) {
  if (serial_ != scene.serial()) {
    const std::size_t num_geometries = scene.geometries().size();
    serial_ = 0;  // Should memory run out below, the next query starts anew.
    X_WB_.assign(scene.num_bodies(), RigidTransform());
    X_WG_.assign(num_geometries, RigidTransform());
    p_WoSo_.assign(num_geometries, Vector3::Zero());
    pose_epoch_.assign(num_geometries, 0);
    centre_epoch_.assign(num_geometries, 0);
    axis_W_.assign(scene.pairs().size(), Vector3::Zero());
    candidates_.reserve(scene.pairs().size());
    last_colliding_pair = -1;
    epoch_ = 0;
    serial_ = scene.serial();
  }
  ++epoch_;
  scene.tree().CalcBodyPoses(q, X_WB_);
}

}  // namespace clearway
