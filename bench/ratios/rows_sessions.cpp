// What it costs to start a search, in a session and without one, or a computation of tasks: again and again the same
// tiny one.

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/options.hpp>
#include <scrump/tasks.hpp>

#include <fmt/format.h>

#include "measure.hpp"
#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

Sample repeated(const Workload& workload, const SearchOptions& options, unsigned times) {
    Sample sum;
    for (unsigned time = 0; time < times; ++time) {
        const Sample one = workload.run(options);
        sum.seconds += one.seconds;
        sum.answer = one.answer;
    }
    sum.units = times;
    return sum;
}

Experiment starts(const Settings& settings, unsigned workers) {
    if (detail::processing_units().size() < workers) throw Skipped("needs two cores");
    const Workload tiny = queens_workload(3);
    const unsigned times = settings.quick ? 10 : 2000;
    const SearchOptions alone = on(workers, Skeleton::adaptive());
    Experiment experiment{.unit = "searches"};
    experiment.variants = {{"in a session",
                            [=] {
                                Session session;
                                SearchOptions kept = alone;
                                kept.session = &session;
                                tiny.run(kept);  // starts the workers
                                return repeated(tiny, kept, times);
                            }},
                           {"without a session", [=] { return repeated(tiny, alone, times); }}};
    const std::string what = fmt::format("{}, {} worker{}", tiny.name, workers, workers == 1 ? "" : "s");
    experiment.claims = {{.what = what + ": a search in a session that goes on",
                          .metric = Metric::seconds_per_unit,
                          .comparison = Comparison::alone,
                          .subject = 0,
                          .target = Target::at_most(50e-6)},
                         {.what = what + ": a search without a session",
                          .metric = Metric::seconds_per_unit,
                          .comparison = Comparison::alone,
                          .subject = 1,
                          .target = Target::at_most(5e-6)}};
    return experiment;
}

std::uint64_t chain(Fork fork, unsigned length) {
    if (length == 0) return 0;
    auto rest = fork.spawn<chain>(length - 1);
    return 1 + fork.sync(rest);
}

Experiment tasks_starts(const Settings& settings, unsigned workers) {
    if (detail::processing_units().size() < workers) throw Skipped("needs two cores");
    const unsigned times = settings.quick ? 10 : 2000;
    Experiment experiment{.unit = "computations"};
    experiment.variants = {{"without a session", [=] {
                                std::uint64_t sum = 0;
                                Sample sample = timed([&] {
                                    for (unsigned time = 0; time < times; ++time)
                                        sum += run_tasks<chain>({.workers = workers}, 10U).value.value();
                                    return Sample{.answer = std::to_string(sum)};
                                });
                                sample.units = times;
                                return sample;
                            }}};
    experiment.claims = {{.what = fmt::format("10 tasks, {} worker{}: a computation without a session", workers,
                                              workers == 1 ? "" : "s"),
                          .metric = Metric::seconds_per_unit,
                          .comparison = Comparison::alone,
                          .target = Target::at_most(5e-6)}};
    return experiment;
}

}  // namespace

void add_sessions(Experiments& all) {
    for (const unsigned workers : {1U, 2U}) {
        all.push_back({fmt::format("session-starts-{}", workers), "what it costs to start a search",
                       [workers](const Settings& settings) { return starts(settings, workers); }});
        all.push_back({fmt::format("task-starts-{}", workers), "what it costs to start a computation of tasks",
                       [workers](const Settings& settings) { return tasks_starts(settings, workers); }});
    }
}

}  // namespace scrump::bench
