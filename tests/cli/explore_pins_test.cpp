// scrump explore: compiled models.

#include "cli/command.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::Completed;
using test::run;

const std::string compiled = std::string(SCRUMP_PINS_MODELS) + "/";

TEST(ExplorePinsCommand, FindsTheStatesOfTheSameModelOfItsOwn) {
    const nlohmann::json own = run({"explore", "peterson", "3", "--all", "--json"}).json();
    for (const char* const name : {"peterson.so", "peterson_spins.so", "peterson_divine.so"}) {
        for (const std::vector<std::string>& how :
             {std::vector<std::string>{}, {"--localities", "2", "--workers", "2"}, {"--storage", "hash-compaction"}}) {
            std::vector<std::string> words = {"explore", compiled + name, "--find-deadlock", "--json"};
            words.insert(words.end(), how.begin(), how.end());
            const Completed result = run(words);
            ASSERT_EQ(result.status, 0) << result.err;
            for (const char* const figure : {"states", "transitions", "levels", "deadlocks"})
                EXPECT_EQ(result.json()[figure], own[figure]) << name << ' ' << figure;
            EXPECT_FALSE(result.json().contains("finding"));
            EXPECT_EQ(result.json()["instance"]["slots"], 11);
            EXPECT_EQ(result.json()["instance"]["groups"], 3);
        }
    }
    const nlohmann::json instance = run({"explore", "pins", compiled + "peterson.so", "--json"}).json()["instance"];
    EXPECT_EQ(instance["interface"], "PINS");
    EXPECT_EQ(instance["title"], "Peterson's algorithm");
    EXPECT_EQ(instance["labels"], (std::vector<std::string>{"exclusive", "critical 0", "critical 1", "critical 2"}));
}

TEST(ExplorePinsCommand, LooksForViolationsOfLabels) {
    const std::string broken = compiled + "peterson_exchanged.so";
    const nlohmann::json own = run({"explore", "peterson", "3", "--exchanged", "--json"}).json();
    const Completed found = run({"explore", broken, "--invariant", "exclusive", "--json", "--path"});
    ASSERT_EQ(found.status, 0) << found.err;
    EXPECT_EQ(found.json()["finding"], "violation");
    EXPECT_EQ(found.json()["invariant"], "exclusive");
    EXPECT_EQ(found.json()["steps"], own["steps"]);
    EXPECT_EQ(found.json()["path_steps"].size(), found.json()["steps"]);
    EXPECT_TRUE(found.json()["path_steps"][0].get<std::string>().starts_with("process "));
    EXPECT_NE(found.json()["found_state"].get<std::string>().find("=critical, "), std::string::npos);
    const Completed never = run({"explore", broken, "--invariant", "critical 0,!critical 1", "--json"});
    EXPECT_EQ(never.json()["invariant"], "critical 0");
    EXPECT_EQ(never.json()["steps"], 0) << "nobody is inside at first";
    const std::string text = run({"explore", compiled + "peterson.so", "--invariant", "exclusive"}).out;
    EXPECT_TRUE(text.starts_with("found       no violation of exclusive\n")) << text;
    const Completed negated = run({"explore", compiled + "peterson.so", "--invariant", "!critical 2", "--json"});
    EXPECT_EQ(negated.json()["invariant"], "!critical 2");
}

TEST(ExplorePinsCommand, WhatIsWrongIsSaid) {
    const test::Folder folder;
    replace_file(folder / "text", "a text");
    replace_file(folder / "cut.so", read_file(compiled + "peterson.so").substr(0, 100));
    const std::string good = compiled + "peterson.so";
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{good, "--invariant", "none"},
         "explore pins: --invariant: 'none' is not a label of the model's states: these are exclusive,"},
        {{good, "--board", "1"}, "explore pins: --board is for puzzle alone"},
        {{"puzzle", "2x2", "--invariant", "x"}, "explore puzzle: --invariant is for pins alone"},
        {{"pins", "-"}, "explore pins: a compiled model is loaded from a file, not from standard input"},
        {{"pins", folder / "text"}, folder / "text: not an ELF file, which compiled models are"},
        {{folder / "cut.so"}, folder / "cut.so: it ends in the middle of a table"},
        {{compiled + "odd_1.so"}, compiled + "odd_1.so: cannot be loaded: "},
        {{compiled + "odd_3.so"}, compiled + "odd_3.so: the model ends the program (ltsmin_abort, code 7)"}};
    for (const auto& [words, message] : cases) {
        std::vector<std::string> all = {"explore"};
        all.insert(all.end(), words.begin(), words.end());
        const Completed result = run(all);
        EXPECT_NE(result.status, 0) << message;
        EXPECT_TRUE(result.err.starts_with("scrump: " + message)) << result.err;
    }
    EXPECT_EQ(run({good}).out, good + " is a compiled model for LTSmin\n  scrump explore " + good +
                                   "  Explore the state space of a model\n");
    EXPECT_NE(run({folder / "cut.so"}).err.find("not in a format"), std::string::npos);
}

}  // namespace
}  // namespace scrump::detail
