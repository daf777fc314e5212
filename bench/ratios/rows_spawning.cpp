// What the parts of fork and join cost: a spawn that nobody steals, a steal between busy workers, and a session with
// nothing to do.

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/metrics/histogram.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/tasks.hpp>

#include <fmt/format.h>
#include <time.h>

#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "measure.hpp"
#include "rows.hpp"

namespace scrump::bench {
namespace {

// So little that what it costs to get here is all that is measured.
[[gnu::noinline]] std::uint64_t add_one(std::uint64_t number) {
    return number + 1;
}

std::uint64_t call_often(Fork fork, std::uint64_t times) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < times; ++i) sum += fork.call<add_one>(i);
    return sum;
}

std::uint64_t spawn_often(Fork fork, std::uint64_t times) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < times; ++i) {
        auto task = fork.spawn<add_one>(i);
        sum += fork.sync(task);
    }
    return sum;
}

template <auto work>
Sample on_one_worker(std::uint64_t times) {
    Sample sample = timed([&] {
        const auto result = run_tasks<work>({.workers = 1}, times);
        return Sample{.answer = std::to_string(result.value.value())};
    });
    sample.units = static_cast<double>(times);
    return sample;
}

Experiment spawns(const Settings& settings) {
    const std::uint64_t times = settings.quick ? 1'000'000 : 200'000'000;
    Experiment experiment{.unit = "calls"};
    experiment.variants = {{"called", [times] { return on_one_worker<call_often>(times); }},
                           {"spawned", [times] { return on_one_worker<spawn_often>(times); }}};
    experiment.claims = {{.what = "a spawn and sync that nobody steals, less a call",
                          .metric = Metric::seconds_per_unit,
                          .comparison = Comparison::difference,
                          .subject = 1,
                          .base = 0,
                          .target = Target::at_most(1e-9)}};
    return experiment;
}

std::uint64_t fib(Fork fork, unsigned n) {
    if (n < 2) return n;
    auto first = fork.spawn<fib>(n - 1);
    const std::uint64_t second = fork.call<fib>(n - 2);
    return fork.sync(first) + second;
}

// Tasks of some 20 µs each, of which there are always more until the end: one worker spawns them all, the other has
// nothing but what it steals, one by one.
std::uint64_t fib_again_and_again(Fork fork, unsigned times) {
    std::vector<decltype(fork.spawn<fib>(0U))> tasks;
    tasks.reserve(times);
    for (unsigned i = 0; i < times; ++i) tasks.push_back(fork.spawn<fib>(20U));
    std::uint64_t sum = 0;
    for (; !tasks.empty(); tasks.pop_back()) sum += fork.sync(tasks.back());
    return sum;
}

double seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

Sample steal_often(unsigned times) {
    LatencyHistogram latency;
    Sample sample = timed([&] {
        const auto result = run_tasks<fib_again_and_again>({.workers = 2}, times);
        latency = result.statistics.localities.at(0).steal_latency;
        return Sample{.answer = std::to_string(result.value.value())};
    });
    sample.units = static_cast<double>(latency.count());
    sample.more["steal_median"] = seconds(latency.percentile(50));
    sample.more["steal_p99"] = seconds(latency.percentile(99));
    return sample;
}

Experiment steals(const Settings& settings) {
    if (detail::processing_units().size() < 2) throw Skipped("needs two cores");
    const unsigned times = settings.quick ? 1000 : 40'000;
    Experiment experiment{.unit = "steals"};
    experiment.variants = {{"2 workers", [times] { return steal_often(times); }}};
    experiment.claims = {{.what = "a steal in process, both workers busy: median",
                          .metric = Metric::named("steal_median", Quantity::seconds),
                          .comparison = Comparison::alone,
                          .target = Target::at_most(1e-6)},
                         {.what = "a steal in process, both workers busy: 99th percentile",
                          .metric = Metric::named("steal_p99", Quantity::seconds),
                          .comparison = Comparison::alone},
                         {.what = "a steal in process, both workers busy: how many in a second",
                          .metric = Metric::units_per_second,
                          .comparison = Comparison::alone}};
    return experiment;
}

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Seconds are those of all processors together, units those that went by.
Sample wait_beside(Session& session, std::chrono::milliseconds time) {
    const auto result = run_tasks<fib>({.workers = 2, .session = &session}, 25U);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));  // workers look about for a while before they sleep
    const double before = processor_seconds();
    Sample sample = timed([&] {
        std::this_thread::sleep_for(time);
        return Sample{.answer = std::to_string(result.value.value())};
    });
    sample.units = sample.seconds;
    sample.seconds = processor_seconds() - before;
    return sample;
}

Experiment idling(const Settings& settings) {
    const std::chrono::milliseconds time(settings.quick ? 20 : 1000);
    Experiment experiment{.unit = "seconds"};
    experiment.variants = {{"idle", [time] {
                                Session session;
                                return wait_beside(session, time);
                            }}};
    experiment.claims = {{.what = "an idle session with 2 workers: processor time a second",
                          .metric = Metric::seconds_per_unit,
                          .comparison = Comparison::alone,
                          .target = Target::at_most(100e-6)}};
    return experiment;
}

}  // namespace

void add_spawning(Experiments& all) {
    all.push_back({"tasks-spawn", "a task that nobody steals against a call", spawns});
    all.push_back({"tasks-steal", "how long a steal takes between busy workers", steals});
    all.push_back({"tasks-idle", "what a session costs that has nothing to do", idling});
}

}  // namespace scrump::bench
