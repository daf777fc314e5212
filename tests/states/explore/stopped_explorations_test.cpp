// Explorations that are stopped: what is known is kept in a file, whole levels, from which others go on.

#include "../../../src/states/explore/state_file.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/states.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <latch>
#include <limits>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/folder.hpp"
#include "support/message_of.hpp"

namespace scrump::test {
namespace {

/// Each level of this tree has twice as many states as the one before, without end.
void tree(std::uint64_t state, const Yield<std::uint64_t>& yield) {
    yield(2 * state + 1);
    yield(2 * state + 2);
}

auto reach_tree(const ExploreOptions& options) {
    return explore({std::uint64_t{0}}, tree, options);
}

std::vector<std::uint64_t> levels_of_tree(std::size_t count) {
    std::vector<std::uint64_t> levels;
    for (std::size_t level = 0; level < count; ++level) levels.push_back(std::uint64_t{1} << level);
    return levels;
}

// What a stopped exploration has kept: whole levels, from which it goes on with other workers, two levels further.
void expect_whole_levels_of_tree(const std::string& file, std::size_t levels) {
    const detail::StateFileHeader kept = detail::StateFileReader(file).header();
    EXPECT_EQ(kept.levels, levels_of_tree(levels));
    EXPECT_EQ(kept.transitions, 2 * (kept.states() - kept.waiting()));
    ExploreOptions options{.workers = 1, .localities = 2, .level_limit = levels + 1};
    options.checkpoints = {.resume = file, .model = "tree"};
    const auto result = reach_tree(options);
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(result.statistics.levels, levels_of_tree(levels + 2));
    EXPECT_EQ(result.statistics.transitions, 2 * ((std::uint64_t{1} << (levels + 1)) - 1));
}

ExploreOptions kept_when_stopped(const Folder& folder) {
    ExploreOptions options;
    options.checkpoints = {.file = folder / "states", .every = std::chrono::hours(1), .model = "tree"};
    return options;
}

TEST(StoppedExploration, WhatWasKnownBeforeTheLevelIsKeptWhenALimitOfStatesStopsIt) {
    // The limit is reached in the middle of a level, or with its last state: that level is whole, then.
    for (const auto& [limit, levels] : {std::pair{1500U, 10U}, {1023U, 10U}}) {
        for (unsigned localities = 1; localities <= 3; ++localities) {
            SCOPED_TRACE(std::to_string(limit) + " states, " + std::to_string(localities) + " localities");
            const Folder folder;
            ExploreOptions options = kept_when_stopped(folder);
            options.workers = localities == 1 ? 1 : 2;
            options.localities = localities;
            options.state_limit = limit;
            const auto result = reach_tree(options);
            EXPECT_EQ(result.status, Status::state_limit);
            EXPECT_GE(result.statistics.states, limit);
            EXPECT_EQ(result.statistics.checkpoints.written, 1U) << result.statistics.checkpoints.error;
            // Several localities know all states together at the end of a level alone.
            const std::size_t kept = detail::StateFileReader(folder / "states").header().levels.size();
            if (localities == 1) {
                EXPECT_EQ(kept, levels);
            }
            EXPECT_LE(kept, result.statistics.levels.size());
            expect_whole_levels_of_tree(folder / "states", kept);
        }
    }
}

// The levels 1, 4, 1, 1, 1 … The second one is expanded by two workers, and only states that the one that did not begin
// takes there have a successor, which is the third level; one worker expands all that follow.
class Funnel {
  public:
    static constexpr std::uint32_t width = 4;

    void expand(std::uint32_t state, const Yield<std::uint32_t>& yield, std::uint32_t last) const {
        if (state == 0) {
            for (std::uint32_t i = 1; i <= width; ++i) yield(i);
        } else if (state > width ? state < last : of_other_[state]) {
            yield(state > width ? state + 1 : width + 1);
        }
    }

    void expand_by_two(std::uint32_t state, const Yield<std::uint32_t>& yield) {
        if (state == 0) {
            beginner_ = std::this_thread::get_id();
            // So slow that the next level is not small.
            for (const auto began = Clock::now(); Clock::now() - began < std::chrono::milliseconds(1);) {
            }
        } else if (state <= width && std::this_thread::get_id() == beginner_) {
            other_came_.wait();
        } else if (state <= width) {
            of_other_[state] = true;
            if (!std::exchange(has_come_, true)) other_came_.count_down();
        }
        expand(state, yield, std::numeric_limits<std::uint32_t>::max());
    }

  private:
    std::thread::id beginner_;
    std::latch other_came_{1};
    bool has_come_ = false;
    std::array<bool, width + 1> of_other_{};
};

// Small levels are expanded by one worker, which notes them for all. They do not end before they are stopped: at a
// state that is expanded until the run knows it, and where the other worker, which waits, has had time to call for a
// meeting.
TEST(StoppedExploration, SmallLevelsAreKeptWhenTheyAreStopped) {
    constexpr unsigned long_enough = 20;  // calls
    for (const std::uint32_t stopped_at : {Funnel::width + 2, 1'000U}) {
        const Folder folder;
        std::stop_source stop;
        std::atomic<unsigned> calls = 0;
        Funnel funnel;
        const auto next = [&](std::uint32_t state, const Yield<std::uint32_t>& yield) {
            if (state == stopped_at) {
                const unsigned before = calls;
                stop.request_stop();
                for (unsigned now = calls; now < before + long_enough; now = calls) calls.wait(now);
            }
            funnel.expand_by_two(state, yield);
        };
        ExploreOptions options = kept_when_stopped(folder);
        options.workers = 2;
        options.stop = stop.get_token();
        options.progress_interval = std::chrono::milliseconds(1);
        options.progress = [&](const ExploreProgress& /*now*/) {
            ++calls;
            calls.notify_one();
        };
        const auto stopped = explore(0U, next, options);
        EXPECT_EQ(stopped.status, Status::cancelled);
        EXPECT_EQ(stopped.statistics.localities.at(0).workers.at(1).counters.tasks, 1U) << "of the second level";
        const auto header = detail::StateFileReader(folder / "states").header();
        std::vector<std::uint64_t> levels(header.levels.size() + 10, 1);
        levels[1] = Funnel::width;
        EXPECT_TRUE(std::ranges::equal(header.levels, std::span(levels).first(header.levels.size())));
        const auto last = Funnel::width + static_cast<std::uint32_t>(levels.size() - 2);
        const auto rest = [&](std::uint32_t state, const Yield<std::uint32_t>& yield) {
            funnel.expand(state, yield, last);
        };
        const auto whole =
            explore(0U, rest, {.checkpoints = {.resume = folder / "states", .model = options.checkpoints.model}});
        EXPECT_EQ(whole.statistics.levels, levels);
        EXPECT_TRUE(whole.is_proof());
    }
}

TEST(StoppedExploration, WhatIsKnownIsKeptWhenMemoryEnds) {
    for (unsigned localities = 1; localities <= 2; ++localities) {
        const Folder folder;
        ExploreOptions options = kept_when_stopped(folder);
        options.workers = 2;
        options.localities = localities;
        options.memory_limit = std::size_t{1} << 20U;
        const auto result = reach_tree(options);
        EXPECT_EQ(result.status, Status::memory_limit);
        EXPECT_EQ(result.statistics.checkpoints.written, 1U) << result.statistics.checkpoints.error;
        const std::size_t kept = detail::StateFileReader(folder / "states").header().levels.size();
        EXPECT_GE(kept, 10U);
        EXPECT_GE(kept + 1, result.statistics.levels.size());
        expect_whole_levels_of_tree(folder / "states", kept);
    }
}

TEST(StoppedExploration, WhatIsKnownIsKeptWhenItIsStoppedFromOutside) {
    for (unsigned localities = 1; localities <= 2; ++localities) {
        for (const bool cancelled : {false, true}) {
            const Folder folder;
            ExploreOptions options = kept_when_stopped(folder);
            options.workers = 2;
            options.localities = localities;
            std::stop_source stop;
            options.stop = stop.get_token();
            if (!cancelled) options.time_limit = std::chrono::milliseconds(1);
            // Where nobody is slow, some hundred million states would be found first.
            const auto next = [&](std::uint64_t state, const Yield<std::uint64_t>& yield) {
                if (cancelled && state == 100) stop.request_stop();
                if (state > 1000) std::this_thread::yield();
                tree(state, yield);
            };
            const auto result = explore({std::uint64_t{0}}, next, options);
            EXPECT_EQ(result.status, cancelled ? Status::cancelled : Status::time_limit);
            EXPECT_EQ(result.statistics.checkpoints.written, 1U) << result.statistics.checkpoints.error;
            const std::size_t kept = detail::StateFileReader(folder / "states").header().levels.size();
            EXPECT_GE(kept + 1, result.statistics.levels.size());
            expect_whole_levels_of_tree(folder / "states", kept);
        }
    }
}

// Of states that are large, the log of a worker is full before the tables are.
TEST(StoppedExploration, ALevelOfWhichStatesWereLostIsNotWhole) {
    using Wide = std::vector<std::uint64_t>;
    const Wide first(500, 0);
    const auto next = [](std::span<const std::uint64_t> state, const Yield<Wide>& yield) {
        Wide successor(state.begin(), state.end());
        if (state[0] < 2) ++successor[0];
        if (state[0] == 1) yield(successor);
        if (state[0] > 0) return;
        for (successor[1] = 0; successor[1] < 300; ++successor[1]) yield(successor);
    };
    for (const unsigned localities : {2U, 4U}) {
        for (const std::size_t kilobytes : {600U, 1024U}) {
            for (const std::uint64_t levels : {1U, 9U}) {
                SCOPED_TRACE(std::to_string(localities) + " localities, " + std::to_string(kilobytes) + " KiB, " +
                             std::to_string(levels) + " levels");
                const Folder folder;
                ExploreOptions options = kept_when_stopped(folder);
                options.workers = 2;
                options.localities = localities;
                options.memory_limit = kilobytes << 10U;
                options.level_limit = levels;
                const auto stopped = explore(first, next, options);
                EXPECT_EQ(stopped.status, Status::memory_limit);
                EXPECT_EQ(stopped.statistics.checkpoints.written, 1U);
                options = {.workers = 1};
                options.checkpoints = {.resume = folder / "states", .model = "tree"};
                const auto resumed = explore(first, next, options);
                EXPECT_EQ(resumed.statistics.states, 601U);
                EXPECT_EQ(resumed.statistics.levels, (std::vector<std::uint64_t>{1, 300, 300}));
            }
        }
    }
}

// The first worker is soon done with its half of a level, and waits; the other one would be at its half for minutes.
TEST(StoppedExploration, WhoWaitsForOthersHasThemStop) {
    constexpr std::uint64_t wide = 4096;
    const Folder folder;
    ExploreOptions options = kept_when_stopped(folder);
    options.workers = 1;
    options.localities = 2;
    std::stop_source stop;
    options.stop = stop.get_token();
    std::atomic<std::thread::id> first{};
    std::atomic<unsigned> slow = 0;
    const auto next = [&](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        if (state == 0) {
            first = std::this_thread::get_id();
            for (std::uint64_t i = 1; i <= wide; ++i) yield(i);
        } else {
            if (first.load() == std::this_thread::get_id()) {
                while (slow.load() == 0) std::this_thread::yield();  // which has its half, then
            } else {
                if (++slow == 3) stop.request_stop();
                for (volatile unsigned work = 0; work < 50'000'000U;) work = work + 1;
            }
            yield(state + wide);
        }
    };
    const auto stopped = explore({std::uint64_t{0}}, next, options);
    EXPECT_EQ(stopped.status, Status::cancelled);
    EXPECT_EQ(stopped.statistics.checkpoints.written, 1U);
    EXPECT_LT(stopped.statistics.transitions, 2 * wide);
}

TEST(StoppedExploration, WhatIsDoneIsTheSameWhenItIsResumed) {
    const Folder folder;
    const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        if (state < 3) yield(state + 1);
    };
    ExploreOptions options = kept_when_stopped(folder);
    options.checkpoints.every = std::chrono::nanoseconds(1);
    const auto first = explore({std::uint64_t{0}}, next, options);
    EXPECT_EQ(first.statistics.levels, std::vector<std::uint64_t>(4, 1));
    options.checkpoints = {.resume = folder / "states", .model = "tree"};
    const auto again = explore({std::uint64_t{0}}, next, options);
    EXPECT_EQ(again.statistics.levels, first.statistics.levels);
    EXPECT_EQ(again.statistics.transitions, 3U);
    EXPECT_TRUE(again.is_proof());
    EXPECT_EQ(message_of([&] {
                  static_cast<void>(explore({std::uint64_t{0}, std::uint64_t{9}}, next, options));
              }),
              (folder / "states") + ": begins in other states");
    EXPECT_EQ(message_of([&] {
                  static_cast<void>(explore({std::uint64_t{0}, std::uint64_t{0}}, next, options));
              }),
              "no error");
}

// It may have been read by then, or not.
TEST(StoppedExploration, AResumedExplorationThatIsStoppedAtOnceLosesNothing) {
    const Folder folder;
    ExploreOptions options = kept_when_stopped(folder);
    options.workers = 2;
    options.state_limit = 100000;
    static_cast<void>(reach_tree(options));
    const std::size_t kept = detail::StateFileReader(folder / "states").header().levels.size();
    options.checkpoints.resume = options.checkpoints.file;
    options.state_limit.reset();
    std::stop_source stop;
    stop.request_stop();
    options.stop = stop.get_token();
    for (unsigned localities = 1; localities <= 2; ++localities) {
        options.localities = localities;
        EXPECT_EQ(reach_tree(options).status, Status::cancelled);
    }
    const std::size_t now = detail::StateFileReader(folder / "states").header().levels.size();
    EXPECT_GE(now, kept);
    expect_whole_levels_of_tree(folder / "states", now);
}

TEST(StoppedExploration, WhatIsLookedForIsNoCheckpoint) {
    const Folder folder;
    ExploreOptions options = kept_when_stopped(folder);
    options.workers = 1;
    options.state_limit = 1000;
    const auto result =
        explore({std::uint64_t{0}}, tree, options, {.goal = [](std::uint64_t state) { return state == 999; }});
    EXPECT_TRUE(result.finding);
    EXPECT_EQ(result.statistics.checkpoints.written, 0U);
}

TEST(StoppedExploration, ALastCheckpointThatCannotBeWrittenIsTold) {
    const Folder folder;
    const std::string gone = folder / "gone";
    std::filesystem::create_directory(gone);
    ExploreOptions options{.workers = 2, .state_limit = 1000};
    options.checkpoints = {.file = gone + "/states", .every = std::chrono::hours(1), .model = "tree"};
    const auto next = [&](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        if (state == 200) std::filesystem::remove_all(gone);
        tree(state, yield);
    };
    const auto result = explore({std::uint64_t{0}}, next, options);
    EXPECT_EQ(result.status, Status::state_limit);
    EXPECT_EQ(result.statistics.checkpoints.failed, 1U);
    EXPECT_NE(result.statistics.checkpoints.error.find(gone + "/states: cannot be written"), std::string::npos);
}

}  // namespace
}  // namespace scrump::test
