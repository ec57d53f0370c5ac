#pragma once

#include <Eigen/Core>

namespace clearway {

// Notation (docs/notation.md): X_AB is the pose of frame B in frame A, R_AB its
// rotation, p_AB its origin, p_AoBo_C the vector from Ao to Bo expressed in C;
// p_WCa is the vector from the world's origin to Ca, expressed in W.

using Vector2 = Eigen::Vector2d;
using Vector3 = Eigen::Vector3d;
using Vector4 = Eigen::Vector4d;
using VectorX = Eigen::VectorXd;
using Matrix3 = Eigen::Matrix3d;
using Matrix4 = Eigen::Matrix4d;
using Matrix3X = Eigen::Matrix3Xd;
using MatrixX = Eigen::MatrixXd;

/// A table of rows: one configuration, point or Jacobian row each, contiguous.
using RowMatrixX =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowMatrixX3 = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;
using RowMatrixX3i = Eigen::Matrix<int, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// Read-only views of the same.
using ConstVectorRef = Eigen::Ref<const VectorX>;
using ConstRowMatrixRef = Eigen::Ref<const RowMatrixX>;

}  // namespace clearway
