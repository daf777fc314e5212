// Graphs from files in other formats, packed or not; conversions; and solutions that searches begin with.

#include "cli/command.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::Completed;
using test::run;

// Two triangles that share a vertex, and one vertex more.
const std::vector<std::pair<const char*, const char*>> bow_ties = {
    {"dimacs", "p edge 6 6\ne 1 2\ne 1 3\ne 2 3\ne 3 4\ne 3 5\ne 4 5\n"},
    {"lad", "6\n2 1 2\n2 0 2\n4 0 1 3 4\n2 2 4\n2 2 3\n0\n"},
    {"edge-list", "1 2\n1 3\n2 3\n3 4\n3 5\n4 5\n6 6\n"},
    {"adjacency-list", "# as networkx writes it\n1 2 3\n2 3\n3 4 5\n4 5\n5\n6\n"},
    {"metis", "6 6\n2 3\n1 3\n1 2 4 5\n3 5\n3 4\n\n"},
    {"matrix-market", "%%MatrixMarket matrix coordinate pattern symmetric\n6 6 6\n2 1\n3 1\n3 2\n4 3\n5 3\n5 4\n"},
    {"graph6", "ExK?\n"}};

TEST(Formats, AreGuessedOrGiven) {
    for (const auto& [format, text] : bow_ties) {
        for (const char* given : {"auto", format}) {
            const auto json = run({"maxclique", "-", "--count", "--json", "--format", given}, text).json();
            EXPECT_EQ(json["instance"]["format"], format);
            EXPECT_EQ(json["instance"]["vertices"], 6);
            EXPECT_EQ(json["instance"]["edges"], 6);
            EXPECT_EQ(json["objective"], 3) << format;
            EXPECT_EQ(json["count"], 2) << format;
        }
        EXPECT_EQ(run({"independent-set", "-", "--quiet"}, text).out.substr(0, 2), "3\n") << format;
        EXPECT_EQ(run({"vertex-cover", "-", "--quiet"}, text).out.substr(0, 2), "3\n") << format;
        EXPECT_EQ(run({"colouring", "-", "--quiet"}, text).out.substr(0, 2), "3\n") << format;
        EXPECT_EQ(run({"sip", "random:n=3,p=1", "-", "--count", "--quiet"}, text).out, "12\n") << format;
        EXPECT_EQ(run({"mcs", "random:n=3,p=1", "-", "--quiet"}, text).out.substr(0, 2), "3\n") << format;
    }
    EXPECT_FALSE(run({"maxclique", "random:n=3,p=1", "--json"}).json()["instance"].contains("format"));
}

TEST(Formats, WhatWasGuessedIsSaid) {
    const std::string note = "read as     METIS, which standard input looks like; --format overrides this\n";
    const auto told = [&](const std::vector<std::string>& more, const char* text) {
        std::vector<std::string> arguments = {"maxclique", "-"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments, text).out.find("read as") != std::string::npos;
    };
    EXPECT_NE(run({"maxclique", "-"}, bow_ties[4].second).out.find(note), std::string::npos);
    EXPECT_FALSE(told({"--format", "metis"}, bow_ties[4].second));
    EXPECT_FALSE(told({}, bow_ties[0].second));
    EXPECT_FALSE(told({"--quiet"}, bow_ties[4].second));
}

TEST(Formats, VerticesHaveTheNamesOfTheFile) {
    const char* const words = "source,target\nanna,bert\nbert,\"carla\x1b\"\nanna,\"carla\x1b\"\ndora,anna\n";
    EXPECT_EQ(run({"maxclique", "-", "--quiet", "--format", "edge-list"}, words).out, "3\nanna bert carla\\x1b\n");
    EXPECT_EQ(run({"maxclique", "-", "--json", "--format", "edge-list"}, words).json()["solution"][0], "anna");
    EXPECT_EQ(run({"kclique", "-k", "3", "-", "--all", "--quiet"}, "7 10\n10 30\n7 30\n").out, "3\n1\n7 10 30\n");
    EXPECT_EQ(run({"colouring", "-", "--quiet"}, "7 10\n").out.substr(0, 2), "2\n");
    EXPECT_EQ(run({"sip", "-", "random:n=2,p=1", "--count", "--quiet"}, "a,b\n").out, "2\n");
    EXPECT_EQ(run({"mcs", "-", "random:n=1,p=0", "--json"}, "a,b\n").json()["solution"][0][0].is_string(), true);
}

TEST(Formats, MistakesAreNamedWithTheirLines) {
    for (const auto& [format, text, message] : std::vector<std::tuple<const char*, const char*, const char*>>{
             {"auto", "3 2\n2\n1 3\n9\n", "standard input:4: expected a vertex from 1 to 3, found '9'"},
             {"auto", "%%MatrixMarket matrix coordinate pattern general\n2 3 0\n",
              "standard input:2: a matrix of 2 rows"},
             {"auto", "3 2\n2\n1 3\n9\n", "found '9' (read as METIS, which it looks like; --format overrides this)\n"},
             {"metis", "3 2\n2\n1 3\n9\n", "found '9'\n"},
             {"auto",
              "\x7f"
              "ELF\x02\x01",
              "standard input:1: no text, which formats that can be guessed are"},
             {"auto", "1 2 3\n2 3\n", "standard input: may be a list of edges, with more words in some lines, or an"},
             {"auto", " \n", "standard input: the file is empty\n"},
             {"edge-list", "1 2\r2 3\r", "standard input:1: a carriage return within the line"},
             {"auto", "a b c\nb c\n",
              "standard input:1: no format of graphs begins with 'a b c'; if it is in one, --format"},
             {"auto", "graph [\n", "standard input: GML, which is not read; networkx can, and writes GraphML"},
             {"auto", "weight,one,other\n1,2,3\n", "standard input:1: the heading does not say which columns"},
             {"auto", "PK\x03\x04zip", "standard input: a zip archive: unpack it first, by unzip"},
             {"metis", "hello\n", "standard input:1: expected the number of vertices, found 'hello'"},
             {"graph6", "C~~\n", "standard input:1: 2 characters"},
             {"auto", "\x1f\x8b\x08", "standard input: packed by gzip, and is cut off"}}) {
        for (const char* command : {"maxclique", "colouring"}) {
            const Completed result = run({command, "-", "--format", format}, text);
            EXPECT_EQ(result.status, 1);
            EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
            EXPECT_EQ(result.out, "");
        }
    }
}

TEST(Convert, WritesWhatIsReadAgain) {
    const test::Folder folder;
    std::ofstream(folder / "a.clq") << bow_ties[0].second;
    for (const char* name : {"b.graph", "b.mtx", "b.g6", "b.edges", "b.lad", "b.clq"}) {
        EXPECT_EQ(run({"convert", folder / "a.clq", "-o", folder / name}).err, "") << name;
        const auto json = run({"maxclique", folder / name, "--count", "--json"}).json();
        EXPECT_EQ(json["instance"]["vertices"], 6) << name;
        EXPECT_EQ(json["count"], 2) << name;
    }
    for (std::size_t i = 2; i < bow_ties.size(); ++i) {
        const auto& [format, text] = bow_ties[i];
        if (std::string(format) == "edge-list") continue;       // it is written with a comment
        if (std::string(format) == "adjacency-list") continue;  // it is only read
        EXPECT_EQ(run({"convert", folder / "a.clq", "--to", format}).out, text) << format;
    }
    EXPECT_EQ(run({"convert", "random:n=2,p=1", "--to", "edge-list"}).out, "# 2 vertices, 1 edge\n1 2\n");
}

TEST(Formats, NothingBelowAHeadingIsASize) {
    EXPECT_EQ(run({"maxclique", "-", "--quiet"}, "source,target\n3,2\n1,2\n1,3\n").out, "3\n1 2 3\n");
    EXPECT_EQ(run({"maxclique", "-", "--json"}, "source,target\n1,0\n").json()["instance"]["vertices"], 2);
}

TEST(Formats, AFirstEdgeThatMayBeSizesIsSaidAndCanBeDenied) {
    const std::string text = "3 2\n1 3\n2 1\n";
    const Completed sizes = run({"maxclique", "-"}, text);
    EXPECT_EQ(sizes.out.substr(0, 13), "clique      2");
    EXPECT_NE(sizes.out.find("read as     a list of edges below the number of vertices"), std::string::npos);
    EXPECT_EQ(sizes.err,
              "scrump: warning: standard input:1: '3 2' is read as the numbers of vertices and edges, which fit; if it "
              "is an edge, say --format edge-list\n");
    EXPECT_EQ(run({"maxclique", "-", "--quiet", "--format", "edge-list"}, text).out, "3\n1 2 3\n");
    EXPECT_EQ(run({"maxclique", "-", "--quiet", "--format", "sized-edge-list"}, text).err, "");
}

TEST(Formats, OfOtherProgramsAreReadOrNamed) {
    const std::string gfd = "#g\n4\nC\nO\nC\nC\n4\n0 1\n1 2\n2 3\n0 3\n";
    EXPECT_EQ(run({"maxclique", "-", "--json", "--format", "gfu"}, gfd).json()["instance"]["vertices"], 4);
    EXPECT_NE(run({"maxclique", "-"}, gfd).err.find("in a format of RI"), std::string::npos);
    EXPECT_NE(run({"maxclique", "-"}, "t # 0\nv 0 1\n").err.find("gSpan"), std::string::npos);
    EXPECT_EQ(
        run({"maxclique", "-", "--quiet"}, "%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n").out,
        "2\n1 2\n");
    EXPECT_EQ(run({"maxclique", "-", "--json"}, ">>graph6<<\nC~\n").json()["objective"], 4);
}

TEST(IndependentSet, MayHaveWeights) {
    const std::string path = "p edge 3 2\ne 1 2\ne 2 3\nn 1 2\nn 2 9\nn 3 3\n";
    EXPECT_EQ(run({"independent-set", "-", "--weights", "file", "--quiet"}, path).out, "9\n1\n2\n");
    EXPECT_EQ(run({"independent-set", "-", "--quiet"}, path).out, "2\n1 3\n");
    EXPECT_EQ(run({"vertex-cover", "-", "--weights", "file", "--json"}, path).json()["objective"], 5);
    EXPECT_EQ(run({"independent-set", "-", "--weights", "file", "--best", "2", "--quiet"}, path).out,
              "2\n9\n1\n2\n5\n2\n1 3\n");
}

TEST(Tsp, CallsCitiesAsTheFileDoes) {
    const std::string text = "dimension: 3\nedge_weight_type: euc_2d\nnode_coord_section\n0 0 0\n1 3 0\n2 0 4\n";
    EXPECT_EQ(run({"tsp", "-", "--quiet"}, text).out, "12\n0 1 2\n");
    const test::Folder folder;
    std::ofstream(folder / "x.tsp") << text;
    EXPECT_EQ(run({"tsp", folder / "x.tsp", "--tour", folder / "x.tour", "--quiet"}).status, 0);
    EXPECT_EQ(run({"tsp", folder / "x.tsp", "--start", folder / "x.tour", "--quiet"}).out, "12\n0 1 2\n");
    EXPECT_EQ(
        run({"tsp", "-", "--quiet"}, "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n").out,
        "10\n1 2\n");
    EXPECT_EQ(run({"tsp", "-", "--quiet"},
                  "DIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0.3 0\n3 0 0.3\n4 0.2 0.2\n")
                  .status,
              1);
    const Completed warned =
        run({"tsp", "-", "--quiet"},
            "DIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 2.4 0\n3 0 1.6\n");
    EXPECT_EQ(warned.status, 0);
    EXPECT_NE(warned.err.find("scrump: warning: standard input: rounding to whole numbers"), std::string::npos);
}

TEST(Formats, ListsWithoutCommentsAreGuessed) {
    EXPECT_EQ(run({"maxclique", "-", "--quiet"}, "5 5\n1 2\n2 3\n3 4\n4 5\n1 5\n").out, "2\n1 2\n");
    EXPECT_EQ(run({"maxclique", "-", "--quiet"}, "anna bert\nbert carla\nanna carla\n").out, "3\nanna bert carla\n");
    EXPECT_EQ(run({"maxclique", "-", "--json"}, "0 1 0.5\n1 2\n2 3 0.5\n").json()["instance"]["vertices"], 4);
}

TEST(Convert, TakesItsOutputAsASecondArgument) {
    const test::Folder folder;
    std::ofstream(folder / "a.txt") << bow_ties[0].second;
    for (const char* name : {"b.graph", "b.MTX", "b.Clq.GZ", "b.csv", "b.edges"}) {
        EXPECT_EQ(run({"convert", folder / "a.txt", folder / name}).err, "") << name;
        EXPECT_EQ(run({"maxclique", folder / name, "--count", "--json"}).json()["count"], 2) << name;
    }
    EXPECT_TRUE(read_file(folder / "b.Clq.GZ").starts_with("\x1f\x8b")) << "packed";
    EXPECT_EQ(run({"convert", "-", "-", "--to", "graph6"}, bow_ties[0].second).out,
              run({"convert", "-", "--to", "graph6"}, bow_ties[0].second).out);
    EXPECT_EQ(run({"convert", "-", folder / "c.clq", "--format", "edge-list"}, "1 2\n2 3\n").status, 0);
    EXPECT_EQ(run({"convert", folder / "c.clq", "-", "--to", "csv"}).out, "1,\n2,\n3,\n1,2\n2,3\n");
    EXPECT_EQ(run({"convert", folder / "c.clq", folder / "d.mtx", "--to", "csv"}).status, 0);
    EXPECT_EQ(run({"convert", folder / "d.mtx", "--to", "csv"}).out, "1,\n2,\n3,\n1,2\n2,3\n");
    const Completed two = run({"convert", folder / "c.clq", "x.clq", "-o", "y.clq"});
    EXPECT_EQ(two.status, 2);
    EXPECT_EQ(two.err, "scrump: convert: 'x.clq' and --output 'y.clq'; expected one output\n");
}

TEST(Convert, SaysWhatIsLost) {
    EXPECT_EQ(run({"convert", "-", "--to", "graph6"}, "p edge 2 1\ne 1 1\nn 1 7\n").err,
              "scrump: warning: loops are left out, which graph6 has no place for\n"
              "scrump: warning: weights are left out, which graph6 has no place for\n");
    EXPECT_EQ(run({"convert", "-", "--to", "metis"}, "p edge 2 1\ne 1 2\nn 1 7\n").out, "2 1 10\n7 2\n1 1\n");
}

TEST(Convert, NeedsAFormat) {
    const Completed unknown = run({"convert", "-", "-o", "x.txt"}, bow_ties[0].second);
    EXPECT_EQ(unknown.status, 2);
    EXPECT_EQ(
        unknown.err,
        "scrump: convert: --to is missing, and the name 'x.txt' stands for no format; see scrump convert --help\n");
    EXPECT_EQ(run({"convert", "-"}, bow_ties[0].second).err,
              "scrump: convert: --to is missing; see scrump convert --help\n");
    EXPECT_EQ(
        run({"convert", "-", "--to", "graphml"}).err,
        "scrump: convert: --to: 'graphml' is not one of dimacs, lad, directed-lad, labelled-lad, vertex-labelled-lad, "
        "edge-list, csv, metis, matrix-market and graph6\n");
}

TEST(Packed, GraphsAreUnpacked) {
    const test::Folder folder;
    const std::string file = folder / "graph.clq";
    ASSERT_EQ(run({"generate", "hamming:n=4,d=2", "-o", file}).status, 0);
    if (std::system(("gzip " + file).c_str()) != 0) GTEST_SKIP() << "needs gzip";
    EXPECT_EQ(run({"maxclique", file + ".gz", "--quiet"}).out.substr(0, 2), "8\n");
}

TEST(Packed, OutputsAreByTheirNames) {
    const test::Folder folder;
    const std::string graph = run({"generate", "hamming:n=4,d=2"}).out;
    for (const auto& [name, begins] : std::vector<std::pair<std::string, std::string>>{
             {"x.clq.gz", "\x1f\x8b"}, {"x.clq.xz", "\xfd\x37\x7a"}, {"x.clq.zst", "\x28\xb5\x2f\xfd"}}) {
        const std::string file = folder / name;
        ASSERT_EQ(run({"convert", "-", "-o", file}, graph).status, 0);
        std::ifstream in(file, std::ios::binary);
        const std::string packed{std::istreambuf_iterator<char>(in), {}};
        EXPECT_TRUE(packed.starts_with(begins)) << name;
        EXPECT_EQ(run({"convert", file, "--to", "dimacs"}).out, graph.substr(graph.find("p edge")));
    }
}

TEST(Text, MayBeginWithAByteOrderMark) {
    EXPECT_EQ(run({"maxclique", "-", "--quiet"}, "\xef\xbb\xbfp edge 2 1\ne 1 2\n").out, "2\n1 2\n");
    EXPECT_EQ(run({"maxclique", "-", "--quiet"}, "\xef\xbb\xbfsource,target\na,b\n").out, "2\na b\n");
}

class Starts : public testing::Test {
  protected:
    std::string written(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }
    // Without any of the search: what is known is the answer.
    static std::string first_line(std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--quiet", "--node-limit", "1", "--skeleton", "sequential"});
        const Completed result = run(arguments);
        EXPECT_EQ(result.err, "");
        return result.out.substr(0, result.out.find('\n'));
    }
    void expect_refused(const std::string& command, const std::string& graph, const std::string& start,
                        const std::string& message) const {
        const Completed result = run({command, graph, "--start", written("start", start)});
        EXPECT_EQ(result.status, 1);
        EXPECT_EQ(result.err, "scrump: " + (folder_ / "start") + message + "\n");
        EXPECT_EQ(result.out, "");
    }

    test::Folder folder_;
};

TEST_F(Starts, AreNoWorseThanTheAnswer) {
    const std::string graph = "random:n=200,p=0.8,seed=3";  // 26
    const std::string best = written("best", run({"maxclique", graph, "--json"}).out);
    EXPECT_EQ(first_line({"maxclique", graph, "--no-local-search", "--start", best}), "26");
    EXPECT_EQ(first_line({"kclique", "-k", "26", graph, "--no-local-search", "--start", best}), "yes");
    const std::string half = written("half", "# a clique\n3 4 18\n22\n");
    EXPECT_EQ(run({"maxclique", graph, "--start", half, "--quiet"}).out.substr(0, 3), "26\n");
}

TEST_F(Starts, OfSetsAndColouringsAndTours) {
    const std::string graph = "random:n=60,p=0.5,seed=1";
    for (const char* command : {"independent-set", "vertex-cover"}) {
        const Completed answer = run({command, graph, "--json"});
        const std::string best = written("best", answer.out);
        EXPECT_EQ(first_line({command, graph, "--no-local-search", "--start", best}), answer.json()["objective"].dump())
            << command;
    }
    const std::string colours = written("colours", run({"colouring", graph, "--json"}).out);
    EXPECT_EQ(run({"colouring", graph, "--start", colours, "--quiet"}).out.substr(0, 3), "11\n");
    const Completed tour = run({"tsp", "random:n=40,seed=2", "--json", "--tour", folder_ / "short.tour"});
    const std::string length = tour.json()["objective"].dump();
    const std::vector<std::string> exact = {"tsp", "random:n=40,seed=2", "--no-local-search", "--start"};
    for (const std::string& start : {written("tour.json", tour.out), folder_ / "short.tour"}) {
        std::vector<std::string> arguments = exact;
        arguments.push_back(start);
        EXPECT_EQ(first_line(arguments), length);
    }
}

TEST_F(Starts, AreWhatEarlierRunsPrinted) {
    const std::string graph = "random:n=40,p=0.5,seed=1";
    const std::string cities = "random:n=12,seed=2";
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{{"maxclique", graph},
                                                                                         {"independent-set", graph},
                                                                                         {"vertex-cover", graph},
                                                                                         {"colouring", graph},
                                                                                         {"tsp", cities}}) {
        const auto with = [&](std::vector<std::string> more) {
            more.insert(more.begin(), command.begin(), command.end());
            return more;
        };
        const std::string best = run(with({"--json"})).json()["objective"].dump();
        for (const std::vector<std::string>& way : std::vector<std::vector<std::string>>{{"--quiet"}, {}, {"--json"}}) {
            const std::string start = written("start", run(with(way)).out);
            EXPECT_EQ(first_line(with({"--start", start})), best) << command.front() << (way.empty() ? "" : way[0]);
        }
    }
    const std::string several = written("several", run({"maxclique", graph, "--best", "3"}).out);
    EXPECT_EQ(run({"maxclique", graph, "--start", several}).status, 0) << "the best one";
    const std::string heavy = written("heavy", run({"maxclique", graph, "--weights", "modulo", "--quiet"}).out);
    EXPECT_EQ(run({"maxclique", graph, "--weights", "modulo", "--start", heavy}).status, 0) << "below weight and size";
    // Without what precedes the search, a start is seen to be used.
    const std::string yes = written("yes", run({"kclique", "-k", "6", graph, "--quiet"}).out);
    EXPECT_EQ(first_line({"kclique", "-k", "6", graph, "--no-local-search", "--start", yes}), "yes");
    const std::string four = written("four", run({"colouring", "-k", "9", graph, "--quiet"}).out);
    EXPECT_EQ(run({"colouring", graph, "--start", four, "--quiet"}).status, 0);
    EXPECT_EQ(run({"tsp", "random:n=4", "--start", written("list", "# cities\n3 1\n2 4\n"), "--quiet"}).status, 0);
    const std::string path = written("path.clq", "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n");
    EXPECT_EQ(run({"colouring", path, "--start", written("two", "1\n2\n1\n2\n"), "--quiet"}).status, 0) << "in turn";
    EXPECT_EQ(run({"maxclique", path, "--start", written("two", "2\n1\n"), "--quiet"}).status, 0) << "one a line";
}

// 3 by 4.
const std::string four_corners =
    "DIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 3 4\n4 0 4\n";

TEST_F(Starts, ToursHaveTheEdgesThatAreFixed) {
    const auto solved = [&](const std::string& end) {
        return run({"tsp", written("f.tsp", four_corners + end), "--json"});
    };
    EXPECT_EQ(solved("").json()["objective"], 14);
    const Completed crossed = solved("FIXED_EDGES_SECTION\n1 3\n2 4\n-1\n");
    EXPECT_EQ(crossed.json()["objective"], 16);
    EXPECT_EQ(crossed.json()["instance"]["fixed_edges"], 2);
    EXPECT_EQ(solved("FIXED_EDGES_SECTION\n1 3\n1 4\n2 1\n-1\n").err,
              "scrump: " + (folder_ / "f.tsp") +
                  ":11: no tour has this edge: three edges at city 1, which has two in a tour\n");
}

TEST_F(Starts, AreChecked) {
    const std::string path = written("path.clq", "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n");
    expect_refused("maxclique", path, "1 2\n3\n", ":2: 1 and 3 are not adjacent; expected a clique");
    expect_refused("maxclique", path, "1\n9\n", ":2: the graph has no vertex '9'");
    expect_refused("maxclique", path, "1\n1\n", ":2: vertex '1' a second time");
    const std::string none = "is what a run without a solution printed; expected a solution";
    expect_refused("maxclique", path, run({"kclique", "-k", "3", path, "--quiet"}).out, ":1: " + none);
    expect_refused("maxclique", path, run({"kclique", "-k", "3", path}).out, ":1: " + none);
    for (const char* command : {"maxclique", "independent-set", "vertex-cover", "colouring"})
        expect_refused(command, path, "# nothing\n\n", ":1: names nothing; expected a solution");
    expect_refused("tsp", "random:n=3", "", ":1: names nothing; expected a solution");
    expect_refused("maxclique", path, "{\"a\": 1}", ":1: is not what scrump --json prints of a run with a solution");
    const std::string other = run({"colouring", path, "--json"}).out;
    expect_refused("maxclique", path, other,
                   ":1: is a run of \"colouring\"; expected one of scrump maxclique, kclique");
    expect_refused("tsp", "random:n=4", other, ":1: is a run of \"colouring\"; expected one of scrump tsp");
    expect_refused("tsp", "random:n=3", "1 2 2\n", ":1: city 2 a second time");
    expect_refused("tsp", "random:n=3", "1\n4\n", ":2: expected a city from 1 to 3, found '4'");
    expect_refused("tsp", "random:n=3", "1\n2\n", ":2: the tour ends after 2 of the 3 cities");
    expect_refused("colouring", path, "2\n1 3\n4 1\n", ":3: vertex '1' a second time");
    expect_refused("colouring", path, "2\n1 2\n3 4\n", ":2: 1 and 2 are adjacent, and both have colour 1");
    expect_refused("independent-set", path, "1 4\n3\n", ":2: 4 and 3 are adjacent; expected an independent set");
    expect_refused("vertex-cover", path, "2\n",
                   ":1: neither end of the edge between 3 and 4 is listed; expected a vertex cover");
    expect_refused("colouring", path, "1 2 1\n", ":1: 3 colours; expected one for each of the 4 vertices");
    expect_refused("colouring", path, "1 2\n2 1\n", ":2: 2 and 3 are adjacent, and both have colour 2");
    expect_refused("colouring", path, "1 2 0 1\n", ":1: expected a colour from 1 to 4, found '0'");
    expect_refused("tsp", "random:n=3", "TOUR_SECTION\n1\n2\n-1\n", ":4: the tour ends after 2 of the 3 cities");
    expect_refused("tsp", "random:n=3", "DIMENSION: 4\n", ":1: a tour of another number of cities; expected 3");
    expect_refused("tsp", "random:n=3", "TOUR_SECTION\n1\n1\n", ":3: city 1 a second time");
    const std::string crossed = written("crossed.tsp", four_corners + "FIXED_EDGES_SECTION\n1 3\n2 4\n-1\n");
    expect_refused("tsp", crossed, "TOUR_SECTION\n1\n2\n3\n4\n-1\n",
                   ": the tour does not have all fixed edges of " + crossed);
    expect_refused("tsp", "random:n=3", "hello\n",
                   ":1: the file ends without TOUR_SECTION; expected a tour in TSPLIB's format");
    EXPECT_NE(run({"maxclique", path, "--start", "/nowhere/start"}).err.find("/nowhere/start: cannot be read"),
              std::string::npos);
}

}  // namespace
}  // namespace scrump::detail
