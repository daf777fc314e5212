// Subgraphs of graphs with directions and labels, from files.

#include "cli/command.hpp"
#include "support/folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::run;

/// Files that are there for a test.
class LabelledGraphs : public testing::Test {
  protected:
    std::string file(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }
    static std::string first_line(const std::vector<std::string>& arguments) {
        std::vector<std::string> all = arguments;
        all.emplace_back("--quiet");
        const std::string out = run(all).out;
        return out.substr(0, out.find('\n'));
    }

    const test::Folder folder_;
};

TEST_F(LabelledGraphs, DirectionsAreReadAndSaid) {
    const std::string cycle = file("cycle", "3\n1 1\n1 2\n1 0\n");
    const std::string tournament = file("tournament", "3\n2 1 2\n1 2\n0\n");
    EXPECT_EQ(first_line({"sip", cycle, tournament}), "no");
    EXPECT_EQ(first_line({"sip", "--count", cycle, cycle}), "3");
    EXPECT_EQ(first_line({"sip", "--count", "--format", "directed-lad", cycle, cycle}), "3");
    EXPECT_EQ(first_line({"mcs", cycle, tournament}), "2");
    EXPECT_EQ(first_line({"mcs", "--at-least", "3", cycle, tournament}), "no");
    const auto json = run({"sip", cycle, tournament, "--json"}).json();
    EXPECT_EQ(json["instance"]["pattern"]["format"], "directed-lad");
    EXPECT_EQ(json["instance"]["pattern"]["directed"], true);
    EXPECT_EQ(json["instance"]["pattern"]["edges"], 3);
    EXPECT_EQ(json["instance"]["pattern"]["labelled_edges"], false);
    EXPECT_EQ(run({"mcs", cycle, tournament, "--json"}).json()["instance"]["second"]["directed"], true);
    EXPECT_NE(run({"sip", cycle, cycle}).out.find("read as     directed LAD, which "), std::string::npos);
    const std::string refusal =
        "scrump: " + cycle +
        ":2: vertex 0 lists 1 as its neighbour, but 1 does not list 0; expected an undirected graph, whose edges are "
        "listed by both ends\n";
    for (const char* command : {"maxclique", "colouring", "independent-set", "vertex-cover"})
        EXPECT_EQ(run({command, cycle}).err, refusal) << command;
    EXPECT_EQ(run({"sip", "--format", "lad", cycle, cycle}).err, refusal) << "told to be undirected";
    EXPECT_EQ(first_line({"sip", "--format", "lad", "--directed", "--count", cycle, cycle}), "3");
}

TEST_F(LabelledGraphs, LabelsAreCompared) {
    const std::string pattern = file("p.csv", "a>b,red\na,,circle\nb,,square\n");
    const std::string target = file("t.csv", "u,,square\nv,,circle\nv>u,green\nw,,circle\nw>u,red\nu>w,red\n");
    EXPECT_EQ(run({"sip", "--all", pattern, target, "--quiet"}).out, "1\na->w b->u\n");
    EXPECT_EQ(run({"sip", "--all", "--induced", pattern, target, "--quiet"}).out, "0\n") << "an edge goes back";
    EXPECT_EQ(first_line({"mcs", pattern, target}), "1");
    EXPECT_EQ(first_line({"mcs", pattern, pattern}), "2");
    const std::string lad = file("labelled.lad", "2\n4 1 1 9\n5 0\n");
    EXPECT_EQ(first_line({"sip", "--count", lad, file("other.lad", "3\n4 2 1 9 2 8\n5 0\n5 0\n")}), "1");
    EXPECT_EQ(run({"sip", lad, target}).status, 0);
    EXPECT_EQ(first_line({"mcs", file("one.lad", "2\n1 1 1\n2 1 0\n"), file("two.lad", "2\n1 1 1\n3 1 0\n")}), "1");
    const std::string bare = file("bare.csv", "a>b\na,,circle\n");
    EXPECT_EQ(run({"sip", bare, target}).err, "scrump: " + target + ": the edges have labels, but those of " + bare +
                                                  " have none; expected labels in both graphs or in neither\n");
    EXPECT_EQ(run({"mcs", "random:n=3,p=1", target}).err,
              "scrump: " + target +
                  ": the vertices have labels, but those of random:n=3,p=1 have none; expected "
                  "labels in both graphs or in neither\n");
}

TEST_F(LabelledGraphs, DirectionsThatNoFormatSaysAreToldByAnOption) {
    const std::string list = file("list.edges", "1 2\n2 3\n3 1\n");
    EXPECT_EQ(first_line({"sip", "--count", list, list}), "6");
    EXPECT_EQ(first_line({"sip", "--count", "--directed", list, list}), "3");
    const std::string matrix = "%%MatrixMarket matrix coordinate pattern ";
    const std::string entries = "\n3 3 3\n2 1\n3 2\n3 1\n";
    EXPECT_EQ(first_line({"sip", "--count", "--directed", list, file("g.mtx", matrix + "general" + entries)}), "0");
    EXPECT_EQ(first_line({"sip", "--count", "--directed", list, file("s.mtx", matrix + "symmetric" + entries)}), "6");
    const std::string dimacs = file("it.clq", "p edge 3 0\n");
    EXPECT_EQ(run({"sip", "--directed", list, dimacs}).err,
              "scrump: " + dimacs + ": DIMACS text has no directions of edges\n");
}

TEST_F(LabelledGraphs, DirectionsThatAFormatSaysAreKept) {
    EXPECT_EQ(run({"convert", file("g.csv", "a>b\nb,c\n"), "--to", "csv", "--directed"}).out,
              "a,\nb,\nc,\na>b\nb>c\nc>b\n")
        << "a comma goes both ways";
    const std::string graphml = file("g.graphml",
                                     "<graphml><graph edgedefault='directed'><node id='a'/><node id='b'/><edge "
                                     "source='a' target='b'/></graph></graphml>");
    EXPECT_EQ(run({"convert", graphml, "--to", "csv"}).out, "a,\nb,\na>b\n");
    EXPECT_NE(run({"convert", graphml, "--to", "dimacs"}).err.find("directions of edges are left out"),
              std::string::npos);
    EXPECT_EQ(run({"maxclique", graphml, "--quiet"}).err,
              "scrump: warning: " + graphml + ": edges have directions, which are skipped\n");
}

TEST_F(LabelledGraphs, AreConverted) {
    const std::string shapes = file("shapes.csv", "a>b,1\nb,c,2\na,,5\nb,,5\nc,,6\n");
    EXPECT_EQ(run({"convert", shapes, "--to", "labelled-lad"}).out, "3\n5 1 1 1\n5 1 2 2\n6 1 1 2\n");
    EXPECT_EQ(run({"convert", shapes, "--to", "directed-lad"}).err,
              "scrump: warning: labels are left out, which directed LAD has no place for\n"
              "scrump: warning: labels of edges are left out, which directed LAD has no place for\n"
              "scrump: warning: names of vertices are left out, which directed LAD has no place for\n");
    EXPECT_EQ(run({"convert", shapes, "--to", "csv"}).out, "a,,5\nb,,5\nc,,6\na>b,1\nb>c,2\nc>b,2\n");
    EXPECT_EQ(run({"convert", file("words.csv", "a>b\na,,red\n"), "--to", "labelled-lad"}).err,
              "scrump: warning: names of vertices are left out, which labelled LAD has no place for\n"
              "scrump: a label is 'red'; labels of LAD are numbers\n");
}

TEST_F(LabelledGraphs, NoProofsAreWritten) {
    const std::string cycle = file("cycle", "3\n1 1\n1 2\n1 0\n");
    const auto result = run({"sip", "--proof", folder_ / "proof", cycle, cycle});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.err,
              "scrump: edges have directions or labels; proofs are written for undirected graphs without labels of "
              "edges\n");
}

TEST_F(LabelledGraphs, ThirdColumnsThatAreGuessedAreReadOrRefused) {
    const std::string pattern = "a,b,red\nb,c,red\n";
    const std::string target = "x,y,red\ny,z,red\nz,w,blue\n";
    for (const char* ending : {"", ".csv", ".edges"}) {
        const std::string p = file(std::string("p") + ending, pattern);
        const std::string t = file(std::string("t") + ending, target);
        EXPECT_EQ(first_line({"sip", "--count", p, t}), "2") << ending;
        EXPECT_EQ(first_line({"sip", "--count", "--format", "csv", p, t}), "2") << ending;
        EXPECT_EQ(first_line({"sip", "--count", "--format", "edge-list", p, t}), "4") << ending;
    }
    const std::string weighted = file("w", "1 2 5\n2 3 6\n");
    for (const char* command : {"sip", "mcs"}) {
        const auto refused = run({command, weighted, weighted});
        EXPECT_EQ(refused.status, 1) << command;
        EXPECT_NE(refused.err.find(":1: '5' after the ends of an edge may be a label"), std::string::npos)
            << refused.err;
    }
    EXPECT_EQ(run({"maxclique", weighted}).status, 0) << "there labels do not count";
    EXPECT_NE(run({"convert", weighted, "--to", "dimacs"}).err.find("warning: "), std::string::npos);
}

}  // namespace
}  // namespace scrump::detail
