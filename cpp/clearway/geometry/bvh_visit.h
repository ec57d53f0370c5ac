#pragma once

#include <bit>
#include <limits>
#include <utility>

#include "clearway/geometry/bvh.h"
#include "clearway/geometry/wide_bounds.h"
#include "clearway/math/rigid_transform.h"

namespace clearway::internal {

/* The places of a node's children whose bound is not above the limit,
 ascending; equal ones by their place. */
class NearChildren {
 public:
  NearChildren(int num_children, const float (&bounds)[WideBoxes::kWidth],
               double limit) {
    // As bits, without a branch for each, few of which could be foreseen.
    unsigned near = 0;
    for (int i = 0; i < WideBoxes::kWidth; ++i) {
      near |= static_cast<unsigned>(!(bounds[i] > limit)) << i;
    }
    near &= (1u << num_children) - 1;
    for (; near != 0; near &= near - 1) {
      const int i = std::countr_zero(near);
      int at = size_++;
      for (; at > 0 && bounds[places_[at - 1]] > bounds[i]; --at) {
        places_[at] = places_[at - 1];
      }
      places_[at] = i;
    }
  }

  int size() const { return size_; }
  int operator[](int i) const { return places_[i]; }

 private:
  int size_{0};
  int places_[WideBoxes::kWidth];
};

/* Calls visit(triangles) for the triangles of leaves whose box's bound is <=
 limit, lowest bound of siblings first, until it returns false. Limit and bounds
 may change on the way.
 @param bounds  called as bounds(boxes, float[kWidth]), filling the latter. */
template <class Bounds, class Visit>
void VisitLeaves(const TriangleBvh& bvh, const double& limit, Bounds&& bounds,
                 Visit&& visit) {
  struct Item {
    TriangleBvh::Child child;
    float bound;
  };
  constexpr int kCapacity =
      (WideBoxes::kWidth - 1) * TriangleBvh::kMaxDepth + 1;
  Item stack[kCapacity];
  int size = 0;
  stack[size++] = {{0, 0}, -std::numeric_limits<float>::infinity()};
  while (size > 0) {
    const Item item = stack[--size];
    if (item.bound > limit) continue;
    if (item.child.is_leaf()) {
      if (!visit(bvh.triangles(item.child))) return;
      continue;
    }
    const TriangleBvh::Node& node = bvh.nodes()[item.child.index];
    float child_bounds[WideBoxes::kWidth];
    bounds(node.boxes, child_bounds);
    const NearChildren near(node.size, child_bounds, limit);
    for (int i = near.size() - 1; i >= 0; --i) {
      stack[size++] = {node.children[near[i]], child_bounds[near[i]]};
    }
  }
}

/* The trees of two meshes, one posed in the frame of the other. */
class PosedTrees {
 public:
  PosedTrees(const TriangleBvh& A, const TriangleBvh& B,
             const RigidTransform& X_AB)
      : A_(A),
        B_(B),
        R_AB_(X_AB.rotation().matrix()),
        R_AB_float_(R_AB_.cast<float>()) {
    set_translation(X_AB.translation());
  }

  void set_translation(const Vector3& p_AB) {
    const Vector3 p = R_AB_ * B_.origin() + p_AB - A_.origin();
    p_AoBo_ = p.cast<float>();
    // The sum's own rounding, and what single precision loses of the rest.
    constexpr double kRounding = 1e-15;
    slack_ = CalcBoxSlack(
        A_.bounds().half_size().norm() + B_.bounds().half_size().norm() +
        p.norm() +
        kRounding * (1 << 24) *
            (B_.origin().norm() + p_AB.norm() + A_.origin().norm()));
  }

  const TriangleBvh& A() const { return A_; }
  const TriangleBvh& B() const { return B_; }
  /* For wide_bounds.h. */
  float slack() const { return slack_; }

  /* A box of one tree relative to the origin of the other. */
  OrientedBox ToA(const OrientedBox& box_B) const {
    return {R_AB_float_ * box_B.centre + p_AoBo_, R_AB_float_ * box_B.axes,
            box_B.half_size};
  }
  OrientedBox ToB(const OrientedBox& box_A) const {
    return {R_AB_float_.transpose() * (box_A.centre - p_AoBo_),
            R_AB_float_.transpose() * box_A.axes, box_A.half_size};
  }

 private:
  const TriangleBvh& A_;
  const TriangleBvh& B_;
  Matrix3 R_AB_;
  Eigen::Matrix3f R_AB_float_;
  Eigen::Vector3f p_AoBo_;
  float slack_;
};

/* The same for pairs: visit(triangles_A, triangles_B) for leaves of A and B.
 @param bounds  called as bounds(boxes, box, boxes_are_of_A, float[kWidth]),
 where box is of the other tree, in the frame of the boxes. */
template <class Bounds, class Visit>
void VisitLeafPairs(const PosedTrees& trees, const double& limit,
                    Bounds&& bounds, Visit&& visit) {
  using Ref = TriangleBvh::Ref;
  struct Item {
    Ref a;
    Ref b;
    float bound;
  };
  const TriangleBvh& A = trees.A();
  const TriangleBvh& B = trees.B();
  constexpr int kCapacity =
      2 * (WideBoxes::kWidth - 1) * TriangleBvh::kMaxDepth + 1;
  Item stack[kCapacity];
  int size = 0;
  stack[size++] = {{}, {}, -std::numeric_limits<float>::infinity()};
  while (size > 0) {
    const Item item = stack[--size];
    if (item.bound > limit) continue;
    const TriangleBvh::Child child_A = A.child(item.a);
    const TriangleBvh::Child child_B = B.child(item.b);
    if (child_A.is_leaf() && child_B.is_leaf()) {
      if (!visit(A.triangles(child_A), B.triangles(child_B))) return;
      continue;
    }
    const bool split_A =
        child_B.is_leaf() || (!child_A.is_leaf() &&
                              A.squared_size(item.a) >= B.squared_size(item.b));
    const int parent = split_A ? child_A.index : child_B.index;
    const TriangleBvh::Node& node = (split_A ? A : B).nodes()[parent];
    float child_bounds[WideBoxes::kWidth];
    bounds(node.boxes,
           split_A ? trees.ToA(B.box(item.b)) : trees.ToB(A.box(item.a)),
           split_A, child_bounds);
    const NearChildren near(node.size, child_bounds, limit);
    for (int i = near.size() - 1; i >= 0; --i) {
      const Ref child{parent, near[i]};
      stack[size++] = {split_A ? child : item.a, split_A ? item.b : child,
                       child_bounds[near[i]]};
    }
  }
}

}  // namespace clearway::internal
