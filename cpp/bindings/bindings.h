#pragma once

#include <pybind11/pybind11.h>

namespace clearway::python {

namespace py = pybind11;

// The partition of the module: one function and one file a layer, called in
// this order by module.cc. A layer's classes must be defined before a higher
// layer uses them as default arguments.
void DefineCommon(py::module_& m);
void DefineMath(py::module_& m);
void DefineGeometry(py::module_& m);
void DefineQuery(py::module_& m);
void DefineMultibody(py::module_& m);
void DefineWorld(py::module_& m);
void DefinePlanning(py::module_& m);

}  // namespace clearway::python
