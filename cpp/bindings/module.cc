#include "bindings.h"

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
}
