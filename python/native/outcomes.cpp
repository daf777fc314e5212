#include "outcomes.hpp"

#include "picklable.hpp"
#include "statistics_codec.hpp"

#include "results/certificate_json.hpp"
#include "results/search_json.hpp"
#include "results/statistics_json.hpp"

#include <scrump/search/estimate.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

std::vector<std::pair<double, double>> incumbents(const Statistics& of) {
    std::vector<std::pair<double, double>> all;
    for (const Improvement& each : of.incumbents)
        all.emplace_back(std::chrono::duration<double>(each.time).count(), each.objective);
    return all;
}

// Statistics as in the command's JSON.
std::string json(const Statistics& of) {
    results::Json all;
    results::put_hosts(all, of);
    if (of.estimate) all["estimate"] = results::estimate_json(*of.estimate);
    if (of.shard) all["shard"] = results::shard_json(*of.shard);
    if (of.exchange) all["exchange"] = results::exchange_json(*of.exchange);
    all["statistics"] = results::statistics_json(of, results::Computation::search);
    results::put_course(all, of);
    return all.dump();
}

std::optional<std::string> shard(const Statistics& of) {
    return of.shard ? std::optional(of.shard->part.describe()) : std::nullopt;
}

std::string described(const Statistics& of) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3f", of.seconds);
    return std::string("<") + seconds + " s, " + std::to_string(of.total.nodes) + " nodes, " +
           std::to_string(of.workers()) + (of.workers() == 1 ? " worker>" : " workers>");
}

}  // namespace

void add_certificate(Outcome& outcome, const std::optional<proof::Certificate>& certificate) {
    if (certificate) outcome["proof"] = results::certificate_json(*certificate).dump();
}

void declare_outcomes(nb::module_& module) {
    const auto counter = [](auto member) { return [member](const Statistics& of) { return of.total.*member; }; };
    nb::class_<SearchEstimate>(module, "Estimate", "Estimate of the nodes and the time of a whole search.")
        .def_ro("nodes", &SearchEstimate::nodes, "Estimated number of nodes.")
        .def_ro("min_nodes", &SearchEstimate::min_nodes,
                "Lower end of the interval: the mean of the samples less two standard errors.")
        .def_ro("max_nodes", &SearchEstimate::max_nodes,
                "Upper end of the interval: the mean of the samples plus two standard errors.")
        .def_ro("visited", &SearchEstimate::visited, "Number of nodes visited so far.")
        .def_ro("nodes_per_second", &SearchEstimate::nodes_per_second, "Measured rate of all workers; 0 if unknown.")
        .def_ro("samples", &SearchEstimate::samples, "Number of samples; 0 if all nodes were visited.")
        .def_prop_ro("part_done", &SearchEstimate::part_done, "Visited part of the tree, from 0 to 1.")
        .def_prop_ro("seconds_left", &SearchEstimate::seconds_left,
                     "Time for the remaining nodes, in seconds; NaN if the rate is unknown.")
        .def_prop_ro("min_seconds_left", &SearchEstimate::min_seconds_left, "The same at the lower end.")
        .def_prop_ro("max_seconds_left", &SearchEstimate::max_seconds_left, "The same at the upper end.")
        .def("__repr__", [](const SearchEstimate& of) { return "<" + of.describe_rest() + ">"; });
    nb::class_<Statistics> statistics(module, "Statistics", "Cost of a search.");
    statistics.def_ro("seconds", &Statistics::seconds, "Time from the start until the result was known, in seconds.")
        .def_prop_ro("nodes", counter(&Counters::nodes), "Number of visited nodes.")
        .def_prop_ro("prunes", counter(&Counters::prunes), "Number of nodes omitted because of a bound.")
        .def_prop_ro("tasks", counter(&Counters::tasks), "Number of executed tasks.")
        .def_prop_ro("steals_tried", counter(&Counters::steals_tried),
                     "Number of attempted steals, within localities and between them.")
        .def_prop_ro("steals_won", counter(&Counters::steals_won), "Number of successful steals.")
        .def_prop_ro("workers", &Statistics::workers, "Number of workers in all localities.")
        .def_prop_ro(
            "localities", [](const Statistics& of) { return of.localities.size(); },
            "Number of localities (address spaces).")
        .def_prop_ro("incumbents", incumbents, "Improvements of the best solution: pairs of seconds and objective.")
        .def_prop_ro("shard", shard, "The part of the tree that was searched, as \"2/16\"; None for the whole tree.")
        .def_ro("bound", &Statistics::bound, "Bound that no solution improves on; None if unknown.")
        .def_prop_ro(
            "estimate", [](const Statistics& of) { return of.estimate ? std::optional(*of.estimate) : std::nullopt; },
            "Estimate of the whole search, of a search with `estimate=`, or one that was stopped and showed progress; "
            "otherwise None.")
        .def("json", json, "All statistics, as in the command's JSON.")
        .def("__repr__", described);
    make_picklable(statistics);
}

}  // namespace scrump::python
