#include <map>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include "casters.h"
#include "clearway/planning/linear_distance_and_interpolation_provider.h"
#include "planning_bindings.h"
#include "provider_functions.h"

namespace clearway::python {
namespace {

using Provider = DistanceAndInterpolationProvider;

// A provider written in Python. It takes the GIL for the call only.
class PyProvider final : public Provider,
                         public py::trampoline_self_life_support {
 private:
  double DoComputeConfigurationDistance(const ConstVectorRef& from,
                                        const ConstVectorRef& to) const final {
    const py::gil_scoped_acquire gil;
    constexpr const char* name = "DoComputeConfigurationDistance";
    return ToDistance(FindOverride(name)(VectorX(from), VectorX(to)), name);
  }

  void DoInterpolateBetweenConfigurations(const ConstVectorRef& from,
                                          const ConstVectorRef& to,
                                          double ratio,
                                          VectorX* q) const final {
    const py::gil_scoped_acquire gil;
    constexpr const char* name = "DoInterpolateBetweenConfigurations";
    *q = ToConfiguration(FindOverride(name)(VectorX(from), VectorX(to), ratio),
                         name);
  }

  // pybind11's own look-up finds nothing while the same method runs, as when it
  // checks an edge. The class binds no method of these names: what the object
  // has is the override.
  py::object FindOverride(const char* name) const {
    const py::object self = py::cast(static_cast<const Provider*>(this),
                                     py::return_value_policy::reference);
    if (!py::hasattr(self, name)) {
      PyErr_Format(PyExc_NotImplementedError,
                   "a subclass of DistanceAndInterpolationProvider must "
                   "implement %s",
                   name);
      throw py::error_already_set();
    }
    return self.attr(name);
  }
};

}  // namespace

void DefineProviders(py::module_& m) {
  py::class_<Provider, PyProvider, py::smart_holder>(
      m, "DistanceAndInterpolationProvider",
      R"doc(How far apart configurations are, and what lies between them.

Subclasses implement ``DoComputeConfigurationDistance(from, to) -> float`` and
``DoInterpolateBetweenConfigurations(from, to, ratio) -> ndarray``. They are called from
any thread, one at a time, since Python runs one. They may ask a checker that uses the
provider; an edge asked for needs another context, and calls them again.
)doc")
      .def(py::init<>())
      .def(
          "ComputeConfigurationDistance",
          [](const Provider& self, const ConstVectorRef& from,
             const ConstVectorRef& to) {
            return self.ComputeConfigurationDistance(from, to);
          },
          py::arg("from_"), py::arg("to"), py::pos_only(),
          "ValueError for sizes that differ, or values that are not finite.")
      .def(
          "InterpolateBetweenConfigurations",
          [](const Provider& self, const ConstVectorRef& from,
             const ConstVectorRef& to, double ratio) {
            return self.InterpolateBetweenConfigurations(from, to, ratio);
          },
          py::arg("from_"), py::arg("to"), py::arg("ratio"), py::pos_only(),
          "ValueError as above, or for a ratio outside [0, 1].");

  using Linear = LinearDistanceAndInterpolationProvider;
  py::class_<Linear, Provider, py::smart_holder>(
      m, "LinearDistanceAndInterpolationProvider",
      R"doc(Straight lines in configuration space, with weights.

Continuous joints take the shorter way round; quaternions count by the angle between
orientations, and interpolate along the shorter arc. Other joints do not wrap.

Parameters
----------
plant : MultibodyPlant
distance_weights : array_like, shape (num_positions,), optional
    Finite and >= 0; of a quaternion (w, 0, 0, 0). By default all are 1.
joint_distance_weights : dict of JointIndex to array_like, optional
    Instead: weights of some joints.
wrap : bool, keyword only
    False treats continuous joints as revolute ones, as Drake does.

Raises
------
ValueError
    If a weight is negative or not finite, or a number of weights is wrong.
IndexError
    If there is no such joint.
)doc")
      .def(py::init<const MultibodyPlant&, bool>(), py::arg("plant"),
           py::kw_only(), py::arg("wrap") = true)
      .def(py::init<const MultibodyPlant&, const std::map<JointIndex, VectorX>&,
                    bool>(),
           py::arg("plant"), py::arg("joint_distance_weights"), py::kw_only(),
           py::arg("wrap") = true)
      .def(py::init<const MultibodyPlant&, const ConstVectorRef&, bool>(),
           py::arg("plant"), py::arg("distance_weights"), py::kw_only(),
           py::arg("wrap") = true)
      .def(
          "distance_weights",
          [](const Linear& self) { return self.distance_weights(); },
          "Shape (num_positions,).")
      .def("quaternion_dof_start_indices",
           &Linear::quaternion_dof_start_indices,
           "Where in q each quaternion (w x y z) begins.")
      .def("wrapping_dof_indices", &Linear::wrapping_dof_indices,
           "The positions of q that wrap.")
      .def("__repr__", [](const Linear& self) {
        return Concat("<LinearDistanceAndInterpolationProvider num_positions=",
                      self.distance_weights().size(), ">");
      });
}

}  // namespace clearway::python
