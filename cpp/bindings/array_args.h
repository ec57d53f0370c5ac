#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "casters.h"
#include "clearway/math/types.h"

namespace clearway::python {

/// A `configs` argument: (N, nq), an array or a list of configurations; no copy
/// of contiguous float64. Nothing at all is N = 0.
struct ConfigsArg {
  pybind11::array_t<double, pybind11::array::c_style> array;

  Eigen::Map<const RowMatrixX> rows() const {
    if (array.ndim() != 2) return {nullptr, 0, 0};
    return {array.data(), array.shape(0), array.shape(1)};
  }
};

/// An `edges` argument: (E, 2, nq), an array or a list of (q1, q2).
struct EdgesArg {
  pybind11::array_t<double, pybind11::array::c_style> array;

  /// (E, 2 nq).
  Eigen::Map<const RowMatrixX> rows() const {
    if (array.ndim() != 3) return {nullptr, 0, 0};
    return {array.data(), array.shape(0), 2 * array.shape(2)};
  }
};

inline pybind11::array_t<bool> ToBoolArray(
    std::span<const std::uint8_t> values) {
  pybind11::array_t<bool> result(static_cast<pybind11::ssize_t>(values.size()));
  std::copy(values.begin(), values.end(), result.mutable_data());
  return result;
}

}  // namespace clearway::python

namespace pybind11::detail {

/// @throws ValueError naming the first row that has another shape than row 0.
inline void CheckRowsAreAlike(handle rows, const char* name) {
  if (!isinstance<sequence>(rows) || isinstance<str>(rows)) return;
  const object shape = module_::import("numpy").attr("shape");
  const object first = shape(rows[int_(0)]);
  for (size_t i = 1; i < len(rows); ++i) {
    const object other = shape(rows[int_(i)]);
    if (other.equal(first)) continue;
    throw value_error(str("{}[{}] has shape {}, unlike {}[0], which has {}")
                          .format(name, i, other, name, first));
  }
}

/// numpy's own conversion, whose errors tell what was wrong, but not where.
inline array_t<double, array::c_style> ToContiguous(handle source,
                                                    const char* name) {
  try {
    return module_::import("numpy").attr("ascontiguousarray")(
        clearway::python::ToRealArray(source), dtype::of<double>());
  } catch (const error_already_set& error) {
    if (error.matches(PyExc_ValueError)) CheckRowsAreAlike(source, name);
    throw;
  }
}

/// Whether it has no rows, whatever a row would be.
inline bool HasNoRows(const array& rows) {
  return rows.ndim() > 0 && rows.shape(0) == 0;
}

template <>
struct type_caster<clearway::python::ConfigsArg> {
  PYBIND11_TYPE_CASTER(clearway::python::ConfigsArg,
                       const_name("numpy.typing.ArrayLike"));

  bool load(handle source, bool) {
    value.array = ToContiguous(source, "configs");
    if (!HasNoRows(value.array) && value.array.ndim() != 2) {
      throw value_error("configs must have shape (N, nq), got " +
                        std::string(str(value.array.attr("shape"))));
    }
    return true;
  }
};

template <>
struct type_caster<clearway::python::EdgesArg> {
  PYBIND11_TYPE_CASTER(clearway::python::EdgesArg,
                       const_name("numpy.typing.ArrayLike"));

  bool load(handle source, bool) {
    value.array = ToContiguous(source, "edges");
    if (!HasNoRows(value.array) &&
        (value.array.ndim() != 3 || value.array.shape(1) != 2)) {
      throw value_error("edges must have shape (E, 2, nq), got " +
                        std::string(str(value.array.attr("shape"))));
    }
    return true;
  }
};

}  // namespace pybind11::detail
