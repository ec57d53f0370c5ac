#include "clearway/planning/context_pool.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "world/mini_models.h"

namespace clearway {
namespace {

std::unique_ptr<ContextPool> MakePool(int size) {
  return std::make_unique<ContextPool>(
      std::make_unique<CollisionCheckerContext>(
          std::make_shared<RobotDiagram>(testing::MakeSlider())),
      size);
}

TEST(ContextPool, LastReturnedFirst) {
  const auto dut = MakePool(3);
  {
    const ContextLease first = dut->Lease(std::nullopt);
    const ContextLease second = dut->Lease(std::nullopt);
    EXPECT_NE(first.slot(), second.slot());
    EXPECT_EQ(first.context(), &dut->context(first.slot()));
  }
  { const ContextLease lease = dut->Lease(2); }
  EXPECT_EQ(dut->Lease(std::nullopt).slot(), 2);
}

TEST(ContextPool, RefusesBadNumbers) {
  const auto dut = MakePool(2);
  EXPECT_THROW(dut->Lease(2), std::out_of_range);
  EXPECT_THROW(dut->Lease(-1), std::out_of_range);
  EXPECT_THROW(dut->TryLease(2), std::out_of_range);
  EXPECT_THROW(dut->context(-1), std::out_of_range);
}

TEST(ContextPool, AThreadDoesNotWaitForItself) {
  const auto dut = MakePool(2);
  const ContextLease held = dut->Lease(0);
  EXPECT_THROW(dut->Lease(0), std::logic_error);
  EXPECT_FALSE(dut->TryLease(0).has_value());
  {
    // While another is free it may use that too.
    const ContextLease other = dut->Lease(std::nullopt);
    EXPECT_EQ(other.slot(), 1);
    EXPECT_THROW(dut->Lease(std::nullopt), std::logic_error);
  }
  EXPECT_TRUE(dut->TryLease(std::nullopt).has_value());
}

TEST(ContextPool, WaitsForTheNumberedSlot) {
  const auto dut = MakePool(2);
  auto held = std::make_unique<ContextLease>(dut->Lease(1));
  auto waiting =
      std::async(std::launch::async, [&dut] { return dut->Lease(1).slot(); });
  EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds(50)),
            std::future_status::timeout);
  held.reset();
  EXPECT_EQ(waiting.get(), 1);
}

TEST(ContextPool, ManyThreadsShareTwo) {
  const auto dut = MakePool(2);
  std::atomic<int> num_inside[2]{};
  std::atomic<int> num_clashes{0}, num_leases{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 64; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        const auto number =
            t % 3 == 0 ? std::optional<int>(i % 2) : std::nullopt;
        const ContextLease lease = dut->Lease(number);
        if (number && lease.slot() != *number) ++num_clashes;
        if (num_inside[lease.slot()].fetch_add(1) != 0) ++num_clashes;
        ++num_leases;
        num_inside[lease.slot()].fetch_sub(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(num_clashes, 0);
  EXPECT_EQ(num_leases, 6400);
}

// A fork while another thread holds both contexts: the child, where that thread
// does not exist, gets fresh ones at once.
TEST(ContextPool, ForkFreesWhatOtherThreadsHeld) {
  const auto dut = MakePool(2);
  std::promise<void> taken, done;
  std::thread holder([&] {
    const ContextLease a = dut->Lease(0);
    const ContextLease b = dut->Lease(1);
    taken.set_value();
    done.get_future().wait();
  });
  taken.get_future().wait();
  CollisionCheckerContext* const before = &dut->context(0);
  const pid_t child = fork();
  if (child == 0) {
    alarm(5);  // A hang ends as a signal, which the parent sees.
    const bool fresh = dut->Lease(0).context() != before;
    const bool free = dut->TryLease(1).has_value();
    _exit(fresh && free ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_FALSE(dut->TryLease(0).has_value());
  done.set_value();
  holder.join();
}

}  // namespace
}  // namespace clearway
