#pragma once
// Calls from Python that run without its lock: they are stopped, and waited for, before Python ends. A thread that
// returns to a Python that has ended would end the process.

#include <functional>

namespace scrump::python {

/// A running call from Python, for the life of this object.
class Call {
  public:
    /// `stop` asks it to end; called from another thread, which holds locks: it must not wait. Once Python
    /// ends, throws UsageError in its main thread, and does not return in any other.
    explicit Call(std::function<void()> stop);
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call();
};

/// Stops all calls and waits for them, for at most some seconds, as code written in Python may never return; no more
/// can begin. Returns whether all have ended. Python's lock must not be held.
bool end_calls();

}  // namespace scrump::python
