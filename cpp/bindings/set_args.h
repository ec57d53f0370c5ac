#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "casters.h"
#include "clearway/common/check.h"
#include "clearway/math/types.h"

// Array arguments of the shapes that are sets. Their shapes are checked where
// their names are known.

namespace clearway::python {

/// Anything that numpy makes an array of doubles of.
struct RealsArg {
  pybind11::array_t<double, pybind11::array::c_style> array;
};
/// Anything that numpy makes an array of integers of.
struct IntegersArg {
  pybind11::array_t<std::int64_t, pybind11::array::c_style> array;
};

inline std::string ShapeOf(const pybind11::array& array) {
  return pybind11::str(array.attr("shape"));
}

/// The rows of an (n, 3) array; no points at all may have any shape with no
/// rows.
inline Eigen::Map<const RowMatrixX3> ToRows(const RealsArg& arg,
                                            const char* name) {
  if (arg.array.ndim() == 0 || arg.array.size() == 0) {
    ThrowUnless(arg.array.ndim() > 0 && arg.array.shape(0) == 0, name,
                " must have shape (n, 3), got ", ShapeOf(arg.array));
    return {nullptr, 0, 3};
  }
  ThrowUnless(arg.array.ndim() == 2 && arg.array.shape(1) == 3, name,
              " must have shape (n, 3), got ", ShapeOf(arg.array));
  return {arg.array.data(), arg.array.shape(0), 3};
}

/// @throws IndexError if it does not fit.
inline int ToInt(std::int64_t value, const char* name) {
  if (value < std::numeric_limits<int>::min() ||
      value > std::numeric_limits<int>::max()) {
    throw std::out_of_range(Concat(name, ": ", value, " is out of range"));
  }
  return static_cast<int>(value);
}

}  // namespace clearway::python

namespace pybind11::detail {

template <>
struct type_caster<clearway::python::RealsArg> {
  PYBIND11_TYPE_CASTER(clearway::python::RealsArg,
                       const_name("numpy.typing.ArrayLike"));

  bool load(handle source, bool) {
    if (source.is_none() || isinstance<str>(source)) return false;
    value.array = module_::import("numpy").attr("asarray")(
        clearway::python::ToRealArray(source), dtype::of<double>(), "C");
    return true;
  }
};

template <>
struct type_caster<clearway::python::IntegersArg> {
  PYBIND11_TYPE_CASTER(clearway::python::IntegersArg,
                       const_name("numpy.typing.ArrayLike"));

  bool load(handle source, bool) {
    if (source.is_none() || isinstance<str>(source)) return false;
    const array any = clearway::python::ToRealArray(source);
    const char kind = any.dtype().kind();
    if (any.size() > 0 && kind != 'i' && kind != 'u') return false;
    value.array = module_::import("numpy").attr("asarray")(
        any, dtype::of<std::int64_t>(), "C");
    return true;
  }
};

}  // namespace pybind11::detail
