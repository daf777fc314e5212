// Work moves between workers and between localities, and must: these searches do not end before it has. Nothing depends
// on how long anything takes: who has work makes more of it until the others have got theirs. And what is found must
// travel: these searches do not end before everybody knows it.

#include "search/company.hpp"
#include "search/problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::Company;
using test::Item;
using test::UntilAllHaveCome;

constexpr unsigned workers = Company::usual_size;

/// What the rich one gets from another one has children without end, as long as it is rich; what it makes has none. So
/// everybody else runs out of work, and the next one can only get it there.
class FromEachToEach {
  public:
    using Space = Company;
    using Node = Item;

    FromEachToEach(const Company& company, const Item& parent) : company_(&company), self_(company.self()) {
        if (parent.depth > 0) company.got(self_, parent.from);
        depth_ = parent.depth;
        endless_ = parent.depth == 0 || parent.from != self_;
    }

    bool next(Item& child) {
        if (!endless_ || !company_->is_rich(self_)) return false;
        if (++made_ % 1000 == 0) std::this_thread::yield();  // others need a processor to come and take some
        child = {.depth = depth_ + 1, .from = self_};
        return true;
    }

  private:
    const Company* company_;
    unsigned self_;
    unsigned depth_ = 0;
    bool endless_ = false;
    unsigned made_ = 0;
};

/// A tree without end as far as its bound says that there may be something in it: a node has so many children, the root
/// so many. Once all have come, the first of them finds it.
template <unsigned of_root, unsigned of_others>
class UntilFound {
  public:
    using Space = Company;
    using Node = Item;

    UntilFound(const Company& company, const Item& parent)
        : company_(&company), self_(company.self()), depth_(parent.depth) {
        if (depth_ < deepest) left_ = children[depth_ == 0 ? 0 : 1];
        if (of_others > 1) return;
        for (int i = 0; i < 100; ++i) std::this_thread::yield();  // the depth of a chain takes memory
    }

    bool next(Item& child) {
        if (left_ == 0 || company_->late()) return false;
        --left_;
        const bool found = self_ == 0 && company_->complete();
        child = {.depth = found ? treasure : depth_ + 1, .from = self_};
        return true;
    }
    static int objective(const Company&, const Item& item) { return item.depth == treasure ? 1 : 0; }
    static int bound(const Company& company, const Item&) { return company.promise; }

  private:
    static constexpr unsigned deepest = of_others > 1 ? 60 : 1U << 31U;
    static constexpr unsigned treasure = deepest + 1;  // a depth
    static constexpr std::array children = {of_root, of_others};

    const Company* company_;
    unsigned self_;
    unsigned depth_;
    unsigned left_ = 0;
};

using UntilItIsFound = UntilFound<2, 2>;

SearchOptions options(const Skeleton& skeleton, const char* policy, unsigned localities = workers) {
    return {.skeleton = skeleton,
            .policy = Policy::parse(policy),
            .workers = workers / localities,
            .localities = localities,
            .pin = false};
}

TEST(Movement, EveryLocalityGetsWork) {
    for (const char* policy : test::all_policies()) {
        for (const Skeleton& skeleton : test::stealing_skeletons()) {
            SCOPED_TRACE(skeleton.describe() + " " + policy);
            const Company company;
            const auto result = enumerate<UntilAllHaveCome>(company, Item{}, CountNodes{}, options(skeleton, policy));
            ASSERT_FALSE(company.late());
            EXPECT_EQ(result.value, result.statistics.total.nodes);
            for (unsigned self = 0; self < workers; ++self) {
                const LocalityStatistics& locality = result.statistics.localities[self];
                EXPECT_GT(locality.workers[0].counters.tasks, 0U);
                if (self == 0) continue;
                EXPECT_GT(locality.traffic.steals_won, 0U);
                EXPECT_GT(locality.traffic.tasks_received, 0U);
            }
        }
    }
}

TEST(Movement, EveryWorkerGetsWork) {
    for (const Skeleton& skeleton : test::stealing_skeletons()) {
        SCOPED_TRACE(skeleton.describe());
        const Company company;
        const auto result = enumerate<UntilAllHaveCome>(company, Item{}, CountNodes{}, options(skeleton, "random", 1));
        ASSERT_FALSE(company.late());
        for (const WorkerStatistics& worker : result.statistics.localities[0].workers)
            EXPECT_GT(worker.counters.tasks, 0U);
    }
}

// Who stole from whom, in one search.
using Pairs = std::set<std::pair<unsigned, unsigned>>;

void add_steals(const Statistics& statistics, Pairs& pairs) {
    for (unsigned thief = 0; thief < workers; ++thief) {
        const LocalityStatistics& locality = statistics.localities[thief];
        std::uint64_t steals = 0;
        for (const auto& [victim, stolen] : locality.stolen_from) {
            EXPECT_NE(victim, thief);
            steals += stolen.steals;
            if (stolen.steals > 0) pairs.emplace(thief, victim);
        }
        EXPECT_EQ(steals, locality.traffic.steals_won);
    }
}

// Of the skeletons that split work wherever it is and only when somebody wants some: who is rich has no end of it, and
// would flood the others. Once in a while one gets another's work from a third, and then a search ends before it has
// stolen from all itself: so there may be some more.
TEST(Movement, EveryLocalityGetsWorkFromEachOther) {
    constexpr int most_searches = 100;
    for (const char* policy : test::all_policies()) {
        for (const Skeleton& skeleton :
             {Skeleton::stack_stealing(true), Skeleton::stack_stealing(false), Skeleton::adaptive()}) {
            SCOPED_TRACE(skeleton.describe() + " " + policy);
            Pairs pairs;
            for (int search = 0; search < most_searches && pairs.size() < workers * (workers - 1); ++search) {
                const Company company;
                const auto result = enumerate<FromEachToEach>(company, Item{}, CountNodes{}, options(skeleton, policy));
                ASSERT_FALSE(company.late());
                EXPECT_EQ(result.value, result.statistics.total.nodes);
                add_steals(result.statistics, pairs);
            }
            EXPECT_EQ(pairs.size(), workers * (workers - 1));
        }
    }
}

// Of the skeletons whose tasks do not have to know the same in every run.
TEST(Movement, WhatIsFoundReachesEverybody) {
    for (const Skeleton& skeleton :
         {Skeleton::depth_bounded(3), Skeleton::stack_stealing(true), Skeleton::budget(20), Skeleton::adaptive()}) {
        for (const unsigned localities : {1U, workers}) {
            SCOPED_TRACE(skeleton.describe() + " " + std::to_string(localities));
            const Company company;
            const auto best = maximise<UntilItIsFound>(company, Item{}, options(skeleton, "random", localities));
            ASSERT_FALSE(company.late());
            EXPECT_EQ(best.objective, 1);
            const Company another(2);  // so that nobody can know by the incumbent alone that all is over
            const auto any = decide<UntilItIsFound>(another, Item{}, 1, options(skeleton, "random", localities));
            ASSERT_FALSE(another.late());
            EXPECT_TRUE(any.node);
        }
    }
}

TEST(Movement, WhatIsFoundReachesEverybodyWithAStealStack) {
    for (const Skeleton& skeleton : test::all_stack_skeletons()) {
        for (const unsigned localities : {1U, workers}) {
            SCOPED_TRACE(skeleton.describe() + " " + std::to_string(localities));
            SearchOptions chosen = options(skeleton, "random", localities);
            chosen.policy = {};
            const Company company;
            const auto best = maximise<UntilItIsFound>(company, Item{}, chosen);
            ASSERT_FALSE(company.late());
            EXPECT_EQ(best.objective, 1);
            const Company another(2);  // so that nobody can know by the incumbent alone that all is over
            const auto any = decide<UntilItIsFound>(another, Item{}, 1, chosen);
            ASSERT_FALSE(another.late());
            EXPECT_TRUE(any.node);
        }
    }
}

// Through others, where there are too many to be told by who found it.
TEST(Movement, AnObjectiveReachesManyLocalities) {
    constexpr unsigned many = 6;
    const Company company(1, many);
    // A chain for each, which leaves nobody else anything of it.
    const auto best = maximise<UntilFound<many, 1>>(company, Item{}, {.workers = 1, .localities = many, .pin = false});
    ASSERT_FALSE(company.late());
    EXPECT_EQ(best.objective, 1);
    ASSERT_EQ(best.statistics.localities.size(), many);
}

}  // namespace
}  // namespace scrump::detail
