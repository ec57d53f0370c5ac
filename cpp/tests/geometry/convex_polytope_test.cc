#include "clearway/geometry/convex_polytope.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include "clearway/math/rotation_matrix.h"

namespace clearway {
namespace {

/* Of the largest coordinate: what the hull takes for rounding. */
constexpr double kTolerance = 1e-13;
constexpr double kFlatness = 1e-12;

using Generator = std::mt19937;

double Uniform(Generator* generator, double lower = -1, double upper = 1) {
  return std::uniform_real_distribution<double>(lower, upper)(*generator);
}

RowMatrixX3 DrawPoints(Generator* generator, int n) {
  RowMatrixX3 points(n, 3);
  for (int i = 0; i < points.size(); ++i) {
    points.data()[i] = Uniform(generator);
  }
  return points;
}

Matrix3 DrawRotation(Generator* generator) {
  return RotationMatrix(RollPitchYaw(Uniform(generator, -3, 3),
                                     Uniform(generator, -1.5, 1.5),
                                     Uniform(generator, -3, 3)))
      .matrix();
}

RowMatrixX3 Rotate(const Matrix3& R, const RowMatrixX3& points) {
  return points * R.transpose();
}

/* A grid that fills a box, with many points on its faces and edges. */
RowMatrixX3 MakeGrid(int n, const Vector3& size) {
  RowMatrixX3 points(n * n * n, 3);
  int row = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        points.row(row++) =
            (Vector3(i, j, k) / (n - 1) - Vector3::Constant(0.5))
                .cwiseProduct(size)
                .transpose();
      }
    }
  }
  return points;
}

/* What every hull promises: its planes contain the points, their offsets are
 tight, faces are convex loops in their plane, every edge has two faces, the
 neighbours are those of the edges, and Euler's formula holds. */
void ExpectValid(const ConvexPolytope& dut, const RowMatrixX3& points) {
  const double tolerance =
      (dut.dimension() == 3 ? 2 * kTolerance : 4 * kFlatness) *
      points.cwiseAbs().maxCoeff();
  std::set<std::pair<int, int>> sides;
  for (const ConvexPolytope::Face& face : dut.faces()) {
    EXPECT_NEAR(face.normal.norm(), 1, 1e-15);
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      ASSERT_LE(face.normal.dot(points.row(i).transpose()), face.offset);
    }
    const auto loop = dut.face_vertices(face);
    ASSERT_GE(loop.size(), 3);
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const int v = loop[i], next = loop[(i + 1) % loop.size()];
      EXPECT_NEAR(face.normal.dot(dut.vertices().row(v).transpose()),
                  face.offset, tolerance);
      EXPECT_TRUE(sides.emplace(v, next).second);
    }
  }
  if (dut.dimension() < 2) return;
  EXPECT_EQ(sides.size(), 2 * dut.edges().size());
  std::vector<std::vector<int>> neighbours(dut.num_vertices());
  for (const ConvexPolytope::Edge& edge : dut.edges()) {
    const auto [a, b] = edge.vertices;
    EXPECT_TRUE(sides.contains({a, b}) && sides.contains({b, a}));
    EXPECT_NE(edge.faces[0], edge.faces[1]);
    for (const int f : edge.faces) {
      const auto loop = dut.face_vertices(dut.faces()[f]);
      EXPECT_NE(std::find(loop.begin(), loop.end(), a), loop.end());
      EXPECT_NE(std::find(loop.begin(), loop.end(), b), loop.end());
    }
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  for (int v = 0; v < dut.num_vertices(); ++v) {
    std::sort(neighbours[v].begin(), neighbours[v].end());
    EXPECT_TRUE(std::ranges::equal(neighbours[v], dut.neighbours(v)));
  }
  EXPECT_EQ(dut.num_vertices() - static_cast<int>(dut.edges().size()) +
                static_cast<int>(dut.faces().size()),
            2);
}

void ExpectEqual(const ConvexPolytope& a, const ConvexPolytope& b) {
  EXPECT_EQ(a.dimension(), b.dimension());
  EXPECT_EQ(a.vertices(), b.vertices());
  ASSERT_EQ(a.faces().size(), b.faces().size());
  EXPECT_TRUE(std::ranges::equal(a.face_indices(), b.face_indices()));
  const double scale = a.vertices().cwiseAbs().maxCoeff();
  for (std::size_t f = 0; f < a.faces().size(); ++f) {
    EXPECT_EQ(a.faces()[f].normal, b.faces()[f].normal);
    EXPECT_NEAR(a.faces()[f].offset, b.faces()[f].offset, kTolerance * scale);
  }
}

int FindSupportByHand(const ConvexPolytope& dut, const Vector3& direction) {
  int best = 0;
  const auto height = [&](int i) {
    return direction.x() * dut.vertices()(i, 0) +
           direction.y() * dut.vertices()(i, 1) +
           direction.z() * dut.vertices()(i, 2);
  };
  for (int i = 1; i < dut.num_vertices(); ++i) {
    if (height(i) > height(best)) best = i;
  }
  return best;
}

/* The planes through three points that have all others on one side, counted
 once each: O(n^4), and nothing of the hull's own. */
int CountFacesByHand(const RowMatrixX3& points) {
  std::vector<Vector4> planes;
  const int n = static_cast<int>(points.rows());
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = j + 1; k < n; ++k) {
        const Vector3 a = points.row(i), b = points.row(j), c = points.row(k);
        Vector3 normal = (b - a).cross(c - a);
        if (normal.norm() < 1e-9) continue;
        normal.normalize();
        const VectorX heights =
            points * normal - VectorX::Constant(n, normal.dot(a));
        if (heights.minCoeff() < -1e-9 && heights.maxCoeff() > 1e-9) continue;
        if (heights.maxCoeff() > 1e-9) normal = -normal;
        const Vector4 plane(normal.x(), normal.y(), normal.z(), normal.dot(a));
        if (std::none_of(planes.begin(), planes.end(), [&](const Vector4& p) {
              return (p - plane).norm() < 1e-7;
            })) {
          planes.push_back(plane);
        }
      }
    }
  }
  return static_cast<int>(planes.size());
}

TEST(ConvexPolytope, BoxHasSixFacesAndTwelveEdges) {
  const ConvexPolytope dut = ConvexPolytope::MakeBox(Vector3(1, 2, 3));
  EXPECT_EQ(dut.dimension(), 3);
  EXPECT_EQ(dut.num_vertices(), 8);
  EXPECT_EQ(dut.faces().size(), 6);
  EXPECT_EQ(dut.edges().size(), 12);
  EXPECT_DOUBLE_EQ(dut.volume(), 6);
  EXPECT_EQ(dut.centre(), Vector3::Zero());
  for (const auto& face : dut.faces()) {
    EXPECT_EQ(face.num_indices, 4);
    EXPECT_EQ(face.normal.lpNorm<1>(), 1);
    EXPECT_EQ(face.offset, face.normal.cwiseAbs().dot(Vector3(0.5, 1, 1.5)));
  }
  ExpectValid(dut, dut.vertices());
}

TEST(ConvexPolytope, TetrahedronByHand) {
  RowMatrixX3 points(4, 3);
  points << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
  EXPECT_EQ(dut.vertices(), points);
  EXPECT_EQ(dut.faces().size(), 4);
  EXPECT_NEAR(dut.volume(), 1.0 / 6, 1e-16);
  int num_slanted = 0;
  for (const auto& face : dut.faces()) {
    if (face.normal.minCoeff() > 0) {
      ++num_slanted;
      EXPECT_NEAR(face.offset, 1 / std::numbers::sqrt3, 1e-15);
    }
  }
  EXPECT_EQ(num_slanted, 1);
  ExpectValid(dut, points);
}

TEST(ConvexPolytope, EqualPointsAreOne) {
  RowMatrixX3 points(3, 3);
  points << 0.0, 1, 2, -0.0, 1, 2, 0.0, 1, 2;
  const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
  EXPECT_EQ(dut.dimension(), 0);
  EXPECT_EQ(dut.num_vertices(), 1);
  EXPECT_TRUE(dut.faces().empty());
  EXPECT_TRUE(dut.edges().empty());
  EXPECT_TRUE(dut.neighbours(0).empty());
  EXPECT_EQ(dut.FindSupport(Vector3(1, 0, 0)), 0);
}

TEST(ConvexPolytope, CollinearPointsAreASegment) {
  RowMatrixX3 points(5, 3);
  for (int i = 0; i < 5; ++i) {
    points.row(i) = 0.1 * ((i * 2) % 5) * Eigen::RowVector3d(1, 2, 3);
  }
  const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
  EXPECT_EQ(dut.dimension(), 1);
  ASSERT_EQ(dut.num_vertices(), 2);
  EXPECT_EQ(dut.vertices().row(0), points.row(0));
  EXPECT_EQ(dut.vertices().row(1), points.row(2));
  ASSERT_EQ(dut.edges().size(), 1);
  EXPECT_EQ(dut.edges()[0].faces[0], -1);
  EXPECT_EQ(dut.FindSupport(Vector3(1, 0, 0)), 1);
}

TEST(ConvexPolytope, CoplanarPointsAreAPolygonWithTwoSides) {
  Generator generator(1);
  RowMatrixX3 square = MakeGrid(5, Vector3(2, 2, 0));
  for (int i = 0; i < 100; ++i) {
    const Matrix3 R = i == 0 ? Matrix3::Identity() : DrawRotation(&generator);
    const RowMatrixX3 points = Rotate(R, square);
    const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
    EXPECT_EQ(dut.dimension(), 2);
    EXPECT_EQ(dut.num_vertices(), 4);
    ASSERT_EQ(dut.faces().size(), 2);
    EXPECT_EQ(dut.edges().size(), 4);
    EXPECT_EQ(dut.volume(), 0);
    EXPECT_LT((dut.faces()[0].normal + dut.faces()[1].normal).norm(), 1e-15);
    EXPECT_NEAR(std::abs(dut.faces()[0].normal.dot(R.col(2))), 1, 1e-15);
    ExpectValid(dut, points);
  }
}

// Rounding moves the points of a rotated grid off their planes and lines.
TEST(ConvexPolytope, RotatedGridIsABox) {
  Generator generator(2);
  for (const double scale : {1e-6, 1.0, 1e3}) {
    for (int i = 0; i < 20; ++i) {
      const RowMatrixX3 points = scale * Rotate(DrawRotation(&generator),
                                                MakeGrid(7, Vector3(1, 2, 3)));
      const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
      EXPECT_EQ(dut.num_vertices(), 8);
      EXPECT_EQ(dut.faces().size(), 6);
      EXPECT_NEAR(dut.volume() / (scale * scale * scale), 6, 1e-12);
      ExpectValid(dut, points);
    }
  }
}

TEST(ConvexPolytope, ThinBoxKeepsItsThickness) {
  Generator generator(3);
  for (const double thickness : {1e-9, 1e-6, 1e-3}) {
    const RowMatrixX3 points =
        Rotate(DrawRotation(&generator), MakeGrid(4, Vector3(1, thickness, 1)));
    const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
    EXPECT_EQ(dut.dimension(), 3);
    EXPECT_EQ(dut.num_vertices(), 8);
    EXPECT_EQ(dut.faces().size(), 6);
    EXPECT_NEAR(dut.volume(), thickness, 1e-15);
    ExpectValid(dut, points);
  }
}

TEST(ConvexPolytope, AgreesWithPlanesFoundByHand) {
  Generator generator(4);
  for (int i = 0; i < 100; ++i) {
    RowMatrixX3 points = DrawPoints(&generator, 4 + i % 9);
    if (i % 2 == 0) points = (2 * points).array().round().matrix();
    const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
    ExpectValid(dut, points);
    EXPECT_EQ(dut.dimension() >= 2 ? static_cast<int>(dut.faces().size()) : 0,
              dut.dimension() == 2 ? 2 : CountFacesByHand(points));
  }
}

TEST(ConvexPolytope, ManyPointsOnASphere) {
  Generator generator(5);
  RowMatrixX3 points = DrawPoints(&generator, 3000);
  points.rowwise().normalize();
  const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
  EXPECT_EQ(dut.num_vertices(), 3000);
  EXPECT_EQ(dut.faces().size(), 2 * 3000 - 4);
  EXPECT_NEAR(dut.volume(), 4 * std::numbers::pi / 3, 0.02);
  ExpectValid(dut, points);
}

// Two regular polygons joined: all sides are quadrilaterals, of which rounding
// leaves no four corners in a plane.
TEST(ConvexPolytope, OffsetsAreTheGreatestOverAllPoints) {
  Generator generator(11);
  RowMatrixX3 points = DrawPoints(&generator, 3000);
  points.topRows(2000).rowwise().normalize();
  // Each point twice, far apart in the list, and a flat patch of many.
  points.middleRows(2500, 400) = points.topRows(400);
  points.bottomRows(100).col(2).setConstant(1.5);
  const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
  ASSERT_EQ(dut.dimension(), 3);
  for (const ConvexPolytope::Face& face : dut.faces()) {
    double furthest = -HUGE_VAL;
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      furthest = std::max(furthest, face.normal.dot(points.row(i)));
    }
    EXPECT_EQ(face.offset, furthest);
  }
}

TEST(ConvexPolytope, PrismHasTwoCapsAndItsSides) {
  Generator generator(6);
  for (const int n : {3, 6, 17, 64, 501}) {
    RowMatrixX3 points(2 * n, 3);
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * i / n;
      points.row(2 * i) << std::cos(angle), std::sin(angle), -1;
      points.row(2 * i + 1) << std::cos(angle), std::sin(angle), 1;
    }
    points = Rotate(DrawRotation(&generator), points);
    const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
    EXPECT_EQ(dut.num_vertices(), 2 * n);
    EXPECT_EQ(dut.faces().size(), n + 2);
    EXPECT_EQ(dut.edges().size(), 3 * n);
    ExpectValid(dut, points);
  }
}

// Points that are equal, or nearly, in clusters; on lines; in planes; far from
// the origin: whatever it is, the promises hold.
TEST(ConvexPolytope, KeepsItsPromisesOnHardInput) {
  Generator generator(7);
  for (int i = 0; i < 2000; ++i) {
    RowMatrixX3 points = DrawPoints(&generator, 1 + i % 40);
    if (i % 3 == 0) points = (3 * points).array().round().matrix();
    for (int axis = 0; axis < 3; ++axis) {
      if (i % 5 == axis) {
        points.col(axis) *= std::pow(10, Uniform(&generator, -18, 0));
      }
    }
    if (i % 2 == 0) points = Rotate(DrawRotation(&generator), points);
    points *= std::pow(10, Uniform(&generator, -6, 3));
    if (i % 7 == 0) points.rowwise() += Eigen::RowVector3d(10, -20, 30);
    const RowMatrixX3 jitter = 1e-16 * DrawPoints(&generator, 1 + i % 40);
    RowMatrixX3 twice(2 * points.rows(), 3);
    twice << points, points + points.cwiseProduct(jitter) * (i % 11);
    const ConvexPolytope dut = ConvexPolytope::MakeHull(twice);
    ExpectValid(dut, twice);
    EXPECT_GE(dut.volume(), 0);
    if (HasFailure()) FAIL() << "case " << i << "\n" << twice;
  }
}

TEST(ConvexPolytope, HullOfAHullIsTheSame) {
  Generator generator(8);
  for (int i = 0; i < 200; ++i) {
    RowMatrixX3 points = DrawPoints(&generator, 4 + i);
    if (i % 2 == 0) points = (2 * points).array().round().matrix();
    if (i % 3 == 0) points = Rotate(DrawRotation(&generator), points);
    const ConvexPolytope first = ConvexPolytope::MakeHull(points);
    ExpectEqual(ConvexPolytope::MakeHull(first.vertices()), first);
    ExpectEqual(ConvexPolytope::MakeHull(points), first);
  }
}

TEST(ConvexPolytope, SupportIsTheFurthestOfAllVertices) {
  Generator generator(9);
  RowMatrixX3 sphere = DrawPoints(&generator, 400);
  sphere.rowwise().normalize();
  RowMatrixX3 prism(256, 3);
  for (int i = 0; i < 128; ++i) {
    const double angle = 2 * std::numbers::pi * i / 128;
    prism.row(i) << std::cos(angle), std::sin(angle), -1;
    prism.row(255 - i) << std::cos(angle), std::sin(angle), 1;
  }
  const RowMatrixX3 rotated = Rotate(DrawRotation(&generator), prism);
  for (const RowMatrixX3& points : {sphere, prism, rotated}) {
    const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
    std::vector<Vector3> directions{
        {0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0}, {0, 0, 0}};
    for (const auto& face : dut.faces()) directions.push_back(face.normal);
    for (int i = 0; i < 100; ++i) {
      directions.push_back(DrawPoints(&generator, 1).row(0).transpose());
    }
    for (const Vector3& direction : directions) {
      EXPECT_EQ(dut.FindSupport(direction), FindSupportByHand(dut, direction));
    }
  }
}

// Both ends of a box are level: the lower index wins.
TEST(ConvexPolytope, SupportTiesGoToTheLowestIndex) {
  const ConvexPolytope dut = ConvexPolytope::MakeBox(Vector3(2, 2, 2));
  EXPECT_EQ(dut.FindSupport(Vector3(0, 0, 1)), 4);
  EXPECT_EQ(dut.FindSupport(Vector3(0, 0, -1)), 0);
  EXPECT_EQ(dut.FindSupport(Vector3(1, 1, 1)), 7);
}

TEST(ConvexPolytope, RejectsBadPoints) {
  RowMatrixX3 points(2, 3);
  points.setZero();
  EXPECT_THROW(ConvexPolytope::MakeHull(points.topRows(0)),
               std::invalid_argument);
  points(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(ConvexPolytope::MakeHull(points), std::invalid_argument);
  points(1, 2) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(ConvexPolytope::MakeHull(points), std::invalid_argument);
}

}  // namespace
}  // namespace clearway
