#pragma once

#include "clearway/math/types.h"

namespace clearway::internal {

/* The signed distance of a point from a solid S, negative inside, and its
 gradient: the unit normal out of S at the boundary point N nearest to the
 point. All in S's frame; p_SN = p_SQ - distance * nhat_S. */
struct PointDistance {
  double distance{};
  Vector3 nhat_S{Vector3::UnitX()};
};

/* Each is exact to rounding, on the boundary and on every medial axis too. Ties
 between boundary points go to the lowest axis, its positive side first; a point
 on an axis of revolution takes +x for its radial direction.

 Distance to a segment along z is unsigned: on the segment it is 0, and the
 normal +x. */
PointDistance CalcPointToSegment(const Vector3& p_SQ, double half_length);
PointDistance CalcPointToBox(const Vector3& p_SQ, const Vector3& half_size);
PointDistance CalcPointToCylinder(const Vector3& p_SQ, double radius,
                                  double half_length);
/* Apex at z = +height/2, base at z = -height/2. */
PointDistance CalcPointToCone(const Vector3& p_SQ, double radius,
                              double height);
PointDistance CalcPointToEllipsoid(const Vector3& p_SQ,
                                   const Vector3& semi_axes);

}  // namespace clearway::internal
