#pragma once

#include <span>
#include <vector>

#include "clearway/geometry/bounds.h"
#include "clearway/geometry/triangle_mesh.h"

namespace clearway {

/// A binary tree of axis-aligned boxes over a mesh's triangles, in one array in
/// depth-first order: a left child follows its parent. Leaves hold one to four
/// triangles.
///
/// @thread_safety Immutable.
class TriangleBvh {
 public:
  struct Node {
    Aabb box;   ///< Contains the node's triangles, exactly.
    int right;  ///< Index of the right child; -1 for a leaf.
    int first;  ///< A leaf's triangles are order()[first, first + count).
    int count;  ///< 0 for an inner node.
    bool is_leaf() const { return count > 0; }
  };

  /// No path from the root visits more nodes, whatever the mesh: a traversal's
  /// stack can be of fixed size.
  static constexpr int kMaxDepth = 64;

  TriangleBvh() = default;
  explicit TriangleBvh(const TriangleMesh& mesh);

  std::span<const Node> nodes() const { return nodes_; }
  /// Triangle indices, grouped by leaf.
  std::span<const int> order() const { return order_; }

 private:
  std::vector<Node> nodes_;
  std::vector<int> order_;
};

}  // namespace clearway
