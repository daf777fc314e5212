#include <scrump/base/random.hpp>
#include <scrump/problems/graph/cores.hpp>
#include <scrump/problems/graph/random_graphs.hpp>
#include <scrump/problems/graph/sparse_random_graphs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace scrump::graph {
namespace {

/// The definition, written out: the k-core is what is left when no vertex has fewer than k neighbours.
std::vector<std::uint32_t> core_numbers(const SparseGraph& graph) {
    std::vector<std::uint32_t> numbers(graph.size());
    std::vector<bool> left(graph.size(), true);
    for (std::uint32_t k = 1; std::ranges::find(left, true) != left.end(); ++k) {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t v = 0; v < graph.size(); ++v) {
                const auto degree = std::ranges::count_if(graph.neighbours(v), [&](auto u) { return left[u]; });
                if (!left[v] || degree >= k) continue;
                left[v] = false;
                changed = true;
            }
        }
        for (std::size_t v = 0; v < graph.size(); ++v)
            if (left[v]) numbers[v] = k;
    }
    return numbers;
}

void expect_cores(const SparseGraph& graph) {
    const Cores cores = cores_of(graph);
    ASSERT_EQ(cores.numbers, core_numbers(graph));
    std::vector<std::size_t> places(graph.size(), graph.size());
    for (std::size_t i = 0; i < cores.order.size(); ++i) places[cores.order[i]] = i;
    ASSERT_EQ(std::ranges::count(places, graph.size()), 0);
    for (std::size_t i = 0; i < cores.order.size(); ++i) {
        const auto v = cores.order[i];
        const auto later = std::ranges::count_if(graph.neighbours(v), [&](auto u) { return places[u] > i; });
        ASSERT_LE(later, cores.numbers[v]);
        if (i > 0) {
            ASSERT_LE(cores.numbers[cores.order[i - 1]], cores.numbers[v]);
        }
    }
    const auto greatest = std::ranges::max_element(cores.numbers);
    ASSERT_EQ(cores.degeneracy(), greatest == cores.numbers.end() ? 0 : *greatest);
}

TEST(Cores, AreThoseOfTheDefinition) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SplitMix64 random(seed);
        expect_cores(to_sparse(random_graph(random.below(60), random.unit(), seed)));
        expect_cores(power_law_graph(200, 600, 2.2, 0, seed));
    }
}

TEST(Cores, OfGraphsThatAreKnown) {
    EXPECT_TRUE(cores_of(SparseGraph()).order.empty());
    EXPECT_EQ(cores_of(SparseGraph()).degeneracy(), 0U);
    EXPECT_EQ(cores_of(SparseGraph(5, {})).degeneracy(), 0U);
    EXPECT_EQ(cores_of(to_sparse(random_graph(9, 1, 1))).degeneracy(), 8U);
    std::vector<SparseGraph::Edge> path;
    for (std::uint32_t v = 1; v < 50; ++v) path.push_back({v - 1, v});
    EXPECT_EQ(cores_of(SparseGraph(50, path)).degeneracy(), 1U);
    path.push_back({49, 0});
    EXPECT_EQ(cores_of(SparseGraph(50, path)).degeneracy(), 2U);
}

}  // namespace
}  // namespace scrump::graph
