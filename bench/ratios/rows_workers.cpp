// What a second worker brings. A search for a best node may visit fewer or more nodes with two workers than with one,
// so what is compared is nodes a second; for a full enumeration that is the same as time.

#include <scrump/base/detail/processing_units.hpp>

#include <fmt/format.h>

#include <utility>

#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

void add_pair(Experiment& experiment, const Workload& workload, const std::string& name, const Skeleton& skeleton,
              std::optional<Target> target) {
    const std::size_t base = experiment.variants.size();
    for (const unsigned workers : {1U, 2U}) {
        experiment.variants.push_back({fmt::format("{} on {}", name, workers),
                                       [run = workload.run, skeleton, workers] { return run(on(workers, skeleton)); }});
    }
    experiment.claims.push_back({.what = fmt::format("{}: 2 workers / 1, {}", workload.name, name),
                                 .metric = Metric::units_per_second,
                                 .subject = base + 1,
                                 .base = base,
                                 .target = target});
}

void require_two_cores() {
    if (detail::processing_units().size() < 2) throw Skipped("needs two cores");
}

Experiment adaptive(const Workload& workload) {
    require_two_cores();
    Experiment experiment;
    add_pair(experiment, workload, "adaptive", Skeleton::adaptive(), Target::at_least(1.95));
    return experiment;
}

Experiment others(const Workload& workload) {
    require_two_cores();
    Experiment experiment;
    const std::pair<const char*, Skeleton> skeletons[] = {{"budget", Skeleton::budget()},
                                                          {"stack-stealing", Skeleton::stack_stealing()},
                                                          {"depth-bounded", Skeleton::depth_bounded()},
                                                          {"ordered", Skeleton::ordered()}};
    for (const auto& [name, skeleton] : skeletons) add_pair(experiment, workload, name, skeleton, std::nullopt);
    return experiment;
}

}  // namespace

void add_workers(Experiments& all) {
    for (const NamedWorkload& workload : workloads()) {
        all.push_back({"workers-" + workload.name, "2 workers against 1",
                       [make = workload.make](const Settings& settings) { return adaptive(make(settings)); }});
    }
    for (const NamedWorkload& workload : workloads()) {
        all.push_back({"others-" + workload.name, "2 workers against 1 under the other skeletons",
                       [make = workload.make](const Settings& settings) { return others(make(settings)); }});
    }
}

}  // namespace scrump::bench
