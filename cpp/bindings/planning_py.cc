#include <memory>

#include <pybind11/eigen.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "bindings.h"
#include "casters.h"
#include "clearway/planning/scene_graph_collision_checker.h"
#include "multibody_handles.h"
#include "planning_bindings.h"
#include "provider_functions.h"

namespace clearway::python {
namespace {

using Checker = CollisionChecker;
using Params = CollisionCheckerParams;
using Provider = DistanceAndInterpolationProvider;
using DiagramPtr = std::shared_ptr<RobotDiagram>;
// None in Python is null in C++.
using MaybeDiagram = std::optional<DiagramPtr>;
using MaybeProvider = std::optional<std::shared_ptr<Provider>>;
using MaybeDistanceFunction = std::optional<DistanceFunctionArg>;

// A pointer or a function that may be null, as Python has it.
template <class T>
std::optional<T> ToOptional(T value) {
  return value ? std::optional<T>(std::move(value)) : std::nullopt;
}

ConfigurationDistanceFunction ToFunction(MaybeDistanceFunction argument) {
  return argument ? std::move(argument->function) : nullptr;
}

Params MakeParams(MaybeDiagram model, MaybeProvider provider,
                  std::vector<ModelInstanceIndex> robot_model_instances,
                  MaybeDistanceFunction distance_function,
                  double edge_step_size, double env_collision_padding,
                  double self_collision_padding,
                  const ParallelismArg& implicit_context_parallelism) {
  return {std::move(model).value_or(nullptr),
          std::move(provider).value_or(nullptr),
          std::move(robot_model_instances),
          ToFunction(std::move(distance_function)),
          edge_step_size,
          env_collision_padding,
          self_collision_padding,
          implicit_context_parallelism};
}

// Defines a constructor from the fields of CollisionCheckerParams, as keywords.
template <class Class, class Factory, class... Model>
void DefineFromFields(Class& cls, Factory&& factory, const Model&... model) {
  cls.def(py::init(std::forward<Factory>(factory)), model...,
          py::arg("distance_and_interpolation_provider") = py::none(),
          py::arg("robot_model_instances") = std::vector<ModelInstanceIndex>(),
          py::arg("configuration_distance_function") = py::none(),
          py::arg("edge_step_size") = 0.0,
          py::arg("env_collision_padding") = 0.0,
          py::arg("self_collision_padding") = 0.0,
          py::arg("implicit_context_parallelism") = true);
}

void DefineParams(py::module_& m) {
  py::class_<Params> cls(m, "CollisionCheckerParams",
                         R"doc(What a collision checker is made of.

Attributes
----------
model : RobotDiagram
    Required.
distance_and_interpolation_provider : DistanceAndInterpolationProvider, optional
    Linear with weights 1 where left out.
robot_model_instances : list of ModelInstanceIndex
    Which model instances are robot. Required.
configuration_distance_function : callable, optional
    Instead of a provider: (q1, q2) to float, with the default interpolation.
edge_step_size : float
    Finite and > 0: the greatest distance between samples of an edge. Required.
env_collision_padding, self_collision_padding : float
    Of all robot-environment and all robot-robot pairs [m].
implicit_context_parallelism : Parallelism
    How many contexts are kept for calls without an explicit one.
)doc");
  DefineFromFields(cls, &MakeParams, py::kw_only(),
                   py::arg("model") = py::none());
  cls.def_property(
         "model",
         [](const Params& self) {
           return ToOptional(std::const_pointer_cast<RobotDiagram>(self.model));
         },
         [](Params& self, MaybeDiagram model) {
           self.model = std::move(model).value_or(nullptr);
         })
      .def_property(
          "distance_and_interpolation_provider",
          [](const Params& self) {
            return ToOptional(std::const_pointer_cast<Provider>(
                self.distance_and_interpolation_provider));
          },
          [](Params& self, MaybeProvider provider) {
            self.distance_and_interpolation_provider =
                std::move(provider).value_or(nullptr);
          })
      .def_readwrite("robot_model_instances", &Params::robot_model_instances)
      .def_property(
          "configuration_distance_function",
          [](const Params& self) {
            return ToOptional(self.configuration_distance_function);
          },
          [](Params& self, MaybeDistanceFunction function) {
            self.configuration_distance_function =
                ToFunction(std::move(function));
          })
      .def_readwrite("edge_step_size", &Params::edge_step_size)
      .def_readwrite("env_collision_padding", &Params::env_collision_padding)
      .def_readwrite("self_collision_padding", &Params::self_collision_padding)
      .def_property(
          "implicit_context_parallelism",
          [](const Params& self) { return self.implicit_context_parallelism; },
          [](Params& self, const ParallelismArg& parallelism) {
            self.implicit_context_parallelism = parallelism;
          })
      .def("__repr__", [](const Params& self) {
        return Concat(
            "<CollisionCheckerParams edge_step_size=", self.edge_step_size,
            " env_collision_padding=", self.env_collision_padding,
            " self_collision_padding=", self.self_collision_padding, ">");
      });
}

void DefineModel(CheckerClass& cls) {
  cls.def(
         "model",
         [](const Checker& self) {
           return std::const_pointer_cast<RobotDiagram>(self.shared_model());
         },
         "The model that is checked, immutable.")
      .def(
          "plant",
          [](const Checker& self) {
            return ToPython(self.model().shared_plant());
          },
          "The plant of the model, finalized.")
      .def("world", &Checker::world,
           py::return_value_policy::reference_internal,
           "A view of what is in the scene now.")
      .def(
          "get_body",
          [](const Checker& self, const BodyIndexArg& body_index) {
            return BodyHandle{self.model().shared_plant(),
                              self.get_body(body_index).index};
          },
          py::arg("body_index"), "IndexError if there is no such body.")
      .def("robot_model_instances", &Checker::robot_model_instances,
           "Sorted, without repeats.")
      .def(
          "IsPartOfRobot",
          [](const Checker& self, const BodyIndexArg& body_index) {
            return self.IsPartOfRobot(BodyIndex(body_index));
          },
          py::arg("body_index"),
          "Whether the body's model instance is listed, or a robot joint moves "
          "it.")
      .def(
          "IsPartOfRobot",
          [](const Checker& self, const BodyHandle& body) {
            return self.IsPartOfRobot(body.In(self.plant(), "body"));
          },
          py::arg("body"), "ValueError for a body of another plant.")
      .def(
          "GetZeroConfiguration",
          [](const Checker& self) { return self.GetZeroConfiguration(); },
          "Zeros: not always a valid configuration (quaternions).")
      .def("SupportsParallelChecking", &Checker::SupportsParallelChecking,
           "Whether parallel calls use more than one thread.")
      .def("Clone", &Checker::Clone,
           "An independent checker over the same model.")
      .def("__copy__", &Checker::Clone)
      .def(
          "__deepcopy__",
          [](const Checker& self, const Memo&) { return self.Clone(); },
          py::arg("memo"));
}

}  // namespace

void DefinePlanning(py::module_& m) {
  DefinePlanningResults(m);
  DefineProviders(m);
  DefineParams(m);

  CheckerClass cls(m, "CollisionChecker",
                   R"doc(Is a configuration, is an edge, free of collision?

A pair of geometries on two bodies, one of them robot, that is not filtered collides if
its signed distance is at most the padding of its bodies: touching collides. ``q`` is the
whole position vector, in the order of ``plant().GetPositionNames()``.

Queries may run in several threads at once; each uses a context of the checker's pool,
or the one given. What changes the checker must run alone.
)doc");
  DefineCheckerContexts(cls, m);
  DefineModel(cls);
  DefineCheckerQueries(cls);
  DefineCheckerEdges(cls);
  DefineCheckerSettings(cls);

  using SceneGraphChecker = SceneGraphCollisionChecker;
  py::class_<SceneGraphChecker, Checker, py::smart_holder> scene_graph(
      m, "SceneGraphCollisionChecker",
      R"doc(The collision checker: exact, on the geometry as declared.

Parameters
----------
params : CollisionCheckerParams
    Or its fields as keywords, of which ``model``, ``robot_model_instances`` and
    ``edge_step_size`` are required.

Raises
------
ValueError
    If the model is missing, no robot model instance is given or it is the world's,
    edge_step_size is not finite and > 0, a padding is not finite, or the provider
    breaks its promises.
)doc");
  scene_graph.def(py::init<Params>(), py::arg("params"));
  DefineFromFields(
      scene_graph,
      [](DiagramPtr model, MaybeProvider provider,
         std::vector<ModelInstanceIndex> robot_model_instances,
         MaybeDistanceFunction distance_function, double edge_step_size,
         double env_collision_padding, double self_collision_padding,
         const ParallelismArg& implicit_context_parallelism) {
        return std::make_unique<SceneGraphChecker>(MakeParams(
            std::move(model), std::move(provider),
            std::move(robot_model_instances), std::move(distance_function),
            edge_step_size, env_collision_padding, self_collision_padding,
            implicit_context_parallelism));
      },
      // Positional as well: pybind11 converts no argument of an overload that
      // has keyword-only ones alone.
      py::arg("model"), py::kw_only());
  scene_graph.def("__repr__", [](const SceneGraphChecker& self) {
    return Concat(
        "<SceneGraphCollisionChecker num_bodies=", self.plant().num_bodies(),
        " num_positions=", self.plant().num_positions(),
        " num_pairs=", self.scene().num_pairs(),
        " num_contexts=", self.num_allocated_contexts(), ">");
  });
}

}  // namespace clearway::python
