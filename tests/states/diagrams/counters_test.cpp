#include "random_counters.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>
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
using test::message_of;
using test::PlainlyReached;

std::vector<CounterOrder> all_orders() {
    std::vector<CounterOrder> orders;
    for (const std::string& each : counter_order_names()) orders.push_back(parse_counter_order(each));
    return orders;
}

CounterReachOptions with(unsigned workers, CounterOrder order = CounterOrder::best, std::uint64_t buckets = 1024) {
    CounterReachOptions options;
    options.diagrams.tasks.workers = workers;
    options.diagrams.buckets = buckets;
    options.order = order;
    options.find_deadlocks = true;
    return options;
}

void expect_same(const CounterReachability& found, const PlainlyReached& plain, const CounterSystem& system) {
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.states.digits, std::to_string(plain.states.size()));
    EXPECT_EQ(found.transitions.digits, std::to_string(plain.transitions));
    EXPECT_EQ(found.deadlocks->digits, std::to_string(plain.deadlocks));
    EXPECT_EQ(found.enabled, plain.enabled);
    std::uint64_t max_sum = 0;
    std::vector<std::set<std::uint32_t>> values(system.initial.size());
    for (const Counters& state : plain.states) {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < state.size(); ++i) {
            values[i].insert(state[i]);
            sum += system.sum_caps.empty() ? state[i] : std::min(state[i], system.sum_caps[i]);
        }
        max_sum = std::max(max_sum, sum);
    }
    EXPECT_EQ(found.max_sum, max_sum);
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(found.values[i], Counters(values[i].begin(), values[i].end())) << i;
}

TEST(CounterReachability, FindsWhatAPlainSearchFindsInAllOrdersWithOneWorkerAndTwo) {
    for (std::uint64_t seed = 0; seed < test::few_or(60); ++seed) {
        CounterSystem system = test::random_system(seed);
        if (seed % 2 == 0) system.sum_caps.assign(system.initial.size(), 1);
        const PlainlyReached plain = test::reach_plainly(system);
        for (const CounterOrder order : all_orders()) {
            SCOPED_TRACE(std::to_string(seed) + ' ' + std::string(name(order)));
            const CounterReachability found = reach(system, with(1 + seed % 2, order));
            expect_same(found, plain, system);
            Counters levels = found.levels;
            std::ranges::sort(levels);
            for (std::uint32_t i = 0; i < levels.size(); ++i) EXPECT_EQ(levels[i], i);
        }
    }
}

TEST(CounterReachability, LevelsCanBeGiven) {
    const CounterSystem system = test::random_system(4);
    const PlainlyReached plain = test::reach_plainly(system);
    CounterReachOptions options = with(1);
    for (std::uint32_t i = 0; i < system.initial.size(); ++i) options.levels.insert(options.levels.begin(), i);
    const CounterReachability found = reach(system, options);
    expect_same(found, plain, system);
    EXPECT_EQ(found.levels, options.levels);
}

// Of n rings, in each of which one of n tokens goes round: n^n states.
CounterSystem rings(std::uint32_t n) {
    CounterSystem system;
    for (std::uint32_t ring = 0; ring < n; ++ring) {
        for (std::uint32_t i = 0; i < n; ++i) {
            system.initial.push_back(i == 0 ? 1 : 0);
            system.transitions.push_back({{{.counter = ring * n + i, .least = 1, .change = -1},
                                           {.counter = ring * n + (i + 1) % n, .change = 1}}});
        }
    }
    return system;
}

TEST(CounterReachability, NumbersBeyondAllMachineWordsAreExact) {
    const CounterReachability found = reach(rings(50), with(2));
    // 50^50, and 50 times as many transitions.
    EXPECT_EQ(found.states.digits,
              "8881784197001252323389053344726562500000000000000000000000000000000000000000000000000");
    EXPECT_EQ(found.transitions.digits,
              "444089209850062616169452667236328125000000000000000000000000000000000000000000000000000");
    EXPECT_EQ(found.max_sum, 50U);
}

// n tokens in k counters, each of which passes them to the next: a number of levels with long lists.
CounterSystem passing(std::uint32_t tokens, std::uint32_t counters) {
    CounterSystem system;
    system.initial.assign(counters, 0);
    system.initial[0] = tokens;
    for (std::uint32_t i = 0; i + 1 < counters; ++i)
        system.transitions.push_back({{{.counter = i, .least = 1, .change = -1}, {.counter = i + 1, .change = 1}}});
    return system;
}

TEST(CounterReachability, ATableGrowsInTheMiddleOfOperations) {
    for (const unsigned workers : {1U, 3U}) {
        const CounterReachability found = reach(passing(40, 4), with(workers, CounterOrder::given));
        EXPECT_EQ(found.states.digits, "12341") << "43 choose 3";
        EXPECT_GT(found.diagrams.growths, 0U) << workers;
    }
}

TEST(CounterReachability, WhatHasNoRoomIsAnErrorThatSaysWhatToDo) {
    CounterReachOptions options = with(2);
    options.diagrams.max_buckets = 1024;
    EXPECT_NE(message_of([&] { reach(passing(200, 5), options); }).find("raise the largest number of buckets"),
              std::string::npos);
}

TEST(CounterReachability, AnUnboundedCounterIsAnError) {
    CounterSystem system{.initial = {1, 0},
                         .transitions = {{{{.counter = 0, .least = 1}, {.counter = 1, .change = 65536}}}},
                         .names = {"clock", "ticks"}};
    EXPECT_EQ(message_of([&] { reach(system, with(1)); }),
              "'ticks' has no bound of 4194303 or less: expected a system of bounded counters");
    system.names.clear();
    EXPECT_EQ(message_of([&] { reach(system, with(2)); }),
              "counter 1 has no bound of 4194303 or less: expected a system of bounded counters");
}

// Two sources, one of which feeds two others: too many states for all values to be seen.
TEST(CounterReachability, UnboundedCountersAreNoticedBeforeTheirValuesAreExhausted) {
    const CounterSystem system{
        .initial = {0, 0, 0, 0},
        .transitions = {{{{.counter = 0, .change = 1}}},
                        {{{.counter = 0, .least = 1, .change = -1}, {.counter = 1, .change = 1}}},
                        {{{.counter = 1, .least = 1, .change = -1}, {.counter = 2, .change = 1}}},
                        {{{.counter = 3, .change = 1}}}}};
    for (const CounterOrder order : all_orders())
        EXPECT_NE(message_of([&] { reach(system, with(1, order)); }).find("has no bound"), std::string::npos);
}

// Raised again and again, but not beyond a limit.
TEST(CounterReachability, ACounterThatIsRaisedUpToALimitIsBounded) {
    const CounterSystem system{.initial = {0}, .transitions = {{{{.counter = 0, .most = 999, .change = 1}}}}};
    EXPECT_EQ(reach(system, with(1)).states.digits, "1001");
}

TEST(CounterReachability, AStoppedSearchHasNoAnswer) {
    CounterReachOptions options = with(1);
    options.diagrams.tasks.time_limit = std::chrono::milliseconds(0);
    for (const CounterOrder order : {CounterOrder::best, CounterOrder::given}) {
        options.order = order;
        const CounterReachability found = reach(passing(1000, 8), options);
        EXPECT_EQ(found.status, Status::time_limit);
        EXPECT_EQ(found.states.digits, "");
        EXPECT_EQ(found.levels.size(), order == CounterOrder::given ? 8U : 0U) << "others are not known yet";
    }
}

TEST(CounterReachability, SystemsWithoutCountersOrTransitionsHaveOneState) {
    CounterSystem system;
    EXPECT_EQ(reach(system, with(1)).states.digits, "1");
    EXPECT_EQ(reach(system, with(1)).deadlocks->digits, "1");
    system.transitions.emplace_back();
    const CounterReachability always = reach(system, with(1));
    EXPECT_EQ(always.transitions.digits, "1");
    EXPECT_EQ(always.deadlocks->digits, "0");
}

TEST(CounterReachability, RefusesWhatIsNotASystem) {
    const auto refused = [](const CounterStep& step) {
        return message_of([&] { reach({.initial = {0, 0}, .transitions = {{{step}}}}, with(1)); });
    };
    EXPECT_EQ(refused({.counter = 2}), "reach: transition 0 names counter 2 of 2");
    EXPECT_NE(refused({.counter = 0, .least = 3, .most = 2}).find("from 3 to 2"), std::string::npos);
    EXPECT_NE(refused({.counter = 0, .least = 1, .change = -2}).find("adds -2"), std::string::npos);
    EXPECT_NE(message_of([] {
                  reach({.initial = {0}, .transitions = {{{{.counter = 0}, {.counter = 0}}}}}, with(1));
              }).find("two steps"),
              std::string::npos);
    EXPECT_NE(message_of([] { reach({.initial = {5'000'000}}, with(1)); }).find("initially 5000000"),
              std::string::npos);
    CounterReachOptions options = with(1);
    options.levels = {0, 0};
    EXPECT_NE(message_of([&] { reach({.initial = {0, 0}}, options); }).find("one level"), std::string::npos);
    options.levels.clear();
    options.diagrams.tasks.localities = 2;
    EXPECT_NE(message_of([&] { reach({.initial = {0}}, options); }).find("one process"), std::string::npos);
    options = with(1);
    options.diagrams.spread_nodes = true;
    EXPECT_NE(message_of([&] { reach({.initial = {0}}, options); }).find("spread_nodes"), std::string::npos);
    EXPECT_NE(message_of([] { parse_counter_order("x"); }).find("there are best, given, force"), std::string::npos);
}

// Counters far apart in the order of their numbers, which belong together.
TEST(CounterOrder, TransitionsSpanFewLevels) {
    constexpr std::uint32_t pairs = 30;
    CounterSystem system;
    system.initial.assign(2 * pairs, 1);
    for (std::uint32_t i = 0; i < pairs; ++i)
        system.transitions.push_back(
            {{{.counter = i, .least = 1, .change = -1}, {.counter = i + pairs, .least = 1, .change = -1}}});
    for (const CounterOrder order : all_orders()) {
        if (order == CounterOrder::given) continue;
        const CounterReachability found = reach(system, with(1, order, 1U << 20U));
        EXPECT_EQ(found.states.digits, "1073741824") << name(order);
        EXPECT_LE(found.nodes, 3 * 2 * pairs) << name(order);
    }
}

}  // namespace
}  // namespace scrump
