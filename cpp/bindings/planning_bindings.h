#pragma once

#include <utility>

#include <pybind11/pybind11.h>

#include "clearway/planning/collision_checker.h"

namespace clearway::python {

namespace py = pybind11;

// smart_holder: what C++ holds by shared_ptr keeps its Python object alive,
// such as a provider that Python subclasses.
using CheckerClass = py::class_<CollisionChecker, py::smart_holder>;

// RobotClearance as Python has it, which knows of the arrays that point into
// it: it does not grow while there are any, as a bytearray does not.
class ClearanceTable : public RobotClearance {
 public:
  explicit ClearanceTable(int num_positions) : RobotClearance(num_positions) {}
  explicit ClearanceTable(RobotClearance table)
      : RobotClearance(std::move(table)) {}
  ClearanceTable(const ClearanceTable& other) : RobotClearance(other) {}

  /// Throws BufferError if an array points into it.
  void CheckMayGrow() const;

  /// Counts an array as long as it exists.
  void AddView() { ++num_views_; }
  void RemoveView() { --num_views_; }

 private:
  int num_views_{0};
};

// The planning layer's partition, in the order of definition.
void DefinePlanningResults(py::module_& m);
void DefineProviders(py::module_& m);
void DefineCheckerContexts(CheckerClass& cls, py::module_& m);
void DefineCheckerQueries(CheckerClass& cls);
void DefineCheckerEdges(CheckerClass& cls);
void DefineCheckerSettings(CheckerClass& cls);

}  // namespace clearway::python
