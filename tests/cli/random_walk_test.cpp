// scrump explore MODEL --random-walk

#include "cli/command.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::run;

TEST(RandomWalkCommand, TellsMachinesWhatItFound) {
    const auto json = run({"explore", "philosophers", "5", "--random-walk", "--depth", "500", "--workers", "2",
                           "--seed", "3", "--path", "--json"})
                          .json();
    EXPECT_EQ(json["schema"], "scrump-walk");
    EXPECT_EQ(json["problem"], "explore philosophers");
    EXPECT_EQ(json["status"], "complete");
    EXPECT_EQ(json["finding"], "deadlock");
    EXPECT_EQ(json["depth"], 500);
    EXPECT_EQ(json["seed"], 3);
    EXPECT_EQ(json["by_worker"].size(), 2U);
    EXPECT_EQ(json["path"].size(), json["steps"].get<std::size_t>() + 1);
    EXPECT_EQ(json["path_steps"].size(), json["steps"]);
    EXPECT_LE(json["steps"], json["steps_walked"]);
    EXPECT_FALSE(json.contains("states")) << "none were kept";
}

TEST(RandomWalkCommand, OfOneWorkerIsTheSameForTheSameSeed) {
    const auto path = [](const std::string& seed) {
        return run({"explore", "peterson", "3", "--exchanged", "--random-walk", "--workers", "1", "--seed", seed,
                    "--path", "--json"})
            .json()["path"];
    };
    EXPECT_EQ(path("4"), path("4"));
    EXPECT_NE(path("4"), path("5"));
}

TEST(RandomWalkCommand, TellsPeopleTheSame) {
    const std::string text = run({"explore", "philosophers", "4", "--random-walk", "--path", "--stats"}).out;
    for (const char* part : {"found       deadlock, after ", "steps       ", " of at most 10000 each\n",
                             "status      complete: found\n", "worker           steps       walks\n", "\nHHHH\n"})
        EXPECT_NE(text.find(part), std::string::npos) << part << text;
    EXPECT_EQ(text.find("no shorter way"), std::string::npos) << "that is not known";
    EXPECT_EQ(run({"explore", "philosophers", "4", "--random-walk", "--quiet"}).out, "deadlock\n");
}

TEST(RandomWalkCommand, EndsWithItsTimeAndClaimsNothing) {
    const auto result = run({"explore", "peterson", "2", "--random-walk", "--time-limit", "50ms", "--json"});
    EXPECT_EQ(result.status, 3);
    EXPECT_EQ(result.json()["stopped_by"], "time-limit");
    EXPECT_FALSE(result.json().contains("finding"));
    EXPECT_FALSE(result.json().contains("all_expanded"));
}

TEST(RandomWalkCommand, RefusesWhatItDoesNotKeep) {
    for (const std::vector<std::string>& option : std::vector<std::vector<std::string>>{{"--storage", "exact"},
                                                                                        {"--order", "depth-first"},
                                                                                        {"--no-paths"},
                                                                                        {"--levels", "3"},
                                                                                        {"--localities", "2"},
                                                                                        {"--checkpoint", "states"},
                                                                                        {"--graph", "graph.dot"},
                                                                                        {"--symmetry"},
                                                                                        {"--simulate", "gigabit"},
                                                                                        {"--counters", "nodes"}}) {
        std::vector<std::string> words = {"explore", "philosophers", "3", "--random-walk"};
        words.insert(words.end(), option.begin(), option.end());
        const auto refused = run(words);
        EXPECT_EQ(refused.status, 2) << option.front();
        EXPECT_EQ(refused.err,
                  "scrump: explore philosophers: " + option.front() + " cannot be combined with --random-walk\n");
    }
    EXPECT_EQ(run({"explore", "puzzle", "2x2", "--random-walk"}).err,
              "scrump: explore puzzle: --random-walk looks for nothing here: expected --find-deadlock\n");
    EXPECT_EQ(run({"explore", "philosophers", "3", "--depth", "3"}).status, 2);
}

}  // namespace
}  // namespace scrump::detail
