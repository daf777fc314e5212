// Functions to numbers that Python holds.

#include "diagram_program.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

template <class Number>
using Held = HeldDiagram<Mtbdd<Number>>;

template <class Number>
std::string text(const Held<Number>& held) {
    if (!held.program()->runs()) return "<a function of a program that has ended>";
    const auto nodes = asked(held, [](const auto& function) { return function.nodes(); });
    return "<a function to numbers, of " + std::to_string(nodes) + (nodes == 1 ? " node>" : " nodes>");
}

template <class Number>
void no_truth(const Held<Number>& /*held*/) {
    throw nb::type_error("a function has no truth value: use at_least() or ==");
}

template <class Number>
Number value(const Held<Number>& held, nb::handle given) {
    std::vector<bool> values;
    for (const nb::handle each : nb::iter(given)) values.push_back(nb::cast<bool>(nb::bool_(nb::borrow(each))));
    return asked(held, [&](const auto& function) { return function(values); });
}

template <class Number>
void declare_operations(nb::class_<Held<Number>>& mtbdd) {
    using Function = Mtbdd<Number>;
    const auto operation = [&](const char* name, auto apply) {
        mtbdd.def(
            name, [apply](const Held<Number>& one, const Held<Number>& other) { return yielded(one, other, apply); },
            nb::is_operator());
    };
    operation("__add__", [](const Function& one, const Function& other) { return one + other; });
    operation("__sub__", [](const Function& one, const Function& other) { return one - other; });
    operation("__mul__", [](const Function& one, const Function& other) { return one * other; });
    const auto named = [&](const char* name, auto apply, const char* help) {
        mtbdd.def(
            name, [apply](const Held<Number>& one, const Held<Number>& other) { return yielded(one, other, apply); },
            nb::arg("other"), help);
    };
    named(
        "min", [](const Function& one, const Function& other) { return one.min(other); }, "The smaller value.");
    named(
        "max", [](const Function& one, const Function& other) { return one.max(other); }, "The larger value.");
    named(
        "at_least", [](const Function& one, const Function& other) { return one.at_least(other); },
        "Where the value is at least that of another function.");
    mtbdd.def(
        "at_least",
        [](const Held<Number>& it, Number threshold) {
            return yielded(it, [&](const Function& function) { return function.at_least(threshold); });
        },
        nb::arg("threshold"), "Where the value is at least a number.");
    const auto out = [&](const char* name, auto apply, const char* help) {
        mtbdd.def(
            name,
            [apply](const Held<Number>& it, nb::handle over) {
                const Bdd cube = cube_of(it.program(), over);
                return yielded(it, [&](const Function& function) { return apply(function, cube); });
            },
            nb::arg("variables"), help);
    };
    out(
        "sum_out", [](const Function& function, const Bdd& cube) { return function.sum_out(cube); },
        "The sum over all values of these variables, or of those of a cube.");
    out(
        "min_out", [](const Function& function, const Bdd& cube) { return function.min_out(cube); },
        "The smallest value for all values of these variables, or of those of a cube.");
    out(
        "max_out", [](const Function& function, const Bdd& cube) { return function.max_out(cube); },
        "The largest value for all values of these variables, or of those of a cube.");
}

template <class Number>
void declare_structure(nb::class_<Held<Number>>& mtbdd) {
    using Function = Mtbdd<Number>;
    const auto question = [&](const char* name, auto ask, const char* help) {
        mtbdd.def(
            name, [ask](const Held<Number>& it) { return asked(it, ask); }, help);
    };
    question(
        "values", [](const Function& function) { return function.values(); },
        "All values that the function has, ascending.");
    question(
        "support", [](const Function& function) { return function.support(); },
        "The variables on which the function depends, in their order.");
    question(
        "is_constant", [](const Function& function) { return function.is_constant(); },
        "Whether it has one value everywhere.");
    question(
        "variable", [](const Function& function) { return function.variable(); },
        "The first variable on which the function depends. Raises Error for a constant.");
    mtbdd
        .def(
            "low", [](const Held<Number>& it) { return yielded(it, [](const Function& of) { return of.low(); }); },
            "The function where that variable is false.")
        .def(
            "high", [](const Held<Number>& it) { return yielded(it, [](const Function& of) { return of.high(); }); },
            "The function where that variable is true.")
        .def("__call__", &value<Number>, nb::arg("values"), "Value, given a sequence of the values from variable 0 on.")
        .def("__bool__", &no_truth<Number>)
        .def("__repr__", &text<Number>);
}

template <class Number>
void declare_numbers(nb::module_& module, nb::class_<DiagramProgram>& program, const char* name, const char* help) {
    using Function = Mtbdd<Number>;
    nb::class_<Held<Number>> mtbdd(module, name, help);
    declare_operations<Number>(mtbdd);
    declare_structure<Number>(mtbdd);
    declare_comparisons(mtbdd);
    using Shared = std::shared_ptr<DiagramProgram>;
    program
        .def("constant",
             [](const Shared& it, Number value) {
                 return yielded(it, [&](Diagrams& all) { return Function::constant(all, value); });
             })
        .def("choose",
             [](const Shared& it, const HeldBdd& where, const Held<Number>& then, const Held<Number>& otherwise) {
                 const Bdd& test = where.get_of(it);
                 const Function& one = then.get_of(it);
                 const Function& other = otherwise.get_of(it);
                 return yielded(it, [&](Diagrams&) { return Function::ite(test, one, other); });
             });
}

}  // namespace

void declare_mtbdds(nb::module_& module, nb::class_<DiagramProgram>& program) {
    declare_numbers<std::int64_t>(module, program, "IntegerMtbdd",
                                  "A function from assignments to integers of 64 bits, as a multi-terminal binary "
                                  "decision diagram (MTBDD).");
    declare_numbers<double>(
        module, program, "FloatMtbdd",
        "A function from assignments to floats, as a multi-terminal binary decision diagram (MTBDD).");
}

}  // namespace scrump::python
