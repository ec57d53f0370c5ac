#include "clearway/world/world.h"

#include <algorithm>
#include <utility>

#include "clearway/geometry/element_set.h"

namespace clearway {
namespace {

std::shared_ptr<const MultibodyPlant> CheckPlant(
    std::shared_ptr<const MultibodyPlant> plant) {
  ThrowUnless(plant != nullptr, "plant must not be null");
  ThrowUnless(plant->is_finalized(), "plant must be finalized");
  return plant;
}

// A pair that the queries cannot answer is refused when it comes to be, not
// when a configuration happens to reach it.
void CheckUnboundedPairs(const MultibodyPlant& plant, const BodyRoles& roles,
                         const CollisionFilters& filters,
                         std::span<const CollisionGeometry> shapes) {
  std::vector<BodyIndex> bodies;
  for (const CollisionGeometry& geometry : shapes) {
    if (IsUnbounded(*geometry.shape)) {
      bodies.push_back(geometry.body);
    }
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      const BodyIndex A = bodies[i], B = bodies[j];
      if (A == B || !(roles.IsRobot(A) || roles.IsRobot(B))) continue;
      ThrowUnless(filters.IsFilteredBetweenUnchecked(A, B), "bodies '",
                  plant.get_body(A).name, "' and '", plant.get_body(B).name,
                  "' both have a HalfSpace or another shape that goes on "
                  "without end, and two have no distance: the pair must be "
                  "filtered");
    }
  }
}

}  // namespace

World::World(std::shared_ptr<const MultibodyPlant> plant,
             std::vector<ModelInstanceIndex> robot_model_instances,
             double env_collision_padding, double self_collision_padding)
    : plant_(CheckPlant(std::move(plant))),
      tree_(plant_->shared_tree()),
      roles_(std::make_shared<BodyRoles>(*plant_, *tree_,
                                         std::move(robot_model_instances))),
      nominal_filters_(std::make_shared<CollisionFilters>(*plant_, roles_)),
      filters_(*nominal_filters_),
      padding_(roles_, env_collision_padding, self_collision_padding),
      shapes_(plant_->geometries().begin(), plant_->geometries().end()) {
  for (const CollisionGeometry& geometry : shapes_) {
    next_id_ = std::max(next_id_, geometry.id + 1);
  }
  CheckUnboundedPairs(*plant_, *roles_, filters_, shapes_);
}

void World::SetFilters(CollisionFilters filters) {
  CheckUnboundedPairs(*plant_, *roles_, filters, shapes_);
  filters_ = std::move(filters);
  ++version_;
}

void World::SetPadding(CollisionPadding padding) {
  padding_ = std::move(padding);
  ++version_;
}

GeometryId World::AddShape(BodyIndex body, std::shared_ptr<const Shape> shape,
                           const RigidTransform& X_BG,
                           const std::string& name) {
  CheckIndex(body, plant_->num_bodies(), "body_index");
  ThrowUnless(shape != nullptr, "shape must not be null");
  const bool is_unbounded = IsUnbounded(*shape);
  ThrowUnless(!is_unbounded || !tree_->IsMovable(body), "shape: a ",
              to_string(shape->type()),
              " that goes on without end belongs on a body that is fixed to "
              "the world, and '",
              plant_->get_body(body).name, "' moves");
  const GeometryId id(next_id_);
  shapes_.push_back({id, body, name, X_BG, std::move(shape)});
  if (is_unbounded) {
    try {
      CheckUnboundedPairs(*plant_, *roles_, filters_, shapes_);
    } catch (...) {
      shapes_.pop_back();
      throw;
    }
  }
  ++next_id_;
  ++version_;
  return id;
}

void World::RemoveShapes(std::span<const GeometryId> ids) {
  const std::size_t num_model_shapes = plant_->geometries().size();
  std::vector<char> removed(shapes_.size(), 0);
  for (const GeometryId id : ids) {
    std::size_t i = num_model_shapes;
    while (i < shapes_.size() && shapes_[i].id != id) ++i;
    ThrowUnless(i < shapes_.size(), "geometry ", int{id},
                " is not that of an added shape");
    removed[i] = 1;
  }
  std::vector<CollisionGeometry> kept;
  kept.reserve(shapes_.size());
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (!removed[i]) kept.push_back(shapes_[i]);
  }
  shapes_ = std::move(kept);
  ++version_;
}

}  // namespace clearway
