// scrump tasks: programs of fork and join.

#include "cli/command.hpp"

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

using test::Command;
using test::Completed;
using test::run;

TEST(TasksCommand, ItsProgramsAndTheirTwinsAnswerAlike) {
    const std::vector<std::vector<std::string>> questions = {{"fib", "22", "17711\n"},
                                                             {"queens", "8", "92\n"},
                                                             {"uts", "T3", "4112897\n3599034\n1572\n"},
                                                             {"integrate", "100", "25005000.00"},
                                                             {"matmul", "40", "3460572\n"},
                                                             {"quicksort", "50000", "50000\n"}};
    for (const auto& question : questions) {
        for (const std::vector<std::string>& how :
             {std::vector<std::string>{"--workers", "2"},
              {"--workers", "3", "--deque", "split", "--policy", "random:steal=half"},
              {"--workers", "2", "--look-on"},
              {"--workers", "3", "--deque", "private", "--deque-capacity", "9", "--policy", "random:steal=chunk"},
              {"--sequential"}}) {
            std::vector<std::string> arguments = {"tasks", question[0], question[1], "--quiet"};
            arguments.insert(arguments.end(), how.begin(), how.end());
            const Completed result = run(arguments);
            EXPECT_EQ(result.status, 0) << result.err;
            EXPECT_EQ(result.out.substr(0, question[2].size()), question[2]) << question[0] << " " << how.front();
            EXPECT_EQ(result.err, "");
        }
    }
}

// Those whose tasks take along all that they need.
TEST(TasksCommand, SomeProgramsRunInSeveralLocalities) {
    const std::vector<std::vector<std::string>> questions = {{"fib", "24", "46368\n"},
                                                             {"queens", "9", "352\n"},
                                                             {"uts", "T3", "4112897\n3599034\n1572\n"},
                                                             {"integrate", "100", "25005000.00"}};
    for (const auto& question : questions) {
        const Completed result =
            run({"tasks", question[0], question[1], "--workers", "2", "--localities", "3", "--quiet"});
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.out.substr(0, question[2].size()), question[2]) << question[0];
    }
    const auto json = run({"tasks", "uts", "T1", "--workers", "1", "--localities", "2", "--json"}).json();
    EXPECT_EQ(json["count"], 4130071);
    EXPECT_EQ(json["localities"], 2);
    EXPECT_EQ(json["workers"], 1);
    const auto& between = json["between_localities"];
    EXPECT_GT(between["steals_won"], 0);
    EXPECT_GE(between["steals_tried"], between["steals_won"]);
    EXPECT_GE(between["round_trips_per_steal"], 2.0);
    EXPECT_EQ(json["statistics"]["steals_won"], between["steals_won"]);
    EXPECT_FALSE(run({"tasks", "fib", "20", "--json"}).json().contains("between_localities"));
    const Completed told = run({"tasks", "uts", "T1", "--workers", "1", "--localities", "2", "--stats"});
    EXPECT_NE(told.out.find("tasks between localities, by "), std::string::npos) << told.out;
    EXPECT_NE(told.out.find("spawned"), std::string::npos) << told.out;
    EXPECT_EQ(told.out.find("backtracks"), std::string::npos) << told.out;
}

TEST(TasksCommand, TheOthersStayInOne) {
    for (const std::string program : {"matmul", "quicksort"}) {
        const Completed result = run({"tasks", program, "40", "--localities", "2"});
        EXPECT_EQ(result.status, 2);
        EXPECT_NE(result.err.find("tasks " + program + ": the "), std::string::npos) << result.err;
        EXPECT_NE(result.err.find("lie in the memory of one locality"), std::string::npos) << result.err;
    }
    EXPECT_EQ(run({"tasks", "fib", "20", "--sequential", "--localities", "2"}).status, 2);
}

TEST(TasksCommand, TellsMachinesWhatWasRunAndWhatItCost) {
    const auto json = run({"tasks", "fib", "20", "--workers", "2", "--json"}).json();
    EXPECT_EQ(json["schema"], "scrump-tasks");
    EXPECT_EQ(json["version"], 2);
    EXPECT_EQ(json["problem"], "tasks fib");
    EXPECT_EQ(json["instance"]["n"], 20);
    EXPECT_EQ(json["status"], "complete");
    EXPECT_EQ(json["value"], 6765);
    EXPECT_EQ(json["workers"], 2);
    EXPECT_EQ(json["deque"], "split");
    EXPECT_EQ(json["statistics"]["per_worker"].size(), 2U);
    for (const char* of_searches : {"nodes", "prunes", "backtracks", "incumbents"}) {
        EXPECT_FALSE(json["statistics"].contains(of_searches)) << of_searches;
        EXPECT_FALSE(json["statistics"]["per_worker"][0].contains(of_searches)) << of_searches;
    }
    for (const char* kept : {"tasks", "spawns", "steals_tried", "steals_won"}) {
        EXPECT_TRUE(json["statistics"].contains(kept)) << kept;
        EXPECT_TRUE(json["statistics"]["per_worker"][0].contains(kept)) << kept;
    }
    const auto twin = run({"tasks", "fib", "20", "--sequential", "--json"}).json();
    EXPECT_EQ(twin["value"], 6765);
    EXPECT_EQ(twin["sequential"], true);
    EXPECT_FALSE(twin.contains("statistics"));
}

TEST(TasksCommand, WhatWasStoppedHasNoAnswer) {
    const Completed late = run({"tasks", "fib", "80", "--time-limit", "20ms", "--json"});
    EXPECT_EQ(late.status, 3) << late.err;
    EXPECT_EQ(late.json()["stopped_by"], "time-limit");
    EXPECT_FALSE(late.json().contains("value"));
    Command interrupted({"tasks", "queens", "30", "--workers", "2", "--time-limit", "60s", "--json"});
    interrupted.await_threads(4);
    interrupted.send(SIGINT);
    const Completed ended = interrupted.wait();
    EXPECT_EQ(ended.status, 3) << ended.err;
    EXPECT_EQ(ended.json()["stopped_by"], "cancelled");
}

TEST(TasksCommand, RefusesWhatWouldChangeNothing) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> questions = {
        {{"--sequential", "--policy", "random"}, "--policy has no meaning: --sequential runs no tasks"},
        {{"--sequential", "--deque", "split"}, "--deque has no meaning: --sequential runs no tasks"},
        {{"--sequential", "--look-on"}, "--look-on has no meaning: --sequential runs no tasks"},
        {{"--localities", "2", "--workers", "1", "--policy", "random:steal=chunk,chunk=10"},
         "between localities tasks move one at a time"},
        {{"--simulate", "infiniband:hosts=2,workers=1", "--policy", "random:steal=half"},
         "between localities tasks move one at a time"}};
    for (const auto& [words, complaint] : questions) {
        std::vector<std::string> all = {"tasks", "fib", "12"};
        all.insert(all.end(), words.begin(), words.end());
        const Completed result = run(all);
        EXPECT_EQ(result.status, 2) << result.out;
        EXPECT_NE(result.err.find(complaint), std::string::npos) << result.err;
        EXPECT_EQ(result.out, "");
    }
}

TEST(TasksCommand, SaysWhatThievesReallyDid) {
    const auto json = [](std::vector<std::string> words) {
        words.insert(words.begin(), {"tasks", "fib", "18", "--json"});
        return run(words).json();
    };
    EXPECT_EQ(json({"--policy", "performance-driven:tuned,steal=half"})["policy"], "sticky-random:steal=half");
    EXPECT_EQ(json({"--policy", "round-robin:steal=half"})["policy"], "round-robin:steal=half");
    const auto several = json({"--localities", "2", "--workers", "2", "--policy", "random:steal=chunk,chunk=10"});
    EXPECT_EQ(several["policy"], "random:steal=chunk,chunk=10");
    EXPECT_EQ(several["between_localities"]["steal_amount"], "one");
    EXPECT_FALSE(json({"--sequential"}).contains("policy"));
    EXPECT_FALSE(json({"--sequential"}).contains("deque"));
}

// What other subcommands have as well.
TEST(TasksCommand, HasTheCommonOptions) {
    const Completed quiet = run({"tasks", "fib", "18", "--no-progress", "--quiet", "--dead-after", "1m"});
    EXPECT_EQ(quiet.status, 0) << quiet.err;
    EXPECT_EQ(quiet.out, "2584\n");
    const Completed shown = run({"tasks", "queens", "20", "--workers", "1", "--progress", "--time-limit", "1500ms"});
    EXPECT_EQ(shown.status, 3);
    EXPECT_NE(shown.err.find(" stolen | "), std::string::npos) << shown.err;
}

TEST(TasksCommand, SaysWhatIsWrong) {
    const std::vector<std::vector<std::string>> questions = {
        {"fib", "94", "tasks fib: '94' is not a whole number from 0 to 93"},
        {"queens", "33", "from 1 to 32"},
        {"queens", "0", "from 1 to 32"},
        {"matmul", "0", "from 1 to 16384"},
        {"integrate", "10001", "from 1 to 10000"},
        {"quicksort", "-1", "tasks quicksort: '-1'"},
        {"uts", "T9", "T3L"},
        {"chess", "8", "fib, integrate, matmul, queens, quicksort and uts"}};
    for (const auto& question : questions) {
        const Completed result = run({"tasks", question[0], question[1]});
        EXPECT_EQ(result.status, 2) << question[0];
        EXPECT_NE(result.err.find(question[2]), std::string::npos) << result.err;
        EXPECT_EQ(result.out, "");
    }
    const Completed unknown = run({"tasks", "fib", "8", "--deque", "5"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_NE(unknown.err.find("unknown deque '5'; there are private, split"), std::string::npos) << unknown.err;
}

}  // namespace
}  // namespace scrump::detail
