#include <scrump/problems/graph/lad.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/message_of.hpp"

namespace scrump::graph {
namespace {

GraphFile lad(const std::string& text, LadKind kind = LadKind::plain, EdgeReading edges = EdgeReading::undirected) {
    return parse_lad(text, kind, {.name = "g", .edges = edges, .limit = 1000});
}

std::string message(const std::string& text, LadKind kind, EdgeReading edges = EdgeReading::undirected) {
    return test::message_of([&] { static_cast<void>(lad(text, kind, edges)); });
}

TEST(Lad, AGraphIsRead) {
    const GraphFile file = lad("3\n2 1 2\n1 0\n1 0\n");
    EXPECT_EQ(file, (GraphFile{.graph = SparseGraph(3, std::vector<SparseGraph::Edge>{{0, 1}, {0, 2}}),
                               .names = VertexNames(0)}));
}

TEST(Lad, LineEndsBlankLinesAndSpacingMakeNoDifference) {
    EXPECT_EQ(lad("\r\n 3 \r\n\r\n2\t1  2 \r\n1 0\r\n1 0"), lad("3\n2 1 2\n1 0\n1 0\n"));
}

TEST(Lad, AVertexThatListsItselfHasALoop) {
    const GraphFile file = lad("2\n2 0 1\n1 0\n");
    EXPECT_EQ(file.loops, (std::vector<SparseGraph::Vertex>{0}));
    EXPECT_EQ(file.graph.edges(), 1U);
}

TEST(Lad, LabelsOfVerticesAreRead) {
    for (const LadKind kind : {LadKind::vertex_labelled, LadKind::labelled}) {
        const GraphFile file = lad("2\n7 1 1\n18446744073709551615 1 0\n", kind);
        EXPECT_EQ(file.labels, (std::vector<std::uint64_t>{7, 18446744073709551615U}));
        EXPECT_EQ(file.graph.edges(), 1U);
        EXPECT_TRUE(file.arcs.empty());
    }
}

TEST(Lad, DirectionsAreRead) {
    const std::string text = "3\n2 0 1\n1 0\n1 0\n";
    const GraphFile file = lad(text, LadKind::directed, EdgeReading::arcs);
    EXPECT_EQ(file.arcs, Arcs({{0, 0}, {0, 1}, {1, 0}, {2, 0}}));
    EXPECT_TRUE(file.arcs.directed());
    EXPECT_EQ(file.graph.edges(), 2U);
    EXPECT_EQ(file.loops, (std::vector<SparseGraph::Vertex>{0}));
    EXPECT_EQ(lad(text, LadKind::plain, EdgeReading::directed), file);
    EXPECT_EQ(lad("2\n1 1\n1 0\n", LadKind::directed, EdgeReading::arcs), lad("2\n1 1\n1 0\n")) << "both ways";
    const std::string refusal =
        "g:4: vertex 2 lists 0 as its neighbour, but 0 does not list 2; expected an undirected graph, whose edges are "
        "listed by both ends";
    EXPECT_EQ(message(text, LadKind::plain, EdgeReading::arcs), refusal);
    EXPECT_EQ(message(text, LadKind::directed), refusal) << "by those who know no directions";
}

TEST(Lad, LabelsOfEdgesAreRead) {
    const std::string text = "3\n4 0\n5 1 2 9\n6 2 1 9 0 8\n";
    const GraphFile file = lad(text, LadKind::labelled, EdgeReading::arcs);
    EXPECT_EQ(file.arcs, Arcs({{1, 2, 9}, {2, 1, 9}, {2, 0, 8}}, true));
    EXPECT_EQ(file.labels, (std::vector<std::uint64_t>{4, 5, 6}));
    EXPECT_EQ(message(text, LadKind::vertex_labelled, EdgeReading::arcs),
              "g:3: expected the end of the line, found '9'");
    const GraphFile skipped = lad("2\n4 1 1 9\n5 1 0 9\n", LadKind::labelled);
    EXPECT_TRUE(skipped.arcs.empty());
    EXPECT_EQ(skipped.graph.edges(), 1U);
    const GraphFile both_ways = lad("2\n4 1 1 9\n5 1 0 9\n", LadKind::labelled, EdgeReading::arcs);
    EXPECT_TRUE(both_ways.arcs.labelled());
    EXPECT_FALSE(both_ways.arcs.directed());
    EXPECT_EQ(message("2\n4 1 1 9\n5 1 0\n", LadKind::labelled, EdgeReading::arcs),
              "g:3: expected the label of the edge to 0, found the end of the line");
    EXPECT_EQ(message("2\n4 1 1\n5 1 0 9\n", LadKind::labelled, EdgeReading::arcs),
              "g:3: expected the end of the line, found '9'");
}

TEST(Lad, WhichKindItIsFollowsFromTheText) {
    EXPECT_EQ(detect_lad("2\n1 1\n1 0\n"), LadKind::plain);
    EXPECT_EQ(detect_lad("2\n1 1\n0\n"), LadKind::directed);
    EXPECT_EQ(detect_lad("2\n5 1 1\n5 1 0\n"), LadKind::labelled);
    EXPECT_EQ(detect_lad("2\n5 1 1 7\n5 0\n"), LadKind::labelled);
    EXPECT_EQ(detect_lad("1\n1 0\n"), LadKind::plain) << "both make sense";
    EXPECT_EQ(detect_lad("2\n1 0\n1 0\n"), LadKind::labelled) << "0 is no neighbour of both";
    EXPECT_EQ(detect_lad("3\n2 1 2\n1 1\n1 2\n"), LadKind::directed) << "no vertex has the label 2 and lists 2";
    EXPECT_EQ(detect_lad("2\n1 7 7\nx\n"), LadKind::plain) << "neither makes sense";
    EXPECT_EQ(detect_lad("2\n1 1\n1 2\n"), LadKind::plain) << "there is no vertex 2";
    EXPECT_EQ(detect_lad("2\n2 1 1\n1 0\n"), LadKind::plain) << "that a vertex is listed twice is to be told";
    EXPECT_EQ(detect_lad("99999999999999999999\n"), LadKind::plain) << "no number that fits";
}

TEST(Lad, AGraphWithoutVerticesIsAGraph) {
    EXPECT_EQ(lad("0\n").graph.size(), 0U);
}

TEST(Lad, BadTextsAreRefused) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "g:1: the file is empty; expected the number of vertices"},
        {" \r\n\n", "g:2: the file is empty; expected the number of vertices"},
        {"x\n", "g:1: expected the number of vertices, found 'x'"},
        {"-1\n", "g:1: expected the number of vertices, found '-1'"},
        {"99999999999999999999\n", "g:1: expected the number of vertices, found '99999999999999999999'"},
        {"1001\n", "g:1: 1001 vertices; expected at most 1000"},
        {"1 2\n0\n", "g:1: expected the end of the line, found '2'"},
        {"2\n0\n", "g:2: the file ends after 1 vertex; expected 2"},
        {"1\n0\n\n0\n", "g:4: expected the end of the file after 1 vertex, found '0'"},
        {"2\n1 1\n\n1\n", "g:4: expected a neighbour from 0 to 1, found the end of the line"},
        {"2\n1 1\n1 2\n", "g:3: expected a neighbour from 0 to 1, found '2'"},
        {"2\n1 1\n1 1.5\n", "g:3: expected a neighbour from 0 to 1, found '1.5'"},
        {"2\n1 1\n0 0\n", "g:3: expected the end of the line, found '0'"},
        {"2\n1 1\nx\n", "g:3: expected the degree of vertex 1, found 'x'"},
        {"2\n3 0 0 1\n0\n", "g:2: vertex 0 has degree 3 in a graph of 2 vertices"},
        {"2\n18446744073709551615\n0\n", "g:2: vertex 0 has degree 18446744073709551615 in a graph of 2 vertices"},
        {"3\n0\n\n3 2 0 2\n1 1\n", "g:4: vertex 1 lists 2 a second time; expected each neighbour once"},
        {"1\n2 0 0\n", "g:2: vertex 0 has degree 2 in a graph of 1 vertex"},
        {"2\n0\n1 0\n",
         "g:3: vertex 1 lists 0 as its neighbour, but 0 does not list 1; expected an undirected graph, whose edges are "
         "listed by both ends"},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(message(text, LadKind::plain), expected) << text;
    EXPECT_EQ(message("1\nx 0\n", LadKind::labelled), "g:2: expected the label of vertex 0, found 'x'");
    EXPECT_EQ(message("1\n3\n", LadKind::labelled), "g:2: expected the degree of vertex 0, found the end of the line");
}

TEST(Lad, TheFirstVertexHasALine) {
    EXPECT_EQ(line_of_first_vertex("1\n0\n"), 2U);
    EXPECT_EQ(line_of_first_vertex("\n1\r\n \r\n\n7 0\n"), 5U);
    EXPECT_EQ(line_of_first_vertex("0\n"), 0U);
    EXPECT_EQ(line_of_first_vertex(""), 0U);
}

}  // namespace
}  // namespace scrump::graph
