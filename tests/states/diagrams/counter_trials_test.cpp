#include "random_counters.hpp"
#include "support/sanitized.hpp"

#include <scrump/states/diagrams/counters.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace scrump {
namespace {

CounterReachOptions with_workers(unsigned workers, CounterOrder order = CounterOrder::best) {
    CounterReachOptions options;
    options.diagrams.tasks.workers = workers;
    options.order = order;
    options.find_deadlocks = true;
    return options;
}

using test::moves;
using test::random_tokens;

TEST(CounterTrials, WhatIsChosenFindsWhatAPlainSearchFindsWithManyTokens) {
    for (std::uint64_t seed = 0; seed < test::few_or(20); ++seed) {
        const CounterSystem system = random_tokens(seed);
        const test::PlainlyReached plain = test::reach_plainly(system);
        for (const CounterOrder order : {CounterOrder::best, CounterOrder::invariants}) {
            SCOPED_TRACE(std::to_string(seed) + ' ' + std::string(name(order)));
            const CounterReachability found = reach(system, with_workers(1 + seed % 2, order));
            EXPECT_EQ(found.states.digits, std::to_string(plain.states.size()));
            EXPECT_EQ(found.transitions.digits, std::to_string(plain.transitions));
            EXPECT_EQ(found.deadlocks->digits, std::to_string(plain.deadlocks));
            EXPECT_EQ(found.enabled, plain.enabled);
        }
    }
}

// Four cells in which cards are at work, in repair or done, or free; the two in the middle work for both others.
CounterSystem kanban(std::uint32_t cards) {
    CounterSystem system;
    for (std::uint32_t cell = 0; cell < 16; cell += 4) {
        for (const std::uint32_t each : {0U, 0U, 0U, cards}) system.initial.push_back(each);
        system.transitions.push_back(moves({cell}, {cell + 1}));
        system.transitions.push_back(moves({cell + 1}, {cell}));
        system.transitions.push_back(moves({cell}, {cell + 2}));
    }
    system.transitions.push_back(moves({3}, {0}));
    system.transitions.push_back(moves({2, 7, 11}, {3, 4, 8}));
    system.transitions.push_back(moves({6, 10, 15}, {7, 11, 12}));
    system.transitions.push_back(moves({14}, {15}));
    return system;
}

std::uint64_t choose_two(std::uint64_t n) {
    return n * (n - 1) / 2;
}

// The cells at the ends hold all their cards in any way; those in the middle have as many of them free as each other.
std::string kanbans(std::uint64_t cards) {
    const std::uint64_t end = (cards + 3) * (cards + 2) * (cards + 1) / 6;
    std::uint64_t middle = 0;
    for (std::uint64_t used = 0; used <= cards; ++used) middle += choose_two(used + 2) * choose_two(used + 2);
    return std::to_string(end * end * middle);
}

TEST(CounterTrials, NodesOfManyCardsGrowAsTheSquareOfTheirNumber) {
    for (const CounterOrder order : {CounterOrder::best, CounterOrder::invariants}) {
        const CounterReachability found = reach(kanban(60), with_workers(1, order));
        EXPECT_EQ(found.states.digits, kanbans(60));
        EXPECT_EQ(found.order, CounterOrder::invariants);
        EXPECT_LT(found.nodes, 8 * 60 * 60) << name(order);
        EXPECT_LT(found.diagrams.operations, 100 * 60 * 60) << name(order);
    }
}

// People who undress and dress in cabins and leave their clothes in bags: out, entered, waiting for a bag, undressing,
// in the bath, dressing, dressed; free cabins and bags.
CounterSystem swimming_pool(std::uint32_t people, std::uint32_t cabins, std::uint32_t bags) {
    return {.initial = {people, 0, 0, 0, 0, 0, 0, cabins, bags},
            .transitions = {moves({0}, {1}), moves({1, 7}, {2}), moves({2, 8}, {3}), moves({3}, {4, 7}),
                            moves({4, 7}, {5}), moves({5}, {6, 8}), moves({6}, {0, 7})}};
}

// All states that people, cabins and bags allow.
std::uint64_t swimming_pools(std::uint32_t people, std::uint32_t cabins, std::uint32_t bags) {
    std::uint64_t all = 0;
    for (std::uint32_t waiting = 0; waiting <= cabins; ++waiting) {
        for (std::uint32_t with_both = 0; waiting + with_both <= cabins && with_both <= bags; ++with_both) {
            for (std::uint32_t bathing = 0; with_both + bathing <= bags; ++bathing) {
                for (std::uint32_t dressed = 0; waiting + with_both + dressed <= cabins; ++dressed) {
                    const std::uint32_t inside = waiting + with_both + bathing + dressed;
                    if (inside > people) break;
                    all += std::uint64_t{with_both + 1} * (people - inside + 1);  // out, or entered
                }
            }
        }
    }
    return all;
}

TEST(CounterTrials, AnImprovedOrderFindsAllStatesThatInvariantsAllow) {
    ASSERT_EQ(swimming_pools(40, 20, 30), 3'408'031U) << "as the Model Checking Contest has it";
    for (const unsigned workers : {1U, 2U}) {
        const CounterReachability found = reach(swimming_pool(80, 40, 60), with_workers(workers));
        EXPECT_EQ(found.states.digits, std::to_string(swimming_pools(80, 40, 60)));
        EXPECT_EQ(found.deadlocks->digits, "0");
        EXPECT_LT(found.diagrams.operations, 2'000'000U);
    }
}

// Upper bounds keep orders from being tried with fewer cards. The first direction of an order is bad: its budget does
// not suffice, and what was cached then does not hold for the other direction.
TEST(CounterTrials, ASearchThatIsTriedAgainFindsTheSame) {
    CounterSystem system = kanban(14);
    for (CounterTransition& transition : system.transitions)
        for (CounterStep& step : transition.steps) step.most = 14;
    for (const unsigned workers : {1U, 2U}) {
        CounterReachOptions options = with_workers(workers, CounterOrder::sloan);
        options.diagrams.buckets = 1U << 20U;
        const CounterReachability found = reach(system, options);
        EXPECT_EQ(found.states.digits, kanbans(14));
        EXPECT_GT(found.diagrams.collections, 0U) << "after the first try";
        EXPECT_EQ(found.deadlocks->digits, "0");
    }
}

// A test against an upper bound makes the first counter more than an amount: with less in it, the second one would have
// no bound.
TEST(CounterTrials, CountersWithUpperBoundsStayAsTheyAre) {
    const CounterSystem system{.initial = {100, 0},
                               .transitions = {{{{.counter = 0, .most = 50}, {.counter = 1, .change = 1}}},
                                               {{{.counter = 0, .least = 60, .change = -1}}}}};
    EXPECT_EQ(reach(system, with_workers(1)).states.digits, "42");
}

}  // namespace
}  // namespace scrump
