// Decision diagrams on simulated machines: they have the states that threads find, and each task takes its time.

#include "sim/machines.hpp"
#include "states/diagrams/random_counters.hpp"
#include "states/diagrams/random_model.hpp"

#include <scrump/simulation.hpp>
#include <scrump/states/diagrams/counters.hpp>
#include <scrump/states/diagrams/reachability.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrump::test {
namespace {

SymbolicReachOptions options_of(ReachStrategy strategy, Session& session) {
    SymbolicReachOptions options{.strategy = strategy, .find_deadlocks = true};
    options.diagrams.buckets = options.diagrams.max_buckets = 1U << 14U;
    options.diagrams.tasks.session = &session;
    options.diagrams.travel_from = 1;
    return options;
}

struct Reached {
    SymbolicReachability result;
    Simulation simulation;
};

Reached reach_on(const SimulatedMachine& machine, const SymbolicModel& model, ReachStrategy strategy) {
    Reached reached{};
    reached.simulation = simulate(machine, [&](Session& session) {
        auto result = reach(model, options_of(strategy, session));
        if (session.first()) reached.result = std::move(result);
        return 0;
    });
    EXPECT_EQ(reached.simulation.status(), 0);
    return reached;
}

std::vector<SimulatedMachine> machines_of_diagrams() {
    SimulatedMachine several = machine_of(2, 1, 1000);
    several.localities = 2;
    SimulatedMachine late = machine_of(2, 2, 1000);
    late.delayed = 0.3;
    late.seed = 3;
    return {machine_of(1, 1, 1000), machine_of(1, 4, 1000), several, late};
}

TEST(SimulatedDiagrams, HaveAllStates) {
    for (const SimulatedMachine& machine : machines_of_diagrams()) {
        SCOPED_TRACE(machine.to_json());
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const RandomModel graph(seed);
            const auto distances = graph.distances();
            const auto all = std::ranges::count_if(distances, [](const auto& each) { return each.has_value(); });
            std::uint64_t dead = 0;
            for (unsigned state = 0; state < RandomModel::state_count; ++state)
                dead += distances[state] && graph.successors[state].empty() ? 1U : 0U;
            for (const ReachStrategy strategy : {ReachStrategy::par, ReachStrategy::saturation}) {
                const Reached reached = reach_on(machine, graph.model, strategy);
                EXPECT_EQ(reached.result.status, Status::complete);
                EXPECT_EQ(reached.result.states.digits, std::to_string(all));
                EXPECT_EQ(reached.result.deadlocks.value().digits, std::to_string(dead));
                EXPECT_GT(reached.result.tasks.seconds, 0);
            }
        }
    }
}

TEST(SimulatedDiagrams, DoTheSameEachTime) {
    const RandomModel graph(3);
    const Reached one = reach_on(machine_of(2, 2, 1000), graph.model, ReachStrategy::saturation);
    const Reached other = reach_on(machine_of(2, 2, 1000), graph.model, ReachStrategy::saturation);
    EXPECT_EQ(one.simulation.seconds, other.simulation.seconds);
    EXPECT_EQ(one.simulation.events, other.simulation.events);
    EXPECT_EQ(one.simulation.messages, other.simulation.messages);
}

// Counters that are all counted down independently.
CounterSystem wide_system(std::uint32_t counters) {
    CounterSystem system;
    for (std::uint32_t i = 0; i < counters; ++i) {
        system.initial.push_back(2);
        system.transitions.push_back(
            {.steps = {{.counter = i, .least = 1, .change = -1}, {.counter = (i + 1) % counters, .change = 1}}});
    }
    return system;
}

double seconds_of_counters(const CounterSystem& system, unsigned workers) {
    double seconds = 0;
    simulate(machine_of(1, workers, 1000), [&](Session& session) {
        CounterReachOptions options{.find_deadlocks = true};
        options.diagrams.tasks.session = &session;
        const auto plain = reach(system, {.find_deadlocks = true});
        const auto found = reach(system, options);
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_EQ(found.states.digits, plain.states.digits);
        EXPECT_EQ(found.transitions.digits, plain.transitions.digits);
        EXPECT_EQ(found.deadlocks.value().digits, plain.deadlocks.value().digits);
        seconds = found.tasks.seconds;
        return 0;
    });
    return seconds;
}

TEST(SimulatedDiagrams, OfCountersAreReordered) {
    simulate(machine_of(1, 3, 1000), [&](Session& session) {
        CounterReachOptions options{
            .order = CounterOrder::given, .reorder = Reordering{2, 100}, .find_deadlocks = true};
        options.diagrams.tasks.session = &session;
        const auto plain = reach(wide_system(7), {.find_deadlocks = true});
        const auto found = reach(wide_system(7), options);
        EXPECT_EQ(found.states.digits, plain.states.digits);
        EXPECT_EQ(found.transitions.digits, plain.transitions.digits);
        EXPECT_GT(found.diagrams.reordering.siftings, 0U);
        return 0;
    });
}

TEST(SimulatedDiagrams, OfCountersTakeTheTimeOfTheirTasks) {
    const double alone = seconds_of_counters(wide_system(8), 1);
    EXPECT_GT(alone, 1e-3);
    EXPECT_EQ(alone, seconds_of_counters(wide_system(8), 1));
    EXPECT_LT(seconds_of_counters(wide_system(8), 4), 0.8 * alone);
}

}  // namespace
}  // namespace scrump::test
