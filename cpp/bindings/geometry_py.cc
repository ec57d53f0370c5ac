#include "bindings.h"

namespace clearway::python {

void DefineGeometry(py::module_&) {}

}  // namespace clearway::python
