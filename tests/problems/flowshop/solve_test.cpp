#include <scrump/base/error.hpp>
#include <scrump/problems/flowshop/solve.hpp>
#include <scrump/problems/flowshop/source.hpp>

#include <gtest/gtest.h>

#include <problems/flowshop/carlier.hpp>
#include <problems/flowshop/instances.hpp>
#include <search/problems.hpp>
#include <support/folder.hpp>
#include <support/message_of.hpp>

#include <chrono>
#include <limits>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

namespace scrump::flowshop {
namespace {

const Settings alone{.search = {.skeleton = Skeleton::sequential(), .pin = false}, .local_search = false};

/// ta005: without local search a tree of thousands of nodes.
Instance instance_with_a_tree() {
    return taillard(20, 5, 495070989);
}

TEST(BestOrder, IsThatOfBruteForce) {
    for (const Instance& instance : test::small_instances(7, 1)) {
        const Time least = test::least_end(instance);
        for (const bool local_search : {false, true}) {
            Settings settings = alone;
            settings.local_search = local_search;
            const auto found = find_best_order(instance, settings);
            EXPECT_EQ(found.status, Status::complete);
            EXPECT_TRUE(is_order(instance, found.value.order));
            EXPECT_EQ(found.value.makespan, test::end_of(instance, found.value.order));
            EXPECT_EQ(found.value.makespan, least);
        }
    }
}

TEST(SomeOrder, ExistsExactlyFromTheLeastMakespanOn) {
    for (const Instance& instance : test::small_instances(5, 100)) {
        const Time least = test::least_end(instance);
        const auto none = find_order(instance, least - 1, alone);
        EXPECT_EQ(none.status, Status::complete);
        EXPECT_FALSE(none.value);
        for (const Time most : {least, least + 3}) {
            const auto found = find_order(instance, most, alone);
            ASSERT_TRUE(found.value);
            EXPECT_EQ(found.value->makespan, test::end_of(instance, found.value->order));
            EXPECT_LE(found.value->makespan, most);
        }
    }
}

TEST(SomeOrder, TakesEveryLimit) {
    const Instance instance = test::random_instance(6, 3, 9, 1);
    EXPECT_TRUE(find_order(instance, std::numeric_limits<std::int64_t>::max(), alone).value);
    EXPECT_FALSE(find_order(instance, std::numeric_limits<std::int64_t>::min(), alone).value);
    const Instance nothing_to_do(4, 3);
    EXPECT_TRUE(find_order(nothing_to_do, 0, alone).value);
    EXPECT_FALSE(find_order(nothing_to_do, -1, alone).value);
}

TEST(BestOrder, IsTheSameEveryWay) {
    const Instance instance = instance_with_a_tree();
    EXPECT_GT(find_best_order(instance, alone).statistics.total.nodes, 1000U);
    for (const scrump::test::Way& way : scrump::test::all_ways()) {
        const Settings settings{.search = way.options(), .local_search = false};
        const auto found = find_best_order(instance, settings);
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_EQ(found.value.makespan, 1235);
        EXPECT_FALSE(find_order(instance, 1234, settings).value);
    }
}

TEST(BestOrder, IsTheSameWithLocalSearchBeside) {
    const Instance instance = instance_with_a_tree();
    for (const Skeleton& skeleton : scrump::test::stealing_skeletons()) {
        const SearchOptions options{.skeleton = skeleton, .workers = 2, .localities = 2, .pin = false};
        EXPECT_EQ(find_best_order(instance, {.search = options}).value.makespan, 1235);
        EXPECT_TRUE(find_order(instance, 1235, {.search = options}).value);
        EXPECT_FALSE(find_order(instance, 1234, {.search = options}).value);
    }
}

TEST(BestOrder, IsTheSameWithEveryPolicy) {
    const Instance instance = instance_with_a_tree();
    for (const char* policy : scrump::test::all_policies()) {
        const SearchOptions options{.policy = Policy::parse(policy), .workers = 2, .localities = 2, .pin = false};
        EXPECT_EQ(find_best_order(instance, {.search = options, .local_search = false}).value.makespan, 1235) << policy;
    }
}

// Taillard's 20 jobs on 5 machines, ta001 to ta010.
TEST(BestOrder, IsThatWhichIsPublished) {
    struct Published {
        std::uint64_t seed;
        Time makespan;
    };
    const Published all[] = {{873654221, 1278}, {379008056, 1359}, {1866992158, 1081}, {216771124, 1293},
                             {495070989, 1235}, {402959317, 1195}, {1369363414, 1234}, {2021925980, 1206},
                             {573109518, 1230}, {88325120, 1108}};
    for (const Published& each : all) {
        const auto found = find_best_order(taillard(20, 5, each.seed), {.search = {.workers = 2, .pin = false}});
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_EQ(found.value.makespan, each.makespan) << each.seed;
    }
}

TEST(BestOrder, OfCarliersInstancesIsThatWhichIsPublished) {
    const std::vector<Time> published{7038, 7166, 7312, 8003, 7720, 8505, 6590, 8366};
    const std::vector<NamedInstance> instances = parse(test::carlier, "flowshop1.txt");
    ASSERT_EQ(instances.size(), published.size());
    for (std::size_t i = 0; i < published.size(); ++i) {
        EXPECT_EQ(instances[i].name, "car" + std::to_string(i + 1));
        for (const bool local_search : {false, true}) {
            const auto found = find_best_order(instances[i].instance,
                                               {.search = {.workers = 2, .pin = false}, .local_search = local_search});
            EXPECT_EQ(found.status, Status::complete);
            EXPECT_EQ(found.value.makespan, published[i]) << instances[i].name;
        }
    }
}

TEST(BestOrder, IsFoundAfterAResume) {
    const Instance instance = instance_with_a_tree();
    const scrump::test::Folder folder;
    Settings settings{.search = {.workers = 2, .pin = false, .node_limit = 200}, .local_search = false};
    settings.search.checkpoints.file = folder / "checkpoint";
    const auto stopped = find_best_order(instance, settings);
    EXPECT_EQ(stopped.status, Status::node_limit);
    EXPECT_TRUE(is_order(instance, stopped.value.order));
    settings.search.node_limit.reset();
    settings.search.localities = 2;
    settings.search.checkpoints.resume = settings.search.checkpoints.file;
    const auto found = find_best_order(instance, settings);
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.statistics.earlier.runs, 1U);
    EXPECT_EQ(found.value.makespan, 1235);
    EXPECT_THROW(find_best_order(taillard(20, 5, 1), settings), Error);
}

TEST(BestOrder, IsNoWorseThanAKnownOne) {
    const Instance instance = instance_with_a_tree();
    Settings settings{.search = {.skeleton = Skeleton::sequential(), .pin = false, .node_limit = 1},
                      .local_search = false,
                      .known = find_best_order(instance, alone).value.order};
    EXPECT_EQ(find_best_order(instance, settings).value.makespan, 1235);
    EXPECT_TRUE(find_order(instance, 1235, settings).value);
    settings.known.pop_back();
    EXPECT_EQ(scrump::test::message_of<std::invalid_argument>([&] { find_best_order(instance, settings); }),
              "the known order is not one of the jobs of this instance");
}

TEST(BestOrder, OfAStoppedSearchIsTheBestSoFarWithABound) {
    std::stop_source stop;
    stop.request_stop();
    const Instance instance = taillard(50, 20, 1539989115);
    const auto cancelled = find_best_order(instance, {.search = {.pin = false, .stop = stop.get_token()}});
    EXPECT_EQ(cancelled.status, Status::cancelled);
    EXPECT_TRUE(is_order(instance, cancelled.value.order));
    const auto late = find_best_order(instance, {.search = {.pin = false, .time_limit = std::chrono::nanoseconds(0)}});
    EXPECT_EQ(late.status, Status::time_limit);
    EXPECT_EQ(late.value.makespan, test::end_of(instance, late.value.order));
    ASSERT_TRUE(late.statistics.bound);
    EXPECT_LE(*late.statistics.bound, 3850);  // the best known
    EXPECT_GE(*late.statistics.bound, 3000);
}

// The bound of one machine would be 1356.
TEST(BestOrder, ItsBoundIsThatOfTwoMachines) {
    const Instance instance = taillard(20, 10, 1672900551);
    const auto found = find_best_order(
        instance,
        {.search = {.skeleton = Skeleton::sequential(), .pin = false, .node_limit = 0}, .local_search = false});
    ASSERT_TRUE(found.statistics.bound);
    EXPECT_EQ(*found.statistics.bound, 1496);
}

TEST(BestOrder, OfManyJobsIsFoundByLocalSearch) {
    const auto found = find_best_order(taillard(100, 5, 896678084), {.search = {.workers = 2, .pin = false}});
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.value.makespan, 5493);  // ta061
}

}  // namespace
}  // namespace scrump::flowshop
