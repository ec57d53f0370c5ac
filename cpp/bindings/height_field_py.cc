#include <optional>
#include <tuple>

#include <pybind11/stl.h>

#include "bindings.h"
#include "clearway/common/check.h"
#include "clearway/geometry/height_field.h"
#include "geometry_bindings.h"
#include "release_gil.h"
#include "set_args.h"

namespace clearway::python {
namespace {

Eigen::Map<const RowMatrixX> ToHeights(const RealsArg& arg) {
  ThrowUnless(arg.array.ndim() == 2, "heights must have shape (ny, nx), got ",
              ShapeOf(arg.array));
  return {arg.array.data(), arg.array.shape(0), arg.array.shape(1)};
}

}  // namespace

void DefineHeightField(py::module_& m) {
  py::class_<HeightField, Shape> cls(m, "HeightField",
                                     R"doc(A surface over solid ground.

``heights[j, i]`` is the z at x = size[0] (i / (nx - 1) - 1/2) and y = size[1] (j /
(ny - 1) - 1/2). Each cell between four heights is two triangles, split along the
diagonal from its least x and y to its greatest; all below them is solid, down to
the bottom. A field can be changed, at a cost in proportion to the change. It is a
value: a checker or model that was given a field keeps it as it was then, and
copies share what neither has changed since. Changing one needs that no other
thread uses it.

Parameters
----------
heights : array_like, shape (ny, nx)
    [m]; at least 2 each.
size : array_like, shape (2,)
    The extent along x and y [m].
bottom : float, optional
    z of the plane where the ground ends, below all heights [m]. By default as far
    below the lowest as the field is wide.

Raises
------
ValueError
    If there are too few heights, a number is not finite, the size is not > 0, or
    a height is not above the bottom.

Notes
-----
The signed distance of a field is the least of the prisms' below its triangles: in
an overlap it is the depth of the deepest single prism, and the whole may have to
move further.
)doc");
  cls.def(py::init([](const RealsArg& heights, const Vector2& size,
                      std::optional<double> bottom) {
            const auto rows = ToHeights(heights);
            ReleaseGil no_gil;
            return HeightField(rows, size, bottom);
          }),
          py::arg("heights"), py::arg("size"), py::arg("bottom") = py::none())
      .def("heights", &HeightField::heights, "Shape (ny, nx) [m].")
      .def(
          "size", [](const HeightField& self) { return self.size(); },
          "The extent along x and y, shape (2,) [m].")
      .def("bottom", &HeightField::bottom, "z where the ground ends [m].")
      .def(
          "SetHeights",
          [](HeightField& self, int row, int column, const RealsArg& heights) {
            self.SetHeights(row, column, ToHeights(heights));
          },
          py::arg("row"), py::arg("column"), py::arg("heights"),
          R"doc(Replace the heights of a rectangle.

Parameters
----------
row, column : int
    Where the first of them is in ``heights()``.
heights : array_like, shape (m, n)
    [m].

Raises
------
IndexError
    If the rectangle is not within the field.
ValueError
    If a height is not finite or not above the bottom.
)doc")
      .def(py::pickle(
          [](const HeightField& self) {
            return std::tuple(self.heights(), self.size(), self.bottom());
          },
          [](const std::tuple<RowMatrixX, Vector2, double>& state) {
            const auto& [heights, size, bottom] = state;
            return HeightField(heights, size, bottom);
          }));
  DefineCopy(cls);
}

}  // namespace clearway::python
