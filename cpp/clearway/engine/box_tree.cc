#include "clearway/engine/box_tree.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace clearway::internal {
namespace {

// Half the surface of a box, to which the number of visits is proportional.
double CalcHalfArea(const Aabb& box) {
  const Vector3 d = box.upper - box.lower;
  return d.x() * d.y() + d.y() * d.z() + d.z() * d.x();
}

bool IsFinite(const Aabb& box) {
  return box.lower.allFinite() && box.upper.allFinite();
}

// The axis along which the centres spread most.
template <class Entries>
int FindWidestAxis(const Entries& entries) {
  Aabb centres;
  for (const auto& entry : entries) centres.Include(entry.box.centre());
  int axis;
  (centres.upper - centres.lower).maxCoeff(&axis);
  return axis;
}

template <class Entries>
void SortAlong(int axis, Entries* entries) {
  std::sort(entries->begin(), entries->end(),
            [axis](const auto& a, const auto& b) {
              const double ca = a.box.centre()(axis);
              const double cb = b.box.centre()(axis);
              return ca < cb || (ca == cb && a.child < b.child);
            });
}

}  // namespace

BoxTree::BoxTree(std::span<const Aabb> boxes, std::span<const int> ids) {
  std::vector<Entry> entries;
  entries.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (IsFinite(boxes[i])) {
      entries.push_back({boxes[i], ids[i]});
    } else {
      Insert(ids[i], boxes[i]);
    }
  }
  size_ += static_cast<int>(entries.size());
  Load(std::move(entries));
}

void BoxTree::Insert(int id, const Aabb& box) {
  ++size_;
  if (!IsFinite(box)) {
    unbounded_.push_back(id);
    SetPlace(id, kUnbounded);
    return;
  }
  if (root_ < 0) root_ = AddNode(true);
  int node = root_;
  while (!nodes_[node].is_leaf) {
    // Down where the box makes the least difference.
    int best = 0;
    double least_growth = HUGE_VAL, least_area = HUGE_VAL;
    for (int i = 0; i < nodes_[node].count; ++i) {
      const Aabb lane = GetBox(nodes_[node], i);
      Aabb grown = lane;
      grown.Include(box);
      const double area = CalcHalfArea(lane);
      const double growth = CalcHalfArea(grown) - area;
      if (growth < least_growth ||
          (growth == least_growth && area < least_area)) {
        best = i;
        least_growth = growth;
        least_area = area;
      }
    }
    node = nodes_[node].children[best];
  }
  AddEntry(node, {box, id});
  LoadAfterManyChanges();
}

void BoxTree::Remove(int id) {
  --size_;
  int node = place_[id];
  place_[id] = kAbsent;
  if (node == kUnbounded) {
    std::erase(unbounded_, id);
    return;
  }
  RemoveLane(node, FindLane(nodes_[node], id));
  while (nodes_[node].count == 0 && node != root_) {
    const int parent = nodes_[node].parent;
    RemoveLane(parent, FindLane(nodes_[parent], node));
    FreeNode(node);
    node = parent;
  }
  Refit(node);
  while (!nodes_[root_].is_leaf && nodes_[root_].count == 1) {
    const int child = nodes_[root_].children[0];
    FreeNode(root_);
    root_ = child;
    nodes_[root_].parent = -1;
  }
  LoadAfterManyChanges();
}

void BoxTree::Replace(int id, const Aabb& box) {
  if (id >= static_cast<int>(place_.size()) || place_[id] == kAbsent) {
    Insert(id, box);
    return;
  }
  const int leaf = place_[id];
  if (leaf >= 0 && IsFinite(box)) {
    const int parent = nodes_[leaf].parent;
    const bool stays = parent < 0 || [&] {
      Aabb bounds = GetBox(nodes_[parent], FindLane(nodes_[parent], leaf));
      const Aabb before = bounds;
      bounds.Include(box);
      return bounds.lower == before.lower && bounds.upper == before.upper;
    }();
    if (stays) {
      SetBox(box, FindLane(nodes_[leaf], id), &nodes_[leaf]);
      Refit(leaf);
      return;
    }
  }
  Remove(id);
  Insert(id, box);
}

Aabb BoxTree::GetBox(const Node& node, int lane) {
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    box.lower(k) = node.lower[k][lane];
    box.upper(k) = node.upper[k][lane];
  }
  return box;
}

void BoxTree::SetBox(const Aabb& box, int lane, Node* node) {
  for (int k = 0; k < 3; ++k) {
    node->lower[k][lane] = box.lower(k);
    node->upper[k][lane] = box.upper(k);
  }
}

Aabb BoxTree::CalcBox(const Node& node) {
  Aabb box;
  for (int i = 0; i < node.count; ++i) box.Include(GetBox(node, i));
  return box;
}

int BoxTree::FindLane(const Node& node, int child) {
  int lane = 0;
  while (node.children[lane] != child) ++lane;
  return lane;
}

int BoxTree::AddNode(bool is_leaf) {
  int node = static_cast<int>(nodes_.size());
  if (free_nodes_.empty()) {
    nodes_.emplace_back();
  } else {
    node = free_nodes_.back();
    free_nodes_.pop_back();
    nodes_[node] = Node{};
  }
  nodes_[node].is_leaf = is_leaf;
  return node;
}

void BoxTree::FreeNode(int node) { free_nodes_.push_back(node); }

void BoxTree::SetPlace(int id, int place) {
  if (id >= static_cast<int>(place_.size())) place_.resize(id + 1, kAbsent);
  place_[id] = place;
}

void BoxTree::AddLane(int node, const Entry& entry) {
  Node& n = nodes_[node];
  SetBox(entry.box, n.count, &n);
  n.children[n.count++] = entry.child;
  if (n.is_leaf) {
    SetPlace(entry.child, node);
  } else {
    nodes_[entry.child].parent = node;
  }
}

void BoxTree::RemoveLane(int node, int lane) {
  Node& n = nodes_[node];
  const int last = --n.count;
  SetBox(GetBox(n, last), lane, &n);
  n.children[lane] = n.children[last];
  SetBox(Aabb{Vector3::Zero(), Vector3::Zero()}, last, &n);
}

// Adds to a node, which is split if it is full, as its parents may be then.
void BoxTree::AddEntry(int node, const Entry& entry) {
  if (nodes_[node].count < kLanes) {
    AddLane(node, entry);
    Refit(node);
    return;
  }
  std::array<Entry, kLanes + 1> entries;
  for (int i = 0; i < kLanes; ++i) {
    entries[i] = {GetBox(nodes_[node], i), nodes_[node].children[i]};
  }
  entries[kLanes] = entry;
  SortAlong(FindWidestAxis(entries), &entries);
  constexpr int kFewest = 3;
  std::array<double, kLanes + 1> area_before{}, area_after{};
  Aabb before, after;
  for (int i = 0; i < kLanes; ++i) {
    before.Include(entries[i].box);
    area_before[i + 1] = CalcHalfArea(before);
    after.Include(entries[kLanes - i].box);
    area_after[kLanes - i] = CalcHalfArea(after);
  }
  int split = kFewest;
  for (int i = kFewest; i <= kLanes + 1 - kFewest; ++i) {
    if (area_before[i] + area_after[i] <
        area_before[split] + area_after[split]) {
      split = i;
    }
  }

  const int parent = nodes_[node].parent;
  const int other = AddNode(nodes_[node].is_leaf);
  nodes_[node].count = 0;
  for (int i = 0; i <= kLanes; ++i) {
    AddLane(i < split ? node : other, entries[i]);
  }
  for (int i = split; i < kLanes; ++i) {
    SetBox(Aabb{Vector3::Zero(), Vector3::Zero()}, i, &nodes_[node]);
  }
  if (parent < 0) {
    root_ = AddNode(false);
    AddLane(root_, {CalcBox(nodes_[node]), node});
    AddLane(root_, {CalcBox(nodes_[other]), other});
    return;
  }
  SetBox(CalcBox(nodes_[node]), FindLane(nodes_[parent], node),
         &nodes_[parent]);
  AddEntry(parent, {CalcBox(nodes_[other]), other});
}

// Tightens the boxes of a node and of all above it.
void BoxTree::Refit(int node) {
  for (int parent = nodes_[node].parent; parent >= 0;
       node = parent, parent = nodes_[node].parent) {
    SetBox(CalcBox(nodes_[node]), FindLane(nodes_[parent], node),
           &nodes_[parent]);
  }
}

void BoxTree::LoadAfterManyChanges() {
  if (++num_changes_ <= 4 * std::max(size_, 16)) return;
  std::vector<Entry> entries;
  for (std::size_t id = 0; id < place_.size(); ++id) {
    if (place_[id] < 0) continue;
    const Node& leaf = nodes_[place_[id]];
    const int child = static_cast<int>(id);
    entries.push_back({GetBox(leaf, FindLane(leaf, child)), child});
  }
  Load(std::move(entries));
}

void BoxTree::Load(std::vector<Entry> entries) {
  nodes_.clear();
  free_nodes_.clear();
  root_ = -1;
  num_changes_ = 0;
  if (entries.empty()) return;
  int height = 0;
  for (std::size_t n = kLanes; n < entries.size(); n *= kLanes) ++height;
  root_ = Build(entries, height);
}

// The node over some entries, `height` levels above the leaves.
int BoxTree::Build(std::span<Entry> entries, int height) {
  const int node = AddNode(height == 0);
  std::size_t capacity = 1;
  for (int i = 0; i < height; ++i) capacity *= kLanes;
  const std::size_t num_children = (entries.size() + capacity - 1) / capacity;
  Split(entries, static_cast<int>(num_children), height, node);
  return node;
}

// Makes children of entries, halving by the axis along which they spread most.
void BoxTree::Split(std::span<Entry> entries, int num_children, int height,
                    int node) {
  if (num_children == 1) {
    if (height == 0) {
      AddLane(node, entries[0]);
      return;
    }
    const int child = Build(entries, height - 1);
    AddLane(node, {CalcBox(nodes_[child]), child});
    return;
  }
  SortAlong(FindWidestAxis(entries), &entries);
  const int half = num_children / 2;
  const std::size_t count = entries.size() * half / num_children;
  Split(entries.first(count), half, height, node);
  Split(entries.subspan(count), num_children - half, height, node);
}

}  // namespace clearway::internal
