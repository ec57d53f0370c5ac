#include "clearway/planning/linear_distance_and_interpolation_provider.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "clearway/common/check.h"
#include "clearway/math/trigonometry.h"

namespace clearway {
namespace {

// to - from modulo a turn, in [-pi, pi].
double WrapDifference(double difference) {
  return std::remainder(difference, 2 * std::numbers::pi);
}

// The norm may be off by what a configuration check allows, no more.
Vector4 Normalise(const ConstVectorRef& q, int start) {
  constexpr double kTolerance = 1e-3;
  const Vector4 quaternion = q.segment<4>(start);
  const double norm = quaternion.norm();
  if (std::abs(norm - 1) > kTolerance) {
    throw std::invalid_argument(Concat("q: the quaternion at position ", start,
                                       " must have norm 1 to within ",
                                       kTolerance, ", got ", norm));
  }
  return quaternion / norm;
}

// The angle from one unit quaternion to another, halved: atan2 is exact near 0
// and pi, where acos is not. In [0, pi/2], since q and -q are one orientation.
double CalcHalfAngle(const Vector4& a, const Vector4& b) {
  const double sign = a.dot(b) < 0 ? -1 : 1;
  return 2 * std::atan2((a - sign * b).norm(), (a + sign * b).norm());
}

}  // namespace

LinearDistanceAndInterpolationProvider::LinearDistanceAndInterpolationProvider(
    const MultibodyPlant& plant, bool wrap)
    : quaternion_starts_(plant.tree().quaternion_starts().begin(),
                         plant.tree().quaternion_starts().end()),
      distance_weights_(VectorX::Ones(plant.num_positions())) {
  for (const int start : quaternion_starts_) {
    distance_weights_.segment<4>(start) = Vector4::UnitX();
  }
  if (!wrap) return;
  std::vector<char> is_led(plant.num_positions(), 0);
  for (const CoordinateMap& coordinate : plant.tree().coordinates()) {
    if (coordinate.position >= 0 &&
        coordinate.multiplier != std::rint(coordinate.multiplier)) {
      is_led[coordinate.position] = 1;
    }
  }
  for (int j = 0; j < plant.num_joints(); ++j) {
    const Joint& joint = plant.get_joint(JointIndex(j));
    if (joint.description.type == JointType::kContinuous &&
        joint.num_positions == 1 && !is_led[joint.position_start]) {
      wrapping_positions_.push_back(joint.position_start);
    }
  }
  std::sort(wrapping_positions_.begin(), wrapping_positions_.end());
}

LinearDistanceAndInterpolationProvider::LinearDistanceAndInterpolationProvider(
    const MultibodyPlant& plant, const ConstVectorRef& distance_weights,
    bool wrap)
    : LinearDistanceAndInterpolationProvider(plant, wrap) {
  ThrowUnless(distance_weights.size() == plant.num_positions(),
              "distance_weights must have size ", plant.num_positions(),
              ", got ", distance_weights.size());
  distance_weights_ = distance_weights;
  CheckWeights();
}

LinearDistanceAndInterpolationProvider::LinearDistanceAndInterpolationProvider(
    const MultibodyPlant& plant,
    const std::map<JointIndex, VectorX>& joint_distance_weights, bool wrap)
    : LinearDistanceAndInterpolationProvider(plant, wrap) {
  for (const auto& [index, weights] : joint_distance_weights) {
    const Joint& joint = plant.get_joint(index);
    ThrowUnless(weights.size() == joint.num_positions,
                "joint_distance_weights: joint '", joint.description.name,
                "' has ", joint.num_positions, " positions, got ",
                weights.size(), " weights");
    distance_weights_.segment(joint.position_start, joint.num_positions) =
        weights;
  }
  CheckWeights();
}

void LinearDistanceAndInterpolationProvider::CheckWeights() const {
  for (Eigen::Index i = 0; i < distance_weights_.size(); ++i) {
    CheckNonNegative(distance_weights_(i), Concat("distance weight ", i));
  }
  for (const int start : quaternion_starts_) {
    ThrowUnless(distance_weights_.segment<3>(start + 1).isZero(0),
                "the distance weights of the quaternion at position ", start,
                " must be (w, 0, 0, 0)");
  }
}

void LinearDistanceAndInterpolationProvider::CheckSize(
    const ConstVectorRef& from) const {
  if (from.size() != distance_weights_.size()) {
    throw std::invalid_argument(Concat(
        "q must have size ", distance_weights_.size(), ", got ", from.size()));
  }
}

double LinearDistanceAndInterpolationProvider::DoComputeConfigurationDistance(
    const ConstVectorRef& from, const ConstVectorRef& to) const {
  CheckSize(from);
  double sum = 0;
  auto quaternion = quaternion_starts_.begin();
  auto wrapping = wrapping_positions_.begin();
  for (int i = 0; i < from.size(); ++i) {
    double delta = to(i) - from(i);
    double weight = distance_weights_(i);
    if (wrapping != wrapping_positions_.end() && *wrapping == i) {
      delta = WrapDifference(delta);
      ++wrapping;
    } else if (quaternion != quaternion_starts_.end() && *quaternion == i) {
      delta = 2 * CalcHalfAngle(Normalise(from, i), Normalise(to, i));
      ++quaternion;
      i += 3;
    }
    sum += weight * weight * delta * delta;
  }
  return std::sqrt(sum);
}

void LinearDistanceAndInterpolationProvider::DoInterpolateBetweenConfigurations(
    const ConstVectorRef& from, const ConstVectorRef& to, double ratio,
    VectorX* q) const {
  CheckSize(from);
  *q = (1 - ratio) * from + ratio * to;
  for (const int i : wrapping_positions_) {
    const double difference = to(i) - from(i);
    if (std::abs(difference) > std::numbers::pi) {
      (*q)(i) = from(i) + ratio * WrapDifference(difference);
    }
  }
  for (const int start : quaternion_starts_) {
    const Vector4 a = Normalise(from, start);
    const Vector4 b = Normalise(to, start);
    const double sign = a.dot(b) < 0 ? -1 : 1;
    const double half_angle = CalcHalfAngle(a, b);
    const double sine = ComputeSineCosine(half_angle).sine;
    // Below, the arc is a chord to within rounding.
    constexpr double kSmall = 1e-8;
    Vector4 result = (1 - ratio) * a + ratio * sign * b;
    if (sine > kSmall) {
      result = (ComputeSineCosine((1 - ratio) * half_angle).sine * a +
                ComputeSineCosine(ratio * half_angle).sine * sign * b) /
               sine;
    }
    // At its ends an edge is what it was given, to the last bit.
    if (ratio == 0) {
      q->segment<4>(start) = from.segment<4>(start);
    } else if (ratio == 1) {
      q->segment<4>(start) = to.segment<4>(start);
    } else {
      q->segment<4>(start) = result.normalized();
    }
  }
}

}  // namespace clearway
