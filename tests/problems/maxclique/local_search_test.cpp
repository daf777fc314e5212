#include <scrump/problems/maxclique/detail/maxclique.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/graphs.hpp>
#include <support/data.hpp>

#include <optional>
#include <vector>

namespace scrump::maxclique {
namespace {

/// The best clique of `slices` calls of `steps` steps.
std::vector<std::size_t> best_of(const graph::Graph& graph, std::uint64_t seed, std::size_t slices, std::size_t steps) {
    LocalSearch search(graph, seed);
    std::vector<std::size_t> best;
    for (std::size_t i = 0; i < slices; ++i) {
        const auto found = search.improve(steps, best.size());
        if (!found) continue;
        EXPECT_GT(found->size(), best.size());
        EXPECT_TRUE(is_clique(graph, *found));
        best = *found;
    }
    return best;
}

TEST(LocalSearch, FindsTheLargestCliquesOfSmallGraphs) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const double density = 0.1 * static_cast<double>(seed);
        const graph::Graph graph = test::random_graph(density > 0.8 ? 14 : 25, density, seed);
        const std::size_t largest = test::count_cliques(graph).size() - 1;
        EXPECT_EQ(best_of(graph, seed, 40, 50).size(), largest) << "density " << density;
    }
}

TEST(LocalSearch, IsTheSameForTheSameSeed) {
    const graph::Graph graph = test::random_graph(150, 0.7, 1);
    for (const std::size_t delay : LocalSearch::penalty_delays) {
        CliqueWalk one(graph, 5, delay);
        CliqueWalk other(graph, 5, delay);
        CliqueWalk resumed(graph, 5, delay);
        for (std::size_t slice = 0; slice < 5; ++slice) {
            const auto first = one.improve(40, 0);
            EXPECT_EQ(first, other.improve(40, 0));
            // Where it stops and goes on makes no difference.
            auto half = resumed.improve(15, 0);
            if (auto rest = resumed.improve(25, half->size())) half = rest;
            EXPECT_EQ(first, half);
        }
    }
}

TEST(LocalSearch, NeverStandsStill) {
    for (std::size_t vertices = 1; vertices <= 5; ++vertices) {
        for (const double density : {0.0, 0.5, 1.0}) {
            const graph::Graph graph = test::random_graph(vertices, density, vertices);
            EXPECT_EQ(best_of(graph, 1, 8, 200).size(), test::count_cliques(graph).size() - 1);
        }
    }
    EXPECT_FALSE(LocalSearch(graph::Graph(0), 1).improve(10, 0));
}

TEST(LocalSearch, ReturnsNothingThatIsNotBetter) {
    const graph::Graph graph = test::random_graph(60, 1, 1);
    LocalSearch search(graph, 1);
    EXPECT_FALSE(search.improve(500, 60));
    EXPECT_EQ(search.improve(500, 59)->size(), 60U);
}

TEST(LocalSearch, FindsTheKnownAnswers) {
    SCRUMP_NEEDS_DATA("clique/keller4.clq");
    EXPECT_EQ(best_of(test::read(scrump::test::data("clique/keller4.clq")), 1, 8, 500).size(), 11U);
    SCRUMP_NEEDS_DATA("clique/hamming8-4.clq");
    EXPECT_EQ(best_of(test::read(scrump::test::data("clique/hamming8-4.clq")), 1, 8, 500).size(), 16U);
}

TEST(Schedule, StartsWithASliceForEachWalkAndThenGoesWithTheNodes) {
    const Schedule schedule(test::random_graph(100, 0.5, 1));
    EXPECT_EQ(Schedule::first_slices, LocalSearch::penalty_delays.size());
    EXPECT_EQ(Schedule::due_at(0), 0U);
    EXPECT_EQ(Schedule::due_at(3), 0U);
    EXPECT_EQ(Schedule::due_at(4), 1024U);
    EXPECT_EQ(Schedule::due_at(5), 2048U);
    for (std::uint64_t slices = 4; slices < 10'000; ++slices)
        EXPECT_LT(Schedule::due_at(slices), Schedule::due_at(slices + 1));
    EXPECT_GT(Schedule::due_at(10'001) - Schedule::due_at(10'000), 1024U);
    EXPECT_LE(schedule.steps(0), schedule.steps(4));
}

TEST(Schedule, GivesLargeGraphsFewerStepsButAlwaysSome) {
    EXPECT_GT(Schedule(test::random_graph(50, 0.5, 1)).steps(9), Schedule(test::random_graph(500, 0.5, 1)).steps(9));
    EXPECT_GE(Schedule(graph::Graph(40'000)).steps(0), 1U);
    EXPECT_GE(Schedule(graph::Graph(0)).steps(0), 1U);
}

}  // namespace
}  // namespace scrump::maxclique
