#include <algorithm>

#include "bindings.h"

namespace {

// Pickle's protocols 0 and 1 make an instance of the first base class that has
// a __new__ of its own, and pybind11's, which none of ours replaces, ends the
// process when asked to. Protocol 2 does what they are asked for, or raises.
void PickleByNewProtocols(pybind11::module_& m) {
  namespace py = pybind11;
  const py::object base = m.attr("Shape").attr("__base__");
  for (const auto& [name, value] : m.attr("__dict__").cast<py::dict>()) {
    if (!PyType_Check(value.ptr())) continue;
    if (py::object(value.attr("__base__")).ptr() != base.ptr()) continue;
    const py::handle type = value;
    type.attr("__reduce_ex__") = py::cpp_function(
        [](const py::object& self, int protocol) {
          return py::module_::import("builtins")
              .attr("object")
              .attr("__reduce_ex__")(self, std::max(protocol, 2));
        },
        py::name("__reduce_ex__"), py::is_method(type), py::arg("protocol"));
  }
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  using namespace clearway::python;
  m.doc() = "The compiled core of clearway; import clearway instead.";
  m.attr("__version__") = CLEARWAY_VERSION;
  DefineCommon(m);
  DefineMath(m);
  DefineGeometry(m);
  DefineQuery(m);
  DefineMultibody(m);
  DefineWorld(m);
  DefinePlanning(m);
  PickleByNewProtocols(m);
}
