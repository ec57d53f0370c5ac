#include "clearway/query/mesh_depth.h"

#include <algorithm>
#include <cmath>

#include "clearway/query/mesh_traversal.h"
#include "clearway/query/shortest_exit.h"
#include "clearway/query/tolerance.h"

namespace clearway::internal {
namespace {

/* Overlapping triangles looked at for directions to begin with. */
constexpr int kMaxDirectionPairs = 256;
/* Boxes are looked into if their bound is not above 0: if they overlap. */
constexpr double kOverlapping = 0;

/* The bound of boxes which A + t + s u has passed once s reaches `way`. Of
 those that overlap the longest way goes first, since the shorter ones are
 passed then, and those behind are left out. */
double CalcBound(double squared_distance, double way) {
  return squared_distance > 0 ? squared_distance : -way;
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
        p_ABin_(X_AB * B.centre()) {}

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
    const double reach_B = u.cwiseAbs().dot(box_B_.half_size());
    const auto bound = [&](const Aabb& box) {
      const Aabb moved{box_B_.lower - t, box_B_.upper - t};
      return CalcBound(box.CalcSquaredDistance(moved),
                       u.dot(moved.centre() - box.centre()) + reach_B +
                           u.cwiseAbs().dot(box.half_size()));
    };
    VisitTriangles(A_.bvh(), kOverlapping, bound, [&](int i) {
      const Triangle triangle = GetTriangle(A_, i);
      return bound(CalcBox(triangle)) > kOverlapping || visit(triangle);
    });
  }

  void RaisePastTriangles(const Vector3& t0, const Vector3& u, double s_max,
                          Exit* exit) const final {
    Vector3 t = t0 + exit->s * u;
    VisitOverlapping(t, u, [&](const Triangle& triangle) {
      RaisePastTriangle(triangle, t0, u, exit);
      t = t0 + exit->s * u;
      return exit->s <= s_max;
    });
  }

  /* The translations for which the triangle meets B are convex, so that from
   outside each supporting plane leads to a place nearer to where the line
   leaves them, and never inside (Newton's method on a convex function). */
  void RaisePastTriangle(const Triangle& triangle, const Vector3& t0,
                         const Vector3& u, Exit* exit) const {
    constexpr int kMaxSteps = 30;
    constexpr double kMinSpeed = 1e-12;
    PairInA pair = CalcDistance(triangle, t0 + exit->s * u);
    if (pair.distance >= -tolerance()) return;
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
    exit->s = std::max(s, exit->s);
    exit->contact = Contact{pair.nhat_BA_A, pair.p_ACb + t0 + exit->s * u};
  }

  std::optional<Exit> FindSurface(const Vector3& t,
                                  const Vector3& u) const final {
    const Vector3 p = p_ABin_ - t;
    if (!A_.Contains(p)) return std::nullopt;
    const RayHit hit = CastRay(A_, p, -u);
    return Exit{hit.distance, Contact{-hit.normal, p_ABin_}};
  }

  const SolidMesh& A_;
  const ConvexSet& B_;
  const RigidTransform& X_AB_;
  const Aabb box_B_;
  const Vector3 p_ABin_;  // A point of B.
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
    VisitOverlapping(zero, zero, [&](const Triangle& a, const Triangle& b) {
      const TranslationObstacle obstacle =
          CalcTriangleObstacle(a, b, Vector3::Zero(), tolerance());
      if (!obstacle.blocks) return true;
      result.Add(obstacle.depth, obstacle.depth_normal);
      result.AddFront(CalcFront(b) - CalcFront(a));
      return ++num_pairs < kMaxDirectionPairs;
    });
    return result;
  }

 private:
  /* Visits pairs of triangles of A + t and B whose boxes overlap and of which
   A's is not behind along u; instead of A's, B's are moved, by -t, which may
   change. */
  template <class Visit>
  void VisitOverlapping(const Vector3& t, const Vector3& u,
                        Visit&& visit) const {
    const Vector3 u_B = X_AB_.rotation().matrix().transpose() * u;
    RelativeBoxes boxes(X_AB_);
    VisitTrianglePairs(
        A_.bvh(), B_.bvh(), kOverlapping,
        [&](const Aabb& box_A, const Aabb& box_B) {
          const Vector3 p_AtB = X_AB_.translation() - t;
          boxes.set_translation(p_AtB);
          return CalcBound(boxes.CalcSquaredBound(box_A, box_B),
                           u.dot(p_AtB - box_A.centre()) +
                               u_B.dot(box_B.centre()) +
                               u.cwiseAbs().dot(box_A.half_size()) +
                               u_B.cwiseAbs().dot(box_B.half_size()));
        },
        [&](int i, int j) {
          const Triangle a = GetTriangle(A_, i);
          const Triangle b =
              Transform(X_AB_, GetTriangle(B_, j)).Translated(-t);
          return CalcBox(a).CalcSquaredDistance(CalcBox(b)) > kOverlapping ||
                 visit(a, b);
        });
  }

  void RaisePastTriangles(const Vector3& t0, const Vector3& u, double s_max,
                          Exit* exit) const final {
    const double s_before = exit->s;
    Vector3 t = t0 + exit->s * u;
    Triangle last_a, last_b;  // Which touch at t.
    VisitOverlapping(t, u, [&](const Triangle& a, const Triangle& b) {
      const TranslationObstacle obstacle =
          CalcTriangleObstacle(a, b, u, tolerance());
      if (!obstacle.blocks) return true;
      exit->s += obstacle.exit;
      t = t0 + exit->s * u;
      exit->contact = Contact{obstacle.exit_normal, Vector3::Zero()};
      last_a = a;
      last_b = b.Translated(-obstacle.exit * u);
      return exit->s <= s_max;
    });
    if (exit->s > s_before && exit->s <= s_max) {
      exit->contact->p_ACb =
          CalcClosestPointsOfTriangles(last_a, last_b).p_b + t;
    }
  }

  std::optional<Exit> FindSurface(const Vector3& t,
                                  const Vector3& u) const final {
    const RigidTransform X_AtB = RigidTransform::MakeUnchecked(
        X_AB_.rotation().matrix(), X_AB_.translation() - t);
    if (const Vector3* p_B = FindContainedPart(A_, B_, X_AtB)) {
      const RayHit hit = CastRay(A_, X_AtB * *p_B, -u);
      return Exit{hit.distance, Contact{-hit.normal, X_AB_ * *p_B}};
    }
    const RigidTransform X_BAt = X_AtB.inverse();
    if (const Vector3* p_A = FindContainedPart(B_, A_, X_BAt)) {
      const RayHit hit =
          CastRay(B_, X_BAt * *p_A, X_BAt.rotation().matrix() * u);
      return Exit{hit.distance, Contact{X_AB_.rotation().matrix() * hit.normal,
                                        *p_A + t + hit.distance * u}};
    }
    return std::nullopt;
  }

  const SolidMesh& A_;
  const SolidMesh& B_;
  const RigidTransform& X_AB_;
};

}  // namespace

PairInA ComputeMeshConvexDepth(const SolidMesh& A, const ConvexSet& B,
                               const RigidTransform& X_AB,
                               const PairInA& closest) {
  const Aabb box_B = CalcConvexSetBox(B, X_AB);
  const double tolerance =
      CalcDecisionMargin(CalcPairScale(A, box_B, X_AB.translation()));
  return FindShortestExit(MeshConvexOverlap(A, B, X_AB, box_B, tolerance),
                          ComputeConvexDistance(ConvexSet(A.hull()), B, X_AB),
                          closest, X_AB.rotation().matrix());
}

PairInA ComputeMeshMeshDepth(const SolidMesh& A, const SolidMesh& B,
                             const RigidTransform& X_AB,
                             const PairInA& closest) {
  const double tolerance = CalcDecisionMargin(
      CalcPairScale(A, B.bvh().nodes()[0].box, X_AB.translation()));
  return FindShortestExit(
      MeshMeshOverlap(A, B, X_AB, tolerance),
      ComputeConvexDistance(ConvexSet(A.hull()), ConvexSet(B.hull()), X_AB),
      closest, X_AB.rotation().matrix());
}

}  // namespace clearway::internal
