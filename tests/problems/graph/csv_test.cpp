// CSV with directions and labels, and what graphs keep of these.

#include <scrump/problems/graph/detail/csv.hpp>
#include <scrump/problems/graph/label_words.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "support/message_of.hpp"

namespace scrump::graph {
namespace {

using Names = std::vector<std::string>;

// The example of the Glasgow Subgraph Solver.
const std::string shapes =
    "first>second,red\n"
    "second>first,blue\n"
    "first,third,purple\n"
    "first>first,green\n"
    "first,,circle\n"
    "second,,circle\n"
    "third,,square\n"
    "fourth,,square\n";

GraphFile csv(const std::string& text, EdgeReading edges = EdgeReading::arcs) {
    return parse_csv(text, {.name = "g", .edges = edges, .limit = 1000});
}

std::string refused(const std::string& text, EdgeReading edges = EdgeReading::arcs) {
    return test::message_of([&] { static_cast<void>(csv(text, edges)); });
}

std::string rewritten(const GraphFile& file) {
    std::ostringstream out;
    write_csv(out, file);
    return out.str();
}

TEST(Csv, EdgesHaveDirectionsAndLabels) {
    const GraphFile file = csv(shapes);
    EXPECT_EQ(file.names, VertexNames(Names{"first", "second", "third", "fourth"}));
    const auto label = [&](std::size_t from, std::size_t to) {
        const Arc* const arc = file.arcs.find(from, to);
        return arc == nullptr ? "none" : label_text(arc->label, file.label_words);
    };
    EXPECT_EQ(label(0, 1), "red");
    EXPECT_EQ(label(1, 0), "blue");
    EXPECT_EQ(label(0, 2), "purple");
    EXPECT_EQ(label(2, 0), "purple");
    EXPECT_EQ(label(0, 0), "green");
    EXPECT_EQ(file.arcs.size(), 5U);
    EXPECT_EQ(file.graph.edges(), 2U);
    EXPECT_EQ(file.loops, (std::vector<SparseGraph::Vertex>{0}));
    Names labels;
    for (const std::uint64_t each : file.labels) labels.push_back(label_text(each, file.label_words));
    EXPECT_EQ(labels, (Names{"circle", "circle", "square", "square"}));
    EXPECT_EQ(csv(rewritten(file)).labels.size(), 4U);
    EXPECT_EQ(rewritten(csv(rewritten(file))), rewritten(file));
}

TEST(Csv, WhatHasNoLabelHasTheEmptyOne) {
    const GraphFile file = csv("a,b\nb,c,7\nc,,x\n");
    EXPECT_EQ(label_text(file.arcs.find(0, 1)->label, file.label_words), "");
    EXPECT_EQ(file.arcs.find(1, 2)->label, 7U);
    EXPECT_EQ(label_text(file.labels[0], file.label_words), "");
    EXPECT_EQ(label_text(file.labels[2], file.label_words), "x");
}

TEST(Csv, WithoutDirectionsAndLabelsIsAnUndirectedGraph) {
    const GraphFile file = csv("10,7\n\"7\" , 9\n12,\n");
    EXPECT_TRUE(file.arcs.empty());
    EXPECT_TRUE(file.labels.empty());
    EXPECT_TRUE(file.label_words.empty());
    EXPECT_EQ(file.names, VertexNames(std::vector<std::uint64_t>{7, 9, 10, 12})) << "in the order of their numbers";
    EXPECT_TRUE(file.graph.adjacent(0, 2));
    EXPECT_TRUE(file.graph.adjacent(0, 1));
    EXPECT_EQ(csv("a>b\nb>a\n"), csv("a,b\n"));
    EXPECT_EQ(csv("a>b\nb,c\n", EdgeReading::directed), csv("a>b\nb>c\nc>b\n")) << "the format says which go both ways";
    EXPECT_EQ(refused("a,b,x\nb,a,y\n", EdgeReading::directed), refused("a,b,x\nb,a,y\n"));
}

TEST(Csv, NamesMayBeInQuotes) {
    const GraphFile file = csv("\"a,b\">\"c>d\",\"x,y\"\n");
    EXPECT_EQ(file.names, VertexNames(Names{"a,b", "c>d"}));
    EXPECT_EQ(file.label_words, Names{"x,y"});
    EXPECT_EQ(csv(rewritten(file)), file);
    EXPECT_EQ(csv(rewritten(csv("\"a\"\"b\",c,\"\"\"x\"\"\"\n"))), csv("\"a\"\"b\",c,\"\"\"x\"\"\"\n"));
    EXPECT_EQ(csv("\"a\"\"b\",c,\"\"\"x\"\"\"\n").label_words, Names{"\"x\""});
    EXPECT_EQ(test::message_of([] { rewritten({.graph = SparseGraph(1, {}), .names = VertexNames(Names{"a\nb"})}); }),
              "a name or label is 'a\\x0ab', which cannot stand in CSV");
    EXPECT_EQ(test::message_of([] { rewritten({.graph = SparseGraph(1, {}), .names = VertexNames(Names{""})}); }),
              "a vertex has an empty name, which cannot stand in CSV");
}

TEST(Csv, AHeadingIsNotAnEdge) {
    EXPECT_EQ(csv("Source,Target,Label\na,b,red\n"), csv("a,b,red\n"));
    EXPECT_EQ(csv("from,to\na>b\n"), csv("a>b\n"));
    EXPECT_EQ(refused("Target,Weight,Source\na,b,red\n"),
              "g:1: expected the ends of edges in the first two columns, found 'Target,Weight,Source'");
}

TEST(Csv, BadTextsAreRefused) {
    const std::string expected =
        "expected an edge 'a,b' or 'a>b', or a vertex 'a,,label', each with or without a label, ";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"a,b\nab\n", "g:2: " + expected + "found 'ab'"},
        {"a,b\n\"c,d\n", "g:2: " + expected + "found '\"c,d'"},
        {"a>\n", "g:1: " + expected + "found 'a>'"},
        {",b\n", "g:1: " + expected + "found ',b'"},
        {"\n\na,b,c,d\n", "g:3: " + expected + "found 'a,b,c,d'"},
        {"a,,x\na,,y\n", "g:2: vertex 'a' has another label already; expected one"},
        {"a>b,x\nb>a,y\na,b,x\n", "g:3: the edge from 'b' to 'a' has another label in line 2; expected one"},
    };
    for (const auto& [text, message] : cases) EXPECT_EQ(refused(text), message) << text;
    EXPECT_EQ(refused("c,d\nb>a\na>b\n\na>c\n", EdgeReading::undirected),
              "g:5: an edge goes from 'a' to 'c', but none goes back; expected an undirected graph");
    EXPECT_EQ(refused("a>b,x\nb>a,y\n", EdgeReading::undirected), "no error");
}

TEST(Labels, OfTwoFilesAreTheSameWhereTheirWordsAre) {
    const GraphFile one = csv("a,b,red\nb,c,green\na,c,7\na,,x\n");
    GraphFile other = csv("a,b,green\nb,c,7\na,c,blue\na,,red\n");
    agree_on_words(one, other);
    EXPECT_EQ(other.arcs.find(0, 1)->label, one.arcs.find(1, 2)->label);
    EXPECT_EQ(other.arcs.find(1, 2)->label, 7U);
    EXPECT_EQ(other.labels[0], one.arcs.find(0, 1)->label);
    EXPECT_EQ(other.labels[1], one.labels[1]) << "the empty word";
    EXPECT_EQ(label_text(other.arcs.find(0, 2)->label, other.label_words), "blue");
    GraphFile large{.graph = SparseGraph(1, {}), .labels = {first_label_word}};
    EXPECT_EQ(test::message_of([&] { agree_on_words(one, large); }),
              "a label is 2^63 or more, which does not go with labels of the other graph that are words");
}

}  // namespace
}  // namespace scrump::graph
