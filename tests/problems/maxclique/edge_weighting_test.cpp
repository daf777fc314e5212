#include <scrump/base/random.hpp>
#include <scrump/problems/maxclique/detail/edge_weighting.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/graphs.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::maxclique {
namespace {

using Found = std::optional<std::vector<std::size_t>>;

std::size_t largest_of(const graph::Graph& graph) {
    return test::count_cliques(graph).size() - 1;
}

TEST(EdgeWeighting, FindsTheLargestCliquesOfSmallGraphs) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const double density = 0.05 * static_cast<double>(seed);
        const graph::Graph graph = test::random_graph(density > 0.8 ? 14 : 25, density, seed);
        const std::size_t largest = largest_of(graph);
        EdgeWeighting search(graph, seed);
        const Found found = search.improve(2'000, 0);
        ASSERT_TRUE(found) << seed;
        EXPECT_EQ(found->size(), largest) << seed;
        EXPECT_TRUE(is_clique(graph, *found)) << seed;
        EXPECT_FALSE(search.improve(500, largest)) << "there is no larger one";
    }
}

TEST(EdgeWeighting, FindsTheCliqueAgainWhenWeightsHaveFaded) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const graph::Graph graph = test::random_graph(18, 0.7, seed);
        const std::size_t largest = largest_of(graph);
        EdgeWeighting search(graph, seed);
        for (int turn = 0; turn < 3; ++turn) {
            // A mean weight of 9 for some 45 pairs is passed again and again.
            EXPECT_FALSE(search.improve(20'000, largest));
            const Found found = search.improve(2'000, largest - 1);
            ASSERT_TRUE(found) << seed;
            EXPECT_EQ(found->size(), largest);
            EXPECT_TRUE(is_clique(graph, *found));
        }
    }
}

TEST(EdgeWeighting, IsTheSameForTheSameSeedHoweverItsStepsAreDivided) {
    const graph::Graph graph = test::random_graph(150, 0.8, 1);
    EdgeWeighting whole(graph, 5);
    EdgeWeighting parts(graph, 5);
    std::size_t best = 0;
    for (int slice = 0; slice < 5; ++slice) {
        const Found expected = whole.improve(400, best);
        Found found = parts.improve(150, best);
        if (Found rest = parts.improve(250, found ? found->size() : best)) found = std::move(rest);
        EXPECT_EQ(found, expected);
        if (expected) best = expected->size();
    }
    EXPECT_GT(best, 0U);
}

TEST(EdgeWeighting, ReturnsNothingWhereThereIsNothingToDo) {
    EXPECT_FALSE(EdgeWeighting(graph::Graph(0), 1).improve(10, 0));
    EXPECT_FALSE(EdgeWeighting(graph::Graph(3), 1).improve(100, 1));
    EXPECT_FALSE(EdgeWeighting(test::random_graph(6, 1, 1), 1).improve(100, 6));
    EXPECT_EQ(EdgeWeighting(graph::Graph(1), 1).improve(1, 0), (std::vector<std::size_t>{0}));
    EXPECT_EQ(EdgeWeighting(test::random_graph(6, 1, 1), 1).improve(1, 5)->size(), 6U);
}

/// Xu, Boussemart, Hemery and Lecoutre's model RB, of which the frb graphs are: groups of vertices that are not
/// adjacent, and between some pairs of groups a quarter of the edges missing, so that few cliques have a vertex of each
/// group; the last vertices of the groups are one.
graph::Graph planted(std::size_t groups, std::size_t of_group, std::size_t constraints, std::uint64_t seed) {
    SplitMix64 random(seed);
    const auto below = [&](std::size_t bound) { return std::size_t{random.below(static_cast<std::uint32_t>(bound))}; };
    const std::size_t vertices = groups * of_group;
    graph::Graph missing(vertices);
    for (std::size_t a = 0; a < vertices; ++a)
        for (std::size_t b = a + 1; b < vertices && b / of_group == a / of_group; ++b) missing.add_edge(a, b);
    for (std::size_t i = 0; i < constraints; ++i) {
        const std::size_t one = below(groups);
        const std::size_t other = below(groups);
        for (std::size_t pair = 0; one != other && pair < of_group * of_group / 4; ++pair) {
            const std::size_t a = below(of_group);
            const std::size_t b = below(of_group);
            if (a + b < 2 * (of_group - 1)) missing.add_edge(one * of_group + a, other * of_group + b);
        }
    }
    return complement(missing);
}

// Without weights most of these are not found in 400,000 moves.
TEST(EdgeWeighting, FindsCliquesThatAreTheOnlyOnesOfTheirSize) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const graph::Graph graph = planted(20, 11, 185, seed);
        const Found found = EdgeWeighting(graph, seed).improve(20'000, 19);
        ASSERT_TRUE(found) << seed;
        EXPECT_EQ(found->size(), 20U);
        EXPECT_TRUE(is_clique(graph, *found));
    }
}

TEST(LocalSearch, ClosesAGapThatTheBoundShowsToBeSmall) {
    constexpr std::size_t groups = 20;
    const graph::Graph graph = planted(groups, 11, 185, 2);
    LocalSearch search(graph, 1, groups);
    Found found;
    for (int slice = 0; slice < 100 && !found; ++slice) found = search.close_gap(groups - 1);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->size(), groups);
    EXPECT_TRUE(is_clique(graph, *found));
    EXPECT_FALSE(search.close_gap(groups)) << "nothing is missing";

    EXPECT_FALSE(LocalSearch(graph, 1, groups).close_gap(groups - 3)) << "much is missing: a clique of one vertex more "
                                                                         "is easy to find otherwise";
    EXPECT_FALSE(LocalSearch(graph, 1).close_gap(groups - 1)) << "nothing is known of what is missing";
}

}  // namespace
}  // namespace scrump::maxclique
