#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/multibody/joint.h"
#include "clearway/multibody/kinematic_tree.h"

namespace clearway {

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
  JointDescription description;
  int position_start{0};
  int num_positions{0};  ///< 0 for fixed and mimic joints.
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
/// std::logic_error. Names are unique in a model instance; a look-up without an
/// instance throws std::invalid_argument if several instances have the name,
/// and UnknownNameError, with near names, if none has.
class MultibodyPlant {
 public:
  MultibodyPlant();
  MultibodyPlant(const MultibodyPlant&) = delete;
  MultibodyPlant& operator=(const MultibodyPlant&) = delete;

  // Building.

  /// Model instance 0 is the world's, 1 the default one; others are numbered
  /// from 2 on. @throws std::invalid_argument if the name is taken.
  ModelInstanceIndex AddModelInstance(const std::string& name);
  BodyIndex AddRigidBody(const std::string& name,
                         ModelInstanceIndex model_instance);
  /// A frame F fixed to body B.
  FrameIndex AddFrame(const std::string& name, BodyIndex body,
                      const RigidTransform& X_BF);
  /// A joint between bodies; its model instance is the child's.
  /// @throws std::invalid_argument for a loop (a child that already has an
  /// inboard joint or leads back to itself), a zero axis, limits out of order
  /// or of the wrong number, a duplicate name, or a bad mimic.
  JointIndex AddJoint(const JointDescription& description, BodyIndex parent,
                      BodyIndex child);
  /// Welds frame M to frame F: X_FM fixed.
  JointIndex WeldFrames(FrameIndex frame_on_parent_F,
                        FrameIndex frame_on_child_M,
                        const RigidTransform& X_FM = RigidTransform());
  /// @throws std::invalid_argument for a HalfSpace on a body that Finalize()
  /// finds not fixed to the world (thrown by Finalize()).
  GeometryId RegisterCollisionGeometry(BodyIndex body,
                                       const RigidTransform& X_BG,
                                       const Shape& shape,
                                       const std::string& name);
  /// Collisions between these bodies' geometries are not looked for.
  void ExcludeCollisionsBetween(BodyIndex bodyA, BodyIndex bodyB);

  /// Ends the building: roots that nothing fixes get a floating joint
  /// `$world_<root>`, mimics are resolved, positions numbered in the order of
  /// the joints. Bodies of adjacent (joined, parent not the world, not by a
  /// floating joint) and of welded links are excluded from collision.
  void Finalize();
  bool is_finalized() const { return tree_ != nullptr; }

  // What is there.

  int num_bodies() const { return static_cast<int>(bodies_.size()); }
  int num_frames() const { return static_cast<int>(frames_.size()); }
  int num_joints() const { return static_cast<int>(joints_.size()); }
  int num_model_instances() const {
    return static_cast<int>(model_instances_.size());
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
  std::vector<BodyIndex> GetBodyIndices(ModelInstanceIndex instance) const;
  const Frame& world_frame() const { return frames_.front(); }
  const RigidBody& world_body() const { return bodies_.front(); }
  /// The frame that bears the body's name and pose.
  const Frame& body_frame(BodyIndex body) const;

  std::span<const CollisionGeometry> geometries() const { return geometries_; }
  /// Excluded pairs as (lower, higher), sorted; with those of Finalize().
  std::span<const std::pair<BodyIndex, BodyIndex>> excluded_pairs() const {
    return excluded_pairs_;
  }
  bool IsExcluded(BodyIndex bodyA, BodyIndex bodyB) const;
  /// The welded subgraph of each body: equal numbers are welded together; that
  /// of the world is 0. @pre finalized.
  std::span<const int> welded_subgraph() const { return welded_subgraph_; }

  // Positions (after Finalize()).

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
  std::vector<RigidBody> bodies_;
  std::vector<Frame> frames_;
  std::vector<Joint> joints_;
  std::vector<std::string> model_instances_;
  std::vector<CollisionGeometry> geometries_;
  std::vector<std::pair<BodyIndex, BodyIndex>> excluded_pairs_;
  std::vector<int> welded_subgraph_;
  std::shared_ptr<const KinematicTree> tree_;
};

}  // namespace clearway
