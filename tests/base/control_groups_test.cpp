#include <scrump/base/detail/control_groups.hpp>

#include <gtest/gtest.h>

#include <map>

namespace scrump::detail {
namespace {

using Groups = std::vector<ControlGroup>;
using Files = std::map<std::string, std::string>;

ReadSystemFile reader(Files files) {
    return [files = std::move(files)](const std::string& path) -> std::optional<std::string> {
        const auto file = files.find(path);
        if (file == files.end()) return std::nullopt;
        return file->second;
    };
}

// As Debian 12 with systemd has it.
constexpr const char* unified =
    "22 27 0:20 / /sys rw,nosuid,nodev,noexec,relatime shared:7 - sysfs sysfs rw\n"
    "29 22 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";

TEST(ControlGroups, OfVersionTwoAreFollowedUpToTheRoot) {
    EXPECT_EQ(control_groups("memory", "0::/system.slice/slurmstepd.scope/job_7/step_0/user/task_0\n", unified),
              (Groups{{2, "/sys/fs/cgroup/system.slice/slurmstepd.scope/job_7/step_0/user/task_0"},
                      {2, "/sys/fs/cgroup/system.slice/slurmstepd.scope/job_7/step_0/user"},
                      {2, "/sys/fs/cgroup/system.slice/slurmstepd.scope/job_7/step_0"},
                      {2, "/sys/fs/cgroup/system.slice/slurmstepd.scope/job_7"},
                      {2, "/sys/fs/cgroup/system.slice/slurmstepd.scope"},
                      {2, "/sys/fs/cgroup/system.slice"},
                      {2, "/sys/fs/cgroup"}}));
}

TEST(ControlGroups, OfVersionOneHaveAFolderForEachController) {
    constexpr const char* mounts =
        "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
        "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:3 master:4 - cgroup cgroup rw,cpu,cpuacct\n"
        "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
        "40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd\n";
    constexpr const char* membership =
        "9:name=systemd:/user.slice\n5:cpu,cpuacct:/slurm/uid_0\n4:memory:/slurm/uid_0/job_7\n3:cpuset:/\n";
    EXPECT_EQ(control_groups("memory", membership, mounts), (Groups{{1, "/sys/fs/cgroup/memory/slurm/uid_0/job_7"},
                                                                    {1, "/sys/fs/cgroup/memory/slurm/uid_0"},
                                                                    {1, "/sys/fs/cgroup/memory/slurm"},
                                                                    {1, "/sys/fs/cgroup/memory"}}));
    EXPECT_EQ(control_groups("cpu", membership, mounts), (Groups{{1, "/sys/fs/cgroup/cpu,cpuacct/slurm/uid_0"},
                                                                 {1, "/sys/fs/cgroup/cpu,cpuacct/slurm"},
                                                                 {1, "/sys/fs/cgroup/cpu,cpuacct"}}));
    EXPECT_TRUE(control_groups("cpuset", membership, mounts).empty()) << "is not mounted";
}

TEST(ControlGroups, OfBothVersionsStandSideBySide) {
    constexpr const char* mounts =
        "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
        "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";
    EXPECT_EQ(control_groups("memory", "4:memory:/a\n0::/b\n", mounts), (Groups{{1, "/sys/fs/cgroup/memory/a"},
                                                                                {1, "/sys/fs/cgroup/memory"},
                                                                                {2, "/sys/fs/cgroup/unified/b"},
                                                                                {2, "/sys/fs/cgroup/unified"}}));
}

// A container has the path that the host knows its group by, and the group itself as what is mounted.
TEST(ControlGroups, OfAContainerAreThoseThatItCanSee) {
    constexpr const char* mounts =
        "735 734 0:32 /docker/5c1f /sys/fs/cgroup/memory ro,nosuid master:18 - cgroup cgroup rw,memory\n";
    EXPECT_EQ(control_groups("memory", "4:memory:/docker/5c1f\n", mounts), (Groups{{1, "/sys/fs/cgroup/memory"}}));
    EXPECT_EQ(control_groups("memory", "4:memory:/docker/5c1f/inner\n", mounts),
              (Groups{{1, "/sys/fs/cgroup/memory/inner"}, {1, "/sys/fs/cgroup/memory"}}));
    EXPECT_EQ(control_groups("memory", "4:memory:/docker/5c1fff\n", mounts), (Groups{{1, "/sys/fs/cgroup/memory"}}))
        << "another group, whose name begins alike";
    EXPECT_EQ(control_groups("memory", "0::/\n", unified), (Groups{{2, "/sys/fs/cgroup"}}))
        << "with a namespace of its own";
    EXPECT_EQ(control_groups("memory", "0::/../other\n", mounts), Groups{}) << "of a version that is not mounted";
}

TEST(ControlGroups, OfTwoMountsTheOneThatShowsTheGroupCounts) {
    constexpr const char* mounts =
        "35 31 0:32 /elsewhere /mnt/one rw,relatime - cgroup cgroup rw,memory\n"
        "36 31 0:32 / /mnt/two\\040blanks rw,relatime - cgroup cgroup rw,memory\n";
    EXPECT_EQ(control_groups("memory", "4:memory:/a\n", mounts),
              (Groups{{1, "/mnt/two blanks/a"}, {1, "/mnt/two blanks"}}));
}

TEST(ControlGroups, MayBeUnreadable) {
    EXPECT_TRUE(control_groups("memory", "", "").empty());
    EXPECT_TRUE(
        control_groups("memory", "memory\n4:memory\n::\n", "1 2 3\n\n- - -\n35 31 0:32 / /a rw - cgroup\n").empty());
}

const Groups nested = {{2, "/g/inner"}, {2, "/g"}};

TEST(ControlGroups, LeaveTheMemoryOfTheTightestLimit) {
    EXPECT_EQ(memory_left(nested, reader({})), std::nullopt);
    EXPECT_EQ(memory_left(nested, reader({{"/g/inner/memory.max", "max\n"}, {"/g/inner/memory.current", "10\n"}})),
              std::nullopt);
    EXPECT_EQ(memory_left(nested, reader({{"/g/inner/memory.max", "max\n"},
                                          {"/g/inner/memory.current", "10\n"},
                                          {"/g/memory.max", "400\n"},
                                          {"/g/memory.current", "150\n"}})),
              250U)
        << "of an ancestor";
    EXPECT_EQ(memory_left(nested, reader({{"/g/inner/memory.max", "300\n"},
                                          {"/g/inner/memory.high", "200\n"},
                                          {"/g/inner/memory.current", "50\n"},
                                          {"/g/memory.max", "400\n"},
                                          {"/g/memory.current", "150\n"}})),
              150U);
    EXPECT_EQ(memory_left(nested, reader({{"/g/inner/memory.max", "100\n"}, {"/g/inner/memory.current", "150\n"}})),
              0U);
}

TEST(ControlGroups, CountFilesThatCanBeDroppedAsMemoryThatIsLeft) {
    EXPECT_EQ(memory_left(nested, reader({{"/g/memory.max", "400\n"},
                                          {"/g/memory.current", "390\n"},
                                          {"/g/memory.stat", "anon 90\nfile 300\ninactive_file 250\n"}})),
              260U);
    EXPECT_EQ(memory_left({{1, "/m"}}, reader({{"/m/memory.limit_in_bytes", "400\n"},
                                               {"/m/memory.usage_in_bytes", "390\n"},
                                               {"/m/memory.stat", "inactive_file 1\ntotal_inactive_file 250\n"}})),
              260U);
}

TEST(ControlGroups, OfVersionOneMayHaveNoLimit) {
    EXPECT_EQ(memory_left({{1, "/m"}}, reader({{"/m/memory.limit_in_bytes", "9223372036854771712\n"},
                                               {"/m/memory.usage_in_bytes", "390\n"}})),
              std::nullopt);
    EXPECT_EQ(processor_quota(Groups{{1, "/c"}},
                              reader({{"/c/cpu.cfs_quota_us", "-1\n"}, {"/c/cpu.cfs_period_us", "100000\n"}})),
              std::nullopt);
}

TEST(ControlGroups, HaveTheTightestQuotaOfProcessors) {
    EXPECT_EQ(processor_quota(nested, reader({})), std::nullopt);
    EXPECT_EQ(
        processor_quota(nested, reader({{"/g/inner/cpu.max", "max 100000\n"}, {"/g/cpu.max", "150000 100000\n"}})),
        1.5);
    EXPECT_EQ(
        processor_quota(nested, reader({{"/g/inner/cpu.max", "50000 100000\n"}, {"/g/cpu.max", "150000 100000"}})),
        0.5);
    for (const char* const incomplete : {"1000\n", "1000", "max", "\n", ""})
        EXPECT_EQ(processor_quota(nested, reader({{"/g/cpu.max", incomplete}})), std::nullopt) << incomplete;
    EXPECT_EQ(processor_quota(Groups{{1, "/c"}},
                              reader({{"/c/cpu.cfs_quota_us", "200000\n"}, {"/c/cpu.cfs_period_us", "100000\n"}})),
              2);
}

TEST(ControlGroups, OfThisProcessAreFoldersThatAreThere) {
    for (const ControlGroup& group : control_groups("memory")) {
        EXPECT_TRUE(read_system_file(group.folder + "/cgroup.procs")) << group.folder;
    }
}

}  // namespace
}  // namespace scrump::detail
