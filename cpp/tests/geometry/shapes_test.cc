#include "clearway/geometry/shapes.h"

#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "clearway/geometry/height_field.h"
#include "clearway/geometry/point_cloud.h"
#include "clearway/geometry/voxel_grid.h"

namespace clearway {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

template <class Error>
void ExpectThrows(const std::function<void()>& make,
                  const std::string& expected) {
  try {
    make();
    ADD_FAILURE() << "no error with '" << expected << "'";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(expected), std::string::npos)
        << error.what();
  }
}

void ExpectInvalid(const std::function<void()>& make,
                   const std::string& expected) {
  ExpectThrows<std::invalid_argument>(make, expected);
}

RowMatrixX3 MakeCorners() {
  RowMatrixX3 corners(4, 3);
  corners << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  return corners;
}

RowMatrixX3i MakeTriangles() {
  RowMatrixX3i triangles(4, 3);
  triangles << 0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3;
  return triangles;
}

TEST(Shapes, PrintTheirNameAndSizes) {
  EXPECT_EQ(Sphere(0.1).to_string(), "Sphere(radius=0.1)");
  EXPECT_EQ(Capsule(1, 2.5).to_string(), "Capsule(radius=1, length=2.5)");
  EXPECT_EQ(Box(1, 2, 3).to_string(), "Box(width=1, depth=2, height=3)");
  EXPECT_EQ(Cylinder(1, 0).to_string(), "Cylinder(radius=1, length=0)");
  EXPECT_EQ(Cone(1, 2).to_string(), "Cone(radius=1, height=2)");
  EXPECT_EQ(Ellipsoid(1, 2, 3).to_string(), "Ellipsoid(a=1, b=2, c=3)");
  EXPECT_EQ(HalfSpace().to_string(), "HalfSpace()");
  EXPECT_EQ(Convex(MakeCorners()).to_string(),
            "Convex(4 vertices, 4 on the hull)");
  EXPECT_EQ(Mesh(MakeCorners(), MakeTriangles()).to_string(),
            "Mesh(4 vertices, 4 triangles, solid=True)");
  EXPECT_EQ(PointCloud(MakeCorners()).to_string(), "PointCloud(4 points)");
  EXPECT_EQ(VoxelGrid({1, 2, 3}, 0.5, {}).to_string(),
            "VoxelGrid(1 x 2 x 3 cells, resolution=0.5)");
  EXPECT_EQ(HeightField(RowMatrixX::Zero(2, 3), Vector2(1, 0.5)).to_string(),
            "HeightField(2 x 3 heights, size=(1, 0.5))");
}

TEST(Shapes, TypeNamesAreTheClasses) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(Sphere(1).Clone());
  shapes.push_back(Capsule(1, 1).Clone());
  shapes.push_back(Box(1, 1, 1).Clone());
  shapes.push_back(Cylinder(1, 1).Clone());
  shapes.push_back(Cone(1, 1).Clone());
  shapes.push_back(Ellipsoid(1, 1, 1).Clone());
  shapes.push_back(Convex(MakeCorners()).Clone());
  shapes.push_back(Mesh(MakeCorners(), MakeTriangles()).Clone());
  shapes.push_back(PointCloud(MakeCorners()).Clone());
  shapes.push_back(VoxelGrid({1, 1, 1}, 1, {}).Clone());
  shapes.push_back(HeightField(RowMatrixX::Zero(2, 2), Vector2(1, 1)).Clone());
  shapes.push_back(HalfSpace().Clone());
  ASSERT_EQ(shapes.size(), kNumShapeTypes);
  for (int i = 0; i < kNumShapeTypes; ++i) {
    EXPECT_EQ(static_cast<int>(shapes[i]->type()), i);
    EXPECT_TRUE(
        shapes[i]->to_string().starts_with(to_string(shapes[i]->type())));
  }
}

TEST(Shapes, ZeroSizesAreFlatOrStraight) {
  EXPECT_NO_THROW(Sphere(0));
  EXPECT_NO_THROW(Capsule(0, 0));
  EXPECT_NO_THROW(Box(0, 0, 0));
  EXPECT_NO_THROW(Cylinder(0, 0));
  ExpectInvalid([] { Cone(0, 1); }, "radius must be finite and > 0, got 0");
  ExpectInvalid([] { Cone(1, 0); }, "height must be finite and > 0, got 0");
  ExpectInvalid([] { Ellipsoid(1, 0, 1); }, "b must be finite and > 0, got 0");
}

TEST(Shapes, BadSizesAreNamed) {
  for (const double bad : {-1.0, kInfinity, kNan}) {
    ExpectInvalid([&] { Sphere{bad}; }, "radius must be finite and >= 0, got");
    ExpectInvalid([&] { Capsule(bad, 1); }, "radius");
    ExpectInvalid([&] { Capsule(1, bad); }, "length");
    ExpectInvalid([&] { Box(bad, 1, 1); }, "width");
    ExpectInvalid([&] { Box(1, bad, 1); }, "depth");
    ExpectInvalid([&] { Box(1, 1, bad); }, "height");
    ExpectInvalid([&] { Cylinder(bad, 1); }, "radius");
    ExpectInvalid([&] { Cylinder(1, bad); }, "length");
    ExpectInvalid([&] { Cone(bad, 1); }, "radius");
    ExpectInvalid([&] { Cone(1, bad); }, "height");
    ExpectInvalid([&] { Ellipsoid(bad, 1, 1); }, "a must");
    ExpectInvalid([&] { Ellipsoid(1, bad, 1); }, "b must");
    ExpectInvalid([&] { Ellipsoid(1, 1, bad); }, "c must");
  }
}

TEST(Shapes, BadVerticesScalesAndTrianglesAreNamed) {
  const RowMatrixX3 corners = MakeCorners();
  RowMatrixX3 bad = corners;
  bad(2, 1) = kNan;
  ExpectInvalid([&] { Convex{bad}; }, "vertices must be finite, row 2");
  ExpectInvalid([&] { Mesh(bad, MakeTriangles()); },
                "vertices must be finite, row 2");
  ExpectInvalid([&] { Convex{corners.topRows(0)}; }, "vertices");
  for (const double scale : {0.0, kInfinity, kNan}) {
    ExpectInvalid([&] { Convex(corners, Vector3(1, scale, 1)); }, "scale");
    ExpectInvalid([&] { Mesh(corners, MakeTriangles(), Vector3(1, scale, 1)); },
                  "scale");
  }
  ExpectInvalid([&] { Convex(1e200 * corners, Vector3::Constant(1e200)); },
                "vertices must be finite");
  ExpectInvalid([&] { Mesh(corners, MakeTriangles().topRows(0)); },
                "triangles");
  for (const int index : {-1, 4}) {
    RowMatrixX3i triangles = MakeTriangles();
    triangles(3, 2) = index;
    ExpectThrows<std::out_of_range>([&] { Mesh(corners, triangles); },
                                    "triangles row 3");
  }
}

TEST(Shapes, ScaleIsPerAxis) {
  const Vector3 scale(2, -3, 0.5);
  const RowMatrixX3 expected =
      MakeCorners().array().rowwise() * scale.transpose().array();
  EXPECT_EQ(Convex(MakeCorners(), scale).vertices(), expected);
  EXPECT_NEAR(Convex(MakeCorners(), scale).polytope().volume(), 0.5, 1e-15);
  EXPECT_EQ(Mesh(MakeCorners(), MakeTriangles(), scale).vertices(), expected);
}

// One flip for a mirror in one axis or in three, none for two; also where no
// volume would tell.
TEST(Shapes, MirroringKeepsTheOutsideOutside) {
  const RowMatrixX3i open = MakeTriangles().topRows(3);
  for (const Vector3& scale : {Vector3(1, 1, -1), Vector3(-1, -1, 1),
                               Vector3(-1, -1, -1), Vector3(1, 1, 1)}) {
    const Mesh solid(MakeCorners(), MakeTriangles(), scale);
    EXPECT_NEAR(CalcSignedVolume(solid.data().mesh()), 1.0 / 6, 1e-15);
    const Mesh surface(MakeCorners(), open, scale, true);
    const Vector3 inside = scale.cwiseProduct(Vector3(0.2, 0.2, 0.2));
    EXPECT_GT(CalcWindingNumber(surface.data().mesh(), inside), 0.5);
  }
}

TEST(Shapes, CopiesShareWhatIsLarge) {
  const Mesh mesh(MakeCorners(), MakeTriangles());
  EXPECT_EQ(&static_cast<const Mesh&>(*mesh.Clone()).data(), &mesh.data());
  const Convex convex(MakeCorners());
  EXPECT_EQ(&static_cast<const Convex&>(*convex.Clone()).polytope(),
            &convex.polytope());
}

}  // namespace
}  // namespace clearway
