#include <scrump/problems/maxclique/detail/branching.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/depth_first.hpp>
#include <problems/maxclique/graphs.hpp>

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
            const BitSet<3> branching = branching_set(space, all, classes);
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
    EXPECT_TRUE(branching_set(space, all, 9).any());
    for (std::size_t classes = 1; classes <= 15; ++classes)
        EXPECT_LE(largest_clique(space, all - branching_set(space, all, classes)), classes);
}

}  // namespace
}  // namespace scrump::maxclique
