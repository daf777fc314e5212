#include "random_counters.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/counter_sets.hpp>
#include <scrump/states/diagrams/counters.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump {
namespace {

using test::Counters;

// Reorders as often as it can.
CounterReachOptions reordering(unsigned workers, double growth = 1.1) {
    CounterReachOptions options{.order = CounterOrder::given, .reorder = Reordering{growth, 1}, .find_deadlocks = true};
    options.diagrams.tasks.workers = workers;
    options.diagrams.buckets = 1024;
    return options;
}

Counters sorted(Counters levels) {
    std::ranges::sort(levels);
    return levels;
}

Counters up_to(std::size_t counters) {
    Counters all;
    for (std::uint32_t i = 0; i < counters; ++i) all.push_back(i);
    return all;
}

TEST(ReorderingSearch, FindsWhatAPlainSearchFinds) {
    std::uint64_t reorderings = 0;
    for (std::uint64_t seed = 0; seed < test::few_or(300); ++seed) {
        const CounterSystem system = seed % 4 == 0 ? test::random_system(seed) : test::random_tokens(seed);
        const test::PlainlyReached plain = test::reach_plainly(system);
        SCOPED_TRACE(seed);
        const CounterReachability found = reach(system, reordering(static_cast<unsigned>(1 + seed % 3)));
        EXPECT_EQ(found.states.digits, std::to_string(plain.states.size()));
        EXPECT_EQ(found.transitions.digits, std::to_string(plain.transitions));
        EXPECT_EQ(found.deadlocks->digits, std::to_string(plain.deadlocks));
        EXPECT_EQ(found.enabled, plain.enabled);
        EXPECT_EQ(sorted(found.levels), up_to(system.initial.size()));
        reorderings += found.diagrams.reordering.reorderings;
    }
    EXPECT_GT(reorderings, 0U);
}

// A number of pairs of counters: of the tokens of one, any part goes to the other. All first ones come first, which is
// the worst order: below them, all their values have to be told apart.
CounterSystem pairs(std::uint32_t number, std::uint32_t tokens) {
    CounterSystem system;
    system.initial.assign(std::size_t{2} * number, 0);
    for (std::uint32_t i = 0; i < number; ++i) {
        system.initial[i] = tokens;
        system.transitions.push_back(
            {{{.counter = i, .least = 1, .change = -1}, {.counter = number + i, .change = 1}}});
    }
    return system;
}

TEST(ReorderingSearch, MakesALinearDiagramOfAnExponentialOne) {
    for (const unsigned workers : {1U, 2U}) {
        CounterReachOptions options = reordering(workers, 2);
        options.reorder->first_nodes = 1000;
        const CounterReachability found = reach(pairs(7, 4), options);
        EXPECT_EQ(found.states.digits, "78125") << "5^7";
        EXPECT_LT(found.nodes, 1000U) << "70 at best: 5 values of one counter, each with one of the other";
        const ReorderStatistics& reordering = found.diagrams.reordering;
        EXPECT_GT(reordering.reorderings, 0U);
        EXPECT_GE(reordering.siftings, reordering.reorderings);
        EXPECT_LT(reordering.nodes_after, reordering.nodes_before);
        EXPECT_GT(reordering.swaps, 0U);
        EXPECT_EQ(sorted(found.levels), up_to(14));
    }
    CounterReachOptions options = reordering(1);
    options.reorder.reset();
    const CounterReachability found = reach(pairs(7, 4), options);
    EXPECT_GT(found.nodes, 78125U);
    EXPECT_EQ(found.diagrams.reordering.siftings, 0U);
    EXPECT_EQ(found.levels, up_to(14));
}

TEST(ReorderingSearch, GivesSetsInTheLastOrder) {
    reach(pairs(5, 3), reordering(2), [](CounterSets& sets) {
        EXPECT_EQ(sets.count(sets.reachable()).digits, "1024") << "4^5";
        const CounterSet full = sets.where(sets.reachable(), {{{.counter = 7}, {.counter = 2, .weight = 100}}}, 3, 3);
        EXPECT_EQ(sets.count(full).digits, "256");
        EXPECT_EQ(sets.pick(full)[7], 3U);
        EXPECT_EQ(sets.path_to(full, 100)->size(), 3U);
        EXPECT_EQ(sets.can_reach(full), sets.reachable());
    });
}

TEST(ReorderingSearch, StopsWithItsRun) {
    CounterReachOptions options = reordering(2);
    options.diagrams.tasks.time_limit = std::chrono::milliseconds(0);
    EXPECT_EQ(reach(pairs(9, 9), options).status, Status::time_limit);
}

TEST(ReorderingSearch, ReportsCountersWithoutABound) {
    EXPECT_NE(test::message_of([] {
                  reach({.initial = {0, 0}, .transitions = {{{{.counter = 1, .change = 1}}}}}, reordering(1));
              }).find("has no bound"),
              std::string::npos);
}

TEST(ReorderingSearch, NeedsAGrowth) {
    for (const double growth : {1.0, 0.0, -2.0, 1e9}) {
        EXPECT_NE(test::message_of([&] {
                      reach({.initial = {0, 0}}, reordering(1, growth));
                  }).find("expected a factor above 1"),
                  std::string::npos)
            << growth;
    }
}

}  // namespace
}  // namespace scrump
