// Shards of a search: however each is searched, together they are the whole, and each node is visited once.

#include "search/problems.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <scrump/base/error.hpp>
#include <scrump/search/best.hpp>
#include <scrump/search/shard.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::BatchedTreeGenerator;
using test::Folder;
using test::Knapsack;
using test::KnapsackGenerator;
using test::RandomTree;
using test::TreeGenerator;
using test::Way;

const std::vector<unsigned> shard_counts = {1, 2, 3, 4, 7};

SearchOptions shard(SearchOptions options, unsigned index, unsigned count) {
    options.shard = Shard{.index = index, .count = count};
    options.checkpoints.problem = "test";
    return options;
}

// A tree with many more subtrees than a division has, and one that is divided to its last node.
std::vector<RandomTree> divided_trees() {
    return {{.root_children = 3000, .most_children = 4, .depth = 12, .seed = 5},
            {.root_children = 6, .most_children = 4, .depth = 6, .seed = 2}};
}

std::vector<std::uint64_t> count_by_depth(const RandomTree& tree) {
    std::vector<std::uint64_t> counts(tree.depth + 1);
    tree.walk(tree.root(), [&](const RandomTree::Node& node) { ++counts[node.depth]; });
    while (counts.back() == 0) counts.pop_back();
    return counts;
}

std::uint64_t total(const std::vector<std::uint64_t>& counts) {
    std::uint64_t sum = 0;
    for (const std::uint64_t each : counts) sum += each;
    return sum;
}

/// Searches all shards, each in another way, and checks that they were divided in the same way.
template <class Search>
auto in_shards(unsigned count, std::size_t first_way, const std::vector<Way>& ways, const Search& search) {
    std::vector<decltype(search(SearchOptions()))> found;
    std::uint64_t subtrees = 0;
    for (unsigned index = 1; index <= count; ++index) {
        const Way& way = ways[(first_way + index * 5) % ways.size()];
        SCOPED_TRACE(way.skeleton.describe() + ", shard " + std::to_string(index));
        found.push_back(search(shard(way.options(), index, count)));
        EXPECT_EQ(found.back().status, Status::complete);
        const auto& division = found.back().statistics.shard;
        if (!division) {
            ADD_FAILURE() << "nothing is said of the shard";
            continue;
        }
        EXPECT_EQ(division->part, (Shard{index, count}));
        EXPECT_NE(division->plan, "");
        EXPECT_EQ(division->plan, found.front().statistics.shard->plan);
        EXPECT_EQ(division->search, found.front().statistics.shard->search);
        subtrees += division->own_subtrees;
    }
    EXPECT_EQ(subtrees, found.front().statistics.shard->subtrees);
    return found;
}

template <class G>
void expect_counts_add_up(const std::vector<Way>& ways) {
    for (const RandomTree& tree : divided_trees()) {
        const std::vector<std::uint64_t> known = count_by_depth(tree);
        std::size_t way = 0;
        for (const unsigned count : shard_counts) {
            const auto found = in_shards(count, ++way, ways, [&](const SearchOptions& options) {
                return enumerate<G>(tree, tree.root(), CountPerDepth{}, options);
            });
            std::vector<std::uint64_t> sum;
            std::uint64_t nodes = 0;
            for (const auto& each : found) {
                CountPerDepth{}.merge(sum, each.value);
                nodes += each.statistics.total.nodes;
                EXPECT_EQ(each.statistics.total.nodes, total(each.value));
            }
            EXPECT_EQ(sum, known) << count << " shards";
            EXPECT_EQ(nodes, total(known)) << count << " shards";
        }
    }
}

TEST(Shards, CountsAndNodesAddUp) {
    expect_counts_add_up<TreeGenerator<true>>(test::all_ways_and_stacks());
}

TEST(Shards, CountsOfBatchesAddUp) {
    expect_counts_add_up<BatchedTreeGenerator<true>>(test::all_ways_and_stacks());
}

TEST(Shards, ADepthLimitHolds) {
    const RandomTree tree = divided_trees().front();
    RandomTree shallow = tree;
    shallow.depth = 3;
    const auto found = in_shards(3, 2, test::all_ways(), [&](SearchOptions options) {
        options.depth_limit = 3;
        return enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
    });
    std::uint64_t sum = 0;
    for (const auto& each : found) sum += each.value;
    EXPECT_EQ(sum, total(count_by_depth(shallow)));
}

// A shard must not lose a subtree because another one knows more.
TEST(Shards, ADivisionDoesNotDependOnKnownSolutions) {
    const Knapsack knapsack = Knapsack::random(16, 1);
    const auto best = maximise<KnapsackGenerator>(knapsack, knapsack.root(), {.workers = 1, .pin = false});
    const auto found = in_shards(4, 1, test::all_ways(), [&](const SearchOptions& options) {
        SearchHints<KnapsackGenerator> hints;
        if (options.shard->index == 2) hints.start = best.node;
        return maximise<KnapsackGenerator>(knapsack, knapsack.root(), options, hints);
    });
    EXPECT_EQ(found[1].objective, best.objective);
}

TEST(Shards, TheBestIsInOneOfThem) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Knapsack knapsack = Knapsack::random(16, seed);
        const std::int64_t known = knapsack.best_by_brute_force();
        const unsigned count = shard_counts[seed % shard_counts.size()];
        const auto found = in_shards(count, seed * 3, test::all_ways_and_stacks(), [&](const SearchOptions& options) {
            return maximise<KnapsackGenerator>(knapsack, knapsack.root(), options);
        });
        std::int64_t joint = 0;
        for (const auto& each : found) joint = std::max(joint, each.objective);
        EXPECT_EQ(joint, known) << "seed " << seed << ", " << count << " shards";
        for (const std::int64_t target : {known, known + 1}) {
            const auto decided = in_shards(count, seed, test::all_ways_and_stacks(), [&](const SearchOptions& options) {
                return decide<KnapsackGenerator>(knapsack, knapsack.root(), target, options);
            });
            const bool exists =
                std::any_of(decided.begin(), decided.end(), [](const auto& each) { return each.node.has_value(); });
            EXPECT_EQ(exists, target == known) << "seed " << seed << ", " << count << " shards";
        }
    }
}

// Each solution belongs to one shard: also those above the subtrees, and those that an estimate has met.
TEST(Shards, SeveralSolutionsAreFoundOnce) {
    const Knapsack knapsack = Knapsack::random(14, 3);
    const std::int64_t enough = knapsack.best_by_brute_force() * 95 / 100;
    const auto all = [&](const SearchOptions& options) {
        return best<KnapsackGenerator>(knapsack, knapsack.root(), {.at_least = enough}, options);
    };
    const auto values = [](const auto& result, std::vector<std::int64_t> before) {
        for (const auto& each : result.solutions) before.push_back(each.objective);
        std::sort(before.begin(), before.end());
        return before;
    };
    const std::vector<std::int64_t> known = values(all({.workers = 1, .pin = false}), {});
    EXPECT_GT(known.size(), 4U);
    for (const unsigned count : shard_counts) {
        std::vector<std::int64_t> joint;
        for (const auto& each : in_shards(count, 1, test::all_ways(), all)) joint = values(each, std::move(joint));
        EXPECT_EQ(joint, known) << count << " shards";
    }
}

TEST(Shards, AShardResumesItsOwnCheckpoint) {
    const RandomTree tree = divided_trees().front();
    const std::vector<std::uint64_t> known = count_by_depth(tree);
    std::vector<std::uint64_t> sum;
    std::string plan;
    const Folder folder;
    for (unsigned index = 1; index <= 3; ++index) {
        const std::string file = folder / ("checkpoint" + std::to_string(index));
        for (std::size_t slice = 0;; ++slice) {
            SearchOptions options = shard(test::all_ways()[slice % 50].options(), index, 3);
            options.node_limit = 3000;
            options.checkpoints.file = file;
            if (slice > 0) options.checkpoints.resume = file;
            const auto found = enumerate<TreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options);
            EXPECT_EQ(found.statistics.earlier.runs, slice);
            if (found.status != Status::complete) continue;
            EXPECT_GT(slice, 0U);
            CountPerDepth{}.merge(sum, found.value);
            if (plan.empty()) plan = found.statistics.shard->plan;
            EXPECT_EQ(found.statistics.shard->plan, plan);
            break;
        }
    }
    EXPECT_EQ(sum, known);

    SearchOptions other = shard({.workers = 1, .pin = false}, 1, 3);
    other.checkpoints.resume = folder / "checkpoint2";
    const auto resume = [&] { enumerate<TreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, other); };
    EXPECT_EQ(test::message_of<Error>(resume), other.checkpoints.resume +
                                                   ": belongs to another problem: to 'test, shard 2/3', not to "
                                                   "'test, shard 1/3'");
    other.shard.reset();
    EXPECT_NE(test::message_of<Error>(resume).find("to 'test, shard 2/3', not to 'test'"), std::string::npos);
}

TEST(Shards, NeedToKnowWhatIsSearched) {
    const RandomTree tree;
    SearchOptions options = shard({.workers = 1, .pin = false}, 1, 2);
    options.checkpoints.problem.clear();
    EXPECT_EQ(
        test::message_of<UsageError>([&] { enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, options); }),
        "a search that does not say what is searched (Checkpoints::problem) cannot have shards");
}

TEST(Shards, AreReadAsIOfN) {
    EXPECT_EQ(Shard::parse("2/16"), (Shard{2, 16}));
    EXPECT_EQ(Shard::parse(Shard{3, 7}.describe()), (Shard{3, 7}));
    for (const char* const text : {"", "2", "0/4", "5/4", "1/0", "x/2", "1/x", "1/2/3", "1/10001", "-1/2"})
        EXPECT_THROW(Shard::parse(text), UsageError) << text;
}

}  // namespace
}  // namespace scrump::detail
