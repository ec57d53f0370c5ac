#include "clearway/world/collision_padding.h"

#include <algorithm>
#include <utility>

namespace clearway {

CollisionPadding::CollisionPadding(std::shared_ptr<const BodyRoles> roles,
                                   double env_collision_padding,
                                   double self_collision_padding)
    : table_(std::move(roles), 0.0) {
  CheckFinite(env_collision_padding, "env_collision_padding");
  CheckFinite(self_collision_padding, "self_collision_padding");
  SetAll(true, env_collision_padding);
  SetAll(false, self_collision_padding);
}

CollisionPadding::CollisionPadding(
    std::shared_ptr<const BodyRoles> roles,
    FunctionRef<double(BodyIndex, BodyIndex)> padding)
    : table_(std::move(roles), 0.0) {
  ForEachRobotPair(this->roles(), [&](BodyIndex A, BodyIndex B) {
    table_.Set(A, B, padding(A, B));
  });
}

double CollisionPadding::GetBetween(BodyIndex bodyA, BodyIndex bodyB) const {
  CheckIndex(bodyA, roles().num_bodies(), "bodyA_index");
  CheckIndex(bodyB, roles().num_bodies(), "bodyB_index");
  if (bodyA == bodyB || !(roles().IsRobot(bodyA) || roles().IsRobot(bodyB))) {
    return 0;
  }
  return table_.Get(bodyA, bodyB);
}

double CollisionPadding::GetLargest() const {
  std::optional<double> largest;
  ForEachRobotPair(roles(), [&](BodyIndex A, BodyIndex B) {
    largest = std::max(largest.value_or(-HUGE_VAL), table_.Get(A, B));
  });
  return largest.value_or(0);
}

std::optional<double> CollisionPadding::MaybeGetUniform(
    bool with_environment) const {
  std::optional<double> common;
  bool uniform = true;
  ForEachRobotPair(roles(), [&](BodyIndex A, BodyIndex B) {
    const bool has_environment = !(roles().IsRobot(A) && roles().IsRobot(B));
    if (has_environment != with_environment) return;
    const double padding = table_.Get(A, B);
    uniform = uniform && common.value_or(padding) == padding;
    common = padding;
  });
  return uniform ? common : std::nullopt;
}

std::optional<double> CollisionPadding::MaybeGetUniformRobotEnvironment()
    const {
  return MaybeGetUniform(true);
}

std::optional<double> CollisionPadding::MaybeGetUniformRobotRobot() const {
  return MaybeGetUniform(false);
}

MatrixX CollisionPadding::ToMatrix() const {
  MatrixX result = MatrixX::Zero(roles().num_bodies(), roles().num_bodies());
  ForEachRobotPair(roles(), [&](BodyIndex A, BodyIndex B) {
    result(int{A}, int{B}) = result(int{B}, int{A}) = table_.Get(A, B);
  });
  return result;
}

void CollisionPadding::SetBetween(BodyIndex bodyA, BodyIndex bodyB,
                                  double padding) {
  CheckIndex(bodyA, roles().num_bodies(), "bodyA_index");
  CheckIndex(bodyB, roles().num_bodies(), "bodyB_index");
  CheckFinite(padding, "padding");
  ThrowUnless(bodyA != bodyB, "bodies ", int{bodyA}, " and ", int{bodyB},
              " are the same: a body has no padding with itself");
  ThrowUnless(roles().IsRobot(bodyA) || roles().IsRobot(bodyB), "bodies ",
              int{bodyA}, " and ", int{bodyB},
              " are both environment: they have no padding");
  table_.Set(bodyA, bodyB, padding);
}

void CollisionPadding::SetMatrix(const Eigen::Ref<const MatrixX>& padding) {
  const int n = roles().num_bodies();
  ThrowUnless(padding.rows() == n && padding.cols() == n,
              "collision_padding must be ", n, " x ", n, " (bodies), got ",
              padding.rows(), " x ", padding.cols());
  for (int a = 0; a < n; ++a) {
    const auto refuse = [&padding, a](int b, const char* why) {
      throw std::invalid_argument(Concat("collision_padding(", a, ", ", b,
                                         ") = ", padding(a, b), ": ", why));
    };
    if (padding(a, a) != 0) refuse(a, "the diagonal must be 0");
    for (int b = a + 1; b < n; ++b) {
      const bool has_robot =
          roles().IsRobot(BodyIndex(a)) || roles().IsRobot(BodyIndex(b));
      if (!has_robot && !(padding(a, b) == 0 && padding(b, a) == 0)) {
        refuse(b, "both bodies are environment, so that it must be 0");
      }
      if (!std::isfinite(padding(a, b))) refuse(b, "it must be finite");
      if (!(padding(a, b) == padding(b, a))) {
        refuse(b, Concat("it must be symmetric, but (", b, ", ", a, ") is ",
                         padding(b, a))
                      .c_str());
      }
    }
  }
  ForEachRobotPair(roles(), [&](BodyIndex A, BodyIndex B) {
    table_.Set(A, B, padding(int{A}, int{B}));
  });
}

void CollisionPadding::SetOneRobotBodyAllEnvironment(BodyIndex body,
                                                     double padding) {
  CheckIndex(body, roles().num_bodies(), "body_index");
  CheckFinite(padding, "padding");
  ThrowUnless(roles().IsRobot(body), "body ", int{body},
              " is not part of the robot");
  for (int b = 0; b < roles().num_bodies(); ++b) {
    if (!roles().IsRobot(BodyIndex(b))) table_.Set(body, BodyIndex(b), padding);
  }
}

void CollisionPadding::SetAllRobotEnvironment(double padding) {
  SetAll(true, CheckFinite(padding, "padding"));
}

void CollisionPadding::SetAllRobotRobot(double padding) {
  SetAll(false, CheckFinite(padding, "padding"));
}

void CollisionPadding::SetAll(bool with_environment, double padding) {
  ForEachRobotPair(roles(), [&](BodyIndex A, BodyIndex B) {
    const bool has_environment = !(roles().IsRobot(A) && roles().IsRobot(B));
    if (has_environment == with_environment) table_.Set(A, B, padding);
  });
}

}  // namespace clearway
