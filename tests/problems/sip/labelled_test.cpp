// Patterns and targets with directions, labels of vertices and edges, and loops.

#include <scrump/base/error.hpp>
#include <scrump/problems/sip/certified.hpp>
#include <scrump/problems/sip/solve.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "problems/labelled_tables.hpp"
#include "search/problems.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

namespace scrump::sip {
namespace {

using graph::Arc;
using graph::Arcs;
using scrump::test::random_table;
using scrump::test::Table;

const SearchOptions one_by_one{.skeleton = Skeleton::sequential()};

/// Tries all ways to give vertices different images.
std::vector<Mapping> mappings_of(const Table& pattern, const Table& target, bool induced) {
    std::vector<Mapping> found;
    Mapping mapping;
    const auto fits = [&](std::size_t from, std::size_t to) {
        const int edge = pattern.edge(from, to);
        return edge == Table::none && !induced ? true : edge == target.edge(mapping[from], mapping[to]);
    };
    const auto extend = [&](const auto& self) -> void {
        const std::size_t v = mapping.size();
        if (v == pattern.size) {
            found.push_back(mapping);
            return;
        }
        for (std::uint32_t image = 0; image < target.size; ++image) {
            if (std::ranges::find(mapping, image) != mapping.end()) continue;
            mapping.push_back(image);
            bool good = pattern.label(v) == target.label(image);
            for (std::size_t u = 0; u <= v && good; ++u) good = fits(u, v) && fits(v, u);
            if (good) self(self);
            mapping.pop_back();
        }
    };
    extend(extend);
    return found;
}

std::vector<Mapping> all_found(const Problem& problem) {
    const auto result = all(problem, one_by_one);
    std::vector<Mapping> list;
    for (std::size_t i = 0; i < result.value.size(); ++i)
        list.emplace_back(result.value[i].begin(), result.value[i].end());
    return list;
}

std::uint64_t count_in(const LabelledGraph& pattern, const LabelledGraph& target, bool induced = false) {
    return count({pattern, target, induced}, one_by_one).value;
}

LabelledGraph from_arcs(std::size_t size, std::vector<Arc> arcs, bool labelled = false) {
    return {size, Arcs(std::move(arcs), labelled)};
}

LabelledGraph directed_cycle(std::uint32_t size) {
    std::vector<Arc> arcs;
    for (std::uint32_t v = 0; v < size; ++v) arcs.push_back({v, (v + 1) % size});
    return from_arcs(size, std::move(arcs));
}

LabelledGraph transitive_tournament(std::uint32_t size) {
    std::vector<Arc> arcs;
    for (std::uint32_t v = 0; v < size; ++v)
        for (std::uint32_t u = 0; u < v; ++u) arcs.push_back({u, v});
    return from_arcs(size, std::move(arcs));
}

TEST(LabelledSubgraphs, AreThoseOfBruteForce) {
    std::size_t some = 0;
    for (const auto& decorations : scrump::test::all_decorations()) {
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            SplitMix64 random(seed);
            const bool induced = seed % 2 == 1;
            const Table pattern = random_table(1 + random.below(4), random.unit(), decorations, random);
            const Table target = random_table(3 + random.below(4), random.unit(), decorations, random);
            const std::vector<Mapping> expected = mappings_of(pattern, target, induced);
            if (!expected.empty()) ++some;
            const Problem problem{pattern.graph(), target.graph(), induced};
            ASSERT_EQ(all_found(problem), expected) << "seed " << seed;
            ASSERT_EQ(count(problem, one_by_one).value, expected.size()) << "seed " << seed;
            ASSERT_EQ(find(problem, one_by_one).value.has_value(), !expected.empty()) << "seed " << seed;
            for (const Mapping& mapping : expected) EXPECT_TRUE(is_solution(problem, mapping));
        }
    }
    EXPECT_GT(some, 200U);
}

// An undirected graph among directed ones is one whose edges go both ways.
TEST(LabelledSubgraphs, OneGraphAloneMayBeDirected) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SplitMix64 random(seed);
        const bool pattern_directed = seed % 2 == 0;
        const bool induced = seed % 3 == 0;
        const Table pattern = random_table(4, 0.5, {.directed = pattern_directed}, random);
        const Table target = random_table(6, 0.7, {.directed = !pattern_directed}, random);
        EXPECT_EQ(all_found({pattern.graph(), target.graph(), induced}), mappings_of(pattern, target, induced));
    }
}

TEST(LabelledSubgraphs, AreAsManyAsFormulasSay) {
    for (const std::uint32_t n : {3U, 5U, 8U}) EXPECT_EQ(count_in(directed_cycle(n), directed_cycle(n)), n);
    EXPECT_EQ(count_in(directed_cycle(4), directed_cycle(8)), 0U);
    EXPECT_EQ(count_in(directed_cycle(3), transitive_tournament(7)), 0U);
    graph::Graph complete(6);
    for (std::size_t v = 0; v < 6; ++v)
        for (std::size_t u = 0; u < v; ++u) complete.add_edge(u, v);
    EXPECT_EQ(count_in(directed_cycle(4), LabelledGraph(complete)), 6U * 5 * 4 * 3);
    EXPECT_EQ(count_in(directed_cycle(4), LabelledGraph(complete), true), 0U) << "none goes back";
    EXPECT_EQ(count_in(LabelledGraph(complete), transitive_tournament(6)), 0U);
    EXPECT_EQ(count_in(transitive_tournament(4), transitive_tournament(9)), 126U) << "9 over 4";
    EXPECT_EQ(count_in(from_arcs(4, {{0, 1}, {1, 2}, {2, 3}}), transitive_tournament(9)), 126U);

    std::vector<Arc> ring;  // whose edges are labelled by turns: half of the symmetries of a ring of eight are left
    for (std::uint32_t v = 0; v < 8; ++v) {
        ring.push_back({v, (v + 1) % 8, 40 + v % 2});
        ring.push_back({(v + 1) % 8, v, 40 + v % 2});
    }
    const LabelledGraph by_turns = from_arcs(8, ring, true);
    EXPECT_FALSE(by_turns.arcs.directed());
    EXPECT_EQ(count_in(by_turns, by_turns), 8U);
    for (Arc& arc : ring) arc.label = 40;
    EXPECT_EQ(count_in(from_arcs(8, ring, true), from_arcs(8, ring, true)), 16U);
    EXPECT_EQ(count_in(from_arcs(8, ring, true), by_turns), 0U);
}

TEST(LabelledSubgraphs, OfLoopsHaveTheirLabels) {
    const LabelledGraph one = from_arcs(1, {{0, 0, 5}}, true);
    const LabelledGraph three = from_arcs(3, {{0, 0, 5}, {1, 1, 6}, {2, 2, 5}}, true);
    EXPECT_EQ(all_found({one, three, false}), (std::vector<Mapping>{{0}, {2}}));
}

TEST(LabelledSubgraphs, OfManyKindsOfPairsAreFound) {
    std::vector<Arc> arcs;
    for (std::uint32_t v = 0; v < 24; ++v)
        for (std::uint32_t u = 0; u < 24; ++u)
            if (u != v) arcs.push_back({v, u, 24 * v + u});
    const LabelledGraph graph = from_arcs(24, arcs, true);
    EXPECT_EQ(count_in(graph, graph), 1U);
    EXPECT_EQ(count_in(graph, graph, true), 1U);
    std::ranges::find(arcs, 77U, &Arc::label)->label = 9999;
    EXPECT_EQ(count_in(from_arcs(24, arcs, true), graph), 0U);
}

TEST(LabelledSubgraphs, AreTheSameInEveryWay) {
    SplitMix64 random(3);
    const scrump::test::Decorations decorations{.directed = true, .vertex_labels = true, .edge_labels = true};
    const Table pattern = random_table(5, 0.3, decorations, random);
    const Table target = random_table(14, 0.7, decorations, random);
    const Problem problem{pattern.graph(), target.graph(), false};
    const std::size_t expected = mappings_of(pattern, target, false).size();
    EXPECT_GT(expected, 10U);
    for (const auto& way : scrump::test::all_ways()) EXPECT_EQ(count(problem, way.options()).value, expected);
}

TEST(LabelledSubgraphs, ProblemsThatMakeNoSenseAreRefused) {
    const LabelledGraph labelled = from_arcs(3, {{0, 1, 5}}, true);
    const LabelledGraph plain = from_arcs(3, {{0, 1}});
    EXPECT_EQ(test::message_of([&] {
                  find({labelled, plain});
              }),
              "subgraph isomorphism: the pattern has labels of edges, but the target has none");
    EXPECT_EQ(test::message_of([&] {
                  find({plain, labelled});
              }),
              "subgraph isomorphism: the target has labels of edges, but the pattern has none");
    EXPECT_EQ(count_in(LabelledGraph(graph::Graph(2)), labelled), 6U) << "without edges there are none to be labelled";
    LabelledGraph wrong = plain;
    wrong.edges.add_edge(1, 2);
    EXPECT_EQ(test::message_of([&] {
                  find({wrong, plain});
              }),
              "subgraph isomorphism: the pattern has an edge that is not one of its arcs");
    wrong.edges = graph::Graph(3);
    EXPECT_EQ(test::message_of([&] {
                  find({plain, wrong});
              }),
              "subgraph isomorphism: the target has an arc that is not one of its edges");
}

TEST(LabelledSubgraphs, NoProofsAreWritten) {
    const test::Folder folder;
    EXPECT_EQ(test::message_of([&] {
                  certify({directed_cycle(3), directed_cycle(4)}, folder / "proof");
              }),
              "edges have directions or labels; proofs are written for undirected graphs without labels of edges");
}

TEST(LabelledSubgraphs, DirectionsAndLabelsShowInTheDescription) {
    const Problem problem{directed_cycle(4), directed_cycle(5), false};
    Problem other = problem;
    other.pattern = from_arcs(4, {{1, 0}, {1, 2}, {2, 3}, {3, 0}});
    EXPECT_NE(other.describe(), problem.describe());
    other.pattern = from_arcs(4, {{0, 1, 7}, {1, 2, 7}, {2, 3, 7}, {3, 0, 7}}, true);
    EXPECT_NE(other.describe(), problem.describe());
}

}  // namespace
}  // namespace scrump::sip
