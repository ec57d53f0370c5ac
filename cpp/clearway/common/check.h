#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace clearway {

// The error vocabulary (docs/architecture.md). A caller's mistake is one of:
//
//     std::invalid_argument  a bad value, size or symmetry  (Python ValueError)
//     std::out_of_range      a bad index                    (Python IndexError)
//     UnknownNameError       a name that nothing bears      (Python KeyError)
//     std::logic_error       a call in the wrong state      (Python
//     RuntimeError)
//
// A function that throws has changed nothing.

/// A name that nothing in the scene bears. The message offers near names.
class UnknownNameError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// What is wrong about one element of a list, as in
/// "configs[7]: q must have size 6, got 5".
class RowError : public std::invalid_argument {
 public:
  RowError(std::string_view list, std::int64_t row, std::string_view reason);

  /// The same of a list of which this error's is the part from `begin`.
  RowError MovedBy(std::int64_t begin) const {
    return {list_, row_ + begin, reason_};
  }

 private:
  std::string list_;
  std::int64_t row_;
  std::string reason_;
};

namespace internal {

/// Numbers with a fraction get as few digits as give them back when read.
template <typename T>
void Print(std::ostream& stream, const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    std::array<char, 64> digits;
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    stream.write(digits.data(), end - digits.data());
  } else {
    stream << value;
  }
}

}  // namespace internal

/// Joins its arguments into one string, floating-point numbers in their
/// shortest form: 0.2 is "0.2".
template <typename... Args>
std::string Concat(const Args&... args) {
  std::ostringstream stream;
  (internal::Print(stream, args), ...);
  return stream.str();
}

inline RowError::RowError(std::string_view list, std::int64_t row,
                          std::string_view reason)
    : std::invalid_argument(Concat(list, "[", row, "]: ", reason)),
      list_(list),
      row_(row),
      reason_(reason) {}

/// @throws std::invalid_argument unless `condition` holds, with its other
/// arguments joined for a message: they are not joined where it does.
template <typename... Args>
void ThrowUnless(bool condition, const Args&... message) {
  if (!condition) throw std::invalid_argument(Concat(message...));
}

/// @throws std::invalid_argument naming the argument unless `value` is finite.
inline double CheckFinite(double value, std::string_view name) {
  if (!std::isfinite(value)) {
    throw std::invalid_argument(Concat(name, " must be finite, got ", value));
  }
  return value;
}

/// @throws std::invalid_argument naming the argument unless `value` is finite
/// and greater than zero.
inline double CheckPositive(double value, std::string_view name) {
  if (!(std::isfinite(value) && value > 0)) {
    throw std::invalid_argument(
        Concat(name, " must be finite and > 0, got ", value));
  }
  return value;
}

/// @throws std::invalid_argument naming the argument unless `value` is finite
/// and not negative.
inline double CheckNonNegative(double value, std::string_view name) {
  if (!(std::isfinite(value) && value >= 0)) {
    throw std::invalid_argument(
        Concat(name, " must be finite and >= 0, got ", value));
  }
  return value;
}

/// @throws std::out_of_range naming the argument unless 0 <= index < size.
inline int CheckIndex(int index, int size, std::string_view name) {
  if (index < 0 || index >= size) {
    throw std::out_of_range(
        Concat(name, " ", index, " is not in [0, ", size, ")"));
  }
  return index;
}

}  // namespace clearway
