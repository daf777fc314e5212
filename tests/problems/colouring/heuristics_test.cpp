// Everything that comes before the search: kernels, greedy colourings, tabu search.

#include <scrump/base/deadline.hpp>
#include <scrump/problems/colouring/detail/kernel.hpp>
#include <scrump/problems/colouring/detail/mycielskian.hpp>
#include <scrump/problems/colouring/detail/start.hpp>
#include <scrump/problems/colouring/ext/greedy.hpp>
#include <scrump/problems/colouring/ext/tabu.hpp>

#include <gtest/gtest.h>

#include <problems/colouring/graphs.hpp>

#include <array>
#include <chrono>

namespace scrump::colouring {
namespace {

bool always() {
    return true;
}

TEST(Colourings, AreCheckedAndCounted) {
    const graph::Graph triangle = test::cycle(3);
    EXPECT_TRUE(is_proper(triangle, {0, 1, 2}));
    EXPECT_TRUE(is_proper(triangle, {7, 1, 2}));
    EXPECT_FALSE(is_proper(triangle, {0, 1, 1}));
    EXPECT_FALSE(is_proper(triangle, {0, 1}));
    EXPECT_TRUE(is_proper({}, {}));
    EXPECT_EQ(count_colours({}), 0U);
    EXPECT_EQ(count_colours({0, 2, 1}), 3U);
}

TEST(Kernel, OfATreeIsWhatMustStay) {
    graph::Graph tree(7);
    for (std::size_t v = 1; v < 7; ++v) tree.add_edge(v, (v - 1) / 2);
    const std::array<std::size_t, 2> edge{1, 4};
    const Kernel kernel = reduce(tree, 2, edge);
    EXPECT_EQ(kernel.vertices, (std::vector<std::size_t>{1, 4}));
    EXPECT_EQ(kernel.graph.edges(), 1U);
    const Colouring colouring = extend(tree, kernel, {0, 1});
    EXPECT_TRUE(is_proper(tree, colouring));
    EXPECT_EQ(count_colours(colouring), 2U);
}

TEST(Kernel, LeavesOutVerticesWhoseNeighboursAnotherHas) {
    graph::Graph bipartite(7);  // 0 … 2 and 3 … 6, all adjacent
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 3; b < 7; ++b) bipartite.add_edge(a, b);
    const std::array<std::size_t, 2> edge{0, 3};
    const Kernel kernel = reduce(bipartite, 0, edge);
    EXPECT_EQ(kernel.vertices, (std::vector<std::size_t>{0, 3}));
    EXPECT_TRUE(is_proper(bipartite, extend(bipartite, kernel, {1, 0})));
    EXPECT_EQ(reduce(test::cycle(5), 2, {}).vertices.size(), 5U);
}

TEST(Kernel, NeedsAsManyColoursAsTheGraph) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SplitMix64 random(seed);
        const auto graph = test::random_graph(random.below(10), random.unit(), seed + 500);
        const std::size_t colours = test::chromatic_number(graph);
        for (std::size_t allowed = 0; allowed <= colours + 1; ++allowed) {
            const Kernel kernel = reduce(graph, allowed, {});
            EXPECT_EQ(kernel.vertices.size() + kernel.gone.size(), graph.size());
            // What goes for lack of neighbours needs no more colours than are allowed.
            EXPECT_EQ(std::max(test::chromatic_number(kernel.graph), std::min(allowed, colours)), colours);
            const Colouring known = colour_greedily(kernel.graph);
            const Colouring whole = extend(graph, kernel, known);
            EXPECT_TRUE(is_proper(graph, whole));
            EXPECT_LE(count_colours(whole), std::max(count_colours(known), allowed));
        }
    }
}

TEST(Greedy, ColoursProperlyAndBipartiteGraphsWithTwoColours) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const auto graph = test::random_graph(seed, 0.5, seed);
        EXPECT_TRUE(is_proper(graph, colour_greedily(graph)));
    }
    EXPECT_TRUE(colour_greedily({}).empty());
    EXPECT_EQ(count_colours(colour_greedily(graph::Graph(5))), 1U);
    EXPECT_EQ(count_colours(colour_greedily(test::cycle(100))), 2U);
    EXPECT_EQ(count_colours(colour_greedily(test::cycle(101))), 3U);
}

TEST(TabuSearch, SavesColours) {
    const auto graph = test::queens(6);
    Colouring colouring(graph.size());
    for (std::size_t v = 0; v < colouring.size(); ++v) colouring[v] = v;
    while (count_colours(colouring) > 7) {
        const auto better = save_a_colour(graph, colouring, 10'000'000, 1, always);
        ASSERT_TRUE(better);
        EXPECT_TRUE(is_proper(graph, *better));
        EXPECT_LT(count_colours(*better), count_colours(colouring));
        colouring = *better;
    }
    EXPECT_EQ(save_a_colour(graph, colouring, 100'000, 1, always), std::nullopt);
    EXPECT_EQ(save_a_colour(graph, colouring, 100'000'000'000, 1, [] { return false; }), std::nullopt);
}

TEST(TabuSearch, IsTheSameForTheSameSeed) {
    const auto graph = test::random_graph(60, 0.5, 2);
    const Colouring known = colour_greedily(graph);
    const auto one = save_a_colour(graph, known, 200'000, 5, always);
    EXPECT_EQ(save_a_colour(graph, known, 200'000, 5, always), one);
}

TEST(Preparations, EndAtTheDeadline) {
    const auto graph = test::random_graph(2000, 0.3, 1);
    const Deadline passed({}, std::chrono::nanoseconds(0));
    const Deadline::Scope scope(passed);
    EXPECT_THROW(find_clique(graph), Stopped);
    EXPECT_THROW(find_mycielskian(graph, {}), Stopped);
    EXPECT_THROW(colour_greedily(graph), Stopped);
    EXPECT_THROW(reduce(graph, 5, {}), Stopped);
}

TEST(TabuSearch, OfOneColourEndsWhateverItsChances) {
    EXPECT_EQ(save_a_colour(test::cycle(4), {0, 1, 0, 1}, 1'000, 1, always), std::nullopt);
    EXPECT_EQ(save_a_colour(graph::Graph(2), {0, 1}, 1'000, 1, always), (Colouring{0, 0}));
}

}  // namespace
}  // namespace scrump::colouring
