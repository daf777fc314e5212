// Graphs in each format: what is written is read back, what circulates is read, and what is wrong is told.

#include <scrump/base/random.hpp>
#include <scrump/problems/graph/detail/sized_edge_list.hpp>
#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/graph_file.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "support/message_of.hpp"

namespace scrump::graph {
namespace {

using Edges = std::vector<SparseGraph::Edge>;
using Vertices = std::vector<SparseGraph::Vertex>;
using Numbers = std::vector<std::uint64_t>;
using Words = std::vector<std::string>;

GraphFile read(const std::string& text, Format format, std::size_t limit = max_sparse_vertices) {
    return parse_graph(text, format, {.name = "in", .weights = VertexWeights::read, .limit = limit});
}

std::string refusal(const std::string& text, Format format, std::size_t limit = 1000) {
    return test::message_of([&] { read(text, format, limit); });
}

std::string written(const GraphFile& file, Format format) {
    std::ostringstream out;
    write_graph(out, file, format);
    return out.str();
}

std::vector<Format> all_with_writers() {
    std::vector<Format> all;
    for (const NamedFormat& each : formats())
        if (has_writer(each.format)) all.push_back(each.format);
    return all;
}

const std::vector<Format> with_writers = all_with_writers();

// Less than `bound`.
std::size_t below(SplitMix64& random, std::size_t bound) {
    return random.below(static_cast<std::uint32_t>(bound));
}

// As dense as chance has it, with all that a file may hold beside edges.
GraphFile random_file(std::uint64_t seed) {
    SplitMix64 random(seed);
    const std::size_t vertices = random.below(seed % 10 == 0 ? 130 : 9);
    const double density = random.unit();
    Edges edges;
    for (SparseGraph::Vertex a = 0; a < vertices; ++a)
        for (SparseGraph::Vertex b = 0; b <= a; ++b)
            if (random.unit() < density && (a != b || seed % 2 == 0)) edges.push_back({a, b});
    GraphFile file = file_of(vertices, edges);
    for (std::size_t v = 0; v < vertices && seed % 3 == 0; ++v) file.weights.push_back(random.below(max_weight + 1));
    for (std::size_t v = 0; v < vertices && seed % 3 == 1; ++v) file.labels.push_back(random() >> 1U);
    return file;
}

// What is left of a file that was written in a format and read again.
GraphFile kept_by(Format format, GraphFile file) {
    for (const std::string& lost : left_out(file, format)) {
        if (lost == "loops") file.loops.clear();
        if (lost == "weights") file.weights.clear();
        if (lost == "labels") file.labels.clear();
    }
    const bool labelled_lad = format == Format::labelled_lad || format == Format::vertex_labelled_lad;
    const bool lad = labelled_lad || format == Format::lad || format == Format::directed_lad;
    file.names = VertexNames(lad || format == Format::graph6 ? 0 : 1);
    if (labelled_lad && file.labels.empty()) file.labels.resize(file.graph.size());
    return file;
}

TEST(GraphFile, WhatIsWrittenIsReadBack) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const GraphFile file = random_file(seed);
        for (const Format format : with_writers) {
            const std::string text = written(file, format);
            EXPECT_EQ(read(text, format), kept_by(format, file)) << "seed " << seed << " as " << name(format) << "\n"
                                                                 << text;
        }
    }
}

TEST(GraphFile, WhatIsWrittenIsRecognised) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const GraphFile file = random_file(seed);
        if (file.graph.edges() == 0) continue;  // there is little to recognise
        for (const Format format : with_writers) {
            // What these could say beyond others is not there.
            if (format == Format::directed_lad || format == Format::vertex_labelled_lad) continue;
            EXPECT_EQ(name(detect_format(written(file, format))), name(format)) << "seed " << seed;
        }
    }
}

// Some bytes of a text that was written are changed, or its end is gone.
TEST(GraphFile, DamagedTextsAreReadOrRefused) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        SplitMix64 random(seed);
        const Format format = with_writers[below(random, with_writers.size())];
        std::string text = written(random_file(seed), format);
        if (random.below(2) == 0) text.resize(below(random, text.size() + 1));
        for (std::uint64_t changes = random.below(3); changes > 0 && !text.empty(); --changes)
            text[below(random, text.size())] = "0129 \n%:~-"[random.below(10)];
        for (const auto& each : formats()) {
            const std::string why = refusal(text, each.format, 300);
            EXPECT_TRUE(why == "no error" || why.starts_with("in:")) << each.name << ": " << why;
        }
    }
}

TEST(GraphFile, LineEndsOfWindowsMakeNoDifference) {
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        const GraphFile file = random_file(seed);
        for (const Format format : with_writers) {
            std::string text;
            for (const char c : written(file, format)) text += c == '\n' ? "\r\n" : std::string(1, c);
            EXPECT_EQ(read(text, format), kept_by(format, file)) << name(format);
        }
    }
}

TEST(GraphFile, NoMoreVerticesThanTheLimitAreTaken) {
    for (const auto& [text, format] : std::vector<std::pair<std::string, Format>>{
             {"p edge 11 0\n", Format::dimacs},
             {"12\np edge 11 0\n", Format::dimacs_binary},
             {"11\n", Format::lad},
             {"11\n", Format::labelled_lad},
             {"1>2\n3>4\n5,6\n7,8\n9,10\n11,1\n", Format::csv},
             {"1 2\n3 4\n5 6\n7 8\n9 10\n11 1\n", Format::edge_list},
             {"a b\nc d\ne f\ng h\ni j\nk a\n", Format::edge_list},
             {"11 1\n1 2\n", Format::sized_edge_list},
             {"#x\n11\n", Format::gfd},
             {"11 0\n", Format::metis},
             {"%%MatrixMarket matrix coordinate real general\n11 11 0\n", Format::matrix_market},
             {"J", Format::graph6},
             {":J", Format::sparse6}}) {
        EXPECT_NE(refusal(text, format, 10).find("11 vertices; expected at most 10"), std::string::npos)
            << text << refusal(text, format, 10);
    }
    const std::string huge = "18446744073709551615";
    EXPECT_EQ(refusal(huge + " 1\n", Format::metis), "in:1: 18446744073709551615 vertices; expected at most 1000");
    EXPECT_EQ(refusal("~~~~~~~~", Format::graph6), "in:1: 68719476735 vertices; expected at most 1000");
    EXPECT_EQ(refusal("~~~~~~~~", Format::graph6, max_vertices),
              "in:1: 68719476735 vertices; expected at most 65536, as a graph is kept as a matrix");
}

TEST(GraphFile, SaysWhatAFormatHasNoPlaceFor) {
    const GraphFile file{.graph = SparseGraph(2, {}),
                         .weights = {1, 2},
                         .loops = {0},
                         .labels = {3, 4},
                         .names = VertexNames(Words{"a", "b"})};
    EXPECT_EQ(left_out(file, Format::dimacs), (Words{"labels", "names of vertices"}));
    EXPECT_EQ(left_out(file, Format::labelled_lad), (Words{"weights", "names of vertices"}));
    EXPECT_EQ(left_out(file, Format::edge_list), (Words{"weights", "labels"}));
    EXPECT_EQ(left_out(file, Format::csv), (Words{"weights"}));
    const GraphFile directed = file_of(2, Arcs({{0, 1, 7}}, true));
    EXPECT_EQ(left_out(directed, Format::lad), (Words{"directions of edges", "labels of edges"}));
    EXPECT_EQ(left_out(directed, Format::directed_lad), (Words{"labels of edges"}));
    EXPECT_EQ(left_out(directed, Format::labelled_lad), Words());
    EXPECT_EQ(left_out(directed, Format::csv), Words());
    EXPECT_EQ(left_out(file, Format::metis), (Words{"loops", "labels", "names of vertices"}));
    EXPECT_EQ(left_out({}, Format::graph6), Words());
    EXPECT_EQ(test::message_of([&] { written(file, Format::graphml); }), "GraphML is only read, not written");
}

TEST(DimacsBinary, IsRead) {
    // Vertices 1 to 9, each adjacent to the one before; a loop of the last one, which takes the ninth bit of its row.
    std::string rows("\x00\x80\x40\x20\x10\x08\x04\x02\x01\x80", 10);
    const std::string preamble = "c path\np col 9 9\n";
    const std::string text = std::to_string(preamble.size()) + "\n" + preamble + rows;
    Edges edges;
    for (SparseGraph::Vertex v = 1; v < 9; ++v) edges.push_back({v - 1, v});
    EXPECT_EQ(read(text, Format::dimacs_binary), (GraphFile{.graph = SparseGraph(9, edges), .loops = {8}}));
    EXPECT_EQ(refusal(text.substr(0, text.size() - 1), Format::dimacs_binary),
              "in: the file ends after 8 rows of the matrix; expected 9");
    EXPECT_EQ(refusal(text + "x", Format::dimacs_binary), "in: 1 bytes after the last row of the matrix");
    EXPECT_EQ(refusal("99\n" + preamble, Format::dimacs_binary), "in:1: the file ends within its preamble of 99 bytes");
    EXPECT_EQ(refusal("8\np edge x", Format::dimacs_binary), "in:2: expected the number of vertices, found 'x'");
}

TEST(EdgeList, NumbersAreNames) {
    const GraphFile path{.graph = SparseGraph(3, Edges{{0, 1}, {1, 2}})};
    for (const std::string text :
         {"1 2\n2 3\n", "# SNAP\n# Nodes: 3\n2\t3\n1\t2\n2 1\n", "1,2\n2,3\n", "1; 2;0.5\n2; 3;7\n",
          "% sym unweighted\n1 2\n2 3", "\"1\",\"2\"\n\"2\",\"3\"\n", "source,target\n1,2\n2,3\n",
          "from to\n1 2\n2 3\n", "\n# c\n\nfrom to\n1 2\n2 3\n", "% id from to\n7 1 2\n8 2 3\n"})
        EXPECT_EQ(read(text, Format::edge_list), path) << text;
    EXPECT_EQ(read("0 1\n1 2\n", Format::edge_list), (GraphFile{.graph = path.graph, .names = VertexNames(0)}));
    EXPECT_EQ(read("7 10\n10 4294967294\n", Format::edge_list),
              (GraphFile{.graph = path.graph, .names = VertexNames(Numbers{7, 10, 4294967294})}));
    EXPECT_EQ(read("7 10\n10 12\n", Format::edge_list),
              (GraphFile{.graph = path.graph, .names = VertexNames(Numbers{7, 10, 12})}));
}

TEST(EdgeList, WordsAreNames) {
    const GraphFile file = read("anna,bert\nbert,\"carla, the first\"\ndora\nbert,bert\n", Format::edge_list);
    EXPECT_EQ(file, (GraphFile{.graph = SparseGraph(4, Edges{{0, 1}, {1, 2}}),
                               .loops = {1},
                               .names = VertexNames(Words{"anna", "bert", "carla, the first", "dora"})}));
    EXPECT_EQ(read(written(file, Format::edge_list), Format::edge_list).names.name(2), "carla, the first");
    EXPECT_EQ(read("1 4294967295\n", Format::edge_list).names, VertexNames(Words{"1", "4294967295"}))
        << "numbers of 2^32 - 1 and more are words";
}

TEST(SizedEdgeList, BeginsWithTheNumberOfVertices) {
    const GraphFile path{.graph = SparseGraph(4, Edges{{0, 1}, {1, 2}})};
    for (const std::string text : {"4 2\n1 2\n2 3\n", "4\n2\n1 2\n2 3\n", "4\n1 2\n2 3\n", "4 4 2\n1 2\n2 3\n",
                                   "% a comment\n4,2\n1,2,0.5\n2,3,0.5\n"})
        EXPECT_EQ(read(text, Format::sized_edge_list), path) << text;
    EXPECT_EQ(read("4 2\n0 1\n1 2\n", Format::sized_edge_list),
              (GraphFile{.graph = path.graph, .names = VertexNames(0)}));
    EXPECT_EQ(refusal("4 1\n0 4\n", Format::sized_edge_list),
              "in:2: a vertex 4; expected them from 0 to 3, as an edge has vertex 0");
    EXPECT_EQ(refusal("4 1\n1 5\n", Format::sized_edge_list),
              "in:2: expected an edge between two of 4 vertices, found '1 5'");
    EXPECT_EQ(refusal("a b\n", Format::sized_edge_list), "in:1: expected '<vertices> <edges>' in the first line");
    std::string warning;
    parse_graph("4 3\n1 2\n", Format::sized_edge_list,
                {.name = "in", .warn = [&](const std::string& what) { warning = what; }});
    EXPECT_EQ(warning, "in:1: edges announced: 3, listed: 1");
}

TEST(EdgeList, AFirstLineThatMayBeSizesIsAnEdgeAndSaidToBe) {
    std::string warning;
    const GraphFile triangle = parse_graph("3 2\n1 3\n2 1\n", Format::edge_list,
                                           {.name = "in", .warn = [&](const std::string& what) { warning = what; }});
    EXPECT_EQ(triangle.graph.edges(), 3U);
    EXPECT_EQ(warning,
              "in: the first line is read as an edge; if it is the numbers of vertices and edges, which fit, say "
              "--format sized-edge-list");
}

TEST(EdgeList, SizesAreOnlyWhatFits) {
    EXPECT_EQ(begins_with_sizes("5 2\n1 2\n2 3\n"), Sizes::maybe);
    EXPECT_EQ(begins_with_sizes("3 2\n1 3\n2 1\n"), Sizes::maybe);
    EXPECT_EQ(begins_with_sizes("3 3\n1 2\n2 3\n1 3\n"), Sizes::surely) << "as an edge, the only loop";
    EXPECT_EQ(begins_with_sizes("4 6\n1 2\n1 3\n1 4\n2 3\n2 4\n3 4\n"), Sizes::surely) << "no edge has a 5";
    EXPECT_EQ(begins_with_sizes("4 5\n1 2\n1 3\n1 4\n2 3\n2 4\n"), Sizes::maybe);
    EXPECT_EQ(begins_with_sizes("3 3 2\n1 2\n2 3\n"), Sizes::surely);
    EXPECT_EQ(begins_with_sizes("3\n2\n1 2\n2 3\n"), Sizes::surely);
    EXPECT_EQ(begins_with_sizes("5 2\n1 2\n2 6\n"), Sizes::no) << "6 is more than 5";
    EXPECT_EQ(begins_with_sizes("5 3\n1 2\n2 3\n"), Sizes::no) << "two edges follow";
    EXPECT_EQ(begins_with_sizes("3 2\n0 1\n1 3\n"), Sizes::no) << "from 0 there is no 3";
    EXPECT_EQ(begins_with_sizes("3\n1 2\n2 3\n"), Sizes::no) << "the number of edges is not there";
}

TEST(EdgeList, SaysWhatIsWrong) {
    EXPECT_EQ(refusal("% bip unweighted\n1 1\n", Format::edge_list),
              "in:1: a bipartite network, whose sides have the same numbers; expected one kind of vertex");
    EXPECT_EQ(refusal("1 2\n,3\n", Format::edge_list), "in:2: expected a vertex, found ',3'");
    EXPECT_EQ(test::message_of([] {
                  written({.graph = SparseGraph(1, {}), .names = VertexNames(Words{"a\nb"})}, Format::edge_list);
              }),
              "a vertex is called 'a\\x0ab', which cannot stand in a list of edges");
    EXPECT_EQ(refusal("1,2\n\"a,2\nb\",3\n", Format::edge_list),
              "in:2: expected a second quote in the line, found '\"a'");
}

TEST(EdgeList, AQuoteWithinQuotesIsWrittenTwice) {
    const GraphFile file = read("\"a \"\"b\"\" c\",x\n\"\"\"\",\"a \"\"b\"\" c\"\n", Format::edge_list);
    EXPECT_EQ(file.names, VertexNames(Words{"a \"b\" c", "x", "\""}));
    EXPECT_EQ(file.graph.edges(), 2U);
    for (const Format format : {Format::edge_list, Format::csv}) {
        const GraphFile again = read(written(file, format), format);
        EXPECT_EQ(again.graph.edges(), 2U) << name(format);
        EXPECT_EQ(again.names.name(0), "a \"b\" c") << name(format);
    }
    EXPECT_EQ(read("Source,Target\n\"a,\"\"b\"\"\",c\n", Format::edge_list).names, VertexNames(Words{"a,\"b\"", "c"}));
}

TEST(EdgeList, ColumnsAreThoseThatTheHeadingNames) {
    const GraphFile words{.graph = SparseGraph(3, Edges{{0, 1}, {1, 2}}), .names = VertexNames(Words{"a", "b", "c"})};
    for (const std::string text :
         {"Id,Source,Target\n1,a,b\n2,b,c\n", ",source,target\n0,a,b\n1,b,c\n", "weight;to;FROM\n0.5;b;a\n2;c;b\n",
          "\"Label\",\"Source\",\"Target\"\n,\"a\",\"b\"\n\"x, y\",\"b\",\"c\"\n",
          "\tsource\ttarget\n0\ta\tb\n1\tb\tc\n", "\"from\" \"to\"\n\"1\" \"a\" \"b\"\n\"2\" \"b\" \"c\"\n",
          "kind source  target\nx a  b\ny b c\n", "Node_1,Node 2\r\na,b\r\nb,c\r\n"})
        EXPECT_EQ(read(text, Format::edge_list).graph, words.graph) << text;
    EXPECT_EQ(read("Id,Source,Target\n1,a,b\n2,b,c\n", Format::edge_list), words);
    EXPECT_EQ(read("w,u,v\n9,1,2\n9,2,3\n", Format::edge_list), GraphFile{words.graph});
    EXPECT_EQ(read("name,other\n1,2\n2,3\n", Format::edge_list), GraphFile{words.graph}) << "two columns";
    EXPECT_EQ(read("u,v\nv,w\n", Format::edge_list).graph, words.graph) << "vertices, not a heading";
    EXPECT_EQ(read("# a comment\nsource target\na b\nb c\n", Format::edge_list), words) << "below a comment";
    EXPECT_EQ(read("id,source,target\n1,7,\n2,7,8\n", Format::edge_list).graph.edges(), 1U) << "a vertex alone";
}

TEST(EdgeList, AHeadingThatSaysNothingIsRefused) {
    const std::string unclear =
        "in:1: the heading does not say which columns are the ends of edges; expected two called source and target, or "
        "from and to";
    EXPECT_EQ(refusal("weight,one,other\n1,2,3\n", Format::edge_list), unclear);
    EXPECT_EQ(refusal("one,other,weight\nanna,bert,3\n", Format::edge_list), unclear);
    EXPECT_EQ(refusal("Id,Label\n1,anna\n", Format::edge_list), "in:1: a table of vertices; expected one of edges");
    EXPECT_EQ(refusal("Id,Source,Target\n1,a,b\n2,,c\n", Format::edge_list), "in:3: expected a vertex, found '2,,c'");
    EXPECT_EQ(refusal("0 2\n1 {}\n2 {}\n", Format::edge_list), "in:2: expected a vertex, found '{}'");
}

TEST(Lists, AreTexts) {
    const std::string zero = "in:2: a byte of zero: no list of a graph has one; is it a text?";
    const std::string end = "in:1: a carriage return within the line; expected lines that end with a line feed";
    for (const Format format : {Format::edge_list, Format::adjacency_list, Format::csv}) {
        EXPECT_EQ(refusal(std::string("1,2\n2,\0\n", 9), format), zero);
        EXPECT_EQ(refusal("1,2\r2,3\r", format), end);
    }
    EXPECT_EQ(refusal("a,b\nb,\xe9t\xe9\n", Format::edge_list), "no error") << "names in whatever encoding";
}

TEST(AdjacencyList, EachLineIsAVertexAndItsNeighbours) {
    const Edges edges = {{0, 1}, {0, 2}, {0, 3}, {1, 2}};
    const GraphFile expected{.graph = SparseGraph(5, edges), .names = VertexNames(0)};
    const std::string text = "#write.py\n# GMT Mon\n0 1 2 3\n1 2\n2\n3\n4\n";
    EXPECT_EQ(read(text, Format::adjacency_list), expected);
    EXPECT_EQ(read("0 1 2 3\n1 0 2\n2 0 1\n3 0\n4\n", Format::adjacency_list), expected) << "from both ends";
    EXPECT_EQ(read("3 1\n1 2\n", Format::adjacency_list).graph.size(), 3U) << "no sizes";
    EXPECT_EQ(read("anna bert carla\nbert bert\n", Format::adjacency_list),
              (GraphFile{.graph = SparseGraph(3, Edges{{0, 1}, {0, 2}}),
                         .loops = {1},
                         .names = VertexNames(Words{"anna", "bert", "carla"})}));
    EXPECT_EQ(refusal("1 2\n,3\n", Format::adjacency_list), "in:2: expected a vertex, found ',3'");
}

TEST(Metis, IsReadWithWeights) {
    const SparseGraph path(3, Edges{{0, 1}, {1, 2}});
    EXPECT_EQ(read("% a comment\n3 2\n2\n%\n1 3\n2\n", Format::metis), GraphFile{path});
    EXPECT_EQ(read("3 2 1\n2 9\n1 9 3 8\n2 8\n", Format::metis), GraphFile{path});
    EXPECT_EQ(read("3 2 011\n4 2 9\n5 1 9 3 8\n6 2 8\n", Format::metis), (GraphFile{path, {4, 5, 6}}));
    EXPECT_EQ(read("3 2 110 2\n1 4 7 2\n1 5 7 1 3\n1 6 7 2\n", Format::metis), (GraphFile{path, {4, 5, 6}}));
    EXPECT_EQ(read("3 0\n\n\n\n\n", Format::metis), (GraphFile{SparseGraph(3, {})}));
    EXPECT_EQ(read("2 1\n2\n1", Format::metis).graph.edges(), 1U);
}

TEST(Metis, SaysWhatIsWrong) {
    EXPECT_EQ(refusal("", Format::metis), "in:1: the file ends without a line '<vertices> <edges>'");
    EXPECT_EQ(refusal("3\n", Format::metis), "in:1: expected the number of edges, found the end of the line");
    EXPECT_EQ(refusal("3 2 7\n", Format::metis),
              "in:1: expected three digits 0 or 1 that say what is weighted, found '7'");
    EXPECT_EQ(refusal("3 2\n2\n1 3\n", Format::metis), "in:3: the file ends after 2 vertices; expected 3");
    EXPECT_EQ(refusal("3 2\n2\n1 4\n2\n", Format::metis), "in:3: expected a vertex from 1 to 3, found '4'");
    EXPECT_EQ(refusal("3 2\n2\n1 0\n2\n", Format::metis), "in:3: expected a vertex from 1 to 3, found '0'");
    EXPECT_EQ(refusal("2 1\n2\n1\n1\n", Format::metis),
              "in:4: expected the end of the file after 2 vertices, found '1'");
    EXPECT_EQ(refusal("2 1 10\n1000000001 2\n1 1\n", Format::metis),
              "in:2: expected a weight from 0 to 1000000000, found '1000000001'");
    EXPECT_EQ(refusal("2 1 1\n2\n1 1\n", Format::metis),
              "in:2: expected the weight of the edge, found the end of the line");
    EXPECT_EQ(refusal("3 2\n2 2\n1 1\n\n", Format::metis),
              "in:2: vertex 1 lists 2 a second time; expected each neighbour once");
    EXPECT_EQ(
        refusal("% a\n3 2\n2\n% b\n1 3\n\n", Format::metis),
        "in:5: vertex 2 lists 3 as its neighbour, but 3 does not list 2; expected an undirected graph, whose edges "
        "are listed by both ends");
    std::string warning;
    parse_graph("2 7\n2\n1\n", Format::metis, {.name = "in", .warn = [&](const std::string& what) { warning = what; }});
    EXPECT_EQ(warning, "in: edges announced: 7, listed: 1");
}

TEST(MatrixMarket, EachEntryIsAnEdge) {
    const GraphFile path{.graph = SparseGraph(3, Edges{{0, 1}, {1, 2}}), .loops = {2}};
    EXPECT_EQ(read("%%MatrixMarket matrix coordinate pattern symmetric\n% a\n\n3 3 3\n2 1\n3 2\n3 3\n",
                   Format::matrix_market),
              path);
    EXPECT_EQ(
        read("%%matrixmarket MATRIX Coordinate complex general\n3 3 4\n1 2 0.5 1\n2 1 0.5 1\n%\n2 3 1 1\n3 3 1 0\n",
             Format::matrix_market),
        path);
}

TEST(MatrixMarket, SaysThatDirectionsAreNotRead) {
    const auto warnings = [](const std::string& entries, EdgeReading edges) {
        std::string all;
        parse_graph("%%MatrixMarket matrix coordinate pattern general\n2 2 " + entries, Format::matrix_market,
                    {.name = "in", .edges = edges, .warn = [&](const std::string& what) { all += what; }});
        return all;
    };
    EXPECT_EQ(
        warnings("1\n1 2\n", EdgeReading::arcs),
        "in: the matrix is not symmetric, and its edges are read as going both ways; --directed reads them from the "
        "row to the column");
    EXPECT_EQ(warnings("2\n1 2\n2 1\n", EdgeReading::arcs), "");
    EXPECT_EQ(warnings("1\n1 2\n", EdgeReading::directed), "");
    EXPECT_EQ(warnings("1\n1 2\n", EdgeReading::undirected), "");
}

TEST(MatrixMarket, SaysWhatIsWrong) {
    EXPECT_EQ(
        read("%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", Format::matrix_market).graph.edges(),
        1U)
        << "as many files have it";
    const std::string banner = "%%MatrixMarket matrix coordinate pattern symmetric\n";
    EXPECT_EQ(refusal("3 3 3\n", Format::matrix_market),
              "in:1: expected '%%MatrixMarket matrix coordinate …', found '3 3 3'");
    EXPECT_EQ(refusal("%%MatrixMarket matrix array real general\n1 1\n0\n", Format::matrix_market),
              "in:1: expected a sparse matrix, 'coordinate', found 'array'");
    EXPECT_EQ(refusal(banner, Format::matrix_market),
              "in:1: the file ends without a line '<rows> <columns> <entries>'");
    EXPECT_EQ(refusal(banner + "3 2 1\n1 2\n", Format::matrix_market),
              "in:2: a matrix of 3 rows and 2 columns; expected as many, one for each vertex");
    EXPECT_EQ(refusal(banner + "3 3 2\n1 2\n", Format::matrix_market), "in:3: the file ends after 1 entry; expected 2");
    EXPECT_EQ(refusal(banner + "3 3 1\n1 4\n", Format::matrix_market),
              "in:3: expected a vertex from 1 to 3, found '4'");
    EXPECT_EQ(refusal(banner + "3 3 1\n1 2\n2 3\n", Format::matrix_market),
              "in:4: expected the end of the file after 1 entry, found '2'");
}

TEST(Graph6, IsReadAsItsDefinitionHasIt) {
    EXPECT_EQ(read("C~", Format::graph6).graph.edges(), 6U);
    // The example of the definition: 0-2, 0-4, 1-3, 3-4.
    const GraphFile example{.graph = SparseGraph(5, Edges{{0, 2}, {0, 4}, {1, 3}, {3, 4}}), .names = VertexNames(0)};
    EXPECT_EQ(read(">>graph6<<DQc\n", Format::graph6), example);
    EXPECT_EQ(read(">>graph6<<\nDQc\n", Format::graph6), example) << "in a line of its own";
    EXPECT_EQ(written(example, Format::graph6), "DQc\n");
    const GraphFile petersen = read("IheA@GUAo\n", Format::graph6);
    EXPECT_EQ(petersen.graph.size(), 10U);
    for (std::size_t v = 0; v < 10; ++v) EXPECT_EQ(petersen.graph.degree(v), 3U);
    EXPECT_EQ(written(petersen, Format::graph6), "IheA@GUAo\n");
    EXPECT_EQ(read("?\n", Format::graph6).graph.size(), 0U);
    // From 63 vertices on their number takes four characters.
    EXPECT_EQ(written({.graph = SparseGraph(63, {})}, Format::graph6).substr(0, 5), "~??~?");
    EXPECT_EQ(read("~??~" + std::string(326, '?'), Format::graph6).graph.size(), 63U);
}

TEST(Sparse6, IsReadAsItsDefinitionHasIt) {
    // The example of the definition: 0-1, 0-2, 1-2, 5-6.
    const GraphFile example{.graph = SparseGraph(7, Edges{{0, 1}, {0, 2}, {1, 2}, {5, 6}}), .names = VertexNames(0)};
    EXPECT_EQ(read(":Fa@x^\n", Format::sparse6), example);
    EXPECT_EQ(read(">>sparse6<<:Fa@x^\n", Format::sparse6), example);
    EXPECT_EQ(read(">>sparse6<<\n:Fa@x^\n", Format::sparse6), example);
    EXPECT_EQ(read(":?\n", Format::sparse6).graph.size(), 0U);
    EXPECT_EQ(read(":@\n", Format::sparse6).graph.size(), 1U);
}

TEST(Graph6, SaysWhatIsWrong) {
    EXPECT_EQ(refusal("\n", Format::graph6), "in:1: expected a graph in a line, found the end of the file");
    EXPECT_EQ(refusal("C~~\n", Format::graph6), "in:1: 2 characters for the edges of 4 vertices; expected 1");
    EXPECT_EQ(refusal("\nC!\n", Format::graph6), "in:2: expected characters from '?' to '~', found '!'");
    EXPECT_EQ(refusal("~?\n", Format::graph6), "in:1: expected the number of vertices, as characters from '?' to '~'");
    EXPECT_EQ(refusal("C~\nC~\n", Format::graph6), "in:2: a second graph; expected one in a file");
    EXPECT_EQ(refusal("C~\n", Format::sparse6), "in:1: expected ':', found 'C~'");
    EXPECT_EQ(refusal(":Fa@ x^\n", Format::sparse6), "in:1: expected characters from '?' to '~', found ' '");
}

TEST(Graphml, NodesAndEdgesAreRead) {
    const std::string begin = R"(<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="w" for="edge" attr.name="weight" attr.type="double"/>
  <graph edgedefault="directed">
    <edge source="b" target="c"/>
    <node id="a"/><node id="b"><data key="w">3</data></node>
    <node id="c"/>
)";
    const std::string end = "</graph></graphml>\n";
    EXPECT_EQ(
        read(begin + "<edge source='a' target='b'><data key='w'>1</data></edge><edge source='b' target='a'/>" + end,
             Format::graphml),
        (GraphFile{.graph = SparseGraph(3, Edges{{0, 1}, {1, 2}}), .names = VertexNames(Words{"a", "b", "c"})}));
    EXPECT_EQ(refusal(begin + "<edge source='a' target='d'/>" + end, Format::graphml), "in:8: no node has the id 'd'");
    EXPECT_EQ(refusal(begin + "<edge source='a'/>" + end, Format::graphml),
              "in:8: expected an attribute 'target' of the element 'edge', found none");
    EXPECT_EQ(refusal(begin + "\n<node id='a'/>" + end, Format::graphml), "in:9: a second node with the id 'a'");
    EXPECT_EQ(refusal(begin + "<node id='d'><graph/></node>" + end, Format::graphml),
              "in:8: a graph in a node; expected nodes and edges");
    EXPECT_EQ(refusal(begin + "<hyperedge/>" + end, Format::graphml),
              "in:8: a hyperedge; expected edges between two nodes");
    EXPECT_EQ(refusal(begin, Format::graphml).substr(0, 25), "in:7: not well-formed XML");
    EXPECT_EQ(refusal("<pnml/>", Format::graphml), "in:1: expected the element 'graphml', found 'pnml'");
    EXPECT_EQ(refusal("<graphml/>", Format::graphml), "in:1: expected an element 'graph' in 'graphml', found none");
    EXPECT_EQ(refusal("<graphml><graph/>\n<graph/></graphml>", Format::graphml),
              "in:2: a second graph; expected one in a file");
    EXPECT_EQ(refusal(begin + end, Format::graphml, 2), "in:7: 3 vertices; expected at most 2");
}

TEST(Graphml, DirectionsAreThoseThatItSays) {
    const auto graph = [](const std::string& kind, const std::string& edges) {
        return "<graphml><graph edgedefault='" + kind + "'><node id='a'/><node id='b'/><node id='c'/>" + edges +
               "</graph></graphml>";
    };
    const auto reads = [](const std::string& text, EdgeReading edges, std::string* warning = nullptr) {
        return parse_graph(text, Format::graphml, {.name = "in", .edges = edges, .warn = [&](const std::string& what) {
                                                       if (warning != nullptr) *warning = what;
                                                   }});
    };
    const std::string edges = "<edge source='a' target='b'/><edge source='b' target='c' directed='false'/>";
    const GraphFile directed = reads(graph("directed", edges), EdgeReading::arcs);
    EXPECT_NE(directed.arcs.find(0, 1), nullptr);
    EXPECT_EQ(directed.arcs.find(1, 0), nullptr);
    EXPECT_NE(directed.arcs.find(1, 2), nullptr);
    EXPECT_NE(directed.arcs.find(2, 1), nullptr);
    EXPECT_TRUE(reads(graph("undirected", edges), EdgeReading::arcs).arcs.empty());
    EXPECT_EQ(reads(graph("undirected", edges), EdgeReading::directed).arcs.size(), 2U);
    std::string warning;
    EXPECT_TRUE(reads(graph("directed", edges), EdgeReading::undirected, &warning).arcs.empty());
    EXPECT_EQ(warning, "in: edges have directions, which are skipped");
    warning.clear();
    reads(graph("directed", "<edge source='a' target='b'/><edge source='b' target='a'/>"), EdgeReading::undirected,
          &warning);
    EXPECT_EQ(warning, "") << "both ways";
}

}  // namespace
}  // namespace scrump::graph
