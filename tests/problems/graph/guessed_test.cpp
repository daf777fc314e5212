// Graphs in files whose format is guessed: what is read is what was meant, or it is refused or said aloud, never
// another graph without a word.

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/graph/graph_file.hpp>
#include <scrump/problems/graph/label_words.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "support/message_of.hpp"

namespace scrump::graph {
namespace {

using NamedEdges = std::set<std::pair<std::string, std::string>>;

struct Guess {
    GraphFile file{};
    std::string format{};
    std::vector<std::string> warnings{};
};

Guess guess(const std::string& text, EdgeReading edges = EdgeReading::undirected, const std::string& name = {}) {
    Guess guess;
    const Format format = detect_format(text, name, edges);
    guess.format = graph::name(format);
    guess.file = parse_graph(text, format,
                             {.name = "in",
                              .edges = edges,
                              .limit = 10000,
                              .warn = [&](const std::string& what) { guess.warnings.push_back(what); },
                              .guessed = true,
                              .unread = Unread::refused});
    return guess;
}

std::string refusal_of(const std::string& text, EdgeReading edges = EdgeReading::undirected) {
    return test::message_of([&] { guess(text, edges); });
}

NamedEdges edges_of(const GraphFile& file) {
    NamedEdges all;
    for (std::size_t a = 0; a < file.graph.size(); ++a)
        for (const std::size_t b : file.graph.neighbours(a))
            all.insert(std::minmax({file.names.name(a), file.names.name(b)}));
    return all;
}

NamedEdges named(std::initializer_list<std::pair<std::string, std::string>> edges) {
    NamedEdges all;
    for (const auto& [a, b] : edges) all.insert(std::minmax({a, b}));
    return all;
}

TEST(Guessed, NothingBelowAHeadingIsASize) {
    EXPECT_EQ(edges_of(guess("source,target\n3,2\n1,2\n1,3\n").file), named({{"1", "2"}, {"1", "3"}, {"2", "3"}}));
    EXPECT_EQ(edges_of(guess("source,target\n1,0\n").file), named({{"0", "1"}}));
    EXPECT_EQ(guess("source,target\n3,2\n1,2\n1,3\n").warnings.size(), 0U);
    EXPECT_EQ(edges_of(guess("# FromNodeId\tToNodeId\n3\t2\n1\t2\n1\t3\n").file),
              named({{"1", "2"}, {"1", "3"}, {"2", "3"}}));
    EXPECT_EQ(edges_of(guess("# from a program\nsource,target\n1,2\n").file), named({{"1", "2"}}));
}

// How a list may be written.
struct Way {
    std::string separator;
    std::string heading{};  // of two columns
    std::string comment{};
    bool weights = false;
    bool quotes = false;
    bool windows = false;
    bool both_ways = false;
};

std::string written(const std::vector<std::pair<std::string, std::string>>& edges, const Way& way) {
    const std::string end = way.windows ? "\r\n" : "\n";
    std::string text;
    if (!way.comment.empty()) text += way.comment + " made by a program" + end;
    if (!way.heading.empty()) text += way.heading + (way.weights ? way.separator + "weight" : "") + end;
    const auto word = [&](const std::string& name) { return way.quotes ? '"' + name + '"' : name; };
    const auto add = [&](const std::string& a, const std::string& b) {
        text += word(a) + way.separator + word(b) + (way.weights ? way.separator + "0.5" : "") + end;
    };
    for (const auto& [a, b] : edges) {
        add(a, b);
        if (way.both_ways) add(b, a);
    }
    return text;
}

const std::vector<std::string> separators = {" ", "\t", ",", ";", ", "};

Way random_way(SplitMix64& random) {
    Way way;
    way.separator = separators[random.below(static_cast<std::uint32_t>(separators.size()))];
    const std::string sep = way.separator == ", " ? "," : way.separator;
    const std::vector<std::string> headings = {"",
                                               "",
                                               "source" + sep + "target",
                                               "From" + sep + "To",
                                               "\"Source\"" + sep + "\"Target\"",
                                               "u" + sep + "v",
                                               "node1" + sep + "node2",
                                               "# FromNodeId" + sep + "ToNodeId",
                                               "one" + sep + "other"};
    way.weights = random.below(3) == 0;
    way.heading = headings[random.below(static_cast<std::uint32_t>(headings.size() - (way.weights ? 1 : 0)))];
    way.comment = std::vector<std::string>{"", "#", "%"}[random.below(3)];
    way.quotes = random.below(4) == 0;
    way.windows = random.below(4) == 0;
    way.both_ways = random.below(4) == 0;
    return way;
}

// Without isolated vertices, which such lists do not have.
TEST(Guessed, ListsOfEdgesAreReadInWhateverWayTheyAreWritten) {
    std::size_t read_silently = 0;
    constexpr std::uint64_t trials = 6000;
    for (std::uint64_t seed = 0; seed < trials; ++seed) {
        SplitMix64 random(seed);
        const std::uint32_t vertices = 2 + random.below(6);
        const std::uint32_t first = random.below(2);
        std::vector<std::pair<std::string, std::string>> edges;
        for (std::uint32_t a = 0; a < vertices; ++a)
            for (std::uint32_t b = 0; b < a; ++b)
                if (random.below(2) == 0) {
                    const bool turned = random.below(2) == 0;
                    edges.emplace_back(std::to_string(first + (turned ? a : b)),
                                       std::to_string(first + (turned ? b : a)));
                }
        if (edges.empty()) continue;
        for (std::size_t i = edges.size(); i > 1; --i)
            std::swap(edges[i - 1], edges[random.below(static_cast<std::uint32_t>(i))]);
        NamedEdges meant;
        for (const auto& [a, b] : edges) meant.insert(std::minmax({a, b}));
        const std::string text = written(edges, random_way(random));
        try {
            const Guess guessed = guess(text);
            if (!guessed.warnings.empty()) continue;
            ++read_silently;
            EXPECT_EQ(edges_of(guessed.file), meant) << "seed " << seed << " as " << guessed.format << "\n" << text;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("--format"), std::string::npos) << "seed " << seed << "\n"
                                                                                     << text << error.what();
        }
    }
    EXPECT_GT(read_silently, trials * 8 / 10);
}

// Below their numbers of vertices and edges.
TEST(Guessed, SizedListsAreReadWithAllVertices) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        SplitMix64 random(seed);
        const std::uint32_t vertices = 2 + random.below(6);
        const std::uint32_t first = random.below(2);
        std::vector<std::pair<std::string, std::string>> edges;
        for (std::uint32_t a = 0; a < vertices; ++a)
            for (std::uint32_t b = 0; b < a; ++b)
                if (random.below(2) == 0) edges.emplace_back(std::to_string(first + b), std::to_string(first + a));
        // Of edges without a vertex 0 nobody can tell that they count from 0.
        if (edges.empty() || (first == 0 && edges.front().first != "0")) continue;
        NamedEdges meant;
        for (const auto& [a, b] : edges) meant.insert(std::minmax({a, b}));
        const std::string gap = random.below(2) == 0 ? " " : "\n";
        const std::string text =
            std::to_string(vertices) + gap + std::to_string(edges.size()) + "\n" + written(edges, {.separator = " "});
        const Guess guessed = guess(text);
        EXPECT_EQ(guessed.format, "sized-edge-list") << text;
        EXPECT_EQ(guessed.file.graph.size(), vertices) << text;
        EXPECT_EQ(edges_of(guessed.file), meant) << text;
    }
}

TEST(Guessed, SizesThatMayBeAnEdgeAreSaid) {
    const Guess guessed = guess("3 2\n1 3\n2 1\n");
    EXPECT_EQ(guessed.format, "sized-edge-list");
    EXPECT_EQ(guessed.file.graph.edges(), 2U);
    EXPECT_EQ(guessed.warnings,
              std::vector<std::string>{"in:1: '3 2' is read as the numbers of vertices and edges, which fit; if it is "
                                       "an edge, say --format edge-list"});
    EXPECT_EQ(guess("3 3\n1 2\n2 3\n1 3\n").warnings.size(), 0U);
}

TEST(Guessed, LabelsAreReadWhereTheyCount) {
    const std::string labelled = "a,b,red\nb,c,red\n";
    EXPECT_EQ(guess(labelled).format, "edge-list");
    const Guess guessed = guess(labelled, EdgeReading::arcs);
    EXPECT_EQ(guessed.format, "csv");
    EXPECT_TRUE(guessed.file.arcs.labelled());
    EXPECT_EQ(guessed.file.label_words, std::vector<std::string>{"red"});
    EXPECT_EQ(guess("Source,Target,Label\n" + labelled, EdgeReading::arcs).file, guessed.file);
    EXPECT_EQ(guess(labelled, EdgeReading::arcs, "x.csv").format, "csv");
}

TEST(Guessed, ColumnsThatMayBeLabelsAreNotSkipped) {
    EXPECT_EQ(
        refusal_of("1 2 5\n2 3 6\n", EdgeReading::arcs),
        "in:1: '5' after the ends of an edge may be a label, and is not read; --format csv reads labels, --format "
        "edge-list skips them");
    for (const std::string text : {"1,2,5\n2,3,6\n", "a b red\nb c red\n", "1 2 red\n2 3 blue\n"})
        EXPECT_NE(refusal_of(text, EdgeReading::arcs), "no error") << text;
    EXPECT_EQ(refusal_of("Source,Target,Weight\n1,2,0.5\n", EdgeReading::arcs),
              "in:1: not read: 'Weight'; --format edge-list skips such columns");
    EXPECT_EQ(refusal_of("1 2 0.5\n2 3 0.5\n"), "no error") << "where labels do not count";
    EXPECT_EQ(refusal_of("1 2 {'weight': 3}\n2 3 {}\n", EdgeReading::arcs), "no error") << "as networkx writes edges";
    std::vector<std::string> warnings;
    parse_graph(
        "1 2 5\n2 3 6\n", Format::edge_list,
        {.name = "in", .edges = EdgeReading::arcs, .warn = [&](const std::string& what) { warnings.push_back(what); }});
    EXPECT_EQ(warnings,
              std::vector<std::string>{"in:1: '5' after the ends of an edge may be a label, and is not read"});
}

TEST(Guessed, WhatRefutesAListOfEdgesIsRefused) {
    for (const auto& [text, why] : std::vector<std::pair<std::string, std::string>>{
             {"# g\n4\n0 1\n1 2\n2 3\n0 3\n", "in: its first line may be the number of vertices or of edges"},
             {"1 2\n2 3\n2\n", "in: '2' stands alone in a line"},
             {"a b\nb c\na d\na\n", ""},
             {"1 1\n2 2\n3 3\n", "in: all edges go from a vertex to itself"},
             {"1 2\n2 3\n1 x\n", "in:3: expected vertices with numbers, as before, found '1 x'"},
             {"1 -> 2\n2 -> 3\n", "in:1: expected a vertex, found '->'"},
             {"1 -- 2\n2 -- 3\n", "in:1: expected a vertex, found '--'"},
             {"(1, 2)\n(2, 3)\n", "in:1: expected an edge without brackets, found '(1, 2)'"},
             {"1: 2 5\n2: 1 3\n3: 2 4\n", "in:1: an adjacency list with colons"}}) {
        const std::string found = refusal_of(text);
        EXPECT_NE(found, "no error") << text;
        EXPECT_EQ(found.substr(0, why.size()), why) << text;
    }
    EXPECT_EQ(refusal_of("1 2\n2 3\n3\n"), "no error") << "an adjacency list";
    EXPECT_EQ(refusal_of("# 3 vertices, 1 edge\n1\n2 3\n"), "no error") << "as this program writes it";
}

TEST(Guessed, WhatIsWrittenIsReadBack) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        SplitMix64 random(seed);
        const std::uint32_t vertices = 1 + random.below(7);
        std::vector<SparseGraph::Edge> edges;
        for (SparseGraph::Vertex a = 0; a < vertices; ++a)
            for (SparseGraph::Vertex b = 0; b <= a; ++b)
                if (random.below(3) == 0 && (a != b || random.below(4) == 0)) edges.push_back({a, b});
        GraphFile file = file_of(vertices, edges);
        file.names = VertexNames(random.below(2));
        if (file.graph.edges() == 0) continue;
        for (const Format format : {Format::edge_list, Format::csv}) {
            std::ostringstream out;
            write_graph(out, file, format);
            const Guess guessed = guess(out.str(), EdgeReading::arcs);
            EXPECT_EQ(guessed.file, file) << out.str() << guessed.format;
            EXPECT_EQ(guessed.warnings.size(), 0U) << out.str();
        }
    }
}

TEST(Gfd, IsReadWithLabelsAndDirections) {
    const std::string text = "#g\n3\nC\nO\nC\n3\n0 1\n1 2\n2 1\n";
    const auto read = [&](const std::string& from, Format format, EdgeReading edges = EdgeReading::arcs) {
        return parse_graph(from, format, {.name = "in", .edges = edges, .limit = 10, .unread = Unread::refused});
    };
    const GraphFile directed = read(text, Format::gfd);
    EXPECT_EQ(directed.graph.size(), 3U);
    EXPECT_EQ(directed.arcs.size(), 3U);
    EXPECT_TRUE(directed.arcs.directed());
    EXPECT_EQ(directed.labels[0], directed.labels[2]);
    EXPECT_EQ(label_text(directed.labels[1], directed.label_words), "O");
    EXPECT_FALSE(read(text, Format::gfu).arcs.directed());
    EXPECT_EQ(read(text, Format::gfu).graph.edges(), 2U);
    const GraphFile labelled = read("#g\n2\nC\nO\n1\n0 1 double\n", Format::gfu);
    EXPECT_EQ(label_text(labelled.arcs.find(1, 0)->label, labelled.label_words), "double");
    const auto refused = [&](const std::string& from, Format format, EdgeReading edges = EdgeReading::arcs) {
        return test::message_of([&] { read(from, format, edges); });
    };
    EXPECT_EQ(refused(text, Format::gfd, EdgeReading::undirected),
              "in:7: an edge goes from 0 to 1, but none goes back; expected an undirected graph");
    EXPECT_EQ(refused(text, Format::gfu, EdgeReading::undirected), "no error");
    EXPECT_EQ(refused("#g\n2\nC\nO\n1\n0 2\n", Format::gfu), "in:6: expected a vertex from 0 to 1, found '2'");
    EXPECT_EQ(refused("#g\n2\nC\nO\n2\n0 1\n", Format::gfu), "in:6: the file ends; expected 2 edges");
    EXPECT_EQ(refused("#g\n0\n0\n#h\n0\n0\n", Format::gfu), "in:4: a second graph; expected one in a file");
    EXPECT_EQ(refused("#g\n2\nC\nO\n2\n0 1\n0 1 x\n", Format::gfu), "in:7: expected a label for all edges or for none");
    EXPECT_EQ(refused("#g\n2\nC\nO\n2\n0 1\n0 1\n", Format::gfu),
              "in: 1 edge is parallel to another, and is not told apart from it; expected a graph without parallel "
              "edges, or --format gfu, which takes them for one");
}

TEST(Graphml, ParallelEdgesAndDataAreNotLostWithoutAWord) {
    const std::string text =
        "<graphml>\n<graph edgedefault='undirected'>\n<node id='a'/>\n<node id='b'><data key='c'>red</data></node>\n"
        "<edge source='a' target='b'/><edge source='b' target='a'/>\n</graph></graphml>";
    std::vector<std::string> warnings;
    const auto read = [&](EdgeReading edges, Unread unread) {
        warnings.clear();
        return test::message_of([&] {
            parse_graph(text, Format::graphml,
                        {.name = "in",
                         .edges = edges,
                         .warn = [&](const std::string& what) { warnings.push_back(what); },
                         .unread = unread});
        });
    };
    EXPECT_EQ(read(EdgeReading::undirected, Unread::refused), "no error");
    EXPECT_EQ(warnings.size(), 0U);
    EXPECT_EQ(read(EdgeReading::arcs, Unread::refused),
              "in: 1 edge is parallel to another, and is not told apart from it; expected a graph without parallel "
              "edges, or --format graphml, which takes them for one");
    EXPECT_EQ(read(EdgeReading::arcs, Unread::warned), "no error");
    EXPECT_EQ(warnings, (std::vector<std::string>{
                            "in:4: data of the element 'node' is not read: vertices and edges have no labels",
                            "in: 1 edge is parallel to another, and is not told apart from it"}));
    std::string one_way = text;
    const std::string edge = "<edge source='a' target='b' directed='true'/>";
    one_way.insert(one_way.find("\n</graph>"), edge + edge);
    EXPECT_EQ(test::message_of([&] {
                  parse_graph(one_way, Format::graphml,
                              {.name = "in", .edges = EdgeReading::arcs, .unread = Unread::refused});
              }).substr(0, 39),
              "in: 3 edges are parallel to others, and");
}

}  // namespace
}  // namespace scrump::graph
