#pragma once

namespace clearway {

struct SineCosine {
  double sine;
  double cosine;
};

/// The one scalar sine and cosine of the library, the same bits on every
/// machine: no call of the C library, whose last digit varies with its version.
///
/// @param angle  finite. [rad]
/// @returns both to within 2.3e-16 for |angle| <= 1e5; a larger angle is first
/// brought near by the double nearest 2 pi, which costs its last digit.
SineCosine ComputeSineCosine(double angle);

}  // namespace clearway
