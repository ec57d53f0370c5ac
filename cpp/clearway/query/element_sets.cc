#include "clearway/query/element_sets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <Eigen/Geometry>

#include "clearway/query/convex.h"
#include "clearway/query/dispatch.h"
#include "clearway/query/element_pairs.h"
#include "clearway/query/element_traversal.h"
#include "clearway/query/mesh_traversal.h"
#include "clearway/query/tolerance.h"

namespace clearway::internal {
namespace {

PairInA MakeInfinite() {
  PairInA pair;
  pair.distance = HUGE_VAL;
  return pair;
}

/* A shape B seen from a set S: bounds of its distance from what boxes in S
 contain, cheap and dear, and the distance from single elements. */
class Target {
 public:
  Target(const Shape& B, const RigidTransform& X_SB)
      : B_(B),
        X_SB_(X_SB),
        is_half_space_(B.type() == ShapeType::kHalfSpace),
        is_mesh_(B.type() == ShapeType::kMesh),
        outer_(is_half_space_ ? ConvexSet(Sphere(0)) : MakeOuterSet(B)) {
    extent_ = X_SB.translation().norm();
    if (is_half_space_) return;
    const Aabb box = CalcConvexSetBox(outer_, RigidTransform());
    half_B_ = box.half_size();
    radius_ = CalcRadius(box.centre());
    p_SBo_ = X_SB * box.centre();
    abs_R_SB_ = X_SB.rotation().matrix().cwiseAbs();
    reach_S_ = abs_R_SB_ * half_B_;
    extent_ += box.centre().norm() + half_B_.norm();
    is_box_tight_ =
        B.type() == ShapeType::kBox || B.type() == ShapeType::kSphere;
  }

  /* By the gaps along the axes of S and of B, and by the ball about B; less
   rounding, since a bound must not hide what is nearer, or equally near. */
  double CalcBound(const Vector3& centre, const Vector3& half) const {
    constexpr double kRounding = 32 * std::numeric_limits<double>::epsilon();
    if (is_half_space_) {
      const Vector3 nhat_S = X_SB_.rotation().matrix().col(2);
      return nhat_S.dot(centre - X_SB_.translation()) -
             nhat_S.cwiseAbs().dot(half) -
             kRounding * (centre.cwiseAbs().sum() + half.sum() + extent_);
    }
    const Vector3 offset_S = p_SBo_ - centre;
    const Vector3 beyond_S = offset_S.cwiseAbs() - half;
    const Vector3 gap_S = beyond_S - reach_S_;
    const Vector3 gap_B =
        (X_SB_.rotation().matrix().transpose() * offset_S).cwiseAbs() -
        (half_B_ + abs_R_SB_.transpose() * half);
    const double bound = std::max(
        {CalcLength(gap_S), CalcLength(gap_B), CalcLength(beyond_S) - radius_});
    return bound -
           kRounding * (offset_S.cwiseAbs().sum() + half.sum() + radius_);
  }

  /* Whether a box is surely further than the threshold. */
  bool IsAbove(const Vector3& centre, const Vector3& half, double threshold) {
    if (is_half_space_ || is_box_tight_ || !std::isfinite(threshold)) {
      return false;
    }
    const Vector3 size = 2 * half;
    const ConvexSet box{Box(size.x(), size.y(), size.z())};
    const RigidTransform X_EB = RigidTransform::MakeUnchecked(
        X_SB_.rotation().matrix(), X_SB_.translation() - centre);
    return CompareConvexDistance(box, outer_, X_EB, threshold, &axis_S_) ==
           ThresholdVerdict::kAbove;
  }

  /* The same of an element. A mesh is at least as far as its hull, at either
   sign. */
  bool IsAbove(const PosedElement& element, double threshold) {
    if (!std::isfinite(threshold)) return false;
    if (is_mesh_ && threshold < 0) {
      const RigidTransform X_EB = RigidTransform::MakeUnchecked(
          X_SB_.rotation().matrix(), X_SB_.translation() - element.p_SE());
      return ComputeConvexDistance(element.convex(), outer_, X_EB).distance >
             threshold;
    }
    return CompareElementToShape(element, B_, X_SB_, threshold) ==
           ThresholdVerdict::kAbove;
  }

  /* How far B reaches from the origin of S; a HalfSpace's boundary. */
  double extent() const { return extent_; }

 private:
  static ConvexSet MakeOuterSet(const Shape& B) {
    if (B.type() != ShapeType::kMesh) return ConvexSet(B);
    return ConvexSet(static_cast<const Mesh&>(B).data().hull());
  }

  /* The length that gaps leave apart; the greatest, if none is positive. */
  static double CalcLength(const Vector3& gap) {
    const double greatest = gap.maxCoeff();
    return greatest <= 0 ? greatest : gap.cwiseMax(0).norm();
  }

  double CalcRadius(const Vector3& centre) const {
    switch (outer_.core()) {
      case ConvexSet::Core::kPoint:
        return outer_.radius();
      case ConvexSet::Core::kPolytope:
        return std::sqrt(
            (outer_.polytope().vertices().rowwise() - centre.transpose())
                .rowwise()
                .squaredNorm()
                .maxCoeff());
      case ConvexSet::Core::kEllipsoid:
        return half_B_.maxCoeff();
      default:
        return half_B_.norm();
    }
  }

  const Shape& B_;
  const RigidTransform& X_SB_;
  const bool is_half_space_;
  const bool is_mesh_;
  const ConvexSet outer_;  // B, or what contains it.
  bool is_box_tight_{true};
  double extent_;
  double radius_{0};  // Of a ball about the middle of B's box.
  Vector3 p_SBo_;     // That middle.
  Vector3 half_B_;
  Vector3 reach_S_;
  Matrix3 abs_R_SB_;
  Vector3 axis_S_{Vector3::Zero()};  // A guess of the normal.
};

/* The least pair so far, of equally near ones that of the lowest keys. */
class Least {
 public:
  const double& distance() const { return pair_.distance; }
  const PairInA& pair() const { return pair_; }

  void Take(const PairInA& pair, std::uint64_t key, std::uint64_t key_2 = 0) {
    if (pair.distance > pair_.distance) return;
    if (pair.distance == pair_.distance &&
        (key > key_ || (key == key_ && key_2 >= key_2_))) {
      return;
    }
    pair_ = pair;
    key_ = key;
    key_2_ = key_2;
  }

 private:
  PairInA pair_{MakeInfinite()};
  std::uint64_t key_{~std::uint64_t{0}};
  std::uint64_t key_2_{~std::uint64_t{0}};
};

/* The half spaces, z <= 0 in frames H, that a box is what remains of. */
template <class Visit>
void VisitOutside(const Aabb& box, Visit&& visit) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {1.0, -1.0}) {
      Matrix3 R_SH;
      R_SH.col(2) = sign * Vector3::Unit(axis);
      R_SH.col(0) = Vector3::Unit((axis + 1) % 3);
      R_SH.col(1) = R_SH.col(2).cross(R_SH.col(0));
      visit(RigidTransform::MakeUnchecked(R_SH,
                                          sign > 0 ? box.lower : box.upper));
    }
  }
}

void RefuseUnbounded() {
  throw std::invalid_argument(
      "a VoxelGrid with outside='occupied' has no signed distance to a shape "
      "that goes on without end");
}

/* With the outside of S for the first shape. */
void TakeOutside(const ElementSet& S, const Shape& B,
                 const RigidTransform& X_SB, Least* least) {
  if (!S.has_solid_outside()) return;
  if (IsUnbounded(B)) RefuseUnbounded();
  const HalfSpace half_space;
  std::uint64_t key = 0;
  VisitOutside(S.outer_box(), [&](const RigidTransform& X_SH) {
    const RigidTransform X_BH = X_SB.InvertAndCompose(X_SH);
    const PairInA pair =
        IsElementSet(B)
            ? ComputeSetShapeDistance(static_cast<const ElementSet&>(B),
                                      half_space, X_BH)
            : ComputeByTypes(B, half_space, X_BH);
    if (std::isfinite(pair.distance)) {
      least->Take(Mirrored(pair, X_SB), key++);
    }
  });
}

/* The verdict on a set, of the verdicts on its elements. */
class Verdicts {
 public:
  /* Returns whether to go on. */
  bool Take(ThresholdVerdict verdict) {
    if (verdict != ThresholdVerdict::kAbove) verdict_ = verdict;
    return verdict != ThresholdVerdict::kAtOrBelow;
  }
  bool Take(double distance, double threshold, double margin) {
    if (distance > threshold + margin) return true;
    return Take(distance < threshold - margin ? ThresholdVerdict::kAtOrBelow
                                              : ThresholdVerdict::kUndecided);
  }
  bool is_decided() const { return verdict_ == ThresholdVerdict::kAtOrBelow; }
  ThresholdVerdict verdict() const { return verdict_; }

 private:
  ThresholdVerdict verdict_{ThresholdVerdict::kAbove};
};

void CompareOutside(const ElementSet& S, const Shape& B,
                    const RigidTransform& X_SB, double threshold,
                    Verdicts* verdicts) {
  if (!S.has_solid_outside()) return;
  Least least;
  TakeOutside(S, B, X_SB, &least);
  const double scale = S.outer_box()
                           .lower.cwiseAbs()
                           .cwiseMax(S.outer_box().upper.cwiseAbs())
                           .norm();
  verdicts->Take(least.distance(), threshold,
                 CalcDecisionMargin(scale + X_SB.translation().norm()));
}

}  // namespace

PairInA ComputeSetShapeDistance(const ElementSet& S, const Shape& B,
                                const RigidTransform& X_SB) {
  Least least;
  Target target(B, X_SB);
  VisitElements(
      S, least.distance(),
      [&](const Vector3& centre, const Vector3& half) {
        return target.CalcBound(centre, half);
      },
      [&](const Vector3& centre, const Vector3& half) {
        return target.IsAbove(centre, half, least.distance());
      },
      [&](const ElementSet::Node& node) {
        const PosedElement element(S.GetElement(node));
        if (!target.IsAbove(element, least.distance())) {
          least.Take(ComputeElementDistance(element, B, X_SB), node.key);
        }
        return true;
      });
  TakeOutside(S, B, X_SB, &least);
  return least.pair();
}

PairInA ComputeSetSetDistance(const ElementSet& S, const ElementSet& T,
                              const RigidTransform& X_ST) {
  Least least;
  VisitElementPairs(S, T, SignedBoxGap(X_ST), least.distance(),
                    [&](const ElementSet::Node& e, const ElementSet::Node& f) {
                      least.Take(ComputeElementPairDistance(
                                     PosedElement(S.GetElement(e)),
                                     PosedElement(T.GetElement(f)), X_ST),
                                 e.key, f.key);
                      return true;
                    });
  TakeOutside(S, T, X_ST, &least);
  if (T.has_solid_outside()) {
    Least least_T;
    TakeOutside(T, S, X_ST.inverse(), &least_T);
    if (least_T.distance() < least.distance()) {
      return Mirrored(least_T.pair(), X_ST);
    }
  }
  return least.pair();
}

ThresholdVerdict CompareSetShapeDistance(const ElementSet& S, const Shape& B,
                                         const RigidTransform& X_SB,
                                         double threshold) {
  Verdicts verdicts;
  Target target(B, X_SB);
  const double margin =
      CalcDecisionMargin(target.extent() + std::abs(threshold));
  const double limit = threshold + margin;
  VisitElements(
      S, limit,
      [&](const Vector3& centre, const Vector3& half) {
        return target.CalcBound(centre, half);
      },
      [&](const Vector3& centre, const Vector3& half) {
        return target.IsAbove(centre, half, threshold);
      },
      [&](const ElementSet::Node& node) {
        const PosedElement element(S.GetElement(node));
        const ThresholdVerdict verdict =
            CompareElementToShape(element, B, X_SB, threshold);
        if (verdict != ThresholdVerdict::kUndecided) {
          return verdicts.Take(verdict);
        }
        return verdicts.Take(ComputeElementDistance(element, B, X_SB).distance,
                             threshold, margin);
      });
  if (!verdicts.is_decided()) {
    CompareOutside(S, B, X_SB, threshold, &verdicts);
  }
  return verdicts.verdict();
}

ThresholdVerdict CompareSetSetDistance(const ElementSet& S, const ElementSet& T,
                                       const RigidTransform& X_ST,
                                       double threshold) {
  Verdicts verdicts;
  const auto root_T = T.root();
  const double extent = root_T ? root_T->box.lower.cwiseAbs()
                                     .cwiseMax(root_T->box.upper.cwiseAbs())
                                     .norm()
                               : 0;
  const double margin = CalcDecisionMargin(X_ST.translation().norm() + extent +
                                           std::abs(threshold));
  const double limit = threshold + margin;
  VisitElementPairs(
      S, T, SignedBoxGap(X_ST), limit,
      [&](const ElementSet::Node& e, const ElementSet::Node& f) {
        return verdicts.Take(
            ComputeElementPairDistance(PosedElement(S.GetElement(e)),
                                       PosedElement(T.GetElement(f)), X_ST)
                .distance,
            threshold, margin);
      });
  if (!verdicts.is_decided()) CompareOutside(S, T, X_ST, threshold, &verdicts);
  if (!verdicts.is_decided()) {
    CompareOutside(T, S, X_ST.inverse(), threshold, &verdicts);
  }
  return verdicts.verdict();
}

}  // namespace clearway::internal
