#include <scrump/problems/tsp/fixed_edges.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/tsp/solve.hpp>
#include <scrump/problems/tsp/source.hpp>
#include <scrump/problems/tsp/tsplib.hpp>

#include <gtest/gtest.h>

#include <problems/tsp/instances.hpp>
#include <support/message_of.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump::tsp {
namespace {

TEST(FixedEdges, ThatNoTourHasAreToldFromOthers) {
    const auto why = [](std::size_t cities, const FixedEdges& fixed) {
        return why_impossible(cities, fixed).value_or("none");
    };
    EXPECT_EQ(why(5, {}), "none");
    EXPECT_EQ(why(5, {{0, 1}, {1, 2}, {3, 4}}), "none");
    EXPECT_EQ(why(4, {{0, 1}, {2, 1}, {3, 2}, {3, 0}}), "none") << "a whole tour";
    EXPECT_EQ(why(2, {{0, 1}}), "none");
    EXPECT_EQ(why(2, {{0, 1}, {1, 0}}), "none") << "there and back";
    EXPECT_EQ(why(1, {{0, 0}}), "an edge from city 1 to itself");
    EXPECT_EQ(why(5, {{0, 5}}), "there is no city 6");
    EXPECT_EQ(why(5, {{0, 1}, {1, 0}}), "the edge of 1 and 2 twice");
    EXPECT_EQ(why(5, {{0, 1}, {2, 0}, {0, 3}}), "three edges at city 1, which has two in a tour");
    EXPECT_EQ(why(5, {{3, 4}, {0, 1}, {1, 2}, {0, 2}}), "the edges at city 2 close a cycle of 3 cities");
}

// Some of the edges of a random tour.
FixedEdges random_fixed(std::size_t cities, std::uint64_t seed) {
    SplitMix64 random(seed);
    Tour tour = any_tour(Instance(cities));
    for (std::size_t i = cities; i > 1; --i) std::swap(tour[i - 1], tour[random.below(static_cast<std::uint32_t>(i))]);
    FixedEdges fixed;
    for (std::size_t i = 0; i < cities; ++i) {
        if (random.below(3) == 0) fixed.push_back({tour[i], tour[(i + 1) % cities]});
    }
    return fixed;
}

TEST(FixedEdges, TheFirstTourHasThem) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const std::size_t cities = 3 + seed % 20;
        const Instance instance(cities);
        const FixedEdges fixed = random_fixed(cities, seed);
        ASSERT_FALSE(why_impossible(cities, fixed));
        const Tour tour = any_tour(instance, fixed);
        ASSERT_TRUE(is_tour(instance, tour)) << seed;
        EXPECT_TRUE(has_all(tour, fixed)) << seed;
    }
    EXPECT_FALSE(has_all(std::vector<City>{0, 1, 2, 3}, std::vector<Edge>{{0, 2}}));
    EXPECT_TRUE(has_all(std::vector<City>{0, 1, 2, 3}, std::vector<Edge>{{0, 3}}));
}

// Of all tours.
Length shortest_with(const Instance& instance, const FixedEdges& fixed) {
    Tour tour = any_tour(instance);
    Length shortest = no_tour;
    do {
        if (has_all(tour, fixed)) shortest = std::min(shortest, length_of(instance, tour));
    } while (std::next_permutation(tour.begin() + 1, tour.end()));
    return shortest;
}

TEST(FixedEdges, TheShortestTourThatHasThemIsFound) {
    std::size_t longer = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        for (std::size_t cities = 3; cities <= 8; ++cities) {
            for (const Instance& instance : test::small_instances(cities, seed)) {
                const FixedEdges fixed = random_fixed(cities, 100 * seed + cities);
                const Length expected = shortest_with(instance, fixed);
                for (const bool local_search : {false, true}) {
                    const auto found = find_shortest_tour(
                        instance,
                        {.search = {.workers = 2, .pin = false}, .local_search = local_search, .fixed = fixed});
                    EXPECT_EQ(found.status, Status::complete);
                    EXPECT_TRUE(has_all(found.value.tour, fixed));
                    EXPECT_EQ(found.value.length, length_of(instance, found.value.tour));
                    ASSERT_EQ(found.value.length, expected) << seed << ' ' << cities;
                    longer += found.value.length > test::shortest_by_dynamic_programming(instance) ? 1U : 0U;
                }
                EXPECT_FALSE(find_tour(instance, expected - 1, {.fixed = fixed}).value);
            }
        }
    }
    EXPECT_GT(longer, 50U);
}

TEST(FixedEdges, LocalSearchFindsToursThatHaveThem) {
    const Instance instance = random_points(60, 1000, 3);
    const FixedEdges fixed = random_fixed(60, 3);
    ASSERT_GT(fixed.size(), 10U);
    const auto found = find_shortest_tour(instance, {.search = {.node_limit = 1}, .fixed = fixed});
    EXPECT_TRUE(has_all(found.value.tour, fixed));
    EXPECT_LT(found.value.length, length_of(instance, any_tour(instance, fixed)) * 3 / 4);
}

TEST(FixedEdges, WhatCannotBeIsRefused) {
    const Instance instance = random_points(6, 100, 1);
    EXPECT_EQ(test::message_of([&] {
                  find_shortest_tour(instance, {.fixed = {{0, 1}, {1, 0}}});
              }),
              "fixed edges: the edge of 1 and 2 twice");
    EXPECT_THROW(find_shortest_tour(instance, {.known = {0, 1, 2, 3, 4, 5}, .fixed = {{0, 2}}}), std::invalid_argument);
}

TEST(FixedEdges, AreReadFromFiles) {
    const std::string begin =
        "DIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 3 4\n4 0 4\n";
    const auto parse = [&](const std::string& end) { return parse_tsplib(begin + end, "f").fixed; };
    const auto complaint = [&](const std::string& end) { return test::message_of([&] { parse(end); }); };
    EXPECT_EQ(parse("EOF\n"), FixedEdges{});
    EXPECT_EQ(parse("FIXED_EDGES_SECTION\n1 3\n 4 2 \n-1\nEOF\n"), (FixedEdges{{0, 2}, {3, 1}}));
    EXPECT_EQ(parse("FIXED_EDGES_SECTION :\n-1\n"), FixedEdges{});
    EXPECT_EQ(complaint("FIXED_EDGES_SECTION\n1 5\n-1\n"),
              "f:9: expected an edge: two cities from 1 to 4, or -1; found '5'");
    EXPECT_EQ(complaint("FIXED_EDGES_SECTION\n1\n-1\n"),
              "f:9: expected an edge: two cities from 1 to 4, or -1; found the end of the line");
    EXPECT_EQ(complaint("FIXED_EDGES_SECTION\n1 2 3\n-1\n"), "f:9: expected the end of the line, found '3'");
    EXPECT_EQ(complaint("FIXED_EDGES_SECTION\n1 2\n2 3\n3 1\n-1\n"),
              "f:11: no tour has this edge: the edges at city 2 close a cycle of 3 cities");
    EXPECT_EQ(complaint("FIXED_EDGES_SECTION\n1 2\n"),
              "f:9: the file ends in FIXED_EDGES_SECTION; expected -1 at its end");
    EXPECT_EQ(complaint("FIXED_EDGES_SECTION\n1 2\n-1 7\n"), "f:10: expected the end of the line, found '7'");
}

}  // namespace
}  // namespace scrump::tsp
