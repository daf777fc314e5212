#include "outcomes.hpp"

#include "picklable.hpp"
#include "statistics_codec.hpp"

#include "results/certificate_json.hpp"
#include "results/statistics_json.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdio>
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

// What the command's JSON has of them.
std::string json(const Statistics& of) {
    results::Json all;
    results::put_hosts(all, of);
    all["statistics"] = results::statistics_json(of, results::Computation::search);
    results::put_course(all, of);
    return all.dump();
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
    nb::class_<Statistics> statistics(module, "Statistics", "What a search cost.");
    statistics.def_ro("seconds", &Statistics::seconds, "From the beginning until all was known.")
        .def_prop_ro("nodes", counter(&Counters::nodes), "Nodes visited.")
        .def_prop_ro("prunes", counter(&Counters::prunes), "Nodes that were not looked into.")
        .def_prop_ro("tasks", counter(&Counters::tasks), "Parts of the tree that were run as a whole.")
        .def_prop_ro("steals_tried", counter(&Counters::steals_tried), "Within localities and between them.")
        .def_prop_ro("steals_won", counter(&Counters::steals_won), "Those that got something.")
        .def_prop_ro("workers", &Statistics::workers, "Of all localities.")
        .def_prop_ro(
            "localities", [](const Statistics& of) { return of.localities.size(); }, "Address spaces.")
        .def_prop_ro("incumbents", incumbents, "When what was found: pairs of seconds and objective.")
        .def_ro("bound", &Statistics::bound, "No solution is better; None if that is not known.")
        .def("json", json, "All of it, as the command's JSON has it.")
        .def("__repr__", described);
    make_picklable(statistics);
}

}  // namespace scrump::python
