#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "clearway/geometry/shapes.h"
#include "clearway/world/world.h"
#include "world/mini_models.h"

namespace clearway::testing {

/// A chain of shapes of every convex kind among such obstacles, some of which
/// move, above a floor, with padding of either sign.
class Clutter {
 public:
  Clutter(int num_obstacles, std::mt19937* generator, bool has_pedestal = false)
      : generator_(*generator) {
    auto plant = std::make_shared<MultibodyPlant>();
    const auto robot = plant->AddModelInstance("robot");
    const auto scene = plant->AddModelInstance("scene");
    BodyIndex parent = world_index();
    for (int i = 0; i < kNumLinks; ++i) {
      const std::string name = "link" + std::to_string(i);
      const BodyIndex link = plant->AddRigidBody(name, robot);
      const JointType type =
          has_pedestal && i == 0 ? JointType::kFixed : JointType::kRevolute;
      AddJoint(plant.get(), name, type, parent, link, DrawPose(0.2),
               DrawVector().normalized());
      plant->RegisterCollisionGeometry(link, DrawPose(0.1), *DrawShape(i), "g");
      parent = link;
    }
    for (int i = 0; i < num_obstacles; ++i) {
      const std::string name = "obstacle" + std::to_string(i);
      const BodyIndex body = plant->AddRigidBody(name, scene);
      AddJoint(plant.get(), name,
               i % 5 == 4 ? JointType::kPrismatic : JointType::kFixed,
               world_index(), body, DrawPose(0.9));
      plant->RegisterCollisionGeometry(body, DrawPose(0.1), *DrawShape(i), "g");
    }
    plant->RegisterCollisionGeometry(world_index(), At(0, 0, -0.8), HalfSpace(),
                                     "floor");
    plant->Finalize();
    world_ = std::make_unique<World>(plant, std::vector{robot});
    CollisionPadding padding = world_->padding();
    for (int i = 0; i < kNumLinks; ++i) {
      padding.SetBetween(BodyIndex(1 + i), BodyIndex(1 + kNumLinks + i),
                         0.05 * uniform_(generator_));
    }
    world_->SetPadding(padding);
  }

  static constexpr int kNumLinks = 7;

  const World& world() const { return *world_; }

  Vector3 DrawVector() {
    const double x = uniform_(generator_), y = uniform_(generator_);
    return Vector3(x, y, uniform_(generator_));
  }

  RigidTransform DrawPose(double scale) {
    const Vector3 angles = 3 * DrawVector();
    return RigidTransform(RollPitchYaw(angles), scale * DrawVector());
  }

  std::unique_ptr<Shape> DrawShape(int kind) {
    const Vector3 size = 0.02 * Vector3::Ones() + 0.1 * DrawVector().cwiseAbs();
    switch (kind % 7) {
      case 0:
        return Sphere(size.x()).Clone();
      case 1:
        return Capsule(size.x(), size.y()).Clone();
      case 2:
        return Box(size.x(), size.y(), size.z()).Clone();
      case 3:
        return Cylinder(size.x(), size.y()).Clone();
      case 4:
        return Ellipsoid(size.x(), size.y(), size.z()).Clone();
      case 5:
        return Cone(size.x(), size.y()).Clone();
      default: {
        RowMatrixX3 points(12, 3);
        for (int i = 0; i < 12; ++i) {
          points.row(i) = 0.1 * DrawVector().transpose();
        }
        return Convex(points).Clone();
      }
    }
  }

 private:
  std::mt19937& generator_;
  std::uniform_real_distribution<double> uniform_{-1, 1};
  std::unique_ptr<World> world_;
};

}  // namespace clearway::testing
