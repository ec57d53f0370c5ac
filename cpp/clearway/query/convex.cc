#include "clearway/query/convex.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "clearway/common/check.h"
#include "clearway/query/curved_depth.h"
#include "clearway/query/gjk.h"
#include "clearway/query/minkowski_difference.h"
#include "clearway/query/polytope_depth.h"
#include "clearway/query/portal.h"

namespace clearway::internal {
namespace {

GapMaximum MaximizeOverlapGap(const MinkowskiDifference& difference) {
  // Not that of the search for closest points: it may have ended at the first
  // vertices that it saw, when those touch in the origin.
  const double scale = difference.CalcScale();
  return difference.is_polytope() ? ComputePolytopeDepth(difference, scale)
                                  : ComputeCurvedDepth(difference, scale);
}

}  // namespace

ConvexSet::ConvexSet(const Shape& shape) {
  switch (shape.type()) {
    case ShapeType::kSphere:
      core_ = Core::kPoint;
      data_[0].setZero();
      radius_ = static_cast<const Sphere&>(shape).radius();
      return;
    case ShapeType::kCapsule: {
      const auto& capsule = static_cast<const Capsule&>(shape);
      core_ = Core::kSegment;
      data_[0] = Vector3(0, 0, -0.5 * capsule.length());
      data_[1] = -data_[0];
      radius_ = capsule.radius();
      return;
    }
    case ShapeType::kBox:
      core_ = Core::kBox;
      data_[0] = 0.5 * static_cast<const Box&>(shape).size();
      return;
    case ShapeType::kCylinder: {
      const auto& cylinder = static_cast<const Cylinder&>(shape);
      core_ = Core::kCylinder;
      data_[0] = Vector3(cylinder.radius(), cylinder.radius(),
                         0.5 * cylinder.length());
      return;
    }
    case ShapeType::kCone: {
      const auto& cone = static_cast<const Cone&>(shape);
      core_ = Core::kCone;
      data_[0] = Vector3(cone.radius(), cone.radius(), 0.5 * cone.height());
      return;
    }
    case ShapeType::kEllipsoid:
      core_ = Core::kEllipsoid;
      data_[0] = static_cast<const Ellipsoid&>(shape).semi_axes();
      return;
    case ShapeType::kConvex:
      core_ = Core::kPolytope;
      polytope_ = &static_cast<const Convex&>(shape).polytope();
      return;
    case ShapeType::kMesh:
    case ShapeType::kPointCloud:
    case ShapeType::kVoxelGrid:
    case ShapeType::kHeightField:
    case ShapeType::kHalfSpace:
      break;
  }
  throw std::invalid_argument(
      Concat("a ", to_string(shape.type()), " is no bounded convex set"));
}

Vector3 ConvexSet::centre() const {
  switch (core_) {
    case Core::kPoint:
      return data_[0];
    case Core::kSegment:
      return 0.5 * (data_[0] + data_[1]);
    case Core::kTriangle:
      return (data_[0] + data_[1] + data_[2]) / 3;
    case Core::kPrism: {
      const Vector3 top = (data_[0] + data_[1] + data_[2]) / 3;
      return {top.x(), top.y(), 0.5 * (top.z() + bottom_)};
    }
    case Core::kPolytope:
      return polytope_->centre();
    default:
      return Vector3::Zero();
  }
}

double ConvexSet::CalcReach() const {
  switch (core_) {
    case Core::kPolytope:
      return polytope_->reach();
    case Core::kTriangle:
    case Core::kPrism:  // A triangle has its bottom at 0.
      return std::max({data_[0].cwiseAbs().maxCoeff(),
                       data_[1].cwiseAbs().maxCoeff(),
                       data_[2].cwiseAbs().maxCoeff(), std::abs(bottom_)});
    default:
      return data_[0].cwiseAbs().maxCoeff();
  }
}

PairInA ComputeConvexDistance(const ConvexSet& A, const ConvexSet& B,
                              const RigidTransform& X_AB) {
  const MinkowskiDifference difference(A, B, X_AB);
  const GjkResult gjk = FindClosestPoints(difference, Vector3::Zero());
  GapMaximum maximum{gjk.distance, gjk.nhat, gjk.p_ACa, gjk.p_ACb, true};
  if (gjk.status != GjkResult::Status::kSeparated) {
    maximum = MaximizeOverlapGap(difference);
  } else if (gjk.distance - gjk.lower_bound > kBoundsTolerance * gjk.scale) {
    // Rounding stopped the search before its bounds met: curved shapes with
    // next to nothing between the two. A positive gap has one maximum only.
    maximum = ClimbGap(difference, gjk.nhat, gjk.scale);
    if (!(maximum.gap > 0)) maximum = MaximizeOverlapGap(difference);
  }
  PairInA result;
  result.distance = maximum.gap;
  result.nhat_BA_A = maximum.nhat;
  // The witnesses' difference is distance * nhat up to rounding; share it, so
  // that it stays so after the radii are added.
  const Vector3 middle = 0.5 * (maximum.p_ACa + maximum.p_ACb);
  result.p_ACa =
      middle + (0.5 * result.distance - A.radius()) * result.nhat_BA_A;
  result.p_ACb =
      middle - (0.5 * result.distance - B.radius()) * result.nhat_BA_A;
  result.distance -= A.radius() + B.radius();
  return result;
}

ThresholdVerdict CompareConvexDistance(const ConvexSet& A, const ConvexSet& B,
                                       const RigidTransform& X_AB,
                                       double threshold, Vector3* axis_A) {
  const MinkowskiDifference difference(A, B, X_AB);
  const double radii = A.radius() + B.radius();
  const double core_threshold = threshold + radii;
  if (core_threshold >= 0 && radii == 0 && axis_A->isZero(0)) {
    const ThresholdVerdict verdict =
        CompareByPortal(difference, core_threshold, axis_A);
    if (verdict != ThresholdVerdict::kUndecided) return verdict;
  }
  const GjkResult gjk = FindClosestPoints(difference, *axis_A, core_threshold);
  if (!gjk.nhat.isZero(0)) *axis_A = gjk.nhat;
  switch (gjk.status) {
    case GjkResult::Status::kAbove:
      return ThresholdVerdict::kAbove;
    case GjkResult::Status::kAtOrBelow:
      return ThresholdVerdict::kAtOrBelow;
    default:
      return ThresholdVerdict::kUndecided;
  }
}

}  // namespace clearway::internal
