#include <memory>

#include <pybind11/eigen.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "casters.h"
#include "multibody_handles.h"
#include "planning_bindings.h"
#include "provider_functions.h"

namespace clearway::python {
namespace {

using Checker = CollisionChecker;

BodyIndex IndexOf(const Checker& self, const BodyArg& body) {
  return body.In(self.plant(), "body");
}

// Defines a method of two bodies, each a body or its index, under the names of
// both: Drake has an overload for each.
template <class Function, class... Extra>
void DefineOfTwoBodies(CheckerClass& cls, const char* name, Function&& function,
                       const Extra&... extra) {
  cls.def(name, function, py::arg("bodyA_index"), py::arg("bodyB_index"),
          extra...);
  cls.def(name, function, py::arg("bodyA"), py::arg("bodyB"), extra...);
}

// The N x N getters are copies; that one cannot write to them says so.
py::array ReadOnly(py::object array) {
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

// From integers of any width; nothing is rounded.
Eigen::MatrixXi ToFilterMatrix(const MatrixX& matrix) {
  for (const double value : matrix.reshaped()) {
    ThrowUnless(value == -1 || value == 0 || value == 1,
                "filter_matrix may hold -1, 0 and 1 only, got ", value);
  }
  return matrix.cast<int>();
}

void DefineProviderSettings(CheckerClass& cls) {
  using Provider = DistanceAndInterpolationProvider;
  cls.def(
         "SetDistanceAndInterpolationProvider",
         [](Checker& self, std::shared_ptr<Provider> provider) {
           self.SetDistanceAndInterpolationProvider(std::move(provider));
         },
         py::arg("provider"),
         "ValueError if it breaks its promises at the default configuration.")
      .def(
          "distance_and_interpolation_provider",
          [](const Checker& self) {
            return std::const_pointer_cast<Provider>(
                self.shared_distance_and_interpolation_provider());
          },
          "The provider in use.")
      .def(
          "SetConfigurationDistanceFunction",
          [](Checker& self, DistanceFunctionArg distance_function) {
            self.SetConfigurationDistanceFunction(
                std::move(distance_function.function));
          },
          py::arg("distance_function"),
          "RuntimeError unless the checker was made with one.")
      .def(
          "SetConfigurationInterpolationFunction",
          [](Checker& self, std::optional<InterpolationFunctionArg> argument) {
            self.SetConfigurationInterpolationFunction(
                argument ? std::move(argument->function) : nullptr);
          },
          py::arg("interpolation_function"),
          "None restores the default; RuntimeError unless the checker was\n"
          "made with a distance function.")
      .def("ComputeConfigurationDistance",
           &Checker::ComputeConfigurationDistance, py::arg("q1"), py::arg("q2"),
           R"doc(How far q2 is from q1, as the provider measures it.

Parameters
----------
q1, q2 : array_like, shape (num_positions,)

Returns
-------
float
    0 where a continuous joint differs by a multiple of 2 pi.

Raises
------
ValueError
    If q1 or q2 has another size or is not finite.
)doc")
      .def("InterpolateBetweenConfigurations",
           &Checker::InterpolateBetweenConfigurations, py::arg("q1"),
           py::arg("q2"), py::arg("ratio"),
           R"doc(The configuration at a ratio of the way from q1 to q2.

Parameters
----------
q1, q2 : array_like, shape (num_positions,)
ratio : float
    In [0, 1]: 0 is q1, 1 is q2.

Returns
-------
ndarray, shape (num_positions,)
    At ratio 1 the same robot pose as q2, but not always the same numbers: a continuous
    joint goes the short way round and may end a multiple of 2 pi off, and quaternions
    are normalised and may change sign. ComputeConfigurationDistance tells whether two
    configurations are one. ``LinearDistanceAndInterpolationProvider(plant, wrap=False)``
    goes from number to number, as Drake does.

Raises
------
ValueError
    If q1 or q2 has another size or is not finite, or ratio is outside [0, 1].
)doc")
      .def("MakeStandaloneConfigurationDistanceFunction",
           &Checker::MakeStandaloneConfigurationDistanceFunction,
           "A function (q1, q2) of what the checker uses now.")
      .def("MakeStandaloneConfigurationInterpolationFunction",
           &Checker::MakeStandaloneConfigurationInterpolationFunction,
           "A function (q1, q2, ratio) of what the checker uses now.")
      .def("edge_step_size", &Checker::edge_step_size,
           "The greatest distance between samples of an edge.")
      .def("set_edge_step_size", &Checker::set_edge_step_size,
           py::arg("edge_step_size"), "Finite and > 0, else ValueError.");
}

void DefinePadding(CheckerClass& cls) {
  cls.def("MaybeGetUniformRobotEnvironmentPadding",
          &Checker::MaybeGetUniformRobotEnvironmentPadding,
          "The padding that all robot-environment pairs share, or None [m].")
      .def("MaybeGetUniformRobotRobotPadding",
           &Checker::MaybeGetUniformRobotRobotPadding,
           "The padding that all robot-robot pairs share, or None [m].");
  DefineOfTwoBodies(
      cls, "GetPaddingBetween",
      [](const Checker& self, const BodyArg& A, const BodyArg& B) {
        return self.GetPaddingBetween(IndexOf(self, A), IndexOf(self, B));
      },
      "The padding of a pair of bodies [m]; IndexError if there is no such\n"
      "body, ValueError for a body of another plant.");
  DefineOfTwoBodies(
      cls, "SetPaddingBetween",
      [](Checker& self, const BodyArg& A, const BodyArg& B, double padding) {
        self.SetPaddingBetween(IndexOf(self, A), IndexOf(self, B), padding);
      },
      py::arg("padding"),
      "Pad a pair of bodies [m]; ValueError for one body, two environment\n"
      "bodies, a body of another plant, or what is not finite; IndexError if\n"
      "there is no such body.");
  cls.def(
         "GetPaddingMatrix",
         [](const Checker& self) {
           return ReadOnly(py::cast(self.GetPaddingMatrix()));
         },
         "A read-only copy, shape (num_bodies, num_bodies) [m].")
      .def(
          "SetPaddingMatrix",
          [](Checker& self, const RealArg<MatrixX>& collision_padding) {
            self.SetPaddingMatrix(collision_padding.value);
          },
          py::arg("collision_padding"),
          "Symmetric, finite, zero on the diagonal and between environment\n"
          "bodies, else ValueError [m].")
      .def("GetLargestPadding", &Checker::GetLargestPadding,
           "Over all pairs with a robot body, filtered or not; 0 if there is\n"
           "none [m].")
      .def(
          "SetPaddingOneRobotBodyAllEnvironmentPairs",
          [](Checker& self, const BodyArg& body, double padding) {
            self.SetPaddingOneRobotBodyAllEnvironmentPairs(IndexOf(self, body),
                                                           padding);
          },
          py::arg("body_index"), py::arg("padding"),
          "Pad all pairs of a robot body and an environment body [m];\n"
          "ValueError unless the body is robot and the padding finite.")
      .def("SetPaddingAllRobotEnvironmentPairs",
           &Checker::SetPaddingAllRobotEnvironmentPairs, py::arg("padding"),
           "Pad all robot-environment pairs [m]; ValueError unless finite.")
      .def("SetPaddingAllRobotRobotPairs",
           &Checker::SetPaddingAllRobotRobotPairs, py::arg("padding"),
           "Pad all robot-robot pairs [m]; ValueError unless finite.");
}

void DefineFilters(CheckerClass& cls) {
  cls.def(
         "GetNominalFilteredCollisionMatrix",
         [](const Checker& self) {
           return ReadOnly(py::cast(self.GetNominalFilteredCollisionMatrix()));
         },
         "The filters as they were made of the model, a read-only copy.")
      .def(
          "GetFilteredCollisionMatrix",
          [](const Checker& self) {
            return ReadOnly(py::cast(self.GetFilteredCollisionMatrix()));
          },
          R"doc(The filters, a read-only copy of shape (num_bodies, num_bodies).

0: checked; 1: filtered; -1: filtered by definition (the diagonal, and two environment
bodies).
)doc")
      .def(
          "SetCollisionFilterMatrix",
          [](Checker& self, const RealArg<MatrixX>& filter_matrix) {
            self.SetCollisionFilterMatrix(ToFilterMatrix(filter_matrix.value));
          },
          py::arg("filter_matrix"),
          "Symmetric, -1 exactly where it is by definition, else 0 or 1;\n"
          "else ValueError.");
  DefineOfTwoBodies(
      cls, "IsCollisionFilteredBetween",
      [](const Checker& self, const BodyArg& A, const BodyArg& B) {
        return self.IsCollisionFilteredBetween(IndexOf(self, A),
                                               IndexOf(self, B));
      },
      "Whether the pair is not checked; IndexError if there is no such body,\n"
      "ValueError for a body of another plant.");
  DefineOfTwoBodies(
      cls, "SetCollisionFilteredBetween",
      [](Checker& self, const BodyArg& A, const BodyArg& B, bool filter) {
        self.SetCollisionFilteredBetween(IndexOf(self, A), IndexOf(self, B),
                                         filter);
      },
      py::arg("filter_collision"),
      "Check a pair of bodies or not; ValueError for one body, two\n"
      "environment bodies or a body of another plant; IndexError if there is\n"
      "no such body.");
  for (const char* argument : {"body_index", "body"}) {
    cls.def(
        "SetCollisionFilteredWithAllBodies",
        [](Checker& self, const BodyArg& body) {
          self.SetCollisionFilteredWithAllBodies(IndexOf(self, body));
        },
        py::arg(argument),
        "Check no pair of this robot body any more; ValueError if it is of\n"
        "the environment or of another plant, IndexError if there is no such\n"
        "body.");
  }
}

void DefineAddedShapes(CheckerClass& cls) {
  using Group = std::vector<BodyShapeDescription>;
  cls.def("AddCollisionShape", &Checker::AddCollisionShape,
          py::arg("group_name"), py::arg("description"),
          R"doc(Add a shape to a body, in a named group.

Returns
-------
bool
    Whether this kind of checker takes such a shape.

Raises
------
KeyError
    If there is no such model instance or body.
ValueError
    For a HalfSpace on a body that moves.
)doc")
      .def(
          "AddCollisionShapes",
          [](Checker& self, const std::string& group_name, const Group& group) {
            return self.AddCollisionShapes(group_name, group);
          },
          py::arg("group_name"), py::arg("descriptions"),
          "How many were taken. If one is refused with an error, none is\n"
          "added.")
      .def(
          "AddCollisionShapes",
          [](Checker& self, const std::map<std::string, Group>& groups) {
            return self.AddCollisionShapes(groups);
          },
          py::arg("geometry_groups"), "The same for several groups, by name.")
      .def(
          "AddCollisionShapeToFrame",
          [](Checker& self, const std::string& group_name,
             const FrameHandle& frameA, const Shape& shape,
             const PoseArg& X_AG) {
            const FrameIndex frame = frameA.In(self.plant(), "frameA");
            return self.AddCollisionShapeToFrame(
                group_name, self.plant().get_frame(frame), shape, X_AG);
          },
          py::arg("group_name"), py::arg("frameA"), py::arg("shape"),
          py::arg("X_AG"), R"doc(Add a shape that is posed in a frame.

Parameters
----------
group_name : str
frameA : Frame
    The shape G is fixed to its body.
shape : Shape
X_AG : RigidTransform or array_like, shape (4, 4)

Returns
-------
bool
    Whether this kind of checker takes such a shape.

Raises
------
ValueError
    For a frame of another plant, or a HalfSpace on a body that moves.
)doc")
      .def(
          "AddCollisionShapeToBody",
          [](Checker& self, const std::string& group_name, const BodyArg& bodyA,
             const Shape& shape, const PoseArg& X_AG) {
            return self.AddCollisionShapeToBody(
                group_name, bodyA.In(self.plant(), "bodyA"), shape, X_AG);
          },
          py::arg("group_name"), py::arg("bodyA"), py::arg("shape"),
          py::arg("X_AG"), R"doc(Add a shape that is posed on a body.

Parameters
----------
group_name : str
bodyA : RigidBody, BodyIndex or int
shape : Shape
X_AG : RigidTransform or array_like, shape (4, 4)
    Pose of the shape G in the body.

Returns
-------
bool
    Whether this kind of checker takes such a shape.

Raises
------
ValueError
    For a body of another plant, or a HalfSpace on a body that moves.
IndexError
    If there is no such body.
)doc")
      .def("GetAllAddedCollisionShapes", &Checker::GetAllAddedCollisionShapes,
           "The descriptions of added shapes, by group.")
      .def("RemoveAllAddedCollisionShapes",
           py::overload_cast<const std::string&>(
               &Checker::RemoveAllAddedCollisionShapes),
           py::arg("group_name"),
           "Those of one group; an unknown one is empty.")
      .def("RemoveAllAddedCollisionShapes",
           py::overload_cast<>(&Checker::RemoveAllAddedCollisionShapes),
           "Those of every group.");
}

}  // namespace

void DefineCheckerSettings(CheckerClass& cls) {
  DefineProviderSettings(cls);
  DefinePadding(cls);
  DefineFilters(cls);
  DefineAddedShapes(cls);
}

}  // namespace clearway::python
