#pragma once

#include <mutex>

namespace clearway {

/// How many forks lie between this process and the one that loaded the library:
/// 0 in that process. What a thread of the parent held busy stays busy in the
/// child, where that thread does not exist; a changed generation tells.
/// @thread_safety Any thread.
int fork_generation();

/// Guards what is changed rarely and briefly, and must be whole after a fork:
/// fork() waits for it, and the child finds it free. One for the process; never
/// held while user code runs.
std::mutex& fork_mutex();

}  // namespace clearway
