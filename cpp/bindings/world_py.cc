#include "bindings.h"

namespace clearway::python {

void DefineWorld(py::module_&) {}

}  // namespace clearway::python
