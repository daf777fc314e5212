// Families of sets that Python holds.

#include "diagram_options.hpp"
#include "diagram_program.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

std::string text(const HeldZdd& held) {
    if (!held.program()->runs()) return "<a family of a program that has ended>";
    const auto nodes = asked(held, [](const Zdd& family) { return family.nodes(); });
    return "<a family of " + std::to_string(nodes) + (nodes == 1 ? " node>" : " nodes>");
}

void no_truth(const HeldZdd& /*held*/) {
    throw nb::type_error("a family has no truth value: use is_empty(), count() or ==");
}

bool contains(const HeldZdd& held, nb::handle given) {
    const std::vector<unsigned> set = variables_of(given);
    return asked(held, [&](const Zdd& family) { return family.contains(set); });
}

void declare_operations(nb::class_<HeldZdd>& zdd) {
    const auto operation = [&](const char* name, auto apply) {
        zdd.def(
            name, [apply](const HeldZdd& one, const HeldZdd& other) { return yielded(one, other, apply); },
            nb::is_operator());
    };
    operation("__or__", [](const Zdd& one, const Zdd& other) { return one | other; });
    operation("__and__", [](const Zdd& one, const Zdd& other) { return one & other; });
    operation("__sub__", [](const Zdd& one, const Zdd& other) { return one - other; });
    operation("__xor__", [](const Zdd& one, const Zdd& other) { return one ^ other; });
    const auto named = [&](const char* name, const char* argument, auto member, const char* help) {
        zdd.def(
            name,
            [member](const HeldZdd& one, const HeldZdd& other) {
                return yielded(one, other, [member](const Zdd& a, const Zdd& b) { return (a.*member)(b); });
            },
            nb::arg(argument), help);
    };
    named("join", "other", &Zdd::join, "The unions of a set of this family and a set of the other.");
    named("quotient", "by", &Zdd::quotient,
          "The largest family whose sets have no element in common with those of `by` and whose join with it is a part "
          "of this family.");
    named("remainder", "by", &Zdd::remainder, "The sets that are not in the join of the quotient and `by`.");
    named("nonsupersets", "of", &Zdd::nonsupersets, "The sets that are supersets of no set of another family.");
    named("nonsubsets", "of", &Zdd::nonsubsets, "The sets that are subsets of no set of another family.");
    const auto by_element = [&](const char* name, auto member, const char* help) {
        zdd.def(
            name,
            [member](const HeldZdd& it, unsigned element) {
                return yielded(it, [&](const Zdd& family) { return (family.*member)(element); });
            },
            nb::arg("element"), help);
    };
    by_element("subset0", &Zdd::subset0, "The sets without an element.");
    by_element("subset1", &Zdd::subset1, "The sets with an element, which is taken out of them.");
    by_element("change", &Zdd::change, "All sets: an element is taken out where it is, and added elsewhere.");
    const auto alone = [&](const char* name, auto member, const char* help) {
        zdd.def(
            name,
            [member](const HeldZdd& it) {
                return yielded(it, [member](const Zdd& family) { return (family.*member)(); });
            },
            help);
    };
    alone("minimal", &Zdd::minimal, "The sets of which no other one is a subset.");
    alone("maximal", &Zdd::maximal, "The sets of which no other one is a superset.");
    alone("low", &Zdd::low, "The sets without the first element of all.");
    alone("high", &Zdd::high, "The sets with the first element of all, which is taken out of them.");
}

}  // namespace

void declare_zdd(nb::module_& module) {
    nb::class_<HeldZdd> zdd(module, "Zdd",
                            "A family of sets of variables, as a zero-suppressed decision diagram (ZDD).");
    declare_operations(zdd);
    zdd.def("__bool__", &no_truth)
        .def(
            "is_empty", [](const HeldZdd& it) { return it.get().is_empty(); }, "Whether there are no sets.")
        .def("__contains__", &contains, nb::arg("set"), "Whether a set, as any iterable, is in the family.")
        .def(
            "count",
            [](const HeldZdd& it) {
                return whole_number(asked(it, [](const Zdd& family) { return family.count(); }).digits);
            },
            nb::sig("def count(self) -> int"), "Exact number of sets.")
        .def(
            "pick", [](const HeldZdd& it) { return asked(it, [](const Zdd& family) { return family.pick(); }); },
            "A set, in ascending order of its elements; None if none exists.")
        .def(
            "sample",
            [](const HeldZdd& it, std::size_t count, std::uint64_t seed) {
                return asked(it, [&](const Zdd& family) { return family.sample(count, seed); });
            },
            nb::arg("count"), nb::arg("seed") = 0,
            "Independent random sets, each with the same probability; none if none exists. The same seed gives the "
            "same ones.")
        .def(
            "support", [](const HeldZdd& it) { return asked(it, [](const Zdd& family) { return family.support(); }); },
            "The elements of any of the sets, ascending.")
        .def(
            "variable",
            [](const HeldZdd& it) { return asked(it, [](const Zdd& family) { return family.variable(); }); },
            "The first element of any of the sets. Raises Error if there is none.")
        .def(
            "function",
            [](const HeldZdd& it, nb::handle over) {
                const Bdd cube = cube_of(it.program(), over);
                return yielded(it, [&](const Zdd& family) { return family.function(cube); });
            },
            nb::arg("variables"),
            "The function that holds where exactly the variables of one of the sets are true, of all of these.")
        .def("__repr__", &text);
    declare_comparisons(zdd);
}

}  // namespace scrump::python
