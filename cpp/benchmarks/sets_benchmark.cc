// Times a cloud of a million points, a grid of 10^8 cells and a field of a
// million heights against a box, a hull and a mesh near contact; how long they
// take to build and to change, and their memory:
// `sets_benchmark cloud|grid|field [queries]`.

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "clearway/geometry/height_field.h"
#include "clearway/geometry/point_cloud.h"
#include "clearway/geometry/voxel_grid.h"
#include "clearway/query/signed_distance.h"

namespace clearway {
namespace {

using Generator = std::mt19937;
using Clock = std::chrono::steady_clock;

double Uniform(Generator* generator, double lower, double upper) {
  return lower +
         (upper - lower) * static_cast<double>((*generator)()) / 4294967296.0;
}

double Seconds(const std::function<void()>& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/* Memory that is resident now. [MB] */
double ReadMemory() {
  std::ifstream file("/proc/self/statm");
  double total = 0, resident = 0;
  file >> total >> resident;
  return resident * 4096 / 1e6;
}

/* Hilly ground of 10 m x 10 m with noise of a centimetre, as a sensor has it.
 */
double HeightAt(double x, double y) {
  return 0.4 * std::sin(1.3 * x) * std::cos(0.9 * y) + 0.1 * std::sin(5 * x);
}

RowMatrixX3 MakePoints(int count, Generator* generator) {
  RowMatrixX3 points(count, 3);
  for (int i = 0; i < count; ++i) {
    const double x = Uniform(generator, -5, 5);
    const double y = Uniform(generator, -5, 5);
    points.row(i) << x, y, HeightAt(x, y) + Uniform(generator, -0.005, 0.005);
  }
  return points;
}

std::unique_ptr<Shape> MakeHull(Generator* generator) {
  RowMatrixX3 vertices(100, 3);
  for (int i = 0; i < 100; ++i) {
    const Vector3 p(Uniform(generator, -1, 1), Uniform(generator, -1, 1),
                    Uniform(generator, -1, 1));
    vertices.row(i) = 0.15 * p.normalized().transpose();
  }
  return std::make_unique<Convex>(vertices);
}

/* A torus of 2 x 32 x 32 triangles. */
std::unique_ptr<Shape> MakeTorus() {
  constexpr int kSide = 32;
  RowMatrixX3 vertices(kSide * kSide, 3);
  RowMatrixX3i triangles(2 * kSide * kSide, 3);
  const auto index = [](int i, int j) {
    return (i % kSide) * kSide + j % kSide;
  };
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      const double u = 2 * M_PI * i / kSide, v = 2 * M_PI * j / kSide;
      const double r = 0.15 + 0.05 * std::cos(v);
      vertices.row(index(i, j)) << r * std::cos(u), r * std::sin(u),
          0.05 * std::sin(v);
      const int t = 2 * (i * kSide + j);
      triangles.row(t) << index(i, j), index(i + 1, j), index(i + 1, j + 1);
      triangles.row(t + 1) << index(i, j), index(i + 1, j + 1), index(i, j + 1);
    }
  }
  return std::make_unique<Mesh>(vertices, triangles);
}

/* Poses above the ground at which the distance is the one asked for. */
std::vector<RigidTransform> MakePoses(const Shape& ground, const Shape& shape,
                                      double distance, int count,
                                      Generator* generator) {
  std::vector<RigidTransform> poses;
  for (int i = 0; i < count; ++i) {
    const double angle = Uniform(generator, -3, 3);
    const RotationMatrix R(RollPitchYaw(angle, Uniform(generator, -1, 1),
                                        Uniform(generator, -3, 3)));
    Vector3 p(Uniform(generator, -4, 4), Uniform(generator, -4, 4), 1.5);
    for (int step = 0; step < 8; ++step) {
      p.z() -= ComputeSignedDistance(shape, RigidTransform(R, p), ground,
                                     RigidTransform())
                   .distance -
               distance;
    }
    poses.emplace_back(R, p);
  }
  return poses;
}

void Run(const char* name, const Shape& ground, int num_queries) {
  Generator generator(7);
  const std::pair<const char*, std::unique_ptr<Shape>> shapes[]{
      {"sphere", std::make_unique<Sphere>(0.15)},
      {"box", std::make_unique<Box>(0.2, 0.3, 0.1)},
      {"hull-100", MakeHull(&generator)},
      {"mesh-2048", MakeTorus()}};
  for (const auto& [shape_name, shape] : shapes) {
    for (const double distance : {0.1, 0.01, -0.005}) {
      const int count = distance > 0 ? num_queries : num_queries / 10;
      const auto poses = MakePoses(ground, *shape, distance, count, &generator);
      std::uint64_t hash = 14695981039346656037u;
      const double seconds = Seconds([&] {
        for (const RigidTransform& X : poses) {
          const double value =
              ComputeSignedDistance(*shape, X, ground, RigidTransform())
                  .distance;
          hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 1099511628211u;
        }
      });
      int num_hits = 0;
      const double boolean_seconds = Seconds([&] {
        for (const RigidTransform& X : poses) {
          num_hits += HasCollision(*shape, X, ground, RigidTransform());
        }
      });
      std::printf(
          "%-6s %-10s at %6.3f m: distance %8.2f us, boolean %8.2f us, %3.0f "
          "%% "
          "hit, hash %016llx\n",
          name, shape_name, distance, 1e6 * seconds / count,
          1e6 * boolean_seconds / count, 100.0 * num_hits / count,
          static_cast<unsigned long long>(hash));
    }
  }
}

void RunCloud(int num_queries) {
  Generator generator(1);
  const RowMatrixX3 points = MakePoints(1'000'000, &generator);
  const double before = ReadMemory();
  std::unique_ptr<PointCloud> cloud;
  const double build =
      Seconds([&] { cloud = std::make_unique<PointCloud>(points, 0.002); });
  std::printf("cloud of 10^6 points: %.2f s to build, %.0f MB\n", build,
              ReadMemory() - before);
  Run("cloud", *cloud, num_queries);
  const RowMatrixX3 more = MakePoints(1000, &generator);
  std::unique_ptr<Shape> copy;
  std::vector<int> ids;
  const double copying = Seconds([&] { copy = cloud->Clone(); });
  const double inserting = Seconds([&] { ids = cloud->Insert(more, 0.002); });
  const double removing = Seconds([&] { cloud->Remove(ids); });
  int num_cleared = 0;
  const double clearing = Seconds([&] {
    num_cleared = cloud->ClearBox(Vector3(0, 0, -1), Vector3(0.3, 0.3, 1));
  });
  std::printf(
      "cloud: copy %.1f us, insert %.2f us a point, remove %.2f us a point, "
      "clear a box of %d points %.0f us\n",
      1e6 * copying, 1e3 * inserting, 1e3 * removing, num_cleared,
      1e6 * clearing);
}

void RunGrid(int num_queries) {
  Generator generator(2);
  const RowMatrixX3 points = MakePoints(3'000'000, &generator);
  VoxelGrid grid({1000, 1000, 100}, 0.01, {}, Vector3(-5, -5, -0.5));
  RowMatrixX3i cells(points.rows(), 3);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const auto cell = grid.FindCell(points.row(i).transpose());
    cells.row(i) = cell.value_or(VoxelGrid::Cell::Zero()).transpose();
  }
  const double before = ReadMemory();
  const double build =
      Seconds([&] { grid.SetCells(cells, CellState::kOccupied); });
  std::printf(
      "grid of 10^8 cells, %.2f 10^6 occupied: %.2f us a cell set, %.0f MB\n",
      1e-6 * static_cast<double>(grid.CountOccupied()),
      1e6 * build / static_cast<double>(cells.rows()), ReadMemory() - before);
  Run("grid", grid, num_queries);
  const double clearing = Seconds([&] {
    grid.SetBox({500, 500, 0}, {600, 600, 100}, CellState::kFree);
  });
  std::printf("grid: clear a box of 10^6 cells %.0f us\n", 1e6 * clearing);
}

void RunField(int num_queries) {
  RowMatrixX heights(1000, 1000);
  for (int j = 0; j < 1000; ++j) {
    for (int i = 0; i < 1000; ++i) {
      heights(j, i) = HeightAt(10.0 * i / 999 - 5, 10.0 * j / 999 - 5);
    }
  }
  const double before = ReadMemory();
  std::unique_ptr<HeightField> field;
  const double build = Seconds(
      [&] { field = std::make_unique<HeightField>(heights, Vector2(10, 10)); });
  std::printf("field of 10^6 heights: %.3f s to build, %.0f MB\n", build,
              ReadMemory() - before);
  Run("field", *field, num_queries);
  const double setting = Seconds([&] {
    field->SetHeights(300, 300, RowMatrixX::Constant(100, 100, 0.2));
  });
  std::printf("field: set 10^4 heights %.0f us\n", 1e6 * setting);
}

}  // namespace
}  // namespace clearway

int main(int argc, char** argv) {
  const std::string part = argc > 1 ? argv[1] : "cloud";
  const int num_queries = argc > 2 ? std::atoi(argv[2]) : 1000;
  if (part == "cloud") clearway::RunCloud(num_queries);
  if (part == "grid") clearway::RunGrid(num_queries);
  if (part == "field") clearway::RunField(num_queries);
}
