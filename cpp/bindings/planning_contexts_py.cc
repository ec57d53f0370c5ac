#include <pybind11/eigen.h>
#include <pybind11/stl.h>
#include <pybind11/typing.h>

#include "casters.h"
#include "planning_bindings.h"

namespace clearway::python {
namespace {

// A PlantContext with what it is a part of.
class PlantContextObject : public py::object {
 public:
  PlantContextObject(py::object other) : py::object(std::move(other)) {}
};

using ContextOperation =
    py::typing::Callable<void(RobotDiagram, CollisionCheckerContext)>;

}  // namespace
}  // namespace clearway::python

namespace pybind11::detail {

template <>
struct handle_type_name<clearway::python::PlantContextObject> {
  static constexpr auto name = make_caster<clearway::PlantContext>::name;
};

}  // namespace pybind11::detail

namespace clearway::python {

void DefineCheckerContexts(CheckerClass& cls, py::module_& m) {
  using Checker = CollisionChecker;
  using Context = CollisionCheckerContext;
  constexpr auto internal = py::return_value_policy::reference_internal;

  py::class_<PlantContext>(m, "PlantContext",
                           "The state of a plant: its positions.")
      .def(
          "positions",
          [](const PlantContext& self) { return self.positions(); },
          "A copy, shape (num_positions,).")
      .def("__repr__", [](const PlantContext& self) {
        return Concat("<PlantContext num_positions=", self.positions().size(),
                      ">");
      });

  py::class_<Context, py::smart_holder>(
      m, "CollisionCheckerContext",
      R"doc(What a checker changes while it answers.

One thread at a time uses a context; several threads use several.

Parameters
----------
model : RobotDiagram
)doc")
      .def(py::init([](std::shared_ptr<RobotDiagram> model) {
             return std::make_unique<Context>(std::move(model));
           }),
           py::arg("model"))
      .def(
          "model_context", [](Context& self) -> Context& { return self; },
          internal, "The context itself.")
      .def("plant_context", &Context::plant_context, internal,
           "The plant's part of it.")
      .def(
          "positions", [](const Context& self) { return self.positions(); },
          "A copy, shape (num_positions,).")
      .def("Clone", &Context::Clone,
           "An independent context at the same positions.")
      .def("__copy__", &Context::Clone)
      .def(
          "__deepcopy__",
          [](const Context& self, const Memo&) { return self.Clone(); },
          py::arg("memo"))
      .def("__repr__", [](const Context& self) {
        return Concat("<CollisionCheckerContext num_positions=",
                      self.positions().size(), ">");
      });

  cls.def("num_allocated_contexts", &Checker::num_allocated_contexts,
          "How many contexts there are for calls without an explicit one.")
      .def(
          "model_context",
          [](const Checker& self, ContextNumber context_number)
              -> const Context& { return self.model_context(context_number); },
          py::arg("context_number") = py::none(), internal,
          "A context of the checker's own, unsynchronised.")
      .def(
          "plant_context",
          [](const Checker& self,
             ContextNumber context_number) -> const PlantContext& {
            return self.plant_context(context_number);
          },
          py::arg("context_number") = py::none(), internal,
          "The plant's part of it, unsynchronised.")
      .def(
          "UpdatePositions",
          [](const Checker& self, const ConstVectorRef& q,
             ContextNumber context_number) -> const PlantContext& {
            return self.UpdatePositions(q, context_number);
          },
          py::arg("q"), py::arg("context_number") = py::none(), internal,
          "Set the positions of one of the checker's contexts,\n"
          "unsynchronised; ValueError if q is refused.")
      .def(
          "UpdateContextPositions",
          [](const Checker& self, Context* model_context,
             const ConstVectorRef& q) -> PlantContextObject {
            // Not keep_alive<0, 2>: that crashes when an argument is of another
            // type.
            return py::cast(self.UpdateContextPositions(model_context, q),
                            internal, py::cast(model_context));
          },
          py::arg("model_context"), py::arg("q"),
          "Set the positions of a context.")
      .def("MakeStandaloneModelContext", &Checker::MakeStandaloneModelContext,
           "A context of the caller's own, at default positions.")
      .def(
          "PerformOperationAgainstAllModelContexts",
          [](Checker& self, const ContextOperation& operation) {
            // A context that outlives the call keeps the checker alive.
            const py::object checker = py::cast(&self);
            const py::object model = checker.attr("model")();
            self.PerformOperationAgainstAllModelContexts(
                [&](const RobotDiagram&, Context* context) {
                  operation(model, py::cast(context, internal, checker));
                });
          },
          py::arg("operation"),
          "Call ``operation(model, context)`` with every context there is:\n"
          "the pool's, their prototype, and standalone ones still alive.");
}

}  // namespace clearway::python
