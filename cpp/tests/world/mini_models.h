#pragma once

#include <memory>
#include <string>

#include "clearway/geometry/shapes.h"
#include "clearway/multibody/plant.h"

// Small models whose answers can be worked out by hand.

namespace clearway::testing {

inline RigidTransform At(double x, double y, double z) {
  return RigidTransform(Vector3(x, y, z));
}

inline void AddJoint(MultibodyPlant* plant, const std::string& name,
                     JointType type, BodyIndex parent, BodyIndex child,
                     const RigidTransform& X_PF = RigidTransform(),
                     const Vector3& axis = Vector3::UnitZ()) {
  JointDescription joint;
  joint.name = name;
  joint.type = type;
  joint.X_PF = X_PF;
  joint.axis = axis;
  plant->AddJoint(joint, parent, child);
}

/// Robot links a, b, c (bodies 1 to 3), each with a sphere of radius 0.1: a
/// slides along x, b turns about z at 0.15 from a, c is fixed 0.15 beyond. A
/// unit box, body 4, is welded to the world at `box_x`. Instances: 2 the robot,
/// 3 the box.
inline std::shared_ptr<const MultibodyPlant> MakeSlider(double box_x = 2) {
  auto plant = std::make_shared<MultibodyPlant>();
  const ModelInstanceIndex robot = plant->AddModelInstance("robot");
  const ModelInstanceIndex scene = plant->AddModelInstance("scene");
  const BodyIndex a = plant->AddRigidBody("a", robot);
  const BodyIndex b = plant->AddRigidBody("b", robot);
  const BodyIndex c = plant->AddRigidBody("c", robot);
  const BodyIndex box = plant->AddRigidBody("box", scene);
  AddJoint(plant.get(), "j0", JointType::kPrismatic, world_index(), a,
           RigidTransform(), Vector3::UnitX());
  AddJoint(plant.get(), "j1", JointType::kRevolute, a, b, At(0.15, 0, 0));
  AddJoint(plant.get(), "j2", JointType::kFixed, b, c, At(0.15, 0, 0));
  AddJoint(plant.get(), "weld", JointType::kFixed, world_index(), box,
           At(box_x, 0, 0));
  for (const BodyIndex link : {a, b, c}) {
    plant->RegisterCollisionGeometry(link, RigidTransform(), Sphere(0.1),
                                     "sphere");
  }
  plant->RegisterCollisionGeometry(box, RigidTransform(), Box(1, 1, 1), "box");
  plant->Finalize();
  return plant;
}

/// A sphere of radius 0.1 that slides along x, then y (bodies x, ball), among
/// four unit boxes welded at (+-1, +-1, 0). Instances: 2 the robot, 3 boxes.
inline std::shared_ptr<const MultibodyPlant> MakeBoxesInCorners() {
  auto plant = std::make_shared<MultibodyPlant>();
  const ModelInstanceIndex robot = plant->AddModelInstance("robot");
  const ModelInstanceIndex scene = plant->AddModelInstance("scene");
  const BodyIndex x = plant->AddRigidBody("x", robot);
  const BodyIndex ball = plant->AddRigidBody("ball", robot);
  AddJoint(plant.get(), "jx", JointType::kPrismatic, world_index(), x,
           RigidTransform(), Vector3::UnitX());
  AddJoint(plant.get(), "jy", JointType::kPrismatic, x, ball, RigidTransform(),
           Vector3::UnitY());
  plant->RegisterCollisionGeometry(ball, RigidTransform(), Sphere(0.1), "ball");
  int number = 0;
  for (const double i : {-1.0, 1.0}) {
    for (const double j : {-1.0, 1.0}) {
      const std::string name = "box" + std::to_string(number++);
      const BodyIndex box = plant->AddRigidBody(name, scene);
      AddJoint(plant.get(), name + "_weld", JointType::kFixed, world_index(),
               box, At(i, j, 0));
      plant->RegisterCollisionGeometry(box, RigidTransform(), Box(1, 1, 1),
                                       name);
    }
  }
  plant->Finalize();
  return plant;
}

/// A chain b0, b1, b2 (bodies 1 to 3) turning about y, b0 welded to the world,
/// and two free bodies (4, 5) of an instance each; `num_geometries` spheres of
/// radius 0.01 on each. Instances: 2 the chain, 3 and 4 the environment.
inline std::shared_ptr<MultibodyPlant> MakeUnfinishedChain(int num_geometries) {
  auto plant = std::make_shared<MultibodyPlant>();
  const ModelInstanceIndex chain = plant->AddModelInstance("m0");
  const ModelInstanceIndex e1 = plant->AddModelInstance("e1");
  const ModelInstanceIndex e2 = plant->AddModelInstance("e2");
  const BodyIndex b0 = plant->AddRigidBody("b0", chain);
  const BodyIndex b1 = plant->AddRigidBody("b1", chain);
  const BodyIndex b2 = plant->AddRigidBody("b2", chain);
  const BodyIndex free1 = plant->AddRigidBody("env_body", e1);
  const BodyIndex free2 = plant->AddRigidBody("env_body", e2);
  AddJoint(plant.get(), "weld", JointType::kFixed, world_index(), b0);
  AddJoint(plant.get(), "j1", JointType::kRevolute, b0, b1, RigidTransform(),
           Vector3::UnitY());
  AddJoint(plant.get(), "j2", JointType::kRevolute, b1, b2, RigidTransform(),
           Vector3::UnitY());
  for (const BodyIndex body : {b0, b1, b2, free1, free2}) {
    for (int i = 0; i < num_geometries; ++i) {
      plant->RegisterCollisionGeometry(body, RigidTransform(), Sphere(0.01),
                                       "sphere" + std::to_string(i));
    }
  }
  return plant;
}

inline std::shared_ptr<const MultibodyPlant> MakeChain(int num_geometries) {
  auto plant = MakeUnfinishedChain(num_geometries);
  plant->Finalize();
  return plant;
}

}  // namespace clearway::testing
