#pragma once

#include <cstdint>
#include <memory>

#include "clearway/common/function_ref.h"
#include "clearway/math/types.h"
#include "clearway/world/body_pair_table.h"

namespace clearway {

/// Which pairs of bodies are not looked at.
///
///      0  checked
///      1  filtered; may be changed
///     -1  filtered by definition: a body with itself, two environment bodies
///
/// A setter that throws has changed nothing.
class CollisionFilters {
 public:
  /// The nominal filters of a plant. A pair with a robot body is filtered iff
  /// both have geometry and the plant excludes them (adjacent, welded, or told
  /// to), or they are welded together, geometry or not.
  CollisionFilters(const MultibodyPlant& plant,
                   std::shared_ptr<const BodyRoles> roles);
  /// Of each pair A < B of which one is robot what `is_filtered(A, B)` says.
  CollisionFilters(std::shared_ptr<const BodyRoles> roles,
                   FunctionRef<bool(BodyIndex, BodyIndex)> is_filtered);

  /// @throws std::out_of_range if an index is not that of a body.
  bool IsFilteredBetween(BodyIndex bodyA, BodyIndex bodyB) const;
  /// The same, for a pair that is known to be in the table.
  bool IsFilteredBetweenUnchecked(BodyIndex bodyA, BodyIndex bodyB) const {
    return table_.Get(bodyA, bodyB) != 0;
  }
  /// All bodies x all bodies, a copy.
  Eigen::MatrixXi ToMatrix() const;

  /// Adjacent and welded pairs may be un-filtered, and are then checked.
  /// @throws std::out_of_range if an index is not that of a body.
  /// @throws std::invalid_argument if the bodies are the same or both are
  /// environment.
  void SetFilteredBetween(BodyIndex bodyA, BodyIndex bodyB, bool filtered);
  /// @throws std::invalid_argument if the body is environment.
  void SetFilteredWithAllBodies(BodyIndex body);
  /// @throws std::invalid_argument unless `filters` is bodies x bodies,
  /// symmetric, -1 on the diagonal and between environment bodies, and 0 or 1
  /// elsewhere.
  void SetMatrix(const Eigen::Ref<const Eigen::MatrixXi>& filters);

  bool operator==(const CollisionFilters& other) const = default;

 private:
  const BodyRoles& roles() const { return table_.roles(); }

  BodyPairTable<std::int8_t> table_;
};

}  // namespace clearway
