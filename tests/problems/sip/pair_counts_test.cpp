#include <scrump/problems/sip/detail/pair_counts.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include "graphs.hpp"

namespace scrump::sip {
namespace {

constexpr std::uint16_t most = 65535;

/// The definitions, by looking at all other vertices and pairs of them.
PairCounts counts_of(const graph::Graph& graph, std::size_t v, std::size_t u) {
    PairCounts counts{};
    counts[adjacent] = graph.adjacent(v, u);
    counts[not_adjacent] = !graph.adjacent(v, u);
    for (std::size_t w = 0; w < graph.size(); ++w) {
        if (w == v || w == u) continue;
        const bool first = graph.adjacent(w, v);
        const bool second = graph.adjacent(w, u);
        ++counts[first && second ? common : first ? only_first : second ? only_second : neither];
        for (std::size_t x = 0; first && x < graph.size(); ++x)
            if (x != v && x != u && graph.adjacent(w, x) && graph.adjacent(x, u)) ++counts[paths];
    }
    return counts;
}

TEST(PairCounter, CountsAreWhatTheyAreDefinedToBe) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const graph::Graph graph = graph::random_graph(1 + seed % 13, 0.1 + 0.03 * static_cast<double>(seed), seed);
        PairCounter counter(graph, true, Effort::paths, most);
        for (std::size_t v = 0; v < graph.size(); ++v) {
            counter.count(v);
            for (std::size_t u = 0; u < graph.size(); ++u) {
                const PairCounts expected = u == v ? PairCounts{} : counts_of(graph, v, u);
                for (std::size_t count = 0; count < counts_of_induced; ++count)
                    ASSERT_EQ(counter[count][u], expected[count]) << "count " << count << ", seed " << seed;
            }
        }
    }
}

TEST(PairCounter, DenseGraphsAreCountedTheSame) {
    const graph::Graph graph = graph::random_graph(200, 0.95, 1);  // by intersecting rows
    PairCounter counter(graph, true, Effort::paths, most);
    counter.count(7);
    for (const std::size_t u : {0U, 8U, 199U}) {
        const PairCounts expected = counts_of(graph, 7, u);
        for (std::size_t count = 0; count < counts_of_induced; ++count) EXPECT_EQ(counter[count][u], expected[count]);
    }
}

TEST(PairCounter, WhatIsNotCountedIsGivenAsTold) {
    const graph::Graph graph = test::ring(6);
    PairCounter counter(graph, false, Effort::common_neighbours, 17);
    counter.count(0);
    EXPECT_EQ(counter[adjacent][1], 1);
    EXPECT_EQ(counter[common][2], 1);
    EXPECT_EQ(counter[paths][3], 17);
    EXPECT_EQ(counter[paths][0], 0);
}

TEST(PairCounter, LargeCountsAreClamped) {
    graph::Graph graph(602);  // 0 and 1 each adjacent to 300 vertices, which are all adjacent to the others' 300
    for (std::size_t a = 2; a < 302; ++a) {
        graph.add_edge(0, a);
        graph.add_edge(1, a + 300);
        for (std::size_t b = 302; b < 602; ++b) graph.add_edge(a, b);
    }
    PairCounter counter(graph, false, Effort::paths, most);
    counter.count(0);
    EXPECT_EQ(counter[paths][1], most) << "90000 paths";
}

TEST(Effort, FallsWithTheSizeOfTheGraph) {
    EXPECT_EQ(affordable(test::ring(100)), Effort::paths);
    EXPECT_EQ(affordable(graph::random_graph(1200, 0.9, 1)), Effort::common_neighbours);
    EXPECT_EQ(affordable(graph::random_graph(4000, 0.9, 1)), Effort::adjacency);
}

}  // namespace
}  // namespace scrump::sip
