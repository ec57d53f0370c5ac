#include "clearway/multibody/joint.h"

#include <array>
#include <limits>

#include "clearway/common/check.h"

namespace clearway {
namespace {

struct JointKind {
  std::string_view name;
  int num_coordinates;
  int num_velocities;
  std::array<std::string_view, 7> suffixes;
};

// In the order of JointType.
constexpr std::array<JointKind, 9> kKinds{{
    {"fixed", 0, 0, {}},
    {"revolute", 1, 1, {"q"}},
    {"continuous", 1, 1, {"q"}},
    {"prismatic", 1, 1, {"x"}},
    {"screw", 1, 1, {"q"}},
    {"planar", 3, 3, {"x", "y", "qz"}},
    {"universal", 2, 2, {"qx", "qy"}},
    {"ball_rpy", 3, 3, {"qx", "qy", "qz"}},
    {"quaternion_floating", 7, 6, {"qw", "qx", "qy", "qz", "x", "y", "z"}},
}};

const JointKind& kind(JointType type) {
  return kKinds[static_cast<size_t>(type)];
}

bool HasAxis(JointType type) {
  return type == JointType::kRevolute || type == JointType::kContinuous ||
         type == JointType::kPrismatic || type == JointType::kScrew;
}

void CheckLimits(const JointDescription& joint) {
  const int n = num_coordinates(joint.type);
  const VectorX& lower = joint.lower_limits;
  const VectorX& upper = joint.upper_limits;
  for (const auto& [limits, name] :
       {std::pair{&lower, "lower"}, std::pair{&upper, "upper"}}) {
    ThrowUnless(limits->size() == 0 || limits->size() == n, "joint \"",
                joint.name, "\" must have ", n, " ", name, " limits, got ",
                limits->size());
    ThrowUnless(!limits->hasNaN(), "the ", name, " limit of joint \"",
                joint.name, "\" is nan");
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ThrowUnless(lower.size() == 0 || (lower.array() < kInfinity).all(),
              "the lower limit of joint \"", joint.name, "\" is inf");
  ThrowUnless(upper.size() == 0 || (upper.array() > -kInfinity).all(),
              "the upper limit of joint \"", joint.name, "\" is -inf");
  if (lower.size() == 0 || upper.size() == 0) return;
  for (int i = 0; i < n; ++i) {
    ThrowUnless(lower[i] <= upper[i], "joint \"", joint.name,
                "\" has its lower limit ", lower[i], " above its upper limit ",
                upper[i]);
  }
}

void CheckMimic(const JointDescription& joint) {
  const JointDescription::Mimic& mimic = *joint.mimic;
  ThrowUnless(num_coordinates(joint.type) <= 1, "joint \"", joint.name,
              "\" cannot mimic another: it is ", to_string(joint.type),
              ", with ", num_coordinates(joint.type), " coordinates");
  ThrowUnless(mimic.leader != joint.name, "joint \"", joint.name,
              "\" mimics itself");
  CheckFinite(mimic.multiplier,
              Concat("the mimic multiplier of joint \"", joint.name, "\""));
  CheckFinite(mimic.offset,
              Concat("the mimic offset of joint \"", joint.name, "\""));
}

}  // namespace

int num_coordinates(JointType type) { return kind(type).num_coordinates; }

int num_joint_velocities(JointType type) { return kind(type).num_velocities; }

std::span<const std::string_view> position_suffixes(JointType type) {
  return std::span(kind(type).suffixes)
      .first(static_cast<size_t>(kind(type).num_coordinates));
}

std::string to_string(JointType type) { return std::string(kind(type).name); }

JointType JointTypeFromString(std::string_view name) {
  std::string all;
  for (size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i].name == name) return static_cast<JointType>(i);
    all += Concat(i == 0 ? "\"" : ", \"", kKinds[i].name, "\"");
  }
  throw std::invalid_argument(
      Concat("a joint's type must be one of ", all, ", got \"", name, "\""));
}

void CheckJointDescription(const JointDescription& joint) {
  ThrowUnless(!joint.name.empty(), "a joint's name must not be empty");
  if (HasAxis(joint.type)) {
    // The norm of a denormal or huge axis may not be a usable divisor.
    const double norm = joint.axis.norm();
    ThrowUnless(std::isfinite(norm) && norm > 1e-100, "joint \"", joint.name,
                "\" must have a finite axis other than zero, got (",
                joint.axis.x(), ", ", joint.axis.y(), ", ", joint.axis.z(),
                ")");
  }
  CheckFinite(joint.screw_pitch,
              Concat("the screw pitch of joint \"", joint.name, "\""));
  CheckLimits(joint);
  if (joint.mimic) CheckMimic(joint);
}

}  // namespace clearway
