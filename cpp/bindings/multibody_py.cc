#include <optional>
#include <string>
#include <vector>

#include <pybind11/eigen.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.h"
#include "clearway/multibody/robot_diagram.h"
#include "multibody_handles.h"

namespace clearway::python {
namespace {

using Plant = MultibodyPlant;
using PlantPtr = std::shared_ptr<MultibodyPlant>;
using PlantClass = py::class_<Plant, PlantPtr>;
using Instance = std::optional<ModelInstanceIndex>;

// A frame of a body as Drake describes it, for AddFrame.
struct FixedOffsetFrame {
  std::string name;
  FrameHandle P;
  RigidTransform X_PF;
};

void DefineBuilding(PlantClass& cls) {
  cls.def("AddModelInstance", &Plant::AddModelInstance, py::arg("name"),
          "Add a model instance; ValueError if the name is taken.")
      .def(
          "AddRigidBody",
          [](const PlantPtr& self, const std::string& name,
             const Instance& instance) {
            return BodyHandle{
                self, self->AddRigidBody(
                          name, instance.value_or(default_model_instance()))};
          },
          py::arg("name"), py::arg("model_instance") = py::none(),
          "Add a body, to the default model instance where none is given;\n"
          "ValueError if the instance has the name already.")
      .def(
          "AddFrame",
          [](const PlantPtr& self, const FixedOffsetFrame& frame) {
            const Frame& P =
                self->get_frame(frame.P.In(*self, "the frame's P"));
            return FrameHandle{
                self, self->AddFrame(frame.name, P.body, P.X_BF * frame.X_PF)};
          },
          py::arg("frame"), "Add a FixedOffsetFrame.")
      .def(
          "WeldFrames",
          [](const PlantPtr& self, const FrameHandle& F, const FrameHandle& M,
             const std::optional<PoseArg>& X_FM) {
            return JointHandle{
                self, self->WeldFrames(F.In(*self, "frame_on_parent_F"),
                                       M.In(*self, "frame_on_child_M"),
                                       X_FM ? X_FM->X : RigidTransform())};
          },
          py::arg("frame_on_parent_F"), py::arg("frame_on_child_M"),
          py::arg("X_FM") = py::none(),
          R"doc(Weld frame M to frame F.

Parameters
----------
frame_on_parent_F, frame_on_child_M : Frame
X_FM : RigidTransform or array_like, shape (4, 4), optional
    The identity where left out.

Raises
------
ValueError
    If M's body already hangs on a joint, is the world, or carries F's.
)doc")
      .def(
          "RegisterCollisionGeometry",
          [](Plant& self, const BodyArg& body, const PoseArg& X_BG,
             const Shape& shape, const std::string& name) {
            return self.RegisterCollisionGeometry(body.In(self, "body"), X_BG.X,
                                                  shape, name);
          },
          py::arg("body"), py::arg("X_BG"), py::arg("shape"), py::arg("name"),
          "Add a collision geometry G to body B; ValueError if the body has\n"
          "one of that name already.")
      .def(
          "ExcludeCollisionsBetween",
          [](Plant& self, const BodyArg& bodyA, const BodyArg& bodyB) {
            self.ExcludeCollisionsBetween(bodyA.In(self, "bodyA"),
                                          bodyB.In(self, "bodyB"));
          },
          py::arg("bodyA"), py::arg("bodyB"),
          "Collisions between these bodies are not looked for.")
      .def("Finalize", &Plant::Finalize,
           R"doc(End the building.

A root that nothing fixes gets a floating joint ``$world_<root>``. Positions are
numbered along the tree, depth first. Adjacent bodies (joined, by no floating joint, the
parent not being the world) and bodies that are welded together are excluded from
collision.

Raises
------
KeyError
    If a mimic's leader is unknown.
ValueError
    For mimics in a loop, a leader of several coordinates, or a HalfSpace on a body
    that is not fixed to the world.
)doc")
      .def("is_finalized", &Plant::is_finalized,
           "Whether Finalize() was called.");
}

void DefineLookUp(PlantClass& cls) {
  cls.def("num_bodies", &Plant::num_bodies, "The world included.")
      .def("num_frames", &Plant::num_frames, "One a body, and those added.")
      .def("num_joints", &Plant::num_joints, "Welds included.")
      .def("num_model_instances", &Plant::num_model_instances,
           "The world's and the default one included.")
      .def("num_collision_geometries", &Plant::num_collision_geometries,
           "Of all bodies.")
      .def(
          "get_body",
          [](const PlantPtr& self, const BodyIndexArg& body) {
            return BodyHandle{self, self->get_body(body).index};
          },
          py::arg("body_index"), "IndexError if there is no such body.")
      .def(
          "get_frame",
          [](const PlantPtr& self, FrameIndex frame) {
            return FrameHandle{self, self->get_frame(frame).index};
          },
          py::arg("frame_index"), "IndexError if there is no such frame.")
      .def(
          "get_joint",
          [](const PlantPtr& self, JointIndex joint) {
            return JointHandle{self, self->get_joint(joint).index};
          },
          py::arg("joint_index"), "IndexError if there is no such joint.")
      .def(
          "GetBodyByName",
          [](const PlantPtr& self, const std::string& name,
             const Instance& instance) {
            return BodyHandle{self, self->GetBodyByName(name, instance).index};
          },
          py::arg("name"), py::arg("model_instance") = py::none(),
          "KeyError for an unknown name; ValueError if several instances have\n"
          "it and none is given.")
      .def(
          "GetFrameByName",
          [](const PlantPtr& self, const std::string& name,
             const Instance& instance) {
            return FrameHandle{self,
                               self->GetFrameByName(name, instance).index};
          },
          py::arg("name"), py::arg("model_instance") = py::none(),
          "As GetBodyByName; each body has a frame of its name.")
      .def(
          "GetJointByName",
          [](const PlantPtr& self, const std::string& name,
             const Instance& instance) {
            return JointHandle{self,
                               self->GetJointByName(name, instance).index};
          },
          py::arg("name"), py::arg("model_instance") = py::none(),
          "As GetBodyByName.")
      .def("GetModelInstanceByName", &Plant::GetModelInstanceByName,
           py::arg("name"), "KeyError for an unknown name.")
      .def("GetModelInstanceName", &Plant::GetModelInstanceName,
           py::arg("model_instance"),
           "IndexError if there is no such model instance.")
      .def("HasBodyNamed", &Plant::HasBodyNamed, py::arg("name"),
           py::arg("model_instance") = py::none(),
           "Whether a body of any instance, or of the one given, has the name.")
      .def("HasFrameNamed", &Plant::HasFrameNamed, py::arg("name"),
           py::arg("model_instance") = py::none(),
           "As HasBodyNamed, of frames.")
      .def("HasJointNamed", &Plant::HasJointNamed, py::arg("name"),
           py::arg("model_instance") = py::none(),
           "As HasBodyNamed, of joints.")
      .def("HasModelInstanceNamed", &Plant::HasModelInstanceNamed,
           py::arg("name"), "Whether a model instance has the name.")
      .def("GetBodyIndices", &Plant::GetBodyIndices, py::arg("model_instance"),
           "The bodies of a model instance, ascending.")
      .def("GetJointIndices", &Plant::GetJointIndices,
           py::arg("model_instance"),
           "The joints of a model instance, ascending.")
      .def(
          "world_frame",
          [](const PlantPtr& self) {
            return FrameHandle{self, self->world_frame().index};
          },
          "The frame of the world body.")
      .def(
          "world_body",
          [](const PlantPtr& self) {
            return BodyHandle{self, self->world_body().index};
          },
          "Body 0, which all others are posed in.")
      .def(
          "IsExcluded",
          [](const Plant& self, const BodyArg& bodyA, const BodyArg& bodyB) {
            return self.IsExcluded(bodyA.In(self, "bodyA"),
                                   bodyB.In(self, "bodyB"));
          },
          py::arg("bodyA"), py::arg("bodyB"),
          "Whether collisions between the two are not looked for.");
}

// (num_bodies, 4, 4).
py::array_t<double> CalcBodyPoses(const Plant& self, const ConstVectorRef& q) {
  self.tree().CheckPositions(q);
  std::vector<RigidTransform> X_WB(self.num_bodies());
  self.tree().CalcBodyPoses(q, X_WB);
  py::array_t<double> result({self.num_bodies(), 4, 4});
  double* out = result.mutable_data();
  for (const RigidTransform& X : X_WB) {
    Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> X_out(out);
    X_out = X.GetAsMatrix4();
    out += X_out.size();
  }
  return result;
}

void DefineKinematics(PlantClass& cls) {
  cls.def("num_positions", &Plant::num_positions,
          "Size of q. RuntimeError before Finalize().")
      .def("num_velocities", &Plant::num_velocities,
           "Size of v. RuntimeError before Finalize().")
      .def("GetPositionNames", &Plant::GetPositionNames,
           py::arg("add_model_instance_prefix") = false,
           "One name a position: ``<joint>_<suffix>``.")
      .def("GetPositionLowerLimits", &Plant::GetPositionLowerLimits,
           "Shape (num_positions,) [rad or m].")
      .def("GetPositionUpperLimits", &Plant::GetPositionUpperLimits,
           "Shape (num_positions,) [rad or m].")
      .def("GetDefaultPositions", &Plant::GetDefaultPositions,
           "0, and identity quaternions, moved to the nearest limit.")
      .def("CalcBodyPoses", &CalcBodyPoses, py::arg("q"),
           R"doc(The pose X_WB of every body.

Parameters
----------
q : array_like, shape (num_positions,)

Returns
-------
ndarray, shape (num_bodies, 4, 4)

Raises
------
ValueError
    If q has another size, is not finite, or a quaternion in it is off norm 1 by more
    than 1e-3.
)doc")
      .def(
          "CalcPointJacobian",
          [](const Plant& self, const ConstVectorRef& q, const BodyArg& body,
             const RealArg<Vector3>& p_BQ) {
            return self.tree().CalcPointJacobian(q, body.In(self, "body"),
                                                 p_BQ);
          },
          py::arg("q"), py::arg("body"), py::arg("p_BQ"),
          R"doc(The derivative of p_WQ in q, of a point Q fixed in body B.

Columns of a quaternion are the derivative of its normalised value.

Parameters
----------
q : array_like, shape (num_positions,)
body : RigidBody, BodyIndex or int
p_BQ : array_like, shape (3,)
    [m]

Returns
-------
ndarray, shape (3, num_positions)
)doc")
      .def(
          "MakeVelocityToQDotMap",
          [](const Plant& self, const ConstVectorRef& q) {
            return self.tree().CalcVelocityToQDotMatrix(q);
          },
          py::arg("q"),
          "N(q) of qdot = N(q) v, shape (num_positions, num_velocities).");
}

void DefineSceneGraph(py::module_& m) {
  py::class_<SceneGraph>(m, "SceneGraph",
                         R"doc(The collision geometry of a plant, to look at.

It is a view: what the plant gets later is seen too.

Parameters
----------
plant : MultibodyPlant
)doc")
      .def(py::init([](const PlantPtr& plant) { return SceneGraph(plant); }),
           py::arg("plant"))
      .def("num_geometries", &SceneGraph::num_geometries, "Of all bodies.")
      .def("GetAllGeometryIds", &SceneGraph::GetAllGeometryIds,
           "In the order of registration.")
      .def(
          "GetGeometriesForBody",
          [](const SceneGraph& self, const BodyArg& body) {
            return self.GetGeometriesForBody(body.In(self.plant(), "body"));
          },
          py::arg("body"), "Those of one body, in the order of registration.")
      .def("GetName", &SceneGraph::GetName, py::arg("geometry_id"),
           "The name it was registered with.")
      .def(
          "GetShape",
          [](const SceneGraph& self, GeometryId id) {
            return self.GetShape(id).Clone();
          },
          py::arg("geometry_id"), "A copy of its shape.")
      .def("GetBodyIndex", &SceneGraph::GetBodyIndex, py::arg("geometry_id"),
           "The body that it is fixed to.")
      .def(
          "GetPoseInBody",
          [](const SceneGraph& self, GeometryId id) {
            return self.GetPoseInBody(id);
          },
          py::arg("geometry_id"), "X_BG.")
      .def("CollisionFiltered", &SceneGraph::CollisionFiltered,
           py::arg("geometry_id_a"), py::arg("geometry_id_b"),
           "Whether collisions between the two are not looked for.")
      .def("__repr__", [](const SceneGraph& self) {
        return Concat("<SceneGraph num_geometries=", self.num_geometries(),
                      ">");
      });
}

}  // namespace

void DefineMultibody(py::module_& m) {
  DefineMultibodyHandles(m);

  py::class_<FixedOffsetFrame>(m, "FixedOffsetFrame",
                               R"doc(A frame F to be added to a plant.

Parameters
----------
name : str
P : Frame
    The frame, of the plant, that F is fixed to.
X_PF : RigidTransform or array_like, shape (4, 4)
)doc")
      .def(py::init(
               [](std::string name, const FrameHandle& P, const PoseArg& X_PF) {
                 return FixedOffsetFrame{std::move(name), P, X_PF.X};
               }),
           py::arg("name"), py::arg("P"), py::arg("X_PF"))
      .def("__repr__", [](const FixedOffsetFrame& self) {
        return Concat("<FixedOffsetFrame name='", self.name, "'>");
      });

  PlantClass plant(m, "MultibodyPlant",
                   R"doc(Bodies, frames, joints and collision geometry.

It is built by the ``Add...`` calls, then made ready by ``Finalize()``, after which it
is immutable and safe from any thread. Calls in the wrong state raise RuntimeError.

Parameters
----------
time_step : float, optional
    Of no effect, since nothing is simulated: kept so that Drake's scripts run.
)doc");
  plant.def(py::init([](double) { return std::make_shared<Plant>(); }),
            py::arg("time_step") = 0.0);
  DefineBuilding(plant);
  DefineJointDescriptions(m, plant);
  DefineLookUp(plant);
  DefineKinematics(plant);
  plant.def("__repr__", [](const Plant& self) {
    return Concat("<MultibodyPlant num_bodies=", self.num_bodies(),
                  " num_joints=", self.num_joints(),
                  " num_geometries=", self.num_collision_geometries(),
                  self.is_finalized() ? " finalized>" : ">");
  });

  DefineSceneGraph(m);
  py::class_<RobotDiagram, std::shared_ptr<RobotDiagram>>(
      m, "RobotDiagram",
      R"doc(A robot and its surroundings, done: the model of a collision checker.

Parameters
----------
plant : MultibodyPlant
    Finalized; RuntimeError if it is not.
)doc")
      .def(py::init([](const PlantPtr& plant_ptr) {
             return std::make_shared<RobotDiagram>(plant_ptr);
           }),
           py::arg("plant"))
      .def(
          "plant",
          [](const RobotDiagram& self) {
            return ToPython(self.shared_plant());
          },
          "The plant, finalized.")
      .def(
          "scene_graph",
          [](const RobotDiagram& self) { return self.scene_graph(); },
          "The collision geometry of the plant.")
      .def("__repr__", [](const RobotDiagram& self) {
        return Concat("<RobotDiagram num_bodies=", self.plant().num_bodies(),
                      " num_positions=", self.plant().num_positions(),
                      " num_geometries=", self.scene_graph().num_geometries(),
                      ">");
      });
}

}  // namespace clearway::python
