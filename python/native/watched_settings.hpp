#pragma once
// The options of a run that Python requests, and the function that is told its progress.

#include <nanobind/nanobind.h>

#include <chrono>
#include <utility>

namespace scrump::python {

namespace nb = nanobind;

/// `progress` is called with the progress of the run, or is None.
template <class Options>
struct WatchedSettings {
    Options options{};
    nb::object progress{};

    /// Sets the function, and the time between two calls, in seconds.
    void watch(nb::object function, double interval) {
        options.progress_interval =
            std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(interval));
        progress = std::move(function);
    }
};

}  // namespace scrump::python
