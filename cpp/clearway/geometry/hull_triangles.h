#pragma once

#include <array>
#include <vector>

#include "clearway/geometry/exact_points.h"

namespace clearway::internal {

/* A triangle of a hull's closed surface. neighbours[i] is the triangle across
 the edge from vertices[i] to vertices[i + 1]. */
struct HullTriangle {
  std::array<int, 3> vertices;  // Counter-clockwise seen from outside.
  std::array<int, 3> neighbours;
};

/* The convex hull of points on the grid, exactly. Coplanar triangles occur;
 points on a triangle or an edge that are no corner of the hull are left out.
 @param corners  four of the points that are not coplanar.
 @source Barber, Dobkin and Huhdanpaa, The Quickhull algorithm for convex hulls,
 1996; with exact signs, so that it needs none of its repairs. */
std::vector<HullTriangle> MakeHullTriangles(const ExactPoints& points,
                                            const std::array<int, 4>& corners);

}  // namespace clearway::internal
