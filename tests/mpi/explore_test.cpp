// State spaces over several processes: by shared memory on one host, by messages where SCRUMP_NET says so.

#include "session.hpp"
#include "states/explore/small_models.hpp"
#include "states/explore/symmetric_processes.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "support/folder.hpp"
#include "support/message_of.hpp"

namespace scrump::test {
namespace {

template <class Program>
void in_all_ways(const Program& program) {
    for (const unsigned workers : {1U, 2U}) {
        for (const ExplorationOrder order : {ExplorationOrder::breadth_first, ExplorationOrder::depth_first}) {
            SCOPED_TRACE(std::to_string(workers) + " workers, " + std::string(name(order)));
            program(ExploreOptions{.order = order, .workers = workers, .session = &session(), .pin = false});
        }
    }
}

TEST(MpiReach, AllProcessesFindTheSameStates) {
    in_all_ways(expect_small_models);
}

TEST(MpiReach, WhatIsLookedForComesWithAPathInEachProcess) {
    in_all_ways(expect_findings);
}

TEST(MpiReach, TheGreatestFiguresAreThoseOfAllProcesses) {
    in_all_ways(expect_bounds);
}

TEST(MpiReach, AllProcessesVisitTheSameRepresentatives) {
    in_all_ways([](const ExploreOptions& options) {
        expect_orbits(options, 5, 7);
        expect_findings_by_orbits(options, 5, 7);
    });
}

// Only the first process has files.
TEST(MpiReach, WhatIsKnownIsKeptWhenItIsStopped) {
    std::optional<Folder> folder;
    if (session().first()) folder.emplace();
    const auto tree = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        yield(2 * state + 1);
        yield(2 * state + 2);
    };
    for (const unsigned workers : {1U, 2U}) {
        ExploreOptions options{.workers = workers, .session = &session(), .pin = false};
        const std::string file = session().broadcast(folder ? *folder / ("states" + std::to_string(workers)) : Bytes());
        options.checkpoints = {.every = std::chrono::hours(1), .model = "tree"};
        if (session().first()) options.checkpoints.file = file;
        options.state_limit = 5000;
        const auto stopped = explore({std::uint64_t{0}}, tree, options);
        EXPECT_EQ(stopped.status, Status::state_limit);
        EXPECT_EQ(stopped.statistics.checkpoints.written, 1U) << stopped.statistics.checkpoints.error;
        options.checkpoints = {.resume = file, .model = "tree"};
        options.state_limit.reset();
        options.level_limit = stopped.statistics.levels.size();
        const auto last = explore({std::uint64_t{0}}, tree, options);
        EXPECT_EQ(last.status, Status::complete);
        ASSERT_EQ(last.statistics.levels.size(), options.level_limit + 1);
        for (std::size_t level = 0; level < last.statistics.levels.size(); ++level)
            EXPECT_EQ(last.statistics.levels[level], std::uint64_t{1} << level);
        EXPECT_EQ(last.statistics.transitions, last.statistics.states - 1);
    }
}

}  // namespace
}  // namespace scrump::test
