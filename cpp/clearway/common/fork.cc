#include "clearway/common/fork.h"

#ifndef _WIN32
#include <pthread.h>
#endif

#include <atomic>

namespace clearway {
namespace {

std::atomic<int> g_fork_generation{0};

const bool g_fork_handlers_installed = [] {
#ifndef _WIN32
  pthread_atfork([] { fork_mutex().lock(); }, [] { fork_mutex().unlock(); },
                 [] {
                   ++g_fork_generation;
                   fork_mutex().unlock();
                 });
#endif
  return true;
}();

}  // namespace

int fork_generation() { return g_fork_generation; }

std::mutex& fork_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace clearway
