// Which format a text is in.

#include <scrump/problems/graph/format.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/message_of.hpp"

namespace scrump::graph {
namespace {

std::string detected(const std::string& text, const std::string& file = {}) {
    return std::string(name(detect_format(text, file)));
}

TEST(Format, FollowsFromTheText) {
    EXPECT_EQ(detected("c\np edge 1 0\n"), "dimacs");
    EXPECT_EQ(detected("comment, with a comma\np col 1 0\n"), "dimacs");
    EXPECT_EQ(detected("13\np edge 1 0\n\n\x80"), "dimacs-binary");
    EXPECT_EQ(detected("2\n1 1\n1 0\n"), "lad");
    EXPECT_EQ(detected("2\n5 1 1\n5 1 0\n"), "labelled-lad");
    EXPECT_EQ(detected("2\n1 1\n0\n"), "directed-lad");
    EXPECT_EQ(detected("2\n5 1 1 7\n5 0\n"), "labelled-lad");
    EXPECT_EQ(detected("a>b\nb,c\n"), "csv");
    EXPECT_EQ(detected("a,b,red\na,,circle\n"), "csv");
    EXPECT_EQ(detected("1>2\n"), "csv");
    EXPECT_EQ(detected("a,b,red\n"), "edge-list") << "what follows an edge may be anything";
    EXPECT_EQ(detected("a->b,c\n"), "edge-list");
    EXPECT_EQ(detected("a,b,,7\n"), "edge-list");
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
    EXPECT_EQ(detected("5 5\n2 5\n1 3\n", "x.graph"), "metis") << "cut off";
    EXPECT_EQ(detected("5 5\n2 5\n1 3\n", "x.METIS.GZ"), "metis");
    EXPECT_EQ(detected("anna bert\n", "x.csv"), "edge-list");
    EXPECT_EQ(detected("anna>bert\n", "x.csv"), "csv");
    EXPECT_EQ(detected("2\n5 1 1\n5 1 0\n", "x.lad"), "labelled-lad");
    EXPECT_EQ(detected("2\n1 1\n1 0\n", "x.graph"), "lad") << "no METIS begins with a number alone";
    EXPECT_EQ(detected("p edge 1 0\n", "x.mtx"), "dimacs") << "nothing else begins so";
    EXPECT_EQ(detected("0 1 2\n1 2\n2\n", "x.csv"), "adjacency-list") << "a table says little";
    EXPECT_EQ(detected("0 1 2\n1 2\n2 3\n", "x.Edges"), "edge-list") << "the text leaves both";
    EXPECT_EQ(detected("0 1\n", "x.adjlist.gz"), "adjacency-list");
    EXPECT_EQ(format_of_name("x.txt"), std::nullopt);
}

TEST(Format, TheContentCountsMoreThanTheName) {
    EXPECT_EQ(detected("1 2\n2 3\n", "x.graph"), "edge-list") << "one vertex has no second neighbour";
    EXPECT_EQ(detected("1 2\n2 3\n", "x.clq"), "edge-list");
    EXPECT_EQ(detected("1 2\n2 3\n", "x.xml"), "edge-list");
    EXPECT_EQ(detected("3 2\n2\n1 3\n2\n", "folder/x.edges.xz"), "metis");
    EXPECT_EQ(detected("0 1 2\n1 2\n2\n", "x.edges"), "adjacency-list");
    EXPECT_EQ(detected("1>2\n", "x.mtx"), "csv");
    EXPECT_EQ(detected("2 2 1\n2 1\n", "x.mtx.zst"), "sized-edge-list") << "without its first line";
    EXPECT_EQ(detected("%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", "x.edges"), "matrix-market");
    EXPECT_EQ(detected("p col 1 0\n", "X.MTX"), "dimacs");
    EXPECT_EQ(format_of_name("X.CLQ.GZ"), Format::dimacs);
    EXPECT_EQ(format_of_name("x.Mtx"), Format::matrix_market);
}

TEST(Format, ListsOfNeighboursHaveLinesOfDifferentLengths) {
    EXPECT_EQ(detected("#write.py\n# GMT Mon\n#\n0 1 2 3\n1 2 3\n2 3\n3\n"), "adjacency-list");
    EXPECT_EQ(detected("3 1\n1 2\n2\n"), "adjacency-list") << "every vertex has a line: no METIS that is cut off";
    EXPECT_EQ(detected("5 4\n2\n1 3 4\n"), "metis") << "cut off";
    EXPECT_EQ(detected("# a\nanna bert carla\nbert carla\ncarla\n"), "adjacency-list");
    EXPECT_EQ(detected("a,b,c\nb,c\nc\n"), "adjacency-list");
    EXPECT_EQ(detected("0 1 2\n0 3\n1 2\n"), "edge-list") << "two lines of the same vertex";
    EXPECT_EQ(detected("# a\n1 2\n2 3\n4\n"), "edge-list") << "a vertex without edges";
    EXPECT_EQ(detected("0 1 {'weight': 3}\n1 2 {}\n"), "edge-list");
}

std::string refusal(const std::string& text, const std::string& file = {}) {
    return test::message_of([&] { detect_format(text, file); });
}

TEST(Format, WhatFollowsEdgesInSomeLinesIsNoNeighbour) {
    EXPECT_EQ(detected("0 1 0.5\n1 2\n2 3 0.5\n"), "edge-list");
    EXPECT_EQ(detected("1 2 // c\n2 3\n"), "edge-list");
    EXPECT_EQ(detected("1,2\n2,3,red\n"), "edge-list");
    EXPECT_EQ(detected("1 2 1\n2 3 1\n3 1 1\n"), "edge-list") << "weights that are numbers of vertices";
    EXPECT_EQ(detected("source,target,kind\nanna,bert\nbert,carla,red\n"), "edge-list");
    const std::string unclear =
        "x.txt: may be a list of edges, with more words in some lines, or an adjacency list, or neither; --format "
        "edge-list or --format adjacency-list says which";
    for (const std::string text :
         {"0 1 2 3\n1 2 3\n2 3\n", "0 1 5\n1 2\n2 3 5\n", "a,b,red\nb,c\n", "1 2 3\n2 1 3\n3 1 2\n",
          "# a program\nimport os\nfor each in files:\n    print(each)\nfor other in files:\n"})
        EXPECT_EQ(refusal(text, "x.txt"), unclear) << text;
}

TEST(Format, NumbersBelowSizesAreMetisIfBothEndsListThem) {
    EXPECT_EQ(detected("5 5\n1 2\n2 3\n3 4\n4 5\n1 5\n"), "sized-edge-list");
    EXPECT_EQ(detected("4 4\n0 1\n1 2\n2 3\n0 3\n"), "sized-edge-list");
    EXPECT_EQ(detected("4 4\n2 4\n1 3\n2 4\n1 3\n"), "metis");
    EXPECT_EQ(detected("4 4\n1 2\n2 3\n3 4\n4 9\n"), "metis") << "no sizes of this list";
}

TEST(Format, ListsOfPairsOfWordsAreEdges) {
    EXPECT_EQ(detected("anna bert\nbert carla\nanna carla\n"), "edge-list");
    EXPECT_EQ(detected("anna bert\n% a comment\n\n\"bert\" \"carla the first\"\n"), "edge-list");
    EXPECT_NE(refusal("anna bert\nbert\n"), "no error");
    EXPECT_NE(refusal("anna bert 7\nbert carla 8\n"), "no error");
}

TEST(Format, WhatIsNoTextIsRefused) {
    const std::string why = "no text, which formats that can be guessed are: found ";
    const std::string hint = "; if it is a graph, --format says in which format";
    EXPECT_EQ(refusal(std::string("1 2\n3 \0 4\n", 10), "x"), "x:2: " + why + "'\\x00'" + hint);
    EXPECT_EQ(refusal("\x7f"
                      "ELF\x02\x01\n"),
              "standard input:1: " + why + "'\\x7f'" + hint);
    EXPECT_EQ(refusal("a,b\nb,\xe9t\xe9\n", "x.csv"), "x.csv:2: " + why + "'\\xe9'" + hint);
    EXPECT_EQ(refusal("a,b\nb,\xc3"), "standard input:2: " + why + "'\\xc3'" + hint) << "half a character";
    EXPECT_EQ(detected("a,b\nb,\xc3\xa9t\xc3\xa9\f\n"), "edge-list");
    EXPECT_EQ(detected("c \xe9\np edge 1 0\n"), "dimacs") << "nothing else begins so";
}

TEST(Format, LineEndsThatAreCarriageReturnsAloneAreRefused) {
    EXPECT_EQ(refusal("1 2\r2 3\r", "x"),
              "x:1: a carriage return within the line; expected lines that end with a line feed");
    EXPECT_EQ(detected("1 2\r\n2 3\r\r\n\r"), "edge-list");
}

TEST(Format, NothingIsNoGraph) {
    for (const std::string text : {"", "\n", " \r\n\n"}) {
        EXPECT_EQ(refusal(text, "-"), "standard input: the file is empty");
        for (const std::string name : {"x.txt", "x.clq", "x.g6", "x.csv"})
            EXPECT_EQ(refusal(text, name), name + ": the file is empty");
    }
}

TEST(Format, WhatIsInNoneIsRefusedWithThoseThatThereAre) {
    EXPECT_EQ(
        refusal("a b c\nb c\n", "-"),
        "standard input:1: no format of graphs begins with 'a b c'; if it is in one, --format says in which: "
        "dimacs, dimacs-binary, lad, directed-lad, labelled-lad, vertex-labelled-lad, edge-list, sized-edge-list, "
        "adjacency-list, csv, gfd, gfu, metis, matrix-market, graph6, "
        "sparse6, graphml");
    EXPECT_EQ(refusal("\n// a comment\n", "x.txt").substr(0, 58),
              "x.txt:2: no format of graphs begins with '// a comment'; i");
    EXPECT_EQ(detected("e 1 2\n"), "dimacs") << "whose error says more";
    EXPECT_EQ(detected("c only\nhello\n"), "dimacs");
    EXPECT_EQ(detected("source target\nanna bert\n"), "edge-list");
    EXPECT_EQ(detected(",source,target\n0,a,b\n"), "edge-list");
}

TEST(Format, WhatIsKnownButNotReadIsNamed) {
    for (const auto& [text, name] :
         std::vector<std::pair<std::string, std::string>>{{"graph [\n node [ id 1 ]\n]\n", "GML"},
                                                          {"Creator \"x\"\ngraph\n[\n", "GML"},
                                                          {"# a comment\ngraph\n[\n", "GML"},
                                                          {"*Vertices 3\n", "Pajek"},
                                                          {"graph G {\n a -- b\n}\n", "DOT"},
                                                          {"strict digraph {\n", "DOT"},
                                                          {"{\"nodes\": []}", "JSON"},
                                                          {"<?xml version='1.0'?>\n<gexf></gexf>", "GEXF"},
                                                          {"LEDA.GRAPH\nstring\n", "LEDA"}})
        EXPECT_EQ(refusal(text, "x.txt"), "x.txt: " + name + ", which is not read; networkx can, and writes GraphML");
}

// Texts that look like lists of edges, and are not.
TEST(Format, OtherProgramsFilesAreNotListsOfEdges) {
    for (const auto& [text, what] : std::vector<std::pair<std::string, std::string>>{
             {"t # 0\nv 0 1\nv 1 1\ne 0 1 2\n", "the format of gSpan"},
             {"t 2 1\nv 0 1 1\nv 1 1 1\ne 0 1\n", "the format of gSpan"},
             {"nodedef>name VARCHAR\na\nb\nedgedef>node1 VARCHAR,node2 VARCHAR\na,b\n", "GDF"},
             {"* GraphBase graph (util_types ZZZZZZZZZZZZZZ,3V,6A)\n", "a graph of the Stanford GraphBase"},
             {"* File \"miles.dat\" from the Stanford GraphBase (C)1992\n", "data of the Stanford GraphBase"},
             {"*Node data\nid\n", "VNA"},
             {"dl n=3 format=edgelist1\n1 2\n", "DL"},
             {"@nodes\nlabel\n1\n", "LGF"},
             {"&C~~\n", "digraph6"},
             {"n=4 g\n0: 1 2;\n", "the language of dreadnaut"},
             {"0 1 1\n1 0 1\n1 1 0\n", "looks like an adjacency matrix"},
             {"0,5,2\n5,0,7\n2,7,0\n", "looks like an adjacency matrix"},
             {"3\n0 1 1\n1 0 1\n1 1 0\n", "looks like an adjacency matrix"},
             {"1 a\n2 b\n#\n1 2\n", "looks like the Trivial Graph Format"},
             {"3\nwater\nO 0 0 0\nH 0 0 1\nH 0 1 0\n", "a number alone in the first line, as in LAD"}}) {
        EXPECT_EQ(refusal(text, "x").substr(0, 3 + what.size()), "x: " + what) << text;
    }
    EXPECT_EQ(refusal("*Something\n", "x").find("Pajek"), std::string::npos);
    EXPECT_EQ(detected("5\n1 2\n2 3\n3 4\n4 5\n2 5\n", "x"), "sized-edge-list") << "edges below a number";
    EXPECT_EQ(detected("3\n3\n1 2\n2 3\n1 3\n", "x"), "sized-edge-list") << "edges below two numbers";
}

TEST(Format, OfRiIsToldByItsName) {
    const std::string gfd = "#g\n3\nC\nO\nC\n2\n0 1\n1 2\n";
    EXPECT_EQ(detected(gfd, "x.gfd"), "gfd");
    EXPECT_EQ(detected(gfd, "x.GEU"), "gfu");
    EXPECT_EQ(detected("#g\n3\nC\n", "x.gfu"), "gfu") << "cut off";
    EXPECT_EQ(refusal(gfd, "-"),
              "standard input: in a format of RI, which does not say whether edges go one way; --format gfd says that "
              "they do, --format gfu that they do not");
    EXPECT_EQ(detected("#g\n2\nC\nO\n2\n0 1\n1 0\n", "-"), "gfd") << "the same either way";
}

}  // namespace
}  // namespace scrump::graph
