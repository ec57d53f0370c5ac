#include "bindings.h"

namespace clearway::python {

void DefineQuery(py::module_&) {}

}  // namespace clearway::python
