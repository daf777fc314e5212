#include <scrump/problems/maxclique/detail/branching.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/depth_first.hpp>
#include <problems/maxclique/graphs.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::maxclique {
namespace {

/// The number of vertices of the largest clique among `candidates`.
template <std::size_t W>
std::size_t largest_clique(const Space<W>& space, const BitSet<W>& candidates) {
    std::vector<std::uint64_t> counts;
    test::enumerate(space, Node<W>{candidates, {}, 0, 0}, counts);
    return counts.size() - 1;
}

TEST(Colouring, MakesIndependentSetsOfAllThatIsNotLeft) {
    for (const double density : {0.1, 0.5, 0.9}) {
        const auto space = make_space<3>(test::random_graph(190, density, 4));
        const auto all = BitSet<3>::first_n(190);
        for (std::size_t classes = 0; classes <= 40; ++classes) {
            std::vector<BitSet<3>> sets(classes + 1);
            const BitSet<3> left = colour(space.rows(), all, classes, classes, sets.data());
            BitSet<3> united = left;
            for (std::size_t c = 0; c < classes; ++c) {
                EXPECT_FALSE((united & sets[c]).any());
                united |= sets[c];
                sets[c].for_each([&](std::size_t v) { EXPECT_FALSE((space.row(v) & sets[c]).any()); });
            }
            EXPECT_EQ(united, all);
            // First fit: what is left over has a neighbour in each class.
            left.for_each([&](std::size_t v) {
                for (std::size_t c = 0; c < classes; ++c) EXPECT_TRUE((space.row(v) & sets[c]).any());
            });
        }
    }
}

TEST(Colouring, KeepsNoMoreClassesThanAskedFor) {
    const auto space = make_space<10>(test::random_graph(600, 0.8, 9));
    const auto all = BitSet<10>::first_n(600);
    std::vector<BitSet<10>> every(61);
    std::vector<BitSet<10>> some(8);
    const BitSet<10> left = colour(space.rows(), all, 60, 60, every.data());
    EXPECT_EQ(colour(space.rows(), all, 60, 7, some.data()), left);
    for (std::size_t c = 0; c < 7; ++c) EXPECT_EQ(some[c], every[c]);
}

TEST(BranchingSet, LeavesOutOnlyWhatHoldsNoLargerClique) {
    bool propagation_helped = false;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const double density = 0.3 + 0.6 * static_cast<double>(seed % 10) / 10;
        const std::size_t vertices = density > 0.7 ? 16 : 24;
        const auto space = make_space<3>(test::spread(test::random_graph(vertices, density, seed), 3));
        const auto all = BitSet<3>::first_n(space.size());
        for (std::size_t classes = 1; classes <= 12; ++classes) {
            const BitSet<3> branching = branching_set(space, all, classes).branching;
            const BitSet<3> settled = all - branching;
            EXPECT_LE(largest_clique(space, settled), classes);
            std::vector<BitSet<3>> sets(classes + 1);
            propagation_helped |= branching != colour(space.rows(), all, classes, classes, sets.data());
        }
    }
    EXPECT_TRUE(propagation_helped);
}

TEST(BranchingSet, PropagationUsesNoClassTwice) {
    // Five rings of five vertices, joined completely: two from each ring make a clique, though each takes three
    // classes.
    graph::Graph graph(25);
    for (std::size_t a = 0; a < 25; ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (a / 5 != b / 5 || a - b == 1 || a - b == 4) graph.add_edge(a, b);
    const auto space = make_space<1>(graph);
    const auto all = BitSet<1>::first_n(25);
    EXPECT_EQ(largest_clique(space, all), 10U);
    EXPECT_TRUE(branching_set(space, all, 9).branching.any());
    for (std::size_t classes = 1; classes <= 15; ++classes)
        EXPECT_LE(largest_clique(space, all - branching_set(space, all, classes).branching), classes);
}

/// Whether `found` is right for the candidates `all`.
template <std::size_t W>
void expect_sound(const Space<W>& space, const BitSet<W>& all, std::size_t classes, const Branching<W>& found) {
    ASSERT_FALSE((found.branching & found.dropped).any());
    ASSERT_FALSE(((found.branching | found.dropped) - all).any());
    ASSERT_LE(largest_clique(space, all - found.branching), classes);
    found.dropped.for_each([&](std::size_t v) { ASSERT_LE(largest_clique(space, all & space.row(v)) + 1, classes); });
}

TEST(Reasoning, SettlesAndDropsOnlyWhatIsInNoLargerClique) {
    std::size_t dropped = 0;
    std::size_t branching = 0;
    std::size_t by_propagation = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        const double density = 0.5 + 0.45 * static_cast<double>(seed % 10) / 10;
        const graph::Graph small = test::random_graph(density > 0.8 ? 17 : 24, density, seed);
        const auto space = test::coloured_space<3>(test::spread(small, 3));
        const auto plain = make_space<3>(test::spread(small, 3), colour_order(test::spread(small, 3), 1000).order);
        const auto all = BitSet<3>::first_n(space.size());
        for (std::size_t classes = 1; classes <= 14; ++classes) {
            const Branching<3> found = branching_set(space, all, classes);
            expect_sound(space, all, classes, found);
            dropped += found.dropped.count();
            branching += found.branching.count();
            by_propagation += branching_set(plain, all, classes).branching.count();
        }
    }
    EXPECT_GT(dropped, 0U);
    EXPECT_LT(branching, by_propagation);
}

// Each core may miss one vertex: five rings of five have a clique of two from each.
TEST(Reasoning, CountsACoreOnce) {
    graph::Graph rings(25);
    for (std::size_t a = 0; a < 25; ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (a / 5 != b / 5 || a - b == 1 || a - b == 4) rings.add_edge(a, b);
    const auto space = test::coloured_space<1>(rings);
    const auto all = BitSet<1>::first_n(25);
    EXPECT_TRUE(branching_set(space, all, 9).branching.any());
    EXPECT_FALSE(branching_set(space, all, 10).branching.any());
    for (std::size_t classes = 1; classes <= 15; ++classes)
        expect_sound(space, all, classes, branching_set(space, all, classes));
}

TEST(Reasoning, FiltersGraphsOfAsManyPartsAsALargerCliqueNeeds) {
    std::size_t dropped = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const graph::Graph graph = test::partite(7, 4, 0.75, seed);
        std::vector<std::size_t> parts;
        for (std::size_t v = 0; v < 28; ++v) parts.push_back(v % 4 * 7 + v / 4);
        const auto space = make_space<1>(graph, parts, true);
        const auto all = BitSet<1>::first_n(28);
        const Branching<1> found = branching_set(space, all, 6);
        expect_sound(space, all, 6, found);
        EXPECT_TRUE(found.branching.any());
        dropped += found.dropped.count();
    }
    EXPECT_GT(dropped, 20U);
}

/// The same by the search, which does not reason about 64 vertices or fewer in another order than by colours, for
/// graphs that are too large to look at all cliques.
std::size_t largest_clique_by_propagation(const Space<2>& plain, const BitSet<2>& candidates) {
    test::Seen seen;
    test::search(plain, Node<2>{candidates, {}, 0, 128}, seen);
    return static_cast<std::size_t>(seen.best);
}

// Cores share classes there, and use up the slacks of others.
TEST(Reasoning, IsRightWhereManyCoresShareClasses) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const double density = 0.8 + 0.02 * static_cast<double>(seed % 8);
        const graph::Graph graph = test::random_graph(45 + seed % 20, density, seed);
        const std::vector<std::size_t> order = colour_order(graph, 1000).order;
        const auto space = make_space<2>(graph, order, true);
        const auto plain = make_space<2>(graph, order);
        const auto all = BitSet<2>::first_n(graph.size());
        const std::size_t largest = largest_clique_by_propagation(plain, all);
        for (std::size_t classes = largest - 3; classes <= largest; ++classes) {
            const Branching<2> found = branching_set(space, all, classes);
            ASSERT_LE(largest_clique_by_propagation(plain, all - found.branching), classes) << seed;
            found.dropped.for_each([&](std::size_t v) {
                ASSERT_LE(largest_clique_by_propagation(plain, all & plain.row(v)) + 1, classes) << seed;
            });
        }
    }
}

// More classes than the reasoning has room for are left to propagation.
TEST(Reasoning, LeavesMoreClassesThanItHoldsAlone) {
    constexpr std::size_t W = 20;
    graph::Graph graph(1'200);
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (a % 1'100 != b % 1'100) graph.add_edge(a, b);
    const auto space = test::coloured_space<W>(graph);
    const auto all = BitSet<W>::first_n(graph.size());
    EXPECT_EQ(branching_set(space, all, 1'099).branching.count(), 1U);
    EXPECT_FALSE(branching_set(space, all, 1'100).branching.any());
    EXPECT_TRUE(branching_set(space, all, 900).branching.any());
}

}  // namespace
}  // namespace scrump::maxclique
