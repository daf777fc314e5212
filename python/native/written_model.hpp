#pragma once
// A model written in Python: functions of states, which are Python values.

#include "state_bytes.hpp"

#include <scrump/states/explore/model.hpp>

#include <nanobind/nanobind.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {

namespace nb = nanobind;

using PackedState = std::string;  ///< a state, in the form in which it is stored
using PackedView = std::span<const char>;
using NamedFunctions = std::vector<std::pair<std::string, nb::object>>;

class WrittenModel {
  public:
    /// `encode` converts a state to a value that can be stored, and `decode` reverses it; None: not needed.
    WrittenModel(nb::object successors, nb::object encode, nb::object decode);

    // Python's lock must be held for these.

    nb::object state_of(PackedView packed) const;
    PackedState packed(nb::handle state) const;
    std::vector<PackedState> packed(const std::vector<nb::object>& states) const;

    /// What is looked for; the functions, None for no goal, must outlive it.
    Properties<PackedState> properties(const nb::object& goal, const NamedFunctions& invariants,
                                       bool no_deadlocks) const;

    // Python's lock must not be held for these.

    void expand(PackedView packed, const Yield<PackedState>& yield) const;
    PackedState canonical(const nb::object& function, PackedView packed) const;
    /// Truth value of a function's result for a state, or for a step.
    bool says_yes(const nb::object& function, PackedView packed) const;
    bool says_yes(const nb::object& function, PackedView from, PackedView to) const;

  private:
    void pack(nb::handle state, PackedState& to) const;

    const nb::object successors_;
    const nb::object encode_;
    const nb::object decode_;
};

}  // namespace scrump::python
