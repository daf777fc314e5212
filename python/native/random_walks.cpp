#include "random_walks.hpp"

#include "outcomes.hpp"
#include "state_bytes.hpp"
#include "table_rows.hpp"
#include "watched_run.hpp"
#include "watched_settings.hpp"
#include "written_model.hpp"

#include "results/walk_json.hpp"

#include <scrump/states/explore/option_table.hpp>
#include <scrump/states/explore/random_walk.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

using Packed = PackedState;
using View = PackedView;

using WalkSettings = WatchedSettings<RandomWalkOptions>;

void make_settings(WalkSettings* place, const TableTexts& table, nb::object progress, double progress_interval) {
    WalkSettings settings;
    set_options(settings.options, option_table<RandomWalkOptions>(), table);
    settings.watch(std::move(progress), progress_interval);
    new (place) WalkSettings(std::move(settings));
}

Outcome outcome_of(const results::StatesRun& run, const RandomWalkStatistics& walks, const RandomWalkOptions& options) {
    Outcome outcome;
    outcome["status"] = name(run.status);
    outcome["finding"] = run.finding.empty() ? nb::none() : nb::cast(run.finding);
    outcome["invariant"] = run.invariant.empty() ? nb::none() : nb::cast(run.invariant);
    outcome["steps"] = walks.steps;
    outcome["walks"] = walks.walks;
    outcome["deadlocks"] = walks.deadlocks;
    outcome["seconds"] = walks.seconds;
    outcome["json"] = to_json(results::report_of(run, walks, options, false))
                          .dump(-1, ' ', false, results::Json::error_handler_t::replace);
    return outcome;
}

Outcome walk(const std::string& model, nb::object successors, const std::vector<nb::object>& initial,
             const nb::object& goal, const NamedFunctions& invariants, bool no_deadlocks, nb::object encode,
             nb::object decode, const WalkSettings& settings) {
    const WrittenModel written(std::move(successors), std::move(encode), std::move(decode));
    const std::vector<Packed> first = written.packed(initial);
    const Properties<Packed> wanted = written.properties(goal, invariants, no_deadlocks);
    const RandomWalkResult<Packed> found = run_watched(settings, [&](const RandomWalkOptions& options) {
        const auto next = [&](View state, const Yield<Packed>& yield) { written.expand(state, yield); };
        return random_walk(std::span<const Packed>(first), next, options, wanted);
    });
    results::StatesRun run{.problem = "explore", .instance = {{"model", model}}, .status = found.status};
    nb::list path;
    if (found.finding) {
        run.finding = name(found.finding->kind);
        run.invariant = found.finding->invariant;
        for (const Packed& each : found.finding->path) {
            const nb::object state = written.state_of(each);
            run.path.push_back(shown_value(state, std::string::npos));
            path.append(state);
        }
    }
    Outcome outcome = outcome_of(run, found.statistics, settings.options);
    outcome["path"] = path;
    return outcome;
}

}  // namespace

void declare_random_walks(nb::module_& module) {
    nb::class_<RandomWalkProgress>(module, "RandomWalkProgress", "Progress of running random walks.")
        .def_prop_ro(
            "seconds", [](const RandomWalkProgress& now) { return now.elapsed.count(); },
            "Time since the walks began, in seconds.")
        .def_ro("steps", &RandomWalkProgress::steps, "Number of steps so far.")
        .def_ro("walks", &RandomWalkProgress::walks, "Number of walks that have ended.")
        .def_ro("steps_per_second", &RandomWalkProgress::steps_per_second, "Rate since the last progress.");
    nb::class_<WalkSettings>(module, "RandomWalkOptions")
        .def("__init__", make_settings, nb::kw_only(), nb::arg("table"), nb::arg("progress").none(),
             nb::arg("progress_interval"));
    module.def("random_walk", &walk, nb::arg("model"), nb::arg("successors"), nb::arg("initial"), nb::kw_only(),
               nb::arg("goal").none(), nb::arg("invariants"), nb::arg("no_deadlocks"), nb::arg("encode").none(),
               nb::arg("decode").none(), nb::arg("options"));
}

}  // namespace scrump::python
