#pragma once

#include "clearway/geometry/shapes.h"
#include "clearway/query/pair_function.h"

namespace clearway::internal {

/* A sphere against the shapes that have a closed form: the distance of its
 centre (query/point.h) less its radius.

 Ties: concentric spheres and a centre in the middle of another shape have the
 normal that point.h documents, in the other shape's frame; for two spheres
 whose centres coincide it is A's +z. */
PairInA ComputeSphereSphere(const Sphere& A, const Sphere& B,
                            const RigidTransform& X_AB);
PairInA ComputeSphereCapsule(const Sphere& A, const Capsule& B,
                             const RigidTransform& X_AB);
PairInA ComputeSphereBox(const Sphere& A, const Box& B,
                         const RigidTransform& X_AB);
PairInA ComputeSphereCylinder(const Sphere& A, const Cylinder& B,
                              const RigidTransform& X_AB);
PairInA ComputeSphereCone(const Sphere& A, const Cone& B,
                          const RigidTransform& X_AB);
PairInA ComputeSphereEllipsoid(const Sphere& A, const Ellipsoid& B,
                               const RigidTransform& X_AB);

}  // namespace clearway::internal
