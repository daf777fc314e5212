#include "experiment.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/error.hpp>
#include <scrump/simulation.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "partition_controller.hpp"

namespace scrump::heat {
namespace {

Dataflow::Work work_on(const Settings& settings, Ring* ring, Session* session) {
    return {.points = settings.points,
            .order = settings.order,
            .ring = ring,
            .node = settings.node,
            .session = session,
            .hardware_counters = settings.hardware_counters};
}

Outcome run_fixed(const Settings& settings, const Dataflow::Work& work) {
    Dataflow flow(work, settings.workers, [](const EpochCost&) { return Epoch{}; });
    return {settings.partition, flow.run({settings.partition, settings.steps})};
}

// Of the second level, which is a core's own on most machines; the system may not know.
std::size_t cache_size() {
    static constexpr std::size_t usual = std::size_t{1} << 20;
#ifdef _SC_LEVEL2_CACHE_SIZE
    const long bytes = ::sysconf(_SC_LEVEL2_CACHE_SIZE);
    if (bytes > 0) return static_cast<std::size_t>(bytes);
#endif
    return usual;
}

void rehearse(PartitionController& controller, const Settings& settings, const Dataflow::Work& run) {
    const unsigned rehearsals = controller.rehearsals();
    if (rehearsals == 0) return;
    detail::GrainCost least{.management = 1};
    for (unsigned times = 0; times < rehearsals; ++times) {
        Ring ring(run.ring != nullptr ? controller.rehearsal_points() : 1);
        Dataflow::Work work = run;
        work.points = controller.rehearsal_points();
        if (run.ring != nullptr) work.ring = &ring;
        Dataflow flow(work, settings.workers, [&](const EpochCost& cost) {
            least.management = std::min(least.management, cost.shares.management);
            return Epoch{};
        });
        flow.run(controller.rehearsal());
    }
    controller.learn_rehearsal(least);
}

Outcome run_adaptive(const Settings& settings, const Dataflow::Work& work) {
    PartitionController controller({.points = settings.points,
                                    .workers = settings.workers,
                                    .steps = settings.steps,
                                    .first = settings.partition,
                                    .cache = settings.node != nullptr ? settings.node->cache : cache_size()});
    Outcome outcome;
    const Clock::time_point began = Clock::now();
    rehearse(controller, settings, work);
    const std::chrono::duration<double> rehearsed = Clock::now() - began;
    Dataflow flow(work, settings.workers, [&](const EpochCost& cost) {
        outcome.partition = controller.epoch().partition;
        controller.learn(cost);
        return controller.epoch();
    });
    outcome.times = flow.run(controller.epoch());
    outcome.times.seconds += rehearsed.count();
    return outcome;
}

Outcome run_twin(const Settings& settings, Ring& ring) {
    const auto began = std::chrono::steady_clock::now();
    run_sequentially(ring, settings.steps);
    Outcome outcome{.partition = settings.points, .times = {}};
    outcome.times.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return outcome;
}

}  // namespace

std::string_view name(Mode mode) {
    static constexpr std::string_view names[] = {"fixed", "adaptive", "sequential"};
    return names[static_cast<std::size_t>(mode)];
}

Outcome carry_out(const Settings& settings, Ring& ring) {
    switch (settings.mode) {
        case Mode::fixed:
            return run_fixed(settings, work_on(settings, &ring, nullptr));
        case Mode::adaptive:
            return run_adaptive(settings, work_on(settings, &ring, nullptr));
        case Mode::sequential:
            return run_twin(settings, ring);
    }
    throw Error("no such mode");
}

Outcome simulate(const Settings& settings) {
    const SimulatedNode& node = *settings.node;
    if (settings.workers > node.cores)
        throw UsageError(fmt::format("--workers {}: a {} has {} cores", settings.workers, node.name, node.cores));
    SimulatedMachine machine;
    machine.workers = settings.workers;
    machine.cores = node.cores;
    machine.costs.node = 1;  // so that tasks are told in nanoseconds
    // Tasks of a few points are over sooner than that, and those of millions need not be looked at as often.
    machine.step = std::clamp(static_cast<double>(settings.partition) * node.point_ns / 8, 500.0, 20'000.0);
    Outcome outcome;
    const Simulation done = scrump::simulate(machine, [&](Session& session) {
        const Dataflow::Work work = work_on(settings, nullptr, &session);
        outcome = settings.mode == Mode::adaptive ? run_adaptive(settings, work) : run_fixed(settings, work);
        return 0;
    });
    if (done.status() != 0) throw Error("the simulation has failed");
    return outcome;
}

double task_duration_alone(const Settings& settings) {
    static constexpr std::uint64_t few = 5;
    Settings alone = settings;
    alone.mode = Mode::fixed;
    alone.workers = 1;
    alone.steps = std::min(settings.steps, std::max(few, settings.steps / 10));
    if (alone.node != nullptr) return task_duration(simulate(alone).times.activity);
    Ring ring(alone.points);
    return task_duration(carry_out(alone, ring).times.activity);
}

void check(const Settings& settings, const Ring& ring) {
    Ring twin(settings.points);
    run_sequentially(twin, settings.steps);
    const auto expected = std::as_const(twin).at(settings.steps);
    const auto found = ring.at(settings.steps);
    const auto [wrong, right] = std::mismatch(found.begin(), found.end(), expected.begin());
    if (wrong == found.end()) return;
    throw Error(fmt::format("point {} is {:a} after {} steps, by the sequential twin {:a}", wrong - found.begin(),
                            *wrong, settings.steps, *right));
}

}  // namespace scrump::heat
