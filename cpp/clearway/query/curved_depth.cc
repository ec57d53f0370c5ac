#include "clearway/query/curved_depth.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "clearway/query/expanding_polytope.h"
#include "clearway/query/gjk.h"

namespace clearway::internal {
namespace {

constexpr double kEpsilon = 2.220446049250313e-16;
constexpr double kFlatTolerance = 16 * kEpsilon;
constexpr double kCurvedTolerance = 1e-10;
// For second derivatives: the root of their rounding's and their curving's sum.
constexpr double kDifferenceStep = 1e-6;
// A jump of support points over such a step, relative to the coordinates.
constexpr double kJump = 100 * kDifferenceStep;
constexpr double kMaxNewtonStep = 0.5;
// Steps that lead down are cut to this: maxima that are nearer to what is
// between them differ from it by the fourth power of that.
constexpr double kLeastStep = 1e-4;
constexpr int kMaxNewtonSteps = 12;
constexpr int kMaxHalvings = 48;
// How far from the surface its points are looked for: too far to touch.
constexpr double kNextTo = 1e-12;
constexpr int kMaxClimbs = 48;
// How much deeper, relative to the depth, an untried direction may be and still
// be worth a climb.
constexpr double kTieSlack = 0.1;

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

// Where the difference has an edge, with its tangents and the slope of the gap
// along the normals of the edge.
struct EdgePoint {
  Vector3 nhat;
  Vector3 edge;  // unit
  Vector3 tau;   // unit, orthogonal to nhat and edge
  double slope;
};

// Turns point->nhat by at most about `reach` to be orthogonal to the edge near
// it, along which supports jump. Returns false if they do not.
bool SnapToEdge(MinkowskiDifference* difference, double scale, double reach,
                EdgePoint* point) {
  // The first edge has the ends of two neighbouring rulings of a cylinder or
  // cone; ever smaller steps along the edge alone find those of one.
  double length = std::max(reach, kDifferenceStep);
  for (int last = 0; last < 3; length *= 0.1) {
    if (length <= kDifferenceStep) {
      length = kDifferenceStep;
      ++last;
    }
    const Vector3 step = length * point->edge;
    const Vector3 edge = difference->FindLeast(point->nhat - step).w -
                         difference->FindLeast(point->nhat + step).w;
    const double jump = edge.norm();
    if (!(jump > kJump * scale)) return false;
    point->edge = edge / jump;
    point->nhat -= point->nhat.dot(point->edge) * point->edge;
    point->nhat.normalize();
  }
  point->tau = point->nhat.cross(point->edge);
  point->slope = point->tau.dot(difference->FindLeast(point->nhat).w);
  return true;
}

// The edge at nhat, if supports near it jump along one direction only: on a
// face they jump along two, on round patches along none.
bool FindEdge(MinkowskiDifference* difference, double scale,
              const Vector3& nhat, EdgePoint* point) {
  const Vector3 tau0 = MakeOrthogonal(nhat);
  const Vector3 tau1 = nhat.cross(tau0);
  const Vector3 steps[4] = {tau0, -tau0, tau1, -tau1};
  Vector3 w[4];
  for (int i = 0; i < 4; ++i) {
    w[i] = difference->FindLeast(nhat + kDifferenceStep * steps[i]).w;
  }
  Vector3 edge = Vector3::Zero();
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i; ++j) {
      if ((w[i] - w[j]).squaredNorm() > edge.squaredNorm()) edge = w[i] - w[j];
    }
  }
  const double length = edge.norm();
  if (!(length > kJump * scale)) return false;
  point->nhat = nhat;
  point->edge = edge / length;
  for (int i = 1; i < 4; ++i) {
    if (point->edge.cross(w[i] - w[0]).norm() > kJump * scale) return false;
  }
  return SnapToEdge(difference, scale, kDifferenceStep, point);
}

// Newton's step for a maximum of a function of that slope and curvature.
double CalcNewtonStep(double slope, double curvature) {
  if (curvature < 0 && std::abs(slope) < -curvature * kMaxNewtonStep) {
    return -slope / curvature;
  }
  return std::copysign(kMaxNewtonStep, slope);
}

// A step along the normals of an edge.
Vector3 StepAlongEdge(MinkowskiDifference* difference, double scale,
                      const EdgePoint& point) {
  double slopes[2];
  for (int i = 0; i < 2; ++i) {
    EdgePoint side = point;
    side.nhat += (i == 0 ? -kDifferenceStep : kDifferenceStep) * point.tau;
    if (!SnapToEdge(difference, scale, kDifferenceStep, &side)) {
      return point.nhat;
    }
    slopes[i] = side.slope;
  }
  const double curvature = (slopes[1] - slopes[0]) / (2 * kDifferenceStep);
  const double step = CalcNewtonStep(point.slope, curvature);
  // Where the step leads down, a ridge is in between (the other shape's edge
  // crosses this one), or normals that turn away: a cone's leave the great
  // circle by the square of the step, and a flat cone's soon. Halving finds
  // where the slope changes its sign.
  EdgePoint best = point;
  double best_gap = difference->CalcGap(point.nhat);
  double ascending = 0, descending = step;
  for (int i = 0; i < kMaxHalvings; ++i) {
    const double t = i == 0 ? step : 0.5 * (ascending + descending);
    EdgePoint trial = point;
    trial.nhat = (point.nhat + t * point.tau).normalized();
    const bool has_edge = SnapToEdge(difference, scale, t * t, &trial);
    const double gap = difference->CalcGap(trial.nhat);
    if (has_edge && gap > best_gap) {
      best = trial;
      best_gap = gap;
      if (i == 0) break;
    }
    (has_edge && trial.slope * step > 0 ? ascending : descending) = t;
    // What is left to gain where the gap is concave along the edge's normals.
    // Between two maxima it is not, and the slope says nothing.
    const double left = descending - ascending;
    if (curvature < 0 ? std::abs(point.slope * left) <= kEpsilon * scale
                      : std::abs(left) <= kLeastStep) {
      break;
    }
  }
  return best.nhat;
}

// A step over a round patch.
Vector3 StepOnPatch(MinkowskiDifference* difference, const Vector3& nhat) {
  const Vector3 tau0 = MakeOrthogonal(nhat);
  const Vector3 tau1 = nhat.cross(tau0);
  // The gradient of gap(direction / |direction|) along tau0 and tau1.
  const auto calc_gradient = [&](const Vector3& direction) {
    const double norm = direction.norm();
    const Vector3 unit = direction / norm;
    const Vector3 w = difference->FindLeast(unit).w;
    const Vector3 tangent = (w - unit.dot(w) * unit) / norm;
    return Vector2(tangent.dot(tau0), tangent.dot(tau1));
  };
  const Vector2 g = calc_gradient(nhat);
  const Vector2 h0 = (calc_gradient(nhat + kDifferenceStep * tau0) -
                      calc_gradient(nhat - kDifferenceStep * tau0)) /
                     (2 * kDifferenceStep);
  const Vector2 h1 = (calc_gradient(nhat + kDifferenceStep * tau1) -
                      calc_gradient(nhat - kDifferenceStep * tau1)) /
                     (2 * kDifferenceStep);
  // Along the principal directions, so that either may curve the wrong way.
  // They are at half the angle of (x, y): by roots alone, whose digits are the
  // same on every machine.
  const double x = h0[0] - h1[1];
  const double y = h0[1] + h1[0];
  const double length = std::sqrt(x * x + y * y);
  const double cosine = length > 0 ? std::clamp(x / length, -1.0, 1.0) : 1;
  const double c = std::sqrt(0.5 * (1 + cosine));
  const double s = std::copysign(std::sqrt(0.5 * (1 - cosine)), y);
  const double mixed = c * s * y;
  const double step0 = CalcNewtonStep(c * g[0] + s * g[1],
                                      c * c * h0[0] + mixed + s * s * h1[1]);
  const double step1 = CalcNewtonStep(c * g[1] - s * g[0],
                                      s * s * h0[0] - mixed + c * c * h1[1]);
  const Vector3 step =
      (c * step0 - s * step1) * tau0 + (s * step0 + c * step1) * tau1;
  // Where the gap curves the wrong way the step has a length of its own, and no
  // side: between two equal maxima, as near to each other as they may be, the
  // slope vanishes. Along a ring of directions that all but tie a step is
  // straight, and must be short not to leave it.
  Vector3 result = (nhat + step).normalized();
  const double gap = difference->CalcGap(nhat);
  double part = 1;
  const double step_length = step.norm();
  while (part * step_length > kLeastStep &&
         !(difference->CalcGap(result) > gap)) {
    part *= 0.5;
    result = (nhat + part * step).normalized();
  }
  return result;
}

// Newton's method for the largest gap: on the sphere where the difference is
// round at nhat, on the normals of its edge where it has one (a ruling of a
// cylinder or cone, an edge of a polytope). Slopes are exact, curvatures are
// differences of slopes. Returns nhat, or a direction with a larger gap.
Vector3 PolishGap(MinkowskiDifference* difference, Vector3 nhat, double scale) {
  double gap = difference->CalcGap(nhat);
  for (int iteration = 0; iteration < kMaxNewtonSteps; ++iteration) {
    EdgePoint point;
    const Vector3 candidate = FindEdge(difference, scale, nhat, &point)
                                  ? StepAlongEdge(difference, scale, point)
                                  : StepOnPatch(difference, nhat);
    const double candidate_gap = difference->CalcGap(candidate);
    if (!(candidate_gap > gap)) break;
    nhat = candidate;
    gap = candidate_gap;
  }
  return nhat;
}

// The normal of a cone's ruling, in its frame, at the azimuth of `direction`.
Vector3 MakeRulingNormal(const ConvexSet& cone, const Vector3& direction) {
  const double r = cone.half_size().x();
  const double height = 2 * cone.half_size().z();
  const Vector3 radial(direction.x(), direction.y(), 0);
  if (radial.isZero(0)) return Vector3::UnitZ();
  return (height * radial.normalized() + r * Vector3::UnitZ()).normalized();
}

// Calls visit(along) for the directions of a shape's edges, in its frame, other
// than its axes.
template <class Visit>
void VisitEdges(const ConvexSet& shape, Visit&& visit) {
  if (shape.core() == ConvexSet::Core::kPolytope) {
    const ConvexPolytope& polytope = shape.polytope();
    for (const ConvexPolytope::Edge& edge : polytope.edges()) {
      visit(Vector3(polytope.vertices().row(edge.vertices[1]) -
                    polytope.vertices().row(edge.vertices[0])));
    }
  } else if (shape.core() == ConvexSet::Core::kTriangle ||
             shape.core() == ConvexSet::Core::kPrism) {
    for (int i = 0; i < 3; ++i) {
      Vector3 along = shape.vertex((i + 1) % 3) - shape.vertex(i);
      visit(along);
      if (shape.core() == ConvexSet::Core::kPrism) {
        along.z() = 0;  // of the base
        visit(along);
      }
    }
  }
}

// Of the unit directions orthogonal to an axis and an edge of the shape, that
// of the largest gap; the axis if there is none. @param R  of the shape, in A.
Vector3 FindBestProduct(MinkowskiDifference* difference, const Vector3& axis,
                        const Matrix3& R, const ConvexSet& shape) {
  Vector3 best = axis;
  double best_gap = -HUGE_VAL;
  VisitEdges(shape, [&](const Vector3& edge) {
    const Vector3 along = R * edge;
    const Vector3 product = axis.cross(along);
    if (product.squaredNorm() <= kEpsilon * along.squaredNorm()) return;
    for (const double sign : {1.0, -1.0}) {
      const Vector3 nhat = sign * product.normalized();
      const double gap = difference->CalcGap(nhat);
      if (gap > best_gap) {
        best = nhat;
        best_gap = gap;
      }
    }
  });
  return best;
}

// The unit vectors n with n . axis = height.
struct Circle {
  Vector3 axis;
  double height;
};

// The normals of a cone's rulings: out of B, or into A.
Circle MakeRulingCircle(const ConvexSet& cone, const Matrix3& R, bool in_A) {
  return {R.col(2),
          (in_A ? -1 : 1) * MakeRulingNormal(cone, Vector3::UnitX()).z()};
}

// Calls visit for each of the two unit vectors that are on both circles, if
// they cross.
template <class Visit>
void VisitCrossings(const Circle& p, const Circle& q, Visit&& visit) {
  const Vector3 across = p.axis.cross(q.axis);
  const double squared = across.squaredNorm();
  if (squared < kEpsilon) return;
  const double cosine = p.axis.dot(q.axis);
  const Vector3 middle = ((p.height - cosine * q.height) * p.axis +
                          (q.height - cosine * p.height) * q.axis) /
                         squared;
  const double rest = 1 - middle.squaredNorm();
  if (rest < 0) return;
  for (const double sign : {1.0, -1.0}) {
    visit((middle + sign * std::sqrt(rest / squared) * across).normalized());
  }
}

// Replaces *best by what climbs from the directions find that all but tie with
// it where shapes are nearly concentric: the axes of both shapes, the images of
// *best under reflections in their planes and in the plane that two shapes of
// revolution share, the normals of cones' rulings, which are few and narrow
// among those of a flat cone, what is orthogonal to an axis of one shape and an
// axis or edge of the other, and those normals of rulings that are orthogonal
// to an axis or edge.
void ClimbFromTies(MinkowskiDifference* difference, double scale,
                   GapMaximum* best) {
  const auto climb = [&](const Vector3& nhat) {
    if (difference->CalcGap(nhat) < (1 + kTieSlack) * best->gap) return;
    const GapMaximum climbed = ClimbGap(*difference, nhat, scale);
    if (climbed.gap > best->gap) *best = climbed;
  };
  for (const bool in_A : {true, false}) {
    const Matrix3 R = in_A ? Matrix3::Identity() : difference->R_AB();
    const ConvexSet& shape = in_A ? difference->A() : difference->B();
    for (int i = 0; i < 6; ++i) {
      const Vector3 axis = (i % 2 == 0 ? 1 : -1) * Vector3::Unit(i / 2);
      climb(R * axis);
      if (shape.core() == ConvexSet::Core::kCone && i < 4) {
        // Directions point out of B, and into A.
        climb((in_A ? -1 : 1) * R * MakeRulingNormal(shape, axis));
      }
    }
    const Vector3 nhat = R.transpose() * best->nhat;
    if (shape.core() == ConvexSet::Core::kCone) {
      climb((in_A ? -1 : 1) * R * MakeRulingNormal(shape, nhat));
      climb((in_A ? -1 : 1) * R * MakeRulingNormal(shape, -nhat));
    }
    for (int flips = 1; flips < 8; ++flips) {
      const Vector3 signs(flips & 1 ? -1 : 1, flips & 2 ? -1 : 1,
                          flips & 4 ? -1 : 1);
      climb(R * nhat.cwiseProduct(signs));
    }
  }
  const Vector3 across = Vector3::UnitZ().cross(difference->R_AB().col(2));
  if (!across.isZero(0)) {
    const Vector3 normal = across.normalized();
    climb(best->nhat - 2 * best->nhat.dot(normal) * normal);
  }
  // On a ring that is orthogonal to an axis of one shape the gap has a peak
  // wherever an axis or edge of the other is orthogonal too.
  for (const bool in_A : {true, false}) {
    const Matrix3 R = in_A ? Matrix3::Identity() : difference->R_AB();
    const Matrix3 R_other = in_A ? difference->R_AB() : Matrix3::Identity();
    const ConvexSet& shape = in_A ? difference->A() : difference->B();
    for (int i = 0; i < 3; ++i) {
      const Vector3 axis = R_other.col(i);
      for (int j = 0; in_A && j < 3; ++j) {
        const Vector3 product = axis.cross(Vector3::Unit(j));
        if (product.squaredNorm() < kEpsilon) continue;
        climb(product.normalized());
        climb(-product.normalized());
      }
      climb(FindBestProduct(difference, axis, R, shape));
    }
  }
  // A speck in all but a ball leaves it by way of its point that is nearest to
  // the middle, and along what its edges are orthogonal to.
  const Vector3 centre = difference->CalcCentre();
  for (const bool in_A : {true, false}) {
    const Matrix3 R = in_A ? Matrix3::Identity() : difference->R_AB();
    const ConvexSet& shape = in_A ? difference->A() : difference->B();
    Vector3 best_side = best->nhat;
    double best_side_gap = -HUGE_VAL;
    const auto take = [&](const Vector3& edge) {
      const Vector3 along = (R * edge).stableNormalized();
      Vector3 side = (centre - centre.dot(along) * along).stableNormalized();
      side = (side - side.dot(along) * along).stableNormalized();
      if (along.isZero(0) || side.isZero(0)) return;
      for (const double sign : {1.0, -1.0}) {
        const double gap = difference->CalcGap(sign * side);
        if (gap <= best_side_gap) continue;
        best_side = sign * side;
        best_side_gap = gap;
      }
    };
    VisitEdges(shape, take);
    for (int i = 0; i < 3; ++i) take(Vector3::Unit(i));
    climb(best_side);
  }
  // A peak is also on the circle of the normals of a cone's rulings, and where
  // that of another cone crosses it.
  for (const bool in_A : {true, false}) {
    const Matrix3 R = in_A ? Matrix3::Identity() : difference->R_AB();
    const Matrix3 R_other = in_A ? difference->R_AB() : Matrix3::Identity();
    const ConvexSet& shape = in_A ? difference->A() : difference->B();
    const ConvexSet& other = in_A ? difference->B() : difference->A();
    if (shape.core() != ConvexSet::Core::kCone) continue;
    const Circle rulings = MakeRulingCircle(shape, R, in_A);
    for (int i = 0; i < 3; ++i) {
      VisitCrossings(rulings, {R_other.col(i), 0}, climb);
    }
    if (other.core() == ConvexSet::Core::kCone) {
      VisitCrossings(rulings, MakeRulingCircle(other, R_other, !in_A), climb);
    }
    Vector3 best_edge = best->nhat;
    double best_edge_gap = -HUGE_VAL;
    VisitEdges(other, [&](const Vector3& edge) {
      const Vector3 along = (R_other * edge).stableNormalized();
      if (along.isZero(0)) return;
      VisitCrossings(rulings, {along, 0}, [&](const Vector3& nhat) {
        const double gap = difference->CalcGap(nhat);
        if (gap <= best_edge_gap) return;
        best_edge = nhat;
        best_edge_gap = gap;
      });
    });
    climb(best_edge);
  }
}

}  // namespace

GapMaximum ClimbGap(const MinkowskiDifference& difference_in,
                    const Vector3& nhat, double scale) {
  MinkowskiDifference difference(difference_in);
  GapMaximum best;
  best.p_ACa.setConstant(HUGE_VAL);
  best.p_ACb.setZero();
  best.nhat = nhat;
  best.gap = difference.CalcGap(nhat);
  for (int climb = 0; climb < kMaxClimbs; ++climb) {
    // Far enough out for an accurate normal, as near as that allows: the nearer
    // the faster.
    const double depth = std::max(-best.gap, 0.0);
    const Vector3 offset = (1.02 * depth + 1e-6 * scale) * best.nhat;
    const GjkResult outside =
        FindClosestPoints(difference.Shifted(offset), best.nhat);
    if (outside.status != GjkResult::Status::kSeparated) break;
    best.p_ACa = outside.p_ACa - offset;
    best.p_ACb = outside.p_ACb;
    const Vector3 next = difference.is_polytope()
                             ? outside.nhat
                             : PolishGap(&difference, outside.nhat, scale);
    const double gap = difference.CalcGap(next);
    if (!(gap > best.gap + kEpsilon * scale)) break;
    best.nhat = next;
    best.gap = gap;
  }
  // On a patch so round that the climb has hardly a slope, the points that
  // support the normal fit it better than the closest ones.
  const auto calc_squared_error = [&](const Vector3& a, const Vector3& b) {
    return (a - b - best.gap * best.nhat).squaredNorm();
  };
  const auto take_if_better = [&](const Vector3& a, const Vector3& b) {
    if (calc_squared_error(best.p_ACa, best.p_ACb) <= calc_squared_error(a, b))
      return;
    best.p_ACa = a;
    best.p_ACb = b;
  };
  const DifferenceVertex support = difference.FindLeast(best.nhat);
  take_if_better(support.a, support.b);
  // Seen from a distance D, points that are off sideways by sqrt(D * rounding)
  // are as close as the closest ones; so these are looked for from next to the
  // surface, where the normal is known.
  const double tolerance = kBoundsTolerance * scale;
  if (calc_squared_error(best.p_ACa, best.p_ACb) > tolerance * tolerance) {
    const Vector3 offset = (kNextTo * scale - best.gap) * best.nhat;
    const GjkResult next_to =
        FindClosestPoints(difference.Shifted(offset), best.nhat);
    if (next_to.status == GjkResult::Status::kSeparated) {
      take_if_better(next_to.p_ACa - offset, next_to.p_ACb);
    }
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
  // The axes of the shapes first: where many directions nearly tie, a flat cap
  // among them must not be missed for want of room.
  Vector3 seed = Vector3::UnitZ();
  double seed_gap = -HUGE_VAL;
  for (int i = 0; i < 12; ++i) {
    const int axis = i % 3;
    Vector3 nhat = i < 6 ? Vector3(Vector3::Unit(axis))
                         : Vector3(difference.R_AB().col(axis));
    if (i / 3 % 2 == 1) nhat = -nhat;
    const double gap = difference.CalcGap(nhat);
    if (gap > seed_gap) {
      seed = nhat;
      seed_gap = gap;
    }
  }
  GapMaximum best = ClimbGap(difference, seed, scale);
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
    if (!polytope.Expand(vertex.w)) {
      ClimbFromTies(&difference, scale, &best);
      return best;
    }
  }
}

GapMaximum ComputeCurvedDepth(const MinkowskiDifference& difference,
                              double scale) {
  return MaximizeGap(difference, scale, kCurvedTolerance * scale);
}

}  // namespace clearway::internal
