#pragma once
// Handles Ctrl-C, and exceptions of progress functions, during a run that Python called.

#include "calls.hpp"

#include <nanobind/nanobind.h>

#include <exception>
#include <functional>
#include <stop_token>
#include <utility>

namespace scrump::python {

namespace nb = nanobind;

/// Whether Ctrl-C ended the last run of this thread, unless that was already asked.
bool take_interrupt();

class Watch {
  public:
    /// `progress` is called with the progress from time to time, or is None. Throws UsageError once Python ends.
    explicit Watch(nb::object progress) : progress_(std::move(progress)) { take_interrupt(); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    /// Closes the progress function, if it can be closed, as bars can.
    ~Watch();

    /// Stopped by Ctrl-C, by exceptions, and when Python ends.
    std::stop_token token() const { return stop_.get_token(); }
    /// To be called from time to time from the thread that Python called, whose lock is not held.
    template <class Moment>
    void look_around(const Moment& now) {
        call(progress_, [&] { return nb::cast(now); });
    }
    /// Calls a function of Python, unless it is None, with the object that `value` makes. The run is stopped by Ctrl-C
    /// and by exceptions. To be called from any thread without Python's lock.
    void call(const nb::object& function, const std::function<nb::object()>& value);
    /// To be called when the run is over. Rethrows what the progress function threw, if anything; records an end by
    /// Ctrl-C for take_interrupt().
    void rethrow() const;

  private:
    const nb::object progress_;
    std::stop_source stop_;
    std::exception_ptr thrown_;
    bool interrupted_ = false;
    Call call_{[this] { stop_.request_stop(); }};
};

}  // namespace scrump::python
