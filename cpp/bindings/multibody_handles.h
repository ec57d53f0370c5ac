#pragma once

#include <memory>
#include <utility>

#include "bindings.h"
#include "casters.h"
#include "clearway/multibody/plant.h"

namespace clearway::python {

/// A body, frame or joint as Python holds it: it keeps its plant alive, and
/// stays right while the plant's lists still grow.
template <class Index>
struct Handle {
  std::shared_ptr<const MultibodyPlant> plant;
  Index index;

  bool operator==(const Handle&) const = default;

  /// @throws ValueError, naming the argument, for one of another plant.
  Index In(const MultibodyPlant& expected, const char* argument) const {
    if (plant.get() != &expected) {
      throw py::value_error(Concat(argument, " belongs to another plant"));
    }
    return index;
  }
};
using BodyHandle = Handle<BodyIndex>;
using FrameHandle = Handle<FrameIndex>;
using JointHandle = Handle<JointIndex>;

/// The Python object of a plant that C++ holds as const: once finalized it
/// refuses every change itself.
inline std::shared_ptr<MultibodyPlant> ToPython(
    std::shared_ptr<const MultibodyPlant> plant) {
  return std::const_pointer_cast<MultibodyPlant>(std::move(plant));
}

/// A body argument: a RigidBody, or its index.
struct BodyArg {
  BodyHandle handle;  ///< With a null plant where an index was given.

  /// @throws ValueError, naming the argument, for a body of another plant.
  BodyIndex In(const MultibodyPlant& plant, const char* argument) const {
    return handle.plant ? handle.In(plant, argument) : handle.index;
  }
};

/// RigidBody, Frame, Joint and JointMimic.
void DefineMultibodyHandles(py::module_& m);
/// AddJoint and what it takes. @pre pybind11 knows MultibodyPlant's class.
void DefineJointDescriptions(
    py::module_& m,
    py::class_<MultibodyPlant, std::shared_ptr<MultibodyPlant>>& plant);

}  // namespace clearway::python

namespace pybind11::detail {

template <>
struct type_caster<clearway::python::BodyArg> {
  PYBIND11_TYPE_CASTER(clearway::python::BodyArg,
                       make_caster<clearway::python::BodyHandle>::name |
                           make_caster<clearway::BodyIndex>::name |
                           const_name("int"));

  bool load(handle source, bool convert) {
    if (isinstance<clearway::python::BodyHandle>(source)) {
      value.handle = source.cast<const clearway::python::BodyHandle&>();
      return true;
    }
    make_caster<clearway::python::BodyIndexArg> index;
    if (!index.load(source, convert)) return false;
    value.handle = {nullptr,
                    cast_op<clearway::python::BodyIndexArg&>(index).value};
    return true;
  }
};

}  // namespace pybind11::detail
