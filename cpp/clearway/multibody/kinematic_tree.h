#pragma once

#include <memory>
#include <span>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/math/types.h"
#include "clearway/multibody/joint.h"

namespace clearway {

/// One coordinate of a joint as a function of q: multiplier * q[position] +
/// offset, or the constant `offset` where position is -1.
struct CoordinateMap {
  int position{-1};
  double multiplier{1};
  double offset{0};
};

/// How a body hangs on its parent: X_PB(q) = X_PF X_FM(coordinates) X_MB.
struct TreeNode {
  BodyIndex parent;
  JointType type{JointType::kFixed};
  RigidTransform X_PF;
  RigidTransform X_MB;
  Vector3 axis{Vector3::UnitZ()};  ///< In F, unit.
  double screw_pitch{0};           ///< [m] a turn.
  int first_coordinate{0};         ///< Into coordinates().
  int velocity_start{-1};          ///< Into v; -1 if it owns none.
};

/// The kinematics of a finalized plant, compiled: from q to the pose of every
/// body, and to the Jacobian of any point of one. This is the library's one
/// scalar double kinematics, the same bits on every machine.
///
/// A tree with a body hung elsewhere (an attachment) is another tree.
///
/// @thread_safety Immutable.
class KinematicTree {
 public:
  /// @param nodes  one a body; that of the world (0) is ignored. A parent may
  /// have a higher index than its child. @pre acyclic.
  /// @param quaternion_starts  where in q each quaternion (w x y z) begins.
  KinematicTree(std::vector<TreeNode> nodes,
                std::vector<CoordinateMap> coordinates, int num_positions,
                int num_velocities, std::vector<int> quaternion_starts);

  int num_bodies() const { return static_cast<int>(nodes_.size()); }
  int num_positions() const { return num_positions_; }
  int num_velocities() const { return num_velocities_; }
  const TreeNode& node(BodyIndex body) const { return nodes_[body]; }
  std::span<const CoordinateMap> coordinates() const { return coordinates_; }
  std::span<const int> quaternion_starts() const { return quaternion_starts_; }
  /// Bodies with every parent before its children; the world first.
  std::span<const BodyIndex> order() const { return order_; }

  /// A tree in which `body` is fixed to `parent` at X_PB. Its own positions
  /// stay in q, and are ignored.
  /// @throws std::invalid_argument if parent hangs on body.
  KinematicTree WithBodyFixedTo(BodyIndex body, BodyIndex parent,
                                const RigidTransform& X_PB) const;

  /// Whether `ancestor` is `body` or on its path to the world.
  bool IsOnPathToWorld(BodyIndex ancestor, BodyIndex body) const;
  /// Whether any position of q moves the body.
  bool IsMovable(BodyIndex body) const { return movable_[body]; }
  /// Positions that move the body, ascending.
  std::span<const int> positions_moving(BodyIndex body) const;

  /// @throws std::invalid_argument, naming q and both sizes, unless q has
  /// num_positions() finite numbers and quaternions whose norm is off 1 by at
  /// most 1e-3.
  void CheckPositions(const ConstVectorRef& q) const;

  /// The pose of every body: X_WB[b] for each b. @pre CheckPositions(q), and
  /// X_WB has num_bodies() elements. Allocates nothing.
  void CalcBodyPoses(const ConstVectorRef& q,
                     std::span<RigidTransform> X_WB) const;

  /// Adds `sign` * direction^T * (d p_WQ / dq) to `row` (num_positions), for
  /// the point Q fixed in `body` that is now at p_WQ. Quaternion columns are
  /// the full derivative of the normalised quaternion: tangent to the sphere.
  /// @pre X_WB is CalcBodyPoses(q).
  void AddPointJacobianRow(const ConstVectorRef& q,
                           std::span<const RigidTransform> X_WB, BodyIndex body,
                           const Vector3& p_WQ, const Vector3& direction_W,
                           double sign,
                           Eigen::Ref<Eigen::RowVectorXd> row) const;

  /// The 3 x num_positions matrix d p_WQ / dq.
  Eigen::Matrix3Xd CalcPointJacobian(const ConstVectorRef& q, BodyIndex body,
                                     const Vector3& p_BQ) const;

  /// qdot = N(q) v: num_positions x num_velocities.
  MatrixX CalcVelocityToQDotMatrix(const ConstVectorRef& q) const;

 private:
  std::vector<TreeNode> nodes_;
  std::vector<CoordinateMap> coordinates_;
  int num_positions_;
  int num_velocities_;
  std::vector<int> quaternion_starts_;
  std::vector<BodyIndex> order_;
  std::vector<char> movable_;
  std::vector<int> moving_begin_;
  std::vector<int> moving_positions_;
};

}  // namespace clearway
