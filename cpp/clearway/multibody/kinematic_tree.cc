#include "clearway/multibody/kinematic_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Geometry>

#include "clearway/common/check.h"

namespace clearway {
namespace {

constexpr double kQuaternionTolerance = 1e-3;

bool IsIdentity(const RigidTransform& X) {
  return X.rotation().matrix() == Matrix3::Identity() &&
         X.translation() == Vector3::Zero();
}

}  // namespace

KinematicTree::KinematicTree(std::vector<TreeNode> nodes,
                             std::vector<CoordinateMap> coordinates,
                             int num_positions, int num_velocities)
    : nodes_(std::move(nodes)),
      coordinates_(std::move(coordinates)),
      num_positions_(num_positions),
      num_velocities_(num_velocities) {
  for (const TreeNode& node : nodes_) {
    if (node.velocity_start < 0) continue;
    const int start = coordinates_[node.first_coordinate].position;
    owned_.push_back({node.type, start, node.velocity_start});
    if (node.type == JointType::kQuaternionFloating) {
      quaternion_starts_.push_back(start);
    }
  }
  std::sort(quaternion_starts_.begin(), quaternion_starts_.end());
  Compile();
}

KinematicTree::Step KinematicTree::MakeStep(BodyIndex body) const {
  const TreeNode& node = nodes_[body];
  AlignedAxis axis;
  for (int k = 0; k < 3; ++k) {
    if (std::abs(node.axis[k]) == 1) axis = {k, node.axis[k]};
  }
  return {body, axis, IsIdentity(node.X_MB)};
}

void KinematicTree::Compile() {
  const int n = num_bodies();
  std::vector<std::vector<BodyIndex>> children(n);
  for (int b = 1; b < n; ++b) {
    children[nodes_[b].parent].push_back(BodyIndex(b));
  }
  order_.assign(1, world_index());
  for (size_t i = 0; i < order_.size(); ++i) {
    const auto& next = children[order_[i]];
    order_.insert(order_.end(), next.begin(), next.end());
  }

  steps_.clear();
  std::vector<std::vector<int>> moving(n);
  for (const BodyIndex body : std::span(order_).subspan(1)) {
    const TreeNode& node = nodes_[body];
    steps_.push_back(MakeStep(body));

    std::vector<int>& positions = moving[body];
    positions = moving[node.parent];
    for (int i = 0; i < num_coordinates(node.type); ++i) {
      const int position = coordinates_[node.first_coordinate + i].position;
      if (position >= 0) positions.push_back(position);
    }
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()),
                    positions.end());
  }

  // What hangs on a moving body moves, so that parents stay before children.
  const auto first_moving = std::stable_partition(
      steps_.begin(), steps_.end(),
      [&moving](const Step& step) { return moving[step.body].empty(); });
  num_fixed_steps_ = first_moving - steps_.begin();

  children_begin_.assign(1, 0);
  children_.clear();
  for (const std::vector<BodyIndex>& each : children) {
    children_.insert(children_.end(), each.begin(), each.end());
    children_begin_.push_back(children_.size());
  }
  moving_begin_.assign(1, 0);
  moving_positions_.clear();
  for (const std::vector<int>& positions : moving) {
    moving_positions_.insert(moving_positions_.end(), positions.begin(),
                             positions.end());
    moving_begin_.push_back(moving_positions_.size());
  }
}

KinematicTree KinematicTree::WithBodyFixedTo(BodyIndex body, BodyIndex parent,
                                             const RigidTransform& X_PB) const {
  CheckIndex(body, num_bodies(), "body");
  CheckIndex(parent, num_bodies(), "parent");
  ThrowUnless(body != world_index(),
              "the world cannot be fixed to another body");
  ThrowUnless(!IsOnPathToWorld(body, parent), "body ", int{body},
              " cannot be fixed to body ", int{parent}, ", which hangs on it");
  KinematicTree result = *this;
  result.nodes_[body] = TreeNode{.parent = parent, .X_PF = X_PB};
  result.Compile();
  return result;
}

bool KinematicTree::IsOnPathToWorld(BodyIndex ancestor, BodyIndex body) const {
  while (body != ancestor && body != world_index()) body = nodes_[body].parent;
  return body == ancestor;
}

void KinematicTree::CheckPositions(const ConstVectorRef& q,
                                   std::string_view name) const {
  ThrowUnless(q.size() == num_positions_, name, " must have size ",
              num_positions_, ", got ", q.size());
  for (int i = 0; i < num_positions_; ++i) {
    ThrowUnless(std::isfinite(q[i]), name, "[", i, "] must be finite, got ",
                q[i]);
  }
  for (const int start : quaternion_starts_) {
    const double norm = q.segment<4>(start).norm();
    ThrowUnless(std::abs(norm - 1) <= kQuaternionTolerance, name, "[", start,
                "] to ", name, "[", start + 3,
                "] must be a quaternion of norm 1, but its norm is ", norm);
  }
}

inline RigidTransform KinematicTree::CalcPose(
    const Step& step, const ConstVectorRef& q,
    const RigidTransform& X_WP) const {
  const TreeNode& node = nodes_[step.body];
  JointCoordinates values;
  EvalCoordinates(node, coordinates_, q, &values);
  Matrix3 R = X_WP.rotation().matrix() * node.X_PF.rotation().matrix();
  Vector3 p = X_WP * node.X_PF.translation();
  MoveByJoint(node, step.axis, values, &R, &p);
  if (!step.X_MB_is_identity) {
    p += R * node.X_MB.translation();
    R = R * node.X_MB.rotation().matrix();
  }
  // What overflows would else compare as apart from everything, or as
  // touching it: each factor is finite, their products need not be.
  if (!R.allFinite() || !p.allFinite()) {
    throw std::invalid_argument(
        Concat("the pose of body ", int{step.body},
               " overflows: q, a mimic or an offset is too large"));
  }
  return RigidTransform::MakeUnchecked(R, p);
}

void KinematicTree::CalcBodyPoses(const ConstVectorRef& q,
                                  std::span<RigidTransform> X_WB) const {
  CalcFixedBodyPoses(X_WB);
  CalcMovingBodyPoses(q, X_WB);
}

void KinematicTree::CalcFixedBodyPoses(std::span<RigidTransform> X_WB) const {
  X_WB[0] = RigidTransform();
  const VectorX no_q;  // Their coordinates are constants.
  for (const Step& step : std::span(steps_).first(num_fixed_steps_)) {
    X_WB[step.body] = CalcPose(step, no_q, X_WB[nodes_[step.body].parent]);
  }
}

RigidTransform KinematicTree::CalcFixedPose(BodyIndex body,
                                            const RigidTransform& X_WP) const {
  return CalcPose(MakeStep(body), VectorX(), X_WP);
}

void KinematicTree::CalcMovingBodyPoses(const ConstVectorRef& q,
                                        std::span<RigidTransform> X_WB) const {
  for (const Step& step : std::span(steps_).subspan(num_fixed_steps_)) {
    X_WB[step.body] = CalcPose(step, q, X_WB[nodes_[step.body].parent]);
  }
}

void KinematicTree::AddPointJacobianRow(
    const ConstVectorRef& q, std::span<const RigidTransform> X_WB,
    BodyIndex body, const Vector3& p_WQ, const Vector3& direction_W,
    double sign, Eigen::Ref<Eigen::RowVectorXd> row) const {
  JointCoordinates values;
  JointMotions motions;
  for (; body != world_index(); body = nodes_[body].parent) {
    const TreeNode& node = nodes_[body];
    const int n = num_coordinates(node.type);
    if (n == 0) continue;
    EvalCoordinates(node, coordinates_, q, &values);
    CalcJointMotions(node, values, &motions);
    const RigidTransform& X_WP = X_WB[node.parent];
    const auto R_PW = X_WP.rotation().matrix().transpose();
    const Vector3 direction_P = R_PW * direction_W;
    const Vector3 p_OQ_P = R_PW * (p_WQ - X_WP.translation()) - motions.p_PO;
    for (int i = 0; i < n; ++i) {
      const CoordinateMap& map = coordinates_[node.first_coordinate + i];
      if (map.position < 0) continue;
      const Vector3 v_PQ = motions.w_P[i].cross(p_OQ_P) + motions.v_P[i];
      row[map.position] += sign * map.multiplier * direction_P.dot(v_PQ);
    }
  }
}

Matrix3X KinematicTree::CalcPointJacobian(const ConstVectorRef& q,
                                          BodyIndex body,
                                          const Vector3& p_BQ) const {
  CheckPositions(q);
  CheckIndex(body, num_bodies(), "body");
  ThrowUnless(p_BQ.allFinite(), "p_BQ must be finite");
  std::vector<RigidTransform> X_WB(nodes_.size());
  CalcBodyPoses(q, X_WB);
  RowMatrixX J = RowMatrixX::Zero(3, num_positions_);
  for (int k = 0; k < 3; ++k) {
    AddPointJacobianRow(q, X_WB, body, X_WB[body] * p_BQ, Vector3::Unit(k), 1,
                        J.row(k));
  }
  return J;
}

MatrixX KinematicTree::CalcVelocityToQDotMatrix(const ConstVectorRef& q) const {
  CheckPositions(q);
  MatrixX N = MatrixX::Zero(num_positions_, num_velocities_);
  for (const OwnedPositions& owned : owned_) {
    int position = owned.position_start;
    int velocity = owned.velocity_start;
    if (owned.type == JointType::kQuaternionFloating) {
      const Vector4 quaternion = q.segment<4>(position);
      N.block<4, 3>(position, velocity) =
          0.5 * CalcQuaternionRateMatrix(quaternion).transpose();
      position += 4;
      velocity += 3;
    }
    for (; velocity < owned.velocity_start + num_joint_velocities(owned.type);
         ++velocity, ++position) {
      N(position, velocity) = 1;
    }
  }
  return N;
}

}  // namespace clearway
