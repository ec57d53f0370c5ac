#pragma once

#include <span>
#include <vector>

#include "clearway/geometry/ball_tree.h"
#include "clearway/geometry/element_set.h"

namespace clearway {

/// Points, each thickened to a ball; none at all is a cloud too.
///
/// A point keeps the id it is given until it is removed: the row of `points`
/// for the first ones. Ids of removed points are given again.
class PointCloud final : public ElementSet {
 public:
  /// No coordinate or radius may be larger, so that boxes fit in single
  /// precision. [m]
  static constexpr double kMaxCoordinate = 1e30;

  /// @param points  (n, 3). [m]
  /// @param radii  one for all, or (n,). [m]
  /// @throws std::invalid_argument if a point is not finite, a radius is not
  /// finite or negative, either is above kMaxCoordinate, or the sizes differ.
  explicit PointCloud(const Eigen::Ref<const RowMatrixX3>& points,
                      double radius = 0);
  PointCloud(const Eigen::Ref<const RowMatrixX3>& points,
             const ConstVectorRef& radii);

  /// The number of points.
  int size() const { return tree_.size(); }
  /// The ids of the points that there are, ascending.
  std::vector<int> ids() const;
  /// The points, (size(), 3), and their radii, (size(),), in the order of
  /// ids().
  RowMatrixX3 points() const;
  VectorX radius() const;

  /// Adds points and returns their ids. Same checks as the constructors.
  std::vector<int> Insert(const Eigen::Ref<const RowMatrixX3>& points,
                          const ConstVectorRef& radii);
  std::vector<int> Insert(const Eigen::Ref<const RowMatrixX3>& points,
                          double radius = 0);
  /// @throws std::out_of_range if an id is not that of a point.
  /// @throws std::invalid_argument if one is given twice.
  void Remove(std::span<const int> ids);
  /// Moves points to new places; their radii stay.
  /// @throws as Remove and Insert.
  void Replace(std::span<const int> ids,
               const Eigen::Ref<const RowMatrixX3>& points);
  /// Removes the points that lie in a box, its boundary included, and returns
  /// how many there were.
  /// @throws std::invalid_argument if a bound is NaN.
  int ClearBox(const Vector3& lower, const Vector3& upper);
  void Clear() { tree_.Clear(); }

  const BallTree& tree() const { return tree_; }

  std::unique_ptr<Shape> Clone() const final;
  std::string to_string() const final;
  std::optional<BoxedNode> root() const final;
  int Expand(const Node& node, BoxedNode* children) const final;
  ConvexElement GetElement(const Node& node) const final;

 private:
  void CheckIds(std::span<const int> ids) const;

  BallTree tree_;
};

}  // namespace clearway
