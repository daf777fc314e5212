// Limits, signals and memory that end a command, from the first byte that it reads on.

#include "cli/command.hpp"
#include "support/data.hpp"
#include "support/sanitized.hpp"
#include "support/shell.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <cmath>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::Command;
using test::Completed;
using test::run;

/// A file that is open and never delivers anything.
class Silence {
  public:
    Silence() {
        std::string pattern = (std::filesystem::temp_directory_path() / "scrump-test-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        ::mkfifo(name().c_str(), 0600);
        kept_open_ = ::open(name().c_str(), O_RDWR | O_CLOEXEC);
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;
    ~Silence() {
        ::close(kept_open_);
        std::filesystem::remove_all(folder_);
    }

    std::string name() const { return folder_ / "silence"; }

  private:
    std::filesystem::path folder_;
    int kept_open_ = -1;
};

TEST(TimeLimit, EndsACommandThatReadsForEver) {
    const Silence silence;
    for (const std::string command : {"maxclique", "colouring", "knapsack", "tsp", "flowshop"}) {
        const Completed ended = run({command, silence.name(), "--time-limit", "1ms"});
        EXPECT_EQ(ended.status, 3) << command;
        EXPECT_EQ(ended.out, "");
        EXPECT_EQ(ended.err, "scrump: the time limit is over and the search has not begun: nothing is known yet\n");
    }
}

TEST(Interrupts, EndACommandThatReadsForEver) {
    const Silence silence;
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) {
        Command reading({"maxclique", silence.name()});
        reading.await_threads(2);
        reading.send(signal);
        EXPECT_EQ(reading.wait().status, 128 + signal);
    }
}

// As many batch systems limit memory.
TEST(AddressSpace, ThatIsLimitedIsReservedAsFarAsItGoes) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers reserve a multiple of it";
    const std::string limited = "ulimit -v 4000000; exec " + std::string(SCRUMP_COMMAND) + " ";
    const test::Shell exact = test::Shell(limited + "explore puzzle 3x3 --json");
    EXPECT_EQ(exact.status, 0) << exact.output;
    EXPECT_EQ(nlohmann::json::parse(exact.output)["states"], 181'440);
    const test::Shell large = test::Shell(limited + "explore puzzle 3x3 --json --memory-limit 100G");
    EXPECT_EQ(large.status, 0) << large.output;
    const test::Shell hashes =
        test::Shell(limited + "explore puzzle 4x4 --storage bit-state --state-limit 100000 --json");
    EXPECT_EQ(hashes.status, 3) << hashes.output;
    const test::Shell deep = test::Shell(limited + "explore puzzle 3x3 --order depth-first --json");
    EXPECT_EQ(deep.status, 0) << deep.output;
}

// A thread has its stack and its memory's beginnings: where these do not fit, the command says so.
TEST(AddressSpace, ThatIsTooSmallIsAnErrorOrSuffices) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers reserve a multiple of it";
    for (int mebibytes = 400; mebibytes <= 1600; mebibytes += 200) {
        const test::Shell ended("ulimit -v " + std::to_string(mebibytes * 1024) +
                                "; exec " SCRUMP_COMMAND " explore puzzle 3x3 --localities 4 --workers 1 --quiet 2>&1");
        SCOPED_TRACE(std::to_string(mebibytes) + " MiB: " + ended.output);
        if (ended.status == 0) {
            EXPECT_EQ(ended.output, "181440\n");
        } else {
            EXPECT_EQ(ended.status, 1);
            EXPECT_TRUE(ended.output.starts_with("scrump: "));
        }
    }
}

TEST(AddressSpace, ThatIsLimitedHasRoomForDecisionDiagrams) {
    if (test::sanitized) GTEST_SKIP() << "sanitizers reserve a multiple of it";
    SCRUMP_NEEDS_DATA("states/anderson.4.sylvan.bdd");
    const std::string model = " reach " + test::data("states/anderson.4.sylvan.bdd").string();
    // Whatever the limit, stacks of threads and tables leave room for what threads allocate.
    for (const std::string limit : {"1700000", "2000000", "2400000"}) {
        for (const std::string options :
             {"", " --memory-limit 100G", " --localities 2", " --localities 4 --workers 1"}) {
            SCOPED_TRACE(limit + options);
            const test::Shell ended("ulimit -v " + limit + "; exec " SCRUMP_COMMAND + model + options + " --json");
            ASSERT_EQ(ended.status, 0) << ended.output;
            EXPECT_EQ(nlohmann::json::parse(ended.output)["states"], "29641");
        }
    }
}

// Of a stopped run: no solution is better than its bound, and of a complete one none is better than the answer.
TEST(Bounds, AreOfAllThatIsOptimised) {
    struct Optimisation {
        std::vector<std::string> command;
        bool greatest;
    };
    const std::vector<Optimisation> optimisations = {
        {{"maxclique", "random:n=90,p=0.7,seed=1"}, true},
        {{"maxclique", "random:n=90,p=0.7,seed=1", "--weights", "modulo"}, true},
        {{"independent-set", "random:n=90,p=0.3,seed=1"}, true},
        {{"vertex-cover", "random:n=90,p=0.3,seed=1"}, false},
        {{"colouring", "random:n=40,p=0.5,seed=1"}, false},
        {{"mcs", "random:n=14,p=0.5,seed=1", "random:n=14,p=0.5,seed=2"}, true},
        {{"knapsack", "strongly-correlated:n=60,range=1000,seed=1"}, true},
        {{"tsp", "random:n=30,seed=4"}, false},
        {{"flowshop", "random:jobs=20,machines=10,seed=1672900551"}, false},
    };
    for (const Optimisation& each : optimisations) {
        SCOPED_TRACE(each.command[0] + " " + each.command[1]);
        std::vector<std::string> command = each.command;
        command.insert(command.end(), {"--json", "--workers", "2", "--no-pin"});
        const nlohmann::json whole = run(command).json();
        const auto optimum = whole["objective"].get<double>();
        EXPECT_EQ(whole["bound"], optimum);
        EXPECT_EQ(whole["gap"], 0);

        command.insert(command.end(), {"--node-limit", "20"});
        const Completed ended = run(command);
        const nlohmann::json part = ended.json();
        if (part["status"] == "complete") continue;  // nothing was left after so few
        EXPECT_EQ(ended.status, 3);
        const auto bound = part["bound"].get<double>();
        const auto found = part["objective"].get<double>();
        if (each.greatest) {
            EXPECT_GE(bound, optimum);
            EXPECT_LE(found, optimum);
        } else {
            EXPECT_LE(bound, optimum);
            EXPECT_GE(found, optimum);
        }
        EXPECT_DOUBLE_EQ(part["gap"].get<double>(), std::abs(bound - found) / std::abs(found));
    }
}

TEST(Gap, ThatIsReachedIsWhatWasAskedFor) {
    const Completed near = run({"maxclique", "brock:n=400,i=4", "--gap", "900%"});
    EXPECT_EQ(near.status, 0) << near.err;
    EXPECT_NE(near.out.find("stopped (gap)"), std::string::npos);
    EXPECT_NE(near.out.find("\nbound       "), std::string::npos);
    EXPECT_EQ(run({"maxclique", "random:n=20", "--gap", "-1"}).status, 2);
    EXPECT_EQ(run({"maxclique", "random:n=20", "--gap", "near"}).status, 2);
}

TEST(Gap, IsForSearchesForTheBestAlone) {
    const std::string sentence =
        "scrump: --gap is only for a search for one best solution: this one counts, lists or decides\n";
    const std::string graph = "random:n=9,p=0.5";
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"maxclique", graph, "--count"},
                                               {"maxclique", graph, "--all"},
                                               {"colouring", graph, "-k", "3"},
                                               {"mcs", graph, graph, "--at-least", "3"},
                                               {"knapsack", "circle:n=9", "--at-least", "3"},
                                               {"tsp", "random:n=5", "--at-most", "3"},
                                               {"flowshop", "random:jobs=5", "--at-most", "3"}}) {
        std::vector<std::string> arguments = command;
        arguments.insert(arguments.end(), {"--gap", "1%"});
        const Completed refused = run(arguments);
        EXPECT_EQ(refused.status, 2);
        EXPECT_EQ(refused.err, sentence) << command.front();
    }
    for (const char* command : {"kclique", "sip", "queens", "semigroups", "uts"}) {
        EXPECT_EQ(run({command, "--help"}).out.find("--gap"), std::string::npos) << command;
        EXPECT_EQ(run({command, "--gap", "1%"}).err,
                  "scrump: " + std::string(command) +
                      ": unknown option '--gap'; it is for maxclique, independent-set, vertex-cover, colouring, mcs, "
                      "knapsack, tsp, flowshop\n");
    }
}

// However little time there is, what it takes to say something is taken.
TEST(TimeLimit, OfNoTimeStillGetsAnAnswer) {
    const std::vector<std::vector<std::string>> questions = {{"maxclique", "random:n=300,p=0.5"},
                                                             {"maxclique", "random:n=300,p=0.5", "--no-local-search"},
                                                             {"maxclique", "random:n=300,p=0.5", "--weights", "modulo"},
                                                             {"maxclique", "sparse-random:n=20000,m=100000"},
                                                             {"independent-set", "random:n=300,p=0.5"},
                                                             {"colouring", "random:n=300,p=0.5"},
                                                             {"knapsack", "uncorrelated:n=1000"},
                                                             {"tsp", "random:n=100"},
                                                             {"flowshop", "random:jobs=500,machines=20"}};
    for (const std::string limit : {"0.000000001s", "0.001ms", "1ms"}) {
        for (std::vector<std::string> question : questions) {
            question.insert(question.end(), {"--time-limit", limit, "--json"});
            const Completed ended = run(question);
            ASSERT_TRUE(ended.status == 3 || ended.status == 0) << question.front() << ": " << ended.err;
            EXPECT_GT(ended.json().at("objective"), 0) << question.front();
            EXPECT_FALSE(ended.json().at("solution").empty()) << question.front();
        }
    }
}

#if !defined(SCRUMP_SANITIZED)

TEST(Memory, ThatIsNotThereIsAnErrorThatNamesWhatWasTooLarge) {
    const rlimit all{.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
    const rlimit little{.rlim_cur = rlim_t{400} << 20U, .rlim_max = RLIM_INFINITY};
    ::setrlimit(RLIMIT_AS, &little);
    Command command({"independent-set", "-"}, "p edge 65536 0\n");
    ::setrlimit(RLIMIT_AS, &all);
    const Completed ended = command.wait();
    EXPECT_EQ(ended.status, 1);
    EXPECT_EQ(ended.err, "scrump: out of memory: the matrix of 65536 vertices (512.0 MiB)\n");
}

#endif

TEST(Localities, ThereMayBeAsManyAsThePageSays) {
    const Completed all = run({"queens", "6", "--workers", "1", "--localities", "4096", "--quiet"});
    EXPECT_EQ(all.status, 0) << all.err;
    EXPECT_EQ(all.out, "4\n");
}

}  // namespace
}  // namespace scrump::detail
