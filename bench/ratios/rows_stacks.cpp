// Steal stacks: what a second worker brings to the counting of unbalanced trees under each protocol. More of it, with
// chunk sizes, states and processes, is in lab/uts/run.

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/problems/uts/tree.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>

#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

Experiment against_one(const Workload& workload) {
    if (detail::processing_units().size() < 2) throw Skipped("needs two cores");
    Experiment experiment;
    experiment.variants.push_back({"sequential", [run = workload.run] { return run(on(1, Skeleton::sequential())); }});
    const auto add = [&](const StealProtocol& protocol, unsigned workers) {
        const Skeleton skeleton = Skeleton::steal_stack(protocol);
        experiment.variants.push_back({fmt::format("{} on {}", protocol.name(), workers),
                                       [run = workload.run, skeleton, workers] { return run(on(workers, skeleton)); }});
        return experiment.variants.size() - 1;
    };
    for (std::size_t kind = 0; kind < StealProtocol::names.size(); ++kind) {
        const StealProtocol protocol{.kind = static_cast<StealProtocol::Kind>(kind)};
        const std::size_t one = add(protocol, 1);
        const std::size_t two = add(protocol, 2);
        const bool best = protocol.kind == StealProtocol::Kind::distributed_memory;
        experiment.claims.push_back({.what = fmt::format("{}: {} on 1 / sequential", workload.name, protocol.name()),
                                     .subject = one,
                                     .base = 0});
        experiment.claims.push_back({.what = fmt::format("{}: 2 workers / 1, {}", workload.name, protocol.name()),
                                     .metric = Metric::units_per_second,
                                     .subject = two,
                                     .base = one,
                                     .target = best ? std::optional(Target::at_least(1.95)) : std::nullopt});
    }
    return experiment;
}

}  // namespace

void add_stacks(Experiments& all) {
    for (const char* tree : {"T1L", "T2L", "T3L"}) {
        all.push_back({fmt::format("stacks-{}", tree), "2 workers against 1 under the protocols of steal stacks",
                       [tree](const Settings& settings) {
                           std::string name = tree;
                           if (settings.quick) name.pop_back();
                           return against_one(uts_workload(uts::named_tree(name)));
                       }});
    }
}

}  // namespace scrump::bench
