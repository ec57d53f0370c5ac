#include "clearway/common/parallel_for.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <vector>

#include "clearway/common/fork.h"
#include "clearway/common/logging.h"

namespace clearway {

int CountWorkers(std::int64_t count, Parallelism parallelism) {
  // libgomp keeps its threads between regions; a forked child inherits the
  // record of them, not the threads, and would wait for them for ever.
  if (MayLackOpenMpThreads() || omp_in_parallel()) return 1;
  // libgomp ends the process where the system refuses it a thread.
  constexpr int kMaxWorkers = 1024;
  return static_cast<int>(std::clamp<std::int64_t>(
      count, 1, std::min(parallelism.num_threads(), kMaxWorkers)));
}

int CallerThreadNumber() { return omp_get_thread_num(); }

void ParallelFor(std::int64_t count, Parallelism parallelism,
                 FunctionRef<void(std::int64_t, int)> work) {
  const int num_workers = CountWorkers(count, parallelism);
  if (num_workers == 1) {
    for (std::int64_t i = 0; i < count; ++i) work(i, 0);
    return;
  }

  // Small enough that costs which vary twentyfold still balance, large enough
  // that the shared counter is not felt.
  const std::int64_t block =
      std::clamp<std::int64_t>(count / (num_workers * 16), 1, 256);
  std::atomic<std::int64_t> next{0};
  std::atomic<std::int64_t> first_failed{count};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  LogCollector logs(num_workers);

#pragma omp parallel num_threads(num_workers)
  {
    const int worker = omp_get_thread_num();
    const auto collecting = logs.Collect(worker);
    for (;;) {
      const std::int64_t begin = next.fetch_add(block);
      // Blocks are handed out in order, so every index below the lowest
      // failure has been started: which exception wins is deterministic.
      if (begin >= count || begin > first_failed) break;
      const std::int64_t end = std::min(begin + block, count);
      for (std::int64_t i = begin; i < end && i < first_failed; ++i) {
        logs.SetIndex(worker, i);
        try {
          work(i, worker);
        } catch (...) {
          const std::lock_guard lock(failure_mutex);
          if (i < first_failed) {
            first_failed = i;
            failure = std::current_exception();
          }
        }
      }
    }
  }
  logs.Deliver();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace clearway
