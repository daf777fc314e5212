#include <scrump/problems/sip/detail/candidates.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "graphs.hpp"

namespace scrump::sip {
namespace {

std::set<std::uint32_t> candidates_of(const Candidates& candidates, std::size_t v) {
    std::set<std::uint32_t> found;
    const auto set = candidates.of(v);
    for (std::size_t place = 0; place < candidates.vertices().size(); ++place)
        if ((set[place / 64] >> (place % 64) & 1) != 0) found.insert(candidates.vertices()[place]);
    return found;
}

/// `size` vertices, each adjacent to all others, and a row of `tail` vertices that begins at the last.
graph::Graph clique_with_tail(std::size_t size, std::size_t tail) {
    graph::Graph graph(size + tail);
    for (std::size_t v = 0; v < size; ++v)
        for (std::size_t u = 0; u < v; ++u) graph.add_edge(v, u);
    for (std::size_t v = size; v < size + tail; ++v) graph.add_edge(v - 1, v);
    return graph;
}

TEST(Candidates, HaveTheImagesOfAllMappings) {
    std::size_t left_out = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const test::Kind kind{.labels = (seed & 1) != 0, .loops = (seed & 2) != 0, .induced = (seed & 4) != 0};
        SplitMix64 random(seed);
        const Problem problem =
            test::random_problem(random.below(6), random.unit(), 2 + random.below(6), random.unit(), kind, seed);
        const Candidates candidates(problem);
        const auto mappings = test::brute_force(problem);
        if (!candidates.enough()) {
            ASSERT_TRUE(mappings.empty()) << "seed " << seed;
            continue;
        }
        left_out += problem.target.size() - candidates.vertices().size();
        for (const Mapping& mapping : mappings)
            for (std::size_t v = 0; v < mapping.size(); ++v)
                ASSERT_TRUE(candidates_of(candidates, v).contains(mapping[v])) << "seed " << seed;
    }
    EXPECT_GT(left_out, 20U);
}

// One vertex of the tail after another has too few neighbours left.
TEST(Candidates, AreLeftOutUntilNothingChanges) {
    const Problem rings{LabelledGraph(test::ring(4)), LabelledGraph(clique_with_tail(5, 70)), false};
    const Candidates candidates(rings);
    EXPECT_TRUE(candidates.enough());
    EXPECT_EQ(candidates.vertices().size(), 5U);
    EXPECT_EQ(candidates_of(candidates, 0), (std::set<std::uint32_t>{0, 1, 2, 3, 4}));

    const Problem tails{LabelledGraph(clique_with_tail(4, 1)), LabelledGraph(clique_with_tail(4, 70)), false};
    EXPECT_EQ(candidates_of(Candidates(tails), 3), std::set<std::uint32_t>{3}) << "the clique's vertex with the tail";
}

TEST(Candidates, ThatAreTooFewAreTold) {
    const auto enough = [](const graph::Graph& pattern, const graph::Graph& target) {
        return Candidates({LabelledGraph(pattern), LabelledGraph(target), false}).enough();
    };
    EXPECT_TRUE(enough(graph::Graph(), graph::Graph()));
    EXPECT_TRUE(enough(test::star(3), test::star(3)));
    EXPECT_FALSE(enough(test::star(4), test::star(3)));
    EXPECT_FALSE(enough(test::ring(5), test::ring(4)));
    EXPECT_FALSE(enough(clique_with_tail(4, 0), test::star(9)));
    graph::Graph stars(8);  // two centres, of which the target has one
    for (const std::size_t leaf : {1U, 2U, 3U}) stars.add_edge(0, leaf);
    for (const std::size_t leaf : {5U, 6U, 7U}) stars.add_edge(4, leaf);
    EXPECT_FALSE(enough(stars, test::star(9)));
}

TEST(Candidates, OfInducedSubgraphsHaveEnoughVerticesApart) {
    Problem problem{LabelledGraph(graph::Graph(3)), LabelledGraph(clique_with_tail(4, 3)), false};
    EXPECT_EQ(Candidates(problem).vertices().size(), 7U);
    problem.induced = true;
    EXPECT_TRUE(Candidates(problem).enough());
    problem.target = LabelledGraph(clique_with_tail(4, 0));
    EXPECT_FALSE(Candidates(problem).enough());
}

}  // namespace
}  // namespace scrump::sip
