#pragma once

#include <span>
#include <vector>

#include "clearway/geometry/bounds.h"

namespace clearway::internal {

/* The boxes of what does not move, to find those near a ball, and to put in,
 take out and replace one of thousands at the cost of a few nodes.

 An R-tree: a node holds up to eight boxes side by side, tested in one loop, all
 leaves are equally deep, and a node that overflows is split in two. It starts
 from a bulk load and is loaded anew after four times as many changes as it has
 boxes, so that neither shape nor depth decays.

 Infinite boxes are kept apart, and always found.

 @thread_safety Const methods from any thread.
 @source Guttman, "R-trees", SIGMOD 1984; the split is the one of least total
 area along one axis, of Beckmann et al., "The R*-tree", SIGMOD 1990. */
class BoxTree {
 public:
  BoxTree() = default;
  /* @param ids  what visit is called with, one a box: from 0 up, all different;
   memory is in proportion to the greatest. */
  BoxTree(std::span<const Aabb> boxes, std::span<const int> ids);

  int size() const { return size_; }

  /* @pre it holds no box of this id. */
  void Insert(int id, const Aabb& box);
  /* @pre it holds a box of this id. */
  void Remove(int id);
  /* Puts a box in the place of that of this id, or in, if there is none. */
  void Replace(int id, const Aabb& box);

  /* Calls visit(id) for each box nearer to `centre` than `radius`, and for none
   whose distance is positive and more than that; ends and returns true once
   visit does. */
  template <class Visit>
  bool VisitNear(const Vector3& centre, double radius, Visit&& visit) const {
    for (const int id : unbounded_) {
      if (visit(id)) return true;
    }
    const double squared = radius > 0 ? radius * radius : 0;
    int stack[kMaxStack];
    int depth = 0;
    if (root_ >= 0) stack[depth++] = root_;
    while (depth > 0) {
      const Node& node = nodes_[stack[--depth]];
      double distance[kLanes];
      for (int i = 0; i < kLanes; ++i) {
        double sum = 0;
        for (int k = 0; k < 3; ++k) {
          const double below = node.lower[k][i] - centre(k);
          const double above = centre(k) - node.upper[k][i];
          const double outside = below > above ? below : above;
          const double gap = outside > 0 ? outside : 0;
          sum += gap * gap;
        }
        distance[i] = sum;
      }
      for (int i = 0; i < node.count; ++i) {
        if (distance[i] > squared) continue;
        if (!node.is_leaf) {
          stack[depth++] = node.children[i];
        } else if (visit(node.children[i])) {
          return true;
        }
      }
    }
    return false;
  }

 private:
  static constexpr int kLanes = 8;
  // A level leaves at most seven others waiting; 30 levels of three and more
  // children hold more boxes than memory does.
  static constexpr int kMaxStack = 8 * 30;
  // In place of a leaf.
  static constexpr int kAbsent = -1;
  static constexpr int kUnbounded = -2;

  /* Lanes from `count` on hold the origin. */
  struct Node {
    double lower[3][kLanes]{};
    double upper[3][kLanes]{};
    int children[kLanes]{};  // Nodes, or the ids of a leaf.
    int count{0};
    int parent{-1};
    bool is_leaf{true};
  };
  struct Entry {
    Aabb box;
    int child;
  };

  static Aabb GetBox(const Node& node, int lane);
  static void SetBox(const Aabb& box, int lane, Node* node);
  static Aabb CalcBox(const Node& node);
  static int FindLane(const Node& node, int child);

  int Build(std::span<Entry> entries, int height);
  void Split(std::span<Entry> entries, int num_children, int height, int node);
  void Load(std::vector<Entry> entries);
  void LoadAfterManyChanges();
  int AddNode(bool is_leaf);
  void FreeNode(int node);
  void AddLane(int node, const Entry& entry);
  void RemoveLane(int node, int lane);
  void AddEntry(int node, const Entry& entry);
  void Refit(int node);
  void SetPlace(int id, int place);

  std::vector<Node> nodes_;
  std::vector<int> free_nodes_;
  int root_{-1};
  int size_{0};
  int num_changes_{0};
  std::vector<int> place_;  // By id: the leaf.
  std::vector<int> unbounded_;
};

}  // namespace clearway::internal
