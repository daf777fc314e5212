// Common subgraphs of graphs with labels and directions.

#include <scrump/base/error.hpp>
#include <scrump/problems/mcs/detail/generator.hpp>
#include <scrump/problems/mcs/detail/maximal.hpp>
#include <scrump/problems/mcs/solve.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "problems/labelled_tables.hpp"
#include "search/problems.hpp"
#include "support/message_of.hpp"

namespace scrump::mcs {
namespace {

using graph::Arc;
using graph::Arcs;
using graph::LabelledGraph;
using scrump::test::Decorations;
using scrump::test::random_table;
using scrump::test::Table;

const SearchOptions one_by_one{.skeleton = Skeleton::sequential()};

/// All common subgraphs that are part of no larger one, by trying everything.
class AllMaximal {
  public:
    AllMaximal(const Table& first, const Table& second, bool connected)
        : first_(first), second_(second), connected_(connected) {
        extend({});
        for (const Pairs& pairs : all_)
            if (!is_part(pairs)) maximal_.insert(pairs);
    }

    const std::set<Pairs>& maximal() const { return maximal_; }
    std::size_t most() const {
        std::size_t most = 0;
        for (const Pairs& pairs : all_) most = std::max(most, pairs.size());
        return most;
    }

  private:
    void extend(const Pairs& pairs) {
        if (!all_.insert(pairs).second) return;
        for (std::size_t a = 0; a < first_.size; ++a) {
            for (std::size_t b = 0; b < second_.size; ++b) {
                if (!fits(pairs, a, b)) continue;
                Pairs more = pairs;
                more.emplace_back(a, b);
                std::sort(more.begin(), more.end());
                extend(more);
            }
        }
    }

    bool fits(const Pairs& pairs, std::size_t a, std::size_t b) const {
        bool attached = pairs.empty();
        for (const auto& [c, d] : pairs) {
            if (a == c || b == d || first_.edge(a, c) != second_.edge(b, d) || first_.edge(c, a) != second_.edge(d, b))
                return false;
            attached = attached || first_.edge(a, c) != Table::none || first_.edge(c, a) != Table::none;
        }
        return first_.label(a) == second_.label(b) && (attached || !connected_);
    }

    bool is_part(const Pairs& pairs) const {
        return std::any_of(all_.begin(), all_.end(), [&](const Pairs& other) {
            return other.size() == pairs.size() + 1 &&
                   std::includes(other.begin(), other.end(), pairs.begin(), pairs.end());
        });
    }

    const Table& first_;
    const Table& second_;
    bool connected_;
    std::set<Pairs> all_;
    std::set<Pairs> maximal_;
};

LabelledGraph from_arcs(std::size_t size, std::vector<Arc> arcs, bool labelled = false) {
    return {size, Arcs(std::move(arcs), labelled)};
}

std::size_t most(const LabelledGraph& first, const LabelledGraph& second, bool connected = false,
                 const SearchOptions& options = one_by_one) {
    const auto found = find_maximum_common_subgraph(first, second, {.search = options, .connected = connected});
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_TRUE(is_common_subgraph(first, second, found.value));
    return found.value.size();
}

TEST(LabelledCommonSubgraphs, AreThoseOfBruteForce) {
    for (const Decorations& decorations : scrump::test::all_decorations()) {
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            SplitMix64 random(seed);
            const Table first = random_table(2 + random.below(3), random.unit(), decorations, random);
            const Table second = random_table(2 + random.below(4), random.unit(), decorations, random);
            for (const bool connected : {false, true}) {
                const AllMaximal expected(first, second, connected);
                const LabelledGraph one = first.graph();
                const LabelledGraph other = second.graph();
                ASSERT_EQ(most(one, other, connected), expected.most()) << "seed " << seed;
                const Settings settings{.search = one_by_one, .connected = connected};
                EXPECT_TRUE(find_common_subgraph(one, other, expected.most(), settings).value.has_value());
                EXPECT_FALSE(find_common_subgraph(one, other, expected.most() + 1, settings).value.has_value());
                const auto several = find_best_common_subgraphs(one, other, {.most = 10'000, .at_least = 0}, settings);
                EXPECT_EQ(std::set<Pairs>(several.value.begin(), several.value.end()), expected.maximal())
                    << "seed " << seed << (connected ? ", connected" : "");
                EXPECT_EQ(several.value.size(), expected.maximal().size());
            }
        }
    }
}

TEST(LabelledCommonSubgraphs, OneGraphAloneMayBeDirected) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SplitMix64 random(seed);
        const Table first = random_table(5, 0.5, {.directed = true}, random);
        const Table second = random_table(4, 0.5, {}, random);
        EXPECT_EQ(most(first.graph(), second.graph()), AllMaximal(first, second, false).most());
        EXPECT_EQ(most(second.graph(), first.graph()), AllMaximal(second, first, false).most());
    }
}

TEST(LabelledCommonSubgraphs, KnownOnes) {
    const auto cycle = [](std::uint32_t size) {
        std::vector<Arc> arcs;
        for (std::uint32_t v = 0; v < size; ++v) arcs.push_back({v, (v + 1) % size});
        return from_arcs(size, std::move(arcs));
    };
    EXPECT_EQ(most(cycle(8), cycle(8), true), 8U);
    EXPECT_EQ(most(cycle(8), cycle(9), true), 7U) << "a path";
    const LabelledGraph back = from_arcs(3, {{1, 0}, {2, 1}, {0, 2}});
    EXPECT_EQ(most(cycle(3), back), 3U) << "a cycle goes either way round";
    EXPECT_EQ(most(cycle(3), from_arcs(3, {{0, 1}, {1, 2}, {0, 2}})), 2U) << "it is no tournament without cycles";
    LabelledGraph red(graph::Graph(4));
    red.labels = {1, 1, 1, 2};
    LabelledGraph blue(graph::Graph(3));
    blue.labels = {2, 2, 3};
    EXPECT_EQ(most(red, blue), 1U);
    blue.labels = {3, 3, 3};
    EXPECT_EQ(most(red, blue), 0U);
}

TEST(LabelledCommonSubgraphs, AreTheSameInEveryWay) {
    SplitMix64 random(5);
    const Decorations decorations{.directed = true, .vertex_labels = true, .edge_labels = true};
    const LabelledGraph first = random_table(11, 0.5, decorations, random).graph();
    const LabelledGraph second = random_table(12, 0.5, decorations, random).graph();
    const std::size_t expected = most(first, second);
    for (const auto& way : scrump::test::all_ways()) EXPECT_EQ(most(first, second, false, way.options()), expected);
}

TEST(LabelledCommonSubgraphs, NodesAreValid) {
    SplitMix64 random(7);
    const Decorations decorations{.directed = true, .vertex_labels = true, .edge_labels = true};
    const Space space(random_table(5, 0.6, decorations, random).graph(),
                      random_table(6, 0.6, decorations, random).graph(), false);
    std::size_t nodes = 0;
    const auto walk = [&](const auto& self, const Node& node, unsigned depth) -> void {
        ++nodes;
        ASSERT_TRUE(Generator::valid(space, node, depth));
        Generator generator(space, node);
        for (Node child; generator.next(child);) self(self, child, depth + 1);
    };
    walk(walk, root(space), 0);
    EXPECT_GT(nodes, 50U);

    Node node = root(space);
    ASSERT_GE(node.classes.size(), 2U);
    std::swap(node.left.front(), node.left.back());
    EXPECT_FALSE(Generator::valid(space, node)) << "labels are of two kinds";
}

TEST(LabelledCommonSubgraphs, KindsThatOneGraphAloneHasDoNotCount) {
    std::vector<Arc> arcs;
    for (std::uint32_t v = 0; v < 30; ++v)
        for (std::uint32_t u = 0; u < v; ++u) arcs.push_back({u, v, 30 * v + u});
    const LabelledGraph many = from_arcs(30, arcs, true);
    EXPECT_EQ(most(many, from_arcs(3, {{0, 1, 31}, {1, 2, 60}, {0, 2, 1'000'000}}, true)), 2U);
    EXPECT_EQ(scrump::test::message_of([&] { most(many, many); }),
              "common subgraph: pairs of vertices are of 870 kinds by the directions and labels of their edges; at "
              "most 252 can be searched");
}

TEST(LabelledCommonSubgraphs, LabelsOfOneGraphAloneAreRefused) {
    LabelledGraph labelled(graph::Graph(2));
    labelled.labels = {1, 2};
    EXPECT_EQ(scrump::test::message_of([&] { most(labelled, LabelledGraph(graph::Graph(2))); }),
              "common subgraph: the first graph has labels, but the second graph has none");
    EXPECT_EQ(scrump::test::message_of([&] {
                  most(from_arcs(2, {{0, 1}}), from_arcs(2, {{0, 1, 5}}, true));
              }),
              "common subgraph: the second graph has labels of edges, but the first graph has none");
    labelled.labels = {1};
    EXPECT_EQ(scrump::test::message_of([&] { most(labelled, labelled); }),
              "common subgraph: the first graph has 2 vertices, but labels for 1");
}

}  // namespace
}  // namespace scrump::mcs
