#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "clearway/planning/collision_checker_context.h"

namespace clearway {

class ContextPool;

/// The exclusive use of one context of a pool, until it is destroyed.
class ContextLease {
 public:
  ContextLease(ContextLease&& other) noexcept
      : pool_(std::exchange(other.pool_, nullptr)), slot_(other.slot_) {}
  ContextLease& operator=(ContextLease&&) = delete;
  ~ContextLease();

  CollisionCheckerContext* context() const;
  int slot() const { return slot_; }

  /// Makes the calling thread the holder: a worker that was handed the lease
  /// calls it, so that the worker is told if it would wait for itself.
  void TakeOver();

 private:
  friend class ContextPool;
  ContextLease(ContextPool* pool, int slot) : pool_(pool), slot_(slot) {}

  ContextPool* pool_;
  int slot_;
};

/// The contexts that a checker's implicit calls use, one at a time each.
///
/// A slot is leased without a lock: the one returned last is tried first, since
/// it is warm. After a fork, slots that other threads of the parent held are
/// free in the child, with fresh contexts: their holders do not exist there,
/// and may have been amid a change. (The old contexts are left as they were,
/// never to be freed.)
///
/// @thread_safety Any thread, but for context(), which is unsynchronised.
class ContextPool {
 public:
  /// @param prototype  kept, and never lent: contexts are its clones.
  /// @pre size >= 1.
  ContextPool(std::unique_ptr<CollisionCheckerContext> prototype, int size);
  ContextPool(const ContextPool&) = delete;
  ContextPool& operator=(const ContextPool&) = delete;

  int size() const { return static_cast<int>(slots_.size()); }
  CollisionCheckerContext& prototype() { return *prototype_; }
  const CollisionCheckerContext& prototype() const { return *prototype_; }
  /// @throws std::out_of_range if there is no such slot.
  CollisionCheckerContext& context(int slot);

  /// Leases the slot of that number, or without one any that is free; waits
  /// until there is one.
  /// @throws std::out_of_range if there is no such slot.
  /// @throws std::logic_error if the calling thread would wait for itself: it
  /// holds that slot; or, without a number, any slot.
  ContextLease Lease(std::optional<int> context_number);
  /// The same, but nothing where Lease would wait or throw logic_error.
  std::optional<ContextLease> TryLease(std::optional<int> context_number);

 private:
  friend class ContextLease;

  // 0 is nobody.
  using Holder = std::uintptr_t;
  struct alignas(64) Slot {
    std::atomic<Holder> holder{0};
    std::unique_ptr<CollisionCheckerContext> context;
  };

  bool TryTake(int slot, Holder holder);
  void Return(int slot);
  bool WouldWaitForItself(std::optional<int> context_number,
                          Holder holder) const;
  void RecoverFromFork();

  std::unique_ptr<CollisionCheckerContext> prototype_;
  std::vector<Slot> slots_;
  std::atomic<int> last_returned_{0};
  std::atomic<std::uint32_t> num_returns_{0};
  // The generation that recovery has begun for, and that it is done for.
  std::atomic<int> claimed_generation_;
  std::atomic<int> generation_;
};

}  // namespace clearway
