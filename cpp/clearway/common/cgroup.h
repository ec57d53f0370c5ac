#pragma once

#include <filesystem>

namespace clearway::internal {

/* How many processors' worth of time the cgroups of this process allow it: the
 least quota of its cgroup and of all that this one is in, of version 1 and 2;
 infinity where there is none. A quota that is not to be seen from within, such
 as one above a container's namespace, does not count.

 @param root  the directory that stands for "/".
 @source proc(5) on mountinfo, cgroups(7), and the kernel's cgroup-v2.rst on
 cpu.max. */
double ReadCgroupCpuQuota(const std::filesystem::path& root = "/");

}  // namespace clearway::internal
