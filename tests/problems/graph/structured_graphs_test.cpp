#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/structured_graphs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "problems/graph/clique_number.hpp"
#include "support/data.hpp"
#include "support/sanitized.hpp"

namespace scrump::graph {
namespace {

using test::clique_number;

void expect_size(const Graph& graph, std::size_t vertices, std::size_t edges) {
    EXPECT_EQ(graph.size(), vertices);
    EXPECT_EQ(graph.edges(), edges);
}

TEST(CliqueNumber, OfSmallGraphs) {
    EXPECT_EQ(clique_number(Graph()), 0U);
    EXPECT_EQ(clique_number(Graph(3)), 1U);
    Graph bull(5);
    for (const auto& [a, b] : std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {1, 2}, {0, 2}, {1, 3}, {2, 4}})
        bull.add_edge(a, b);
    EXPECT_EQ(clique_number(bull), 3U);
}

TEST(Hamming, HasThePublishedSizes) {
    expect_size(hamming_graph(6, 2), 64, 1824);
    expect_size(hamming_graph(6, 4), 64, 704);
    expect_size(hamming_graph(8, 2), 256, 31616);
    expect_size(hamming_graph(8, 4), 256, 20864);
    expect_size(hamming_graph(10, 4), 1024, 434176);
    expect_size(hamming_graph(3, 4), 8, 0);
    EXPECT_EQ(clique_number(hamming_graph(6, 2)), 32U);
    EXPECT_EQ(clique_number(hamming_graph(6, 4)), 4U);
    if constexpr (!test::sanitized) {
        EXPECT_EQ(clique_number(hamming_graph(8, 4)), 16U);
    }
}

TEST(Johnson, HasThePublishedSizes) {
    expect_size(johnson_graph(8, 2, 4), 28, 210);
    expect_size(johnson_graph(8, 4, 4), 70, 1855);
    expect_size(johnson_graph(16, 2, 4), 120, 5460);
    expect_size(johnson_graph(32, 2, 4), 496, 107880);
    expect_size(johnson_graph(5, 0, 1), 1, 0);
    expect_size(johnson_graph(32, 32, 1), 1, 0);
    expect_size(johnson_graph(32, 31, 1), 32, 496);
    EXPECT_EQ(clique_number(johnson_graph(8, 2, 4)), 4U);
    EXPECT_EQ(clique_number(johnson_graph(8, 4, 4)), 14U);
    for (unsigned n = 1; n <= 10; ++n)
        for (unsigned w = 0; w <= n; ++w) EXPECT_EQ(johnson_graph(n, w, 2).size(), johnson_vertices(n, w));
    EXPECT_EQ(johnson_vertices(32, 16), 601080390U);
    EXPECT_EQ(johnson_vertices(3, 4), 0U);
}

TEST(Keller, HasThePublishedSizes) {
    expect_size(keller_graph(2), 5, 0);
    expect_size(keller_graph(4), 171, 9435);
    expect_size(keller_graph(5), 776, 225990);
    EXPECT_EQ(keller_graph(3).size(), 64U - 27U - 3U);
    // One less than in the whole Keller graphs, where it is 2, 5 and 12.
    EXPECT_EQ(clique_number(keller_graph(2)), 1U);
    EXPECT_EQ(clique_number(keller_graph(3)), 4U);
    EXPECT_EQ(clique_number(keller_graph(4)), 11U);
}

TEST(SteinerTripleSystem, HasEveryPairOnce) {
    for (const std::size_t points : {3U, 9U, 15U, 27U, 45U, 81U}) {
        const auto system = steiner_triple_system(points);
        ASSERT_TRUE(system);
        std::set<std::pair<std::size_t, std::size_t>> pairs;
        for (const auto& triple : *system)
            for (const std::size_t a : triple)
                for (const std::size_t b : triple)
                    if (a < b) pairs.emplace(a, b);
        EXPECT_EQ(system->size(), points * (points - 1) / 6);
        EXPECT_EQ(pairs.size(), points * (points - 1) / 2);
        EXPECT_LT(pairs.rbegin()->second, points);
    }
    for (const std::size_t points : {0U, 1U, 5U, 7U, 12U, 21U, 30U}) EXPECT_FALSE(steiner_triple_system(points));
}

TEST(SteinerCover, HasThePublishedSizes) {
    expect_size(steiner_cover_graph(9), 45, 918);
    expect_size(steiner_cover_graph(27), 378, 70551);
    expect_size(steiner_cover_graph(45), 1035, 533115);
    EXPECT_EQ(clique_number(steiner_cover_graph(3)), 3U + 1U - 1U);
    EXPECT_EQ(clique_number(steiner_cover_graph(9)), 9U + 12U - 5U);
}

/// The least number of points that meet every triple, by trying all sets.
std::size_t smallest_cover(std::size_t points) {
    const SteinerTripleSystem system = steiner_triple_system(points).value();
    std::vector<std::uint32_t> triples;
    for (const auto& [x, y, z] : system)
        triples.push_back(std::uint32_t{1} << x | std::uint32_t{1} << y | std::uint32_t{1} << z);
    std::size_t least = points;
    for (std::uint32_t set = 0; set < std::uint32_t{1} << points; ++set)
        if (std::ranges::all_of(triples, [set](std::uint32_t triple) { return (triple & set) != 0; }))
            least = std::min(least, static_cast<std::size_t>(std::popcount(set)));
    return least;
}

TEST(SteinerTripleSystem, HasThePublishedCover) {
    EXPECT_EQ(smallest_cover(9), 5U);
    EXPECT_EQ(smallest_cover(15), 9U);
}

TEST(StructuredGraphs, EqualTheDimacsFiles) {
    const std::vector<std::pair<std::string, Graph>> graphs = {
        {"keller4", keller_graph(4)}, {"hamming8-4", hamming_graph(8, 4)}, {"MANN_a27", steiner_cover_graph(27)}};
    for (const auto& [name, graph] : graphs) {
        SCRUMP_NEEDS_DATA("clique/" + name + ".clq");
        EXPECT_TRUE(read_dimacs_file(test::data("clique/" + name + ".clq").string()) == graph) << name;
    }
}

}  // namespace
}  // namespace scrump::graph
