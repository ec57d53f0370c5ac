#pragma once

#include <cmath>

#include "clearway/math/types.h"

namespace clearway::internal {

/* Three corners; a segment or a point where they are collinear or equal. */
struct Triangle {
  Vector3 v[3];

  Triangle Translated(const Vector3& t) const {
    return {{v[0] + t, v[1] + t, v[2] + t}};
  }
};

/* The closest points of two sets in one frame; equal where they meet. */
struct ClosestPoints {
  double squared_distance{HUGE_VAL};
  Vector3 p_a{Vector3::Zero()};
  Vector3 p_b{Vector3::Zero()};
};

/* The closest points of segments (p0, p1) and (q0, q1), either of which may be
 a point. Parallel segments: the first such pair found, the same every time.
 @source Ericson, Real-Time Collision Detection, section 5.1.9: with cross
 products for the determinants and the last clamp repeated, so that a nearly
 singular system costs no accuracy. */
ClosestPoints CalcClosestPointsOfSegments(const Vector3& p0, const Vector3& p1,
                                          const Vector3& q0, const Vector3& q1);

/* The same of two triangles' edges: of all nine pairs at once, and the first of
 the closest. */
ClosestPoints CalcClosestPointsOfEdges(const Triangle& a, const Triangle& b);

/* The same, compiled for any processor; equal to the last bit. */
ClosestPoints CalcClosestPointsOfEdgesOnAnyCpu(const Triangle& a,
                                               const Triangle& b);

/* The closest points of two triangles, degenerate or not. They are apart either
 at two edges or at a corner and a face; or else an edge of one pierces the
 other, and both points are where it does. Exact to rounding. */
ClosestPoints CalcClosestPointsOfTriangles(const Triangle& a,
                                           const Triangle& b);

/* A triangle's normal, as long as twice its area, for AreFurtherApart; and what
 the triangle spans along it about its first corner: nothing but rounding, which
 is most of the normal of a needle. */
struct FaceNormal {
  FaceNormal() = default;
  explicit FaceNormal(const Triangle& t);

  Vector3 normal;
  double squared_norm{};
  double lower{};
  double upper{};
};

/* Whether the directions normal to a, normal to b or from one's middle to the
 other's show that the triangles are further apart than the limit; where they do
 not, they may be, too.
 @param squared_limit  >= 0, or +inf. */
bool AreFurtherApart(const Triangle& a, const FaceNormal& face_a,
                     const Triangle& b, const FaceNormal& face_b,
                     double squared_limit);

/* Where the segment (p, q) crosses the plane of a triangle inside of it, as the
 fraction of the segment; negative if it does not. A segment in the plane does
 not cross it. */
double CalcPiercing(const Triangle& triangle, const Vector3& p,
                    const Vector3& q);

/* What keeps triangle a from being moved through triangle b: the translations t
 for which a + t meets b are a convex polytope, the difference of b and a. Its
 faces are normal to the two triangles or to two edges. */
struct TranslationObstacle {
  /* Whether 0 lies inside of it, by more than the tolerance. The rest is
   defined only then. */
  bool blocks{false};
  /* The shortest translation out of it is depth * depth_normal. [m] */
  double depth{};
  Vector3 depth_normal;
  /* From 0 along the direction asked for, it is left after exit metres (exit
   times the direction's length), through a face of this outward normal; +inf
   for a direction of zero length. */
  double exit{};
  Vector3 exit_normal;
};

/* @param direction  in which to leave it.
 @param tolerance  >= 0: triangles that overlap by less do not block. [m] */
TranslationObstacle CalcTriangleObstacle(const Triangle& a, const Triangle& b,
                                         const Vector3& direction,
                                         double tolerance);

/* The largest gap between the triangles' projections on the axes above: a lower
 bound of their distance, and negative (the depth of the obstacle) if they
 overlap. -inf if all axes are degenerate. */
double CalcTriangleGap(const Triangle& a, const Triangle& b);

/* The direction in which triangle a, touching b, is freed most quickly: unit,
 +z if nothing is in the way. If both lie flush it points out of b's front. */
Vector3 CalcContactNormal(const Triangle& a, const Triangle& b);

}  // namespace clearway::internal
