// Limits that batch systems and containers set by control groups. Skipped where the test may not make a group.

#include "support/control_group.hpp"
#include "support/data.hpp"

#include <scrump/base/detail/processing_units.hpp>

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <string>

namespace scrump::detail {
namespace {

using test::LimitedGroup;
using test::Shell;

LimitedGroup with_memory(const std::string& bytes) {
    return {"memory", "memory.limit_in_bytes", "memory.max", bytes};
}

const std::string command = std::string(SCRUMP_COMMAND) + " ";

TEST(MemoryOfAControlGroup, EndsAnExplorationWithWhatIsKnown) {
    const LimitedGroup group = with_memory("200M");
    if (!group.usable()) GTEST_SKIP() << "this user may not make a control group";
    const Shell ended = group.run(command + "explore puzzle 4x4 --json");
    EXPECT_EQ(ended.status, 3);
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_EQ(json["stopped_by"], "memory-limit");
    EXPECT_GT(json["states"], 100'000);
}

TEST(MemoryOfAControlGroup, LimitsTheTableOfDecisionDiagrams) {
    SCRUMP_NEEDS_DATA("states/schedule_world.2.8.distbdd.bdd");
    const LimitedGroup group = with_memory("100M");
    if (!group.usable()) GTEST_SKIP() << "this user may not make a control group";
    const Shell ended = group.run(command + "reach " + test::data("states/schedule_world.2.8.distbdd.bdd").string() +
                                  " --strategy bfs 2>&1");
    EXPECT_EQ(ended.status, 1) << ended.output;
    EXPECT_NE(ended.output.find("--memory-limit"), std::string::npos) << ended.output;
}

TEST(ProcessorQuota, OfAControlGroupLimitsTheWorkers) {
    if (processing_units().size() < 2) GTEST_SKIP() << "has one worker in any case";
    const LimitedGroup group("cpu", "cpu.cfs_quota_us", "cpu.max", "100000");  // of 100 ms
    if (!group.usable()) GTEST_SKIP() << "this user may not make a control group";
    const Shell ended = group.run(command + "queens 8 --json");
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(nlohmann::json::parse(ended.output)["workers"], 1);
    const Shell more = group.run(command + "queens 8 --workers 2 --json");
    EXPECT_EQ(nlohmann::json::parse(more.output)["workers"], 2) << "is what was asked for";
}

}  // namespace
}  // namespace scrump::detail
