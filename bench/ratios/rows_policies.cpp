// Victim selections: what the performance-driven one costs where it cannot help, what it sends, and how it and the
// others do where localities have to steal.

#include <scrump/stealing/policy.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>

#include "launch.hpp"
#include "rows.hpp"
#include "slowed.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

constexpr const char* performance_driven = "performance-driven";
constexpr const char* monitored = "performance-driven:always";  // with one locality, too
constexpr const char* sticky_random = "sticky-random";

// A search with the skeleton that the paper gives it (section 4.1).
struct Subject {
    Search search;
    std::string skeleton;
};

Subject semigroups(unsigned genus) {
    return {semigroups_search(genus), "budget"};
}

Subject cliques(const Settings& settings) {
    return {clique_search(settings), "depth-bounded:depth=2"};
}

Arguments one_worker(const Settings& settings, const Subject& subject, const std::string& policy) {
    return scrump_command(settings, subject.search.arguments + Arguments{"--workers", "1", "--skeleton",
                                                                         subject.skeleton, "--policy", policy});
}

Metric steals_by(const char* which) {
    return Metric::named(which, Quantity::count);
}

Experiment cost(const Settings& settings) {
    const Workload workload = semigroups_workload(semigroups_genus(settings));  // its samples have refreshes
    Experiment experiment;
    for (const auto& [name, skeleton] :
         {std::pair("budget", Skeleton::budget()), std::pair("adaptive", Skeleton::adaptive())}) {
        const std::size_t base = experiment.variants.size();
        for (const char* policy : {monitored, sticky_random}) {
            SearchOptions options = on(1, skeleton);
            options.policy = Policy::parse(policy);
            experiment.variants.push_back(
                {fmt::format("{}, {}", name, policy), [run = workload.run, options] { return run(options); }});
        }
        const std::string what = fmt::format("{}, {}, 1 worker: ", workload.name, name);
        experiment.claims.push_back({.what = fmt::format("{}{} / {}", what, monitored, sticky_random),
                                     .subject = base,
                                     .base = base + 1,
                                     .target = Target::at_most(1.01)});
        // Without them there is nothing that the ratio could be the cost of.
        experiment.claims.push_back({.what = what + "refreshes",
                                     .metric = Metric::named("refreshes", Quantity::count),
                                     .comparison = Comparison::alone,
                                     .subject = base,
                                     .target = Target::at_least(1)});
    }
    experiment.least_rounds = settings.quick ? 3 : 21;
    return experiment;
}

// All localities are treated as if each had a host of its own, so that summaries are asked for in messages.
Experiment monitor(const Settings& settings) {
    const Subject subject = semigroups(settings.quick ? 30 : 40);
    Experiment experiment;
    for (const unsigned localities : {2U, 8U, 32U}) {
        Launch launched = launch(settings, localities, one_worker(settings, subject, performance_driven));
        launched.environment.emplace("SCRUMP_NET", "messages");
        const std::string what = fmt::format("{}, {} localities: monitor's messages", subject.search.name, localities);
        const std::size_t variant = experiment.variants.size();
        experiment.variants.push_back(
            {fmt::format("{} localities", localities), [launched] { return run_search(launched); }});
        experiment.claims.push_back({.what = what,
                                     .metric = Metric::named("monitor_messages_per_second", Quantity::per_second),
                                     .comparison = Comparison::alone,
                                     .subject = variant});
        experiment.claims.push_back({.what = what + ", each",
                                     .metric = Metric::named("monitor_messages_per_second_each", Quantity::per_second),
                                     .comparison = Comparison::alone,
                                     .subject = variant});
    }
    return experiment;
}

void add_counts(Experiment& experiment, const std::string& what, std::size_t variant) {
    for (const auto& [name, metric] :
         {std::pair("steals tried", "steals_tried"), std::pair("steals won", "steals_won")}) {
        experiment.claims.push_back({.what = fmt::format("{}: {}", what, name),
                                     .metric = steals_by(metric),
                                     .comparison = Comparison::alone,
                                     .subject = variant});
    }
}

Experiment side_by_side(const Settings& settings, const Subject& subject) {
    constexpr std::array policies = {"random",
                                     "sticky-random",
                                     "round-robin",
                                     "hierarchical",
                                     "locality-aware",
                                     "naive-locality-aware",
                                     "performance-driven",
                                     "performance-driven:tuned",
                                     "performance-driven:ordered"};
    Experiment experiment;
    for (const char* policy : policies) {
        const std::size_t variant = experiment.variants.size();
        const std::string what = fmt::format("{}, 3 localities, {}", subject.search.name, policy);
        experiment.variants.push_back({policy, [launched = launch(settings, 3, one_worker(settings, subject, policy))] {
                                           return run_search(launched);
                                       }});
        experiment.claims.push_back({.what = what, .comparison = Comparison::alone, .subject = variant});
        add_counts(experiment, what, variant);
    }
    return experiment;
}

Variant with_one_slowed(const Settings& settings, const Subject& subject, const char* policy) {
    Launch launched = launch(settings, 3, with_the_last_slowed(one_worker(settings, subject, policy)));
    launched.environment.emplace("OMPI_MCA_hwloc_base_binding_policy", "none");
    return {policy, [launched] { return run_search(launched); }};
}

Experiment imbalance(const Settings& settings, const Subject& subject) {
    const std::string what = fmt::format("{}, 3 localities, 1 slowed", subject.search.name);
    Experiment experiment;
    experiment.variants = {with_one_slowed(settings, subject, performance_driven),
                           with_one_slowed(settings, subject, sticky_random)};
    experiment.claims = {{.what = fmt::format("{}: {} / {}", what, performance_driven, sticky_random),
                          .subject = 0,
                          .base = 1,
                          .target = Target::at_most(1)}};
    for (const std::size_t variant : {0U, 1U}) {
        const std::string which = fmt::format("{}, {}", what, experiment.variants[variant].name);
        experiment.claims.push_back(
            {.what = which + ": varies by", .comparison = Comparison::variability, .subject = variant});
        add_counts(experiment, which, variant);
    }
    experiment.least_rounds = settings.quick ? 2 : 10;
    return experiment;
}

}  // namespace

void add_policies(Experiments& all) {
    all.push_back(
        {"policy-cost", "the performance monitor against sticky-random, where there is nobody to steal from", cost});
    all.push_back({"policy-monitor", "how much the performance monitor sends", monitor});
    all.push_back({"policies-semigroups", "all policies, 3 localities of 1 worker", [](const Settings& settings) {
                       return side_by_side(settings, semigroups(settings.quick ? 27 : 37));
                   }});
    all.push_back({"policies-maxclique", "all policies, 3 localities of 1 worker",
                   [](const Settings& settings) { return side_by_side(settings, cliques(settings)); }});
    const char* const slowed = "performance-driven against sticky-random, one of 3 localities slowed";
    all.push_back({"imbalance-semigroups", slowed,
                   [](const Settings& settings) { return imbalance(settings, semigroups(settings.quick ? 27 : 39)); }});
    all.push_back({"imbalance-maxclique", slowed,
                   [](const Settings& settings) { return imbalance(settings, cliques(settings)); }});
}

}  // namespace scrump::bench
