#pragma once
// A run that Python requests and that Ctrl-C stops.

#include "lock.hpp"
#include "search_options.hpp"
#include "watch.hpp"

#include <scrump/base/clock.hpp>

namespace scrump::python {

/// Calls `run` with the options of `given` while other threads of Python may run. `given.progress` is called with the
/// progress, unless it is None. Ctrl-C stops the run.
template <class Settings, class Run>
auto run_watched(const Settings& given, const Run& run) {
    Watch watch(given.progress);
    auto options = given.options;
    options.session = session();
    options.began = Clock::now();
    options.stop = watch.token();
    options.progress = [&](const auto& now) { watch.look_around(now); };
    auto found = [&] {
        const WithoutPython others;
        return run(options);
    }();
    watch.rethrow();
    return found;
}

}  // namespace scrump::python
