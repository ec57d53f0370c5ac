#pragma once

#include <span>
#include <vector>

#include "clearway/geometry/bounds.h"
#include "clearway/geometry/oriented_box.h"
#include "clearway/geometry/triangle_mesh.h"

namespace clearway {

/// Eight oriented boxes, one array a number, so that loops over the boxes
/// vectorise. [m]
struct WideBoxes {
  static constexpr int kWidth = 8;

  float centre[3][kWidth]{};
  float axes[3][3][kWidth]{};  ///< [coordinate][axis][box].
  float half_size[3][kWidth]{};

  void Set(int i, const OrientedBox& box);
  OrientedBox Get(int i) const;
};

/// A tree of oriented boxes over a mesh's triangles with up to eight children a
/// node. Leaves hold one to kMaxLeafSize triangles.
///
/// The boxes are in single precision, relative to origin(), and contain their
/// triangles, rounded outward.
///
/// @thread_safety Immutable.
class TriangleBvh {
 public:
  struct Child {
    int index;  ///< Of the node; of a leaf's first triangle in order().
    int count;  ///< Of a leaf's triangles; 0 for a node.
    bool is_leaf() const { return count > 0; }
  };
  struct Node {
    WideBoxes boxes;
    Child children[WideBoxes::kWidth];
    int size;  ///< Children; what is behind them has no meaning.
  };

  /// Names a child by its node and place; the whole tree is {}.
  struct Ref {
    int node{0};
    int place{0};
  };

  /// No path from the root visits more nodes, whatever the mesh, so that a
  /// traversal's stack can be of fixed size. Each pushes up to 8 children and
  /// takes one.
  static constexpr int kMaxDepth = 64;
  static constexpr int kMaxLeafSize = 2;

  TriangleBvh() = default;
  explicit TriangleBvh(const TriangleMesh& mesh);

  /// The first node has one child: all of the tree. Empty without triangles.
  std::span<const Node> nodes() const { return nodes_; }
  /// Triangle indices, grouped by leaf.
  std::span<const int> order() const { return order_; }
  /// What the boxes are relative to, in the mesh's frame. [m]
  const Vector3& origin() const { return origin_; }
  /// The axis-aligned box of all triangles, exactly.
  const Aabb& bounds() const { return bounds_; }

  const Child& child(Ref ref) const {
    return nodes_[ref.node].children[ref.place];
  }
  OrientedBox box(Ref ref) const {
    return nodes_[ref.node].boxes.Get(ref.place);
  }
  /* The square of half its box's diagonal. */
  float squared_size(Ref ref) const {
    const auto& h = nodes_[ref.node].boxes.half_size;
    const int i = ref.place;
    return h[0][i] * h[0][i] + h[1][i] * h[1][i] + h[2][i] * h[2][i];
  }
  std::span<const int> triangles(const Child& leaf) const {
    return order().subspan(leaf.index, leaf.count);
  }

 private:
  std::vector<Node> nodes_;
  std::vector<int> order_;
  Vector3 origin_{Vector3::Zero()};
  Aabb bounds_;
};

}  // namespace clearway
