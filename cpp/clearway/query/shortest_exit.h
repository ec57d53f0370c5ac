#pragma once

#include <optional>

#include "clearway/math/rigid_transform.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* Directions out of the overlaps of single triangles, for a search to begin
 with: the deepest of those that differ, and what they sum up to. */
class ExitDirections {
 public:
  static constexpr int kMaxDirections = 8;

  /* @param direction  unit. */
  void Add(double depth, const Vector3& direction);
  /* Away from the front of an overlapping triangle. */
  void AddFront(const Vector3& direction) { fronts_ += direction; }

  int size() const { return size_; }
  const Vector3& direction(int i) const { return directions_[i]; }
  /* Sum of depth * direction. */
  const Vector3& sum() const { return sum_; }
  const Vector3& fronts() const { return fronts_; }

 private:
  int size_{0};
  double depths_[kMaxDirections];
  Vector3 directions_[kMaxDirections];
  Vector3 sum_{Vector3::Zero()};
  Vector3 fronts_{Vector3::Zero()};
};

/* Two overlapping shapes, A of which is moved by translations t (in A's frame)
 to separate it from B. */
class Overlap {
 public:
  /* What A + t touches: out of B's way along normal. */
  struct Contact {
    Vector3 normal;
    Vector3 p_ACb;
  };
  struct Exit {
    double s;
    std::optional<Contact> contact;  // None if nothing was in the way.
  };

  virtual ~Overlap() = default;

  /* The first s >= 0 for which A + t0 + s u is free of B; none if it exceeds
   s_max or is not found in a bounded number of steps. @param u  unit. */
  std::optional<Exit> FindFirstExit(const Vector3& t0, const Vector3& u,
                                    double s_max);

  /* Triangles that overlap by no more are free. [m] */
  double tolerance() const { return tolerance_; }

  /* Directions out of the triangles that overlap now (of the first few hundred,
   if there are more). */
  virtual ExitDirections FindExitDirections() const = 0;

  /* Where A + t and B, which touch, are closest: a point of B. None if no
   triangles are seen to touch. */
  virtual std::optional<Vector3> FindTouchingPoint(const Vector3& t) const = 0;

 protected:
  explicit Overlap(double tolerance) : tolerance_(tolerance) {}
  Overlap(const Overlap&) = default;
  Overlap& operator=(const Overlap&) = default;

 private:
  /* Visits all triangles that may be in the way of A + t0 + s u and raises s to
   where each is left. Leaves off when s exceeds s_max. */
  virtual void RaisePastTriangles(const Vector3& t0, const Vector3& u,
                                  double s_max, Exit* exit) = 0;
  /* With no triangle in the way of A + t: none if neither shape holds a part of
   the other inside; else how far along u such a part meets the surface again,
   +inf if it is not seen to, and the contact there. */
  virtual std::optional<Exit> FindSurface(const Vector3& t,
                                          const Vector3& u) const = 0;

  double tolerance_;
};

/* The search of mesh_depth.h.
 @param hulls  the signed distance of the hulls: a first upper bound.
 @param closest  what is returned, with distance 0, if 0 is free.
 @param R_AB  the orientation of B, whose axes are tried too. */
PairInA FindShortestExit(Overlap* overlap, const PairInA& hulls,
                         const PairInA& closest, const Matrix3& R_AB);

}  // namespace clearway::internal
