#include "clearway/query/shortest_exit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <Eigen/LU>

namespace clearway::internal {
namespace {

/* A pass over the trees finds s raised by each triangle in turn; a part that
 leaves an inside starts another. Few are needed: this bounds the time. */
constexpr int kMaxPasses = 64;
constexpr int kNumStarts = 3;
constexpr int kGridLevels = 2;
constexpr int kMaxDescentSteps = 16;
constexpr int kMaxPlanes = 6;
/* A step downhill that gains less than this fraction is the last. */
constexpr double kMinGain = 1e-9;

struct Solution {
  Vector3 t{Vector3::Zero()};
  double length{HUGE_VAL};
  Overlap::Contact contact;
};

/* Translations beyond a contact's tangent plane: normal . t >= offset. */
struct Plane {
  Vector3 normal;
  double offset;
};

class Planes {
 public:
  int size() const { return size_; }

  void Add(const Plane& plane) {
    if (size_ < kMaxPlanes) planes_[size_++] = plane;
  }
  /* Leaves the planes that t lies on. */
  void KeepTight(const Vector3& t, double tolerance) {
    int kept = 0;
    for (int i = 0; i < size_; ++i) {
      if (planes_[i].normal.dot(t) - planes_[i].offset <= tolerance) {
        planes_[kept++] = planes_[i];
      }
    }
    size_ = kept;
  }

  /* The shortest t beyond all planes, by trying up to three of them at a time;
   none if rounding hides it. */
  std::optional<Vector3> CalcShortest(double tolerance) const {
    std::optional<Vector3> best;
    const auto consider = [&](const Vector3& t) {
      if (best && t.squaredNorm() >= best->squaredNorm()) return;
      for (int i = 0; i < size_; ++i) {
        if (planes_[i].normal.dot(t) < planes_[i].offset - tolerance) return;
      }
      best = t;
    };
    consider(Vector3::Zero());
    for (int i = 0; i < size_; ++i) {
      consider(planes_[i].offset * planes_[i].normal);
      for (int j = i + 1; j < size_; ++j) {
        consider(Intersect<2>({i, j}));
        for (int k = j + 1; k < size_; ++k) consider(Intersect<3>({i, j, k}));
      }
    }
    return best;
  }

 private:
  /* The shortest t on all of these planes; infinite if they are parallel. */
  template <int n>
  Vector3 Intersect(const std::array<int, n>& which) const {
    Eigen::Matrix<double, n, 3> N;
    Eigen::Matrix<double, n, 1> c;
    for (int i = 0; i < n; ++i) {
      N.row(i) = planes_[which[i]].normal.transpose();
      c[i] = planes_[which[i]].offset;
    }
    Eigen::Matrix<double, n, n> inverse;
    bool invertible;
    (N * N.transpose())
        .eval()
        .computeInverseWithCheck(inverse, invertible, 1e-12);
    if (!invertible) return Vector3::Constant(HUGE_VAL);
    return N.transpose() * (inverse * c);
  }

  int size_{0};
  Plane planes_[kMaxPlanes];
};

/* From a free t downhill: the shortest translation beyond the planes that A + t
 touches is walked back from until free, which is no longer than t since on the
 way to t the length only grows; then straight to 0 until something is met. */
void Descend(Overlap* overlap, Solution* best) {
  const double tolerance = overlap->tolerance();
  Solution here = *best;
  Planes planes;
  planes.Add({here.contact.normal, here.contact.normal.dot(here.t)});
  for (int step = 0; step < kMaxDescentSteps; ++step) {
    const std::optional<Vector3> below = planes.CalcShortest(tolerance);
    if (!below || below->norm() >= here.length * (1 - kMinGain)) break;
    const Vector3 back = here.t - *below;
    const double distance_back = back.norm();
    const auto free = overlap->FindFirstExit(*below, back / distance_back,
                                             distance_back + tolerance);
    if (!free) break;
    Vector3 t = *below + free->s / distance_back * back;
    std::optional<Overlap::Contact> contact = free->contact;
    if (contact) planes.Add({contact->normal, contact->normal.dot(t)});
    if (const double length = t.norm(); length > 0) {
      const Vector3 u = t / length;
      const auto met = overlap->FindFirstExit(Vector3::Zero(), u, length);
      if (met && met->contact) {
        t = met->s * u;
        contact = met->contact;
        planes.Add({contact->normal, contact->normal.dot(t)});
      }
    }
    if (!contact || t.norm() >= here.length * (1 - kMinGain)) break;
    here = {t, t.norm(), *contact};
    planes.KeepTight(t, 10 * tolerance);
  }
  if (here.length < best->length) *best = here;
}

PairInA MakePair(const Solution& solution) {
  PairInA pair;
  pair.distance = -solution.length;
  pair.nhat_BA_A = solution.t / solution.length;
  pair.p_ACb = solution.contact.p_ACb;
  pair.p_ACa = pair.p_ACb - solution.t;
  return pair;
}

}  // namespace

void ExitDirections::Add(double depth, const Vector3& direction) {
  constexpr double kCosSame = 0.95;
  sum_ += depth * direction;
  int at = size_;
  for (int i = 0; i < size_; ++i) {
    if (directions_[i].dot(direction) > kCosSame) {
      if (depth <= depths_[i]) return;
      at = i;
      break;
    }
  }
  if (at == kMaxDirections) {
    at = static_cast<int>(std::min_element(depths_, depths_ + kMaxDirections) -
                          depths_);
    if (depth <= depths_[at]) return;
  }
  if (at == size_) ++size_;
  depths_[at] = depth;
  directions_[at] = direction;
}

std::optional<Overlap::Exit> Overlap::FindFirstExit(const Vector3& t0,
                                                    const Vector3& u,
                                                    double s_max) {
  Exit exit{0, std::nullopt};
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const double s = exit.s;
    RaisePastTriangles(t0, u, s_max, &exit);
    if (exit.s == s) {
      const std::optional<Exit> surface = FindSurface(t0 + s * u, u);
      if (!surface) return exit;
      // Through the surface, not onto it: a part without an inside of its own
      // would neither be blocked nor free there.
      exit = {s + surface->s + tolerance_, surface->contact};
    }
    if (!(exit.s <= s_max)) return std::nullopt;
  }
  return std::nullopt;
}

PairInA FindShortestExit(Overlap* overlap, const PairInA& hulls,
                         const PairInA& closest, const Matrix3& R_AB) {
  const auto touching = [&] {
    PairInA pair = closest;
    pair.distance = 0;
    pair.p_ACa = pair.p_ACb = 0.5 * (closest.p_ACa + closest.p_ACb);
    // Where the hulls touch, theirs is the one normal that a whole contact has;
    // single triangles may touch at their edges.
    if (hulls.distance >= -overlap->tolerance())
      pair.nhat_BA_A = hulls.nhat_BA_A;
    return pair;
  };
  if (hulls.distance >= 0 ||
      overlap->FindFirstExit(Vector3::Zero(), hulls.nhat_BA_A, 0)) {
    return touching();
  }

  // The shortest first exits, ascending; the hulls' is always among them.
  Solution starts[kNumStarts];
  starts[0] = {-hulls.distance * hulls.nhat_BA_A,
               -hulls.distance,
               {hulls.nhat_BA_A, hulls.p_ACb}};
  const auto try_direction = [&](const Vector3& u) {
    const double s_max =
        std::min(starts[kNumStarts - 1].length, -hulls.distance);
    const auto exit = overlap->FindFirstExit(Vector3::Zero(), u, s_max);
    if (!exit || !exit->contact) return;
    Solution solution{exit->s * u, exit->s, *exit->contact};
    for (Solution& start : starts) {
      if (solution.length < start.length) std::swap(solution, start);
    }
  };

  // Where the hulls part, the triangles may meet elsewhere than the hulls did,
  // if they meet at all: an open mesh lacks faces of its hull.
  if (const auto exit =
          overlap->FindFirstExit(Vector3::Zero(), hulls.nhat_BA_A,
                                 -hulls.distance + overlap->tolerance());
      exit && exit->contact) {
    const double length = std::min(exit->s, -hulls.distance);
    starts[0] = {length * hulls.nhat_BA_A, length, *exit->contact};
  }
  const ExitDirections directions = overlap->FindExitDirections();
  for (int i = 0; i < directions.size(); ++i) {
    try_direction(directions.direction(i));
  }
  for (const Vector3& sum : {directions.sum(), directions.fronts()}) {
    if (!sum.isZero(0)) try_direction(sum.stableNormalized());
  }
  for (int axis = 0; axis < 3; ++axis) {
    try_direction(R_AB.col(axis));
    try_direction(-R_AB.col(axis));
  }
  // Towards the points on the surface of a grid, coarse to fine: an early short
  // exit cuts the later walks. Neighbours are 18 to 27 degrees apart.
  for (int level = 1; level <= kGridLevels; ++level) {
    const int side = 2 * level + 1;
    for (int i = 0; i < side * side * side; ++i) {
      const Eigen::Vector3i point(i % side - level, i / side % side - level,
                                  i / (side * side) - level);
      const bool on_surface = point.cwiseAbs().maxCoeff() == level;
      const bool tried =
          std::gcd(std::gcd(point.x(), point.y()), point.z()) > 1;
      if (on_surface && !tried) {
        try_direction(point.cast<double>().normalized());
      }
    }
  }

  Solution best = starts[0];
  for (Solution& start : starts) {
    if (start.length == HUGE_VAL) break;
    Descend(overlap, &start);
    if (start.length < best.length) best = start;
  }
  // What was left last may have been left elsewhere than where they touch now.
  if (const auto p_ACb = overlap->FindTouchingPoint(best.t)) {
    best.contact.p_ACb = *p_ACb;
  }
  return MakePair(best);
}

}  // namespace clearway::internal
