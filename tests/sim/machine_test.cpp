#include <scrump/sim/machine.hpp>

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

namespace scrump {
namespace {

std::string error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(SimulatedMachine, IsReadAsUsersWriteIt) {
    const SimulatedMachine machine = SimulatedMachine::parse("infiniband:hosts=20,workers=15,node=4.5,latency=1200");
    EXPECT_EQ(machine.hosts, 20U);
    EXPECT_EQ(machine.workers, 15U);
    EXPECT_EQ(machine.processes(), 20U);
    EXPECT_EQ(machine.cores_per_host(), 15U);
    EXPECT_EQ(machine.costs.node, 4.5);
    EXPECT_EQ(machine.between.latency, 1200);
    EXPECT_EQ(machine.between.bytes_per_ns, SimulatedMachine::named("infiniband").between.bytes_per_ns);
    EXPECT_EQ(SimulatedMachine::parse("hosts=3").hosts, 3U);
    EXPECT_EQ(SimulatedMachine::parse("gigabit"), SimulatedMachine::named("gigabit"));
}

// The papers' own.
TEST(SimulatedMachine, KnowsThoseThatWereMeasuredOnBefore) {
    const SimulatedMachine beowulf = SimulatedMachine::named("beowulf");
    EXPECT_EQ(beowulf.hosts * beowulf.workers, 300U);
    EXPECT_EQ(beowulf.cores_per_host(), 16U);
    EXPECT_EQ(SimulatedMachine::named("kitty-hawk").processes(), 264U);
    EXPECT_EQ(SimulatedMachine::named("topsail").processes(), 4096U);
    EXPECT_NEAR(SimulatedMachine::named("topsail").nodes.at("uts"), 476, 1);
    EXPECT_EQ(SimulatedMachine::parse("topsail:hosts=128").processes(), 1024U);
    EXPECT_EQ(SimulatedMachine::named("twente").hosts, 10U);
}

TEST(SimulatedMachine, SaysWhatIsWrong) {
    const auto parsing = [](const char* text) { return error_of([=] { SimulatedMachine::parse(text); }); };
    EXPECT_EQ(parsing("token-ring:hosts=2"),
              "there is no machine 'token-ring'; expected one-host, infiniband, gigabit, cloud, beowulf, kitty-hawk, "
              "topsail, twente");
    EXPECT_NE(parsing("hosts=0").find("hosts=0: expected an integer from 1 to 4096"), std::string::npos);
    EXPECT_NE(parsing("hosts=4096,localities=2").find("there can be at most 4096 processes"), std::string::npos);
    EXPECT_NE(parsing("hosts=2,latency=-1").find("latency=-1: expected a number from 0"), std::string::npos);
    EXPECT_NE(parsing("hots=2").find("unknown parameter 'hots'"), std::string::npos);
    EXPECT_NE(parsing("file=/nowhere/machine.json").find("/nowhere/machine.json"), std::string::npos);
}

TEST(SimulatedMachine, ComesBackFromItsFile) {
    SimulatedMachine machine = SimulatedMachine::named("cloud");
    machine.hosts = 7;
    machine.speeds = {1, 0.5};
    machine.nodes = {{"maxclique", 250}};
    machine.loads = {{.first = 1, .last = 2, .begins = 5, .lasts = 6, .every = 20, .left = 0.25}};
    machine.faults = {{.kind = SimulatedMachine::Fault::Kind::die, .first = 3, .last = 3, .begins = 1e9, .lasts = 0},
                      {.kind = SimulatedMachine::Fault::Kind::stall,
                       .first = 1,
                       .last = 2,
                       .begins = 1e3,
                       .lasts = 14e6,
                       .every = 20e6}};
    machine.delayed = 0.125;
    EXPECT_EQ(SimulatedMachine::from_json(machine.to_json(), "machine.json"), machine);
}

TEST(SimulatedMachine, NamesTheFileThatIsWrong) {
    const auto reading = [](const char* text) {
        return error_of([=] { SimulatedMachine::from_json(text, "machine.json"); });
    };
    EXPECT_EQ(reading("[]"), "machine.json: expected a JSON object");
    EXPECT_EQ(reading("{").substr(0, 14), "machine.json: ");
    EXPECT_EQ(reading(R"({"hosts": -1})"), "machine.json: hosts: expected an integer from 1 to 4096");
    EXPECT_EQ(reading(R"({"hosts": 1e9})"), "machine.json: hosts: expected an integer from 1 to 4096");
    EXPECT_EQ(reading(R"({"latency": "low"})"), "machine.json: latency: expected a number");
    EXPECT_EQ(reading(R"({"speed": 1})"), "machine.json: 'speed' is not known");
    EXPECT_EQ(reading(R"({"speeds": 1})"), "machine.json: speeds: expected an array");
    EXPECT_EQ(reading(R"({"loads": [{"lost": 1}]})").substr(0, 41), "machine.json: loads.lost is not known; ex");
    EXPECT_EQ(reading(R"({"faults": [{"kind": "burn"}]})"), "machine.json: faults.kind: expected stall, part or die");
    EXPECT_EQ(reading(R"({"nodes": {"tsp": -1}})").substr(0, 34), "machine.json: nodes.tsp: expected ");
}

TEST(SimulatedMachine, KnowsWhatJoinsTwoProcesses) {
    SimulatedMachine machine;
    machine.hosts = 4;
    machine.localities = 2;
    machine.hosts_per_rack = 2;
    machine.within.latency = 1;
    machine.between.latency = 2;
    machine.racks.latency = 3;
    EXPECT_EQ(machine.link(0, 1).latency, 1);
    EXPECT_EQ(machine.link(1, 2).latency, 2);
    EXPECT_EQ(machine.link(3, 4).latency, 3);
}

TEST(SimulatedMachine, HasHostsThatOthersUseNowAndThen) {
    SimulatedMachine machine;
    machine.hosts = 3;
    machine.speeds = {2, 1};
    machine.loads = {{.first = 1, .last = 1, .begins = 100, .lasts = 10, .every = 50, .left = 0.5}};
    EXPECT_EQ(machine.speed(0, 105), 2);
    EXPECT_EQ(machine.speed(2, 105), 2);
    EXPECT_EQ(machine.speed(1, 99), 1);
    EXPECT_EQ(machine.speed(1, 105), 0.5);
    EXPECT_EQ(machine.speed(1, 120), 1);
    EXPECT_EQ(machine.speed(1, 155), 0.5);
}

TEST(SimulatedMachine, HasFaultsThatEndOrDoNot) {
    using Fault = SimulatedMachine::Fault;
    const Fault stall{.kind = Fault::Kind::stall, .first = 1, .last = 2, .begins = 10, .lasts = 5};
    EXPECT_FALSE(stall.hits(0));
    EXPECT_TRUE(stall.hits(2));
    EXPECT_EQ(stall.over(9), 9);
    EXPECT_EQ(stall.over(11), 15);
    EXPECT_EQ(stall.over(16), 16);
    const Fault quota{.kind = Fault::Kind::stall, .first = 0, .last = 0, .begins = 10, .lasts = 5, .every = 8};
    EXPECT_EQ(quota.over(9), 9);
    EXPECT_EQ(quota.over(12), 15);
    EXPECT_EQ(quota.over(16), 16);
    EXPECT_EQ(quota.over(18), 23) << "it comes again";
    EXPECT_EQ(quota.over(10 + 8e6 + 4), 10 + 8e6 + 5);
    const Fault death{.kind = Fault::Kind::die, .first = 0, .last = 0, .begins = 10, .lasts = 5};
    EXPECT_TRUE(std::isinf(death.over(10)));
}

}  // namespace
}  // namespace scrump
