#pragma once
// Trees written in Python: nodes are any objects, and their children come from Python.

#include "held.hpp"

#include <scrump/base/error.hpp>

#include <nanobind/nanobind.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace scrump::python {

/// A problem's functions. All objectives are better than `worst`, and none is better than `best`.
struct Problem {
    nb::object children;
    nb::object objective;  // None: no node is a solution
    nb::object bound;      // None: no bound
    double worst;
    double best;
    double sign = 1;       // −1: objectives and bounds are negated, so that a search for the greatest finds the least
    bool lenient = false;  // whether numbers may be NaN, or whole ones that no float represents: for checks
};

/// Every whole number below it is a float.
inline constexpr double exact = 0x1p53;

/// Whether a float equals the number, if that is a whole one: other numbers are floats anyway.
inline bool is_exactly(nb::handle value, double number) {
    if (PyLong_Check(value.ptr()) == 0) return true;
    const int equal = PyObject_RichCompareBool(nb::float_(number).ptr(), value.ptr(), Py_EQ);
    if (equal < 0) nb::raise_python_error();
    return equal == 1;
}

/// The objective of a node, or the bound of all below it, by Python; `what` names it. Throws UsageError if that is not
/// a number, or cannot be compared as it is. Python's lock must be held.
inline double number_of(nb::handle value, const char* what, nb::handle node, bool lenient) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1 && PyErr_Occurred() != nullptr) {
        if (PyErr_ExceptionMatches(PyExc_TypeError) == 0 && PyErr_ExceptionMatches(PyExc_OverflowError) == 0)
            nb::raise_python_error();
        PyErr_Clear();
    } else if (lenient || (!std::isnan(number) && (std::abs(number) < exact || is_exactly(value, number)))) {
        return number;
    }
    const auto shown = [](nb::handle it) {
        const std::string text = nb::repr(it).c_str();
        return text.size() <= 200 ? text : text.substr(0, 200) + "…";
    };
    throw UsageError(std::string(what) + " of the node " + shown(node) + " is " + shown(value) +
                     "; expected a number that a float has room for, exactly if it is a whole one");
}

/// The children of a node, an object that `Node` has as its `value`.
template <class AnyNode>
class TreeGenerator {
  public:
    using Space = Problem;
    using Node = AnyNode;

    TreeGenerator(const Problem& problem, const Node& node) {
        const WithPython python;
        children_ = Held(nb::iter(problem.children(node.value.get())));
    }
    /// Each of both yields the remaining children: an iterator itself cannot be copied.
    TreeGenerator(const TreeGenerator& other) {
        const WithPython python;
        const nb::object both = nb::module_::import_("itertools").attr("tee")(other.children_.get());
        other.children_ = Held(both[0]);
        children_ = Held(both[1]);
    }
    TreeGenerator(TreeGenerator&&) noexcept = default;
    TreeGenerator& operator=(const TreeGenerator&) = delete;
    TreeGenerator& operator=(TreeGenerator&&) = delete;
    ~TreeGenerator() = default;

    bool next(Node& child) {
        const WithPython python;
        PyObject* const next = PyIter_Next(children_.get().ptr());
        if (next == nullptr && PyErr_Occurred() != nullptr) nb::raise_python_error();
        if (next == nullptr) return false;
        child.value = Held(nb::steal(next));
        return true;
    }

    static double objective(const Problem& problem, const Node& node) {
        if (problem.objective.is_none()) return problem.worst;
        const WithPython python;
        const nb::object value = problem.objective(node.value.get());
        if (value.is_none()) return problem.worst;
        return problem.sign * number_of(value, "the objective", node.value.get(), problem.lenient);
    }

    static double bound(const Problem& problem, const Node& node) {
        const WithPython python;
        if (problem.bound.is_none()) return problem.best;
        return problem.sign *
               number_of(problem.bound(node.value.get()), "the bound", node.value.get(), problem.lenient);
    }

  private:
    mutable Held children_;
};

inline constexpr double infinite = std::numeric_limits<double>::infinity();

/// For a problem that looks for the greatest or the least objective.
inline Problem problem_of(nb::object children, nb::object objective, nb::object bound, bool greatest) {
    const double best = greatest ? infinite : -infinite;
    return {std::move(children), std::move(objective), std::move(bound), -best, best};
}

}  // namespace scrump::python
