// Times mesh against mesh near contact, and prints a hash of the answers:
// `mesh_benchmark [repeats]`. Built with CLEARWAY_BENCHMARK_COAL it times
// coal's BVHModel<OBBRSS> on the same poses too, in turn with ours, and
// compares the answers.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "clearway/geometry/solid_mesh.h"
#include "clearway/query/mesh.h"

#ifdef CLEARWAY_BENCHMARK_COAL
#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/distance.h>
#endif

namespace clearway::internal {
namespace {

using Generator = std::mt19937;

double Uniform(double lower, double upper, Generator* generator) {
  return lower +
         (upper - lower) * static_cast<double>((*generator)()) / 4294967296.0;
}

Vector3 MakeRandomDirection(Generator* generator) {
  while (true) {
    const double x = Uniform(-1, 1, generator);
    const double y = Uniform(-1, 1, generator);
    const double z = Uniform(-1, 1, generator);
    const Vector3 p(x, y, z);
    if (p.norm() <= 1 && p.norm() > 0.1) return p.normalized();
  }
}

// A grid of num_u by num_v quadrangles, closed in u, and in v too or else by
// its poles' corners being equal.
TriangleMesh MakeGrid(int num_u, int num_v, bool poles,
                      const std::function<Vector3(double, double)>& point) {
  TriangleMesh mesh;
  mesh.vertices.resize(num_u * (num_v + 1), 3);
  std::vector<Eigen::RowVector3i> triangles;
  for (int i = 0; i < num_u; ++i) {
    for (int j = 0; j <= num_v; ++j) {
      const bool first = j == 0 || (!poles && j == num_v);
      const double v = first ? 0 : static_cast<double>(j) / num_v;
      const double u =
          poles && (j == 0 || j == num_v) ? 0 : static_cast<double>(i) / num_u;
      const int index = i * (num_v + 1) + j;
      mesh.vertices.row(index) = point(u, v).transpose();
      if (j == num_v) continue;
      const int next = (i + 1) % num_u * (num_v + 1) + j;
      if (!poles || j > 0) triangles.emplace_back(index, next, index + 1);
      if (!poles || j + 1 < num_v) {
        triangles.emplace_back(next, next + 1, index + 1);
      }
    }
  }
  mesh.triangles.resize(triangles.size(), 3);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    mesh.triangles.row(i) = triangles[i];
  }
  return mesh;
}

constexpr double kTau = 2 * std::numbers::pi;

// About 1 m across, 10^4 triangles.
TriangleMesh MakeBumpyBall() {
  return MakeGrid(100, 51, true, [](double u, double v) {
    const double azimuth = kTau * u;
    const double polar = std::numbers::pi * v;
    const double s = std::sin(polar);
    const double r =
        0.5 * (1 + 0.1 * s * std::sin(5 * azimuth) * std::sin(6 * polar));
    return Vector3(r * s * std::cos(azimuth), r * s * std::sin(azimuth),
                   -r * std::cos(polar));
  });
}

TriangleMesh MakeTorus() {
  return MakeGrid(100, 50, false, [](double u, double v) {
    const double r = 0.35 + 0.15 * std::cos(kTau * v);
    return Vector3(r * std::cos(kTau * u), r * std::sin(kTau * u),
                   0.15 * std::sin(kTau * v));
  });
}

// X_AB where B, coming straight along a random line, touches A.
RigidTransform FindContact(const SolidMesh& A, const SolidMesh& B,
                           Generator* generator, Vector3* direction) {
  while (true) {
    const RotationMatrix R_AB = RotationMatrix::FromAxisAngle(
        MakeRandomDirection(generator), Uniform(0, kTau, generator));
    *direction = MakeRandomDirection(generator);
    const Vector3 aside = 0.2 * MakeRandomDirection(generator);
    double s = 3;
    while (s > 0) {
      const RigidTransform X_AB(R_AB, aside + s * *direction);
      const double distance = ComputeMeshMeshDistance(A, B, X_AB).distance;
      if (distance < 1e-6) return X_AB;
      s -= distance;
    }
  }
}

std::uint64_t Hash(std::uint64_t hash, double value) {
  return (hash ^ std::bit_cast<std::uint64_t>(value)) * 1099511628211u;
}

#ifdef CLEARWAY_BENCHMARK_COAL
using CoalMesh = coal::BVHModel<coal::OBBRSS>;

std::shared_ptr<CoalMesh> MakeCoalMesh(const TriangleMesh& mesh) {
  std::vector<coal::Vec3s> vertices;
  for (const auto& v : mesh.vertices.rowwise()) {
    vertices.emplace_back(v.transpose());
  }
  std::vector<coal::Triangle> triangles;
  for (const auto& t : mesh.triangles.rowwise()) {
    triangles.emplace_back(t[0], t[1], t[2]);
  }
  auto model = std::make_shared<CoalMesh>();
  model->beginModel();
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}
#endif

using Query = std::function<double(const RigidTransform&)>;

// Nanoseconds of processor time a call, and the answers.
double Time(const Query& query, const std::vector<RigidTransform>& poses,
            std::vector<double>* answers) {
  answers->clear();
  const std::clock_t start = std::clock();
  for (const RigidTransform& X_AB : poses) answers->push_back(query(X_AB));
  return 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC /
         static_cast<double>(poses.size());
}

double CalcMedian(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// In turn, `repeats` times each; medians.
void Measure(const std::string& name, int repeats,
             const std::vector<RigidTransform>& poses, const Query& ours,
             const Query& coals) {
  std::vector<double> times, coal_times, answers, coal_answers;
  for (int i = 0; i < repeats; ++i) {
    times.push_back(Time(ours, poses, &answers));
    if (coals) coal_times.push_back(Time(coals, poses, &coal_answers));
  }
  std::uint64_t hash = 14695981039346656037u;
  for (const double answer : answers) hash = Hash(hash, answer);
  std::printf("%-40s %9.0f ns  %016llx", name.c_str(), CalcMedian(times),
              static_cast<unsigned long long>(hash));
  if (coals) {
    double difference = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      difference = std::max(difference, std::abs(answers[i] - coal_answers[i]));
    }
    std::printf("  coal %9.0f ns: %5.1f times as long, answers differ by %.1g",
                CalcMedian(coal_times),
                CalcMedian(coal_times) / CalcMedian(times), difference);
  }
  std::printf("\n");
}

void MeasureMeshes(const std::string& name, const TriangleMesh& mesh_A,
                   const TriangleMesh& mesh_B, int repeats) {
  constexpr int kNumPoses = 200;
  constexpr double kReach = 3e-3;  // Of contact.
  const SolidMesh A(mesh_A, std::nullopt);
  const SolidMesh B(mesh_B, std::nullopt);
  Generator generator(1);
  std::vector<RigidTransform> apart, overlapping;
  for (int i = 0; i < kNumPoses; ++i) {
    Vector3 direction;
    const RigidTransform X_AB = FindContact(A, B, &generator, &direction);
    const auto moved = [&](double s) {
      return RigidTransform(X_AB.rotation(),
                            X_AB.translation() + s * direction);
    };
    apart.push_back(moved(Uniform(1e-5, kReach, &generator)));
    overlapping.push_back(moved(-Uniform(1e-5, kReach, &generator)));
  }
  const Query compare = [&](const RigidTransform& X_AB) {
    return CompareMeshMeshDistance(A, B, X_AB, 0) != ThresholdVerdict::kAbove
               ? 1.0
               : 0.0;
  };
  const Query compute = [&](const RigidTransform& X_AB) {
    return ComputeMeshMeshDistance(A, B, X_AB).distance;
  };
  Query coal_collide, coal_distance;
#ifdef CLEARWAY_BENCHMARK_COAL
  const auto coal_A = MakeCoalMesh(mesh_A);
  const auto coal_B = MakeCoalMesh(mesh_B);
  const coal::Transform3s X_AA;
  const auto make_pose = [](const RigidTransform& X_AB) {
    return coal::Transform3s(X_AB.rotation().matrix(), X_AB.translation());
  };
  coal_collide = [&](const RigidTransform& X_AB) {
    const coal::CollisionRequest request(coal::NO_REQUEST, 1);
    coal::CollisionResult result;
    return static_cast<double>(coal::collide(coal_A.get(), X_AA, coal_B.get(),
                                             make_pose(X_AB), request,
                                             result) > 0);
  };
  coal_distance = [&](const RigidTransform& X_AB) {
    const coal::DistanceRequest request(true, false);
    coal::DistanceResult result;
    return coal::distance(coal_A.get(), X_AA, coal_B.get(), make_pose(X_AB),
                          request, result);
  };
#endif
  Measure(name + " boolean, apart", repeats, apart, compare, coal_collide);
  Measure(name + " boolean, overlapping", repeats, overlapping, compare,
          coal_collide);
  Measure(name + " distance, apart", repeats, apart, compute, coal_distance);
  Measure(name + " depth", std::min(repeats, 1), overlapping, compute, nullptr);
}

}  // namespace
}  // namespace clearway::internal

int main(int argc, char** argv) {
  using namespace clearway;            // NOLINT: a main of its own
  using namespace clearway::internal;  // NOLINT
  const int repeats = argc > 1 ? std::atoi(argv[1]) : 7;
  const TriangleMesh ball = MakeBumpyBall();
  const TriangleMesh torus = MakeTorus();
  MeasureMeshes("ball - torus", ball, torus, repeats);
  MeasureMeshes("torus - torus", torus, torus, repeats);
  MeasureMeshes("ball - ball", ball, ball, repeats);
  return 0;
}
