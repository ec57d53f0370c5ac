#include "clearway/multibody/kinematic_tree.h"

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include "clearway/multibody/plant.h"

namespace clearway {
namespace {

class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}

  double Uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }
  Vector3 Vector() { return {Uniform(-1, 1), Uniform(-1, 1), Uniform(-1, 1)}; }
  RigidTransform Pose() {
    return {RollPitchYaw(std::numbers::pi * Vector()), Vector()};
  }
  // Angles beyond a turn; quaternions of norm 1.
  VectorX Positions(const KinematicTree& tree) {
    VectorX q(tree.num_positions());
    for (double& value : q) value = Uniform(-8, 8);
    for (const int start : tree.quaternion_starts()) {
      q.segment<4>(start).normalize();
    }
    return q;
  }

 private:
  std::mt19937 generator_;
};

std::vector<RigidTransform> CalcPoses(const KinematicTree& tree,
                                      const VectorX& q) {
  std::vector<RigidTransform> X_WB(tree.num_bodies());
  tree.CalcBodyPoses(q, X_WB);
  return X_WB;
}

void ExpectNear(const RigidTransform& X, const RigidTransform& expected,
                double tolerance) {
  EXPECT_LE((X.GetAsMatrix4() - expected.GetAsMatrix4()).cwiseAbs().maxCoeff(),
            tolerance)
      << X.GetAsMatrix4() << "\nexpected\n"
      << expected.GetAsMatrix4();
}

// d p_WQ / dq by central differences of poses.
Matrix3X CalcNumericJacobian(const KinematicTree& tree, const VectorX& q,
                             BodyIndex body, const Vector3& p_BQ) {
  // Truncation h^2 |p| and rounding 1e-16 |p| / h are both about 1e-10 |p|.
  constexpr double h = 1e-5;
  Matrix3X J(3, q.size());
  for (int i = 0; i < q.size(); ++i) {
    VectorX q_plus = q, q_minus = q;
    q_plus[i] += h;
    q_minus[i] -= h;
    J.col(i) = (CalcPoses(tree, q_plus)[body] * p_BQ -
                CalcPoses(tree, q_minus)[body] * p_BQ) /
               (q_plus[i] - q_minus[i]);
  }
  return J;
}

constexpr JointType kAllTypes[] = {
    JointType::kFixed,     JointType::kRevolute, JointType::kContinuous,
    JointType::kPrismatic, JointType::kScrew,    JointType::kPlanar,
    JointType::kUniversal, JointType::kBallRpy,  JointType::kQuaternionFloating,
};

RotationMatrix Turn(const Vector3& axis, double angle) {
  return RotationMatrix(
      Matrix3(Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix()));
}

// X_FM written down from the table of JointType, with Eigen's rotations.
RigidTransform ComposeByHand(const JointDescription& joint, const VectorX& q) {
  const Vector3 axis = joint.axis.normalized();
  const Vector3 x = Vector3::UnitX(), y = Vector3::UnitY(),
                z = Vector3::UnitZ();
  switch (joint.type) {
    case JointType::kFixed:
      return {};
    case JointType::kRevolute:
    case JointType::kContinuous:
      return RigidTransform(Turn(axis, q[0]));
    case JointType::kPrismatic:
      return RigidTransform(Vector3(q[0] * axis));
    case JointType::kScrew:
      return {Turn(axis, q[0]),
              joint.screw_pitch * q[0] / (2 * std::numbers::pi) * axis};
    case JointType::kPlanar:
      return {Turn(z, q[2]), Vector3(q[0], q[1], 0)};
    case JointType::kUniversal:
      return RigidTransform(Turn(x, q[0]) * Turn(y, q[1]));
    case JointType::kBallRpy:
      return RigidTransform(Turn(z, q[2]) * Turn(y, q[1]) * Turn(x, q[0]));
    case JointType::kQuaternionFloating: {
      const Eigen::Quaterniond quaternion(q[0], q[1], q[2], q[3]);
      return {RotationMatrix(quaternion.normalized().toRotationMatrix()),
              q.tail<3>()};
    }
  }
  return {};
}

// A chain world - a - b whose first joint is `joint`, at random frames.
class Chain {
 public:
  Chain(JointDescription joint, Random* random) : joint_(std::move(joint)) {
    a_ = plant_.AddRigidBody("a");
    b_ = plant_.AddRigidBody("b");
    joint_.name = "ja";
    joint_.X_PF = random->Pose();
    joint_.X_CM = random->Pose();
    JointDescription next{.name = "jb", .type = JointType::kRevolute};
    next.X_PF = random->Pose();
    next.axis = random->Vector();
    plant_.AddJoint(joint_, world_index(), a_);
    plant_.AddJoint(next, a_, b_);
    plant_.Finalize();
  }

  const KinematicTree& tree() const { return plant_.tree(); }
  BodyIndex a() const { return a_; }
  BodyIndex b() const { return b_; }
  const JointDescription& joint() const { return joint_; }

 private:
  MultibodyPlant plant_;
  JointDescription joint_;
  BodyIndex a_, b_;
};

class EveryJointType : public testing::TestWithParam<JointType> {
 protected:
  // General axes, then x, y, z and their opposites, which have code of their
  // own.
  JointDescription MakeJoint(int i) {
    JointDescription joint{.name = "j", .type = GetParam()};
    joint.axis = random_.Vector();
    if (i % 2 == 1) joint.axis = (i % 4 < 2 ? 2 : -2) * Vector3::Unit(i % 3);
    joint.screw_pitch = random_.Uniform(-1, 1);
    return joint;
  }

  Random random_{1234};
};

TEST_P(EveryJointType, PoseIsThatComposedByHand) {
  for (int i = 0; i < 40; ++i) {
    const Chain chain(MakeJoint(i), &random_);
    const VectorX q = random_.Positions(chain.tree());
    const RigidTransform X_WA =
        chain.joint().X_PF *
        ComposeByHand(chain.joint(), q.head(q.size() - 1)) *
        chain.joint().X_CM.inverse();
    ExpectNear(CalcPoses(chain.tree(), q)[chain.a()], X_WA, 1e-14);
  }
}

TEST_P(EveryJointType, JacobianIsThatOfFiniteDifferences) {
  for (int i = 0; i < 40; ++i) {
    const Chain chain(MakeJoint(i), &random_);
    VectorX q = random_.Positions(chain.tree());
    // Off the unit sphere by what CheckPositions lets pass: the derivative is
    // that of the normalised quaternion.
    for (const int start : chain.tree().quaternion_starts()) {
      q.segment<4>(start) *= random_.Uniform(0.9992, 1.0008);
    }
    for (const BodyIndex body : {chain.a(), chain.b()}) {
      const Vector3 p_BQ = random_.Vector();
      const Matrix3X J = chain.tree().CalcPointJacobian(q, body, p_BQ);
      const Matrix3X J_numeric =
          CalcNumericJacobian(chain.tree(), q, body, p_BQ);
      EXPECT_LE((J - J_numeric).cwiseAbs().maxCoeff(), 3e-9)
          << J << "\nnumeric\n"
          << J_numeric;
    }
  }
}

// A motion of the joint at velocity v, a short time on, is q + N(q) v dt.
TEST_P(EveryJointType, VelocityMapIsThatOfFiniteMotions) {
  for (int i = 0; i < 20; ++i) {
    const Chain chain(MakeJoint(i), &random_);
    const KinematicTree& tree = chain.tree();
    const VectorX q = random_.Positions(tree);
    const MatrixX N = tree.CalcVelocityToQDotMatrix(q);
    ASSERT_EQ(N.rows(), tree.num_positions());
    ASSERT_EQ(N.cols(), num_joint_velocities(GetParam()) + 1);
    if (GetParam() != JointType::kQuaternionFloating) {
      EXPECT_EQ(N, MatrixX::Identity(q.size(), q.size()));
      continue;
    }
    const VectorX v = VectorX::NullaryExpr(
        N.cols(), [this](Eigen::Index) { return random_.Uniform(-1, 1); });
    constexpr double dt = 1e-6;
    const RigidTransform X_FM =
        ComposeByHand(chain.joint(), (q + dt * N * v).head(7));
    const Vector3 w_FM_F = v.head<3>();
    const RigidTransform X_FM_expected(
        Turn(w_FM_F, w_FM_F.norm() * dt) *
            ComposeByHand(chain.joint(), q.head(7)).rotation(),
        q.segment<3>(4) + dt * v.segment<3>(3));
    // Off by dt^2.
    ExpectNear(X_FM, X_FM_expected, 2e-12);
    EXPECT_EQ(N(7, 6), 1);
  }
}

TEST_P(EveryJointType, PositionsMoving) {
  const Chain chain(MakeJoint(0), &random_);
  const int n = num_coordinates(GetParam());
  EXPECT_EQ(std::ssize(chain.tree().positions_moving(chain.a())), n);
  EXPECT_EQ(std::ssize(chain.tree().positions_moving(chain.b())), n + 1);
  EXPECT_EQ(chain.tree().IsMovable(chain.a()), n > 0);
  EXPECT_FALSE(chain.tree().IsMovable(world_index()));
}

INSTANTIATE_TEST_SUITE_P(
    JointTypes, EveryJointType, testing::ValuesIn(kAllTypes),
    [](const testing::TestParamInfo<JointType>& param_info) {
      return to_string(param_info.param);
    });

// An aligned axis leaves what does not turn untouched, to the last bit.
TEST(KinematicTree, AlignedTurnIsExact) {
  MultibodyPlant plant;
  JointDescription joint{.name = "j", .type = JointType::kRevolute};
  joint.axis = Vector3(0, -3, 0);
  plant.AddJoint(joint, world_index(), plant.AddRigidBody("a"));
  plant.Finalize();
  const Matrix3 R =
      CalcPoses(plant.tree(), VectorX::Constant(1, 0.3))[1].rotation().matrix();
  EXPECT_EQ(R.col(1), Vector3(0, 1, 0));
  EXPECT_EQ(R(1, 0), 0);
  EXPECT_NEAR(R(0, 2), -std::sin(0.3), 1e-15);
}

// A branching tree of all types, in which parents come after their children.
class Tree : public testing::Test {
 protected:
  Tree() {
    constexpr int n = std::size(kAllTypes);
    for (int i = 0; i < n; ++i) plant_.AddRigidBody("b" + std::to_string(i));
    for (int i = 0; i < n; ++i) {
      JointDescription joint{.name = "j" + std::to_string(i),
                             .type = kAllTypes[i]};
      joint.X_PF = random_.Pose();
      joint.X_CM = random_.Pose();
      joint.axis = random_.Vector();
      joint.screw_pitch = 0.3;
      // Body 9 on the world, 8 and 7 on 9, 6 and 5 on 8, ….
      const int child = n - i;
      const int parent = i == 0 ? 0 : n - (i - 1) / 2;
      plant_.AddJoint(joint, BodyIndex(parent), BodyIndex(child));
    }
    plant_.Finalize();
  }

  const KinematicTree& tree() const { return plant_.tree(); }

  Random random_{99};
  MultibodyPlant plant_;
};

TEST_F(Tree, OrderHasParentsFirst) {
  std::vector<char> seen(tree().num_bodies(), 0);
  EXPECT_EQ(tree().order().front(), world_index());
  EXPECT_EQ(std::ssize(tree().order()), tree().num_bodies());
  for (const BodyIndex body : tree().order()) {
    EXPECT_TRUE(body == world_index() || seen[tree().node(body).parent]);
    seen[body] = 1;
  }
}

TEST_F(Tree, JacobianHasZerosWhereNothingMoves) {
  for (int i = 0; i < 20; ++i) {
    const VectorX q = random_.Positions(tree());
    for (int b = 0; b < tree().num_bodies(); ++b) {
      const BodyIndex body(b);
      const Vector3 p_BQ = random_.Vector();
      const Matrix3X J = tree().CalcPointJacobian(q, body, p_BQ);
      const Matrix3X J_numeric = CalcNumericJacobian(tree(), q, body, p_BQ);
      EXPECT_LE((J - J_numeric).cwiseAbs().maxCoeff(), 2e-8);
      const auto moving = tree().positions_moving(body);
      for (int k = 0; k < q.size(); ++k) {
        if (std::find(moving.begin(), moving.end(), k) == moving.end()) {
          EXPECT_EQ(J.col(k), Vector3::Zero());
        }
      }
    }
  }
}

TEST_F(Tree, JacobianRowIsAddedWithItsSign) {
  const VectorX q = random_.Positions(tree());
  const std::vector<RigidTransform> X_WB = CalcPoses(tree(), q);
  const BodyIndex body(1);
  const Vector3 p_BQ(0.1, 0.2, 0.3), direction(0.4, -0.5, 0.6);
  Eigen::RowVectorXd row = Eigen::RowVectorXd::Ones(q.size());
  tree().AddPointJacobianRow(q, X_WB, body, X_WB[body] * p_BQ, direction, -2,
                             row);
  const Eigen::RowVectorXd expected =
      Eigen::RowVectorXd::Ones(q.size()) -
      2 * direction.transpose() * tree().CalcPointJacobian(q, body, p_BQ);
  EXPECT_LE((row - expected).cwiseAbs().maxCoeff(), 1e-13);
}

TEST_F(Tree, AttachedBodyFollowsItsNewParent) {
  // Body 8 carries 6 and 5; body 7 hangs beside it, on 9.
  const BodyIndex body(8), carried(6), parent(7);
  ASSERT_EQ(tree().node(carried).parent, body);
  const RigidTransform X_PB = random_.Pose();
  const KinematicTree attached = tree().WithBodyFixedTo(body, parent, X_PB);
  EXPECT_EQ(attached.num_positions(), tree().num_positions());
  EXPECT_EQ(attached.num_velocities(), tree().num_velocities());
  EXPECT_TRUE(attached.IsOnPathToWorld(parent, carried));

  const int own_position =
      tree().coordinates()[tree().node(body).first_coordinate].position;
  for (int i = 0; i < 10; ++i) {
    VectorX q = random_.Positions(tree());
    const std::vector<RigidTransform> X_WB = CalcPoses(attached, q);
    ExpectNear(X_WB[body], X_WB[parent] * X_PB, 1e-14);
    const std::vector<RigidTransform> X_WB_before = CalcPoses(tree(), q);
    ExpectNear(X_WB[body].InvertAndCompose(X_WB[carried]),
               X_WB_before[body].InvertAndCompose(X_WB_before[carried]), 1e-13);
    ExpectNear(X_WB[parent], X_WB_before[parent], 0);

    const Matrix3X J = attached.CalcPointJacobian(q, carried, {0.1, 0.2, 0.3});
    EXPECT_EQ(J.col(own_position), Vector3::Zero());
    EXPECT_LE((J - CalcNumericJacobian(attached, q, carried, {0.1, 0.2, 0.3}))
                  .cwiseAbs()
                  .maxCoeff(),
              2e-8);
    EXPECT_EQ(attached.CalcVelocityToQDotMatrix(q),
              tree().CalcVelocityToQDotMatrix(q));
    q[own_position] += 1;
    ExpectNear(CalcPoses(attached, q)[body], X_WB[body], 0);
  }
}

TEST_F(Tree, AttachmentRefusesLoops) {
  const RigidTransform X;
  EXPECT_THROW(tree().WithBodyFixedTo(BodyIndex(8), BodyIndex(8), X),
               std::invalid_argument);
  EXPECT_THROW(tree().WithBodyFixedTo(BodyIndex(8), BodyIndex(6), X),
               std::invalid_argument);
  EXPECT_THROW(tree().WithBodyFixedTo(BodyIndex(0), BodyIndex(6), X),
               std::invalid_argument);
  EXPECT_THROW(tree().WithBodyFixedTo(BodyIndex(99), BodyIndex(6), X),
               std::out_of_range);
  EXPECT_THROW(tree().WithBodyFixedTo(BodyIndex(6), BodyIndex(99), X),
               std::out_of_range);
}

std::string CheckPositionsMessage(const KinematicTree& tree, const VectorX& q) {
  try {
    tree.CheckPositions(q);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST_F(Tree, CheckPositions) {
  const VectorX q = random_.Positions(tree());
  const int n = tree().num_positions();
  EXPECT_EQ(CheckPositionsMessage(tree(), q), "");
  EXPECT_EQ(CheckPositionsMessage(tree(), q.head(n - 1)),
            "q must have size " + std::to_string(n) + ", got " +
                std::to_string(n - 1));
  VectorX bad = q;
  bad[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(CheckPositionsMessage(tree(), bad), "q[3] must be finite, got nan");
  bad[3] = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(CheckPositionsMessage(tree(), bad),
            "q[3] must be finite, got -inf");

  const int start = tree().quaternion_starts()[0];
  bad = q;
  bad.segment<4>(start) *= 1.0009;
  EXPECT_EQ(CheckPositionsMessage(tree(), bad), "");
  bad = q;
  bad.segment<4>(start) << 2, 0, 0, 0;
  EXPECT_EQ(CheckPositionsMessage(tree(), bad),
            "q[" + std::to_string(start) + "] to q[" +
                std::to_string(start + 3) +
                "] must be a quaternion of norm 1, but its norm is 2");
  EXPECT_THROW(tree().CalcPointJacobian(bad, BodyIndex(1), Vector3::Zero()),
               std::invalid_argument);
  EXPECT_THROW(tree().CalcVelocityToQDotMatrix(bad), std::invalid_argument);
}

TEST_F(Tree, PointJacobianErrors) {
  const VectorX q = random_.Positions(tree());
  EXPECT_THROW(tree().CalcPointJacobian(q, BodyIndex(10), Vector3::Zero()),
               std::out_of_range);
  EXPECT_THROW(tree().CalcPointJacobian(q, BodyIndex(1), {0, NAN, 0}),
               std::invalid_argument);
}

}  // namespace
}  // namespace clearway
