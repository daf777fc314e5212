// The options of a run from a program's own command line.

#include <scrump/base/error.hpp>
#include <scrump/search/options.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/message_of.hpp"

namespace scrump {
namespace {

using namespace std::chrono_literals;

/// A command line, and what is left of it.
struct CommandLine {
    std::vector<std::string> words;
    std::vector<char*> argv{};
    int argc = 0;

    explicit CommandLine(std::vector<std::string> all) : words(std::move(all)) {
        words.insert(words.begin(), "program");
        for (std::string& word : words) argv.push_back(word.data());
        argc = static_cast<int>(argv.size());
        argv.push_back(nullptr);
    }
    std::vector<std::string> left() const { return {argv.begin() + 1, argv.begin() + argc}; }
};

std::string refusal(const std::vector<std::string>& words) {
    CommandLine line(words);
    return test::message_of([&] { SearchOptions::parse(line.argc, line.argv.data()); });
}

TEST(ParseOptions, TakesItsOwnAndLeavesTheOthers) {
    CommandLine line({"--workers",
                      "3",
                      "input.txt",
                      "--skeleton=budget:backtracks=10",
                      "-v",
                      "--time-limit",
                      "1.5m",
                      "--node-limit=7",
                      "--gap",
                      "1%",
                      "--seed",
                      "9",
                      "--no-pin",
                      "--checkpoint",
                      "state",
                      "--resume=old",
                      "--checkpoint-every",
                      "250ms",
                      "--policy",
                      "random",
                      "--dead-after",
                      "0",
                      "--trace",
                      "t.json",
                      "--localities",
                      "2",
                      "--depth-limit",
                      "4",
                      "--",
                      "--workers",
                      "4"});
    const SearchOptions options = SearchOptions::parse(line.argc, line.argv.data());
    EXPECT_EQ(line.left(), (std::vector<std::string>{"input.txt", "-v", "--", "--workers", "4"}));
    EXPECT_EQ(line.argv[static_cast<std::size_t>(line.argc)], nullptr);
    EXPECT_EQ(options.workers, 3U);
    EXPECT_EQ(options.skeleton, Skeleton::budget(10));
    EXPECT_EQ(options.time_limit, 90s);
    EXPECT_EQ(options.node_limit, 7U);
    EXPECT_EQ(options.gap, 0.01);
    EXPECT_EQ(options.seed, 9U);
    EXPECT_FALSE(options.pin);
    EXPECT_EQ(options.checkpoints.file, "state");
    EXPECT_EQ(options.checkpoints.resume, "old");
    EXPECT_EQ(options.checkpoints.every, 250ms);
    EXPECT_EQ(options.policy, Policy::parse("random"));
    EXPECT_EQ(options.dead_after, 0s);
    EXPECT_EQ(options.trace.file, "t.json");
    EXPECT_EQ(options.localities, 2U);
    EXPECT_EQ(options.depth_limit, 4U);
}

TEST(ParseOptions, KeepsWhatHoldsOtherwise) {
    CommandLine line({"--workers", "0", "--progress"});
    const SearchOptions options = SearchOptions::parse(line.argc, line.argv.data(), {.workers = 5, .node_limit = 3});
    EXPECT_EQ(options.workers, 0U) << "all";
    EXPECT_EQ(options.node_limit, 3U);
    EXPECT_TRUE(options.progress);
    EXPECT_TRUE(line.left().empty());
    int none = 0;
    char* end = nullptr;
    EXPECT_EQ(SearchOptions::parse(none, &end).workers, 0U);
}

TEST(ParseOptions, NamesWhatIsWrong) {
    EXPECT_EQ(refusal({"--workers", "two"}), "--workers: 'two' is not a whole number from 0 to 4096");
    EXPECT_EQ(refusal({"--workers=5000"}), "--workers: '5000' is not a whole number from 0 to 4096");
    EXPECT_EQ(refusal({"--workers"}), "--workers needs a value: --workers N");
    EXPECT_EQ(refusal({"--workers="}), "--workers: '' is not a whole number from 0 to 4096");
    EXPECT_EQ(
        refusal({"--time-limit", "soon"}),
        "--time-limit: 'soon' is not a duration; write for example 250ms, 60s, 1.5m or 2h; leave it out for no limit");
    EXPECT_EQ(refusal({"--time-limit", "0"}),
              "--time-limit: '0' is too short: expected more than 0; leave it out for no limit");
    EXPECT_EQ(refusal({"--gap", "-1"}), "--gap: '-1' is not a fraction; write for example 1% or 0.01");
    EXPECT_EQ(refusal({"--no-pin=yes"}), "--no-pin takes no value");
    EXPECT_EQ(refusal({"--checkpoint="}), "--checkpoint: '' is not the name of a file");
    EXPECT_EQ(refusal({"--node-limit", "0"}), "--node-limit: '0' is not a whole number of at least 1");
    EXPECT_NE(refusal({"--skeleton", "budgt"}).find("did you mean budget?"), std::string::npos);
}

TEST(ParseOptions, HelpHasALineForEach) {
    const std::string help = SearchOptions::help();
    for (const char* const name :
         {"--workers N", "--skeleton NAME", "--checkpoint FILE", "--progress", "--gap FRACTION"})
        EXPECT_NE(help.find(std::string("  ") + name), std::string::npos) << name;
}

}  // namespace
}  // namespace scrump
