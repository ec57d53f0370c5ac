#pragma once

#include "clearway/geometry/element_set.h"
#include "clearway/query/convex.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* A convex element made ready for the pair functions: a shape or a prism, and
 where it is in its set's frame. */
class PosedElement {
 public:
  explicit PosedElement(const ConvexElement& element);

  /* A ball or a box about its own origin, at p_SE; null for a prism. */
  const Shape* shape() const;
  const Vector3& p_SE() const { return p_SE_; }
  /* The same as a convex set, about that origin. */
  const ConvexSet& convex() const { return convex_; }

 private:
  ConvexElement::Kind kind_;
  Sphere ball_{0};
  Box box_{0, 0, 0};
  Vector3 p_SE_;
  ConvexSet convex_;
};

/* An element E of a set S against a shape B that is no set, by the function of
 the table for their kinds; in S's frame, E being the first. */
PairInA ComputeElementDistance(const PosedElement& E, const Shape& B,
                               const RigidTransform& X_SB);
/* What bound there is for the same, compared with a threshold. */
ThresholdVerdict CompareElementToShape(const PosedElement& E, const Shape& B,
                                       const RigidTransform& X_SB,
                                       double threshold);

/* An element E of a set S against an element F of a set T; in S's frame. */
PairInA ComputeElementPairDistance(const PosedElement& E, const PosedElement& F,
                                   const RigidTransform& X_ST);

}  // namespace clearway::internal
