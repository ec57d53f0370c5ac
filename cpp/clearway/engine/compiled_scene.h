#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/engine/box_tree.h"
#include "clearway/engine/shape_box.h"
#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/multibody/kinematic_tree.h"
#include "clearway/world/world.h"

namespace clearway {

/// A geometry of a compiled scene, with its bounds.
struct SceneGeometry {
  GeometryId id;
  BodyIndex body;
  std::shared_ptr<const Shape> shape;  ///< Null in a slot that is not in use.
  RigidTransform X_BG;
  int mover{-1};        ///< Its place among movers(); -1 if nothing moves it.
  RigidTransform X_WG;  ///< Of a fixed one only.
  Vector3 p_GoSo;       ///< Centre of a ball that contains it.
  Vector3 p_BoSo;       ///< The same in its body.
  Vector3 p_WoSo;       ///< The same in the world, of a fixed one only.
  double radius;        ///< Of that ball; infinite if that is unbounded.
  internal::ShapeBox box;  ///< In its own frame.

  bool is_fixed() const { return mover < 0; }
};

/// Two geometries to be checked: in collision iff distance <= padding. A is on
/// a robot body; if B is too, A's body has the lower index.
struct ScenePair {
  int A;  ///< Into geometries().
  int B;
  double padding;  ///< [m]
  bool is_self;    ///< B is on a robot body too.
};

/// A world made ready for checking: geometries with bounds, a tree over those
/// that never move, and, by body, which are checked and how they are padded.
/// Pairs of geometries stand nowhere, but for those of which both move: there
/// may be millions.
///
/// Update() follows a world at the cost of what has changed.
///
/// @thread_safety Const methods from any thread; Update() needs exclusivity.
class CompiledScene {
 public:
  explicit CompiledScene(const World& world);

  /// Follows `world`, which is the one that this was made of, or a copy of it,
  /// and may have changed since.
  void Update(const World& world);

  const KinematicTree& tree() const { return *tree_; }
  int num_bodies() const { return tree_->num_bodies(); }
  /// X_WB by body, of those that nothing moves.
  std::span<const RigidTransform> fixed_poses() const { return fixed_X_WB_; }
  /// By slot. Slots that are not in use have no shape.
  std::span<const SceneGeometry> geometries() const { return geometries_; }
  /// Of geometries that are checked against each other.
  std::int64_t num_pairs() const;

  /// What was prepared for one serial is of no use for another.
  std::uint64_t serial() const { return serial_; }
  /// Grows with every update.
  std::uint64_t revision() const { return revision_; }

  // What the queries in collision_queries.h walk through.

  /// The pair of two geometries, if they are checked against each other.
  std::optional<ScenePair> FindPair(int geometry, int other) const;
  /// Whether the pair comes before the other: by A's body, B's body, then A and
  /// B in the order of registration.
  bool ComesBefore(const ScenePair& pair, const ScenePair& other) const;

  /// Geometries that move, in the order of registration.
  std::span<const int> movers() const { return movers_; }
  bool IsOnRobot(int geometry) const {
    return row_[geometries_[geometry].body] >= 0;
  }
  /// Fixed geometries on robot bodies.
  std::span<const int> fixed_robot_geometries() const { return fixed_robot_; }
  /// The boxes of all fixed geometries, by slot.
  const internal::BoxTree& fixed_boxes() const { return fixed_boxes_; }
  /// The greatest padding of a geometry on a robot body with a fixed one;
  /// minus infinity if it is checked against none. [m]
  double max_fixed_padding(int geometry) const {
    return max_fixed_padding_[row_[geometries_[geometry].body]];
  }
  /// Pairs of which both move.
  std::span<const ScenePair> moving_pairs() const { return moving_pairs_; }
  /// Whether two fixed geometries collide.
  bool has_fixed_collision() const { return !fixed_collisions_.empty(); }
  /// At least the greatest finite coordinate of a fixed geometry's box. [m]
  double extent() const { return extent_; }

 private:
  static constexpr double kUnchecked = -HUGE_VAL;

  void Rebuild(const World& world);
  // What an update has yet to do once all changes are known.
  struct Todo {
    bool movers{false};
    bool moving_pairs{false};
    bool all_fixed_pairs{false};
  };
  void UpdateLimits(const WorldChange& change, const World& world, Todo* todo);
  void UpdateShape(GeometryId id, const World& world, Todo* todo);
  void UpdatePose(BodyIndex body, const World& world, Todo* todo);
  void SetPose(const RigidTransform& X_BG, SceneGeometry* geometry);

  bool IsMovable(BodyIndex body) const { return tree_->IsMovable(body); }
  int AddGeometry(const CollisionGeometry& source);
  void RemoveGeometry(int geometry);
  void PlaceFixedGeometry(int geometry);
  Aabb CalcFixedBox(int geometry) const;
  void GrowExtent(const Aabb& box);
  void FindMovers();
  void FindMovingPairs();

  double& limit(BodyIndex robot_body, BodyIndex body) {
    return limits_[static_cast<std::size_t>(row_[robot_body]) * num_bodies() +
                   body];
  }
  void SetLimit(BodyIndex A, BodyIndex B, const World& world);
  void SetAllLimits(const World& world);
  void UpdateMaxFixedPadding(BodyIndex robot_body);

  void FindFixedCollisions(int geometry);
  void FindFixedCollisionsBetween(BodyIndex A, BodyIndex B);
  void FindAllFixedCollisions();
  void TestFixedPair(int geometry, int other);

  std::shared_ptr<const KinematicTree> tree_;
  std::vector<RigidTransform> fixed_X_WB_;
  std::uint64_t version_{0};
  std::uint64_t serial_{0};
  std::uint64_t revision_{0};

  std::vector<SceneGeometry> geometries_;
  std::vector<int> free_slots_;
  std::unordered_map<int, int> slot_of_id_;
  std::vector<std::vector<int>> on_body_;
  std::vector<int> movers_;
  std::vector<int> fixed_robot_;
  internal::BoxTree fixed_boxes_;
  double extent_{0};

  std::vector<int> row_;        // By body, -1 for environment.
  std::vector<double> limits_;  // Rows x bodies: padding, or kUnchecked.
  std::vector<double> max_fixed_padding_;  // By row.
  std::vector<ScenePair> moving_pairs_;
  std::vector<std::pair<int, int>> fixed_collisions_;
};

}  // namespace clearway
