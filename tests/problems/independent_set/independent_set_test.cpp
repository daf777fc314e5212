#include <scrump/problems/independent_set/solve.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/graphs.hpp>
#include <problems/several.hpp>
#include <search/problems.hpp>

#include <algorithm>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

namespace scrump::independent_set {
namespace {

using maxclique::test::random_graph;
namespace test = scrump::test;

const Settings one_worker{.search = {.skeleton = Skeleton::sequential()}};

graph::Graph cycle(std::size_t vertices) {
    graph::Graph graph(vertices);
    for (std::size_t v = 0; v < vertices; ++v) graph.add_edge(v, (v + 1) % vertices);
    return graph;
}

/// The size of the largest independent set: every set of vertices is tried.
std::size_t largest(const graph::Graph& graph) {
    std::size_t best = 0;
    for (std::size_t set = 0; set < std::size_t{1} << graph.size(); ++set) {
        Vertices vertices;
        for (std::size_t v = 0; v < graph.size(); ++v)
            if ((set >> v & 1) != 0) vertices.push_back(v);
        if (vertices.size() > best && is_independent_set(graph, vertices)) best = vertices.size();
    }
    return best;
}

TEST(IndependentSet, AgreesWithTryingAllSets) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const graph::Graph graph = random_graph(seed % 12, 0.1 * static_cast<double>(seed % 11), seed);
        const std::size_t size = largest(graph);
        const auto set = find_maximum_independent_set(graph, one_worker);
        ASSERT_EQ(set.status, Status::complete);
        ASSERT_EQ(set.value.size(), size);
        ASSERT_TRUE(is_independent_set(graph, set.value));
        const auto cover = find_minimum_vertex_cover(graph, one_worker);
        ASSERT_EQ(cover.status, Status::complete);
        ASSERT_EQ(cover.value.size(), graph.size() - size);
        ASSERT_TRUE(is_vertex_cover(graph, cover.value));
    }
}

maxclique::Weight weight_of(const Vertices& vertices, const std::vector<maxclique::Weight>& weights) {
    maxclique::Weight sum = 0;
    for (const std::size_t v : vertices) sum += weights[v];
    return sum;
}

TEST(IndependentSet, WithWeightsAgreesWithTryingAllSets) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const graph::Graph graph = random_graph(seed % 12, 0.1 * static_cast<double>(seed % 11), seed);
        std::vector<maxclique::Weight> weights;
        for (std::size_t v = 0; v < graph.size(); ++v)
            weights.push_back(static_cast<maxclique::Weight>((v * seed + v) % 7));
        maxclique::Weight best = 0;
        for (std::size_t set = 0; set < std::size_t{1} << graph.size(); ++set) {
            Vertices vertices;
            for (std::size_t v = 0; v < graph.size(); ++v)
                if ((set >> v & 1) != 0) vertices.push_back(v);
            if (is_independent_set(graph, vertices)) best = std::max(best, weight_of(vertices, weights));
        }
        Vertices everything(graph.size());
        for (std::size_t v = 0; v < graph.size(); ++v) everything[v] = v;
        const maxclique::Weight all = weight_of(everything, weights);
        const auto set = find_maximum_weight_independent_set(graph, weights, one_worker);
        ASSERT_EQ(set.status, Status::complete);
        ASSERT_EQ(set.value.weight, best);
        ASSERT_EQ(weight_of(set.value.clique, weights), best);
        ASSERT_TRUE(is_independent_set(graph, set.value.clique));
        const auto cover = find_minimum_weight_vertex_cover(graph, weights, one_worker);
        ASSERT_EQ(cover.value.weight, all - best);
        ASSERT_EQ(weight_of(cover.value.clique, weights), all - best);
        ASSERT_TRUE(is_vertex_cover(graph, cover.value.clique));
        if (graph.size() == 0) continue;
        const auto sets = find_heaviest_independent_sets(graph, weights, {.most = 3}, one_worker);
        ASSERT_EQ(sets.value.front().weight, best);
        const auto covers = find_lightest_vertex_covers(graph, weights, {.most = 3}, one_worker);
        ASSERT_EQ(covers.value.front().weight, all - best);
        for (const SetOfWeight& each : covers.value) ASSERT_EQ(weight_of(each.clique, weights), each.weight);
    }
}

TEST(IndependentSet, OfACycleHasHalfItsVertices) {
    for (const std::size_t vertices : {3U, 8U, 63U, 64U, 65U, 130U}) {
        EXPECT_EQ(find_maximum_independent_set(cycle(vertices), one_worker).value.size(), vertices / 2);
        EXPECT_EQ(find_minimum_vertex_cover(cycle(vertices), one_worker).value.size(), (vertices + 1) / 2);
    }
}

TEST(IndependentSet, IsTheSameInEveryWay) {
    const graph::Graph graph = random_graph(60, 0.3, 5);
    const std::size_t size = find_maximum_independent_set(graph, one_worker).value.size();
    for (const scrump::test::Way& way : scrump::test::all_ways()) {
        ASSERT_EQ(find_maximum_independent_set(graph, {.search = way.options()}).value.size(), size);
    }
}

TEST(IndependentSet, StopsWithTheBestKnown) {
    Settings settings = one_worker;
    settings.search.node_limit = 5;
    const graph::Graph graph = random_graph(150, 0.1, 1);
    EXPECT_EQ(find_maximum_independent_set(graph, settings).status, Status::node_limit);
    const auto cover = find_minimum_vertex_cover(graph, settings);
    EXPECT_EQ(cover.status, Status::node_limit);
    EXPECT_TRUE(is_vertex_cover(graph, cover.value));
}

TEST(IndependentSet, StoppedBeforehandIsNotEmpty) {
    std::stop_source stop;
    stop.request_stop();
    Settings settings = one_worker;
    settings.search.stop = stop.get_token();
    const graph::Graph graph = random_graph(150, 0.5, 1);
    const auto found = find_maximum_independent_set(graph, settings);
    EXPECT_EQ(found.status, Status::cancelled);
    EXPECT_GE(found.value.size(), 2U);
    EXPECT_LT(find_minimum_vertex_cover(graph, settings).value.size(), graph.size());
}

TEST(IndependentSet, StartsFromWhatIsKnown) {
    Settings settings{.search = one_worker.search, .local_search = false, .known = {0, 2, 4}};
    EXPECT_EQ(find_maximum_independent_set(cycle(7), settings).value, (Vertices{0, 2, 4}));
    settings.known = {0, 1};
    EXPECT_THROW(find_maximum_independent_set(cycle(7), settings), std::invalid_argument);
}

/// All independent sets that are part of no other, and what is outside of them.
test::All<Vertices, std::size_t> all_maximal(const graph::Graph& graph, bool outside) {
    test::All<Vertices, std::size_t> all;
    for (std::size_t set = 0; set < std::size_t{1} << graph.size(); ++set) {
        Vertices inside;
        Vertices others;
        for (std::size_t v = 0; v < graph.size(); ++v) ((set >> v & 1) != 0 ? inside : others).push_back(v);
        const auto can_be_added = [&](std::size_t vertex) {
            Vertices more = inside;
            more.push_back(vertex);
            return is_independent_set(graph, more);
        };
        if (!is_independent_set(graph, inside) || std::ranges::any_of(others, can_be_added)) continue;
        const Vertices& vertices = outside ? others : inside;
        all[vertices] = vertices.size();
    }
    return all;
}

std::vector<std::pair<Vertices, std::size_t>> sizes_of(const Several<Vertices>& found) {
    std::vector<std::pair<Vertices, std::size_t>> pairs;
    for (const Vertices& each : found.value) pairs.emplace_back(each, each.size());
    return pairs;
}

TEST(IndependentSet, SeveralAreThoseOfAllSets) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const graph::Graph graph = random_graph(seed % 9, 0.1 * static_cast<double>(seed % 11), seed);
        const std::size_t size = largest(graph);
        for (const BestWanted<std::size_t>& wish : test::wishes_for(size - std::min<std::size_t>(size, 1)))
            test::expect_wanted<Maximise>(all_maximal(graph, false), wish,
                                          sizes_of(find_best_independent_sets(graph, wish, one_worker)),
                                          test::described(wish));
        for (const BestWanted<std::size_t>& wish : test::wishes_for(graph.size() - size + 1))
            test::expect_wanted<Minimise>(all_maximal(graph, true), wish,
                                          sizes_of(find_best_vertex_covers(graph, wish, one_worker)),
                                          test::described(wish));
    }
}

TEST(IndependentSet, WantsDifferentVerticesOfTheGraphThatAreNotAdjacent) {
    const graph::Graph graph = cycle(5);
    const auto check = [&](Vertices vertices) { return is_independent_set(graph, vertices); };
    EXPECT_TRUE(check({}));
    EXPECT_TRUE(check({3, 0}));
    EXPECT_FALSE(check({0, 1}));
    EXPECT_FALSE(check({2, 2}));
    EXPECT_FALSE(check({5}));
}

TEST(VertexCover, WantsDifferentVerticesOfTheGraphThatMeetEveryEdge) {
    const graph::Graph graph = cycle(5);
    const auto check = [&](Vertices vertices) { return is_vertex_cover(graph, vertices); };
    EXPECT_TRUE(check({4, 0, 2}));
    EXPECT_TRUE(check({0, 1, 2, 3, 4}));
    EXPECT_FALSE(check({0, 2}));
    EXPECT_FALSE(check({0, 2, 4, 4}));
    EXPECT_FALSE(check({0, 2, 4, 5}));
    EXPECT_TRUE(is_vertex_cover(graph::Graph(70), {}));
}

}  // namespace
}  // namespace scrump::independent_set
