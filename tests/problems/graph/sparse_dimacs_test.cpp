#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/random_graphs.hpp>
#include <scrump/problems/graph/sparse_random_graphs.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/folder.hpp"
#include "support/message_of.hpp"

namespace scrump::graph {
namespace {

using Weights = std::vector<std::uint64_t>;

SparseGraph sparse_square() {
    const std::vector<SparseGraph::Edge> edges = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    return SparseGraph(4, edges);
}

std::string sparse_error_of(const std::string& text, std::size_t limit = max_sparse_vertices) {
    return test::message_of([&] { parse_sparse_dimacs(text, "in.clq", VertexWeights::read, limit); });
}

TEST(SparseDimacs, ReadsWhatTheDenseReaderReads) {
    for (const std::string text :
         {"c a square\np edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n", "p col 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1",
          "c CRLF\r\n\r\np edge 4 4\r\ne 1 2\r\ne 2 3\r\nc between\r\ne 3 4\r\n\r\ne 4 1\r\n",
          "\n \t\n\tp  \tedge   4\t4 \t\n e\t1   2\t\n  e 2 3 \nc\ncomment\n  c\ne 3 4\ne 4 1",
          "p edge 4 99\ne 1 2\ne 1 2\ne 2 1\ne 2 3\ne 3 4\ne 4 1", "p edge 4 0\ne 01 2\ne 2 003\ne 3 4 \ne 4 1",
          "p edge 4 18446744073709551615\ne 1 2\ne 2 3\ne 3 4\ne 4 1\r"}) {
        EXPECT_EQ(parse_sparse_dimacs(text, "in"), GraphFile{sparse_square()}) << text;
        EXPECT_EQ(to_sparse(parse_dimacs(text, "in")), sparse_square()) << text;
    }
    EXPECT_EQ(parse_sparse_dimacs("p edge 4 9\ne 4 4\ne 2 2\ne 1 2\ne 4 4\ne 2 3\ne 3 4\ne 4 1", "in"),
              (GraphFile{.graph = sparse_square(), .loops = {1, 3}}));
    EXPECT_EQ(parse_sparse_dimacs("p edge 0 0\n", "in"), GraphFile{});
    EXPECT_EQ(parse_sparse_dimacs("p edge 3 0", "in"), (GraphFile{SparseGraph(3, {})}));
}

TEST(SparseDimacs, ReadsWeights) {
    const std::string text = "p edge 4 4\nn 3 17\ne 1 2\ne 2 3\nn 1 0\nv 0.5 1.5\ne 3 4\ne 4 1\r\nn 4 1000000000\r\n";
    EXPECT_EQ(parse_sparse_dimacs(text, "in"), (GraphFile{sparse_square(), Weights{0, 1, 17, 1'000'000'000}}));
    EXPECT_EQ(parse_sparse_dimacs(text, "in", VertexWeights::skip), GraphFile{sparse_square()});
    EXPECT_EQ(parse_sparse_dimacs("p edge 4 4\nn 4 -3\ne 1 2\ne 2 3\ne 3 4\ne 4 1", "in", VertexWeights::skip),
              GraphFile{sparse_square()});
}

TEST(SparseDimacs, SaysWhatIsWrongWithAWeight) {
    EXPECT_EQ(sparse_error_of("n 1 2\np edge 3 0"), "in.clq:1: a weight before the line 'p edge <vertices> <edges>'");
    const std::string three = "p edge 3 1\ne 1 2\n\n";
    EXPECT_EQ(sparse_error_of(three + "n 4 1"), "in.clq:4: expected a vertex from 1 to 3, found '4'");
    EXPECT_EQ(sparse_error_of(three + "n 0 1"), "in.clq:4: expected a vertex from 1 to 3, found '0'");
    EXPECT_EQ(sparse_error_of(three + "n"), "in.clq:4: expected a vertex from 1 to 3, found the end of the line");
    EXPECT_EQ(sparse_error_of(three + "n 1"),
              "in.clq:4: expected a weight from 0 to 1000000000, found the end of the line");
    EXPECT_EQ(sparse_error_of(three + "n 1 -1"), "in.clq:4: expected a weight from 0 to 1000000000, found '-1'");
    EXPECT_EQ(sparse_error_of(three + "n 1 1.5"), "in.clq:4: expected a weight from 0 to 1000000000, found '1.5'");
    EXPECT_EQ(sparse_error_of(three + "n 1 1000000001"),
              "in.clq:4: expected a weight from 0 to 1000000000, found '1000000001'");
    EXPECT_EQ(sparse_error_of(three + "n 1 2 3"), "in.clq:4: expected the end of the line, found '3'");
    EXPECT_EQ(sparse_error_of(three + "n 2 5\nn 2 5"), "in.clq:5: a second weight of vertex 2; expected one");
    EXPECT_EQ(sparse_error_of("p edge 0 0\nn 1 1"), "in.clq:2: a weight in a graph without vertices");
}

TEST(SparseDimacs, SaysWhatIsWrongWithAnEdge) {
    EXPECT_EQ(sparse_error_of("c\ne 1 2\np edge 3 1\n"),
              "in.clq:2: an edge before the line 'p edge <vertices> <edges>'");
    const std::string three = "p edge 3 1\r\ne 1 2\r\n";
    EXPECT_EQ(sparse_error_of(three + "e 1 4\n"), "in.clq:3: expected a vertex from 1 to 3, found '4'");
    EXPECT_EQ(sparse_error_of(three + "e 0 1\n"), "in.clq:3: expected a vertex from 1 to 3, found '0'");
    EXPECT_EQ(sparse_error_of(three + "e 1 \n"), "in.clq:3: expected a vertex from 1 to 3, found the end of the line");
    EXPECT_EQ(sparse_error_of(three + "e  1\n"), "in.clq:3: expected a vertex from 1 to 3, found the end of the line");
    EXPECT_EQ(sparse_error_of(three + "e 1 18446744073709551617\n"),
              "in.clq:3: expected a vertex from 1 to 3, found '18446744073709551617'");
    EXPECT_EQ(sparse_error_of(three + "e 1 0000000000000000000002\ne 1 2x\n"),
              "in.clq:4: expected a vertex from 1 to 3, found '2x'");
    EXPECT_EQ(sparse_error_of(three + "e 1 2 3\n"), "in.clq:3: expected the end of the line, found '3'");
    EXPECT_EQ(sparse_error_of(three + "e 1 2\r3\n"), "in.clq:3: expected the end of the line, found '3'");
    EXPECT_EQ(sparse_error_of("p edge 0 0\ne 1 1\n"), "in.clq:2: an edge in a graph without vertices");
}

TEST(SparseDimacs, TakesNoMoreVerticesThanTheLimit) {
    EXPECT_EQ(sparse_error_of("p edge 2000000000 1\n"), "in.clq:1: 2000000000 vertices; expected at most 67108864");
    EXPECT_EQ(sparse_error_of("p edge 18446744073709551615 1\n"),
              "in.clq:1: 18446744073709551615 vertices; expected at most 67108864");
    EXPECT_EQ(sparse_error_of("p edge 11 1\n", 10), "in.clq:1: 11 vertices; expected at most 10");
    EXPECT_EQ(parse_sparse_dimacs("p edge 100000 1\ne 99999 100000\n", "in").graph.edges(), 1U);
}

TEST(SparseDimacs, WritesWhatItReads) {
    Weights weights(300);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = i * i;
    for (const GraphFile& made : {GraphFile{}, GraphFile{SparseGraph(3, {})}, GraphFile{sparse_square(), {4, 3, 2, 1}},
                                  GraphFile{power_law_graph(300, 900, 2.5, 0, 1), weights},
                                  GraphFile{power_law_graph(300, 12'000, 2.5, 0, 1)}}) {
        std::stringstream written;
        write_dimacs(written, made.graph, "made by\nhand", made.weights);
        EXPECT_EQ(written.str().substr(0, 17), "c made by\nc hand\n");
        EXPECT_EQ(parse_sparse_dimacs(written.str(), "written"), made);
    }
    std::ostringstream plain;
    write_dimacs(plain, sparse_square(), {}, Weights{9, 8, 7, 6});
    EXPECT_EQ(plain.str(), "p edge 4 4\nn 1 9\nn 2 8\nn 3 7\nn 4 6\ne 1 2\ne 1 4\ne 2 3\ne 3 4\n");
}

TEST(SparseDimacs, IsReadFromFiles) {
    const test::Folder folder;
    const std::string path = folder / "square.clq";
    std::ofstream(path) << "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\nn 2 5\n";
    EXPECT_EQ(read_sparse_dimacs_file(path), (GraphFile{sparse_square(), Weights{1, 5, 1, 1}}));
    EXPECT_EQ(read_sparse_dimacs_file(path, VertexWeights::skip), GraphFile{sparse_square()});
    EXPECT_EQ(test::message_of([&] { read_sparse_dimacs_file(path, VertexWeights::read, 3); }),
              path + ":1: 4 vertices; expected at most 3");
    const std::string missing = folder / "missing.clq";
    EXPECT_EQ(test::message_of([&] { read_sparse_dimacs_file(missing); }),
              missing + ": cannot be opened: No such file or directory");
    EXPECT_EQ(test::message_of([&] { read_sparse_dimacs_file(folder.path().string()); }),
              folder.path().string() + ": is a directory; expected a file");
}

}  // namespace
}  // namespace scrump::graph
