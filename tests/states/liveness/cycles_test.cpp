// Accepting cycles are found exactly where a component of the model has states of each acceptance set.

#include <scrump/liveness.hpp>

#include "../../../src/states/liveness/components.hpp"
#include "random_graphs.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace scrump::test {
namespace {

// Groups of states, most of them components, that follow each other.
RandomGraph graph_of_groups(std::mt19937_64& random, std::uint32_t groups, std::uint32_t of_group) {
    const std::uint32_t states = groups * of_group;
    RandomGraph graph{.successors = std::vector<std::vector<std::uint32_t>>(states)};
    for (std::uint32_t state = 0; state < states; ++state) {
        const std::uint32_t first = state / of_group * of_group;
        auto& next = graph.successors[state];
        next.push_back(first + (state - first + 1) % of_group);
        for (int i = 0; i < 2; ++i) next.push_back(first + static_cast<std::uint32_t>(random() % of_group));
        if (first + of_group < states)
            next.push_back(first + of_group + static_cast<std::uint32_t>(random() % of_group));
        // Each group lacks one of the propositions.
        graph.letters.push_back(random() % 20 != 0 ? 0 : state / of_group % 2 == 0 ? 1 : 2);
    }
    return graph;
}

// Whether a component that can be reached has a cycle, and states with both propositions.
bool has_both(const RandomGraph& graph) {
    const auto component = detail::components_of(graph.successors.size(), [&](std::size_t state, const auto& visit) {
        for (const std::uint32_t next : graph.steps_from(static_cast<std::uint32_t>(state))) visit(next);
    });
    std::vector<bool> is_reached(graph.successors.size());
    std::vector<std::uint32_t> open{0};
    std::vector<std::uint64_t> letters(graph.successors.size());
    while (!open.empty()) {
        const std::uint32_t state = open.back();
        open.pop_back();
        if (is_reached[state]) continue;
        is_reached[state] = true;
        for (const std::uint32_t next : graph.steps_from(state)) {
            open.push_back(next);
            if (component[next] == component[state])
                letters[component[state]] |= graph.letters[state] | graph.letters[next];
        }
    }
    return std::ranges::find(letters, 3U) != letters.end();
}

void check_groups(std::uint32_t groups, std::uint32_t of_group, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const LtlFormula formula = parse_ltl("!(G F p0 && G F p1)");
    unsigned violated = 0;
    const unsigned models = few_or(12);
    for (unsigned i = 0; i < models; ++i) {
        RandomGraph graph = graph_of_groups(random, groups, of_group);
        // In every other model one group has both.
        if (i % 2 == 0) graph.letters[random() % graph.letters.size()] = 3;
        const bool is_violated = has_both(graph);
        violated += is_violated ? 1 : 0;
        for (const unsigned workers : {1U, 2U, 4U}) {
            const auto result =
                check_ltl(std::uint32_t{0}, graph.as_successors(), formula, graph.as_propositions(),
                          {.workers = workers, .memory_limit = std::size_t{1} << 28U, .first_search = 1U << 20U});
            ASSERT_EQ(result.holds, !is_violated);
            if (is_violated) {
                const auto& [path, cycle] = result.counterexample.value();
                ASSERT_FALSE(holds_on(formula, graph.word_of(path, cycle)));
            }
        }
    }
    EXPECT_GT(violated, 0U);
    if (!sanitized) {
        EXPECT_LT(violated, models);
    }
}

TEST(CyclesOfAProduct, AreFoundInOneLargeComponent) {
    check_groups(2, 5'000, 1);
}

TEST(CyclesOfAProduct, AreFoundInManySmallComponents) {
    check_groups(400, 5, 2);
}

TEST(CyclesOfAProduct, AreFoundInAChainOfStates) {
    check_groups(1'000, 1, 3);
}

}  // namespace
}  // namespace scrump::test
