#include "clearway/multibody/name_table.h"

#include <algorithm>
#include <numeric>

#include "clearway/common/check.h"

namespace clearway {
namespace {

// Levenshtein's: the fewest characters to insert, delete or replace.
int CalcEditDistance(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

constexpr size_t kMaxNearNames = 3;

}  // namespace

void NameTable::CheckFree(const std::string& name, ModelInstanceIndex instance,
                          std::span<const std::string> instances) const {
  ThrowUnless(!name.empty(), "a ", kind_, "'s name must not be empty");
  ThrowUnless(!Find(name, instance), "model instance \"", instances[instance],
              "\" already has a ", kind_, " named \"", name, "\"");
}

void NameTable::Add(const std::string& name, ModelInstanceIndex instance,
                    int index) {
  entries_[name].push_back({instance, index});
}

std::optional<int> NameTable::Find(const std::string& name,
                                   ModelInstanceIndex instance) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return std::nullopt;
  for (const Entry& entry : found->second) {
    if (entry.instance == instance) return entry.index;
  }
  return std::nullopt;
}

int NameTable::Get(const std::string& name,
                   std::optional<ModelInstanceIndex> instance,
                   std::span<const std::string> instances) const {
  const auto found = entries_.find(name);
  if (instance) {
    if (const auto index = Find(name, *instance)) return *index;
  } else if (found != entries_.end()) {
    const std::vector<Entry>& entries = found->second;
    if (entries.size() == 1) return entries.front().index;
    std::string message = Concat("several model instances have a ", kind_,
                                 " named \"", name, "\", say which:");
    for (const Entry& entry : entries) {
      message += Concat(entry.index == entries.front().index ? " \"" : ", \"",
                        instances[entry.instance], "\"");
    }
    throw std::invalid_argument(message);
  }
  throw UnknownNameError(DescribeUnknown(name, instance, instances));
}

std::string NameTable::DescribeUnknown(
    const std::string& name, std::optional<ModelInstanceIndex> instance,
    std::span<const std::string> instances) const {
  // A name is near if half of it, or more, is right; nearest first, then by
  // the alphabet.
  std::vector<std::pair<int, std::string>> near;
  for (const auto& [other, entries] : entries_) {
    if (instance && !Find(other, *instance)) continue;
    const int distance = CalcEditDistance(name, other);
    if (2 * distance <= static_cast<int>(std::max(name.size(), other.size()))) {
      near.emplace_back(distance, other);
    }
  }
  std::sort(near.begin(), near.end());
  near.resize(std::min(near.size(), kMaxNearNames));

  std::string message = Concat("there is no ", kind_, " named \"", name, "\"");
  if (instance) {
    message += Concat(" in model instance \"", instances[*instance], "\"");
  }
  for (size_t i = 0; i < near.size(); ++i) {
    message +=
        Concat(i == 0 ? "; near names: \"" : ", \"", near[i].second, "\"");
  }
  return message;
}

}  // namespace clearway
