#include "clearway/query/portal.h"

#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Geometry>

#include "clearway/query/tolerance.h"

namespace clearway::internal {
namespace {

constexpr int kMaxSteps = 24;
// Of the angle between two edges of a triangle whose plane is trusted: there a
// plane's distance is off by 1e4 roundings of the coordinates at most.
constexpr double kMinSine2 = 1e-8;
// Of a vector whose length is trusted: below it the square underflows.
constexpr double kMinSquare = std::numeric_limits<double>::min();

class Portal {
 public:
  Portal(const MinkowskiDifference& difference, double threshold)
      : difference_(difference),
        threshold_(threshold),
        margin_(CalcDecisionMargin(difference.CalcScale())),
        squared_margin_(margin_ * margin_) {}

  ThresholdVerdict Compare(Vector3* axis_A) {
    const ThresholdVerdict verdict = Refine();
    if (verdict != kUndecided) *axis_A = axis_;
    return verdict;
  }

 private:
  using enum ThresholdVerdict;

  // Puts the point of D furthest along n into *v. Returns false if the origin
  // is not short of it: then verdict_ says whether by enough to decide.
  bool FindFurthest(const Vector3& n, Vector3* v) {
    *v = difference_.FindLeastPoint(-n);
    double height = n.dot(*v);
    if (threshold_ == 0 && height > 0) return true;
    const double nn = n.squaredNorm();
    if (nn < kMinSquare) return false;
    const double norm = std::sqrt(nn);
    const Vector3 nhat = n / norm;
    height /= norm;
    if (height > -threshold_) {
      *v += threshold_ * nhat;
      return true;
    }
    if (-height > threshold_ + margin_) {
      verdict_ = kAbove;
      axis_ = -nhat;
    }
    return false;
  }

  ThresholdVerdict Refine() {
    v0_ = difference_.CalcCentre();
    if (v0_.squaredNorm() < kMinSquare) return kUndecided;
    if (difference_.A().core() == ConvexSet::Core::kBox && DecideAtBox()) {
      return verdict_;
    }
    if (!FindFurthest(-v0_, &v1_)) return verdict_;
    Vector3 n = v1_.cross(v0_);
    if (n.squaredNorm() <= kMinSine2 * v1_.squaredNorm() * v0_.squaredNorm()) {
      return kUndecided;
    }
    if (!FindFurthest(n, &v2_)) return verdict_;
    n = (v1_ - v0_).cross(v2_ - v0_);
    if (n.dot(v0_) > 0) {
      std::swap(v1_, v2_);
      n = -n;
    }
    int step = 0;
    for (;; ++step) {
      if (step == kMaxSteps) return kUndecided;
      if (!FindFurthest(n, &v3_)) return verdict_;
      if (v1_.cross(v3_).dot(v0_) < 0) {
        v2_ = v3_;
      } else if (v3_.cross(v2_).dot(v0_) < 0) {
        v1_ = v3_;
      } else {
        break;
      }
      n = (v1_ - v0_).cross(v2_ - v0_);
    }
    for (; step < kMaxSteps; ++step) {
      n = (v2_ - v1_).cross(v3_ - v1_);
      const double beyond = n.dot(v1_);
      const double nn = n.squaredNorm();
      if (beyond > 0 && beyond * beyond > squared_margin_ * nn) {
        if (!EnclosesBall()) return kUndecided;
        axis_ = n / -std::sqrt(nn);
        return kAtOrBelow;
      }
      Vector3 v4;
      if (!FindFurthest(n, &v4)) return verdict_;
      const double gain = n.dot(v4) - beyond;
      if (!(gain > 0) || gain * gain <= squared_margin_ * nn) {
        return kUndecided;
      }
      const Vector3 across = v4.cross(v0_);
      if (v1_.dot(across) >= 0) {
        (v2_.dot(across) >= 0 ? v1_ : v3_) = v4;
      } else {
        (v3_.dot(across) >= 0 ? v2_ : v1_) = v4;
      }
    }
    return kUndecided;
  }

  // The point of B that reaches furthest towards the box A, on the way from B's
  // middle, is often all it takes: short of the box, or inside.
  bool DecideAtBox() {
    const Vector3& half = difference_.A().half_size();
    const Vector3 p_AM = -v0_;
    const Vector3 n = p_AM - p_AM.cwiseMin(half).cwiseMax(-half);
    if (n.squaredNorm() < kMinSquare) return false;
    const DifferenceVertex vertex = difference_.FindLeast(-n);
    if ((vertex.b.cwiseAbs().array() < half.array() - margin_).all()) {
      verdict_ = kAtOrBelow;
    } else if (n.dot(vertex.w) < 0 &&
               -n.dot(vertex.w) > (threshold_ + margin_) * n.norm()) {
      verdict_ = kAbove;
    } else {
      return false;
    }
    axis_ = -n.normalized();
    return true;
  }

  // Whether the tetrahedron contains the ball of the margin at the origin.
  bool EnclosesBall() const {
    return IsBehind(v1_, v2_, v3_, v0_) && IsBehind(v0_, v1_, v2_, v3_) &&
           IsBehind(v0_, v2_, v3_, v1_) && IsBehind(v0_, v3_, v1_, v2_);
  }

  // Whether the ball is on that side of the plane abc on which `inside` is.
  bool IsBehind(const Vector3& a, const Vector3& b, const Vector3& c,
                const Vector3& inside) const {
    const Vector3 ab = b - a;
    const Vector3 ac = c - a;
    const Vector3 n = ab.cross(ac);
    const double nn = n.squaredNorm();
    if (nn <= kMinSine2 * ab.squaredNorm() * ac.squaredNorm()) return false;
    const double origin = -n.dot(a);
    return origin * n.dot(inside - a) > 0 &&
           origin * origin > squared_margin_ * nn;
  }

  const MinkowskiDifference& difference_;
  double threshold_;
  double margin_;
  double squared_margin_;
  Vector3 v0_, v1_, v2_, v3_;
  ThresholdVerdict verdict_{kUndecided};
  Vector3 axis_;
};

}  // namespace

ThresholdVerdict CompareByPortal(const MinkowskiDifference& difference,
                                 double threshold, Vector3* axis_A) {
  return Portal(difference, threshold).Compare(axis_A);
}

}  // namespace clearway::internal
