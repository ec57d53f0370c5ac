#include "bindings.h"

namespace clearway::python {

void DefineMultibody(py::module_&) {}

}  // namespace clearway::python
