// Searches that are stopped, and go on from their checkpoints in another way, until they are done: the answer and the
// number of nodes are those of a search that was never stopped.

#include "search/even_tree.hpp"
#include "search/problems.hpp"
#include "search/small_checkpoint.hpp"
#include "support/faulty_network.hpp"
#include "support/folder.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>
#include <scrump/runtime/session.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::Folder;
using test::Knapsack;
using test::KnapsackGenerator;
using test::RandomTree;
using test::SmallCheckpoint;
using test::TreeGenerator;
using test::Way;
using std::chrono_literals::operator""ms;
namespace fs = std::filesystem;

/// Nodes of a tree, and the greatest value.
struct Known {
    std::uint64_t nodes = 0;
    std::vector<std::uint64_t> by_depth;
    std::int64_t best = 0;

    explicit Known(const RandomTree& tree) : by_depth(tree.depth + 1) {
        tree.walk(tree.root(), [&](const RandomTree::Node& node) {
            ++nodes;
            ++by_depth[node.depth];
            best = std::max(best, RandomTree::value(node));
        });
        while (by_depth.back() == 0) by_depth.pop_back();
    }
};

/// Runs `search(options)` in slices of `nodes` nodes, each slice in another way, until it is complete. Returns the last
/// result.
template <class Search>
auto in_slices(std::uint64_t nodes, std::size_t first_way, const Search& search) {
    const Folder folder;
    static const std::vector<Way> ways = test::all_ways();
    std::uint64_t before = 0;
    for (std::size_t slice = 0;; ++slice) {
        SearchOptions options = ways[(first_way + slice) % ways.size()].options();
        options.node_limit = nodes;
        options.checkpoints.file = folder / "checkpoint";
        options.checkpoints.problem = "test";
        if (slice > 0) options.checkpoints.resume = options.checkpoints.file;
        auto result = search(options);
        EXPECT_EQ(result.statistics.earlier.runs, slice);
        // Two if there was nothing left to do when the run was to be stopped.
        EXPECT_GE(result.statistics.checkpoints.written, 1U);
        EXPECT_EQ(result.statistics.checkpoints.failed, 0U);
        if (result.status == Status::complete) return result;
        EXPECT_EQ(result.status, Status::node_limit);
        EXPECT_GE(result.statistics.total.nodes, before + nodes);
        before = result.statistics.total.nodes;
    }
}

class Sliced : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Nodes, Sliced, testing::Values(1, 2, 3, 7, 20, 100, 1000));

// Of seeds whose trees are neither tiny nor so large that slices of one node would take too many runs.
RandomTree sliced_tree(std::uint64_t seed, std::uint64_t nodes) {
    RandomTree tree{.root_children = 20, .most_children = 5, .depth = 10, .seed = seed * 1000};
    for (std::uint64_t size = 0; size < 100 || size > 150 * nodes;) {
        ++tree.seed;
        size = Known(tree).nodes;
    }
    return tree;
}

TEST_P(Sliced, AnEnumerationVisitsEveryNodeOnce) {
    for (std::uint64_t seed = 0; seed < (test::sanitized ? 1 : 2); ++seed) {
        const RandomTree tree = sliced_tree(seed, GetParam());
        const Known known(tree);
        const auto counted = in_slices(GetParam(), seed * 7, [&](const SearchOptions& options) {
            return enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
        });
        EXPECT_EQ(counted.value, known.nodes) << "seed " << seed;
        EXPECT_EQ(counted.statistics.total.nodes, known.nodes) << "seed " << seed;
        const auto by_depth = in_slices(GetParam(), seed * 7 + 3, [&](const SearchOptions& options) {
            return enumerate<TreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options);
        });
        EXPECT_EQ(by_depth.value, known.by_depth) << "seed " << seed;
        EXPECT_EQ(by_depth.statistics.total.nodes, known.nodes) << "seed " << seed;
    }
}

TEST_P(Sliced, ADepthLimitHolds) {
    const RandomTree tree = sliced_tree(7, GetParam());
    RandomTree shallow = tree;
    shallow.depth = 5;
    const Known known(shallow);
    for (const std::size_t first_way : {0U, 11U, 27U}) {
        const auto counted = in_slices(GetParam(), first_way, [&](SearchOptions options) {
            options.depth_limit = 5;
            return enumerate<TreeGenerator<true>>(tree, tree.root(), CountPerDepth{}, options);
        });
        EXPECT_EQ(counted.value, known.by_depth);
    }
}

TEST_P(Sliced, AnOptimisationFindsTheBest) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Knapsack knapsack = Knapsack::random(12, seed);
        const auto result = in_slices(GetParam(), seed * 5, [&](const SearchOptions& options) {
            return maximise<KnapsackGenerator>(knapsack, knapsack.root(), options);
        });
        EXPECT_EQ(result.objective, knapsack.best_by_brute_force()) << "seed " << seed;
        ASSERT_TRUE(result.node);
        EXPECT_EQ(result.node->value, result.objective);
    }
}

TEST_P(Sliced, ADecisionFindsAWitnessOrProvesThatThereIsNone) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Knapsack knapsack = Knapsack::random(11, seed);
        const std::int64_t best = knapsack.best_by_brute_force();
        for (const std::int64_t target : {best, best + 1}) {
            const auto result = in_slices(GetParam(), seed * 3, [&](const SearchOptions& options) {
                return decide<KnapsackGenerator>(knapsack, knapsack.root(), target, options);
            });
            EXPECT_EQ(result.node.has_value(), target == best) << "seed " << seed;
            if (result.node) {
                EXPECT_GE(result.node->value, target);
            }
        }
    }
}

/// What checkpoints made as fast as possible, while a search runs, say: each a copy.
class Copies {
  public:
    explicit Copies(const Folder& folder) : folder_(folder) {}

    Checkpoints checkpoints() {
        return {.file = folder_ / "checkpoint",
                .every = std::chrono::nanoseconds(1),
                .problem = "test",
                .told = [this](const CheckpointReport& report) {
                    EXPECT_EQ(report.error, "");
                    if (report.last) return;
                    files_.push_back(folder_ / std::to_string(files_.size()));
                    fs::copy_file(folder_ / "checkpoint", files_.back());
                }};
    }
    const std::vector<std::string>& files() const { return files_; }

  private:
    const Folder& folder_;
    std::vector<std::string> files_;
};

// Tasks travel between workers and localities, in any order of messages, while the state is noted: none is lost or
// noted twice.
TEST(Checkpoint, AnyMomentOfARunIsAWholeState) {
    const std::vector<Skeleton> skeletons = test::stealing_skeletons();
    const std::vector<const char*> policies = test::all_policies();
    std::size_t moments = 0;
    // Every skeleton counts and optimises with every number of localities.
    for (std::uint64_t run = 0; run < (test::sanitized ? 24 : 48); ++run) {
        const std::uint64_t way = run / skeletons.size();
        const RandomTree tree{
            .root_children = test::sanitized ? 300U : 5000U, .most_children = 4, .depth = 14, .seed = run};
        const Known known(tree);
        Session session(std::make_unique<test::FaultyGroup>(run));
        SearchOptions options{.skeleton = skeletons[run % skeletons.size()],
                              .policy = Policy::parse(policies[(run + way) % policies.size()]),
                              .workers = 1 + static_cast<unsigned>((run + way) % 3),
                              .localities = 1 + static_cast<unsigned>((way / 2 + 1) % 4),
                              .session = &session,
                              .pin = false};
        const bool counts = way % 2 == 0;
        const auto check = [&](const SearchOptions& with) {
            if (counts) {
                const auto result = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, with);
                ASSERT_EQ(result.status, Status::complete);
                ASSERT_EQ(result.value, known.nodes);
                ASSERT_EQ(result.statistics.total.nodes, known.nodes);
            } else {
                const auto result = maximise<TreeGenerator<true>>(tree, tree.root(), with);
                ASSERT_EQ(result.status, Status::complete);
                ASSERT_EQ(result.objective, known.best);
                ASSERT_EQ(result.statistics.total.nodes, known.nodes);  // no bounds, so nothing is left out
            }
        };
        const Folder folder;
        Copies copies(folder);
        options.checkpoints = copies.checkpoints();
        check(options);
        for (std::size_t i = 0; i < copies.files().size(); i += 1 + copies.files().size() / 8) {
            SCOPED_TRACE("run " + std::to_string(run) + ", moment " + std::to_string(i));
            options.checkpoints = {.resume = copies.files()[i], .problem = "test"};
            options.skeleton = skeletons[(run + i) % skeletons.size()];
            options.localities = 1 + static_cast<unsigned>((run + i) % 3);
            check(options);
            ++moments;
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_GT(moments, 0U);
}

/// Of the root's children one has, deep below it, what is worth more than all else.
class OneTreasure {
  public:
    struct Space {
        std::uint64_t treasure = 0;
    };
    using Node = RandomTree::Node;
    static constexpr std::uint64_t children = 64;
    static constexpr unsigned depth = 6;

    OneTreasure(const Space&, const Node& parent) : parent_(&parent) {
        if (parent.depth < depth) left_ = parent.depth == 0 ? children : 2;
    }
    bool next(Node& child) {
        if (left_ == 0) return false;
        --left_;
        child = {.label = parent_->depth == 0 ? left_ : parent_->label, .depth = parent_->depth + 1};
        return true;
    }
    static std::int64_t objective(const Space& space, const Node& node) {
        return node.depth == depth && node.label == space.treasure ? 1 : 0;
    }

  private:
    const Node* parent_;
    std::uint64_t left_ = 0;
};

// Only one task of a replicable search finds anything. Its result may be on its way to who keeps the order while the
// state is noted: then no task is left that would find it again.
TEST(Checkpoint, AnOrderedResultOnItsWayIsPartOfTheState) {
    std::size_t moments = 0;
    for (std::uint64_t run = 0; run < (test::sanitized ? 50 : 600); ++run) {
        const OneTreasure::Space space{.treasure = run % OneTreasure::children};
        Session session(std::make_unique<test::FaultyGroup>(run));
        SearchOptions options{.skeleton = Skeleton::ordered(1, 16),
                              .policy = Policy::parse("random"),
                              .workers = 1,
                              .localities = 2 + static_cast<unsigned>(run % 3),
                              .session = &session,
                              .pin = false};
        const Folder folder;
        Copies copies(folder);
        options.checkpoints = copies.checkpoints();
        ASSERT_EQ(maximise<OneTreasure>(space, {}, options).objective, 1);
        for (const std::string& file : copies.files()) {
            ++moments;
            const auto rest = maximise<OneTreasure>(
                space, {}, {.workers = 1, .pin = false, .checkpoints = {.resume = file, .problem = "test"}});
            ASSERT_EQ(rest.objective, 1) << file;
        }
    }
    EXPECT_GT(moments, 0U);
}

/// Three tasks: the second finds all that there is, and the first goes on until two states were written after that. The
/// third begins when the second has ended, if there are two workers.
class FoundBeforeItsTurn {
  public:
    struct Space {
        mutable std::atomic<bool> found = false;
        mutable std::atomic<unsigned> written_since = 0;
    };
    using Node = RandomTree::Node;

    FoundBeforeItsTurn(const Space& space, const Node& parent) : space_(space), parent_(parent) {
        if (parent.depth == 0) left_ = 3;
        if (parent.depth == 1 && parent.label == 2) space.found = true;
        if (parent.depth == 1 && parent.label == 1) left_ = 1;
        if (goes_on()) left_ = 2;
    }
    bool next(Node& child) {
        if (left_ == 0 || (parent_.depth > 0 && parent_.label == 0 && !goes_on())) return false;
        child = {.label = parent_.depth == 0 ? 3 - left_ : parent_.label, .depth = parent_.depth + 1};
        --left_;
        return true;
    }
    static std::int64_t objective(const Space&, const Node& node) { return node.depth == 2 && node.label == 1 ? 1 : 0; }

  private:
    // A binary tree that nobody comes to the end of.
    bool goes_on() const {
        return parent_.depth > 0 && parent_.depth < 60 && parent_.label == 0 && space_.written_since < 2;
    }

    const Space& space_;
    Node parent_;
    std::uint64_t left_ = 0;
};

// The last state was begun after the second task had ended.
TEST(Checkpoint, AResultThatWaitsForItsTurnIsPartOfTheState) {
    const FoundBeforeItsTurn::Space space;
    const Folder folder;
    const auto told = [&](const CheckpointReport& report) {
        EXPECT_EQ(report.error, "");
        if (report.last || !space.found || ++space.written_since != 2) return;
        fs::copy_file(folder / "checkpoint", folder / "copy");
    };
    const SearchOptions options{
        .skeleton = Skeleton::ordered(1, 16),
        .workers = 2,
        .pin = false,
        .checkpoints = {
            .file = folder / "checkpoint", .every = std::chrono::nanoseconds(1), .problem = "test", .told = told}};
    ASSERT_EQ(maximise<FoundBeforeItsTurn>(space, {}, options).objective, 1);
    const auto rest = maximise<FoundBeforeItsTurn>(
        space, {}, {.workers = 1, .pin = false, .checkpoints = {.resume = folder / "copy", .problem = "test"}});
    EXPECT_EQ(rest.objective, 1);
}

TEST(Checkpoint, ACompleteRunLeavesItsAnswer) {
    SmallCheckpoint small;
    const auto whole = small.count();
    small.resume();
    const auto again = small.count();
    EXPECT_EQ(again.status, Status::complete);
    EXPECT_EQ(again.value, whole.value);
    EXPECT_EQ(again.statistics.total.nodes, whole.statistics.total.nodes);
    EXPECT_EQ(again.statistics.earlier.counters.nodes, whole.statistics.total.nodes);
    EXPECT_EQ(again.statistics.earlier.runs, 1U);
    EXPECT_GT(again.statistics.earlier.seconds, 0);
}

TEST(Checkpoint, ARunThatIsStoppedLosesNothing) {
    SmallCheckpoint small;
    small.tree.root_children = 50'000;
    const std::uint64_t nodes = small.nodes();
    std::stop_source source;
    source.request_stop();
    small.options.stop = source.get_token();
    EXPECT_EQ(small.count().status, Status::cancelled);
    small.resume();
    small.options.stop = {};
    small.options.time_limit = std::chrono::nanoseconds(0);
    EXPECT_EQ(small.count().status, Status::time_limit);
    small.options.time_limit.reset();
    const auto result = small.count();
    EXPECT_EQ(result.value, nodes);
    EXPECT_EQ(result.statistics.total.nodes, nodes);
    EXPECT_EQ(result.statistics.earlier.runs, 2U);
}

// The snapshot may come before the order is made.
TEST(Checkpoint, AResumedOrderedSearchThatIsStoppedAtOnceLosesNothing) {
    for (int repetition = 0; repetition < (test::sanitized ? 4 : 20); ++repetition) {
        SmallCheckpoint small;
        small.options.skeleton = Skeleton::ordered(0, 8);
        small.tree.root_children = 5000;
        const std::uint64_t nodes = small.nodes();
        small.options.node_limit = nodes / 4;
        small.count();
        small.options.node_limit.reset();
        small.resume();
        std::stop_source source;
        source.request_stop();
        small.options.stop = source.get_token();
        small.count();
        small.options.stop = {};
        const auto result = small.count();
        ASSERT_EQ(result.value, nodes);
        ASSERT_EQ(result.statistics.total.nodes, nodes);
    }
}

TEST(Checkpoint, AResumedOrderedSearchIsReplicable) {
    const Folder folder;
    const Knapsack knapsack = Knapsack::random(60, 2);
    SearchOptions options{.skeleton = Skeleton::ordered(0, 8), .workers = 1, .pin = false};
    const auto whole = maximise<KnapsackGenerator>(knapsack, knapsack.root(), options);
    options.node_limit = whole.statistics.total.nodes / 8;
    options.checkpoints = {.file = folder / "checkpoint", .problem = "knapsack"};
    ASSERT_EQ(maximise<KnapsackGenerator>(knapsack, knapsack.root(), options).status, Status::node_limit);
    options.node_limit.reset();
    options.checkpoints = {.resume = folder / "checkpoint", .problem = "knapsack"};
    const auto first = maximise<KnapsackGenerator>(knapsack, knapsack.root(), options);
    EXPECT_EQ(first.objective, whole.objective);
    for (const auto& [workers, localities] : {std::pair{2U, 1U}, {3U, 2U}, {1U, 3U}}) {
        options.workers = workers;
        options.localities = localities;
        const auto again = maximise<KnapsackGenerator>(knapsack, knapsack.root(), options);
        EXPECT_EQ(again.statistics.total.nodes, first.statistics.total.nodes);
        EXPECT_EQ(again.statistics.total.prunes, first.statistics.total.prunes);
        EXPECT_EQ(again.node->chosen, first.node->chosen);
    }
}

// A folder in the place of the file makes writing fail, whoever the user is. The search is far too large to end before.
TEST(Checkpoint, AWriteThatFailsIsToldAndTriedAgain) {
    SmallCheckpoint small;
    const test::EvenTree endless{.children = 2, .depth = 60};
    const std::string file = small.options.checkpoints.file;
    std::stop_source enough;
    std::vector<std::string> errors;
    std::size_t written = 0;
    small.options.stop = enough.get_token();
    small.options.checkpoints.every = 1ms;
    small.options.checkpoints.told = [&](const CheckpointReport& report) {
        if (!report.error.empty()) {
            errors.push_back(report.error);
            fs::remove(file);
        } else if (++written == 1) {
            fs::remove(file);
            fs::create_directory(file);
        } else {
            enough.request_stop();
        }
    };
    const auto result = enumerate<test::EvenGenerator>(endless, 0, CountNodes{}, small.options);
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_EQ(result.statistics.checkpoints.failed, errors.size());
    EXPECT_EQ(result.statistics.checkpoints.written, written);
    ASSERT_FALSE(errors.empty());
    EXPECT_EQ(errors.front(), file + ": cannot be written: it is not a regular file");
    EXPECT_GE(written, 2U);
    small.resume();
    const auto more = enumerate<test::EvenGenerator>(endless, 0, CountNodes{}, small.options);
    EXPECT_EQ(more.status, Status::cancelled);
    EXPECT_GE(more.value, result.value);
}

}  // namespace
}  // namespace scrump::detail
