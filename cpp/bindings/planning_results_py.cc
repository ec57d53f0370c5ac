#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include <pybind11/eigen.h>
#include <pybind11/native_enum.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "casters.h"
#include "planning_bindings.h"

namespace clearway::python {
namespace {

void DefineEdgeMeasure(py::module_& m) {
  py::class_<EdgeMeasure>(m, "EdgeMeasure",
                          R"doc(How far along an edge its samples are free.

Parameters
----------
distance : float
    Of the whole edge, >= 0.
alpha : float
    Parameter of the last free sample before the first colliding one: 1 if all are
    free, negative (undefined) if the edge's start collides.

Raises
------
ValueError
    If distance is negative or not finite, or alpha greater than 1 or NaN.
)doc")
      .def(py::init<double, double>(), py::arg("distance"), py::arg("alpha"))
      .def(py::init<const EdgeMeasure&>(), py::arg("other"))
      .def("completely_free", &EdgeMeasure::completely_free,
           "Whether every sample is free.")
      .def("partially_free", &EdgeMeasure::partially_free,
           "Whether the start is free, and alpha thus defined.")
      .def("distance", &EdgeMeasure::distance, "Of the whole edge.")
      .def("alpha", &EdgeMeasure::alpha, "RuntimeError if it is undefined.")
      .def("alpha_or", &EdgeMeasure::alpha_or, py::arg("default_value"),
           "alpha, or the given number if it is undefined.")
      .def(py::pickle(
          [](const EdgeMeasure& self) {
            return std::pair(self.distance(), self.alpha_or(-1));
          },
          [](const std::pair<double, double>& state) {
            return EdgeMeasure(state.first, state.second);
          }))
      .def("__repr__", &EdgeMeasure::to_string);
}

void DefineRobotCollisionType(py::module_& m) {
  using Type = RobotCollisionType;
  py::native_enum<Type>(m, "RobotCollisionType", "enum.Enum",
                        "What a robot body collides with.")
      .value("kNoCollision", Type::kNoCollision)
      .value("kEnvironmentCollision", Type::kEnvironmentCollision)
      .value("kSelfCollision", Type::kSelfCollision)
      .value("kEnvironmentAndSelfCollision", Type::kEnvironmentAndSelfCollision)
      .finalize();
  m.attr("RobotCollisionType").attr("MakeUpdated") = py::cpp_function(
      [](Type self, std::optional<bool> environment, std::optional<bool> own) {
        if (environment) self = SetInEnvironmentCollision(self, *environment);
        if (own) self = SetInSelfCollision(self, *own);
        return self;
      },
      py::name("MakeUpdated"), py::is_method(m.attr("RobotCollisionType")),
      py::kw_only(), py::arg("in_environment_collision") = py::none(),
      py::arg("in_self_collision") = py::none(),
      "The type with the given parts replaced.");
}

void DefineBodyCollision(py::module_& m) {
  py::class_<BodyCollision>(
      m, "BodyCollision",
      R"doc(Two bodies in collision, by their deepest geometries.

``p_WCa - p_WCb == distance * nhat_BA_W``, where A is grown by the padding. Body A is
robot; if both are, A is the lower.
)doc")
      .def_readonly("body_index_A", &BodyCollision::body_index_A,
                    "Body A, which is robot.")
      .def_readonly("body_index_B", &BodyCollision::body_index_B,
                    "Body B, robot or environment.")
      .def_readonly("distance", &BodyCollision::distance,
                    "Signed distance less padding, <= 0 [m].")
      .def_readonly("p_WCa", &BodyCollision::p_WCa,
                    "Witness on A in world, shape (3,) [m].")
      .def_readonly("p_WCb", &BodyCollision::p_WCb,
                    "Witness on B in world, shape (3,) [m].")
      .def_readonly("nhat_BA_W", &BodyCollision::nhat_BA_W,
                    "Unit normal out of B towards A in world, shape (3,).")
      .def(py::pickle(
          [](const BodyCollision& self) {
            return std::make_tuple(int{self.body_index_A},
                                   int{self.body_index_B}, self.distance,
                                   self.p_WCa, self.p_WCb, self.nhat_BA_W);
          },
          [](const std::tuple<int, int, double, Vector3, Vector3, Vector3>&
                 state) {
            const auto& [A, B, distance, p_WCa, p_WCb, nhat_BA_W] = state;
            return BodyCollision{BodyIndex(A), BodyIndex(B), distance,
                                 p_WCa,        p_WCb,        nhat_BA_W};
          }))
      .def("__repr__", [](const BodyCollision& self) {
        return Concat("BodyCollision(body_index_A=", int{self.body_index_A},
                      ", body_index_B=", int{self.body_index_B},
                      ", distance=", self.distance, ")");
      });
}

// The array's base is a capsule that keeps the table alive and counted.
py::array_t<double> MakeJacobianView(py::object self) {
  auto& table = self.cast<ClearanceTable&>();
  const py::capsule base(new py::object(std::move(self)), [](void* pointer) {
    const std::unique_ptr<py::object> owner(static_cast<py::object*>(pointer));
    owner->cast<ClearanceTable&>().RemoveView();
  });
  table.AddView();
  auto jacobians = table.mutable_jacobians();
  return py::array_t<double>({jacobians.rows(), jacobians.cols()},
                             jacobians.data(), base);
}

void DefineRobotClearance(py::module_& m) {
  py::class_<ClearanceTable>(
      m, "RobotClearance",
      R"doc(Distances between the robot and what it could hit.

A table, one row for each pair of geometries near enough, sorted by robot body, other
body, then geometries in order of registration.

Parameters
----------
num_positions : int
    Columns of the Jacobian.
)doc")
      .def(py::init([](IntegerArg num_positions) {
             return ClearanceTable(int{num_positions});
           }),
           py::arg("num_positions"))
      .def(py::init<const ClearanceTable&>(), py::arg("other"))
      .def("size", &RobotClearance::size, "Number of rows.")
      .def("num_positions", &RobotClearance::num_positions,
           "Columns of the Jacobian.")
      .def(
          "robot_indices",
          [](const ClearanceTable& self) {
            const auto list = self.robot_indices();
            return std::vector<BodyIndex>(list.begin(), list.end());
          },
          "Of each row the robot body; the lower of two.")
      .def(
          "other_indices",
          [](const ClearanceTable& self) {
            const auto list = self.other_indices();
            return std::vector<BodyIndex>(list.begin(), list.end());
          },
          "Of each row the other body.")
      .def(
          "collision_types",
          [](const ClearanceTable& self) {
            const auto list = self.collision_types();
            return std::vector<RobotCollisionType>(list.begin(), list.end());
          },
          "Of each row the kind of pair, colliding or not: self or\n"
          "environment.")
      .def(
          "distances",
          [](const ClearanceTable& self) { return VectorX(self.distances()); },
          "Signed distances less padding, shape (size,) [m].")
      .def(
          "jacobians",
          [](const ClearanceTable& self) {
            return RowMatrixX(self.jacobians());
          },
          "d distance / dq, shape (size, num_positions): a copy.")
      .def("mutable_jacobians", &MakeJacobianView,
           "The same, a view to write to. While it lives, Append and Reserve\n"
           "raise BufferError, since they would leave it without its numbers:\n"
           "delete it first.")
      .def(
          "Reserve",
          [](ClearanceTable& self, int size) {
            self.CheckMayGrow();
            self.Reserve(size);
          },
          py::arg("size"), "Make room for so many rows.")
      .def(
          "Append",
          [](ClearanceTable& self, const BodyIndexArg& robot_index,
             const BodyIndexArg& other_index, RobotCollisionType type,
             double distance, const ConstVectorRef& jacobian) {
            self.CheckMayGrow();
            self.Append(robot_index, other_index, type, distance,
                        jacobian.transpose());
          },
          py::arg("robot_index"), py::arg("other_index"),
          py::arg("collision_type"), py::arg("distance"), py::arg("jacobian"),
          "Add a row; ValueError if the jacobian has another width.")
      .def("__len__", &RobotClearance::size)
      .def("__repr__", [](const ClearanceTable& self) {
        return self.size() == 0
                   ? Concat("<RobotClearance size=0>")
                   : Concat("<RobotClearance size=", self.size(),
                            " least_distance=", self.distances().minCoeff(),
                            ">");
      });
}

void DefineBodyShapeDescription(py::module_& m) {
  py::class_<BodyShapeDescription>(
      m, "BodyShapeDescription",
      R"doc(A shape S posed on a body that is named.

Parameters
----------
shape : Shape
X_BS : RigidTransform or array_like, shape (4, 4)
    Pose of the shape in the body's frame.
model_instance_name, body_name : str
)doc")
      .def(py::init([](const Shape& shape, const PoseArg& X_BS,
                       std::string instance, std::string body) {
             return BodyShapeDescription(shape, X_BS.X, std::move(instance),
                                         std::move(body));
           }),
           py::arg("shape"), py::arg("X_BS"), py::arg("model_instance_name"),
           py::arg("body_name"))
      .def(
          "shape",
          [](const BodyShapeDescription& self) { return self.shape().Clone(); },
          "A copy of the shape.")
      .def(
          "pose_in_body",
          [](const BodyShapeDescription& self) { return self.pose_in_body(); },
          "X_BS.")
      .def("model_instance_name", &BodyShapeDescription::model_instance_name,
           "Name of the body's model instance.")
      .def("body_name", &BodyShapeDescription::body_name, "Name of the body.")
      .def("__repr__", [](const BodyShapeDescription& self) {
        return Concat("BodyShapeDescription(shape=", self.shape().to_string(),
                      ", model_instance_name='", self.model_instance_name(),
                      "', body_name='", self.body_name(), "')");
      });
}

}  // namespace

void ClearanceTable::CheckMayGrow() const {
  if (num_views_ > 0) {
    throw py::buffer_error(
        "a RobotClearance cannot grow while an array of mutable_jacobians() "
        "points into it: delete the array first");
  }
}

void DefinePlanningResults(py::module_& m) {
  DefineEdgeMeasure(m);
  DefineRobotCollisionType(m);
  DefineBodyCollision(m);
  DefineRobotClearance(m);
  DefineBodyShapeDescription(m);
}

}  // namespace clearway::python
