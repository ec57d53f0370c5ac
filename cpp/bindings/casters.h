#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <pybind11/eigen.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/typing.h>

#include "clearway/common/parallelism.h"
#include "clearway/common/typed_index.h"
#include "clearway/math/rigid_transform.h"

// How arguments that have several spellings in Python cross the border: a pose
// is a RigidTransform or a (4, 4) array, a BodyIndex may be a plain int, and
// `parallelize` a bool, an int or a Parallelism.

namespace clearway::python {

/// A pose argument: a RigidTransform or a (4, 4) array.
struct PoseArg {
  RigidTransform X;
  operator const RigidTransform&() const { return X; }
};

/// A `parallelize` argument: bool, int or Parallelism.
struct ParallelismArg {
  Parallelism value;
  operator Parallelism() const { return value; }
};

/// The integer that an argument is: anything with __index__, but neither a
/// typed index, which is refused where another kind is asked for, nor a bool.
/// One that is too large for a long long is the largest.
inline std::optional<long long> ToInteger(pybind11::handle source) {
  if (PyBool_Check(source.ptr()) || !PyIndex_Check(source.ptr()) ||
      pybind11::hasattr(source, "__clearway_index__")) {
    return std::nullopt;
  }
  const auto integer = pybind11::reinterpret_steal<pybind11::object>(
      PyNumber_Index(source.ptr()));
  if (!integer) throw pybind11::error_already_set();
  int overflow = 0;
  const long long number =
      PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  if (overflow != 0) {
    using Limits = std::numeric_limits<long long>;
    return overflow > 0 ? Limits::max() : Limits::min();
  }
  return number;
}

/// An int argument: anything with __index__, but neither a bool nor a typed
/// index. One beyond an int is the largest or smallest.
struct IntegerArg {
  int value{0};
  operator int() const { return value; }
};

/// A `context_number` argument; std::optional<int> is made of it.
using ContextNumber = std::optional<IntegerArg>;

/// The argument as an array of real numbers: numpy would take complex numbers
/// without their imaginary part, and dates and digit strings, without a word.
/// The error calls it `name`, if one is given.
/// @throws TypeError for those; numpy's own errors for what is no array.
inline pybind11::array ToRealArray(pybind11::handle source,
                                   const char* name = nullptr) {
  const pybind11::array array =
      pybind11::isinstance<pybind11::array>(source)
          ? pybind11::reinterpret_borrow<pybind11::array>(source)
          : pybind11::array(
                pybind11::module_::import("numpy").attr("asarray")(source));
  if (std::string_view("biufO").find(array.dtype().kind()) ==
      std::string_view::npos) {
    throw pybind11::type_error((name ? std::string(name) + ": " : "") +
                               "numbers are needed, got an array of " +
                               std::string(pybind11::str(array.dtype())));
  }
  return array;
}

/// An argument of the sizes of an Eigen type. pybind11's own caster of the type
/// would drop what ToRealArray refuses.
template <class T>
struct RealArg {
  T value;
  operator const T&() const { return value; }
};

/// What __deepcopy__ is given.
using Memo = pybind11::typing::Dict<pybind11::object, pybind11::object>;

/// What __eq__ of any object returns: nothing is Python's NotImplemented.
struct EqualityResult {
  std::optional<bool> value;
  EqualityResult() = default;
  EqualityResult(bool equal) : value(equal) {}
};

/// A BodyIndex argument: a BodyIndex or a plain int. Another kind of index is
/// refused.
struct BodyIndexArg {
  BodyIndex value;
  operator BodyIndex() const { return value; }
};

}  // namespace clearway::python

namespace pybind11::detail {

// numpy.bool, which pybind11 would say, is not in numpy 1.
template <>
struct handle_type_name<array_t<bool>> {
  static constexpr auto name = const_name("numpy.typing.NDArray[numpy.bool_]");
};

template <>
struct type_caster<clearway::python::EqualityResult> {
  static constexpr auto name = const_name("bool");

  static handle cast(const clearway::python::EqualityResult& result,
                     return_value_policy, handle) {
    if (!result.value) return handle(Py_NotImplemented).inc_ref();
    return bool_(*result.value).release();
  }
};

/// A vector argument, (n,): float64 that is contiguous is not copied,
/// and anything else becomes an array as numpy makes it one.
template <>
class type_caster<clearway::ConstVectorRef> {
 public:
  static constexpr auto name = make_caster<clearway::VectorX>::name;

  bool load(handle source, bool convert) {
    if (isinstance<Array>(source)) {
      array_ = reinterpret_borrow<Array>(source);
    } else if (!convert) {
      return false;
    } else {
      if (source.is_none() || isinstance<str>(source)) return false;
      array_ = Array::ensure(clearway::python::ToRealArray(source));
      if (!array_) {
        throw type_error("numbers are needed, got " +
                         std::string(repr(source)));
      }
    }
    if (array_.ndim() != 1) {
      if (!convert) return false;
      throw value_error("a vector must be 1-D, got shape " +
                        std::string(str(array_.attr("shape"))));
    }
    vector_.emplace(
        Eigen::Map<const clearway::VectorX>(array_.data(), array_.size()));
    return true;
  }

  operator clearway::ConstVectorRef*() { return &*vector_; }
  operator clearway::ConstVectorRef&() { return *vector_; }
  template <typename T>
  using cast_op_type = pybind11::detail::cast_op_type<T>;

 private:
  using Array = array_t<double, array::c_style | array::forcecast>;
  Array array_;
  std::optional<clearway::ConstVectorRef> vector_;
};

template <class T>
struct type_caster<clearway::python::RealArg<T>> {
  PYBIND11_TYPE_CASTER(clearway::python::RealArg<T>, make_caster<T>::name);

  bool load(handle source, bool convert) {
    make_caster<T> plain;
    if (!convert) {
      if (!plain.load(source, false)) return false;
    } else {
      if (source.is_none() || isinstance<str>(source)) return false;
      if (!plain.load(clearway::python::ToRealArray(source), true)) {
        PyErr_Clear();
        return false;
      }
    }
    value.value = cast_op<const T&>(plain);
    return true;
  }
};

template <>
struct type_caster<clearway::python::PoseArg> {
  PYBIND11_TYPE_CASTER(clearway::python::PoseArg,
                       make_caster<clearway::RigidTransform>::name |
                           const_name("numpy.typing.ArrayLike"));

  bool load(handle source, bool convert) {
    if (isinstance<clearway::RigidTransform>(source)) {
      value.X = source.cast<const clearway::RigidTransform&>();
      return true;
    }
    // Other overloads, as the one that takes a translation, come first.
    if (!convert) return false;
    if (source.is_none() || isinstance<str>(source)) return false;
    auto array = array_t<double, array::c_style | array::forcecast>::ensure(
        clearway::python::ToRealArray(source));
    if (!array) {
      PyErr_Clear();
      return false;
    }
    if (array.ndim() != 2 || array.shape(0) != 4 || array.shape(1) != 4) {
      std::string shape = str(array.attr("shape"));
      throw value_error(
          "a pose must be a RigidTransform or a (4, 4) array, "
          "got shape " +
          shape);
    }
    value.X = clearway::RigidTransform(clearway::Matrix4(
        Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(
            array.data())));
    return true;
  }
};

template <>
struct type_caster<clearway::python::ParallelismArg> {
  PYBIND11_TYPE_CASTER(clearway::python::ParallelismArg,
                       const_name("bool | int") |
                           make_caster<clearway::Parallelism>::name);

  bool load(handle source, bool) {
    if (PyBool_Check(source.ptr())) {
      value.value = clearway::Parallelism(source.ptr() == Py_True);
      return true;
    }
    if (isinstance<clearway::Parallelism>(source)) {
      value.value = source.cast<clearway::Parallelism>();
      return true;
    }
    const std::optional<long long> number = clearway::python::ToInteger(source);
    if (!number) return false;
    if (*number < 1 || *number > std::numeric_limits<int>::max()) {
      throw value_error("num_threads must be in [1, 2147483647], got " +
                        std::string(str(source)));
    }
    value.value = clearway::Parallelism(static_cast<int>(*number));
    return true;
  }
};

template <>
struct type_caster<clearway::python::IntegerArg> {
  PYBIND11_TYPE_CASTER(clearway::python::IntegerArg,
                       const_name("typing.SupportsIndex"));

  bool load(handle source, bool) {
    using Limits = std::numeric_limits<int>;
    const std::optional<long long> number = clearway::python::ToInteger(source);
    if (!number) return false;
    value.value = static_cast<int>(
        std::clamp<long long>(*number, Limits::min(), Limits::max()));
    return true;
  }
};

template <>
struct type_caster<clearway::python::BodyIndexArg> {
  PYBIND11_TYPE_CASTER(clearway::python::BodyIndexArg,
                       make_caster<clearway::BodyIndex>::name |
                           const_name("int"));

  bool load(handle source, bool) {
    if (isinstance<clearway::BodyIndex>(source)) {
      value.value = source.cast<clearway::BodyIndex>();
      return true;
    }
    const std::optional<long long> number = clearway::python::ToInteger(source);
    if (!number) return false;
    if (*number < 0 || *number > std::numeric_limits<int>::max()) {
      throw index_error("a body index must be >= 0, got " +
                        std::to_string(*number));
    }
    value.value = clearway::BodyIndex(static_cast<int>(*number));
    return true;
  }
};

}  // namespace pybind11::detail
