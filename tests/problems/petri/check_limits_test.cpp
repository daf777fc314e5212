// What check() answers if it has to end.

#include "nets.hpp"
#include "plain_answers.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/deadline.hpp>
#include <scrump/problems/petri/check.hpp>
#include <scrump/problems/petri/formula_text.hpp>
#include <scrump/problems/petri/net_counters.hpp>
#include <scrump/problems/petri/units.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

namespace scrump::petri {
namespace {

TEST(Check, TheStatusNamesTheLimitThatWasReached) {
    const Net net = test::kanban(20);
    const Formula returns = parse_ctl("AG EF (" + net.places.front().name + " > 0)", net);
    const std::vector<Property> properties{test::asked(returns), test::asked(test::of_neither_ctl_nor_ltl())};
    CheckOptions of_buckets = test::with_workers(1);
    of_buckets.reach.diagrams.max_buckets = 1024;
    CheckOptions of_memory = test::with_workers(1);
    of_memory.reach.diagrams.memory_limit = std::size_t{1} << 18U;
    for (const auto& [options, status, advice] :
         {std::tuple(of_buckets, Status::node_limit, "raise the largest number of buckets"),
          std::tuple(of_memory, Status::memory_limit, "raise the memory limit")}) {
        const Checked found = check(net, properties, options);
        EXPECT_EQ(found.status, status) << name(found.status);
        EXPECT_NE(found.verdicts[0].why.find(advice), std::string::npos) << found.verdicts[0].why;
        EXPECT_EQ(found.verdicts[1].why, "the formula is neither one of CTL nor one of LTL");
    }
}

// Each place has a token, which moves to the next one if that is free.
Net large_ring(std::uint32_t places) {
    Net net;
    for (std::uint32_t i = 0; i < places; ++i) {
        net.places.push_back({"p" + std::to_string(i), i % 2});
        net.transitions.push_back({"t" + std::to_string(i), {{i}}, {{(i + 1) % places}}});
        std::ranges::sort(net.transitions.back().puts, {}, &Arc::place);
    }
    return net;
}

// Of a formula of LTL, markings are visited after diagrams have failed.
TEST(Check, VisitsTellTheirOwnLimit) {
    const Net net = large_ring(40);
    CheckOptions options = test::with_workers(1);
    options.reach.diagrams.memory_limit = std::size_t{4} << 20U;
    const Checked found = check(net, {test::asked(parse_ltl("G F fires(t0)", net))}, options);
    EXPECT_FALSE(found.verdicts[0].is_known());
    EXPECT_EQ(found.verdicts[0].why, "the memory limit was reached while markings were visited");
    EXPECT_EQ(found.status, Status::memory_limit);
}

TEST(Check, WhatIsKnownBeforeTheTimeLimitIsKept) {
    const Net net = test::kanban(3);
    CheckOptions options = test::with_workers(1);
    options.reach.diagrams.tasks.began = Clock::now() - std::chrono::hours(1);
    options.reach.diagrams.tasks.time_limit = std::chrono::seconds(1);
    const Checked found = check(net, test::random_properties(net, 3), options);
    EXPECT_EQ(found.status, Status::time_limit);
    const auto known = std::ranges::count(found.verdicts, true, &Verdict::is_known);
    EXPECT_GT(known, 0);
    EXPECT_LT(known, static_cast<std::ptrdiff_t>(found.verdicts.size()));
    for (const Verdict& each : found.verdicts) EXPECT_EQ(each.why, each.is_known() ? "" : "the time limit was reached");
}

TEST(Check, MayBeStopped) {
    const Net net = test::kanban(8);
    std::stop_source stop;
    CheckOptions options = test::with_workers(1);
    options.reach.diagrams.tasks.stop = stop.get_token();
    options.answered = [&](const Verdict& verdict) {
        if (verdict.method == Method::diagrams) stop.request_stop();
    };
    std::vector<Property> properties;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        properties.push_back(test::asked(test::RandomFormulas(net, seed).of_ctl(4)));
    const Checked found = check(net, properties, options);
    EXPECT_EQ(found.status, Status::cancelled);
    EXPECT_EQ(found.reached.counters.states.digits, "133865325") << "known before it was stopped";
    EXPECT_TRUE(std::ranges::any_of(found.verdicts, &Verdict::is_known));
    const auto unknown = std::ranges::find(found.verdicts, false, &Verdict::is_known);
    ASSERT_NE(unknown, found.verdicts.end());
    EXPECT_EQ(unknown->why, "stopped");
}

TEST(Check, AStopThatIsRequestedBeforeEndsPreparations) {
    const Net net = large_ring(4000);
    std::stop_source stop;
    stop.request_stop();
    CheckOptions options = test::with_workers(1);
    options.reach.diagrams.tasks.stop = stop.get_token();
    const Checked found = check(net, {test::question("StableMarking"), test::question("OneSafe")}, options);
    EXPECT_EQ(found.status, Status::cancelled);
    for (const Verdict& each : found.verdicts) EXPECT_EQ(each.why, "stopped");
    EXPECT_EQ(found.verdicts[1].id, "OneSafe");
    const NetReachability reached = reach(net, options.reach);
    EXPECT_EQ(reached.counters.status, Status::cancelled);
    EXPECT_TRUE(reached.levels.empty());
    const Deadline deadline(stop.get_token());
    const Deadline::Scope scope(deadline);
    EXPECT_THROW(units_of(net), Stopped);
    EXPECT_THROW(NetCounters(net, {}), Stopped);
}

}  // namespace
}  // namespace scrump::petri
