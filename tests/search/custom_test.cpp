// Skeletons and victim selectors that are no part of Scrump: written here as a user would.

#include "search/company.hpp"
#include "search/problems.hpp"

#include <scrump/base/error.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

/// One node for whoever asks, once so many nodes were visited since the last one.
class OneNodeForSoMany final : public SplitPolicy {
  public:
    explicit OneNodeForSoMany(std::uint64_t nodes) : nodes_(nodes) {}

    Split split(const SplitView& view) override {
        if (!view.anybody_idle() || view.waiting > 0 || view.nodes < next_) return Split::nothing();
        next_ = view.nodes + nodes_;
        return Split::one();
    }
    bool on_request() const override { return true; }

  private:
    std::uint64_t nodes_;
    std::uint64_t next_ = 0;
};

Skeleton one_node_for_so_many(std::uint64_t nodes) {
    return Skeleton::custom("one-node", [=] { return std::make_unique<OneNodeForSoMany>(nodes); });
}

/// What all selectors of a run were asked and told.
struct Diary {
    std::mutex mutex;
    std::vector<std::vector<unsigned>> asked;  ///< by thief: its number, how many there are, and then its victims
    std::uint64_t won = 0;
};

/// One after the other, and it keeps a diary.
class InTurn final : public VictimSelector {
  public:
    InTurn(const Policy::Thief& thief, Diary& diary)
        : self_(thief.self), size_(thief.topology.size()), last_(thief.self), diary_(diary) {
        mine_ = {self_, size_};
    }
    ~InTurn() override {
        const std::lock_guard lock(diary_.mutex);
        diary_.asked.push_back(std::move(mine_));
        diary_.won += won_;
    }

    std::optional<unsigned> choose() override {
        if (size_ < 2) return std::nullopt;
        do {
            last_ = (last_ + 1) % size_;
        } while (last_ == self_);
        mine_.push_back(last_);
        return last_;
    }
    void succeeded(unsigned /*victim*/) override { ++won_; }

  private:
    unsigned self_;
    unsigned size_;
    unsigned last_;
    Diary& diary_;
    std::vector<unsigned> mine_;
    std::uint64_t won_ = 0;
};

Policy in_turn(Diary& diary) {
    return Policy::custom("in-turn",
                          [&](const Policy::Thief& thief) { return std::make_unique<InTurn>(thief, diary); });
}

/// With every skeleton of one's own, a selector of one's own, and several numbers of workers and localities.
template <class Check>
void in_each_custom_way(const Check& check) {
    for (const Skeleton& skeleton : {one_node_for_so_many(25), test::splitting_now_and_then(20)}) {
        for (unsigned localities = 1; localities <= 3; ++localities) {
            for (unsigned count = 1; count <= 4; ++count) {
                SCOPED_TRACE(skeleton.describe() + " " + std::to_string(localities) + "x" + std::to_string(count));
                Diary diary;
                check(SearchOptions{.skeleton = skeleton,
                                    .policy = in_turn(diary),
                                    .workers = count,
                                    .localities = localities,
                                    .pin = false},
                      diary);
            }
        }
    }
}

TEST(Custom, AnswersAreThoseOfAPlainWalk) {
    const test::RandomTree tree{.seed = 3};
    std::uint64_t all = 0;
    tree.walk(tree.root(), [&](const test::RandomTree::Node&) { ++all; });
    const test::Knapsack knapsack = test::Knapsack::random(14, 5);
    const std::int64_t best = knapsack.best_by_brute_force();
    in_each_custom_way([&](const SearchOptions& options, Diary&) {
        const auto counted = enumerate<test::TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
        EXPECT_EQ(counted.status, Status::complete);
        EXPECT_EQ(counted.value, all);
        EXPECT_EQ(counted.statistics.total.nodes, all);
        EXPECT_EQ(maximise<test::KnapsackGenerator>(knapsack, knapsack.root(), options).objective, best);
        EXPECT_TRUE(decide<test::KnapsackGenerator>(knapsack, knapsack.root(), best, options).node);
        EXPECT_FALSE(decide<test::KnapsackGenerator>(knapsack, knapsack.root(), best + 1, options).node);
    });
}

TEST(Custom, WorkMovesToWhomTheSelectorSays) {
    in_each_custom_way([&](const SearchOptions& options, Diary& diary) {
        const unsigned together = options.workers * options.localities;
        if (together == 1) return;
        const test::Company company(1, together);
        const auto result = enumerate<test::UntilAllHaveCome>(company, test::Item{}, CountNodes{}, options);
        ASSERT_FALSE(company.late());
        const Counters& total = result.statistics.total;
        EXPECT_EQ(result.value, total.nodes);
        EXPECT_GT(total.spawns, 0U);
        EXPECT_GT(total.steals_won, 0U);
        EXPECT_EQ(diary.won, total.steals_won);
        EXPECT_EQ(diary.asked.size(), 1 + together + options.localities);  // one was asked for its load information
        std::map<unsigned, bool> asked;                                    // by the number of candidates
        for (const std::vector<unsigned>& each : diary.asked) {
            const unsigned self = each[0];
            const unsigned size = each[1];
            unsigned last = self;
            for (std::size_t i = 2; i < each.size(); ++i) {
                last = (last + 1) % size;
                if (last == self) last = (last + 1) % size;
                EXPECT_EQ(each[i], last);
                asked[size] = true;
            }
        }
        EXPECT_EQ(asked[options.workers], options.workers > 1);
        EXPECT_EQ(asked[options.localities], options.localities > 1);
    });
}

TEST(Custom, WhatASkeletonIsTunedByIsShown) {
    const test::RandomTree tree{.seed = 3};
    const auto grain = [&](const Skeleton& skeleton) {
        const auto result = enumerate<test::TreeGenerator<false>>(tree, tree.root(), CountNodes{},
                                                                  {.skeleton = skeleton, .pin = false});
        return result.statistics.localities[0].grain;
    };
    EXPECT_EQ(grain(test::splitting_now_and_then(123)), 123);
    EXPECT_EQ(grain(one_node_for_so_many(123)), 0);
}

/// Gives always the same, and remembers the views that it was shown.
class Onlooker final : public SplitPolicy {
  public:
    Onlooker(const Split& share, std::vector<SplitView>& seen) : share_(share), seen_(seen) {}

    Split split(const SplitView& view) override {
        seen_.push_back(view);
        return share_;
    }
    std::uint64_t polling_interval(std::uint64_t /*since_given*/) const override { return 100; }

  private:
    Split share_;
    std::vector<SplitView>& seen_;
};

class OnePolicy : public testing::Test {
  protected:
    /// What a policy sees that gives so much each time.
    std::vector<SplitView> views(const Split& share) {
        std::vector<SplitView> seen;
        const Skeleton skeleton = Skeleton::custom("onlooker", [&] { return std::make_unique<Onlooker>(share, seen); });
        const auto result = enumerate<test::TreeGenerator<false>>(tree_, tree_.root(), CountNodes{},
                                                                  {.skeleton = skeleton, .workers = 1, .pin = false});
        total_ = result.statistics.total;
        return seen;
    }

    const test::RandomTree tree_{.root_children = 50, .seed = 3};
    const std::uint64_t soon_ = 100 + tree_.depth;  // backtracks: it is asked at the next node
    Counters total_;
};

TEST_F(OnePolicy, IsAskedAsOftenAsItWantsAndToldWhatThereIs) {
    const std::vector<SplitView> seen = views(Split::nothing());
    ASSERT_GT(seen.size(), 3U);
    EXPECT_LE(total_.backtracks - seen.back().backtracks, soon_);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const std::uint64_t passed = seen[i].backtracks - (i == 0 ? 0 : seen[i - 1].backtracks);
        EXPECT_GE(passed, 100U);
        EXPECT_LE(passed, soon_);
        EXPECT_EQ(seen[i].since_given, seen[i].backtracks);
        EXPECT_GT(seen[i].nodes, i == 0 ? 0 : seen[i - 1].nodes);
        EXPECT_GT(seen[i].now.time_since_epoch().count(), 0);
        EXPECT_EQ(seen[i].waiting, 0U);
        EXPECT_FALSE(seen[i].anybody_idle());
        EXPECT_FALSE(seen[i].keeps_stock);
    }
}

TEST_F(OnePolicy, CountsAnewWhenItHasGivenAndWhenATaskBegins) {
    const std::vector<SplitView> seen = views(Split::one());
    ASSERT_GT(seen.size(), 3U);
    for (const SplitView& view : seen) {
        EXPECT_GE(view.since_given, 100U);
        EXPECT_LE(view.since_given, soon_);
    }
}

TEST_F(OnePolicy, SaysHowMuchIsGiven) {
    const auto given = [&](const Split& share) {
        const std::vector<SplitView> seen = views(share);
        return seen.at(1).waiting - seen.at(0).waiting;
    };
    EXPECT_EQ(given(Split::one()), 1U);
    EXPECT_EQ(given({.least = 1, .most = 3}), 3U);
    const std::size_t level = given(Split::level());
    EXPECT_GT(level, 3U);
    EXPECT_GT(given(Split::levels(level + 1)), level);
}

TEST(Custom, ASkeletonHasItsNameAndEqualsItsCopies) {
    const Skeleton skeleton = one_node_for_so_many(5);
    const Skeleton copy = skeleton;
    EXPECT_EQ(skeleton.describe(), "one-node");
    EXPECT_EQ(copy, skeleton);
    EXPECT_NE(copy, one_node_for_so_many(5));
    EXPECT_NE(copy, Skeleton::adaptive());
    EXPECT_THROW(Skeleton::parse("one-node"), UsageError);
}

TEST(Custom, ASkeletonNeedsANameThatIsFreeAndPolicies) {
    const auto make = [] { return std::make_unique<OneNodeForSoMany>(1); };
    for (const char* name : {"", "budget", "adaptive:interval=7", "sequential:"})
        EXPECT_THROW(Skeleton::custom(name, make), UsageError) << name;
    const test::RandomTree tree;
    for (const SplitPolicyFactory& none :
         {SplitPolicyFactory(), SplitPolicyFactory([] { return std::unique_ptr<SplitPolicy>(); })}) {
        const SearchOptions options{.skeleton = Skeleton::custom("none", none), .workers = 1, .pin = false};
        EXPECT_THROW(enumerate<test::TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options), UsageError);
    }
}

/// Throws when it is asked.
class Broken final : public SplitPolicy {
  public:
    Split split(const SplitView& /*view*/) override { throw std::runtime_error("broken"); }
    std::uint64_t polling_interval(std::uint64_t /*since_given*/) const override { return 10; }
};

TEST(Custom, WhatAPolicyThrowsEndsTheRun) {
    const test::RandomTree tree{.root_children = 50};
    const SearchOptions options{.skeleton = Skeleton::custom("broken", [] { return std::make_unique<Broken>(); }),
                                .workers = 2,
                                .localities = 2,
                                .pin = false};
    EXPECT_THROW(enumerate<test::TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options), std::runtime_error);
}

}  // namespace
}  // namespace scrump::detail
