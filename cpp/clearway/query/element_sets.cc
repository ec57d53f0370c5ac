#include "clearway/query/element_sets.h"

#include <cmath>
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

/* Bounds the distance of a shape B from what boxes in S contain. */
class ShapeBound {
 public:
  ShapeBound(const Shape& B, const RigidTransform& X_SB)
      : X_SB_(X_SB),
        is_half_space_(B.type() == ShapeType::kHalfSpace),
        gap_(X_SB) {
    if (is_half_space_) {
      extent_ = X_SB.translation().norm();
      return;
    }
    const ConvexSet outer =
        B.type() == ShapeType::kMesh
            ? ConvexSet(static_cast<const Mesh&>(B).data().hull())
            : ConvexSet(B);
    const Aabb box = CalcConvexSetBox(outer, RigidTransform());
    centre_B_ = box.centre();
    half_B_ = box.half_size();
    extent_ =
        X_SB.translation().norm() + (centre_B_.cwiseAbs() + half_B_).norm();
  }

  double operator()(const Aabb& box) const {
    if (!is_half_space_) {
      return gap_.Calc(box.centre(), box.half_size(), centre_B_, half_B_);
    }
    const Vector3 nhat_S = X_SB_.rotation().matrix().col(2);
    const Vector3 centre = box.centre();
    const Vector3 half = box.half_size();
    constexpr double kRounding = 32 * std::numeric_limits<double>::epsilon();
    return nhat_S.dot(centre - X_SB_.translation()) -
           nhat_S.cwiseAbs().dot(half) -
           kRounding * (centre.cwiseAbs().sum() + half.sum() + extent_);
  }

  /* How far B reaches from the origin of S; a HalfSpace's boundary. */
  double extent() const { return extent_; }

 private:
  const RigidTransform& X_SB_;
  bool is_half_space_;
  SignedBoxGap gap_;
  Vector3 centre_B_;
  Vector3 half_B_;
  double extent_;
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
      const bool go_on = visit(RigidTransform::MakeUnchecked(
          R_SH, sign > 0 ? box.lower : box.upper));
      if (!go_on) return;
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
    return true;
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
  const ShapeBound bound(B, X_SB);
  VisitElements(S, least.distance(), bound, [&](const ElementSet::Node& node) {
    const PosedElement element(S.GetElement(node));
    // Where a bound can tell that it is not the nearest, it is quicker.
    if (std::isfinite(least.distance()) &&
        CompareElementToShape(element, B, X_SB, least.distance()) ==
            ThresholdVerdict::kAbove) {
      return true;
    }
    least.Take(ComputeElementDistance(element, B, X_SB), node.key);
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
  const ShapeBound bound(B, X_SB);
  const double margin =
      CalcDecisionMargin(bound.extent() + std::abs(threshold));
  const double limit = threshold + margin;
  VisitElements(S, limit, bound, [&](const ElementSet::Node& node) {
    const PosedElement element(S.GetElement(node));
    const ThresholdVerdict verdict =
        CompareElementToShape(element, B, X_SB, threshold);
    if (verdict != ThresholdVerdict::kUndecided) return verdicts.Take(verdict);
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
