#include "clearway/geometry/bvh.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/LU>

namespace clearway {
namespace {

/* Whether the box contains the triangle's corners, by the definition of either
 header comment: as a sum of axes, and as a set of slabs. */
void ExpectContains(const OrientedBox& box, const Vector3& origin,
                    const TriangleMesh& mesh, int triangle) {
  const Matrix3 axes = box.axes.cast<double>();
  for (int corner = 0; corner < 3; ++corner) {
    const Vector3 offset =
        mesh.vertex(triangle, corner) - origin - box.centre.cast<double>();
    const Vector3 half_size = box.half_size.cast<double>();
    EXPECT_TRUE(
        ((axes.transpose() * offset).cwiseAbs().array() <= half_size.array())
            .all());
    EXPECT_TRUE(
        ((axes.inverse() * offset).cwiseAbs().array() <= half_size.array())
            .all());
  }
}

/* Walks a child's subtree, whose triangles all ancestors' boxes contain;
 returns the number of nodes on its longest path. */
int CheckSubtree(const TriangleBvh& dut, const TriangleMesh& mesh,
                 TriangleBvh::Ref ref, std::vector<OrientedBox>* ancestors,
                 std::vector<int>* seen) {
  const TriangleBvh::Child& child = dut.child(ref);
  ancestors->push_back(dut.box(ref));
  int depth = 0;
  if (child.is_leaf()) {
    EXPECT_LE(child.count, TriangleBvh::kMaxLeafSize);
    for (const int t : dut.triangles(child)) {
      for (const OrientedBox& box : *ancestors) {
        ExpectContains(box, dut.origin(), mesh, t);
      }
      seen->push_back(t);
    }
  } else {
    const int size = dut.nodes()[child.index].size;
    EXPECT_GE(size, 2);
    EXPECT_LE(size, 8);
    for (int i = 0; i < size; ++i) {
      depth = std::max(
          depth, CheckSubtree(dut, mesh, {child.index, i}, ancestors, seen));
    }
  }
  ancestors->pop_back();
  return depth + 1;
}

void ExpectValid(const TriangleMesh& mesh) {
  const TriangleBvh dut(mesh);
  std::vector<int> seen;
  std::vector<OrientedBox> ancestors;
  EXPECT_EQ(dut.nodes()[0].size, 1);
  EXPECT_LE(CheckSubtree(dut, mesh, {}, &ancestors, &seen),
            TriangleBvh::kMaxDepth);
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
