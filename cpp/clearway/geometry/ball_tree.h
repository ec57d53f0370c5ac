#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "clearway/common/cow_vector.h"
#include "clearway/geometry/bounds.h"
#include "clearway/math/types.h"

namespace clearway {

/// A tree of boxes over balls, which come and go: an R-tree. All leaves are
/// equally deep, nodes hold up to eight children, and boxes are in single
/// precision, rounded outward. Copies share what neither has changed.
///
/// A ball keeps the id that it is given until it is removed; ids of removed
/// balls are given again.
///
/// @thread_safety As a std::vector.
/// @source Guttman, R-trees: a dynamic index structure for spatial searching,
/// 1984.
class BallTree {
 public:
  static constexpr int kMaxChildren = 8;

  struct Ball {
    Vector3 centre{Vector3::Zero()};
    double radius{kRemoved};
    bool is_present() const { return radius >= 0; }
  };

  int size() const { return size_; }
  /// Ids are in [0, num_ids()); those of removed balls among them.
  int num_ids() const { return static_cast<int>(balls_.size()); }
  const Ball& ball(int id) const { return balls_[id]; }

  /// Returns the ids given to the balls. Many at once are built in one go.
  std::vector<int> Insert(std::span<const Ball> balls);
  /// @pre ids are of balls that are present, each once.
  void Remove(std::span<const int> ids);
  /// Moves or resizes a ball that is present.
  void Replace(int id, const Ball& ball);
  void Clear() { *this = BallTree(); }

  /// Whether both are copies of one another, unchanged since.
  bool IsSharedWith(const BallTree& other) const {
    return balls_.IsSharedWith(other.balls_);
  }

  // The tree: level 0 are leaves, whose children are balls.
  int height() const { return height_; }
  int root() const { return root_; }
  /// The children of a node and their boxes; returns their number.
  int Expand(int level, int node, int* children, Aabb* boxes) const;
  Aabb CalcBox(int level, int node) const;

 private:
  static constexpr double kRemoved = -1;
  static constexpr int kNone = -1;

  struct Box {
    float lower[3];
    float upper[3];
    bool operator==(const Box&) const = default;
  };
  struct Node {
    int parent{kNone};
    int count{0};
    int children[kMaxChildren];
  };
  struct Boxes {
    Box of[kMaxChildren];
  };
  struct Entry {
    int child;
    Box box;
  };
  using Entries = std::vector<Entry>;
  struct Item {  // Of what is built.
    Vector3 centre;
    int id;
  };

  static Box MakeBox(const Ball& ball);
  static Box Join(const Box& a, const Box& b);
  Box CalcFloatBox(int level, int node) const;
  void CollectEntries(int level, int node, Entries* entries) const;
  void SetEntries(int level, int node, std::span<const Entry> entries);
  int TakeNode(int level);
  void ReleaseNode(int level, int node);
  void SetParent(int level, int child, int parent);
  int TakeId(const Ball& ball);

  int Build(int level, std::span<Item> items);
  void BuildChildren(int level, std::span<Item> items, int num_children,
                     Entries* children);
  void Rebuild();
  void InsertOne(int id);
  int InsertBelow(int level, int node, int id);
  int ChooseChild(int node, const Box& box) const;
  int AddEntry(int level, int node, const Entry& entry);
  void Detach(int id);

  CowVector<Ball, 128> balls_;
  CowVector<int, 512> leaf_of_;
  // Leaves have no boxes: they are those of their balls.
  CowVector<Node, 64> leaves_;
  CowVector<Node, 32> inner_;
  CowVector<Boxes, 16> inner_boxes_;
  // What is free is a list: each has the next for its leaf or parent.
  int free_id_{kNone};
  int free_leaf_{kNone};
  int free_inner_{kNone};
  int root_{kNone};
  int height_{0};
  int size_{0};
  int size_built_{0};
};

}  // namespace clearway
