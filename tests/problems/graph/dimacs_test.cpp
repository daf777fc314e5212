#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/random_graphs.hpp>

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>

#include "support/data.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

namespace scrump::graph {
namespace {

Graph square() {
    Graph graph(4);
    for (const auto& [a, b] : std::array<std::array<std::size_t, 2>, 4>{{{0, 1}, {1, 2}, {2, 3}, {3, 0}}})
        graph.add_edge(a, b);
    return graph;
}

std::string error_of(const std::string& text, std::size_t limit = max_vertices) {
    return test::message_of([&] { parse_dimacs(text, "in.clq", limit); });
}

TEST(Dimacs, ReadsWhatTheFormatAllows) {
    EXPECT_EQ(parse_dimacs("c a square\np edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n", "in"), square());
    EXPECT_EQ(parse_dimacs("p col 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1", "no newline at the end"), square());
    EXPECT_EQ(parse_dimacs("p edge 0 0\n", "in"), Graph());
    EXPECT_EQ(parse_dimacs("p edge 3 0", "in"), Graph(3));
}

TEST(Dimacs, ReadsWhatFilesInCirculationContain) {
    EXPECT_EQ(parse_dimacs("c CRLF\r\n\r\np edge 4 4\r\ne 1 2\r\ne 2 3\r\ne 3 4\r\ne 4 1\r\n", "in"), square());
    EXPECT_EQ(parse_dimacs("\n \t\n\tp  \tedge   4\t4 \t\n e\t1   2\t\n  e 2 3 \nc\ncomment\n  c\ne 3 4\ne 4 1", "in"),
              square());
    EXPECT_EQ(parse_dimacs("p edges 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1", "in"), square());
    EXPECT_EQ(parse_dimacs("p clq 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1", "in"), square());
    // A wrong number of edges; edges twice and in both directions; a loop.
    EXPECT_EQ(parse_dimacs("p edge 4 99\ne 1 2\ne 1 2\ne 2 1\ne 2 2\ne 2 3\ne 3 4\ne 4 1", "in"), square());
    // Weights and geometry.
    EXPECT_EQ(parse_dimacs("d 2\nx 1 2\np edge 4 4\nn 1 17\nv 0.5 1.5\ne 1 2\ne 2 3\nn 4 -3\ne 3 4\ne 4 1", "in"),
              square());
}

TEST(Dimacs, SaysWhatIsWrongWithTheProblemLine) {
    EXPECT_EQ(error_of(""), "in.clq:1: the file ends without a line 'p edge <vertices> <edges>'");
    EXPECT_EQ(error_of("c only\nc this\n"), "in.clq:2: the file ends without a line 'p edge <vertices> <edges>'");
    EXPECT_EQ(error_of("\np edge 3 0\np edge 3 0\n"), "in.clq:3: a second 'p' line; expected one, before the edges");
    EXPECT_EQ(error_of("p\n"), "in.clq:1: expected 'p edge <vertices> <edges>', found 'p '");
    EXPECT_EQ(error_of("p cnf 3 4\n"), "in.clq:1: expected 'p edge <vertices> <edges>', found 'p cnf'");
    EXPECT_EQ(error_of("p edge\r\n"), "in.clq:1: expected the number of vertices, found the end of the line");
    EXPECT_EQ(error_of("p edge -3 4\n"), "in.clq:1: expected the number of vertices, found '-3'");
    EXPECT_EQ(error_of("p edge 3.5 4\n"), "in.clq:1: expected the number of vertices, found '3.5'");
    EXPECT_EQ(error_of("p edge 18446744073709551616 4\n"),
              "in.clq:1: expected the number of vertices, found '18446744073709551616'");
    EXPECT_EQ(error_of("p edge 65537 4\n"),
              "in.clq:1: 65537 vertices; expected at most 65536, as a graph is kept as a matrix");
    EXPECT_EQ(error_of("p edge 11 4\n", 10), "in.clq:1: 11 vertices; expected at most 10");
    EXPECT_EQ(error_of("p edge 3\n"), "in.clq:1: expected the number of edges, found the end of the line");
    EXPECT_EQ(error_of("p edge 3 -1\n"), "in.clq:1: expected the number of edges, found '-1'");
    EXPECT_EQ(error_of("p edge 3 4 5\n"), "in.clq:1: expected the end of the line, found '5'");
}

TEST(Dimacs, PointsOutThatEdgesAreMissing) {
    const auto warnings = [](const std::string& text) {
        std::vector<std::string> dense;
        std::vector<std::string> sparse;
        parse_dimacs(text, "in.clq", max_vertices, [&](const std::string& what) { dense.push_back(what); });
        parse_sparse_dimacs(text, "in.clq", VertexWeights::read, max_sparse_vertices,
                            [&](const std::string& what) { sparse.push_back(what); });
        EXPECT_EQ(dense, sparse) << text;
        return dense;
    };
    using Warnings = std::vector<std::string>;
    const std::string edges = "e 1 2\ne 2  3\ne 3 4\n";  // in the quick way, and in the careful one
    EXPECT_EQ(warnings("c\np edge 4 4\n" + edges),
              Warnings{"in.clq:2: edges announced: 4, listed: 3; the file may be cut off"});
    EXPECT_EQ(warnings("p edge 4 7\n" + edges),
              Warnings{"in.clq:1: edges announced: 7, listed: 3; the file may be cut off"});
    EXPECT_EQ(warnings("p edge 4 1\n"), Warnings{"in.clq:1: edges announced: 1, listed: 0; the file may be cut off"});
    EXPECT_EQ(warnings("p edge 4 3\n" + edges), Warnings());
    EXPECT_EQ(warnings("p edge 4 6\n" + edges), Warnings()) << "each edge announced from both ends";
    EXPECT_EQ(warnings("p edge 4 3\n" + edges + edges), Warnings()) << "each edge listed twice";
    EXPECT_EQ(warnings("p edge 4 5\ne 1 1\ne 2 1\n" + edges), Warnings()) << "loops, and both directions";
    EXPECT_EQ(warnings("p edge 4 0\n"), Warnings());
    EXPECT_NO_THROW(parse_dimacs("p edge 4 9\n", "in.clq")) << "nobody to tell";
}

TEST(Dimacs, SaysWhatIsWrongWithAnEdge) {
    EXPECT_EQ(error_of("c\ne 1 2\np edge 3 1\n"), "in.clq:2: an edge before the line 'p edge <vertices> <edges>'");
    const std::string three = "p edge 3 1\r\n\r\n";
    EXPECT_EQ(error_of(three + "e 1 4"), "in.clq:3: expected a vertex from 1 to 3, found '4'");
    EXPECT_EQ(error_of(three + "e 0 1"), "in.clq:3: expected a vertex from 1 to 3, found '0'");
    EXPECT_EQ(error_of(three + "e 1 -2"), "in.clq:3: expected a vertex from 1 to 3, found '-2'");
    EXPECT_EQ(error_of(three + "e 1 +2"), "in.clq:3: expected a vertex from 1 to 3, found '+2'");
    EXPECT_EQ(error_of(three + "e 1 2.0"), "in.clq:3: expected a vertex from 1 to 3, found '2.0'");
    EXPECT_EQ(error_of(three + "e 1 two"), "in.clq:3: expected a vertex from 1 to 3, found 'two'");
    EXPECT_EQ(error_of(three + "e 1 18446744073709551617"),
              "in.clq:3: expected a vertex from 1 to 3, found '18446744073709551617'");
    EXPECT_EQ(error_of(three + "e 1"), "in.clq:3: expected a vertex from 1 to 3, found the end of the line");
    EXPECT_EQ(error_of(three + "e"), "in.clq:3: expected a vertex from 1 to 3, found the end of the line");
    EXPECT_EQ(error_of(three + "e 1 2 3"), "in.clq:3: expected the end of the line, found '3'");
    EXPECT_EQ(error_of("p edge 0 0\ne 1 1"), "in.clq:2: an edge in a graph without vertices");
}

TEST(Dimacs, SaysWhatIsNoDimacsText) {
    EXPECT_EQ(error_of("p edge 3 1\nedge 1 2\n"),
              "in.clq:2: expected a line that begins with 'c', 'p' or 'e', found 'edge 1 2'");
    EXPECT_EQ(error_of("3 1\n1 2\n"), "in.clq:1: expected a line that begins with 'c', 'p' or 'e', found '3 1'");
    EXPECT_EQ(error_of(std::string(100, 'z')),
              "in.clq:1: expected a line that begins with 'c', 'p' or 'e', found '" + std::string(32, 'z') + "…'");
    EXPECT_EQ(error_of("gr\xc3\xa4"
                       "ph\n"),
              "in.clq:1: expected a line that begins with 'c', 'p' or 'e', found 'gr\xc3\xa4"
              "ph'");
    EXPECT_EQ(error_of(std::string("\x7f"
                                   "ELF\0\0\1",
                                   7)),
              "in.clq:1: this looks like a binary file; expected DIMACS text ('c', 'p edge' and 'e' lines)");
}

TEST(Dimacs, WritesWhatItReads) {
    for (const Graph& graph : {Graph(), Graph(1), square(), random_graph(130, 0.4, 7)}) {
        std::stringstream written;
        write_dimacs(written, graph, "made by\nhand");
        EXPECT_EQ(written.str().substr(0, 17), "c made by\nc hand\n");
        EXPECT_EQ(read_dimacs(written, "written"), graph);
    }
    std::ostringstream plain;
    write_dimacs(plain, square());
    EXPECT_EQ(plain.str(), "p edge 4 4\ne 1 2\ne 1 4\ne 2 3\ne 3 4\n");
}

TEST(Dimacs, ReadsAStreamLongerThanAPiece) {
    std::string text = "p edge 4 4\n";
    while (text.size() < 5'000'000) text += "c as long as it takes to read the stream in more than two pieces\n";
    std::istringstream in(text + "e 1 2\ne 2 3\ne 3 4\ne 4 1\n");
    EXPECT_EQ(read_dimacs(in, "in"), square());
}

TEST(DimacsFile, IsRead) {
    const test::Folder folder;
    const std::string path = folder / "square.clq";
    std::ofstream(path) << "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n";
    EXPECT_EQ(read_dimacs_file(path), square());
    std::ofstream(path) << "p edge 4 4\ne 1 5\n";
    EXPECT_EQ(test::message_of([&] { read_dimacs_file(path); }), path + ":2: expected a vertex from 1 to 4, found '5'");
}

TEST(DimacsFile, ThatCannotBeReadIsAnError) {
    const test::Folder folder;
    const std::string missing = folder / "missing.clq";
    EXPECT_EQ(test::message_of([&] { read_dimacs_file(missing); }),
              missing + ": cannot be opened: No such file or directory");
    EXPECT_EQ(test::message_of([&] { read_dimacs_file(folder.path().string()); }),
              folder.path().string() + ": is a directory; expected a file");
}

struct Instance {
    const char* name;
    std::size_t vertices;
    std::size_t edges;
};

class DimacsInstance : public testing::TestWithParam<Instance> {};

TEST_P(DimacsInstance, HasTheKnownSize) {
    const std::string file = std::string("clique/") + GetParam().name + ".clq";
    SCRUMP_NEEDS_DATA(file);
    const Graph graph = read_dimacs_file(test::data(file).string());
    EXPECT_EQ(graph.size(), GetParam().vertices);
    EXPECT_EQ(graph.edges(), GetParam().edges);
}

INSTANTIATE_TEST_SUITE_P(Shared, DimacsInstance,
                         testing::Values(Instance{"brock200_1", 200, 14834}, Instance{"brock200_2", 200, 9876},
                                         Instance{"brock200_4", 200, 13089}, Instance{"brock400_4", 400, 59765},
                                         Instance{"brock800_4", 800, 207643}, Instance{"p_hat300-1", 300, 10933},
                                         Instance{"p_hat300-3", 300, 33390}, Instance{"p_hat700-1", 700, 60999},
                                         Instance{"keller4", 171, 9435}, Instance{"hamming8-4", 256, 20864},
                                         Instance{"C125.9", 125, 6963}, Instance{"gen200_p0.9_55", 200, 17910},
                                         Instance{"MANN_a27", 378, 70551}),
                         [](const auto& instance) {
                             std::string name = instance.param.name;
                             for (char& c : name)
                                 if (c == '-' || c == '.') c = '_';
                             return name;
                         });

}  // namespace
}  // namespace scrump::graph
