#include "clearway/query/element_sets.h"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "clearway/geometry/height_field.h"
#include "clearway/geometry/point_cloud.h"
#include "clearway/geometry/voxel_grid.h"
#include "clearway/query/signed_distance.h"
#include "query/random_shapes.h"

namespace clearway {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct PosedShape {
  std::unique_ptr<Shape> shape;
  RigidTransform X_SE;
};

/* The elements of a shape as shapes of their own, made from its numbers, not
 from its tree: balls, single cells, and hulls of prisms. A grid's are cells, so
 only distances apart and signs are those of its larger elements. */
std::vector<PosedShape> ListElements(const Shape& shape) {
  std::vector<PosedShape> elements;
  if (shape.type() == ShapeType::kPointCloud) {
    const auto& cloud = static_cast<const PointCloud&>(shape);
    const RowMatrixX3 points = cloud.points();
    const VectorX radii = cloud.radius();
    for (int i = 0; i < cloud.size(); ++i) {
      elements.push_back({std::make_unique<Sphere>(radii[i]),
                          RigidTransform(Vector3(points.row(i).transpose()))});
    }
  } else if (shape.type() == ShapeType::kVoxelGrid) {
    const auto& grid = static_cast<const VoxelGrid&>(shape);
    const auto& n = grid.shape();
    const double r = grid.resolution();
    for (int x = 0; x < n.x(); ++x) {
      for (int y = 0; y < n.y(); ++y) {
        for (int z = 0; z < n.z(); ++z) {
          const CellState state = grid.GetState({x, y, z});
          const bool is_solid =
              state == CellState::kOccupied ||
              (state == CellState::kUnknown &&
               grid.options().unknown == CellMeaning::kOccupied);
          if (!is_solid) continue;
          elements.push_back(
              {std::make_unique<Box>(r, r, r),
               RigidTransform(Vector3(
                   grid.origin() + r * Vector3(x + 0.5, y + 0.5, z + 0.5)))});
        }
      }
    }
  } else if (shape.type() == ShapeType::kHeightField) {
    const auto& field = static_cast<const HeightField&>(shape);
    const RowMatrixX h = field.heights();
    const auto point = [&](int j, int i) {
      return Vector3(field.size().x() * (i / (field.nx() - 1.0) - 0.5),
                     field.size().y() * (j / (field.ny() - 1.0) - 0.5),
                     h(j, i));
    };
    for (int j = 0; j + 1 < field.ny(); ++j) {
      for (int i = 0; i + 1 < field.nx(); ++i) {
        for (const Vector3& third : {point(j, i + 1), point(j + 1, i)}) {
          RowMatrixX3 v(6, 3);
          v << point(j, i).transpose(), point(j + 1, i + 1).transpose(),
              third.transpose(), point(j, i).transpose(),
              point(j + 1, i + 1).transpose(), third.transpose();
          v.bottomRows(3).col(2).setConstant(field.bottom());
          elements.push_back({std::make_unique<Convex>(v), RigidTransform()});
        }
      }
    }
  } else {
    elements.push_back({shape.Clone(), RigidTransform()});
  }
  return elements;
}

double CalcByBruteForce(const Shape& A, const RigidTransform& X_WA,
                        const Shape& B, const RigidTransform& X_WB) {
  double least = kInfinity;
  const auto elements_B = ListElements(B);
  for (const PosedShape& a : ListElements(A)) {
    for (const PosedShape& b : elements_B) {
      least = std::min(least, ComputeSignedDistance(*a.shape, X_WA * a.X_SE,
                                                    *b.shape, X_WB * b.X_SE)
                                  .distance);
    }
  }
  return least;
}

TEST(ElementSets, AgreeWithAllTheirElements) {
  Random random(1);
  for (const auto& [type_A, type_B] : ListTypePairs()) {
    if (!IsSetType(type_A) && !IsSetType(type_B)) continue;
    const bool has_grid =
        type_A == ShapeType::kVoxelGrid || type_B == ShapeType::kVoxelGrid;
    for (int i = 0; i < 6; ++i) {
      const double size = std::pow(10, random.Uniform(-3, 2));
      const auto A = MakeRandomShape(type_A, size, &random);
      const auto B = MakeRandomShape(type_B, size, &random);
      const RigidTransform X_WA(random.AwkwardRotation(),
                                random.Vector(0.9 * size));
      const RigidTransform X_WB(random.AwkwardRotation(),
                                random.Vector(0.9 * size));
      const double expected = CalcByBruteForce(*A, X_WA, *B, X_WB);
      const SignedDistancePair dut = ComputeSignedDistance(*A, X_WA, *B, X_WB);
      const auto names = to_string(type_A);
      if (has_grid && expected < 0) {
        // A block is as deep as its cells, or deeper.
        EXPECT_LE(dut.distance, expected + 1e-9 * size) << names;
      } else {
        EXPECT_NEAR(dut.distance, expected, 1e-9 * size)
            << names << " " << to_string(type_B);
      }
      ExpectInvariant(dut, 1e-13 * size);
      EXPECT_EQ(HasCollision(*A, X_WA, *B, X_WB), dut.distance <= 0);
    }
  }
}

TEST(ElementSets, OfNothingAreAtInfinity) {
  const PointCloud cloud(RowMatrixX3(0, 3));
  const VoxelGrid grid({0, 3, 2}, 0.1, {});
  const VoxelGrid free_grid({4, 4, 4}, 0.1, {});
  Random random(2);
  std::vector<std::unique_ptr<Shape>> others;
  for (int type = 0; type < kNumShapeTypes; ++type) {
    others.push_back(MakeRandomShape(static_cast<ShapeType>(type), 1, &random));
  }
  for (const Shape* empty :
       {static_cast<const Shape*>(&cloud), static_cast<const Shape*>(&grid),
        static_cast<const Shape*>(&free_grid)}) {
    others.push_back(empty->Clone());
  }
  const RigidTransform X_WA(Vector3(1, 2, 3)), X_WB(Vector3(4, 5, 6));
  for (const auto& other : others) {
    for (const Shape* empty :
         {static_cast<const Shape*>(&cloud), static_cast<const Shape*>(&grid),
          static_cast<const Shape*>(&free_grid)}) {
      for (const bool is_first : {true, false}) {
        const Shape& A = is_first ? *empty : *other;
        const Shape& B = is_first ? *other : *empty;
        const SignedDistancePair dut = ComputeSignedDistance(A, X_WA, B, X_WB);
        EXPECT_EQ(dut.distance, kInfinity);
        EXPECT_EQ(dut.p_WCa, X_WA.translation());
        EXPECT_EQ(dut.p_WCb, X_WB.translation());
        EXPECT_EQ(dut.nhat_BA_W, Vector3::UnitZ());
        EXPECT_FALSE(HasCollision(A, X_WA, B, X_WB, 1e9));
      }
    }
  }
}

TEST(ElementSets, OneAndTwoElements) {
  for (const int count : {1, 2}) {
    RowMatrixX3 points(count, 3);
    for (int i = 0; i < count; ++i) points.row(i) << 3 * i, 0, 0;
    const PointCloud cloud(points, 0.5);
    const SignedDistancePair dut =
        ComputeSignedDistance(cloud, RigidTransform(), Box(2, 2, 2),
                              RigidTransform(Vector3(8, 0, 0)));
    EXPECT_DOUBLE_EQ(dut.distance, 7 - 0.5 - 3 * (count - 1));
    EXPECT_EQ(dut.nhat_BA_W, Vector3(-1, 0, 0));
    EXPECT_DOUBLE_EQ(dut.p_WCb.x(), 7);
  }
}

// Two single cells a metre apart: coal #603 answered nothing finite.
TEST(ElementSets, GridsOfOneCell) {
  const std::vector<std::int8_t> states{1};
  const VoxelGrid grid(states, {1, 1, 1}, 0.1, {});
  const RigidTransform X_WA, X_WB(Vector3(1, 0, 0));
  const SignedDistancePair AB = ComputeSignedDistance(grid, X_WA, grid, X_WB);
  const SignedDistancePair BA = ComputeSignedDistance(grid, X_WB, grid, X_WA);
  EXPECT_NEAR(AB.distance, 0.9, 1e-15);
  EXPECT_NEAR(AB.p_WCa.x(), 0.1, 1e-15);
  EXPECT_NEAR(AB.p_WCb.x(), 1, 1e-15);
  EXPECT_EQ(AB.p_WCa, BA.p_WCb);
  EXPECT_EQ(AB.p_WCb, BA.p_WCa);
}

TEST(ElementSets, FirstWitnessIsOnTheFirstShape) {
  const std::vector<std::int8_t> states{1};
  const VoxelGrid grid(states, {1, 1, 1}, 1, {});
  const Sphere sphere(1);
  const RigidTransform X_WG, X_WS(Vector3(0.5, 0.5, 4));
  EXPECT_NEAR(ComputeSignedDistance(grid, X_WG, sphere, X_WS).p_WCa.z(), 1,
              1e-15);
  EXPECT_NEAR(ComputeSignedDistance(sphere, X_WS, grid, X_WG).p_WCa.z(), 3,
              1e-15);
}

// However a set came to be: one is built, the other changed into the same.
TEST(ElementSets, AnswersDoNotDependOnTheTree) {
  Random random(3);
  RowMatrixX3 points(200, 3);
  for (int i = 0; i < 200; ++i) points.row(i) = random.Vector(1).transpose();
  points.row(17) = points.row(90);
  const PointCloud built(points, 0.01);
  PointCloud grown(points.topRows(1), 0.01);
  for (int i = 1; i < 200; ++i) grown.Insert(points.row(i), 0.01);
  for (int i = 0; i < 50; ++i) {
    const RigidTransform X_WB(random.Rotation(), random.Vector(1.5));
    const Box box(0.5, 0.3, 0.2);
    const auto a = ComputeSignedDistance(built, RigidTransform(), box, X_WB);
    const auto b = ComputeSignedDistance(grown, RigidTransform(), box, X_WB);
    EXPECT_EQ(a.distance, b.distance);
    EXPECT_EQ(a.p_WCa, b.p_WCa);
    EXPECT_EQ(a.nhat_BA_W, b.nhat_BA_W);
  }
}

TEST(ElementSets, SolidOutside) {
  VoxelGrid::Options options;
  options.outside = CellMeaning::kOccupied;
  const VoxelGrid room({10, 10, 10}, 0.1, options);
  EXPECT_TRUE(IsUnbounded(room));
  EXPECT_FALSE(IsEmpty(room));
  const auto distance = [&](const Shape& shape, const Vector3& p) {
    return ComputeSignedDistance(room, RigidTransform(), shape,
                                 RigidTransform(p));
  };
  // The nearest wall of the unit cube is that at y = 1.
  const SignedDistancePair dut = distance(Sphere(0.1), Vector3(0.5, 0.7, 0.5));
  EXPECT_NEAR(dut.distance, 0.2, 1e-15);
  EXPECT_NEAR(dut.p_WCa.y(), 1, 1e-15);
  EXPECT_NEAR((dut.nhat_BA_W - Vector3::UnitY()).norm(), 0, 1e-15);
  EXPECT_NEAR(distance(Box(0.4, 0.2, 0.2), Vector3(0.1, 0.5, 0.5)).distance,
              -0.1, 1e-15);
  RowMatrixX3 points(2, 3);
  points << 0.5, 0.5, 0.95, 0.5, 0.5, 0.5;
  EXPECT_NEAR(distance(PointCloud(points), Vector3::Zero()).distance, 0.05,
              1e-15);
  EXPECT_FALSE(HasCollision(room, RigidTransform(), PointCloud(points),
                            RigidTransform(), 0.049));
  EXPECT_TRUE(HasCollision(PointCloud(points), RigidTransform(), room,
                           RigidTransform(), 0.051));
  const RigidTransform X;
  EXPECT_THROW(ComputeSignedDistance(room, X, HalfSpace(), X),
               std::invalid_argument);
  EXPECT_THROW(ComputeSignedDistance(room, X, room, X), std::invalid_argument);
}

TEST(ElementSets, AFieldIsSolidBelow) {
  RowMatrixX heights = RowMatrixX::Zero(11, 11);
  heights(5, 5) = 0.5;  // A peak over the middle.
  const HeightField field(heights, Vector2(10, 10));
  EXPECT_EQ(field.bottom(), -10);
  const auto distance = [&](const Vector3& p) {
    return ComputeSignedDistance(Sphere(0.1), RigidTransform(p), field,
                                 RigidTransform());
  };
  const SignedDistancePair above = distance(Vector3(3.2, 3.4, 1));
  EXPECT_NEAR(above.distance, 0.9, 1e-14);
  EXPECT_NEAR((above.nhat_BA_W - Vector3::UnitZ()).norm(), 0, 1e-12);
  EXPECT_NEAR(distance(Vector3(0, 0, 1)).distance, 0.4, 1e-14);
  EXPECT_LT(distance(Vector3(3.2, 3.4, -4)).distance, -0.1);
  EXPECT_NEAR(distance(Vector3(3.2, 3.4, -11)).distance, 0.9, 1e-12);
  EXPECT_NEAR(distance(Vector3(7, 0, -2)).distance, 1.9, 1e-12);
}

}  // namespace
}  // namespace clearway
