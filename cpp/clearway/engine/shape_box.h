#pragma once

#include "clearway/math/rigid_transform.h"
#include "clearway/math/types.h"

namespace clearway::internal {

/* A box about a shape in the shape's own frame: centred at p_GoOo, aligned with
 the frame's axes, of half sizes `half_size`. [m] */
struct ShapeBox {
  Vector3 p_GoOo{Vector3::Zero()};
  Vector3 half_size{Vector3::Zero()};
};

/* Whether two boxes are further apart than `gap`, of either sign: some face
 normal or cross product of edges separates them by more. What they contain is
 then further apart too. It may say no of boxes that are: in 3D no such axis is
 the direction between two vertices.

 @param X_AB  the pose of the frame that B's box is in, in that of A's.
 @source Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996, section 5. */
bool AreFurtherApart(const ShapeBox& A, const ShapeBox& B,
                     const RigidTransform& X_AB, double gap);

}  // namespace clearway::internal
