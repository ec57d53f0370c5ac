#include <pybind11/stl.h>

#include "bindings.h"
#include "clearway/world/world.h"
#include "multibody_handles.h"

namespace clearway::python {

void DefineWorld(py::module_& m) {
  py::class_<World>(
      m, "World",
      R"doc(What is in a scene: a plant, shapes on its bodies, who is robot.

A checker's ``world()`` is a view of it as it is now.
)doc")
      .def(
          "plant",
          [](const World& self) { return ToPython(self.shared_plant()); },
          "The plant, finalized.")
      .def(
          "num_shapes", [](const World& self) { return self.shapes().size(); },
          "How many collision shapes there are, of the model and added.")
      .def(
          "robot_bodies",
          [](const World& self) {
            const auto bodies = self.roles().robot_bodies();
            return std::vector<BodyIndex>(bodies.begin(), bodies.end());
          },
          "The bodies that are robot, ascending.")
      .def("version", &World::version, "Grows with every change.")
      .def("__repr__", [](const World& self) {
        return Concat("<World num_bodies=", self.plant().num_bodies(),
                      " num_robot_bodies=", self.roles().num_rows(),
                      " num_shapes=", self.shapes().size(), ">");
      });
}

}  // namespace clearway::python
