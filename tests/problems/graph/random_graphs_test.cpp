#include <scrump/base/error.hpp>
#include <scrump/problems/graph/random_graphs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "problems/graph/clique_number.hpp"

namespace scrump::graph {
namespace {

/// FNV-1a over the adjacency matrix.
std::uint64_t hash(const Graph& graph) {
    std::uint64_t value = 0xcbf29ce484222325;
    for (std::size_t vertex = 0; vertex < graph.size(); ++vertex)
        for (const std::uint64_t word : graph.row(vertex)) value = (value ^ word) * 0x100000001b3;
    return value;
}

bool is_clique(const Graph& graph, const std::vector<std::size_t>& vertices) {
    for (const std::size_t a : vertices)
        for (const std::size_t b : vertices)
            if (a != b && !graph.adjacent(a, b)) return false;
    return true;
}

double mean_degree(const Graph& graph, const std::vector<std::size_t>& vertices) {
    double sum = 0;
    for (const std::size_t vertex : vertices) sum += static_cast<double>(graph.degree(vertex));
    return sum / static_cast<double>(vertices.size());
}

std::vector<std::size_t> all_but(std::size_t n, const std::vector<std::size_t>& vertices) {
    std::vector<std::size_t> others;
    for (std::size_t v = 0; v < n; ++v)
        if (!std::ranges::binary_search(vertices, v)) others.push_back(v);
    return others;
}

TEST(RandomGraphs, AreTheSameEverywhere) {
    EXPECT_EQ(hash(random_graph(50, 0.5, 1)), 13717759981476403701U);
    EXPECT_EQ(hash(p_hat_graph(50, 0.25, 0.75, 1)), 771979410130297750U);
    EXPECT_EQ(hash(plant_clique(50, 12, 0.5, 1).graph), 15230655598902773748U);
    EXPECT_EQ(hash(hide_clique(50, 12, 0.5, 0, 1).graph), 5092237008455203292U);
    EXPECT_EQ(hash(hide_clique(100, 12, 0.5, 2, 1).graph), 7949372740567680902U);
    EXPECT_FALSE(random_graph(50, 0.5, 1) == random_graph(50, 0.5, 2));
}

TEST(RandomGraphs, HaveTheDensityAskedFor) {
    EXPECT_EQ(random_graph(100, 0, 1).edges(), 0U);
    EXPECT_EQ(random_graph(100, 1, 1).edges(), 4950U);
    EXPECT_EQ(random_graph(0, 0.5, 1).size(), 0U);
    EXPECT_NEAR(random_graph(500, 0.3, 1).density(), 0.3, 0.01);
    EXPECT_NEAR(p_hat_graph(500, 0, 0.5, 1).density(), 0.25, 0.02);
    EXPECT_NEAR(p_hat_graph(500, 0.5, 1, 1).density(), 0.75, 0.02);
}

TEST(PHat, SpreadsDegreesWiderThanRandom) {
    const auto spread = [](const Graph& graph) {
        std::vector<std::size_t> degrees;
        for (std::size_t vertex = 0; vertex < graph.size(); ++vertex) degrees.push_back(graph.degree(vertex));
        const auto [least, most] = std::ranges::minmax(degrees);
        return most - least;
    };
    EXPECT_GT(spread(p_hat_graph(300, 0, 1, 1)), 2 * spread(random_graph(300, 0.5, 1)));
}

TEST(PlantedClique, IsThereAndLargest) {
    const auto [graph, clique] = plant_clique(80, 20, 0.3, 5);
    EXPECT_EQ(clique.size(), 20U);
    EXPECT_TRUE(is_clique(graph, clique));
    EXPECT_EQ(test::clique_number(graph), 20U);
    EXPECT_EQ(plant_clique(5, 5, 0, 1).graph.edges(), 10U);
}

TEST(HiddenClique, IsThereAndLargest) {
    for (const unsigned depth : {0U, 1U, 2U}) {
        const auto [graph, clique] = hide_clique(150, 13, 0.5, depth, 3);
        EXPECT_EQ(clique.size(), 13U);
        EXPECT_TRUE(is_clique(graph, clique));
        EXPECT_EQ(test::clique_number(graph), 13U);
        EXPECT_NEAR(graph.density(), 0.5, 0.05);
    }
}

TEST(HiddenClique, HasTheDegreesOfTheRestAtDepthOne) {
    const auto [graph, clique] = hide_clique(800, 40, 0.5, 1, 1);
    EXPECT_NEAR(mean_degree(graph, clique), mean_degree(graph, all_but(800, clique)), 6);
    EXPECT_NEAR(graph.density(), 0.5, 0.02);
    const auto shown = hide_clique(800, 40, 0.5, 0, 1);
    EXPECT_GT(mean_degree(shown.graph, shown.clique), mean_degree(shown.graph, all_but(800, shown.clique)) + 15);
}

TEST(HiddenClique, HasTheDegreesOfTheRestOnceAVertexIsChosenAtDepthTwo) {
    const auto [graph, clique] = hide_clique(800, 40, 0.5, 2, 1);
    double inside = 0;
    double outside = 0;
    for (const std::size_t chosen : clique) {
        std::vector<std::size_t> left;
        for (std::size_t v = 0; v < graph.size(); ++v)
            if (graph.adjacent(chosen, v)) left.push_back(v);
        double sums[2] = {0, 0};
        double counts[2] = {0, 0};
        for (const std::size_t v : left) {
            const bool hidden = std::ranges::binary_search(clique, v);
            counts[hidden] += 1;
            for (const std::size_t u : left) sums[hidden] += graph.adjacent(u, v) ? 1 : 0;
        }
        outside += sums[0] / counts[0] / static_cast<double>(clique.size());
        inside += sums[1] / counts[1] / static_cast<double>(clique.size());
    }
    EXPECT_NEAR(inside, outside, 5);
}

TEST(HiddenClique, LeavesEachOtherVertexMissingTheSameNumber) {
    const auto [graph, clique] = hide_clique(200, 21, 0.75, 1, 1);
    std::vector<std::size_t> misses;
    for (const std::size_t v : all_but(200, clique))
        misses.push_back(static_cast<std::size_t>(
            std::ranges::count_if(clique, [&, &graph = graph](std::size_t u) { return !graph.adjacent(u, v); })));
    const auto [least, most] = std::ranges::minmax(misses);
    EXPECT_GE(least, 1U);
    EXPECT_LE(most - least, 1U);
}

TEST(HiddenClique, ThatCannotBeHiddenIsAnError) {
    EXPECT_THROW(hide_clique(50, 40, 0.5, 1, 1), UsageError);
    EXPECT_THROW(hide_clique(50, 50, 0.5, 1, 1), UsageError);
    EXPECT_THROW(hide_clique(50, 2, 0.5, 3, 1), UsageError);
    EXPECT_NO_THROW(hide_clique(50, 50, 0.5, 0, 1));
    EXPECT_NO_THROW(hide_clique(50, 1, 0.5, 1, 1));
}

}  // namespace
}  // namespace scrump::graph
