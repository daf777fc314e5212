#include "experiment.hpp"

#include <scrump/base/error.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "partition_controller.hpp"

namespace scrump::heat {
namespace {

Outcome run_fixed(const Settings& settings, Ring& ring) {
    Dataflow flow(ring, settings.workers, settings.order, [](const EpochCost&) { return Epoch{}; });
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

void rehearse(PartitionController& controller, const Settings& settings) {
    const unsigned rehearsals = controller.rehearsals();
    if (rehearsals == 0) return;
    detail::GrainCost least{.management = 1};
    for (unsigned times = 0; times < rehearsals; ++times) {
        Ring ring(controller.rehearsal_points());
        Dataflow flow(ring, settings.workers, settings.order, [&](const EpochCost& cost) {
            least.management = std::min(least.management, cost.shares.management);
            return Epoch{};
        });
        flow.run(controller.rehearsal());
    }
    controller.learn_rehearsal(least);
}

Outcome run_adaptive(const Settings& settings, Ring& ring) {
    PartitionController controller({.points = settings.points,
                                    .workers = settings.workers,
                                    .steps = settings.steps,
                                    .first = settings.partition,
                                    .cache = cache_size()});
    Outcome outcome;
    const auto began = std::chrono::steady_clock::now();
    rehearse(controller, settings);
    const std::chrono::duration<double> rehearsed = std::chrono::steady_clock::now() - began;
    Dataflow flow(ring, settings.workers, settings.order, [&](const EpochCost& cost) {
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
            return run_fixed(settings, ring);
        case Mode::adaptive:
            return run_adaptive(settings, ring);
        case Mode::sequential:
            return run_twin(settings, ring);
    }
    throw Error("no such mode");
}

double task_duration_alone(const Settings& settings) {
    static constexpr std::uint64_t few = 5;
    Settings alone = settings;
    alone.mode = Mode::fixed;
    alone.workers = 1;
    alone.steps = std::min(settings.steps, std::max(few, settings.steps / 10));
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
