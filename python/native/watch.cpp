#include "watch.hpp"

#include "lock.hpp"

namespace scrump::python {
namespace {

thread_local bool interrupted_last = false;

}  // namespace

bool take_interrupt() {
    return std::exchange(interrupted_last, false);
}

void Watch::rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
    interrupted_last = interrupted_;
}

Watch::~Watch() {
    if (!nb::hasattr(progress_, "close")) return;
    try {
        progress_.attr("close")();
    } catch (nb::python_error& error) {
        error.discard_as_unraisable("closing what shows the progress of a search");
    }
}

void Watch::call(const nb::object& function, const std::function<nb::object()>& value) {
    const WithPython python;
    // The exception is raised when the run has stopped, with the results so far.
    if (PyErr_CheckSignals() != 0) {
        stop_.request_stop();
        if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0) {
            PyErr_Clear();
            interrupted_ = true;
        } else if (!thrown_) {
            thrown_ = std::make_exception_ptr(nb::python_error());
        }
    }
    if (function.is_none() || thrown_) return;
    try {
        function(value());
    } catch (const nb::python_error& error) {
        if (error.matches(PyExc_KeyboardInterrupt)) {
            interrupted_ = true;
        } else {
            thrown_ = std::current_exception();
        }
        stop_.request_stop();
    }
}

}  // namespace scrump::python
