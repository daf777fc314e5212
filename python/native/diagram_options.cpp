#include "diagram_options.hpp"

#include "picklable.hpp"
#include "table_rows.hpp"

#include <scrump/states/diagrams/counters.hpp>
#include <scrump/states/diagrams/option_table.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>

namespace scrump::python {
namespace {

void make(DiagramSettings* place, const TableTexts& table, nb::object progress, double progress_interval) {
    SymbolicReachOptions wanted;
    set_options(wanted, table);
    DiagramSettings settings;
    settings.options = wanted.diagrams;
    settings.watch(std::move(progress), progress_interval);
    new (place) DiagramSettings(std::move(settings));
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
    nb::class_<SymbolicProgress>(module, "DiagramProgress", "Progress of a running computation on decision diagrams.")
        .def_prop_ro(
            "seconds", [](const SymbolicProgress& now) { return now.diagrams.elapsed.count(); },
            "Time since the run began, in seconds.")
        .def_prop_ro(
            "nodes", [](const SymbolicProgress& now) { return now.diagrams.nodes; },
            "Number of nodes in the table, including dead ones.")
        .def_prop_ro(
            "buckets", [](const SymbolicProgress& now) { return now.diagrams.buckets; },
            "Number of buckets of the table.")
        .def_prop_ro(
            "reorderings", [](const SymbolicProgress& now) { return now.diagrams.reorderings; },
            "Number of times that the order of the levels has changed.")
        .def_prop_ro("busy", busy_share, "Share of workers that have a task, from 0 to 1.")
        .def_ro("rounds", &SymbolicProgress::rounds, "Number of finished rounds of reach().");

    nb::class_<Reordering>(module, "Reordering", "When the places of a net change levels during a search.")
        .def(
            "__init__",
            [](Reordering& place, std::optional<double> growth) {
                new (&place) Reordering();
                if (growth) place.growth = *growth;
            },
            nb::arg("growth").none());

    nb::class_<ReorderStatistics> reordering(module, "ReorderStatistics",
                                             "Statistics of reordering; all numbers of nodes are those of the "
                                             "functions that are held, or, during a search, of "
                                             "the states found so far.");
    make_picklable(reordering);
    reordering.def_ro("siftings", &ReorderStatistics::siftings, "Number of times that levels were sifted.")
        .def_ro("reorderings", &ReorderStatistics::reorderings, "Number of changes of the order.")
        .def_ro("nodes_before", &ReorderStatistics::nodes_before,
                "Sum of the numbers of nodes before each reordering, or each attempt.")
        .def_ro("nodes_after", &ReorderStatistics::nodes_after, "Sum of the numbers of nodes after each of these.")
        .def_ro("swaps", &ReorderStatistics::swaps, "Number of swaps of neighbouring levels.")
        .def_ro("seconds", &ReorderStatistics::seconds, "Total time of siftings, in seconds.");

    nb::class_<DiagramStatistics> statistics(module, "DiagramStatistics",
                                             "Statistics of the nodes of decision diagrams.");
    make_picklable(statistics);
    statistics.def_ro("nodes", &DiagramStatistics::nodes, "Number of nodes at the end.")
        .def_ro("peak_nodes", &DiagramStatistics::peak_nodes, "Largest number of nodes at a time, including dead ones.")
        .def_ro("inserted", &DiagramStatistics::inserted, "Number of nodes inserted in all.")
        .def_ro("operations", &DiagramStatistics::operations, "Number of steps that were looked up in the cache.")
        .def_ro("known", &DiagramStatistics::known, "Number of these that were found there.")
        .def_ro("collections", &DiagramStatistics::collections, "Number of garbage collections.")
        .def_ro("growths", &DiagramStatistics::growths, "Number of times the table grew.")
        .def_ro("begun_again", &DiagramStatistics::begun_again,
                "Number of operations that were repeated, for lack of room for their nodes.")
        .def_ro("collecting_seconds", &DiagramStatistics::collecting_seconds,
                "Total time of garbage collections, in seconds.")
        .def_ro("growing_seconds", &DiagramStatistics::growing_seconds, "Total time of growing the table, in seconds.")
        .def_ro("buckets", &DiagramStatistics::buckets, "Number of buckets of the table at the end.")
        .def_ro("table_bytes", &DiagramStatistics::table_bytes, "Size of its buckets, in bytes.")
        .def_ro("cache_bytes", &DiagramStatistics::cache_bytes, "Size of the operation cache, in bytes.")
        .def_ro("reordering", &DiagramStatistics::reordering, "Statistics of reordering, if requested.");

    nb::class_<DiagramSettings>(module, "DiagramOptions")
        .def("__init__", make, nb::kw_only(), nb::arg("table"), nb::arg("progress").none(),
             nb::arg("progress_interval"));
}

}  // namespace scrump::python
