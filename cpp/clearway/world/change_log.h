#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "clearway/common/typed_index.h"

namespace clearway {

/// One thing that changed in a world.
struct WorldChange {
  enum class Kind : std::uint8_t {
    kShape,  ///< A shape was added, moved, replaced or removed.
    kPose,   ///< A body that nothing moves now, with what is fixed to it.
    kPair,   ///< Whether bodies A and B are checked, or their padding.
    kBody,   ///< That of any pair of body A.
    kPairs,  ///< That of any pair.
    kAll,    ///< Anything.
  };

  Kind kind;
  GeometryId shape{};
  BodyIndex A{};
  BodyIndex B{};
};

/// What changed in a world, and when, so that what was made of it can follow at
/// the cost of the change. Versions count changes; the oldest are forgotten.
class ChangeLog {
 public:
  std::uint64_t version() const { return version_; }

  void Add(const WorldChange& change) {
    if (changes_.size() == kMaxChanges) changes_.clear();
    changes_.push_back(change);
    ++version_;
  }

  /// What changed since `version`, oldest first; nothing if that is forgotten.
  std::optional<std::span<const WorldChange>> Since(
      std::uint64_t version) const {
    const std::uint64_t count = version_ - version;
    if (count > changes_.size()) return std::nullopt;
    return std::span(changes_).last(static_cast<std::size_t>(count));
  }

 private:
  // To make all anew is cheaper than to follow so many.
  static constexpr std::size_t kMaxChanges = 4096;

  std::uint64_t version_{1};
  std::vector<WorldChange> changes_;
};

}  // namespace clearway
