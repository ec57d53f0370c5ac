#pragma once

#include <span>

#include "clearway/geometry/triangle_mesh.h"
#include "clearway/math/types.h"

namespace clearway {

/// A box in single precision, in a frame of the user's choice: the points
/// centre + sum over j of s_j axes.col(j) with |s_j| <= half_size[j]. The axes
/// are orthonormal to rounding. [m]
struct OrientedBox {
  Eigen::Vector3f centre;
  Eigen::Matrix3f axes;
  Eigen::Vector3f half_size;
};

/// A small box around triangles of a mesh, along the coordinate axes, the
/// principal axes of their corners or those of their normals, whichever has the
/// least surface. It contains them, rounded outward; so does the
/// parallelepiped of the points p with |axes.col(j) . (p - centre)| <=
/// half_size[j], which differs from the box by the rounding of the axes.
///
/// @param origin  the box is relative to this point of the mesh's frame. [m]
/// @pre triangles is not empty.
OrientedBox FitOrientedBox(const TriangleMesh& mesh,
                           std::span<const int> triangles,
                           const Vector3& origin);

}  // namespace clearway
