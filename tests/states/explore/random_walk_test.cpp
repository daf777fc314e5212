#include <scrump/states/explore/random_walk.hpp>

#include "small_models.hpp"
#include "support/message_of.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <stop_token>
#include <vector>

namespace scrump::test {
namespace {

using namespace std::chrono_literals;

// After which walks that find nothing end, so that tests of them fail.
constexpr auto patience = 20s;

// A counter that goes up by one, or back to 0; with an end.
struct Ladder {
    std::uint64_t end = 0;  // has no successor; 0: none

    static std::uint64_t initial() { return 1; }
    template <class Yield>
    void successors(std::uint64_t state, const Yield& yield) const {
        if (state == end) return;
        yield(state + 1);
        yield(std::uint64_t{1});
    }
};

TEST(RandomWalk, FindsAPlantedViolationByAPathOfTheModel) {
    for (const unsigned workers : {1U, 3U}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const auto result =
                random_walk(Ladder(), {.depth = 50, .workers = workers, .seed = seed, .time_limit = patience},
                            {.invariants = {{"low", [](std::uint64_t state) { return state < 6; }}}});
            EXPECT_EQ(result.status, Status::complete);
            ASSERT_TRUE(result.finding);
            EXPECT_EQ(result.finding->kind, FindingKind::violation);
            EXPECT_EQ(result.finding->invariant, "low");
            EXPECT_EQ(result.finding->state, 6U);
            EXPECT_LE(result.finding->path.size(), 51U);
            expect_path(Ladder(), *result.finding);
        }
    }
}

TEST(RandomWalk, FindsDeadlocksAndGoalsOfStatesOfAnyWidth) {
    const philosophers::Philosophers table(5, false);
    const auto deadlock = random_walk(table, {.workers = 2, .time_limit = patience}, {.no_deadlocks = true});
    ASSERT_TRUE(deadlock.finding);
    EXPECT_EQ(deadlock.finding->kind, FindingKind::deadlock);
    expect_path(table, *deadlock.finding);
    table.successors(deadlock.finding->state, [](philosophers::State) { ADD_FAILURE() << "it is not a deadlock"; });

    const petri::Markings kanban(petri::test::kanban(2));
    const auto is_full = [&](petri::MarkingSpan marking) { return kanban.decode(marking)[15] == 2; };
    const auto goal = random_walk(kanban, {.workers = 1, .time_limit = patience}, {.goal = is_full});
    ASSERT_TRUE(goal.finding);
    EXPECT_EQ(goal.finding->kind, FindingKind::goal);
    EXPECT_TRUE(is_full(goal.finding->state));
    expect_path(kanban, *goal.finding);
}

TEST(RandomWalk, OfOneWorkerIsTheSameForTheSameSeed) {
    const petri::Markings kanban(petri::test::kanban(3));
    const auto walk = [&](std::uint64_t seed) {
        const auto result =
            random_walk(kanban, {.workers = 1, .seed = seed, .time_limit = patience},
                        {.goal = [&](petri::MarkingSpan marking) { return kanban.decode(marking)[15] == 3; }});
        return std::pair(result.finding.value().path, result.statistics.steps);
    };
    EXPECT_EQ(walk(7), walk(7));
    EXPECT_NE(walk(7), walk(8));
}

TEST(RandomWalk, BeginsAgainAfterItsDepth) {
    const auto result = random_walk(
        Ladder(), {.depth = 8, .workers = 1, .time_limit = patience},
        {.goal = [](std::uint64_t state) { return state == 9; },
         .greatest = {1, [](std::uint64_t state, auto greatest) { greatest[0] = std::max(greatest[0], state); }}});
    ASSERT_TRUE(result.finding);
    EXPECT_EQ(result.finding->path.size(), 9U) << "eight times up from the beginning";
    EXPECT_EQ(result.greatest, std::vector<std::uint64_t>{9});
    const RandomWalkStatistics& walks = result.statistics;
    EXPECT_EQ(walks.steps, 8 * walks.walks);
    EXPECT_EQ(walks.workers.size(), 1U);
    EXPECT_EQ(walks.workers.front().steps, walks.steps);
}

TEST(RandomWalk, BeginsAgainWhereThereIsNoSuccessor) {
    std::atomic<std::uint64_t> ends = 0;
    const auto result = random_walk(Ladder{.end = 3}, {.depth = 1'000, .workers = 1, .time_limit = patience},
                                    {.goal = [&](std::uint64_t state) { return state == 3 && ++ends == 20; }});
    EXPECT_TRUE(result.finding);
    EXPECT_EQ(result.statistics.deadlocks, 19U);
    EXPECT_EQ(result.statistics.walks, 20U);
}

TEST(RandomWalk, EndsWithoutAStep) {
    const auto nothing = random_walk(1, [](int, const Yield<int>&) {}, {.workers = 1, .time_limit = patience},
                                     {.goal = [](int state) { return state == 2; }});
    EXPECT_EQ(nothing.status, Status::complete);
    EXPECT_FALSE(nothing.finding);
    EXPECT_EQ(nothing.statistics.steps, 0U);
    const auto deadlock =
        random_walk(1, [](int, const Yield<int>&) {}, {.workers = 1, .time_limit = patience}, {.no_deadlocks = true});
    EXPECT_EQ(deadlock.finding.value().path, std::vector<int>{1});
}

TEST(RandomWalk, MayBeStopped) {
    const Properties<std::uint64_t> never{.goal = [](std::uint64_t) { return false; }};
    EXPECT_EQ(random_walk(Ladder(), {.workers = 2, .time_limit = 1ms}, never).status, Status::time_limit);
    std::stop_source stop;
    RandomWalkOptions options{.workers = 2, .stop = stop.get_token()};
    options.progress = [&](const RandomWalkProgress& now) {
        if (now.steps > 0) stop.request_stop();
    };
    options.progress_interval = 1ms;
    const auto result = random_walk(Ladder(), options, never);
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_GT(result.statistics.steps, 0U);
    EXPECT_FALSE(result.finding);
}

TEST(RandomWalk, ExceptionsOfTheModelEndAllWalks) {
    const auto throws = [](int state, const Yield<int>& yield) {
        if (state == 20) throw std::runtime_error("twenty");
        yield(state + 1);
    };
    EXPECT_EQ(message_of<std::runtime_error>([&] {
                  random_walk(0, throws, {.workers = 2, .time_limit = patience},
                              {.goal = [](int state) { return state < 0; }});
              }),
              "twenty");
}

// A path is that of the same walk once more.
TEST(RandomWalk, OfAModelThatDoesNotYieldTheSameIsAnError) {
    for (const bool stops : {true, false}) {
        std::uint64_t calls = 0;
        const auto changing = [&](std::uint64_t state, const Yield<std::uint64_t>& yield) {
            if (++calls <= 10 || !stops) yield(state + (calls <= 10 ? 1 : 2));
        };
        EXPECT_EQ(message_of<Error>([&] {
                      random_walk(std::uint64_t{0}, changing, {.workers = 1, .time_limit = patience},
                                  {.goal = [](std::uint64_t state) { return state == 9; }});
                  }),
                  "a state has not the same successors as before; successors() must always yield the same");
    }
}

TEST(RandomWalk, ThatLooksForNothingIsRefused) {
    EXPECT_EQ(message_of<UsageError>([] { random_walk(Ladder(), {}, {}); }),
              "a random walk that looks for nothing: expected a goal, an invariant or no_deadlocks");
    EXPECT_EQ(message_of<UsageError>([] { random_walk(Ladder(), {.depth = 0}, {.no_deadlocks = true}); }),
              "a random walk of depth 0: expected at least one step");
}

}  // namespace
}  // namespace scrump::test
