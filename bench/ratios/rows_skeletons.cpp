// What parallelism costs where there is none: each skeleton on one worker against the sequential one.

#include <fmt/format.h>

#include <array>

#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

struct Rival {
    const char* name;
    Skeleton skeleton;
    double may_cost;
};

// The last two make tasks whether or not anybody wants them.
std::array<Rival, 5> rivals() {
    return {{{"adaptive", Skeleton::adaptive(), 1.02},
             {"budget", Skeleton::budget(), 1.02},
             {"stack-stealing", Skeleton::stack_stealing(), 1.02},
             {"depth-bounded", Skeleton::depth_bounded(), 1.05},
             {"ordered", Skeleton::ordered(), 1.05}}};
}

Experiment one_worker(const Workload& workload) {
    Experiment experiment;
    experiment.variants.push_back({"sequential", [run = workload.run] { return run(on(1, Skeleton::sequential())); }});
    for (const Rival& rival : rivals()) {
        const std::size_t subject = experiment.variants.size();
        experiment.variants.push_back(
            {rival.name, [run = workload.run, skeleton = rival.skeleton] { return run(on(1, skeleton)); }});
        experiment.claims.push_back({.what = fmt::format("{}: {} / sequential", workload.name, rival.name),
                                     .subject = subject,
                                     .target = Target::at_most(rival.may_cost)});
        if (!workload.optimises) continue;
        experiment.claims.push_back({.what = fmt::format("{}: {} / sequential, time a node", workload.name, rival.name),
                                     .metric = Metric::seconds_per_unit,
                                     .subject = subject,
                                     .target = Target::at_most(rival.may_cost)});
    }
    return experiment;
}

}  // namespace

void add_skeletons(Experiments& all) {
    for (const NamedWorkload& workload : workloads()) {
        all.push_back({"skeletons-" + workload.name, "each skeleton on 1 worker against sequential",
                       [make = workload.make](const Settings& settings) { return one_worker(make(settings)); }});
    }
}

}  // namespace scrump::bench
