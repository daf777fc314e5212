// Counters that are lumped are counted as a plain search counts them.

#include "../../../src/states/diagrams/counter_lumps.hpp"

#include <scrump/states/diagrams/counters.hpp>

#include "random_counters.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace scrump::test {
namespace {

void expect_plain(const CounterSystem& system, const CounterReachability& found) {
    const PlainlyReached plain = reach_plainly(system);
    ASSERT_EQ(found.status, Status::complete);
    ASSERT_EQ(found.states.digits, std::to_string(plain.states.size()));
    ASSERT_EQ(found.transitions.digits, std::to_string(plain.transitions));
    ASSERT_EQ(found.enabled, plain.enabled);
    std::uint64_t max_sum = 0;
    std::vector<std::set<std::uint32_t>> values(system.initial.size());
    for (const Counters& state : plain.states) {
        max_sum = std::max(max_sum, std::accumulate(state.begin(), state.end(), std::uint64_t{0}));
        for (std::size_t i = 0; i < state.size(); ++i) values[i].insert(state[i]);
    }
    ASSERT_EQ(found.max_sum, max_sum);
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(found.values[i], std::vector<std::uint32_t>(values[i].begin(), values[i].end()));
    std::vector<std::uint32_t> levels = found.levels;
    std::ranges::sort(levels);
    for (std::uint32_t i = 0; i < levels.size(); ++i) ASSERT_EQ(levels[i], i);
    ASSERT_EQ(levels.size(), system.initial.size());
}

// Moves between random counters, and other transitions, which keep the sum or lower it; some test for a value more.
CounterSystem random_moves(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    CounterSystem system;
    const std::uint32_t counters = 2 + below(5);
    for (std::uint32_t i = 0; i < counters; ++i) system.initial.push_back(below(3) == 0 ? 1 + below(3) : 0);
    system.initial[below(counters)] += 2;
    for (std::uint32_t i = below(counters + 2); i > 0; --i)
        system.transitions.push_back(moves({below(counters)}, {below(counters)}));
    for (std::uint32_t i = below(4); i > 0; --i) {
        std::vector<std::uint32_t> takes, puts;
        for (std::uint32_t size = 1 + below(3); size > 0; --size) takes.push_back(below(counters));
        for (std::size_t size = below(takes.size() + 1); size > 0; --size) puts.push_back(below(counters));
        CounterTransition transition = moves(takes, puts);
        if (below(4) == 0) ++transition.steps[below(transition.steps.size())].least;
        if (below(6) == 0) {
            CounterStep& step = transition.steps[below(transition.steps.size())];
            step.most = step.least + below(3);
        }
        system.transitions.push_back(transition);
    }
    return system;
}

TEST(CounterLumps, AreCountedAsAPlainSearchCounts) {
    unsigned lumped = 0, twice = 0;
    const unsigned systems = few_or(400);
    for (std::uint64_t seed = 0; seed < systems; ++seed) {
        const CounterSystem system = random_moves(seed);
        const detail::CounterLumps lumps(system);
        lumped += lumps.exist() ? 1U : 0U;
        twice += lumps.lumped().initial.size() + 2 <= system.initial.size() ? 1U : 0U;
        CounterReachOptions options;
        options.diagrams.tasks.workers = 1;
        options.diagrams.buckets = 4096;
        options.order = CounterOrder::force;
        SCOPED_TRACE(seed);
        expect_plain(system, reach(system, options));
        if (testing::Test::HasFatalFailure()) return;
    }
    if (sanitized) return;
    EXPECT_GT(lumped, systems / 4);
    EXPECT_LT(lumped, systems / 10 * 9);
    EXPECT_GT(twice, systems / 20);
}

TEST(CounterLumps, AreTheSameInEveryOrder) {
    CounterSystem system{.initial = {3, 0, 0, 1, 0}, .transitions = {}};
    system.transitions = {moves({0}, {1}), moves({1}, {0}), moves({1}, {2}), moves({2, 3}, {4}), moves({4}, {0, 3})};
    EXPECT_EQ(detail::CounterLumps(system).lumped().initial.size(), 3U);
    for (const CounterOrder order : {CounterOrder::best, CounterOrder::noack, CounterOrder::given}) {
        CounterReachOptions options;
        options.diagrams.tasks.workers = 2;
        options.order = order;
        expect_plain(system, reach(system, options));
    }
    CounterReachOptions options;
    options.levels = {4, 2, 0, 3, 1};
    const CounterReachability found = reach(system, options);
    expect_plain(system, found);
    EXPECT_EQ(found.levels.front(), 4U);
}

// 40 units on a grid of 20 by 20 places: no search could visit these.
TEST(CounterLumps, ManyCountersBecomeOne) {
    constexpr std::uint32_t side = 20, units = 40;
    CounterSystem system{.initial = std::vector<std::uint32_t>(side * side)};
    system.initial[7] = units;
    for (std::uint32_t i = 0; i < side * side; ++i) {
        if (i % side + 1 < side)
            system.transitions.insert(system.transitions.end(), {moves({i}, {i + 1}), moves({i + 1}, {i})});
        if (i + side < side * side)
            system.transitions.insert(system.transitions.end(), {moves({i}, {i + side}), moves({i + side}, {i})});
    }
    EXPECT_EQ(detail::CounterLumps(system).lumped().initial.size(), 1U);
    const CounterReachability found = reach(system, {});
    EXPECT_NEAR(found.states.approximate, std::exp(std::lgamma(440.0) - std::lgamma(41.0) - std::lgamma(400.0)),
                1e-9 * found.states.approximate);
    EXPECT_EQ(found.values[399].size(), units + 1);
    EXPECT_EQ(found.max_sum, units);
}

}  // namespace
}  // namespace scrump::test
