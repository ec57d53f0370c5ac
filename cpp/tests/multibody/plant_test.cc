#include "clearway/multibody/plant.h"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "clearway/multibody/robot_diagram.h"

namespace clearway {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

JointDescription Revolute(const std::string& name) {
  return {.name = name, .type = JointType::kRevolute};
}

JointDescription Fixed(const std::string& name) { return {.name = name}; }

JointDescription Mimicking(const std::string& name, const std::string& leader,
                           double multiplier, double offset) {
  JointDescription joint{.name = name, .type = JointType::kPrismatic};
  joint.mimic = {leader, multiplier, offset};
  return joint;
}

template <typename Error, typename Function>
std::string MessageOf(const Function& function) {
  try {
    function();
  } catch (const Error& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another error: ") + error.what();
  }
  return "no error";
}

RigidTransform PoseOf(const MultibodyPlant& plant, BodyIndex body,
                      const VectorX& q) {
  std::vector<RigidTransform> X_WB(plant.num_bodies());
  plant.tree().CalcBodyPoses(q, X_WB);
  return X_WB[body];
}

class Plant : public testing::Test {
 protected:
  // Bodies a, b, c, d, of indices 1 to 4.
  Plant() {
    for (const char* name : {"a", "b", "c", "d"}) plant_.AddRigidBody(name);
  }

  MultibodyPlant plant_;
  const BodyIndex world_, a_{1}, b_{2}, c_{3}, d_{4};
};

TEST(MultibodyPlant, WhatEveryPlantHas) {
  MultibodyPlant plant;
  EXPECT_EQ(plant.num_bodies(), 1);
  EXPECT_EQ(plant.num_frames(), 1);
  EXPECT_EQ(plant.num_model_instances(), 2);
  EXPECT_EQ(plant.GetModelInstanceName(world_model_instance()),
            "WorldModelInstance");
  EXPECT_EQ(plant.GetModelInstanceName(default_model_instance()),
            "DefaultModelInstance");
  EXPECT_EQ(plant.GetBodyByName("world").index, world_index());
  EXPECT_EQ(plant.world_frame().body, world_index());
  plant.Finalize();
  EXPECT_EQ(plant.num_positions(), 0);
  EXPECT_EQ(plant.GetDefaultPositions().size(), 0);
}

TEST_F(Plant, LookUps) {
  const ModelInstanceIndex arm = plant_.AddModelInstance("arm");
  const BodyIndex other_a = plant_.AddRigidBody("a", arm);
  const FrameIndex tip =
      plant_.AddFrame("tip", other_a, RigidTransform(Vector3(1, 2, 3)));
  const JointIndex joint = plant_.AddJoint(Revolute("j"), a_, other_a);

  EXPECT_EQ(plant_.GetBodyByName("a", arm).index, other_a);
  EXPECT_EQ(plant_.GetBodyByName("a", default_model_instance()).index, a_);
  EXPECT_EQ(plant_.GetFrameByName("tip").index, tip);
  EXPECT_EQ(plant_.GetFrameByName("tip").model_instance, arm);
  EXPECT_EQ(plant_.body_frame(other_a).body, other_a);
  EXPECT_EQ(plant_.body_frame(other_a).name, "a");
  EXPECT_EQ(plant_.GetJointByName("j").index, joint);
  EXPECT_EQ(plant_.get_joint(joint).model_instance, arm);
  EXPECT_EQ(plant_.GetModelInstanceByName("arm"), arm);
  EXPECT_EQ(plant_.GetBodyIndices(arm), std::vector{other_a});
  EXPECT_EQ(plant_.GetJointIndices(arm), std::vector{joint});
  EXPECT_TRUE(plant_.HasBodyNamed("b"));
  EXPECT_FALSE(plant_.HasBodyNamed("b", arm));
  EXPECT_TRUE(plant_.HasFrameNamed("tip", arm));
  EXPECT_TRUE(plant_.HasJointNamed("j"));
  EXPECT_FALSE(plant_.HasModelInstanceNamed("leg"));

  EXPECT_EQ(
      MessageOf<std::invalid_argument>([&] { plant_.GetBodyByName("a"); }),
      "several model instances have a body named \"a\", say which: "
      "\"DefaultModelInstance\", \"arm\"");
  EXPECT_EQ(MessageOf<UnknownNameError>([&] { plant_.GetFrameByName("tap"); }),
            "there is no frame named \"tap\"; near names: \"tip\"");
  EXPECT_EQ(
      MessageOf<UnknownNameError>([&] { plant_.GetBodyByName("b", arm); }),
      "there is no body named \"b\" in model instance \"arm\"");
  EXPECT_EQ(MessageOf<UnknownNameError>(
                [&] { plant_.GetModelInstanceByName("arms"); }),
            "there is no model instance named \"arms\"; near names: \"arm\"");
  EXPECT_THROW(plant_.get_body(BodyIndex(9)), std::out_of_range);
  EXPECT_THROW(plant_.get_frame(FrameIndex(9)), std::out_of_range);
  EXPECT_THROW(plant_.get_joint(JointIndex(9)), std::out_of_range);
  EXPECT_THROW(plant_.body_frame(BodyIndex(9)), std::out_of_range);
  EXPECT_THROW(plant_.GetBodyByName("a", ModelInstanceIndex(9)),
               std::out_of_range);
  EXPECT_THROW(plant_.GetModelInstanceName(ModelInstanceIndex(9)),
               std::out_of_range);
}

TEST_F(Plant, TakenAndEmptyNames) {
  const auto expect_refused = [](const auto& function) {
    EXPECT_THROW(function(), std::invalid_argument);
  };
  plant_.AddJoint(Revolute("j"), world_, a_);
  plant_.RegisterCollisionGeometry(a_, {}, Sphere(1), "ball");
  expect_refused([&] { plant_.AddRigidBody("a"); });
  expect_refused([&] { plant_.AddRigidBody(""); });
  expect_refused([&] { plant_.AddRigidBody("e", world_model_instance()); });
  expect_refused([&] { plant_.AddFrame("a", b_, {}); });
  expect_refused([&] { plant_.AddModelInstance("DefaultModelInstance"); });
  expect_refused([&] { plant_.AddModelInstance(""); });
  expect_refused([&] { plant_.AddJoint(Revolute("j"), a_, b_); });
  expect_refused([&] { plant_.AddJoint(Revolute(""), a_, b_); });
  expect_refused(
      [&] { plant_.RegisterCollisionGeometry(a_, {}, Sphere(1), "ball"); });
  expect_refused(
      [&] { plant_.RegisterCollisionGeometry(a_, {}, Sphere(1), ""); });
  EXPECT_THROW(
      plant_.RegisterCollisionGeometry(BodyIndex(9), {}, Sphere(1), "ball"),
      std::out_of_range);
  EXPECT_THROW(plant_.AddRigidBody("e", ModelInstanceIndex(9)),
               std::out_of_range);

  // Nothing of it left a trace.
  EXPECT_EQ(plant_.num_bodies(), 5);
  EXPECT_EQ(plant_.num_frames(), 5);
  EXPECT_EQ(plant_.num_joints(), 1);
  EXPECT_EQ(plant_.num_model_instances(), 2);
  EXPECT_EQ(plant_.num_collision_geometries(), 1);
  EXPECT_FALSE(plant_.HasBodyNamed("e"));
  plant_.RegisterCollisionGeometry(b_, {}, Sphere(1), "ball");
  plant_.AddJoint(Revolute("j2"), a_, b_);
}

TEST_F(Plant, LoopsAreRefused) {
  plant_.AddJoint(Revolute("ab"), a_, b_);
  plant_.AddJoint(Revolute("bc"), b_, c_);
  EXPECT_EQ(MessageOf<std::invalid_argument>(
                [&] { plant_.AddJoint(Revolute("ca"), c_, a_); }),
            "joint \"ca\" from \"c\" to \"a\" closes a loop: the parent hangs "
            "on the child");
  EXPECT_EQ(MessageOf<std::invalid_argument>(
                [&] { plant_.AddJoint(Revolute("ac"), a_, c_); }),
            "joint \"ac\" from \"a\" to \"c\": the child already hangs on "
            "joint \"bc\"; leave one of the two joints out");
  EXPECT_THROW(plant_.AddJoint(Revolute("dd"), d_, d_), std::invalid_argument);
  EXPECT_THROW(plant_.AddJoint(Revolute("dw"), d_, world_),
               std::invalid_argument);
  EXPECT_THROW(plant_.AddJoint(Revolute("x"), BodyIndex(9), d_),
               std::out_of_range);
  EXPECT_EQ(plant_.num_joints(), 2);
}

// Each piece of advice is followed, and works.
TEST_F(Plant, SecondParentsAreRefusedWithAdvice) {
  const auto advice = [this](BodyIndex parent, BodyIndex child) {
    const std::string message = MessageOf<std::invalid_argument>(
        [&] { plant_.AddJoint(Revolute("j"), parent, child); });
    return message.substr(message.find("; ") + 2);
  };
  plant_.AddJoint(Revolute("ab"), a_, b_);
  EXPECT_EQ(advice(c_, b_), "exchange parent and child");
  plant_.AddJoint(Revolute("bc"), b_, c_);
  EXPECT_EQ(advice(world_, c_),
            "join \"world\" to \"a\", which carries the child");
  plant_.AddJoint(Revolute("wa"), world_, a_);
  EXPECT_EQ(advice(world_, c_), "leave one of the two joints out");
  const BodyIndex e = plant_.AddRigidBody("e");
  plant_.AddJoint(Revolute("de"), d_, e);
  EXPECT_EQ(advice(e, b_), "join \"b\" to \"d\", which carries the parent");
  plant_.AddJoint(Revolute("bd"), b_, d_);
}

TEST_F(Plant, BadJointDescriptions) {
  const auto message = [&](const JointDescription& joint) {
    return MessageOf<std::invalid_argument>(
        [&] { plant_.AddJoint(joint, world_, a_); });
  };
  JointDescription joint = Revolute("j");
  joint.axis.setZero();
  EXPECT_EQ(message(joint),
            "joint \"j\" must have a finite axis other than zero, got (0, 0, "
            "0)");
  joint.axis << 0, NAN, 1;
  EXPECT_NE(message(joint), "no error");

  joint = Revolute("j");
  joint.lower_limits = VectorX::Constant(1, 2);
  joint.upper_limits = VectorX::Constant(1, 1);
  EXPECT_EQ(message(joint),
            "joint \"j\" has its lower limit 2 above its upper limit 1");
  joint.upper_limits = VectorX::Constant(2, 3);
  EXPECT_EQ(message(joint), "joint \"j\" must have 1 upper limits, got 2");
  joint.upper_limits = VectorX::Constant(1, NAN);
  EXPECT_EQ(message(joint), "the upper limit of joint \"j\" is nan");
  // No coordinate is between such limits.
  joint.lower_limits = joint.upper_limits = VectorX::Constant(1, kInfinity);
  EXPECT_EQ(message(joint), "the lower limit of joint \"j\" is inf");
  joint.lower_limits = joint.upper_limits = VectorX::Constant(1, -kInfinity);
  EXPECT_EQ(message(joint), "the upper limit of joint \"j\" is -inf");

  joint = {.name = "j", .type = JointType::kScrew};
  joint.screw_pitch = kInfinity;
  EXPECT_NE(message(joint), "no error");

  EXPECT_EQ(message(Mimicking("j", "j", 1, 0)), "joint \"j\" mimics itself");
  EXPECT_NE(message(Mimicking("j", "k", NAN, 0)), "no error");
  EXPECT_NE(message(Mimicking("j", "k", 1, kInfinity)), "no error");
  joint = Mimicking("j", "k", 1, 0);
  joint.type = JointType::kPlanar;
  EXPECT_EQ(message(joint),
            "joint \"j\" cannot mimic another: it is planar, with 3 "
            "coordinates");
  EXPECT_EQ(plant_.num_joints(), 0);
}

TEST_F(Plant, PositionsFollowTheTreeDepthFirst) {
  // world - b - (d, a), and c floating; joints added in another order.
  plant_.AddJoint(Revolute("bd"), b_, d_);
  JointDescription planar{.name = "ba", .type = JointType::kPlanar};
  plant_.AddJoint(planar, b_, a_);
  JointDescription prismatic{.name = "wb", .type = JointType::kPrismatic};
  prismatic.lower_limits = VectorX::Constant(1, 0.5);
  prismatic.upper_limits = VectorX::Constant(1, 2);
  plant_.AddJoint(prismatic, world_, b_);
  plant_.Finalize();
  EXPECT_EQ(plant_.GetPositionNames(),
            (std::vector<std::string>{
                "wb_x", "bd_q", "ba_x", "ba_y", "ba_qz", "$world_c_qw",
                "$world_c_qx", "$world_c_qy", "$world_c_qz", "$world_c_x",
                "$world_c_y", "$world_c_z"}));
  EXPECT_EQ(plant_.GetPositionNames(true)[0], "DefaultModelInstance_wb_x");
  EXPECT_EQ(plant_.num_velocities(), 11);
  const Joint& floating = plant_.GetJointByName("$world_c");
  EXPECT_EQ(floating.position_start, 5);
  EXPECT_EQ(floating.velocity_start, 5);
  EXPECT_EQ(floating.num_velocities, 6);
  EXPECT_EQ(floating.child, c_);

  VectorX lower = VectorX::Constant(12, -kInfinity);
  VectorX upper = VectorX::Constant(12, kInfinity);
  lower[0] = 0.5;
  upper[0] = 2;
  EXPECT_EQ(plant_.GetPositionLowerLimits(), lower);
  EXPECT_EQ(plant_.GetPositionUpperLimits(), upper);
  VectorX q = VectorX::Zero(12);
  q[0] = 0.5;
  q[5] = 1;
  EXPECT_EQ(plant_.GetDefaultPositions(), q);
}

TEST_F(Plant, RootsThatCarryOthersComeFirst) {
  plant_.AddJoint(Revolute("ca"), c_, a_);
  plant_.Finalize();
  EXPECT_EQ(plant_.GetJointByName("$world_c").position_start, 0);
  EXPECT_EQ(plant_.GetJointByName("ca").position_start, 7);
  EXPECT_EQ(plant_.GetJointByName("$world_b").position_start, 8);
  EXPECT_EQ(plant_.GetJointByName("$world_d").position_start, 15);
}

TEST_F(Plant, FloatingJointAvoidsATakenName) {
  plant_.AddJoint(Revolute("$world_b"), world_, a_);
  plant_.Finalize();
  EXPECT_EQ(plant_.GetJointByName("$$world_b").child, b_);
}

TEST_F(Plant, WeldFrames) {
  const RigidTransform X_AF(RollPitchYaw(0.1, 0.2, 0.3), Vector3(1, 2, 3));
  const RigidTransform X_BM(RollPitchYaw(-1, 0.5, 2), Vector3(4, 5, 6));
  const RigidTransform X_FM(RollPitchYaw(0, 1, -2), Vector3(7, 8, 9));
  const FrameIndex F = plant_.AddFrame("F", a_, X_AF);
  const FrameIndex M = plant_.AddFrame("M", b_, X_BM);
  plant_.WeldFrames(plant_.world_frame().index, plant_.body_frame(a_).index);
  const JointIndex weld = plant_.WeldFrames(F, M, X_FM);
  EXPECT_EQ(plant_.get_joint(weld).description.name, "F_welds_to_M");
  plant_.Finalize();
  const VectorX q = plant_.GetDefaultPositions();
  const RigidTransform X_FM_out =
      (PoseOf(plant_, a_, q) * X_AF)
          .InvertAndCompose(PoseOf(plant_, b_, q) * X_BM);
  EXPECT_LE(
      (X_FM_out.GetAsMatrix4() - X_FM.GetAsMatrix4()).cwiseAbs().maxCoeff(),
      1e-14);
}

TEST_F(Plant, MimicsFollowThroughOtherMimics) {
  // c = 2 b + 1 and b = -3 a + 0.5; the leaders come after their followers.
  plant_.AddJoint(Mimicking("jc", "jb", 2, 1), world_, c_);
  plant_.AddJoint(Mimicking("jb", "ja", -3, 0.5), world_, b_);
  JointDescription ja{.name = "ja", .type = JointType::kPrismatic};
  plant_.AddJoint(ja, world_, a_);
  plant_.AddJoint(Fixed("jd"), c_, d_);
  plant_.Finalize();
  EXPECT_EQ(plant_.GetPositionNames(), std::vector<std::string>{"ja_x"});
  EXPECT_EQ(plant_.num_velocities(), 1);
  EXPECT_EQ(plant_.GetJointByName("jc").num_positions, 0);
  const VectorX q = VectorX::Constant(1, 0.25);
  EXPECT_DOUBLE_EQ(PoseOf(plant_, b_, q).translation().z(), -0.25);
  EXPECT_DOUBLE_EQ(PoseOf(plant_, c_, q).translation().z(), 0.5);
  EXPECT_DOUBLE_EQ(
      plant_.tree().CalcPointJacobian(q, d_, Vector3::Zero())(2, 0), -6);
  EXPECT_EQ(plant_.tree().CalcVelocityToQDotMatrix(q), MatrixX::Identity(1, 1));
}

TEST_F(Plant, MimicsOfAndOnFixedJointsAreConstant) {
  plant_.AddJoint(Fixed("ja"), world_, a_);
  plant_.AddJoint(Mimicking("jb", "ja", 2, 0.7), world_, b_);
  JointDescription fixed = Fixed("jc");
  fixed.mimic = {"jd", 1, 5};
  plant_.AddJoint(fixed, world_, c_);
  plant_.AddJoint(Revolute("jd"), world_, d_);
  plant_.RegisterCollisionGeometry(b_, {}, HalfSpace(), "ground");
  plant_.Finalize();
  EXPECT_EQ(plant_.num_positions(), 1);
  const VectorX q = VectorX::Constant(1, 0.3);
  EXPECT_EQ(PoseOf(plant_, b_, q).translation(), Vector3(0, 0, 0.7));
  EXPECT_EQ(PoseOf(plant_, c_, q).translation(), Vector3::Zero());
  EXPECT_FALSE(plant_.tree().IsMovable(b_));
}

TEST_F(Plant, BadMimicsAreFoundByFinalize) {
  plant_.AddJoint(Mimicking("ja", "nobody", 1, 0), world_, a_);
  EXPECT_EQ(MessageOf<UnknownNameError>([&] { plant_.Finalize(); }),
            "joint \"ja\" mimics \"nobody\": there is no joint named "
            "\"nobody\" in model instance \"DefaultModelInstance\"");

  MultibodyPlant loop;
  loop.AddJoint(Mimicking("j", "k", 1, 0), world_, loop.AddRigidBody("a"));
  loop.AddJoint(Mimicking("k", "j", 1, 0), world_, loop.AddRigidBody("b"));
  EXPECT_EQ(MessageOf<std::invalid_argument>([&] { loop.Finalize(); }),
            "joint \"j\" mimics joints that mimic each other in a loop");

  MultibodyPlant planar;
  planar.AddJoint(Mimicking("j", "k", 1, 0), world_, planar.AddRigidBody("a"));
  planar.AddJoint({.name = "k", .type = JointType::kPlanar}, world_,
                  planar.AddRigidBody("b"));
  EXPECT_EQ(MessageOf<std::invalid_argument>([&] { planar.Finalize(); }),
            "joint \"j\" cannot mimic joint \"k\", which is planar");
}

TEST_F(Plant, MimicsThatOverflowAreRefused) {
  plant_.AddJoint({.name = "j", .type = JointType::kPrismatic}, world_, a_);
  plant_.AddJoint(Mimicking("k", "j", 1e200, 0), world_, b_);
  plant_.AddJoint(Mimicking("l", "k", 1e200, 0), world_, c_);
  EXPECT_EQ(MessageOf<std::invalid_argument>([&] { plant_.Finalize(); }),
            "joint \"l\" mimics joints whose multipliers and offsets overflow: "
            "its own would be inf and 0");

  MultibodyPlant offset;
  offset.AddJoint({.name = "j", .type = JointType::kPrismatic}, world_,
                  offset.AddRigidBody("a"));
  offset.AddJoint(Mimicking("k", "j", 1, 1e200), world_,
                  offset.AddRigidBody("b"));
  offset.AddJoint(Mimicking("l", "k", 1e200, 0), world_,
                  offset.AddRigidBody("c"));
  EXPECT_THROW(offset.Finalize(), std::invalid_argument);
}

TEST_F(Plant, PosesThatOverflowAreRefused) {
  plant_.AddJoint({.name = "j", .type = JointType::kPrismatic}, world_, a_);
  plant_.AddJoint(Mimicking("k", "j", 1e308, 0), world_, b_);
  JointDescription turn = Mimicking("l", "j", 1e308, 0);
  turn.type = JointType::kRevolute;
  plant_.AddJoint(turn, world_, c_);
  plant_.AddJoint({.name = "m", .type = JointType::kPrismatic}, a_, d_);
  plant_.Finalize();
  const auto message = [this](double j, double m) {
    return MessageOf<std::invalid_argument>(
        [&] { PoseOf(plant_, world_, Vector2(j, m)); });
  };
  EXPECT_EQ(message(1, 0), "no error");
  EXPECT_EQ(message(10, 0),
            "the pose of body 2 overflows: q, a mimic or an offset is too "
            "large");
  EXPECT_EQ(message(1, 1.7e308), "no error");
}

TEST_F(Plant, FinalizeThatThrowsChangesNothing) {
  plant_.AddJoint(Mimicking("ja", "jb", 1, 0), world_, a_);
  EXPECT_THROW(plant_.Finalize(), UnknownNameError);
  EXPECT_FALSE(plant_.is_finalized());
  EXPECT_EQ(plant_.num_joints(), 1);
  EXPECT_FALSE(plant_.HasJointNamed("$world_b"));
  plant_.AddJoint(Revolute("jb"), world_, b_);
  plant_.Finalize();
  EXPECT_EQ(plant_.num_positions(), 15);
}

TEST_F(Plant, HalfSpaceNeedsAFixedBody) {
  plant_.AddJoint(Fixed("ja"), world_, a_);
  plant_.AddJoint(Fixed("ab"), a_, b_);
  plant_.RegisterCollisionGeometry(b_, {}, HalfSpace(), "floor");
  plant_.RegisterCollisionGeometry(c_, {}, HalfSpace(), "deck");
  EXPECT_EQ(
      MessageOf<std::invalid_argument>([&] { plant_.Finalize(); }),
      "geometry \"deck\" of body \"c\" is a HalfSpace, which goes on without "
      "end, but the body is "
      "not fixed to the world");
  plant_.AddJoint(Fixed("bc"), b_, c_);
  plant_.Finalize();
  EXPECT_TRUE(plant_.is_finalized());
}

TEST_F(Plant, DefaultExclusions) {
  // world -r- a -r- b =weld= c, d floats on c by a joint of its own.
  plant_.AddJoint(Revolute("wa"), world_, a_);
  plant_.AddJoint(Revolute("ab"), a_, b_);
  plant_.AddJoint(Fixed("bc"), b_, c_);
  plant_.AddJoint({.name = "cd", .type = JointType::kQuaternionFloating}, c_,
                  d_);
  plant_.ExcludeCollisionsBetween(d_, a_);
  plant_.ExcludeCollisionsBetween(a_, d_);
  EXPECT_EQ(plant_.excluded_pairs().size(), 1u);
  EXPECT_FALSE(plant_.IsExcluded(a_, b_));
  EXPECT_THROW(plant_.ExcludeCollisionsBetween(a_, a_), std::invalid_argument);
  EXPECT_THROW(plant_.ExcludeCollisionsBetween(a_, BodyIndex(9)),
               std::out_of_range);
  EXPECT_THROW(plant_.welded_subgraph(), std::logic_error);
  plant_.Finalize();

  EXPECT_FALSE(plant_.IsExcluded(world_, a_));
  EXPECT_TRUE(plant_.IsExcluded(a_, b_));
  EXPECT_TRUE(plant_.IsExcluded(b_, c_));
  EXPECT_FALSE(plant_.IsExcluded(a_, c_));
  EXPECT_FALSE(plant_.IsExcluded(c_, d_));
  EXPECT_TRUE(plant_.IsExcluded(d_, a_));
  EXPECT_FALSE(plant_.IsExcluded(a_, a_));
  EXPECT_THROW(plant_.IsExcluded(a_, BodyIndex(9)), std::out_of_range);
  const std::vector<int> welded(plant_.welded_subgraph().begin(),
                                plant_.welded_subgraph().end());
  EXPECT_EQ(welded, (std::vector{0, 1, 2, 2, 4}));
}

TEST_F(Plant, AllThatIsWeldedToTheWorldIsOneSubgraph) {
  plant_.AddJoint(Fixed("dc"), d_, c_);
  plant_.AddJoint(Fixed("wd"), world_, d_);
  plant_.AddJoint(Fixed("wa"), world_, a_);
  plant_.AddJoint(Revolute("ab"), a_, b_);
  plant_.Finalize();
  EXPECT_TRUE(plant_.IsExcluded(a_, c_));
  EXPECT_TRUE(plant_.IsExcluded(world_, c_));
  EXPECT_FALSE(plant_.IsExcluded(b_, c_));
  EXPECT_EQ(plant_.welded_subgraph()[c_], 0);
}

TEST_F(Plant, CallsInTheWrongState) {
  const auto expect_refused = [](const auto& function) {
    EXPECT_NE(MessageOf<std::logic_error>(function).find("Finalize()"),
              std::string::npos);
  };
  expect_refused([&] { plant_.tree(); });
  expect_refused([&] { plant_.num_positions(); });
  expect_refused([&] { plant_.GetPositionNames(); });
  expect_refused([&] { plant_.GetPositionLowerLimits(); });
  expect_refused([&] { plant_.GetDefaultPositions(); });
  plant_.Finalize();
  expect_refused([&] { plant_.Finalize(); });
  expect_refused([&] { plant_.AddModelInstance("m"); });
  expect_refused([&] { plant_.AddRigidBody("e"); });
  expect_refused([&] { plant_.AddFrame("f", a_, {}); });
  expect_refused([&] { plant_.AddJoint(Revolute("j"), world_, a_); });
  expect_refused(
      [&] { plant_.RegisterCollisionGeometry(a_, {}, Sphere(1), "ball"); });
  expect_refused([&] { plant_.ExcludeCollisionsBetween(a_, b_); });
}

TEST(RobotDiagram, SharesAFinalizedPlant) {
  EXPECT_THROW(RobotDiagram(nullptr), std::invalid_argument);
  auto plant = std::make_shared<MultibodyPlant>();
  EXPECT_THROW(RobotDiagram{plant}, std::logic_error);
  plant->Finalize();
  const RobotDiagram diagram(plant);
  EXPECT_EQ(&diagram.plant(), plant.get());
  EXPECT_EQ(&diagram.scene_graph().plant(), plant.get());
}

TEST(SceneGraph, ShowsThePlantsGeometry) {
  auto plant = std::make_shared<MultibodyPlant>();
  const BodyIndex a = plant->AddRigidBody("a");
  const BodyIndex b = plant->AddRigidBody("b");
  const SceneGraph scene_graph(plant);
  const RigidTransform X_BG(Vector3(1, 2, 3));
  const GeometryId ball =
      plant->RegisterCollisionGeometry(a, X_BG, Sphere(0.5), "ball");
  const GeometryId box =
      plant->RegisterCollisionGeometry(b, {}, Box(1, 2, 3), "box");
  const GeometryId point =
      plant->RegisterCollisionGeometry(a, {}, Sphere(0), "point");
  plant->ExcludeCollisionsBetween(a, b);

  EXPECT_EQ(scene_graph.num_geometries(), 3);
  EXPECT_EQ(scene_graph.GetAllGeometryIds(), (std::vector{ball, box, point}));
  EXPECT_EQ(scene_graph.GetGeometriesForBody(a), (std::vector{ball, point}));
  EXPECT_EQ(scene_graph.GetName(box), "box");
  EXPECT_EQ(scene_graph.GetShape(box).type(), ShapeType::kBox);
  EXPECT_EQ(scene_graph.GetBodyIndex(box), b);
  EXPECT_EQ(scene_graph.GetPoseInBody(ball).translation(), Vector3(1, 2, 3));
  EXPECT_TRUE(scene_graph.CollisionFiltered(ball, box));
  EXPECT_TRUE(scene_graph.CollisionFiltered(ball, point));
  EXPECT_THROW(scene_graph.GetName(GeometryId(3)), std::out_of_range);
  EXPECT_THROW(scene_graph.GetGeometriesForBody(BodyIndex(3)),
               std::out_of_range);
}

}  // namespace
}  // namespace clearway
