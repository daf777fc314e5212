// scrump … --simulate, and scrump calibrate.

#include "cli/command.hpp"
#include "problems/petri/nets.hpp"
#include "states/diagrams/example_models.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>
#include <scrump/problems/petri/pnml.hpp>

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

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
    EXPECT_GT(many["simulation"]["events"], many["simulation"]["messages"]);
    EXPECT_GT(many["simulation"]["messages"], 100);
    EXPECT_LT(many["seconds"].get<double>(), one["seconds"].get<double>() / 8);
    Json again = simulated("infiniband:hosts=8,workers=4,node=100");
    again["date"] = many["date"];
    EXPECT_EQ(again, many);
}

// What they take is a machine's of which each task, and each step of a pixel, takes a microsecond.
TEST(SimulateOption, RunsTasksAndLoopsOnThatMachine) {
    const auto ran = [](std::vector<std::string> words, const std::string& machine) {
        words.insert(words.end(), {"--simulate", machine, "--json"});
        const Completed done = run(words);
        EXPECT_EQ(done.status, 0) << done.err;
        return Json::parse(done.out);
    };
    const std::vector<std::string> tasks = {"tasks", "fib", "20"};
    const double of_one = ran(tasks, "one-host:node=1000")["seconds"];
    EXPECT_NEAR(of_one, 10945e-6, 5e-4) << "as many tasks are spawned";
    const Json of_many = ran(tasks, "infiniband:hosts=3,workers=4,node=1000");
    EXPECT_EQ(of_many["value"], 6765);
    EXPECT_EQ(of_many["localities"], 3);
    EXPECT_EQ(of_many["simulated"]["workers"], 4);
    EXPECT_LT(of_many["seconds"].get<double>(), of_one / 5);

    const std::vector<std::string> loop = {"loop", "mandelbrot", "--size", "50", "--steps", "100"};
    const Json one = ran(loop, "one-host:node=1000");
    const Json many = ran(loop, "infiniband:hosts=3,workers=2,node=1000");
    EXPECT_EQ(many["count"], one["count"]);
    const double work = (one["count"].get<double>() + 50 * 50) * 1e-6;
    EXPECT_NEAR(one["loop_seconds"].get<double>() / work, 1, 0.02);
    EXPECT_LT(many["loop_seconds"].get<double>(), work / 3);
    EXPECT_EQ(many["simulated"]["hosts"], 3);
}

// A board takes a microsecond.
TEST(SimulateOption, ExploresStatesOnThatMachine) {
    const auto ran = [](std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
        const Completed done = run(words);
        EXPECT_EQ(done.status, 0) << done.err;
        return done;
    };
    const std::vector<std::string> words = {"explore", "puzzle", "3x3", "--levels", "15"};
    const Json plain = Json::parse(ran(words, {"--json"}).out);
    const Json one = Json::parse(ran(words, {"--json", "--simulate", "one-host:node=1000"}).out);
    const Json many = Json::parse(ran(words, {"--json", "--simulate", "one-host:workers=4,node=1000"}).out);
    const Json hosts = Json::parse(ran(words, {"--json", "--simulate", "infiniband:hosts=3,workers=2,node=1000"}).out);
    for (const char* const figure : {"states", "transitions", "deadlocks", "levels"}) {
        EXPECT_EQ(one[figure], plain[figure]) << figure;
        EXPECT_EQ(many[figure], plain[figure]) << figure;
        EXPECT_EQ(hosts[figure], plain[figure]) << figure;
    }
    const std::uint64_t last = plain["levels"].back();
    const double work = static_cast<double>(plain["states"].get<std::uint64_t>() - last) * 1e-6;
    EXPECT_NEAR(one["seconds"].get<double>() / work, 1, 0.05);
    EXPECT_LT(many["seconds"].get<double>(), work / 3);
    EXPECT_EQ(hosts["localities"], 3);
    EXPECT_EQ(hosts["simulated"]["workers"], 2);
    EXPECT_GT(hosts["simulation"]["messages"], 100);
    const std::string text = ran(words, {"--simulate", "one-host:workers=4,node=1000"}).out;
    EXPECT_NE(text.find("simulated   1 host of 1 process of 4 workers: times are that machine's; "), std::string::npos)
        << text;
}

// A switch, and a counter that jumps while it is on.
TEST(SimulateOption, ReachesStatesOnThatMachine) {
    const Folder folder;
    const std::string model = folder / "model.sylvan.bdd";
    replace_file(model, sylvan_example_file());
    const std::string net = folder / "net.pnml";
    replace_file(net, petri::to_pnml(petri::test::kanban(1)));
    const std::string machine = "infiniband:hosts=2,workers=2,node=1000";
    const Json of_model = Json::parse(run({"reach", model, "--simulate", machine, "--json"}).out);
    EXPECT_EQ(of_model["states"], "4");
    EXPECT_EQ(of_model["localities"], 2);
    EXPECT_EQ(of_model["simulated"]["hosts"], 2);
    const Json of_net = Json::parse(run({"reach", net, "--simulate", "one-host:workers=4,node=1000", "--json"}).out);
    EXPECT_EQ(of_net["states"], "160");
    EXPECT_EQ(of_net["workers"], 4);
    EXPECT_EQ(of_net["simulated"]["hosts"], 1);
    const Completed refused = run({"reach", net, "--simulate", machine});
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.err,
              "scrump: reach: of a net, the markings are found by one process: simulate one-host:workers=N\n");
}

// A worker without a core would take turns with others.
TEST(SimulateOption, HasTheWorkersThatAreAskedFor) {
    const auto asked = [](const std::string& machine, const std::vector<std::string>& more) {
        std::vector<std::string> words = {"semigroups", "--genus", "22", "--simulate", machine, "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    };
    const Json named = Json::parse(asked("infiniband:hosts=2,node=100,workers=3", {}).out);
    const std::string machine = "infiniband:hosts=2,node=100";
    for (const std::vector<std::string>& more : {std::vector<std::string>{"--workers", "3"}, {"--workers=3"}}) {
        const Json json = Json::parse(asked(machine, more).out);
        EXPECT_EQ(json["workers"], 3);
        EXPECT_EQ(json["simulated"], named["simulated"]);
        EXPECT_EQ(json["seconds"], named["seconds"]);
    }
    EXPECT_EQ(asked(machine + ",workers=3", {"--workers", "3"}).status, 0);
    const Completed contrary = asked(machine + ",workers=2", {"--workers", "3"});
    EXPECT_EQ(contrary.status, 2);
    EXPECT_EQ(contrary.err, "scrump: --workers 3 and --simulate " + machine + ",workers=2 contradict each other\n");
    const Completed all = asked(machine, {"--workers", "0"});
    ASSERT_EQ(all.status, 0) << all.err;
    EXPECT_EQ(Json::parse(all.out)["workers"], Json::parse(asked(machine, {}).out)["workers"]);
}

// One of a host's cores may be left to what serves.
TEST(SimulateOption, HasTheWorkersOfTheMachineWhateverItsCores) {
    for (const auto& [machine, localities, workers] : {std::tuple{"beowulf", 20, 15},
                                                       {"beowulf:hosts=1,workers=1", 1, 1},
                                                       {"infiniband:hosts=2,workers=3,cores=8", 2, 3}}) {
        for (const std::vector<std::string>& words : {std::vector<std::string>{"semigroups", "--genus", "12"},
                                                      {"tasks", "fib", "12"},
                                                      {"loop", "imbalance"},
                                                      {"explore", "puzzle", "2x2"}}) {
            std::vector<std::string> all = words;
            all.insert(all.end(), {"--json", "--simulate", machine});
            const Json json = Json::parse(run(all).out);
            EXPECT_EQ(json["localities"], localities) << machine << words[0];
            EXPECT_EQ(json["workers"], workers) << machine << words[0];
            EXPECT_EQ(json["simulated"]["workers"], workers) << machine;
        }
    }
}

// Of several processes each has a part of the particles, or of the blocks: what is claimed of them happened.
TEST(SimulateOption, StealsParticlesAndBlocksOfOtherProcesses) {
    const test::Folder folder;
    const std::string file = folder / "machine.json";
    replace_file(file, R"({"speeds": [1, 1, 0.3]})");
    const std::vector<std::vector<std::string>> loops = {{"sedov", "--side", "8", "--time-steps", "3"},
                                                         {"amr", "--block", "4", "--time-steps", "8"}};
    for (const std::vector<std::string>& words : loops) {
        std::vector<std::string> all = {"loop"};
        all.insert(all.end(), words.begin(), words.end());
        all.insert(all.end(), {"--check", "--json"});
        std::vector<std::string> there = all;
        there.insert(there.end(), {"--simulate", "infiniband:hosts=3,workers=1,node=20000,file=" + file});
        const Json one = Json::parse(run(all).out);
        const Completed done = run(there);
        ASSERT_EQ(done.status, 0) << done.err;
        const Json json = Json::parse(done.out);
        EXPECT_EQ(json["checked"], true) << words[0];
        EXPECT_EQ(json["transfers"].size(), 3U) << words[0];
        EXPECT_EQ(json["steal_order"], "decentralised") << words[0];
        EXPECT_GT(json["iterations_stolen"], 0) << words[0];
        const char* const answer = words[0] == "sedov" ? "energy" : "checksum";
        EXPECT_EQ(json[answer], one[answer]) << words[0];
    }
}

TEST(SimulateOption, SaysThatAllHostsAreDead) {
    const test::Folder folder;
    const std::string file = folder / "machine.json";
    replace_file(file, R"({"faults": [{"kind": "die", "first": 0, "last": 0, "begins": 1e5}]})");
    for (const std::string machine : {"one-host:localities=2", "infiniband:hosts=2,workers=1"}) {
        for (const std::vector<std::string>& words : {std::vector<std::string>{"semigroups", "--genus", "26"},
                                                      {"tasks", "fib", "24"},
                                                      {"loop", "imbalance"},
                                                      {"explore", "puzzle", "3x3"}}) {
            std::vector<std::string> all = words;
            all.insert(all.end(), {"--simulate", machine + ",file=" + file});
            const Completed done = run(all);
            EXPECT_EQ(done.status, 1) << machine << words[0];
            EXPECT_EQ(done.out, "") << machine << words[0];
            EXPECT_NE(done.err.find("host0"), std::string::npos) << machine << words[0] << done.err;
        }
    }
}

TEST(SimulateOption, SaysWhatIsWrong) {
    const auto asked = [](const std::string& machine) {
        return run({"semigroups", "--genus", "10", "--simulate", machine});
    };
    EXPECT_EQ(asked("nowhere").status, 2);
    EXPECT_NE(asked("nowhere").err.find("there is no machine 'nowhere'"), std::string::npos);
    EXPECT_EQ(asked("file=/nowhere.json").status, 1);
    EXPECT_EQ(run({"semigroups", "--genus", "10", "--simulate"}).status, 2);
    EXPECT_EQ(run({"tasks", "fib", "5", "--sequential", "--simulate", "hosts=1"}).status, 2);
    EXPECT_EQ(run({"loop", "imbalance", "--sequential", "--simulate", "hosts=1"}).status, 2);
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
