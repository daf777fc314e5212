#include "reach.hpp"

#include "diagram_options.hpp"
#include "outcomes.hpp"
#include "picklable.hpp"

#include "results/reach_json.hpp"

#include <scrump/states/diagrams/model_file.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>

namespace scrump::python {
namespace {

Outcome reach_states(const std::string& file, const std::string& strategy, bool deadlocks,
                     const std::optional<StateVector>& path_to, bool rounds, const DiagramSettings& settings) {
    SymbolicReachOptions options{.strategy = parse_reach_strategy(strategy),
                                 .diagrams = settings.options,
                                 .count_rounds = rounds,
                                 .find_deadlocks = deadlocks,
                                 .path_to = path_to};
    SymbolicModel model;
    const SymbolicReachability found = run_on_diagrams(settings, [&](const DiagramOptions& how, Watch& watch) {
        model = read_model_file(file);
        options.diagrams = how;
        options.progress = [&](const SymbolicProgress& now) { watch.look_around(now); };
        return reach(model, options);
    });
    Outcome outcome;
    outcome["status"] = name(found.status);
    const bool complete = found.status == Status::complete;
    outcome["states"] = complete ? whole_number(found.states.digits) : nb::none();
    outcome["nodes"] = complete ? nb::cast(found.nodes) : nb::none();
    outcome["bits"] = found.bits;
    outcome["deadlocks"] = complete && found.deadlocks ? whole_number(found.deadlocks->digits) : nb::none();
    outcome["deadlock_path"] = found.deadlock_path;
    outcome["path"] = found.path;
    outcome["seconds"] = found.seconds;
    outcome["load_seconds"] = found.load_seconds;
    outcome["diagrams"] = found.diagrams;
    outcome["statistics"] = results::statistics_of(found.tasks);
    outcome["json"] = to_json(results::report_of(found, model, options, file))
                          .dump(-1, ' ', false, results::Json::error_handler_t::replace);
    nb::list by_round;
    for (const SymbolicRound& round : found.rounds) by_round.append(nb::cast(round));
    outcome["rounds"] = by_round;
    return outcome;
}

}  // namespace

void declare_reach(nb::module_& module) {
    nb::class_<SymbolicRound> round(module, "Round", "Statistics of a round of reach().");
    make_picklable(round);
    round
        .def_ro("seconds", &SymbolicRound::seconds,
                "Time from the start of the search to the end of the round, in seconds.")
        .def_ro("table_nodes", &SymbolicRound::table_nodes, "Number of nodes in the table.")
        .def_ro("growths", &SymbolicRound::growths, "Number of times the table grew, since the model was read.")
        .def_ro("states", &SymbolicRound::states, "Approximate number of states reached so far; None if not requested.")
        .def_ro("nodes", &SymbolicRound::nodes, "Number of nodes of their diagram; 0 if not requested.");
    module.def("reach", &reach_states, nb::arg("model"), nb::arg("strategy"), nb::kw_only(), nb::arg("deadlocks"),
               nb::arg("path_to").none(), nb::arg("rounds"), nb::arg("options"));
}

}  // namespace scrump::python
