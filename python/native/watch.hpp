#pragma once
// What comes of Ctrl-C, and of exceptions of whoever is told of progress, while something runs that Python called.

#include "calls.hpp"

#include <nanobind/nanobind.h>

#include <exception>
#include <functional>
#include <stop_token>
#include <utility>

namespace scrump::python {

namespace nb = nanobind;

/// Whether Ctrl-C ended the last run of this thread, if nobody has asked yet.
bool take_interrupt();

class Watch {
  public:
    /// `progress` is called with a moment now and then, or is None. Throws UsageError once Python ends.
    explicit Watch(nb::object progress) : progress_(std::move(progress)) { take_interrupt(); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    /// Closes what is told of progress, if it can be closed, as bars can.
    ~Watch();

    /// Is stopped by Ctrl-C, by exceptions, and when Python ends.
    std::stop_token token() const { return stop_.get_token(); }
    /// To be called now and then from the thread that Python called, whose lock is not held.
    template <class Moment>
    void look_around(const Moment& now) {
        tell([&] { return nb::cast(now); });
    }
    /// To be called when the run is over. Throws what the function that is told of progress threw, if it did; what
    /// Ctrl-C ended is noted for take_interrupt().
    void rethrow() const;

  private:
    void tell(const std::function<nb::object()>& now);

    const nb::object progress_;
    std::stop_source stop_;
    std::exception_ptr thrown_;
    bool interrupted_ = false;
    Call call_{[this] { stop_.request_stop(); }};
};

}  // namespace scrump::python
