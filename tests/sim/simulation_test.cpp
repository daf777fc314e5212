// Whole programs on simulated machines: the real runtime, with every skeleton, policy and protocol.

#include "search/known_tree.hpp"
#include "search/problems.hpp"
#include "sim/machines.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::RandomTree;
using test::TreeGenerator;

const RandomTree tree{.root_children = 200, .most_children = 4, .depth = 14, .seed = 3};

std::uint64_t all_nodes() {
    std::uint64_t all = 0;
    tree.walk(tree.root(), [&](const RandomTree::Node&) { ++all; });
    return all;
}

SimulatedMachine machine_of(unsigned hosts, unsigned workers) {
    return test::machine_of(hosts, workers, 100);
}

// Of whose nodes some take longer than others: each as long as nine more for each of its children.
class CostlyGenerator : public TreeGenerator<false> {
  public:
    CostlyGenerator(const Space& space, const Node& parent) : TreeGenerator(space, parent) {
        add_simulated_work(9 * space.children(parent));
    }
};

// What the first process counted, and how long it took.
struct Counted {
    EnumerationResult<std::uint64_t> result;
    Simulation simulation;
};

template <class Generator = TreeGenerator<false>>
Counted count(const SimulatedMachine& machine, SearchOptions options = {}) {
    std::optional<EnumerationResult<std::uint64_t>> counted;
    const Simulation done = simulate(machine, [&](Session& session) {
        options.session = &session;
        auto result = enumerate<Generator>(tree, tree.root(), CountNodes{}, options);
        if (session.first()) counted = std::move(result);
        return 0;
    });
    EXPECT_EQ(done.status(), 0);
    return {std::move(*counted), done};
}

std::uint64_t tasks_moved(const Statistics& statistics) {
    std::uint64_t moved = 0;
    for (const LocalityStatistics& each : statistics.localities) moved += each.traffic.tasks_received;
    return moved;
}

TEST(Simulation, HasTheProcessorsOfItsMachine) {
    SimulatedMachine machine = machine_of(2, 3);
    machine.cores = 7;
    const Simulation done =
        simulate(machine, [](Session&) { return static_cast<int>(Platform::current().processors()); });
    EXPECT_EQ(done.status(), 7);
}

// Cores that workers do not have are left to what serves, as on a machine whose owner leaves one of sixteen.
TEST(Simulation, HasTheWorkersOfItsMachineWhateverItsCores) {
    struct Case {
        unsigned localities, workers, cores;
    };
    for (const auto& [localities, workers, cores] : {Case{1, 15, 16}, {1, 1, 16}, {2, 3, 8}, {1, 4, 2}}) {
        SimulatedMachine machine = machine_of(2, workers);
        machine.localities = localities;
        machine.cores = cores;
        const Counted counted = count(machine);
        ASSERT_EQ(counted.result.statistics.localities.size(), std::size_t{2} * localities);
        for (const LocalityStatistics& each : counted.result.statistics.localities)
            EXPECT_EQ(each.workers.size(), workers) << cores << " cores";
    }
}

TEST(Simulation, TasksTakeTheirTime) {
    SimulatedMachine machine = machine_of(1, 1);
    const SearchOptions options{.skeleton = Skeleton::depth_bounded(1), .pin = false};
    const Counted quick = count(machine, options);
    machine.costs.task += 1e6;  // ns
    const Counted slow = count(machine, options);
    const auto tasks = static_cast<double>(slow.result.statistics.total.tasks);
    ASSERT_GE(tasks, 200);
    EXPECT_NEAR(slow.result.statistics.seconds - quick.result.statistics.seconds, tasks * 1e-3, tasks * 1e-5);
}

// What workers said last is not an interval old.
TEST(Simulation, ProgressIsOfItsMoment) {
    constexpr double node = 1e5;  // ns
    const SimulatedMachine machine = test::machine_of(1, 1, node);
    const double all = count(machine).result.statistics.seconds;
    std::vector<SearchProgress> told;
    SearchOptions options{.progress = [&](const SearchProgress& now) { told.push_back(now); }};
    options.progress_interval = std::chrono::milliseconds(static_cast<int>(all * 1e3 / 2.5));
    ASSERT_GE(options.progress_interval.count(), 100) << "many times what workers are looked at after";
    static_cast<void>(count(machine, options));
    ASSERT_EQ(told.size(), 2U);
    for (const SearchProgress& now : told)
        EXPECT_GT(static_cast<double>(now.counters.nodes), 0.8 * now.elapsed.count() / (node * 1e-9));
}

TEST(Simulation, RunsEverySkeletonWithEveryPolicy) {
    const std::uint64_t all = all_nodes();
    for (const Skeleton& skeleton : test::stealing_skeletons()) {
        for (const char* const policy : test::all_policies()) {
            const Counted counted =
                count(machine_of(3, 2), {.skeleton = skeleton, .policy = Policy::parse(policy), .pin = false});
            ASSERT_EQ(counted.result.status, Status::complete) << skeleton.describe() << ' ' << policy;
            ASSERT_EQ(counted.result.value, all) << skeleton.describe() << ' ' << policy;
            EXPECT_GT(tasks_moved(counted.result.statistics), 0U) << skeleton.describe() << ' ' << policy;
        }
    }
}

TEST(Simulation, RunsEveryProtocolOfStealStacks) {
    const std::uint64_t all = all_nodes();
    for (const Skeleton& skeleton : test::stack_skeletons(4)) {
        const Counted counted = count(machine_of(3, 2), {.skeleton = skeleton});
        ASSERT_EQ(counted.result.value, all) << skeleton.describe();
        EXPECT_GT(counted.result.statistics.total.steals_won, 0U) << skeleton.describe();
    }
}

// Notes which nodes are expanded, and how many of them could not be better than what is known.
struct Expanding {
    test::KnownTree known;
    mutable std::vector<std::uint64_t> labels{};
    mutable unsigned worthless = 0;
};
class NotingGenerator : public TreeGenerator<false> {
  public:
    using Space = Expanding;

    NotingGenerator(const Space& space, const Node& parent, std::int64_t to_beat)
        : TreeGenerator(space.known.tree, parent) {
        space.labels.push_back(parent.label);
        if (bound(space, parent) <= to_beat) ++space.worthless;
    }
    static std::int64_t objective(const Space&, const Node& node) { return RandomTree::value(node); }
    static std::int64_t bound(const Space& space, const Node& node) {
        return test::KnownGenerator::bound(space.known, node);
    }
};

// The other one is too far away to steal anything: the first draws, releases and takes back all by itself.
Expanding expand_alone(const Skeleton& skeleton, const test::KnownTree& known) {
    const Expanding space{known};
    SimulatedMachine far = machine_of(2, 1);
    far.between.latency = 1e9;
    simulate(far, [&](Session& session) {
        const auto best =
            maximise<NotingGenerator>(space, space.known.tree.root(), {.skeleton = skeleton, .session = &session});
        EXPECT_EQ(best.objective, space.known.optimum());
        if (session.first() && skeleton.protocol.kind != StealProtocol::Kind::message_passing) {
            EXPECT_GT(best.statistics.total.spawns, 0U);
        }
        return 0;
    });
    return space;
}

TEST(Simulation, StealStacksKeepHeuristicOrder) {
    // Everything promises much, so that nothing is pruned.
    const test::KnownTree all(tree, 5000);
    std::vector<std::uint64_t> preorder;
    tree.walk(tree.root(), [&](const RandomTree::Node& node) { preorder.push_back(node.label); });
    for (const Skeleton& skeleton : test::all_stack_skeletons())
        EXPECT_EQ(expand_alone(skeleton, all).labels, preorder) << skeleton.describe();
}

TEST(Simulation, StealStacksLeaveOutWhatHasBecomeWorthless) {
    const test::KnownTree exact(tree, 1);
    for (const Skeleton& skeleton : test::all_stack_skeletons()) {
        const Expanding expanded = expand_alone(skeleton, exact);
        EXPECT_EQ(expanded.worthless, 0U) << skeleton.describe();
        EXPECT_LT(expanded.labels.size(), all_nodes() / 2);
    }
}

// Who finds nobody has looked at all others long before it could have asked them one after the other.
TEST(Simulation, ThievesLookAtSeveralFarHostsAtOnce) {
    SimulatedMachine machine = machine_of(60, 1);
    machine.between.latency = 1e6;
    const Counted counted = count(machine, {.skeleton = Skeleton::steal_stack({})});
    EXPECT_EQ(counted.result.value, all_nodes());
    EXPECT_LT(counted.result.statistics.seconds, 59 * 2e-3);
}

TEST(Simulation, FindsWhatIsBest) {
    std::int64_t best = 0;
    tree.walk(tree.root(), [&](const RandomTree::Node& node) { best = std::max(best, RandomTree::value(node)); });
    const Simulation done = simulate(machine_of(4, 2), [&](Session& session) {
        const SearchOptions options{.session = &session};
        EXPECT_EQ(maximise<TreeGenerator<false>>(tree, tree.root(), options).objective, best);
        EXPECT_TRUE(decide<TreeGenerator<false>>(tree, tree.root(), best, options).node);
        EXPECT_FALSE(decide<TreeGenerator<false>>(tree, tree.root(), best + 1, options).node);
        return 0;
    });
    EXPECT_EQ(done.status(), 0);
    EXPECT_GT(done.messages, 0U);
}

TEST(Simulation, DoesTheSameEachTime) {
    SimulatedMachine machine = machine_of(4, 3);
    machine.delayed = 0.2;
    const Counted one = count(machine);
    const Counted other = count(machine);
    EXPECT_EQ(one.simulation.seconds, other.simulation.seconds);
    EXPECT_EQ(one.simulation.events, other.simulation.events);
    EXPECT_EQ(one.simulation.messages, other.simulation.messages);
    EXPECT_EQ(one.result.statistics.seconds, other.result.statistics.seconds);
    EXPECT_EQ(one.result.statistics.total.steals_won, other.result.statistics.total.steals_won);
    machine.seed = 2;
    EXPECT_NE(count(machine).simulation.events, one.simulation.events);
}

// A worker alone takes its nodes' time and little else; more of them less, and those of a slow machine longer.
TEST(Simulation, TakesTheTimeThatTheMachineTakes) {
    const double work = static_cast<double>(all_nodes()) * 100e-9;
    const double alone = count(machine_of(1, 1)).result.statistics.seconds;
    EXPECT_GT(alone, work);
    EXPECT_LT(alone, 1.05 * work);
    const double shared = count(machine_of(4, 4)).result.statistics.seconds;
    EXPECT_LT(shared, alone / 4);
    EXPECT_GT(shared, work / 16);
    SimulatedMachine slow = machine_of(1, 1);
    slow.speeds = {0.5};
    const double slowly = count(slow).result.statistics.seconds;
    EXPECT_GT(slowly, 1.98 * alone);
    EXPECT_LT(slowly, 2.02 * alone);
    SimulatedMachine far = machine_of(4, 4);
    far.between.latency = 1e6;
    EXPECT_GT(count(far).result.statistics.seconds, shared + 1e-3);
}

// Every node but the root is somebody's child.
TEST(Simulation, TakesTheTimeThatNodesSay) {
    const std::uint64_t all = all_nodes();
    const double work = static_cast<double>(all + 9 * (all - 1)) * 100e-9;
    for (const Skeleton& skeleton : {Skeleton::sequential(), Skeleton::adaptive(), Skeleton::steal_stack({})}) {
        const Counted alone = count<CostlyGenerator>(machine_of(1, 1), {.skeleton = skeleton});
        EXPECT_EQ(alone.result.value, all) << skeleton.describe();
        EXPECT_GT(alone.result.statistics.seconds, work) << skeleton.describe();
        EXPECT_LT(alone.result.statistics.seconds, 1.05 * work) << skeleton.describe();
    }
    const Counted shared = count<CostlyGenerator>(machine_of(4, 2));
    EXPECT_EQ(shared.result.value, all);
    EXPECT_LT(shared.result.statistics.seconds, work / 4);
}

TEST(Simulation, StopsInItsOwnTime) {
    SimulatedMachine machine = machine_of(2, 2);
    machine.costs.node = 1e6;
    const Counted counted = count(machine, {.time_limit = std::chrono::seconds(1)});
    EXPECT_EQ(counted.result.status, Status::time_limit);
    EXPECT_GE(counted.result.statistics.seconds, 1);
    EXPECT_LT(counted.result.statistics.seconds, 1.2);
    EXPECT_LT(counted.result.value, all_nodes());
}

TEST(Simulation, EndsAllWhereOneFails) {
    std::vector<std::string> shown;
    const Simulation done = simulate(
        machine_of(3, 1),
        [&](Session& session) -> int {
            if (session.self() == 2) throw Error("there is no more paper");
            enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, {.session = &session});
            return 0;
        },
        [&](const std::exception& error, bool is_reporter) {
            if (is_reporter) shown.emplace_back(error.what());
            return 1;
        });
    EXPECT_EQ(done.statuses, (std::vector<int>{1, 1, 1}));
    EXPECT_EQ(shown, std::vector<std::string>{"rank 2 on host2: there is no more paper"});
}

TEST(Simulation, GoesOnAfterHostsStoodStillOrWereCutOff) {
    const std::uint64_t all = all_nodes();
    const double undisturbed = count(machine_of(3, 2)).result.statistics.seconds;
    for (const auto kind : {SimulatedMachine::Fault::Kind::stall, SimulatedMachine::Fault::Kind::part}) {
        SimulatedMachine machine = machine_of(3, 2);
        machine.faults = {{.kind = kind, .first = 1, .last = 1, .begins = 200e3, .lasts = 50e6}};
        const Counted counted = count(machine);
        EXPECT_EQ(counted.result.value, all);
        EXPECT_GT(counted.result.statistics.seconds, undisturbed + 0.04);
    }
}

TEST(Simulation, NoticesADeadHost) {
    SimulatedMachine machine = machine_of(3, 2);
    machine.costs.node = 10'000;
    machine.faults = {{.kind = SimulatedMachine::Fault::Kind::die, .first = 2, .last = 2, .begins = 1e6, .lasts = 0}};
    std::vector<std::string> shown;
    const Simulation done = simulate(
        machine,
        [&](Session& session) {
            enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{},
                                            {.session = &session, .dead_after = std::chrono::milliseconds(100)});
            return 0;
        },
        [&](const std::exception& error, bool is_reporter) {
            if (is_reporter) shown.emplace_back(error.what());
            return 1;
        });
    EXPECT_EQ(done.statuses[0], 1);
    EXPECT_EQ(done.statuses[1], 1);
    EXPECT_EQ(shown, std::vector<std::string>{"locality 2 (rank 2 on host2) has not answered for 0.1 s"});
    EXPECT_LT(done.seconds, 1);
}

TEST(Simulation, SaysThatNothingCanHappenAnyMore) {
    try {
        simulate(machine_of(2, 1), [](Session& session) {
            if (session.first()) return 0;
            EventCount never;
            never.wait(never.prepare_wait());
            return 0;
        });
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("nothing is left to happen"), std::string::npos);
    }
}

TEST(Simulation, SaysThatItIsEndless) {
    SimulatedMachine machine = machine_of(1, 1);
    machine.longest = 1e6;
    try {
        simulate(machine, [](Session&) {
            for (;;) Platform::current().yield();
            return 0;
        });
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("is not done"), std::string::npos);
    }
}

TEST(Simulation, HasNoHardwareCounters) {
    std::string said;
    const Simulation done = simulate(
        machine_of(2, 2),
        [](Session& session) {
            SearchOptions options{.session = &session, .hardware_counters = true};
            enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
            return 0;
        },
        [&](const std::exception& error, bool is_reporter) {
            if (is_reporter) said = error.what();
            return dynamic_cast<const UsageError*>(&error) != nullptr ? 2 : 1;
        });
    EXPECT_EQ(done.status(), 2);
    EXPECT_EQ(said, "hardware counters: a simulated machine has none; leave them out");
}

}  // namespace
}  // namespace scrump::detail
