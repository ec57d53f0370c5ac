#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clearway/common/typed_index.h"

namespace clearway {

/// The names of all things of one kind (bodies, frames, …) in a plant: each is
/// unique in its model instance; several instances may use one name.
///
/// Look-ups take the names of the model instances, for their messages.
class NameTable {
 public:
  /// @param kind  what the things are called in messages, "body".
  explicit NameTable(std::string kind) : kind_(std::move(kind)) {}

  /// @throws std::invalid_argument if `name` is empty, or is taken in the
  /// instance.
  void CheckFree(const std::string& name, ModelInstanceIndex instance,
                 std::span<const std::string> instances) const;

  /// @pre CheckFree(name, instance).
  void Add(const std::string& name, ModelInstanceIndex instance, int index);

  /// The thing of that name in that instance, if there is one.
  std::optional<int> Find(const std::string& name,
                          ModelInstanceIndex instance) const;
  /// Whether there is one, in `instance` or, without one, in any.
  bool Has(const std::string& name,
           std::optional<ModelInstanceIndex> instance) const {
    return instance ? Find(name, *instance).has_value()
                    : entries_.contains(name);
  }

  /// The thing of that name, in `instance` or, without one, in any.
  /// @throws UnknownNameError, with near names, if there is none.
  /// @throws std::invalid_argument, naming the instances, if there are several.
  int Get(const std::string& name, std::optional<ModelInstanceIndex> instance,
          std::span<const std::string> instances) const;

  /// "there is no body named "amr"; near names: "arm"".
  std::string DescribeUnknown(const std::string& name,
                              std::optional<ModelInstanceIndex> instance,
                              std::span<const std::string> instances) const;

 private:
  struct Entry {
    ModelInstanceIndex instance;
    int index;
  };

  std::string kind_;
  std::unordered_map<std::string, std::vector<Entry>> entries_;
};

}  // namespace clearway
