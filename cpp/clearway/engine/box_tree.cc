#include "clearway/engine/box_tree.h"

#include <numeric>

namespace clearway::internal {

BoxTree::BoxTree(std::span<const Aabb> boxes, std::span<const int> ids) {
  if (boxes.empty()) return;
  std::vector<int> order(boxes.size());
  std::iota(order.begin(), order.end(), 0);
  Build(boxes, ids, order);
}

void BoxTree::Build(std::span<const Aabb> boxes, std::span<const int> ids,
                    std::span<int> order) {
  // Infinite boxes would spoil every mean; they sort by a finite centre.
  const auto centre = [&boxes](int i, int axis) {
    const double lower = std::max(boxes[i].lower(axis), -1e9);
    const double upper = std::min(boxes[i].upper(axis), 1e9);
    return lower + upper;
  };
  const int index = static_cast<int>(nodes_.size());
  nodes_.push_back({Aabb{}, -1, -1});
  for (const int i : order) nodes_[index].box.Include(boxes[i]);

  if (order.size() <= kLanes) {
    std::sort(order.begin(), order.end());
    Leaf leaf{};
    leaf.count = static_cast<int>(order.size());
    for (int i = 0; i < leaf.count; ++i) {
      leaf.ids[i] = ids[order[i]];
      for (int k = 0; k < 3; ++k) {
        leaf.lower[k][i] = boxes[order[i]].lower(k);
        leaf.upper[k][i] = boxes[order[i]].upper(k);
      }
    }
    nodes_[index].leaf = static_cast<int>(leaves_.size());
    leaves_.push_back(leaf);
    return;
  }

  // Halves by the median of the axis along which centres spread most: depth is
  // log2 of the count, which kMaxDepth exceeds for any that fits in memory.
  int axis = 0;
  double widest = -1;
  for (int k = 0; k < 3; ++k) {
    const auto [least, greatest] = std::minmax_element(
        order.begin(), order.end(),
        [&](int i, int j) { return centre(i, k) < centre(j, k); });
    const double spread = centre(*greatest, k) - centre(*least, k);
    if (spread > widest) {
      widest = spread;
      axis = k;
    }
  }
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    const double ci = centre(i, axis), cj = centre(j, axis);
    return ci < cj || (ci == cj && i < j);
  });
  const std::size_t half = order.size() / 2;
  Build(boxes, ids, order.first(half));
  nodes_[index].right = static_cast<int>(nodes_.size());
  Build(boxes, ids, order.subspan(half));
}

}  // namespace clearway::internal
