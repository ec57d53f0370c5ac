#include <tuple>
#include <vector>

#include <pybind11/stl.h>

#include "bindings.h"
#include "clearway/common/check.h"
#include "clearway/geometry/point_cloud.h"
#include "geometry_bindings.h"
#include "release_gil.h"
#include "set_args.h"

namespace clearway::python {
namespace {

/* One for all, or one a point. */
VectorX ToRadii(const RealsArg& arg, Eigen::Index num_points) {
  if (arg.array.ndim() == 0) {
    return VectorX::Constant(num_points, *arg.array.data());
  }
  ThrowUnless(arg.array.ndim() == 1,
              "radius must be a number or have shape (n,), got ",
              ShapeOf(arg.array));
  return Eigen::Map<const VectorX>(arg.array.data(), arg.array.size());
}

std::vector<int> ToIds(const IntegersArg& arg) {
  ThrowUnless(arg.array.ndim() == 1, "ids must have shape (n,), got ",
              ShapeOf(arg.array));
  std::vector<int> ids;
  for (py::ssize_t i = 0; i < arg.array.size(); ++i) {
    ids.push_back(ToInt(arg.array.data()[i], "ids"));
  }
  return ids;
}

py::array_t<int> ToArray(const std::vector<int>& values) {
  return py::array_t<int>(static_cast<py::ssize_t>(values.size()),
                          values.data());
}

}  // namespace

void DefinePointCloud(py::module_& m) {
  py::class_<PointCloud, Shape> cls(m, "PointCloud",
                                    R"doc(Points, each thickened to a ball.

A cloud can be changed, at a cost in proportion to the change. It is a value: a
checker or model that was given a cloud keeps it as it was then, and copies share
what neither has changed since. Changing one needs that no other thread uses it.

Parameters
----------
points : array_like, shape (n, 3)
    [m]; n may be 0, and nothing is near an empty cloud.
radius : float or array_like, shape (n,), optional
    Of all balls or one each [m].

Raises
------
ValueError
    If a number is not finite or above 1e30, a radius is negative, or the shapes
    do not fit.

Notes
-----
A point keeps its id until it is removed: at first the row of ``points``. Ids of
removed points are given again. What is pickled numbers its points anew.

The signed distance of a cloud is the least of its balls': in an overlap it is the
depth of the deepest single ball, and the whole may have to move further.
)doc");
  cls.def(py::init([](const RealsArg& points, const RealsArg& radius) {
            const auto rows = ToRows(points, "points");
            const VectorX radii = ToRadii(radius, rows.rows());
            ReleaseGil no_gil;
            return PointCloud(rows, radii);
          }),
          py::arg("points"), py::arg("radius") = 0.0)
      .def("__len__", &PointCloud::size)
      .def("points", &PointCloud::points,
           "The points that there are, by ascending id, shape (n, 3) [m].")
      .def("radius", &PointCloud::radius,
           "The radii of points(), shape (n,) [m].")
      .def(
          "ids", [](const PointCloud& self) { return ToArray(self.ids()); },
          "The ids of points(), shape (n,).")
      .def(
          "Insert",
          [](PointCloud& self, const RealsArg& points, const RealsArg& radius) {
            const auto rows = ToRows(points, "points");
            return ToArray(self.Insert(rows, ToRadii(radius, rows.rows())));
          },
          py::arg("points"), py::arg("radius") = 0.0,
          R"doc(Add points.

Parameters
----------
points : array_like, shape (n, 3)
    [m].
radius : float or array_like, shape (n,), optional
    Of all or one each [m].

Returns
-------
ndarray of int, shape (n,)
    Their ids.

Raises
------
ValueError
    As the constructor.
)doc")
      .def(
          "Remove",
          [](PointCloud& self, const IntegersArg& ids) {
            self.Remove(ToIds(ids));
          },
          py::arg("ids"), R"doc(Remove points.

Parameters
----------
ids : array_like of int, shape (n,)
    Of points that there are.

Raises
------
IndexError
    If one is not that of a point.
ValueError
    If one is given twice.
)doc")
      .def(
          "Replace",
          [](PointCloud& self, const IntegersArg& ids, const RealsArg& points) {
            self.Replace(ToIds(ids), ToRows(points, "points"));
          },
          py::arg("ids"), py::arg("points"), R"doc(Move points to new places.

Parameters
----------
ids : array_like of int, shape (n,)
    Of points that there are; they and the radii stay.
points : array_like, shape (n, 3)
    The new places [m].

Raises
------
IndexError
    If an id is not that of a point.
ValueError
    If one is given twice, or a point is not finite.
)doc")
      .def("ClearBox", &PointCloud::ClearBox, py::arg("lower"),
           py::arg("upper"), R"doc(Remove the points in a box.

Parameters
----------
lower, upper : array_like, shape (3,)
    Corners [m]; the boundary belongs to the box.

Returns
-------
int
    How many points there were.

Raises
------
ValueError
    If a number is NaN.
)doc")
      .def("Clear", &PointCloud::Clear, "Remove all points.")
      .def(py::pickle(
          [](const PointCloud& self) {
            return std::tuple(self.points(), self.radius());
          },
          [](const std::tuple<RowMatrixX3, VectorX>& state) {
            return PointCloud(std::get<0>(state), std::get<1>(state));
          }));
  DefineCopy(cls);
}

}  // namespace clearway::python
