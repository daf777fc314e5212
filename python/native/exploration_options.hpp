#pragma once
// Options of explorations of a state space that Python requests.

#include "lock.hpp"
#include "search_options.hpp"
#include "watch.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/states/explore/options.hpp>

#include <nanobind/nanobind.h>

namespace scrump::python {

/// The options of Python; `progress` is called with an ExploreProgress, or is None.
struct ExplorationSettings {
    ExploreOptions options{};
    nb::object progress{};
};

/// Calls `explore` with its options while other threads of Python may run. Ctrl-C stops it.
template <class Explore>
auto run_exploration(const ExplorationSettings& given, const Explore& explore) {
    Watch watch(given.progress);
    ExploreOptions options = given.options;
    options.session = session();
    options.began = Clock::now();
    options.stop = watch.token();
    options.progress = [&](const ExploreProgress& now) { watch.look_around(now); };
    auto found = [&] {
        const WithoutPython others;
        return explore(options);
    }();
    watch.rethrow();
    return found;
}

/// Declares ExplorationOptions and ExplorationProgress.
void declare_exploration_options(nb::module_& module);

}  // namespace scrump::python
