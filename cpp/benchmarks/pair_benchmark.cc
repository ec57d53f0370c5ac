// Times pairs of convex shapes near contact, whether they collide and their
// distance, and prints a hash of the answers: `pair_benchmark [repeats]`. Built
// with CLEARWAY_BENCHMARK_COAL it times coal on the same poses in turn with
// ours, and says how many times its rate ours is (medians), how many of its
// verdicts differ, and by how much its distances do.

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "clearway/geometry/shapes.h"
#include "clearway/query/signed_distance.h"

#ifdef CLEARWAY_BENCHMARK_COAL
#include <coal/collision.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>
#endif

namespace clearway {
namespace {

constexpr int kNumPoses = 1000;
constexpr double kGreatestGap = 0.03;  // [m], of shapes of about 1 m

using Generator = std::mt19937;

double Uniform(Generator* generator) {
  return static_cast<double>((*generator)()) / 4294967296.0;
}

Vector3 MakeRandomDirection(Generator* generator) {
  while (true) {
    const double x = 2 * Uniform(generator) - 1;
    const double y = 2 * Uniform(generator) - 1;
    const double z = 2 * Uniform(generator) - 1;
    const Vector3 p(x, y, z);
    if (p.norm() <= 1 && p.norm() > 0.1) return p.normalized();
  }
}

RotationMatrix MakeRandomRotation(Generator* generator) {
  const Vector3 axis = MakeRandomDirection(generator);
  return RotationMatrix::FromAxisAngle(axis, 6.28 * Uniform(generator));
}

std::shared_ptr<Shape> MakeHull(int num_vertices, Generator* generator) {
  RowMatrixX3 vertices(num_vertices, 3);
  for (int i = 0; i < num_vertices; ++i) {
    vertices.row(i) = 0.5 * MakeRandomDirection(generator).transpose();
  }
  return std::make_shared<Convex>(vertices);
}

struct Poses {
  RigidTransform X_WA;
  RigidTransform X_WB;
};

// Half of them up to the greatest gap apart, half as deep in each other.
std::vector<Poses> MakePoses(const Shape& A, const Shape& B,
                             Generator* generator) {
  std::vector<Poses> result;
  for (int i = 0; i < kNumPoses; ++i) {
    const RigidTransform X_WA(MakeRandomRotation(generator),
                              MakeRandomDirection(generator));
    const RotationMatrix R_WB = MakeRandomRotation(generator);
    Vector3 p_WB = MakeRandomDirection(generator);
    SignedDistancePair pair;
    for (int step = 0; step < 3; ++step) {
      pair = ComputeSignedDistance(A, X_WA, B, RigidTransform(R_WB, p_WB));
      if (step < 2) p_WB += pair.distance * pair.nhat_BA_W;
    }
    const double gap = (i % 2 ? 1 : -1) * kGreatestGap * Uniform(generator);
    p_WB -= gap * pair.nhat_BA_W;
    result.push_back({X_WA, RigidTransform(R_WB, p_WB)});
  }
  return result;
}

// Nanoseconds a call.
template <class Function>
double Time(Function&& function) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kNumPoses; ++i) function(i);
  const std::chrono::duration<double, std::nano> time =
      std::chrono::steady_clock::now() - start;
  return time.count() / kNumPoses;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

#ifdef CLEARWAY_BENCHMARK_COAL
std::shared_ptr<coal::CollisionGeometry> ToCoal(const Shape& shape) {
  switch (shape.type()) {
    case ShapeType::kBox: {
      const Vector3 size = static_cast<const Box&>(shape).size();
      return std::make_shared<coal::Box>(size.x(), size.y(), size.z());
    }
    case ShapeType::kCapsule: {
      const auto& capsule = static_cast<const Capsule&>(shape);
      return std::make_shared<coal::Capsule>(capsule.radius(),
                                             capsule.length());
    }
    case ShapeType::kCylinder: {
      const auto& cylinder = static_cast<const Cylinder&>(shape);
      return std::make_shared<coal::Cylinder>(cylinder.radius(),
                                              cylinder.length());
    }
    default: {
      const auto& vertices =
          static_cast<const Convex&>(shape).polytope().vertices();
      auto points = std::make_shared<std::vector<coal::Vec3s>>();
      for (const auto& row : vertices.rowwise()) {
        points->push_back(row.transpose());
      }
      return std::shared_ptr<coal::CollisionGeometry>(
          coal::ConvexBase::convexHull(
              points, static_cast<unsigned int>(points->size()), true, ""));
    }
  }
}

coal::Transform3s ToCoal(const RigidTransform& X) {
  return coal::Transform3s(coal::Matrix3s(X.rotation().matrix()),
                           coal::Vec3s(X.translation()));
}
#endif

void Measure(const std::string& name, const Shape& A, const Shape& B,
             int repeats, Generator* generator) {
  const std::vector<Poses> poses = MakePoses(A, B, generator);
  std::vector<char> verdicts(kNumPoses);
  std::vector<double> distances(kNumPoses);
  std::vector<double> collide, distance, coal_collide, coal_distance;
#ifdef CLEARWAY_BENCHMARK_COAL
  const auto coal_A = ToCoal(A), coal_B = ToCoal(B);
  std::vector<coal::Transform3s> X_WAs, X_WBs;
  for (const Poses& pose : poses) {
    X_WAs.push_back(ToCoal(pose.X_WA));
    X_WBs.push_back(ToCoal(pose.X_WB));
  }
  std::vector<char> coal_verdicts(kNumPoses);
  std::vector<double> coal_distances(kNumPoses);
#endif
  for (int repeat = 0; repeat < repeats; ++repeat) {
    collide.push_back(Time([&](int i) {
      verdicts[i] = HasCollision(A, poses[i].X_WA, B, poses[i].X_WB);
    }));
#ifdef CLEARWAY_BENCHMARK_COAL
    coal_collide.push_back(Time([&](int i) {
      coal::CollisionRequest request;
      request.enable_contact = false;
      coal::CollisionResult result;
      coal_verdicts[i] = coal::collide(coal_A.get(), X_WAs[i], coal_B.get(),
                                       X_WBs[i], request, result) > 0;
    }));
#endif
    distance.push_back(Time([&](int i) {
      distances[i] =
          ComputeSignedDistance(A, poses[i].X_WA, B, poses[i].X_WB).distance;
    }));
#ifdef CLEARWAY_BENCHMARK_COAL
    coal_distance.push_back(Time([&](int i) {
      const coal::DistanceRequest request(true, true);
      coal::DistanceResult result;
      coal_distances[i] = coal::distance(coal_A.get(), X_WAs[i], coal_B.get(),
                                         X_WBs[i], request, result);
    }));
#endif
  }
  std::uint64_t hash = 14695981039346656037u;
  for (int i = 0; i < kNumPoses; ++i) {
    for (const auto bits : {std::bit_cast<std::uint64_t>(distances[i]),
                            static_cast<std::uint64_t>(verdicts[i])}) {
      hash = (hash ^ bits) * 1099511628211u;
    }
  }
  std::printf("%-18s collide %6.0f ns  distance %6.0f ns  %016llx\n",
              name.c_str(), Median(collide), Median(distance),
              static_cast<unsigned long long>(hash));
#ifdef CLEARWAY_BENCHMARK_COAL
  int num_different = 0;
  double difference = 0;
  for (int i = 0; i < kNumPoses; ++i) {
    num_different += verdicts[i] != coal_verdicts[i];
    difference =
        std::max(difference, std::abs(distances[i] - coal_distances[i]));
  }
  std::printf("  coal's           collide %6.0f ns  distance %6.0f ns\n",
              Median(coal_collide), Median(coal_distance));
  std::printf(
      "  times its rate   collide %6.2f     distance %6.2f     "
      "%d verdicts differ, distances by up to %.1e m\n",
      Median(coal_collide) / Median(collide),
      Median(coal_distance) / Median(distance), num_different, difference);
#endif
}

int Main(int repeats) {
  Generator generator(7);
  const Box box(0.4, 0.6, 0.8);
  const Capsule capsule(0.2, 0.6);
  const Cylinder cylinder(0.3, 0.8);
  const auto hull = MakeHull(100, &generator);
  const auto other_hull = MakeHull(100, &generator);
  Measure("box-box", box, box, repeats, &generator);
  Measure("capsule-box", capsule, box, repeats, &generator);
  Measure("hull100-box", *hull, box, repeats, &generator);
  Measure("hull100-hull100", *hull, *other_hull, repeats, &generator);
  Measure("capsule-capsule", capsule, capsule, repeats, &generator);
  Measure("capsule-hull100", capsule, *hull, repeats, &generator);
  Measure("cylinder-box", cylinder, box, repeats, &generator);
  return 0;
}

}  // namespace
}  // namespace clearway

int main(int argc, char** argv) {
  return clearway::Main(argc > 1 ? std::atoi(argv[1]) : 15);
}
