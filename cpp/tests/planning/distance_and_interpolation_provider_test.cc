#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "clearway/planning/linear_distance_and_interpolation_provider.h"
#include "world/mini_models.h"

namespace clearway {
namespace {

using Linear = LinearDistanceAndInterpolationProvider;
using std::numbers::pi;
using testing::AddJoint;

constexpr double kInf = std::numeric_limits<double>::infinity();

VectorX Make(std::initializer_list<double> values) {
  return Eigen::Map<const VectorX>(values.begin(), values.size());
}

class BrokenProvider final : public DistanceAndInterpolationProvider {
 private:
  double DoComputeConfigurationDistance(const ConstVectorRef&,
                                        const ConstVectorRef&) const final {
    return -1;
  }
  void DoInterpolateBetweenConfigurations(const ConstVectorRef&,
                                          const ConstVectorRef&, double,
                                          VectorX* q) const final {
    q->setZero(9);
  }
};

class NanProvider final : public DistanceAndInterpolationProvider {
 private:
  double DoComputeConfigurationDistance(const ConstVectorRef&,
                                        const ConstVectorRef&) const final {
    return NAN;
  }
  void DoInterpolateBetweenConfigurations(const ConstVectorRef&,
                                          const ConstVectorRef&, double,
                                          VectorX* q) const final {
    q->setConstant(NAN);
  }
};

TEST(DistanceAndInterpolationProvider, RefusesBadResults) {
  const BrokenProvider dut;
  const VectorX q = VectorX::Zero(3);
  EXPECT_THROW(dut.ComputeConfigurationDistance(q, q), std::invalid_argument);
  EXPECT_THROW(dut.InterpolateBetweenConfigurations(q, q, 0.5),
               std::invalid_argument);
  const NanProvider nan;
  EXPECT_THROW(nan.ComputeConfigurationDistance(q, q), std::invalid_argument);
  EXPECT_THROW(nan.InterpolateBetweenConfigurations(q, q, 0.5),
               std::invalid_argument);
}

TEST(DistanceAndInterpolationProvider, RefusesBadArguments) {
  const Linear dut(*testing::MakeSlider());
  const VectorX q = VectorX::Zero(2);
  for (const VectorX& bad :
       {Make({0}), Make({0, 0, 0}), Make({0, kInf}),
        Make({std::numeric_limits<double>::quiet_NaN(), 0})}) {
    EXPECT_THROW(dut.ComputeConfigurationDistance(q, bad),
                 std::invalid_argument);
    EXPECT_THROW(dut.ComputeConfigurationDistance(bad, q),
                 std::invalid_argument);
    EXPECT_THROW(dut.InterpolateBetweenConfigurations(q, bad, 0),
                 std::invalid_argument);
  }
  // One size, but not the plant's.
  EXPECT_THROW(
      dut.ComputeConfigurationDistance(VectorX::Zero(3), VectorX::Zero(3)),
      std::invalid_argument);
  for (const double ratio : {-0.1, 1.1, kInf}) {
    EXPECT_THROW(dut.InterpolateBetweenConfigurations(q, q, ratio),
                 std::invalid_argument);
  }
}

TEST(LinearProvider, StraightLine) {
  const Linear dut(*testing::MakeSlider());
  const VectorX from = Make({1, 2}), to = Make({4, -2});
  EXPECT_DOUBLE_EQ(dut.ComputeConfigurationDistance(from, to), 5);
  EXPECT_EQ(dut.InterpolateBetweenConfigurations(from, to, 0), from);
  EXPECT_EQ(dut.InterpolateBetweenConfigurations(from, to, 1), to);
  EXPECT_TRUE(dut.InterpolateBetweenConfigurations(from, to, 0.25)
                  .isApprox(Make({1.75, 1}), 1e-15));
}

TEST(LinearProvider, Weights) {
  const auto plant = testing::MakeSlider();
  const VectorX from = Make({0, 0}), to = Make({1, 1});
  EXPECT_DOUBLE_EQ(Linear(*plant, ConstVectorRef(Make({3, 4})))
                       .ComputeConfigurationDistance(from, to),
                   5);
  const std::map<JointIndex, VectorX> some{
      {plant->GetJointByName("j1").index, Make({0})}};
  EXPECT_DOUBLE_EQ(Linear(*plant, some).ComputeConfigurationDistance(from, to),
                   1);
}

TEST(LinearProvider, RefusesBadWeights) {
  const auto plant = testing::MakeSlider();
  for (const VectorX& bad : {Make({1}), Make({1, -1}), Make({1, kInf})}) {
    EXPECT_THROW(Linear(*plant, ConstVectorRef(bad)), std::invalid_argument);
  }
  using Some = std::map<JointIndex, VectorX>;
  EXPECT_THROW(Linear(*plant, Some{{JointIndex(0), Make({1, 2})}}),
               std::invalid_argument);
  EXPECT_THROW(Linear(*plant, Some{{JointIndex(99), Make({1})}}),
               std::out_of_range);
}

// A continuous joint and, beside it, a revolute one.
std::shared_ptr<MultibodyPlant> MakeContinuous() {
  auto plant = std::make_shared<MultibodyPlant>();
  const auto robot = plant->AddModelInstance("robot");
  const BodyIndex a = plant->AddRigidBody("a", robot);
  const BodyIndex b = plant->AddRigidBody("b", robot);
  AddJoint(plant.get(), "c", JointType::kContinuous, world_index(), a);
  AddJoint(plant.get(), "r", JointType::kRevolute, a, b);
  return plant;
}

TEST(LinearProvider, ContinuousTakesTheShortWay) {
  const auto plant = MakeContinuous();
  plant->Finalize();
  const Linear dut(*plant);
  EXPECT_EQ(dut.wrapping_dof_indices(), std::vector<int>{0});
  const VectorX from = Make({3, 0}), to = Make({-3, 0});
  const double gap = 2 * pi - 6;
  EXPECT_NEAR(dut.ComputeConfigurationDistance(from, to), gap, 1e-15);
  const VectorX middle = dut.InterpolateBetweenConfigurations(from, to, 0.5);
  EXPECT_NEAR(middle(0), 3 + gap / 2, 1e-15);
  // At its end it is `to`, modulo a turn.
  const VectorX end = dut.InterpolateBetweenConfigurations(from, to, 1);
  EXPECT_NEAR(end(0), 2 * pi - 3, 1e-15);
  // Many turns are none.
  EXPECT_NEAR(dut.ComputeConfigurationDistance(Make({0, 0}), Make({6 * pi, 0})),
              0, 1e-14);
  // A revolute joint goes the long way, and so does all of Drake's.
  EXPECT_DOUBLE_EQ(
      dut.ComputeConfigurationDistance(Make({0, 3}), Make({0, -3})), 6);
  EXPECT_DOUBLE_EQ(Linear(*plant, false).ComputeConfigurationDistance(from, to),
                   6);
}

// Half a turn of the leader is a quarter of the follower: angles 2 pi apart
// are different configurations. With a whole multiplier they are not.
TEST(LinearProvider, LeaderOfAFractionDoesNotWrap) {
  for (const double multiplier : {0.5, -2.0}) {
    const auto plant = MakeContinuous();
    const BodyIndex c =
        plant->AddRigidBody("c", plant->GetModelInstanceByName("robot"));
    JointDescription follower;
    follower.name = "m";
    follower.type = JointType::kRevolute;
    follower.mimic = JointDescription::Mimic{"c", multiplier, 0};
    plant->AddJoint(follower, BodyIndex(1), c);
    plant->Finalize();
    EXPECT_EQ(Linear(*plant).wrapping_dof_indices().empty(), multiplier == 0.5);
  }
}

class FloatingBase : public ::testing::Test {
 protected:
  FloatingBase() {
    const auto robot = plant_.AddModelInstance("robot");
    const BodyIndex base = plant_.AddRigidBody("base", robot);
    const BodyIndex arm = plant_.AddRigidBody("arm", robot);
    AddJoint(&plant_, "f", JointType::kQuaternionFloating, world_index(), base);
    AddJoint(&plant_, "r", JointType::kRevolute, base, arm);
    plant_.Finalize();
  }

  // Turned about z by `angle`.
  static VectorX MakeTurned(double angle, double scale = 1) {
    VectorX q = VectorX::Zero(8);
    q(0) = scale * std::cos(angle / 2);
    q(3) = scale * std::sin(angle / 2);
    return q;
  }

  MultibodyPlant plant_;
};

TEST_F(FloatingBase, AngleAndSlerp) {
  const Linear dut(plant_);
  EXPECT_EQ(dut.quaternion_dof_start_indices(), std::vector<int>{0});
  EXPECT_EQ(dut.distance_weights(), Make({1, 0, 0, 0, 1, 1, 1, 1}));
  for (const double angle : {1e-9, 1e-3, 1.0, 3.0}) {
    const VectorX from = MakeTurned(0.5), to = MakeTurned(0.5 + angle);
    EXPECT_NEAR(dut.ComputeConfigurationDistance(from, to), angle, 1e-15);
    for (const double ratio : {0.0, 0.25, 0.6, 1.0}) {
      EXPECT_TRUE(dut.InterpolateBetweenConfigurations(from, to, ratio)
                      .isApprox(MakeTurned(0.5 + ratio * angle), 1e-15));
    }
  }
}

// q and -q are one orientation; the way between is the shorter.
TEST_F(FloatingBase, SignDoesNotMatter) {
  const Linear dut(plant_);
  const VectorX from = MakeTurned(0), to = MakeTurned(1, -1);
  EXPECT_NEAR(dut.ComputeConfigurationDistance(from, to), 1, 1e-15);
  EXPECT_TRUE(dut.InterpolateBetweenConfigurations(from, to, 0.5)
                  .isApprox(MakeTurned(0.5), 1e-15));
  EXPECT_EQ(dut.ComputeConfigurationDistance(from, from), 0);
}

TEST_F(FloatingBase, NormalisesWithinTolerance) {
  const Linear dut(plant_);
  EXPECT_NEAR(dut.ComputeConfigurationDistance(MakeTurned(0, 1.0009),
                                               MakeTurned(1, 0.9995)),
              1, 1e-15);
  EXPECT_THROW(
      dut.ComputeConfigurationDistance(MakeTurned(0), MakeTurned(1, 1.01)),
      std::invalid_argument);
}

TEST_F(FloatingBase, QuaternionWeights) {
  VectorX weights = VectorX::Ones(8);
  EXPECT_THROW(Linear(plant_, ConstVectorRef(weights)), std::invalid_argument);
  weights.segment<4>(0) << 11, 0, 0, 0;
  const Linear dut(plant_, ConstVectorRef(weights));
  EXPECT_NEAR(dut.ComputeConfigurationDistance(MakeTurned(0), MakeTurned(1)),
              11, 1e-13);
}

}  // namespace
}  // namespace clearway
