#include "watch.hpp"

#include "lock.hpp"

namespace scrump::python {

Watch::~Watch() {
    if (!nb::hasattr(progress_, "close")) return;
    try {
        progress_.attr("close")();
    } catch (nb::python_error& error) {
        error.discard_as_unraisable("closing what shows the progress of a search");
    }
}

void Watch::tell(const std::function<nb::object()>& now) {
    const WithPython python;
    // What is asked for by Ctrl-C is the end of the search, not of the program.
    if (PyErr_CheckSignals() != 0) {
        stop_.request_stop();
        if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0) {
            PyErr_Clear();
        } else if (!thrown_) {
            thrown_ = std::make_exception_ptr(nb::python_error());
        }
    }
    if (progress_.is_none() || thrown_) return;
    try {
        progress_(now());
    } catch (const nb::python_error& error) {
        if (!error.matches(PyExc_KeyboardInterrupt)) thrown_ = std::current_exception();
        stop_.request_stop();
    }
}

}  // namespace scrump::python
