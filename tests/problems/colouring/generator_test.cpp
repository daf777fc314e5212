#include <scrump/net/codec.hpp>
#include <scrump/problems/colouring/detail/generator.hpp>
#include <scrump/problems/colouring/ext/greedy.hpp>
#include <scrump/search/check.hpp>
#include <scrump/search/generator.hpp>

#include <gtest/gtest.h>

#include <problems/colouring/graphs.hpp>
#include <problems/colouring/weighting.hpp>
#include <support/message_of.hpp>

#include <limits>
#include <set>
#include <type_traits>

namespace scrump::colouring {
namespace {

static_assert(NodeGenerator<Generator> && HasBound<Generator> && KnowsIncumbent<Generator>);
static_assert(BoundsNeverImprove<Generator> && std::is_same_v<ObjectiveOf<Generator>, std::int32_t>);
static_assert(std::copyable<Generator> && Transferable<Node>);

bool has(const Space& space, const Node& node, std::size_t set, std::size_t vertex) {
    return (node.sets[set * space.words() + vertex / 64] >> (vertex % 64) & 1) != 0;
}

/// Checks a node against what its sets are said to be.
void check(const Space& space, const Node& node) {
    ASSERT_EQ(node.sets.size(), (1 + space.digits() + static_cast<std::size_t>(node.colours)) * space.words());
    const auto colours = static_cast<std::size_t>(node.colours);
    const std::size_t first = 1 + space.digits();
    std::int32_t left = 0;
    for (std::size_t v = 0; v < space.size(); ++v) {
        std::size_t may = 0;
        for (std::size_t c = 0; c < colours; ++c) may += has(space, node, first + c, v) ? 1U : 0U;
        if (!has(space, node, 0, v)) {
            EXPECT_EQ(may, 1U);
            continue;
        }
        ++left;
        std::size_t saturation = 0;
        for (std::size_t d = 0; d < space.digits(); ++d)
            saturation |= (has(space, node, 1 + d, v) ? std::size_t{1} : 0U) << d;
        EXPECT_EQ(saturation, colours - may);
        for (std::size_t c = 0; c < colours; ++c) {
            bool taken = false;
            for (std::size_t u = 0; u < space.size(); ++u)
                taken |= !has(space, node, 0, u) && has(space, node, first + c, u) &&
                         (space.row(v)[u / 64] >> (u % 64) & 1) != 0;
            EXPECT_EQ(has(space, node, first + c, v), !taken);
        }
    }
    EXPECT_EQ(node.left, left);
}

struct Walk {
    const Space& space;
    const graph::Graph& graph;
    bool prunes = false;
    std::int32_t best = std::numeric_limits<std::int32_t>::max();
    std::multiset<Colouring> whole{};

    void visit(const Node& node) {
        check(space, node);
        best = std::min(best, Generator::objective(space, node));
        if (node.left == 0) {
            whole.insert(colouring_of(space, node));
            EXPECT_TRUE(is_proper(graph, *whole.rbegin()));
        }
        Generator generator = prunes ? Generator(space, node, best) : Generator(space, node);
        std::int32_t last_bound = 0;
        Node child = node;  // holds something else
        while (generator.next(child)) {
            EXPECT_GE(Generator::bound(space, child), last_bound);
            last_bound = Generator::bound(space, child);
            if (!prunes || Generator::bound(space, child) < best) visit(child);
        }
        EXPECT_FALSE(generator.next(child));
    }
};

/// The numbers of ways to part the vertices into at most `most` independent sets.
std::size_t count_partitions(const graph::Graph& graph, std::size_t most, Colouring& colouring, std::size_t used) {
    const std::size_t vertex = colouring.size();
    if (vertex == graph.size()) return 1;
    std::size_t count = 0;
    for (std::size_t colour = 0; colour < std::min(used + 1, most); ++colour) {
        bool free = true;
        for (std::size_t other = 0; other < vertex; ++other)
            free = free && !(graph.adjacent(vertex, other) && colouring[other] == colour);
        if (!free) continue;
        colouring.push_back(colour);
        count += count_partitions(graph, most, colouring, std::max(used, colour + 1));
        colouring.pop_back();
    }
    return count;
}

TEST(Dsatur, ComesToEachColouringOnce) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const auto graph = test::random_graph(seed % 7, 0.15 * static_cast<double>(seed % 6), seed);
        const std::size_t known = graph.size() + 1;
        const Space space(graph, {}, known);
        Walk walk{.space = space, .graph = graph};
        walk.visit(root(space));
        Colouring colouring;
        EXPECT_EQ(walk.whole.size(), count_partitions(graph, known - 1, colouring, 0));
        EXPECT_EQ(std::set<Colouring>(walk.whole.begin(), walk.whole.end()).size(), walk.whole.size());
    }
}

// However few colours are allowed, waste excludes nothing but what has more.
TEST(Dsatur, ComesToEachColouringOnceWithWeights) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const auto graph = test::random_graph(1 + seed % 8, 0.1 + 0.1 * static_cast<double>(seed % 8), seed);
        const Weighting weighting = test::weighting_of(graph);
        for (std::size_t known = test::chromatic_number(graph); known <= graph.size() + 1; ++known) {
            const Space space(graph, {}, known, weighting.colours(), weighting);
            Walk walk{.space = space, .graph = graph};
            walk.visit(root(space));
            Colouring colouring;
            EXPECT_EQ(walk.whole.size(), count_partitions(graph, known - 1, colouring, 0)) << seed;
        }
    }
}

std::size_t count_nodes(const Space& space, const Node& node) {
    std::size_t count = 1;
    Generator generator(space, node);
    for (Node child; generator.next(child);) count += count_nodes(space, child);
    return count;
}

TEST(Dsatur, VisitsFewerNodesWithWeights) {
    const auto graph = test::queens(6);
    const std::vector<std::size_t> row{0, 1, 2, 3, 4, 5};
    const std::size_t plain = count_nodes(Space(graph, row, 7), root(Space(graph, row, 7)));
    const Space weighted(graph, row, 7, 0, test::weighting_of(graph));
    EXPECT_LT(count_nodes(weighted, root(weighted)), plain / 2);
}

TEST(Dsatur, WalksToTheFewestColoursWithPruning) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const auto graph = test::random_graph(1 + seed % 9, 0.1 * static_cast<double>(seed % 11), seed);
        const std::size_t colours = test::chromatic_number(graph);
        for (const std::size_t known : {colours, colours + 1, graph.size() + 1}) {
            const Space space(graph, {}, known, 0, seed % 2 == 0 ? test::weighting_of(graph) : Weighting());
            Walk walk{.space = space, .graph = graph, .prunes = true};
            walk.visit(root(space));
            if (known == colours)
                EXPECT_TRUE(walk.whole.empty());
            else
                EXPECT_EQ(walk.best, static_cast<std::int32_t>(colours));
        }
    }
}

// Two, three, four and more words.
TEST(Dsatur, KeepsItsSetsRightInGraphsOfAnySize) {
    for (const std::size_t size : {64U, 100U, 150U, 200U, 300U}) {
        const auto graph = test::random_graph(size, 0.1, size);
        const Space space(graph, {}, count_colours(colour_greedily(graph)) + 1);
        Node node = root(space);
        Node child;
        for (std::size_t depth = 0; node.left > 0; ++depth) {
            Generator generator(space, node);
            if (!generator.next(child)) break;
            if (depth % 4 == 0 && node.colours > 1) generator.next(child);
            node = child;
            if (depth % 16 == 0) check(space, node);
        }
        EXPECT_LT(node.left, node_of(space, colour_greedily(graph)).colours + static_cast<std::int32_t>(size));
    }
}

TEST(Dsatur, TheRootHasTheCliqueColoured) {
    const auto graph = test::queens(4);
    const std::vector<std::size_t> row{4, 5, 6, 7};
    const Space space(graph, row, 6);
    const Node top = root(space);
    check(space, top);
    EXPECT_EQ(top.colours, 4);
    EXPECT_EQ(top.left, 12);
    for (std::size_t v = 0; v < 4; ++v) EXPECT_EQ(space.original(v), row[v]);
}

TEST(Dsatur, AColouringAndItsNodeAreTheSame) {
    const auto graph = test::queens(5);
    const Colouring colouring = colour_greedily(graph);
    const Space space(graph, std::vector<std::size_t>{3, 8}, count_colours(colouring));
    const Node node = node_of(space, colouring);
    EXPECT_EQ(colouring_of(space, node), colouring);
    EXPECT_EQ(Generator::objective(space, node), static_cast<std::int32_t>(count_colours(colouring)));
    Node child;
    EXPECT_FALSE(Generator(space, node).next(child));
}

TEST(Dsatur, NodesTravel) {
    const Space space(test::queens(5), {}, 8);
    Node child;
    ASSERT_TRUE(Generator(space, root(space)).next(child));
    const Node copy = Decoder(Encoder().put(child).take()).get<Node>();
    EXPECT_EQ(copy.sets, child.sets);
    EXPECT_EQ(copy.colours, child.colours);
    EXPECT_EQ(copy.left, child.left);
}

TEST(Dsatur, RefusesGraphsThatAreTooLarge) {
    EXPECT_EQ(scrump::test::message_of([] { Space(graph::Graph(max_vertices + 1), {}, 1); }),
              "colouring: the graph has 8193 vertices; at most 8192 can be searched");
}

TEST(Dsatur, KeepsTheContract) {
    for (const std::uint64_t seed : {1U, 2U}) {
        const auto graph = test::random_graph(6 * seed, 0.5, seed);
        const Space space(graph, {}, graph.size() + 1);
        const CheckReport report = scrump::check<Generator, Minimise>(space, root(space), {.nodes = 1000});
        EXPECT_TRUE(report.ok()) << report;
        EXPECT_EQ(report.whole, seed == 1);
    }
}

}  // namespace
}  // namespace scrump::colouring
