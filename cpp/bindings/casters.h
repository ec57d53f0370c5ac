#pragma once

#include <string>

#include <pybind11/eigen.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "clearway/common/parallelism.h"
#include "clearway/common/typed_index.h"
#include "clearway/math/rigid_transform.h"

// How arguments that have several spellings in Python cross the border
// (DESIGN: "Pose arguments take a RigidTransform or a (4, 4) array, BodyIndex
// arguments plain ints too, parallelize bool, int or Parallelism").

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

/// A BodyIndex argument: a BodyIndex or a plain int. Another kind of index is
/// refused.
struct BodyIndexArg {
  BodyIndex value;
  operator BodyIndex() const { return value; }
};

}  // namespace clearway::python

namespace pybind11::detail {

template <>
struct type_caster<clearway::python::PoseArg> {
  PYBIND11_TYPE_CASTER(clearway::python::PoseArg,
                       const_name("RigidTransform | numpy.typing.ArrayLike"));

  bool load(handle source, bool convert) {
    if (isinstance<clearway::RigidTransform>(source)) {
      value.X = source.cast<const clearway::RigidTransform&>();
      return true;
    }
    // Other overloads, as the one that takes a translation, come first.
    if (!convert) return false;
    if (source.is_none() || isinstance<str>(source)) return false;
    auto array =
        array_t<double, array::c_style | array::forcecast>::ensure(source);
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
                       const_name("bool | int | Parallelism"));

  bool load(handle source, bool) {
    if (PyBool_Check(source.ptr())) {
      value.value = clearway::Parallelism(source.ptr() == Py_True);
      return true;
    }
    if (PyLong_Check(source.ptr())) {
      value.value = clearway::Parallelism(source.cast<int>());
      return true;
    }
    if (isinstance<clearway::Parallelism>(source)) {
      value.value = source.cast<clearway::Parallelism>();
      return true;
    }
    return false;
  }
};

template <>
struct type_caster<clearway::python::BodyIndexArg> {
  PYBIND11_TYPE_CASTER(clearway::python::BodyIndexArg,
                       const_name("BodyIndex | int"));

  bool load(handle source, bool) {
    if (isinstance<clearway::BodyIndex>(source)) {
      value.value = source.cast<clearway::BodyIndex>();
      return true;
    }
    // Anything with __index__ but another typed index or a bool.
    if (PyBool_Check(source.ptr()) || !PyIndex_Check(source.ptr()) ||
        hasattr(source, "__clearway_index__")) {
      return false;
    }
    const long long number = PyLong_AsLongLong(
        reinterpret_steal<object>(PyNumber_Index(source.ptr())).ptr());
    if (number == -1 && PyErr_Occurred()) throw error_already_set();
    if (number < 0 || number > 2147483647) {
      throw index_error("a body index must be >= 0, got " +
                        std::to_string(number));
    }
    value.value = clearway::BodyIndex(static_cast<int>(number));
    return true;
  }
};

}  // namespace pybind11::detail
