#include "clearway/common/fork.h"

#include <omp.h>

#ifndef _WIN32
#include <pthread.h>
#endif
#ifdef __linux__
#include <link.h>
#endif

#include <atomic>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

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

#ifdef __linux__
// Whether this process is a fork of another that ran no program of its own
// since.
// @source proc(5), field 9 of stat; PF_FORKNOEXEC in the kernel's sched.h.
bool IsForkWithoutExec() {
  constexpr unsigned kForkNoExec = 0x40;
  std::ifstream file("/proc/self/stat");
  const std::string stat{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = stat.rfind(')');  // A name may hold spaces.
  if (name_end == std::string::npos) return false;
  std::istringstream fields(stat.substr(name_end + 1));
  std::string field;
  for (int i = 3; i < 9; ++i) fields >> field;
  unsigned flags = 0;
  fields >> flags;
  return (flags & kForkNoExec) != 0;
}

// Whether the OpenMP runtime was loaded before this library. Loaded objects are
// listed in order, and what an object needs comes after it.
bool RuntimeWasLoadedBefore() {
  struct Search {
    std::uintptr_t library, runtime;
    bool runtime_found;
  };
  Search search{reinterpret_cast<std::uintptr_t>(&g_fork_generation),
                reinterpret_cast<std::uintptr_t>(&omp_get_thread_num), false};
  const auto visit = [](dl_phdr_info* object, std::size_t, void* data) {
    auto& found = *static_cast<Search*>(data);
    const auto contains = [object](std::uintptr_t address) {
      for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& segment = object->dlpi_phdr[i];
        if (segment.p_type == PT_LOAD &&
            address - (object->dlpi_addr + segment.p_vaddr) < segment.p_memsz) {
          return true;
        }
      }
      return false;
    };
    if (contains(found.library)) return 1;  // Ends the search.
    found.runtime_found = found.runtime_found || contains(found.runtime);
    return 0;
  };
  dl_iterate_phdr(visit, &search);
  return search.runtime_found;
}

const bool g_loaded_after_fork =
    IsForkWithoutExec() && RuntimeWasLoadedBefore();
#else
// The runtimes of other systems mend themselves, or there is no fork.
constexpr bool g_loaded_after_fork = false;
#endif

}  // namespace

bool MayLackOpenMpThreads() {
  return g_fork_generation > 0 || g_loaded_after_fork;
}

int fork_generation() { return g_fork_generation; }

std::mutex& fork_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace clearway
