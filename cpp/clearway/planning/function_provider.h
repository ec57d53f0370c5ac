#pragma once

#include <memory>

#include "clearway/planning/collision_checker_params.h"
#include "clearway/planning/distance_and_interpolation_provider.h"

namespace clearway::internal {

/* A provider made of two functions, each of which may be replaced. A null one
 is that of `fallback`. */
class FunctionProvider final : public DistanceAndInterpolationProvider {
 public:
  FunctionProvider(
      std::shared_ptr<const DistanceAndInterpolationProvider> fallback,
      ConfigurationDistanceFunction distance,
      ConfigurationInterpolationFunction interpolation);

  /* The same with one function replaced. */
  std::shared_ptr<const FunctionProvider> WithDistance(
      ConfigurationDistanceFunction distance) const;
  std::shared_ptr<const FunctionProvider> WithInterpolation(
      ConfigurationInterpolationFunction interpolation) const;

 private:
  double DoComputeConfigurationDistance(const ConstVectorRef& from,
                                        const ConstVectorRef& to) const final;
  void DoInterpolateBetweenConfigurations(const ConstVectorRef& from,
                                          const ConstVectorRef& to,
                                          double ratio, VectorX* q) const final;

  std::shared_ptr<const DistanceAndInterpolationProvider> fallback_;
  ConfigurationDistanceFunction distance_;
  ConfigurationInterpolationFunction interpolation_;
};

}  // namespace clearway::internal
