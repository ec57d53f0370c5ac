#pragma once

#include <span>

#include "clearway/multibody/kinematic_tree.h"
#include "clearway/multibody/plant.h"
#include "clearway/world/body_roles.h"
#include "clearway/world/collision_filters.h"

namespace clearway::internal {

// A shape without end (a HalfSpace, a VoxelGrid whose outside is occupied) has
// no distance to another one, and lies on a body that nothing moves. What the
// queries cannot answer is refused when it comes to be, not when a
// configuration happens to reach it.

/* @throws std::invalid_argument if the shape's body moves. */
void CheckIsFixed(const MultibodyPlant& plant, const KinematicTree& tree,
                  const Shape& shape, BodyIndex body);

/* @throws std::invalid_argument if two such shapes would be checked against
 each other. */
void CheckUnboundedPairs(const MultibodyPlant& plant, const BodyRoles& roles,
                         const CollisionFilters& filters,
                         std::span<const CollisionGeometry> shapes);
/* The same, if only `changed` is new among them. */
void CheckUnboundedPairs(const MultibodyPlant& plant, const BodyRoles& roles,
                         const CollisionFilters& filters,
                         std::span<const CollisionGeometry> shapes,
                         const Shape& changed);

}  // namespace clearway::internal
