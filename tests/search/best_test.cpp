// The k best, all the best, and all that are good enough are those that a plain walk finds, whatever the skeleton, the
// workers and the localities.

#include <scrump/search/best.hpp>

#include "search/problems.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::Folder;
using test::Knapsack;
using test::KnapsackGenerator;
using test::RandomTree;
using test::TreeGenerator;
using test::Way;
using Wanted = BestWanted<std::int64_t>;

const std::vector<Wanted> wishes = {{},
                                    {.most = 1},
                                    {.most = 7},
                                    {.most = 100'000},
                                    {.equal = true},
                                    {.most = 2, .equal = true},
                                    {.at_least = 900},
                                    {.most = 5, .at_least = 990},
                                    {.equal = true, .at_least = 5000}};

std::string described(const Wanted& wanted) {
    return std::to_string(wanted.most) + (wanted.equal ? " equal" : "") +
           (wanted.at_least ? " at least " + std::to_string(*wanted.at_least) : "");
}

/// What is wanted of all these.
std::vector<std::int64_t> chosen(std::vector<std::int64_t> values, const Wanted& wanted) {
    std::sort(values.begin(), values.end(), std::greater<>());
    std::vector<std::int64_t> kept;
    for (const std::int64_t value : values) {
        if (kept.size() == wanted.most || (wanted.at_least && value < *wanted.at_least) ||
            (wanted.equal && value < values.front()))
            break;
        kept.push_back(value);
    }
    return kept;
}

std::vector<std::int64_t> values_of(const RandomTree& tree) {
    std::vector<std::int64_t> values;
    tree.walk(tree.root(), [&](const RandomTree::Node& node) { values.push_back(RandomTree::value(node)); });
    return values;
}

template <class Result>
std::vector<std::int64_t> objectives_of(const Result& result) {
    std::vector<std::int64_t> objectives;
    for (const auto& each : result.solutions) objectives.push_back(each.objective);
    return objectives;
}

TEST(Ranking, KeepsWhatIsWantedOfWhatItWasShown) {
    struct Entry {
        std::int64_t objective;
        int turn;
    };
    SplitMix64 random(1);
    for (const Wanted& wanted : wishes) {
        Ranking<Entry, Maximise> ranking(wanted);
        std::vector<std::int64_t> shown;
        std::int64_t before = ranking.to_beat();
        for (int turn = 0; turn < 300; ++turn) {
            shown.push_back(850 + static_cast<std::int64_t>(random.below(150)));
            const bool wants = shown.back() > before;
            EXPECT_EQ(ranking.add({shown.back(), turn}), wants);
            std::vector<std::int64_t> kept;
            for (const Entry& each : ranking.sorted()) kept.push_back(each.objective);
            ASSERT_EQ(kept, chosen(shown, wanted)) << described(wanted);
            ASSERT_GE(ranking.to_beat(), before);
            before = ranking.to_beat();
        }
        const std::vector<Entry> kept = ranking.sorted();
        for (std::size_t i = 1; i < kept.size(); ++i) {
            const Entry& one = kept[i - 1];
            const Entry& next = kept[i];
            EXPECT_TRUE(one.objective > next.objective || one.turn < next.turn) << "first come, first served";
        }
    }
}

TEST(Ranking, TellsWhatToBeat) {
    struct Entry {
        std::int64_t objective;
    };
    Ranking<Entry, Minimise> two(Wanted{.most = 2, .at_least = 10});
    EXPECT_EQ(two.to_beat(), 11);
    two.add({10});
    EXPECT_EQ(two.to_beat(), 11);
    two.add({4});
    EXPECT_EQ(two.to_beat(), 10);
    two.add({3});
    EXPECT_EQ(two.to_beat(), 4);
    Ranking<Entry, Minimise> equal(Wanted{.equal = true});
    EXPECT_EQ(equal.to_beat(), std::numeric_limits<std::int64_t>::max());
    equal.add({4});
    EXPECT_EQ(equal.to_beat(), 5);
}

TEST(BestSeveral, ALocalityLearnsFromAnotherWhatIsToBeBeaten) {
    using Search = BestSeveral<KnapsackGenerator, Maximise>;
    const Knapsack knapsack = Knapsack::random(10, 1);
    Search one(knapsack, {.most = 2});
    Search other(knapsack, {.most = 2});
    Search::Visitor worker(other);
    one.add({500, {}});
    EXPECT_FALSE(one.improvement()) << "one of two may have any other beside it";
    one.add({400, {}});
    const auto message = one.improvement();
    ASSERT_TRUE(message);
    EXPECT_FALSE(one.improvement()) << "that was told";
    const Knapsack::Node low{.chosen = {}, .next = 10, .value = 400, .room = 0};
    const Knapsack::Node high{.chosen = {}, .next = 10, .value = 401, .room = 0};
    EXPECT_TRUE(worker.worth(low));
    EXPECT_TRUE(other.learn(*message));
    EXPECT_FALSE(other.learn(*message)) << "it knows that";
    EXPECT_FALSE(worker.worth(low));
    EXPECT_TRUE(worker.worth(high));
    other.add({400, low});
    other.add({401, high});
    ASSERT_EQ(other.answer().size(), 1U);
    one.merge(other.answer());
    ASSERT_EQ(one.take_answer().size(), 2U);
    EXPECT_EQ(one.take_answer().back().objective, 401);
}

TEST(Best, EveryWayFindsWhatAWalkFinds) {
    const std::vector<Way> ways = test::all_ways_and_stacks();
    for (std::size_t way = 0; way < ways.size(); ++way) {
        const RandomTree tree{.root_children = 20, .seed = way};
        const std::vector<std::int64_t> values = values_of(tree);
        for (const Wanted& wanted : wishes) {
            SCOPED_TRACE(ways[way].skeleton.describe() + ' ' + described(wanted));
            const auto found = best<TreeGenerator<false>>(tree, tree.root(), wanted, ways[way].options());
            EXPECT_EQ(found.status, Status::complete);
            EXPECT_EQ(objectives_of(found), chosen(values, wanted));
            std::set<std::uint64_t> labels;
            for (const auto& each : found.solutions) {
                EXPECT_EQ(RandomTree::value(each.node), each.objective);
                labels.insert(each.node.label);
            }
            EXPECT_EQ(labels.size(), found.solutions.size()) << "each once";
            EXPECT_EQ(found.statistics.total.nodes, values.size()) << "without bounds nothing is left out";
        }
    }
}

TEST(Best, BoundsLeaveOutOnlyWhatIsNotWanted) {
    std::vector<std::uint64_t> least(wishes.size(), std::numeric_limits<std::uint64_t>::max());
    const Knapsack knapsack = Knapsack::random(12, 3);
    const auto all = best<KnapsackGenerator>(knapsack, knapsack.root(), {}, {.skeleton = Skeleton::sequential()});
    const std::vector<std::int64_t> values = objectives_of(all);
    EXPECT_EQ(all.statistics.total.nodes, values.size());
    ASSERT_EQ(values.front(), knapsack.best_by_brute_force());
    for (const Way& way : test::all_ways_and_stacks()) {
        for (std::size_t wish = 0; wish < wishes.size(); ++wish) {
            Wanted wanted = wishes[wish];
            if (wanted.at_least) wanted.at_least = values.front() - 1000 + *wanted.at_least;
            SCOPED_TRACE(way.skeleton.describe() + ' ' + described(wanted));
            const auto found = best<KnapsackGenerator>(knapsack, knapsack.root(), wanted, way.options());
            EXPECT_EQ(objectives_of(found), chosen(values, wanted));
            std::set<std::vector<std::uint32_t>> sets;
            for (const auto& each : found.solutions) sets.insert(each.node.chosen);
            EXPECT_EQ(sets.size(), found.solutions.size());
            least[wish] = std::min(least[wish], found.statistics.total.nodes);
        }
    }
    EXPECT_EQ(least[0], values.size());
    for (const std::size_t prunes : {1U, 2U, 4U, 5U, 6U, 7U, 8U}) EXPECT_LT(least[prunes], values.size() / 4) << prunes;
    EXPECT_LT(least[1], least[2]) << "of more less is left out";
}

TEST(Best, MinimisesToo) {
    const RandomTree tree{.root_children = 50, .seed = 5};
    std::vector<std::int64_t> values = values_of(tree);
    std::sort(values.begin(), values.end());
    const auto found = best<TreeGenerator<false>, Minimise>(tree, tree.root(), {.most = 5}, {.workers = 2});
    EXPECT_EQ(objectives_of(found), std::vector(values.begin(), values.begin() + 5));
    ASSERT_FALSE(found.statistics.incumbents.empty());
    EXPECT_EQ(found.statistics.incumbents.back().objective, static_cast<double>(values.front()));
}

TEST(Best, OrderedSearchesFindTheSameNodesWithTheSameWork) {
    const Knapsack knapsack = Knapsack::random(18, 2);
    const auto chosen_sets = [&](const SearchOptions& options) {
        const auto found = best<KnapsackGenerator>(knapsack, knapsack.root(), {.most = 9}, options);
        std::pair<std::vector<std::vector<std::uint32_t>>, std::uint64_t> all;
        for (const auto& each : found.solutions) all.first.push_back(each.node.chosen);
        all.second = found.statistics.total.nodes;
        return all;
    };
    std::vector<std::uint64_t> nodes;
    for (const unsigned window : {1U, 1000U}) {
        SearchOptions options{.skeleton = Skeleton::ordered(3, window), .workers = 1, .pin = false};
        const auto expected = chosen_sets(options);
        nodes.push_back(expected.second);
        for (const auto& [workers, localities] : {std::pair{3U, 1U}, {1U, 3U}, {2U, 2U}}) {
            options.workers = workers;
            options.localities = localities;
            EXPECT_EQ(chosen_sets(options), expected) << window << ' ' << workers << ' ' << localities;
        }
    }
    EXPECT_LT(nodes[0], nodes[1]) << "tasks begin with what those before their window found";
}

TEST(Best, ChainsOfStoppedRunsFindEachOnce) {
    const std::vector<Way> ways = test::all_ways();
    for (std::size_t first = 0; first < ways.size(); first += 5) {
        const RandomTree tree{.root_children = 300, .most_children = 5, .depth = 10, .seed = 7 + first};
        const std::vector<std::int64_t> values = values_of(tree);
        const Wanted& wanted = wishes[first % wishes.size()];
        const Folder folder;
        std::size_t runs = 0;
        for (bool complete = false; !complete; ++runs) {
            SearchOptions options = ways[(first + runs) % ways.size()].options();
            options.node_limit = values.size() / 5;
            options.checkpoints = {.file = folder / "checkpoint", .problem = "test"};
            if (runs > 0) options.checkpoints.resume = options.checkpoints.file;
            const auto found = best<TreeGenerator<false>>(tree, tree.root(), wanted, options);
            complete = found.status == Status::complete;
            if (!complete) continue;
            EXPECT_EQ(objectives_of(found), chosen(values, wanted)) << first << ' ' << described(wanted);
            EXPECT_EQ(found.statistics.total.nodes, values.size());
        }
        EXPECT_GT(runs, 1U);
    }
}

TEST(Best, AStoppedRunHasTheBestOfWhatItSaw) {
    const RandomTree tree{.root_children = 5000, .most_children = 5, .depth = 12, .seed = 3};
    const auto found = best<TreeGenerator<false>>(tree, tree.root(), {.most = 10}, {.workers = 2, .node_limit = 1000});
    EXPECT_EQ(found.status, Status::node_limit);
    EXPECT_EQ(found.solutions.size(), 10U);
}

TEST(Best, WhatCannotBeIsRefused) {
    const RandomTree tree;
    EXPECT_EQ(test::message_of<UsageError>([&] { best<TreeGenerator<false>>(tree, tree.root(), {.most = 0}); }),
              "the number of wanted solutions is 0: expected at least 1");
    EXPECT_EQ(test::message_of<UsageError>([&] { best<TreeGenerator<false>>(tree, tree.root(), {}, {.gap = 0.1}); }),
              "a search for several solutions has no gap");
}

}  // namespace
}  // namespace scrump::detail
