#pragma once

#include "clearway/math/types.h"

namespace clearway {

/// How far apart two configurations are, and what lies between them. What is
/// promised of every provider d, interp:
///
///     d(a, b) >= 0, d(q, q) = 0
///     interp(a, b, 0) = a, interp(a, b, 1) = b, interp(q, q, r) = q
///
/// where equality counts angles modulo 2 pi and quaternions up to sign. The
/// distance need be neither symmetric nor a metric.
///
/// Subclasses implement the Do… methods; arguments and results are checked
/// here.
///
/// @thread_safety Const methods are called from any thread, several at once.
class DistanceAndInterpolationProvider {
 public:
  virtual ~DistanceAndInterpolationProvider() = default;
  DistanceAndInterpolationProvider(const DistanceAndInterpolationProvider&) =
      delete;
  DistanceAndInterpolationProvider& operator=(
      const DistanceAndInterpolationProvider&) = delete;

  /// @throws std::invalid_argument if the sizes differ or a value is not
  /// finite, or if the subclass's distance is negative or not finite.
  double ComputeConfigurationDistance(const ConstVectorRef& from,
                                      const ConstVectorRef& to) const;

  /// @param ratio  in [0, 1].
  /// @throws std::invalid_argument as above, if ratio is outside [0, 1], or if
  /// the subclass's result has another size or is not finite.
  VectorX InterpolateBetweenConfigurations(const ConstVectorRef& from,
                                           const ConstVectorRef& to,
                                           double ratio) const;

  /// The same into *q, which is resized only if its size is wrong: no
  /// allocation in a loop.
  void InterpolateBetweenConfigurations(const ConstVectorRef& from,
                                        const ConstVectorRef& to, double ratio,
                                        VectorX* q) const;

 protected:
  DistanceAndInterpolationProvider() = default;

  virtual double DoComputeConfigurationDistance(
      const ConstVectorRef& from, const ConstVectorRef& to) const = 0;
  /// @param q  of the size of `from`; to be filled. It may be resized.
  virtual void DoInterpolateBetweenConfigurations(const ConstVectorRef& from,
                                                  const ConstVectorRef& to,
                                                  double ratio,
                                                  VectorX* q) const = 0;
};

}  // namespace clearway
