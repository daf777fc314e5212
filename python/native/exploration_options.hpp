#pragma once
// Options of explorations of a state space that Python requests.

#include "watched_settings.hpp"

#include <scrump/states/explore/options.hpp>

#include <nanobind/nanobind.h>

namespace scrump::python {

namespace nb = nanobind;

using ExplorationSettings = WatchedSettings<ExploreOptions>;

/// Declares ExplorationOptions and ExplorationProgress.
void declare_exploration_options(nb::module_& module);

}  // namespace scrump::python
