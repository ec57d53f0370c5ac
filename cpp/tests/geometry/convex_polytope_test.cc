#include "clearway/geometry/convex_polytope.h"

#include <random>

#include <gtest/gtest.h>

namespace clearway {
namespace {

TEST(ConvexPolytope, BoxHasSixFacesTwelveEdgesAndThreeDirections) {
  const ConvexPolytope dut = ConvexPolytope::MakeBox(Vector3(1, 2, 3));
  EXPECT_EQ(dut.dimension(), 3);
  EXPECT_EQ(dut.num_vertices(), 8);
  EXPECT_EQ(dut.faces().size(), 6);
  EXPECT_EQ(dut.edges().size(), 12);
  EXPECT_EQ(dut.edge_directions().size(), 3);
  EXPECT_DOUBLE_EQ(dut.volume(), 6);
  for (const auto& face : dut.faces()) {
    EXPECT_EQ(face.num_indices, 4);
    EXPECT_EQ(face.normal.lpNorm<1>(), 1);
    EXPECT_EQ(face.offset, face.normal.cwiseAbs().dot(Vector3(0.5, 1, 1.5)));
  }
}

TEST(ConvexPolytope, ContainsItsPoints) {
  std::mt19937 generator(1);
  std::normal_distribution<double> normal;
  RowMatrixX3 points(500, 3);
  for (int i = 0; i < points.size(); ++i) points.data()[i] = normal(generator);
  const ConvexPolytope dut = ConvexPolytope::MakeHull(points);
  EXPECT_EQ(dut.num_vertices() - static_cast<int>(dut.edges().size()) +
                static_cast<int>(dut.faces().size()),
            2);
  for (const auto& face : dut.faces()) {
    EXPECT_LE((points * face.normal).maxCoeff(), face.offset + 1e-15);
  }
}

}  // namespace
}  // namespace clearway
