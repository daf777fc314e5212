#include "ltl_checks.hpp"

#include "outcomes.hpp"
#include "table_rows.hpp"
#include "watched_run.hpp"
#include "watched_settings.hpp"
#include "written_model.hpp"

#include <scrump/liveness.hpp>
#include <scrump/states/liveness/option_table.hpp>

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

using LtlSettings = WatchedSettings<LtlOptions>;

void make_settings(LtlSettings* place, const TableTexts& table, nb::object progress, double progress_interval) {
    LtlSettings settings;
    set_options(settings.options, table);
    settings.watch(std::move(progress), progress_interval);
    new (place) LtlSettings(std::move(settings));
}

Propositions<PackedState> propositions_of(const WrittenModel& model, const NamedFunctions& of_states,
                                          const NamedFunctions& of_steps) {
    Propositions<PackedState> all;
    for (const auto& [name, holds] : of_states) {
        const nb::object& function = holds;
        all.of_states.push_back(
            {.name = name, .holds = [&](PackedView state) { return model.says_yes(function, state); }});
    }
    for (const auto& [name, holds] : of_steps) {
        const nb::object& function = holds;
        all.of_steps.push_back({.name = name, .holds = [&](PackedView from, PackedView to) {
                                    return model.says_yes(function, from, to);
                                }});
    }
    return all;
}

nb::list states_of(const WrittenModel& model, const std::vector<PackedState>& packed) {
    nb::list states;
    for (const PackedState& each : packed) states.append(model.state_of(each));
    return states;
}

Outcome check(nb::object successors, const std::vector<nb::object>& initial, const std::string& formula,
              const NamedFunctions& propositions, const NamedFunctions& of_steps, nb::object encode, nb::object decode,
              const LtlSettings& settings) {
    const LtlFormula parsed = parse_ltl(formula);
    const WrittenModel model(std::move(successors), std::move(encode), std::move(decode));
    const std::vector<PackedState> first = model.packed(initial);
    const Propositions<PackedState> words = propositions_of(model, propositions, of_steps);
    const LtlResult<PackedState> found = run_watched(settings, [&](const LtlOptions& options) {
        const auto next = [&](PackedView state, const Yield<PackedState>& yield) { model.expand(state, yield); };
        return check_ltl(std::span<const PackedState>(first), next, parsed, words, options);
    });
    Outcome outcome;
    outcome["status"] = name(found.status);
    outcome["holds"] = found.holds;
    outcome["path"] = nb::none();
    outcome["cycle"] = nb::none();
    if (found.counterexample) {
        outcome["path"] = states_of(model, found.counterexample->path);
        outcome["cycle"] = states_of(model, found.counterexample->cycle);
    }
    const LtlStatistics& cost = found.statistics;
    outcome["states"] = cost.states;
    outcome["transitions"] = cost.transitions;
    outcome["deadlocks"] = cost.deadlocks;
    outcome["pairs"] = cost.pairs;
    outcome["levels"] = cost.levels;
    outcome["searches"] = cost.searches;
    outcome["automaton_states"] = cost.automaton_states;
    outcome["automaton_edges"] = cost.automaton_edges;
    outcome["acceptance_sets"] = cost.acceptance_sets;
    outcome["bytes"] = cost.memory;
    outcome["seconds"] = cost.seconds;
    return outcome;
}

}  // namespace

void declare_ltl_checks(nb::module_& module) {
    nb::class_<LtlProgress>(module, "LtlProgress", "Progress of a running check of a formula.")
        .def_prop_ro(
            "seconds", [](const LtlProgress& now) { return now.elapsed.count(); },
            "Time since the check began, in seconds.")
        .def_ro("states", &LtlProgress::states, "Number of states of the model visited up to the last level.")
        .def_ro("pairs", &LtlProgress::pairs,
                "Number of pairs of a state and a state of the automaton visited up to the last level.")
        .def_ro("level", &LtlProgress::level, "Number of levels of pairs that were visited.")
        .def_ro("searches", &LtlProgress::searches, "Number of searches for accepting cycles that were begun.");

    nb::class_<LtlSettings>(module, "LtlOptions")
        .def("__init__", make_settings, nb::kw_only(), nb::arg("table"), nb::arg("progress").none(),
             nb::arg("progress_interval"));

    module.def("check_ltl", &check, nb::arg("successors"), nb::arg("initial"), nb::arg("formula"),
               nb::arg("propositions"), nb::arg("of_steps"), nb::kw_only(), nb::arg("encode").none(),
               nb::arg("decode").none(), nb::arg("options"));
}

}  // namespace scrump::python
