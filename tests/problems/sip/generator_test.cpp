#include <scrump/net/codec.hpp>
#include <scrump/problems/sip/detail/generator.hpp>
#include <scrump/problems/sip/detail/kernels.hpp>
#include <scrump/search/check.hpp>
#include <scrump/search/generator.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "graphs.hpp"

namespace scrump::sip {
namespace {

static_assert(NodeGenerator<Generator> && HasObjective<Generator> && !HasBound<Generator>);
static_assert(Transferable<Node> && std::copy_constructible<Generator>);

/// Adds up the solutions of all nodes, and counts the nodes.
struct Walk {
    std::uint64_t solutions = 0;
    std::uint64_t nodes = 0;

    void below(const Space& space, const Node& node) {
        solutions += node.solutions;
        ++nodes;
        Generator generator(space, node);
        for (Node child; generator.next(child);) below(space, child);
        Node none;
        EXPECT_FALSE(generator.next(none));
    }
};

/// With vertices without edges after the others.
graph::Graph enlarged(const graph::Graph& graph, std::size_t size) {
    graph::Graph larger(size);
    for (std::size_t v = 0; v < graph.size(); ++v)
        for (std::size_t u = 0; u < v; ++u)
            if (graph.adjacent(v, u)) larger.add_edge(v, u);
    return larger;
}

Walk walk(const Problem& problem, Goal goal) {
    const Space space(problem, goal);
    Walk walk;
    walk.below(space, space.root());
    return walk;
}

TEST(Generator, FindsWhatBruteForceFinds) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const test::Kind kind{.labels = (seed & 1) != 0, .loops = (seed & 2) != 0, .induced = (seed & 4) != 0};
        SplitMix64 random(seed);
        const double pattern_density = random.unit();
        const Problem problem =
            test::random_problem(random.below(6), pattern_density, 2 + random.below(6),
                                 pattern_density + (1 - pattern_density) * random.unit(), kind, seed);
        const auto expected = test::brute_force(problem).size();
        ASSERT_EQ(walk(problem, Goal::see).solutions, expected) << "seed " << seed;
        ASSERT_EQ(walk(problem, Goal::count).solutions, expected) << "seed " << seed;
    }
}

// A vertex without edges is added to the pattern, and the only vertices that it may go to are added to the target: they
// change no domain but the width of the sets. In wide sets, its pairs have no set.
TEST(Generator, AllWidthsSeeTheSameTree) {
    for (const bool induced : {false, true}) {
        const Problem problem = test::random_problem(6, 0.6, 14, 0.5, {.induced = induced}, 3);
        const Walk expected = walk(problem, Goal::see);
        EXPECT_GT(expected.solutions, 0U);
        for (const std::size_t size : {64U, 65U, 128U, 200U, 256U, 300U}) {
            Problem same{LabelledGraph(enlarged(problem.pattern.edges, 7)),
                         LabelledGraph(enlarged(problem.target.edges, size)), induced};
            for (std::size_t v = 0; v < 7; ++v) same.pattern.labels.push_back(v < 6 ? 1 : 2);
            for (std::size_t v = 0; v < size; ++v) same.target.labels.push_back(v < 14 ? 1 : 2);
            const std::uint64_t solutions = expected.solutions * (size - 14);
            const Walk found = walk(same, Goal::see);
            EXPECT_EQ(found.solutions, solutions) << size;
            if (!induced) {
                EXPECT_EQ(found.nodes, expected.nodes + solutions) << size;
            }
            EXPECT_EQ(walk(same, Goal::count).solutions, solutions) << size;
        }
    }
}

TEST(Generator, PlainKernelsDoWhatFastOnesDo) {
    for (const std::size_t target : {40U, 100U, 200U, 300U}) {
        const Problem problem = test::random_problem(10, 0.5, target, 0.5, {}, target);
        const Space space(problem, Goal::count);
        const Node& root = space.root();
        for (std::size_t value = 0; value < space.target_size(); ++value) {
            Node fast, plain;
            const bool consistent = kernels_for(space.words()).assign(space, root, root.branching, value, fast);
            ASSERT_EQ(plain_kernels_for(space.words()).assign(space, root, root.branching, value, plain), consistent);
            if (!consistent) continue;
            EXPECT_EQ(fast.records, plain.records);
            EXPECT_EQ(fast.images, plain.images);
            EXPECT_EQ(fast.solutions, plain.solutions);
        }
    }
}

// Three vertices that have two images between them, and a fourth that may have others too.
TEST(Generator, AllDifferentSeesHallSets) {
    Problem problem{LabelledGraph(graph::Graph(4)), LabelledGraph(graph::Graph(6)), false};
    problem.pattern.labels = {1, 1, 1, 2};
    problem.target.labels = {1, 1, 2, 2, 2, 2};
    // By looks, there are enough for the one with a loop, and for the two without.
    problem.pattern.loops = {true, false, false, false};
    problem.target.loops = {true, true, false, false, false, false};
    EXPECT_EQ(walk(problem, Goal::see).nodes, 1U);
    EXPECT_EQ(walk(problem, Goal::see).solutions, 0U);
}

TEST(Generator, WhatIsFreeIsCountedAtOnce) {
    const Problem star{LabelledGraph(test::star(8)), LabelledGraph(test::star(12)), false};
    const Walk leaves = walk(star, Goal::count);
    EXPECT_EQ(leaves.solutions, 12ULL * 11 * 10 * 9 * 8 * 7 * 6 * 5);
    EXPECT_EQ(leaves.nodes, 1U) << "the centre has one image, and the leaves are free";

    const Problem free{LabelledGraph(graph::Graph(10)), LabelledGraph(test::ring(70)), false};
    const Walk any = walk(free, Goal::count);
    std::uint64_t expected = 1;
    for (std::uint64_t left = 70; left > 60; --left) expected *= left;
    EXPECT_EQ(any.solutions, expected);
    EXPECT_EQ(any.nodes, 1U);
}

TEST(Words, AreThoseOfAFastKernelOrAsManyAsItTakes) {
    const std::vector<std::pair<std::size_t, std::size_t>> cases = {{0, 1},   {1, 1},   {64, 1},  {65, 2},  {128, 2},
                                                                    {129, 4}, {256, 4}, {257, 5}, {640, 10}};
    for (const auto& [bits, words] : cases) EXPECT_EQ(words_for(bits), words) << bits;
}

TEST(Generator, KeepsTheContract) {
    for (const Goal goal : {Goal::see, Goal::count}) {
        const Space space(test::random_problem(6, 0.5, 12, 0.6, {}, 4), goal);
        const CheckReport report = scrump::check<Generator>(space, space.root(), {.nodes = 500});
        EXPECT_TRUE(report.ok()) << report;
        EXPECT_GT(report.nodes, 100U);
    }
}

}  // namespace
}  // namespace scrump::sip
