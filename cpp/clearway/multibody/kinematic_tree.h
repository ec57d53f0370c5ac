#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/math/types.h"
#include "clearway/multibody/joint_motion.h"
#include "clearway/multibody/tree_node.h"

namespace clearway {

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
  /// have a higher index than its child. A node that owns velocities owns the
  /// positions of its coordinates. @pre acyclic.
  KinematicTree(std::vector<TreeNode> nodes,
                std::vector<CoordinateMap> coordinates, int num_positions,
                int num_velocities);

  int num_bodies() const { return static_cast<int>(nodes_.size()); }
  int num_positions() const { return num_positions_; }
  int num_velocities() const { return num_velocities_; }
  const TreeNode& node(BodyIndex body) const { return nodes_[body]; }
  std::span<const CoordinateMap> coordinates() const { return coordinates_; }
  /// Where in q each quaternion (w x y z) begins, ascending.
  std::span<const int> quaternion_starts() const { return quaternion_starts_; }
  /// Bodies with every parent before its children; the world first.
  std::span<const BodyIndex> order() const { return order_; }

  /// A tree in which `body` is fixed to `parent` at X_PB, and all that hangs on
  /// it follows. Its own positions stay in q, and are ignored.
  /// @throws std::out_of_range if there is no such body or parent.
  /// @throws std::invalid_argument if body is the world, or parent is body or
  /// hangs on it.
  KinematicTree WithBodyFixedTo(BodyIndex body, BodyIndex parent,
                                const RigidTransform& X_PB) const;

  /// Whether `ancestor` is `body` or on its path to the world.
  bool IsOnPathToWorld(BodyIndex ancestor, BodyIndex body) const;
  /// The bodies that hang on this one, ascending.
  std::span<const BodyIndex> children(BodyIndex body) const {
    return std::span(children_).subspan(
        children_begin_[body],
        children_begin_[body + 1] - children_begin_[body]);
  }
  /// Whether any position of q moves the body.
  bool IsMovable(BodyIndex body) const {
    return !positions_moving(body).empty();
  }
  /// Positions that move the body, ascending.
  std::span<const int> positions_moving(BodyIndex body) const {
    return std::span(moving_positions_)
        .subspan(moving_begin_[body],
                 moving_begin_[body + 1] - moving_begin_[body]);
  }

  /// @throws std::invalid_argument, naming q and both sizes, unless q has
  /// num_positions() finite numbers and quaternions whose norm is off 1 by at
  /// most 1e-3. `name` is what the caller calls q.
  void CheckPositions(const ConstVectorRef& q,
                      std::string_view name = "q") const;

  /// The pose of every body: X_WB[b] for each b. @pre CheckPositions(q), and
  /// X_WB has num_bodies() elements. Allocates nothing.
  /// @throws std::invalid_argument, naming the body, for a pose that overflows.
  void CalcBodyPoses(const ConstVectorRef& q,
                     std::span<RigidTransform> X_WB) const;
  /// The same in two parts: the bodies that no position moves, once for all q;
  /// and those that one moves, @pre X_WB has the fixed ones.
  void CalcFixedBodyPoses(std::span<RigidTransform> X_WB) const;
  /// Of one of the former, from its parent's. @pre !IsMovable(body).
  RigidTransform CalcFixedPose(BodyIndex body,
                               const RigidTransform& X_WP) const;
  void CalcMovingBodyPoses(const ConstVectorRef& q,
                           std::span<RigidTransform> X_WB) const;

  /// Adds `sign` * direction^T * (d p_WQ / dq) to `row` (num_positions), for
  /// the point Q fixed in `body` that is now at p_WQ. Quaternion columns are
  /// the full derivative of the normalised quaternion: tangent to the sphere.
  /// Allocates nothing. @pre X_WB is CalcBodyPoses(q).
  void AddPointJacobianRow(const ConstVectorRef& q,
                           std::span<const RigidTransform> X_WB, BodyIndex body,
                           const Vector3& p_WQ, const Vector3& direction_W,
                           double sign,
                           Eigen::Ref<Eigen::RowVectorXd> row) const;

  /// The 3 x num_positions matrix d p_WQ / dq, columns as above.
  /// @throws std::invalid_argument as CheckPositions(q), or if p_BQ is not
  /// finite. @throws std::out_of_range if there is no such body.
  Matrix3X CalcPointJacobian(const ConstVectorRef& q, BodyIndex body,
                             const Vector3& p_BQ) const;

  /// N(q) of qdot = N(q) v: num_positions x num_velocities.
  /// @throws std::invalid_argument as CheckPositions(q).
  MatrixX CalcVelocityToQDotMatrix(const ConstVectorRef& q) const;

 private:
  // What a joint owns in q and v, whether or not its body now hangs elsewhere.
  struct OwnedPositions {
    JointType type;
    int position_start;
    int velocity_start;
  };

  // A node, with what CalcBodyPoses would otherwise find out on each call.
  struct Step {
    BodyIndex body;
    AlignedAxis axis;
    bool X_MB_is_identity{false};
  };

  void Compile();
  Step MakeStep(BodyIndex body) const;
  RigidTransform CalcPose(const Step& step, const ConstVectorRef& q,
                          const RigidTransform& X_WP) const;

  std::vector<TreeNode> nodes_;
  std::vector<CoordinateMap> coordinates_;
  int num_positions_;
  int num_velocities_;
  std::vector<int> quaternion_starts_;
  std::vector<OwnedPositions> owned_;
  std::vector<BodyIndex> order_;
  std::vector<Step> steps_;  // Fixed bodies, then moving ones.
  size_t num_fixed_steps_{0};
  std::vector<size_t> children_begin_;
  std::vector<BodyIndex> children_;
  std::vector<size_t> moving_begin_;
  std::vector<int> moving_positions_;
};

}  // namespace clearway
