// Runs of own programs as JSON: of each door.

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/json.hpp>
#include <scrump/loops.hpp>
#include <scrump/search.hpp>
#include <scrump/states.hpp>
#include <scrump/tasks.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

#include "search/known_tree.hpp"
#include "search/problems.hpp"
#include "support/folder.hpp"

namespace scrump {
namespace {

using Json = nlohmann::ordered_json;

const RunNotes notes{.problem = "a tree", .instance = {{"seed", "3"}}, .command = {"program", "--workers", "2"}};

TEST(WriteJson, HasWhatASearchWasAskedAndWhatItFound) {
    const test::KnownTree tree({.seed = 3});
    SearchOptions options{.skeleton = Skeleton::budget(10), .workers = 2, .pin = false, .seed = 7};
    const auto best = maximise<test::KnownGenerator>(tree, tree.tree.root(), options);
    const Json json = Json::parse(to_json(best, options, notes));
    EXPECT_EQ(json["schema"], "scrump-result");
    EXPECT_EQ(json["problem"], "a tree");
    EXPECT_EQ(json["instance"]["seed"], "3");
    EXPECT_EQ(json["status"], "complete");
    EXPECT_EQ(json["objective"], tree.optimum());
    EXPECT_EQ(json["bound"], tree.optimum());
    EXPECT_EQ(json["gap"], 0);
    EXPECT_EQ(json["workers"], 2);
    EXPECT_EQ(json["skeleton"], "budget:backtracks=10");
    EXPECT_EQ(json["seed"], 7);
    EXPECT_EQ(json["command"], (Json{"program", "--workers", "2"}));
    EXPECT_EQ(json["nodes"], best.statistics.total.nodes);
    EXPECT_EQ(json["statistics"]["per_worker"].size(), 2U);
    EXPECT_FALSE(json["incumbents"].empty());

    options.node_limit = 1;
    options.skeleton = Skeleton::sequential();
    const Json stopped =
        Json::parse(to_json(enumerate<test::TreeGenerator<true>>(
                                test::RandomTree{.seed = 3}, test::RandomTree{.seed = 3}.root(), CountNodes{}, options),
                            options));
    EXPECT_EQ(stopped["status"], "stopped");
    EXPECT_EQ(stopped["stopped_by"], "node-limit");
    EXPECT_TRUE(stopped.contains("count_so_far"));
    EXPECT_FALSE(stopped.contains("count"));
    const auto decided = decide<test::KnownGenerator>(tree, tree.tree.root(), tree.optimum() + 1, {.workers = 1});
    EXPECT_EQ(Json::parse(to_json(decided, {}))["exists"], false);
}

TEST(WriteJson, KnowsTasksLoopsAndStates) {
    const TaskOptions two{.workers = 2, .pin = false};
    const auto computed = run_tasks(two, [] { return std::uint64_t{5}; });
    const Json tasks = Json::parse(to_json(computed, two, notes));
    EXPECT_EQ(tasks["schema"], "scrump-tasks");
    EXPECT_EQ(tasks["deque"], std::string(name(two.deque)));
    EXPECT_EQ(tasks["workers"], 2);

    const LoopOptions looped{.technique = Technique::parse("gss"), .workers = 2, .pin = false};
    const LoopResult ran = loop(looped, 1'000, [](std::uint64_t) {});
    const Json as_loop = Json::parse(to_json(ran, looped, notes));
    EXPECT_EQ(as_loop["schema"], "scrump-loop");
    EXPECT_EQ(as_loop["technique"], looped.technique.describe());
    EXPECT_EQ(as_loop["iterations"], 1'000);
    EXPECT_EQ(as_loop["shares"].size(), 2U);

    const auto doubled = [](unsigned state, const auto& yield) { yield(state * 2 % 10); };
    const ExploreOptions one{.workers = 1};
    const Json states = Json::parse(
        to_json(explore(1U, doubled, one, {.goal = [](unsigned state) { return state == 6; }}), one, notes));
    EXPECT_EQ(states["schema"], "scrump-states");
    EXPECT_EQ(states["finding"], "goal");
    EXPECT_EQ(states["problem"], "a tree");
    EXPECT_EQ(Json::parse(to_json(explore(1U, doubled, one), one))["states"], 5);
}

TEST(WriteJson, SaysThatItIsNotKnownHowItWasRun) {
    const test::Folder folder;
    const std::string path = folder / "run.json";
    const test::KnownTree tree({.seed = 3});
    write_json(maximise<test::KnownGenerator>(tree, tree.tree.root(), {.workers = 1}), path);
    const Json json = Json::parse(read_file(path));
    EXPECT_EQ(json["skeleton"], "unknown");
    EXPECT_FALSE(json.contains("seed"));
    EXPECT_EQ(json["objective"], tree.optimum());
    EXPECT_THROW(
        write_json(minimise<test::KnownGenerator>(tree, tree.tree.root(), {.workers = 1}), folder / "nowhere/run.json"),
        Error);
}

}  // namespace
}  // namespace scrump
