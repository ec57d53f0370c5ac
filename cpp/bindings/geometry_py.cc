#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include <pybind11/stl.h>

#include "bindings.h"
#include "casters.h"
#include "clearway/common/check.h"
#include "clearway/geometry/shapes.h"
#include "geometry_bindings.h"
#include "release_gil.h"

namespace clearway::python {
namespace {

/* A path argument: str or os.PathLike. */
struct FilenameArg {
  py::object path;
};

/* Points: anything that numpy makes an (n, 3) array of doubles of. */
struct VerticesArg {
  RowMatrixX3 value;
};

/* Indices: an (m, 3) array of integers of any width. */
struct TrianglesArg {
  RowMatrixX3i value;
};

/* A factor for all axes, or one each. */
struct ScaleArg {
  Vector3 value{Vector3::Ones()};
};

/* The array that numpy makes of an argument, if it does. */
std::optional<py::array> ToArray(py::handle source) {
  if (source.is_none() || py::isinstance<py::str>(source)) return std::nullopt;
  py::array array = py::array::ensure(source);
  if (array) return array;
  PyErr_Clear();
  return std::nullopt;
}

void CheckRowsOfThree(const py::array& array, const char* name) {
  if (array.ndim() != 2 || array.shape(1) != 3) {
    throw py::value_error(Concat(name, " must have shape (n, 3), got ",
                                 std::string(py::str(array.attr("shape")))));
  }
}

}  // namespace
}  // namespace clearway::python

namespace pybind11::detail {

template <>
struct type_caster<clearway::python::FilenameArg> {
  PYBIND11_TYPE_CASTER(clearway::python::FilenameArg,
                       const_name("str | os.PathLike[str]"));

  bool load(handle source, bool) {
    if (!isinstance<str>(source) && !hasattr(source, "__fspath__")) {
      return false;
    }
    value.path = reinterpret_borrow<object>(source);
    return true;
  }
};

template <>
struct type_caster<clearway::python::VerticesArg> {
  PYBIND11_TYPE_CASTER(clearway::python::VerticesArg,
                       const_name("numpy.typing.ArrayLike"));

  bool load(handle source, bool) {
    const auto any = clearway::python::ToArray(source);
    if (!any) return false;
    const auto points = array_t<double, array::c_style>::ensure(*any);
    if (!points) {
      PyErr_Clear();
      return false;
    }
    clearway::python::CheckRowsOfThree(points, "vertices");
    value.value = Eigen::Map<const clearway::RowMatrixX3>(points.data(),
                                                          points.shape(0), 3);
    return true;
  }
};

template <>
struct type_caster<clearway::python::TrianglesArg> {
  PYBIND11_TYPE_CASTER(clearway::python::TrianglesArg,
                       const_name("numpy.typing.ArrayLike"));

  bool load(handle source, bool) {
    const auto any = clearway::python::ToArray(source);
    if (!any) return false;
    clearway::python::CheckRowsOfThree(*any, "triangles");
    if (any->dtype().kind() != 'i' && any->dtype().kind() != 'u') return false;
    // Unsigned 64-bit indices that wrap become negative, hence out of range.
    const auto indices =
        array_t<std::int64_t, array::c_style | array::forcecast>::ensure(*any);
    if (!indices) throw error_already_set();
    value.value.resize(indices.shape(0), 3);
    for (ssize_t i = 0; i < indices.size(); ++i) {
      const std::int64_t index = indices.data()[i];
      if (index < 0 || index > std::numeric_limits<int>::max()) {
        throw index_error(clearway::Concat("triangles row ", i / 3,
                                           " has the index ", index,
                                           ", which is not that of a vertex"));
      }
      value.value.data()[i] = static_cast<int>(index);
    }
    return true;
  }
};

template <>
struct type_caster<clearway::python::ScaleArg> {
  PYBIND11_TYPE_CASTER(clearway::python::ScaleArg,
                       const_name("float | numpy.typing.ArrayLike"));

  bool load(handle source, bool) {
    const auto any = clearway::python::ToArray(source);
    if (!any) return false;
    const auto factors = array_t<double, array::c_style>::ensure(*any);
    if (!factors) {
      PyErr_Clear();
      return false;
    }
    if (factors.ndim() == 0) {
      value.value.setConstant(*factors.data());
    } else if (factors.ndim() == 1 && factors.shape(0) == 3) {
      value.value = Eigen::Map<const clearway::Vector3>(factors.data());
    } else {
      throw value_error("scale must be a number or have shape (3,), got " +
                        std::string(str(factors.attr("shape"))));
    }
    return true;
  }

  static handle cast(const clearway::python::ScaleArg&, return_value_policy,
                     handle) {
    return float_(1.0).release();
  }
};

}  // namespace pybind11::detail

namespace clearway::python {
namespace {

/* A shape that is made of its sizes, with a method for each. */
template <class ShapeClass, class... Sizes>
class SizedShape {
 public:
  SizedShape(py::module_& m, const char* name, const char* doc)
      : cls_(m, name, doc) {
    DefineCopy(cls_);
  }

  template <class... Names>
  SizedShape& Init(Names... names) {
    cls_.def(py::init<Sizes...>(), py::arg(names)...);
    return *this;
  }

  SizedShape& Size(const char* name, double (ShapeClass::*getter)() const,
                   const char* doc) {
    cls_.def(name, getter, doc);
    return *this;
  }

  template <class... Getters>
  void Pickle(Getters... getters) {
    cls_.def(py::pickle(
        [getters...](const ShapeClass& self) {
          return std::tuple<Sizes...>((self.*getters)()...);
        },
        [](const std::tuple<Sizes...>& sizes) {
          return std::make_from_tuple<ShapeClass>(sizes);
        }));
  }

 private:
  py::class_<ShapeClass, Shape> cls_;
};

void DefinePrimitives(py::module_& m) {
  SizedShape<Sphere, double>(m, "Sphere", R"doc(A ball.

Parameters
----------
radius : float
    [m]; 0 is a point.

Raises
------
ValueError
    If the radius is not finite or negative.
)doc")
      .Init("radius")
      .Size("radius", &Sphere::radius, "Radius [m].")
      .Pickle(&Sphere::radius);

  SizedShape<Box, double, double, double>(
      m, "Box", R"doc(A box by its full edge lengths, centred at the origin.

Parameters
----------
width, depth, height : float
    Along x, y and z [m]; 0 is a plate.

Raises
------
ValueError
    If one is not finite or negative.
)doc")
      .Init("width", "depth", "height")
      .Size("width", &Box::width, "Edge length along x [m].")
      .Size("depth", &Box::depth, "Edge length along y [m].")
      .Size("height", &Box::height, "Edge length along z [m].")
      .Pickle(&Box::width, &Box::depth, &Box::height);

  SizedShape<Capsule, double, double>(
      m, "Capsule",
      R"doc(A segment along z thickened by a ball, centred at the origin.

Parameters
----------
radius : float
    Of the ball [m]; 0 is a segment.
length : float
    Of the segment [m]: the caps are added to it. 0 is a sphere.

Raises
------
ValueError
    If one is not finite or negative.
)doc")
      .Init("radius", "length")
      .Size("radius", &Capsule::radius, "Radius [m].")
      .Size("length", &Capsule::length, "Length without the caps [m].")
      .Pickle(&Capsule::radius, &Capsule::length);

  SizedShape<Cylinder, double, double>(
      m, "Cylinder", R"doc(A circular cylinder along z, centred at the origin.

Parameters
----------
radius : float
    [m]; 0 is a segment.
length : float
    [m]; 0 is a disc.

Raises
------
ValueError
    If one is not finite or negative.
)doc")
      .Init("radius", "length")
      .Size("radius", &Cylinder::radius, "Radius [m].")
      .Size("length", &Cylinder::length, "Length along z [m].")
      .Pickle(&Cylinder::radius, &Cylinder::length);

  SizedShape<Cone, double, double>(m, "Cone",
                                   R"doc(A circular cone along z.

Its apex is at z = +height/2, its base at z = -height/2.

Parameters
----------
radius : float
    Of the base [m].
height : float
    [m].

Raises
------
ValueError
    If one is not finite and > 0.
)doc")
      .Init("radius", "height")
      .Size("radius", &Cone::radius, "Radius of the base [m].")
      .Size("height", &Cone::height, "Height along z [m].")
      .Pickle(&Cone::radius, &Cone::height);

  SizedShape<Ellipsoid, double, double, double>(
      m, "Ellipsoid", R"doc(An ellipsoid centred at the origin.

Parameters
----------
a, b, c : float
    Semi-axes along x, y and z [m].

Raises
------
ValueError
    If one is not finite and > 0.
)doc")
      .Init("a", "b", "c")
      .Size("a", &Ellipsoid::a, "Semi-axis along x [m].")
      .Size("b", &Ellipsoid::b, "Semi-axis along y [m].")
      .Size("c", &Ellipsoid::c, "Semi-axis along z [m].")
      .Pickle(&Ellipsoid::a, &Ellipsoid::b, &Ellipsoid::c);

  SizedShape<HalfSpace>(m, "HalfSpace", R"doc(The solid z <= 0.

It belongs on a body that is fixed to the world.
)doc")
      .Init()
      .Pickle();
}

/* What clearway._mesh_files reads: (vertices, triangles). */
std::pair<RowMatrixX3, RowMatrixX3i> LoadMeshFile(const FilenameArg& filename,
                                                  bool huge) {
  return py::module_::import("clearway._mesh_files")
      .attr("load_mesh_file")(filename.path, py::arg("huge") = huge)
      .cast<std::pair<RowMatrixX3, RowMatrixX3i>>();
}

Convex MakeConvex(const RowMatrixX3& vertices, const Vector3& scale) {
  ReleaseGil no_gil;
  return Convex(vertices, scale);
}

Mesh MakeMesh(const RowMatrixX3& vertices, const RowMatrixX3i& triangles,
              const Vector3& scale, std::optional<bool> solid) {
  ReleaseGil no_gil;
  return Mesh(vertices, triangles, scale, solid);
}

void DefineConvex(py::module_& m) {
  py::class_<Convex, Shape> cls(m, "Convex", R"doc(The convex hull of points.

Parameters
----------
vertices : array_like, shape (n, 3)
    Points [m]; they may lie in a plane, on a line or in one place. Or
filename : str or Path
    A mesh file (STL, OBJ, PLY, DAE, GLB, glTF), of which the triangles' corners
    are taken. One of more than 128 MiB or 2000000 triangles is refused, unless
    ``huge``.
scale : float or array_like, shape (3,), optional
    Factor of the coordinates, for all axes or one each; negative mirrors.

Raises
------
FileNotFoundError
    If there is no such file.
ValueError
    If there is no vertex, a vertex or the scale is not finite, the scale is 0,
    or the file cannot be read.
)doc");
  cls.def(py::init([](const FilenameArg& filename, const ScaleArg& scale,
                      bool huge) {
            const RowMatrixX3 corners =
                py::module_::import("clearway._mesh_files")
                    .attr("load_corners")(filename.path, py::arg("huge") = huge)
                    .cast<RowMatrixX3>();
            return MakeConvex(corners, scale.value);
          }),
          py::arg("filename"), py::arg("scale") = ScaleArg(), py::kw_only(),
          py::arg("huge") = false)
      .def(py::init([](const VerticesArg& vertices, const ScaleArg& scale) {
             return MakeConvex(vertices.value, scale.value);
           }),
           py::arg("vertices"), py::arg("scale") = ScaleArg())
      .def(
          "vertices", [](const Convex& self) { return self.vertices(); },
          "The points given, after scale, shape (n, 3) [m].")
      .def(
          "hull_vertices",
          [](const Convex& self) { return self.polytope().vertices(); },
          "The corners of the hull, shape (k, 3) [m].")
      .def(
          "volume", [](const Convex& self) { return self.polytope().volume(); },
          "Volume of the hull [m^3]; 0 if it is flat.")
      .def(py::pickle(
          [](const Convex& self) { return std::tuple(self.vertices()); },
          [](const std::tuple<RowMatrixX3>& state) {
            return MakeConvex(std::get<0>(state), Vector3::Ones());
          }));
  DefineCopy(cls);
}

void DefineMesh(py::module_& m) {
  py::class_<Mesh, Shape> cls(m, "Mesh",
                              R"doc(Triangles, never silently their hull.

They are the boundary of a solid or an open surface.

Parameters
----------
vertices : array_like, shape (n, 3)
    Corners [m], and
triangles : array_like of int, shape (m, 3)
    rows of ``vertices``, counter-clockwise seen from outside; or
filename : str or Path
    A mesh file (STL, OBJ, PLY, DAE, GLB, glTF). Its nodes are posed as it says,
    and a DAE file's unit is applied; its up axis is not, as in ROS. One of more
    than 128 MiB or 2000000 triangles is refused, unless ``huge``.
scale : float or array_like, shape (3,), optional
    Factor of the coordinates, for all axes or one each. One that mirrors keeps
    the outside outside.
solid : bool, optional
    Whether the inside belongs to the shape. By default it does if the mesh is
    watertight: every edge is matched by its reverse, once equal positions are
    welded.

Raises
------
FileNotFoundError
    If there is no such file.
ValueError
    If there is no triangle, a vertex or the scale is not finite, the scale is
    0, or the file cannot be read.
IndexError
    If a triangle names a vertex that there is not.
)doc");
  cls.def(py::init([](const FilenameArg& filename, const ScaleArg& scale,
                      std::optional<bool> solid, bool huge) {
            const auto [vertices, triangles] = LoadMeshFile(filename, huge);
            return MakeMesh(vertices, triangles, scale.value, solid);
          }),
          py::arg("filename"), py::arg("scale") = ScaleArg(),
          py::arg("solid") = py::none(), py::kw_only(), py::arg("huge") = false)
      .def(py::init([](const VerticesArg& vertices,
                       const TrianglesArg& triangles, const ScaleArg& scale,
                       std::optional<bool> solid) {
             return MakeMesh(vertices.value, triangles.value, scale.value,
                             solid);
           }),
           py::arg("vertices"), py::arg("triangles"),
           py::arg("scale") = ScaleArg(), py::arg("solid") = py::none())
      .def(
          "vertices", [](const Mesh& self) { return self.vertices(); },
          "As given or in the file, after scale, shape (n, 3) [m].")
      .def(
          "triangles", [](const Mesh& self) { return self.triangles(); },
          "As given or in the file, shape (m, 3); each row reversed if the "
          "scale mirrors.")
      .def("solid", &Mesh::solid, "Whether the inside belongs to the shape.")
      .def(
          "watertight",
          [](const Mesh& self) { return self.data().watertight(); },
          "Whether every edge is matched by its reverse.")
      .def(
          "deviation", [](const Mesh& self) { return self.data().deviation(); },
          "How deep the surface lies below its hull at most, an upper bound "
          "[m]; 0 for a convex mesh.")
      .def(
          "volume",
          [](const Mesh& self) {
            return CalcSignedVolume(
                {self.data().vertices(), self.data().triangles()});
          },
          "Signed volume of the triangles as they are wound [m^3]; of an open "
          "mesh, about the mean of its vertices.")
      .def(py::pickle(
          [](const Mesh& self) {
            return std::tuple(self.vertices(), self.triangles(), self.solid());
          },
          [](const std::tuple<RowMatrixX3, RowMatrixX3i, bool>& state) {
            const auto& [vertices, triangles, solid] = state;
            return MakeMesh(vertices, triangles, Vector3::Ones(), solid);
          }));
  DefineCopy(cls);
}

}  // namespace

void DefineGeometry(py::module_& m) {
  py::class_<Shape>(m, "Shape",
                    R"doc(A solid, or an open surface, in its own frame.

Shapes are immutable, but for PointCloud, VoxelGrid and HeightField. The axis of
one that has an axis is z, and all but these, Convex, Mesh and HalfSpace are
centred on their origin.
)doc")
      .def("__repr__", &Shape::to_string);
  DefinePrimitives(m);
  DefineConvex(m);
  DefineMesh(m);
  DefinePointCloud(m);
  DefineVoxelGrid(m);
  DefineHeightField(m);
}

}  // namespace clearway::python
