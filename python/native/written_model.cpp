#include "written_model.hpp"

#include "lock.hpp"

#include <scrump/base/error.hpp>

#include <cstddef>
#include <utility>

namespace scrump::python {
namespace {

// Largest size of a stored state, including the byte that ends it.
constexpr std::size_t most_bytes = 4095;

bool is_true(const nb::object& said) {
    const int yes = PyObject_IsTrue(said.ptr());
    if (yes < 0) nb::raise_python_error();
    return yes == 1;
}

}  // namespace

WrittenModel::WrittenModel(nb::object successors, nb::object encode, nb::object decode)
    : successors_(std::move(successors)), encode_(std::move(encode)), decode_(std::move(decode)) {}

nb::object WrittenModel::state_of(PackedView packed) const {
    nb::object value = value_of_bytes({packed.data(), packed.size()});
    return decode_.is_none() ? value : decode_(std::move(value));
}

void WrittenModel::pack(nb::handle state, PackedState& to) const {
    to.clear();
    put_value(encode_.is_none() ? nb::borrow(state) : encode_(state), "the state", to);
    if (to.size() <= most_bytes) return;
    throw UsageError("a state takes " + std::to_string(to.size()) + " bytes; expected at most " +
                     std::to_string(most_bytes));
}

PackedState WrittenModel::packed(nb::handle state) const {
    PackedState bytes;
    pack(state, bytes);
    return bytes;
}

std::vector<PackedState> WrittenModel::packed(const std::vector<nb::object>& states) const {
    std::vector<PackedState> all;
    all.reserve(states.size());
    for (const nb::object& state : states) all.push_back(packed(state));
    return all;
}

Properties<PackedState> WrittenModel::properties(const nb::object& goal, const NamedFunctions& invariants,
                                                 bool no_deadlocks) const {
    Properties<PackedState> all{.no_deadlocks = no_deadlocks};
    if (!goal.is_none()) all.goal = [&](PackedView state) { return says_yes(goal, state); };
    for (const auto& [name, holds] : invariants) {
        const nb::object& function = holds;
        all.invariants.push_back({.name = name, .holds = [&](PackedView state) { return says_yes(function, state); }});
    }
    return all;
}

void WrittenModel::expand(PackedView packed, const Yield<PackedState>& yield) const {
    const WithPython python;
    const nb::object all = nb::iter(successors_(state_of(packed)));
    PackedState bytes;
    while (PyObject* const next = PyIter_Next(all.ptr())) {
        pack(nb::steal(next), bytes);
        yield(bytes);
    }
    if (PyErr_Occurred() != nullptr) nb::raise_python_error();
}

PackedState WrittenModel::canonical(const nb::object& function, PackedView packed) const {
    const WithPython python;
    return this->packed(function(state_of(packed)));
}

bool WrittenModel::says_yes(const nb::object& function, PackedView packed) const {
    const WithPython python;
    return is_true(function(state_of(packed)));
}

bool WrittenModel::says_yes(const nb::object& function, PackedView from, PackedView to) const {
    const WithPython python;
    return is_true(function(state_of(from), state_of(to)));
}

}  // namespace scrump::python
