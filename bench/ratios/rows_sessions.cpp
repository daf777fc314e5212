// What it costs to start a search: again and again the same tiny one, in a session, which keeps its workers, and
// without one.

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/options.hpp>

#include <fmt/format.h>

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
                          .subject = 1}};
    return experiment;
}

}  // namespace

void add_sessions(Experiments& all) {
    for (const unsigned workers : {1U, 2U}) {
        all.push_back({fmt::format("session-starts-{}", workers), "what it costs to start a search",
                       [workers](const Settings& settings) { return starts(settings, workers); }});
    }
}

}  // namespace scrump::bench
