#include "clearway/planning/edge_measure.h"

#include "clearway/common/check.h"

namespace clearway {

EdgeMeasure::EdgeMeasure(double distance, double alpha)
    : distance_(CheckNonNegative(distance, "distance")), alpha_(alpha) {
  ThrowUnless(alpha <= 1, "alpha must be at most 1, got ", alpha);
  if (alpha < 0) alpha_ = -1;
}

double EdgeMeasure::alpha() const {
  if (!partially_free()) {
    throw std::logic_error("alpha is undefined: the edge's start collides");
  }
  return alpha_;
}

std::string EdgeMeasure::to_string() const {
  return Concat("EdgeMeasure(distance=", distance_, ", alpha=", alpha_, ")");
}

}  // namespace clearway
