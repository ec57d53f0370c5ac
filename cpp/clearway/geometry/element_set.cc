#include "clearway/geometry/element_set.h"

#include <algorithm>

namespace clearway {
namespace {

/* The greatest value of a function over the set's elements, given a bound of it
 over what a box contains. */
template <class OfBox, class OfElement>
double Maximize(const ElementSet& set, OfBox&& of_box, OfElement&& of_element) {
  struct Item {
    ElementSet::Node node;
    double bound;
  };
  Item stack[ElementSet::kMaxHeight * ElementSet::kMaxChildren + 1];
  int size = 0;
  double greatest = -HUGE_VAL;
  if (const auto root = set.root()) stack[size++] = {root->node, HUGE_VAL};
  while (size > 0) {
    const Item item = stack[--size];
    if (item.bound <= greatest) continue;
    if (item.node.is_element) {
      greatest = std::max(greatest, of_element(set.GetElement(item.node)));
      continue;
    }
    ElementSet::BoxedNode children[ElementSet::kMaxChildren];
    const int count = set.Expand(item.node, children);
    const int first = size;
    for (int i = 0; i < count; ++i) {
      stack[size++] = {children[i].node, of_box(children[i].box)};
    }
    std::sort(stack + first, stack + size,
              [](const Item& a, const Item& b) { return a.bound < b.bound; });
  }
  return greatest;
}

double CalcReach(const ElementSet& set, const Vector3& direction) {
  return Maximize(
      set,
      [&](const Aabb& box) {
        return direction.dot(box.centre()) +
               direction.cwiseAbs().dot(box.half_size());
      },
      [&](const ConvexElement& element) {
        return element.CalcReach(direction);
      });
}

}  // namespace

double ConvexElement::CalcReach(const Vector3& direction) const {
  switch (kind) {
    case Kind::kBall:
      return direction.dot(centre) + radius * direction.norm();
    case Kind::kBox:
      return direction.dot(centre) + direction.cwiseAbs().dot(half_size);
    case Kind::kPrism:
      break;
  }
  double reach = -HUGE_VAL;
  for (const Vector3& v : top) {
    reach = std::max(
        reach, direction.head<2>().dot(v.head<2>()) +
                   std::max(direction.z() * v.z(), direction.z() * bottom));
  }
  return reach;
}

double ConvexElement::CalcFurthest(const Vector3& p) const {
  switch (kind) {
    case Kind::kBall:
      return (centre - p).norm() + radius;
    case Kind::kBox:
      return ((centre - p).cwiseAbs() + half_size).norm();
    case Kind::kPrism:
      break;
  }
  double furthest = 0;
  for (const Vector3& v : top) {
    const Vector3 base(v.x(), v.y(), bottom);
    furthest = std::max({furthest, (v - p).norm(), (base - p).norm()});
  }
  return furthest;
}

bool IsEmpty(const Shape& shape) {
  return IsElementSet(shape) && static_cast<const ElementSet&>(shape).empty();
}

bool IsUnbounded(const Shape& shape) {
  if (shape.type() == ShapeType::kHalfSpace) return true;
  return IsElementSet(shape) &&
         static_cast<const ElementSet&>(shape).has_solid_outside();
}

Aabb CalcElementsAabb(const ElementSet& set, const RigidTransform& X_AS) {
  Aabb box;
  if (!set.root()) return box;
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3 row_S = X_AS.rotation().matrix().row(axis).transpose();
    box.upper[axis] = X_AS.translation()[axis] + CalcReach(set, row_S);
    box.lower[axis] = X_AS.translation()[axis] - CalcReach(set, -row_S);
  }
  return box;
}

BoundingSphere CalcElementsBoundingSphere(const ElementSet& set) {
  if (!set.root()) return {};
  const Vector3 centre = CalcElementsAabb(set, RigidTransform()).centre();
  const double radius = Maximize(
      set,
      [&](const Aabb& box) {
        return ((box.centre() - centre).cwiseAbs() + box.half_size()).norm();
      },
      [&](const ConvexElement& element) {
        return element.CalcFurthest(centre);
      });
  return {centre, radius};
}

}  // namespace clearway
