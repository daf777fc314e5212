// What the framework costs: the sequential skeleton against the same search, with the same kernels, written by hand.

#include <twins/queens.hpp>
#include <twins/semigroups.hpp>
#include <twins/uts.hpp>

#include <fmt/format.h>

#include <utility>

#include "measure.hpp"
#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

constexpr double framework_may_cost = 1.05;

template <class ByHand>
Experiment against_twin(Workload workload, ByHand by_hand) {
    Experiment experiment;
    const std::string name = workload.name;
    experiment.variants = {
        {"by hand", [by_hand] { return timed([&] { return sample_of(by_hand()); }); }},
        {"sequential", [run = std::move(workload.run)] { return run(on(1, Skeleton::sequential())); }},
    };
    experiment.claims = {{.what = fmt::format("{}: sequential / by hand", name),
                          .subject = 1,
                          .base = 0,
                          .target = Target::at_most(framework_may_cost)}};
    return experiment;
}

Experiment semigroups_twin(const Settings& settings) {
    const unsigned genus = semigroups_genus(settings);
    Experiment experiment =
        against_twin(semigroups_workload(genus), [genus] { return twins::count_semigroups_by_hand(genus); });
    experiment.claims.push_back({.what = fmt::format("semigroups {}: sequential", genus),
                                 .comparison = Comparison::alone,
                                 .subject = 1,
                                 .target = Target::at_most(1.2)});
    return experiment;
}

Experiment queens_twin(const Settings& settings) {
    const unsigned size = queens_size(settings);
    return against_twin(queens_workload(size), [size] { return twins::count_queens_by_hand(size); });
}

Experiment uts_twin(const Settings& settings) {
    const uts::NamedTree& tree = uts_tree(settings);
    return against_twin(uts_workload(tree), [tree = tree.tree] { return twins::measure_uts_in_batches(tree); });
}

}  // namespace

void add_twins(Experiments& all) {
    all.push_back({"twin-semigroups", "sequential against a hand-written search", semigroups_twin});
    all.push_back({"twin-queens", "sequential against a hand-written search", queens_twin});
    all.push_back({"twin-uts", "sequential against a hand-written search", uts_twin});
}

}  // namespace scrump::bench
