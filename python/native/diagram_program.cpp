#include "diagram_program.hpp"

#include "diagram_options.hpp"
#include "held.hpp"
#include "outcomes.hpp"

#include "results/reach_json.hpp"

#include <scrump/base/error.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <sstream>
#include <string>

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
    kept_.clear();
}

Diagrams& DiagramProgram::use() {
    if (!runs()) throw UsageError("the program on decision diagrams has ended, and all its functions with it");
    if (thread_ != std::this_thread::get_id())
        throw UsageError("decision diagrams are used by the thread that runs their program alone");
    if (!stopped_ && is_to_end()) stopped_ = std::make_exception_ptr(detail::Abandoned{});
    if (stopped_) raise_stopped();
    for (const Place place : dropped_) {
        kept_[place] = Bdd();
        free_.push_back(place);
    }
    dropped_.clear();
    return *diagrams_;
}

std::optional<Status> DiagramProgram::is_to_end() const {
    if (stop_.stop_requested()) return Status::cancelled;
    if (until_ && Clock::now() >= *until_) return Status::time_limit;
    return std::nullopt;
}

DiagramProgram::Place DiagramProgram::keep(Bdd function) {
    if (free_.empty()) {
        kept_.push_back(std::move(function));
        return static_cast<Place>(kept_.size() - 1);
    }
    const Place place = free_.back();
    free_.pop_back();
    kept_[place] = std::move(function);
    return place;
}

void DiagramProgram::raise_stopped() {
    static PyObject* const stopped = PyErr_NewException("scrump._native.Stopped", PyExc_BaseException, nullptr);
    PyErr_SetString(stopped, "the computation on decision diagrams is to end");
    throw nb::python_error();
}

const Bdd& HeldBdd::get_of(const std::shared_ptr<DiagramProgram>& program) const {
    if (program != program_) throw UsageError("functions of two programs on decision diagrams are of no use together");
    return get();
}

namespace {

// A value of Python as a T. `what` names it in errors.
template <class T>
const T& expect(nb::handle given, const char* what) {
    const T* found = nullptr;
    if (nb::try_cast(given, found) && found != nullptr) return *found;
    throw nb::type_error((std::string(nb::repr(given).c_str()) + " is not a " + what).c_str());
}

}  // namespace

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

bool is_cube(Bdd function) {
    while (!function.is_true()) {
        if (function.is_false() || !function.low().is_false()) return false;
        function = function.high();
    }
    return true;
}

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

// The function that an operation returns.
template <class Operation>
HeldBdd yielded(const Shared& program, const Operation& operation) {
    Diagrams& diagrams = program->use();
    return {program, program->carry_out([&] { return operation(diagrams); })};
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

Bdd cube_of(const Shared& program, nb::handle given) {
    Diagrams& diagrams = program->use();
    if (nb::isinstance<HeldBdd>(given)) {
        const Bdd& cube = function_of(given).get_of(program);
        if (!program->carry_out([&] { return is_cube(cube); }))
            throw UsageError("the function is not a cube; expected variables, or the result of Diagrams.cube()");
        return cube;
    }
    const std::vector<unsigned> variables = variables_of(given);
    return program->carry_out([&] { return diagrams.cube(variables); });
}

void declare_diagram_program(nb::module_& module) {
    nb::class_<DiagramProgram>(module, "DiagramProgram", "A program on decision diagrams, as long as it runs.")
        .def("yes", [](const Shared& it) { return yielded(it, [](Diagrams& all) { return all.yes(); }); })
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
