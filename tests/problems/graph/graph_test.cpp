#include <scrump/problems/graph/graph.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/graphs.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

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

TEST(AsRow, HasTheVerticesIfTheyAreSomeOfTheGraphAllDifferent) {
    Graph graph(70);
    for (const std::size_t neighbour : {1U, 63U, 64U, 69U}) graph.add_edge(7, neighbour);
    const auto row = graph.row(7);
    EXPECT_EQ(as_row(graph, std::vector<std::size_t>{64, 1, 69, 63}),
              std::vector<std::uint64_t>(row.begin(), row.end()));
    EXPECT_EQ(as_row(graph, {}), std::vector<std::uint64_t>(2));
    EXPECT_EQ(as_row(graph, std::vector<std::size_t>{64, 1, 64}), std::nullopt);
    EXPECT_EQ(as_row(graph, std::vector<std::size_t>{70}), std::nullopt);
}

}  // namespace
}  // namespace scrump::graph
