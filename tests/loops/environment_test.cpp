// What the environment says of loops of C programs.

#include "../src/loops/environment.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>

namespace scrump::detail {
namespace {

LoopEnvironment environment(const std::map<std::string, const char*>& variables) {
    return LoopEnvironment::read([&](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second;
    });
}

TEST(LoopEnvironment, ThatSaysNothingChangesNothing) {
    LoopOptions options{.technique = Technique::parse("gss"), .dead_after = std::chrono::seconds(7)};
    environment({{"SCRUMP_LOOP", ""}}).apply(options);
    EXPECT_EQ(options.technique.describe(), Technique::parse("gss").describe());
    EXPECT_EQ(options.dead_after, std::chrono::seconds(7));
}

TEST(LoopEnvironment, SaysHowLongARankMayBeSilent) {
    LoopOptions options;
    environment({{"SCRUMP_DEAD_AFTER", "600"}}).apply(options);
    EXPECT_EQ(options.dead_after, std::chrono::minutes(10));
    environment({{"SCRUMP_DEAD_AFTER", "0"}}).apply(options);
    EXPECT_EQ(options.dead_after, std::chrono::seconds(0));
}

TEST(LoopEnvironment, NamesTheVariableThatIsWrong) {
    for (const char* const name : {"SCRUMP_DEAD_AFTER", "SCRUMP_LOOP", "LB4MPI_SCHEDULING", "LB4MPI_STEAL_RATIO",
                                   "LB4MPI_WS_SCHEDULING", "LB4MPI_LAWS", "LB4MPI_nLAWS", "LB4MPI_ITERATIONS_INFO",
                                   "SCRUMP_STEAL_ORDER", "SCRUMP_KEEP_RESULTS", "SCRUMP_CHECK"}) {
        try {
            environment({{name, "soon"}});
            FAIL() << name;
        } catch (const UsageError& error) {
            EXPECT_TRUE(std::string(error.what()).starts_with(name)) << error.what();
        }
    }
}

// Whether another variable takes its place or not.
TEST(LoopEnvironment, NamesAVariableThatIsWrongBesideOneThatIsRight) {
    EXPECT_THROW(environment({{"SCRUMP_LOOP", "gss"}, {"LB4MPI_SCHEDULING", "gsss"}}), UsageError);
    EXPECT_THROW(environment({{"LB4MPI_WS_SCHEDULING", "gss"}, {"LB4MPI_STEAL_RATIO", "101"}}), UsageError);
}

TEST(LoopEnvironment, ARatioOfZeroStealsNothing) {
    LoopOptions options{.stealing = {.order = StealOrder::parse("coordinator")}};
    environment({{"LB4MPI_STEAL_RATIO", "0"}, {"LB4MPI_LAWS", "1"}}).apply(options);
    EXPECT_EQ(options.stealing.order, StealOrder::parse("off"));
    options.stealing.order = StealOrder::parse("coordinator");
    environment({{"LB4MPI_STEAL_RATIO", "25"}}).apply(options);
    EXPECT_EQ(options.stealing.order, StealOrder::parse("coordinator"));
    EXPECT_EQ(options.stealing.amount.ratio, 0.25);
    // A technique says how much then.
    environment({{"LB4MPI_STEAL_RATIO", "0"}, {"LB4MPI_WS_SCHEDULING", "ss"}}).apply(options);
    EXPECT_EQ(options.stealing.order, StealOrder::parse("coordinator"));
    EXPECT_EQ(options.stealing.amount.technique, Technique::parse("ss"));
}

TEST(LoopEnvironment, GivesTheOrderOfSteals) {
    LoopOptions options{.stealing = {.order = StealOrder::parse("coordinator")}};
    environment({{"SCRUMP_STEAL_ORDER", "coordinator:victims=nlaws,steals=0"}}).apply(options);
    EXPECT_EQ(options.stealing.order, StealOrder::parse("coordinator:victims=nlaws,steals=0"));
    environment({{"SCRUMP_STEAL_ORDER", "decentralised"}}).apply(options);
    EXPECT_EQ(options.stealing.order, StealOrder::parse("decentralised"));
    EXPECT_THROW(environment({{"SCRUMP_STEAL_ORDER", "decentralised"}, {"LB4MPI_LAWS", "1"}}), UsageError);
    // A program that steals nothing remains one.
    options.stealing.order = StealOrder::parse("off");
    environment({{"SCRUMP_STEAL_ORDER", "decentralised"}}).apply(options);
    EXPECT_EQ(options.stealing.order, StealOrder::parse("off"));
}

TEST(LoopEnvironment, ChecksAndKeepsResultsIfItSaysSo) {
    LoopOptions options;
    environment({{"SCRUMP_KEEP_RESULTS", "0"}, {"SCRUMP_CHECK", "0"}}).apply(options);
    EXPECT_TRUE(options.stealing.results_go_home);
    EXPECT_FALSE(options.stealing.checked);
    environment({{"SCRUMP_KEEP_RESULTS", "1"}}).apply(options);
    EXPECT_FALSE(options.stealing.results_go_home);
    EXPECT_FALSE(options.stealing.checked);
    environment({{"SCRUMP_CHECK", "1"}}).apply(options);
    EXPECT_TRUE(options.stealing.checked);
}

}  // namespace
}  // namespace scrump::detail
