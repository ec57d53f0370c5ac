#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "clearway/geometry/bounds.h"

namespace clearway::internal {

/* The boxes of all that never moves, to find those near a ball. A binary tree
 whose leaves hold up to eight boxes side by side, tested in one loop.

 @thread_safety Immutable. */
class BoxTree {
 public:
  BoxTree() = default;
  /* @param ids  what visit is called with, one a box; ascending in each leaf.
   */
  BoxTree(std::span<const Aabb> boxes, std::span<const int> ids);

  /* Calls visit(id) for each box nearer to `centre` than `radius`, and for none
   whose distance is positive and more than that; ends and returns true once
   visit does. */
  template <class Visit>
  bool VisitNear(const Vector3& centre, double radius, Visit&& visit) const {
    const double squared = radius > 0 ? radius * radius : 0;
    int stack[kMaxDepth];
    int depth = 0;
    if (!nodes_.empty()) stack[depth++] = 0;
    while (depth > 0) {
      const Node& node = nodes_[stack[--depth]];
      if (CalcSquaredDistance(node.box, centre) > squared) continue;
      if (node.leaf < 0) {
        stack[depth++] = node.right;
        stack[depth++] = static_cast<int>(&node - nodes_.data()) + 1;
        continue;
      }
      const Leaf& leaf = leaves_[node.leaf];
      double distance[kLanes];
      for (int i = 0; i < kLanes; ++i) {
        double sum = 0;
        for (int k = 0; k < 3; ++k) {
          const double below = leaf.lower[k][i] - centre(k);
          const double above = centre(k) - leaf.upper[k][i];
          const double outside = below > above ? below : above;
          const double gap = outside > 0 ? outside : 0;
          sum += gap * gap;
        }
        distance[i] = sum;
      }
      for (int i = 0; i < leaf.count; ++i) {
        if (distance[i] <= squared && visit(leaf.ids[i])) return true;
      }
    }
    return false;
  }

 private:
  static constexpr int kLanes = 8;
  static constexpr int kMaxDepth = 64;

  struct Node {
    Aabb box;
    int right;  // The left child follows its parent.
    int leaf;   // Into leaves_; -1 for an inner node.
  };
  struct Leaf {
    double lower[3][kLanes];
    double upper[3][kLanes];
    int ids[kLanes];
    int count;
  };

  static double CalcSquaredDistance(const Aabb& box, const Vector3& p) {
    return (box.lower - p).cwiseMax(p - box.upper).cwiseMax(0).squaredNorm();
  }

  void Build(std::span<const Aabb> boxes, std::span<const int> ids,
             std::span<int> order);

  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
};

}  // namespace clearway::internal
