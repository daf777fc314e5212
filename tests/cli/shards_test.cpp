// Searches in shards from the command line, and `scrump merge`: the joint answer is that of the whole search, and what
// does not belong together is refused by name.

#include "cli/command.hpp"
#include "cli/refusal.hpp"
#include "support/folder.hpp"
#include "support/words.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace scrump::shards {
namespace {

using nlohmann::json;
using test::Completed;
using test::Folder;
using test::run;
using test::operator+;
using test::Words;

std::string written(const Folder& folder, const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return folder / name;
}

/// Runs the shards of a search, each by another skeleton, and returns the files with their results.
Words shards_of(const Words& search, unsigned count, const Folder& folder, const std::string& prefix = "s") {
    static const Words skeletons[] = {{"--skeleton", "adaptive", "--workers", "2"},
                                      {"--skeleton", "ordered", "--workers", "2"},
                                      {"--skeleton", "budget:backtracks=100", "--workers", "1", "--localities", "2"},
                                      {"--skeleton", "sequential"}};
    Words files;
    for (unsigned index = 1; index <= count; ++index) {
        const Words part = {"--json", "--no-pin", "--shard", std::to_string(index) + "/" + std::to_string(count)};
        const Completed result = run(search + part + skeletons[index % 4]);
        EXPECT_EQ(result.status, 0) << result.err;
        files.push_back(written(folder, prefix + std::to_string(index) + ".json", result.out));
    }
    return files;
}

json merged(const Words& files, int status = 0) {
    const Completed result = run(Words{"merge", "--json"} + files);
    EXPECT_EQ(result.status, status) << result.err;
    return result.out.empty() ? json::object() : result.json();
}

TEST(Shards, JointAnswersAreThoseOfTheWhole) {
    struct Question {
        Words search;
        std::vector<std::string> fields;  // in which both must be the same
    };
    const std::string graph = "random:n=70,p=0.6,seed=1";
    const std::vector<Question> questions = {
        {{"semigroups", "--genus", "22"}, {"count", "by_depth", "nodes"}},
        {{"queens", "9"}, {"count", "by_depth", "nodes"}},
        {{"queens", "9", "--find"}, {"exists"}},
        {{"uts", "--type", "geometric", "--max-depth", "6"}, {"count", "leaves", "depth", "nodes"}},
        {{"maxclique", graph}, {"objective"}},
        {{"maxclique", graph, "--weights", "modulo"}, {"objective"}},
        {{"maxclique", "power-law:n=3000,m=20000,seed=1"}, {"objective"}},
        {{"kclique", "-k", "12", graph}, {"exists"}},
        {{"kclique", "-k", "10", graph, "--no-local-search"}, {"exists"}},
        {{"kclique", "-k", "10", graph, "--all"}, {"count", "solutions"}},
        {{"vertex-cover", graph}, {"objective"}},
        {{"colouring", "random:n=30,p=0.5,seed=1"}, {"objective", "at_least"}},
        {{"sip", "--count", "random:n=5,p=0.5,seed=2", "random:n=14,p=0.5,seed=1"}, {"count"}},
        {{"mcs", "random:n=12,p=0.3,seed=1", "random:n=12,p=0.3,seed=2"}, {"objective"}},
        {{"knapsack", "uncorrelated:n=30,seed=1"}, {"objective"}},
        {{"tsp", "random:n=30,seed=3", "--no-local-search"}, {"objective"}},
        {{"flowshop", "random:jobs=12,machines=5,seed=3", "--no-local-search"}, {"objective"}},
    };
    for (const Question& question : questions) {
        SCOPED_TRACE(question.search.front() + " " + question.search[1]);
        const Completed whole = run(question.search + Words{"--json"});
        ASSERT_EQ(whole.status, 0) << whole.err;
        json expected = whole.json();
        for (const unsigned count : {1U, 4U}) {
            const Folder folder;
            json joint = merged(shards_of(question.search, count, folder));
            EXPECT_EQ(joint["status"], "complete");
            EXPECT_EQ(joint["problem"], expected["problem"]);
            EXPECT_EQ(joint["instance"], expected["instance"]);
            EXPECT_EQ(joint["merged"]["shards"], count);
            for (const std::string& field : question.fields) EXPECT_EQ(joint[field], expected[field]) << field;
            if (expected.contains("objective")) {
                EXPECT_EQ(joint["solution"].size(), expected["solution"].size());
            }
        }
    }
}

TEST(Shards, TellEachOtherTheirBestSolutions) {
    const Folder folder;
    const Words search = {"maxclique",    "random:n=70,p=0.6,seed=1", "--no-local-search", "--workers", "1", "--no-pin",
                          "--incumbents", folder / "incumbents"};
    const json whole = run({"maxclique", "random:n=70,p=0.6,seed=1", "--json"}).json();
    Words files;
    std::uint64_t taken = 0;
    for (const std::string part : {"1/3", "2/3", "3/3"}) {
        const Completed result = run(search + Words{"--json", "--shard", part});
        ASSERT_EQ(result.status, 0) << result.err;
        taken += result.json()["exchange"]["taken"].get<std::uint64_t>();
        files.push_back(written(folder, "s" + part.substr(0, 1) + ".json", result.out));
    }
    EXPECT_GE(taken, 2U) << "what the first has found is better than nothing";
    json joint = merged(files);
    EXPECT_EQ(joint["status"], "complete");
    EXPECT_EQ(joint["objective"], whole["objective"]);
    EXPECT_FALSE(joint.contains("exchange"));
    const Completed again = run(search);
    EXPECT_NE(again.out.find("1 taken from " + (folder / "incumbents") + ", 0 told"), std::string::npos) << again.out;
    const Completed count = run({"queens", "6", "--incumbents", folder / "other"});
    EXPECT_EQ(count.status, 2);
    EXPECT_NE(count.err.find("only an optimisation or a decision exchanges incumbents"), std::string::npos)
        << count.err;
}

std::string refusal_to_merge(const Words& files) {
    return test::refusal(Words{"merge"} + files, 1);
}

TEST(Shards, WhatDoesNotBelongTogetherIsRefused) {
    const Folder folder;
    const Words files = shards_of({"semigroups", "--genus", "12"}, 3, folder);
    EXPECT_EQ(merged({files[2], files[0], files[1]})["count"], 592);
    EXPECT_EQ(refusal_to_merge({files[1]}), "scrump: missing shards: 1/3, 3/3; expected the results of all shards\n");
    EXPECT_EQ(refusal_to_merge({files[0], files[1], files[1], files[2]}),
              "scrump: " + files[1] + ": is of shard 2/3, as is " + files[1] + "\n");

    const auto foreign = [&](const Words& search, unsigned count, const std::string& why) {
        const Words others = shards_of(search, count, folder, "foreign");
        EXPECT_EQ(refusal_to_merge({files[0], others[1], files[2]}).find("scrump: " + others[1] + ": " + why), 0U);
    };
    foreign({"queens", "6"}, 3, "is of another problem: of \"queens\", and ");
    foreign({"semigroups", "--genus", "13"}, 3, "is of another instance: of {\"genus\":13}");
    foreign({"semigroups", "--genus", "12"}, 2, "is of another number of shards: of 2, and ");
}

// Two files of one name need not have the same contents, and options need not be part of the instance.
TEST(Shards, AnotherContentOrAnotherOptionIsRefused) {
    const Folder folder;
    const std::string graph = written(folder, "graph", "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n");
    const Words files = shards_of({"maxclique", graph}, 2, folder);
    written(folder, "graph", "p edge 4 3\ne 1 2\ne 1 3\ne 3 4\n");
    const Words others = shards_of({"maxclique", graph}, 2, folder, "other");
    EXPECT_EQ(
        refusal_to_merge({files[0], others[1]}).find("scrump: " + others[1] + ": is of another instance: of \"maximum"),
        0U);

    json altered = json::parse(std::ifstream(files[1]));
    altered["shard"]["plan"] = "another";
    const std::string other_plan = written(folder, "plan", altered.dump());
    EXPECT_EQ(
        refusal_to_merge({files[0], other_plan}).find("scrump: " + other_plan + ": divides the tree in another way"),
        0U);
    altered["program"] = "scrump 9.9.9";
    const std::string other_version = written(folder, "version", altered.dump());
    EXPECT_EQ(refusal_to_merge({files[0], other_version}).find("scrump: " + other_version + ": is of another version"),
              0U);
}

TEST(Shards, BrokenFilesAreNamed) {
    const Folder folder;
    const auto refused = [&](const std::string& text) {
        const std::string file = written(folder, "file", text);
        const std::string said = refusal_to_merge({file});
        EXPECT_EQ(said.find("scrump: " + file + ":"), 0U) << said;
        return said.substr(std::min(said.size(), ("scrump: " + file).size()));
    };
    EXPECT_EQ(refused(""), ":1: is not what scrump --json prints: it is empty\n");
    EXPECT_EQ(refused("{\n\"schema\":\n"), ":3: is not what scrump --json prints: it is not JSON, or ends early\n");
    EXPECT_EQ(refused("[1]"), ":1: is not what scrump --json prints: it is not an object\n");
    EXPECT_EQ(refused(run({"queens", "5", "--json"}).out), ": is not the result of a shard: it has no 'shard/count'\n");
    json run_of_shard = run({"queens", "5", "--json", "--shard", "1/1"}).json();
    run_of_shard["shard"]["index"] = 2;
    EXPECT_EQ(refused(run_of_shard.dump()), ": is of shard 2/1, which cannot be\n");
    run_of_shard["shard"]["index"] = 1;
    run_of_shard["count"] = "ten";
    EXPECT_EQ(refused(run_of_shard.dump()), ": 'count' is not a whole number\n");
    run_of_shard["count"] = json::array({10});
    EXPECT_EQ(merged({written(folder, "file", run_of_shard.dump())})["count"], json::array({10}));
    run_of_shard["count"] = 10;
    run_of_shard["seconds"] = -1;
    EXPECT_EQ(refused(run_of_shard.dump()), ": 'seconds' is negative\n");
    run_of_shard["seconds"] = 1;
    EXPECT_EQ(merged({written(folder, "file", run_of_shard.dump())})["count"], 10);
    EXPECT_NE(refusal_to_merge({folder / "nothing"}).find("nothing"), std::string::npos);
    EXPECT_EQ(refused(std::string(1'000'000, '[')), ": is not what scrump --json prints: it is nested too deeply\n");
    std::string nested = "1";
    for (int i = 0; i < 100'000; ++i) nested = "[" + std::move(nested) + "]";
    EXPECT_EQ(refused("{\"count\":" + nested + "}"), ": is not what scrump --json prints: it is nested too deeply\n");
    EXPECT_EQ(refused("{\"count\":1e999}"), ": is not what scrump --json prints: it has a number that is too large\n");
}

// A part that is missing in one shard would be missing in the sum, without a word.
TEST(Shards, AnswersOfOtherFormsAreRefused) {
    const Folder folder;
    const Words files = shards_of({"queens", "6"}, 2, folder);
    const auto altered = [&](const char* key, const json& value) {
        json other = json::parse(std::ifstream(files[1]));
        if (value.is_null()) {
            other.erase(key);
        } else {
            other[key] = value;
        }
        const std::string file = written(folder, "altered", other.dump());
        const std::string said = refusal_to_merge({files[0], file});
        return said.substr(said.find(file) == std::string::npos ? 0 : said.find(file) + file.size());
    };
    EXPECT_EQ(altered("count", nullptr), ": has no 'count', which other shards have\n");
    EXPECT_EQ(altered("by_depth", 7), ": 'by_depth' is a list in one shard, and a number in another\n");
    EXPECT_EQ(altered("by_depth", json::array({json::array({1})})), ": 'by_depth' is not a whole number\n");
}

// A shard that was stopped is run again alone, from its checkpoint; until then, the joint answer is a part.
TEST(Shards, AStoppedShardIsResumedAlone) {
    const Folder folder;
    const Words search = {"semigroups", "--genus", "27"};
    Words files = shards_of(search, 3, folder);
    const std::string checkpoint = folder / "checkpoint";
    const Words second = search + Words{"--json", "--shard", "2/3"};
    const Completed part = run(second + Words{"--checkpoint", checkpoint, "--node-limit", "1000", "--workers", "1"});
    EXPECT_EQ(part.status, 3) << part.err;
    files[1] = written(folder, "part", part.out);
    json joint = merged(files, 3);
    EXPECT_EQ(joint["status"], "stopped");
    EXPECT_EQ(joint["stopped_by"], "node-limit");
    EXPECT_LT(joint["count_so_far"], 1270267);
    EXPECT_FALSE(joint.contains("count"));
    EXPECT_EQ(joint["merged"]["unfinished"],
              json({{{"shard", "2/3"}, {"file", files[1]}, {"stopped_by", "node-limit"}}}));
    EXPECT_NE(run(Words{"merge"} + files).out.find("run again   2/3: " + files[1] + " (node-limit)\n"),
              std::string::npos);

    const Completed other = run(search + Words{"--shard", "1/3", "--resume", checkpoint});
    EXPECT_EQ(other.status, 1);
    EXPECT_NE(other.err.find("of genus 27, shard 2/3', not to 'numerical semigroups of genus 27, shard 1/3'"),
              std::string::npos)
        << other.err;
    const Completed rest = run(second + Words{"--resume", checkpoint});
    EXPECT_EQ(rest.status, 0) << rest.err;
    files[1] = written(folder, "rest", rest.out);
    EXPECT_EQ(merged(files)["count"], 1270267);
}

// None of the shards proves alone that there is nothing; one of them proves that there is something.
TEST(Shards, ADecisionNeedsAllShardsOrAWitness) {
    const Folder folder;
    const Words search = {"kclique", "-k", "4", "--no-local-search"};
    const std::string graph = "p edge 6 6\ne 1 2\ne 2 3\ne 1 3\ne 4 5\ne 5 6\ne 4 6\n";
    const Words none = shards_of(search + Words{written(folder, "none", graph)}, 2, folder);
    EXPECT_FALSE(run(search + Words{folder / "none", "--shard", "2/2", "--json"}).json().contains("exists"));
    EXPECT_NE(refusal_to_merge({none[0]}).find("missing shards: 2/2"), std::string::npos);
    EXPECT_EQ(merged(none)["exists"], false);

    const Words some = shards_of({"queens", "12", "--find"}, 3, folder, "some");
    Words witnesses;
    for (const std::string& file : some)
        if (json::parse(std::ifstream(file)).contains("exists")) witnesses.push_back(file);
    ASSERT_FALSE(witnesses.empty());
    json joint = merged({witnesses.front()});
    EXPECT_EQ(joint["exists"], true);
    EXPECT_EQ(joint["solution"].size(), 12U);
}

// As Python's results: a decision has an objective, a count is one.
TEST(Shards, ObjectivesStandForWhetherOneExistsAndForCounts) {
    const Folder folder;
    const auto without = [&](Words files, const char* key, const char* other_key) {
        for (std::string& file : files) {
            json other = json::parse(std::ifstream(file));
            if (other_key != nullptr) other[other_key] = other[key];
            other.erase(key);
            file = written(folder, "of " + file.substr(file.rfind('/') + 1), other.dump());
        }
        return files;
    };
    const Words decision =
        shards_of({"kclique", "-k", "3", "random:n=20,p=0.5,seed=1", "--no-local-search"}, 2, folder);
    EXPECT_EQ(merged(without(decision, "exists", nullptr))["exists"], true);
    const Words counts = shards_of({"queens", "8"}, 2, folder);
    EXPECT_EQ(merged(without(counts, "count", "objective"))["objective"], 92);
}

TEST(Shards, QuestionsOfTwoSearchesAreRefused) {
    const auto refused = [](const Words& search) { return test::refusal(search + Words{"--shard", "1/2"}); };
    const Folder folder;
    const std::string graph = "random:n=20,p=0.5,seed=1";
    EXPECT_NE(refused({"maxclique", graph, "--count"}).find("neither continue nor share"), std::string::npos);
    EXPECT_NE(refused({"knapsack", "uncorrelated:n=9,seed=1", "--best", "2"}).find("are not searched in shards"),
              std::string::npos);
    EXPECT_NE(refused({"maxclique", graph, "--proof", folder / "proof"}).find("shard"), std::string::npos);
    EXPECT_NE(run({"queens", "5", "--shard", "3/2"}).err.find("'3/2' is not a shard"), std::string::npos);
}

TEST(Shards, RunOnSimulatedMachines) {
    const Folder folder;
    Words files;
    for (const char* const part : {"1/2", "2/2"}) {
        const Completed result = run({"queens", "8", "--json", "--shard", part, "--simulate", "hosts=2,workers=3"});
        EXPECT_EQ(result.status, 0) << result.err;
        files.push_back(written(folder, part[0] == '1' ? "1" : "2", result.out));
    }
    json joint = merged(files);
    EXPECT_EQ(joint["count"], 92);
    EXPECT_EQ(joint["nodes"], 2057);
}

}  // namespace
}  // namespace scrump::shards
