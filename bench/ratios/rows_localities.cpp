// Several processes: what they lose against the threads of one, and what passes between them. Speeds are those of the
// search, as the command tells them; starting processes is measured on its own.

#include <fmt/format.h>

#include <functional>
#include <utility>

#include "launch.hpp"
#include "rows.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

using MakeSearch = std::function<Search(const Settings&)>;

Search semigroups(const Settings& settings) {
    return semigroups_search(settings.quick ? 27 : 37);
}

Variant searching(std::string name, Launch launched) {
    return {std::move(name), [launched = std::move(launched)] { return run_search(launched); }};
}

// Variants 0 and 1.
Experiment two_against_one(const Settings& settings, const Search& search) {
    const Arguments one_worker = scrump_command(settings, search.arguments + Arguments{"--workers", "1"});
    const Arguments two_workers = scrump_command(settings, search.arguments + Arguments{"--workers", "2"});
    Experiment experiment;
    experiment.variants = {searching("2 processes of 1 worker", launch(settings, 2, one_worker)),
                           searching("1 process of 2 workers", {two_workers})};
    experiment.claims = {{.what = fmt::format("{}: 2 processes of 1 worker / 1 of 2, speed", search.name),
                          .metric = Metric::units_per_second,
                          .subject = 0,
                          .base = 1,
                          .target = Target::at_least(0.97)},
                         {.what = fmt::format("{}: 2 processes of 1 worker - 1 of 2, wall time", search.name),
                          .metric = Metric::named("wall_seconds", Quantity::seconds),
                          .comparison = Comparison::difference,
                          .subject = 0,
                          .base = 1}};
    return experiment;
}

Experiment and_against_sequential(const Settings& settings, const Search& search) {
    Experiment experiment = two_against_one(settings, search);
    const Arguments sequential = scrump_command(settings, search.arguments + Arguments{"--skeleton", "sequential"});
    experiment.claims.push_back({.what = fmt::format("{}: 2 processes of 1 worker / sequential, speed", search.name),
                                 .metric = Metric::units_per_second,
                                 .subject = 0,
                                 .base = experiment.variants.size(),
                                 .target = Target::at_least(1.9)});
    experiment.variants.push_back(searching("sequential", {sequential}));
    return experiment;
}

// The victim is busy: its one worker computes, on a core that it shares with the thread that answers thieves.
Experiment latency(const Settings& settings, const Search& search, const std::string& skeleton) {
    const Arguments command =
        scrump_command(settings, search.arguments + Arguments{"--workers", "1", "--skeleton", skeleton});
    const std::string what = fmt::format("{}, {}, 2 processes", search.name, skeleton);
    Experiment experiment;
    experiment.variants = {searching("2 processes of 1 worker", launch(settings, 2, command))};
    experiment.claims = {{.what = what + ": steal, median",
                          .metric = Metric::named("steal_median", Quantity::seconds),
                          .comparison = Comparison::alone,
                          .target = Target::at_most(50e-6)},
                         {.what = what + ": steal, 99th percentile",
                          .metric = Metric::named("steal_p99", Quantity::seconds),
                          .comparison = Comparison::alone},
                         {.what = what + ": steals won",
                          .metric = Metric::named("steals_won", Quantity::count),
                          .comparison = Comparison::alone}};
    return experiment;
}

Variant starting(std::string name, Launch launched) {
    return {std::move(name), [launched = std::move(launched)] {
                return Sample{.seconds = run_child(launched.arguments, launched.environment).seconds};
            }};
}

Experiment start_up(const Settings& settings) {
    const std::string graph = "hamming:n=8,d=4";
    Experiment experiment;
    experiment.variants = {starting("scrump", launch(settings, 2, scrump_command(settings, {"maxclique", graph}))),
                           starting("an empty MPI program", launch(settings, 2, empty_mpi_program()))};
    const std::string what = fmt::format("mpirun -n 2 scrump maxclique {}", graph);
    experiment.claims = {
        {.what = what + ": wall time", .comparison = Comparison::alone},
        {.what = what + " - an empty MPI program", .comparison = Comparison::difference, .subject = 0, .base = 1}};
    experiment.claims.back().target = Target::at_most(0.030);
    experiment.least_rounds = settings.quick ? 3 : 21;
    return experiment;
}

}  // namespace

void add_localities(Experiments& all) {
    const char* const against = "2 processes of 1 worker against 1 process of 2";
    all.push_back({"localities-semigroups", "2 processes of 1 worker against 1 process of 2, and against sequential",
                   [](const Settings& s) { return and_against_sequential(s, semigroups(s)); }});
    all.push_back(
        {"localities-maxclique", against, [](const Settings& s) { return two_against_one(s, clique_search(s)); }});
    all.push_back({"localities-uts", against, [](const Settings& s) { return two_against_one(s, uts_search(s)); }});

    const std::tuple<const char*, MakeSearch, const char*> stolen[] = {
        {"uts", uts_search, "adaptive"},
        {"semigroups", semigroups, "depth-bounded:depth=12"},
        {"semigroups", semigroups, "budget"}};
    for (const auto& [name, make, skeleton] : stolen) {
        all.push_back({fmt::format("latency-{}-{}", name, skeleton), "how long a steal takes, from a busy victim",
                       [make = make, skeleton = std::string(skeleton)](const Settings& settings) {
                           return latency(settings, make(settings), skeleton);
                       }});
    }
    all.push_back({"start-up", "wall time of 2 processes that have little to do", start_up});
}

}  // namespace scrump::bench
