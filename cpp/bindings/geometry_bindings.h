#pragma once

#include <pybind11/pybind11.h>

#include "casters.h"

namespace clearway::python {

/// copy.copy and copy.deepcopy of a shape: both are values.
template <class ShapeClass, class... Options>
void DefineCopy(pybind11::class_<ShapeClass, Options...>& cls) {
  cls.def("__copy__", [](const ShapeClass& self) { return ShapeClass(self); })
      .def(
          "__deepcopy__",
          [](const ShapeClass& self, const Memo&) { return ShapeClass(self); },
          pybind11::arg("memo"));
}

// The geometry layer's partition.
void DefinePointCloud(pybind11::module_& m);
void DefineVoxelGrid(pybind11::module_& m);
void DefineHeightField(pybind11::module_& m);

}  // namespace clearway::python
