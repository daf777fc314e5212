#include <scrump/net/codec.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/mcs/detail/generator.hpp>
#include <scrump/problems/mcs/detail/largest.hpp>
#include <scrump/problems/mcs/solve.hpp>
#include <scrump/search/check.hpp>
#include <scrump/search/generator.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include "problems/mcs/graphs.hpp"
#include "problems/mcs/twins.hpp"
#include "search/problems.hpp"

namespace scrump::mcs {
namespace {

using graph::LabelledGraph;
using scrump::test::Decorations;
using test::Table;

static_assert(NodeGenerator<LargestGenerator> && HasBound<LargestGenerator> && KnowsIncumbent<LargestGenerator>);
static_assert(std::is_same_v<ObjectiveOf<LargestGenerator>, std::int32_t>);
static_assert(std::copyable<LargestGenerator> && Transferable<LargestNode>);

const SearchOptions one_at_a_time{.skeleton = Skeleton::sequential(), .pin = false};

/// A walk through the tree of a generator that knows the best so far, at first `best`.
template <class G>
struct WalkOfAny {
    const Space& space;
    std::int32_t best = -1;
    std::uint64_t nodes = 0;

    void visit(const typename G::Node& node, unsigned depth = 0) {
        ++nodes;
        ASSERT_TRUE(G::valid(space, node, depth));
        best = std::max(best, G::objective(space, node));
        G generator(space, node, best);
        typename G::Node child = node;  // holds something else
        while (generator.next(child)) {
            EXPECT_GE(G::bound(space, node), G::bound(space, child));
            if (G::bound(space, child) > best) visit(child, depth + 1);
        }
        EXPECT_FALSE(generator.next(child));
    }
};

/// Walks through the whole tree: with what is known at first, a walk finds the largest if it is larger.
std::uint64_t nodes_of_walks(const Space& space, std::int32_t most) {
    std::uint64_t nodes = 0;
    for (std::int32_t known = -1; known <= most; ++known) {
        WalkOfAny<LargestGenerator> walk{.space = space, .best = known};
        walk.visit(largest_root(space));
        EXPECT_EQ(walk.best, most) << "of which " << known << " were known";
        nodes += walk.nodes;
    }
    return nodes;
}

TEST(LargestCommonSubgraphs, AreThoseOfBruteForceWithLabelsAndTwins) {
    for (const Decorations& decorations : scrump::test::all_decorations()) {
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            SplitMix64 random(seed);
            const Table first = test::random_twins(6, decorations, random);
            const Table second = test::random_twins(6, decorations, random);
            for (const bool connected : {false, true}) {
                const auto most = static_cast<std::int32_t>(test::MostInCommon(first, second, connected).most());
                for (const bool at_once : {false, true})
                    nodes_of_walks(Space(first.graph(), second.graph(), connected, at_once), most);
                ASSERT_FALSE(HasFailure()) << "seed " << seed << (connected ? ", connected" : "");
            }
        }
    }
}

// The tree of Generator has every common subgraph.
TEST(LargestCommonSubgraphs, AreThoseOfTheWholeTree) {
    for (const Decorations& decorations : scrump::test::all_decorations()) {
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            SplitMix64 random(seed);
            const LabelledGraph first = test::random_twins(12, decorations, random).graph();
            const LabelledGraph second = test::random_twins(12, decorations, random).graph();
            for (const bool connected : {false, true}) {
                const Space space(first, second, connected);
                WalkOfAny<Generator> all{.space = space};
                all.visit(root(space));
                nodes_of_walks(space, all.best);
                nodes_of_walks(Space(first, second, connected, false), all.best);
                ASSERT_FALSE(HasFailure()) << "seed " << seed << (connected ? ", connected" : "");
            }
        }
    }
}

graph::Graph modular_product(const Table& first, const Table& second) {
    graph::Graph product(first.size * second.size);
    for (std::size_t p = 0; p < product.size(); ++p) {
        for (std::size_t q = 0; q < p; ++q) {
            const auto [a, b] = std::pair(p / second.size, p % second.size);
            const auto [c, d] = std::pair(q / second.size, q % second.size);
            if (a != c && b != d && first.edge(a, c) == second.edge(b, d) && first.edge(c, a) == second.edge(d, b))
                product.add_edge(p, q);
        }
    }
    return product;
}

TEST(LargestCommonSubgraphs, AreCliquesOfTheModularProductOfGraphsWithTwins) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SplitMix64 random(seed);
        const Decorations decorations{.directed = seed % 3 == 0, .edge_labels = seed % 4 == 0};
        const Table first = test::random_twins(14, decorations, random);
        const Table second = test::random_twins(14, decorations, random);
        const auto found = find_maximum_common_subgraph(first.graph(), second.graph(), {.search = one_at_a_time});
        EXPECT_EQ(
            found.value.size(),
            maxclique::find_maximum_clique(modular_product(first, second), {.search = one_at_a_time}).value.size())
            << "seed " << seed;
    }
}

TEST(LargestCommonSubgraphs, AreTheSameInEveryWay) {
    SplitMix64 random(3);
    const Decorations decorations{.directed = true, .edge_labels = true};  // too many kinds to be searched at once
    const LabelledGraph first = test::with_twins(random_table(11, 0.5, decorations, random), 4, random).graph();
    const LabelledGraph second = test::with_twins(random_table(12, 0.4, decorations, random), 4, random).graph();
    for (const bool connected : {false, true}) {
        const auto most = [&](const SearchOptions& options) {
            return find_maximum_common_subgraph(first, second, {.search = options, .connected = connected})
                .value.size();
        };
        const std::size_t expected = most(one_at_a_time);
        for (const auto& way : scrump::test::all_ways()) EXPECT_EQ(most(way.options()), expected);
    }
}

TEST(LargestCommonSubgraphs, TwinsAreTriedOnce) {
    const graph::Graph empty(9);
    const Space space(test::complement(empty), empty, false, false);
    const LargestNode top = largest_root(space);
    LargestGenerator generator(space, top, 0);
    LargestNode child;
    ASSERT_TRUE(generator.next(child));
    EXPECT_EQ(child.open.matched.size(), 1U);
    EXPECT_EQ(child.bound, 1);
    EXPECT_FALSE(generator.next(child));
}

TEST(LargestCommonSubgraphs, TwinsAreAlikeInAllPairs) {
    // 0 and 1 have the same neighbours; 2 and 3 as well, and an edge; 4 is the neighbour of 0 and 1.
    graph::Graph graph(6);
    for (const auto& [a, b] : {std::pair(0U, 4U), {1U, 4U}, {2U, 3U}, {2U, 5U}, {3U, 5U}}) graph.add_edge(a, b);
    LabelledGraph labelled(graph);
    const auto twins = [&] {
        const Side side(labelled, false, PairKinds(labelled, labelled), true);
        std::vector<std::pair<std::size_t, std::size_t>> found;
        for (Vertex v = 0; v < side.size(); ++v)
            if (side.first_twin(v) != v) found.emplace_back(side.original(side.first_twin(v)), side.original(v));
        std::ranges::sort(found);
        return found;
    };
    EXPECT_EQ(twins(), (std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {2, 3}, {2, 5}}));
    labelled.labels = {1, 2, 1, 1, 1, 3};
    EXPECT_EQ(twins(), (std::vector<std::pair<std::size_t, std::size_t>>{{2, 3}}));
}

// An isolated vertex of both graphs is matched at once, and with no other.
TEST(LargestCommonSubgraphs, APairThatRulesOutNothingIsTheOnlyChild) {
    const auto with_isolated = [](const graph::Graph& graph) {
        graph::Graph grown(graph.size() + 1);
        for (std::size_t a = 0; a < graph.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (graph.adjacent(a, b)) grown.add_edge(a, b);
        return grown;
    };
    const Space space(with_isolated(test::cycle(7)), with_isolated(test::complement(test::cycle(8))), false, false);
    const LargestNode top = largest_root(space);
    LargestGenerator generator(space, top);
    LargestNode child;
    ASSERT_TRUE(generator.next(child));
    ASSERT_EQ(child.open.matched.size(), 1U);
    EXPECT_EQ(space.left().original(child.open.matched[0].left), 7U);
    EXPECT_EQ(space.right().original(child.open.matched[0].right), 8U);
    EXPECT_FALSE(generator.next(child));
}

TEST(LargestCommonSubgraphs, TakeFewerNodesThanTheWholeTree) {
    std::uint64_t of_all = 0;
    std::uint64_t of_largest = 0;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const Space space(test::random_graph(13, 0.5, seed), test::random_graph(13, 0.5, seed + 10), false, false);
        WalkOfAny<Generator> all{.space = space};
        all.visit(root(space));
        WalkOfAny<LargestGenerator> largest{.space = space};
        largest.visit(largest_root(space));
        of_all += all.nodes;
        of_largest += largest.nodes;
    }
    EXPECT_LT(5 * of_largest, of_all);
}

// Beyond 255 vertices not every pair is looked at.
TEST(LargestCommonSubgraphs, OfLargeGraphs) {
    const auto large = test::cycle(300);
    const auto small = test::cycle(20);
    EXPECT_EQ(find_maximum_common_subgraph(large, small, {.search = one_at_a_time}).value.size(), 19U);
    EXPECT_EQ(
        find_maximum_common_subgraph(graph::Graph(300), graph::Graph(280), {.search = one_at_a_time}).value.size(),
        280U);
}

TEST(LargestCommonSubgraphs, NodesTravel) {
    const Space space(test::random_graph(7, 0.5, 3), test::random_graph(7, 0.5, 4), false, false);
    const LargestNode top = largest_root(space);
    LargestNode child;
    ASSERT_TRUE(LargestGenerator(space, top).next(child));
    const LargestNode copy = Decoder(Encoder().put(child).take()).get<LargestNode>();
    EXPECT_EQ(Encoder().put(copy).take(), Encoder().put(child).take());
    EXPECT_EQ(copy.open.matched, child.open.matched);
    EXPECT_EQ(copy.partners, child.partners);
    EXPECT_TRUE(LargestGenerator::valid(space, copy, 1));
}

TEST(LargestCommonSubgraphs, AlteredNodesAreNotValid) {
    const Space space(test::random_graph(7, 0.5, 3), test::random_graph(7, 0.5, 4), false, false);
    const LargestNode node = largest_root(space);
    ASSERT_TRUE(LargestGenerator::valid(space, node, 0));
    EXPECT_FALSE(LargestGenerator::valid(space, node, 8));
    const auto altered = [&](const auto& alter) {
        LargestNode other = node;
        alter(other);
        return LargestGenerator::valid(space, other, 0);
    };
    EXPECT_FALSE(altered([](LargestNode& other) { other.bound = other.open.limit + 1; }));
    EXPECT_FALSE(altered([](LargestNode& other) { other.bound = -1; }));
    EXPECT_FALSE(altered([](LargestNode& other) { other.at = 1; }));
    EXPECT_FALSE(altered([](LargestNode& other) { other.chosen = 7; }));
    EXPECT_FALSE(altered([](LargestNode& other) { other.of_right = 2; }));
    EXPECT_FALSE(altered([](LargestNode& other) { other.partners.front().vertex = 7; }));
    EXPECT_FALSE(altered([](LargestNode& other) { other.partners.push_back(other.partners.front()); }));
}

TEST(LargestCommonSubgraphs, KeepTheContract) {
    for (const bool connected : {false, true}) {
        const Space space(test::random_graph(5, 0.5, 1), test::random_graph(6, 0.5, 2), connected, false);
        const CheckReport report = scrump::check<LargestGenerator>(space, largest_root(space), {.nodes = 3000});
        EXPECT_TRUE(report.ok()) << report;
        EXPECT_TRUE(report.whole);
    }
}

}  // namespace
}  // namespace scrump::mcs
