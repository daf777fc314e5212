// What the command tells of a run while it goes on and afterwards: counters, traces, statistics.

#include "cli/command.hpp"
#include "cli/refusal.hpp"
#include "problems/petri/nets.hpp"
#include "states/diagrams/example_models.hpp"
#include "support/folder.hpp"

#include <scrump/base/detail/thread_counters.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/problems/petri/pnml.hpp>
#include <scrump/search/figures.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace scrump::detail {
namespace {

using Json = nlohmann::json;

// All but the list of counters needs them.
#define SCRUMP_NEEDS_COUNTERS() \
    if (!counting) GTEST_SKIP() << "built without counters"
using test::Completed;
using test::run;

// Nobody will count these to the end.
const std::vector<std::string> endless = {"queens", "24", "--workers", "2"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

std::vector<std::string> lines(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> all;
    for (std::string line; std::getline(stream, line);) all.push_back(line);
    return all;
}

std::vector<std::string> cells(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> all;
    for (std::string cell; std::getline(stream, cell, ',');) all.push_back(cell);
    return all;
}

TEST(CounterLog, IsCsvOnStandardError) {
    SCRUMP_NEEDS_COUNTERS();
    const Completed result = run(
        with(endless, {"--time-limit", "300ms", "--every", "50ms", "--counters", "nodes,idle-rate@worker", "--quiet"}));
    EXPECT_EQ(result.status, 3) << result.err;
    const std::vector<std::string> log = lines(result.err);
    ASSERT_GT(log.size(), 3U) << result.err;
    EXPECT_EQ(log.front(), "seconds,scope,counter,unit,value");
    std::map<std::string, double> last;
    std::set<std::string> seen;
    for (std::size_t i = 1; i < log.size(); ++i) {
        const std::vector<std::string> row = cells(log[i]);
        ASSERT_EQ(row.size(), 5U) << log[i];
        seen.insert(row[1] + " " + row[2]);
        const double value = std::stod(row[4]);
        if (row[2] == "nodes") {
            EXPECT_EQ(row[3], "nodes");
            EXPECT_GE(value, last["nodes"]);
            last["nodes"] = value;
        } else {
            EXPECT_GE(value, 0);
            EXPECT_LE(value, 1);
        }
        EXPECT_GE(std::stod(row[0]), last["time"]);
        last["time"] = std::stod(row[0]);
    }
    EXPECT_EQ(seen, (std::set<std::string>{"run nodes", "worker 0.0 idle-rate", "worker 0.1 idle-rate"}));
    EXPECT_GT(last["nodes"], 0);
}

TEST(CounterLog, IsJsonLinesInAFileThatIsCalledSo) {
    SCRUMP_NEEDS_COUNTERS();
    const test::Folder folder;
    const std::string file = folder / "log.jsonl";
    const Completed result = run({"queens", "8", "--workers", "2", "--localities", "2", "--counters",
                                  "all,all@locality,all@worker", "--counters-file", file, "--json"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    std::map<std::string, Json> last;
    for (const std::string& line : lines(read_file(file))) {
        const Json json = Json::parse(line);
        last[json["scope"]] = json;
    }
    EXPECT_EQ(last.size(), 1U + 2U + 4U);
    const Json& run = last["run"]["counters"];
    EXPECT_EQ(run["nodes"], result.json()["nodes"]);  // the last ones are those of the whole run
    EXPECT_TRUE(run["wait-time-per-task"].is_null());
    EXPECT_TRUE(run.contains("messages"));
    EXPECT_FALSE(last["worker 0.0"]["counters"].contains("messages"));
}

TEST(CounterLog, WaitTimeIsAgainstAReference) {
    SCRUMP_NEEDS_COUNTERS();
    const test::Folder folder;
    const std::string file = folder / "one.json";
    const std::vector<std::string> how = {"queens", "9", "--skeleton", "depth-bounded:depth=3", "--json"};
    std::ofstream(file) << run(with(how, {"--workers", "1"})).out;
    const Json statistics = run(with(how, {"--workers", "2", "--reference", file})).json()["statistics"];
    EXPECT_TRUE(statistics["wait_time_per_task_us"].is_number());
    EXPECT_TRUE(statistics["wait_time_per_core_s"].is_number());
    EXPECT_FALSE(run(with(how, {"--workers", "2"})).json()["statistics"].contains("wait_time_per_task_us"));
}

TEST(CounterLog, AReferenceIsOfTheSameSearch) {
    const test::Folder folder;
    const auto kept = [&](const std::string& name, const std::vector<std::string>& search) {
        const std::string file = folder / name;
        std::ofstream(file) << run(with(search, {"--workers", "1", "--json"})).out;
        return file;
    };
    const auto compared = [](const std::vector<std::string>& search, const std::string& file) {
        return run(with(search, {"--workers", "2", "--reference", file, "--stats"}));
    };
    const std::string queens = kept("queens.json", {"queens", "8"});
    EXPECT_EQ(compared({"queens", "8"}, queens).status, 0);
    const Completed problem = compared({"semigroups", "--genus", "8"}, queens);
    EXPECT_EQ(problem.status, 2);
    EXPECT_EQ(problem.err, "scrump: --reference " + queens +
                               ": is of queens {\"n\":8}, and this is semigroups {\"genus\":8}; expected a run of the "
                               "same search\n");
    EXPECT_EQ(compared({"queens", "9"}, queens).status, 2);
    EXPECT_EQ(run(with({"queens", "9"}, {"--simulate", "hosts=2", "--reference", queens})).status, 2);

    // The same graph in a file of another name.
    const std::string graph = "p edge 3 2\ne 1 2\ne 2 3\n";
    for (const char* const name : {"one.clq", "other.clq"}) std::ofstream(folder / name) << graph;
    const std::string clique = kept("clique.json", {"maxclique", folder / "one.clq"});
    EXPECT_EQ(compared({"maxclique", folder / "other.clq"}, clique).status, 0);
    std::ofstream(folder / "other.clq") << "p edge 3 1\ne 1 2\n";
    EXPECT_EQ(compared({"maxclique", folder / "other.clq"}, clique).status, 2);
}

TEST(CounterLog, WhatCannotBeIsRefused) {
    SCRUMP_NEEDS_COUNTERS();
    const auto expect_error = [](const std::vector<std::string>& options, int status, const std::string& message) {
        const Completed result = run(with({"queens", "6"}, options));
        EXPECT_EQ(result.status, status) << result.err;
        EXPECT_NE(result.err.find(message), std::string::npos) << "expected '" << message << "' in: " << result.err;
        EXPECT_EQ(result.out, "");
    };
    const test::Folder folder;
    const auto file = [&](const std::string& contents) {
        const std::string name = folder / "reference.json";
        std::ofstream(name) << contents;
        return name;
    };
    expect_error({"--counters", "speed"}, 2, "idle-rate");
    expect_error({"--counters", "nodes@planet"}, 2, "planet");
    expect_error({"--counters", "messages@worker"}, 2, "messages@worker");
    expect_error({"--counters", ","}, 2, "unknown counter");
    expect_error({"--counters", ""}, 2, "--counters");
    expect_error({"--counters", "nodes", "--every", "1us"}, 2, "1us");
    expect_error({"--counters", "nodes", "--every", "0"}, 2, "--every");
    expect_error({"--every", "1s"}, 2, "--counters");
    expect_error({"--counters", "nodes", "--counters-file", "/nowhere/log.csv"}, 1, "/nowhere/log.csv");
    expect_error({"--reference", "/nowhere/one.json", "--stats"}, 1, "/nowhere/one.json");
    expect_error({"--reference", file("hello"), "--json"}, 1, "reference.json");
    expect_error({"--reference", file("{}"), "--json"}, 1, "reference.json");
    expect_error({"--reference", file("[1]"), "--json"}, 1, "reference.json");
    expect_error({"--reference", file(R"({"schema":"scrump-result","workers":"x"})"), "--json"}, 1, "one worker");
    expect_error({"--reference", file(R"({"schema":"scrump-result","workers":2,"localities":1})"), "--json"}, 1,
                 "one worker");
    expect_error({"--reference", file(R"({"schema":"scrump-result","workers":1,"localities":1})"), "--json"}, 1,
                 "how long");
    expect_error(
        {"--reference", file(R"({"schema":"scrump-result","workers":1,"localities":1,"earlier":{}})"), "--json"}, 1,
        "resumed");
    expect_error({"--trace", "/nowhere/trace.json"}, 1, "/nowhere/trace.json");
    expect_error({"--trace", ""}, 2, "--trace");
    expect_error({"--trace-events", "5"}, 2, "--trace");
    expect_error({"--trace", folder / "t.json", "--trace-events", "0"}, 2, "--trace-events");
}

// Whether this machine's processors count for a program; many virtual ones do not.
bool processors_count() {
    try {
        const ThreadCounters counters(events_of_processors());
        return true;
    } catch (const Error&) {
        return false;
    }
}

TEST(HardwareCounters, AreToldIfTheyAreReadAndOtherwiseTheRunFails) {
    for (const std::vector<std::string>& door : {std::vector<std::string>{"queens", "8"},
                                                 {"tasks", "fib", "15"},
                                                 {"explore", "puzzle", "2x2"},
                                                 {"loop", "imbalance", "--iterations", "100"}}) {
        const Completed result = run(with(door, {"--workers", "2", "--hardware-counters", "--json"}));
        if (processors_count()) {
            EXPECT_EQ(result.status, 0) << result.err;
            const Json statistics = result.json()["statistics"];
            EXPECT_TRUE(statistics.contains("instructions") || statistics.contains("cycles")) << door[0];
            EXPECT_GT(statistics.value("instructions", 1), 0) << door[0];
            EXPECT_GT(statistics.value("cycles", 1), 0) << door[0];
        } else {
            EXPECT_EQ(result.status, 1) << door[0];
            EXPECT_NE(result.err.find("hardware counters cannot be read: "), std::string::npos) << result.err;
            EXPECT_EQ(result.out, "") << door[0];
        }
    }
}

TEST(HardwareCounters, AreRefusedWhereNobodyCounts) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> questions = {
        {{"queens", "6", "--simulate", "one-host"}, "a simulated machine has none"},
        {{"tasks", "fib", "10", "--sequential"}, "--hardware-counters has no meaning: --sequential runs no tasks"},
        {{"loop", "imbalance", "--sequential"}, "--hardware-counters has no meaning: --sequential runs no loops"},
        {{"loop", "sedov"}, "--hardware-counters has no meaning there; it is for imbalance, mandelbrot"}};
    for (const auto& [words, complaint] : questions) {
        const Completed result = run(with(words, {"--hardware-counters"}));
        EXPECT_EQ(result.status, 2) << words[0];
        EXPECT_NE(result.err.find(complaint), std::string::npos) << result.err;
    }
}

TEST(CounterLog, ThatCannotBeWrittenIsToldAndTheSearchGoesOn) {
    SCRUMP_NEEDS_COUNTERS();
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
    const Completed result = run({"queens", "6", "--counters", "all", "--counters-file", "/dev/full", "--quiet"});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.out, "4\n");
    EXPECT_NE(result.err.find("/dev/full"), std::string::npos) << result.err;
}

// What the last lines say is what the run says when it is over.
TEST(CounterLog, IsThereForRunsOfAllKinds) {
    SCRUMP_NEEDS_COUNTERS();
    const test::Folder folder;
    const std::string log = folder / "counters.jsonl";
    const std::string model = folder / "model.sylvan.bdd";
    replace_file(model, test::sylvan_example_file());
    const std::string net = folder / "net.pnml";
    replace_file(net, petri::to_pnml(petri::test::kanban(3)));
    const std::vector<std::vector<std::string>> runs = {{"tasks", "fib", "22"},
                                                        {"loop", "imbalance"},
                                                        {"explore", "puzzle", "3x3"},
                                                        {"explore", "puzzle", "3x3", "--order", "depth-first"},
                                                        {"reach", model},
                                                        {"reach", net}};
    for (const std::vector<std::string>& words : runs) {
        const Completed done = run(with(words, {"--workers", "2", "--counters", "phases,steals-won,total-time@worker",
                                                "--every", "10ms", "--counters-file", log, "--json"}));
        ASSERT_EQ(done.status, 0) << done.err;
        const Json json = Json::parse(done.out);
        std::map<std::string, Json> last;  // by scope
        for (const std::string& line : lines(read_file(log))) {
            const Json each = Json::parse(line);
            last[each["scope"]] = each["counters"];
        }
        ASSERT_EQ(last.size(), 3U) << words[0];
        EXPECT_EQ(last["run"]["phases"], json["statistics"]["phases"]) << words[0];
        EXPECT_EQ(last["run"]["steals-won"], json["statistics"]["steals_won"]) << words[0];
        EXPECT_GT(last["worker 0.0"]["total-time"], 0) << words[0];
    }
}

TEST(CounterLog, OfStateSpacesHasStatesForNodes) {
    SCRUMP_NEEDS_COUNTERS();
    const Completed done = run({"explore", "puzzle", "3x3", "--workers", "1", "--counters", "nodes", "--quiet"});
    EXPECT_EQ(done.out, "181440\n");
    EXPECT_EQ(cells(lines(done.err).back()).back(), "181440");
}

TEST(CounterLog, RefusesWhatARunDoesNotCount) {
    SCRUMP_NEEDS_COUNTERS();
    using test::refusal;
    EXPECT_NE(refusal({"tasks", "fib", "5", "--counters", "prunes"}).find("--counters prunes: is for searches alone"),
              std::string::npos);
    EXPECT_NE(refusal({"explore", "puzzle", "2x2", "--counters", "releases"}).find("is for searches alone"),
              std::string::npos);
    EXPECT_NE(refusal({"loop", "amr", "--counters", "tasks"}).find("--counters has no meaning there; it is for"),
              std::string::npos);
    EXPECT_NE(refusal({"tasks", "fib", "5", "--sequential", "--counters", "tasks"}).find("--sequential runs no tasks"),
              std::string::npos);
}

TEST(LimitOfAnotherDoor, IsRefusedWithTheOneToUse) {
    for (const auto& [door, own] : {std::pair{"explore", "--state-limit"},
                                    {"tasks", "--time-limit"},
                                    {"loop", "--time-limit"},
                                    {"reach", "--time-limit"},
                                    {"check", "--time-limit"}}) {
        const Completed done = run({door, "x", "--node-limit", "5"});
        EXPECT_EQ(done.status, 2);
        EXPECT_NE(done.err.find("unknown option '--node-limit'; it is for maxclique, "), std::string::npos) << done.err;
        EXPECT_TRUE(done.err.ends_with(std::string("; ") + door + " has " + own + "\n")) << done.err;
    }
}

TEST(CounterLog, OfTwoSearchesBeginsAnew) {
    SCRUMP_NEEDS_COUNTERS();
    const Completed result =
        run({"maxclique", "random:n=60,p=0.5,seed=1", "--all", "--counters", "node-rate,idle-rate", "--quiet"});
    EXPECT_EQ(result.status, 0) << result.err;
    const std::vector<std::string> log = lines(result.err);
    ASSERT_GE(log.size(), 5U);
    for (const std::string& line : log) {
        if (line.starts_with("seconds")) continue;
        const double value = std::stod(cells(line)[4]);
        EXPECT_GE(value, 0) << line;
        if (cells(line)[2] == "idle-rate") {
            EXPECT_LE(value, 1) << line;
        }
    }
}

TEST(CounterList, SaysWhatThereIs) {
    const Completed result = run({"counters"});
    EXPECT_EQ(result.status, 0);
    for (const char* name : {"idle-rate", "task-duration", "pool-misses", "remote-steal-latency-p99", "equation 6"}) {
        EXPECT_NE(result.out.find(name), std::string::npos) << name;
    }
}

TEST(CounterList, StandsInTheReference) {
    const std::string page = run({"help", "--markdown"}).out;
    for (const std::string& line : lines(run({"counters"}).out)) EXPECT_NE(page.find(line), std::string::npos) << line;
}

// A name in JSON stands for one counter.
TEST(CounterList, HasNamesOfTheirOwnInJson) {
    std::set<std::pair<bool, std::string_view>> names;
    for (const Counter& counter : all_counters()) {
        if (counter.json.empty()) continue;
        EXPECT_TRUE(names.emplace((counter.in_json & of_stacks) != 0, counter.json).second) << counter.json;
    }
    EXPECT_GT(names.size(), 30U);
}

TEST(TraceFile, IsWrittenAndTold) {
    SCRUMP_NEEDS_COUNTERS();
    const test::Folder folder;
    const std::string file = folder / "trace.json";
    const std::vector<std::string> how = {
        "maxclique", "random:n=100,p=0.5,seed=1", "--workers", "2", "--localities", "2", "--trace", file};
    const Completed people = run(how);
    EXPECT_EQ(people.status, 0) << people.err;
    EXPECT_NE(people.out.find("trace       " + file + ": "), std::string::npos) << people.out;
    const Completed machines = run(with(how, {"--json"}));
    const Json trace = Json::parse(read_file(file));
    EXPECT_EQ(trace["otherData"]["events"], machines.json()["trace"]["events"]);
    std::set<int> processes;
    for (const Json& event : trace["traceEvents"]) processes.insert(event["pid"].get<int>());
    EXPECT_EQ(processes, (std::set<int>{0, 1}));
}

TEST(TraceFile, ThatIsCutShortIsAnErrorAfterTheAnswer) {
    SCRUMP_NEEDS_COUNTERS();
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
    const Completed result = run({"queens", "6", "--trace", "/dev/full", "--quiet"});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "4\n");
    EXPECT_NE(result.err.find("/dev/full"), std::string::npos) << result.err;
}

TEST(StatisticsInJson, SayWhereTheTimeWent) {
    SCRUMP_NEEDS_COUNTERS();
    const Json json =
        run({"maxclique", "random:n=150,p=0.7,seed=1", "--workers", "2", "--localities", "2", "--json"}).json();
    const Json& statistics = json["statistics"];
    for (const char* name : {"phases", "pool_accesses", "pool_misses", "victim_accesses", "victim_misses", "task_time",
                             "wait_time", "management_time", "total_time", "idle_rate", "task_duration_us",
                             "task_overhead_us", "phase_duration_us", "phase_overhead_us", "management_overhead_s"}) {
        EXPECT_TRUE(statistics[name].is_number()) << name;
        EXPECT_TRUE(statistics["per_worker"][3][name].is_number()) << name;
    }
    std::uint64_t tasks = 0;
    for (const Json& bucket : statistics["task_durations"]) {
        EXPECT_LT(bucket[0], bucket[1]);
        tasks += bucket[2].get<std::uint64_t>();
    }
    EXPECT_EQ(tasks, statistics["tasks"]);
    EXPECT_EQ(statistics["per_worker"][3]["locality"], 1);
    EXPECT_EQ(statistics["per_locality"].size(), 2U);
    std::uint64_t between = 0;
    for (const Json& steals : statistics["steals_between"]) between += steals[2].get<std::uint64_t>();
    EXPECT_EQ(between, statistics["per_locality"][0]["steals_won"].get<std::uint64_t>() +
                           statistics["per_locality"][1]["steals_won"].get<std::uint64_t>());
    EXPECT_EQ(json["incumbents"].back()["objective"], json["objective"]);
    EXPECT_EQ(json["history"]["workers"].size(), 4U);
    double nodes = 0;
    for (const Json& worker : json["history"]["workers"]) {
        for (const Json& count : worker["nodes"]) nodes += count.get<double>();
        for (const Json& share : worker["busy"]) EXPECT_LE(share, 1);
    }
    EXPECT_NEAR(nodes, json["nodes"].get<double>(), 4 * 256);  // each is rounded
}

// Score and delay are those of equations 3.2 and 3.3 of Xie (2023): a score is the victim's load less its delay.
TEST(StatisticsInJson, JudgeThoseThatWereAskedUnderThePerformanceDrivenPolicy) {
    const auto localities = [](const char* policy) {
        return run({"queens", "11", "--simulate", "infiniband:hosts=3,workers=2", "--skeleton", "depth-bounded:depth=2",
                    "--policy", policy, "--json"})
            .json()["statistics"]["per_locality"];
    };
    const Json judged = localities("performance-driven");
    ASSERT_EQ(judged.size(), 3U);
    unsigned idle = 0;  // known to have no load
    for (std::size_t own = 0; own < judged.size(); ++own) {
        std::uint64_t tried = 0;
        for (const Json& target : judged[own]["targets"]) {
            EXPECT_NE(target["locality"], own);
            EXPECT_LT(target["locality"], judged.size());
            EXPECT_GT(target["tried"], 0);
            EXPECT_GT(target["delay"], 0.0);
            EXPECT_GE(target["score"].get<double>() + target["delay"].get<double>(), -1e-9);
            idle += target["score"] == -target["delay"].get<double>() ? 1U : 0U;
            tried += target["tried"].get<std::uint64_t>();
        }
        EXPECT_EQ(tried, judged[own]["steals_tried"]);
        EXPECT_GT(tried, 0U);
    }
    EXPECT_GT(idle, 0U);
    for (const Json& each : localities("random")) EXPECT_FALSE(each.contains("targets"));
}

TEST(StatisticsForPeople, SayWhereTheTimeWent) {
    SCRUMP_NEEDS_COUNTERS();
    const Completed result = run({"queens", "8", "--workers", "2", "--stats"});
    EXPECT_EQ(result.status, 0);
    for (const char* text : {"idle-rate", "task-duration us", "waiting-time s", "pool-misses"}) {
        EXPECT_NE(result.out.find(text), std::string::npos) << result.out;
    }
}

}  // namespace
}  // namespace scrump::detail
