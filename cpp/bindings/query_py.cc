#include <string>
#include <tuple>
#include <vector>

#include "bindings.h"
#include "casters.h"
#include "clearway/common/check.h"
#include "clearway/query/signed_distance.h"
#include "interruptible_loop.h"

namespace clearway::python {
namespace {

/* A pose or a stack of poses: (4, 4) or (N, 4, 4). */
struct PosesArg {
  py::object poses;
};

}  // namespace
}  // namespace clearway::python

namespace pybind11::detail {

template <>
struct type_caster<clearway::python::PosesArg> {
  PYBIND11_TYPE_CASTER(clearway::python::PosesArg,
                       make_caster<clearway::RigidTransform>::name |
                           const_name("numpy.typing.ArrayLike"));

  bool load(handle source, bool) {
    value.poses = reinterpret_borrow<object>(source);
    return true;
  }
};

}  // namespace pybind11::detail

namespace clearway::python {
namespace {

/* Signed distances of a stack of poses, one row each. */
struct SignedDistances {
  VectorX distance;
  RowMatrixX3 p_WCa;
  RowMatrixX3 p_WCb;
  RowMatrixX3 nhat_BA_W;

  explicit SignedDistances(Eigen::Index size)
      : distance(size), p_WCa(size, 3), p_WCb(size, 3), nhat_BA_W(size, 3) {}
};

std::vector<RigidTransform> ToPoses(const PosesArg& poses, const char* name) {
  const auto array =
      py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(
          ToRealArray(poses.poses, name));
  if (!array) {
    PyErr_Clear();
    throw py::type_error(
        Concat(name, " must be a RigidTransform or an array of numbers"));
  }
  const auto ndim = array.ndim();
  if (ndim < 2 || ndim > 3 || array.shape(ndim - 1) != 4 ||
      array.shape(ndim - 2) != 4) {
    throw py::value_error(Concat(name, " must have shape (4, 4) or (N, 4, 4), ",
                                 "got ",
                                 std::string(py::str(array.attr("shape")))));
  }
  const py::ssize_t size = ndim == 3 ? array.shape(0) : 1;
  std::vector<RigidTransform> result;
  result.reserve(size);
  for (py::ssize_t i = 0; i < size; ++i) {
    using RowMajor4 = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;
    const Eigen::Map<const RowMajor4> X(array.data() + 16 * i);
    try {
      result.emplace_back(Matrix4(X));
    } catch (const std::invalid_argument& error) {
      throw py::value_error(Concat(name, "[", i, "]: ", error.what()));
    }
  }
  return result;
}

/* Two stacks of one size, or of which one is a single pose. */
struct PosePairs {
  std::vector<RigidTransform> X_WAs;
  std::vector<RigidTransform> X_WBs;

  PosePairs(const PosesArg& A, const PosesArg& B)
      : X_WAs(ToPoses(A, "X_WAs")), X_WBs(ToPoses(B, "X_WBs")) {
    ThrowUnless(
        X_WAs.size() == X_WBs.size() || X_WAs.size() == 1 || X_WBs.size() == 1,
        "X_WAs has ", X_WAs.size(), " poses and X_WBs has ", X_WBs.size());
  }

  Eigen::Index size() const {
    return static_cast<Eigen::Index>(X_WAs.size() == 1 ? X_WBs.size()
                                                       : X_WAs.size());
  }
  const RigidTransform& X_WA(Eigen::Index i) const {
    return X_WAs[X_WAs.size() == 1 ? 0 : i];
  }
  const RigidTransform& X_WB(Eigen::Index i) const {
    return X_WBs[X_WBs.size() == 1 ? 0 : i];
  }
};

SignedDistances ComputeSignedDistances(const Shape& A, const PosesArg& X_WAs,
                                       const Shape& B, const PosesArg& X_WBs) {
  const PosePairs poses(X_WAs, X_WBs);
  SignedDistances result(poses.size());
  InterruptibleLoop(poses.size(), [&](auto begin, auto end) {
    for (auto i = begin; i < end; ++i) {
      const SignedDistancePair pair =
          ComputeSignedDistance(A, poses.X_WA(i), B, poses.X_WB(i));
      result.distance[i] = pair.distance;
      result.p_WCa.row(i) = pair.p_WCa.transpose();
      result.p_WCb.row(i) = pair.p_WCb.transpose();
      result.nhat_BA_W.row(i) = pair.nhat_BA_W.transpose();
    }
  });
  return result;
}

py::array_t<bool> HasCollisions(const Shape& A, const PosesArg& X_WAs,
                                const Shape& B, const PosesArg& X_WBs,
                                double padding) {
  const PosePairs poses(X_WAs, X_WBs);
  py::array_t<bool> result(poses.size());
  bool* const data = result.mutable_data();
  InterruptibleLoop(poses.size(), [&](auto begin, auto end) {
    for (auto i = begin; i < end; ++i) {
      data[i] = HasCollision(A, poses.X_WA(i), B, poses.X_WB(i), padding);
    }
  });
  return result;
}

std::string FormatVector(const Vector3& v) {
  return Concat("[", v.x(), ", ", v.y(), ", ", v.z(), "]");
}

}  // namespace

void DefineQuery(py::module_& m) {
  py::class_<SignedDistancePair>(
      m, "SignedDistancePair",
      R"doc(The signed distance between shapes A and B, with its witnesses.

In every case ``p_WCa - p_WCb == distance * nhat_BA_W`` to rounding, the normal
has length 1, and nothing is NaN.
)doc")
      .def_readonly("distance", &SignedDistancePair::distance,
                    "float: [m]. Positive apart, 0 touching; negative "
                    "overlapping, minus the length of the shortest translation "
                    "that separates the shapes.")
      .def_readonly("p_WCa", &SignedDistancePair::p_WCa,
                    "ndarray, shape (3,): witness on A, in world. [m]")
      .def_readonly("p_WCb", &SignedDistancePair::p_WCb,
                    "ndarray, shape (3,): witness on B, in world. [m]")
      .def_readonly("nhat_BA_W", &SignedDistancePair::nhat_BA_W,
                    "ndarray, shape (3,): unit vector out of B towards A.")
      .def(py::pickle(
          [](const SignedDistancePair& self) {
            return std::make_tuple(self.distance, self.p_WCa, self.p_WCb,
                                   self.nhat_BA_W);
          },
          [](const std::tuple<double, Vector3, Vector3, Vector3>& state) {
            return std::apply(
                [](const auto&... fields) {
                  return SignedDistancePair{fields...};
                },
                state);
          }))
      .def("__repr__", [](const SignedDistancePair& self) {
        return Concat("SignedDistancePair(distance=", self.distance,
                      ", p_WCa=", FormatVector(self.p_WCa),
                      ", p_WCb=", FormatVector(self.p_WCb),
                      ", nhat_BA_W=", FormatVector(self.nhat_BA_W), ")");
      });

  py::class_<SignedDistances>(
      m, "SignedDistances",
      R"doc(Signed distances of two shapes at a stack of poses, one row each.

The columns are those of `SignedDistancePair`, as read-only arrays.
)doc")
      .def_readonly("distance", &SignedDistances::distance,
                    "ndarray, shape (N,): signed distances. [m]")
      .def_readonly("p_WCa", &SignedDistances::p_WCa,
                    "ndarray, shape (N, 3): witnesses on A, in world. [m]")
      .def_readonly("p_WCb", &SignedDistances::p_WCb,
                    "ndarray, shape (N, 3): witnesses on B, in world. [m]")
      .def_readonly("nhat_BA_W", &SignedDistances::nhat_BA_W,
                    "ndarray, shape (N, 3): unit vectors out of B towards A.")
      .def("__len__",
           [](const SignedDistances& self) { return self.distance.size(); })
      .def("__repr__", [](const SignedDistances& self) {
        const Eigen::Index size = self.distance.size();
        if (size == 0) return std::string("SignedDistances(size=0)");
        return Concat("SignedDistances(size=", size,
                      ", least_distance=", self.distance.minCoeff(), ")");
      });

  m.def(
      "ComputeSignedDistance",
      [](const Shape& A, const PoseArg& X_WA, const Shape& B,
         const PoseArg& X_WB) {
        return ComputeSignedDistance(A, X_WA, B, X_WB);
      },
      py::arg("A"), py::arg("X_WA"), py::arg("B"), py::arg("X_WB"),
      R"doc(The signed distance of two shapes.

Swapping the arguments mirrors the result exactly; equal shapes at equal poses
have the normal +z.

Parameters
----------
A, B : Shape
X_WA, X_WB : RigidTransform or array_like, shape (4, 4)
    Their poses in the world; translations in metres.

Returns
-------
SignedDistancePair

Raises
------
ValueError
    If both shapes are a HalfSpace, or a pose is none.
)doc");

  m.def(
      "HasCollision",
      [](const Shape& A, const PoseArg& X_WA, const Shape& B,
         const PoseArg& X_WB,
         double padding) { return HasCollision(A, X_WA, B, X_WB, padding); },
      py::arg("A"), py::arg("X_WA"), py::arg("B"), py::arg("X_WB"),
      py::arg("padding") = 0.0,
      R"doc(Whether two shapes are within ``padding`` of each other.

The answer is that of ``ComputeSignedDistance(...).distance <= padding``, sooner:
touching shapes collide.

Parameters
----------
A, B : Shape
X_WA, X_WB : RigidTransform or array_like, shape (4, 4)
    Their poses in the world; translations in metres.
padding : float, optional
    [m]; may be negative.

Returns
-------
bool

Raises
------
ValueError
    If both shapes are a HalfSpace, a pose is none, or padding is not finite.
)doc");

  m.def("ComputeSignedDistances", &ComputeSignedDistances, py::arg("A"),
        py::arg("X_WAs"), py::arg("B"), py::arg("X_WBs"),
        R"doc(The signed distances of two shapes at a stack of poses.

Releases the GIL.

Parameters
----------
A, B : Shape
X_WAs, X_WBs : array_like, shape (N, 4, 4) or (4, 4), or RigidTransform
    Their poses in the world; a single pose goes with every one of the other
    stack.

Returns
-------
SignedDistances
    Row i is that of ``ComputeSignedDistance`` at pose i.

Raises
------
ValueError
    If the stacks differ in size, both shapes are a HalfSpace, or a pose is none.
)doc");

  m.def("HasCollisions", &HasCollisions, py::arg("A"), py::arg("X_WAs"),
        py::arg("B"), py::arg("X_WBs"), py::arg("padding") = 0.0,
        R"doc(Whether two shapes are within ``padding``, at a stack of poses.

Releases the GIL.

Parameters
----------
A, B : Shape
X_WAs, X_WBs : array_like, shape (N, 4, 4) or (4, 4), or RigidTransform
    Their poses in the world; a single pose goes with every one of the other
    stack.
padding : float, optional
    [m]; may be negative.

Returns
-------
ndarray of bool, shape (N,)
    Entry i is that of ``HasCollision`` at pose i.

Raises
------
ValueError
    If the stacks differ in size, both shapes are a HalfSpace, a pose is none, or
    padding is not finite.
)doc");
}

}  // namespace clearway::python
