#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace clearway {

/// A growing array in chunks that copies share until one of them writes: a copy
/// costs nothing, and a first write after it one chunk and a table of chunks.
///
/// @thread_safety As a std::vector; copies that share chunks may be used from
/// different threads.
template <class T, std::size_t kChunkSize>
class CowVector {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  const T& operator[](std::size_t i) const {
    return (*(*table_)[i / kChunkSize])[i % kChunkSize];
  }

  /// The element for writing, shared with no copy any more.
  T& Edit(std::size_t i) {
    Unshare(&table_);
    auto& chunk = (*table_)[i / kChunkSize];
    Unshare(&chunk);
    return (*chunk)[i % kChunkSize];
  }

  void PushBack(const T& value) {
    if (table_ == nullptr) table_ = std::make_shared<Table>();
    Unshare(&table_);
    if (size_ == table_->size() * kChunkSize) {
      table_->push_back(std::make_shared<Chunk>());
    }
    ++size_;
    Edit(size_ - 1) = value;
  }

  void Clear() {
    table_.reset();
    size_ = 0;
  }

  /// Whether both are copies of one another that nothing was written to since.
  bool IsSharedWith(const CowVector& other) const {
    return size_ == other.size_ && table_ == other.table_;
  }

 private:
  using Chunk = std::array<T, kChunkSize>;
  using Table = std::vector<std::shared_ptr<Chunk>>;

  template <class Part>
  static void Unshare(std::shared_ptr<Part>* part) {
    if (part->use_count() == 1) {
      // Another thread's last read of what it has just let go comes before.
      std::atomic_thread_fence(std::memory_order_acquire);
      return;
    }
    *part = std::make_shared<Part>(**part);
  }

  std::shared_ptr<Table> table_;
  std::size_t size_{0};
};

}  // namespace clearway
