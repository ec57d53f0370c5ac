#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include <pybind11/pybind11.h>

#include "clearway/common/check.h"
#include "release_gil.h"

namespace clearway::python {

/// Calls `work(begin, end)` on one block of [0, count) after another, without
/// the GIL. Between blocks, which take about a tenth of a second, Python looks
/// whether it has been interrupted (Ctrl-C); an exception that its handler
/// raises ends the loop. A RowError of a block becomes one of the whole.
template <class Work>
void InterruptibleLoop(std::int64_t count, Work work) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kShort{50}, kLong{200};
  std::int64_t size = 256;
  for (std::int64_t begin = 0; begin < count;) {
    const std::int64_t end = begin + std::min(size, count - begin);
    const Clock::time_point start = Clock::now();
    {
      const ReleaseGil no_gil;
      try {
        work(begin, end);
      } catch (const RowError& error) {
        throw error.MovedBy(begin);
      }
    }
    const Clock::duration elapsed = Clock::now() - start;
    if (elapsed < kShort) size *= 2;
    if (elapsed > kLong) size = std::max<std::int64_t>(size / 2, 1);
    begin = end;
    if (begin < count && PyErr_CheckSignals() != 0) {
      throw pybind11::error_already_set();
    }
  }
}

}  // namespace clearway::python
