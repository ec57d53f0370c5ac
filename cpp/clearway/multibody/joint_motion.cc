#include "clearway/multibody/joint_motion.h"

#include <cmath>
#include <numbers>

#include "clearway/math/trigonometry.h"

namespace clearway {
namespace {

// R <- R R_k(angle), where R_k turns about the k-th of x, y and z.
template <int k>
void TurnAbout(double angle, Matrix3* R) {
  const auto [s, c] = ComputeSineCosine(angle);
  const Vector3 a = R->col((k + 1) % 3);
  const Vector3 b = R->col((k + 2) % 3);
  R->col((k + 1) % 3) = c * a + s * b;
  R->col((k + 2) % 3) = c * b - s * a;
}

void TurnAboutAxis(const TreeNode& node, const AlignedAxis& aligned,
                   double angle, Matrix3* R) {
  switch (aligned.index) {
    case 0:
      return TurnAbout<0>(aligned.direction * angle, R);
    case 1:
      return TurnAbout<1>(aligned.direction * angle, R);
    case 2:
      return TurnAbout<2>(aligned.direction * angle, R);
    default:
      *R = *R * RotationMatrix::FromAxisAngle(node.axis, angle).matrix();
  }
}

void SlideAlongAxis(const TreeNode& node, const AlignedAxis& aligned,
                    double length, const Matrix3& R, Vector3* p) {
  if (aligned.index >= 0) {
    *p += (aligned.direction * length) * R.col(aligned.index);
  } else {
    *p += length * (R * node.axis);
  }
}

// The advance of a screw a radian. [m]
double pitch_per_radian(const TreeNode& node) {
  return node.screw_pitch / (2 * std::numbers::pi);
}

// As in Eigen's Quaternion, whose own code is free to vectorise and thereby to
// round differently on other machines.
Matrix3 QuaternionToMatrix(const JointCoordinates& values) {
  const double norm = std::sqrt(values[0] * values[0] + values[1] * values[1] +
                                values[2] * values[2] + values[3] * values[3]);
  const double w = values[0] / norm, x = values[1] / norm, y = values[2] / norm,
               z = values[3] / norm;
  Matrix3 R;
  R << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),   //
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
  return R;
}

}  // namespace

void MoveByJoint(const TreeNode& node, const AlignedAxis& aligned,
                 const JointCoordinates& values, Matrix3* R, Vector3* p) {
  switch (node.type) {
    case JointType::kFixed:
      return;
    case JointType::kRevolute:
    case JointType::kContinuous:
      TurnAboutAxis(node, aligned, values[0], R);
      return;
    case JointType::kPrismatic:
      SlideAlongAxis(node, aligned, values[0], *R, p);
      return;
    case JointType::kScrew:
      SlideAlongAxis(node, aligned, pitch_per_radian(node) * values[0], *R, p);
      TurnAboutAxis(node, aligned, values[0], R);
      return;
    case JointType::kPlanar:
      *p += values[0] * R->col(0) + values[1] * R->col(1);
      TurnAbout<2>(values[2], R);
      return;
    case JointType::kUniversal:
      TurnAbout<0>(values[0], R);
      TurnAbout<1>(values[1], R);
      return;
    case JointType::kBallRpy:
      TurnAbout<2>(values[2], R);
      TurnAbout<1>(values[1], R);
      TurnAbout<0>(values[0], R);
      return;
    case JointType::kQuaternionFloating:
      *p += *R * Vector3(values[4], values[5], values[6]);
      *R = *R * QuaternionToMatrix(values);
      return;
  }
}

void CalcJointMotions(const TreeNode& node, const JointCoordinates& values,
                      JointMotions* motions) {
  Matrix3 R = node.X_PF.rotation().matrix();
  auto& w = motions->w_P;
  auto& v = motions->v_P;
  motions->p_PO = node.X_PF.translation();
  for (int i = 0; i < num_coordinates(node.type); ++i) {
    w[i].setZero();
    v[i].setZero();
  }
  switch (node.type) {
    case JointType::kFixed:
      return;
    case JointType::kRevolute:
    case JointType::kContinuous:
      w[0] = R * node.axis;
      return;
    case JointType::kPrismatic:
      v[0] = R * node.axis;
      return;
    case JointType::kScrew:
      w[0] = R * node.axis;
      v[0] = pitch_per_radian(node) * w[0];
      return;
    case JointType::kPlanar:
      v[0] = R.col(0);
      v[1] = R.col(1);
      w[2] = R.col(2);
      motions->p_PO += values[0] * R.col(0) + values[1] * R.col(1);
      return;
    case JointType::kUniversal:
      w[0] = R.col(0);
      TurnAbout<0>(values[0], &R);
      w[1] = R.col(1);
      return;
    case JointType::kBallRpy:
      w[2] = R.col(2);
      TurnAbout<2>(values[2], &R);
      w[1] = R.col(1);
      TurnAbout<1>(values[1], &R);
      w[0] = R.col(0);
      return;
    case JointType::kQuaternionFloating: {
      // With u = q / |q|: w = 2 G(u) du, and G(u) u = 0 makes G(u) du equal to
      // G(u) dq / |q|.
      const Vector4 q(values[0], values[1], values[2], values[3]);
      const double norm = q.norm();
      const Eigen::Matrix<double, 3, 4> G = CalcQuaternionRateMatrix(q / norm);
      for (int i = 0; i < 4; ++i) w[i] = (2 / norm) * (R * G.col(i));
      for (int i = 0; i < 3; ++i) v[4 + i] = R.col(i);
      motions->p_PO += R * Vector3(values[4], values[5], values[6]);
      return;
    }
  }
}

Eigen::Matrix<double, 3, 4> CalcQuaternionRateMatrix(
    const Vector4& quaternion) {
  const double w = quaternion[0], x = quaternion[1], y = quaternion[2],
               z = quaternion[3];
  Eigen::Matrix<double, 3, 4> G;
  G << -x, w, -z, y,  //
      -y, z, w, -x,   //
      -z, -y, x, w;
  return G;
}

}  // namespace clearway
