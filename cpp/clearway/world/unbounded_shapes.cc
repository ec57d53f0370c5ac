#include "clearway/world/unbounded_shapes.h"

#include <vector>

#include "clearway/geometry/element_set.h"

namespace clearway::internal {

void CheckIsFixed(const MultibodyPlant& plant, const KinematicTree& tree,
                  const Shape& shape, BodyIndex body) {
  ThrowUnless(!tree.IsMovable(body), "shape: a ", to_string(shape.type()),
              " that goes on without end belongs on a body that is fixed to "
              "the world, and '",
              plant.get_body(body).name, "' moves");
}

void CheckUnboundedPairs(const MultibodyPlant& plant, const BodyRoles& roles,
                         const CollisionFilters& filters,
                         std::span<const CollisionGeometry> shapes) {
  std::vector<BodyIndex> bodies;
  for (const CollisionGeometry& geometry : shapes) {
    if (IsUnbounded(*geometry.shape)) bodies.push_back(geometry.body);
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

void CheckUnboundedPairs(const MultibodyPlant& plant, const BodyRoles& roles,
                         const CollisionFilters& filters,
                         std::span<const CollisionGeometry> shapes,
                         const Shape& changed) {
  if (IsUnbounded(changed)) CheckUnboundedPairs(plant, roles, filters, shapes);
}

}  // namespace clearway::internal
