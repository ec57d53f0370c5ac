#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "clearway/world/body_roles.h"

namespace clearway {

/// A symmetric value for each pair of bodies of which one is robot, stored as
/// robot rows x bodies: a scene with thousands of obstacles needs no table of
/// thousands squared.
template <class T>
class BodyPairTable {
 public:
  BodyPairTable(std::shared_ptr<const BodyRoles> roles, T initial)
      : roles_(std::move(roles)),
        values_(
            static_cast<std::size_t>(roles_->num_rows()) * roles_->num_bodies(),
            initial) {}

  const BodyRoles& roles() const { return *roles_; }

  /// @pre one of the bodies, which differ, is robot.
  T Get(BodyIndex bodyA, BodyIndex bodyB) const {
    return roles_->IsRobot(bodyA) ? values_[Place(bodyA, bodyB)]
                                  : values_[Place(bodyB, bodyA)];
  }

  /// @pre as Get.
  void Set(BodyIndex bodyA, BodyIndex bodyB, T value) {
    if (roles_->IsRobot(bodyA)) values_[Place(bodyA, bodyB)] = value;
    if (roles_->IsRobot(bodyB)) values_[Place(bodyB, bodyA)] = value;
  }

  bool operator==(const BodyPairTable& other) const {
    return values_ == other.values_;
  }

 private:
  std::size_t Place(BodyIndex robot_body, BodyIndex body) const {
    return static_cast<std::size_t>(roles_->row(robot_body)) *
               roles_->num_bodies() +
           body;
  }

  std::shared_ptr<const BodyRoles> roles_;
  std::vector<T> values_;
};

/// Calls visit(A, B) once for each pair A < B of which one is robot, ascending.
template <class Visit>
void ForEachRobotPair(const BodyRoles& roles, Visit&& visit) {
  for (int a = 0; a < roles.num_bodies(); ++a) {
    const BodyIndex A(a);
    if (roles.IsRobot(A)) {
      for (int b = a + 1; b < roles.num_bodies(); ++b) visit(A, BodyIndex(b));
      continue;
    }
    for (const BodyIndex B : roles.robot_bodies()) {
      if (B > A) visit(A, B);
    }
  }
}

}  // namespace clearway
