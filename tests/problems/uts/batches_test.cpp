// What is done to many nodes at once, against the same done one by one.

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/uts/ext/uts.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "problems/uts/identifier.hpp"

namespace scrump::uts {
namespace {

struct Placed {
    Node node;
    unsigned depth;  // the column's, which need not be the node's

    bool operator==(const Placed&) const = default;
};

std::vector<Placed> listed(const Nodes& nodes, std::size_t from = 0) {
    std::vector<Placed> list;
    for (std::size_t i = from; i < nodes.size(); ++i) list.push_back({nodes.node(i), nodes.depth(i)});
    return list;
}

State random_state(SplitMix64& random) {
    State state;
    for (std::uint32_t& word : state) word = static_cast<std::uint32_t>(random());
    return state;
}

class Batches : public testing::TestWithParam<HashChoice> {
  protected:
    void SetUp() override {
        if (!available(GetParam())) GTEST_SKIP() << "this processor lacks " << name_of(GetParam());
    }
};

struct Named {
    const char* name;
    Tree tree;
};

// Every law and profile, with parameters at the edges of what the tables hold.
std::vector<Named> trees() {
    using enum Profile;
    const auto geometric = [](Profile profile, double b0, std::uint32_t max_depth) {
        return Tree{.law = Law::geometric, .profile = profile, .b0 = b0, .max_depth = max_depth};
    };
    return {
        {"binomial", {.law = Law::binomial, .b0 = 20, .q = 0.3, .m = 3}},
        {"binomial, always", {.law = Law::binomial, .b0 = 20, .q = 1, .m = 2}},
        {"binomial, never", {.law = Law::binomial, .b0 = 20, .q = 0, .m = 2}},
        {"fixed", geometric(fixed, 4, 10)},
        {"fixed, many children", geometric(fixed, 80, 5)},
        {"fixed, no children", geometric(fixed, 0, 5)},
        {"fixed, deeper than tables", geometric(fixed, 1.5, 3'000'000'000)},
        {"linear", geometric(linear, 6, 12)},
        {"linear, deeper than tables", geometric(linear, 5, 4000)},
        {"cyclic", geometric(cyclic, 6, 7)},
        {"cyclic, deeper than tables", geometric(cyclic, 6, 900)},
        {"exponential decrease", geometric(exponential_decrease, 5, 9)},
        {"hybrid", {.law = Law::hybrid, .profile = linear, .b0 = 6, .max_depth = 16, .q = 0.24, .m = 4}},
        {"hybrid, fixed", {.law = Law::hybrid, .profile = fixed, .b0 = 6, .max_depth = 9, .q = 1, .m = 4}},
        {"hybrid, all binomial", {.law = Law::hybrid, .profile = linear, .b0 = 6, .q = 0.5, .m = 4, .shift = 0}},
        {"hybrid, all geometric", {.law = Law::hybrid, .profile = fixed, .b0 = 6, .q = 0.5, .m = 4, .shift = 1}},
        {"hybrid, at 0.3", {.law = Law::hybrid, .profile = linear, .b0 = 6, .q = 0.5, .m = 4, .shift = 0.3}},
        {"balanced", {.law = Law::balanced, .b0 = 7.5, .max_depth = 12}},
        {"balanced, deepest", {.law = Law::balanced, .b0 = 2, .max_depth = 2'147'483'647}},
        {"hybrid, deeper than tables",
         {.law = Law::hybrid, .profile = cyclic, .b0 = 3, .max_depth = 3000, .q = 0.5, .m = 4}},
    };
}

// Depths around everything that changes with the depth.
std::uint32_t some_depth(const Tree& tree, SplitMix64& random) {
    const std::uint64_t draw = random();
    const std::uint32_t near = draw >> 8 & 3;
    switch (draw % 5) {
        case 0:
            return near;
        case 1:
            return std::max(tree.max_depth / 2, 3U) - near;
        case 2:
            return std::min(std::max(tree.max_depth, 3U), 1'000'000'000U) - near;
        case 3:
            return 1022 + near;
        default:
            return static_cast<std::uint32_t>(draw >> 32) % 40;
    }
}

TEST_P(Batches, ExpandMakesTheChildrenThatTheGeneratorMakes) {
    for (const auto& [name, tree] : trees()) {
        SCOPED_TRACE(name);
        const Space space(tree, GetParam());
        SplitMix64 random(7);
        for (const std::size_t parents : {0UL, 1UL, 2UL, 15UL, 16UL, 17UL, 64UL, 200UL}) {
            Nodes nodes;
            for (std::size_t i = 0; i < parents + 4; ++i) {
                // Most have a few children, some none, a few more than fit into a vector or a piece.
                const std::uint64_t draw = random();
                std::uint32_t children = 1 + static_cast<std::uint32_t>(draw >> 40) % 9;
                if (draw % 40 == 0) children = static_cast<std::uint32_t>(draw >> 50) % 1500;
                if (draw % 10 == 1 && parents != 64) children = 0;
                const std::uint32_t depth = some_depth(tree, random);
                nodes.push({random_state(random), children, depth}, static_cast<unsigned>(draw % 1000));
            }
            std::vector<Placed> expected;
            for (std::size_t i = 3; i < 3 + parents; ++i) {
                const Node parent = nodes.node(i);
                Generator generator(space, parent);
                for (Node child; generator.next(child);) expected.push_back({child, nodes.depth(i) + 1});
            }
            const std::vector<Placed> before = listed(nodes);
            Nodes children;
            const Placed first = {{random_state(random), 5, 6}, 7};
            children.push(first.node, first.depth);
            Generator::expand(space, nodes, 3, parents, children);
            ASSERT_EQ(listed(children, 1), expected);
            EXPECT_EQ(listed(children)[0], first);
            EXPECT_EQ(listed(nodes), before);
        }
    }
}

TEST_P(Batches, ARootWithManyChildrenIsExpanded) {
    const Space space({.law = Law::binomial, .b0 = 100'000.5, .q = 0.2, .m = 5, .seed = 3}, GetParam());
    const Node root = Generator::root(space);
    Nodes nodes;
    nodes.push(root, 0);
    Nodes children;
    Generator::expand(space, nodes, 0, 1, children);
    ASSERT_EQ(children.size(), 100'000U);
    Generator generator(space, root);
    Node child;
    for (std::size_t i = 0; generator.next(child); ++i) ASSERT_EQ(children.node(i), child) << i;
}

// Values whose part of the table does not tell all: the last ones, with up to a hundred children.
TEST_P(Batches, RareNumbersOfChildrenAreExact) {
    const Space space({.law = Law::geometric, .profile = Profile::fixed, .b0 = 4, .max_depth = 1000}, GetParam());
    std::uint32_t most = 0;
    Nodes nodes;
    SplitMix64 random(11);
    for (std::uint32_t i = 0; i < 100; ++i) nodes.push({random_state(random), 1000, i}, i);
    Nodes children;
    Generator::expand(space, nodes, 0, nodes.size(), children);
    ASSERT_EQ(children.size(), 100'000U);
    for (std::size_t i = 0; i < children.size(); ++i) {
        const Node node = children.node(i);
        ASSERT_EQ(node.children, GeometricTable::by_formula(4, random_value(node.state))) << i;
        most = std::max(most, node.children);
    }
    EXPECT_GT(most, 40U);
}

// `count` nodes, of which about a share of `inner` / 8 have children.
Nodes some_nodes(std::size_t count, std::uint64_t inner, SplitMix64& random) {
    Nodes nodes;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t children = random() % 8 < inner ? 1 + static_cast<std::uint32_t>(random() >> 33) : 0;
        const auto depth = static_cast<unsigned>(random() >> 32);
        nodes.push({random_state(random), children, static_cast<std::uint32_t>(random())}, depth);
    }
    return nodes;
}

TEST_P(Batches, AppendInnerKeepsThoseWithChildren) {
    const Space space({}, GetParam());
    SplitMix64 random(3);
    for (std::size_t count = 0; count <= 70; ++count) {
        const Nodes nodes = some_nodes(count, count % 9, random);
        Nodes stack = some_nodes(count % 7, 4, random);
        std::vector<Placed> expected = listed(stack);
        for (const Placed& each : listed(nodes)) {
            if (each.node.children != 0) expected.push_back(each);
        }
        Generator::append_inner(space, nodes, stack);
        ASSERT_EQ(listed(stack), expected) << count;
    }
}

TEST_P(Batches, AddIsTheFoldOfEachNode) {
    SplitMix64 random(5);
    for (std::size_t count = 0; count <= 70; ++count) {
        const Nodes nodes = some_nodes(count, count % 9, random);
        for (const Shape start : {Shape{}, Shape{.nodes = 5, .leaves = 2, .depth = 0xc0000000}}) {
            Shape expected = start;
            for (const Placed& each : listed(nodes)) Fold{}.add(expected, each.node, each.depth);
            Shape added = start;
            batch_code_for(GetParam()).add(added, nodes);
            ASSERT_EQ(added, expected) << count;
            Shape folded = start;
            Fold{}.add_columns(folded, nodes);
            ASSERT_EQ(folded, expected) << count;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Batches,
                         testing::Values(HashChoice::avx512, HashChoice::avx2, HashChoice::sha_ni,
                                         HashChoice::portable),
                         test::identifier);

TEST(BatchChoice, ASpaceTellsWhichHashItUses) {
    EXPECT_EQ(Space({}).hash(), resolve(HashChoice::automatic));
    for (const HashChoice hash : hash_choices()) {
        if (available(hash))
            EXPECT_EQ(Space({}, hash).hash(), resolve(hash));
        else
            EXPECT_THROW(Space({}, hash), UsageError);
    }
}

}  // namespace
}  // namespace scrump::uts
