#include "clearway/geometry/point_cloud.h"

#include <algorithm>
#include <cmath>

#include "clearway/common/check.h"

namespace clearway {
namespace {

void CheckPoints(const Eigen::Ref<const RowMatrixX3>& points) {
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    // A NaN is not below either.
    const bool ok =
        (points.row(i).array().abs() <= PointCloud::kMaxCoordinate).all();
    ThrowUnless(ok, "points must be finite and within 1e30 m, row ", i, " is (",
                points(i, 0), ", ", points(i, 1), ", ", points(i, 2), ")");
  }
}

double CheckRadius(double radius) {
  CheckNonNegative(radius, "radius");
  ThrowUnless(radius <= PointCloud::kMaxCoordinate,
              "radius must be within 1e30 m, got ", radius);
  return radius;
}

std::vector<BallTree::Ball> MakeBalls(
    const Eigen::Ref<const RowMatrixX3>& points, const ConstVectorRef& radii) {
  ThrowUnless(radii.size() == points.rows(), "radius must have one entry a ",
              "point, got ", radii.size(), " for ", points.rows(), " points");
  CheckPoints(points);
  std::vector<BallTree::Ball> balls(points.rows());
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    balls[i] = {points.row(i).transpose(), CheckRadius(radii[i])};
  }
  return balls;
}

}  // namespace

PointCloud::PointCloud(const Eigen::Ref<const RowMatrixX3>& points,
                       double radius)
    : ElementSet(ShapeType::kPointCloud) {
  Insert(points, radius);
}

PointCloud::PointCloud(const Eigen::Ref<const RowMatrixX3>& points,
                       const ConstVectorRef& radii)
    : ElementSet(ShapeType::kPointCloud) {
  Insert(points, radii);
}

std::vector<int> PointCloud::ids() const {
  std::vector<int> result;
  result.reserve(size());
  for (int id = 0; id < tree_.num_ids(); ++id) {
    if (tree_.ball(id).is_present()) result.push_back(id);
  }
  return result;
}

RowMatrixX3 PointCloud::points() const {
  RowMatrixX3 result(size(), 3);
  Eigen::Index row = 0;
  for (const int id : ids()) {
    result.row(row++) = tree_.ball(id).centre.transpose();
  }
  return result;
}

VectorX PointCloud::radius() const {
  VectorX result(size());
  Eigen::Index row = 0;
  for (const int id : ids()) result[row++] = tree_.ball(id).radius;
  return result;
}

std::vector<int> PointCloud::Insert(const Eigen::Ref<const RowMatrixX3>& points,
                                    const ConstVectorRef& radii) {
  return tree_.Insert(MakeBalls(points, radii));
}

std::vector<int> PointCloud::Insert(const Eigen::Ref<const RowMatrixX3>& points,
                                    double radius) {
  CheckRadius(radius);
  return Insert(points, VectorX::Constant(points.rows(), radius));
}

void PointCloud::CheckIds(std::span<const int> ids) const {
  for (const int id : ids) {
    if (id < 0 || id >= tree_.num_ids() || !tree_.ball(id).is_present()) {
      throw std::out_of_range(Concat("ids: ", id, " is not that of a point"));
    }
  }
  std::vector<int> sorted(ids.begin(), ids.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  ThrowUnless(twice == sorted.end(),
              "ids: ", twice == sorted.end() ? 0 : *twice, " is given twice");
}

void PointCloud::Remove(std::span<const int> ids) {
  CheckIds(ids);
  tree_.Remove(ids);
}

void PointCloud::Replace(std::span<const int> ids,
                         const Eigen::Ref<const RowMatrixX3>& points) {
  ThrowUnless(static_cast<Eigen::Index>(ids.size()) == points.rows(),
              "points must have one row an id, got ", points.rows(), " for ",
              ids.size(), " ids");
  CheckIds(ids);
  CheckPoints(points);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    tree_.Replace(ids[i],
                  {points.row(i).transpose(), tree_.ball(ids[i]).radius});
  }
}

int PointCloud::ClearBox(const Vector3& lower, const Vector3& upper) {
  ThrowUnless(!lower.hasNaN(), "lower must not be NaN");
  ThrowUnless(!upper.hasNaN(), "upper must not be NaN");
  std::vector<int> found;
  std::vector<BoxedNode> stack;
  if (const auto top = root()) stack.push_back(*top);
  while (!stack.empty()) {
    const BoxedNode item = stack.back();
    stack.pop_back();
    if (item.node.is_element) {
      const Vector3& p = tree_.ball(item.node.ref).centre;
      if ((p.array() >= lower.array()).all() &&
          (p.array() <= upper.array()).all()) {
        found.push_back(item.node.ref);
      }
      continue;
    }
    if ((item.box.lower.array() > upper.array()).any() ||
        (item.box.upper.array() < lower.array()).any()) {
      continue;
    }
    BoxedNode children[kMaxChildren];
    const int count = Expand(item.node, children);
    stack.insert(stack.end(), children, children + count);
  }
  tree_.Remove(found);
  return static_cast<int>(found.size());
}

std::unique_ptr<Shape> PointCloud::Clone() const {
  return std::make_unique<PointCloud>(*this);
}

std::string PointCloud::to_string() const {
  return Concat("PointCloud(", size(), " points)");
}

/* A node that is no element has its level for a key. */
std::optional<ElementSet::BoxedNode> PointCloud::root() const {
  if (size() == 0) return std::nullopt;
  const auto level = static_cast<std::uint64_t>(tree_.height());
  return BoxedNode{tree_.CalcBox(tree_.height(), tree_.root()),
                   {level, tree_.root(), false}};
}

int PointCloud::Expand(const Node& node, BoxedNode* children) const {
  int refs[kMaxChildren];
  Aabb boxes[kMaxChildren];
  const int level = static_cast<int>(node.key);
  const int count = tree_.Expand(level, node.ref, refs, boxes);
  for (int i = 0; i < count; ++i) {
    children[i].box = boxes[i];
    children[i].node =
        level == 0 ? Node{static_cast<std::uint64_t>(refs[i]), refs[i], true}
                   : Node{node.key - 1, refs[i], false};
  }
  return count;
}

ConvexElement PointCloud::GetElement(const Node& node) const {
  const BallTree::Ball& ball = tree_.ball(node.ref);
  ConvexElement element{ConvexElement::Kind::kBall};
  element.centre = ball.centre;
  element.radius = ball.radius;
  return element;
}

}  // namespace clearway
