// The scrump command as several processes.

#include "cli/jobs/doomed_job.hpp"
#include "support/data.hpp"
#include "support/folder.hpp"
#include "support/mpi_run.hpp"

#include <nlohmann/json.hpp>

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/problems/uts/tree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>

namespace scrump::test {
namespace {

JobResult scrump(unsigned processes, std::vector<std::string> arguments, const std::string& input = {}) {
    arguments.insert(arguments.begin(), SCRUMP_COMMAND);
    return run_job({.processes = processes, .command = std::move(arguments), .environment = {}, .input = input});
}

std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Loading MPI takes longer than a small search, so a command that is started alone must not load it.
TEST(Jobs, AreTheOnlyCommandsThatLoadMpi) {
    const JobResult alone = run_job(
        {.processes = 0, .command = {SCRUMP_COMMAND}, .environment = {"LD_TRACE_LOADED_OBJECTS=1"}, .input = {}});
    EXPECT_NE(alone.out.find("libgmp"), std::string::npos) << alone.out;
    EXPECT_EQ(alone.out.find("libmpi"), std::string::npos) << alone.out;
}

// A copy of the command alone searches, but does not take itself for one of several processes that each do all the
// work.
TEST(Jobs, NameTheCommandWithMpiIfItIsMissing) {
    const Folder folder;
    const std::string copy = folder / "scrump";
    std::filesystem::copy_file(SCRUMP_COMMAND, copy);
    const JobResult alone = run_job({.processes = 0, .command = {copy, "queens", "6"}, .environment = {}, .input = {}});
    EXPECT_EQ(alone.status, 0) << alone.err;
    const JobResult job = run_job({.processes = 2, .command = {copy, "queens", "6"}, .environment = {}, .input = {}});
    EXPECT_NE(job.status, 0);
    EXPECT_EQ(job.out, "");
    EXPECT_NE(job.err.find("mpi/scrump: cannot be started: No such file or directory"), std::string::npos) << job.err;
}

TEST(Jobs, AreTheSystemOfAPaper) {
    for (const std::string paper : {"xie2023", "olivier2008:upc-term"}) {
        const JobResult job = scrump(3, {"queens", "8", "--workers", "1", "--paper", paper, "--json"});
        ASSERT_EQ(job.status, 0) << job.err;
        const auto json = nlohmann::json::parse(job.out);
        EXPECT_EQ(json["paper"], paper);
        EXPECT_EQ(json["count"], 92);
        EXPECT_EQ(json["localities"], 3);
    }
    const JobResult refused = scrump(2, {"queens", "8", "--paper", "xie2023", "--policy", "random"});
    EXPECT_EQ(refused.status, 2);
    const std::size_t said = refused.err.find("--policy random contradicts --paper xie2023");
    EXPECT_NE(said, std::string::npos) << refused.err;
    EXPECT_EQ(refused.err.find("contradicts", refused.err.find('\n', said)), std::string::npos)
        << "one process says it for all: " << refused.err;
}

TEST(Jobs, AnswerOnceWithTotalsOverAll) {
    for (const unsigned processes : {1U, 2U, 3U, 4U}) {
        const JobResult job = scrump(processes, {"uts", "--tree", "T5", "--workers", "1", "--json"});
        ASSERT_EQ(job.status, 0) << job.err;
        ASSERT_EQ(lines(job.out), 1U) << job.out;
        const auto json = nlohmann::json::parse(job.out);
        EXPECT_EQ(json.at("count"), 4147582);
        EXPECT_EQ(json.at("nodes"), 4147582);
        EXPECT_EQ(json.at("localities"), processes);
        EXPECT_EQ(json.at("policy"), "sticky-random");
        std::uint64_t nodes = 0;
        for (const auto& worker : json.at("statistics").at("per_worker"))
            nodes += worker.at("nodes").get<std::uint64_t>();
        EXPECT_EQ(nodes, 4147582U);
        if (processes > 1) {
            EXPECT_EQ(json.at("statistics").at("per_locality").size(), processes);
        }
    }
}

// Whether there are fewer or more processes than processors: each of these counts once.
TEST(Jobs, TellTheProcessorsOfTheirHostOnce) {
    const auto processors = [](unsigned processes) {
        const JobResult job = scrump(processes, {"queens", "8", "--workers", "1", "--json"});
        EXPECT_EQ(job.status, 0) << job.err;
        const auto json = nlohmann::json::parse(job.out);
        EXPECT_EQ(json.at("hosts"), 1);
        std::set<unsigned> all;
        for (const auto& locality : json.at("statistics").at("per_locality")) {
            EXPECT_FALSE(locality.at("host").get<std::string>().empty());
            const std::vector<unsigned> own = locality.at("processors");
            EXPECT_FALSE(own.empty());
            all.insert(own.begin(), own.end());
        }
        EXPECT_EQ(json.at("processors"), all.size());
        return all.size();
    };
    const std::size_t there = scrump::detail::processing_units().size();
    for (const unsigned processes : {1U, 2U, 3U, 4U}) EXPECT_LE(processors(processes), there) << processes;
}

TEST(Jobs, ComputeTasksTogether) {
    for (const char* const net : {"direct", "messages"}) {
        for (const unsigned processes : {2U, 3U}) {
            const JobResult job =
                run_job({.processes = processes,
                         .command = {SCRUMP_COMMAND, "tasks", "uts", "T1", "--workers", "1", "--json"},
                         .environment = {std::string("SCRUMP_NET=") + net},
                         .input = {}});
            ASSERT_EQ(job.status, 0) << job.err;
            ASSERT_EQ(lines(job.out), 1U) << job.out;
            const auto json = nlohmann::json::parse(job.out);
            EXPECT_EQ(json.at("count"), 4130071);
            EXPECT_EQ(json.at("localities"), processes);
            EXPECT_GT(json.at("between_localities").at("steals_won"), 0);
            const JobResult stopped =
                scrump(processes, {"tasks", "fib", "80", "--workers", "1", "--time-limit", "50ms", "--json"});
            EXPECT_EQ(nlohmann::json::parse(stopped.out).at("stopped_by"), "time-limit") << stopped.err;
        }
    }
    const JobResult refused = scrump(2, {"tasks", "quicksort", "50"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.complaints("the numbers lie in the memory of one locality"), 1) << refused.err;
}

// As threads do, so do processes, whether they share memory or not.
TEST(Jobs, EveryProtocolMeasuresTheSampleTrees) {
    const char* const names[] = {"T1", "T2", "T3", "T4", "T5"};
    std::size_t turn = 0;  // a tree for each protocol and number of processes, in turn
    const std::vector<std::vector<std::string>> networks = {{}, {"SCRUMP_NET=messages"}};
    for (const char* protocol :
         {"shared-memory", "streamlined-termination", "rapid-diffusion", "distributed-memory", "message-passing"}) {
        for (const unsigned processes : {1U, 2U, 3U, 4U}) {
            ++turn;
            const std::size_t tree = turn % std::size(names);
            const uts::Shape shape = uts::named_tree(names[tree]).shape;
            const std::string workers = std::to_string(1 + (tree + processes) % 2);
            const JobResult job =
                run_job({.processes = processes,
                         .command = {SCRUMP_COMMAND, "uts", "--tree", names[tree], "--workers", workers, "--skeleton",
                                     std::string("steal-stack:protocol=") + protocol, "--json"},
                         .environment = networks[turn / 3 % networks.size()],
                         .input = {}});
            ASSERT_EQ(job.status, 0) << job.err;
            const auto json = nlohmann::json::parse(job.out);
            EXPECT_EQ(json.at("count"), shape.nodes) << protocol << processes;
            EXPECT_EQ(json.at("leaves"), shape.leaves);
            EXPECT_EQ(json.at("depth"), shape.depth);
            EXPECT_EQ(json.at("statistics").at("per_worker").size(), processes * std::stoul(workers));
        }
    }
}

// The same of the best solution and of witnesses: nodes of one size, and of any size.
TEST(Jobs, EveryProtocolFindsTheBestAndWitnesses) {
    std::size_t turn = 0;
    const std::vector<std::vector<std::string>> networks = {{}, {"SCRUMP_NET=messages"}};
    for (const char* protocol :
         {"shared-memory", "streamlined-termination", "rapid-diffusion", "distributed-memory", "message-passing"}) {
        for (const unsigned processes : {1U, 2U, 3U, 4U}) {
            ++turn;
            const auto ask = [&](std::vector<std::string> arguments) {
                const std::string stack = turn % 2 == 0 && turn <= 16 ? ",stack=paper" : "";
                arguments.insert(arguments.begin(), SCRUMP_COMMAND);
                for (const std::string& more :
                     {std::string("--workers"), std::to_string(1 + turn % 2), std::string("--skeleton"),
                      "steal-stack:protocol=" + (protocol + stack), std::string("--json")})
                    arguments.push_back(more);
                const JobResult job = run_job({.processes = processes,
                                               .command = arguments,
                                               .environment = networks[turn / 3 % networks.size()],
                                               .input = {}});
                EXPECT_EQ(job.status, 0) << job.err;
                return job.status == 0 ? nlohmann::json::parse(job.out) : nlohmann::json::object();
            };
            SCOPED_TRACE(std::string(protocol) + " " + std::to_string(processes));
            const auto clique = ask({"maxclique", "random:n=120,p=0.8,seed=2"});
            EXPECT_EQ(clique["objective"], 21);
            EXPECT_EQ(clique["solution"].size(), 21U);
            EXPECT_EQ(ask({"kclique", "-k", "22", "random:n=120,p=0.8,seed=2"})["exists"], false);
            EXPECT_EQ(ask({"queens", "12", "--find"})["solution"].size(), 12U);
            EXPECT_EQ(ask({"colouring", "random:n=40,p=0.5,seed=1"})["objective"], 9);
        }
    }
}

TEST(Jobs, EveryPolicyIsAnswered) {
    for (const char* policy : {"random", "round-robin", "hierarchical", "locality-aware", "naive-locality-aware",
                               "performance-driven", "performance-driven:tuned,steal=all"}) {
        const JobResult job = scrump(3, {"maxclique", "random:n=120,p=0.8,seed=2", "--policy", policy, "--json"});
        ASSERT_EQ(job.status, 0) << job.err;
        const auto json = nlohmann::json::parse(job.out);
        EXPECT_EQ(json.at("objective"), 21) << policy;
        EXPECT_EQ(json.at("solution").size(), 21U);
        EXPECT_EQ(json.at("policy").get<std::string>().substr(0, 5), std::string(policy).substr(0, 5));
    }
}

TEST(Jobs, ReadTheFileOnceAndStandardInputToo) {
    const std::string square = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 4 1\ne 1 3\n";
    const JobResult job = scrump(3, {"maxclique", "-", "--quiet"}, square);
    EXPECT_EQ(job.status, 0) << job.err;
    EXPECT_EQ(job.out.substr(0, 2), "3\n");
}

TEST(Jobs, AgreeWithKnownAnswers) {
    SCRUMP_NEEDS_DATA("clique/brock200_4.clq");
    const JobResult job = scrump(2, {"maxclique", data("clique/brock200_4.clq").string(), "--quiet"});
    EXPECT_EQ(job.status, 0) << job.err;
    EXPECT_EQ(job.out.substr(0, 3), "17\n");
}

TEST(Jobs, SolveEveryProblemTogether) {
    struct Case {
        std::vector<std::string> arguments;
        std::string input;
        const char* field;
        int answer;
    };
    const std::string square =
        "TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 5 5\n3 5 0\n4 0 5\nEOF\n";
    const Case cases[] = {
        {{"maxclique", "--weights", "modulo", "random:n=60,p=0.5,seed=1"}, "", "objective", 304},
        {{"maxclique", "--count", "random:n=60,p=0.5,seed=1"}, "", "count", 13},
        {{"maxclique", "power-law:n=5000,m=30000,seed=1"}, "", "objective", 10},
        {{"kclique", "-k", "3", "--count", "sparse-random:n=20000,m=80000,seed=1"}, "", "count", 82},
        {{"vertex-cover", "hamming:n=5,d=2"}, "", "objective", 30},
        {{"colouring", "random:n=40,p=0.5,seed=1"}, "", "objective", 9},
        {{"sip", "--count", "-", "random:n=12,p=0.5,seed=1"}, "p edge 3 2\ne 1 2\ne 2 3\n", "count", 232},
        {{"mcs", "random:n=14,p=0.3,seed=1", "random:n=15,p=0.3,seed=2"}, "", "objective", 10},
        {{"knapsack", "-"}, "3 50\n60 10\n100 20\n120 30\n", "objective", 220},
        {{"tsp", "-"}, square, "objective", 20},
        {{"flowshop", "random:jobs=20,seed=495070989", "--no-local-search"}, "", "objective", 1235},
        {{"flowshop", "-"}, "3 2\n0 5 1 4\n0 3 1 6\n0 8 1 2\n", "objective", 18},
    };
    for (const Case& each : cases) {
        std::vector<std::string> arguments = each.arguments;
        arguments.insert(arguments.end(), {"--workers", "1", "--json"});
        const JobResult job = scrump(3, arguments, each.input);
        ASSERT_EQ(job.status, 0) << each.arguments.front() << job.err;
        const auto json = nlohmann::json::parse(job.out);
        EXPECT_EQ(json.at(each.field), each.answer) << each.arguments.front();
        EXPECT_EQ(json.at("localities"), 3);
    }
}

// One message for all processes, and their status.
TEST(Jobs, ComplainOnce) {
    struct Case {
        std::vector<std::string> arguments;
        int status;
        std::string message;
    };
    const Case cases[] = {
        {{"maxclique", "/nowhere/graph.clq"}, 1, "scrump: /nowhere/graph.clq: no such file"},
        {{"maxclique", "/"}, 1, "scrump: /: "},
        {{"queens", "8", "--skeleton", "fastest"}, 2, "scrump: unknown skeleton 'fastest'"},
        {{"queens", "8", "--policy", "greedy"}, 2, "scrump: unknown policy 'greedy'"},
        {{"queens", "8", "--localities", "2"}, 2, "scrump: 2 localities in each of 3 processes"},
        {{"solve"}, 2, "scrump: unknown subcommand 'solve'"},
        {{"queens"}, 2, "scrump: queens: N is missing"},
        {{"check", "/nowhere/net"}, 2, "scrump: check: answers are found by one process; start it without mpirun"},
    };
    for (const Case& each : cases) {
        const JobResult job = scrump(3, each.arguments);
        EXPECT_EQ(job.status, each.status) << each.message << "\n" << job.err;
        EXPECT_EQ(job.complaints(each.message), 1) << job.err;
        EXPECT_EQ(job.complaints("scrump: "), each.message.starts_with("scrump: ") ? 1 : 0) << job.err;
        EXPECT_EQ(job.out, "");
    }
}

TEST(Jobs, WarnOnceOfFormerNames) {
    const JobResult command = scrump(3, {"states", "puzzle", "2x2", "--quiet"});
    EXPECT_EQ(command.status, 0) << command.err;
    EXPECT_EQ(command.complaints("scrump: 'scrump states' is deprecated"), 1) << command.err;
    const JobResult option = scrump(2, {"reach", "/nowhere/model", "--most-buckets", "1000000"});
    EXPECT_EQ(option.complaints("scrump: --most-buckets is deprecated"), 1) << option.err;
}

/// Two processes, the second with arguments of its own.
JobResult scrump(std::vector<std::string> first, std::vector<std::string> second, const std::string& input = {}) {
    first.insert(first.begin(), SCRUMP_COMMAND);
    second.insert(second.begin(), SCRUMP_COMMAND);
    return run_job({.processes = 1,
                    .command = std::move(first),
                    .other_commands = {std::move(second)},
                    .environment = {},
                    .input = input,
                    .limit = std::chrono::seconds(60)});  // far less than that after which a process is given up
}

// Nothing is answered, nothing hangs, and one message says which process it is and what differs.
TEST(Jobs, StartedForDifferentSearchesSaySoAndSearchNothing) {
    struct Case {
        std::vector<std::string> first;
        std::vector<std::string> second;
        std::string message;
    };
    const std::vector<std::string> graph = {"kclique", "-k", "5", "random:n=30,p=0.5"};
    const std::vector<std::string> stacks = {"uts", "--tree", "T5", "--skeleton", "steal-stack"};
    const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const Case cases[] = {
        {{"semigroups", "--genus", "38"},
         {"semigroups", "--genus", "37"},
         "problem: 'numerical semigroups of genus 37' instead of 'numerical semigroups of genus 38'"},
        {{"queens", "11"}, {"queens", "10"}, "problem: 'all ways to place 10 queens' instead of"},
        {{"queens", "11"}, {"queens", "11", "--find"}, "problem: 'a way to place 11 queens' instead of"},
        {graph, {"kclique", "-k", "6", graph.back()}, "problem: 'clique of 6 vertices of a graph with 30 vertices"},
        // Found by comparing what is searched, or by looking at what the other one sends.
        {with(graph, {"--seed", "2"}), graph, "rank 1 on "},
        {graph,
         {"kclique", "-k", "5", "random:n=31,p=0.5"},
         "is given 'random:n=31,p=0.5' where the first process has"},
        {graph, {"maxclique", graph.back()}, "is started for 'maxclique', and the first process for 'kclique'"},
        {{"queens", "8"}, with(stacks, {}), "is started for 'uts', and the first process for 'queens'"},
        {with(graph, {"--skeleton", "ordered"}), graph, "skeleton: 'adaptive' instead of 'ordered"},
        {graph, with(graph, {"--policy", "random"}), "policy: 'random' instead of 'sticky-random'"},
        {with(graph, {"--node-limit", "9"}), graph, "node limit: 'none' instead of '9'"},
        {with(graph, {"--json"}), graph, "history: 'no' instead of 'yes'"},
        {stacks, {"uts", "--tree", "T5"}, "skeleton: 'adaptive' instead of 'steal-stack"},
        {{"uts", "--tree", "T5"}, stacks, "skeleton: 'steal-stack:protocol=distributed-memory"},
        {stacks, {"uts", "--tree", "T1", "--skeleton", "steal-stack"}, "problem: 'tree of law"},
        {{"tasks", "fib", "30"}, {"tasks", "fib", "31"}, "its arguments: '31' instead of '30'"},
        {{"tasks", "fib", "30"}, {"tasks", "integrate", "30"}, "first task: 'scrump::detail::Named<"},
        {{"queens", "11"}, {"queens", "33"}, "'33' is not a whole number from 1 to 32"},
        {{"queens", "11"}, {"queens", "11", "--skeleton", "fastest"}, "unknown skeleton 'fastest'"},
        {{"queens", "11"}, {"solve"}, "is given 'solve' where the first process has 'queens'"},
        {{"queens", "11"}, {"--help"}, "has left before the others"},
    };
    at_once(cases, [](const Case& each) {
        SCOPED_TRACE(each.message);
        const JobResult job = scrump(each.first, each.second);
        EXPECT_GT(job.status, 0);
        EXPECT_EQ(job.out, "");
        EXPECT_EQ(job.complaints(each.message), 1) << job.err;
        EXPECT_EQ(job.complaints("rank 1 on "), 1) << job.err;
        EXPECT_EQ(job.complaints("scrump: "), 1) << job.err;
    });
}

// The file is read by the first process alone: a name that the other one cannot know is another name.
TEST(Jobs, OneOfWhichCannotReadItsFileSaySo) {
    const std::string edge = "p edge 2 1\ne 1 2\n";
    const JobResult other = scrump({"maxclique", "-"}, {"maxclique", "/nowhere/graph.clq"}, edge);
    EXPECT_GT(other.status, 0);
    EXPECT_EQ(other.complaints("is given '/nowhere/graph.clq' where the first process has '-'"), 1) << other.err;
    const JobResult first = scrump({"maxclique", "/nowhere/graph.clq"}, {"maxclique", "-"}, edge);
    EXPECT_GT(first.status, 0);
    EXPECT_EQ(first.out + other.out, "");
}

// What only says where and how fast, or is looked at by the first process alone.
TEST(Jobs, MayDifferInWorkersSeedAndTimeLimit) {
    const JobResult job = scrump({"queens", "9", "--workers", "2", "--quiet"},
                                 {"queens", "9", "--workers", "1", "--seed", "3", "--time-limit", "1h", "--no-pin"});
    EXPECT_EQ(job.status, 0) << job.err;
    EXPECT_EQ(job.out, "352\n");
}

TEST(Jobs, NameTheLineOfWrongInputOnce) {
    const JobResult job = scrump(2, {"maxclique", "-"}, "p edge 3 1\ne 1 7\n");
    EXPECT_EQ(job.status, 1);
    EXPECT_EQ(job.complaints("standard input:2: expected a vertex from 1 to 3, found '7'"), 1) << job.err;
}

TEST(Jobs, StopAtLimits) {
    const JobResult job = scrump(2, {"queens", "20", "--time-limit", "50ms", "--json"});
    EXPECT_EQ(job.status, 3) << job.err;
    EXPECT_EQ(nlohmann::json::parse(job.out).at("stopped_by"), "time-limit");
}

// What docs/distributed.md says of Open MPI, whose own words at a status are none that anybody asked for.
TEST(Jobs, CanBeStoppedWithoutWordsOfTheLauncher) {
    const Job job{.processes = 2,
                  .command = {SCRUMP_COMMAND, "queens", "20", "--time-limit", "50ms", "--json"},
                  .environment = {"OMPI_MCA_orte_abort_on_non_zero_status=0"},
                  .input = {}};
    const JobResult quiet = run_job(job);
    if (quiet.status == 3) GTEST_SKIP() << "another launcher";
    EXPECT_EQ(quiet.status, 0);
    EXPECT_EQ(quiet.err, "");
    EXPECT_EQ(nlohmann::json::parse(quiet.out).at("stopped_by"), "time-limit");
}

// Standard error is a pipe there.
TEST(Jobs, ShowProgressInLinesIfTold) {
    for (const bool told : {false, true}) {
        std::vector<std::string> command = {SCRUMP_COMMAND, "queens", "20", "--time-limit", told ? "1h" : "1s"};
        if (told) command.push_back("--progress");
        DoomedJob job({.processes = 2, .command = command, .environment = {}, .input = {}});
        if (told) {
            job.await([&] { return job.err().find(" busy\n") != std::string::npos; });
            job.send(SIGUSR1);
        }
        const JobResult result = job.wait();
        EXPECT_EQ(result.status, 3);
        EXPECT_EQ(result.complaints(" busy\n") > 0, told) << result.err;
        EXPECT_EQ(result.complaints("\r"), 0);
        EXPECT_EQ(result.complaints("\x1b"), 0);
    }
}

// Both processes end as those that have lost what they did.
TEST(Jobs, WhoseLastCheckpointCannotBeWrittenHaveAStatusOfTheirOwn) {
    namespace fs = std::filesystem;
    const Folder folder;
    const std::string file = folder / "checkpoint";
    DoomedJob job({.processes = 2,
                   .command = {SCRUMP_COMMAND, "queens", "20", "--checkpoint", file, "--checkpoint-every", "10ms"},
                   .environment = {},
                   .input = {}});
    job.await([&] { return fs::exists(file); });
    std::error_code in_the_way;
    job.await([&] { return fs::create_directory(file + ".new", in_the_way); });
    job.send(SIGUSR1);
    const JobResult result = job.wait();
    EXPECT_EQ(result.status, 4) << result.err;
    EXPECT_EQ(result.complaints(file + ": does not hold the last state; what was done since it was written is lost"), 1)
        << result.err;
    fs::remove(file + ".new");
    EXPECT_EQ(scrump(1, {"queens", "20", "--resume", file, "--node-limit", "1", "--quiet"}).status, 3);
}

TEST(Jobs, HelpIsShownOnce) {
    const JobResult job = scrump(3, {"--help"});
    EXPECT_EQ(job.status, 0);
    std::size_t shown = 0;
    for (std::size_t at = 0; (at = job.out.find("Policies (--policy", at)) != std::string::npos; ++at) ++shown;
    EXPECT_EQ(shown, 1U);
}

}  // namespace
}  // namespace scrump::test
