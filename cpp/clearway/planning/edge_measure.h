#pragma once

#include <string>

namespace clearway {

/// How far along an edge from q1 to q2 its samples are free.
///
///     completely free:  every sample is free; alpha = 1.
///     partially free:   alpha in [0, 1) is the parameter of the last free
///                       sample before the first colliding one. Where the
///                       collision begins lies between it and the next sample.
///     not free:         q1 collides; alpha is undefined.
///
/// Measuring (q1, q(alpha)) anew samples elsewhere, and may find a collision.
class EdgeMeasure {
 public:
  /// @param distance  of the whole edge, finite and >= 0.
  /// @param alpha  at most 1; negative means undefined.
  /// @throws std::invalid_argument if they are not.
  EdgeMeasure(double distance, double alpha);

  bool completely_free() const { return alpha_ == 1; }
  bool partially_free() const { return alpha_ >= 0; }
  /// The distance between q1 and q2, free or not.
  double distance() const { return distance_; }
  /// @throws std::logic_error if it is undefined.
  double alpha() const;
  double alpha_or(double default_value) const {
    return partially_free() ? alpha_ : default_value;
  }
  std::string to_string() const;

 private:
  double distance_;
  double alpha_;
};

}  // namespace clearway
