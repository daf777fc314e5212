// scrump … --simulate, and scrump calibrate.

#include "cli/command.hpp"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <string>

namespace scrump::test {
namespace {

using Json = nlohmann::json;

Json simulated(const std::string& machine) {
    return Json::parse(run({"semigroups", "--genus", "26", "--simulate", machine, "--json"}).out);
}

TEST(SimulateOption, RunsTheSearchOnThatMachine) {
    const Json one = simulated("infiniband:hosts=1,workers=1,node=100");
    const Json many = simulated("infiniband:hosts=8,workers=4,node=100");
    EXPECT_EQ(one["count"], 770832);
    EXPECT_EQ(many["count"], 770832);
    EXPECT_EQ(many["localities"], 8);
    EXPECT_EQ(many["simulated"]["hosts"], 8);
    EXPECT_LT(many["seconds"].get<double>(), one["seconds"].get<double>() / 8);
    Json again = simulated("infiniband:hosts=8,workers=4,node=100");
    again["date"] = many["date"];
    EXPECT_EQ(again, many);
}

TEST(SimulateOption, SaysWhatIsWrong) {
    const auto asked = [](const std::string& machine) {
        return run({"semigroups", "--genus", "10", "--simulate", machine});
    };
    EXPECT_EQ(asked("nowhere").status, 2);
    EXPECT_NE(asked("nowhere").err.find("there is no machine 'nowhere'"), std::string::npos);
    EXPECT_EQ(asked("file=/nowhere.json").status, 1);
    EXPECT_EQ(run({"semigroups", "--genus", "10", "--simulate"}).status, 2);
    EXPECT_EQ(run({"semigroups", "--genus", "1000", "--simulate", "hosts=2"}).status, 2);
}

TEST(CalibrateCommand, WritesAMachineThatCanBeSimulated) {
    const Completed done = run({"calibrate"});
    ASSERT_EQ(done.status, 0) << done.err;
    const Json machine = Json::parse(done.out);
    for (const char* const each : {"clock", "look", "yield", "wake", "notify", "preempt"})
        EXPECT_GT(machine[each].get<double>(), 0) << each;
    EXPECT_GT(machine["nodes"]["semigroups"].get<double>(), 0);
}

}  // namespace
}  // namespace scrump::test
