#pragma once
// Options of work on decision diagrams that Python requests.

#include "lock.hpp"
#include "search_options.hpp"
#include "watch.hpp"
#include "watched_settings.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/states/diagrams/reachability.hpp>

#include <nanobind/nanobind.h>

#include <string>

namespace scrump::python {

using DiagramSettings = WatchedSettings<DiagramOptions>;

/// Calls `work` with its options while other threads of Python may run. Ctrl-C stops it.
template <class Work>
auto run_on_diagrams(const DiagramSettings& given, const Work& work) {
    Watch watch(given.progress);
    DiagramOptions options = given.options;
    options.tasks.session = session();
    options.tasks.began = Clock::now();
    options.tasks.stop = watch.token();
    auto found = [&] {
        const WithoutPython others;
        return work(options, watch);
    }();
    watch.rethrow();
    return found;
}

/// A whole number of any size for Python, from its digits.
nb::object whole_number(const std::string& digits);

/// Declares DiagramOptions, DiagramProgress and DiagramStatistics.
void declare_diagram_options(nb::module_& module);

}  // namespace scrump::python
