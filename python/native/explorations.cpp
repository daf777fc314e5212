#include "explorations.hpp"

#include "exploration_options.hpp"
#include "outcomes.hpp"
#include "state_bytes.hpp"
#include "watched_run.hpp"
#include "written_model.hpp"

#include "results/states_json.hpp"

#include <scrump/states.hpp>
#include <scrump/states/explore/graph.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

using Packed = PackedState;
using View = PackedView;

// How a graph ended, if one was asked for, and what is told of it.
struct Drawn {
    std::optional<Status> ended{};
    results::Json json{};
};

// All processes find the same graph, or the same error; the first one writes it, if it is complete.
template <class Successors>
Drawn draw(const WrittenModel& written, const std::vector<Packed>& initial, const Successors& successors,
           const Properties<Packed>& properties, const ExploreOptions& options, const std::string& file,
           std::size_t state_limit) {
    check_graph_file(file);
    const StateGraph<Packed> graph =
        state_graph(std::span<const Packed>(initial), successors, graph_options(options, state_limit), properties);
    const Drawn drawn{.ended = graph.status,
                      .json = results::graph_json(file, graph.status, graph.states.size(), graph.steps.size())};
    if (graph.status != Status::complete || (options.session != nullptr && !options.session->first())) return drawn;
    const auto show = [&](const Packed& state) {
        const WithPython python;
        return shown_value(written.state_of(state), std::string::npos);
    };
    write_graph(file, graph, show);
    return drawn;
}

Outcome explore(const std::string& model, nb::object successors, const std::vector<nb::object>& initial,
                const nb::object& goal, const NamedFunctions& invariants, bool no_deadlocks, nb::object canonical,
                nb::object encode, nb::object decode, const std::string& graph, std::size_t graph_limit,
                const ExplorationSettings& settings) {
    const WrittenModel written(std::move(successors), std::move(encode), std::move(decode));
    const std::vector<Packed> first = written.packed(initial);
    Properties<Packed> wanted = written.properties(goal, invariants, no_deadlocks);
    if (!canonical.is_none()) wanted.canonical = [&](View state) { return written.canonical(canonical, state); };
    Drawn drawn;
    ExploreResult<Packed> found = run_watched(settings, [&](const ExploreOptions& options) {
        const auto next = [&](View state, const Yield<Packed>& yield) { written.expand(state, yield); };
        if (!graph.empty()) drawn = draw(written, first, next, wanted, options, graph, graph_limit);
        return explore(std::span<const Packed>(first), next, options, wanted);
    });
    results::StatesRun run{.problem = "explore",
                           .instance = {{"model", model}},
                           .status = found.status,
                           .all_expanded = found.all_expanded,
                           .representatives = found.representatives,
                           .expected_missed = found.expected_missed,
                           .statistics = std::move(found.statistics)};
    if (drawn.ended) run.result["graph"] = std::move(drawn.json);
    Outcome outcome;
    nb::list path;
    outcome["finding"] = nb::none();
    outcome["invariant"] = nb::none();
    if (found.finding) {
        run.finding = name(found.finding->kind);
        run.invariant = found.finding->invariant;
        outcome["finding"] = run.finding;
        if (!run.invariant.empty()) outcome["invariant"] = run.invariant;
        std::vector<Packed>& states = found.finding->path;
        if (states.empty()) states.push_back(found.finding->state);
        for (const Packed& each : states) {
            const nb::object state = written.state_of(each);
            run.path.push_back(shown_value(state, std::string::npos));
            path.append(state);
        }
    }
    outcome["path"] = path;
    outcome["status"] = name(run.status);
    outcome["all_expanded"] = run.all_expanded;
    outcome["representatives"] = run.representatives;
    outcome["expected_missed"] = run.expected_missed;
    outcome["states"] = run.statistics.states;
    outcome["transitions"] = run.statistics.transitions;
    outcome["deadlocks"] = run.statistics.deadlocks;
    outcome["levels"] = run.statistics.levels;
    outcome["bytes"] = run.statistics.memory;
    outcome["disk_bytes"] = run.statistics.disk.bytes;
    outcome["checkpoints"] = run.statistics.checkpoints.written;
    outcome["checkpoint_error"] = run.statistics.checkpoints.error;
    outcome["graph_status"] = nb::none();
    if (drawn.ended) outcome["graph_status"] = name(*drawn.ended);
    outcome["statistics"] = results::statistics_of(run.statistics);
    outcome["json"] = to_json(results::report_of(run, settings.options, false))
                          .dump(-1, ' ', false, results::Json::error_handler_t::replace);
    return outcome;
}

}  // namespace

void declare_explorations(nb::module_& module) {
    module.def("explore", &explore, nb::arg("model"), nb::arg("successors"), nb::arg("initial"), nb::kw_only(),
               nb::arg("goal").none(), nb::arg("invariants"), nb::arg("no_deadlocks"), nb::arg("canonical").none(),
               nb::arg("encode").none(), nb::arg("decode").none(), nb::arg("graph"), nb::arg("graph_limit"),
               nb::arg("options"));
}

}  // namespace scrump::python
