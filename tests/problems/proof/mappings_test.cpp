#include "checker.hpp"
#include "files.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/sip/certified.hpp>
#include <scrump/problems/sip/detail/proof.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <problems/random_graph.hpp>

namespace scrump::sip {
namespace {

using proof::Checker;
using proof::ProofFolder;
using scrump::test::random_graph;

const SearchOptions two_workers{.workers = 2, .pin = false};

/// What the proof says, checked; and that the search without one says the same.
std::string conclusion(const Problem& problem, const SearchOptions& options = two_workers) {
    const ProofFolder folder;
    const auto found = certify(problem, folder.name(), options);
    EXPECT_EQ(found.value.has_value(), find(problem).value.has_value());
    EXPECT_EQ(folder.files(), 2U);
    return Checker(folder.problem()).check(folder.proof());
}

LabelledGraph cycle(std::size_t vertices) {
    graph::Graph graph(vertices);
    for (std::size_t v = 0; v < vertices; ++v) graph.add_edge(v, (v + 1) % vertices);
    return LabelledGraph(graph);
}

TEST(MappingProof, IsAcceptedForRandomGraphs) {
    int refuted = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const Problem problem{LabelledGraph(random_graph(5, 0.8, seed)), LabelledGraph(random_graph(8, 0.4, seed + 50)),
                              seed % 2 == 1};
        const std::string said = conclusion(problem, {.skeleton = Skeleton::budget(2), .workers = 2, .pin = false});
        EXPECT_EQ(said, find(problem).value ? "SAT" : "UNSAT") << seed;
        refuted += said == "UNSAT" ? 1 : 0;
    }
    EXPECT_GT(refuted, 2);
    EXPECT_LT(refuted, 10);
}

// Of dense patterns, in which Hall sets are of use, and in localities that send each other what was concluded.
TEST(MappingProof, NamesWhatEachClauseFollowsFrom) {
    const SearchOptions localities{.skeleton = Skeleton::budget(2), .workers = 2, .localities = 2, .pin = false};
    int refuted = 0;
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
        const ProofFolder folder;
        const Problem problem{LabelledGraph(random_graph(7, 0.85, seed)),
                              LabelledGraph(random_graph(14, seed < 4 ? 0.45 : 0.6, seed + 20)), seed % 2 == 1};
        const bool exists = certify(problem, folder.name(), localities).value.has_value();
        EXPECT_EQ(exists, find(problem).value.has_value());
        const std::string proof = folder.proof();
        EXPECT_EQ(Checker(folder.problem()).check(proof), exists ? "SAT" : "UNSAT") << seed;
        refuted += exists ? 0 : 1;
        // VeriPB looks at all of the problem where none are named.
        std::istringstream lines(proof);
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("rup")) {
                EXPECT_NE(line.find(": "), std::string::npos) << line;
            }
        }
    }
    EXPECT_GT(refuted, 2);
}

TEST(MappingProof, KnowsDegreesHallSetsLabelsAndLoops) {
    // A star has more leaves than any vertex of a cycle has neighbours.
    graph::Graph star(4);
    for (std::size_t leaf = 1; leaf < 4; ++leaf) star.add_edge(0, leaf);
    EXPECT_EQ(conclusion({LabelledGraph(star), cycle(6)}), "UNSAT");
    // More vertices than there are, without any edge: only counting shows it.
    EXPECT_EQ(conclusion({LabelledGraph(graph::Graph(7)), LabelledGraph(graph::Graph(6))}), "UNSAT");
    EXPECT_EQ(conclusion({cycle(5), cycle(6)}), "UNSAT");
    EXPECT_EQ(conclusion({cycle(5), cycle(5)}), "SAT");
    Problem labelled{cycle(3), cycle(3)};
    labelled.pattern.labels = {1, 2, 2};
    labelled.target.labels = {2, 1, 1};
    EXPECT_EQ(conclusion(labelled), "UNSAT");
    Problem looped{cycle(3), cycle(3)};
    looped.pattern.loops = {true, false, false};
    EXPECT_EQ(conclusion(looped), "UNSAT");
    looped.target.loops = {false, true, true};
    EXPECT_EQ(conclusion(looped), "SAT");
    looped.induced = true;
    EXPECT_EQ(conclusion(looped), "UNSAT");
}

TEST(MappingProof, KnowsDegreesOfNeighbours) {
    // A path of five: its middle has neighbours of degree 2, which no vertex of two stars of two leaves has twice.
    graph::Graph path(5);
    for (std::size_t v = 0; v + 1 < 5; ++v) path.add_edge(v, v + 1);
    graph::Graph target(8);
    for (const std::size_t hub : {0U, 4U}) {
        for (std::size_t leaf = 1; leaf < 4; ++leaf) target.add_edge(hub, hub + leaf);
    }
    EXPECT_EQ(conclusion({LabelledGraph(path), LabelledGraph(target)}), "UNSAT");
}

TEST(MappingProof, IsRefusedOnceItWasTamperedWith) {
    const ProofFolder folder;
    certify({LabelledGraph(complement(graph::Graph(4))), LabelledGraph(random_graph(9, 0.5, 3))}, folder.name(),
            two_workers);
    const std::string problem = folder.problem();
    const std::string proof = folder.proof();
    ASSERT_EQ(Checker(problem).check(proof), "UNSAT");
    std::string none = "pseudo-Boolean proof version 3.0\n";
    EXPECT_THROW(Checker(problem).check(none + "rup >= 1;\n" + proof.substr(proof.rfind("output"))), proof::Refused);
    // Each clause is needed, and so is each constraint that it names.
    std::vector<std::string> lines;
    std::istringstream text(proof);
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    const auto refuses = [&](std::size_t altered, const std::string& instead) {
        std::string whole;
        for (std::size_t i = 0; i < lines.size(); ++i) whole += (i == altered ? instead : lines[i]) + "\n";
        EXPECT_THROW(Checker(problem).check(whole), std::exception) << lines[altered];
    };
    std::size_t clauses = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!lines[i].starts_with("rup") || ++clauses > 20) continue;
        refuses(i, "");
        refuses(i, lines[i].substr(0, lines[i].rfind(' ')) + ";");
    }
    EXPECT_GT(clauses, 5U);
    // Who claims that there is a mapping has to show it.
    const std::size_t conclusion = proof.rfind("UNSAT");
    EXPECT_THROW(Checker(problem).check(proof.substr(0, conclusion) + "SAT : x0_0;\nend pseudo-Boolean proof;\n"),
                 std::exception);
}

TEST(MappingProof, NeedsVerticesAndAllOfTheSearch) {
    const ProofFolder folder;
    EXPECT_THROW(certify({LabelledGraph(graph::Graph(0)), cycle(3)}, folder.name()), Error);
    const Problem problem{cycle(7), LabelledGraph(random_graph(20, 0.3, 1))};
    EXPECT_THROW(certify(problem, folder.name(), {.depth_limit = 2}), UsageError);
    EXPECT_THROW(certify(problem, folder.name(), {.checkpoints = {.file = "it"}}), UsageError);
    EXPECT_EQ(folder.files(), 0U);
}

}  // namespace
}  // namespace scrump::sip
