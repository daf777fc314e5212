#pragma once
// A model of a state space whose functions are written in Python.

#include "calls.hpp"
#include "lock.hpp"
#include "state_bytes.hpp"

#include <scrump/base/error.hpp>
#include <scrump/states/explore/model.hpp>

#include <nanobind/nanobind.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {

using Packed = std::string;  ///< a state, in the exploration's form
using View = std::span<const char>;

/// Largest size of a stored state, including the byte that ends it.
inline constexpr std::size_t most_bytes = 4095;

/// The model in Python: functions of states, which are Python values.
class Written {
  public:
    Written(nb::object successors, nb::object encode, nb::object decode)
        : successors_(std::move(successors)), encode_(std::move(encode)), decode_(std::move(decode)) {}

    // Python's lock must be held for these.

    nb::object state_of(View packed) const {
        nb::object value = value_of_bytes({packed.data(), packed.size()});
        return decode_.is_none() ? value : decode_(std::move(value));
    }
    void pack(nb::handle state, Packed& to) const {
        to.clear();
        put_value(encode_.is_none() ? nb::borrow(state) : encode_(state), "the state", to);
        if (to.size() <= most_bytes) return;
        throw UsageError("a state takes " + std::to_string(to.size()) + " bytes; expected at most " +
                         std::to_string(most_bytes));
    }
    Packed packed(nb::handle state) const {
        Packed bytes;
        pack(state, bytes);
        return bytes;
    }

    // Python's lock must not be held for these.

    void expand(View packed, const Yield<Packed>& yield) const {
        const WithPython python;
        const nb::object all = nb::iter(successors_(state_of(packed)));
        Packed bytes;
        while (PyObject* const next = PyIter_Next(all.ptr())) {
            pack(nb::steal(next), bytes);
            yield(bytes);
        }
        if (PyErr_Occurred() != nullptr) nb::raise_python_error();
    }
    Packed canonical(const nb::object& function, View packed) const {
        const WithPython python;
        return this->packed(function(state_of(packed)));
    }
    // Truth value of a function's result for a state.
    bool says_yes(const nb::object& function, View packed) const {
        const WithPython python;
        const nb::object said = function(state_of(packed));
        const int yes = PyObject_IsTrue(said.ptr());
        if (yes < 0) nb::raise_python_error();
        return yes == 1;
    }

  private:
    const nb::object successors_;
    const nb::object encode_;  // converts a state to a value that can be stored; None: not needed
    const nb::object decode_;
};

/// Functions of invariants by their names.
using NamedFunctions = std::vector<std::pair<std::string, nb::object>>;

/// The properties that these functions are. All arguments must outlive them.
inline Properties<Packed> properties_of(const Written& written, const nb::object& goal,
                                        const NamedFunctions& invariants, bool no_deadlocks) {
    Properties<Packed> properties{.no_deadlocks = no_deadlocks};
    if (!goal.is_none()) properties.goal = [&](View state) { return written.says_yes(goal, state); };
    for (const auto& [name, holds] : invariants) {
        const nb::object& function = holds;
        properties.invariants.push_back(
            {.name = name, .holds = [&](View state) { return written.says_yes(function, state); }});
    }
    return properties;
}

/// Appends the states of a path, as texts and as objects. Python's lock must be held.
inline void put_path(const Written& written, const std::vector<Packed>& states, std::vector<std::string>& texts,
                     nb::list& objects) {
    for (const Packed& each : states) {
        const nb::object state = written.state_of(each);
        texts.push_back(shown_value(state, std::string::npos));
        objects.append(state);
    }
}

}  // namespace scrump::python
