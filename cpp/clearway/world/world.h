#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clearway/common/function_ref.h"
#include "clearway/common/typed_index.h"
#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/multibody/kinematic_tree.h"
#include "clearway/multibody/plant.h"
#include "clearway/world/body_roles.h"
#include "clearway/world/change_log.h"
#include "clearway/world/collision_filters.h"
#include "clearway/world/collision_padding.h"

namespace clearway {

/// What is in the scene: a plant, the kinematics in force, shapes posed on its
/// bodies (the model's, and those added since), who is robot, which pairs are
/// filtered, and how much each is padded. It says what is to be checked; how is
/// the engine's matter.
///
/// A value: copies are independent and share what is immutable.
///
/// **Kinematics in force.** The plant's, but for bodies that were put somewhere
/// (SetEnvironmentPose) or hung on another body (AttachBody). q stays that of
/// the plant; the positions of a joint that is not in force are ignored.
///
/// @thread_safety Const methods from any thread; the others need exclusivity.
/// What throws has changed nothing.
class World {
 public:
  /// @throws std::invalid_argument if the plant is null or not finalized, a
  /// padding is not finite, robot_model_instances is refused (BodyRoles), or
  /// two shapes without end would be checked against each other.
  World(std::shared_ptr<const MultibodyPlant> plant,
        std::vector<ModelInstanceIndex> robot_model_instances,
        double env_collision_padding = 0, double self_collision_padding = 0);

  const MultibodyPlant& plant() const { return *plant_; }
  const std::shared_ptr<const MultibodyPlant>& shared_plant() const {
    return plant_;
  }
  const BodyRoles& roles() const { return *roles_; }

  // Kinematics in force.

  /// How bodies hang on one another. Where those are that nothing moves,
  /// fixed_poses() says.
  const KinematicTree& tree() const { return *tree_; }
  std::shared_ptr<const KinematicTree> shared_tree() const { return tree_; }
  /// X_WB by body, of those that nothing moves.
  std::span<const RigidTransform> fixed_poses() const { return fixed_X_WB_; }
  /// The pose of every body. @pre tree().CheckPositions(q), and X_WB has
  /// plant().num_bodies() elements.
  void CalcBodyPoses(const ConstVectorRef& q,
                     std::span<RigidTransform> X_WB) const;

  /// Puts an environment body somewhere, for good: no position moves it any
  /// more, and what hangs on it comes along. Of a body that nothing moved the
  /// cost is that of its shapes.
  /// @throws std::out_of_range if there is no such body.
  /// @throws std::invalid_argument if it is the world, or robot.
  void SetEnvironmentPose(BodyIndex body, const RigidTransform& X_WB);

  /// Hangs an environment body, and all that hangs on it, on another one, until
  /// DetachBody(). If a robot joint moves the parent they are robot then: each
  /// is checked against the environment, with the padding of `parent`; against
  /// robot bodies as it was before, with the padding of `parent`. Filtered are
  /// pairs with `touch_bodies`, and with what `parent` is welded to.
  /// @throws std::out_of_range if there is no such body.
  /// @throws std::invalid_argument if the body is the world, robot, or attached
  /// already, `parent` hangs on it, or a shape without end would move.
  void AttachBody(BodyIndex body, BodyIndex parent, const RigidTransform& X_PB,
                  std::span<const BodyIndex> touch_bodies = {});
  /// Ends an attachment: the filters and padding of each pair with what was
  /// attached are again what they were before. The body is then at X_WB, if
  /// that is given, as by SetEnvironmentPose(); else where it was before.
  /// @throws std::out_of_range if there is no such body.
  /// @throws std::invalid_argument if it is not attached.
  void DetachBody(BodyIndex body,
                  const std::optional<RigidTransform>& X_WB = std::nullopt);
  /// Where an attached body hangs; nothing for one that is not attached.
  struct Attachment {
    BodyIndex parent;
    RigidTransform X_PB;
    std::vector<BodyIndex> touch_bodies;
  };
  std::optional<Attachment> GetAttachment(BodyIndex body) const;
  /// The attached bodies, in the order of AttachBody().
  std::vector<BodyIndex> attached_bodies() const;
  /// Bodies that SetEnvironmentPose() put somewhere.
  const std::map<BodyIndex, RigidTransform>& environment_poses() const {
    return environment_poses_;
  }

  // Pairs of bodies.

  /// Whether a pair is looked at: it is not filtered, and both are enabled.
  /// @pre A and B differ, and one is robot.
  bool IsChecked(BodyIndex A, BodyIndex B) const {
    return enabled_[A] && enabled_[B] &&
           !filters_.IsFilteredBetweenUnchecked(A, B);
  }

  const CollisionFilters& nominal_filters() const { return *nominal_filters_; }
  const CollisionFilters& filters() const { return filters_; }
  /// @throws std::invalid_argument if two shapes without end would be checked
  /// against each other, which have no distance.
  void SetFilters(CollisionFilters filters);
  void SetFilteredBetween(BodyIndex A, BodyIndex B, bool filtered);

  const CollisionPadding& padding() const { return padding_; }
  void SetPadding(CollisionPadding padding);
  void SetPaddingBetween(BodyIndex A, BodyIndex B, double padding);

  /// Whether a body's shapes count; they do at first.
  /// @throws std::out_of_range if there is no such body.
  bool IsBodyEnabled(BodyIndex body) const;
  void SetBodyEnabled(BodyIndex body, bool enabled);

  // Shapes.

  /// Every shape, in the order of registration: the model's, then added ones.
  std::span<const CollisionGeometry> shapes() const { return shapes_; }
  /// Null if there is none of this id.
  const CollisionGeometry* FindShape(GeometryId id) const;

  /// Adds a shape at pose X_BG on a body, robot or not. Ids are not used twice.
  /// @throws std::out_of_range if there is no such body.
  /// @throws std::invalid_argument for a shape without end on a body that
  /// moves, or one that would be checked against another.
  GeometryId AddShape(BodyIndex body, std::shared_ptr<const Shape> shape,
                      const RigidTransform& X_BG, const std::string& name);
  /// These change added shapes.
  /// @throws std::invalid_argument if an id is not that of an added shape, or
  /// the shape is refused as by AddShape.
  void MoveShape(GeometryId id, const RigidTransform& X_BG);
  void ReplaceShape(GeometryId id, std::shared_ptr<const Shape> shape);
  void RemoveShapes(std::span<const GeometryId> ids);

  /// Grows with every change, so that what was made of a world is known to be
  /// out of date.
  std::uint64_t version() const { return log_.version(); }
  const ChangeLog& log() const { return log_; }

 private:
  struct PairRecord {
    BodyIndex A;
    BodyIndex B;
    bool is_filtered;
    double padding;
  };
  struct AttachmentRecord {
    BodyIndex body;
    Attachment attachment;
    // Pairs with what was attached, as they were before.
    std::vector<PairRecord> before;
  };
  using PairRule = FunctionRef<PairRecord(BodyIndex A, BodyIndex B)>;

  CollisionGeometry& EditShape(GeometryId id);
  void CheckShape(const Shape* shape, BodyIndex body) const;
  std::shared_ptr<const KinematicTree> MakeTree(
      const std::map<BodyIndex, RigidTransform>& environment_poses,
      std::span<const AttachmentRecord> attachments) const;
  void CheckEnvironmentBody(BodyIndex body) const;
  PairRecord GetPair(BodyIndex A, BodyIndex B) const;
  void SetKinematics(std::map<BodyIndex, RigidTransform> environment_poses,
                     std::vector<AttachmentRecord> attachments, PairRule rule);
  std::vector<RigidTransform> CalcFixedPoses(
      const KinematicTree& tree,
      const std::map<BodyIndex, RigidTransform>& environment_poses,
      std::span<const AttachmentRecord> attachments) const;
  void MoveFixedBody(BodyIndex body, const RigidTransform& X_WB,
                     std::vector<std::pair<BodyIndex, RigidTransform>>* before);

  std::shared_ptr<const MultibodyPlant> plant_;
  std::shared_ptr<const KinematicTree> tree_;
  std::vector<RigidTransform> fixed_X_WB_;
  std::shared_ptr<const BodyRoles> roles_;
  std::shared_ptr<const CollisionFilters> nominal_filters_;
  CollisionFilters filters_;
  CollisionPadding padding_;
  std::vector<char> enabled_;
  std::map<BodyIndex, RigidTransform> environment_poses_;
  std::vector<AttachmentRecord> attachments_;
  std::vector<CollisionGeometry> shapes_;
  int next_id_{0};
  ChangeLog log_;
};

}  // namespace clearway
