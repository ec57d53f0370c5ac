#include "clearway/query/dispatch.h"

#include <array>
#include <iterator>
#include <stdexcept>

#include "clearway/query/box.h"
#include "clearway/query/capsule.h"
#include "clearway/query/convex.h"
#include "clearway/query/element_sets.h"
#include "clearway/query/half_space.h"
#include "clearway/query/mesh.h"
#include "clearway/query/sphere.h"

namespace clearway::internal {
namespace {

/* Gives a function of two kinds of shape the table's signature. */
template <auto function>
struct Typed;

template <class ShapeA, class ShapeB,
          PairInA (*function)(const ShapeA&, const ShapeB&,
                              const RigidTransform&)>
struct Typed<function> {
  static PairInA Call(const Shape& A, const Shape& B,
                      const RigidTransform& X_AB) {
    return function(static_cast<const ShapeA&>(A),
                    static_cast<const ShapeB&>(B), X_AB);
  }
};

template <auto function>
struct TypedBound;

template <class ShapeA, class ShapeB,
          ThresholdVerdict (*function)(const ShapeA&, const ShapeB&,
                                       const RigidTransform&, double, Vector3*)>
struct TypedBound<function> {
  static ThresholdVerdict Call(const Shape& A, const Shape& B,
                               const RigidTransform& X_AB, double threshold,
                               Vector3* axis_A) {
    return function(static_cast<const ShapeA&>(A),
                    static_cast<const ShapeB&>(B), X_AB, threshold, axis_A);
  }
};

PairInA ConvexConvex(const Shape& A, const Shape& B,
                     const RigidTransform& X_AB) {
  return ComputeConvexDistance(ConvexSet(A), ConvexSet(B), X_AB);
}

ThresholdVerdict CompareConvexConvex(const Shape& A, const Shape& B,
                                     const RigidTransform& X_AB,
                                     double threshold, Vector3* axis_A) {
  return CompareConvexDistance(ConvexSet(A), ConvexSet(B), X_AB, threshold,
                               axis_A);
}

const SolidMesh& MeshOf(const Shape& shape) {
  return static_cast<const Mesh&>(shape).data();
}

/* The mesh functions take the mesh first, and work in its frame. */
PairInA ConvexMesh(const Shape& A, const Shape& B, const RigidTransform& X_AB) {
  const PairInA pair_B =
      ComputeMeshConvexDistance(MeshOf(B), ConvexSet(A), X_AB.inverse());
  PairInA result;
  result.distance = pair_B.distance;
  result.p_ACa = X_AB * pair_B.p_ACb;
  result.p_ACb = X_AB * pair_B.p_ACa;
  result.nhat_BA_A = -(X_AB.rotation() * pair_B.nhat_BA_A);
  return result;
}

ThresholdVerdict CompareConvexMesh(const Shape& A, const Shape& B,
                                   const RigidTransform& X_AB, double threshold,
                                   Vector3* axis_A) {
  const Matrix3& R_AB = X_AB.rotation().matrix();
  Vector3 axis_B = -(R_AB.transpose() * *axis_A);
  const ThresholdVerdict verdict = CompareMeshConvexDistance(
      MeshOf(B), ConvexSet(A), X_AB.inverse(), threshold, &axis_B);
  *axis_A = -(R_AB * axis_B);
  return verdict;
}

PairInA MeshMesh(const Shape& A, const Shape& B, const RigidTransform& X_AB) {
  return ComputeMeshMeshDistance(MeshOf(A), MeshOf(B), X_AB);
}

ThresholdVerdict CompareMeshMesh(const Shape& A, const Shape& B,
                                 const RigidTransform& X_AB, double threshold,
                                 Vector3* axis_A) {
  return CompareMeshMeshDistance(MeshOf(A), MeshOf(B), X_AB, threshold, axis_A);
}

PairInA MeshHalfSpace(const Shape& A, const Shape&,
                      const RigidTransform& X_AB) {
  return ComputeMeshHalfSpaceDistance(MeshOf(A), X_AB);
}

const ElementSet& SetOf(const Shape& shape) {
  return static_cast<const ElementSet&>(shape);
}

/* The set functions take the set first. */
PairInA ShapeSet(const Shape& A, const Shape& B, const RigidTransform& X_AB) {
  return Mirrored(ComputeSetShapeDistance(SetOf(B), A, X_AB.inverse()), X_AB);
}

ThresholdVerdict CompareShapeSet(const Shape& A, const Shape& B,
                                 const RigidTransform& X_AB, double threshold,
                                 Vector3*) {
  return CompareSetShapeDistance(SetOf(B), A, X_AB.inverse(), threshold);
}

PairInA SetSet(const Shape& A, const Shape& B, const RigidTransform& X_AB) {
  return ComputeSetSetDistance(SetOf(A), SetOf(B), X_AB);
}

ThresholdVerdict CompareSetSet(const Shape& A, const Shape& B,
                               const RigidTransform& X_AB, double threshold,
                               Vector3*) {
  return CompareSetSetDistance(SetOf(A), SetOf(B), X_AB, threshold);
}

PairInA SetHalfSpace(const Shape& A, const Shape& B,
                     const RigidTransform& X_AB) {
  return ComputeSetShapeDistance(SetOf(A), B, X_AB);
}

ThresholdVerdict CompareSetHalfSpace(const Shape& A, const Shape& B,
                                     const RigidTransform& X_AB,
                                     double threshold, Vector3*) {
  return CompareSetShapeDistance(SetOf(A), B, X_AB, threshold);
}

PairInA HalfSpaceHalfSpace(const Shape&, const Shape&, const RigidTransform&) {
  throw std::invalid_argument(
      "HalfSpace against HalfSpace has no signed distance");
}

/* The pairs in canonical order: how their distance is computed, and the bound
 that may decide a threshold sooner, where there is one. */
struct Entry {
  ShapeType A;
  ShapeType B;
  PairFunction distance;
  CompareFunction compare;
};

using enum ShapeType;

// clang-format off
constexpr Entry kEntries[] = {
    {kSphere, kSphere, Typed<ComputeSphereSphere>::Call, nullptr},
    {kSphere, kCapsule, Typed<ComputeSphereCapsule>::Call, nullptr},
    {kSphere, kBox, Typed<ComputeSphereBox>::Call, nullptr},
    {kSphere, kCylinder, Typed<ComputeSphereCylinder>::Call, nullptr},
    {kSphere, kCone, Typed<ComputeSphereCone>::Call, nullptr},
    {kSphere, kEllipsoid, Typed<ComputeSphereEllipsoid>::Call, nullptr},
    {kSphere, kConvex, ConvexConvex, CompareConvexConvex},
    {kSphere, kMesh, ConvexMesh, CompareConvexMesh},
    {kSphere, kPointCloud, ShapeSet, CompareShapeSet},
    {kSphere, kVoxelGrid, ShapeSet, CompareShapeSet},
    {kSphere, kHeightField, ShapeSet, CompareShapeSet},
    {kSphere, kHalfSpace, Typed<ComputeSphereHalfSpace>::Call, nullptr},

    {kCapsule, kCapsule, Typed<ComputeCapsuleCapsule>::Call, nullptr},
    {kCapsule, kBox, Typed<ComputeCapsuleBox>::Call, TypedBound<CompareCapsuleBox>::Call},
    {kCapsule, kCylinder, ConvexConvex, CompareConvexConvex},
    {kCapsule, kCone, ConvexConvex, CompareConvexConvex},
    {kCapsule, kEllipsoid, ConvexConvex, CompareConvexConvex},
    {kCapsule, kConvex, ConvexConvex, CompareConvexConvex},
    {kCapsule, kMesh, ConvexMesh, CompareConvexMesh},
    {kCapsule, kPointCloud, ShapeSet, CompareShapeSet},
    {kCapsule, kVoxelGrid, ShapeSet, CompareShapeSet},
    {kCapsule, kHeightField, ShapeSet, CompareShapeSet},
    {kCapsule, kHalfSpace, Typed<ComputeCapsuleHalfSpace>::Call, nullptr},

    {kBox, kBox, Typed<ComputeBoxBox>::Call, TypedBound<CompareBoxBox>::Call},
    {kBox, kCylinder, ConvexConvex, CompareConvexConvex},
    {kBox, kCone, ConvexConvex, CompareConvexConvex},
    {kBox, kEllipsoid, ConvexConvex, CompareConvexConvex},
    {kBox, kConvex, ConvexConvex, CompareConvexConvex},
    {kBox, kMesh, ConvexMesh, CompareConvexMesh},
    {kBox, kPointCloud, ShapeSet, CompareShapeSet},
    {kBox, kVoxelGrid, ShapeSet, CompareShapeSet},
    {kBox, kHeightField, ShapeSet, CompareShapeSet},
    {kBox, kHalfSpace, Typed<ComputeBoxHalfSpace>::Call, nullptr},

    {kCylinder, kCylinder, ConvexConvex, CompareConvexConvex},
    {kCylinder, kCone, ConvexConvex, CompareConvexConvex},
    {kCylinder, kEllipsoid, ConvexConvex, CompareConvexConvex},
    {kCylinder, kConvex, ConvexConvex, CompareConvexConvex},
    {kCylinder, kMesh, ConvexMesh, CompareConvexMesh},
    {kCylinder, kPointCloud, ShapeSet, CompareShapeSet},
    {kCylinder, kVoxelGrid, ShapeSet, CompareShapeSet},
    {kCylinder, kHeightField, ShapeSet, CompareShapeSet},
    {kCylinder, kHalfSpace, Typed<ComputeCylinderHalfSpace>::Call, nullptr},

    {kCone, kCone, ConvexConvex, CompareConvexConvex},
    {kCone, kEllipsoid, ConvexConvex, CompareConvexConvex},
    {kCone, kConvex, ConvexConvex, CompareConvexConvex},
    {kCone, kMesh, ConvexMesh, CompareConvexMesh},
    {kCone, kPointCloud, ShapeSet, CompareShapeSet},
    {kCone, kVoxelGrid, ShapeSet, CompareShapeSet},
    {kCone, kHeightField, ShapeSet, CompareShapeSet},
    {kCone, kHalfSpace, Typed<ComputeConeHalfSpace>::Call, nullptr},

    {kEllipsoid, kEllipsoid, ConvexConvex, CompareConvexConvex},
    {kEllipsoid, kConvex, ConvexConvex, CompareConvexConvex},
    {kEllipsoid, kMesh, ConvexMesh, CompareConvexMesh},
    {kEllipsoid, kPointCloud, ShapeSet, CompareShapeSet},
    {kEllipsoid, kVoxelGrid, ShapeSet, CompareShapeSet},
    {kEllipsoid, kHeightField, ShapeSet, CompareShapeSet},
    {kEllipsoid, kHalfSpace, Typed<ComputeEllipsoidHalfSpace>::Call, nullptr},

    {kConvex, kConvex, ConvexConvex, CompareConvexConvex},
    {kConvex, kMesh, ConvexMesh, CompareConvexMesh},
    {kConvex, kPointCloud, ShapeSet, CompareShapeSet},
    {kConvex, kVoxelGrid, ShapeSet, CompareShapeSet},
    {kConvex, kHeightField, ShapeSet, CompareShapeSet},
    {kConvex, kHalfSpace, Typed<ComputeConvexHalfSpace>::Call, nullptr},

    {kMesh, kMesh, MeshMesh, CompareMeshMesh},
    {kMesh, kPointCloud, ShapeSet, CompareShapeSet},
    {kMesh, kVoxelGrid, ShapeSet, CompareShapeSet},
    {kMesh, kHeightField, ShapeSet, CompareShapeSet},
    {kMesh, kHalfSpace, MeshHalfSpace, nullptr},

    {kPointCloud, kPointCloud, SetSet, CompareSetSet},
    {kPointCloud, kVoxelGrid, SetSet, CompareSetSet},
    {kPointCloud, kHeightField, SetSet, CompareSetSet},
    {kPointCloud, kHalfSpace, SetHalfSpace, CompareSetHalfSpace},

    {kVoxelGrid, kVoxelGrid, SetSet, CompareSetSet},
    {kVoxelGrid, kHeightField, SetSet, CompareSetSet},
    {kVoxelGrid, kHalfSpace, SetHalfSpace, CompareSetHalfSpace},

    {kHeightField, kHeightField, SetSet, CompareSetSet},
    {kHeightField, kHalfSpace, SetHalfSpace, CompareSetHalfSpace},

    {kHalfSpace, kHalfSpace, HalfSpaceHalfSpace, nullptr},
};
// clang-format on

constexpr int Slot(ShapeType A, ShapeType B) {
  return kNumShapeTypes * static_cast<int>(A) + static_cast<int>(B);
}

/* Where the entry of a pair is in kEntries; -1 for pairs out of order. */
constexpr auto kSlots = [] {
  std::array<signed char, kNumShapeTypes * kNumShapeTypes> slots{};
  slots.fill(-1);
  signed char index = 0;
  for (const Entry& entry : kEntries) slots[Slot(entry.A, entry.B)] = index++;
  return slots;
}();

constexpr bool NamesEveryPair() {
  for (int a = 0; a < kNumShapeTypes; ++a) {
    for (int b = a; b < kNumShapeTypes; ++b) {
      if (kSlots[kNumShapeTypes * a + b] < 0) return false;
    }
  }
  return std::size(kEntries) == kNumShapeTypes * (kNumShapeTypes + 1) / 2;
}
static_assert(NamesEveryPair());

const Entry& FindEntry(ShapeType A, ShapeType B) {
  return kEntries[kSlots[Slot(A, B)]];
}

}  // namespace

PairInA ComputeInOrder(const Shape& A, const RigidTransform& X_WA,
                       const Shape& B, const RigidTransform& X_WB) {
  return FindEntry(A.type(), B.type())
      .distance(A, B, X_WA.InvertAndCompose(X_WB));
}

PairInA ComputeByTypes(const Shape& A, const Shape& B,
                       const RigidTransform& X_AB) {
  if (A.type() <= B.type()) {
    return FindEntry(A.type(), B.type()).distance(A, B, X_AB);
  }
  return Mirrored(FindEntry(B.type(), A.type()).distance(B, A, X_AB.inverse()),
                  X_AB);
}

ThresholdVerdict CompareByTypes(const Shape& A, const Shape& B,
                                const RigidTransform& X_AB, double threshold) {
  Vector3 axis = Vector3::Zero();
  const bool in_order = A.type() <= B.type();
  const Entry& entry =
      in_order ? FindEntry(A.type(), B.type()) : FindEntry(B.type(), A.type());
  if (entry.compare == nullptr) return ThresholdVerdict::kUndecided;
  return in_order ? entry.compare(A, B, X_AB, threshold, &axis)
                  : entry.compare(B, A, X_AB.inverse(), threshold, &axis);
}

SignedDistancePair ToWorld(const PairInA& pair, const RigidTransform& X_WA) {
  // A rotation matrix is orthonormal to 1e-14 only; the normal is made a unit
  // vector again, and the second witness follows from it.
  SignedDistancePair result;
  result.distance = pair.distance;
  result.nhat_BA_W = (X_WA.rotation() * pair.nhat_BA_A).normalized();
  result.p_WCa = X_WA * pair.p_ACa;
  result.p_WCb = result.p_WCa - result.distance * result.nhat_BA_W;
  return result;
}

double ComputeDistance(const Shape& A, const RigidTransform& X_WA,
                       const Shape& B, const RigidTransform& X_WB) {
  const bool in_order = CompareCanonically(A, X_WA, B, X_WB) <= 0;
  return in_order ? ComputeInOrder(A, X_WA, B, X_WB).distance
                  : ComputeInOrder(B, X_WB, A, X_WA).distance;
}

bool IsWithin(const Shape& A, const RigidTransform& X_WA, const Shape& B,
              const RigidTransform& X_WB, double padding, Vector3* axis_W) {
  if (A.type() > B.type()) {
    // A bound may look at equal types in either order: it decides only by a
    // margin that is far above their rounding.
    if (axis_W == nullptr) return IsWithin(B, X_WB, A, X_WA, padding);
    *axis_W = -*axis_W;
    const bool result = IsWithin(B, X_WB, A, X_WA, padding, axis_W);
    *axis_W = -*axis_W;
    return result;
  }
  const Entry& entry = FindEntry(A.type(), B.type());
  if (entry.compare != nullptr) {
    const RigidTransform X_AB = X_WA.InvertAndCompose(X_WB);
    const Matrix3& R_WA = X_WA.rotation().matrix();
    Vector3 axis_A = Vector3::Zero();
    if (axis_W != nullptr) axis_A = R_WA.transpose() * *axis_W;
    const ThresholdVerdict verdict =
        entry.compare(A, B, X_AB, padding, &axis_A);
    if (axis_W != nullptr) *axis_W = R_WA * axis_A;
    if (verdict != ThresholdVerdict::kUndecided) {
      return verdict == ThresholdVerdict::kAtOrBelow;
    }
  }
  return ComputeDistance(A, X_WA, B, X_WB) <= padding;
}

}  // namespace clearway::internal
