// Which format a text is in.

#include <scrump/problems/graph/format.hpp>

#include <gtest/gtest.h>

#include <string>

namespace scrump::graph {
namespace {

std::string detected(const std::string& text, const std::string& file = {}) {
    return std::string(name(detect_format(text, file)));
}

TEST(Format, FollowsFromTheText) {
    EXPECT_EQ(detected(""), "dimacs");
    EXPECT_EQ(detected("c\np edge 1 0\n"), "dimacs");
    EXPECT_EQ(detected("comment, with a comma\np col 1 0\n"), "dimacs");
    EXPECT_EQ(detected("hello\n"), "dimacs");
    EXPECT_EQ(detected("13\np edge 1 0\n\n\x80"), "dimacs-binary");
    EXPECT_EQ(detected("2\n1 1\n1 0\n"), "lad");
    EXPECT_EQ(detected("2\n5 1 1\n5 1 0\n"), "labelled-lad");
    EXPECT_EQ(detected("2\n1 1\n"), "lad") << "cut off, but no edge list";
    EXPECT_EQ(detected("1 2\n2 3\n"), "edge-list");
    EXPECT_EQ(detected("1 2 0.5\n2 3 7\n"), "edge-list");
    EXPECT_EQ(detected("# a comment\n5\n1 2\n"), "edge-list");
    EXPECT_EQ(detected("% sym unweighted\n% 3 3 3\n1 2\n2 3\n1 3\n"), "edge-list");
    EXPECT_EQ(detected("source,target\nanna,bert\n"), "edge-list");
    EXPECT_EQ(detected("1;2\n2;3\n"), "edge-list");
    EXPECT_EQ(detected("3 2\n2\n1 3\n2\n"), "metis");
    EXPECT_EQ(detected("% a comment\n3 3\n2 3\n1 3\n% another\n1 2\n"), "metis") << "as many words in each line";
    EXPECT_EQ(detected("3 1\n2\n1\n\n\n"), "metis") << "a vertex without neighbours, and a blank line";
    EXPECT_EQ(detected("2 1 011\n7 2 1\n8 1 1\n"), "metis");
    EXPECT_EQ(detected("4 3\n2\n1 3\n2 4\n"), "metis") << "cut off, but no edge list";
    EXPECT_EQ(detected("%%MatrixMarket matrix coordinate pattern symmetric\n1 1 0\n"), "matrix-market");
    EXPECT_EQ(detected("IheA@GUAo\n"), "graph6");
    EXPECT_EQ(detected(">>graph6<<C~"), "graph6");
    EXPECT_EQ(detected(":Fa@x^\n"), "sparse6");
    EXPECT_EQ(detected(">>sparse6<<:Fa@x^\n"), "sparse6");
    EXPECT_EQ(detected("<?xml version=\"1.0\"?>\n<graphml/>"), "graphml");
    EXPECT_EQ(detected("\xef\xbb\xbf<graphml/>"), "graphml");
}

TEST(Format, FollowsFromTheNameWhereTheTextMayBeAnything) {
    EXPECT_EQ(detected("1 2\n2 3\n", "x.graph"), "metis");
    EXPECT_EQ(detected("1 2\n2 3\n", "x.metis.gz"), "metis");
    EXPECT_EQ(detected("3 2\n2\n1 3\n2\n", "folder/x.edges.xz"), "edge-list");
    EXPECT_EQ(detected("anna bert\n", "x.csv"), "edge-list");
    EXPECT_EQ(detected("2 2 1\n2 1\n", "x.mtx.zst"), "matrix-market");
    EXPECT_EQ(detected("2\n5 1 1\n5 1 0\n", "x.lad"), "labelled-lad");
    EXPECT_EQ(detected("2\n1 1\n1 0\n", "x.graph"), "lad") << "no METIS begins with a number alone";
    EXPECT_EQ(detected("p edge 1 0\n", "x.mtx"), "dimacs") << "nothing else begins so";
    EXPECT_EQ(detected("", "x.g6"), "graph6");
    EXPECT_EQ(format_of_name("x.txt"), std::nullopt);
}

}  // namespace
}  // namespace scrump::graph
