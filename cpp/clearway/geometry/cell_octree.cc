#include "clearway/geometry/cell_octree.h"

#include <algorithm>

namespace clearway {

CellOctree::Block CellOctree::GetChild(const Block& block, int level,
                                       int i) const {
  if (level == 1) {
    return MakeUniform(static_cast<CellState>((block.ref >> (2 * i)) & 3));
  }
  const Node& node = nodes_[block.ref];
  return {node.states[i], node.contained[i], node.refs[i]};
}

CellState CellOctree::GetState(const Cell& cell) const {
  Block block = root_;
  for (int level = height_; block.is_mixed(); --level) {
    const int shift = level - 1;
    block =
        GetChild(block, level,
                 ((cell.x() >> shift) & 1) | ((cell.y() >> shift) & 1) << 1 |
                     ((cell.z() >> shift) & 1) << 2);
  }
  return static_cast<CellState>(block.state);
}

CellOctree::Block CellOctree::Join(int level, const Block* children) {
  const bool is_uniform =
      !children[0].is_mixed() &&
      std::all_of(children + 1, children + 8, [&](const Block& child) {
        return child.state == children[0].state;
      });
  if (is_uniform) return children[0];
  Block block{kMixed, 0, 0};
  for (int i = 0; i < 8; ++i) block.contained |= children[i].contained;
  if (level == 1) {
    for (int i = 0; i < 8; ++i) block.ref |= children[i].state << (2 * i);
    return block;
  }
  if (free_node_ < 0) {
    block.ref = static_cast<int>(nodes_.size());
    nodes_.PushBack({});
  } else {
    block.ref = free_node_;
    free_node_ = nodes_[free_node_].refs[0];
  }
  Node& node = nodes_.Edit(block.ref);
  for (int i = 0; i < 8; ++i) {
    node.states[i] = children[i].state;
    node.contained[i] = children[i].contained;
    node.refs[i] = children[i].ref;
  }
  return block;
}

void CellOctree::Release(const Block& block, int level) {
  if (!block.is_mixed() || level < 2) return;
  for (int i = 0; i < 8; ++i) Release(GetChild(block, level, i), level - 1);
  nodes_.Edit(block.ref).refs[0] = free_node_;
  free_node_ = block.ref;
}

void CellOctree::SetBox(const Cell& lower, const Cell& upper, CellState state) {
  root_ = SetIn(root_, height_, Cell::Zero(), lower, upper, state);
}

CellOctree::Block CellOctree::SetIn(const Block& block, int level,
                                    const Cell& least, const Cell& lower,
                                    const Cell& upper, CellState state) {
  const Eigen::Array3i last = least.array() + ((1 << level) - 1);
  if ((least.array() >= upper.array()).any() || (last < lower.array()).any() ||
      block.state == static_cast<std::uint8_t>(state)) {
    return block;
  }
  if ((least.array() >= lower.array()).all() && (last < upper.array()).all()) {
    Release(block, level);
    return MakeUniform(state);
  }
  Block children[8];
  for (int i = 0; i < 8; ++i) {
    const Block child = block.is_mixed() ? GetChild(block, level, i) : block;
    children[i] = SetIn(child, level - 1, least + OffsetOf(i, level - 1), lower,
                        upper, state);
  }
  // The children live on: only the node itself is made anew, in its old place.
  if (block.is_mixed() && level >= 2) {
    nodes_.Edit(block.ref).refs[0] = free_node_;
    free_node_ = block.ref;
  }
  return Join(level, children);
}

int CellOctree::Compare(const CellOctree& a, const CellOctree& b) {
  if (a.height_ != b.height_) return a.height_ < b.height_ ? -1 : 1;
  if (a.nodes_.IsSharedWith(b.nodes_) && a.root_.state == b.root_.state &&
      a.root_.ref == b.root_.ref) {
    return 0;
  }
  return CompareBlocks(a, a.root_, b, b.root_, a.height_);
}

int CellOctree::CompareBlocks(const CellOctree& a, const Block& block_a,
                              const CellOctree& b, const Block& block_b,
                              int level) {
  if (block_a.state != block_b.state) {
    return block_a.state < block_b.state ? -1 : 1;
  }
  if (!block_a.is_mixed()) return 0;
  for (int i = 0; i < 8; ++i) {
    const int order = CompareBlocks(a, a.GetChild(block_a, level, i), b,
                                    b.GetChild(block_b, level, i), level - 1);
    if (order != 0) return order;
  }
  return 0;
}

void CellOctree::VisitBlocks(BlockVisitor visit) const {
  Visit(root_, height_, Cell::Zero(), visit);
}

void CellOctree::Visit(const Block& block, int level, const Cell& least,
                       BlockVisitor visit) const {
  if (!block.is_mixed()) {
    if (block.state != static_cast<std::uint8_t>(CellState::kFree)) {
      visit(level, least, static_cast<CellState>(block.state));
    }
    return;
  }
  for (int i = 0; i < 8; ++i) {
    Visit(GetChild(block, level, i), level - 1, least + OffsetOf(i, level - 1),
          visit);
  }
}

}  // namespace clearway
