// State spaces on simulated machines: they are those that threads find, and each state takes its time.

#include "sim/machines.hpp"
#include "states/explore/small_models.hpp"
#include "support/folder.hpp"
#include "support/sanitized.hpp"

#include <scrump/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrump::test {
namespace {

using namespace std::chrono_literals;

constexpr double node = 10'000;  // ns

std::vector<SimulatedMachine> machines() {
    SimulatedMachine several = machine_of(2, 2, node);
    several.localities = 2;
    SimulatedMachine late = machine_of(3, 1, node);
    late.delayed = 0.3;
    late.seed = 7;
    if (sanitized) return {several, late};  // they do all that the others do
    return {machine_of(1, 1, node), machine_of(1, 4, node), machine_of(3, 2, node), several, late};
}

struct Explored {
    ExploreResult<philosophers::State> result;
    Simulation simulation;
};

Explored explore_philosophers(const SimulatedMachine& machine, ExploreOptions options = {}) {
    Explored explored{};
    explored.simulation = simulate(machine, [&](Session& session) {
        ExploreOptions own = options;
        own.session = &session;
        auto result = explore(philosophers::Philosophers(7), own);
        if (session.first()) explored.result = std::move(result);
        return 0;
    });
    EXPECT_EQ(explored.simulation.status(), 0);
    return explored;
}

TEST(SimulatedExplorations, FindWhatIsThere) {
    for (const SimulatedMachine& machine : machines()) {
        SCOPED_TRACE(machine.to_json());
        for (const ExplorationOrder order : {ExplorationOrder::breadth_first, ExplorationOrder::depth_first}) {
            for (const StateStorage storage : {StateStorage::exact, StateStorage::hash_compaction}) {
                const Simulation done = simulate(machine, [&](Session& session) {
                    const ExploreOptions options{.order = order, .storage = storage, .session = &session};
                    expect_small_models(options);
                    if (storage == StateStorage::exact) expect_findings(options);
                    return 0;
                });
                EXPECT_EQ(done.status(), 0);
            }
        }
    }
}

TEST(SimulatedExplorations, TakeTheTimeOfANodeForEachState) {
    for (const ExplorationOrder order : {ExplorationOrder::breadth_first, ExplorationOrder::depth_first}) {
        const ExploreStatistics alone =
            explore_philosophers(machine_of(1, 1, node), {.order = order}).result.statistics;
        const double work = static_cast<double>(alone.states) * node * 1e-9;
        EXPECT_GT(alone.seconds, 0.99 * work);
        EXPECT_LT(alone.seconds, 1.1 * work);
        const ExploreStatistics four = explore_philosophers(machine_of(1, 4, node), {.order = order}).result.statistics;
        EXPECT_LT(four.seconds, alone.seconds / 3);
        EXPECT_GE(four.seconds, work / 4);
        EXPECT_GT(four.stolen, 0U);
        // Between hosts, states are looked up by messages, which take some microseconds each.
        const ExploreStatistics hosts =
            explore_philosophers(machine_of(4, 1, 100 * node), {.order = order}).result.statistics;
        EXPECT_LT(hosts.seconds, 100 * alone.seconds / 2);
        EXPECT_GT(hosts.stolen_away, 0U);
    }
}

TEST(SimulatedExplorations, DoTheSameEachTime) {
    for (const ExplorationOrder order : {ExplorationOrder::breadth_first, ExplorationOrder::depth_first}) {
        const Explored one = explore_philosophers(machine_of(3, 2, node), {.order = order});
        const Explored other = explore_philosophers(machine_of(3, 2, node), {.order = order});
        EXPECT_EQ(one.simulation.seconds, other.simulation.seconds);
        EXPECT_EQ(one.simulation.events, other.simulation.events);
        EXPECT_EQ(one.simulation.messages, other.simulation.messages);
        EXPECT_EQ(one.result.statistics.stolen, other.result.statistics.stolen);
    }
}

TEST(SimulatedExplorations, AreObservedAllAlong) {
    for (const ExplorationOrder order : {ExplorationOrder::breadth_first, ExplorationOrder::depth_first}) {
        std::vector<std::uint64_t> told;
        const ExploreOptions options{.order = order,
                                     .observe = [&](const ExploreStatistics& now) { told.push_back(now.states); },
                                     .observe_interval = 5ms};
        const Explored explored = explore_philosophers(machine_of(2, 2, 100 * node), options);
        ASSERT_GT(told.size(), 5U);
        EXPECT_TRUE(std::ranges::is_sorted(told));
        EXPECT_LT(told[told.size() / 2], told.back());
        EXPECT_EQ(told.back(), explored.result.statistics.states);
    }
}

TEST(SimulatedExplorations, ResumeWhatTheirTimeLimitStopped) {
    const Folder folder;
    const std::string file = folder / "philosophers";
    const Explored whole = explore_philosophers(machine_of(2, 2, node));
    const double seconds = whole.result.statistics.seconds;
    const auto half = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds / 2));
    const Explored stopped =
        explore_philosophers(machine_of(2, 2, node), {.time_limit = half, .checkpoints = {.file = file, .model = "7"}});
    EXPECT_EQ(stopped.result.status, Status::time_limit);
    EXPECT_LT(stopped.result.statistics.states, whole.result.statistics.states);
    EXPECT_LT(stopped.result.statistics.seconds, seconds);
    const Explored resumed =
        explore_philosophers(machine_of(3, 1, node), {.checkpoints = {.resume = file, .model = "7"}});
    EXPECT_EQ(resumed.result.status, Status::complete);
    EXPECT_EQ(resumed.result.statistics.states, whole.result.statistics.states);
    EXPECT_EQ(resumed.result.statistics.transitions, whole.result.statistics.transitions);
    EXPECT_EQ(resumed.result.statistics.deadlocks, whole.result.statistics.deadlocks);
    EXPECT_EQ(resumed.result.statistics.levels, whole.result.statistics.levels);
}

}  // namespace
}  // namespace scrump::test
