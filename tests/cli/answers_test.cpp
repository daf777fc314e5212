// The command's answers, for people and for machines.

#include "cli/command.hpp"
#include "support/data.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/problems/uts/tree.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string_view>

namespace scrump::detail {
namespace {

using test::Completed;
using test::run;

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

TEST(Answers, KnownCliqueNumbers) {
    SCRUMP_NEEDS_DATA("clique/answers.tsv");
    std::ifstream answers(test::data("clique/answers.tsv"));
    std::string line;
    std::getline(answers, line);
    std::string instance;
    std::size_t omega = 0;
    while (answers >> instance >> omega) {
        if (instance == "brock800_4" || instance == "brock400_4") continue;  // minutes under a sanitizer
        const std::string path = test::data("clique/" + instance + ".clq").string();
        const Completed result = run({"maxclique", path, "--json"});
        ASSERT_EQ(result.status, 0) << instance << result.err;
        EXPECT_EQ(result.json()["objective"], omega) << instance;
        EXPECT_EQ(result.json()["solution"].size(), omega) << instance;
        EXPECT_EQ(run({"kclique", "-k", std::to_string(omega), path, "--json"}).json()["exists"], true) << instance;
    }
}

TEST(Answers, TheHashOfATreeCanBeChosen) {
    for (const char* hash : {"portable", "automatic"}) {
        const Completed result = run({"uts", "--tree", "T3", "--hash", hash, "--json"});
        ASSERT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.json()["count"], uts::named_tree("T3").shape.nodes);
        const std::string used = result.json()["instance"]["hash"];
        EXPECT_NE(used, "automatic");
        if (std::string_view(hash) == "portable") {
            EXPECT_EQ(used, hash);
        }
    }
}

// Size, leaves and depth of the sample trees, by every protocol of steal stacks and by the other skeletons.
TEST(Answers, EveryProtocolMeasuresTheSampleTrees) {
    const char* const names[] = {"T1", "T2", "T3", "T4", "T5"};
    std::size_t turn = 0;
    for (const char* skeleton :
         {"sequential", "adaptive", "budget", "stack-stealing", "steal-stack:protocol=shared-memory",
          "steal-stack:protocol=streamlined-termination,chunk=2", "steal-stack:protocol=rapid-diffusion,chunk=7",
          "steal-stack:protocol=distributed-memory", "steal-stack:protocol=distributed-memory,chunk=1",
          "steal-stack:protocol=message-passing,chunk=5,poll=1000"}) {
        for (const char* workers : {"1", "2", "3", "4"}) {
            ++turn;
            for (const char* name : names) {
                // Two of each number of workers, and so every tree of each skeleton; with sanitizers all takes ten
                // times as long.
                if (name != names[turn % 5] && (test::sanitized || name != names[(turn + 2) % 5])) continue;
                const uts::Shape shape = uts::named_tree(name).shape;
                const Completed result =
                    run({"uts", "--tree", name, "--skeleton", skeleton, "--workers", workers, "--json"});
                ASSERT_EQ(result.status, 0) << result.err;
                const auto json = result.json();
                EXPECT_EQ(json["count"], shape.nodes) << name << " " << skeleton;
                EXPECT_EQ(json["leaves"], shape.leaves) << name << " " << skeleton;
                EXPECT_EQ(json["depth"], shape.depth) << name << " " << skeleton;
                const bool stacks = std::string_view(skeleton).starts_with("steal-stack");
                ASSERT_EQ(json["statistics"].contains("protocol"), stacks);
                if (!stacks) continue;
                const auto& protocol = json["statistics"]["protocol"];
                EXPECT_GT(protocol["working_seconds"], 0);
                EXPECT_GT(protocol["working_rate"], 0);
                for (const char* key :
                     {"searching_seconds", "stealing_seconds", "terminating_seconds", "steals_per_second", "steals",
                      "chunks_stolen", "releases", "reacquires", "failed_probes"}) {
                    EXPECT_TRUE(protocol.contains(key)) << key;
                }
            }
        }
    }
}

TEST(Answers, EverySkeletonAndShapeGivesTheSame) {
    for (const char* skeleton :
         {"sequential", "depth-bounded:depth=2", "stack-stealing", "stack-stealing:chunked=0", "budget:backtracks=100",
          "ordered", "ordered:depth=1,window=3", "adaptive", "steal-stack:protocol=shared-memory,chunk=1",
          "steal-stack:protocol=streamlined-termination,stack=paper", "steal-stack:protocol=rapid-diffusion,chunk=2",
          "steal-stack", "steal-stack:protocol=message-passing,chunk=2,poll=50"}) {
        for (const auto& [workers, localities] : {std::pair("1", "1"), {"2", "1"}, {"2", "2"}, {"1", "3"}}) {
            const std::vector<std::string> how = {"--skeleton",   skeleton,   "--workers", workers,
                                                  "--localities", localities, "--json"};
            const auto with = [&](std::vector<std::string> what) {
                what.insert(what.end(), how.begin(), how.end());
                const Completed result = run(what);
                EXPECT_EQ(result.status, 0) << result.err;
                return result.json();
            };
            EXPECT_EQ(with({"maxclique", "random:n=120,p=0.6,seed=5"})["objective"], 12) << skeleton;
            EXPECT_EQ(with({"kclique", "-k", "13", "random:n=120,p=0.6,seed=5"})["exists"], false) << skeleton;
            EXPECT_EQ(with({"kclique", "-k", "12", "random:n=120,p=0.6,seed=5", "--no-local-search"})["exists"], true)
                << skeleton;
            EXPECT_EQ(with({"semigroups", "--genus", "22"})["count"], 103246) << skeleton;
            EXPECT_EQ(with({"queens", "9"})["count"], 352) << skeleton;
            EXPECT_EQ(with({"queens", "9", "--find"})["solution"].size(), 9U) << skeleton;
            EXPECT_EQ(with({"queens", "3", "--find"})["exists"], false) << skeleton;
            EXPECT_EQ(with({"uts", "--type", "binomial", "--b0", "50", "--q", "0.2", "--m", "4", "--tree-seed",
                            "3"})["count"],
                      215)
                << skeleton;
        }
    }
}

// The sizes are the reference's.
TEST(Answers, UnbalancedTreesOfAllTypesAreMeasured) {
    const auto measured = [](std::vector<std::string> words) {
        words.insert(words.begin(), "uts");
        words.emplace_back("--json");
        const Completed result = run(words);
        EXPECT_EQ(result.status, 0) << result.err;
        return result.json();
    };
    const std::vector<std::string> hybrid = {"--type",      "hybrid", "--shape", "linear", "--b0", "5",
                                             "--max-depth", "12",     "--q",     "0.22",   "--m",  "4",
                                             "--tree-seed", "1",      "--shift", "0.3"};
    nlohmann::json told = measured(hybrid);
    EXPECT_EQ(told["count"], 4525);
    EXPECT_EQ(told["leaves"], 3408);
    EXPECT_EQ(told["depth"], 39);
    EXPECT_EQ(told["instance"]["shift"], 0.3);
    EXPECT_EQ(told["instance"]["granularity"], 1);

    told = measured({"--type", "balanced", "--b0", "3.9", "--max-depth", "7", "--granularity", "5"});
    EXPECT_EQ(told["count"], 3280);
    EXPECT_EQ(told["leaves"], 2187);
    EXPECT_EQ(told["instance"]["type"], "balanced");
    EXPECT_EQ(told["instance"]["max_depth"], 7);
    EXPECT_EQ(told["instance"]["granularity"], 5);
    for (const char* of_others : {"shape", "q", "m", "shift"}) EXPECT_FALSE(told["instance"].contains(of_others));

    told = measured({"--tree", "T3", "--granularity", "3"});
    EXPECT_EQ(told["count"], uts::named_tree("T3").shape.nodes);
    EXPECT_EQ(told["instance"]["granularity"], 3);
}

TEST(Answers, JsonHasTheDocumentedFields) {
    const nlohmann::json json = run({"maxclique", "johnson:n=8,w=2,d=4", "--json", "--workers", "2"}).json();
    EXPECT_EQ(json["schema"], "scrump-result");
    EXPECT_EQ(json["version"], 1);
    EXPECT_EQ(json["problem"], "maxclique");
    EXPECT_EQ(json["status"], "complete");
    EXPECT_EQ(json["objective"], 4);
    EXPECT_EQ(json["instance"]["vertices"], 28);
    EXPECT_EQ(json["instance"]["edges"], 210);
    EXPECT_EQ(json["workers"], 2);
    EXPECT_EQ(json["localities"], 1);
    EXPECT_EQ(json["skeleton"], "adaptive");
    EXPECT_EQ(json["statistics"]["per_worker"].size(), 2U);
    EXPECT_GT(json["seconds"], 0);
    EXPECT_GT(json["nodes"], 0);
    for (const auto& vertex : json["solution"]) EXPECT_GE(vertex, 1);
}

TEST(Answers, JsonSaysWhatWasRunWhereAndWhen) {
    const std::vector<std::string> arguments = {"queens", "6", "--localities", "2", "--json"};
    const nlohmann::json json = run(arguments).json();
    EXPECT_EQ(json["program"].get<std::string>() + "\n", run({"--version"}).out);
    std::vector<std::string> command = json["command"];
    ASSERT_FALSE(command.empty());
    EXPECT_EQ(std::filesystem::path(command.front()).filename(), "scrump");
    command.erase(command.begin());
    EXPECT_EQ(command, arguments);
    EXPECT_TRUE(std::regex_match(json["date"].get<std::string>(),
                                 std::regex("20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z")));
    // Localities of one process share its processors, which count once.
    EXPECT_EQ(json["hosts"], 1);
    EXPECT_EQ(json["processors"], processing_units().size());
    for (const auto& locality : json["statistics"]["per_locality"]) {
        EXPECT_EQ(locality["host"], host_name());
        EXPECT_EQ(locality["processors"].get<std::vector<unsigned>>(), processing_units());
    }
}

TEST(Answers, CountsComeByDepth) {
    EXPECT_EQ(run({"semigroups", "--genus", "10", "--json"}).json()["by_depth"],
              (std::vector<int>{1, 1, 2, 4, 7, 12, 23, 39, 67, 118, 204}));
    EXPECT_EQ(run({"queens", "6", "--json"}).json()["by_depth"], (std::vector<int>{1, 6, 20, 36, 46, 40, 4}));
    EXPECT_EQ(run({"semigroups", "--genus", "0", "--quiet"}).out, "1\n");
}

TEST(Answers, QuietPrintsTheAnswerAlone) {
    EXPECT_EQ(run({"queens", "8", "--quiet"}).out, "92\n");
    const Completed clique = run({"maxclique", "-", "--quiet"}, "p edge 4 4\ne 1 2\ne 2 3\ne 1 3\ne 3 4\n");
    EXPECT_EQ(clique.out, "3\n1 2 3\n");
    EXPECT_EQ(clique.err, "");
}

TEST(Answers, ReadsADimacsFileWithWindowsLineEnds) {
    const Completed result = run({"maxclique", "-", "--json"}, "c x\r\np col 3 2\r\ne 1 2\r\ne 2 3\r\n");
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.json()["objective"], 2);
}

TEST(Answers, TinyGraphs) {
    EXPECT_EQ(run({"maxclique", "-", "--json"}, "p edge 0 0\n").json()["objective"], 0);
    EXPECT_EQ(run({"maxclique", "-", "--json"}, "p edge 3 0\n").json()["objective"], 1);
    EXPECT_EQ(run({"kclique", "-k", "0", "-", "--json"}, "p edge 0 0\n").json()["exists"], true);
    EXPECT_EQ(run({"kclique", "-k", "1", "-", "--json"}, "p edge 0 0\n").json()["exists"], false);
    EXPECT_EQ(run({"kclique", "-k", "99999999999", "-", "--json"}, "p edge 2 1\ne 1 2\n").json()["exists"], false);
}

TEST(Answers, GenerateWritesWhatTheOthersRead) {
    const Completed graph = run({"generate", "hamming", "n=6", "d=4"});
    ASSERT_EQ(graph.status, 0) << graph.err;
    EXPECT_EQ(run({"maxclique", "-", "--json"}, graph.out).json()["objective"], 4);
    EXPECT_EQ(run({"generate", "random:n=30,p=0.5", "--seed", "4"}).out.substr(1),
              run({"generate", "random", "n=30", "p=0.5", "--seed", "4"}).out.substr(1));
}

TEST(Answers, AStoppedCountIsNotCalledACount) {
    const Completed result = run({"uts", "--tree", "T1L", "--node-limit", "10000", "--json"});
    EXPECT_EQ(result.status, 3);
    EXPECT_EQ(result.json()["status"], "stopped");
    EXPECT_EQ(result.json()["stopped_by"], "node-limit");
    EXPECT_FALSE(result.json().contains("count"));
    EXPECT_GE(result.json()["count_so_far"], 1);
    const Completed text = run({"uts", "--tree", "T1L", "--node-limit", "10000"});
    EXPECT_NE(text.out.find("at least"), std::string::npos);
}

TEST(Answers, ATimeLimitGivesTheBestSoFar) {
    const Completed result = run({"maxclique", "random:n=500,p=0.9,seed=1", "--time-limit", "50ms", "--json"});
    EXPECT_EQ(result.status, 3);
    EXPECT_EQ(result.json()["stopped_by"], "time-limit");
    EXPECT_GT(result.json()["objective"], 30);  // what greed finds is some 35
    EXPECT_EQ(result.json()["solution"].size(), result.json()["objective"]);
}

TEST(Answers, CtrlCGivesTheBestSoFar) {
    for (const int signal : {SIGINT, SIGTERM}) {
        test::Command command({"maxclique", "random:n=500,p=0.9,seed=1", "--workers", "2", "--json"});
        command.await_threads(4);  // main, the one that waits for signals, two workers
        command.send(signal);
        const Completed result = command.wait();
        EXPECT_EQ(result.status, 3) << result.err;
        EXPECT_EQ(result.json()["stopped_by"], "cancelled");
        EXPECT_GT(result.json()["objective"], 1);
    }
}

TEST(Answers, TheLiveLineOfACoverShowsTheBestAndItsBound) {
    test::Command command({"vertex-cover", "random:n=400,p=0.1,seed=1", "--progress"});
    command.await([&] { return command.err().find(" busy") != std::string::npos; });
    command.send(SIGINT);
    const Completed stopped = command.wait();
    EXPECT_EQ(stopped.status, 3);
    const std::string line = stopped.err.substr(0, stopped.err.find('\n'));
    const std::size_t best = line.find(" | best ");
    const std::size_t bound = line.find(" | bound ");
    ASSERT_TRUE(best != std::string::npos && bound != std::string::npos) << line;
    // A cover, not the vertices outside of it.
    EXPECT_GT(std::stod(line.substr(best + 8)), std::stod(line.substr(bound + 9))) << line;
}

TEST(Answers, StatisticsShowEveryWorker) {
    const Completed result = run({"queens", "10", "--workers", "3", "--stats"});
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.out.find("steals"), std::string::npos);
    const std::vector<std::string> all = words(result.out.substr(result.out.find("\nall")));
    EXPECT_GT(std::stoull(all.at(1)), 30'000U);
}

TEST(Answers, OrderedIsReplicable) {
    std::map<std::string, std::uint64_t> nodes;
    for (const char* workers : {"1", "2", "5"}) {
        const Completed result =
            run({"maxclique", "random:n=150,p=0.7,seed=2", "--skeleton", "ordered", "--workers", workers, "--json"});
        nodes[result.json()["solution"].dump()] += result.json()["nodes"].get<std::uint64_t>();
    }
    ASSERT_EQ(nodes.size(), 1U) << "the same clique each time";
    EXPECT_EQ(nodes.begin()->second % 3, 0U);
}

}  // namespace
}  // namespace scrump::detail
