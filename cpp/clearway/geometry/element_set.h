#pragma once

#include <cstdint>
#include <optional>

#include "clearway/geometry/bounds.h"
#include "clearway/geometry/shapes.h"
#include "clearway/math/types.h"

namespace clearway {

/// One of the convex solids that an ElementSet is the union of, in its frame.
struct ConvexElement {
  enum class Kind { kBall, kBox, kPrism };

  Kind kind;
  Vector3 centre{Vector3::Zero()};     ///< Of a ball or box. [m]
  double radius{0};                    ///< Of a ball. [m]
  Vector3 half_size{Vector3::Zero()};  ///< Of a box. [m]
  Vector3 top[3]{};                    ///< Of a prism: its upper triangle. [m]
  double bottom{0};                    ///< Of a prism: z of its base. [m]

  /// How far it reaches along `direction`: max of direction . p. [m]
  double CalcReach(const Vector3& direction) const;
  /// The distance of `p` to its furthest point. [m]
  double CalcFurthest(const Vector3& p) const;
};

/// A shape that is the union of many convex elements, under a tree of boxes.
///
/// Sets are values that can be changed: a change costs in proportion to what is
/// changed, whatever the size of the set. Copies share what neither has changed
/// since, so that a copy, and with it giving a shape to a scene, costs next to
/// nothing; a change of one is not seen in the others.
///
/// @thread_safety Const methods from any thread; the others need exclusivity.
class ElementSet : public Shape {
 public:
  static constexpr int kMaxChildren = 8;
  /// No path from the root has more edges: a traversal's stack can be of fixed
  /// size.
  static constexpr int kMaxHeight = 32;

  /// A place in the tree.
  struct Node {
    std::uint64_t key;  ///< An element's is its own, whatever the tree.
    int ref;            ///< What else the set needs to find it.
    bool is_element;
  };
  struct BoxedNode {
    Aabb box;  ///< Contains the elements below. [m]
    Node node;
  };

  /// None if the set is empty.
  virtual std::optional<BoxedNode> root() const = 0;
  /// Writes up to kMaxChildren children of a node that is no element; returns
  /// their number.
  virtual int Expand(const Node& node, BoxedNode* children) const = 0;
  virtual ConvexElement GetElement(const Node& node) const = 0;

  /// Whether all beyond outer_box() belongs to the set too.
  virtual bool has_solid_outside() const { return false; }
  virtual Aabb outer_box() const { return {}; }

  bool empty() const { return !root() && !has_solid_outside(); }

 protected:
  using Shape::Shape;
};

/// Whether a shape is an ElementSet.
inline bool IsElementSet(const Shape& shape) {
  return shape.type() >= ShapeType::kPointCloud &&
         shape.type() <= ShapeType::kHeightField;
}

/// Whether nothing belongs to the shape: it is a set without elements.
bool IsEmpty(const Shape& shape);

/// Whether the shape goes on without end: a HalfSpace, or a VoxelGrid that is
/// solid outside. It belongs on a body that is fixed to the world, and has no
/// distance to another.
bool IsUnbounded(const Shape& shape);

/// The tight box of a set's elements, posed; empty if there are none. Not
/// widened by rounding.
Aabb CalcElementsAabb(const ElementSet& set, const RigidTransform& X_AS);

/// A ball about the middle of the elements' box; radius 0 if there are none.
BoundingSphere CalcElementsBoundingSphere(const ElementSet& set);

}  // namespace clearway
