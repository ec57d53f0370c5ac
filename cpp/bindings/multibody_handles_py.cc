#include <optional>

#include <pybind11/stl.h>

#include "bindings.h"
#include "multibody_handles.h"

namespace clearway::python {
namespace {

const RigidBody& get(const BodyHandle& self) {
  return self.plant->get_body(self.index);
}
const Frame& get(const FrameHandle& self) {
  return self.plant->get_frame(self.index);
}
const Joint& get(const JointHandle& self) {
  return self.plant->get_joint(self.index);
}

const std::string& name(const RigidBody& body) { return body.name; }
const std::string& name(const Frame& frame) { return frame.name; }
const std::string& name(const Joint& joint) { return joint.description.name; }

// What all three have.
template <class Index>
void DefineHandle(py::class_<Handle<Index>>& cls, const char* class_name) {
  using Self = Handle<Index>;
  cls.def(
         "name", [](const Self& self) { return name(get(self)); },
         "Its name, without that of the model instance.")
      .def(
          "index", [](const Self& self) { return self.index; },
          "Its place among its kind in the plant.")
      .def(
          "model_instance",
          [](const Self& self) { return get(self).model_instance; },
          "The model instance it belongs to.")
      .def(
          "__eq__",
          [](const Self& self, const py::object& other) -> EqualityResult {
            if (!py::isinstance<Self>(other)) return {};
            return self == other.cast<const Self&>();
          },
          py::arg("other"))
      .def("__hash__",
           [](const Self& self) {
             return py::hash(py::make_tuple(
                 reinterpret_cast<std::uintptr_t>(self.plant.get()),
                 int{self.index}));
           })
      .def("__repr__", [class_name](const Self& self) {
        return Concat("<", class_name, " name='", name(get(self)),
                      "' index=", int{self.index},
                      " model_instance=", int{get(self).model_instance}, ">");
      });
}

// A joint's limits, one a position it owns.
VectorX GetOwnLimits(const JointHandle& self, const VectorX& all) {
  const Joint& joint = get(self);
  return all.segment(joint.position_start, joint.num_positions);
}

void DefineJoint(py::class_<JointHandle>& cls) {
  cls.def(
         "type_name",
         [](const JointHandle& self) {
           return to_string(get(self).description.type);
         },
         "The kind of joint, as in JointDescription.")
      .def(
          "parent_body",
          [](const JointHandle& self) {
            return BodyHandle{self.plant, get(self).parent};
          },
          "The body that it moves the other against.")
      .def(
          "child_body",
          [](const JointHandle& self) {
            return BodyHandle{self.plant, get(self).child};
          },
          "The body that it moves.")
      .def(
          "X_PF",
          [](const JointHandle& self) { return get(self).description.X_PF; },
          "Pose of the joint's frame F in the parent body.")
      .def(
          "X_CM",
          [](const JointHandle& self) { return get(self).description.X_CM; },
          "Pose of the joint's frame M in the child body.")
      .def(
          "axis",
          [](const JointHandle& self) { return get(self).description.axis; },
          "Unit axis in F, shape (3,); only some kinds of joint use it.")
      .def(
          "screw_pitch",
          [](const JointHandle& self) {
            return get(self).description.screw_pitch;
          },
          "Advance of a full turn [m]; only of screw joints.")
      .def(
          "mimic",
          [](const JointHandle& self) { return get(self).description.mimic; },
          "What it mimics, or None.")
      .def(
          "position_start",
          [](const JointHandle& self) {
            self.plant->tree();
            return get(self).position_start;
          },
          "Where its positions begin in q. RuntimeError before Finalize().")
      .def(
          "num_positions",
          [](const JointHandle& self) {
            self.plant->tree();
            return get(self).num_positions;
          },
          "0 for fixed and mimic joints. RuntimeError before Finalize().")
      .def(
          "velocity_start",
          [](const JointHandle& self) {
            self.plant->tree();
            return get(self).velocity_start;
          },
          "Where its velocities begin in v. RuntimeError before Finalize().")
      .def(
          "num_velocities",
          [](const JointHandle& self) {
            self.plant->tree();
            return get(self).num_velocities;
          },
          "RuntimeError before Finalize().")
      .def(
          "position_lower_limits",
          [](const JointHandle& self) {
            return GetOwnLimits(self, self.plant->GetPositionLowerLimits());
          },
          "Shape (num_positions,) [rad or m].")
      .def(
          "position_upper_limits",
          [](const JointHandle& self) {
            return GetOwnLimits(self, self.plant->GetPositionUpperLimits());
          },
          "Shape (num_positions,) [rad or m].");
}

}  // namespace

void DefineMultibodyHandles(py::module_& m) {
  py::class_<BodyHandle> body(m, "RigidBody", "A body of a MultibodyPlant.");
  py::class_<FrameHandle> frame(m, "Frame", "A frame fixed to a body.");
  py::class_<JointHandle> joint(m, "Joint", "A joint of a MultibodyPlant.");
  py::class_<JointDescription::Mimic>(m, "JointMimic",
                                      R"doc(What a joint mimics.

Its coordinate is ``multiplier`` * (the leader's coordinate) + ``offset``; it owns
no position. Both joints have one coordinate, or are fixed.

Parameters
----------
leader : str
    Name of a joint of the same model instance; it may be added later.
multiplier, offset : float, optional
)doc")
      .def(py::init([](std::string leader, double multiplier, double offset) {
             return JointDescription::Mimic{std::move(leader), multiplier,
                                            offset};
           }),
           py::arg("leader"), py::arg("multiplier") = 1.0,
           py::arg("offset") = 0.0)
      .def_readonly("leader", &JointDescription::Mimic::leader)
      .def_readonly("multiplier", &JointDescription::Mimic::multiplier)
      .def_readonly("offset", &JointDescription::Mimic::offset)
      .def("__repr__", [](const JointDescription::Mimic& self) {
        return Concat("JointMimic(leader='", self.leader,
                      "', multiplier=", self.multiplier,
                      ", offset=", self.offset, ")");
      });

  DefineHandle(body, "RigidBody");
  body.def(
      "body_frame",
      [](const BodyHandle& self) {
        return FrameHandle{self.plant,
                           self.plant->body_frame(self.index).index};
      },
      "The frame that bears the body's name and pose.");

  DefineHandle(frame, "Frame");
  frame
      .def(
          "body",
          [](const FrameHandle& self) {
            return BodyHandle{self.plant, get(self).body};
          },
          "The body that it is fixed to.")
      .def(
          "GetFixedPoseInBodyFrame",
          [](const FrameHandle& self) { return get(self).X_BF; }, "X_BF.");

  DefineHandle(joint, "Joint");
  DefineJoint(joint);
}

}  // namespace clearway::python
