#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/engine/box_tree.h"
#include "clearway/engine/oriented_box.h"
#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"
#include "clearway/multibody/kinematic_tree.h"
#include "clearway/world/world.h"

namespace clearway {

/// A geometry of a compiled scene, with its bounds.
struct SceneGeometry {
  GeometryId id;
  BodyIndex body;
  std::shared_ptr<const Shape> shape;
  RigidTransform X_BG;
  bool is_fixed;        ///< No position of q moves it.
  RigidTransform X_WG;  ///< Of a fixed one only.
  Vector3 p_BoSo;       ///< Centre of a ball that contains it, in its body.
  double radius;        ///< Of that ball; infinite if that is unbounded.
  internal::OrientedBox box;  ///< In its own frame.
};

/// Two geometries to be checked: in collision iff distance <= padding. A is on
/// a robot body; if B is too, A's body has the lower index.
struct ScenePair {
  int A;  ///< Into geometries().
  int B;
  double padding;  ///< [m]
  bool is_self;    ///< B is on a robot body too.
};

/// An immutable snapshot of a world, made for checking it: every unfiltered
/// pair of geometries that are not empty, bounds, and a tree over what never
/// moves.
///
/// Pairs are in canonical order: by A's body, B's body, then A and B in the
/// order of registration.
///
/// @thread_safety Immutable.
class CompiledScene {
 public:
  explicit CompiledScene(const World& world);

  const KinematicTree& tree() const { return *tree_; }
  int num_bodies() const { return tree_->num_bodies(); }
  std::span<const SceneGeometry> geometries() const { return geometries_; }
  std::span<const ScenePair> pairs() const { return pairs_; }

  /// No two scenes of a process share it.
  std::uint64_t serial() const { return serial_; }

  // What the queries in collision_queries.h walk through.

  /// Geometries that move and have a pair with a fixed one, ascending; and the
  /// pair of mover m with the fixed geometry in a slot, -1 where there is none.
  std::span<const int> movers() const { return movers_; }
  int pair_with_fixed(int mover, int fixed_slot) const {
    return pair_with_fixed_[static_cast<std::size_t>(mover) * num_fixed_slots_ +
                            fixed_slot];
  }
  /// Boxes of the fixed geometries that some mover is checked against, by slot.
  const internal::BoxTree& fixed_boxes() const { return fixed_boxes_; }
  /// The greatest padding of mover m with a fixed geometry. [m]
  double max_fixed_padding(int mover) const {
    return max_fixed_padding_[mover];
  }
  /// Pairs of which both move, ascending.
  std::span<const int> moving_pairs() const { return moving_pairs_; }
  /// Pairs that no position moves, ascending; and whether one of them collides.
  std::span<const int> fixed_pairs() const { return fixed_pairs_; }
  bool has_fixed_collision() const { return has_fixed_collision_; }
  /// The greatest finite coordinate of a fixed geometry's box. [m]
  double extent() const { return extent_; }

 private:
  void AddGeometries(const World& world);
  void AddPairs(const World& world);
  void SortPairsByMotion();

  std::shared_ptr<const KinematicTree> tree_;
  std::uint64_t serial_;
  std::vector<SceneGeometry> geometries_;
  std::vector<ScenePair> pairs_;
  std::vector<int> movers_;
  std::vector<int> pair_with_fixed_;
  int num_fixed_slots_{0};
  internal::BoxTree fixed_boxes_;
  std::vector<double> max_fixed_padding_;
  std::vector<int> moving_pairs_;
  std::vector<int> fixed_pairs_;
  bool has_fixed_collision_{false};
  double extent_{0};
};

}  // namespace clearway
