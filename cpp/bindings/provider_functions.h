#pragma once

#include <utility>

#include <pybind11/eigen.h>
#include <pybind11/functional.h>

#include "casters.h"
#include "clearway/common/check.h"
#include "clearway/planning/collision_checker_params.h"

// Distances and interpolations written in Python: what they return is checked
// here, and whose result is wrong is named.

namespace clearway::python {

/// @throws TypeError, naming `function`, unless the result is one real number.
inline double ToDistance(const pybind11::object& result, const char* function) {
  const bool is_array = pybind11::isinstance<pybind11::array>(result) &&
                        pybind11::array(result).ndim() > 0;
  const double distance = is_array ? -1 : PyFloat_AsDouble(result.ptr());
  if (PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) {
      throw pybind11::error_already_set();
    }
    PyErr_Clear();
  } else if (!is_array) {
    return distance;
  }
  throw pybind11::type_error(Concat(function, " must return a number, got ",
                                    std::string(pybind11::repr(result))));
}

/// @throws TypeError, naming `function`, unless the result is an array of real
/// numbers of shape (n,) or (n, 1).
inline VectorX ToConfiguration(const pybind11::object& result,
                               const char* function) {
  try {
    pybind11::detail::make_caster<ConstVectorRef> caster;
    if (caster.load(result, true)) {
      return pybind11::detail::cast_op<ConstVectorRef&>(caster);
    }
  } catch (const pybind11::builtin_exception&) {
  } catch (const pybind11::error_already_set&) {
  }
  throw pybind11::type_error(
      Concat(function, " must return numbers, one a position, got ",
             std::string(pybind11::repr(result))));
}

/// What a distance function in Python returned, as yet unchecked.
class DistanceResult : public pybind11::object {
 public:
  explicit DistanceResult(pybind11::object result)
      : pybind11::object(std::move(result)) {}
};

/// What an interpolation function in Python returned, as yet unchecked.
class ConfigurationResult : public pybind11::object {
 public:
  explicit ConfigurationResult(pybind11::object result)
      : pybind11::object(std::move(result)) {}
};

/// A distance function argument. It takes the GIL for the call only.
struct DistanceFunctionArg {
  using Callable =
      std::function<DistanceResult(const VectorX&, const VectorX&)>;
  ConfigurationDistanceFunction function;
};

/// An interpolation function argument. It takes the GIL for the call only.
struct InterpolationFunctionArg {
  using Callable = std::function<ConfigurationResult(const VectorX&,
                                                     const VectorX&, double)>;
  ConfigurationInterpolationFunction function;
};

}  // namespace clearway::python

namespace pybind11::detail {

template <>
struct handle_type_name<clearway::python::DistanceResult> {
  static constexpr auto name = const_name("float");
};

template <>
struct handle_type_name<clearway::python::ConfigurationResult> {
  static constexpr auto name = const_name("numpy.typing.ArrayLike");
};

template <>
struct type_caster<clearway::python::DistanceFunctionArg> {
  using Arg = clearway::python::DistanceFunctionArg;
  PYBIND11_TYPE_CASTER(Arg, make_caster<Arg::Callable>::name);

  bool load(handle source, bool convert) {
    make_caster<Arg::Callable> callable;
    if (source.is_none() || !callable.load(source, convert)) return false;
    value.function = [function = cast_op<Arg::Callable&&>(std::move(callable))](
                         const clearway::VectorX& q1,
                         const clearway::VectorX& q2) {
      const gil_scoped_acquire gil;
      return clearway::python::ToDistance(
          function(q1, q2), "the configuration distance function");
    };
    return true;
  }
};

template <>
struct type_caster<clearway::python::InterpolationFunctionArg> {
  using Arg = clearway::python::InterpolationFunctionArg;
  PYBIND11_TYPE_CASTER(Arg, make_caster<Arg::Callable>::name);

  bool load(handle source, bool convert) {
    make_caster<Arg::Callable> callable;
    if (source.is_none() || !callable.load(source, convert)) return false;
    value.function = [function = cast_op<Arg::Callable&&>(std::move(callable))](
                         const clearway::VectorX& q1,
                         const clearway::VectorX& q2, double ratio) {
      const gil_scoped_acquire gil;
      return clearway::python::ToConfiguration(
          function(q1, q2, ratio), "the configuration interpolation function");
    };
    return true;
  }
};

}  // namespace pybind11::detail
