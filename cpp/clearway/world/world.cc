#include "clearway/world/world.h"

#include <algorithm>
#include <utility>

#include "clearway/geometry/element_set.h"
#include "clearway/world/unbounded_shapes.h"

namespace clearway {
namespace {

using Kind = WorldChange::Kind;

std::shared_ptr<const MultibodyPlant> CheckPlant(
    std::shared_ptr<const MultibodyPlant> plant) {
  ThrowUnless(plant != nullptr, "plant must not be null");
  ThrowUnless(plant->is_finalized(), "plant must be finalized");
  return plant;
}

}  // namespace

World::World(std::shared_ptr<const MultibodyPlant> plant,
             std::vector<ModelInstanceIndex> robot_model_instances,
             double env_collision_padding, double self_collision_padding)
    : plant_(CheckPlant(std::move(plant))),
      tree_(plant_->shared_tree()),
      fixed_X_WB_(plant_->num_bodies()),
      roles_(std::make_shared<BodyRoles>(*plant_, *tree_,
                                         std::move(robot_model_instances))),
      nominal_filters_(std::make_shared<CollisionFilters>(*plant_, roles_)),
      filters_(*nominal_filters_),
      padding_(roles_, env_collision_padding, self_collision_padding),
      enabled_(plant_->num_bodies(), 1),
      shapes_(plant_->geometries().begin(), plant_->geometries().end()) {
  tree_->CalcFixedBodyPoses(fixed_X_WB_);
  for (const CollisionGeometry& geometry : shapes_) {
    next_id_ = std::max(next_id_, geometry.id + 1);
  }
  internal::CheckUnboundedPairs(*plant_, *roles_, filters_, shapes_);
}

void World::CalcBodyPoses(const ConstVectorRef& q,
                          std::span<RigidTransform> X_WB) const {
  std::copy(fixed_X_WB_.begin(), fixed_X_WB_.end(), X_WB.begin());
  tree_->CalcMovingBodyPoses(q, X_WB);
}

void World::SetFilters(CollisionFilters filters) {
  internal::CheckUnboundedPairs(*plant_, *roles_, filters, shapes_);
  filters_ = std::move(filters);
  log_.Add({Kind::kPairs});
}

void World::SetFilteredBetween(BodyIndex A, BodyIndex B, bool filtered) {
  if (filters_.IsFilteredBetween(A, B) == filtered && A != B) return;
  filters_.SetFilteredBetween(A, B, filtered);
  try {
    internal::CheckUnboundedPairs(*plant_, *roles_, filters_, shapes_);
  } catch (...) {
    filters_.SetFilteredBetween(A, B, !filtered);
    throw;
  }
  log_.Add({.kind = Kind::kPair, .A = A, .B = B});
}

void World::SetPadding(CollisionPadding padding) {
  padding_ = std::move(padding);
  log_.Add({Kind::kPairs});
}

void World::SetPaddingBetween(BodyIndex A, BodyIndex B, double padding) {
  padding_.SetBetween(A, B, padding);
  log_.Add({.kind = Kind::kPair, .A = A, .B = B});
}

bool World::IsBodyEnabled(BodyIndex body) const {
  return enabled_[CheckIndex(body, plant_->num_bodies(), "body_index")];
}

void World::SetBodyEnabled(BodyIndex body, bool enabled) {
  if (IsBodyEnabled(body) == enabled) return;
  enabled_[body] = enabled;
  log_.Add({.kind = Kind::kBody, .A = body});
}

const CollisionGeometry* World::FindShape(GeometryId id) const {
  const auto place =
      std::ranges::lower_bound(shapes_, id, {}, &CollisionGeometry::id);
  return place != shapes_.end() && place->id == id ? &*place : nullptr;
}

CollisionGeometry& World::EditShape(GeometryId id) {
  const CollisionGeometry* shape = FindShape(id);
  const std::size_t num_model_shapes = plant_->geometries().size();
  ThrowUnless(shape != nullptr && shape >= shapes_.data() + num_model_shapes,
              "geometry ", int{id}, " is not that of an added shape");
  return shapes_[shape - shapes_.data()];
}

void World::CheckShape(const Shape* shape, BodyIndex body) const {
  ThrowUnless(shape != nullptr, "shape must not be null");
  if (IsUnbounded(*shape)) {
    internal::CheckIsFixed(*plant_, *tree_, *shape, body);
  }
}

GeometryId World::AddShape(BodyIndex body, std::shared_ptr<const Shape> shape,
                           const RigidTransform& X_BG,
                           const std::string& name) {
  CheckIndex(body, plant_->num_bodies(), "body_index");
  CheckShape(shape.get(), body);
  const GeometryId id(next_id_);
  shapes_.push_back({id, body, name, X_BG, std::move(shape)});
  try {
    internal::CheckUnboundedPairs(*plant_, *roles_, filters_, shapes_,
                                  *shapes_.back().shape);
  } catch (...) {
    shapes_.pop_back();
    throw;
  }
  ++next_id_;
  log_.Add({.kind = Kind::kShape, .shape = id});
  return id;
}

void World::MoveShape(GeometryId id, const RigidTransform& X_BG) {
  EditShape(id).X_BG = X_BG;
  log_.Add({.kind = Kind::kShape, .shape = id});
}

void World::ReplaceShape(GeometryId id, std::shared_ptr<const Shape> shape) {
  CollisionGeometry& geometry = EditShape(id);
  CheckShape(shape.get(), geometry.body);
  geometry.shape.swap(shape);
  try {
    internal::CheckUnboundedPairs(*plant_, *roles_, filters_, shapes_,
                                  *geometry.shape);
  } catch (...) {
    geometry.shape.swap(shape);
    throw;
  }
  log_.Add({.kind = Kind::kShape, .shape = id});
}

void World::RemoveShapes(std::span<const GeometryId> ids) {
  std::vector<char> removed(shapes_.size(), 0);
  for (const GeometryId id : ids) removed[&EditShape(id) - shapes_.data()] = 1;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (removed[i]) continue;
    if (kept != i) shapes_[kept] = std::move(shapes_[i]);
    ++kept;
  }
  shapes_.resize(kept);
  for (const GeometryId id : ids) {
    log_.Add({.kind = Kind::kShape, .shape = id});
  }
}

}  // namespace clearway
