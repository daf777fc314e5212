#include "random_walks.hpp"

#include "lock.hpp"
#include "outcomes.hpp"
#include "search_options.hpp"
#include "table_rows.hpp"
#include "watch.hpp"
#include "written_model.hpp"

#include "results/walk_json.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/states/explore/option_table.hpp>
#include <scrump/states/explore/random_walk.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

// The options of Python; `progress` is called with a RandomWalkProgress, or is None.
struct WalkSettings {
    RandomWalkOptions options{};
    nb::object progress{};
};

void make_settings(WalkSettings* place, const TableTexts& table, nb::object progress, double progress_interval) {
    WalkSettings settings;
    set_options(settings.options, option_table<RandomWalkOptions>(), table);
    settings.options.progress_interval =
        std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(progress_interval));
    settings.progress = std::move(progress);
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

Outcome walk(const std::string& model, nb::object successors, const std::vector<nb::object>& initial, nb::object goal,
             const NamedFunctions& invariants, bool no_deadlocks, nb::object encode, nb::object decode,
             const WalkSettings& settings) {
    const Written written(std::move(successors), std::move(encode), std::move(decode));
    std::vector<Packed> first;
    for (const nb::object& state : initial) first.push_back(written.packed(state));
    const Properties<Packed> wanted = properties_of(written, goal, invariants, no_deadlocks);
    Watch watch(settings.progress);
    RandomWalkOptions options = settings.options;
    options.session = session();
    options.began = Clock::now();
    options.stop = watch.token();
    options.progress = [&](const RandomWalkProgress& now) { watch.look_around(now); };
    const RandomWalkResult<Packed> found = [&] {
        const WithoutPython others;
        const auto next = [&](View state, const Yield<Packed>& yield) { written.expand(state, yield); };
        return random_walk(std::span<const Packed>(first), next, options, wanted);
    }();
    watch.rethrow();
    results::StatesRun run{.problem = "explore", .instance = {{"model", model}}, .status = found.status};
    nb::list path;
    if (found.finding) {
        run.finding = name(found.finding->kind);
        run.invariant = found.finding->invariant;
        put_path(written, found.finding->path, run.path, path);
    }
    Outcome outcome = outcome_of(run, found.statistics, options);
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
