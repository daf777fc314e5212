// Incumbents that independent runs of a search exchange through a file: what one has found prunes the others, and each
// answer is right.

#include "search/problems.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/search/best.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <fstream>
#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <string>

namespace scrump::detail {
namespace {

using test::Folder;
using test::Knapsack;
using test::KnapsackGenerator;
using test::RandomTree;
using test::TreeGenerator;
using test::Way;

SearchOptions exchanging(const std::string& file, SearchOptions options = {.workers = 1, .pin = false}) {
    options.incumbents = file;
    options.checkpoints.problem = "test";
    return options;
}

auto exchanged_best(const Knapsack& knapsack, const SearchOptions& options) {
    return maximise<KnapsackGenerator>(knapsack, knapsack.root(), options);
}

TEST(IncumbentExchange, ALaterRunBeginsWithTheBest) {
    const Folder folder;
    const Knapsack knapsack = Knapsack::random(16, 1);
    const SearchOptions options = exchanging(folder / "incumbents");
    const auto first = exchanged_best(knapsack, options);
    ASSERT_TRUE(first.statistics.exchange);
    EXPECT_EQ(first.statistics.exchange->taken, 0U);
    EXPECT_EQ(first.statistics.exchange->told, 1U);
    const auto second = exchanged_best(knapsack, options);
    EXPECT_EQ(second.status, Status::complete);
    EXPECT_EQ(second.objective, knapsack.best_by_brute_force());
    EXPECT_EQ(second.node.value().chosen, first.node.value().chosen);
    EXPECT_LT(second.statistics.total.nodes, first.statistics.total.nodes);
    EXPECT_EQ(second.statistics.exchange->taken, 1U);
    EXPECT_EQ(second.statistics.exchange->told, 0U);
    EXPECT_EQ(second.statistics.exchange->failed, 0U);
    EXPECT_FALSE(exchanged_best(knapsack, {.workers = 1, .pin = false}).statistics.exchange);
}

TEST(IncumbentExchange, ShardsHaveTheSameAnswersAsWithoutIt) {
    std::size_t next_way = 0;
    const auto ways = test::all_ways_and_stacks();
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Folder folder;
        const Knapsack knapsack = Knapsack::random(16, seed);
        const std::int64_t known = knapsack.best_by_brute_force();
        std::int64_t joint = 0;
        bool exists = false;
        for (unsigned index = 1; index <= 3; ++index) {
            const Way* way = &ways[next_way++ % ways.size()];
            while (way->skeleton.is_ordered()) way = &ways[next_way++ % ways.size()];
            SCOPED_TRACE(way->skeleton.describe());
            SearchOptions options = exchanging(folder / "best", way->options());
            options.shard = Shard{index, 3};
            const auto found = exchanged_best(knapsack, options);
            EXPECT_EQ(found.status, Status::complete);
            EXPECT_GE(found.objective, joint) << "what the shards before have found is known";
            joint = std::max(joint, found.objective);
            options.incumbents = folder / "witness";
            const auto decided = decide<KnapsackGenerator>(knapsack, knapsack.root(), known, options);
            exists |= decided.node.has_value();
            EXPECT_EQ(decided.node.has_value(), exists);
        }
        EXPECT_EQ(joint, known);
        EXPECT_TRUE(exists);
    }
}

// --- While they run

/// A node of a tree that takes hours, in which one leaf is good: the only child of the root's last child, so that the
/// worker that makes the tasks does not see it.
struct LongTreeNode {
    std::uint32_t depth = 0;
    bool last = false;  // child of the root
    bool good = false;
};
struct LongTree {
    std::function<void()> begun = [] {};  ///< called when the root's children are made
};
class LongTreeGenerator {
  public:
    using Space = LongTree;
    using Node = LongTreeNode;

    LongTreeGenerator(const LongTree& space, const LongTreeNode& parent) : parent_(parent) {
        if (parent.depth == 0) space.begun();
    }
    bool next(LongTreeNode& child) {
        if (parent_.good || made_ == 2 || parent_.depth == max_depth) return false;
        if (parent_.last && made_ == 1) return false;
        child = {.depth = parent_.depth + 1, .last = parent_.depth == 0 && made_ == 1, .good = parent_.last};
        ++made_;
        return true;
    }
    static std::int64_t objective(const LongTree& /*space*/, const LongTreeNode& place) { return place.good ? 1 : 0; }

  private:
    static constexpr unsigned max_depth = 50;

    LongTreeNode parent_;
    unsigned made_ = 0;
};

constexpr std::chrono::minutes exchange_patience{2};  // for what has no other end

TEST(IncumbentExchange, ARunningDecisionEndsWhenAnotherRunIsAnswered) {
    const Folder folder;
    std::promise<void> begun;
    const LongTree reports{.begun = [&, first = true]() mutable {
        if (std::exchange(first, false)) begun.set_value();
    }};
    SearchOptions options = exchanging(folder / "incumbents");
    options.skeleton = Skeleton::sequential();
    options.time_limit = exchange_patience;
    auto running = std::async(std::launch::async, [&] { return decide<LongTreeGenerator>(reports, {}, 1, options); });
    begun.get_future().wait();
    SearchHints<LongTreeGenerator> witness;
    witness.start = LongTreeNode{.depth = 2, .good = true};
    EXPECT_TRUE(decide<LongTreeGenerator>(LongTree(), {}, 1, options, witness).node);
    const auto found = running.get();
    EXPECT_EQ(found.status, Status::complete);
    ASSERT_TRUE(found.node);
    EXPECT_TRUE(found.node->good);
    EXPECT_LT(found.statistics.seconds, std::chrono::duration<double>(exchange_patience).count()) << "ended by time";
    EXPECT_EQ(found.statistics.exchange->taken, 1U);
}

TEST(IncumbentExchange, WhatAnotherLocalityFindsIsTold) {
    const Folder folder;
    const LongTree endless;
    SearchOptions options = exchanging(folder / "incumbents");
    options.localities = 2;
    options.skeleton = Skeleton::depth_bounded(1);
    options.time_limit = exchange_patience;
    std::stop_source stop;
    options.stop = stop.get_token();
    auto running = std::async(std::launch::async, [&] { return maximise<LongTreeGenerator>(endless, {}, options); });
    SearchOptions look = exchanging(folder / "incumbents");
    look.node_limit = 1;
    const auto until = Clock::now() + exchange_patience;
    while (maximise<LongTreeGenerator>(endless, {}, look).objective == 0 && Clock::now() < until) {
    }
    stop.request_stop();
    const auto found = running.get();
    EXPECT_EQ(found.status, Status::cancelled);
    EXPECT_EQ(found.objective, 1);
    EXPECT_GE(found.statistics.exchange->told, 1U);
}

// --- Files that cannot be used

TEST(IncumbentExchange, AFileThatIsDamagedMeanwhileIsCounted) {
    const Folder folder;
    const std::string file = folder / "incumbents";
    const LongTree damages{.begun = [&] { std::ofstream(file) << "something else"; }};
    SearchOptions options = exchanging(file);
    options.depth_limit = 3;
    const auto found = maximise<LongTreeGenerator>(damages, {}, options);
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.objective, 1);
    EXPECT_GE(found.statistics.exchange->failed, 1U);
    EXPECT_EQ(read_file(file), "something else");
}

std::string refusal_of_exchange(const SearchOptions& options) {
    const Knapsack knapsack = Knapsack::random(10, 1);
    return test::message_of<Error>([&] { exchanged_best(knapsack, options); });
}

TEST(IncumbentExchange, AFileOfSomethingElseIsRefused) {
    const Folder folder;
    const std::string file = folder / "incumbents";
    const SearchOptions options = exchanging(file);
    EXPECT_EQ(refusal_of_exchange(options), "no error");
    SearchOptions other = options;
    other.checkpoints.problem = "another";
    EXPECT_EQ(refusal_of_exchange(other), file + ": has no incumbents of another: it belongs to 'incumbents of test'");
    other = options;
    other.depth_limit = 4;
    EXPECT_EQ(refusal_of_exchange(other),
              file + ": has incumbents of another search: with another root, target, depth limit, or other types");
    other = options;
    other.incumbents.clear();
    other.checkpoints.resume = file;
    EXPECT_EQ(refusal_of_exchange(other),
              file + ": belongs to another problem: to 'incumbents of test', not to 'test'");
    std::ofstream(folder / "text") << "a text";
    EXPECT_EQ(refusal_of_exchange(exchanging(folder / "text")),
              folder / "text" + std::string(": is not a checkpoint of Scrump"));
    EXPECT_EQ(refusal_of_exchange(exchanging(folder / "no/where")),
              folder / "no/where" + std::string(": cannot be written: No such file or directory"));
}

TEST(IncumbentExchange, SearchesThatCannotExchangeSaySo) {
    const Folder folder;
    const SearchOptions options = exchanging(folder / "incumbents");
    const std::string others =
        "only an optimisation or a decision exchanges incumbents with other runs, if its nodes are trivially copyable "
        "or "
        "have a serialize(archive) member";
    const RandomTree tree;
    EXPECT_EQ(
        test::message_of<UsageError>([&] { enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, options); }),
        others);
    const Knapsack knapsack = Knapsack::random(10, 1);
    EXPECT_EQ(
        test::message_of<UsageError>([&] { best<KnapsackGenerator>(knapsack, knapsack.root(), {.most = 2}, options); }),
        others);
    SearchOptions other = options;
    other.skeleton = Skeleton::ordered();
    EXPECT_EQ(
        refusal_of_exchange(other),
        "the skeleton ordered repeats itself exactly, which incumbents of other runs would change: choose another "
        "skeleton, or leave them out");
    other = options;
    other.checkpoints.problem.clear();
    EXPECT_EQ(refusal_of_exchange(other),
              "a search that does not say what is searched (Checkpoints::problem) cannot exchange incumbents");
    other = options;
    other.checkpoints.file = other.incumbents;
    EXPECT_EQ(refusal_of_exchange(other), other.incumbents + ": is the checkpoint: choose another file for incumbents");
    EXPECT_EQ(refusal_of_exchange(exchanging("-")),
              "incumbents cannot be exchanged by the standard input: name a file");
}

}  // namespace
}  // namespace scrump::detail
