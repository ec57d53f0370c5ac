#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace clearway {

/// Importance of a message; the values are those of Python's logging module.
enum class LogLevel { kDebug = 10, kInfo = 20, kWarning = 30, kError = 40 };

using LogSink = std::function<void(LogLevel level, const std::string& message)>;

/// Replaces the sink that receives every message of the library; an empty one
/// drops them, which is also the default: nothing is ever printed. The Python
/// package routes messages to the logger `clearway`.
/// @thread_safety Any thread; a delivery already under way uses the old sink.
void SetLogSink(LogSink sink);

/// Hands a message to the sink. Inside ParallelFor it is kept, and delivered on
/// the thread that called ParallelFor, when the loop has ended.
/// @thread_safety Any thread.
void Log(LogLevel level, const std::string& message);

/// Keeps what workers log until it can be delivered on the calling thread.
class LogCollector {
 public:
  explicit LogCollector(int num_workers) : messages_(num_workers) {}

  /// While the returned guard lives, this thread's messages are kept here.
  class Guard;
  Guard Collect(int worker);

  /// Messages that `worker` logs from now on belong to `index`.
  void SetIndex(int worker, std::int64_t index) {
    messages_[worker].index = index;
  }

  /// Delivers all that was kept, ordered by index.
  void Deliver();

 private:
  friend void Log(LogLevel level, const std::string& message);

  struct Message {
    std::int64_t index;
    LogLevel level;
    std::string text;
  };
  struct alignas(64) Worker {
    std::int64_t index{0};
    std::vector<Message> messages;
  };

  std::vector<Worker> messages_;
};

class LogCollector::Guard {
 public:
  Guard(LogCollector* collector, int worker);
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  LogCollector* previous_collector_;
  int previous_worker_;
};

}  // namespace clearway
