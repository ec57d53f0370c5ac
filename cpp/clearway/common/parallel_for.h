#pragma once

#include <cstdint>

#include "clearway/common/function_ref.h"
#include "clearway/common/parallelism.h"

namespace clearway {

/// Calls `work(index, worker)` once for each index in [0, count), on at most
/// `parallelism.num_threads()` threads, and never more than 1024. `worker` in
/// [0, num_threads) names the thread that runs the call, so that scratch can be
/// kept a worker.
///
/// This is the only place in the library that starts threads (OpenMP). Indices
/// are handed out in blocks as threads come free. Messages logged by workers
/// are delivered on the calling thread, ordered by index. After a fork the
/// child runs serially: the threads of its parent are gone, and waiting for
/// them would hang.
///
/// If calls throw, the exception of the lowest index that threw reaches the
/// caller with its type; indices not yet started by then are left out. Which
/// indices above it ran is unspecified.
///
/// @thread_safety Reentrant. Inside another parallel region it runs serially,
/// as worker 0.
void ParallelFor(std::int64_t count, Parallelism parallelism,
                 FunctionRef<void(std::int64_t index, int worker)> work);

/// How many workers ParallelFor would use for `count` indices from here.
int CountWorkers(std::int64_t count, Parallelism parallelism);

/// The number of the calling thread in its innermost OpenMP region, 0 outside
/// of one (an ordinary thread, Python's threads too).
int CallerThreadNumber();

}  // namespace clearway
