#include "clearway/planning/context_pool.h"

#include <thread>
#include <utility>

#include "clearway/common/check.h"
#include "clearway/common/fork.h"

namespace clearway {
namespace {

// An address that no other living thread has; a fork's child keeps its own.
std::uintptr_t GetThisThread() {
  static thread_local char place;
  return reinterpret_cast<std::uintptr_t>(&place);
}

}  // namespace

ContextLease::~ContextLease() {
  if (pool_ != nullptr) pool_->Return(slot_);
}

CollisionCheckerContext* ContextLease::context() const {
  return pool_->slots_[slot_].context.get();
}

void ContextLease::TakeOver() {
  pool_->slots_[slot_].holder.store(GetThisThread(), std::memory_order_relaxed);
}

ContextPool::ContextPool(std::unique_ptr<CollisionCheckerContext> prototype,
                         int size)
    : prototype_(std::move(prototype)),
      slots_(size),
      claimed_generation_(fork_generation()),
      generation_(fork_generation()) {
  for (Slot& slot : slots_) slot.context = prototype_->Clone();
}

CollisionCheckerContext& ContextPool::context(int slot) {
  CheckIndex(slot, size(), "context_number");
  return *slots_[slot].context;
}

std::optional<ContextLease> ContextPool::TryLease(
    std::optional<int> context_number) {
  if (generation_.load(std::memory_order_acquire) != fork_generation()) {
    RecoverFromFork();
  }
  const Holder holder = GetThisThread();
  if (context_number.has_value()) {
    const int slot = CheckIndex(*context_number, size(), "context_number");
    if (TryTake(slot, holder)) return ContextLease(this, slot);
    return std::nullopt;
  }
  const int last = last_returned_.load(std::memory_order_relaxed);
  if (TryTake(last, holder)) return ContextLease(this, last);
  for (int slot = 0; slot < size(); ++slot) {
    if (TryTake(slot, holder)) return ContextLease(this, slot);
  }
  return std::nullopt;
}

ContextLease ContextPool::Lease(std::optional<int> context_number) {
  for (;;) {
    // Read before trying: a return in between then ends the wait at once.
    const std::uint32_t num_returns = num_returns_.load();
    if (auto lease = TryLease(context_number)) return std::move(*lease);
    if (WouldWaitForItself(context_number, GetThisThread())) {
      throw std::logic_error(Concat(
          context_number.has_value()
              ? Concat("context ", *context_number, " is")
              : Concat("all ", size(), " contexts are"),
          " in use, and this thread, which uses one, would wait for itself; "
          "use a standalone context for calls from within a call"));
    }
    num_returns_.wait(num_returns);
  }
}

bool ContextPool::TryTake(int slot, Holder holder) {
  std::atomic<Holder>& current = slots_[slot].holder;
  Holder nobody = 0;
  // A look first: a failed exchange would take the line from its holder.
  return current.load(std::memory_order_relaxed) == 0 &&
         current.compare_exchange_strong(nobody, holder);
}

void ContextPool::Return(int slot) {
  last_returned_.store(slot, std::memory_order_relaxed);
  slots_[slot].holder.store(0);
  num_returns_.fetch_add(1);
  num_returns_.notify_all();
}

bool ContextPool::WouldWaitForItself(std::optional<int> context_number,
                                     Holder holder) const {
  if (context_number.has_value()) {
    return slots_[*context_number].holder.load() == holder;
  }
  for (const Slot& slot : slots_) {
    if (slot.holder.load() == holder) return true;
  }
  return false;
}

void ContextPool::RecoverFromFork() {
  const int generation = fork_generation();
  int claimed = claimed_generation_.load();
  if (claimed != generation &&
      claimed_generation_.compare_exchange_strong(claimed, generation)) {
    const Holder holder = GetThisThread();
    for (Slot& slot : slots_) {
      const Holder current = slot.holder.load();
      if (current == 0 || current == holder) continue;
      slot.context.release();
      slot.context = prototype_->Clone();
      slot.holder.store(0);
    }
    generation_.store(generation, std::memory_order_release);
  }
  while (generation_.load(std::memory_order_acquire) != generation) {
    std::this_thread::yield();
  }
}

}  // namespace clearway
