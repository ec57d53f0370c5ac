#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/multibody/joint.h"
#include "clearway/multibody/kinematic_tree.h"
#include "clearway/multibody/name_table.h"

namespace clearway {

/// The model instances that every plant has.
inline ModelInstanceIndex world_model_instance() {
  return ModelInstanceIndex(0);
}
inline ModelInstanceIndex default_model_instance() {
  return ModelInstanceIndex(1);
}

/// A body of the plant. Body 0 is the world, of model instance 0.
struct RigidBody {
  BodyIndex index;
  std::string name;
  ModelInstanceIndex model_instance;
};

/// A frame fixed to a body. Each body has one of its own name.
struct Frame {
  FrameIndex index;
  std::string name;
  BodyIndex body;
  RigidTransform X_BF;
  ModelInstanceIndex model_instance;
};

/// A joint of the plant, with the place of its own positions in q.
struct Joint {
  JointIndex index;
  ModelInstanceIndex model_instance;
  BodyIndex parent;
  BodyIndex child;
  JointDescription description;  ///< Its axis is a unit vector.
  int position_start{0};         ///< Set by Finalize(), as all below.
  int num_positions{0};          ///< 0 for fixed and mimic joints.
  int velocity_start{0};
  int num_velocities{0};
};

/// A collision geometry of the plant.
struct CollisionGeometry {
  GeometryId id;
  BodyIndex body;
  std::string name;
  RigidTransform X_BG;
  std::shared_ptr<const Shape> shape;
};

/// Bodies, frames, joints, model instances, collision geometry and collision
/// filters: a robot and its surroundings as described, and their kinematics.
///
/// It is built by the Add… calls, then made ready by Finalize(), after which it
/// is immutable and safe from any thread. Calls in the wrong state throw
/// std::logic_error, an index of nothing std::out_of_range; a call that throws
/// has changed nothing. Names are unique in a model instance (those of joints,
/// of bodies, of frames; each body's frame bears its name); a look-up without
/// an instance throws std::invalid_argument if several instances have the name,
/// and UnknownNameError, with near names, if none has.
class MultibodyPlant {
 public:
  MultibodyPlant();
  MultibodyPlant(const MultibodyPlant&) = delete;
  MultibodyPlant& operator=(const MultibodyPlant&) = delete;

  // Building.

  /// Model instance 0 is the world's, "WorldModelInstance", 1 the default one,
  /// "DefaultModelInstance"; others are numbered from 2 on.
  /// @throws std::invalid_argument if the name is empty or taken.
  ModelInstanceIndex AddModelInstance(const std::string& name);
  /// @throws std::invalid_argument for a name that is empty or taken, or the
  /// world's instance.
  BodyIndex AddRigidBody(
      const std::string& name,
      ModelInstanceIndex model_instance = default_model_instance());
  /// A frame F fixed to body B, of its model instance.
  /// @throws std::invalid_argument for a name that is empty or taken.
  FrameIndex AddFrame(const std::string& name, BodyIndex body,
                      const RigidTransform& X_BF);
  /// A joint between bodies; its model instance is the child's.
  /// @throws std::invalid_argument for a loop (a child that is the world, has
  /// an inboard joint already, or is what the parent hangs on), a name that is
  /// taken, and what CheckJointDescription() refuses. Whom it mimics is looked
  /// up by Finalize(): the leader may be added later.
  JointIndex AddJoint(const JointDescription& description, BodyIndex parent,
                      BodyIndex child);
  /// Welds frame M to frame F: X_FM fixed. The joint is called
  /// `<F>_welds_to_<M>`. @throws std::invalid_argument as AddJoint().
  JointIndex WeldFrames(FrameIndex frame_on_parent_F,
                        FrameIndex frame_on_child_M,
                        const RigidTransform& X_FM = RigidTransform());
  /// A geometry G on body B. A shape without end needs a body that is fixed to
  /// the world, which Finalize() checks.
  /// @throws std::invalid_argument if the name is empty or taken on the body.
  GeometryId RegisterCollisionGeometry(BodyIndex body,
                                       const RigidTransform& X_BG,
                                       const Shape& shape,
                                       const std::string& name);
  /// Collisions between these bodies' geometries are not looked for.
  /// @throws std::invalid_argument if they are one body.
  void ExcludeCollisionsBetween(BodyIndex bodyA, BodyIndex bodyB);

  /// Ends the building. Roots that nothing fixes get a floating joint
  /// `$world_<root>`, those that carry other bodies first; mimics are resolved;
  /// positions are numbered along the tree, depth first, where a body's
  /// outboard joints come in the order they were added: the order of Drake.
  /// Excluded from collision from then on are also adjacent bodies (joined, by
  /// no floating joint, the parent not being the world) and bodies welded
  /// together, directly or through others.
  /// @throws UnknownNameError if a mimic's leader is unknown.
  /// @throws std::invalid_argument for mimics in a loop, a leader of several
  /// coordinates, or a shape without end on a body that is not fixed to the
  /// world.
  void Finalize();
  bool is_finalized() const { return tree_ != nullptr; }

  // What is there.

  int num_bodies() const { return static_cast<int>(bodies_.size()); }
  int num_frames() const { return static_cast<int>(frames_.size()); }
  int num_joints() const { return static_cast<int>(joints_.size()); }
  int num_model_instances() const {
    return static_cast<int>(model_instances_.size());
  }
  int num_collision_geometries() const {
    return static_cast<int>(geometries_.size());
  }
  /// @throws std::out_of_range if there is no such index.
  const RigidBody& get_body(BodyIndex body) const;
  const Frame& get_frame(FrameIndex frame) const;
  const Joint& get_joint(JointIndex joint) const;
  const std::string& GetModelInstanceName(ModelInstanceIndex instance) const;

  const RigidBody& GetBodyByName(
      const std::string& name,
      std::optional<ModelInstanceIndex> instance = std::nullopt) const;
  const Frame& GetFrameByName(
      const std::string& name,
      std::optional<ModelInstanceIndex> instance = std::nullopt) const;
  const Joint& GetJointByName(
      const std::string& name,
      std::optional<ModelInstanceIndex> instance = std::nullopt) const;
  ModelInstanceIndex GetModelInstanceByName(const std::string& name) const;
  bool HasBodyNamed(
      const std::string& name,
      std::optional<ModelInstanceIndex> instance = std::nullopt) const;
  bool HasFrameNamed(
      const std::string& name,
      std::optional<ModelInstanceIndex> instance = std::nullopt) const;
  bool HasJointNamed(
      const std::string& name,
      std::optional<ModelInstanceIndex> instance = std::nullopt) const;
  bool HasModelInstanceNamed(const std::string& name) const;
  /// Ascending.
  std::vector<BodyIndex> GetBodyIndices(ModelInstanceIndex instance) const;
  std::vector<JointIndex> GetJointIndices(ModelInstanceIndex instance) const;
  const Frame& world_frame() const { return frames_.front(); }
  const RigidBody& world_body() const { return bodies_.front(); }
  /// The frame that bears the body's name and pose.
  const Frame& body_frame(BodyIndex body) const;

  std::span<const CollisionGeometry> geometries() const { return geometries_; }
  /// Excluded pairs as (lower, higher), sorted: those of
  /// ExcludeCollisionsBetween() and, once finalized, the adjacent ones. Pairs
  /// that are welded together are excluded without standing here; they can be
  /// as many as the square of the bodies.
  std::span<const std::pair<BodyIndex, BodyIndex>> excluded_pairs() const {
    return excluded_pairs_;
  }
  /// Whether the pair is excluded, for any of these reasons.
  bool IsExcluded(BodyIndex bodyA, BodyIndex bodyB) const;
  /// The welded subgraph of each body: the lowest index among the bodies that
  /// are welded together; that of the world is 0.
  /// @throws std::logic_error before Finalize().
  std::span<const int> welded_subgraph() const;

  // Positions (after Finalize()).

  // @throws std::logic_error before it.
  int num_positions() const { return tree().num_positions(); }
  int num_velocities() const { return tree().num_velocities(); }
  /// One name a position, `<joint>_<suffix>`; with `<instance>_` in front of
  /// each where asked for.
  std::vector<std::string> GetPositionNames(
      bool add_model_instance_prefix = false) const;
  VectorX GetPositionLowerLimits() const;
  VectorX GetPositionUpperLimits() const;
  /// 0, and identity quaternions, moved to the nearest limit.
  VectorX GetDefaultPositions() const;

  /// The compiled kinematics. @throws std::logic_error before Finalize().
  const KinematicTree& tree() const;
  std::shared_ptr<const KinematicTree> shared_tree() const { return tree_; }

 private:
  void ThrowIfFinalized(const char* function) const;
  const ModelInstanceIndex& CheckInstance(
      const ModelInstanceIndex& instance) const;
  // What carries `body` and hangs on nothing: the world, a root, or itself.
  BodyIndex FindRoot(BodyIndex body) const;
  // How to join a child that hangs on a joint already to a parent.
  std::string AdviseOnSecondParent(BodyIndex parent, BodyIndex child) const;

  std::vector<RigidBody> bodies_;
  std::vector<Frame> frames_;
  std::vector<Joint> joints_;
  std::vector<std::string> model_instances_;
  std::vector<CollisionGeometry> geometries_;
  std::vector<std::pair<BodyIndex, BodyIndex>> excluded_pairs_;

  NameTable body_names_{"body"};
  NameTable frame_names_{"frame"};
  NameTable joint_names_{"joint"};
  std::set<std::pair<BodyIndex, std::string>> geometry_names_;
  std::vector<FrameIndex> body_frames_;
  std::vector<std::optional<JointIndex>> inboard_joints_;  // One a body.

  // Set by Finalize().
  std::vector<int> welded_subgraph_;
  std::shared_ptr<const KinematicTree> tree_;
};

}  // namespace clearway
