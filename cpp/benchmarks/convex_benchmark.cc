// Times the general convex method on fixed random pairs and prints a hash of
// its answers: `convex_benchmark [repeats]`.

#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "clearway/geometry/shapes.h"
#include "clearway/query/convex.h"

namespace clearway::internal {
namespace {

using Generator = std::mt19937;

double Uniform(Generator* generator) {
  return static_cast<double>((*generator)()) / 4294967296.0;
}

Vector3 MakeRandomPointOnBall(Generator* generator) {
  while (true) {
    const Vector3 p(2 * Uniform(generator) - 1, 2 * Uniform(generator) - 1,
                    2 * Uniform(generator) - 1);
    if (p.norm() <= 1 && p.norm() > 0.1) return p.normalized();
  }
}

RigidTransform MakeRandomPose(double distance, Generator* generator) {
  const Vector3 axis = MakeRandomPointOnBall(generator);
  return RigidTransform(
      RotationMatrix::FromAxisAngle(axis, 6.28 * Uniform(generator)),
      distance * MakeRandomPointOnBall(generator));
}

std::unique_ptr<Shape> MakeHull(int num_vertices, Generator* generator) {
  RowMatrixX3 vertices(num_vertices, 3);
  for (int i = 0; i < num_vertices; ++i) {
    vertices.row(i) = 0.5 * MakeRandomPointOnBall(generator).transpose();
  }
  return std::make_unique<Convex>(vertices);
}

struct Pair {
  ConvexSet A;
  ConvexSet B;
  RigidTransform X_AB;
  double distance;
  Vector3 axis;
};

std::uint64_t Hash(std::uint64_t hash, double value) {
  return (hash ^ std::bit_cast<std::uint64_t>(value)) * 1099511628211u;
}

// Times `function` over all pairs, in nanoseconds a call.
void Measure(const std::string& name, int repeats, std::vector<Pair>* pairs,
             const std::function<double(Pair*)>& function) {
  std::uint64_t hash = 14695981039346656037u;
  double best = HUGE_VAL;
  for (int i = 0; i < repeats; ++i) {
    hash = 14695981039346656037u;
    const auto start = std::chrono::steady_clock::now();
    for (Pair& pair : *pairs) hash = Hash(hash, function(&pair));
    const std::chrono::duration<double, std::nano> time =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / static_cast<double>(pairs->size()));
  }
  std::printf("%-44s %10.0f ns  %016llx\n", name.c_str(), best,
              static_cast<unsigned long long>(hash));
}

void MeasureShapes(const std::string& name, const Shape& A, const Shape& B,
                   double contact_distance, int repeats) {
  // Near contact: where bounding volumes have not decided.
  Generator generator(1);
  std::vector<Pair> near, overlapping;
  while (near.size() < 500 || overlapping.size() < 500) {
    const RigidTransform X_AB = MakeRandomPose(
        contact_distance * (0.3 + 0.9 * Uniform(&generator)), &generator);
    Pair pair{ConvexSet(A), ConvexSet(B), X_AB, 0, Vector3::Zero()};
    const PairInA result = ComputeConvexDistance(pair.A, pair.B, X_AB);
    pair.distance = result.distance;
    pair.axis = result.nhat_BA_A;
    if (std::abs(pair.distance) < 0.2 * contact_distance && near.size() < 500) {
      near.push_back(pair);
    }
    if (pair.distance < 0 && overlapping.size() < 500) {
      overlapping.push_back(pair);
    }
  }
  std::vector<Pair> apart;
  for (Pair pair : near) {
    pair.X_AB = RigidTransform(
        pair.X_AB.rotation(),
        pair.X_AB.translation() + (pair.distance - 0.05) * pair.axis);
    apart.push_back(pair);
  }
  const auto compare = [](Pair* pair) {
    Vector3 axis = Vector3::Zero();
    return static_cast<double>(
        CompareConvexDistance(pair->A, pair->B, pair->X_AB, 0, &axis));
  };
  const auto compare_warm = [](Pair* pair) {
    Vector3 axis = pair->axis;
    return static_cast<double>(
        CompareConvexDistance(pair->A, pair->B, pair->X_AB, 0, &axis));
  };
  const auto compute = [](Pair* pair) {
    return ComputeConvexDistance(pair->A, pair->B, pair->X_AB).distance;
  };
  Measure(name + " compare, near", repeats, &near, compare);
  Measure(name + " compare, near, warm", repeats, &near, compare_warm);
  Measure(name + " compare, 5 cm apart", repeats, &apart, compare);
  Measure(name + " compute, 5 cm apart", repeats, &apart, compute);
  Measure(name + " compute, overlapping", repeats, &overlapping, compute);
}

}  // namespace
}  // namespace clearway::internal

int main(int argc, char** argv) {
  using namespace clearway;            // NOLINT: a main of its own
  using namespace clearway::internal;  // NOLINT
  const int repeats = argc > 1 ? std::atoi(argv[1]) : 20;
  Generator generator(7);
  const Box box(1, 0.6, 0.4);
  const Cylinder cylinder(0.3, 0.8);
  const Ellipsoid ellipsoid(0.5, 0.3, 0.2);
  const auto hull20 = MakeHull(20, &generator);
  const auto hull100 = MakeHull(100, &generator);
  const auto hull500 = MakeHull(500, &generator);
  MeasureShapes("box - box", box, box, 0.7, repeats);
  MeasureShapes("box - hull 20", box, *hull20, 0.8, repeats);
  MeasureShapes("box - hull 100", box, *hull100, 0.8, repeats);
  MeasureShapes("box - hull 500", box, *hull500, 0.8, repeats);
  MeasureShapes("hull 100 - hull 100", *hull100, *hull100, 0.9, repeats);
  MeasureShapes("box - cylinder", box, cylinder, 0.75, repeats);
  MeasureShapes("cylinder - cylinder", cylinder, cylinder, 0.7, repeats);
  MeasureShapes("ellipsoid - hull 100", ellipsoid, *hull100, 0.8, repeats);
  return 0;
}
