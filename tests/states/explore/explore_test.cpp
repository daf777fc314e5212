#include <scrump/base/error.hpp>
#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/states.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "small_models.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

namespace scrump::test {
namespace {

using detail::AccessMode;

constexpr std::array orders = {ExplorationOrder::breadth_first, ExplorationOrder::depth_first};

class Explore : public testing::TestWithParam<AccessMode> {
  protected:
    template <class Program>
    void for_all_shapes(const Program& program) {
        for (unsigned localities = 1; localities <= 3; ++localities) {
            for (unsigned workers = 1; workers * localities <= 4; ++workers) {
                // Few do nothing at the same time that more do not.
                if (sanitized && workers * localities < 4) continue;
                SCOPED_TRACE(std::to_string(localities) + " localities of " + std::to_string(workers));
                program(ExploreOptions{.workers = workers, .localities = localities, .session = &session_});
            }
        }
    }

    Session session_{std::make_unique<detail::GroupOfOne>(GetParam())};
};

INSTANTIATE_TEST_SUITE_P(AccessModes, Explore, testing::Values(AccessMode::direct, AccessMode::messages),
                         [](const testing::TestParamInfo<AccessMode>& tested) {
                             return tested.param == AccessMode::direct ? "direct" : "messages";
                         });

TEST_P(Explore, EveryOrderShapeAndStorageFindsTheSameStates) {
    for_all_shapes([](ExploreOptions options) {
        for (const ExplorationOrder order : orders) {
            options.order = order;
            for (const StateStorage storage :
                 {StateStorage::exact, StateStorage::hash_compaction, StateStorage::bit_state}) {
                options.storage = storage;
                options.paths = storage == StateStorage::exact;
                expect_small_models(options);
            }
            options.storage = StateStorage::exact;
            expect_all_of(puzzle::Puzzle(2, 3), options, "puzzle 2x3");
        }
    });
}

TEST_P(Explore, WhatIsLookedForComesWithAPath) {
    for_all_shapes([](ExploreOptions options) {
        for (const ExplorationOrder order : orders) {
            options.order = order;
            expect_findings(options);
        }
    });
}

TEST_P(Explore, TheGreatestFiguresAreThoseOfAllStates) {
    for_all_shapes([](const ExploreOptions& options) { expect_bounds(options); });
}

TEST_P(Explore, StatesWithTheHighestBitAreStatesToo) {
    // A ring of words whose highest bit is set in half of them.
    const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        yield(state + (std::uint64_t{1} << 59U));
        yield(state ^ 1);
    };
    for_all_shapes([&](const ExploreOptions& options) {
        const auto result = explore(std::uint64_t{0}, next, options);
        EXPECT_EQ(result.statistics.states, 64U);
        EXPECT_EQ(result.statistics.transitions, 128U);
    });
}

TEST_P(Explore, AnExceptionOfTheModelIsThrown) {
    const auto next = [](std::uint32_t state, const Yield<std::uint32_t>& yield) {
        if (state == 50) throw Error("not from here");
        yield(state + 1);
    };
    for_all_shapes([&](const ExploreOptions& options) {
        EXPECT_EQ(message_of([&] { static_cast<void>(explore(std::uint32_t{0}, next, options)); }), "not from here");
    });
}

TEST_P(Explore, ALimitGivesWhatIsKnownSoFar) {
    const auto endless = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        yield(2 * state + 1);
        yield(2 * state + 2);
    };
    for_all_shapes([&](ExploreOptions options) {
        options.level_limit = 5;
        const auto levels = explore(std::uint64_t{0}, endless, options);
        EXPECT_EQ(levels.status, Status::complete);
        EXPECT_FALSE(levels.all_expanded);
        EXPECT_EQ(levels.statistics.levels, (std::vector<std::uint64_t>{1, 2, 4, 8, 16, 32}));
        options.level_limit = 60;

        // What is found first when is known in breadth-first order alone; limits are kept in both.
        options.order = options.workers == 2 ? ExplorationOrder::depth_first : ExplorationOrder::breadth_first;
        options.time_limit = std::chrono::milliseconds(20);
        const auto timed = explore(std::uint64_t{0}, endless, options);
        EXPECT_EQ(timed.status, Status::time_limit);
        EXPECT_FALSE(timed.is_proof());
        options.time_limit.reset();

        options.memory_limit = 1U << 20U;
        const auto small = explore(std::uint64_t{0}, endless, options);
        EXPECT_EQ(small.status, Status::memory_limit);
        EXPECT_GT(small.statistics.states, 10'000U);
        options.memory_limit.reset();

        options.state_limit = 1000;
        const auto counted = explore(std::uint64_t{0}, endless, options);
        EXPECT_EQ(counted.status, Status::state_limit);
        EXPECT_GE(counted.statistics.states, 1000U);
        options.state_limit.reset();

        std::stop_source stop;
        stop.request_stop();
        options.stop = stop.get_token();
        EXPECT_EQ(explore(std::uint64_t{0}, endless, options).status, Status::cancelled);
    });
}

TEST_P(Explore, TablesGrowAsStatesCome) {
    // A square of 400 times 400: more than the table begins with, which is less where there may be less.
    using Square = std::array<std::uint16_t, 2>;
    const auto next = [](const Square& at, const Yield<Square>& yield) {
        if (at[0] < 399) yield({static_cast<std::uint16_t>(at[0] + 1), at[1]});
        if (at[1] < 399) yield({at[0], static_cast<std::uint16_t>(at[1] + 1)});
    };
    for (const ExplorationOrder order : orders) {
        const auto result =
            explore(Square{}, next, {.order = order, .workers = 2, .session = &session_, .memory_limit = 8U << 20U});
        EXPECT_EQ(result.statistics.states, 160'000U);
        EXPECT_EQ(result.statistics.levels.size(), order == ExplorationOrder::breadth_first ? 799U : 0U);
        EXPECT_EQ(result.statistics.deadlocks, 1U);
        EXPECT_LT(result.statistics.bytes_per_state(), 64);
    }
}

TEST_P(Explore, AFieldOfBitsGrowsAsStatesCome) {
    // Rows of a thousand states, so that one that is missed hides no other; more rows than the field begins with.
    constexpr std::uint64_t row = 1000;
    const auto next_of = [](std::uint64_t rows) {
        return [rows](std::uint64_t state, const Yield<std::uint64_t>& yield) {
            const std::uint64_t below = (state / row + 1) * row;
            if (state == 0)
                for (std::uint64_t i = 1; i < row; ++i) yield(i);
            if (below == rows * row) return;
            yield(below + state % row);
            yield(below + (state + 1) % row);
        };
    };
    for_all_shapes([&](ExploreOptions options) {
        options.storage = StateStorage::bit_state;
        options.paths = false;
        for (const ExplorationOrder order : orders) {
            if (test::sanitized && order != orders[0]) continue;
            options.order = order;
            const auto few = explore(std::uint64_t{0}, next_of(1), options);
            EXPECT_EQ(few.statistics.states, row);
            EXPECT_LT(few.statistics.memory, options.localities * (std::uint64_t{4} << 20U));
            const auto many = explore(std::uint64_t{0}, next_of(100), options);
            EXPECT_GT(many.statistics.memory, 2 * few.statistics.memory);
            EXPECT_LE(many.statistics.states, 100 * row);
            EXPECT_GE(static_cast<double>(many.statistics.states), 100 * row - 10 * (many.expected_missed + 1));
        }
    });
}

TEST_P(Explore, IdleWorkersStealStates) {
    const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        if (state >= 1000) return;
        for (std::uint64_t i = 1; i <= 8; ++i) yield(8 * state + i);
    };
    // Who is slow to come finds nothing: so it is done again until somebody has stolen.
    const auto until_stolen = [&](const ExploreOptions& options, std::uint64_t ExploreStatistics::*stolen) {
        while (true) {
            auto result = explore(std::uint64_t{0}, next, options);
            if (result.statistics.*stolen > 0) return result;
        }
    };
    for (const ExplorationOrder order : orders) {
        const auto within =
            until_stolen({.order = order, .workers = 2, .session = &session_}, &ExploreStatistics::stolen);
        EXPECT_EQ(within.statistics.stolen_away, 0U);
        EXPECT_GT(within.statistics.total.steals_won, 0U);
        const auto between = until_stolen({.order = order, .workers = 1, .localities = 2, .session = &session_},
                                          &ExploreStatistics::stolen_away);
        EXPECT_EQ(within.statistics.states, between.statistics.states);
        EXPECT_EQ(within.statistics.levels, between.statistics.levels);
    }
}

TEST_P(Explore, VictimsAreThoseOfThePolicyAndItsAmountIsTaken) {
    const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        if (state >= 1000) return;
        for (std::uint64_t i = 1; i <= 8; ++i) yield(8 * state + i);
    };
    for_all_shapes([&](ExploreOptions options) {
        for (const ExplorationOrder order : orders) {
            options.order = order;
            for (const char* policy : {"random:steal=one", "round-robin:steal=all", "performance-driven"}) {
                options.policy = Policy::parse(policy);
                const auto result = explore(std::uint64_t{0}, next, options);
                EXPECT_EQ(result.statistics.states, 8001U) << policy;
                if (order == ExplorationOrder::depth_first ||
                    options.policy.steal != Policy::parse("random:steal=one").steal)
                    continue;
                EXPECT_EQ(result.statistics.stolen, result.statistics.total.steals_won);
            }
        }
    });
}

TEST_P(Explore, TheTimeOfEachLevelIsTold) {
    const auto next = [](int state, const Yield<int>& yield) {
        if (state < 10) yield(state + 1);
    };
    for_all_shapes([&](const ExploreOptions& options) {
        const auto result = explore(0, next, options);
        EXPECT_EQ(result.statistics.level_seconds.size(), 11U);
        double sum = 0;
        for (const double seconds : result.statistics.level_seconds) {
            EXPECT_GE(seconds, 0);
            sum += seconds;
        }
        EXPECT_GT(sum, 0);
        EXPECT_LE(sum, result.statistics.seconds);
    });
}

TEST_P(Explore, WhoStoleFromWhomIsTold) {
    const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        if (state >= 1000) return;
        for (std::uint64_t i = 1; i <= 8; ++i) yield(8 * state + i);
    };
    for (const ExplorationOrder order : orders) {
        const ExploreOptions options{.order = order, .workers = 1, .localities = 3, .session = &session_};
        auto result = explore(std::uint64_t{0}, next, options);
        while (result.statistics.stolen_away == 0) result = explore(std::uint64_t{0}, next, options);
        std::uint64_t states = 0;
        std::uint64_t steals = 0;
        for (const LocalityStatistics& each : result.statistics.localities) {
            for (const auto& [victim, taken] : each.stolen_from) {
                EXPECT_LT(victim, 3U);
                states += taken.tasks;
                steals += taken.steals;
            }
        }
        EXPECT_EQ(states, result.statistics.stolen_away);
        EXPECT_EQ(steals, result.statistics.total.steals_won);
    }
}

TEST_P(Explore, ProgressIsTold) {
    std::atomic<bool> seen = false;
    // The last state waits until somebody has seen that it is not the first.
    const auto next = [&](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        while (state == 300 && !seen) std::this_thread::yield();
        if (state < 300) yield(state + 1);
    };
    std::vector<ExploreProgress> told;
    const auto result = explore(std::uint64_t{0}, next,
                                {.workers = 2,
                                 .session = &session_,
                                 .progress =
                                     [&](const ExploreProgress& progress) {
                                         told.push_back(progress);
                                         if (progress.level > 0) seen = true;
                                     },
                                 .progress_interval = std::chrono::milliseconds(5)});
    EXPECT_EQ(result.statistics.states, 301U);
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.back().workers, 2U);
    EXPECT_LE(told.back().states, 301U);
    EXPECT_GT(told.back().level, 0U);
}

TEST(ExploreAlone, NothingThatIsVisitedIsKeptTwiceWithoutPaths) {
    const ExploreOptions with{.workers = 1};
    ExploreOptions without = with;
    without.paths = false;
    const puzzle::Puzzle puzzle(3, 3);
    EXPECT_LT(explore(puzzle, without).statistics.memory, explore(puzzle, with).statistics.memory);
}

TEST_P(Explore, AllInitialStatesAreOfLevelZero) {
    // Up to 100 from below and from above, in steps of one.
    const auto next = [](int state, const Yield<int>& yield) {
        if (state < 100) yield(state + 1);
        if (state > 100) yield(state - 1);
    };
    const std::vector<int> beginnings = {0, 97, 97, 130};
    for_all_shapes([&](ExploreOptions options) {
        for (const ExplorationOrder order : orders) {
            options.order = order;
            const auto all = explore(std::span<const int>(beginnings), next, options);
            EXPECT_EQ(all.statistics.states, 131U);
            EXPECT_TRUE(all.is_proof());
            // The nearest of those that lead there.
            const auto found = explore({0, 97, 130}, next, options, {.goal = [](int state) { return state == 100; }});
            ASSERT_TRUE(found.finding);
            if (order == ExplorationOrder::depth_first) continue;
            EXPECT_EQ(all.statistics.levels[0], 3U);
            EXPECT_EQ(all.statistics.levels.size(), 97U) << "96 is as far from 0";
            EXPECT_EQ(found.finding->path, (std::vector<int>{97, 98, 99, 100}));
        }
    });
}

TEST(ExploreAlone, FromNoStateNoneIsReached) {
    const auto result = explore(std::span<const int>(), [](int state, const Yield<int>& yield) { yield(state + 1); });
    EXPECT_EQ(result.statistics.states, 0U);
    EXPECT_TRUE(result.is_proof());
}

TEST(ExploreAlone, SequencesMayBeInitialStatesToo) {
    const auto next = [](std::span<const char> state, const Yield<std::string>& yield) {
        if (state.size() < 5) yield(std::string(state.begin(), state.end()) + 'x');
    };
    const auto result = explore({std::string("ab"), std::string("abx"), std::string()}, next);
    EXPECT_EQ(result.statistics.states, 10U);
    EXPECT_EQ(result.statistics.levels, (std::vector<std::uint64_t>{3, 2, 2, 1, 1, 1}));
}

static_assert(!StateValue<std::span<const int>>, "spans are several initial states");

TEST(ExploreAlone, AStateWithoutSuccessorsIsAll) {
    const auto result = explore(7, [](int, const Yield<int>&) {});
    EXPECT_EQ(result.statistics.states, 1U);
    EXPECT_EQ(result.statistics.deadlocks, 1U);
    EXPECT_TRUE(result.is_proof());
}

TEST(ExploreAlone, TheInitialStateMayBeWhatIsLookedFor) {
    const auto result = explore(7, [](int state, const Yield<int>& yield) { yield(state); }, {},
                                {.goal = [](int state) { return state == 7; }});
    ASSERT_TRUE(result.finding);
    EXPECT_EQ(result.finding->path, std::vector<int>{7});
}

TEST(ExploreAlone, OfADeadlockAndAViolationTheNearerOneIsTold) {
    // 1 is dead, and 2 leads to what is forbidden, at the same distance as 1; 3 would be one further.
    const auto next = [](int state, const Yield<int>& yield) {
        if (state == 0) {
            for (int i = 1; i <= 2; ++i) yield(i);
        } else if (state == 2) {
            yield(3);
        }
    };
    const auto result =
        explore(0, next, {.workers = 1},
                {.invariants = {{"not 3", [](int state) { return state != 3; }}}, .no_deadlocks = true});
    ASSERT_TRUE(result.finding);
    EXPECT_EQ(result.finding->kind, FindingKind::deadlock);
    EXPECT_EQ(result.finding->path, (std::vector<int>{0, 1}));
}

TEST(ExploreAlone, StatesOfVariableWidthMayBeEmptyAndLong) {
    const auto next = [](std::span<const char> state, const Yield<std::string>& yield) {
        if (state.size() > 1000) return;
        std::string longer(state.begin(), state.end());
        longer.append(state.size() + 1, '\0');
        yield(longer);
        longer.back() = 'x';
        yield(longer);
    };
    const auto result = explore(std::string(), next, {}, {.goal = [](std::span<const char> state) {
                                    return state.size() == 511 && std::ranges::count(state, 'x') == 9;
                                }});
    ASSERT_TRUE(result.finding);
    EXPECT_EQ(result.finding->path.size(), 10U);
    EXPECT_EQ(result.finding->path[1], "x");
}

// Levels of one state, of which every 50th has as many successors as the others together, which all lead back to one.
void expand_in_an_hourglass(std::uint32_t state, const Yield<std::uint32_t>& yield) {
    constexpr std::uint32_t width = 1'000, levels = 400;
    const std::uint32_t level = state / width;
    if (level == levels) return;
    const bool is_wide = (level + 1) % 50 == 0;
    for (std::uint32_t i = 0; i < (is_wide ? width : 1); ++i) yield((level + 1) * width + i);
}

// What one worker does alone is what all would have done.
TEST(ExploreLevels, SmallOnesBetweenLargeOnesAreWhole) {
    const Properties<std::uint32_t> properties{.goal = [](std::uint32_t state) { return state == 390'000; }};
    const auto plain = explore(0U, expand_in_an_hourglass, {.workers = 1});
    for (const bool paths : {true, false}) {
        for (const unsigned workers : {2U, 3U}) {
            const ExploreOptions options{.paths = paths, .workers = workers};
            const auto all = explore(0U, expand_in_an_hourglass, options);
            EXPECT_EQ(all.statistics.levels, plain.statistics.levels);
            EXPECT_EQ(all.statistics.transitions, plain.statistics.transitions);
            EXPECT_EQ(all.statistics.deadlocks, plain.statistics.deadlocks);
            EXPECT_EQ(all.statistics.level_seconds.size(), plain.statistics.levels.size());
            const auto found = explore(0U, expand_in_an_hourglass, options, properties);
            ASSERT_TRUE(found.finding);
            EXPECT_EQ(found.finding->path.size(), paths ? 391U : 0U);
            EXPECT_EQ(found.statistics.levels.size(), 391U);
        }
    }
}

TEST(ExploreLevels, OfOneStateAreExpandedByTheWorkerThatBegan) {
    const auto count = [](std::uint32_t state, const Yield<std::uint32_t>& yield) {
        if (state < 2'000) yield(state + 1);
    };
    const auto chain = explore(0U, count, {.workers = 2});
    EXPECT_EQ(chain.statistics.levels, std::vector<std::uint64_t>(2'001, 1));
    EXPECT_EQ(chain.statistics.localities.at(0).workers.at(1).counters.tasks, 0U) << "no level is divided";
    const auto limited = explore(0U, count, {.workers = 2, .state_limit = 500});
    EXPECT_EQ(limited.status, Status::state_limit);
    EXPECT_EQ(limited.statistics.states, 500U);
    EXPECT_EQ(explore(0U, count, {.workers = 2, .level_limit = 700}).statistics.states, 701U);
}

}  // namespace
}  // namespace scrump::test
