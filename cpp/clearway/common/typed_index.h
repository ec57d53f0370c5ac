#pragma once

#include <compare>
#include <functional>

#include "clearway/common/check.h"

namespace clearway {

/// An index into one kind of list: a BodyIndex is no JointIndex. It converts to
/// int implicitly, and from int only explicitly. It is never negative.
template <class Tag>
class TypedIndex {
 public:
  constexpr TypedIndex() = default;

  /// @throws std::out_of_range if `value` is negative.
  explicit TypedIndex(int value) : value_(value) {
    if (value < 0) {
      throw std::out_of_range(Concat("an index must be >= 0, got ", value));
    }
  }

  constexpr operator int() const { return value_; }

  constexpr auto operator<=>(const TypedIndex&) const = default;

 private:
  int value_{0};
};

using BodyIndex = TypedIndex<struct BodyTag>;
using FrameIndex = TypedIndex<struct FrameTag>;
using JointIndex = TypedIndex<struct JointTag>;
using ModelInstanceIndex = TypedIndex<struct ModelInstanceTag>;
using GeometryId = TypedIndex<struct GeometryTag>;

/// The body of the world frame, in every plant.
inline BodyIndex world_index() { return BodyIndex{}; }

}  // namespace clearway

template <class Tag>
struct std::hash<clearway::TypedIndex<Tag>> {
  std::size_t operator()(clearway::TypedIndex<Tag> index) const {
    return std::hash<int>{}(static_cast<int>(index));
  }
};
