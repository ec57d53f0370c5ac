#include "clearway/query/gjk_refinement.h"

#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "clearway/common/check.h"
#include "clearway/query/convex.h"
#include "clearway/query/dispatch.h"
#include "query/certificate.h"
#include "query/polytope_oracle.h"

namespace clearway::internal {
namespace {

using test::LongPolytope;
using test::LongVector3;

// A number whose logarithm is uniform.
double Spread(double smallest, double largest, Random* random) {
  return smallest * std::pow(largest / smallest, random->Uniform(0, 1));
}

/* A rotation of the axes to the axes, its zeros and ones exact, and after it a
 turn by nothing to 0.3. */
RotationMatrix MakeAlignedRotation(Random* random) {
  const int first = random->Index(3);
  const int second = (first + 1 + random->Index(2)) % 3;
  const Vector3 x = Vector3::Unit(first) * (random->Index(2) == 0 ? 1 : -1);
  const Vector3 y = Vector3::Unit(second) * (random->Index(2) == 0 ? 1 : -1);
  Matrix3 turned;
  turned << x, y, x.cross(y);
  constexpr double kTurns[] = {0,    1e-15, 1e-12, 1e-10, 1e-9,
                               1e-8, 1e-6,  1e-4,  0.3};
  const Vector3 axis = random->Index(2) == 0
                           ? Vector3(Vector3::Unit(random->Index(3)))
                           : random->Vector(1).normalized();
  return RotationMatrix(turned) *
         RotationMatrix::FromAxisAngle(axis, kTurns[random->Index(9)]);
}

/* A polytope, as a set and as what the oracle takes. */
struct Polytope {
  std::unique_ptr<Shape> shape;
  std::unique_ptr<ConvexSet> set;
  std::unique_ptr<LongPolytope> oracle;
  double size;  // of its coordinates
};

Polytope MakePolytope(const RowMatrixX3& points) {
  Polytope result;
  result.shape = std::make_unique<Convex>(points);
  const auto& polytope = static_cast<const Convex&>(*result.shape).polytope();
  result.set = std::make_unique<ConvexSet>(polytope);
  result.oracle = std::make_unique<LongPolytope>(polytope);
  result.size = points.rowwise().norm().maxCoeff();
  return result;
}

Polytope MakeBox(const Vector3& size) {
  Polytope result;
  result.shape = std::make_unique<Box>(size.x(), size.y(), size.z());
  result.set = std::make_unique<ConvexSet>(*result.shape);
  result.oracle = std::make_unique<LongPolytope>(ConvexPolytope::MakeBox(size));
  result.size = size.norm();
  return result;
}

Polytope MakeTriangle(const Vector3 (&v)[3]) {
  RowMatrixX3 points(3, 3);
  for (int i = 0; i < 3; ++i) points.row(i) = v[i].transpose();
  Polytope result = MakePolytope(points);
  result.set = std::make_unique<ConvexSet>(v[0], v[1], v[2]);
  return result;
}

/* Of a box, a plate, a needle, a prism, a segment; a polygon, a hull and a
 triangle. */
Polytope MakeRandomPolytope(int num_kinds, Random* random) {
  const double size = Spread(1e-5, 30, random);
  const Vector3 offset =
      random->Index(3) == 0 ? random->Vector(10) : Vector3(Vector3::Zero());
  const auto make_points = [&](int n) {
    RowMatrixX3 points(n, 3);
    for (int i = 0; i < n; ++i) {
      points.row(i) = (offset + random->Vector(0.5 * size)).transpose();
    }
    return points;
  };
  const int axis = random->Index(3);
  const auto make_box = [&](double x, double y, double z) {
    Vector3 sizes;
    sizes[axis] = size * x;
    sizes[(axis + 1) % 3] = size * y;
    sizes[(axis + 2) % 3] = size * z;
    return MakeBox(sizes);
  };
  switch (random->Index(num_kinds)) {
    case 0:
      return make_box(1, random->Uniform(0.1, 1), random->Uniform(0.1, 1));
    case 1:  // a plate
      return make_box(1, random->Uniform(0.1, 1),
                      random->Index(3) == 0 ? 0 : Spread(1e-6, 1e-4, random));
    case 2: {  // a needle
      const double width = Spread(1e-6, 1e-3, random);
      return make_box(1, width, width);
    }
    case 3: {  // a prism, high or flat: many parallel edges
      const int n = 3 + random->Index(5);
      const double height = size * Spread(1e-5, 1, random);
      RowMatrixX3 points(2 * n, 3);
      for (int i = 0; i < n; ++i) {
        const Vector3 rim(size * std::cos(2 * M_PI * i / n),
                          size * std::sin(2 * M_PI * i / n), height);
        points.row(2 * i) = (offset + rim).transpose();
        points.row(2 * i + 1) =
            (offset + rim - Vector3(0, 0, 2 * height)).transpose();
      }
      return MakePolytope(points);
    }
    case 4: {
      const Vector3 end(0, 0, 0.5 * size);
      return MakeTriangle({-end, end, end});
    }
    case 5: {  // a flat polygon
      RowMatrixX3 points = make_points(3 + random->Index(6));
      points.col(axis).setConstant(offset[axis]);
      return MakePolytope(points);
    }
    case 6:
      return MakePolytope(make_points(4 + random->Index(9)));
    default: {
      const RowMatrixX3 points = make_points(3);
      return MakeTriangle({points.row(0).transpose(), points.row(1).transpose(),
                           points.row(2).transpose()});
    }
  }
}

/* A pose of B at about `distance` from A. */
RigidTransform PlaceAt(const Polytope& A, const Polytope& B,
                       const RotationMatrix& R_AB, double distance,
                       Random* random) {
  Vector3 direction = random->Vector(1).normalized();
  if (random->Index(3) == 0) direction = Vector3::Unit(random->Index(3));
  // The middles face each other, or nearly, or not. The way from afar leaves
  // rounding in the sideways position.
  const double size = A.size + B.size;
  constexpr double kAside[] = {0, 5e-3, 0.5};
  const double aside = kAside[random->Index(3)] * size;
  RigidTransform X_AB(R_AB, A.set->centre() - R_AB * B.set->centre() +
                                (3 * size + 40) * direction +
                                random->Vector(aside));
  for (int i = 0; i < 2; ++i) {
    const test::Shortest away =
        FindShortest(*A.oracle, B.oracle->Transformed(X_AB));
    const LongVector3 step = (1 - distance / away.length) * away.vector;
    X_AB = RigidTransform(
        R_AB, (X_AB.translation().cast<long double>() + step).cast<double>());
  }
  return X_AB;
}

// Polytopes of all sizes and aspects, aligned ones among them, from 1e-9 m to
// 1 m apart: distance, normal and witnesses are exact to rounding.
TEST(GjkRefinementTest, PolytopesAgainstAllPairsOfFeatures) {
  constexpr double kDistances[] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1};
  Random random(1);
  int num_checked = 0;
  for (int i = 0; i < 6000; ++i) {
    // Parallel edges in plenty are where rounding has most to say.
    const bool is_aligned = random.Index(5) > 0;
    const int num_kinds = is_aligned && random.Index(5) > 0 ? 5 : 8;
    const Polytope A = MakeRandomPolytope(num_kinds, &random);
    const Polytope B = MakeRandomPolytope(num_kinds, &random);
    const RotationMatrix R_AB =
        is_aligned ? MakeAlignedRotation(&random) : random.Rotation();
    const RigidTransform X_AB =
        PlaceAt(A, B, R_AB, kDistances[random.Index(8)], &random);
    const LongPolytope b = B.oracle->Transformed(X_AB);
    const double distance =
        static_cast<double>(FindShortest(*A.oracle, b).length);
    const double scale = A.size + B.size + X_AB.translation().norm();
    if (!(distance > 1e-12 * scale)) continue;
    ++num_checked;
    SCOPED_TRACE(Concat(i, " ", A.shape->to_string(), " ", B.shape->to_string(),
                        " ", distance));
    const PairInA result = ComputeConvexDistance(*A.set, *B.set, X_AB);
    const double tolerance = 1e-13 * scale;
    ASSERT_NEAR(result.distance, distance, tolerance);
    const LongVector3 nhat = result.nhat_BA_A.cast<long double>();
    ASSERT_NEAR(
        static_cast<double>(A.oracle->CalcLowest(nhat) + b.CalcLowest(-nhat)),
        distance, tolerance);
    ASSERT_LE(test::CalcOutside(*A.shape, result.p_ACa), tolerance);
    ASSERT_LE(test::CalcOutside(*B.shape, X_AB.inverse() * result.p_ACb),
              tolerance);
    // Boxes have a method of their own.
    const bool are_boxes = A.shape->type() == ShapeType::kBox &&
                           B.shape->type() == ShapeType::kBox;
    if (are_boxes) {
      ASSERT_NEAR(
          ComputeInOrder(*A.shape, RigidTransform(), *B.shape, X_AB).distance,
          distance, tolerance);
    }
  }
  EXPECT_GT(num_checked, 5000);
}

/* A curved shape, a box or a hull with any aspect down to 1e-6. */
std::unique_ptr<Shape> MakeRandomConvex(int num_kinds, Random* random) {
  const double size = Spread(1e-5, 30, random);
  const auto length = [&] {
    const int kind = random->Index(4);
    return size * (kind == 0   ? Spread(1e-6, 1e-2, random)
                   : kind == 1 ? Spread(1e-2, 1, random)
                               : random->Uniform(0.1, 1));
  };
  const double x = length(), y = length(), z = length();
  switch (random->Index(num_kinds)) {
    case 0:
      return std::make_unique<Ellipsoid>(x, y, z);
    case 1:
      return std::make_unique<Cylinder>(x, random->Index(8) == 0 ? 0 : y);
    case 2:
      return std::make_unique<Cone>(x, y);
    case 3:
      return std::make_unique<Capsule>(x, y);
    case 4:
      return std::make_unique<Box>(x, y, z);
    default: {
      RowMatrixX3 points(3 + random->Index(10), 3);
      for (int i = 0; i < points.rows(); ++i) {
        points.row(i) = random->Vector(0.5 * size).transpose();
      }
      return std::make_unique<Convex>(points);
    }
  }
}

double CalcReach(const Shape& shape) {
  double reach = 0;
  for (int i = 0; i < 3; ++i) {
    reach = std::max(reach, test::CalcSupport(shape, Vector3::Unit(i)));
  }
  return reach;
}

// Curved shapes prove themselves: the normal's gap is the distance, and the
// witnesses belong to the shapes. The comparison agrees.
TEST(GjkRefinementTest, CurvedShapesProveTheirDistance) {
  constexpr double kDistances[] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5,
                                   1e-4, 1e-3, 0.1,  1};
  Random random(2);
  for (int i = 0; i < 30000; ++i) {
    const auto A = MakeRandomConvex(4, &random);
    const auto B = MakeRandomConvex(6, &random);
    const double size = CalcReach(*A) + CalcReach(*B);
    const double target = kDistances[random.Index(9)];
    RigidTransform X_AB(
        random.Index(2) == 0 ? random.Rotation() : MakeAlignedRotation(&random),
        6 * size * random.Vector(1).normalized());
    const RigidTransform X_WA;
    SignedDistancePair result;
    for (int k = 0; k < 3; ++k) {
      result = ComputeSignedDistance(*A, X_WA, *B, X_AB);
      if (k == 2) break;
      X_AB = RigidTransform(
          X_AB.rotation(),
          X_AB.translation() + (result.distance - target) * result.nhat_BA_W);
    }
    const double scale = size + X_AB.translation().norm();
    SCOPED_TRACE(
        Concat(i, " ", A->to_string(), " ", B->to_string(), " ", target));
    const double tolerance = 1e-9 * scale;
    ASSERT_NEAR(result.distance, target, tolerance);
    ASSERT_NEAR(test::CalcGap(*A, *B, X_AB, result.nhat_BA_W), result.distance,
                1e-12 * scale);
    // Points that move sideways change the distance by the square of it only.
    const double root = 1e-8 * scale;
    ASSERT_LE(test::CalcOutside(*A, result.p_WCa), root);
    ASSERT_LE(test::CalcOutside(*B, X_AB.inverse() * result.p_WCb), root);
    const double clear = 1.1e-9 * std::max(1.0, scale / 10);
    ASSERT_FALSE(HasCollision(*A, X_WA, *B, X_AB, result.distance - clear));
    ASSERT_TRUE(HasCollision(*A, X_WA, *B, X_AB, result.distance + clear));
  }
}

// A speck in front of a wall: all of the wall's face is the closest one, and
// the speck's curving is 1e-6 of it.
TEST(GjkRefinementTest, TinyEllipsoidBesideHugeFace) {
  const Ellipsoid speck(1.5e-05, 1.6e-05, 8e-05);
  const Box wall(0.3, 24, 22);
  for (const double y : {0.0, 1e-15, 1e-12, 1e-9, 1e-3}) {
    const RigidTransform X_WB(Vector3(0.5, y, 0));
    const SignedDistancePair result =
        ComputeSignedDistance(speck, RigidTransform(), wall, X_WB);
    EXPECT_NEAR(result.distance, 0.5 - 0.15 - 1.5e-5, 1e-14);
    EXPECT_NEAR(result.nhat_BA_W.x(), -1, 1e-15);
    for (const double offset : {1e-3, 1e-6, 1.1e-9}) {
      EXPECT_FALSE(HasCollision(speck, RigidTransform(), wall, X_WB,
                                result.distance - offset));
      EXPECT_TRUE(HasCollision(speck, RigidTransform(), wall, X_WB,
                               result.distance + offset));
    }
  }
}

// From vertices that are bad ones to begin with: a sliver along one edge of two
// parallel squares.
TEST(GjkRefinementTest, ReplacesASliver) {
  const double height = 1e-6;
  const Box square(2, 2, 0);
  const ConvexSet A(square);
  MinkowskiDifference difference(A, A,
                                 RigidTransform(Vector3(0.5, 0.25, -height)));
  DifferenceVertex sliver[3];
  for (DifferenceVertex& vertex : sliver) {
    vertex.a = Vector3(-1, -1, 0);
    vertex.b = Vector3(-0.5, -0.75, -height);
  }
  sliver[1].a = Vector3(1, 1, 0);
  // Off the line of the other two by 1e-12, and off the plane by rounding.
  sliver[2].a = Vector3(0, 1e-12, 1e-16);
  for (DifferenceVertex& vertex : sliver) vertex.w = vertex.a - vertex.b;
  GjkResult result;
  result.scale = 2;
  RefineClosestPoints(&difference, sliver, 3, &result);
  EXPECT_NEAR(result.distance, height, 1e-15);
  EXPECT_NEAR(result.lower_bound, height, 1e-15);
  EXPECT_NEAR(result.nhat.z(), 1, 1e-15);
  EXPECT_NEAR((result.p_ACa - result.p_ACb - height * result.nhat).norm(), 0,
              1e-14);
}

}  // namespace
}  // namespace clearway::internal
