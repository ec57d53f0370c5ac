#include "clearway/query/box.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "clearway/query/direction.h"
#include "clearway/query/tolerance.h"

namespace clearway::internal {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// The rounding of a distance here, per scale of the pair: lengths and vectors
// that differ by less are equal.
constexpr double kNoise = 16 * kEpsilon;

struct Boxes {
  Vector3 half_A, half_B;
  Matrix3 R_AB;
  Vector3 p_AB;
  double scale;

  Boxes(const Vector3& half_A_in, const Vector3& half_B_in,
        const RigidTransform& X_AB)
      : half_A(half_A_in),
        half_B(half_B_in),
        R_AB(X_AB.rotation().matrix()),
        p_AB(X_AB.translation()),
        scale(p_AB.cwiseAbs().maxCoeff() + half_A.maxCoeff() +
              half_B.maxCoeff()) {}

  /* How far the boxes are apart along a unit vector: a lower bound of their
   distance, and minus the translation along it that separates them. */
  double CalcSeparation(const Vector3& axis_A) const {
    return std::abs(axis_A.dot(p_AB)) - axis_A.cwiseAbs().dot(half_A) -
           (R_AB.transpose() * axis_A).cwiseAbs().dot(half_B);
  }

  /* Calls visit(axis) for the 15 axes, or until it returns true. */
  template <typename Visit>
  void VisitAxes(Visit&& visit) const {
    for (int i = 0; i < 3; ++i) {
      if (visit(Vector3(Vector3::Unit(i)))) return;
    }
    for (int j = 0; j < 3; ++j) {
      if (visit(Vector3(R_AB.col(j)))) return;
    }
    for (int i = 0; i < 3; ++i) {
      if (half_A[i] == 0) continue;  // no edge
      for (int j = 0; j < 3; ++j) {
        if (half_B[j] == 0) continue;
        // Any unit axis gives a valid separation, so that nearly parallel edges
        // need no exception: only parallel ones have no axis of their own.
        const Vector3 cross = Vector3::Unit(i).cross(R_AB.col(j));
        const double norm = cross.norm();
        if (norm > 0 && visit(Vector3(cross / norm))) return;
      }
    }
  }
};

/* The axis along which the boxes are furthest apart, out of B towards A. */
struct SeparatingAxis {
  double separation{-std::numeric_limits<double>::infinity()};
  Vector3 nhat_BA_A{Vector3::UnitX()};
};

/* Stops at the first axis with more separation than `enough`. */
SeparatingAxis FindSeparatingAxis(const Boxes& boxes, double enough) {
  SeparatingAxis best;
  const double tie = kNoise * boxes.scale;
  boxes.VisitAxes([&](const Vector3& axis) {
    const double separation = boxes.CalcSeparation(axis);
    const bool suffices = separation > enough;
    if (suffices || separation > best.separation + tie) {
      best = {separation, axis};
    }
    return suffices;
  });
  best.nhat_BA_A *= SignOf(-best.nhat_BA_A.dot(boxes.p_AB));
  return best;
}

/* The same from products of the coordinates alone (Gottschalk, Lin and Manocha
 1996), without ties, to 1e-12 of the scale: for bounds. */
SeparatingAxis BoundSeparation(const Boxes& boxes, double enough) {
  const Matrix3& R = boxes.R_AB;
  const Vector3& p = boxes.p_AB;
  const Vector3& a = boxes.half_A;
  const Vector3& b = boxes.half_B;
  const Matrix3 abs_R = R.cwiseAbs();
  const Vector3 p_B = R.transpose() * p;
  const auto make = [&](double separation, const Vector3& axis) {
    return SeparatingAxis{separation, SignOf(-axis.dot(p)) * axis};
  };

  const Vector3 along_A = p.cwiseAbs() - a - abs_R * b;
  const Vector3 along_B = p_B.cwiseAbs() - b - abs_R.transpose() * a;
  int i_A, i_B;
  const double best_A = along_A.maxCoeff(&i_A);
  const double best_B = along_B.maxCoeff(&i_B);
  double best = std::max(best_A, best_B);
  if (best > enough) {
    return best_A >= best_B ? make(best_A, Vector3::Unit(i_A))
                            : make(best_B, R.col(i_B));
  }

  // Below this squared sine of the edges' angle the products lose digits that
  // a unit axis keeps.
  constexpr double kSmallSine2 = 1e-4;
  int best_i = -1, best_j = -1;
#pragma GCC unroll 3
  for (int j = 0; j < 3; ++j) {
    const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
      // Along e_i x R_j, whose length is the sine.
      double separation = std::abs(p[i2] * R(i1, j) - p[i1] * R(i2, j)) -
                          (a[i1] * abs_R(i2, j) + a[i2] * abs_R(i1, j)) -
                          (b[j1] * abs_R(i, j2) + b[j2] * abs_R(i, j1));
      // A sine below one only takes a negative number further down.
      const double sine2 = R(i1, j) * R(i1, j) + R(i2, j) * R(i2, j);
      if (separation <= best && sine2 >= kSmallSine2 && separation < 0) {
        continue;
      }
      if (a[i] == 0 || b[j] == 0 || !(sine2 > 0)) continue;  // no edge, no axis
      if (sine2 >= kSmallSine2) {
        separation /= std::sqrt(sine2);
      } else {
        separation =
            boxes.CalcSeparation(Vector3::Unit(i).cross(R.col(j)).normalized());
      }
      if (separation <= best) continue;
      best = separation;
      best_i = i;
      best_j = j;
      if (best > enough) break;
    }
    if (best > enough) break;
  }
  if (best_i >= 0) {
    return make(best, Vector3::Unit(best_i).cross(R.col(best_j)).normalized());
  }
  return best_A >= best_B ? make(best_A, Vector3::Unit(i_A))
                          : make(best_B, R.col(i_B));
}

/* Gathers pairs of points, one on each box, and keeps the mean of the closest:
 closest pairs form a convex set, with one difference common to all. */
class ClosestPairs {
 public:
  explicit ClosestPairs(double noise) : noise_(noise) {}

  void Add(const Vector3& p_ACa, const Vector3& p_CbCa_A) {
    const double squared = p_CbCa_A.squaredNorm();
    if (squared > limit_squared_) return;
    const double distance = std::sqrt(squared);
    const bool same =
        count_ > 0 && (p_CbCa_A - p_CbCa_A_).cwiseAbs().maxCoeff() <= noise_;
    if (distance < distance_) {
      distance_ = distance;
      limit_squared_ = (distance + noise_) * (distance + noise_);
      p_CbCa_A_ = p_CbCa_A;
      if (!same) {
        sum_p_ACa_.setZero();
        count_ = 0;
      }
    } else if (!same) {
      return;
    }
    sum_p_ACa_ += p_ACa;
    ++count_;
  }

  Vector3 p_ACa() const { return sum_p_ACa_ / count_; }
  const Vector3& p_CbCa_A() const { return p_CbCa_A_; }

 private:
  double noise_;
  double distance_{std::numeric_limits<double>::infinity()};
  double limit_squared_{std::numeric_limits<double>::infinity()};
  int count_{0};
  Vector3 sum_p_ACa_{Vector3::Zero()};
  Vector3 p_CbCa_A_{Vector3::Zero()};
};

/* Calls visit(vertex) for each vertex of a box, once where sizes are 0. */
template <typename Visit>
void VisitVertices(const Vector3& half, Visit&& visit) {
  for (const double x : {1.0, -1.0}) {
    if (half.x() == 0 && x < 0) continue;
    for (const double y : {1.0, -1.0}) {
      if (half.y() == 0 && y < 0) continue;
      for (const double z : {1.0, -1.0}) {
        if (half.z() == 0 && z < 0) continue;
        visit(half.cwiseProduct(Vector3(x, y, z)));
      }
    }
  }
}

/* From the nearest point of a box to p; zero inside. */
Vector3 CalcExcess(const Vector3& p, const Vector3& half) {
  return (p - half).cwiseMax(0) + (p + half).cwiseMin(0);
}

/* Calls visit(p_ACa, p_CbCa_A) for each vertex and the point that is nearest to
 it on the other box. */
template <typename Visit>
void VisitVertexPairs(const Boxes& boxes, Visit&& visit) {
  VisitVertices(boxes.half_A, [&](const Vector3& p_AV) {
    const Vector3 p_BV = boxes.R_AB.transpose() * (p_AV - boxes.p_AB);
    visit(p_AV, Vector3(boxes.R_AB * CalcExcess(p_BV, boxes.half_B)));
  });
  VisitVertices(boxes.half_B, [&](const Vector3& p_BV) {
    const Vector3 p_AV = boxes.R_AB * p_BV + boxes.p_AB;
    const Vector3 excess = CalcExcess(p_AV, boxes.half_A);
    visit(Vector3(p_AV - excess), Vector3(-excess));
  });
}

/* The edges of a box along axis i that reach furthest along `direction`: one,
 or two if the direction is across a third axis to within its rounding. Their
 midpoints, in the box's frame. */
struct SupportEdges {
  Vector3 midpoints[2];
  int count{1};

  SupportEdges(const Vector3& half, int i, const Vector3& direction) {
    midpoints[0].setZero();
    int tied = -1;
    for (int k = 0; k < 3; ++k) {
      if (k == i) continue;
      midpoints[0][k] = SignOf(direction[k]) * half[k];
      if (std::abs(direction[k]) <= 8 * kEpsilon && half[k] > 0) tied = k;
    }
    if (tied >= 0) {
      midpoints[1] = midpoints[0];
      midpoints[1][tied] *= -1;
      count = 2;
    }
  }
};

/* The same for closest points inside two edges; their end points are vertices.
 */
template <typename Visit>
void VisitEdgePairs(const Boxes& boxes, Visit&& visit) {
  for (int i = 0; i < 3; ++i) {
    if (boxes.half_A[i] == 0) continue;
    for (int j = 0; j < 3; ++j) {
      if (boxes.half_B[j] == 0) continue;
      const Vector3 b = boxes.R_AB.col(j);
      // Out of B towards A, and perpendicular to both edges; not normalised, so
      // that each component is off by a few epsilon.
      Vector3 cross = Vector3::Unit(i).cross(b);
      Vector3 b_across = b;
      b_across[i] = 0;
      const double sine2 = b_across.squaredNorm();
      const double sine = std::sqrt(sine2);
      if (sine <= 8 * kEpsilon) continue;  // parallel: vertices suffice
      cross *= SignOf(-cross.dot(boxes.p_AB));
      const SupportEdges edges_A(boxes.half_A, i, -cross);
      const SupportEdges edges_B(boxes.half_B, j,
                                 boxes.R_AB.transpose() * cross);
      for (int m = 0; m < edges_A.count; ++m) {
        for (int n = 0; n < edges_B.count; ++n) {
          const Vector3 p_AE = edges_A.midpoints[m];
          const Vector3 p_EF_A =
              boxes.R_AB * edges_B.midpoints[n] + boxes.p_AB - p_AE;
          const double t = -p_EF_A.dot(b_across) / sine2;
          const double s = p_EF_A[i] + t * b[i];
          if (std::abs(t) > boxes.half_B[j] || std::abs(s) > boxes.half_A[i]) {
            continue;
          }
          visit(Vector3(p_AE + s * Vector3::Unit(i)),
                Vector3((-p_EF_A.dot(cross) / sine2) * cross));
        }
      }
    }
  }
}

template <typename Visit>
void VisitPairs(const Boxes& boxes, Visit&& visit) {
  VisitVertexPairs(boxes, visit);
  VisitEdgePairs(boxes, visit);
}

ClosestPairs FindClosestPairs(const Boxes& boxes) {
  ClosestPairs closest(kNoise * boxes.scale);
  VisitPairs(boxes, [&](const Vector3& p_ACa, const Vector3& p_CbCa_A) {
    closest.Add(p_ACa, p_CbCa_A);
  });
  return closest;
}

/* A separation s along nhat, and its witness on A. */
struct Certificate {
  double separation{};
  Vector3 nhat_BA_A;
  Vector3 p_ACa;
};

/* Finds the direction and the pair of points that prove each other best, for
 boxes at a distance D > 0 where the difference v of the closest points found
 does not prove itself: v bounds D from above, the separation s along a unit
 vector n from below, and what is between them is at most |v - s n|.

 Points whose distance is D + e, for e the rounding, may differ from the closest
 ones by w with |w|^2 ~ 2 D e, so that v / |v| is off the true normal by
 r = |w| / D, and s by r times the size of the boxes, far more than e. The true
 normal is in the cone K of normals common to the two features. Any unit vector
 in K that is within 2 r of it has s >= D cos(2 r) ~ D - 4 e, and one of those
 is the point of K nearest to v: v itself, v less its part along an edge of
 either box (K's facets are across edges), or one of the 15 axes (K's rays). All
 of them are tried on all pairs that tie, and that includes the closest pair,
 for which v differs from s n by the rounding only. */
Certificate FindCertificate(const Boxes& boxes, double distance) {
  const double noise = kNoise * boxes.scale;
  Certificate best;
  double least = std::numeric_limits<double>::infinity();
  VisitPairs(boxes, [&](const Vector3& p_ACa, const Vector3& v) {
    if (v.norm() > distance + noise) return;
    const auto try_along = [&](const Vector3& direction) {
      const double length = direction.norm();
      if (!(length > 0)) return;
      const Vector3 nhat = (SignOf(direction.dot(v)) / length) * direction;
      const double separation = boxes.CalcSeparation(nhat);
      const double residual = (v - separation * nhat).norm();
      if (residual < least) {
        least = residual;
        best = {separation, nhat, p_ACa};
      }
    };
    try_along(v);
    for (int i = 0; i < 3; ++i) {
      Vector3 across = v;
      across[i] = 0;
      try_along(across);
      const Vector3 b = boxes.R_AB.col(i);
      try_along(v - v.dot(b) * b);
    }
    boxes.VisitAxes([&](const Vector3& axis) {
      try_along(axis);
      return false;
    });
  });
  // The middle of all pairs that it holds for.
  Vector3 sum = Vector3::Zero();
  int count = 0;
  VisitPairs(boxes, [&](const Vector3& p_ACa, const Vector3& v) {
    if ((v - best.separation * best.nhat_BA_A).norm() > least + noise) return;
    sum += p_ACa;
    ++count;
  });
  best.p_ACa = sum / count;
  return best;
}

PairInA ComputeBoxes(Boxes boxes) {
  const SeparatingAxis axis =
      FindSeparatingAxis(boxes, std::numeric_limits<double>::infinity());
  PairInA result;
  result.distance = axis.separation;
  result.nhat_BA_A = axis.nhat_BA_A;
  if (axis.separation <= 0) {
    // Moved apart until they touch, the boxes have their witnesses in common.
    boxes.p_AB += axis.separation * axis.nhat_BA_A;
    result.p_ACa = FindClosestPairs(boxes).p_ACa();
  } else {
    const ClosestPairs closest = FindClosestPairs(boxes);
    result.p_ACa = closest.p_ACa();
    // Where the axis explains the difference, its direction is the better one:
    // the difference of points that nearly touch has none.
    const double noise = kNoise * boxes.scale;
    const Vector3 along_axis = axis.separation * axis.nhat_BA_A;
    if ((closest.p_CbCa_A() - along_axis).norm() > noise) {
      const Direction B_to_A =
          CalcDirection(closest.p_CbCa_A(), axis.nhat_BA_A);
      if (B_to_A.length - boxes.CalcSeparation(B_to_A.unit) <= noise) {
        result.distance = B_to_A.length;
        result.nhat_BA_A = B_to_A.unit;
      } else {
        const Certificate found = FindCertificate(boxes, B_to_A.length);
        result.distance = std::max(found.separation, axis.separation);
        result.nhat_BA_A = found.nhat_BA_A;
        result.p_ACa = found.p_ACa;
      }
    }
  }
  result.p_ACb = result.p_ACa - result.distance * result.nhat_BA_A;
  return result;
}

}  // namespace

PairInA ComputeBoxCores(const Vector3& half_A, const Vector3& half_B,
                        const RigidTransform& X_AB) {
  return ComputeBoxes(Boxes(half_A, half_B, X_AB));
}

PairInA ComputeBoxBox(const Box& A, const Box& B, const RigidTransform& X_AB) {
  return ComputeBoxCores(0.5 * A.size(), 0.5 * B.size(), X_AB);
}

ThresholdVerdict CompareBoxBox(const Box& A, const Box& B,
                               const RigidTransform& X_AB, double threshold,
                               Vector3* axis_A) {
  const Boxes boxes(0.5 * A.size(), 0.5 * B.size(), X_AB);
  const double margin = CalcDecisionMargin(boxes.scale);
  if (!axis_A->isZero(0)) {
    axis_A->normalize();
    if (boxes.CalcSeparation(*axis_A) > threshold + margin) {
      return ThresholdVerdict::kAbove;
    }
  }
  const SeparatingAxis axis = BoundSeparation(boxes, threshold + margin);
  *axis_A = axis.nhat_BA_A;
  if (axis.separation > threshold + margin) return ThresholdVerdict::kAbove;
  // Of all axes the greatest separation, if negative, is the distance itself.
  if (axis.separation < -margin && axis.separation < threshold - margin) {
    return ThresholdVerdict::kAtOrBelow;
  }
  return ThresholdVerdict::kUndecided;
}

}  // namespace clearway::internal
