// Seconds and nodes of the sequential search for well-known maximum clique instances, ordering and local search
// included.

#include <scrump/problems/graph/dimacs.hpp>

#include <fmt/format.h>

#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

struct Instance {
    const char* name;
    double seconds;
};

// Targets of a prototype on one core of a Zen 4 machine.
constexpr Instance instances[] = {{"brock400_4", 8}, {"p_hat300-3", 0.12}, {"gen200_p0.9_55", 0.03},
                                  {"C125.9", 0.02},  {"brock200_1", 0.10}, {"MANN_a27", 0.06}};

Experiment absolute(const Settings& settings, const Instance& instance) {
    if (settings.quick && instance.seconds > 1) throw Skipped("takes seconds, left out of a quick run");
    const Workload workload =
        clique_workload(instance.name, graph::read_dimacs_file(graph_file(settings, instance.name).string()));
    Experiment experiment;
    experiment.variants = {{"sequential", [run = workload.run] { return run(on(1, Skeleton::sequential())); }}};
    experiment.claims = {
        {.what = fmt::format("{}: sequential", instance.name),
         .comparison = Comparison::alone,
         .target = Target::at_most(instance.seconds)},
        {.what = fmt::format("{}: nodes", instance.name), .metric = Metric::units, .comparison = Comparison::alone}};
    return experiment;
}

}  // namespace

void add_cliques(Experiments& all) {
    for (const Instance& instance : instances) {
        all.push_back({fmt::format("clique-{}", instance.name), "seconds to a proved maximum clique",
                       [&instance](const Settings& settings) { return absolute(settings, instance); }});
    }
}

}  // namespace scrump::bench
