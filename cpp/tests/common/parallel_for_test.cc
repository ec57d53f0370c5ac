#include "clearway/common/parallel_for.h"

#include <atomic>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "clearway/common/logging.h"

namespace clearway {
namespace {

TEST(ParallelFor, CallsEachIndexOnce) {
  for (const int num_threads : {1, 2, 5}) {
    for (const int count : {0, 1, 7, 10000}) {
      std::vector<std::atomic<int>> calls(count);
      ParallelFor(count, Parallelism(num_threads),
                  [&](std::int64_t i, int worker) {
                    EXPECT_GE(worker, 0);
                    EXPECT_LT(worker, num_threads);
                    ++calls[i];
                  });
      for (const auto& c : calls) EXPECT_EQ(c, 1);
    }
  }
}

TEST(ParallelFor, LowestFailureReachesTheCallerWithItsType) {
  for (const int num_threads : {1, 4}) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      try {
        ParallelFor(1000, Parallelism(num_threads), [](std::int64_t i, int) {
          if (i >= 300) throw std::out_of_range(std::to_string(i));
        });
        FAIL();
      } catch (const std::out_of_range& error) {
        EXPECT_STREQ(error.what(), "300");
      }
    }
  }
}

TEST(ParallelFor, NestedRunsSerially) {
  std::atomic<int> sum{0};
  ParallelFor(4, Parallelism(2), [&](std::int64_t, int) {
    ParallelFor(10, Parallelism(2), [&](std::int64_t, int worker) {
      EXPECT_EQ(worker, 0);
      ++sum;
    });
  });
  EXPECT_EQ(sum, 40);
}

TEST(ParallelFor, MessagesArriveOnTheCallerOrderedByIndex) {
  std::vector<std::string> messages;  // unguarded: only this thread may write
  SetLogSink([&](LogLevel level, const std::string& message) {
    EXPECT_EQ(level, LogLevel::kInfo);
    EXPECT_EQ(CallerThreadNumber(), 0);
    EXPECT_EQ(CountWorkers(2, Parallelism(2)), 2);  // not inside the loop
    messages.push_back(message);
  });
  ParallelFor(100, Parallelism(4), [](std::int64_t i, int) {
    Log(LogLevel::kInfo, std::to_string(i));
  });
  SetLogSink({});
  ASSERT_EQ(messages.size(), 100u);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(messages[i], std::to_string(i));
}

// libgomp ends the process when it cannot have a thread.
TEST(ParallelFor, NeverAsksForAnAbsurdNumberOfThreads) {
  EXPECT_EQ(CountWorkers(1'000'000'000, Parallelism(1'000'000)), 1024);
}

// A count in the place of a bool would be true, hence all threads.
static_assert(std::is_convertible_v<bool, Parallelism>);
static_assert(!std::is_convertible_v<int, Parallelism>);

TEST(Parallelism, Values) {
  EXPECT_EQ(Parallelism().num_threads(), 1);
  EXPECT_EQ(Parallelism(false).num_threads(), 1);
  EXPECT_EQ(Parallelism(3).num_threads(), 3);
  EXPECT_GE(Parallelism(true).num_threads(), 1);
  EXPECT_THROW(Parallelism(0), std::invalid_argument);
}

}  // namespace
}  // namespace clearway
