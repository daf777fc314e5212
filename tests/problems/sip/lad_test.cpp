#include <scrump/base/error.hpp>
#include <scrump/problems/sip/lad.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graphs.hpp"
#include "support/message_of.hpp"

namespace scrump::sip {
namespace {

std::string message(const std::string& text, Format format = Format::automatic, std::size_t limit = 1000) {
    return test::message_of([&] { static_cast<void>(parse_graph(text, "g", format, limit)); });
}

TEST(Lad, AGraphIsRead) {
    const LabelledGraph graph = parse_graph("3\n2 1 2\n1 0\n1 0\n", "g");
    EXPECT_EQ(graph.edges, test::star(2));
    EXPECT_EQ(graph.number_of_loops(), 0U);
    EXPECT_TRUE(graph.labels.empty());
}

TEST(Lad, LineEndsBlankLinesAndSpacingMakeNoDifference) {
    EXPECT_EQ(parse_graph("\r\n 3 \r\n\r\n2\t1  2 \r\n1 0\r\n1 0", "g"), parse_graph("3\n2 1 2\n1 0\n1 0\n", "g"));
}

TEST(Lad, AVertexThatListsItselfHasALoop) {
    const LabelledGraph graph = parse_graph("2\n2 0 1\n1 0\n", "g");
    EXPECT_EQ(graph.loops, (std::vector<bool>{true, false}));
    EXPECT_EQ(graph.edges.edges(), 1U);
}

TEST(Lad, LabelsOfVerticesAreRead) {
    const std::string text = "2\n7 1 1\n18446744073709551615 1 0\n";
    const LabelledGraph graph = parse_graph(text, "g");
    EXPECT_EQ(graph.labels, (std::vector<std::uint64_t>{7, 18446744073709551615U}));
    EXPECT_EQ(graph.edges, test::ring(2));
    EXPECT_EQ(parse_graph(text, "g", Format::labelled_lad), graph);
}

TEST(Lad, TheFormatFollowsFromTheText) {
    EXPECT_EQ(detect_format("c\np edge 1 0\n"), Format::dimacs);
    EXPECT_EQ(detect_format(""), Format::lad);
    EXPECT_EQ(detect_format("2\n1 1\n1 0\n"), Format::lad);
    EXPECT_EQ(detect_format("2\n5 1 1\n5 1 0\n"), Format::labelled_lad);
    EXPECT_EQ(detect_format("1\n1 0\n"), Format::lad) << "both make sense";
    EXPECT_EQ(detect_format("2\n1 0\n1 0\n"), Format::labelled_lad) << "0 is no neighbour of both";
    EXPECT_EQ(detect_format("2\n1 7 7\nx\n"), Format::lad) << "neither makes sense";
    EXPECT_EQ(detect_format("99999999999999999999\n"), Format::lad) << "no number that fits";
}

TEST(Lad, DimacsIsReadWithItsLoops) {
    const LabelledGraph graph = parse_graph("p edge 3 2\ne 1 2\ne 3 3\n", "g");
    EXPECT_EQ(graph.edges.edges(), 1U);
    EXPECT_EQ(graph.loops, (std::vector<bool>{false, false, true}));
}

TEST(Lad, AGraphWithoutVerticesIsAGraph) {
    EXPECT_EQ(parse_graph("0\n", "g").size(), 0U);
}

TEST(Lad, WhatIsWrittenIsReadBack) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        SplitMix64 random(seed);
        const test::Kind kind{.labels = seed % 2 == 0, .loops = seed % 3 == 0};
        LabelledGraph graph = test::decorated(graph::random_graph(1 + seed % 9, 0.5, seed), kind, random);
        if (graph.number_of_loops() == 0) graph.loops.clear();
        const Format format = kind.labels ? Format::labelled_lad : Format::lad;
        EXPECT_EQ(parse_graph(to_lad(graph), "g", format), graph) << "seed " << seed;
    }
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
    for (const auto& [text, expected] : cases) EXPECT_EQ(message(text, Format::lad), expected) << text;
    EXPECT_EQ(message("1\nx 0\n", Format::labelled_lad), "g:2: expected the label of vertex 0, found 'x'");
    EXPECT_EQ(message("1\n3\n", Format::labelled_lad),
              "g:2: expected the degree of vertex 0, found the end of the line");
}

TEST(Lad, TheFirstVertexHasALine) {
    EXPECT_EQ(line_of_first_vertex("1\n0\n"), 2U);
    EXPECT_EQ(line_of_first_vertex("\n1\r\n \r\n\n7 0\n"), 5U);
    EXPECT_EQ(line_of_first_vertex("0\n"), 0U);
    EXPECT_EQ(line_of_first_vertex(""), 0U);
}

}  // namespace
}  // namespace scrump::sip
