#pragma once
// Options of explorations of a state space that Python requests.

#include <scrump/states/explore/options.hpp>

#include <nanobind/nanobind.h>

namespace scrump::python {

namespace nb = nanobind;

/// The options of Python; `progress` is called with an ExploreProgress, or is None.
struct ExplorationSettings {
    ExploreOptions options{};
    nb::object progress{};
};

/// Declares ExplorationOptions and ExplorationProgress.
void declare_exploration_options(nb::module_& module);

}  // namespace scrump::python
