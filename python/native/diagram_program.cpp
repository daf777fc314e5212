#include "diagram_program.hpp"

#include "diagram_options.hpp"
#include "held.hpp"
#include "outcomes.hpp"

#include "results/reach_json.hpp"

#include <scrump/base/error.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>

namespace scrump::python {

DiagramProgram::DiagramProgram(const TaskOptions& options)
    : stop_(options.stop),
      until_(options.time_limit ? std::optional(options.began.value_or(Clock::now()) + *options.time_limit)
                                : std::nullopt) {}

void DiagramProgram::begin(Diagrams& diagrams) {
    diagrams_ = &diagrams;
    thread_ = std::this_thread::get_id();
}

void DiagramProgram::end() {
    diagrams_ = nullptr;
    std::apply([](auto&... each) { (each.clear(), ...); }, kept_);
}

Diagrams& DiagramProgram::use() {
    if (!runs()) throw UsageError("the program on decision diagrams has ended, and all its functions with it");
    if (thread_ != std::this_thread::get_id())
        throw UsageError("decision diagrams are used by the thread that runs their program alone");
    if (!stopped_ && is_to_end()) stopped_ = std::make_exception_ptr(detail::Abandoned{});
    if (stopped_) raise_stopped();
    std::apply([](auto&... each) { (each.empty_dropped(), ...); }, kept_);
    return *diagrams_;
}

std::optional<Status> DiagramProgram::is_to_end() const {
    if (stop_.stop_requested()) return Status::cancelled;
    if (until_ && Clock::now() >= *until_) return Status::time_limit;
    return std::nullopt;
}

void DiagramProgram::raise_stopped() {
    static PyObject* const stopped = PyErr_NewException("scrump._native.Stopped", PyExc_BaseException, nullptr);
    PyErr_SetString(stopped, "the computation on decision diagrams is to end");
    throw nb::python_error();
}

void expect_same(const std::shared_ptr<DiagramProgram>& one, const std::shared_ptr<DiagramProgram>& other) {
    if (one != other) throw UsageError("functions of two programs on decision diagrams are of no use together");
}

const HeldBdd& function_of(nb::handle given) {
    return expect<HeldBdd>(given, "function; expected a Bdd");
}

std::vector<unsigned> variables_of(nb::handle given) {
    std::vector<unsigned> variables;
    for (const nb::handle each : nb::iter(given)) {
        unsigned variable = 0;
        if (!nb::try_cast(each, variable)) {
            throw UsageError(std::string(nb::repr(each).c_str()) + " is not a variable; expected numbers from 0 on");
        }
        variables.push_back(variable);
    }
    return variables;
}

namespace {

using Shared = std::shared_ptr<DiagramProgram>;

std::vector<unsigned> in_order(nb::handle given) {
    std::vector<unsigned> variables = variables_of(given);
    std::sort(variables.begin(), variables.end());
    return variables;
}

std::vector<Bdd> functions_of(const Shared& program, nb::handle given) {
    std::vector<Bdd> functions;
    for (const nb::handle each : nb::iter(given)) functions.push_back(function_of(each).get_of(program));
    return functions;
}

std::vector<TransitionRelation> relations_of(const Shared& program, nb::handle given) {
    std::vector<TransitionRelation> relations;
    for (const nb::handle each : nb::iter(given)) {
        const auto& relation = expect<HeldRelation>(each, "relation; expected a TransitionRelation");
        relations.push_back({relation.relation.get_of(program), relation.cube.get_of(program)});
    }
    return relations;
}

nb::object count(const Shared& program, const HeldBdd& function, nb::handle given) {
    Diagrams& diagrams = program->use();
    const Bdd& counted = function.get_of(program);
    const std::vector<unsigned> variables = in_order(given);
    return whole_number(program->carry_out([&] { return diagrams.count(counted, variables); }).digits);
}

double count_roughly(const Shared& program, const HeldBdd& function, nb::handle given) {
    Diagrams& diagrams = program->use();
    const Bdd& counted = function.get_of(program);
    const std::vector<unsigned> variables = in_order(given);
    return program->carry_out([&] { return diagrams.count_roughly(counted, variables); });
}

std::optional<std::vector<bool>> pick(const Shared& program, const HeldBdd& function, nb::handle given) {
    Diagrams& diagrams = program->use();
    const Bdd& picked = function.get_of(program);
    const std::vector<unsigned> variables = in_order(given);
    return program->carry_out([&] { return diagrams.pick(picked, variables); });
}

std::vector<std::vector<bool>> sample(const Shared& program, const HeldBdd& function, nb::handle given,
                                      std::size_t number, std::uint64_t seed) {
    Diagrams& diagrams = program->use();
    const Bdd& drawn = function.get_of(program);
    const std::vector<unsigned> variables = in_order(given);
    return program->carry_out([&] { return diagrams.sample(drawn, variables, number, seed); });
}

// A function as Python has it in lists of nodes: ±(number of the node + 1), where negative numbers are complements, and
// 1 is the constant true, as in CUDD.
std::int64_t signed_edge(StoredEdge edge) {
    const auto number = static_cast<std::int64_t>(edge.node) + 1;
    return (edge.node == 0) != edge.complemented ? -number : number;
}
StoredEdge stored_edge(std::int64_t edge) {
    const auto number = static_cast<std::uint64_t>(edge < 0 ? -edge : edge);
    if (number == 0) throw UsageError("0 is not the number of a node");
    return {.node = number - 1, .complemented = (number == 1) != (edge < 0)};
}
using NodeRow = std::tuple<unsigned, std::int64_t, std::int64_t>;  // variable, low, high

std::pair<std::vector<NodeRow>, std::vector<std::int64_t>> stored(const Shared& program, nb::handle given) {
    Diagrams& diagrams = program->use();
    const std::vector<Bdd> functions = functions_of(program, given);
    const StoredFunctions all = program->carry_out([&] { return diagrams.stored(functions); });
    std::vector<NodeRow> nodes;
    for (const StoredNode& each : all.nodes)
        nodes.emplace_back(each.variable, signed_edge({.node = each.low}), signed_edge(each.high));
    std::vector<std::int64_t> roots;
    for (const StoredEdge each : all.roots) roots.push_back(signed_edge(each));
    return {std::move(nodes), std::move(roots)};
}

std::vector<HeldBdd> restored(const Shared& program, const std::vector<NodeRow>& nodes,
                              const std::vector<std::int64_t>& roots) {
    Diagrams& diagrams = program->use();
    StoredFunctions all;
    std::vector<bool> flipped{false};  // nodes whose complement is stored, as a low edge never is one
    const auto edge_of = [&](std::int64_t edge) {
        StoredEdge found = stored_edge(edge);
        if (found.node >= flipped.size())
            throw UsageError("an edge leads to node " + std::to_string(found.node + 1) + ", which is not before it");
        found.complemented = found.complemented != flipped[found.node];
        return found;
    };
    for (const auto& [variable, below_low, below_high] : nodes) {
        const StoredEdge low = edge_of(below_low);
        StoredEdge high = edge_of(below_high);
        high.complemented = high.complemented != low.complemented;
        all.nodes.push_back({variable, low.node, high});
        flipped.push_back(low.complemented);
    }
    for (const std::int64_t each : roots) all.roots.push_back(edge_of(each));
    std::vector<HeldBdd> held;
    for (Bdd& each : program->carry_out([&] { return diagrams.restored(all); }))
        held.emplace_back(program, std::move(each));
    return held;
}

std::uint64_t nodes(const Shared& program, nb::handle given) {
    Diagrams& diagrams = program->use();
    const std::vector<Bdd> functions = functions_of(program, given);
    return program->carry_out([&] { return diagrams.nodes(functions); });
}

std::string dot(const Shared& program, nb::handle given, const std::vector<std::string>& names) {
    Diagrams& diagrams = program->use();
    const std::vector<Bdd> functions = functions_of(program, given);
    std::ostringstream text;
    program->carry_out([&] { diagrams.write_dot(text, functions, names); });
    return text.str();
}

HeldBdd successors(const Shared& program, const HeldBdd& states, nb::handle by) {
    const Bdd& from = states.get_of(program);
    const std::vector<TransitionRelation> relations = relations_of(program, by);
    return yielded(program, [&](Diagrams& diagrams) { return diagrams.successors(from, relations); });
}

HeldBdd predecessors(const Shared& program, const HeldBdd& states, const HeldRelation& by) {
    const Bdd& to = states.get_of(program);
    const TransitionRelation relation{by.relation.get_of(program), by.cube.get_of(program)};
    return yielded(program, [&](Diagrams& diagrams) { return diagrams.predecessors(to, relation); });
}

HeldBdd saturate(const Shared& program, const HeldBdd& states, nb::handle by) {
    const Bdd& from = states.get_of(program);
    const std::vector<TransitionRelation> relations = relations_of(program, by);
    return yielded(program, [&](Diagrams& diagrams) { return diagrams.saturate(from, relations); });
}

// The program's result.
Pickled call(const Shared& program, const nb::object& function, Diagrams& diagrams) {
    const WithPython python;
    program->begin(diagrams);
    struct End {
        DiagramProgram& program;
        ~End() { program.end(); }
    } const end{*program};
    try {
        Pickled returned{.value = Held(function(nb::cast(program)))};
        program->rethrow();
        return returned;
    } catch (const nb::python_error&) {
        program->rethrow();
        throw;
    }
}

Outcome run_program(const nb::object& function, const DiagramSettings& settings) {
    Shared program;
    auto found = run_on_diagrams(settings, [&](const DiagramOptions& how, Watch& watch) {
        program = std::make_shared<DiagramProgram>(how.tasks);
        DiagramOptions options = how;
        options.progress = [&](const DiagramProgress& now) { watch.look_around(SymbolicProgress{.diagrams = now}); };
        return run_diagrams(options, [&](Diagrams& diagrams) { return call(program, function, diagrams); });
    });
    Outcome outcome;
    // If the runtime was not the first to see that the run must end, the program's own observation gives the status.
    const bool left = found.status == Status::complete && !found.value;
    outcome["status"] = name(left ? program->is_to_end().value_or(Status::cancelled) : found.status);
    outcome["value"] = found.value ? nb::borrow(found.value->value.get()) : nb::none();
    outcome["diagrams"] = found.diagrams;
    outcome["statistics"] = results::statistics_of(found.statistics);
    return outcome;
}

}  // namespace

namespace {

std::vector<Zdd::Set> sets_of(nb::handle given) {
    std::vector<Zdd::Set> sets;
    for (const nb::handle each : nb::iter(given)) sets.push_back(variables_of(each));
    return sets;
}

void declare_families(nb::class_<DiagramProgram>& program) {
    program
        .def("family",
             [](const Shared& it, nb::handle given) {
                 const std::vector<Zdd::Set> sets = sets_of(given);
                 return yielded(it, [&](Diagrams& all) { return Zdd::family(all, sets); });
             })
        .def("power_set",
             [](const Shared& it, nb::handle given) {
                 const std::vector<unsigned> elements = variables_of(given);
                 return yielded(it, [&](Diagrams& all) { return Zdd::power_set(all, elements); });
             })
        .def("models",
             [](const Shared& it, const HeldBdd& function, nb::handle variables) {
                 const Bdd& of = function.get_of(it);
                 const Bdd cube = cube_of(it, variables);
                 return yielded(it, [&](Diagrams&) { return Zdd::models(of, cube); });
             })
        .def("family_node", [](const Shared& it, unsigned element, const HeldZdd& low, const HeldZdd& high) {
            const Zdd& one = low.get_of(it);
            const Zdd& other = high.get_of(it);
            return yielded(it, [&](Diagrams&) { return Zdd::node(element, one, other); });
        });
}

// The order of the variables.
void declare_order(nb::class_<DiagramProgram>& program) {
    program
        .def("reorder",
             [](const Shared& it, bool converge, bool keep_pairs, double max_growth) {
                 Diagrams& diagrams = it->use();
                 const ReorderOptions how{.max_growth = max_growth, .converge = converge, .keep_pairs = keep_pairs};
                 return it->carry_out([&] { return diagrams.reorder(how); });
             })
        .def("set_order",
             [](const Shared& it, nb::handle given) {
                 Diagrams& diagrams = it->use();
                 const std::vector<unsigned> variables = variables_of(given);
                 it->carry_out([&] { diagrams.set_order(variables); });
             })
        .def(
            "reorder_automatically",
            [](const Shared& it, std::optional<double> growth, std::uint64_t first_nodes) {
                std::optional<Reordering> when;
                if (growth) when = Reordering{.growth = *growth, .first_nodes = first_nodes};
                it->use().reorder_automatically(when);
            },
            nb::arg("growth").none(), nb::arg("first_nodes"))
        .def("order", [](const Shared& it) { return it->use().order(); })
        .def("level", [](const Shared& it, unsigned variable) { return it->use().level(variable); })
        .def("reorderings", [](const Shared& it) { return it->use().statistics().reordering.reorderings; });
}

}  // namespace

Bdd cube_of(const Shared& program, nb::handle given) {
    Diagrams& diagrams = program->use();
    if (nb::isinstance<HeldBdd>(given)) {
        const Bdd& cube = function_of(given).get_of(program);
        if (!program->carry_out([&] { return cube.is_cube(); }))
            throw UsageError("the function is not a cube; expected variables, or the result of Diagrams.cube()");
        return cube;
    }
    const std::vector<unsigned> variables = variables_of(given);
    return program->carry_out([&] { return diagrams.cube(variables); });
}

void declare_diagram_program(nb::module_& module) {
    nb::class_<DiagramProgram> program(module, "DiagramProgram", "A program on decision diagrams, as long as it runs.");
    declare_families(program);
    declare_order(program);
    declare_mtbdds(module, program);
    program.def("yes", [](const Shared& it) { return yielded(it, [](Diagrams& all) { return all.yes(); }); })
        .def("no", [](const Shared& it) { return yielded(it, [](Diagrams& all) { return all.no(); }); })
        .def("variable",
             [](const Shared& it, unsigned variable) {
                 return yielded(it, [&](Diagrams& all) { return all.variable(variable); });
             })
        .def("cube", [](const Shared& it, nb::handle variables) { return HeldBdd(it, cube_of(it, variables)); })
        .def("node",
             [](const Shared& it, unsigned variable, const HeldBdd& low, const HeldBdd& high) {
                 const Bdd& one = low.get_of(it);
                 const Bdd& other = high.get_of(it);
                 return yielded(it, [&](Diagrams& all) { return all.node(variable, one, other); });
             })
        .def("count", &count, nb::sig("def count(self, arg0: Bdd, arg1: object, /) -> int"))
        .def("count_roughly", &count_roughly)
        .def("pick", &pick)
        .def("sample", &sample)
        .def("stored", &stored)
        .def("restored", &restored)
        .def("nodes", &nodes)
        .def("dot", &dot)
        .def("successors", &successors)
        .def("predecessors", &predecessors)
        .def("saturate", &saturate)
        .def("collect",
             [](const Shared& it) {
                 Diagrams& diagrams = it->use();
                 it->carry_out([&] { diagrams.collect(); });
             })
        .def("statistics", [](const Shared& it) { return it->use().statistics(); });
    module.def("run_diagrams", &run_program, nb::arg("program"), nb::arg("options"));
}

}  // namespace scrump::python
