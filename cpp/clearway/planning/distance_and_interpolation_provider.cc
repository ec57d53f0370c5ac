#include "clearway/planning/distance_and_interpolation_provider.h"

#include <cmath>

#include "clearway/common/check.h"

namespace clearway {
namespace {

void CheckPair(const ConstVectorRef& from, const ConstVectorRef& to) {
  if (from.size() != to.size()) {
    throw std::invalid_argument(Concat("from and to must have one size, got ",
                                       from.size(), " and ", to.size()));
  }
  for (Eigen::Index i = 0; i < from.size(); ++i) {
    if (!std::isfinite(from(i)) || !std::isfinite(to(i))) {
      const bool bad_from = !std::isfinite(from(i));
      throw std::invalid_argument(Concat(bad_from ? "from(" : "to(", i,
                                         ") must be finite, got ",
                                         bad_from ? from(i) : to(i)));
    }
  }
}

}  // namespace

double DistanceAndInterpolationProvider::ComputeConfigurationDistance(
    const ConstVectorRef& from, const ConstVectorRef& to) const {
  CheckPair(from, to);
  const double distance = DoComputeConfigurationDistance(from, to);
  if (!(std::isfinite(distance) && distance >= 0)) {
    throw std::invalid_argument(Concat(
        "the provider's configuration distance must be finite and >= 0, got ",
        distance));
  }
  return distance;
}

VectorX DistanceAndInterpolationProvider::InterpolateBetweenConfigurations(
    const ConstVectorRef& from, const ConstVectorRef& to, double ratio) const {
  VectorX q;
  InterpolateBetweenConfigurations(from, to, ratio, &q);
  return q;
}

void DistanceAndInterpolationProvider::InterpolateBetweenConfigurations(
    const ConstVectorRef& from, const ConstVectorRef& to, double ratio,
    VectorX* q) const {
  CheckPair(from, to);
  if (!(ratio >= 0 && ratio <= 1)) {
    throw std::invalid_argument(Concat("ratio must be in [0, 1], got ", ratio));
  }
  q->resize(from.size());
  DoInterpolateBetweenConfigurations(from, to, ratio, q);
  if (q->size() != from.size()) {
    throw std::invalid_argument(
        Concat("the provider's interpolated configuration must have size ",
               from.size(), ", got ", q->size()));
  }
  for (Eigen::Index i = 0; i < q->size(); ++i) {
    if (!std::isfinite((*q)(i))) {
      throw std::invalid_argument(
          Concat("the provider's interpolated configuration must be finite, "
                 "but its element ",
                 i, " is ", (*q)(i)));
    }
  }
}

}  // namespace clearway
