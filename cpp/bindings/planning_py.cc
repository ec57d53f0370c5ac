#include "bindings.h"

namespace clearway::python {

void DefinePlanning(py::module_&) {}

}  // namespace clearway::python
