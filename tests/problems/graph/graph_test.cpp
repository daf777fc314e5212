#include <scrump/problems/graph/graph.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/graphs.hpp>

namespace scrump::graph {
namespace {

TEST(Graph, CountsEdgesAndDegrees) {
    Graph graph(70);
    graph.add_edge(0, 69);
    graph.add_edge(69, 0);
    graph.add_edge(64, 69);
    EXPECT_EQ(graph.edges(), 2U);
    EXPECT_EQ(graph.degree(69), 2U);
    EXPECT_EQ(graph.degree(1), 0U);
    EXPECT_DOUBLE_EQ(graph.density(), 2.0 / (35 * 69));
    EXPECT_EQ(Graph(1).density(), 0);
}

TEST(Complement, HasTheEdgesThatTheGraphHasNot) {
    for (const std::size_t vertices : {0U, 1U, 2U, 63U, 64U, 65U, 130U}) {
        const Graph graph = maxclique::test::random_graph(vertices, 0.3, vertices);
        const Graph other = complement(graph);
        ASSERT_EQ(other.size(), vertices);
        for (std::size_t a = 0; a < vertices; ++a)
            for (std::size_t b = 0; b < vertices; ++b)
                ASSERT_EQ(other.adjacent(a, b), a != b && !graph.adjacent(a, b)) << vertices;
        EXPECT_EQ(graph.edges() + other.edges(), vertices * (vertices == 0 ? 0 : vertices - 1) / 2);
        EXPECT_EQ(complement(other), graph);
    }
}

}  // namespace
}  // namespace scrump::graph
