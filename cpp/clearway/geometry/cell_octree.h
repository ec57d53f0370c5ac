#pragma once

#include <cstdint>

#include <Eigen/Core>

#include "clearway/common/cow_vector.h"
#include "clearway/common/function_ref.h"

namespace clearway {

/// What is known of a cell.
enum class CellState : std::uint8_t { kFree = 0, kOccupied = 1, kUnknown = 2 };

/// The states of 2^height cells a side, as an octree: blocks of one state are
/// never split, and eight equal blocks are always joined, so that equal states
/// make equal trees. Copies share what neither has changed.
///
/// @thread_safety As a std::vector.
class CellOctree {
 public:
  using Cell = Eigen::Vector3i;

  /// So that three coordinates and a level fit in 64 bits.
  static constexpr int kMaxHeight = 19;

  static constexpr std::uint8_t kMixed = 3;

  /// A block of the tree: of one state, or with children. What is in `ref`
  /// depends on the level.
  struct Block {
    std::uint8_t state{0};      ///< A CellState, or kMixed.
    std::uint8_t contained{1};  ///< Bit s: whether state s occurs in it.
    int ref{0};
    bool is_mixed() const { return state == kMixed; }
    bool Contains(CellState s) const {
      return (contained >> static_cast<int>(s)) & 1;
    }
  };

  /// All cells are free. @pre 0 <= height <= kMaxHeight.
  explicit CellOctree(int height = 0) : height_(height) {}

  int height() const { return height_; }
  const Block& root() const { return root_; }

  /// A child of a mixed block of a level >= 1; bit k of `i` is the half along
  /// axis k. Level 0 are cells.
  Block GetChild(const Block& block, int level, int i) const;

  CellState GetState(const Cell& cell) const;

  /// Sets the cells with lower <= cell < upper.
  void SetBox(const Cell& lower, const Cell& upper, CellState state);

  /// How a tree is built from below: blocks of one state, joined by eight until
  /// one is the root. A block that was made is joined once, or given as root.
  static Block MakeUniform(CellState state) {
    const int s = static_cast<int>(state);
    return {static_cast<std::uint8_t>(s), static_cast<std::uint8_t>(1 << s), 0};
  }
  /// The block of the level whose children these are. @pre level >= 1.
  Block Join(int level, const Block* children);
  void SetRoot(const Block& root) { root_ = root; }

  /// An order of trees by their heights and states; 0 if they are equal.
  static int Compare(const CellOctree& a, const CellOctree& b);

  /// Calls visit(level, least cell, state) for each block of one state other
  /// than free.
  using BlockVisitor =
      FunctionRef<void(int level, const Cell& least, CellState state)>;
  void VisitBlocks(BlockVisitor visit) const;

 private:
  /* The children of a block. Those of a block of level 1 are cells: two bits of
   state each are the block's ref, and there is no node. */
  struct Node {
    std::uint8_t states[8];
    std::uint8_t contained[8];
    int refs[8];
  };

  static Cell OffsetOf(int i, int level) {
    return Cell(i & 1, (i >> 1) & 1, (i >> 2) & 1) * (1 << level);
  }
  static int CompareBlocks(const CellOctree& a, const Block& block_a,
                           const CellOctree& b, const Block& block_b,
                           int level);
  Block SetIn(const Block& block, int level, const Cell& least,
              const Cell& lower, const Cell& upper, CellState state);
  void Release(const Block& block, int level);
  void Visit(const Block& block, int level, const Cell& least,
             BlockVisitor visit) const;

  int height_;
  Block root_;
  CowVector<Node, 64> nodes_;
  int free_node_{-1};  // A list: each has the next for its first ref.
};

}  // namespace clearway
