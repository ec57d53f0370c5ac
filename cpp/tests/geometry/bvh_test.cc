#include "clearway/geometry/bvh.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace clearway {
namespace {

/* Walks the whole tree; returns the number of nodes on its longest path. */
int CheckSubtree(const TriangleBvh& dut, const TriangleMesh& mesh, int index,
                 std::vector<int>* seen) {
  const TriangleBvh::Node& node = dut.nodes()[index];
  Aabb box;
  int depth = 1;
  if (node.is_leaf()) {
    EXPECT_LE(node.count, 4);
    for (const int t : dut.order().subspan(node.first, node.count)) {
      for (int corner = 0; corner < 3; ++corner) {
        box.Include(mesh.vertex(t, corner));
      }
      seen->push_back(t);
    }
  } else {
    EXPECT_GT(node.right, index + 1);
    depth += std::max(CheckSubtree(dut, mesh, index + 1, seen),
                      CheckSubtree(dut, mesh, node.right, seen));
    box.Include(dut.nodes()[index + 1].box);
    box.Include(dut.nodes()[node.right].box);
  }
  EXPECT_EQ(box.lower, node.box.lower);
  EXPECT_EQ(box.upper, node.box.upper);
  return depth;
}

void ExpectValid(const TriangleMesh& mesh) {
  const TriangleBvh dut(mesh);
  std::vector<int> seen;
  EXPECT_LE(CheckSubtree(dut, mesh, 0, &seen), TriangleBvh::kMaxDepth);
  std::sort(seen.begin(), seen.end());
  ASSERT_EQ(static_cast<Eigen::Index>(seen.size()), mesh.triangles.rows());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i], static_cast<int>(i));
  }
}

/* Triangles with corners of their own. */
TriangleMesh MakeSoup(const RowMatrixX3& corners) {
  TriangleMesh mesh{corners, RowMatrixX3i(corners.rows() / 3, 3)};
  for (int i = 0; i < mesh.triangles.size(); ++i) {
    mesh.triangles.data()[i] = i;
  }
  return mesh;
}

TEST(TriangleBvh, HoldsEveryTriangleOnce) {
  std::mt19937 generator(1);
  std::normal_distribution<double> normal;
  for (const int n : {1, 2, 4, 5, 9, 100, 5000}) {
    RowMatrixX3 corners(3 * n, 3);
    for (int i = 0; i < corners.size(); ++i) {
      corners.data()[i] = normal(generator);
    }
    ExpectValid(MakeSoup(corners));
  }
}

TEST(TriangleBvh, EqualTrianglesAreHalved) {
  ExpectValid(MakeSoup(RowMatrixX3::Ones(3 * 1000, 3)));
}

// Each split by area would take off a few triangles only.
TEST(TriangleBvh, GeometricSeriesStaysShallow) {
  RowMatrixX3 corners(3 * 900, 3);
  for (int i = 0; i < corners.rows(); ++i) {
    corners.row(i).setConstant(std::ldexp(1, i / 3 - 450));
  }
  ExpectValid(MakeSoup(corners));
}

TEST(TriangleBvh, IsDeterministic) {
  const TriangleMesh mesh = MakeSoup(RowMatrixX3::Random(3 * 500, 3));
  const TriangleBvh a(mesh), b(mesh);
  EXPECT_TRUE(std::ranges::equal(a.order(), b.order()));
}

TEST(TriangleBvh, NoTrianglesNoNodes) {
  EXPECT_TRUE(TriangleBvh(MakeSoup(RowMatrixX3(0, 3))).nodes().empty());
}

}  // namespace
}  // namespace clearway
