// A query allocates nothing once its context is warm: counted, not believed.

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "clearway/geometry/height_field.h"
#include "clearway/geometry/point_cloud.h"
#include "clearway/geometry/shapes.h"
#include "clearway/geometry/voxel_grid.h"
#include "clearway/multibody/robot_diagram.h"
#include "clearway/planning/scene_graph_collision_checker.h"

namespace {
std::atomic<long> g_num_allocations{0};
}  // namespace

// Not inlined: once inlined on one side only, gcc takes a pair of these for a
// mismatch of operator new and free.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++g_num_allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size,
                                     std::align_val_t alignment) {
  ++g_num_allocations;
  const auto align = static_cast<std::size_t>(alignment);
  if (void* memory =
          std::aligned_alloc(align, (size + align - 1) / align * align)) {
    return memory;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size,
                                     const std::nothrow_t&) noexcept {
  ++g_num_allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory,
                                       std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t,
                                       std::align_val_t) noexcept {
  std::free(memory);
}

namespace clearway {
namespace {

// An L-shaped prism: solid, and not convex.
Mesh MakePrism() {
  RowMatrixX3 vertices(12, 3);
  const double outline[6][2] = {{0, 0},     {0.2, 0},   {0.2, 0.1},
                                {0.1, 0.1}, {0.1, 0.2}, {0, 0.2}};
  for (int i = 0; i < 6; ++i) {
    vertices.row(i) << outline[i][0], outline[i][1], 0;
    vertices.row(i + 6) << outline[i][0], outline[i][1], 0.1;
  }
  RowMatrixX3i triangles(20, 3);
  const int cap[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
  for (int i = 0; i < 4; ++i) {
    triangles.row(i) << cap[i][0], cap[i][2], cap[i][1];
    triangles.row(i + 4) << cap[i][0] + 6, cap[i][1] + 6, cap[i][2] + 6;
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    triangles.row(8 + 2 * i) << i, j, j + 6;
    triangles.row(9 + 2 * i) << i, j + 6, i + 6;
  }
  return Mesh(vertices, triangles);
}

// An arm of every kind of shape among obstacles of every kind.
SceneGraphCollisionChecker MakeChecker() {
  auto plant = std::make_shared<MultibodyPlant>();
  const auto arm = plant->AddModelInstance("arm");
  const auto scene = plant->AddModelInstance("scene");
  RowMatrixX3 points(5, 3);
  points << 0, 0, 0, 0.2, 0, 0, 0, 0.2, 0, 0, 0, 0.2, 0.1, 0.1, 0.1;
  const Mesh prism = MakePrism();
  RowMatrixX heights(3, 3);
  heights << 0, 0.1, 0, 0.05, 0, 0.1, 0, 0, 0.05;
  const std::unique_ptr<Shape> shapes[] = {
      Sphere(0.08).Clone(),
      Capsule(0.05, 0.2).Clone(),
      Box(0.1, 0.15, 0.2).Clone(),
      Cylinder(0.06, 0.2).Clone(),
      Cone(0.08, 0.2).Clone(),
      Ellipsoid(0.05, 0.08, 0.1).Clone(),
      Convex(points).Clone(),
      prism.Clone(),
      PointCloud(points, 0.02).Clone(),
      VoxelGrid::FromPoints(points, 0.05, {}).Clone(),
      HeightField(heights, Vector2(0.3, 0.3)).Clone()};
  constexpr int kNumLinks = 8;
  BodyIndex parent = world_index();
  int i = 0;
  for (const auto& shape : shapes) {
    const std::string name = "link" + std::to_string(i);
    // Sets stand around, but none is carried.
    if (i < kNumLinks) {
      const BodyIndex link = plant->AddRigidBody(name, arm);
      JointDescription joint;
      joint.name = name;
      joint.type = JointType::kRevolute;
      joint.axis = i % 2 == 0 ? Vector3::UnitZ() : Vector3::UnitY();
      joint.X_PF = RigidTransform(Vector3(0.05, 0, 0.2));
      plant->AddJoint(joint, parent, link);
      plant->RegisterCollisionGeometry(link, RigidTransform(), *shape, name);
      parent = link;
    }

    const BodyIndex obstacle = plant->AddRigidBody("obstacle" + name, scene);
    const double angle = 0.8 * i;
    plant->WeldFrames(
        plant->world_frame().index, plant->body_frame(obstacle).index,
        RigidTransform(RollPitchYaw(angle, 0.3, 0.1),
                       Vector3(0.7 * std::cos(angle), 0.7 * std::sin(angle),
                               0.2 + 0.15 * i)));
    plant->RegisterCollisionGeometry(obstacle, RigidTransform(), *shape, name);
    ++i;
  }
  plant->Finalize();
  CollisionCheckerParams params;
  params.model = std::make_shared<RobotDiagram>(plant);
  params.robot_model_instances = {arm};
  params.edge_step_size = 0.1;
  params.implicit_context_parallelism = Parallelism::None();
  return SceneGraphCollisionChecker(std::move(params));
}

TEST(Allocation, CheckingAConfigurationAllocatesNothing) {
  const SceneGraphCollisionChecker checker = MakeChecker();
  const auto context = checker.MakeStandaloneModelContext();
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-2, 2);
  std::vector<VectorX> Q(2000, VectorX(checker.plant().num_positions()));
  for (VectorX& q : Q) {
    for (double& x : q) x = uniform(generator);
  }
  int num_free[2] = {0, 0};
  for (const bool warm : {false, true}) {
    const long before = g_num_allocations;
    for (const VectorX& q : Q) {
      num_free[warm] += checker.CheckConfigCollisionFree(q);
      checker.CheckContextConfigCollisionFree(context.get(), q);
    }
    const long num_allocations = g_num_allocations - before;
    if (warm) {
      EXPECT_EQ(num_allocations, 0);
    }
  }
  // Both verdicts were tried, and a warm context changes none of them.
  EXPECT_EQ(num_free[0], num_free[1]);
  EXPECT_GT(num_free[0], 100);
  EXPECT_LT(num_free[0], 1900);
}

}  // namespace
}  // namespace clearway
