// Patterns of several pieces: those that are alike are exchanged, and matchings tell what has no room.

#include <scrump/problems/sip/detail/matching.hpp>
#include <scrump/problems/sip/detail/pieces.hpp>
#include <scrump/problems/sip/detail/space.hpp>
#include <scrump/problems/sip/solve.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "graphs.hpp"
#include "search/problems.hpp"

namespace scrump::sip {
namespace {

const SearchOptions alone{.skeleton = Skeleton::sequential()};

graph::Graph grid(std::size_t rows, std::size_t columns) {
    graph::Graph graph(rows * columns);
    for (std::size_t v = 0; v < rows * columns; ++v) {
        if ((v + 1) % columns != 0) graph.add_edge(v, v + 1);
        if (v + columns < rows * columns) graph.add_edge(v, v + columns);
    }
    return graph;
}

graph::Graph without(const graph::Graph& graph, const std::vector<std::size_t>& vertices) {
    std::vector<std::size_t> left;
    for (std::size_t v = 0; v < graph.size(); ++v)
        if (std::ranges::find(vertices, v) == vertices.end()) left.push_back(v);
    graph::Graph rest(left.size());
    for (std::size_t i = 0; i < left.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (graph.adjacent(left[i], left[j])) rest.add_edge(i, j);
    return rest;
}

/// `pieces` copies of a path of `length` vertices.
graph::Graph paths(std::size_t pieces, std::size_t length) {
    graph::Graph graph(pieces * length);
    for (std::size_t v = 1; v < graph.size(); ++v)
        if (v % length != 0) graph.add_edge(v - 1, v);
    return graph;
}

/// Disjoint edges, and vertices alone so that the pattern has as many vertices as is said.
Problem disjoint_edges_in(graph::Graph target, std::size_t edges) {
    return {LabelledGraph(paths(edges, 2)), LabelledGraph(std::move(target)), false};
}

TEST(Pieces, OfGridsThatDominoesCoverAreFoundWithoutASearch) {
    for (const std::size_t size : {2U, 4U, 8U, 10U, 20U}) {
        const Problem problem = disjoint_edges_in(grid(size, size), size * size / 2);
        const auto found = find(problem, alone);
        ASSERT_TRUE(found.value) << size;
        EXPECT_TRUE(is_solution(problem, *found.value)) << size;
        EXPECT_EQ(found.statistics.total.nodes, 1U) << size;
    }
    // Likewise with vertices alone, and beside a larger piece, once that is somewhere.
    graph::Graph mixed(34);
    for (const std::size_t v : {0U, 1U, 2U}) mixed.add_edge(v, v + 1);
    for (std::size_t v = 4; v < 32; v += 2) mixed.add_edge(v, v + 1);
    const Problem problem{LabelledGraph(mixed), LabelledGraph(grid(6, 6)), false};
    for (const test::Way& way : test::all_ways()) {
        const auto found = find(problem, way.options());
        ASSERT_TRUE(found.value) << way.skeleton.describe();
        EXPECT_TRUE(is_solution(problem, *found.value));
    }
}

TEST(Pieces, OfBoardsThatNoDominoesCoverAreRefusedAtTheRoot) {
    for (const std::size_t size : {4U, 8U, 20U}) {
        const Problem problem = disjoint_edges_in(without(grid(size, size), {0, size * size - 1}), size * size / 2 - 1);
        const auto found = find(problem, alone);
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_FALSE(found.value) << size;
        EXPECT_EQ(found.statistics.total.nodes, 1U) << size;
        EXPECT_EQ(count(problem, alone).value, 0U) << "though its pieces can be exchanged in more than 2^64 ways";
    }
    EXPECT_FALSE(find(disjoint_edges_in(grid(9, 9), 41), alone).value);
    EXPECT_TRUE(find(disjoint_edges_in(grid(9, 9), 40), alone).value);
}

// The dominoes of a board of 2 by n are counted by the Fibonacci numbers; of 4 by 4 there are 36 ways.
TEST(Pieces, AreCountedWithAllWaysToExchangeThem) {
    std::uint64_t ways = 1;
    std::uint64_t next = 2;
    std::uint64_t exchanges = 2;  // of n edges, each in two directions
    for (std::uint64_t n = 1; n <= 7; ++n) {
        EXPECT_EQ(count(disjoint_edges_in(grid(2, n), n), alone).value, ways * exchanges) << n;
        ways = std::exchange(next, ways + next);
        exchanges *= 2 * (n + 1);
    }
    EXPECT_EQ(count(disjoint_edges_in(grid(4, 4), 8), alone).value, 36U * 40'320 * 256);
}

TEST(Pieces, ThatNoMatchingTellsOfAreNotTriedInEveryOrder) {
    // Five paths of three vertices in four rings of five, each of which has room for one. There are 120 orders.
    graph::Graph rings(20);
    for (std::size_t v = 0; v < 20; ++v) rings.add_edge(v, v % 5 == 4 ? v - 4 : v + 1);
    const Problem problem{LabelledGraph(paths(5, 3)), LabelledGraph(rings), false};
    const auto found = find(problem, alone);
    EXPECT_FALSE(found.value);
    EXPECT_LT(found.statistics.total.nodes, 20'000U);
}

/// Copies of a random piece, and perhaps another one, in any order of vertices.
LabelledGraph random_pieces(SplitMix64& random, bool directed, bool labelled) {
    struct Edge {
        std::uint32_t from, to;
        std::uint64_t label;
    };
    std::vector<Edge> edges;
    std::vector<std::uint64_t> labels;
    const auto add = [&](std::uint32_t size, std::uint32_t copies) {
        std::vector<Edge> piece;
        std::vector<std::uint64_t> of_piece;
        for (std::uint32_t v = 0; v < size; ++v) {
            of_piece.push_back(random.below(2));
            for (std::uint32_t u = 0; u < v; ++u) {
                if (u + 1 != v && random.below(3) != 0) continue;
                piece.push_back({u, v, random.below(2)});
                if (directed && random.below(2) == 0) std::swap(piece.back().from, piece.back().to);
            }
        }
        for (std::uint32_t copy = 0; copy < copies; ++copy) {
            const auto first = static_cast<std::uint32_t>(labels.size());
            for (const Edge& edge : piece) edges.push_back({first + edge.from, first + edge.to, edge.label});
            labels.insert(labels.end(), of_piece.begin(), of_piece.end());
        }
    };
    const std::uint32_t size = 2 + random.below(2);
    add(size, size == 2 ? 2 + random.below(2) : 2);
    if (labels.size() < 5 && random.below(2) == 0) add(2, 1);
    if (labels.size() < 6 && random.below(3) == 0) labels.push_back(random.below(2));
    std::vector<std::uint32_t> places(labels.size());
    std::iota(places.begin(), places.end(), 0U);
    for (std::size_t i = places.size(); i > 1; --i)
        std::swap(places[i - 1], places[random.below(static_cast<std::uint32_t>(i))]);

    LabelledGraph graph;
    if (directed || labelled) {
        std::vector<graph::Arc> arcs;
        for (const Edge& edge : edges) {
            const std::uint64_t label = labelled ? edge.label : 0;
            arcs.push_back({places[edge.from], places[edge.to], label});
            if (!directed) arcs.push_back({places[edge.to], places[edge.from], label});
        }
        graph = LabelledGraph(labels.size(), graph::Arcs(std::move(arcs), labelled));
    } else {
        graph::Graph plain(labels.size());
        for (const Edge& edge : edges) plain.add_edge(places[edge.from], places[edge.to]);
        graph = LabelledGraph(std::move(plain));
    }
    if (labelled) {
        graph.labels.resize(labels.size());
        for (std::size_t v = 0; v < labels.size(); ++v) graph.labels[places[v]] = labels[v];
    }
    return graph;
}

LabelledGraph random_target(SplitMix64& random, std::uint32_t size, bool directed, bool labelled) {
    std::vector<graph::Arc> arcs;
    graph::Graph plain(size);
    const double density = 0.3 + 0.6 * random.unit();
    for (std::uint32_t v = 0; v < size; ++v) {
        for (std::uint32_t u = 0; u < v; ++u) {
            if (random.unit() > density) continue;
            plain.add_edge(u, v);
            const std::uint64_t label = labelled ? random.below(2) : 0;
            const std::uint32_t ways = directed ? 1 + random.below(3) : 3;
            if ((ways & 1) != 0) arcs.push_back({u, v, label});
            if ((ways & 2) != 0) arcs.push_back({v, u, label});
        }
    }
    LabelledGraph graph = directed || labelled ? LabelledGraph(size, graph::Arcs(std::move(arcs), labelled))
                                               : LabelledGraph(std::move(plain));
    for (std::uint32_t v = 0; labelled && v < size; ++v) graph.labels.push_back(random.below(2));
    return graph;
}

TEST(Pieces, AnswersAreThoseOfBruteForce) {
    std::uint64_t some = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SplitMix64 random(seed);
        const bool directed = seed % 3 == 1;
        const bool labelled = seed % 4 == 1;
        Problem problem;
        problem.pattern = random_pieces(random, directed, labelled);
        problem.target = random_target(random, 5 + random.below(4), directed, labelled);
        problem.induced = seed % 2 == 1;
        const std::vector<Mapping> expected = test::brute_force(problem);
        ASSERT_EQ(count(problem, alone).value, expected.size()) << "seed " << seed;
        const auto found = find(problem, alone);
        ASSERT_EQ(found.value.has_value(), !expected.empty()) << "seed " << seed;
        const Mappings listed = all(problem, alone).value;
        ASSERT_EQ(listed.size(), expected.size()) << "seed " << seed;
        for (std::size_t i = 0; i < expected.size(); ++i)
            ASSERT_TRUE(std::ranges::equal(listed[i], expected[i])) << "seed " << seed;
        if (!expected.empty()) ++some;
    }
    EXPECT_GT(some, 100U);
}

TEST(Pieces, EveryWayToSearchGivesTheSameAnswers) {
    const Problem problem{LabelledGraph(paths(3, 3)), LabelledGraph(grid(3, 4)), false};
    const std::uint64_t expected = count(problem, alone).value;
    EXPECT_GT(expected, 0U);
    for (const test::Way& way : test::all_ways()) {
        EXPECT_EQ(count(problem, way.options()).value, expected) << way.skeleton.describe();
        EXPECT_TRUE(find(problem, way.options()).value) << way.skeleton.describe();
    }
}

TEST(Pieces, MoreMappingsThanCanBeCountedAreAnError) {
    EXPECT_THROW(count(disjoint_edges_in(paths(24, 2), 24), alone), Error);
}

TEST(Pieces, AlikeAreThoseWithTheSameLabelsAndDirections) {
    Problem problem{LabelledGraph(paths(4, 2)), LabelledGraph(grid(3, 3)), false};
    const auto kinds = [&] { return Space(problem, Goal::find).pieces()->kinds(); };
    EXPECT_EQ(kinds(), (std::vector<std::size_t>{4}));
    problem.pattern.labels = {0, 1, 1, 0, 0, 0, 1, 1};
    problem.target.labels = {0, 1, 0, 1, 0, 1, 0, 1, 0};  // all vertices of the pattern have candidates
    auto sizes = kinds();
    std::ranges::sort(sizes);
    EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 1, 2}));
    EXPECT_EQ(Space({LabelledGraph(test::ring(4)), LabelledGraph(grid(3, 3)), false}, Goal::find).pieces(), nullptr)
        << "it is in one piece";
}

TEST(Pieces, ANodeStandsForAsManySolutionsAsItSays) {
    const Problem problem{LabelledGraph(paths(2, 2)), LabelledGraph(grid(2, 2)), false};
    const Space space(problem, Goal::count);
    Node node = space.root();
    EXPECT_TRUE(space.has_node(node));
    node.ways = 0;
    EXPECT_FALSE(space.has_node(node));
    const Space seen(problem, Goal::see);
    node = seen.root();
    node.ways = 2;
    EXPECT_FALSE(seen.has_node(node));
}

/// By trying all.
std::size_t most_by_force(const graph::Graph& graph, std::uint64_t left) {
    if (left == 0) return 0;
    const auto vertex = static_cast<std::size_t>(std::countr_zero(left));
    left &= left - 1;
    std::size_t most = most_by_force(graph, left);
    for (std::size_t other = vertex + 1; other < graph.size(); ++other)
        if ((left >> other & 1) != 0 && graph.adjacent(vertex, other))
            most = std::max(most, 1 + most_by_force(graph, left & ~(std::uint64_t{1} << other)));
    return most;
}

TEST(DisjointEdges, AreDisjointEdgesAndAsManyAsThereAre) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SplitMix64 random(seed);
        const graph::Graph graph = graph::random_graph(1 + random.below(10), random.unit(), seed);
        const std::vector<std::uint64_t> within = {random() & ((std::uint64_t{1} << graph.size()) - 1)};
        const std::size_t expected = most_by_force(graph, within[0]);
        const Edges some = some_disjoint_edges(graph, within);
        const Edges most = most_disjoint_edges(graph, within);
        EXPECT_EQ(most.size(), expected) << seed;
        EXPECT_GE(2 * some.size(), expected) << seed;
        for (const Edges& edges : {some, most}) {
            std::uint64_t taken = ~within[0];
            for (const auto& [a, b] : edges) {
                EXPECT_TRUE(graph.adjacent(a, b));
                EXPECT_EQ(taken >> a & 1, 0U);
                EXPECT_EQ(taken >> b & 1, 0U);
                taken |= std::uint64_t{1} << a | std::uint64_t{1} << b;
            }
        }
    }
}

}  // namespace
}  // namespace scrump::sip
