#include "clearway/query/mesh_depth.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "clearway/query/mesh_traversal.h"
#include "clearway/query/shortest_exit.h"
#include "clearway/query/tolerance.h"

namespace clearway::internal {
namespace {

/* Overlapping triangles looked at for directions to begin with. */
constexpr int kMaxDirectionPairs = 256;
/* Triangles that touch but do not cross, looked at for insides that overlap. */
constexpr int kMaxFlushPairs = 256;
/* Tolerances that shapes which were moved apart may be apart by. */
constexpr double kTouching = 4;
/* Boxes are looked into if their bound is not above 0: if they overlap. */
constexpr double kOverlapping = 0;

/* Turns the ways past boxes that overlap into bounds for a walk, and leaves out
 those behind: the longest way goes first, since the shorter ones are passed
 then. */
void BoundByWays(const float* ways, float* bounds) {
  for (int k = 0; k < WideBoxes::kWidth; ++k) {
    if (bounds[k] <= 0) bounds[k] = -ways[k];
  }
}

/* The last few that were in the way: tried first, they mostly show without a
 walk over the trees that a direction leads further than the best known. */
template <class Blocker>
class RecentBlockers {
 public:
  void Add(const Blocker& blocker) {
    blockers_[next_] = blocker;
    next_ = (next_ + 1) % kCapacity;
    size_ = std::min(size_ + 1, kCapacity);
  }

  /* Calls raise(blocker), which says whether it was in the way, until none is
   or until done() is true. */
  template <class Raise, class Done>
  void RaisePast(Raise&& raise, Done&& done) const {
    int num_free = 0;  // In a row.
    for (int i = 0; num_free < size_ && !done(); i = (i + 1) % size_) {
      num_free = raise(blockers_[i]) ? 0 : num_free + 1;
    }
  }

 private:
  static constexpr int kCapacity = 32;
  int next_{0};
  int size_{0};
  Blocker blockers_[kCapacity];
};

/* 1e-10 of the pair's scale, but not more than the margin of verdicts: small
 shapes are resolved as finely as large ones. */
double CalcFreeTolerance(double scale) {
  return CalcDecisionMargin(scale) * std::min(1.0, scale);
}

/* From a point that the mesh is said to hold, which may be on its surface but
 for rounding: from a little before it, so that this surface is met too. */
RayHit CastRayOut(const SolidMesh& mesh, const Vector3& p,
                  const Vector3& direction, double tolerance) {
  RayHit hit = CastRay(mesh, p - tolerance * direction, direction);
  hit.distance = std::max(0.0, hit.distance - tolerance);
  return hit;
}

/* Whether all of it is in a plane. Then it may cross a mesh through an edge,
 and neither of the triangles there is in its way by any length. */
bool IsFlat(const ConvexSet& set) {
  if (set.radius() > 0) return false;
  switch (set.core()) {
    case ConvexSet::Core::kSegment:
    case ConvexSet::Core::kTriangle:
      return true;
    case ConvexSet::Core::kBox:
    case ConvexSet::Core::kCylinder:
      return set.half_size().minCoeff() == 0;
    case ConvexSet::Core::kPolytope:
      return set.polytope().dimension() < 3;
    default:
      return false;
  }
}

class MeshConvexOverlap final : public Overlap {
 public:
  MeshConvexOverlap(const SolidMesh& A, const ConvexSet& B,
                    const RigidTransform& X_AB, const Aabb& box_B,
                    double tolerance)
      : Overlap(tolerance),
        A_(A),
        B_(B),
        X_AB_(X_AB),
        box_B_(box_B),
        p_ABin_(X_AB * B.centre()),
        is_flat_(IsFlat(B)) {}

  ExitDirections FindExitDirections() const final {
    ExitDirections result;
    int num_pairs = 0;
    const Vector3 zero = Vector3::Zero();
    VisitOverlapping(zero, zero, [&](const Triangle& triangle) {
      const PairInA pair = CalcDistance(triangle, Vector3::Zero());
      if (pair.distance >= -tolerance()) return true;
      result.Add(-pair.distance, pair.nhat_BA_A);
      result.AddFront(-CalcFront(triangle));
      return ++num_pairs < kMaxDirectionPairs;
    });
    return result;
  }

  std::optional<Vector3> FindTouchingPoint(const Vector3& t) const final {
    std::optional<Vector3> p_ACb;
    double least = HUGE_VAL;
    VisitOverlapping(t, Vector3::Zero(), [&](const Triangle& triangle) {
      const PairInA pair = CalcDistance(triangle, t);
      if (pair.distance < least) {
        least = pair.distance;
        p_ACb = pair.p_ACb + t;
      }
      return true;
    });
    return least <= kTouching * tolerance() ? p_ACb : std::nullopt;
  }

 private:
  /* The distance of a triangle of A + t. Instead of it B is moved, by -t: the
   points of the result lack t. */
  PairInA CalcDistance(const Triangle& triangle, const Vector3& t) const {
    return ComputeConvexDistance(
        ConvexSet(triangle.v[0], triangle.v[1], triangle.v[2]), B_,
        RigidTransform::MakeUnchecked(X_AB_.rotation().matrix(),
                                      X_AB_.translation() - t));
  }

  /* Visits triangles of A + t whose boxes overlap B's and are not behind it
   along u; t may change. */
  template <class Visit>
  void VisitOverlapping(const Vector3& t, const Vector3& u,
                        Visit&& visit) const {
    ConvexSetBox box_B(A_.bvh(), B_, X_AB_);
    const Eigen::Vector3f u_float = u.cast<float>();
    VisitLeaves(
        A_.bvh(), kOverlapping,
        [&](const WideBoxes& boxes, float* bounds) {
          float ways[WideBoxes::kWidth];
          box_B.Move(-t);
          CalcSquaredBounds(boxes, box_B.box(), box_B.slack(), bounds);
          CalcWaysPast(boxes, box_B.box(), u_float, box_B.slack(), ways);
          BoundByWays(ways, bounds);
        },
        [&](std::span<const int> leaf) {
          for (const int i : leaf) {
            const Triangle triangle = GetTriangle(A_, i);
            const Aabb moved{box_B_.lower - t, box_B_.upper - t};
            if (CalcBox(triangle).CalcSquaredDistance(moved) == 0 &&
                !visit(triangle)) {
              return false;
            }
          }
          return true;
        });
  }

  void RaisePastTriangles(const Vector3& t0, const Vector3& u, double s_max,
                          Exit* exit) final {
    const auto done = [&] { return exit->s > s_max; };
    recent_.RaisePast(
        [&](const Triangle& triangle) {
          return RaisePastTriangle(triangle, t0, u, exit);
        },
        done);
    if (done()) return;
    Vector3 t = t0 + exit->s * u;
    VisitOverlapping(t, u, [&](const Triangle& triangle) {
      if (RaisePastTriangle(triangle, t0, u, exit)) recent_.Add(triangle);
      t = t0 + exit->s * u;
      return !done();
    });
  }

  /* The translations for which the triangle meets B are convex, so that from
   outside each supporting plane leads to a place nearer to where the line
   leaves them, and never inside (Newton's method on a convex function). */
  bool RaisePastTriangle(const Triangle& triangle, const Vector3& t0,
                         const Vector3& u, Exit* exit) const {
    constexpr int kMaxSteps = 30;
    constexpr double kMinSpeed = 1e-12;
    PairInA pair = CalcDistance(triangle, t0 + exit->s * u);
    if (pair.distance >= -tolerance()) return false;
    // Outside of the plane normal to the line, and of the least depth's.
    const Vector3 u_B = X_AB_.rotation().matrix().transpose() * u;
    double s = u.dot(X_AB_ * B_.CoreSupport(u_B) - t0) + B_.radius() -
               std::min({u.dot(triangle.v[0]), u.dot(triangle.v[1]),
                         u.dot(triangle.v[2])});
    double speed = u.dot(pair.nhat_BA_A);
    if (speed > kMinSpeed) s = std::min(s, exit->s - pair.distance / speed);
    for (int step = 0; step < kMaxSteps; ++step) {
      pair = CalcDistance(triangle, t0 + s * u);
      speed = u.dot(pair.nhat_BA_A);
      if (pair.distance <= tolerance() || speed <= kMinSpeed) break;
      s -= pair.distance / speed;
    }
    const bool raised = s > exit->s;
    exit->s = std::max(s, exit->s);
    exit->contact = Contact{pair.nhat_BA_A, pair.p_ACb + t0 + exit->s * u};
    return raised;
  }

  std::optional<Exit> FindSurface(const Vector3& t,
                                  const Vector3& u) const final {
    const Vector3 p = p_ABin_ - t;
    if (!A_.Contains(p)) {
      return is_flat_ ? FindCrossedSurface(t, u) : std::nullopt;
    }
    const RayHit hit = CastRayOut(A_, p, -u, tolerance());
    return Exit{hit.distance, Contact{-hit.normal, p_ABin_}};
  }

  /* Where a flat B touches a triangle and goes on behind it, inside of A. */
  std::optional<Exit> FindCrossedSurface(const Vector3& t,
                                         const Vector3& u) const {
    std::optional<Exit> exit;
    const double depth = 10 * tolerance();  // Beyond the rounding of surfaces.
    VisitOverlapping(t, Vector3::Zero(), [&](const Triangle& triangle) {
      const PairInA pair = CalcDistance(triangle, t);
      if (std::abs(pair.distance) > tolerance()) return true;
      const Vector3 back = -CalcFront(triangle);
      const Vector3 back_B = X_AB_.rotation().matrix().transpose() * back;
      const Vector3 behind = X_AB_ * B_.CoreSupport(back_B) - t - pair.p_ACb;
      const double most = back.dot(behind);
      if (most <= depth) return true;
      const Vector3 inside = pair.p_ACb + (depth / most) * behind;
      if (!A_.Contains(inside)) return true;
      const RayHit hit = CastRayOut(A_, inside, -u, tolerance());
      exit = Exit{hit.distance, Contact{-hit.normal, inside + t}};
      return false;
    });
    return exit;
  }

  const SolidMesh& A_;
  const ConvexSet& B_;
  const RigidTransform& X_AB_;
  const Aabb box_B_;
  const Vector3 p_ABin_;  // A point of B.
  const bool is_flat_;
  RecentBlockers<Triangle> recent_;
};

class MeshMeshOverlap final : public Overlap {
 public:
  MeshMeshOverlap(const SolidMesh& A, const SolidMesh& B,
                  const RigidTransform& X_AB, double tolerance)
      : Overlap(tolerance), A_(A), B_(B), X_AB_(X_AB) {}

  ExitDirections FindExitDirections() const final {
    ExitDirections result;
    int num_pairs = 0;
    const Vector3 zero = Vector3::Zero();
    VisitOverlapping(zero, zero, [&](const TrianglePair& pair) {
      const auto& [a, b] = pair;
      const TranslationObstacle obstacle =
          CalcTriangleObstacle(a, b, Vector3::Zero(), tolerance());
      if (!obstacle.blocks) return true;
      result.Add(obstacle.depth, obstacle.depth_normal);
      result.AddFront(CalcFront(b) - CalcFront(a));
      return ++num_pairs < kMaxDirectionPairs;
    });
    return result;
  }

  std::optional<Vector3> FindTouchingPoint(const Vector3& t) const final {
    std::optional<Vector3> p_ACb;
    double least = HUGE_VAL;
    VisitOverlapping(t, Vector3::Zero(), [&](const TrianglePair& pair) {
      const ClosestPoints closest =
          CalcClosestPointsOfTriangles(pair.a, pair.b.Translated(-t));
      if (closest.squared_distance < least) {
        least = closest.squared_distance;
        p_ACb = closest.p_b + t;
      }
      return least > 0;
    });
    return std::sqrt(least) <= kTouching * tolerance() ? p_ACb : std::nullopt;
  }

 private:
  /* Where they are, A's before it is moved. */
  struct TrianglePair {
    Triangle a;
    Triangle b;
  };

  /* Visits pairs of triangles of A + t and B whose boxes overlap and of which
   A's is not behind along u; instead of A's, B's are moved, by -t, which may
   change. */
  template <class Visit>
  void VisitOverlapping(const Vector3& t, const Vector3& u,
                        Visit&& visit) const {
    const Eigen::Vector3f u_A = u.cast<float>();
    const Eigen::Vector3f u_B =
        (X_AB_.rotation().matrix().transpose() * u).cast<float>();
    PosedTrees trees(A_.bvh(), B_.bvh(), X_AB_);
    trees.set_translation(X_AB_.translation() - t);
    VisitLeafPairs(
        trees, kOverlapping,
        [&](const WideBoxes& boxes, const OrientedBox& box, bool of_A,
            float* bounds) {
          float ways[WideBoxes::kWidth];
          CalcSquaredBounds(boxes, box, trees.slack(), bounds);
          CalcWaysPast(boxes, box, of_A ? u_A : Eigen::Vector3f(-u_B),
                       trees.slack(), ways);
          BoundByWays(ways, bounds);
        },
        [&](std::span<const int> leaf_A, std::span<const int> leaf_B) {
          std::array<Triangle, TriangleBvh::kMaxLeafSize> triangles_A;
          std::array<Aabb, TriangleBvh::kMaxLeafSize> boxes_A;
          for (std::size_t i = 0; i < leaf_A.size(); ++i) {
            triangles_A[i] = GetTriangle(A_, leaf_A[i]);
            boxes_A[i] = CalcBox(triangles_A[i]);
            // For triangles that are flush but for rounding.
            boxes_A[i].lower.array() -= tolerance();
            boxes_A[i].upper.array() += tolerance();
          }
          for (const int j : leaf_B) {
            const Triangle b = Transform(X_AB_, GetTriangle(B_, j));
            Aabb box_B = CalcBox(b.Translated(-t));
            for (std::size_t i = 0; i < leaf_A.size(); ++i) {
              if (!boxes_A[i].Overlaps(box_B)) continue;
              const Vector3 t_before = t;
              if (!visit({triangles_A[i], b})) return false;
              if (t != t_before) box_B = CalcBox(b.Translated(-t));
            }
          }
          trees.set_translation(X_AB_.translation() - t);
          return true;
        });
  }

  void RaisePastTriangles(const Vector3& t0, const Vector3& u, double s_max,
                          Exit* exit) final {
    const double s_before = exit->s;
    const auto done = [&] { return exit->s > s_max; };
    Vector3 t = t0 + exit->s * u;
    TrianglePair last;  // Which touch at t.
    const auto raise = [&](const TrianglePair& pair) {
      const TranslationObstacle obstacle =
          CalcTriangleObstacle(pair.a, pair.b.Translated(-t), u, tolerance());
      if (!obstacle.blocks) return false;
      exit->s += obstacle.exit;
      t = t0 + exit->s * u;
      exit->contact = Contact{obstacle.exit_normal, Vector3::Zero()};
      last = pair;
      return true;
    };
    recent_.RaisePast(raise, done);
    if (!done()) {
      VisitOverlapping(t, u, [&](const TrianglePair& pair) {
        if (raise(pair)) recent_.Add(pair);
        return !done();
      });
    }
    if (exit->s > s_before && !done()) {
      exit->contact->p_ACb =
          CalcClosestPointsOfTriangles(last.a, last.b.Translated(-t)).p_b + t;
    }
  }

  std::optional<Exit> FindSurface(const Vector3& t,
                                  const Vector3& u) const final {
    const RigidTransform X_AtB = RigidTransform::MakeUnchecked(
        X_AB_.rotation().matrix(), X_AB_.translation() - t);
    if (const Vector3* p_B = FindContainedPart(A_, B_, X_AtB)) {
      const RayHit hit = CastRayOut(A_, X_AtB * *p_B, -u, tolerance());
      return Exit{hit.distance, Contact{-hit.normal, X_AB_ * *p_B}};
    }
    const RigidTransform X_BAt = X_AtB.inverse();
    if (const Vector3* p_A = FindContainedPart(B_, A_, X_BAt)) {
      const RayHit hit = CastRayOut(B_, X_BAt * *p_A,
                                    X_BAt.rotation().matrix() * u, tolerance());
      return Exit{hit.distance, Contact{X_AB_.rotation().matrix() * hit.normal,
                                        *p_A + t + hit.distance * u}};
    }
    return FindFlushSurface(t, u);
  }

  /* Where faces are flush, no triangle crosses another though the insides
   overlap, and the one point of each part may be elsewhere: of triangles that
   touch, either may lie inside the other shape. */
  std::optional<Exit> FindFlushSurface(const Vector3& t,
                                       const Vector3& u) const {
    const Matrix3& R_AB = X_AB_.rotation().matrix();
    std::optional<Exit> exit;
    int num_pairs = 0;
    VisitOverlapping(t, Vector3::Zero(), [&](const TrianglePair& pair) {
      const double apart =
          CalcClosestPointsOfTriangles(pair.a, pair.b.Translated(-t))
              .squared_distance;
      if (apart > tolerance() * tolerance()) return true;
      const Triangle b{{X_AB_.inverse() * pair.b.v[0],
                        X_AB_.inverse() * pair.b.v[1],
                        X_AB_.inverse() * pair.b.v[2]}};
      if (const auto hit = FindWayOut(B_, b, A_, X_AB_, -t, -u)) {
        exit = {hit->distance, Contact{-hit->normal, CalcCentre(pair.b)}};
      } else if (const auto back =
                     FindWayOut(A_, pair.a, B_, X_AB_.inverse(),
                                X_AB_.inverse().rotation().matrix() * t,
                                R_AB.transpose() * u)) {
        exit = {back->distance,
                Contact{R_AB * back->normal,
                        CalcCentre(pair.a) + t + back->distance * u}};
      }
      return !exit && ++num_pairs < kMaxFlushPairs;
    });
    return exit;
  }

  /* With the triangle of `from` inside `to` by more than the tolerance, at its
   middle: the way along `direction` to where the middle leaves it. Poses F in
   T, then moves by t. */
  std::optional<RayHit> FindWayOut(const SolidMesh& from,
                                   const Triangle& triangle,
                                   const SolidMesh& to,
                                   const RigidTransform& X_TF, const Vector3& t,
                                   const Vector3& direction) const {
    if (!to.solid()) return std::nullopt;
    const Vector3 front = (triangle.v[1] - triangle.v[0])
                              .cross(triangle.v[2] - triangle.v[0])
                              .stableNormalized();
    if (front.isZero(0)) return std::nullopt;
    const Vector3 nhat = X_TF.rotation().matrix() * front;
    const Vector3 middle = X_TF * CalcCentre(triangle) + t;
    const Vector3 below = middle - tolerance() * nhat;
    if (!to.Contains(below)) return std::nullopt;
    if (!from.solid() && !to.Contains(middle + tolerance() * nhat)) {
      return std::nullopt;
    }
    RayHit hit = CastRay(to, below, direction);
    // From the triangle, which may be behind the point below it.
    const double speed = hit.normal.dot(direction);
    if (speed > 0) {
      hit.distance +=
          std::max(0.0, -tolerance() * hit.normal.dot(nhat) / speed);
    }
    return hit;
  }

  static Vector3 CalcCentre(const Triangle& triangle) {
    return (triangle.v[0] + triangle.v[1] + triangle.v[2]) / 3;
  }

  const SolidMesh& A_;
  const SolidMesh& B_;
  const RigidTransform& X_AB_;
  RecentBlockers<TrianglePair> recent_;
};

}  // namespace

PairInA ComputeMeshConvexDepth(const SolidMesh& A, const ConvexSet& B,
                               const RigidTransform& X_AB,
                               const PairInA& closest) {
  const Aabb box_B = CalcConvexSetBox(B, X_AB);
  const double tolerance =
      CalcFreeTolerance(CalcPairScale(A, box_B, X_AB.translation()));
  MeshConvexOverlap overlap(A, B, X_AB, box_B, tolerance);
  return FindShortestExit(&overlap,
                          ComputeConvexDistance(ConvexSet(A.hull()), B, X_AB),
                          closest, X_AB.rotation().matrix());
}

PairInA ComputeMeshMeshDepth(const SolidMesh& A, const SolidMesh& B,
                             const RigidTransform& X_AB,
                             const PairInA& closest) {
  const double tolerance =
      CalcFreeTolerance(CalcPairScale(A, B.bvh().bounds(), X_AB.translation()));
  MeshMeshOverlap overlap(A, B, X_AB, tolerance);
  return FindShortestExit(
      &overlap,
      ComputeConvexDistance(ConvexSet(A.hull()), ConvexSet(B.hull()), X_AB),
      closest, X_AB.rotation().matrix());
}

}  // namespace clearway::internal
