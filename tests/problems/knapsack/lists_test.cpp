#include <scrump/base/deadline.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/knapsack/detail/beginning.hpp>
#include <scrump/problems/knapsack/detail/lists.hpp>
#include <scrump/problems/knapsack/detail/state_list.hpp>
#include <scrump/problems/knapsack/generate.hpp>
#include <scrump/search.hpp>

#include <gtest/gtest.h>

#include "problems/knapsack/reference.hpp"
#include "search/problems.hpp"

#include <stop_token>
#include <string>

namespace scrump::knapsack {
namespace {

/// The result claims nothing that is wrong: `best` is the greatest profit of the kernel.
void expect_right(const Kernel& kernel, const ListGoal& goal, ListResult result, std::int64_t best) {
    EXPECT_GE(result.most, std::min(best, goal.enough));
    EXPECT_LE(result.profit, std::max(best, goal.incumbent));
    if (result.packing.empty()) {
        EXPECT_EQ(result.profit, goal.incumbent);
        return;
    }
    std::ranges::sort(result.packing);
    EXPECT_TRUE(is_packing(kernel, result.packing));
    EXPECT_EQ(sum(kernel, result.packing).profit, result.profit);
    EXPECT_GT(result.profit, goal.incumbent);
}

std::int64_t best_profit(const Kernel& kernel) {
    return test::best_profit({kernel.items, kernel.capacity});
}

/// With lists of all sizes, from nothing and from the optimum; long ones prove it.
void expect_right_answers(const Instance& instance) {
    const Kernel kernel = make_kernel(instance);
    if (kernel.items.empty() || kernel.weight_of_all <= kernel.capacity) return;
    const std::int64_t best = best_profit(kernel);
    for (const ListLimits limits : {ListLimits{.first = 1, .states = 1}, ListLimits{.first = 1, .states = 64},
                                    ListLimits{.first = 4, .states = 4}, ListLimits{.first = 2, .states = 1 << 16}}) {
        for (const std::int64_t incumbent : {std::int64_t{0}, best - 1, best}) {
            const ListGoal goal{.incumbent = incumbent, .enough = kernel.profit_of_all};
            const ListResult result = pack_by_lists(kernel, goal, limits);
            expect_right(kernel, goal, result, best);
            if (limits.states < 1 << 16) continue;
            EXPECT_EQ(result.profit, best);
            EXPECT_EQ(result.most, best);
        }
    }
}

TEST(KnapsackLists, FindWhatPlainDynamicProgrammingFinds) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(seed);
        expect_right_answers(test::random_knapsack(seed, 40));
    }
}

TEST(KnapsackLists, SolveEveryFamily) {
    for (const Family& family : families()) {
        if (family.name == "similar-weights") continue;  // too heavy for plain dynamic programming
        for (const char* rest : {":n=40,instance=5,range=100", ":n=60,instance=50,range=1000", ":n=12,instance=80"}) {
            SCOPED_TRACE(std::string(family.name) + rest);
            expect_right_answers(generate(std::string(family.name) + rest, 7));
        }
    }
}

/// Items of nearly c/2, c/4, c/8 and c/16, and small ones: much room stays empty in every packing.
Instance of_nearly_powers(std::uint64_t seed) {
    SplitMix64 random(seed);
    Instance instance{.items = {}, .capacity = 16'000};
    for (std::int64_t i = 0; i < 60; ++i) {
        const std::int64_t base = i < 50 ? instance.capacity >> (1 + i % 4) : 0;
        const std::int64_t weight = base + 1 + random.below(20);
        instance.items.push_back({base + 1 + random.below(20), weight});
    }
    return instance;
}

TEST(KnapsackLists, SolveWhereMuchRoomStaysEmpty) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        expect_right_answers(of_nearly_powers(seed));
    }
}

TEST(KnapsackLists, EndWithWhatIsEnough) {
    const Kernel kernel = make_kernel(of_nearly_powers(3));
    const std::int64_t best = best_profit(kernel);
    for (const std::int64_t enough : {best - 20, best, best + 1}) {
        const ListGoal goal{.incumbent = enough - 1, .enough = enough};
        const ListResult result = pack_by_lists(kernel, goal, {});
        expect_right(kernel, goal, result, best);
        EXPECT_EQ(result.packing.empty(), enough > best);
        if (enough > best) {
            EXPECT_EQ(result.most, best);
        }
    }
}

TEST(KnapsackLists, EndAtTheDeadline) {
    const Kernel kernel = make_kernel(of_nearly_powers(3));
    std::stop_source stop;
    stop.request_stop();
    const Deadline deadline(stop.get_token());
    const Deadline::Scope scope(deadline);
    const ListGoal goal{.incumbent = 5, .enough = kernel.profit_of_all};
    const ListResult result = pack_by_lists(kernel, goal, {});
    EXPECT_TRUE(result.packing.empty());
    expect_right(kernel, goal, result, best_profit(kernel));
}

TEST(KnapsackLists, LeaveTheRestToTheSearch) {
    const Instance instance = generate("strongly-correlated-span:n=150,range=1000,seed=2", 1);
    const std::int64_t best = test::best_profit(instance);
    for (const std::size_t states : {0U, 1U, 8U, 100'000U}) {
        const ListLimits limits{.first = 1, .states = states};
        for (const test::Way& way : test::all_ways()) {
            SCOPED_TRACE(way.skeleton.describe() + ", " + std::to_string(states) + " states");
            Space space(instance, 100);
            const Node start = begin(space, std::nullopt, way.options(), limits);
            EXPECT_TRUE(Generator::valid(space, start, 0));
            EXPECT_EQ(maximise<Generator>(space, Node{}, way.options(), {.start = start}).objective, best);
            for (const std::int64_t target : {best, best + 1}) {
                Space fresh(instance, 100);
                const Node known = begin(fresh, target, way.options(), limits);
                const auto found = decide<Generator>(fresh, Node{}, target, way.options(), {.start = known});
                EXPECT_EQ(found.node.has_value(), target == best);
            }
        }
    }
}

TEST(KnapsackLists, AnUnknownPackingIsNotValid) {
    const Space space(of_nearly_powers(5), 16);
    const auto is_valid = [&](std::vector<std::uint32_t> items) {
        Node node;
        node.deviating = std::move(items);
        return Generator::valid(space, node, 0);
    };
    EXPECT_TRUE(is_valid({0, 1}));
    EXPECT_FALSE(is_valid({1, 0}));
    EXPECT_FALSE(is_valid({1, 1}));
    EXPECT_FALSE(is_valid({0, 60}));
    EXPECT_FALSE(is_valid({0, 4, 8}));  // more than half of the capacity each
}

TEST(KnapsackHistory, TellsTheDecisionsOfEveryState) {
    SplitMix64 random(1);
    History history;
    std::vector<State> states(1);
    std::vector<std::vector<std::size_t>> expected(1);
    for (std::size_t stage = 0; stage < 1600; ++stage) {
        if (stage > 0 && stage % History::block == 0) history.keep(states);
        // Some states are gone, some have two successors.
        std::vector<State> next;
        std::vector<std::vector<std::size_t>> next_expected;
        for (std::size_t i = 0; i < states.size(); ++i) {
            const std::uint32_t fate = random.below(states.size() > 20 ? 4 : 3);
            if (fate == 3) continue;
            if (fate != 1) {
                next.push_back(states[i]);
                next_expected.push_back(expected[i]);
            }
            if (fate != 2) {
                next.push_back(states[i]);
                next.back().taken |= std::uint32_t{1} << stage % History::block;
                next_expected.push_back(expected[i]);
                next_expected.back().push_back(stage);
            }
        }
        if (next.empty()) continue;
        states = std::move(next);
        expected = std::move(next_expected);
        for (std::size_t i = 0; i < states.size(); ++i) ASSERT_EQ(history.taken(states[i], stage + 1), expected[i]);
    }
    EXPECT_LT(history.size(), 500U);  // it forgets those of states that are gone
}

}  // namespace
}  // namespace scrump::knapsack
