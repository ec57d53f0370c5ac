#include "clearway/query/polytope_depth.h"

#include <Eigen/Geometry>

namespace clearway::internal {
namespace {

constexpr double kEpsilon = 2.220446049250313e-16;
// How far bounds of the gap may differ and yet prove it.
constexpr double kCertifiedTolerance = 64 * kEpsilon;
// Unit vectors within this of an arc's end count as on it.
constexpr double kArcTolerance = 1e-12;

// An edge: a point on it, its unit direction, and the rim of its normal cone:
// an outward unit normal m belongs to it iff m . inner[i] >= 0 for both. They
// are zero where an edge has no two faces at an angle.
struct EdgeFeature {
  Vector3 point;
  Vector3 direction{Vector3::Zero()};
  Vector3 inner[2]{Vector3::Zero(), Vector3::Zero()};
};

EdgeFeature MakeEdge(const Vector3& p, const Vector3& q) {
  EdgeFeature edge;
  edge.point = p;
  const Vector3 pq = q - p;
  const double length = pq.norm();
  if (length > 0) edge.direction = pq / length;
  return edge;
}

EdgeFeature MakeEdge(const Vector3& p, const Vector3& q, const Vector3& normal0,
                     const Vector3& normal1) {
  EdgeFeature edge = MakeEdge(p, q);
  const Vector3 turn = normal0.cross(normal1);
  edge.inner[0] = turn.cross(normal0);
  edge.inner[1] = normal1.cross(turn);
  return edge;
}

// The faces and edges of a core in its own frame.
class PolytopeFeatures {
 public:
  explicit PolytopeFeatures(const ConvexSet& set) : set_(set) {}

  int num_normals() const {
    switch (set_.core()) {
      case ConvexSet::Core::kBox:
        return 6;
      case ConvexSet::Core::kTriangle:
        return 2;
      case ConvexSet::Core::kPrism:
        return 5;
      case ConvexSet::Core::kPolytope:
        return static_cast<int>(set_.polytope().faces().size());
      default:
        return 0;
    }
  }

  // Zero where a triangle or a side has none.
  Vector3 normal(int i) const {
    switch (set_.core()) {
      case ConvexSet::Core::kBox:
        return (i % 2 == 0 ? 1.0 : -1.0) * Vector3::Unit(i / 2);
      case ConvexSet::Core::kTriangle: {
        const Vector3 normal = (set_.vertex(1) - set_.vertex(0))
                                   .cross(set_.vertex(2) - set_.vertex(0));
        const double norm = normal.norm();
        if (!(norm > 0)) return Vector3::Zero();
        return normal / (i == 0 ? norm : -norm);
      }
      case ConvexSet::Core::kPrism: {
        if (i == 4) return -Vector3::UnitZ();
        const Vector3 top = (set_.vertex(1) - set_.vertex(0))
                                .cross(set_.vertex(2) - set_.vertex(0));
        const double sign = top.z() < 0 ? -1 : 1;
        if (i == 3) return sign * top.stableNormalized();
        const Vector3 side = set_.vertex((i + 1) % 3) - set_.vertex(i);
        return sign * Vector3(side.y(), -side.x(), 0).stableNormalized();
      }
      default:
        return set_.polytope().faces()[i].normal;
    }
  }

  int num_edges() const {
    switch (set_.core()) {
      case ConvexSet::Core::kSegment:
        return 1;
      case ConvexSet::Core::kBox:
        return 12;
      case ConvexSet::Core::kTriangle:
        return 3;
      case ConvexSet::Core::kPrism:
        return 9;
      case ConvexSet::Core::kPolytope:
        return static_cast<int>(set_.polytope().edges().size());
      default:
        return 0;
    }
  }

  EdgeFeature edge(int i) const {
    switch (set_.core()) {
      case ConvexSet::Core::kSegment:
        return MakeEdge(set_.vertex(0), set_.vertex(1));
      case ConvexSet::Core::kBox: {
        // Four edges an axis, one for each pair of signs of the other two.
        const int axis = i / 4;
        const int u = (axis + 1) % 3;
        const int v = (axis + 2) % 3;
        const Vector3 normal_u = (i % 2 == 0 ? 1.0 : -1.0) * Vector3::Unit(u);
        const Vector3 normal_v = (i % 4 < 2 ? 1.0 : -1.0) * Vector3::Unit(v);
        const Vector3 signs = normal_u + normal_v;
        const Vector3 half = set_.half_size().cwiseProduct(Vector3::Unit(axis));
        const Vector3 middle = set_.half_size().cwiseProduct(signs);
        return MakeEdge(middle - half, middle + half, normal_u, normal_v);
      }
      case ConvexSet::Core::kTriangle:
        return MakeEdge(set_.vertex(i), set_.vertex((i + 1) % 3));
      case ConvexSet::Core::kPrism: {
        // Three edges each: of the top, of the base, upright.
        const int side = i % 3;
        const Vector3& p = set_.vertex(side);
        const Vector3& q = set_.vertex((side + 1) % 3);
        const Vector3 base_p(p.x(), p.y(), set_.bottom());
        const Vector3 base_q(q.x(), q.y(), set_.bottom());
        if (i < 3) return MakeEdge(p, q, normal(side), normal(3));
        if (i < 6) return MakeEdge(base_p, base_q, normal(side), normal(4));
        return MakeEdge(base_p, p, normal((side + 2) % 3), normal(side));
      }
      default: {
        const ConvexPolytope& polytope = set_.polytope();
        const ConvexPolytope::Edge& edge = polytope.edges()[i];
        const Vector3 p = polytope.vertices().row(edge.vertices[0]);
        const Vector3 q = polytope.vertices().row(edge.vertices[1]);
        if (edge.faces[0] < 0) return MakeEdge(p, q);
        return MakeEdge(p, q, polytope.faces()[edge.faces[0]].normal,
                        polytope.faces()[edge.faces[1]].normal);
      }
    }
  }

 private:
  const ConvexSet& set_;
};

}  // namespace

GapMaximum EnumerateGaps(const MinkowskiDifference& difference_in, double scale,
                         const GapMaximum& start) {
  MinkowskiDifference difference(difference_in);
  const Matrix3& R_AB = difference.R_AB();
  GapMaximum best = start;
  const auto take = [&](const Vector3& nhat) {
    const double gap = difference.CalcGap(nhat);
    if (gap > best.gap) {
      best.gap = gap;
      best.nhat = nhat;
    }
  };
  const PolytopeFeatures features_A(difference.A());
  const PolytopeFeatures features_B(difference.B());
  // The normal is out of B, towards A.
  for (int i = 0; i < features_A.num_normals(); ++i) {
    const Vector3 normal = features_A.normal(i);
    if (!normal.isZero(0)) take(-normal);
  }
  for (int i = 0; i < features_B.num_normals(); ++i) {
    const Vector3 normal = features_B.normal(i);
    if (!normal.isZero(0)) take(R_AB * normal);
  }
  for (int j = 0; j < features_B.num_edges(); ++j) {
    EdgeFeature b = features_B.edge(j);
    b.point = R_AB * b.point + difference.p_AB();
    b.direction = R_AB * b.direction;
    for (Vector3& inner : b.inner) inner = R_AB * inner;
    for (int i = 0; i < features_A.num_edges(); ++i) {
      const EdgeFeature a = features_A.edge(i);
      const Vector3 cross = a.direction.cross(b.direction);
      const double norm = cross.norm();
      if (!(norm > 0)) continue;
      for (const double sign : {1.0, -1.0}) {
        const Vector3 nhat = cross * (sign / norm);
        if (nhat.dot(a.inner[0]) > kArcTolerance ||
            nhat.dot(a.inner[1]) > kArcTolerance ||
            nhat.dot(b.inner[0]) < -kArcTolerance ||
            nhat.dot(b.inner[1]) < -kArcTolerance ||
            nhat.dot(a.point - b.point) <= best.gap) {
          continue;
        }
        take(nhat);
      }
    }
  }
  best = ClimbGap(difference, best.nhat, scale);
  best.is_certified = true;
  return best;
}

GapMaximum ComputePolytopeDepth(const MinkowskiDifference& difference,
                                double scale) {
  const GapMaximum result =
      MaximizeGap(difference, scale, kCertifiedTolerance * scale);
  return result.is_certified ? result
                             : EnumerateGaps(difference, scale, result);
}

}  // namespace clearway::internal
