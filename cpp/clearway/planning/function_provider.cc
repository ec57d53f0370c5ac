#include "clearway/planning/function_provider.h"

#include <utility>

namespace clearway::internal {

FunctionProvider::FunctionProvider(
    std::shared_ptr<const DistanceAndInterpolationProvider> fallback,
    ConfigurationDistanceFunction distance,
    ConfigurationInterpolationFunction interpolation)
    : fallback_(std::move(fallback)),
      distance_(std::move(distance)),
      interpolation_(std::move(interpolation)) {}

std::shared_ptr<const FunctionProvider> FunctionProvider::WithDistance(
    ConfigurationDistanceFunction distance) const {
  return std::make_shared<FunctionProvider>(fallback_, std::move(distance),
                                            interpolation_);
}

std::shared_ptr<const FunctionProvider> FunctionProvider::WithInterpolation(
    ConfigurationInterpolationFunction interpolation) const {
  return std::make_shared<FunctionProvider>(fallback_, distance_,
                                            std::move(interpolation));
}

double FunctionProvider::DoComputeConfigurationDistance(
    const ConstVectorRef& from, const ConstVectorRef& to) const {
  return distance_ ? distance_(from, to)
                   : fallback_->ComputeConfigurationDistance(from, to);
}

void FunctionProvider::DoInterpolateBetweenConfigurations(
    const ConstVectorRef& from, const ConstVectorRef& to, double ratio,
    VectorX* q) const {
  if (interpolation_) {
    *q = interpolation_(from, to, ratio);
  } else {
    fallback_->InterpolateBetweenConfigurations(from, to, ratio, q);
  }
}

}  // namespace clearway::internal
