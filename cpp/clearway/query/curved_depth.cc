#include "clearway/query/curved_depth.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "clearway/query/gjk.h"

namespace clearway::internal {
namespace {

constexpr double kEpsilon = 2.220446049250313e-16;
constexpr double kFlatTolerance = 16 * kEpsilon;
constexpr double kVisibleTolerance = 4 * kEpsilon;
constexpr double kCurvedTolerance = 1e-12;
constexpr int kMaxClimbs = 48;
constexpr int kMaxVertices = 160;
constexpr int kMaxFaces = 3 * kMaxVertices;
constexpr int kMaxHorizon = 256;

// A unit vector orthogonal to v, which is not zero.
Vector3 MakeOrthogonal(const Vector3& v) {
  int smallest;
  v.cwiseAbs().minCoeff(&smallest);
  return v.cross(Vector3::Unit(smallest)).normalized();
}

// A closed surface of triangles inside the difference, around the origin.
class ExpandingPolytope {
 public:
  // A triangle with its inward unit normal; value = nhat . vertex bounds the
  // gap from above, if it is the largest of all faces'.
  struct Face {
    Vector3 nhat;
    double value;
    int vertices[3];
  };

  explicit ExpandingPolytope(double scale) : scale_(scale) {}

  // Four vertices, in either orientation.
  void Start(const Vector3 (&w)[4]) {
    for (int i = 0; i < 4; ++i) vertices_[i] = w[i];
    num_vertices_ = 4;
    const double volume = (w[1] - w[0]).cross(w[2] - w[0]).dot(w[3] - w[0]);
    if (volume > 0) std::swap(vertices_[1], vertices_[2]);
    AddFace(0, 1, 2);
    AddFace(0, 2, 3);
    AddFace(0, 3, 1);
    AddFace(1, 3, 2);
  }

  // The face of the largest value; ties: the lowest index.
  const Face& FindNearestFace() const {
    int best = 0;
    for (int i = 1; i < num_faces_; ++i) {
      if (faces_[i].value > faces_[best].value) best = i;
    }
    return faces_[best];
  }

  // Replaces the faces that see w by the cone from their rim to w: the surface
  // stays closed whatever rounding says of single faces. Returns false, and
  // changes nothing, if there is no room or w is a vertex already.
  bool Expand(const Vector3& w) {
    for (int i = 0; i < num_vertices_; ++i) {
      if (vertices_[i] == w) return false;
    }
    num_horizon_ = 0;
    int num_visible = 0;
    for (int i = 0; i < num_faces_; ++i) {
      is_visible_[i] =
          faces_[i].nhat.dot(w) < faces_[i].value - kVisibleTolerance * scale_;
      if (!is_visible_[i]) continue;
      ++num_visible;
      for (int k = 0; k < 3; ++k) {
        if (!AddHorizonEdge(faces_[i].vertices[k],
                            faces_[i].vertices[(k + 1) % 3])) {
          return false;
        }
      }
    }
    if (num_vertices_ == kMaxVertices || num_horizon_ == 0 ||
        num_faces_ - num_visible + num_horizon_ > kMaxFaces) {
      return false;
    }
    int kept = 0;
    for (int i = 0; i < num_faces_; ++i) {
      if (!is_visible_[i]) faces_[kept++] = faces_[i];
    }
    num_faces_ = kept;
    vertices_[num_vertices_] = w;
    for (int i = 0; i < num_horizon_; ++i) {
      AddFace(horizon_[i].first, horizon_[i].second, num_vertices_);
    }
    ++num_vertices_;
    return true;
  }

 private:
  // Edges of two visible faces cancel; what is left is the horizon.
  bool AddHorizonEdge(int from, int to) {
    for (int i = 0; i < num_horizon_; ++i) {
      if (horizon_[i].first == to && horizon_[i].second == from) {
        horizon_[i] = horizon_[--num_horizon_];
        return true;
      }
    }
    if (num_horizon_ == kMaxHorizon) return false;
    horizon_[num_horizon_++] = {from, to};
    return true;
  }

  // Counter-clockwise seen from outside.
  void AddFace(int i, int j, int k) {
    const Vector3& a = vertices_[i];
    const Vector3& b = vertices_[j];
    const Vector3& c = vertices_[k];
    const Vector3 ab = b - a;
    const Vector3 bc = c - b;
    const Vector3 ca = a - c;
    const double lab = ab.squaredNorm();
    const double lbc = bc.squaredNorm();
    const double lca = ca.squaredNorm();
    const double longest = std::max({lab, lbc, lca});
    Vector3 normal = longest == lab   ? Vector3(bc.cross(ca))
                     : longest == lbc ? Vector3(ca.cross(ab))
                                      : Vector3(ab.cross(bc));
    double norm = normal.norm();
    if (!(norm > 0)) {
      // Three points on a line: any plane through it bounds them.
      const Vector3& edge = longest == lab ? ab : longest == lbc ? bc : ca;
      normal = longest > 0 ? MakeOrthogonal(edge) : Vector3::UnitZ();
      if (normal.dot(a) < 0) normal = -normal;
      norm = 1;
    }
    Face& face = faces_[num_faces_++];
    face.nhat = normal / -norm;
    face.value =
        std::max({face.nhat.dot(a), face.nhat.dot(b), face.nhat.dot(c)});
    face.vertices[0] = i;
    face.vertices[1] = j;
    face.vertices[2] = k;
  }

  double scale_;
  int num_vertices_{0};
  int num_faces_{0};
  int num_horizon_{0};
  std::array<Vector3, kMaxVertices> vertices_;
  std::array<Face, kMaxFaces> faces_;
  std::array<bool, kMaxFaces> is_visible_;
  std::array<std::pair<int, int>, kMaxHorizon> horizon_;
};

// The side of a flat difference that has the larger gap; ties: +nhat.
Vector3 ChooseSide(MinkowskiDifference* difference, const Vector3& nhat) {
  return difference->CalcGap(-nhat) > difference->CalcGap(nhat) ? Vector3(-nhat)
                                                                : nhat;
}

// Four vertices of the difference that span a volume. If there are none, a
// normal of the flat, straight or single-point difference instead.
bool FindTetrahedron(MinkowskiDifference* difference, double scale,
                     Vector3 (&w)[4], Vector3* flat_normal) {
  const double tolerance = kFlatTolerance * scale;
  double length = -1;
  for (int i = 0; i < 3; ++i) {
    const Vector3 lower = difference->FindLeast(Vector3::Unit(i)).w;
    const Vector3 upper = difference->FindLeast(-Vector3::Unit(i)).w;
    if (upper[i] - lower[i] > length) {
      length = upper[i] - lower[i];
      w[0] = lower;
      w[1] = upper;
    }
  }
  if (!(length > tolerance)) {
    *flat_normal = ChooseSide(difference, Vector3::UnitZ());
    return false;
  }
  const Vector3 along = (w[1] - w[0]).normalized();
  const Vector3 across = MakeOrthogonal(along);
  double width = -1;
  for (const Vector3& direction : {across, Vector3(along.cross(across))}) {
    for (const double sign : {1.0, -1.0}) {
      const Vector3 p = difference->FindLeast(sign * direction).w;
      const double candidate = along.cross(p - w[0]).norm();
      if (candidate > width) {
        width = candidate;
        w[2] = p;
      }
    }
  }
  if (!(width > tolerance)) {
    *flat_normal = ChooseSide(difference, across);
    return false;
  }
  const Vector3 normal = along.cross(w[2] - w[0]).normalized();
  double thickness = -1;
  for (const double sign : {1.0, -1.0}) {
    const Vector3 p = difference->FindLeast(sign * normal).w;
    const double candidate = std::abs(normal.dot(p - w[0]));
    if (candidate > thickness) {
      thickness = candidate;
      w[3] = p;
    }
  }
  if (!(thickness > tolerance)) {
    *flat_normal = ChooseSide(difference, normal);
    return false;
  }
  return true;
}

// Anderson's extrapolation of the fixed-point iteration x -> x + r(x) from the
// last three points, normalised.
Vector3 Extrapolate(const Vector3 (&x)[3], const Vector3 (&r)[3], int count) {
  // Least squares of |r0 - g1 (r0 - r1) - g2 (r0 - r2)|.
  const Vector3 d1 = r[0] - r[1];
  const Vector3 d2 = r[0] - r[2];
  const double a11 = d1.squaredNorm();
  double g1 = a11 > 0 ? d1.dot(r[0]) / a11 : 0;
  double g2 = 0;
  if (count > 2) {
    const double a12 = d1.dot(d2);
    const double a22 = d2.squaredNorm();
    const double det = a11 * a22 - a12 * a12;
    if (det > 1e-8 * a11 * a22) {
      g1 = (a22 * d1.dot(r[0]) - a12 * d2.dot(r[0])) / det;
      g2 = (a11 * d2.dot(r[0]) - a12 * d1.dot(r[0])) / det;
    }
  }
  Vector3 result = x[0] + r[0] - g1 * (x[0] - x[1] + d1);
  if (g2 != 0) result -= g2 * (x[0] - x[2] + d2);
  const double norm = result.norm();
  return norm > 0.5 && norm < 2 ? Vector3(result / norm) : x[0];
}

}  // namespace

GapMaximum ClimbGap(const MinkowskiDifference& difference_in,
                    const Vector3& nhat, double scale) {
  MinkowskiDifference difference(difference_in);
  GapMaximum best;
  best.nhat = nhat;
  const DifferenceVertex least = difference.FindLeast(nhat);
  best.gap = nhat.dot(least.w);
  best.p_ACa = least.a;
  best.p_ACb = least.b;
  Vector3 x[3]{Vector3::Zero(), Vector3::Zero(), Vector3::Zero()};
  Vector3 residual[3]{Vector3::Zero(), Vector3::Zero(), Vector3::Zero()};
  for (int climb = 0; climb < kMaxClimbs; ++climb) {
    // Far enough out for an accurate normal, as near as that allows: the nearer
    // the faster.
    const double depth = std::max(-best.gap, 0.0);
    const Vector3 offset = (1.1 * depth + 1e-6 * scale) * best.nhat;
    const GjkResult outside =
        FindClosestPoints(difference.Shifted(offset), best.nhat);
    if (outside.status != GjkResult::Status::kSeparated) break;
    best.p_ACa = outside.p_ACa - offset;
    best.p_ACb = outside.p_ACb;

    x[2] = x[1];
    x[1] = x[0];
    x[0] = best.nhat;
    residual[2] = residual[1];
    residual[1] = residual[0];
    residual[0] = outside.nhat - best.nhat;
    Vector3 next = outside.nhat;
    double gap = difference.CalcGap(next);
    if (climb > 0) {
      const Vector3 candidate = Extrapolate(x, residual, climb + 1);
      const double candidate_gap = difference.CalcGap(candidate);
      if (candidate_gap > gap) {
        next = candidate;
        gap = candidate_gap;
      }
    }
    if (!(gap > best.gap + kEpsilon * scale)) break;
    best.nhat = next;
    best.gap = gap;
  }
  return best;
}

GapMaximum MaximizeGap(const MinkowskiDifference& difference_in, double scale,
                       double tolerance) {
  MinkowskiDifference difference(difference_in);
  Vector3 w[4];
  Vector3 flat_normal;
  if (!FindTetrahedron(&difference, scale, w, &flat_normal)) {
    GapMaximum result = ClimbGap(difference, flat_normal, scale);
    result.is_certified = true;
    return result;
  }
  ExpandingPolytope polytope(scale);
  polytope.Start(w);
  GapMaximum best;
  while (true) {
    const ExpandingPolytope::Face& face = polytope.FindNearestFace();
    const DifferenceVertex vertex = difference.FindLeast(face.nhat);
    if (face.nhat.dot(vertex.w) > best.gap + kEpsilon * scale) {
      const GapMaximum climbed = ClimbGap(difference, face.nhat, scale);
      if (climbed.gap > best.gap) best = climbed;
    }
    if (face.value - best.gap <= tolerance) {
      best.is_certified = true;
      return best;
    }
    if (!polytope.Expand(vertex.w)) return best;
  }
}

GapMaximum ComputeCurvedDepth(const MinkowskiDifference& difference,
                              double scale) {
  return MaximizeGap(difference, scale, kCurvedTolerance * scale);
}

}  // namespace clearway::internal
