#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/problems/knapsack/detail/generator.hpp>
#include <scrump/problems/knapsack/generate.hpp>
#include <scrump/problems/knapsack/solve.hpp>
#include <scrump/search.hpp>
#include <scrump/search/check.hpp>

#include <gtest/gtest.h>

#include "problems/knapsack/reference.hpp"
#include "search/problems.hpp"
#include "support/data.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <chrono>
#include <fstream>
#include <sstream>
#include <string>

namespace scrump::knapsack {
namespace {

static_assert(NodeGenerator<Generator> && HasBound<Generator> && KnowsIncumbent<Generator>);
static_assert(Transferable<Node>);

const SearchOptions sequential{.skeleton = Skeleton::sequential()};

/// The sums are right, and it fits.
void expect_valid(const Instance& instance, const Packing& packing) {
    EXPECT_EQ(sum(instance, packing.items), (Item{packing.profit, packing.weight}));
    EXPECT_LE(packing.weight, instance.capacity);
    EXPECT_TRUE(std::is_sorted(packing.items.begin(), packing.items.end(), std::less_equal<>()));
}

/// A space whose table is too small to settle anything, so that there is something to search.
Instance hard() {
    return generate("strongly-correlated-span:n=150,range=1000,seed=2", 1);
}

std::int64_t search(const Space& space, const SearchOptions& options) {
    return maximise<Generator>(space, Node{}, options, {.start = Node{}}).objective;
}

TEST(Knapsack, FindsWhatDynamicProgrammingFinds) {
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        const Instance instance = test::random_knapsack(seed, 30);
        const auto found = find_best_packing(instance, sequential);
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_EQ(found.value.profit, test::best_profit(instance)) << "seed " << seed;
        expect_valid(instance, found.value);
    }
}

TEST(Knapsack, TheSearchFindsItWithTablesOfAnySize) {
    for (const std::size_t limit : {1U, 2U, 5U, 30U, 1000U}) {
        for (std::uint64_t seed = 0; seed < 400; ++seed) {
            const Instance instance = test::random_knapsack(seed, 14);
            const Space space(instance, limit);
            EXPECT_EQ(search(space, sequential), test::best_profit(instance)) << "seed " << seed << ", " << limit;
        }
    }
}

TEST(Knapsack, EveryFamilyIsSolved) {
    for (const Family& family : families()) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const std::string range = family.name == "similar-weights" ? "" : ",range=100";
            for (const char* rest : {":n=40,instance=5", ":n=30,instance=50", ":n=12,instance=80"}) {
                const Instance instance = generate(std::string(family.name) + rest + range, seed);
                const auto found = find_best_packing(instance, sequential);
                if (family.name == "similar-weights") {  // too heavy to be checked by dynamic programming
                    EXPECT_EQ(found.status, Status::complete);
                } else {
                    EXPECT_EQ(found.value.profit, test::best_profit(instance)) << family.name << rest;
                    EXPECT_EQ(search(Space(instance, 40), sequential), found.value.profit) << family.name << rest;
                }
            }
        }
    }
}

TEST(Knapsack, BoundsAreNeverTooLow) {
    // Below every node, what the search of its subtree without any incumbent finds.
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Space space(test::random_knapsack(seed, 12), 3);
        const auto best_below = [&](const auto& self, const Node& node) -> std::int64_t {
            std::int64_t best = Generator::objective(space, node);
            Generator generator(space, node, std::max<std::int64_t>(space.start_profit() - 1, 0));
            for (Node child; generator.next(child);) {
                const std::int64_t below = self(self, child);
                if (below > space.start_profit()) {
                    EXPECT_GE(Generator::bound(space, child), below) << "seed " << seed;
                }
                best = std::max(best, below);
            }
            return best;
        };
        best_below(best_below, Node{});
    }
}

TEST(Knapsack, DecidesEveryTarget) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Instance instance = test::random_knapsack(seed, 20);
        const std::int64_t best = test::best_profit(instance);
        for (const std::int64_t target :
             {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}, std::int64_t{0}, best / 2, best - 1, best,
              best + 1, max_sum, std::numeric_limits<std::int64_t>::max()}) {
            const auto found = find_packing(instance, target, sequential);
            EXPECT_EQ(found.status, Status::complete);
            ASSERT_EQ(found.value.has_value(), target <= best) << "seed " << seed << " target " << target;
            if (!found.value) continue;
            EXPECT_GE(found.value->profit, target);
            expect_valid(instance, *found.value);
        }
    }
}

TEST(Knapsack, TheUnusualIsFine) {
    const auto best = [](const Instance& instance) { return find_best_packing(instance, sequential).value; };
    EXPECT_TRUE(best({}).items.empty());
    EXPECT_TRUE(best({{}, 10}).items.empty());
    EXPECT_TRUE(best({{{5, 1}}, 0}).items.empty());
    EXPECT_EQ(best({{{5, 0}, {0, 0}, {7, 0}}, 0}).profit, 12);
    EXPECT_EQ(best({{{5, 3}, {9, 11}}, 10}).items, std::vector<std::size_t>{0});
    EXPECT_EQ(best({{{5, 3}, {9, 7}}, 10}).profit, 14);
    const std::int64_t half = max_sum / 2;
    EXPECT_EQ(best({{{half, half}, {half, half}}, max_sum}).profit, max_sum);
    EXPECT_EQ(best({{{half, half}, {half - 1, half - 1}, {1, 1}}, max_sum - 1}).profit, max_sum - 1);
    EXPECT_EQ(best({{{half, 1}, {1, half}, {half - 1, half - 1}}, half}).profit, max_sum - 1);
    EXPECT_EQ(best({{{1, half}, {half, half - 1}, {1, 1}}, half + 1}).profit, half + 1);
    EXPECT_THROW(find_best_packing({{{1, -1}}, 1}), Error);
}

TEST(Knapsack, EveryWayFindsTheSame) {
    const Instance instance = hard();
    const std::int64_t best = test::best_profit(instance);
    const Space space(instance, 100);
    const Space sparse(generate("inverse-strongly-correlated:n=40,range=500,seed=3", 1), 20);
    const std::int64_t sparse_best = search(sparse, sequential);
    for (const test::Way& way : test::all_ways()) {
        const SearchOptions options = way.options();
        EXPECT_EQ(search(space, options), best) << way.skeleton.describe();
        EXPECT_EQ(search(sparse, options), sparse_best) << way.skeleton.describe();
        const auto none = decide<Generator>(sparse, Node{}, sparse_best + 1, options, {.start = Node{}});
        EXPECT_FALSE(none.node) << way.skeleton.describe();
        EXPECT_TRUE(decide<Generator>(sparse, Node{}, sparse_best, options, {.start = Node{}}).node);
    }
}

TEST(Knapsack, EveryPolicyFindsTheSame) {
    const Instance instance = hard();
    const std::int64_t best = test::best_profit(instance);
    for (const char* policy : test::all_policies()) {
        const auto found =
            find_best_packing(instance, {.policy = Policy::parse(policy), .workers = 2, .localities = 3, .pin = false});
        EXPECT_EQ(found.value.profit, best) << policy;
        expect_valid(instance, found.value);
    }
}

// What dynamic programming finds before the search changes nothing about what a checkpoint can be resumed by.
TEST(Knapsack, GoesOnFromACheckpoint) {
    const test::Folder folder;
    const Instance instance = generate("weakly-correlated-span:n=200,range=1000,seed=1", 1);
    SearchOptions options = sequential;
    options.time_limit = std::chrono::nanoseconds(0);
    options.checkpoints.file = folder / "checkpoint";
    const auto stopped = find_best_packing(instance, options);
    EXPECT_EQ(stopped.status, Status::time_limit);
    expect_valid(instance, stopped.value);
    options.checkpoints.resume = options.checkpoints.file;
    // Of another search it is none.
    EXPECT_THROW(find_best_packing(test::random_knapsack(3, 30), options), Error);
    EXPECT_THROW(find_packing(instance, 5, options), Error);

    options.time_limit.reset();
    options.skeleton = Skeleton::adaptive();
    options.workers = 2;
    options.localities = 2;
    options.pin = false;
    const auto resumed = find_best_packing(instance, options);
    EXPECT_EQ(resumed.status, Status::complete);
    EXPECT_EQ(resumed.statistics.earlier.runs, 1U);
    EXPECT_EQ(resumed.value.profit, test::best_profit(instance));
    expect_valid(instance, resumed.value);
}

TEST(Knapsack, AStoppedSearchHasTheBestSoFar) {
    const Instance instance = hard();
    const auto found = find_best_packing(instance, {.time_limit = std::chrono::nanoseconds(0)});
    expect_valid(instance, found.value);
    EXPECT_GT(found.value.profit, 0);
}

TEST(Knapsack, ThePreparationOfManyItemsIsGivenUp) {
    const Instance instance = generate("weakly-correlated:n=30000,range=1000000,seed=1", 1);
    const SearchOptions options{.time_limit = std::chrono::nanoseconds(0)};
    const auto found = find_best_packing(instance, options);
    EXPECT_EQ(found.status, Status::time_limit);
    expect_valid(instance, found.value);
    EXPECT_GT(found.value.profit, 0);
    ASSERT_TRUE(found.statistics.bound);
    EXPECT_GE(*found.statistics.bound, static_cast<double>(found.value.profit));
    std::int64_t all = 0;
    for (const Item& item : instance.items) all += item.profit;
    EXPECT_LE(*found.statistics.bound, static_cast<double>(all));
    EXPECT_EQ(find_packing(instance, found.value.profit, options).status, Status::complete) << "a witness is a proof";
    EXPECT_EQ(find_packing(instance, found.value.profit + 1, options).status, Status::time_limit);
    const Deadline passed({}, std::chrono::nanoseconds(0));
    const Deadline::Scope scope(passed);
    EXPECT_THROW(Space{instance}, Stopped);
}

TEST(Knapsack, KnownAnswers) {
    SCRUMP_NEEDS_DATA("knapsack/answers.tsv");
    std::ifstream answers(test::data("knapsack/answers.tsv"));
    std::string line;
    std::getline(answers, line);
    std::string name;
    std::int64_t optimum = 0;
    while (answers >> name >> optimum) {
        std::ostringstream text;
        text << std::ifstream(test::data("knapsack/" + name + ".kp")).rdbuf();
        const Instance instance = parse(text.str(), name).instance;
        const auto found = find_best_packing(instance, sequential);
        EXPECT_EQ(found.status, Status::complete) << name;
        EXPECT_EQ(found.value.profit, optimum) << name;
        EXPECT_FALSE(find_packing(instance, optimum + 1, sequential).value) << name;
        EXPECT_EQ(search(Space(instance, 500), sequential), optimum) << name;
    }
}

TEST(Knapsack, ItsGeneratorKeepsTheContract) {
    const Instance instance = hard();
    const Space space(instance, 40);
    const CheckReport report = scrump::check<Generator>(space, Node{}, {.nodes = 2000});
    EXPECT_TRUE(report.ok()) << report;
    EXPECT_GT(report.nodes, 100U);
}

}  // namespace
}  // namespace scrump::knapsack
