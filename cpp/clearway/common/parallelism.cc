#include "clearway/common/parallelism.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "clearway/common/cgroup.h"
#include "clearway/common/check.h"

namespace clearway {
namespace {

int CountAffinity() {
#ifdef __linux__
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
#endif
  return static_cast<int>(std::thread::hardware_concurrency());
}

int CountProcessors() {
  if (const char* text = std::getenv("CLEARWAY_NUM_THREADS"); text && *text) {
    int count = 0;
    const char* end = text + std::strlen(text);
    const auto [parsed, error] = std::from_chars(text, end, count);
    if (error != std::errc{} || parsed != end || count < 1) {
      throw std::invalid_argument(Concat(
          "CLEARWAY_NUM_THREADS must be a whole number > 0, got '", text, "'"));
    }
    return count;
  }
  const double quota = std::ceil(internal::ReadCgroupCpuQuota());
  return std::max(1,
                  static_cast<int>(std::min<double>(CountAffinity(), quota)));
}

}  // namespace

Parallelism::Parallelism(int num_threads) : num_threads_(num_threads) {
  if (num_threads < 1) {
    throw std::invalid_argument(
        Concat("num_threads must be >= 1, got ", num_threads));
  }
}

Parallelism Parallelism::Max() {
  static const int count = CountProcessors();
  return Parallelism(count);
}

}  // namespace clearway
