#include "clearway/common/parallelism.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

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

// The cgroup's CPU quota in processors; 0 where there is none. Version 2 keeps
// "<quota|max> <period>" in one file, version 1 has a file for each.
double ReadCgroupQuota() {
  if (std::ifstream file("/sys/fs/cgroup/cpu.max"); file) {
    std::string quota;
    double period = 0;
    if (file >> quota >> period && quota != "max" && period > 0) {
      return std::strtod(quota.c_str(), nullptr) / period;
    }
    return 0;
  }
  double quota = 0, period = 0;
  std::ifstream quota_file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  std::ifstream period_file("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  if (quota_file >> quota && period_file >> period && quota > 0 && period > 0) {
    return quota / period;
  }
  return 0;
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
  int count = std::max(1, CountAffinity());
  const double quota = ReadCgroupQuota();
  if (quota > 0) count = std::min(count, static_cast<int>(std::ceil(quota)));
  return std::max(1, count);
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
