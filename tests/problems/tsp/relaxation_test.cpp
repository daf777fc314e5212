#include <scrump/problems/tsp/detail/ascent.hpp>
#include <scrump/problems/tsp/detail/edge_set.hpp>
#include <scrump/problems/tsp/detail/local_search.hpp>
#include <scrump/problems/tsp/detail/one_tree.hpp>
#include <scrump/problems/tsp/detail/relaxation.hpp>

#include <gtest/gtest.h>

#include <problems/tsp/instances.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace scrump::tsp {
namespace {

std::vector<Scaled> random_multipliers(std::size_t cities, Scaled most, SplitMix64& random) {
    std::vector<Scaled> multipliers(cities);
    for (Scaled& multiplier : multipliers) multiplier = static_cast<Scaled>((2 * random.unit() - 1) * double(most));
    return multipliers;
}

EdgeSet edge_set(std::size_t cities, const std::vector<Edge>& forced, const std::vector<Edge>& open) {
    EdgeSet edges;
    edges.assign(cities, forced, open);
    return edges;
}

/// Some edges forced, some gone, the rest open.
struct Subproblem {
    std::vector<Edge> forced;
    std::vector<Edge> open;
};

Subproblem random_subproblem(std::size_t cities, SplitMix64& random) {
    Subproblem subproblem;
    for (const Edge edge : test::all_edges(cities)) {
        const std::uint32_t die = random.below(20);
        if (die == 0) {
            subproblem.forced.push_back(edge);
        } else if (die > 5) {
            subproblem.open.push_back(edge);
        }
    }
    return subproblem;
}

/// Of the tours that agree with the subproblem the shortest.
std::optional<Length> shortest_in(const Instance& instance, const Subproblem& subproblem) {
    std::optional<Length> best;
    test::for_each_tour(instance.size(), [&](const Tour& tour) {
        if (!test::agrees(tour, subproblem.forced, subproblem.open)) return;
        const Length length = length_of(instance, tour);
        if (!best || length < *best) best = length;
    });
    return best;
}

TEST(EdgeSet, LosesNoTourByItsConclusions) {
    SplitMix64 random(3);
    unsigned impossible = 0;
    for (int i = 0; i < 300; ++i) {
        const std::size_t cities = 3 + random.below(5);
        const Subproblem subproblem = random_subproblem(cities, random);
        EdgeSet edges = edge_set(cities, subproblem.forced, subproblem.open);
        const bool possible = edges.propagate();
        impossible += possible ? 0 : 1;
        test::for_each_tour(cities, [&](const Tour& tour) {
            const bool before = test::agrees(tour, subproblem.forced, subproblem.open);
            EXPECT_EQ(before, possible && test::agrees(tour, edges.forced(), edges.open()));
        });
    }
    EXPECT_GT(impossible, 30U);
    EXPECT_LT(impossible, 270U);
}

TEST(EdgeSet, ForcesWhatIsLeftAndClosesNoShortCycle) {
    // A path 0 1 2 3 of four of the six cities: it must not be closed yet.
    EdgeSet edges = edge_set(6, {{0, 1}, {1, 2}, {2, 3}}, {{0, 3}, {0, 4}, {0, 5}, {3, 4}, {3, 5}, {4, 5}, {1, 4}});
    EXPECT_TRUE(edges.propagate());
    EXPECT_TRUE(std::ranges::none_of(edges.open(), [](Edge edge) { return edge == Edge{0, 3} || edge == Edge{1, 4}; }));
    edges.remove_if([](Edge edge) { return edge == Edge{0, 5}; });
    EXPECT_TRUE(edges.propagate());
    EXPECT_EQ(edges.forced().size(), 6U);
    EXPECT_TRUE(edges.open().empty());
    EXPECT_FALSE(edge_set(4, {{0, 1}, {1, 2}, {0, 2}}, test::all_edges(4)).propagate());
}

TEST(OneTree, BoundsEveryTourFromBelowWithAnyMultipliers) {
    SplitMix64 random(5);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        for (const std::size_t cities : {3U, 4U, 7U, 9U}) {
            for (const Instance& instance : test::small_instances(cities, seed)) {
                const Length shortest = test::shortest_by_dynamic_programming(instance);
                const std::vector<Edge> edges = test::all_edges(cities);
                for (const Scaled most : {Scaled{0}, 20 * scale, max_multiplier}) {
                    const std::vector<Scaled> multipliers = random_multipliers(cities, most, random);
                    CompleteOneTree complete;
                    complete.load(instance);
                    ASSERT_TRUE(complete.evaluate(multipliers));
                    EXPECT_LE(complete.bound(), shortest * scale);
                    OneTree some;
                    some.load(instance, edge_set(cities, {}, edges));
                    ASSERT_TRUE(some.evaluate(multipliers));
                    EXPECT_EQ(some.bound(), complete.bound());
                }
            }
        }
    }
}

TEST(OneTree, MeasuresWhatAChangeOfOneEdgeCosts) {
    SplitMix64 random(8);
    unsigned measured = 0;
    for (int i = 0; i < 60; ++i) {
        const std::size_t cities = 4 + random.below(5);
        const Instance instance = test::random_matrix(cities, 0, 40, random());
        const Subproblem subproblem = random_subproblem(cities, random);
        EdgeSet edges = edge_set(cities, subproblem.forced, subproblem.open);
        if (!edges.propagate()) continue;
        const std::vector<Scaled> multipliers = random_multipliers(cities, 10 * scale, random);
        OneTree tree;
        tree.load(instance, edges);
        if (!tree.evaluate(multipliers)) continue;
        tree.measure();
        tree.for_each_open([&](Edge edge, bool in_tree, Scaled rise) {
            ++measured;
            std::vector<Edge> forced(edges.forced().begin(), edges.forced().end());
            std::vector<Edge> open;
            for (const Edge other : edges.open())
                if (!test::same(edge, other)) open.push_back(other);
            if (!in_tree) forced.push_back(edge);
            const EdgeSet changed = edge_set(cities, forced, open);
            OneTree other;
            other.load(instance, changed);
            if (changed.forced().size() < forced.size()) {  // not possible at all
                EXPECT_EQ(rise, never);
                return;
            }
            if (other.evaluate(multipliers)) {
                EXPECT_EQ(other.bound() - tree.bound(), rise);
            } else {
                EXPECT_EQ(rise, never);
            }
        });
    }
    EXPECT_GT(measured, 200U);
}

TEST(Relaxation, LosesNoTourThatIsShortEnough) {
    SplitMix64 random(9);
    std::array<unsigned, 3> kinds{};
    Relaxation relaxation;
    for (int i = 0; i < 400; ++i) {
        const std::size_t cities = 4 + random.below(4);
        const Instance instance = i % 2 == 0 ? test::random_matrix(cities, 0, 30, random())
                                             : test::points(Metric::euclidean, cities, 20, random());
        const Subproblem subproblem =
            i % 5 == 0 ? Subproblem{{}, test::all_edges(cities)} : random_subproblem(cities, random);
        Node node;
        node.complete = i % 10 == 0;
        node.forced = subproblem.forced;
        node.open = node.complete ? std::vector<Edge>{} : subproblem.open;
        node.multipliers = random_multipliers(cities, 5 * scale, random);
        node.bound = -1'000'000;
        const std::optional<Length> shortest = shortest_in(instance, subproblem);
        const Length most = shortest ? *shortest + random.below(20) : 1000;
        const bool hurried = i % 3 == 0;
        const Relaxed relaxed = relaxation.relax(instance, node, most, [&] { return hurried; });
        ++kinds[static_cast<std::size_t>(relaxed.kind)];
        // In a hurry it may not see that there is nothing.
        if (relaxed.kind == Relaxed::Kind::empty || !hurried) {
            ASSERT_EQ(relaxed.kind == Relaxed::Kind::empty, !shortest);
        }
        if (!shortest) continue;
        ASSERT_LE(relaxed.node.bound, *shortest);
        if (relaxed.kind == Relaxed::Kind::solved) {
            EXPECT_TRUE(is_tour(instance, relaxed.node.tour));
            EXPECT_EQ(relaxed.node.length, *shortest);
            continue;
        }
        test::for_each_tour(cities, [&](const Tour& tour) {
            if (length_of(instance, tour) > most) return;
            EXPECT_EQ(test::agrees(tour, subproblem.forced, subproblem.open),
                      test::agrees(tour, relaxed.node.forced, relaxed.node.open));
        });
        const Relaxed nothing = relaxation.relax(instance, node, *shortest - 1);
        EXPECT_NE(nothing.kind, Relaxed::Kind::solved);
    }
    for (const unsigned count : kinds) EXPECT_GT(count, 20U);
}

TEST(LocalSearch, FindsToursAndMostlyTheShortest) {
    unsigned shortest = 0;
    unsigned all = 0;
    for (std::size_t cities = 1; cities <= 9; ++cities) {
        for (const Instance& instance : test::small_instances(cities, 3)) {
            LocalSearch search(instance, 1);
            const std::optional<Tour> first = search.improve(0, no_tour);
            ASSERT_TRUE(first && is_tour(instance, *first));
            const Length length = length_of(instance, *first);
            const std::optional<Tour> better = search.improve(50, length);
            if (better) {
                EXPECT_TRUE(is_tour(instance, *better));
                EXPECT_LT(length_of(instance, *better), length);
            }
            ++all;
            const Length best = length_of(instance, better.value_or(*first));
            EXPECT_GE(best, test::shortest_by_dynamic_programming(instance));
            if (best == test::shortest_by_dynamic_programming(instance)) ++shortest;
        }
    }
    EXPECT_GT(10 * shortest, 9 * all);
}

TEST(LocalSearch, DependsOnItsSeedAlone) {
    const Instance instance = test::points(Metric::euclidean, 60, 1000, 1);
    EXPECT_EQ(LocalSearch(instance, 7).improve(30, no_tour), LocalSearch(instance, 7).improve(30, no_tour));
}

}  // namespace
}  // namespace scrump::tsp
