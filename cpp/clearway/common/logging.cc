#include "clearway/common/logging.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "clearway/common/fork.h"

namespace clearway {
namespace {

LogSink& Sink() {
  static LogSink sink;
  return sink;
}

thread_local LogCollector* t_collector = nullptr;
thread_local int t_worker = 0;

}  // namespace

void SetLogSink(LogSink sink) {
  // What was replaced ends outside the lock: its end may need the GIL.
  const std::lock_guard lock(fork_mutex());
  Sink().swap(sink);
}

void Log(LogLevel level, const std::string& message) {
  if (t_collector != nullptr) {
    auto& worker = t_collector->messages_[t_worker];
    worker.messages.push_back({worker.index, level, message});
    return;
  }
  // The sink is called outside the lock: it may need the GIL, whose holder may
  // be waiting here.
  LogSink sink;
  {
    const std::lock_guard lock(fork_mutex());
    sink = Sink();
  }
  if (sink) sink(level, message);
}

LogCollector::Guard LogCollector::Collect(int worker) { return {this, worker}; }

void LogCollector::Deliver() {
  std::vector<Message> all;
  for (Worker& worker : messages_) {
    std::move(worker.messages.begin(), worker.messages.end(),
              std::back_inserter(all));
    worker.messages.clear();
  }
  std::stable_sort(
      all.begin(), all.end(),
      [](const Message& a, const Message& b) { return a.index < b.index; });
  for (const Message& message : all) Log(message.level, message.text);
}

LogCollector::Guard::Guard(LogCollector* collector, int worker)
    : previous_collector_(t_collector), previous_worker_(t_worker) {
  t_collector = collector;
  t_worker = worker;
}

LogCollector::Guard::~Guard() {
  t_collector = previous_collector_;
  t_worker = previous_worker_;
}

}  // namespace clearway
