// Several tours are those that trying all tours finds.

#include <scrump/problems/tsp/detail/tours.hpp>
#include <scrump/problems/tsp/solve.hpp>
#include <scrump/search.hpp>
#include <scrump/search/best.hpp>
#include <scrump/search/check.hpp>

#include <gtest/gtest.h>

#include "problems/several.hpp"
#include "problems/tsp/instances.hpp"
#include "support/folder.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace scrump::tsp {
namespace {

using Wish = BestWanted<Length>;

static_assert(NodeGenerator<ToursGenerator> && HasBound<ToursGenerator> && KnowsIncumbent<ToursGenerator>);

scrump::test::All<Tour, Length> all_tours(const Instance& instance, const FixedEdges& fixed = {}) {
    scrump::test::All<Tour, Length> all;
    test::for_each_tour(instance.size(), [&](const Tour& tour) {
        if (has_all(tour, fixed)) all[normalised(tour)] = length_of(instance, tour);
    });
    return all;
}

/// That of the tour in the middle, by length.
Length middle(const scrump::test::All<Tour, Length>& all) {
    std::vector<Length> lengths;
    for (const auto& [tour, length] : all) lengths.push_back(length);
    std::sort(lengths.begin(), lengths.end());
    return lengths[lengths.size() / 2];
}

std::vector<std::pair<Tour, Length>> answered(const Several<TourOfLength>& found) {
    std::vector<std::pair<Tour, Length>> pairs;
    for (const TourOfLength& each : found.value) pairs.emplace_back(each.tour, each.length);
    return pairs;
}

TEST(SeveralTours, AreThoseOfAllTours) {
    for (std::size_t cities = 1; cities <= 7; ++cities) {
        for (const Instance& instance : test::small_instances(cities, cities)) {
            const auto all = all_tours(instance);
            for (const Wish& wish : scrump::test::wishes_for(middle(all))) {
                const auto found = find_best_tours(instance, wish, {.search = {.skeleton = Skeleton::sequential()}});
                EXPECT_EQ(found.status, Status::complete);
                scrump::test::expect_wanted<Minimise>(
                    all, wish, answered(found), std::to_string(cities) + " cities, " + scrump::test::described(wish));
            }
        }
    }
}

TEST(SeveralTours, HoweverManySearch) {
    for (const SearchOptions& way : scrump::test::ways_to_several()) {
        for (const Instance& instance : {test::random_matrix(7, 1, 100, 4), test::points(Metric::manhattan, 7, 3, 2)}) {
            const auto all = all_tours(instance);
            for (const Wish& wish : scrump::test::wishes_for(middle(all)))
                scrump::test::expect_wanted<Minimise>(all, wish,
                                                      answered(find_best_tours(instance, wish, {.search = way})),
                                                      scrump::test::described(wish));
        }
    }
}

TEST(SeveralTours, HaveTheFixedEdges) {
    const FixedEdges fixed{{0, 3}, {3, 5}};
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const Instance instance = test::random_matrix(7, 1, 50, seed);
        const auto all = all_tours(instance, fixed);
        for (const Wish& wish : scrump::test::wishes_for(middle(all)))
            scrump::test::expect_wanted<Minimise>(
                all, wish, answered(find_best_tours(instance, wish, {.fixed = fixed})), scrump::test::described(wish));
    }
}

// Of tours that differ from one in two edges, so many are no longer: found by trying all.
TEST(SeveralTours, TheKthTourNearAnotherIsNoShorterThanTheKthOfAll) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Instance instance = test::random_matrix(7, -20, 60, seed);
        std::vector<Length> lengths;
        for (const auto& [tour, length] : all_tours(instance)) lengths.push_back(length);
        std::sort(lengths.begin(), lengths.end());
        const Tour shortest = find_shortest_tour(instance).value.tour;
        for (const std::size_t k : {1U, 2U, 5U, 15U}) {
            EXPECT_GE(kth_near(instance, shortest, {}, k), lengths[k - 1]);
            EXPECT_LE(kth_near(instance, shortest, {}, k), longest_tour(instance));
        }
        EXPECT_EQ(kth_near(instance, shortest, {}, 1), lengths.front());
        EXPECT_EQ(kth_near(instance, shortest, {}, 16), longest_tour(instance));  // 14 differ in two edges
        EXPECT_GE(longest_tour(instance), lengths.back());
    }
}

TEST(SeveralTours, OfMoreCities) {
    const Instance instance = test::points(Metric::euclidean, 40, 1000, 1);
    const auto found = find_best_tours(instance, {.most = 10});
    EXPECT_EQ(found.status, Status::complete);
    ASSERT_EQ(found.value.size(), 10U);
    EXPECT_EQ(found.value.front().length, find_shortest_tour(instance).value.length);
    const auto good = find_best_tours(instance, {.at_least = found.value.back().length});
    EXPECT_GE(good.value.size(), 10U);
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(good.value[i].length, found.value[i].length);
}

TEST(SeveralTours, KeepTheContract) {
    const Instance instance = test::random_matrix(8, 0, 20, 3);
    const Space space(instance, {}, {}, longest_tour(instance));
    const ToursSpace tours{space, -1'000'000'000};
    const CheckReport report = scrump::check<ToursGenerator, Minimise>(tours, root(space), {.nodes = 200});
    EXPECT_TRUE(report.ok()) << report;
}

TEST(SeveralTours, ThoseThatAreGoodEnoughCanBeKeptInACheckpoint) {
    const Instance instance = test::points(Metric::euclidean, 12, 100, 5);
    const Wish wish{.at_least = find_shortest_tour(instance).value.length * 11 / 10};
    const scrump::test::Folder folder;
    const std::string file = folder / "it";
    Settings settings{.search = {.skeleton = Skeleton::sequential(), .node_limit = 20, .checkpoints = {.file = file}}};
    EXPECT_EQ(find_best_tours(instance, wish, settings).status, Status::node_limit);
    settings.search.node_limit.reset();
    settings.search.checkpoints.resume = file;
    const auto resumed = find_best_tours(instance, wish, settings);
    const auto at_once = find_best_tours(instance, wish);
    EXPECT_EQ(resumed.status, Status::complete);
    EXPECT_GT(resumed.value.size(), 1U);
    scrump::test::All<Tour, Length> all;
    for (const auto& each : at_once.value) all[each.tour] = each.length;
    scrump::test::expect_wanted<Minimise>(all, wish, answered(resumed), "resumed");
}

}  // namespace
}  // namespace scrump::tsp
