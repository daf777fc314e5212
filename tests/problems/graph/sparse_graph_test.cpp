#include <scrump/base/random.hpp>
#include <scrump/problems/graph/random_graphs.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/message_of.hpp"

namespace scrump::graph {
namespace {

using Vertex = SparseGraph::Vertex;
using Edge = SparseGraph::Edge;

std::vector<Vertex> neighbours(const SparseGraph& graph, std::size_t vertex) {
    return {graph.neighbours(vertex).begin(), graph.neighbours(vertex).end()};
}

TEST(SparseGraph, TakesEdgesInAnyOrderAndDirection) {
    const std::vector<Edge> edges = {{3, 1}, {0, 4}, {1, 0}, {4, 3}, {2, 2}, {0, 1}, {1, 0}, {4, 4}, {3, 0}};
    const SparseGraph graph(6, edges);
    EXPECT_EQ(graph.size(), 6U);
    EXPECT_EQ(graph.edges(), 5U);
    EXPECT_EQ(neighbours(graph, 0), (std::vector<Vertex>{1, 3, 4}));
    EXPECT_EQ(neighbours(graph, 1), (std::vector<Vertex>{0, 3}));
    EXPECT_EQ(neighbours(graph, 2), (std::vector<Vertex>{}));
    EXPECT_EQ(neighbours(graph, 3), (std::vector<Vertex>{0, 1, 4}));
    EXPECT_EQ(neighbours(graph, 4), (std::vector<Vertex>{0, 3}));
    EXPECT_EQ(neighbours(graph, 5), (std::vector<Vertex>{}));
    EXPECT_EQ(graph.degree(3), 3U);
    EXPECT_TRUE(graph.adjacent(4, 3));
    EXPECT_FALSE(graph.adjacent(4, 1));
    EXPECT_DOUBLE_EQ(graph.density(), 1.0 / 3);
}

TEST(SparseGraph, MayBeEmpty) {
    EXPECT_EQ(SparseGraph().size(), 0U);
    EXPECT_EQ(SparseGraph(), SparseGraph(0, {}));
    EXPECT_EQ(SparseGraph(3, {}).edges(), 0U);
    EXPECT_EQ(SparseGraph(1, {}).density(), 0);
    EXPECT_NE(SparseGraph(3, {}), SparseGraph(4, {}));
}

TEST(SparseGraph, IsTheSameWhateverTheOrderOfTheEdges) {
    SplitMix64 random(3);
    for (std::size_t round = 0; round < 200; ++round) {
        const std::size_t size = 1 + random.below(90);
        const Graph dense = random_graph(size, random.unit(), random());
        std::vector<Edge> edges;
        for (Vertex a = 0; a < size; ++a)
            for (Vertex b = 0; b < a; ++b)
                if (dense.adjacent(a, b)) edges.push_back(random.below(2) == 0 ? Edge{a, b} : Edge{b, a});
        const std::size_t different = edges.size();
        for (std::size_t i = 0; i < different; ++i)
            if (random.below(4) == 0) edges.push_back({edges[i].b, edges[i].a});
        for (std::size_t i = edges.size(); i > 1; --i)
            std::swap(edges[i - 1], edges[random.below(static_cast<std::uint32_t>(i))]);
        const SparseGraph graph(size, edges);
        ASSERT_EQ(graph.edges(), different);
        ASSERT_EQ(to_dense(graph), dense);
        ASSERT_EQ(to_sparse(dense), graph);
        for (Vertex a = 0; a < size; ++a) {
            ASSERT_EQ(graph.degree(a), dense.degree(a));
            ASSERT_TRUE(std::ranges::is_sorted(graph.neighbours(a)));
            for (Vertex b = 0; b < size; ++b)
                if (a != b) {
                    ASSERT_EQ(graph.adjacent(a, b), dense.adjacent(a, b));
                }
        }
    }
}

TEST(SparseGraph, InducesMatrices) {
    const Graph dense = random_graph(100, 0.3, 5);
    const std::vector<Vertex> vertices = {17, 3, 99, 64, 0, 42};
    const Graph induced = induced_graph(to_sparse(dense), vertices);
    ASSERT_EQ(induced.size(), vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) EXPECT_EQ(induced.adjacent(i, j), dense.adjacent(vertices[i], vertices[j]));
    EXPECT_EQ(induced_graph(to_sparse(dense), {}), Graph());
}

TEST(SparseGraph, MayBeTooLargeForAMatrix) {
    EXPECT_EQ(test::message_of([] { to_dense(SparseGraph(65537, {})); }),
              "a graph of 65537 vertices is too large for a matrix; expected at most 65536");
}

}  // namespace
}  // namespace scrump::graph
