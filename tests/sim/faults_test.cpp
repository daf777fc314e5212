// Hosts that die, stand still or are cut off: a program says what it found, or what went wrong, and never neither.

#include "search/problems.hpp"
#include "sim/machines.hpp"
#include "states/diagrams/random_model.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/loops.hpp>
#include <scrump/simulation.hpp>
#include <scrump/states.hpp>
#include <scrump/states/diagrams/reachability.hpp>
#include <scrump/tasks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::RandomTree;
using test::TreeGenerator;
using Fault = SimulatedMachine::Fault;
using namespace std::chrono_literals;

const RandomTree small{.root_children = 30, .most_children = 3, .depth = 8, .seed = 5};

std::uint64_t nodes_of_tree() {
    std::uint64_t all = 0;
    small.walk(small.root(), [&](const RandomTree::Node&) { ++all; });
    return all;
}

// Tasks travel by the names of their functions, so this one is not called as those of other tests.
std::uint64_t fib_under_faults(Fork fork, int n) {
    if (n < 2) return static_cast<std::uint64_t>(n);
    auto first = fork.spawn<fib_under_faults>(n - 1);
    const std::uint64_t second = fork.call<fib_under_faults>(n - 2);
    return fork.sync(first) + second;
}

constexpr unsigned most_grown = 200;

// Numbers from 1 on, below a limit.
void grow(unsigned number, const Yield<unsigned>& yield) {
    for (const unsigned next : {number + 1, 2 * number, 3 * number})
        if (next < most_grown) yield(next);
}

const test::RandomModel random_model(3);

std::uint64_t states_of_random_model() {
    const auto distances = random_model.distances();
    return static_cast<std::uint64_t>(
        std::ranges::count_if(distances, [](const auto& each) { return each.has_value(); }));
}

// What a process of each front door finds, and what is right.
struct Door {
    std::function<std::optional<std::uint64_t>(Session&)> find;
    std::uint64_t right;
};

std::vector<Door> doors() {
    constexpr auto patience = 100ms;
    const auto search = [=](Session& session) -> std::optional<std::uint64_t> {
        const auto counted = enumerate<TreeGenerator<false>>(small, small.root(), CountNodes{},
                                                             {.session = &session, .dead_after = patience});
        return counted.value;
    };
    const auto tasks = [=](Session& session) {
        TaskOptions options;
        options.session = &session;
        options.dead_after = patience;
        return run_tasks<fib_under_faults>(options, 15).value;
    };
    const auto reduced = [=](Session& session) -> std::optional<std::uint64_t> {
        LoopOptions options;
        options.session = &session;
        options.dead_after = patience;
        return loop_reduce(
                   options, 200, std::uint64_t{0}, [](std::uint64_t i) { return i; }, std::plus<>())
            .value;
    };
    const auto explored = [=](ExplorationOrder order) {
        return [=](Session& session) -> std::optional<std::uint64_t> {
            const auto result = explore(1U, grow, {.order = order, .session = &session, .dead_after = patience});
            return result.all_expanded ? std::optional(result.statistics.states) : std::nullopt;
        };
    };
    const auto reached = [=](Session& session) -> std::optional<std::uint64_t> {
        SymbolicReachOptions options{.strategy = ReachStrategy::par};
        options.diagrams.buckets = options.diagrams.max_buckets = 1U << 12U;
        options.diagrams.tasks.session = &session;
        options.diagrams.tasks.dead_after = patience;
        const auto found = reach(random_model.model, options);
        if (found.status != Status::complete) return std::nullopt;
        return std::stoull(found.states.digits);
    };
    return {{search, nodes_of_tree()},
            {tasks, 610},
            {reduced, 199 * 100},
            {explored(ExplorationOrder::breadth_first), most_grown - 1},
            {explored(ExplorationOrder::depth_first), most_grown - 1},
            {reached, states_of_random_model()}};
}

// What a program said: an answer, if the first process had one to show, and messages.
struct Said {
    std::optional<std::uint64_t> answer;
    std::vector<std::string> messages;
    int status = 0;
};

Said run(const SimulatedMachine& machine, const Door& door) {
    Said said;
    try {
        const Simulation done = simulate(
            machine,
            [&](Session& session) {
                const auto found = door.find(session);
                if (session.first()) said.answer = found;
                return 0;
            },
            [&](const std::exception& error, bool is_reporter) {
                if (is_reporter) said.messages.emplace_back(error.what());
                return 1;
            });
        said.status = done.status();
    } catch (const Error& error) {
        said.messages.emplace_back(error.what());
        said.status = 1;
    }
    return said;
}

SimulatedMachine faulty_machine(std::uint64_t seed) {
    SplitMix64 random(seed);
    SimulatedMachine machine = test::machine_of(1 + random.below(4), 1 + random.below(2), 1000);
    machine.localities = 1 + random.below(2);
    machine.seed = seed;
    machine.longest = 1e12;
    const unsigned faults = 1 + random.below(3);
    for (unsigned i = 0; i < faults; ++i) {
        const unsigned host = random.below(machine.hosts);
        machine.faults.push_back({.kind = static_cast<Fault::Kind>(random.below(3)),
                                  .first = host,
                                  .last = host + random.below(machine.hosts - host),
                                  .begins = static_cast<double>(100U << random.below(16)),
                                  .lasts = static_cast<double>(1000U << random.below(20))});
    }
    return machine;
}

TEST(FaultyMachines, GiveARightAnswerOrSayWhatWentWrong) {
    const std::uint64_t seeds = test::sanitized ? 20 : 2000;
    const std::vector<Door> all = doors();
    std::uint64_t answers = 0;
    std::uint64_t messages = 0;
    for (std::uint64_t seed = 1; seed <= seeds && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Door& door = all[seed % all.size()];
        const Said said = run(faulty_machine(seed), door);
        EXPECT_TRUE(said.answer || !said.messages.empty()) << "status " << said.status;
        if (said.answer) {
            EXPECT_EQ(*said.answer, door.right);
        }
        EXPECT_EQ(said.status != 0, !said.messages.empty());
        EXPECT_LE(said.messages.size(), 1U) << said.messages.front();
        answers += said.answer ? 1U : 0U;
        messages += said.messages.size();
    }
    EXPECT_GT(answers, seeds / 10);
    EXPECT_GT(messages, seeds / 10);
}

SimulatedMachine with_dead_first_host(SimulatedMachine machine, double begins) {
    machine.faults = {{.kind = Fault::Kind::die, .first = 0, .last = 0, .begins = begins}};
    return machine;
}

TEST(FaultyMachines, WhoseHostsAreAllDeadSaySo) {
    SimulatedMachine machine = test::machine_of(1, 1, 10'000);
    machine.localities = 2;
    for (const Door& door : doors()) {
        const Said said = run(with_dead_first_host(machine, 1e5), door);
        EXPECT_FALSE(said.answer);
        EXPECT_EQ(said.status, 1);
        EXPECT_EQ(said.messages, std::vector<std::string>{"the program did not end: hosts of the simulated machine "
                                                          "have died (host0 after 0.0001 s)"});
    }
}

TEST(FaultyMachines, SayWhatWentWrongWhereTheFirstHostIsDead) {
    for (const Door& door : doors()) {
        const Said said = run(with_dead_first_host(test::machine_of(2, 1, 10'000), 1e4), door);
        EXPECT_FALSE(said.answer);
        EXPECT_EQ(said.status, 1);
        ASSERT_EQ(said.messages.size(), 1U);
        EXPECT_NE(said.messages[0].find("host0"), std::string::npos) << said.messages[0];
    }
}

}  // namespace
}  // namespace scrump::detail
