#pragma once

#include <mutex>

namespace clearway {

/// How many forks lie between this process and the one that loaded the library:
/// 0 in that process. What a thread of the parent held busy stays busy in the
/// child, where that thread does not exist; a changed generation tells.
/// @thread_safety Any thread.
int fork_generation();

/// Whether the OpenMP runtime may count on threads that a fork left behind, so
/// that a parallel region would wait for them for ever: in a forked child; and
/// in one that loaded the library only after the fork, if the runtime was in
/// the process before the library: others may have used it before the fork. A
/// runtime that came with the library is fresh.
/// @thread_safety Any thread.
bool MayLackOpenMpThreads();

/// Guards what is changed rarely and briefly, and must be whole after a fork:
/// fork() waits for it, and the child finds it free. One for the process; never
/// held while user code runs.
std::mutex& fork_mutex();

}  // namespace clearway
