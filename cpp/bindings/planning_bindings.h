#pragma once

#include <pybind11/pybind11.h>

#include "clearway/planning/collision_checker.h"

namespace clearway::python {

namespace py = pybind11;

// smart_holder: what C++ holds by shared_ptr keeps its Python object alive,
// such as a provider that Python subclasses.
using CheckerClass = py::class_<CollisionChecker, py::smart_holder>;

// The planning layer's partition, in the order of definition.
void DefinePlanningResults(py::module_& m);
void DefineProviders(py::module_& m);
void DefineCheckerContexts(CheckerClass& cls, py::module_& m);
void DefineCheckerQueries(CheckerClass& cls);
void DefineCheckerEdges(CheckerClass& cls);
void DefineCheckerSettings(CheckerClass& cls);

}  // namespace clearway::python
