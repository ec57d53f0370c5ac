#include "clearway/world/collision_filters.h"

#include <utility>
#include <vector>

namespace clearway {

CollisionFilters::CollisionFilters(const MultibodyPlant& plant,
                                   std::shared_ptr<const BodyRoles> roles)
    : table_(std::move(roles), std::int8_t{0}) {
  std::vector<char> has_geometry(plant.num_bodies(), 0);
  for (const CollisionGeometry& geometry : plant.geometries()) {
    has_geometry[geometry.body] = 1;
  }
  const auto has_robot = [this](BodyIndex A, BodyIndex B) {
    return this->roles().IsRobot(A) || this->roles().IsRobot(B);
  };
  for (const auto& [A, B] : plant.excluded_pairs()) {
    if (A != B && has_robot(A, B) && has_geometry[A] && has_geometry[B]) {
      table_.Set(A, B, 1);
    }
  }
  const auto welded = plant.welded_subgraph();
  ForEachRobotPair(this->roles(), [&](BodyIndex A, BodyIndex B) {
    if (welded[A] == welded[B]) table_.Set(A, B, 1);
  });
}

CollisionFilters::CollisionFilters(
    std::shared_ptr<const BodyRoles> roles,
    FunctionRef<bool(BodyIndex, BodyIndex)> is_filtered)
    : table_(std::move(roles), std::int8_t{0}) {
  ForEachRobotPair(this->roles(), [&](BodyIndex A, BodyIndex B) {
    table_.Set(A, B, is_filtered(A, B) ? 1 : 0);
  });
}

bool CollisionFilters::IsFilteredBetween(BodyIndex bodyA,
                                         BodyIndex bodyB) const {
  CheckIndex(bodyA, roles().num_bodies(), "bodyA_index");
  CheckIndex(bodyB, roles().num_bodies(), "bodyB_index");
  return bodyA == bodyB ||
         !(roles().IsRobot(bodyA) || roles().IsRobot(bodyB)) ||
         table_.Get(bodyA, bodyB) != 0;
}

Eigen::MatrixXi CollisionFilters::ToMatrix() const {
  const int n = roles().num_bodies();
  Eigen::MatrixXi result = Eigen::MatrixXi::Constant(n, n, -1);
  ForEachRobotPair(roles(), [&](BodyIndex A, BodyIndex B) {
    result(int{A}, int{B}) = result(int{B}, int{A}) = table_.Get(A, B);
  });
  return result;
}

void CollisionFilters::SetFilteredBetween(BodyIndex bodyA, BodyIndex bodyB,
                                          bool filtered) {
  CheckIndex(bodyA, roles().num_bodies(), "bodyA_index");
  CheckIndex(bodyB, roles().num_bodies(), "bodyB_index");
  ThrowUnless(bodyA != bodyB, "bodies ", int{bodyA}, " and ", int{bodyB},
              " are the same: that is filtered always");
  ThrowUnless(roles().IsRobot(bodyA) || roles().IsRobot(bodyB), "bodies ",
              int{bodyA}, " and ", int{bodyB},
              " are both environment: that is filtered always");
  table_.Set(bodyA, bodyB, filtered ? 1 : 0);
}

void CollisionFilters::SetFilteredWithAllBodies(BodyIndex body) {
  CheckIndex(body, roles().num_bodies(), "body_index");
  ThrowUnless(roles().IsRobot(body), "body ", int{body},
              " is not part of the robot");
  for (int b = 0; b < roles().num_bodies(); ++b) {
    if (b != body) table_.Set(body, BodyIndex(b), 1);
  }
}

void CollisionFilters::SetMatrix(
    const Eigen::Ref<const Eigen::MatrixXi>& filters) {
  const int n = roles().num_bodies();
  ThrowUnless(filters.rows() == n && filters.cols() == n,
              "filter_matrix must be ", n, " x ", n, " (bodies), got ",
              filters.rows(), " x ", filters.cols());
  for (int a = 0; a < n; ++a) {
    const auto refuse = [&filters, a](int b, const char* why) {
      throw std::invalid_argument(Concat("filter_matrix(", a, ", ", b,
                                         ") = ", filters(a, b), ": ", why));
    };
    if (filters(a, a) != -1) refuse(a, "the diagonal must be -1");
    for (int b = a + 1; b < n; ++b) {
      if (filters(a, b) != filters(b, a)) refuse(b, "it must be symmetric");
      const bool has_robot =
          roles().IsRobot(BodyIndex(a)) || roles().IsRobot(BodyIndex(b));
      if (!has_robot && filters(a, b) != -1) {
        refuse(b, "both bodies are environment, so that it must be -1");
      }
      if (has_robot && filters(a, b) != 0 && filters(a, b) != 1) {
        refuse(b, "a pair with a robot body must be 0 or 1");
      }
    }
  }
  ForEachRobotPair(roles(), [&](BodyIndex A, BodyIndex B) {
    table_.Set(A, B, static_cast<std::int8_t>(filters(int{A}, int{B})));
  });
}

}  // namespace clearway
