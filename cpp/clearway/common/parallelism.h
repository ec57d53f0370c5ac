#pragma once

#include <concepts>

namespace clearway {

/// How many threads a call may use.
///
/// `Parallelism(n)` is n threads, `Parallelism(false)` is one, and
/// `Parallelism(true)` or `Parallelism::Max()` is as many as this process may
/// use: CLEARWAY_NUM_THREADS where it is set, else the least of the processors
/// in its affinity mask and of the CPU quotas, rounded up, of its cgroup and
/// those that this one is in.
class Parallelism {
 public:
  /// One thread.
  Parallelism() = default;

  /// @param parallelize  true is Max(), false is one thread. A bool only: a
  /// number that became one would be all threads.
  template <std::same_as<bool> Bool>
  Parallelism(Bool parallelize)  // NOLINT: implicit, as in Drake.
      : num_threads_(parallelize ? Max().num_threads() : 1) {}

  /// @throws std::invalid_argument if num_threads < 1.
  explicit Parallelism(int num_threads);

  /// As many threads as this process may use, looked up once.
  /// @throws std::invalid_argument if CLEARWAY_NUM_THREADS is not a whole
  /// number greater than zero.
  static Parallelism Max();

  static Parallelism None() { return Parallelism(); }

  int num_threads() const { return num_threads_; }

 private:
  int num_threads_{1};
};

}  // namespace clearway
