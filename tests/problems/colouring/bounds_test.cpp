// Lower bounds of the number of colours: embedded Mycielskians and weights of vertices.

#include <scrump/problems/colouring/detail/fractional.hpp>
#include <scrump/problems/colouring/detail/mycielskian.hpp>
#include <scrump/problems/colouring/detail/stable_sets.hpp>
#include <scrump/problems/maxclique/ext/greedy.hpp>

#include <gtest/gtest.h>

#include <problems/colouring/graphs.hpp>
#include <problems/colouring/weighting.hpp>

#include <array>
#include <chrono>

namespace scrump::colouring {
namespace {

bool independent(const graph::Graph& graph, std::size_t set) {
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if ((set >> a & 1) != 0 && (set >> b & 1) != 0 && graph.adjacent(a, b)) return false;
    return true;
}

Weight weight_of(const std::vector<Weight>& weights, std::size_t set) {
    Weight sum = 0;
    for (std::size_t v = 0; v < weights.size(); ++v)
        if ((set >> v & 1) != 0) sum += weights[v];
    return sum;
}

Weight heaviest(const graph::Graph& graph, const std::vector<Weight>& weights) {
    Weight most = 0;
    for (std::size_t set = 0; set < std::size_t{1} << graph.size(); ++set)
        if (independent(graph, set)) most = std::max(most, weight_of(weights, set));
    return most;
}

graph::Graph induced(const graph::Graph& graph, const std::vector<std::size_t>& vertices) {
    graph::Graph part(vertices.size());
    for (std::size_t a = 0; a < vertices.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (graph.adjacent(vertices[a], vertices[b])) part.add_edge(a, b);
    return part;
}

TEST(Mycielskians, AreFoundInThoseOfAnEdge) {
    const std::array<std::size_t, 2> edge{0, 1};
    for (unsigned step = 1; step <= 7; ++step) {
        const auto graph = test::mycielski(step);
        const Mycielskian found = find_mycielskian(graph, edge);
        EXPECT_EQ(found.colours, step + 1);
        EXPECT_LE(found.vertices.size(), graph.size());
    }
}

TEST(Mycielskians, NeedTheColoursThatTheyAreSaidTo) {
    std::size_t better = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SplitMix64 random(seed);
        const auto graph = test::random_graph(1 + random.below(11), 0.2 + 0.6 * random.unit(), seed + 900);
        const maxclique::Clique clique = maxclique::greedy_clique(graph);
        const Mycielskian found = find_mycielskian(graph, clique);
        EXPECT_GE(found.colours, clique.size());
        EXPECT_LE(found.colours, test::chromatic_number(induced(graph, found.vertices))) << seed;
        better += found.colours > clique.size() ? 1U : 0U;
    }
    EXPECT_GT(better, 10U);
}

TEST(Mycielskians, OfGraphsWithoutEdgesOrVertices) {
    EXPECT_EQ(find_mycielskian({}, {}).colours, 0U);
    EXPECT_EQ(find_mycielskian(graph::Graph(70), std::array<std::size_t, 1>{3}).colours, 1U);
}

TEST(StableSets, AreTheHeaviest) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SplitMix64 random(seed);
        const auto graph = test::random_graph(random.below(12), random.unit(), seed + 300);
        std::vector<Weight> weights;
        for (std::size_t v = 0; v < graph.size(); ++v) weights.push_back(random.below(4));
        const Weight expected = heaviest(graph, weights);
        Effort effort = test::unlimited();
        for (Weight than = 0; than <= expected; ++than) {
            const Heaviest found = find_heaviest(graph, weights, than, effort);
            EXPECT_TRUE(found.proved);
            std::size_t set = 0;
            for (const std::size_t v : found.set.vertices) set |= std::size_t{1} << v;
            EXPECT_TRUE(independent(graph, set));
            EXPECT_EQ(found.set.weight, than < expected ? expected : 0) << seed;
            EXPECT_EQ(weight_of(weights, set), found.set.weight);
        }
    }
}

TEST(StableSets, AreNotProvedWithoutEffort) {
    const auto graph = test::random_graph(100, 0.2, 1);
    const std::vector<Weight> weights(100, 1);
    Effort little(10);
    EXPECT_FALSE(find_heaviest(graph, weights, 0, little).proved);
    const Deadline passed({}, std::chrono::nanoseconds(0));
    const Deadline::Scope scope(passed);
    Effort stopped = test::unlimited();
    stopped.spend(1'000'000);
    EXPECT_FALSE(find_heaviest(graph, weights, 0, stopped).proved);
}

TEST(Weightings, NoIndependentSetExceedsTheCapacity) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SplitMix64 random(seed);
        const auto graph = test::random_graph(random.below(12), random.unit(), seed + 400);
        const Weighting weighting = test::weighting_of(graph);
        EXPECT_LE(heaviest(graph, weighting.weights), weighting.capacity) << seed;
        EXPECT_LE(weighting.colours(), test::chromatic_number(graph)) << seed;
        EXPECT_GE(weighting.colours(), maxclique::greedy_clique(graph).size()) << seed;
    }
}

double fractional(const graph::Graph& graph) {
    const Weighting weighting = test::weighting_of(graph);
    return static_cast<double>(weighting.total()) / static_cast<double>(weighting.capacity);
}

TEST(Weightings, ReachKnownFractionalNumbers) {
    constexpr double near = 1e-3;
    EXPECT_NEAR(fractional(test::cycle(7)), 7.0 / 3, near);
    EXPECT_NEAR(fractional(graph::complement(test::cycle(9))), 4.5, near);
    EXPECT_NEAR(fractional(test::petersen()), 2.5, near);
    EXPECT_NEAR(fractional(test::kneser(7, 2)), 3.5, near);
    EXPECT_NEAR(fractional(test::kneser(8, 3)), 8.0 / 3, near);
    // Of Mycielski's graphs: x + 1 / x (Larsen, Propp and Ullman 1995).
    EXPECT_NEAR(fractional(test::mycielski(3)), 2.9, near);
    EXPECT_NEAR(fractional(test::mycielski(4)), 2.9 + 1 / 2.9, near);
}

TEST(Weightings, ShowThatTheQueensOfAChessboardNeedNine) {
    EXPECT_EQ(test::weighting_of(test::queens(8)).colours(), 9U);
}

TEST(Weightings, OfLargeAndOfSparseGraphsAreUnknown) {
    EXPECT_EQ(test::weighting_of(graph::complement(graph::Graph(601))).colours(), 0U);
    EXPECT_EQ(test::weighting_of(test::cycle(61)).colours(), 0U);
    EXPECT_EQ(test::weighting_of({}).colours(), 0U);
}

}  // namespace
}  // namespace scrump::colouring
