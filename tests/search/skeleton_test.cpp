#include <scrump/base/error.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/search/skeleton.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

TEST(Skeleton, MessagePassingHasNoStackToChoose) {
    EXPECT_EQ(Skeleton::parse("steal-stack:protocol=message-passing,stack=roomy").protocol.kind,
              StealProtocol::Kind::message_passing);
    try {
        Skeleton::parse("steal-stack:protocol=message-passing,stack=paper");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find("stack=paper is not for protocol=message-passing"), std::string::npos);
    }
}

TEST(Skeleton, EachIsReadBackFromItsDescription) {
    for (const Skeleton& skeleton :
         {Skeleton::sequential(), Skeleton::depth_bounded(5), Skeleton::stack_stealing(false),
          Skeleton::stack_stealing(), Skeleton::budget(77), Skeleton::budget(), Skeleton::ordered(3, 9),
          Skeleton::adaptive(), Skeleton::adaptive(std::chrono::microseconds(35)), Skeleton::steal_stack(),
          Skeleton::steal_stack({.kind = StealProtocol::Kind::message_passing, .chunk = 3, .poll = 9}),
          Skeleton::steal_stack({.kind = StealProtocol::Kind::rapid_diffusion, .chunk = 10'000}),
          Skeleton::steal_stack({.stack = StealProtocol::Stack::paper, .probe = StealProtocol::Probe::near_first})}) {
        EXPECT_EQ(Skeleton::parse(skeleton.describe()), skeleton) << skeleton.describe();
    }
}

TEST(Skeleton, ItsNameAloneMeansTheDefaults) {
    EXPECT_EQ(Skeleton::parse("depth-bounded"), Skeleton::depth_bounded());
    EXPECT_EQ(Skeleton::parse("stack-stealing"), Skeleton::stack_stealing());
    EXPECT_EQ(Skeleton::parse("budget"), Skeleton::budget());
    EXPECT_EQ(Skeleton::parse("ordered"), Skeleton::ordered());
    EXPECT_EQ(Skeleton::parse("adaptive"), Skeleton::adaptive());
    EXPECT_EQ(Skeleton::parse("steal-stack"), Skeleton::steal_stack());
    EXPECT_EQ(Skeleton::parse("steal-stack:protocol=message-passing"),
              Skeleton::steal_stack({.kind = StealProtocol::Kind::message_passing}));
}

TEST(Skeleton, ARuleIsForAGrainThatIsChosen) {
    if (!counting) GTEST_SKIP() << "built without counters";
    EXPECT_EQ(Skeleton::parse("budget:rule=idle-rate"), Skeleton::budget(0, {.kind = GrainRule::Kind::idle_rate}));
    EXPECT_EQ(Skeleton::parse("adaptive:tolerance=0.1,rule=parts"), Skeleton::adaptive({}, {.tolerance = 0.1}));
    for (const char* text :
         {"adaptive:rule=idle-rate", "budget:tolerance=0.05", "adaptive:rule=idle-rate,tolerance=0.25"})
        EXPECT_EQ(Skeleton::parse(text).describe(), text);
    const auto refusal = [](const char* text) -> std::string {
        try {
            Skeleton::parse(text);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(refusal("adaptive:interval=20,rule=idle-rate"), "rule has no effect beside interval: leave one out");
    EXPECT_EQ(refusal("budget:backtracks=5,tolerance=0.1"), "tolerance has no effect beside backtracks: leave one out");
    for (const char* text : {"adaptive:rule=best", "adaptive:tolerance=0", "adaptive:tolerance=1", "budget:tolerance=x",
                             "stack-stealing:rule=parts"})
        EXPECT_NE(refusal(text), "accepted") << text;
}

TEST(Skeleton, WhatIsNoSkeletonIsRefused) {
    for (const char* text :
         {"", "fast", "budget:backtracks=0", "budget:backtracks=-1", "budget:depth=1", "adaptive:interval=0",
          "stack-stealing:chunked=2", "ordered:window=0", "depth-bounded:depth=5000000000", "budget:", "budget:=",
          "steal-stack:protocol=upc", "steal-stack:chunk=0", "steal-stack:chunk=10001", "steal-stack:poll=5",
          "steal-stack:stack=mpi", "steal-stack:probe=far", "steal-stack:protocol=message-passing,poll=0"}) {
        EXPECT_THROW(Skeleton::parse(text), UsageError) << text;
    }
}

TEST(Skeleton, HelpNamesThemAll) {
    const std::string help = Skeleton::help();
    for (const char* name : {"sequential", "depth-bounded", "stack-stealing", "budget", "ordered", "adaptive",
                             "steal-stack", "message-passing"}) {
        EXPECT_NE(help.find(name), std::string::npos) << name;
    }
}

}  // namespace
}  // namespace scrump::detail
