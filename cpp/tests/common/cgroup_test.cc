#include "clearway/common/cgroup.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace clearway::internal {
namespace {

namespace fs = std::filesystem;

/* A directory that stands for "/", as the kernel would fill it. */
class CgroupQuota : public testing::Test {
 protected:
  CgroupQuota() {
    root_ = fs::temp_directory_path() /
            ("cgroup_test_" + std::to_string(std::random_device{}()));
    fs::create_directories(root_);
  }
  ~CgroupQuota() override { fs::remove_all(root_); }

  void Write(const std::string& path, const std::string& content) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << content;
  }

  double Read() const { return ReadCgroupCpuQuota(root_); }

  fs::path root_;
};

constexpr char kVersion2[] =
    "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
    "31 22 0:28 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n";
constexpr char kVersion1[] =
    "30 22 0:27 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
    "31 22 0:28 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup "
    "rw,cpu,cpuacct\n"
    "32 22 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";

TEST_F(CgroupQuota, NothingIsNoQuota) {
  EXPECT_EQ(Read(), HUGE_VAL);
  Write("proc/self/mountinfo", kVersion2);
  EXPECT_EQ(Read(), HUGE_VAL);
  Write("proc/self/cgroup", "0::/\n");
  EXPECT_EQ(Read(), HUGE_VAL);
  Write("proc/self/mountinfo", "nonsense\n\n- - cgroup2\n");
  Write("proc/self/cgroup", "nonsense\n:\n");
  EXPECT_EQ(Read(), HUGE_VAL);
}

TEST_F(CgroupQuota, Version2CountsEachCgroupOnTheWay) {
  Write("proc/self/mountinfo", kVersion2);
  Write("proc/self/cgroup", "0::/user.slice/a:b.scope/job\n");
  const std::string top = "sys/fs/cgroup/";
  Write(top + "user.slice/cpu.max", "max 100000\n");
  Write(top + "user.slice/a:b.scope/job/cpu.max", "max 100000\n");
  EXPECT_EQ(Read(), HUGE_VAL);
  Write(top + "user.slice/a:b.scope/cpu.max", "250000 100000\n");
  EXPECT_EQ(Read(), 2.5);
  Write(top + "user.slice/cpu.max", "400000 100000\n");
  EXPECT_EQ(Read(), 2.5);
  Write(top + "user.slice/a:b.scope/job/cpu.max", "50000 100000\n");
  EXPECT_EQ(Read(), 0.5);
  // That of another cgroup does not.
  Write(top + "system.slice/cpu.max", "1000 100000\n");
  Write(top + "user.slice/a:b.scope/job/below/cpu.max", "1000 100000\n");
  EXPECT_EQ(Read(), 0.5);
}

TEST_F(CgroupQuota, NamespaceWhoseTopHasAQuota) {
  Write("proc/self/mountinfo", kVersion2);
  Write("proc/self/cgroup", "0::/\n");
  Write("sys/fs/cgroup/cpu.max", "300000 100000\n");
  EXPECT_EQ(Read(), 3);
  // A process that was moved out of the namespace's top.
  Write("proc/self/cgroup", "0::/../other\n");
  EXPECT_EQ(Read(), 3);
}

TEST_F(CgroupQuota, Version1) {
  Write("proc/self/mountinfo", kVersion1);
  Write("proc/self/cgroup",
        "12:cpuset:/set\n4:cpu,cpuacct:/batch/job\n1:name=systemd:/x\n0::/x\n");
  const std::string top = "sys/fs/cgroup/cpu,cpuacct/";
  Write(top + "cpu.cfs_quota_us", "-1\n");
  Write(top + "cpu.cfs_period_us", "100000\n");
  Write(top + "batch/job/cpu.cfs_quota_us", "-1\n");
  Write(top + "batch/job/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(Read(), HUGE_VAL);
  Write(top + "batch/cpu.cfs_quota_us", "150000\n");
  Write(top + "batch/cpu.cfs_period_us", "50000\n");
  EXPECT_EQ(Read(), 3);
}

// Without a namespace the mount shows only the container's part of the tree.
TEST_F(CgroupQuota, MountOfAPartOfTheTree) {
  Write(
      "proc/self/mountinfo",
      "31 22 0:28 /docker/f00 /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n");
  Write("proc/self/cgroup", "4:cpu:/docker/f00/job\n");
  const std::string top = "sys/fs/cgroup/cpu/";
  Write(top + "cpu.cfs_quota_us", "400000\n");
  Write(top + "cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(Read(), 4);
  Write(top + "job/cpu.cfs_quota_us", "200000\n");
  Write(top + "job/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(Read(), 2);
  Write("proc/self/cgroup", "4:cpu:/docker/f0\n");  // No part of f00.
  EXPECT_EQ(Read(), 4);
}

}  // namespace
}  // namespace clearway::internal
