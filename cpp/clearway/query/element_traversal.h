#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/geometry/element_set.h"
#include "clearway/math/rigid_transform.h"

namespace clearway::internal {

/* Bounds the signed distance of what two boxes contain from below, one box in
 frame A and one in frame B, by the gaps along the axes of either: apart by the
 distance that these leave, overlapping by the least overlap. */
class SignedBoxGap {
 public:
  explicit SignedBoxGap(const RigidTransform& X_AB)
      : R_AB_(X_AB.rotation().matrix()),
        abs_R_AB_(R_AB_.cwiseAbs()),
        p_AB_(X_AB.translation()) {}

  double Calc(const Vector3& centre_A, const Vector3& half_A,
              const Vector3& centre_B, const Vector3& half_B) const {
    const Vector3 offset_A = R_AB_ * centre_B + p_AB_ - centre_A;
    const Vector3 offset_B = R_AB_.transpose() * offset_A;
    const Vector3 gap_A = offset_A.cwiseAbs() - (half_A + abs_R_AB_ * half_B);
    const Vector3 gap_B =
        offset_B.cwiseAbs() - (half_B + abs_R_AB_.transpose() * half_A);
    const double greatest = std::max(gap_A.maxCoeff(), gap_B.maxCoeff());
    const double gap =
        greatest <= 0 ? greatest
                      : std::sqrt(std::max(gap_A.cwiseMax(0).squaredNorm(),
                                           gap_B.cwiseMax(0).squaredNorm()));
    // The rounding of a bound must not hide what is nearer, or equally near.
    constexpr double kRounding = 32 * std::numeric_limits<double>::epsilon();
    return gap - kRounding * (offset_A.cwiseAbs() + half_A + half_B).sum();
  }

 private:
  Matrix3 R_AB_;
  Matrix3 abs_R_AB_;
  Vector3 p_AB_;
};

/* Calls visit(node) for the elements whose boxes have a bound <= limit, nearer
 ones first, until it returns false. The limit may change on the way. A node is
 gone into if reject(centre, half) of its box, a dearer bound, returns false. */
template <class Bound, class Reject, class Visit>
void VisitElements(const ElementSet& set, const double& limit, Bound&& bound,
                   Reject&& reject, Visit&& visit) {
  struct Item {
    ElementSet::Node node;
    Vector3 centre;
    Vector3 half;
    double bound;
  };
  Item stack[ElementSet::kMaxHeight * ElementSet::kMaxChildren + 1];
  int size = 0;
  const auto root = set.root();
  if (!root) return;
  stack[size++] = {root->node, root->box.centre(), root->box.half_size(),
                   -HUGE_VAL};
  ElementSet::BoxedNode children[ElementSet::kMaxChildren];
  while (size > 0) {
    const Item item = stack[--size];
    if (item.bound > limit) continue;
    if (item.node.is_element) {
      if (!visit(item.node)) return;
      continue;
    }
    if (reject(item.centre, item.half)) continue;
    const int count = set.Expand(item.node, children);
    const int first = size;
    for (int i = 0; i < count; ++i) {
      Item child{children[i].node, children[i].box.centre(),
                 children[i].box.half_size(), 0};
      child.bound = bound(child.centre, child.half);
      if (child.bound > limit) continue;
      // Farther ones lower on the stack.
      int at = size++;
      for (; at > first && stack[at - 1].bound < child.bound; --at) {
        stack[at] = stack[at - 1];
      }
      stack[at] = child;
    }
  }
}

/* The same for pairs: visit(e, f) for elements of S and T. */
template <class Visit>
void VisitElementPairs(const ElementSet& S, const ElementSet& T,
                       const SignedBoxGap& gap, const double& limit,
                       Visit&& visit) {
  struct Box {
    Vector3 centre;
    Vector3 half;
  };
  struct Item {
    ElementSet::Node e;
    ElementSet::Node f;
    Box box_e;
    Box box_f;
    double bound;
  };
  const auto make_box = [](const Aabb& box) {
    return Box{box.centre(), box.half_size()};
  };
  Item stack[2 * ElementSet::kMaxHeight * ElementSet::kMaxChildren + 1];
  int size = 0;
  const auto root_S = S.root();
  const auto root_T = T.root();
  if (!root_S || !root_T) return;
  stack[size++] = {root_S->node, root_T->node, make_box(root_S->box),
                   make_box(root_T->box), -HUGE_VAL};
  ElementSet::BoxedNode children[ElementSet::kMaxChildren];
  while (size > 0) {
    const Item item = stack[--size];
    if (item.bound > limit) continue;
    if (item.e.is_element && item.f.is_element) {
      if (!visit(item.e, item.f)) return;
      continue;
    }
    const bool split_S =
        item.f.is_element ||
        (!item.e.is_element &&
         item.box_e.half.squaredNorm() >= item.box_f.half.squaredNorm());
    const int count =
        split_S ? S.Expand(item.e, children) : T.Expand(item.f, children);
    const int first = size;
    for (int i = 0; i < count; ++i) {
      Item child = item;
      (split_S ? child.e : child.f) = children[i].node;
      (split_S ? child.box_e : child.box_f) = make_box(children[i].box);
      child.bound = gap.Calc(child.box_e.centre, child.box_e.half,
                             child.box_f.centre, child.box_f.half);
      if (child.bound > limit) continue;
      int at = size++;
      for (; at > first && stack[at - 1].bound < child.bound; --at) {
        stack[at] = stack[at - 1];
      }
      stack[at] = child;
    }
  }
}

}  // namespace clearway::internal
