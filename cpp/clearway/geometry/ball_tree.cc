#include "clearway/geometry/ball_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearway {
namespace {

float RoundDown(double x) {
  const auto f = static_cast<float>(x);
  return f > x ? std::nextafter(f, -std::numeric_limits<float>::infinity()) : f;
}

float RoundUp(double x) { return -RoundDown(-x); }

/* How many balls fit below a node of the level. */
std::int64_t Capacity(int level) { return std::int64_t{1} << (3 * level + 3); }

}  // namespace

BallTree::Box BallTree::MakeBox(const Ball& ball) {
  Box box;
  for (int k = 0; k < 3; ++k) {
    box.lower[k] = RoundDown(ball.centre[k] - ball.radius);
    box.upper[k] = RoundUp(ball.centre[k] + ball.radius);
  }
  return box;
}

BallTree::Box BallTree::Join(const Box& a, const Box& b) {
  Box box;
  for (int k = 0; k < 3; ++k) {
    box.lower[k] = std::min(a.lower[k], b.lower[k]);
    box.upper[k] = std::max(a.upper[k], b.upper[k]);
  }
  return box;
}

void BallTree::CollectEntries(int level, int node, Entries* entries) const {
  const Node& n = level == 0 ? leaves_[node] : inner_[node];
  for (int i = 0; i < n.count; ++i) {
    const int child = n.children[i];
    entries->push_back({child, level == 0 ? MakeBox(balls_[child])
                                          : inner_boxes_[node].of[i]});
  }
}

BallTree::Box BallTree::CalcFloatBox(int level, int node) const {
  const Node& n = level == 0 ? leaves_[node] : inner_[node];
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Box box{{kInfinity, kInfinity, kInfinity},
          {-kInfinity, -kInfinity, -kInfinity}};
  for (int i = 0; i < n.count; ++i) {
    box = Join(box, level == 0 ? MakeBox(balls_[n.children[i]])
                               : inner_boxes_[node].of[i]);
  }
  return box;
}

Aabb BallTree::CalcBox(int level, int node) const {
  const Box box = CalcFloatBox(level, node);
  return {Vector3(box.lower[0], box.lower[1], box.lower[2]),
          Vector3(box.upper[0], box.upper[1], box.upper[2])};
}

int BallTree::Expand(int level, int node, int* children, Aabb* boxes) const {
  const Node& n = level == 0 ? leaves_[node] : inner_[node];
  for (int i = 0; i < n.count; ++i) {
    children[i] = n.children[i];
    if (level == 0) {
      const Ball& ball = balls_[n.children[i]];
      const Vector3 reach = Vector3::Constant(ball.radius);
      boxes[i] = {ball.centre - reach, ball.centre + reach};
    } else {
      const Box& box = inner_boxes_[node].of[i];
      boxes[i] = {Vector3(box.lower[0], box.lower[1], box.lower[2]),
                  Vector3(box.upper[0], box.upper[1], box.upper[2])};
    }
  }
  return n.count;
}

int BallTree::TakeNode(int level) {
  int& free = level == 0 ? free_leaf_ : free_inner_;
  if (free != kNone) {
    const int node = free;
    Node& n = level == 0 ? leaves_.Edit(node) : inner_.Edit(node);
    free = n.parent;
    n = {};
    return node;
  }
  if (level == 0) {
    leaves_.PushBack({});
    return static_cast<int>(leaves_.size()) - 1;
  }
  inner_.PushBack({});
  inner_boxes_.PushBack({});
  return static_cast<int>(inner_.size()) - 1;
}

void BallTree::ReleaseNode(int level, int node) {
  int& free = level == 0 ? free_leaf_ : free_inner_;
  (level == 0 ? leaves_.Edit(node) : inner_.Edit(node)).parent = free;
  free = node;
}

/* `level` is the parent's. */
void BallTree::SetParent(int level, int child, int parent) {
  if (level == 0) {
    leaf_of_.Edit(child) = parent;
  } else {
    (level == 1 ? leaves_.Edit(child) : inner_.Edit(child)).parent = parent;
  }
}

void BallTree::SetEntries(int level, int node, std::span<const Entry> entries) {
  Node& n = level == 0 ? leaves_.Edit(node) : inner_.Edit(node);
  n.count = static_cast<int>(entries.size());
  for (int i = 0; i < n.count; ++i) {
    n.children[i] = entries[i].child;
    if (level > 0) inner_boxes_.Edit(node).of[i] = entries[i].box;
  }
  for (const Entry& entry : entries) SetParent(level, entry.child, node);
}

int BallTree::TakeId(const Ball& ball) {
  ++size_;
  if (free_id_ != kNone) {
    const int id = free_id_;
    free_id_ = leaf_of_[id];
    balls_.Edit(id) = ball;
    return id;
  }
  balls_.PushBack(ball);
  leaf_of_.PushBack(kNone);
  return num_ids() - 1;
}

std::vector<int> BallTree::Insert(std::span<const Ball> balls) {
  const bool rebuild = balls.size() > static_cast<std::size_t>(size_);
  std::vector<int> ids;
  ids.reserve(balls.size());
  for (const Ball& ball : balls) {
    ids.push_back(TakeId(ball));
    if (!rebuild) InsertOne(ids.back());
  }
  if (rebuild) Rebuild();
  return ids;
}

void BallTree::Remove(std::span<const int> ids) {
  for (const int id : ids) {
    Detach(id);
    balls_.Edit(id).radius = kRemoved;
    leaf_of_.Edit(id) = free_id_;
    free_id_ = id;
    --size_;
  }
  // What is left of a tree that was much larger lies in too many nodes.
  if (4 * static_cast<std::int64_t>(size_) < size_built_) Rebuild();
}

void BallTree::Replace(int id, const Ball& ball) {
  Detach(id);
  balls_.Edit(id) = ball;
  InsertOne(id);
}

void BallTree::Rebuild() {
  leaves_.Clear();
  inner_.Clear();
  inner_boxes_.Clear();
  free_leaf_ = free_inner_ = kNone;
  root_ = kNone;
  height_ = 0;
  size_built_ = size_;
  if (size_ == 0) return;
  std::vector<Item> items;
  items.reserve(size_);
  for (int id = 0; id < num_ids(); ++id) {
    if (balls_[id].is_present()) items.push_back({balls_[id].centre, id});
  }
  while (Capacity(height_) < size_) ++height_;
  root_ = Build(height_, items);
}

int BallTree::Build(int level, std::span<Item> items) {
  const int node = TakeNode(level);
  Entries children;
  if (level == 0) {
    for (const Item& item : items) children.push_back({item.id, {}});
    std::sort(children.begin(), children.end(),
              [](const Entry& a, const Entry& b) { return a.child < b.child; });
  } else {
    const std::int64_t capacity = Capacity(level - 1);
    const auto num_children = static_cast<int>(
        (static_cast<std::int64_t>(items.size()) + capacity - 1) / capacity);
    BuildChildren(level - 1, items, num_children, &children);
  }
  SetEntries(level, node, children);
  return node;
}

/* Splits the balls where they spread furthest, into as many nodes of the level
 as asked for, equally full. */
void BallTree::BuildChildren(int level, std::span<Item> items, int num_children,
                             Entries* children) {
  if (num_children == 1) {
    const int node = Build(level, items);
    children->push_back({node, CalcFloatBox(level, node)});
    return;
  }
  Vector3 lower = Vector3::Constant(HUGE_VAL);
  Vector3 upper = Vector3::Constant(-HUGE_VAL);
  for (const Item& item : items) {
    lower = lower.cwiseMin(item.centre);
    upper = upper.cwiseMax(item.centre);
  }
  int axis = 0;
  (upper - lower).maxCoeff(&axis);
  const int num_left = num_children / 2;
  const std::size_t middle = items.size() * num_left / num_children;
  std::nth_element(items.begin(), items.begin() + middle, items.end(),
                   [axis](const Item& a, const Item& b) {
                     const double x = a.centre[axis], y = b.centre[axis];
                     return x != y ? x < y : a.id < b.id;
                   });
  BuildChildren(level, items.first(middle), num_left, children);
  BuildChildren(level, items.subspan(middle), num_children - num_left,
                children);
}

void BallTree::InsertOne(int id) {
  if (root_ == kNone) {
    root_ = TakeNode(0);
    height_ = 0;
  }
  const int sibling = InsertBelow(height_, root_, id);
  if (sibling == kNone) return;
  const Entry entries[]{{root_, CalcFloatBox(height_, root_)},
                        {sibling, CalcFloatBox(height_, sibling)}};
  root_ = TakeNode(++height_);
  inner_.Edit(root_).parent = kNone;
  SetEntries(height_, root_, entries);
}

/* Returns the node that was split off, if one was. */
int BallTree::InsertBelow(int level, int node, int id) {
  const Box box = MakeBox(balls_[id]);
  if (level == 0) return AddEntry(0, node, {id, box});
  const int i = ChooseChild(node, box);
  const int child = inner_[node].children[i];
  const int sibling = InsertBelow(level - 1, child, id);
  inner_boxes_.Edit(node).of[i] = sibling == kNone
                                      ? Join(inner_boxes_[node].of[i], box)
                                      : CalcFloatBox(level - 1, child);
  if (sibling == kNone) return kNone;
  return AddEntry(level, node, {sibling, CalcFloatBox(level - 1, sibling)});
}

/* The child whose box grows least: in the sum of its edges, since boxes of
 points are often flat; then the smallest. */
int BallTree::ChooseChild(int node, const Box& box) const {
  const auto measure = [](const Box& b) {
    return (b.upper[0] - b.lower[0]) + (b.upper[1] - b.lower[1]) +
           (b.upper[2] - b.lower[2]);
  };
  int best = 0;
  float best_growth = std::numeric_limits<float>::infinity();
  float best_size = best_growth;
  for (int i = 0; i < inner_[node].count; ++i) {
    const Box& child = inner_boxes_[node].of[i];
    const float size = measure(child);
    const float growth = measure(Join(child, box)) - size;
    if (growth < best_growth || (growth == best_growth && size < best_size)) {
      best = i;
      best_growth = growth;
      best_size = size;
    }
  }
  return best;
}

/* Adds a child; a full node is split along the axis on which its children
 spread furthest, and the upper half returned. */
int BallTree::AddEntry(int level, int node, const Entry& entry) {
  const int count = (level == 0 ? leaves_[node] : inner_[node]).count;
  if (count < kMaxChildren) {
    Node& n = level == 0 ? leaves_.Edit(node) : inner_.Edit(node);
    n.children[n.count++] = entry.child;
    if (level > 0) inner_boxes_.Edit(node).of[count] = entry.box;
    SetParent(level, entry.child, node);
    return kNone;
  }
  Entries entries;
  CollectEntries(level, node, &entries);
  entries.push_back(entry);
  const auto centre = [](const Entry& e, int k) {
    return e.box.lower[k] + e.box.upper[k];
  };
  int axis = 0;
  float widest = -1;
  for (int k = 0; k < 3; ++k) {
    const auto [least, greatest] = std::minmax_element(
        entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
          return centre(a, k) < centre(b, k);
        });
    const float spread = centre(*greatest, k) - centre(*least, k);
    if (spread > widest) {
      widest = spread;
      axis = k;
    }
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const Entry& a, const Entry& b) {
                     return centre(a, axis) < centre(b, axis);
                   });
  const std::span<const Entry> all(entries);
  const int sibling = TakeNode(level);
  SetEntries(level, node, all.first(kMaxChildren / 2 + 1));
  SetEntries(level, sibling, all.subspan(kMaxChildren / 2 + 1));
  return sibling;
}

/* Takes a ball out of the tree. Nodes may be left with few children, but not
 with none. */
void BallTree::Detach(int id) {
  int child = id;
  int node = leaf_of_[id];
  bool is_gone = true;
  Box child_box;
  for (int level = 0; node != kNone; ++level) {
    Node& n = level == 0 ? leaves_.Edit(node) : inner_.Edit(node);
    const auto i = static_cast<int>(
        std::find(n.children, n.children + n.count, child) - n.children);
    if (is_gone) {
      --n.count;
      std::copy(n.children + i + 1, n.children + n.count + 1, n.children + i);
      if (level > 0) {
        Box* boxes = inner_boxes_.Edit(node).of;
        std::copy(boxes + i + 1, boxes + n.count + 1, boxes + i);
      }
    } else {
      if (inner_boxes_[node].of[i] == child_box) break;
      inner_boxes_.Edit(node).of[i] = child_box;
    }
    child = node;
    node = n.parent;
    is_gone = n.count == 0;
    if (is_gone) {
      ReleaseNode(level, child);
    } else {
      child_box = CalcFloatBox(level, child);
    }
  }
  if (is_gone) {
    root_ = kNone;
    return;
  }
  while (height_ > 0 && inner_[root_].count == 1) {
    const int old_root = root_;
    root_ = inner_[old_root].children[0];
    ReleaseNode(height_, old_root);
    --height_;
    (height_ == 0 ? leaves_.Edit(root_) : inner_.Edit(root_)).parent = kNone;
  }
}

}  // namespace clearway
