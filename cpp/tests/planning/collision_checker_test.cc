#include "clearway/planning/collision_checker.h"

#include <atomic>
#include <limits>
#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "world/mini_models.h"

namespace clearway {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// The base class alone: its subclass decides by a function, and counts.
class MockChecker final : public CollisionChecker {
 public:
  explicit MockChecker(CollisionCheckerParams params, bool parallel = true,
                       bool allocate = true)
      : CollisionChecker(std::move(params), parallel) {
    if (allocate) AllocateContexts();
  }

  std::function<bool(const VectorX&)> is_free{
      [](const VectorX&) { return true; }};
  bool takes_shapes{true};
  bool filters_hook_throws{false};
  int num_filter_hooks{0};
  mutable std::atomic<int> num_checks{0};
  mutable std::atomic<int> num_updates{0};

 private:
  MockChecker(const MockChecker& other)
      : CollisionChecker(other), is_free(other.is_free) {}

  std::unique_ptr<CollisionChecker> DoClone() const final {
    return std::unique_ptr<CollisionChecker>(new MockChecker(*this));
  }
  void DoUpdateContextPositions(CollisionCheckerContext*) const final {
    ++num_updates;
  }
  bool DoCheckContextConfigCollisionFree(
      CollisionCheckerContext* context) const final {
    ++num_checks;
    return is_free(context->positions());
  }
  std::optional<GeometryId> DoAddCollisionShapeToBody(
      const std::string&, const RigidBody&, const std::shared_ptr<const Shape>&,
      const RigidTransform&) final {
    if (!takes_shapes) return std::nullopt;
    return GeometryId(100);
  }
  void RemoveAddedGeometries(const std::vector<AddedShape>&) final {}
  void UpdateCollisionFilters() final {
    ++num_filter_hooks;
    if (filters_hook_throws) throw std::runtime_error("hook");
  }
  RobotClearance DoCalcContextRobotClearance(CollisionCheckerContext*,
                                             double) const final {
    RobotClearance clearance(plant().num_positions());
    clearance.Append(BodyIndex(1), BodyIndex(4),
                     RobotCollisionType::kEnvironmentCollision, 1,
                     Eigen::RowVectorXd::Ones(plant().num_positions()));
    return clearance;
  }
  std::vector<RobotCollisionType> DoClassifyContextBodyCollisions(
      CollisionCheckerContext*) const final {
    return {};
  }
  int DoMaxContextNumDistances(const CollisionCheckerContext&) const final {
    return 13;
  }
};

CollisionCheckerParams MakeParams(int num_contexts = 2) {
  CollisionCheckerParams params;
  params.model = std::make_shared<RobotDiagram>(testing::MakeSlider());
  params.robot_model_instances = {ModelInstanceIndex(2)};
  params.edge_step_size = 0.1;
  params.implicit_context_parallelism = Parallelism(num_contexts);
  return params;
}

TEST(CollisionChecker, RefusesBadParams) {
  const auto refuses = [](auto&& spoil) {
    CollisionCheckerParams params = MakeParams();
    spoil(&params);
    EXPECT_THROW(MockChecker(std::move(params)), std::invalid_argument);
  };
  using Params = CollisionCheckerParams;
  refuses([](Params* p) { p->model = nullptr; });
  refuses([](Params* p) {
    p->implicit_context_parallelism = Parallelism(1'000'000'000);
  });
  refuses([](Params* p) { p->robot_model_instances = {}; });
  refuses(
      [](Params* p) { p->robot_model_instances = {ModelInstanceIndex(0)}; });
  for (const double step : {0.0, -1.0, kNan, kInf}) {
    refuses([step](Params* p) { p->edge_step_size = step; });
  }
  refuses([](Params* p) { p->env_collision_padding = kInf; });
  refuses([](Params* p) { p->self_collision_padding = kNan; });
  refuses([](Params* p) {
    p->configuration_distance_function = [](const auto&, const auto&) {
      return 1.0;
    };
  });
  EXPECT_THROW(MockChecker(MakeParams(2), false), std::invalid_argument);
  EXPECT_FALSE(MockChecker(MakeParams(1), false).SupportsParallelChecking());
}

TEST(CollisionChecker, NeedsItsContexts) {
  const MockChecker dut(MakeParams(), true, false);
  EXPECT_EQ(dut.num_allocated_contexts(), 0);
  EXPECT_THROW(dut.CheckConfigCollisionFree(Vector2(0, 0)), std::logic_error);
  EXPECT_THROW(dut.Clone(), std::logic_error);
  EXPECT_THROW(dut.MakeStandaloneModelContext(), std::logic_error);
}

TEST(CollisionChecker, ValidatesPositions) {
  const MockChecker dut(MakeParams());
  const auto context = dut.MakeStandaloneModelContext();
  for (const VectorX& bad :
       {VectorX(VectorX::Zero(3)), VectorX(Vector2(0, kNan)),
        VectorX(Vector2(kInf, 0))}) {
    EXPECT_THROW(dut.UpdatePositions(bad), std::invalid_argument);
    EXPECT_THROW(dut.CheckConfigCollisionFree(bad), std::invalid_argument);
    EXPECT_THROW(dut.CheckConfigsCollisionFree(std::vector<VectorX>{bad}),
                 std::invalid_argument);
    EXPECT_THROW(dut.CheckContextConfigCollisionFree(context.get(), bad),
                 std::invalid_argument);
    EXPECT_THROW(dut.ClassifyBodyCollisions(bad), std::invalid_argument);
    EXPECT_THROW(dut.CalcRobotClearance(bad, 1), std::invalid_argument);
  }
  EXPECT_THROW(dut.CheckContextConfigCollisionFree(nullptr, Vector2(0, 0)),
               std::invalid_argument);
  CollisionCheckerContext other(
      std::make_shared<RobotDiagram>(testing::MakeSlider()));
  EXPECT_THROW(dut.UpdateContextPositions(&other, Vector2(0, 0)),
               std::invalid_argument);
  EXPECT_EQ(dut.num_checks, 0);
  EXPECT_TRUE(dut.CheckConfigCollisionFree(Vector2(0, 0)));
}

TEST(CollisionChecker, UpdatesOneContext) {
  const MockChecker dut(MakeParams());
  const auto standalone = dut.MakeStandaloneModelContext();
  EXPECT_EQ(dut.UpdatePositions(Vector2(1, 2), 1).positions(), Vector2(1, 2));
  EXPECT_EQ(dut.num_updates, 1);
  EXPECT_EQ(dut.plant_context(1).positions(), Vector2(1, 2));
  EXPECT_EQ(dut.plant_context(0).positions(), Vector2(0, 0));
  EXPECT_EQ(dut.plant_context().positions(), Vector2(0, 0));
  EXPECT_EQ(standalone->positions(), Vector2(0, 0));
  EXPECT_THROW(dut.model_context(2), std::out_of_range);
  EXPECT_THROW(dut.UpdatePositions(Vector2(0, 0), -1), std::out_of_range);
}

TEST(CollisionChecker, OperationReachesEveryContext) {
  MockChecker dut(MakeParams());
  const auto count = [](CollisionChecker* checker) {
    std::set<CollisionCheckerContext*> seen;
    checker->PerformOperationAgainstAllModelContexts(
        [&](const RobotDiagram& model, CollisionCheckerContext* context) {
          EXPECT_EQ(&model, &checker->model());
          EXPECT_TRUE(seen.insert(context).second);
        });
    return seen.size();
  };
  EXPECT_EQ(count(&dut), 3u);
  auto standalone = dut.MakeStandaloneModelContext();
  EXPECT_EQ(count(&dut), 4u);
  EXPECT_EQ(count(dut.Clone().get()), 3u);
  standalone.reset();
  EXPECT_EQ(count(&dut), 3u);
  EXPECT_THROW(dut.PerformOperationAgainstAllModelContexts(nullptr),
               std::invalid_argument);
}

TEST(CollisionChecker, CloneIsIndependent) {
  MockChecker dut(MakeParams());
  dut.SetPaddingAllRobotEnvironmentPairs(0.25);
  dut.AddCollisionShapeToBody("group", BodyIndex(1), Sphere(1),
                              RigidTransform());
  const auto clone = dut.Clone();
  EXPECT_EQ(clone->GetPaddingMatrix(), dut.GetPaddingMatrix());
  EXPECT_EQ(clone->num_allocated_contexts(), 2);
  EXPECT_EQ(clone->GetAllAddedCollisionShapes().at("group").size(), 1u);
  clone->SetPaddingAllRobotEnvironmentPairs(1);
  clone->RemoveAllAddedCollisionShapes();
  clone->SetCollisionFilteredWithAllBodies(BodyIndex(1));
  clone->set_edge_step_size(5);
  EXPECT_EQ(dut.GetPaddingBetween(BodyIndex(1), BodyIndex(4)), 0.25);
  EXPECT_EQ(dut.GetAllAddedCollisionShapes().size(), 1u);
  EXPECT_EQ(dut.GetFilteredCollisionMatrix(),
            dut.GetNominalFilteredCollisionMatrix());
  EXPECT_EQ(dut.edge_step_size(), 0.1);
}

TEST(CollisionChecker, FilterHook) {
  MockChecker dut(MakeParams());
  const Eigen::MatrixXi nominal = dut.GetFilteredCollisionMatrix();
  dut.SetCollisionFilterMatrix(nominal);
  dut.SetCollisionFilteredBetween(BodyIndex(1), BodyIndex(2), true);
  EXPECT_EQ(dut.num_filter_hooks, 0);  // Nothing changed.
  dut.SetCollisionFilteredBetween(BodyIndex(1), BodyIndex(2), false);
  EXPECT_EQ(dut.num_filter_hooks, 1);
  dut.SetCollisionFilterMatrix(nominal);
  EXPECT_EQ(dut.num_filter_hooks, 2);
  dut.filters_hook_throws = true;
  EXPECT_THROW(dut.SetCollisionFilteredWithAllBodies(BodyIndex(1)),
               std::runtime_error);
  EXPECT_EQ(dut.GetFilteredCollisionMatrix(), nominal);
  EXPECT_EQ(dut.GetNominalFilteredCollisionMatrix(), nominal);
}

BodyShapeDescription Describe(const std::string& instance,
                              const std::string& body) {
  return {Sphere(0.5), testing::At(1, 2, 3), instance, body};
}

TEST(CollisionChecker, GroupsOfShapes) {
  MockChecker dut(MakeParams());
  EXPECT_EQ(dut.AddCollisionShapes(
                "one", {Describe("robot", "a"), Describe("scene", "box"),
                        Describe("robot", "c")}),
            3);
  const auto counts = dut.AddCollisionShapes(
      {{"two", {Describe("robot", "b")}},
       {"three", {Describe("robot", "b"), Describe("robot", "b")}}});
  EXPECT_EQ(counts.at("two"), 1);
  EXPECT_EQ(counts.at("three"), 2);
  const auto all = dut.GetAllAddedCollisionShapes();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all.at("one")[1].body_name(), "box");
  EXPECT_EQ(all.at("one")[1].pose_in_body().translation(), Vector3(1, 2, 3));
  dut.RemoveAllAddedCollisionShapes("unknown");
  dut.RemoveAllAddedCollisionShapes("one");
  EXPECT_EQ(dut.GetAllAddedCollisionShapes().size(), 2u);
  dut.RemoveAllAddedCollisionShapes();
  EXPECT_TRUE(dut.GetAllAddedCollisionShapes().empty());
}

TEST(CollisionChecker, ShapesThatAreNotTaken) {
  MockChecker dut(MakeParams());
  dut.takes_shapes = false;
  EXPECT_FALSE(dut.AddCollisionShape("group", Describe("robot", "a")));
  EXPECT_TRUE(dut.GetAllAddedCollisionShapes().empty());
  dut.takes_shapes = true;
  EXPECT_THROW(dut.AddCollisionShape("group", Describe("robot", "nobody")),
               UnknownNameError);
  EXPECT_THROW(dut.AddCollisionShape("group", Describe("nowhere", "a")),
               UnknownNameError);
  // All or none.
  EXPECT_THROW(dut.AddCollisionShapes("group", {Describe("robot", "a"),
                                                Describe("robot", "nobody")}),
               UnknownNameError);
  EXPECT_THROW(dut.AddCollisionShapeToBody("group", BodyIndex(9), Sphere(1),
                                           RigidTransform()),
               std::out_of_range);
  EXPECT_TRUE(dut.GetAllAddedCollisionShapes().empty());
}

TEST(CollisionChecker, ClearanceValidatesInfluence) {
  const MockChecker dut(MakeParams());
  for (const double bad : {-1.0, kInf, kNan}) {
    EXPECT_THROW(dut.CalcRobotClearance(Vector2(0, 0), bad),
                 std::invalid_argument);
  }
  EXPECT_EQ(dut.MaxNumDistances(), 13);
  EXPECT_THROW(dut.FindCollisions(Vector2(0, 0)), std::logic_error);
  EXPECT_THROW(dut.FindCollidingPairs(Vector2(0, 0)), std::logic_error);
}

TEST(CollisionChecker, FunctionsInsteadOfAProvider) {
  CollisionCheckerParams params = MakeParams();
  params.configuration_distance_function =
      [](const VectorX& q1, const VectorX& q2) { return 2 * (q1 - q2).norm(); };
  MockChecker dut(params);
  const VectorX q1 = Vector2(0, 0), q2 = Vector2(3, 4);
  EXPECT_EQ(dut.ComputeConfigurationDistance(q1, q2), 10);
  EXPECT_TRUE(dut.InterpolateBetweenConfigurations(q1, q2, 0.5)
                  .isApprox(Vector2(1.5, 2)));
  dut.SetConfigurationInterpolationFunction(
      [](const VectorX& a, const VectorX& b, double r) -> VectorX {
        return r < 0.5 ? a : b;
      });
  EXPECT_EQ(dut.InterpolateBetweenConfigurations(q1, q2, 0.5), q2);
  const auto distance = dut.MakeStandaloneConfigurationDistanceFunction();
  dut.SetConfigurationDistanceFunction(
      [](const VectorX& a, const VectorX& b) { return (a - b).norm(); });
  EXPECT_EQ(dut.ComputeConfigurationDistance(q1, q2), 5);
  EXPECT_EQ(distance(q1, q2), 10);
  // A closure may come back in: it does not call the checker.
  dut.SetConfigurationDistanceFunction(distance);
  EXPECT_EQ(dut.ComputeConfigurationDistance(q1, q2), 10);
  dut.SetConfigurationInterpolationFunction(nullptr);
  EXPECT_TRUE(dut.InterpolateBetweenConfigurations(q1, q2, 0.5)
                  .isApprox(Vector2(1.5, 2)));
  // What breaks its promise is refused, and changes nothing.
  EXPECT_THROW(dut.SetConfigurationDistanceFunction(
                   [](const VectorX&, const VectorX&) { return 1.0; }),
               std::invalid_argument);
  EXPECT_THROW(dut.SetConfigurationDistanceFunction(nullptr),
               std::invalid_argument);
  EXPECT_EQ(dut.ComputeConfigurationDistance(q1, q2), 10);
}

TEST(CollisionChecker, ProviderExcludesFunctions) {
  MockChecker dut(MakeParams());
  EXPECT_THROW(dut.SetConfigurationDistanceFunction(
                   [](const VectorX&, const VectorX&) { return 0.0; }),
               std::logic_error);
  EXPECT_THROW(dut.SetConfigurationInterpolationFunction(nullptr),
               std::logic_error);
  EXPECT_THROW(dut.SetDistanceAndInterpolationProvider(nullptr),
               std::invalid_argument);
}

// 64 threads on a pool of 2, single calls and batches at once: each call sees
// its own configuration only.
TEST(CollisionChecker, ManyThreadsShareThePool) {
  MockChecker dut(MakeParams(2));
  dut.is_free = [](const VectorX& q) {
    const double before = q(0);
    std::this_thread::yield();
    return before == q(0) && q(0) > 0;
  };
  std::atomic<int> num_wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 64; ++t) {
    threads.emplace_back([&, t] {
      const double x = t % 2 == 0 ? 1 + t : -1 - t;
      for (int i = 0; i < 20; ++i) {
        if (dut.CheckConfigCollisionFree(Vector2(x, 0)) != (x > 0)) ++num_wrong;
        const auto batch = dut.CheckConfigsCollisionFree(
            {Vector2(x, 0), Vector2(-x, 0)}, Parallelism(2));
        if (batch[0] != (x > 0) || batch[1] != (x < 0)) ++num_wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(num_wrong, 0);
}

TEST(CollisionChecker, WorkersErrorsReachTheCaller) {
  MockChecker dut(MakeParams(2));
  dut.is_free = [](const VectorX& q) -> bool {
    if (q(0) >= 100) throw std::domain_error(std::to_string(int(q(0))));
    return true;
  };
  RowMatrixX configs(1000, 2);
  for (int i = 0; i < 1000; ++i) configs.row(i) << i, 0;
  try {
    dut.CheckConfigsCollisionFree(configs, Parallelism(2));
    ADD_FAILURE();
  } catch (const std::domain_error& error) {
    EXPECT_EQ(std::string(error.what()), "100");
  }
  // The leases have come back.
  EXPECT_TRUE(dut.CheckConfigCollisionFree(Vector2(0, 0), 0));
  EXPECT_TRUE(dut.CheckConfigCollisionFree(Vector2(0, 0), 1));
}

// A call from within a call of the same thread finds the other context, or is
// told that it would wait for itself.
TEST(CollisionChecker, CallsFromWithinCalls) {
  for (const int num_contexts : {1, 2}) {
    MockChecker dut(MakeParams(num_contexts));
    bool inside = false;
    dut.is_free = [&](const VectorX&) {
      if (inside) return true;
      inside = true;
      return dut.CheckConfigCollisionFree(Vector2(0, 0));
    };
    if (num_contexts == 2) {
      EXPECT_TRUE(dut.CheckConfigCollisionFree(Vector2(0, 0)));
    } else {
      EXPECT_THROW(dut.CheckConfigCollisionFree(Vector2(0, 0)),
                   std::logic_error);
    }
  }
}

// Edges. q(0) runs from 0 to 1 in four steps: samples at 0, 1/4, …, 1.
class EdgeTest : public ::testing::Test {
 protected:
  EdgeTest() : dut_(MakeParams(2)) {
    dut_.set_edge_step_size(1 / 3.5);
    dut_.is_free = [this](const VectorX& q) {
      const std::lock_guard lock(mutex_);
      samples_.push_back(q(0));
      return q(0) < first_colliding_ - 1e-12;
    };
  }

  std::mutex mutex_;
  std::vector<double> samples_;
  double first_colliding_{kInf};
  MockChecker dut_;
  const VectorX q1_ = Vector2(0, 0);
  const VectorX q2_ = Vector2(1, 0);
};

TEST_F(EdgeTest, CheckTriesTheEndFirst) {
  EXPECT_TRUE(dut_.CheckEdgeCollisionFree(q1_, q2_));
  EXPECT_EQ(samples_, (std::vector<double>{1, 0, 0.25, 0.5, 0.75}));
  samples_.clear();
  first_colliding_ = 1;
  EXPECT_FALSE(dut_.CheckEdgeCollisionFree(q1_, q2_));
  EXPECT_EQ(samples_, std::vector<double>{1});
}

TEST_F(EdgeTest, MeasureGoesInOrder) {
  const EdgeMeasure measure = dut_.MeasureEdgeCollisionFree(q1_, q2_);
  EXPECT_EQ(samples_, (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  EXPECT_TRUE(measure.completely_free());
  EXPECT_EQ(measure.distance(), 1);
}

TEST_F(EdgeTest, EveryAlphaInEveryForm) {
  const auto context = dut_.MakeStandaloneModelContext();
  for (int k = 0; k <= 5; ++k) {
    first_colliding_ = 0.25 * k;
    const double alpha = k == 5 ? 1.0 : k == 0 ? -1.0 : 0.25 * (k - 1);
    const std::vector<CollisionChecker::Edge> edges(3, {q1_, q2_});
    RowMatrixX rows(2, 4);
    rows << 0, 0, 1, 0, 0, 0, 1, 0;
    EXPECT_EQ(dut_.MeasureEdgeCollisionFree(q1_, q2_).alpha_or(-1), alpha);
    EXPECT_EQ(dut_.MeasureContextEdgeCollisionFree(context.get(), q1_, q2_)
                  .alpha_or(-1),
              alpha);
    EXPECT_EQ(dut_.CheckContextEdgeCollisionFree(context.get(), q1_, q2_),
              k == 5);
    for (const int num_threads : {1, 2}) {
      const Parallelism threads(num_threads);
      EXPECT_EQ(
          dut_.MeasureEdgeCollisionFreeParallel(q1_, q2_, threads).alpha_or(-1),
          alpha);
      EXPECT_EQ(dut_.CheckEdgeCollisionFreeParallel(q1_, q2_, threads), k == 5);
      for (const auto& measures :
           {dut_.MeasureEdgesCollisionFree(edges, threads),
            dut_.MeasureEdgesCollisionFree(rows, threads)}) {
        for (const EdgeMeasure& measure : measures) {
          EXPECT_EQ(measure.alpha_or(-1), alpha);
        }
      }
      EXPECT_EQ(dut_.CheckEdgesCollisionFree(edges, threads),
                std::vector<std::uint8_t>(3, k == 5));
      EXPECT_EQ(dut_.CheckEdgesCollisionFree(rows, threads),
                std::vector<std::uint8_t>(2, k == 5));
    }
  }
}

TEST_F(EdgeTest, NoLengthIsOneStep) {
  const EdgeMeasure measure = dut_.MeasureEdgeCollisionFree(q1_, q1_);
  EXPECT_EQ(samples_.size(), 2u);
  EXPECT_EQ(measure.distance(), 0);
  EXPECT_TRUE(measure.completely_free());
  first_colliding_ = 0;
  EXPECT_FALSE(dut_.MeasureEdgeCollisionFree(q1_, q1_).partially_free());
}

TEST_F(EdgeTest, RefusesBadEnds) {
  first_colliding_ = 1;  // A colliding end hides no bad start.
  for (const VectorX& bad :
       {VectorX(VectorX::Zero(3)), VectorX(Vector2(0, kNan)),
        VectorX(Vector2(kInf, 0))}) {
    for (const auto& [a, b] : {std::pair(bad, q2_), {q2_, bad}}) {
      EXPECT_THROW(dut_.CheckEdgeCollisionFree(a, b), std::invalid_argument);
      EXPECT_THROW(dut_.CheckEdgeCollisionFreeParallel(a, b),
                   std::invalid_argument);
      EXPECT_THROW(dut_.CheckEdgesCollisionFree({{a, b}}),
                   std::invalid_argument);
      EXPECT_THROW(dut_.MeasureEdgeCollisionFree(a, b), std::invalid_argument);
      EXPECT_THROW(dut_.MeasureEdgeCollisionFreeParallel(a, b),
                   std::invalid_argument);
      EXPECT_THROW(dut_.MeasureEdgesCollisionFree({{a, b}}),
                   std::invalid_argument);
    }
  }
  EXPECT_THROW(dut_.CheckEdgesCollisionFree(RowMatrixX::Zero(2, 3)),
               std::invalid_argument);
  EXPECT_THROW(dut_.CheckConfigsCollisionFree(RowMatrixX::Zero(2, 3)),
               std::invalid_argument);
  dut_.set_edge_step_size(1e-300);
  first_colliding_ = kInf;
  EXPECT_THROW(dut_.CheckEdgeCollisionFree(q1_, q2_), std::invalid_argument);
}

TEST_F(EdgeTest, ErrorsOfBatchesNameTheRow) {
  const std::vector<VectorX> configs{Vector2(0, 0), Vector2(0, kInf)};
  try {
    dut_.CheckConfigsCollisionFree(configs);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "configs[1]: q[1] must be finite, got inf");
  }
  const VectorX q = Vector2(0, 0), longer = Vector3(0, 0, 0);
  try {
    dut_.MeasureEdgesCollisionFree({{q, q}, {q, q}, {q, longer}});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "edges[2]: q2 must have size 2, got 3");
  }
}

TEST_F(EdgeTest, NothingIsEmpty) {
  EXPECT_TRUE(dut_.CheckEdgesCollisionFree(RowMatrixX()).empty());
  EXPECT_TRUE(dut_.MeasureEdgesCollisionFree(RowMatrixX()).empty());
  EXPECT_TRUE(dut_.CheckConfigsCollisionFree(RowMatrixX()).empty());
  EXPECT_TRUE(dut_.CheckConfigsCollisionFree(std::vector<VectorX>()).empty());
}

}  // namespace
}  // namespace clearway
