#include "clearway/engine/compiled_scene.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "clearway/geometry/element_set.h"
#include "clearway/query/dispatch.h"

namespace clearway {
namespace {

std::uint64_t TakeSerial() {
  static std::atomic<std::uint64_t> next{1};
  return next++;
}

}  // namespace

CompiledScene::CompiledScene(const World& world)
    : tree_(world.shared_tree()), serial_(TakeSerial()) {
  AddGeometries(world);
  AddPairs(world);
  SortPairsByMotion();
}

void CompiledScene::AddGeometries(const World& world) {
  // Bodies that no position moves have the same pose at any q.
  std::vector<RigidTransform> X_WB(num_bodies());
  tree_->CalcBodyPoses(world.plant().GetDefaultPositions(), X_WB);
  for (const CollisionGeometry& source : world.shapes()) {
    SceneGeometry geometry{
        source.id,       source.body, source.shape,
        source.X_BG,     false,       RigidTransform(),
        Vector3::Zero(), 0,           internal::OrientedBox{}};
    geometry.is_fixed = !tree_->IsMovable(source.body);
    if (geometry.is_fixed) geometry.X_WG = X_WB[source.body] * source.X_BG;
    const BoundingSphere sphere = CalcBoundingSphere(*source.shape);
    geometry.p_BoSo = source.X_BG * sphere.centre;
    geometry.radius = sphere.radius;
    const Aabb box = CalcAabb(*source.shape, RigidTransform());
    if (std::isfinite(sphere.radius)) {
      geometry.box.p_GoOo = box.centre();
      geometry.box.half_size = box.half_size();
    } else {
      geometry.box.half_size.setConstant(HUGE_VAL);
    }
    geometries_.push_back(std::move(geometry));
  }
}

void CompiledScene::AddPairs(const World& world) {
  const BodyRoles& roles = world.roles();
  std::vector<std::vector<int>> on_body(num_bodies());
  for (std::size_t g = 0; g < geometries_.size(); ++g) {
    if (IsEmpty(*geometries_[g].shape)) continue;  // It is at no distance.
    on_body[geometries_[g].body].push_back(static_cast<int>(g));
  }
  std::vector<BodyIndex> occupied;
  for (int b = 0; b < num_bodies(); ++b) {
    if (!on_body[b].empty()) occupied.push_back(BodyIndex(b));
  }
  for (const BodyIndex A : roles.robot_bodies()) {
    if (on_body[A].empty()) continue;
    for (const BodyIndex B : occupied) {
      if (B == A || (roles.IsRobot(B) && B < A)) continue;
      if (world.filters().IsFilteredBetweenUnchecked(A, B)) continue;
      const double padding = world.padding().GetBetweenUnchecked(A, B);
      for (const int a : on_body[A]) {
        for (const int b : on_body[B]) {
          pairs_.push_back({a, b, padding, roles.IsRobot(B)});
        }
      }
    }
  }
}

void CompiledScene::SortPairsByMotion() {
  std::vector<int> mover_of(geometries_.size(), -1);
  std::vector<int> slot_of(geometries_.size(), -1);
  std::vector<Aabb> boxes;
  std::vector<int> slots;
  // A mover is a geometry that moves against a fixed one; which of the two is A
  // does not matter here.
  const auto split = [this](const ScenePair& pair) {
    const bool A_is_fixed = geometries_[pair.A].is_fixed;
    return A_is_fixed ? std::pair(pair.B, pair.A) : std::pair(pair.A, pair.B);
  };
  const auto is_mover_and_fixed = [this](const ScenePair& pair) {
    return geometries_[pair.A].is_fixed != geometries_[pair.B].is_fixed;
  };
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const ScenePair& pair = pairs_[p];
    if (!is_mover_and_fixed(pair)) {
      auto& list = geometries_[pair.A].is_fixed ? fixed_pairs_ : moving_pairs_;
      list.push_back(static_cast<int>(p));
      continue;
    }
    const auto [mover, fixed] = split(pair);
    if (mover_of[mover] < 0) {
      mover_of[mover] = 0;
      movers_.push_back(mover);
    }
    if (slot_of[fixed] < 0) {
      slot_of[fixed] = static_cast<int>(slots.size());
      slots.push_back(slot_of[fixed]);
      boxes.push_back(
          CalcAabb(*geometries_[fixed].shape, geometries_[fixed].X_WG));
    }
  }
  std::sort(movers_.begin(), movers_.end());
  for (std::size_t m = 0; m < movers_.size(); ++m) {
    mover_of[movers_[m]] = static_cast<int>(m);
  }

  fixed_boxes_ = internal::BoxTree(boxes, slots);
  for (const Aabb& box : boxes) {
    for (const double x :
         {box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff()}) {
      if (std::isfinite(x)) extent_ = std::max(extent_, x);
    }
  }
  num_fixed_slots_ = static_cast<int>(slots.size());
  pair_with_fixed_.assign(movers_.size() * slots.size(), -1);
  max_fixed_padding_.assign(movers_.size(), -HUGE_VAL);
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const ScenePair& pair = pairs_[p];
    if (!is_mover_and_fixed(pair)) continue;
    const auto [mover, fixed] = split(pair);
    const std::size_t m = mover_of[mover];
    pair_with_fixed_[m * slots.size() + slot_of[fixed]] = static_cast<int>(p);
    max_fixed_padding_[m] = std::max(max_fixed_padding_[m], pair.padding);
  }
  for (const int p : fixed_pairs_) {
    const SceneGeometry& A = geometries_[pairs_[p].A];
    const SceneGeometry& B = geometries_[pairs_[p].B];
    has_fixed_collision_ =
        has_fixed_collision_ || internal::IsWithin(*A.shape, A.X_WG, *B.shape,
                                                   B.X_WG, pairs_[p].padding);
  }
}

}  // namespace clearway
