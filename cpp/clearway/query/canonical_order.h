#pragma once

#include "clearway/geometry/shapes.h"
#include "clearway/math/rigid_transform.h"

namespace clearway::internal {

/* The canonical order of a query's arguments: by ShapeType, then by the shapes'
 numbers (sizes, or vertices and triangles), then by the numbers of the poses.
 Negative if A comes first, positive if B does, 0 if nothing tells them apart.

 Every distance is computed in this order, which is why swapping the arguments
 mirrors the result to the last bit. */
int CompareShapes(const Shape& A, const Shape& B);
int CompareCanonically(const Shape& A, const RigidTransform& X_WA,
                       const Shape& B, const RigidTransform& X_WB);

}  // namespace clearway::internal
