// Several cliques are those that trying all sets of vertices finds of which none is part of another.

#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/maximal.hpp>
#include <scrump/problems/maxclique/several.hpp>
#include <scrump/search.hpp>
#include <scrump/search/check.hpp>

#include <gtest/gtest.h>

#include "problems/maxclique/weighted_graphs.hpp"
#include "problems/random_graph.hpp"
#include "problems/several.hpp"
#include "support/message_of.hpp"

#include <string>
#include <utility>
#include <vector>

namespace scrump::maxclique {
namespace {

using scrump::test::random_graph;
using Wish = BestWanted<Weight>;

static_assert(NodeGenerator<MaximalGenerator> && HasBound<MaximalGenerator> && KnowsIncumbent<MaximalGenerator>);

scrump::test::All<Clique, Weight> all_maximal(const graph::Graph& graph, const std::vector<Weight>& weights) {
    scrump::test::All<Clique, Weight> all;
    for (std::size_t set = 0; set < std::size_t{1} << graph.size(); ++set) {
        Clique clique;
        for (std::size_t v = 0; v < graph.size(); ++v)
            if ((set >> v & 1) != 0) clique.push_back(v);
        if (!is_clique(graph, clique)) continue;
        bool maximal = true;
        for (std::size_t v = 0; v < graph.size() && maximal; ++v) {
            maximal = (set >> v & 1) != 0;
            for (const std::size_t u : clique) maximal = maximal || !graph.adjacent(u, v);
        }
        if (maximal) all[clique] = weight_of(clique, weights);
    }
    return all;
}

std::vector<std::pair<Clique, Weight>> answered(const Several<CliqueOfWeight>& found) {
    std::vector<std::pair<Clique, Weight>> pairs;
    for (const CliqueOfWeight& each : found.value) pairs.emplace_back(each.clique, each.weight);
    return pairs;
}

TEST(SeveralCliques, AreThoseOfAllSetsOfVertices) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const graph::Graph graph = random_graph(seed % 11, 0.3 + 0.01 * static_cast<double>(seed), seed);
        const std::vector<Weight> ones(graph.size(), 1);
        const std::vector<Weight> drawn = test::random_weights(graph.size(), 9, seed);
        for (const bool weighted : {false, true}) {
            const std::vector<Weight>& weights = weighted ? drawn : ones;
            const auto all = all_maximal(graph, weights);
            for (const Wish& wish : scrump::test::wishes_for(test::greatest_weight(graph, weights) - 1)) {
                const auto found = find_best_cliques(graph, weighted ? drawn : std::vector<Weight>(), wish,
                                                     {.search = {.skeleton = Skeleton::sequential()}});
                EXPECT_EQ(found.status, Status::complete);
                scrump::test::expect_wanted<Maximise>(
                    all, wish, answered(found), "seed " + std::to_string(seed) + ", " + scrump::test::described(wish));
            }
        }
    }
}

// In sets of several words.
TEST(SeveralCliques, HoweverManySearch) {
    graph::Graph graph(140);
    const graph::Graph small = random_graph(14, 0.6, 8);
    std::vector<Weight> weights(graph.size());
    const std::vector<Weight> drawn = test::random_weights(small.size(), 9, 3);
    for (std::size_t a = 0; a < small.size(); ++a) {
        weights[10 * a] = drawn[a];
        for (std::size_t b = 0; b < a; ++b)
            if (small.adjacent(a, b)) graph.add_edge(10 * a, 10 * b);
    }
    scrump::test::All<Clique, Weight> all;
    for (const auto& [clique, weight] : all_maximal(small, drawn)) {
        Clique wide;
        for (const std::size_t vertex : clique) wide.push_back(10 * vertex);
        all[wide] = weight;
    }
    for (std::size_t v = 0; v < graph.size(); ++v)
        if (v % 10 != 0) all[{v}] = 0;
    for (const SearchOptions& way : scrump::test::ways_to_several()) {
        for (const Wish& wish : scrump::test::wishes_for(Weight{20}))
            scrump::test::expect_wanted<Maximise>(all, wish,
                                                  answered(find_best_cliques(graph, weights, wish, {.search = way})),
                                                  scrump::test::described(wish));
    }
}

TEST(SeveralCliques, KeepTheContract) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const graph::Graph graph = random_graph(20, 0.5, seed);
        const MaximalSpace space(graph, test::random_weights(graph.size(), 9, seed), 1000);
        const CheckReport report = scrump::check<MaximalGenerator>(space, root(space), {.nodes = 1000});
        EXPECT_TRUE(report.ok()) << report;
    }
}

TEST(SeveralCliques, OfAGraphThatIsTooLargeThereAreNone) {
    EXPECT_EQ(scrump::test::message_of<Error>([] { find_best_cliques(graph::Graph(10'001), {}, {.most = 2}); }),
              "several cliques: the graph has 10001 vertices; at most 10000 can be searched");
}

}  // namespace
}  // namespace scrump::maxclique
