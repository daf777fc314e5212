#include <scrump/stealing/detail/performance_driven.hpp>

#include "blind_refresh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace scrump::detail {
namespace {

using Options = PerformanceDriven::Options;

TEST(PerformanceDriven, HasNoTargetWithoutKnowledge) {
    PerformanceDriven policy(0, 3, 1, {});
    EXPECT_TRUE(policy.uses_load_information());
    EXPECT_LE(policy.next_refresh(), 0) << "at once";
    EXPECT_FALSE(policy.choose());
    refresh_blindly(policy, 0, 3);
    EXPECT_FALSE(policy.choose());
}

// Scores by equation 3.3: 1: 2 * 3 - 0 = 6, 2: 5 * 2 - 0.65 ln(2.72 + 1000) = 10 - 4.49 = 5.51, 3: 0.
TEST(PerformanceDriven, ChoosesTheBestScore) {
    PerformanceDriven policy(0, 4, 1, {});
    policy.begin_refresh(0, std::vector<bool>(4));
    policy.learn(1, {.work_rate = 2, .tasks = 3});
    policy.learn(2, {.work_rate = 5, .tasks = 2});
    policy.answered(2, 1000);
    policy.learn(3, {.work_rate = 50, .tasks = 0});
    policy.end_refresh(0, 0);
    EXPECT_EQ(policy.choose(), 1U);
    policy.learn(2, {.work_rate = 5.2, .tasks = 2});  // 5.91
    EXPECT_EQ(policy.choose(), 1U);
    policy.learn(2, {.work_rate = 5.3, .tasks = 2});  // 6.11
    EXPECT_EQ(policy.choose(), 2U) << "better than the target: takes its place without a refresh";
}

// 1 is worth its delay, 2 and 3 are not: these are asked where there is nobody else, the one with the greater load
// first.
TEST(PerformanceDriven, AsksThoseThatAreNotWorthItAfterTheOthers) {
    PerformanceDriven policy(0, 4, 1, {.workers = 8});
    for (const unsigned other : {2U, 3U}) policy.answered(other, 1000);
    policy.learn(2, {.work_rate = 2, .tasks = 1});
    EXPECT_EQ(policy.choose(), 2U);
    policy.learn(3, {.work_rate = 2, .tasks = 2});
    EXPECT_EQ(policy.choose(), 3U);
    policy.learn(1, {.work_rate = 1, .tasks = 1});
    EXPECT_EQ(policy.choose(), 1U);
    policy.learn(1, {.work_rate = 1, .tasks = 0});
    refresh_blindly(policy, 0, 4, 1);
    EXPECT_EQ(policy.choose(), 3U);
    EXPECT_EQ(policy.interval(), millisecond) << "nobody is worth it: the refresh was bad";
}

TEST(PerformanceDriven, DropsATargetThatFailedUntilItIsKnownAnew) {
    PerformanceDriven policy(0, 3, 1, {});
    policy.learn(1, {.work_rate = 2, .tasks = 3});
    policy.learn(2, {.work_rate = 1, .tasks = 2});
    EXPECT_EQ(policy.choose(), 1U);
    policy.failed(1);
    EXPECT_FALSE(policy.choose());
    refresh_blindly(policy, 0, 3);
    EXPECT_EQ(policy.choose(), 2U);
    policy.learn(1, {.work_rate = 2, .tasks = 3});
    EXPECT_EQ(policy.choose(), 1U) << "half of 6, and a little for the news";
}

TEST(PerformanceDriven, KeepsATargetThatGaveUntilItIsEmpty) {
    PerformanceDriven policy(0, 3, 1, {});
    policy.learn(1, {.work_rate = 2, .tasks = 2});
    policy.succeeded(1);
    EXPECT_EQ(policy.choose(), 1U);
    policy.succeeded(1);
    EXPECT_FALSE(policy.choose());
}

TEST(PerformanceDriven, PrefersTheLastOneThatGaveToBetterOnesUntilItIsEmpty) {
    PerformanceDriven policy(0, 3, 1, {});
    policy.learn(1, {.work_rate = 2, .tasks = 5});
    policy.succeeded(1);
    policy.learn(2, {.work_rate = 2, .tasks = 50});
    EXPECT_EQ(policy.choose(), 1U) << "news";
    refresh_blindly(policy, 0, 3);
    EXPECT_EQ(policy.choose(), 1U) << "a refresh";
    policy.learn(1, {.work_rate = 2, .tasks = 0});
    refresh_blindly(policy, millisecond, 3);
    EXPECT_EQ(policy.choose(), 2U);
    policy.learn(1, {.work_rate = 2, .tasks = 5});
    EXPECT_EQ(policy.choose(), 2U) << "it was empty: no better than others any more";
}

TEST(PerformanceDriven, PrefersNoneThatFailedSinceItGave) {
    PerformanceDriven policy(0, 3, 1, {});
    policy.learn(1, {.work_rate = 2, .tasks = 5});
    policy.succeeded(1);
    policy.failed(1);
    policy.learn(1, {.work_rate = 2, .tasks = 5});
    policy.learn(2, {.work_rate = 2, .tasks = 50});
    EXPECT_EQ(policy.choose(), 2U);
}

TEST(PerformanceDriven, ReturnsToTheOneThatGaveWhenItHasAnswered) {
    PerformanceDriven policy(0, 3, 1, {.workers = 15});
    policy.learn(1, {.work_rate = 2, .tasks = 9});
    policy.learn(2, {.work_rate = 2, .tasks = 5});
    policy.asked(1);
    policy.succeeded(1);
    EXPECT_EQ(policy.choose(), 2U);
    policy.hear(1, {.work_rate = 2, .tasks = 1}, 0);
    EXPECT_EQ(policy.choose(), 1U);
}

// Its delay of 1 ms has a weight of 0.65 ln(2.72 + 1000) = 4.49, more than its load of 4.
TEST(PerformanceDriven, PrefersTheLastOneThatGaveOnlyIfItIsWorthItsDelay) {
    PerformanceDriven policy(0, 3, 1, {});
    policy.learn(1, {.work_rate = 2, .tasks = 3});
    policy.answered(1, 1000);
    policy.succeeded(1);
    policy.learn(2, {.work_rate = 2, .tasks = 1});
    EXPECT_EQ(policy.choose(), 2U);
}

TEST(PerformanceDriven, ChoosesAnotherWhileItsTargetOwesAnAnswer) {
    PerformanceDriven policy(0, 3, 1, {.workers = 15});
    EXPECT_EQ(policy.most_requests(), 15U);
    policy.learn(1, {.work_rate = 2, .tasks = 9});
    policy.learn(2, {.work_rate = 2, .tasks = 5});
    policy.asked(1);
    EXPECT_EQ(policy.choose(), 2U);
    policy.learn(1, {.work_rate = 2, .tasks = 9});
    EXPECT_EQ(policy.choose(), 2U) << "it is not asked twice";
    policy.asked(2);
    EXPECT_FALSE(policy.choose());
    policy.succeeded(1);
    policy.hear(1, {.work_rate = 2, .tasks = 8}, 100);
    EXPECT_EQ(policy.choose(), 1U);
    EXPECT_EQ(PerformanceDriven(0, 3, 1, {.workers = 15, .settings = {.requests = 2}}).most_requests(), 2U);
}

TEST(PerformanceDriven, KeepsItsTargetIfItAsksOneAtATime) {
    PerformanceDriven policy(0, 3, 1, {.workers = 1});
    EXPECT_EQ(policy.most_requests(), 1U);
    policy.learn(1, {.work_rate = 2, .tasks = 9});
    policy.learn(2, {.work_rate = 2, .tasks = 5});
    policy.asked(1);
    EXPECT_EQ(policy.choose(), 1U);
}

TEST(PerformanceDriven, GuessesOnlyAfterASlowRefresh) {
    PerformanceDriven policy(0, 3, 1, {});
    policy.begin_refresh(0, std::vector<bool>(3));
    policy.end_refresh(199, 1);
    EXPECT_FALSE(policy.guess());
    policy.begin_refresh(5 * millisecond, std::vector<bool>(3));
    policy.end_refresh(5 * millisecond + 200, 1);
    EXPECT_TRUE(policy.guess());
}

TEST(PerformanceDriven, RefreshesSoonWhenItsTargetIsGone) {
    PerformanceDriven policy(0, 2, 1, {});
    policy.learn(1, {.work_rate = 2, .tasks = 1});
    double now = 0;
    for (int i = 0; i < 20; ++i) refresh_blindly(policy, now = policy.next_refresh(), 2);
    EXPECT_DOUBLE_EQ(policy.next_refresh() - now, 100 * millisecond);
    policy.failed(1);
    EXPECT_DOUBLE_EQ(policy.next_refresh() - now, 1 * millisecond);
}

// Candidate 1 shows many tasks and never gives one; 2 has a single task.
TEST(PerformanceDriven, IsNotKeptByOneThatShowsTasksButGivesNone) {
    PerformanceDriven policy(0, 3, 1, {});
    unsigned attempts = 0;
    for (double now = 0; policy.choose() != 2U && attempts < 100; now += millisecond, ++attempts) {
        policy.begin_refresh(now, std::vector<bool>(3));
        policy.learn(1, {.work_rate = 10, .tasks = 30});
        policy.learn(2, {.work_rate = 10, .tasks = 1});
        policy.end_refresh(now, 1);
        if (policy.choose() == 1U) policy.failed(1);
    }
    EXPECT_LT(attempts, 12U);
}

// Of 100 and 30, the better one fails five times: 100 / 2^5 is less than 30.
TEST(PerformanceDriven, TrustsAgainWhoeverGivesAndInTimeWhoeverShowsTasks) {
    for (const bool gives : {false, true}) {
        PerformanceDriven policy(0, 3, 1, {});
        const LoadSummary better{.work_rate = 10, .tasks = 10};
        for (int i = 0; i < 5; ++i) policy.failed(1);
        policy.learn(1, better);
        policy.learn(2, {.work_rate = 10, .tasks = 3});
        EXPECT_EQ(policy.choose(), 2U);
        if (gives) policy.succeeded(1);
        for (int news = 0; news < (gives ? 1 : 20); ++news) policy.learn(1, better);
        EXPECT_EQ(policy.choose(), 1U);
    }
}

// --- Refreshing (3.4)

TEST(PerformanceDriven, RefreshesMoreOftenAsLongAsNobodyIsWorthItAndElseLessOften) {
    PerformanceDriven policy(0, 2, 1, {});
    policy.learn(1, {.work_rate = 2, .tasks = 1});
    std::vector<double> intervals;
    double now = 5 * millisecond;
    for (int i = 0; i < 3; ++i) {
        refresh_blindly(policy, now, 2);
        intervals.push_back(policy.next_refresh() - now);
        now = policy.next_refresh();
    }
    EXPECT_EQ(intervals, (std::vector<double>{1500, 2250, 3375}));
    for (int i = 0; i < 20; ++i) refresh_blindly(policy, now = policy.next_refresh(), 2);
    EXPECT_EQ(policy.interval(), 100 * millisecond);

    policy.learn(1, {.work_rate = 2, .tasks = 0});
    intervals.clear();
    for (int i = 0; i < 3; ++i) {
        refresh_blindly(policy, now = policy.next_refresh(), 2, 0.5);
        intervals.push_back(policy.interval());
    }
    EXPECT_EQ(intervals, (std::vector<double>{12500, 1562.5, 1000}));
}

// A near one that shows a task and never gives it, and a far one whose delay is more than its load is worth.
TEST(PerformanceDriven, IsNotKeptFromTheFarByANearOneThatNeverGives) {
    PerformanceDriven policy(0, 3, 1, {.workers = 16});
    unsigned asked_far = 0;
    for (int i = 1; i <= 200; ++i) {
        policy.begin_refresh(i * millisecond, {false, true, true});
        for (const unsigned other : {1U, 2U}) policy.learn(other, {.work_rate = 1.1, .tasks = 1});
        policy.end_refresh(i * millisecond, 1);
        const std::optional<unsigned> victim = policy.choose();
        if (!victim) continue;
        policy.answered(*victim, *victim == 1 ? 300 : 1000);
        policy.failed(*victim);
        if (*victim == 2) ++asked_far;
    }
    EXPECT_GT(asked_far, 10U);
}

TEST(PerformanceDriven, IsInNoHurryWhileNobodyStarves) {
    PerformanceDriven policy(0, 2, 1, {});
    double now = 0;
    for (int i = 0; i < 3; ++i) refresh_blindly(policy, now = policy.next_refresh(), 2, 0.005);
    EXPECT_EQ(policy.interval(), 3375);
    EXPECT_FALSE(policy.choose());
}

// Answers that take 20 ms are no newer for being asked for every millisecond.
TEST(PerformanceDriven, RestsTenTimesAsLongAsARefreshTook) {
    PerformanceDriven policy(0, 2, 1, {});
    policy.begin_refresh(0, {false, false});
    policy.end_refresh(20 * millisecond, 1);
    EXPECT_EQ(policy.next_refresh(), 220 * millisecond);
    policy.begin_refresh(policy.next_refresh(), {false, false});
    policy.end_refresh(policy.next_refresh() + 1, 1);
    EXPECT_EQ(policy.interval(), 25 * millisecond) << "quick again: it shrinks as ever";
}

TEST(PerformanceDriven, LeavesTheScheduleAloneInAuxiliaryRefreshesUnlessTheyAreBad) {
    PerformanceDriven policy(0, 2, 1, {});
    policy.learn(1, {.work_rate = 2, .tasks = 1});
    double now = 0;
    for (int i = 0; i < 3; ++i) refresh_blindly(policy, now = policy.next_refresh(), 2);
    const double due = policy.next_refresh();
    const double interval = policy.interval();
    EXPECT_EQ(interval, 3375);
    refresh_blindly(policy, now + 100, 2);
    EXPECT_EQ(policy.next_refresh(), due);
    EXPECT_EQ(policy.interval(), interval);
    policy.learn(1, {.work_rate = 2, .tasks = 0});
    refresh_blindly(policy, now + 200, 2, 0.5);
    EXPECT_EQ(policy.interval(), millisecond);
    EXPECT_EQ(policy.next_refresh(), now + 100 + millisecond) << "the first one without a target";
}

TEST(PerformanceDriven, ReadsAllThatAreNearInTurns) {
    constexpr unsigned size = 150;
    std::vector<bool> near(size, true);
    near[100] = false;
    PerformanceDriven policy(7, size, 1, {});
    std::set<unsigned> read;
    for (int i = 0; i < 3; ++i) {
        const std::vector<unsigned> wanted = policy.begin_refresh(i * millisecond, near);
        EXPECT_LE(wanted.size(), PerformanceDriven::most_near_reads + 1);
        read.insert(wanted.begin(), wanted.end());
    }
    EXPECT_EQ(read.size(), size - 1);
    EXPECT_FALSE(read.contains(7));
}

TEST(PerformanceDriven, ReadsTheTargetAndOtherFarCandidates) {
    PerformanceDriven policy(0, 100, 1, {});
    policy.learn(42, {.work_rate = 2, .tasks = 1000});
    std::set<unsigned> others;
    for (int refresh = 0; refresh < 33; ++refresh) {
        const std::vector<unsigned> wanted = policy.begin_refresh(refresh * millisecond, std::vector<bool>(100));
        EXPECT_EQ(wanted.size(), 4U);
        EXPECT_EQ(wanted.front(), 42U);
        others.insert(wanted.begin() + 1, wanted.end());
    }
    EXPECT_GT(others.size(), 95U) << "all others had their turn";
    EXPECT_FALSE(others.contains(0));
    EXPECT_FALSE(others.contains(42)) << "read once";
}

// Steals fail 50 times a millisecond for 100 ms: 4 reads at once, and 4 for each millisecond.
TEST(PerformanceDriven, ReadsNoMoreFarCandidatesThanItMayHoweverOftenItIsAsked) {
    for (const unsigned size : {2U, 5U, 1000U}) {
        PerformanceDriven policy(0, size, 1, {});
        std::size_t reads = 0;
        for (double now = 0; now <= 100 * millisecond; now += 20) {
            reads += policy.begin_refresh(now, std::vector<bool>(size)).size();
            policy.end_refresh(now, 1);
        }
        EXPECT_LE(reads, 4U + 4U * 100U) << size;
        EXPECT_GE(reads, size == 2 ? 300U : 400U) << size;
    }
}

/// How many milliseconds of refreshes it takes a thief to get something from the only candidate that has work, over the
/// network, where summaries are only read in refreshes; -1 if more than `most`.
int time_to_find(unsigned size, unsigned loaded, const LoadSummary& summary, double delay, const Options& options,
                 int most) {
    const std::vector<bool> near(size);
    PerformanceDriven policy(0, size, loaded, options);
    for (double now = 0; now <= most * millisecond; now = policy.next_refresh()) {
        for (const unsigned candidate : policy.begin_refresh(now, near)) {
            policy.learn(candidate, candidate == loaded ? summary : LoadSummary{.work_rate = 8});
            policy.answered(candidate, delay);
        }
        policy.end_refresh(now, 1);
        const std::optional<unsigned> victim = policy.choose();
        if (victim == loaded) return static_cast<int>(now / millisecond);
        if (victim) policy.failed(*victim);
    }
    return -1;
}

TEST(PerformanceDriven, FindsTheOnlyOneWithWorkAmongAnyNumber) {
    for (const unsigned size : {2U, 8U, 32U, 1000U}) {
        for (unsigned i = 0; i < 20; ++i) {
            const unsigned loaded = 1 + i * (size - 1) / 20;
            const int bound = static_cast<int>(size / 4 + 2);  // each has its turn
            for (const bool tuned : {false, true}) {
                const int time = time_to_find(size, loaded, {.work_rate = 8, .tasks = 5}, 50, {.tuned = tuned}, bound);
                EXPECT_GE(time, 0) << size << ", " << loaded;
            }
        }
    }
}

// Only one of its many workers is busy, it says nothing of its rate, and the network is slow: equation 3.3 is negative.
TEST(PerformanceDriven, FindsTheOnlyOneWithWorkEvenIfItIsNotWorthItsDelay) {
    for (const unsigned size : {2U, 8U, 32U, 1000U}) {
        const int bound = static_cast<int>(size / 4 + 8);
        EXPECT_GE(time_to_find(size, size / 2, {.work_rate = 0, .tasks = 1}, 20'000, {.workers = 64}, bound), 0)
            << size;
    }
}

// All but the thief are loaded: the first refresh finds somebody.
TEST(PerformanceDriven, NeedsOnlyAFewReadsWhereManyAreLoaded) {
    PerformanceDriven policy(0, 1000, 1, {});
    for (const unsigned candidate : policy.begin_refresh(0, std::vector<bool>(1000))) {
        policy.learn(candidate, {.work_rate = 8, .tasks = 5});
        policy.answered(candidate, 50);
    }
    policy.end_refresh(0, 1);
    EXPECT_TRUE(policy.choose());
}

// --- Ordered (5.1.2)

TEST(PerformanceDriven, PrefersTheFirstInHeuristicOrderOfThoseThatAreSimilar) {
    const std::array<LoadSummary, 4> known = {
        LoadSummary{},                                               //
        LoadSummary{.work_rate = 10, .tasks = 10, .first_task = 7},  // score 100
        LoadSummary{.work_rate = 8, .tasks = 10, .first_task = 3},   // score 80: similar
        LoadSummary{.work_rate = 7, .tasks = 10, .first_task = 1}};  // score 70: not
    std::array<unsigned, 3> order = {1, 2, 3};
    do {
        for (const bool ordered : {false, true}) {
            PerformanceDriven policy(0, 4, 1, {.ordered = ordered});
            for (const unsigned candidate : order) policy.learn(candidate, known[candidate]);
            refresh_blindly(policy, 0, 4);
            EXPECT_EQ(policy.choose(), ordered ? 2U : 1U);
        }
    } while (std::ranges::next_permutation(order).found);
}

TEST(PerformanceDriven, GoesByTheOrderWhoeverGaveLast) {
    PerformanceDriven policy(0, 3, 1, {.ordered = true});
    policy.learn(1, {.work_rate = 2, .tasks = 5, .first_task = 20});
    policy.succeeded(1);
    policy.learn(2, {.work_rate = 2, .tasks = 5, .first_task = 10});
    EXPECT_EQ(policy.choose(), 2U);
}

TEST(PerformanceDriven, LearnsOfOneThatIsEarlierInOrder) {
    PerformanceDriven policy(0, 3, 1, {.ordered = true});
    policy.learn(1, {.work_rate = 10, .tasks = 10, .first_task = 7});
    policy.learn(2, {.work_rate = 8, .tasks = 10, .first_task = 8});
    EXPECT_EQ(policy.choose(), 1U);
    policy.learn(2, {.work_rate = 8, .tasks = 10, .first_task = 6});
    EXPECT_EQ(policy.choose(), 2U);
}

}  // namespace
}  // namespace scrump::detail
