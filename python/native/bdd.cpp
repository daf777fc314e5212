// Boolean functions that Python holds.

#include "diagram_program.hpp"

#include <scrump/base/error.hpp>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

HeldBdd ite(const HeldBdd& held, const HeldBdd& then, const HeldBdd& otherwise) {
    const Bdd& one = then.get_of(held.program());
    const Bdd& other = otherwise.get_of(held.program());
    return yielded(held, [&](const Bdd& function) { return function.ite(one, other); });
}

HeldBdd exists(const HeldBdd& held, nb::handle over) {
    const Bdd cube = cube_of(held.program(), over);
    return yielded(held, [&](const Bdd& function) { return function.exists(cube); });
}

HeldBdd for_all(const HeldBdd& held, nb::handle over) {
    const Bdd cube = cube_of(held.program(), over);
    return yielded(held, [&](const Bdd& function) { return function.for_all(cube); });
}

HeldBdd and_exists(const HeldBdd& held, const HeldBdd& with, nb::handle over) {
    const Bdd cube = cube_of(held.program(), over);
    return yielded(held, with, [&](const Bdd& one, const Bdd& other) { return one.and_exists(other, cube); });
}

HeldBdd compose(const HeldBdd& held, const nb::dict& by) {
    std::vector<Bdd::Substitution> substitutions;
    const std::vector<unsigned> variables = variables_of(by);
    std::size_t next = 0;
    for (const auto [variable, function] : by)
        substitutions.push_back({variables[next++], function_of(function).get_of(held.program())});
    return yielded(held, [&](const Bdd& function) { return function.compose(substitutions); });
}

const Bdd& not_constant(const Bdd& function) {
    if (function.is_true() || function.is_false()) throw Error("a constant depends on no variable");
    return function;
}

// Values from a dict of all variables that are needed, or from a sequence with a value for each variable from 0 on.
bool value(const HeldBdd& held, nb::handle given) {
    if (!nb::isinstance<nb::dict>(given)) {
        std::vector<bool> values;
        for (const nb::handle each : nb::iter(given)) values.push_back(nb::cast<bool>(nb::bool_(nb::borrow(each))));
        return asked(held, [&](const Bdd& function) { return function(values); });
    }
    const auto by = nb::cast<nb::dict>(given);
    const std::vector<unsigned> variables = variables_of(by);
    std::map<unsigned, bool> values;
    std::size_t next = 0;
    for (const auto [variable, truth] : by)
        values.emplace(variables[next++], nb::cast<bool>(nb::bool_(nb::borrow(truth))));
    return asked(held, [&](const Bdd& function) {
        Bdd at = function;
        while (!at.is_true() && !at.is_false()) {
            const auto found = values.find(at.variable());
            if (found == values.end()) {
                throw UsageError("the function depends on variable " + std::to_string(at.variable()) +
                                 ", which has no value");
            }
            at = found->second ? at.high() : at.low();
        }
        return at.is_true();
    });
}

std::string text(const HeldBdd& held) {
    if (!held.program()->runs()) return "<a function of a program that has ended>";
    const auto nodes = asked(held, [](const Bdd& function) { return function.nodes(); });
    return "<a function of " + std::to_string(nodes) + (nodes == 1 ? " node>" : " nodes>");
}

void no_truth(const HeldBdd& /*held*/) {
    throw nb::type_error("a function has no truth value: use is_true(), ==, or & | ~ instead of and, or, not");
}

void make_relation(HeldRelation* place, const HeldBdd& relation, nb::handle over) {
    const std::shared_ptr<DiagramProgram>& program = relation.program();
    const Bdd& own = relation.get();
    const Bdd cube = cube_of(program, over);
    const auto [states, support] = program->carry_out([&] { return std::pair(cube.support(), own.support()); });
    for (const unsigned each : states) {
        if (each % 2 != 0) {
            throw UsageError(
                "variable " + std::to_string(each) +
                " is not a state variable; expected even numbers, each followed by its next-state variable");
        }
    }
    for (const unsigned each : support) {
        if (!std::binary_search(states.begin(), states.end(), each - each % 2)) {
            throw UsageError("the relation depends on variable " + std::to_string(each) +
                             ", which is not one of its variables");
        }
    }
    new (place) HeldRelation{.relation = {program, own}, .cube = {program, cube}};
}

// Its diagram, node by node.
void declare_diagram(nb::class_<HeldBdd>& bdd) {
    bdd.def(
           "variable",
           [](const HeldBdd& it) { return asked(it, [](const Bdd& function) { return function.variable(); }); },
           "The first variable on which the function depends. Raises Error for a constant.")
        .def(
            "low",
            [](const HeldBdd& it) { return yielded(it, [](const Bdd& all) { return not_constant(all).low(); }); },
            "The function where that variable is false.")
        .def(
            "high",
            [](const HeldBdd& it) { return yielded(it, [](const Bdd& all) { return not_constant(all).high(); }); },
            "The function where that variable is true.")
        .def(
            "support",
            [](const HeldBdd& it) { return asked(it, [](const Bdd& function) { return function.support(); }); },
            "The variables on which the function depends, in their order.");
}

void declare_relation(nb::module_& module) {
    nb::class_<HeldRelation>(module, "TransitionRelation",
                             "Relates states to their next states. State variables are even; the variable after each "
                             "is its value in the next state. Variables outside of the relation keep their values.")
        .def("__init__", &make_relation, nb::arg("relation"), nb::arg("variables"),
             "`variables`: the state variables of the relation, or their cube.");
}

}  // namespace

void declare_bdd(nb::module_& module) {
    nb::class_<HeldBdd> bdd(module, "Bdd", "A function of truth values, as a reduced ordered binary decision diagram.");
    const auto operation = [&](const char* name, auto apply) {
        bdd.def(
            name, [apply](const HeldBdd& one, const HeldBdd& other) { return yielded(one, other, apply); },
            nb::is_operator());
    };
    operation("__and__", [](const Bdd& one, const Bdd& other) { return one & other; });
    operation("__or__", [](const Bdd& one, const Bdd& other) { return one | other; });
    operation("__xor__", [](const Bdd& one, const Bdd& other) { return one ^ other; });
    bdd.def("__invert__", [](const HeldBdd& it) { return yielded(it, [](const Bdd& function) { return ~function; }); })
        .def(
            "implies",
            [](const HeldBdd& it, const HeldBdd& other) {
                return yielded(it, other, [](const Bdd& one, const Bdd& then) { return one.implies(then); });
            },
            nb::arg("other"), "Implication of `other` by this function.")
        .def("ite", &ite, nb::arg("then"), nb::arg("otherwise"), "`then` where this holds, `otherwise` elsewhere.")
        .def("__bool__", &no_truth)
        .def(
            "is_false", [](const HeldBdd& it) { return it.get().is_false(); }, "Whether the function never holds.")
        .def(
            "is_true", [](const HeldBdd& it) { return it.get().is_true(); }, "Whether the function always holds.")
        .def("exists", &exists, nb::arg("variables"),
             "Whether the function holds for some values of these variables, or of those of a cube.")
        .def("for_all", &for_all, nb::arg("variables"),
             "Whether the function holds for all values of these variables, or of those of a cube.")
        .def("and_exists", &and_exists, nb::arg("other"), nb::arg("variables"),
             "`(self & other).exists(variables)`, without the diagram in between.")
        .def("compose", &compose, nb::arg("by"), nb::sig("def compose(self, by: dict[int, Bdd]) -> Bdd"),
             "The function with other functions in place of some variables, all at once.")
        .def("__call__", &value, nb::arg("values"),
             "Value of the function, given the values of variables by a dict, or by a sequence from variable 0 on.")
        .def("__repr__", &text);
    declare_diagram(bdd);
    declare_comparisons(bdd);
    declare_relation(module);
}

}  // namespace scrump::python
