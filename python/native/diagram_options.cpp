#include "diagram_options.hpp"

#include "picklable.hpp"

#include <scrump/stealing/policy.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>

namespace scrump::python {
namespace {

using Seconds = std::chrono::duration<double>;

void make(DiagramSettings* place, unsigned workers, unsigned localities, const std::optional<std::string>& policy,
          std::optional<double> time_limit, std::uint64_t seed, bool pin, std::uint64_t buckets,
          std::uint64_t most_buckets, std::optional<std::size_t> memory_limit, std::uint64_t collect_from,
          double cache_ratio, nb::object progress, double progress_interval) {
    auto* const settings = new (place) DiagramSettings;
    DiagramOptions& options = settings->options;
    TasksOptions& tasks = options.tasks;
    tasks.workers = workers;
    tasks.localities = localities;
    if (policy) tasks.policy = Policy::parse(*policy);
    if (time_limit) tasks.time_limit = std::chrono::duration_cast<std::chrono::nanoseconds>(Seconds(*time_limit));
    tasks.seed = seed;
    tasks.pin = pin;
    options.buckets = buckets;
    options.most_buckets = most_buckets;
    options.memory_limit = memory_limit;
    options.collect_from = collect_from;
    options.cache_ratio = cache_ratio;
    options.progress_interval = std::chrono::ceil<std::chrono::milliseconds>(Seconds(progress_interval));
    settings->progress = std::move(progress);
}

double busy_share(const SymbolicProgress& now) {
    const DiagramProgress& all = now.diagrams;
    return all.workers > 0 ? static_cast<double>(all.busy_workers) / all.workers : 0;
}

}  // namespace

nb::object whole_number(const std::string& digits) {
    // Python refuses more than 4300 digits at once.
    constexpr std::size_t part = 4000;
    const nb::object integer = nb::module_::import_("builtins").attr("int");
    nb::object number = nb::int_(0);
    for (std::size_t at = 0; at < digits.size(); at += part) {
        const std::string some = digits.substr(at, part);
        number = number * nb::module_::import_("builtins").attr("pow")(10, some.size()) + integer(some);
    }
    return number;
}

void declare_diagram_options(nb::module_& module) {
    nb::class_<SymbolicProgress>(module, "DiagramProgress", "A moment of a computation on decision diagrams.")
        .def_prop_ro(
            "seconds", [](const SymbolicProgress& now) { return now.diagrams.elapsed.count(); }, "Since it began.")
        .def_prop_ro(
            "nodes", [](const SymbolicProgress& now) { return now.diagrams.nodes; },
            "In the table, dead ones included.")
        .def_prop_ro(
            "buckets", [](const SymbolicProgress& now) { return now.diagrams.buckets; }, "Of the table.")
        .def_prop_ro("busy", busy_share, "The share of workers that have a task, from 0 to 1.")
        .def_ro("rounds", &SymbolicProgress::rounds, "Of reach() that are over.");

    nb::class_<DiagramStatistics> statistics(module, "DiagramStatistics",
                                             "What became of the nodes of decision diagrams.");
    make_picklable(statistics);
    statistics.def_ro("nodes", &DiagramStatistics::nodes, "That were there at the end.")
        .def_ro("peak_nodes", &DiagramStatistics::peak_nodes, "At most, dead ones included.")
        .def_ro("inserted", &DiagramStatistics::inserted, "In all.")
        .def_ro("operations", &DiagramStatistics::operations, "Steps that were looked up in the cache.")
        .def_ro("known", &DiagramStatistics::known, "Those that were found there.")
        .def_ro("collections", &DiagramStatistics::collections, "Of dead nodes.")
        .def_ro("growths", &DiagramStatistics::growths, "Of the table.")
        .def_ro("begun_again", &DiagramStatistics::begun_again, "Operations, as there was no room for their nodes.")
        .def_ro("collecting_seconds", &DiagramStatistics::collecting_seconds, "That collections took.")
        .def_ro("growing_seconds", &DiagramStatistics::growing_seconds, "That growths took.")
        .def_ro("buckets", &DiagramStatistics::buckets, "Of the table at the end.")
        .def_ro("table_bytes", &DiagramStatistics::table_bytes, "That its buckets take.")
        .def_ro("cache_bytes", &DiagramStatistics::cache_bytes, "That the operation cache takes.");

    nb::class_<DiagramSettings>(module, "DiagramOptions")
        .def("__init__", make, nb::kw_only(), nb::arg("workers"), nb::arg("localities"), nb::arg("policy").none(),
             nb::arg("time_limit").none(), nb::arg("seed"), nb::arg("pin"), nb::arg("buckets"), nb::arg("most_buckets"),
             nb::arg("memory_limit").none(), nb::arg("collect_from"), nb::arg("cache_ratio"),
             nb::arg("progress").none(), nb::arg("progress_interval"));
}

}  // namespace scrump::python
