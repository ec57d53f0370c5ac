#include "clearway/query/element_pairs.h"

#include <algorithm>

#include "clearway/query/dispatch.h"
#include "clearway/query/mesh.h"

namespace clearway::internal {
namespace {

ConvexSet MakeConvexSet(const ConvexElement& element) {
  switch (element.kind) {
    case ConvexElement::Kind::kBall:
      return ConvexSet(Sphere(element.radius));
    case ConvexElement::Kind::kBox:
      return ConvexSet(Box(2 * element.half_size.x(), 2 * element.half_size.y(),
                           2 * element.half_size.z()));
    case ConvexElement::Kind::kPrism:
      break;
  }
  return ConvexSet::MakePrism(element.top[0], element.top[1], element.top[2],
                              element.bottom);
}

RigidTransform Translated(const RigidTransform& X, const Vector3& p) {
  return RigidTransform::MakeUnchecked(X.rotation().matrix(),
                                       X.translation() + p);
}

/* A pair of an element, about its origin E, in the set's frame. */
PairInA Moved(PairInA pair, const Vector3& p_SE) {
  pair.p_ACa += p_SE;
  pair.p_ACb += p_SE;
  return pair;
}

PairInA ComputePrismDistance(const ConvexSet& prism, const Shape& B,
                             const RigidTransform& X_SB) {
  switch (B.type()) {
    case ShapeType::kMesh: {
      const PairInA pair = ComputeMeshConvexDistance(
          static_cast<const Mesh&>(B).data(), prism, X_SB.inverse());
      return Mirrored(pair, X_SB);
    }
    case ShapeType::kHalfSpace: {
      PairInA pair;
      pair.nhat_BA_A = X_SB.rotation().matrix().col(2);
      pair.p_ACa = prism.CoreSupport(-pair.nhat_BA_A);
      pair.distance = pair.nhat_BA_A.dot(pair.p_ACa - X_SB.translation());
      pair.p_ACb = pair.p_ACa - pair.distance * pair.nhat_BA_A;
      return pair;
    }
    default:
      return ComputeConvexDistance(prism, ConvexSet(B), X_SB);
  }
}

ThresholdVerdict ComparePrismDistance(const ConvexSet& prism, const Shape& B,
                                      const RigidTransform& X_SB,
                                      double threshold) {
  Vector3 axis = Vector3::Zero();
  switch (B.type()) {
    case ShapeType::kMesh:
      return CompareMeshConvexDistance(static_cast<const Mesh&>(B).data(),
                                       prism, X_SB.inverse(), threshold, &axis);
    case ShapeType::kHalfSpace:
      return ThresholdVerdict::kUndecided;
    default:
      return CompareConvexDistance(prism, ConvexSet(B), X_SB, threshold, &axis);
  }
}

}  // namespace

PosedElement::PosedElement(const ConvexElement& element)
    : kind_(element.kind),
      p_SE_(element.centre),
      convex_(MakeConvexSet(element)) {
  if (kind_ == ConvexElement::Kind::kBall) ball_ = Sphere(element.radius);
  if (kind_ == ConvexElement::Kind::kBox) {
    const Vector3 size = 2 * element.half_size;
    box_ = Box(size.x(), size.y(), size.z());
  }
}

const Shape* PosedElement::shape() const {
  switch (kind_) {
    case ConvexElement::Kind::kBall:
      return &ball_;
    case ConvexElement::Kind::kBox:
      return &box_;
    case ConvexElement::Kind::kPrism:
      break;
  }
  return nullptr;
}

PairInA ComputeElementDistance(const PosedElement& E, const Shape& B,
                               const RigidTransform& X_SB) {
  if (E.shape() == nullptr) return ComputePrismDistance(E.convex(), B, X_SB);
  return Moved(ComputeByTypes(*E.shape(), B, Translated(X_SB, -E.p_SE())),
               E.p_SE());
}

ThresholdVerdict CompareElementToShape(const PosedElement& E, const Shape& B,
                                       const RigidTransform& X_SB,
                                       double threshold) {
  if (E.shape() == nullptr) {
    return ComparePrismDistance(E.convex(), B, X_SB, threshold);
  }
  return CompareByTypes(*E.shape(), B, Translated(X_SB, -E.p_SE()), threshold);
}

PairInA ComputeElementPairDistance(const PosedElement& E, const PosedElement& F,
                                   const RigidTransform& X_ST) {
  const RigidTransform X_EF = RigidTransform::MakeUnchecked(
      X_ST.rotation().matrix(), X_ST * F.p_SE() - E.p_SE());
  const bool have_shapes = E.shape() != nullptr && F.shape() != nullptr;
  return Moved(have_shapes
                   ? ComputeByTypes(*E.shape(), *F.shape(), X_EF)
                   : ComputeConvexDistance(E.convex(), F.convex(), X_EF),
               E.p_SE());
}

}  // namespace clearway::internal
