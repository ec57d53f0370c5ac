#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include "bindings.h"
#include "multibody_handles.h"

namespace clearway::python {
namespace {

// A joint that is not yet part of its plant.
struct JointSpec {
  std::shared_ptr<const MultibodyPlant> plant;
  BodyIndex parent;
  BodyIndex child;
  JointDescription description;
};

// The same, of one kind: so that each kind has a class of its own in Python.
template <JointType type>
struct JointSpecOf : JointSpec {};

using Mimic = std::optional<JointDescription::Mimic>;
using PoseOrNone = std::optional<PoseArg>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

JointSpec MakeSpec(std::string name, JointType type, const FrameHandle& F,
                   const FrameHandle& M) {
  JointSpec spec{F.plant, {}, {}, {}};
  const Frame& frame_F = F.plant->get_frame(F.index);
  const Frame& frame_M = F.plant->get_frame(M.In(*F.plant, "frame_on_child"));
  spec.parent = frame_F.body;
  spec.child = frame_M.body;
  spec.description.name = std::move(name);
  spec.description.type = type;
  spec.description.X_PF = frame_F.X_BF;
  spec.description.X_CM = frame_M.X_BF;
  return spec;
}

template <JointType type>
using SpecClass = py::class_<JointSpecOf<type>, JointSpec>;

// A kind with an axis and one limited coordinate.
template <JointType type>
void DefineAxial(py::module_& m, const char* class_name, const char* doc) {
  SpecClass<type>(m, class_name, doc)
      .def(py::init([](std::string name, const FrameHandle& F,
                       const FrameHandle& M, const RealArg<Vector3>& axis,
                       double lower, double upper, Mimic mimic) {
             JointSpecOf<type> spec{MakeSpec(std::move(name), type, F, M)};
             spec.description.axis = axis.value;
             spec.description.lower_limits = VectorX::Constant(1, lower);
             spec.description.upper_limits = VectorX::Constant(1, upper);
             spec.description.mimic = std::move(mimic);
             CheckJointDescription(spec.description);
             return spec;
           }),
           py::arg("name"), py::arg("frame_on_parent"),
           py::arg("frame_on_child"), py::arg("axis"),
           py::arg("pos_lower_limit") = -kInfinity,
           py::arg("pos_upper_limit") = kInfinity, py::kw_only(),
           py::arg("mimic") = py::none());
}

// A kind that is described by its frames alone.
template <JointType type>
void DefinePlain(py::module_& m, const char* class_name, const char* doc) {
  SpecClass<type>(m, class_name, doc)
      .def(py::init([](std::string name, const FrameHandle& F,
                       const FrameHandle& M) {
             JointSpecOf<type> spec{MakeSpec(std::move(name), type, F, M)};
             CheckJointDescription(spec.description);
             return spec;
           }),
           py::arg("name"), py::arg("frame_on_parent"),
           py::arg("frame_on_child"));
}

JointSpec MakeGeneralSpec(std::string name, const std::string& type,
                          const BodyHandle& parent, const BodyHandle& child,
                          const PoseOrNone& X_PF, const PoseOrNone& X_CM,
                          const RealArg<Vector3>& axis, double screw_pitch,
                          const std::optional<RealArg<VectorX>>& lower_limits,
                          const std::optional<RealArg<VectorX>>& upper_limits,
                          Mimic mimic) {
  JointSpec spec{
      parent.plant, parent.index, child.In(*parent.plant, "child"), {}};
  JointDescription& description = spec.description;
  description.name = std::move(name);
  description.type = JointTypeFromString(type);
  if (X_PF) description.X_PF = *X_PF;
  if (X_CM) description.X_CM = *X_CM;
  description.axis = axis.value;
  description.screw_pitch = screw_pitch;
  if (lower_limits) description.lower_limits = lower_limits->value;
  if (upper_limits) description.upper_limits = upper_limits->value;
  description.mimic = std::move(mimic);
  CheckJointDescription(description);
  return spec;
}

}  // namespace

void DefineJointDescriptions(
    py::module_& m,
    py::class_<MultibodyPlant, std::shared_ptr<MultibodyPlant>>& plant) {
  py::class_<JointSpec>(m, "JointDescription",
                        R"doc(A joint to be added to a plant: of any kind.

Frame F is fixed to the parent body, frame M to the child; the joint's coordinates
pose M in F.

Parameters
----------
name : str
type : str
    "fixed", "revolute", "continuous", "prismatic", "screw", "planar", "universal",
    "ball_rpy" or "quaternion_floating".
parent, child : RigidBody
X_PF, X_CM : RigidTransform or array_like, shape (4, 4), optional
    Pose of F in the parent, and of M in the child. The identity where left out.
axis : array_like, shape (3,), optional
    In F, of any length; for revolute, continuous, prismatic and screw joints.
screw_pitch : float, optional
    Advance of a full turn of a screw [m].
lower_limits, upper_limits : array_like, shape (num_positions,), optional
    None: unlimited [rad or m].
mimic : JointMimic, optional

Raises
------
ValueError
    For an empty name, an unknown type, a zero axis, limits out of order or not one
    a coordinate, or a mimic that cannot be.
)doc")
      .def(py::init(&MakeGeneralSpec), py::arg("name"), py::arg("type"),
           py::arg("parent"), py::arg("child"), py::kw_only(),
           py::arg("X_PF") = py::none(), py::arg("X_CM") = py::none(),
           py::arg_v("axis", Vector3(0, 0, 1), "(0, 0, 1)"),
           py::arg("screw_pitch") = 0.0, py::arg("lower_limits") = py::none(),
           py::arg("upper_limits") = py::none(), py::arg("mimic") = py::none())
      .def(
          "name", [](const JointSpec& self) { return self.description.name; },
          "As given.")
      .def(
          "type_name",
          [](const JointSpec& self) {
            return to_string(self.description.type);
          },
          "The kind of joint, as given or of the class.")
      .def("__repr__", [](const JointSpec& self) {
        return Concat("<JointDescription name='", self.description.name,
                      "' type='", to_string(self.description.type),
                      "' parent='", self.plant->get_body(self.parent).name,
                      "' child='", self.plant->get_body(self.child).name, "'>");
      });

  DefineAxial<JointType::kRevolute>(m, "RevoluteJoint",
                                    "A turn about an axis [rad].");
  DefineAxial<JointType::kPrismatic>(m, "PrismaticJoint",
                                     "A slide along an axis [m].");
  DefinePlain<JointType::kPlanar>(
      m, "PlanarJoint", "A slide in F's xy plane, then a turn about its z.");
  DefinePlain<JointType::kUniversal>(m, "UniversalJoint",
                                     "A turn about x, then one about y.");
  DefinePlain<JointType::kBallRpy>(
      m, "BallRpyJoint", "Roll, pitch and yaw: Rz(qz) Ry(qy) Rx(qx).");
  DefinePlain<JointType::kQuaternionFloating>(
      m, "QuaternionFloatingJoint",
      "Free motion: a quaternion (w, x, y, z), then a translation.");
  SpecClass<JointType::kScrew>(m, "ScrewJoint",
                               "A turn about an axis that slides along it.")
      .def(py::init([](std::string name, const FrameHandle& F,
                       const FrameHandle& M, const RealArg<Vector3>& axis,
                       double screw_pitch, Mimic mimic) {
             JointSpecOf<JointType::kScrew> spec{
                 MakeSpec(std::move(name), JointType::kScrew, F, M)};
             spec.description.axis = axis.value;
             spec.description.screw_pitch = screw_pitch;
             spec.description.mimic = std::move(mimic);
             CheckJointDescription(spec.description);
             return spec;
           }),
           py::arg("name"), py::arg("frame_on_parent"),
           py::arg("frame_on_child"), py::arg("axis"), py::arg("screw_pitch"),
           py::kw_only(), py::arg("mimic") = py::none());
  SpecClass<JointType::kFixed>(m, "WeldJoint", "No motion at all: X_FM fixed.")
      .def(py::init([](std::string name, const FrameHandle& F,
                       const FrameHandle& M, const PoseArg& X_FM) {
             JointSpecOf<JointType::kFixed> spec{
                 MakeSpec(std::move(name), JointType::kFixed, F, M)};
             spec.description.X_PF = spec.description.X_PF * X_FM.X;
             CheckJointDescription(spec.description);
             return spec;
           }),
           py::arg("name"), py::arg("frame_on_parent_F"),
           py::arg("frame_on_child_M"), py::arg("X_FM"));

  plant.def(
      "AddJoint",
      [](const std::shared_ptr<MultibodyPlant>& self, const JointSpec& joint) {
        if (joint.plant != self) {
          throw py::value_error(Concat("joint '", joint.description.name,
                                       "' joins bodies of another plant"));
        }
        return JointHandle{
            self, self->AddJoint(joint.description, joint.parent, joint.child)};
      },
      py::arg("joint"),
      R"doc(Add a joint, described by a JointDescription or a class of its kind.

Its model instance is the child's. Whom it mimics is looked up by ``Finalize()``.

Raises
------
ValueError
    For a loop, a name that is taken, or a joint of another plant.
RuntimeError
    After ``Finalize()``.
)doc");
}

}  // namespace clearway::python
