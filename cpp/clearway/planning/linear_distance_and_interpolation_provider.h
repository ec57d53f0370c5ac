#pragma once

#include <map>
#include <vector>

#include "clearway/common/typed_index.h"
#include "clearway/multibody/plant.h"
#include "clearway/planning/distance_and_interpolation_provider.h"

namespace clearway {

/// Straight lines in configuration space, with weights:
///
///     distance = | w o delta |
///     interp   = (1 - r) from + r to,    or from + r delta where it wraps
///
/// delta is to - from, except that it is
///   - for a continuous joint, the same modulo 2 pi, in [-pi, pi] (unless the
///     joint leads a mimic whose multiplier is not a whole number: then
///     angles that are 2 pi apart are different configurations);
///   - for a quaternion, the angle between the two orientations in [0, pi],
///     counted once, in the place of qw. Both are normalised first;
///     interpolation is along the shorter arc (slerp).
///
/// Planar and roll-pitch-yaw joints do not wrap.
class LinearDistanceAndInterpolationProvider final
    : public DistanceAndInterpolationProvider {
 public:
  /// All weights 1; for a quaternion (1, 0, 0, 0).
  /// @param wrap  false treats continuous joints as Drake does: as revolute.
  explicit LinearDistanceAndInterpolationProvider(const MultibodyPlant& plant,
                                                  bool wrap = true);

  /// @param distance_weights  one a position, finite and >= 0; a quaternion's
  /// are (w, 0, 0, 0).
  /// @throws std::invalid_argument if they are not.
  LinearDistanceAndInterpolationProvider(const MultibodyPlant& plant,
                                         const ConstVectorRef& distance_weights,
                                         bool wrap = true);

  /// @param joint_distance_weights  for some joints, one weight for each of the
  /// joint's positions; the others keep the default.
  /// @throws std::out_of_range if there is no such joint.
  /// @throws std::invalid_argument as above.
  LinearDistanceAndInterpolationProvider(
      const MultibodyPlant& plant,
      const std::map<JointIndex, VectorX>& joint_distance_weights,
      bool wrap = true);

  const VectorX& distance_weights() const { return distance_weights_; }
  /// Where in q each quaternion (w x y z) begins.
  const std::vector<int>& quaternion_dof_start_indices() const {
    return quaternion_starts_;
  }
  /// The positions of q that wrap, ascending.
  const std::vector<int>& wrapping_dof_indices() const {
    return wrapping_positions_;
  }

 private:
  double DoComputeConfigurationDistance(const ConstVectorRef& from,
                                        const ConstVectorRef& to) const final;
  void DoInterpolateBetweenConfigurations(const ConstVectorRef& from,
                                          const ConstVectorRef& to,
                                          double ratio, VectorX* q) const final;

  void CheckSize(const ConstVectorRef& from) const;
  void CheckWeights() const;

  std::vector<int> quaternion_starts_;
  std::vector<int> wrapping_positions_;
  VectorX distance_weights_;
};

}  // namespace clearway
