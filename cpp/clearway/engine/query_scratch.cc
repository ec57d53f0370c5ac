#include "clearway/engine/query_scratch.h"

namespace clearway {

void QueryScratch::SetPositions(const CompiledScene& scene,
                                const ConstVectorRef& q) {
  if (serial_ != scene.serial()) {
    const std::size_t num_movers = scene.movers().size();
    serial_ = 0;  // Should memory run out below, the next query starts anew.
    X_WB_.assign(scene.fixed_poses().begin(), scene.fixed_poses().end());
    X_WG_.assign(num_movers, RigidTransform());
    p_WoSo_.assign(num_movers, Vector3::Zero());
    pose_epoch_.assign(num_movers, 0);
    centre_epoch_.assign(num_movers, 0);
    axes_.assign(kNumAxes, Axis{});
    last_colliding_pair_.reset();
    epoch_ = 0;
    serial_ = scene.serial();
  }
  if (revision_ != scene.revision()) {
    // Geometries may be gone, and others in their place.
    last_colliding_pair_.reset();
    revision_ = scene.revision();
  }
  ++epoch_;
  scene.tree().CalcMovingBodyPoses(q, X_WB_);
}

}  // namespace clearway
