#include <scrump/problems/petri/detail/stubborn_sets.hpp>

#include "nets.hpp"
#include "plain_formulas.hpp"
#include "problems/exploration.hpp"
#include "random_nets.hpp"

#include <scrump/problems/petri/markings.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace scrump::petri {
namespace {

// Small nets with weights, places that are only looked at, sources, and transitions without effect.
Net any_net(std::uint64_t seed) {
    return seed % 3 == 0 ? test::random_cycles(seed) : test::random_net(seed, 2);
}

using Visited = std::set<std::vector<Tokens>>;

Visited visit(const Markings& model) {
    Visited all;
    for (const auto& [marking, found] : scrump::test::explore_plainly(model).states) all.insert(model.decode(marking));
    return all;
}

Visited deadlocks_of(const Net& net, const Visited& markings) {
    Visited deadlocks;
    for (const std::vector<Tokens>& each : markings)
        if (holds_in(net, {.kind = Formula::Kind::deadlock}, each)) deadlocks.insert(each);
    return deadlocks;
}

TEST(StubbornSets, KeepAllDeadlocksOfRandomNets) {
    std::size_t with_deadlocks = 0, smaller = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Net net = any_net(seed);
        const Visited all = visit(Markings(net));
        const Visited reduced = visit(Markings(net, NetReduction::stubborn));
        const Visited deadlocks = deadlocks_of(net, all);
        EXPECT_EQ(deadlocks_of(net, reduced), deadlocks) << seed;
        EXPECT_TRUE(std::ranges::includes(all, reduced)) << seed;
        if (!deadlocks.empty()) ++with_deadlocks;
        if (reduced.size() < all.size()) ++smaller;
    }
    EXPECT_GT(with_deadlocks, 100U);
    EXPECT_GT(smaller, 100U);
}

TEST(StubbornSets, KeepShortestPathsToDeadlocks) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Net net = any_net(seed);
        const auto reduced = scrump::test::explore_plainly(Markings(net, NetReduction::stubborn));
        const auto all = scrump::test::explore_plainly(Markings(net));
        for (const auto& [marking, found] : reduced.states)
            if (holds_in(net, {.kind = Formula::Kind::deadlock}, Markings(net).decode(marking))) {
                EXPECT_EQ(found.level, all.states.at(marking).level) << seed;
            }
    }
}

TEST(StubbornSets, OnlyDeadlocksEndTheReducedSpace) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Net net = any_net(seed);
        const StubbornSets sets(net, {{.kind = Formula::Kind::deadlock}}, {});
        for (const std::vector<Tokens>& each : visit(Markings(net)))
            EXPECT_EQ(sets.choose(each).empty(), holds_in(net, {.kind = Formula::Kind::deadlock}, each)) << seed;
    }
}

TEST(StubbornSets, KeepWhetherFormulasOfRandomNetsAreReached) {
    std::size_t reached = 0, smaller = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Net net = any_net(seed);
        test::RandomFormulas formulas(net, seed);
        const test::PlainGraph graph(net);
        for (int i = 0; i < 12; ++i) {
            const std::vector<Formula> goals = {formulas.of_marking(3), formulas.of_marking(2)};
            const bool one = i % 3 != 0;  // or both, and a sum
            const SoughtMarkings sought{.goals = one ? std::vector{goals.front()} : goals,
                                        .sums = one ? std::vector<Sum>() : std::vector{formulas.sum()}};
            const Visited visited = visit(Markings(net, NetReduction::stubborn, sought));
            for (const Formula& goal : sought.goals) {
                const std::vector<bool> values = graph.values(goal);
                const bool is_reached = std::ranges::find(values, true) != values.end();
                EXPECT_EQ(std::ranges::any_of(visited, [&](const auto& each) { return holds_in(net, goal, each); }),
                          is_reached)
                    << seed << ": " << to_string(net, goal);
                if (is_reached) ++reached;
            }
            for (const Sum& sum : sought.sums) {
                const auto most = [&](const auto& markings) {
                    std::int64_t value = 0;
                    for (const std::vector<Tokens>& each : markings) {
                        std::int64_t here = sum.constant;
                        for (const std::uint32_t place : sum.places) here += each[place];
                        value = std::max(value, here);
                    }
                    return value;
                };
                EXPECT_EQ(most(visited), most(graph.markings())) << seed;
            }
            if (visited.size() < graph.markings().size()) ++smaller;
        }
    }
    EXPECT_GT(reached, 1'000U);
    EXPECT_GT(smaller, 1'000U);
}

// Independent cycles of three places each, which a shared place may stop.
Net cycles(std::uint32_t number) {
    Net net;
    for (std::uint32_t i = 0; i < number; ++i) {
        for (std::uint32_t place = 0; place < 3; ++place)
            net.places.push_back({"p" + std::to_string(i) + std::to_string(place), place == 0 ? 1U : 0U});
        for (std::uint32_t place = 0; place < 2; ++place)
            net.transitions.push_back(
                {"t" + std::to_string(i) + std::to_string(place), {{3 * i + place, 1}}, {{3 * i + place + 1, 1}}});
    }
    return net;
}

TEST(StubbornSets, VisitOneOrderOfIndependentTransitions) {
    const Net net = cycles(8);
    EXPECT_EQ(visit(Markings(net, NetReduction::stubborn)).size(), 2U * 8 + 1);
    Formula last_of_first{.kind = Formula::Kind::at_most};
    last_of_first.left = {.constant = 1};
    last_of_first.right = {.places = {2}};
    EXPECT_EQ(visit(Markings(net, NetReduction::stubborn, {.goals = {last_of_first}})).size(), 3U);
    EXPECT_EQ(visit(Markings(net, NetReduction::stubborn, {.goals = {}, .sums = {{.places = {4}}}})).size(), 2U)
        << "the place gets its token at once";
}

// One transition is in conflict with another one that a choice between two may enable: if it is fired alone, what is
// fired after the choice is missed.
TEST(StubbornSets, ThatLeadToOthersHaveThese) {
    const Net first{.places = {{"a", 1}, {"b", 1}, {"q", 0}, {"r", 0}},
                    .transitions = {{"t", {{0}}, {}}, {"d", {{0}, {2}}, {{3}}}, {"u", {{1}}, {{2}}}, {"v", {{1}}, {}}}};
    Net second = first;
    std::ranges::reverse(second.transitions);
    for (const Net& net : {first, second}) {
        EXPECT_EQ(deadlocks_of(net, visit(Markings(net, NetReduction::stubborn))),
                  (Visited{{0, 0, 1, 0}, {0, 0, 0, 0}, {0, 0, 0, 1}}));
    }
}

}  // namespace
}  // namespace scrump::petri
