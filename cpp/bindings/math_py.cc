#include "bindings.h"
#include "casters.h"
#include "clearway/common/check.h"
#include "clearway/math/rigid_transform.h"

namespace clearway::python {
namespace {

// Points or vectors, (3,) or, one a column, (3, n).
struct ColumnsArg {
  Matrix3X columns;
  bool is_vector{};
};

}  // namespace
}  // namespace clearway::python

namespace pybind11::detail {

template <>
struct type_caster<clearway::python::ColumnsArg> {
  PYBIND11_TYPE_CASTER(clearway::python::ColumnsArg,
                       const_name("numpy.typing.ArrayLike"));

  bool load(handle source, bool convert) {
    // Not a pose or a rotation, which numpy would take for its matrix.
    if (!convert || hasattr(source, "IsNearlyEqualTo")) return false;
    const auto array = array_t<double, array::f_style | array::forcecast>(
        clearway::python::ToRealArray(source));
    value.is_vector = array.ndim() == 1;
    if (array.ndim() < 1 || array.ndim() > 2 || array.shape(0) != 3) {
      throw value_error("points must have shape (3,) or (3, n), got " +
                        std::string(str(array.attr("shape"))));
    }
    value.columns = Eigen::Map<const clearway::Matrix3X>(
        array.data(), 3, value.is_vector ? 1 : array.shape(1));
    return true;
  }
};

}  // namespace pybind11::detail

namespace clearway::python {
namespace {

// T * p for points or vectors in columns: of the shape that p has.
template <class T>
py::array_t<double> Apply(const T& transform, const ColumnsArg& points) {
  Matrix3X result(3, points.columns.cols());
  for (Eigen::Index i = 0; i < result.cols(); ++i) {
    result.col(i) = transform * Vector3(points.columns.col(i));
  }
  return points.is_vector ? py::cast(Vector3(result.col(0))) : py::cast(result);
}

std::string Repr(const char* name, const py::object& array) {
  return py::str("{}({!r})").format(name, array.attr("tolist")());
}

}  // namespace

void DefineMath(py::module_& m) {
  // Both before either's methods, which name the other.
  py::class_<RollPitchYaw> roll_pitch_yaw(
      m, "RollPitchYaw",
      "Orientation R_AB = Rz(yaw) Ry(pitch) Rx(roll); angles in radians.");
  py::class_<RotationMatrix> rotation_matrix(m, "RotationMatrix",
                                             R"doc(A proper rotation R_AB.

Parameters
----------
R : array_like, shape (3, 3), or RollPitchYaw, optional
    Identity where left out. A matrix that is orthonormal to 1e-5 only is
    replaced by the nearest rotation.

Raises
------
ValueError
    If the matrix is not finite, mirrored, or further from orthonormal.
)doc");

  roll_pitch_yaw
      .def(py::init<double, double, double>(), py::arg("roll"),
           py::arg("pitch"), py::arg("yaw"))
      .def(py::init([](const RealArg<Vector3>& rpy) {
             return RollPitchYaw(rpy.value);
           }),
           py::arg("rpy"))
      .def(py::init([](const RotationMatrix& R) { return R.ToRollPitchYaw(); }),
           py::arg("R"))
      .def("roll_angle", &RollPitchYaw::roll_angle, "[rad]")
      .def("pitch_angle", &RollPitchYaw::pitch_angle, "[rad]")
      .def("yaw_angle", &RollPitchYaw::yaw_angle, "[rad]")
      .def("vector", &RollPitchYaw::vector, "(roll, pitch, yaw), shape (3,).")
      .def(
          "ToRotationMatrix",
          [](const RollPitchYaw& self) { return RotationMatrix(self); },
          "The same orientation R_AB.")
      .def(py::pickle([](const RollPitchYaw& self) { return self.vector(); },
                      [](const Vector3& rpy) { return RollPitchYaw(rpy); }))
      .def("__repr__", [](const py::object& self) {
        return Repr("RollPitchYaw", self.attr("vector")());
      });

  rotation_matrix.def(py::init<>())
      .def(py::init<const RollPitchYaw&>(), py::arg("rpy"))
      .def(py::init([](const RealArg<Matrix3>& R) {
             return RotationMatrix(R.value);
           }),
           py::arg("R"))
      .def_static(
          "Identity", [] { return RotationMatrix(); },
          "The rotation that changes nothing.")
      .def_static("MakeXRotation", &RotationMatrix::MakeXRotation,
                  py::arg("theta"), "Rotation about x by theta [rad].")
      .def_static("MakeYRotation", &RotationMatrix::MakeYRotation,
                  py::arg("theta"), "Rotation about y by theta [rad].")
      .def_static("MakeZRotation", &RotationMatrix::MakeZRotation,
                  py::arg("theta"), "Rotation about z by theta [rad].")
      .def_static(
          "FromQuaternion",
          [](const RealArg<QuaternionWxyz>& wxyz) {
            return RotationMatrix::FromQuaternion(wxyz);
          },
          py::arg("wxyz"),
          "From a quaternion (w, x, y, z), normalised first; ValueError "
          "if its norm is off 1 by more than 1e-3.")
      .def_static(
          "FromZAxis",
          [](const RealArg<Vector3>& axis_arg) {
            const Vector3& axis = axis_arg;
            ThrowUnless(axis.allFinite() && axis.stableNorm() > 0,
                        "axis must be finite and not zero");
            return RotationMatrix::FromZAxis(axis.stableNormalized());
          },
          py::arg("axis"),
          "The smallest rotation that takes z to an axis, of any length; a "
          "half turn about x for -z. ValueError for zero.")
      .def("matrix", &RotationMatrix::matrix, "R_AB, shape (3, 3).")
      .def("ToQuaternion", &RotationMatrix::ToQuaternion,
           "(w, x, y, z), shape (4,), with w >= 0.")
      .def("ToRollPitchYaw", &RotationMatrix::ToRollPitchYaw,
           "The same orientation, with pitch in [-pi/2, pi/2].")
      .def("inverse", &RotationMatrix::inverse, "R_BA.")
      .def(
          "multiply",
          [](const RotationMatrix& R_AB, const RotationMatrix& R_BC) {
            return R_AB * R_BC;
          },
          py::arg("other"), "R_AC = R_AB R_BC.")
      .def("multiply", &Apply<RotationMatrix>, py::arg("v_B"),
           "v_A of v_B, shape (3,) or, one a column, (3, n).")
      .def("__matmul__", [](const RotationMatrix& R_AB,
                            const RotationMatrix& R_BC) { return R_AB * R_BC; })
      .def("__matmul__", &Apply<RotationMatrix>)
      .def("IsExactlyEqualTo", &RotationMatrix::IsExactlyEqualTo,
           py::arg("other"), "Whether the matrices are equal.")
      .def("IsNearlyEqualTo", &RotationMatrix::IsNearlyEqualTo,
           py::arg("other"), py::arg("tolerance"),
           "Whether no element of the matrices differs by more than tolerance.")
      .def(py::pickle(
          [](const RotationMatrix& self) { return self.matrix(); },
          [](const Matrix3& R) { return RotationMatrix::MakeUnchecked(R); }))
      .def("__repr__", [](const py::object& self) {
        return Repr("RotationMatrix", self.attr("matrix")());
      });

  py::class_<RigidTransform>(m, "RigidTransform",
                             R"doc(The pose X_AB of frame B in frame A.

Parameters
----------
p : array_like, shape (3,)
    Translation p_AB [m]; or
R : RotationMatrix
    with an optional ``p``; or
rpy : RollPitchYaw
    with ``p``; or
pose : array_like, shape (4, 4)
    The homogeneous matrix. Nothing at all is the identity.

Raises
------
ValueError
    If a number is not finite, the matrix is no pose, or a shape is wrong.
)doc")
      .def(py::init<>())
      .def(py::init<const RigidTransform&>(), py::arg("other"))
      .def(py::init<const RotationMatrix&>(), py::arg("R"))
      .def(py::init([](const RotationMatrix& R, const RealArg<Vector3>& p) {
             return RigidTransform(R, p.value);
           }),
           py::arg("R"), py::arg("p"))
      .def(py::init([](const RollPitchYaw& rpy, const RealArg<Vector3>& p) {
             return RigidTransform(rpy, p.value);
           }),
           py::arg("rpy"), py::arg("p"))
      .def(py::init([](const RealArg<Vector3>& p) {
             return RigidTransform(p.value);
           }),
           py::arg("p"))
      .def(py::init([](const PoseArg& pose) { return pose.X; }),
           py::arg("pose"))
      .def_static("Identity", &RigidTransform::Identity,
                  "The pose of a frame in itself.")
      .def("rotation", &RigidTransform::rotation, "R_AB.")
      .def("translation", &RigidTransform::translation, "p_AB, shape (3,) [m].")
      .def("GetAsMatrix4", &RigidTransform::GetAsMatrix4,
           "The homogeneous matrix, shape (4, 4).")
      .def("inverse", &RigidTransform::inverse, "X_BA.")
      .def(
          "multiply",
          [](const RigidTransform& X_AB, const RigidTransform& X_BC) {
            return X_AB * X_BC;
          },
          py::arg("other"), "X_AC = X_AB X_BC.")
      .def("multiply", &Apply<RigidTransform>, py::arg("p_BoQ_B"),
           "p_AQ of p_BQ, shape (3,) or, one a column, (3, n).")
      .def("__matmul__", [](const RigidTransform& X_AB,
                            const RigidTransform& X_BC) { return X_AB * X_BC; })
      .def("__matmul__", &Apply<RigidTransform>)
      .def("IsExactlyEqualTo", &RigidTransform::IsExactlyEqualTo,
           py::arg("other"), "Whether the matrices are equal.")
      .def("IsNearlyEqualTo", &RigidTransform::IsNearlyEqualTo,
           py::arg("other"), py::arg("tolerance"),
           "Whether no element of the matrices differs by more than tolerance.")
      .def(py::pickle(
          [](const RigidTransform& self) { return self.GetAsMatrix4(); },
          [](const Matrix4& X) {
            return RigidTransform::MakeUnchecked(X.topLeftCorner<3, 3>(),
                                                 X.topRightCorner<3, 1>());
          }))
      .def(
          "__array__",
          [](const py::object& self, const py::object& dtype,
             const py::object& copy) {
            (void)copy;
            py::object array = self.attr("GetAsMatrix4")();
            return dtype.is_none() ? array : array.attr("astype")(dtype);
          },
          py::arg("dtype") = py::none(), py::arg("copy") = py::none())
      .def("__repr__", [](const py::object& self) {
        return Repr("RigidTransform", self.attr("GetAsMatrix4")());
      });
}

}  // namespace clearway::python
