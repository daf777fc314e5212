#include "exploration_options.hpp"

#include "table_rows.hpp"

#include <scrump/states/explore/option_table.hpp>

#include <scrump/states/explore/order.hpp>

#include <nanobind/stl/string.h>

#include <new>
#include <string>
#include <utility>

namespace scrump::python {
namespace {

void make_settings(ExplorationSettings* place, const TableTexts& table, const std::string& model, nb::object progress,
                   double progress_interval) {
    ExplorationSettings settings;
    ExploreOptions& options = settings.options;
    set_options(options, table);
    options.checkpoints.model = model;
    settings.watch(std::move(progress), progress_interval);
    new (place) ExplorationSettings(std::move(settings));
}

double share_of_busy(const ExploreProgress& now) {
    return now.workers > 0 ? static_cast<double>(now.busy_workers) / now.workers : 0;
}

}  // namespace

void declare_exploration_options(nb::module_& module) {
    nb::class_<ExploreProgress>(module, "ExplorationProgress", "Progress of a running exploration.")
        .def_prop_ro(
            "seconds", [](const ExploreProgress& now) { return now.elapsed.count(); },
            "Time since the exploration began, in seconds.")
        .def_ro("states", &ExploreProgress::states, "Number of states found so far.")
        .def_ro("waiting", &ExploreProgress::waiting, "Number of these whose successors are not known yet.")
        .def_ro("level", &ExploreProgress::level, "Level that is being expanded, in breadth-first order.")
        .def_ro("states_per_second", &ExploreProgress::states_per_second, "Rate since the last progress.")
        .def_prop_ro("busy", share_of_busy, "Share of workers that have states to expand, from 0 to 1.");

    nb::class_<ExplorationSettings>(module, "ExplorationOptions")
        .def("__init__", make_settings, nb::kw_only(), nb::arg("table"), nb::arg("model"), nb::arg("progress").none(),
             nb::arg("progress_interval"));
}

}  // namespace scrump::python
