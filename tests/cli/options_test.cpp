// The options of front doors, which stand in their tables: help, manual pages and completion have each of them.

#include <scrump/loops/option_table.hpp>
#include <scrump/problems/described/ext/problem.hpp>
#include <scrump/search/option_table.hpp>
#include <scrump/states/diagrams/option_table.hpp>
#include <scrump/states/explore/option_table.hpp>
#include <scrump/tasks/option_table.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "command.hpp"

namespace scrump {
namespace {

using test::run;

// As it stands in help, whatever lines it is broken into, or in a manual page, where hyphens have a backslash.
std::string without_blanks(std::string text) {
    std::erase_if(text, [](char each) { return each == ' ' || each == '\n' || each == '\\'; });
    return text;
}

// The options of a subcommand, one a word, as shells offer them.
std::string completed_options(const std::string& subcommand) {
    const std::string script = run({"completion", "bash"}).out;
    std::size_t body = script.find("            " + subcommand + ") case ");
    if (body == std::string::npos) body = script.find("            " + subcommand + "|");  // it has an alias
    const std::size_t begin = script.find("options='", body);
    return " " + script.substr(begin + 9, script.find('\'', begin + 9) - begin - 9) + " ";
}

template <class Options>
unsigned expect_everywhere(const std::string& subcommand, std::span<const Option<Options>> table) {
    const std::string help = without_blanks(run({subcommand, "--help"}).out);
    const std::string manual = without_blanks(run({"man", subcommand}).out);
    const std::string completed = completed_options(subcommand);
    const Options usual;
    unsigned found = 0;
    for (const Option<Options>& row : table) {
        if ((row.faces & in_command) == 0) continue;
        ++found;
        const std::string name = row.dashed();
        EXPECT_NE(help.find(without_blanks(name + " " + row.placeholder())), std::string::npos) << subcommand << name;
        EXPECT_NE(help.find(without_blanks(row.line_of_help())), std::string::npos) << subcommand << name;
        EXPECT_NE(completed.find(" " + name + " "), std::string::npos) << subcommand << name;
        EXPECT_NE(manual.find(without_blanks(std::string(row.help))), std::string::npos) << subcommand << name;
        const std::string standard = row.shown(usual);
        if (!standard.empty()) {
            EXPECT_NE(help.find(without_blanks(name + row.placeholder() + "=" + standard)), std::string::npos)
                << subcommand << name;
        }
    }
    return found;
}

TEST(CommandOptions, EachRowOfATableIsInHelpManualAndCompletion) {
    EXPECT_GE(expect_everywhere("tsp", option_table<SearchOptions>()), 9U);
    EXPECT_GE(expect_everywhere("tasks", option_table<TaskOptions>()), 9U);
    EXPECT_GE(expect_everywhere("loop", option_table<LoopOptions>()), 9U);
    EXPECT_GE(expect_everywhere("explore", option_table<ExploreOptions>()), 9U);
    EXPECT_GE(expect_everywhere("reach", option_table<SymbolicReachOptions>()), 9U);
}

TEST(CommandOptions, EachRowOfAProblemIsInHelpManualAndCompletion) {
    for (const described::Problem* const each : described::all_problems())
        EXPECT_GE(expect_everywhere(std::string(each->name), each->options), 3U) << each->name;
}

TEST(CommandOptions, OneBesideAnotherThatItExcludesIsRefused) {
    EXPECT_EQ(run({"knapsack", "x", "--all", "--best", "2"}).err,
              "scrump: knapsack: --all cannot be combined with --best\n");
    EXPECT_EQ(run({"maxclique", "x", "--count", "--weights", "modulo"}).status, 2);
    EXPECT_EQ(run({"sip", "x", "y", "--proof", "z", "--all-solutions"}).status, 2);
}

TEST(CommandOptions, AreRefusedInOneSentence) {
    const std::vector<std::vector<std::string>> doors = {{"queens", "6"},   {"explore", "puzzle"},
                                                         {"tasks", "fib"},  {"loop", "imbalance"},
                                                         {"reach", "file"}, {"check", "file"}};
    for (std::vector<std::string> words : doors) {
        const std::string door = words.front();
        words.insert(words.end(), {"--workers", "many"});
        const auto refused = run(words);
        EXPECT_EQ(refused.status, 2);
        EXPECT_EQ(refused.err, "scrump: " + door + ": --workers: 'many' is not a whole number from 0 to 4096\n");
    }
}

TEST(CommandOptions, OneWithoutTheOneItNeedsIsRefused) {
    for (const char* const subcommand : {"queens", "explore", "tasks", "loop", "reach", "check"})
        EXPECT_EQ(run({subcommand, "6", "--trace-events", "9"}).status, 2) << subcommand;
    EXPECT_EQ(run({"queens", "6", "--trace-events", "9"}).err,
              "scrump: queens: --trace-events needs --trace, which is missing\n");
}

TEST(CommandOptions, AFormerNameIsAcceptedWithAWarningAndNotOffered) {
    const auto former = run({"reach", "nothing", "--most-buckets", "9"});
    EXPECT_NE(former.err.find("scrump: --most-buckets is deprecated: write --max-buckets\n"), std::string::npos);
    EXPECT_NE(former.err.find("nothing"), std::string::npos) << former.err;
    EXPECT_EQ(run({"reach", "--help"}).out.find("most-buckets"), std::string::npos);
    EXPECT_EQ(completed_options("reach").find("most-buckets"), std::string::npos);
}

}  // namespace
}  // namespace scrump
