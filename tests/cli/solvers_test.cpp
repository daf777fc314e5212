// The solvers as their users run them: answers that are known, however they are searched for, and wrong input.

#include "cli/command.hpp"
#include "support/data.hpp"
#include "support/folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::Completed;
using test::run;
using Arguments = std::vector<std::string>;

Arguments operator+(Arguments first, const Arguments& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

nlohmann::json solve(const Arguments& arguments, const std::string& input = {}) {
    const Completed result = run(arguments + Arguments{"--json"}, input);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.status == 0 ? result.json() : nlohmann::json::object();
}

// A path of three vertices and an isolated one, with weights.
const std::string weighted_path = "p edge 4 2\nn 1 5\nn 3 4\nn 4 8\ne 1 2\ne 2 3\n";
const std::string square_tour =
    "TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 5 5\n3 5 0\n4 0 5\nEOF\n";

struct Question {
    Arguments arguments;
    std::string input;
    std::string field;  // of the JSON
    nlohmann::json answer;
};

std::vector<Question> questions() {
    return {
        {{"maxclique", "--weights", "modulo", "random:n=60,p=0.5,seed=1"}, "", "objective", 304},
        {{"maxclique", "--count", "random:n=60,p=0.5,seed=1"}, "", "count", 13},
        {{"maxclique", "power-law:n=5000,m=30000,seed=1"}, "", "objective", 10},
        {{"independent-set", "hamming:n=5,d=2"}, "", "objective", 2},
        {{"vertex-cover", "hamming:n=5,d=2"}, "", "objective", 30},
        {{"colouring", "random:n=40,p=0.5,seed=1"}, "", "objective", 9},
        {{"sip", "--count", "-", "random:n=12,p=0.5,seed=1"}, "p edge 3 2\ne 1 2\ne 2 3\n", "count", 232},
        {{"mcs", "random:n=14,p=0.3,seed=1", "random:n=15,p=0.3,seed=2"}, "", "objective", 10},
        {{"knapsack", "-"}, "3 50\n60 10\n100 20\n120 30\n", "objective", 220},
        {{"tsp", "-"}, square_tour, "objective", 20},
        {{"flowshop", "random:jobs=20,seed=495070989", "--no-local-search"}, "", "objective", 1235},
    };
}

TEST(Solvers, RestartsDecideAsWell) {
    const Arguments one = {"sip", "random:n=8,p=0.6,seed=1", "random:n=30,p=0.5,seed=2", "--restarts"};
    const Arguments none = {"sip", "random:n=9,p=0.9,seed=1", "random:n=30,p=0.5,seed=2", "--restarts"};
    for (const Arguments& how : {Arguments{"--workers", "2"}, {"--localities", "2"}, {"--simulate", "hosts=2"}}) {
        const auto found = solve(one + how);
        EXPECT_EQ(found["exists"], true);
        EXPECT_TRUE(found.contains("nogoods"));
        EXPECT_EQ(solve(none + how)["exists"], false);
    }
    EXPECT_EQ(run(one + Arguments{"--count"}).status, 2);
    EXPECT_EQ(run(one + Arguments{"--checkpoint", "x"}).status, 2);
    EXPECT_EQ(run(one + Arguments{"--skeleton", "budget"}).status, 2);
}

TEST(Solvers, EverySkeletonAndShapeGivesTheSame) {
    for (const char* skeleton :
         {"sequential", "depth-bounded:depth=2", "stack-stealing", "budget:backtracks=100", "ordered:depth=1,window=3",
          "adaptive", "steal-stack", "steal-stack:stack=paper,chunk=1",
          "steal-stack:protocol=message-passing,chunk=2,poll=20"}) {
        for (const auto& [workers, localities] : {std::pair("2", "1"), {"1", "3"}}) {
            const Arguments how = {"--skeleton", skeleton, "--workers", workers, "--localities", localities};
            for (const Question& question : questions()) {
                EXPECT_EQ(solve(question.arguments + how, question.input)[question.field], question.answer)
                    << question.arguments.front() << " " << skeleton;
            }
        }
    }
}

TEST(Solvers, KnownAnswers) {
    const auto data = [](const std::string& name) { return test::data(name).string(); };
    SCRUMP_NEEDS_DATA("tsp/att48.tsp");
    EXPECT_EQ(solve({"tsp", data("tsp/att48.tsp")})["objective"], 10628);
    EXPECT_EQ(solve({"tsp", data("tsp/ulysses16.tsp")})["objective"], 6859);
    EXPECT_EQ(solve({"knapsack", data("knapsack/knapPI_1_100_1000_1.kp")})["objective"], 9147);
    EXPECT_EQ(solve({"knapsack", data("knapsack/knapPI_3_100_1000_1.kp")})["objective"], 2397);
    EXPECT_EQ(solve({"sip", data("sip/g2.lad"), data("sip/g20.lad")})["exists"], true);
    EXPECT_EQ(solve({"sip", data("sip/g7.lad"), data("sip/g20.lad")})["exists"], false);
    EXPECT_EQ(solve({"sip", "--induced", "--count", data("sip/g10.lad"), data("sip/g20.lad")})["count"], 0);
}

TEST(Solvers, AnAnswerIsComparedWithWhatAKnapsackFileSays) {
    const std::string items = "3 50\n60 10\n100 20\n120 30\n";
    const auto instance = solve({"knapsack", "-"}, "# optimum 220\n" + items + "1 0 1\n")["instance"];
    EXPECT_EQ(instance["known"], 180);
    EXPECT_FALSE(solve({"knapsack", "-"}, items)["instance"].contains("known"));

    const auto expect_wrong = [&](const Arguments& more, const std::string& text, const std::string& answer,
                                  const std::string& message) {
        const Completed result = run(Arguments{"knapsack", "-", "--quiet"} + more, text);
        EXPECT_EQ(result.status, 1);
        EXPECT_EQ(result.out, answer);
        EXPECT_EQ(result.err, "scrump: standard input:1: the optimum is said to be " + message + "\n");
    };
    expect_wrong({}, "# optimum 219\n" + items, "220\n50 of 50\n2 3\n", "219, but there is a packing worth 220");
    expect_wrong({}, "# optimum 221\n" + items, "220\n50 of 50\n2 3\n",
                 "221, but it is proved that none is worth more than 220");
    expect_wrong({"--at-least", "221"}, "# optimum 221\n" + items, "no\n",
                 "221, but it is proved that none is worth more than 220");
    expect_wrong({"--at-least", "220"}, "# optimum 219\n" + items, "yes\n220\n50 of 50\n2 3\n",
                 "219, but there is a packing worth 220");
}

TEST(Solvers, WeightsAreThoseOfTheFileIfTheyAreAskedFor) {
    EXPECT_EQ(solve({"maxclique", "-"}, weighted_path)["objective"], 2);
    const auto heaviest = solve({"maxclique", "--weights", "file", "-"}, weighted_path);
    EXPECT_EQ(heaviest["objective"], 8);
    EXPECT_EQ(heaviest["solution"], nlohmann::json({4}));
}

TEST(Solvers, AllCliquesAreListed) {
    const auto all = solve({"maxclique", "--all", "-"}, weighted_path);
    EXPECT_EQ(all["objective"], 2);
    EXPECT_EQ(all["count"], 2);
    EXPECT_EQ(all["solutions"], nlohmann::json({{1, 2}, {2, 3}}));
    EXPECT_EQ(solve({"kclique", "-k", "1", "--count", "-"}, weighted_path)["count"], 4);
    EXPECT_EQ(run({"kclique", "-k", "2", "--all", "-", "--quiet"}, weighted_path).out, "2\n2\n1 2\n2 3\n");
}

// The same graph, once searched as a matrix and once as lists of neighbours.
TEST(Solvers, LargeGraphsAreSearchedAsSmallOnesAre) {
    const std::string edges = "e 1 2\ne 2 3\ne 1 3\ne 3 4\ne 4 5\ne 3 5\ne 5 6\n";
    for (const char* vertices : {"6", "100000"}) {
        const std::string graph = "p edge " + std::string(vertices) + " 7\n" + edges;
        EXPECT_EQ(solve({"maxclique", "-"}, graph)["objective"], 3) << vertices;
        EXPECT_EQ(solve({"maxclique", "--count", "-"}, graph)["count"], 2) << vertices;
        EXPECT_EQ(solve({"kclique", "-k", "3", "--all", "-"}, graph)["solutions"],
                  nlohmann::json({{1, 2, 3}, {3, 4, 5}}))
            << vertices;
        EXPECT_EQ(solve({"kclique", "-k", "4", "-"}, graph)["exists"], false) << vertices;
    }
}

TEST(Solvers, TheTourIsWrittenToAFile) {
    const test::Folder folder;
    const std::string file = (folder.path() / "square.tour").string();
    const auto result = solve({"tsp", "-", "--tour", file}, square_tour);
    EXPECT_EQ(result["solution"].size(), 4U);
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_NE(text.str().find("TOUR_SECTION\n1\n"), std::string::npos) << text.str();
    EXPECT_NE(text.str().find("-1\nEOF"), std::string::npos) << text.str();
}

TEST(Solvers, StoppedAnswersAreNotCalledProved) {
    for (const Arguments& arguments : {Arguments{"colouring", "random:n=200,p=0.5"},
                                       {"tsp", "random:n=150,seed=2"},
                                       {"flowshop", "random:jobs=50,machines=20,seed=1"},
                                       {"mcs", "random:n=40,p=0.2,seed=1", "random:n=40,p=0.2,seed=2"},
                                       {"maxclique", "--weights", "modulo", "random:n=400,p=0.8"},
                                       {"vertex-cover", "random:n=400,p=0.2"}}) {
        const Completed result = run(arguments + Arguments{"--node-limit", "3", "--json"});
        EXPECT_EQ(result.status, 3) << arguments.front() << result.err;
        EXPECT_EQ(result.json()["stopped_by"], "node-limit") << arguments.front();
        EXPECT_GT(result.json()["objective"], 0) << arguments.front();
        EXPECT_GT(result.json()["solution"].size(), 0U) << arguments.front();
    }
}

TEST(Solvers, WrongInputIsNamedWithItsLine) {
    struct Case {
        Arguments arguments;
        int status;
        std::string message;
        std::string input;
    };
    const Case cases[] = {
        {{"knapsack", "-"}, 1, ":2:", "1 10\nfive 3\n"},
        {{"knapsack", "/nowhere/x.kp"}, 1, "/nowhere/x.kp", ""},
        {{"tsp", "-"}, 1, ":1:", "hello\n"},
        {{"tsp", "-"}, 1, ":5:", "TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 zero\n"},
        {{"tsp", "-", "--tour", "/nowhere/x.tour"}, 1, "/nowhere/x.tour", square_tour},
        {{"sip", "-", "random:n=5,p=0.5"}, 1, ":2:", "2\n1 7\n1 0\n"},
        {{"sip", "-", "-"}, 2, "standard input", ""},
        {{"mcs", "-", "-"}, 2, "standard input", ""},
        {{"mcs", "random:n=3,p=0"}, 2, "SECOND", ""},
        {{"maxclique", "--weights", "file", "-"}, 1, ":2:", "p edge 2 0\nn 3 1\n"},
        {{"maxclique", "--weights", "heavy", "random:n=3,p=0"}, 2, "no weights are called 'heavy'", ""},
        {{"maxclique", "--all", "--count", "random:n=3,p=0"}, 2, "--count", ""},
        {{"colouring", "-k", "-1", "random:n=3,p=0"}, 2, "-k", ""},
        {{"tsp", "--at-most", "0x1F", "random:n=3"}, 2, "--at-most", ""},
        {{"mcs", "-", "random:n=3,p=0"},
         1,
         "standard input:2: 4097 vertices; expected at most 4096",
         "\np edge 4097 0\n"},
        {{"mcs", "random:n=3,p=0", "random:n=4097,p=0"}, 2, "random:n=4097,p=0: 4097 vertices; expected at most", ""},
        {{"colouring", "-"}, 1, "standard input:1: 8193 vertices; expected at most 8192", "p col 8193 0\n"},
        {{"sip", "-", "random:n=3,p=0"}, 1, "standard input:1: 4097 vertices; expected at most 4096", "4097\n"},
        {{"vertex-cover", "-"}, 1, "standard input:2: 65537 vertices; expected at most 65536", "c\np edge 65537 0\n"},
        {{"maxclique", "--weights", "file", "-"}, 1, "standard input:1: 65537 vertices", "p edge 65537 0\n"},
        {{"sip", "--format", "labelled-lad", "-", "random:n=1,p=0"},
         1,
         "standard input:3: the vertices have labels, but those of random:n=1,p=0 have none",
         "\n1\n7 0\n"},
        {{"sip", "random:n=1,p=0", "-", "--format", "labelled-lad"}, 1, "standard input:2: the vertices", "1\n7 0\n"},
        {{"sip", "-", "random:n=5,p=0.5"}, 1, "standard input:2: vertex 0 lists 1 a second time", "2\n2 1 1\n1 0\n"},
        {{"tsp", "random:n=3", "--tour", "x.tour", "--checkpoint", "x.tour"}, 2, "--tour", ""},
    };
    for (const Case& each : cases) {
        const Completed result = run(each.arguments, each.input);
        EXPECT_EQ(result.status, each.status) << each.arguments.front() << ": " << result.err;
        EXPECT_NE(result.err.find(each.message), std::string::npos) << each.message << " in: " << result.err;
        EXPECT_EQ(result.out, "");
    }
}

// What lists half of the edges that it announces counts each from both ends, as files in circulation do.
TEST(Solvers, AGraphThatMayBeCutOffIsPointedOut) {
    const std::string warning =
        "scrump: warning: standard input:1: edges announced: 5, listed: 2; the file may be cut off\n";
    for (const Arguments& arguments : {Arguments{"maxclique", "-"},
                                       {"colouring", "-"},
                                       {"sip", "-", "random:n=3,p=1"},
                                       {"mcs", "random:n=3,p=1", "-"}}) {
        const std::string edges = "e 1 2\ne 2 3\n";
        const auto told = [&](const char* announced) {
            const Completed result = run(arguments, "p edge 3 " + std::string(announced) + "\n" + edges);
            EXPECT_EQ(result.status, 0) << arguments.front();
            return result.err;
        };
        EXPECT_EQ(told("5"), warning) << arguments.front();
        for (const char* whole : {"0", "1", "2", "4"}) EXPECT_EQ(told(whole), "") << arguments.front() << whole;
    }
}

TEST(Solvers, HelpIsThere) {
    for (const char* command :
         {"independent-set", "vertex-cover", "colouring", "sip", "mcs", "knapsack", "tsp", "flowshop"}) {
        EXPECT_EQ(run({command, "--help"}).status, 0) << command;
    }
}

}  // namespace
}  // namespace scrump::detail
