#pragma once

#include <vector>

#include "clearway/geometry/hull_triangles.h"
#include "clearway/math/types.h"

namespace clearway::internal {

/* Merges a hull's triangles into maximal faces: each is a largest triangle and
 all that are joined to it and lie within `tolerance` of its plane. Vertices
 inside a face, or on an edge between just two faces, are left out.

 @return each face's vertices, counter-clockwise seen from outside. */
std::vector<std::vector<int>> MergeHullTriangles(
    const RowMatrixX3& points, const std::vector<HullTriangle>& triangles,
    double tolerance);

/* The unit normal of a polygon, counter-clockwise about it. A sliver's is at
 least at a right angle to its longest edge, so that its plane supports the
 hull along all of that edge. @pre the polygon has an area. */
Vector3 CalcPolygonNormal(const RowMatrixX3& points,
                          const std::vector<int>& polygon);

}  // namespace clearway::internal
