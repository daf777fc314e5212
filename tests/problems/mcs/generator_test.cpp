#include <scrump/net/codec.hpp>
#include <scrump/problems/mcs/detail/generator.hpp>
#include <scrump/problems/mcs/solve.hpp>
#include <scrump/search/check.hpp>
#include <scrump/search/generator.hpp>

#include <gtest/gtest.h>

#include <problems/mcs/graphs.hpp>
#include <support/message_of.hpp>

#include <type_traits>

namespace scrump::mcs {
namespace {

static_assert(NodeGenerator<Generator> && HasBound<Generator> && KnowsIncumbent<Generator>);
static_assert(std::is_same_v<ObjectiveOf<Generator>, std::int32_t>);
static_assert(std::copyable<Generator> && Transferable<Node>);

/// Checks a node against the definition: everything in a class is adjacent to the same of the matched vertices, on
/// both sides, and the classes and the limit are as they should be.
void check(const Space& space, const Node& node) {
    std::size_t left = 0;
    std::size_t right = 0;
    std::size_t limit = node.matched.size();
    for (const LabelClass& label : node.classes) {
        ASSERT_GT(label.left, 0);
        ASSERT_GT(label.right, 0);
        ASSERT_LE(left + label.left, node.left.size());
        ASSERT_LE(right + label.right, node.right.size());
        bool attached = false;
        for (const Pair& pair : node.matched) {
            const auto kind = space.left().row(pair.left)[node.left[left]];
            for (std::size_t i = 0; i < label.left; ++i)
                EXPECT_EQ(space.left().row(pair.left)[node.left[left + i]], kind);
            for (std::size_t i = 0; i < label.right; ++i)
                EXPECT_EQ(space.right().row(pair.right)[node.right[right + i]], kind);
            attached = attached || kind == 1;
        }
        EXPECT_EQ(label.attached, attached ? 1 : 0);
        left += label.left;
        right += label.right;
        limit += std::min(label.left, label.right);
    }
    EXPECT_EQ(left, node.left.size());
    EXPECT_EQ(right, node.right.size());
    EXPECT_EQ(Generator::bound(space, node), static_cast<std::int32_t>(limit));
}

struct Walk {
    const Space& space;
    std::int32_t best = -1;
    std::uint64_t nodes = 0;
    bool prunes = false;

    void visit(const Node& node) {
        ++nodes;
        check(space, node);
        const std::int32_t size = Generator::objective(space, node);
        best = std::max(best, size);
        Generator generator = prunes ? Generator(space, node, best) : Generator(space, node);
        Node child = node;  // holds something else
        while (generator.next(child)) {
            EXPECT_GE(Generator::bound(space, node), Generator::bound(space, child));
            if (!prunes || Generator::bound(space, child) > best) visit(child);
        }
        EXPECT_FALSE(generator.next(child));
    }
};

TEST(McSplit, WalksToTheBestWithAndWithoutPruning) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const double density = 0.1 * static_cast<double>(seed % 10);
        const auto first = test::random_graph(1 + seed % 5, density, seed);
        const auto second = test::random_graph(1 + seed / 5 % 6, 0.9 - density, seed + 100);
        for (const bool connected : {false, true}) {
            const Space space(first, second, connected);
            const auto most = static_cast<std::int32_t>(test::BruteForce(first, second, connected).most());
            Walk all{.space = space};
            all.visit(root(space));
            EXPECT_EQ(all.best, most) << seed;
            Walk pruned{.space = space, .prunes = true};
            pruned.visit(root(space));
            EXPECT_EQ(pruned.best, most) << seed;
            EXPECT_LE(pruned.nodes, all.nodes);
        }
    }
}

TEST(McSplit, AChildThatIsNotWorthItIsNotMade) {
    const auto graph = test::random_graph(7, 0.5, 3);
    const Space space(graph, graph, false);
    const Node top = root(space);
    for (std::int32_t to_beat = -1; to_beat <= 7; ++to_beat) {
        Generator generator(space, top, to_beat);
        for (Node child; generator.next(child);) EXPECT_GT(Generator::bound(space, child), to_beat);
    }
    Node child;
    EXPECT_FALSE(Generator(space, top, 7).next(child));
}

TEST(McSplit, TheLeftSideIsTheSmallerGraph) {
    const auto small = test::random_graph(3, 0.5, 1);
    const auto large = test::random_graph(5, 0.5, 2);
    EXPECT_FALSE(Space(small, large, false).swapped());
    EXPECT_FALSE(Space(small, small, false).swapped());
    const Space space(large, small, false);
    EXPECT_TRUE(space.swapped());
    EXPECT_EQ(space.left().size(), 3U);
    EXPECT_EQ(space.right().size(), 5U);
}

TEST(McSplit, VerticesOfTheRarerKindComeFirst) {
    graph::Graph star(4);
    for (std::size_t leaf : {0U, 1U, 3U}) star.add_edge(2, leaf);
    const graph::LabelledGraph graph(star);
    const PairKinds kinds(graph, graph);
    EXPECT_EQ(Side(graph, false, kinds, true).original(0), 2U);
    EXPECT_EQ(Side(graph, true, kinds, true).original(3), 2U);
    const Side side(graph, false, kinds, true);
    EXPECT_EQ(side.row(0)[0], PairKinds::itself);
    EXPECT_EQ(side.row(0)[3], 1);
    EXPECT_EQ(side.row(1)[2], 0);
}

TEST(McSplit, RefusesGraphsThatAreTooLarge) {
    const graph::Graph large(max_vertices + 1);
    const graph::Graph small(2);
    const std::string message = "common subgraph: a graph has 4097 vertices; at most 4096 can be searched";
    EXPECT_EQ(scrump::test::message_of([&] { Space(small, large, false); }), message);
    EXPECT_EQ(scrump::test::message_of([&] { Space(large, small, true); }), message);
}

TEST(McSplit, NodesTravel) {
    const auto graph = test::random_graph(6, 0.5, 3);
    const Space space(graph, graph, false);
    const Node top = root(space);
    Node child;
    ASSERT_TRUE(Generator(space, top).next(child));
    const Node copy = Decoder(Encoder().put(child).take()).get<Node>();
    EXPECT_EQ(copy.matched, child.matched);
    EXPECT_EQ(copy.classes, child.classes);
    EXPECT_EQ(copy.left, child.left);
    EXPECT_EQ(copy.right, child.right);
    EXPECT_EQ(copy.limit, child.limit);
}

TEST(McSplit, KeepsTheContract) {
    for (const bool connected : {false, true}) {
        const Space space(test::random_graph(4, 0.5, 1), test::random_graph(6, 0.5, 2), connected);
        const CheckReport report = scrump::check<Generator>(space, root(space), {.nodes = 3000});
        EXPECT_TRUE(report.ok()) << report;
        EXPECT_TRUE(report.whole);
    }
}

}  // namespace
}  // namespace scrump::mcs
