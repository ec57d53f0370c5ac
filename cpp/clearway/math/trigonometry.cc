#include "clearway/math/trigonometry.h"

#include <cmath>

namespace clearway {
namespace {

// pi/2 in three parts of 33 bits, so that n times each of the first two is
// exact for |n| < 2^20, and what is left over is below 1e-31 n.
constexpr double kPiHalf1 = 1.57079632673412561417e+00;
constexpr double kPiHalf2 = 6.07710050630396597660e-11;
constexpr double kPiHalf3 = 2.02226624879595063154e-21;
constexpr double kTwoOverPi = 6.36619772367581382433e-01;
constexpr double kLargest = 1e5;

// Taylor's series on [-pi/4, pi/4], where the first term left out is below
// 2^-57 of the result: (pi/4)^17 / 17! = 4.6e-17, (pi/4)^18 / 18! = 2.0e-18.
double SineKernel(double r, double tail) {
  const double z = r * r;
  const double p =
      z * (-1.0 / 6 +
           z * (1.0 / 120 + z * (-1.0 / 5040 +
                                 z * (1.0 / 362880 +
                                      z * (-1.0 / 39916800 +
                                           z * (1.0 / 6227020800 +
                                                z * (-1.0 / 1307674368000 +
                                                     z / 355687428096000)))))));
  return r + (r * p + tail * (1 - 0.5 * z));
}

double CosineKernel(double r, double tail) {
  const double z = r * r;
  const double p =
      z * z *
      (1.0 / 24 +
       z * (-1.0 / 720 +
            z * (1.0 / 40320 +
                 z * (-1.0 / 3628800 +
                      z * (1.0 / 479001600 +
                           z * (-1.0 / 87178291200 + z / 20922789888000))))));
  // 1 - z/2 is rounded once; its error is carried along.
  const double half = 0.5 * z;
  const double w = 1 - half;
  return w + (((1 - w) - half) + (p - r * tail));
}

}  // namespace

SineCosine ComputeSineCosine(double angle) {
  // std::remainder is exact by IEEE 754, so a large angle is brought near
  // first; it is then reduced by the double nearest 2 pi, not by 2 pi itself:
  // at 1e5 that is the last digit of the angle.
  double n = 0;
  if (std::abs(angle) > kLargest) {
    constexpr double kTwoPi = 6.28318530717958647693;
    angle = std::remainder(angle, kTwoPi);
  }
  n = std::nearbyint(angle * kTwoOverPi);
  const double high = angle - n * kPiHalf1;
  const double middle = n * kPiHalf2;
  const double r1 = high - middle;
  const double low = n * kPiHalf3 - ((high - r1) - middle);
  const double r = r1 - low;
  const double tail = (r1 - r) - low;
  const double s = SineKernel(r, tail);
  const double c = CosineKernel(r, tail);
  switch (static_cast<int>(n) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

}  // namespace clearway
