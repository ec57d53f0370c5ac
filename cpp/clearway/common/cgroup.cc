#include "clearway/common/cgroup.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace clearway::internal {
namespace {

namespace fs = std::filesystem;

/* Where a hierarchy that limits processors is mounted: the cgroup `top`, and
 what is in it, appears at `point`. */
struct Mount {
  bool is_version_2;
  fs::path top;
  fs::path point;
};

bool HasItem(const std::string& list, const std::string& item) {
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) {
    if (word == item) return true;
  }
  return false;
}

std::vector<Mount> ReadMounts(const fs::path& root) {
  std::vector<Mount> mounts;
  std::ifstream file(root / "proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    // id parent device top point options... - type source options
    std::istringstream words(line);
    std::string word, top, point, type, source, options;
    words >> word >> word >> word >> top >> point;
    while (words >> word && word != "-") continue;
    words >> type >> source >> options;
    const bool is_version_2 = type == "cgroup2";
    if (is_version_2 || (type == "cgroup" && HasItem(options, "cpu"))) {
      mounts.push_back({is_version_2, top, point});
    }
  }
  return mounts;
}

/* The cgroup of this process in that hierarchy; empty if it is in none. */
fs::path ReadCgroup(const fs::path& root, bool is_version_2) {
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    // id:controllers:path, where version 2 is 0 and names no controller.
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string list = line.substr(first + 1, second - first - 1);
    if (is_version_2 ? list.empty() : HasItem(list, "cpu")) {
      return line.substr(second + 1);
    }
  }
  return {};
}

/* The quota of one cgroup. Version 2 keeps "<quota|max> <period>" in one file,
 version 1 has a file for each, with -1 for none. */
double ReadQuota(const fs::path& folder, bool is_version_2) {
  double quota = 0, period = 0;
  if (is_version_2) {
    std::ifstream(folder / "cpu.max") >> quota >> period;
  } else {
    std::ifstream(folder / "cpu.cfs_quota_us") >> quota;
    std::ifstream(folder / "cpu.cfs_period_us") >> period;
  }
  return quota > 0 && period > 0 ? quota / period : HUGE_VAL;
}

}  // namespace

double ReadCgroupCpuQuota(const fs::path& root) {
  double least = HUGE_VAL;
  for (const auto& [is_version_2, top, point] : ReadMounts(root)) {
    const fs::path cgroup = ReadCgroup(root, is_version_2);
    fs::path folder = root / point.relative_path();
    least = std::min(least, ReadQuota(folder, is_version_2));
    // What is not below `top` begins with "..": it does not appear here.
    const fs::path below = cgroup.lexically_relative(top);
    if (below.empty() || *below.begin() == "..") continue;
    for (const fs::path& name : below) {
      folder /= name;
      least = std::min(least, ReadQuota(folder, is_version_2));
    }
  }
  return least;
}

}  // namespace clearway::internal
