#include "reach.hpp"

#include "diagram_options.hpp"
#include "outcomes.hpp"
#include "picklable.hpp"

#include "results/reach_json.hpp"

#include <scrump/problems/files/ext/read_text.hpp>
#include <scrump/problems/petri/pnml.hpp>
#include <scrump/problems/petri/reach.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace scrump::python {
namespace {

Outcome reach_states(const std::string& file, const std::string& strategy, bool deadlocks,
                     const std::optional<StateVector>& path_to, bool rounds, const DiagramSettings& settings) {
    SymbolicReachOptions options{.strategy = parse_reach_strategy(strategy),
                                 .diagrams = settings.options,
                                 .count_rounds = rounds,
                                 .find_deadlocks = deadlocks,
                                 .path_to = path_to};
    AnyModel model;
    const SymbolicReachability found = run_on_diagrams(settings, [&](const DiagramOptions& how, Watch& watch) {
        model = read_any_model_file(file);
        options.diagrams = how;
        options.progress = [&](const SymbolicProgress& now) { watch.look_around(now); };
        return std::visit([&](const auto& each) { return reach(each, options); }, model);
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
    outcome["deadlock_path_relations"] = found.deadlock_path_relations;
    outcome["path_relations"] = found.path_relations;
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

std::vector<std::string> names_of_levels(const petri::NetReachability& found, const petri::Net& net) {
    std::vector<std::string> names;
    for (const std::vector<std::uint32_t>& level : found.levels)
        for (const std::uint32_t place : level) names.push_back(net.places[place].name);
    return names;
}

Outcome reach_markings(const std::string& file, const std::string& order, const std::vector<std::string>& places,
                       const std::optional<Reordering>& reorder, bool deadlocks,
                       const std::optional<std::vector<petri::Tokens>>& path_to, const DiagramSettings& settings) {
    petri::NetReachOptions options{.diagrams = settings.options,
                                   .order = parse_counter_order(order),
                                   .levels = places,
                                   .reorder = reorder,
                                   .find_deadlocks = deadlocks,
                                   .path_to = path_to};
    petri::Net net;
    const petri::NetReachability found = run_on_diagrams(settings, [&](const DiagramOptions& how, Watch& watch) {
        const files::NamedText text = files::read_text(file);
        net = petri::parse_pnml(text.text, text.name);
        options.diagrams = how;
        options.diagrams.progress = [&](const DiagramProgress& now) {
            watch.look_around(SymbolicProgress{.diagrams = now});
        };
        return petri::reach(net, options);
    });
    const CounterReachability& counters = found.counters;
    const bool complete = counters.status == Status::complete;
    const auto if_complete = [&](const auto& value) { return complete ? nb::cast(value) : nb::none(); };
    Outcome outcome;
    outcome["status"] = name(counters.status);
    outcome["states"] = complete ? whole_number(counters.states.digits) : nb::none();
    outcome["transitions"] = complete ? whole_number(counters.transitions.digits) : nb::none();
    outcome["nodes"] = if_complete(counters.nodes);
    outcome["max_tokens"] = if_complete(found.max_tokens);
    outcome["max_tokens_of_marking"] = if_complete(found.max_sum);
    outcome["deadlocks"] = complete && counters.deadlocks ? whole_number(counters.deadlocks->digits) : nb::none();
    const auto names_on = [&](const std::optional<std::vector<std::uint32_t>>& path) {
        return path ? nb::cast(results::names_of(net, *path)) : nb::none();
    };
    outcome["deadlock_path"] = names_on(found.deadlock_path);
    outcome["reachable"] = found.reaches_marking;
    outcome["path"] = names_on(found.path);
    outcome["dead_transitions"] = found.dead_transitions(net);
    outcome["stable_places"] = found.stable_places(net);
    std::map<std::string, std::uint32_t> bounds;
    for (std::size_t place = 0; place < found.bounds.size(); ++place)
        bounds[net.places[place].name] = found.bounds[place];
    outcome["bounds"] = bounds;
    std::map<std::string, std::uint64_t> coloured;
    for (std::size_t place = 0; place < found.coloured_bounds.size(); ++place)
        coloured[net.coloured_places[place].name] = found.coloured_bounds[place];
    outcome["coloured_bounds"] = coloured;
    outcome["order"] = places.empty() ? std::string(name(counters.order)) : "places";
    outcome["places"] = names_of_levels(found, net);
    outcome["seconds"] = counters.seconds;
    outcome["count_seconds"] = counters.count_seconds;
    outcome["diagrams"] = counters.diagrams;
    outcome["statistics"] = results::statistics_of(counters.tasks);
    outcome["json"] = to_json(results::report_of(found, net, options, file))
                          .dump(-1, ' ', false, results::Json::error_handler_t::replace);
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
    module.def("reach_net", &reach_markings, nb::arg("net"), nb::arg("order"), nb::kw_only(), nb::arg("places"),
               nb::arg("reorder").none(), nb::arg("deadlocks"), nb::arg("path_to").none(), nb::arg("options"));
}

}  // namespace scrump::python
