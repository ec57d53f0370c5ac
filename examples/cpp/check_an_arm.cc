// A two-link arm beside a pillar: is a configuration free, is an edge, and
// which bodies collide? Built against an installed clearway:
//
//     cmake -S examples/cpp -B build/example -DCMAKE_PREFIX_PATH=PREFIX
//     cmake --build build/example && build/example/check_an_arm

#include <cstdio>
#include <memory>
#include <utility>

#include "clearway/multibody/robot_diagram.h"
#include "clearway/planning/scene_graph_collision_checker.h"

namespace {

using clearway::BodyIndex;
using clearway::JointDescription;
using clearway::JointType;
using clearway::ModelInstanceIndex;
using clearway::MultibodyPlant;
using clearway::RigidTransform;
using clearway::Vector3;
using clearway::VectorX;

constexpr double kLinkLength = 0.4;

// Adds a link that turns about z at the parent's tip.
BodyIndex AddLink(MultibodyPlant* plant, ModelInstanceIndex arm,
                  const char* name, BodyIndex parent, double p_PF_x) {
  const BodyIndex link = plant->AddRigidBody(name, arm);
  JointDescription joint;
  joint.name = std::string(name) + "_joint";
  joint.type = JointType::kRevolute;
  joint.X_PF = RigidTransform(Vector3(p_PF_x, 0, 0));
  plant->AddJoint(joint, parent, link);
  plant->RegisterCollisionGeometry(
      link, RigidTransform(Vector3(kLinkLength / 2, 0, 0)),
      clearway::Box(kLinkLength, 0.06, 0.06), name);
  return link;
}

int Run() {
  auto plant = std::make_shared<MultibodyPlant>();
  const ModelInstanceIndex arm = plant->AddModelInstance("arm");
  const BodyIndex upper =
      AddLink(plant.get(), arm, "upper", clearway::world_index(), 0);
  AddLink(plant.get(), arm, "lower", upper, kLinkLength);
  plant->RegisterCollisionGeometry(clearway::world_index(),
                                   RigidTransform(Vector3(0.3, 0.5, 0)),
                                   clearway::Cylinder(0.1, 1.0), "pillar");
  plant->Finalize();

  clearway::CollisionCheckerParams params;
  params.model = std::make_shared<clearway::RobotDiagram>(plant);
  params.robot_model_instances = {arm};
  params.edge_step_size = 0.05;
  const clearway::SceneGraphCollisionChecker checker(std::move(params));

  const VectorX folded{{-0.5, 0.0}};
  const VectorX raised{{2.2, 0.0}};
  const VectorX leaning{{1.0, 0.0}};
  std::printf("folded is free: %d\n", checker.CheckConfigCollisionFree(folded));
  std::printf("the way to raised is free: %d\n",
              checker.CheckEdgeCollisionFree(folded, raised));
  for (const auto& hit : checker.FindCollisions(leaning)) {
    std::printf("leaning: %s and %s overlap by %.4f m\n",
                checker.get_body(hit.body_index_A).name.c_str(),
                checker.get_body(hit.body_index_B).name.c_str(), -hit.distance);
  }

  // The pillar stands in the way, 0.583 m from the shoulder at 1.03 rad: the
  // ends are free, and what lies between is not.
  const bool as_expected = checker.CheckConfigCollisionFree(folded) &&
                           checker.CheckConfigCollisionFree(raised) &&
                           !checker.CheckConfigCollisionFree(leaning) &&
                           !checker.CheckEdgeCollisionFree(folded, raised);
  return as_expected ? 0 : 1;
}

}  // namespace

int main() { return Run(); }
