#include <scrump/base/file.hpp>
#include <scrump/problems/tsp/detail/generator.hpp>
#include <scrump/problems/tsp/solve.hpp>
#include <scrump/problems/tsp/source.hpp>
#include <scrump/problems/tsp/tsplib.hpp>
#include <scrump/search.hpp>
#include <scrump/search/check.hpp>

#include <gtest/gtest.h>

#include <problems/tsp/instances.hpp>
#include <search/problems.hpp>
#include <support/data.hpp>
#include <support/folder.hpp>
#include <support/message_of.hpp>

#include <fstream>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

namespace scrump::tsp {
namespace {

static_assert(NodeGenerator<Generator> && CountsChildren<Generator> && HasBound<Generator> &&
              KnowsIncumbent<Generator> && ReportsPruning<Generator>);
static_assert(Transferable<Node> && std::copy_constructible<Generator>);

const Settings alone{.search = {.skeleton = Skeleton::sequential(), .pin = false}, .local_search = false};

/// Not so easy that the relaxation of the root solves it.
Instance instance_with_a_tree() {
    return random_points(30, 100, 1);
}

TEST(ShortestTour, IsThatOfDynamicProgramming) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        for (std::size_t cities = 1; cities <= 9; ++cities) {
            for (const Instance& instance : test::small_instances(cities, seed)) {
                const auto found = find_shortest_tour(instance, alone);
                EXPECT_EQ(found.status, Status::complete);
                EXPECT_TRUE(is_tour(instance, found.value.tour));
                EXPECT_EQ(found.value.tour.front(), 0);
                EXPECT_EQ(found.value.length, length_of(instance, found.value.tour));
                EXPECT_EQ(found.value.length, test::shortest_by_dynamic_programming(instance));
            }
        }
    }
}

TEST(ShortTour, ExistsExactlyFromTheShortestLengthOn) {
    for (std::size_t cities = 1; cities <= 8; ++cities) {
        for (const Instance& instance : test::small_instances(cities, 5)) {
            const Length shortest = test::shortest_by_dynamic_programming(instance);
            const auto none = find_tour(instance, shortest - 1, alone);
            EXPECT_EQ(none.status, Status::complete);
            EXPECT_FALSE(none.value);
            for (const Length most : {shortest, shortest + 3}) {
                const auto found = find_tour(instance, most, alone);
                ASSERT_TRUE(found.value);
                EXPECT_TRUE(is_tour(instance, found.value->tour));
                EXPECT_EQ(found.value->length, length_of(instance, found.value->tour));
                EXPECT_LE(found.value->length, most);
            }
        }
    }
}

TEST(ShortTour, TakesEveryLimit) {
    const Instance instance = test::points(Metric::euclidean, 7, 50, 1);
    EXPECT_TRUE(find_tour(instance, std::numeric_limits<Length>::max(), alone).value);
    EXPECT_FALSE(find_tour(instance, std::numeric_limits<Length>::min(), alone).value);
}

TEST(ShortestTour, OfTinyInstances) {
    EXPECT_EQ(test::message_of([] { find_shortest_tour(Instance(0)); }), "no cities; expected at least one");
    EXPECT_EQ(find_shortest_tour(Instance(1)).value.tour, Tour{0});
    EXPECT_EQ(find_shortest_tour(Instance(1)).value.length, 0);
    Instance two(2);
    two.set_distance(0, 1, 21);
    EXPECT_EQ(find_shortest_tour(two).value.tour, (Tour{0, 1}));
    EXPECT_EQ(find_shortest_tour(two).value.length, 42);
    EXPECT_TRUE(find_tour(two, 42).value);
    EXPECT_FALSE(find_tour(two, 41).value);
    Instance three(3);
    three.set_distance(0, 1, 1);
    three.set_distance(0, 2, 2);
    three.set_distance(1, 2, 4);
    EXPECT_EQ(find_shortest_tour(three).value.tour, (Tour{0, 1, 2}));
    EXPECT_EQ(find_shortest_tour(three).value.length, 7);
}

TEST(Generator, TheRootHasABoundBeforeItIsRelaxed) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        for (const std::size_t cities : {3U, 4U, 7U}) {
            for (const Instance& instance : test::small_instances(cities, seed)) {
                const Space space(instance);
                const Node top = root(space);
                EXPECT_LE(top.bound, test::shortest_by_dynamic_programming(instance));
                EXPECT_TRUE(Generator::valid(space, top));
            }
        }
    }
    Instance three(3);
    three.set_distance(0, 1, 1);
    three.set_distance(0, 2, 2);
    three.set_distance(1, 2, 4);
    EXPECT_EQ(root(Space(three)).bound, 7);
    Instance four(4);  // 2 + 8, 2 + 1, 1 + 1 and 1 + 9, and half of it
    for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = 0; b < a; ++b) four.set_distance(a, b, a == b + 1 ? 1 : 9);
    four.set_distance(0, 1, 2);
    four.set_distance(0, 2, 8);
    EXPECT_EQ(root(Space(four)).bound, 13);
}

TEST(Generator, SplitsASubproblemIntoDisjointOnes) {
    SplitMix64 random(2);
    unsigned splits = 0;
    for (int i = 0; i < 40; ++i) {
        const Instance instance = test::random_matrix(7, 1, 12, random());
        const Space space(instance);
        const Length shortest = test::shortest_by_dynamic_programming(instance);
        const Node top = root(space);
        Generator generator(space, top, shortest + 6);
        if (generator.remaining() < 2) continue;
        ++splits;
        std::vector<Node> children;
        std::uint64_t left = generator.remaining();
        for (Node child; generator.next(child); children.push_back(child)) EXPECT_EQ(generator.remaining(), --left);
        EXPECT_EQ(left, 0U);
        test::for_each_tour(7, [&](const Tour& tour) {
            const auto holds = std::ranges::count_if(
                children, [&](const Node& child) { return test::agrees(tour, child.forced, child.open); });
            if (length_of(instance, tour) < shortest + 6) {
                EXPECT_EQ(holds, 1);
            } else {
                EXPECT_LE(holds, 1);
            }
        });
    }
    EXPECT_GT(splits, 10U);
}

TEST(ShortestTour, IsTheSameEveryWay) {
    const Instance instance = instance_with_a_tree();
    const auto one = find_shortest_tour(instance, alone);
    EXPECT_GT(one.statistics.total.nodes, 100U);
    for (const test::Way& way : test::all_ways()) {
        const Settings settings{.search = way.options(), .local_search = false};
        const auto found = find_shortest_tour(instance, settings);
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_EQ(found.value.length, one.value.length);
        EXPECT_FALSE(find_tour(instance, one.value.length - 1, settings).value);
    }
}

TEST(ShortestTour, IsTheSameWithLocalSearchBeside) {
    const Instance instance = instance_with_a_tree();
    const Length shortest = find_shortest_tour(instance, alone).value.length;
    for (const Skeleton& skeleton : test::stealing_skeletons()) {
        const SearchOptions options{.skeleton = skeleton, .workers = 2, .localities = 2, .pin = false};
        EXPECT_EQ(find_shortest_tour(instance, {.search = options}).value.length, shortest);
        EXPECT_TRUE(find_tour(instance, shortest, {.search = options}).value);
        EXPECT_FALSE(find_tour(instance, shortest - 1, {.search = options}).value);
    }
}

TEST(ShortestTour, IsTheSameWithEveryPolicy) {
    const Instance instance = instance_with_a_tree();
    const Length shortest = find_shortest_tour(instance, alone).value.length;
    for (const char* policy : test::all_policies()) {
        const SearchOptions options{.policy = Policy::parse(policy), .workers = 2, .localities = 2, .pin = false};
        EXPECT_EQ(find_shortest_tour(instance, {.search = options, .local_search = false}).value.length, shortest)
            << policy;
    }
}

TEST(ShortestTour, IsFoundAfterAResume) {
    const Instance instance = instance_with_a_tree();
    const test::Folder folder;
    Settings settings{.search = {.workers = 2, .pin = false, .node_limit = 20}, .local_search = false};
    settings.search.checkpoints.file = folder / "checkpoint";
    const auto stopped = find_shortest_tour(instance, settings);
    EXPECT_EQ(stopped.status, Status::node_limit);
    EXPECT_TRUE(is_tour(instance, stopped.value.tour));
    settings.search.node_limit.reset();
    settings.search.localities = 2;
    settings.search.checkpoints.resume = settings.search.checkpoints.file;
    const auto found = find_shortest_tour(instance, settings);
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.statistics.earlier.runs, 1U);
    EXPECT_EQ(found.value.length, find_shortest_tour(instance, alone).value.length);
    EXPECT_THROW(find_shortest_tour(random_points(30, 100, 7), settings), Error);
}

TEST(ShortestTour, IsNoLongerThanOneThatIsKnown) {
    const Instance instance = instance_with_a_tree();
    const auto shortest = find_shortest_tour(instance, alone);
    Settings settings{.search = {.skeleton = Skeleton::sequential(), .pin = false, .node_limit = 1},
                      .local_search = false,
                      .known = shortest.value.tour};
    EXPECT_EQ(find_shortest_tour(instance, settings).value.length, shortest.value.length);
    EXPECT_TRUE(find_tour(instance, shortest.value.length, settings).value);
    settings.known.pop_back();
    EXPECT_EQ(test::message_of<std::invalid_argument>([&] { find_shortest_tour(instance, settings); }),
              "the known tour is not a tour of this instance");
}

TEST(ShortestTour, IsTheBestSoFarOfAStoppedSearch) {
    std::stop_source stop;
    stop.request_stop();
    const Instance instance = test::points(Metric::euclidean, 200, 1000, 1);
    const auto cancelled = find_shortest_tour(instance, {.search = {.pin = false, .stop = stop.get_token()}});
    EXPECT_EQ(cancelled.status, Status::cancelled);
    EXPECT_TRUE(is_tour(instance, cancelled.value.tour));
    const auto late =
        find_shortest_tour(instance, {.search = {.pin = false, .time_limit = std::chrono::nanoseconds(0)}});
    EXPECT_EQ(late.status, Status::time_limit);
    EXPECT_TRUE(is_tour(instance, late.value.tour));
}

TEST(ShortestTour, OfLocalSearchWasNotFoundAtTheVeryBeginning) {
    const Instance instance = test::points(Metric::euclidean, 200, 1000, 1);
    const Statistics found =
        find_shortest_tour(instance, {.search = {.pin = false, .time_limit = std::chrono::nanoseconds(0)}}).statistics;
    ASSERT_FALSE(found.incumbents.empty());
    EXPECT_GT(found.incumbents.front().time.count(), 0);
    EXPECT_LE(static_cast<double>(found.incumbents.back().time.count()), found.seconds * 1e9);
}

TEST(ShortestTour, IsThatWhichIsPublished) {
    SCRUMP_NEEDS_DATA("tsp/answers.tsv");
    std::ifstream answers(test::data("tsp/answers.tsv"));
    std::string name;
    std::string length;
    std::getline(answers, name);
    unsigned instances = 0;
    while (answers >> name >> length) {
        const std::string path = test::data("tsp/" + name + ".tsp");
        const Instance instance = parse_tsplib(read_file(path), path).instance;
        const auto found = find_shortest_tour(instance, {.search = {.workers = 2, .pin = false}});
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_EQ(std::to_string(found.value.length), length) << name;
        ++instances;
    }
    EXPECT_EQ(instances, 7U);
}

TEST(Generator, KeepsTheContract) {
    const Instance instance = random_points(20, 100, 1);
    const Space space(instance);
    const CheckReport report = scrump::check<Generator, Minimise>(space, root(space), {.nodes = 20});
    EXPECT_TRUE(report.ok()) << report;
    EXPECT_EQ(report.nodes, 20U);
}

}  // namespace
}  // namespace scrump::tsp
