#pragma once
// What Python called and what goes on without its lock: stopped, and waited for, before Python ends. A thread that
// comes back to a Python that has ended would end the process.

#include <functional>

namespace scrump::python {

/// A call of Python's that goes on, as long as this object.
class Call {
  public:
    /// `stop` asks it to come to an end; called from another thread, which holds locks: it must not wait. Throws
    /// UsageError once Python ends.
    explicit Call(std::function<void()> stop);
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call();
};

/// Stops all calls and waits for them, some seconds at most, as what was written in Python may never return; no more
/// can begin. Says whether all have ended. Python's lock is not held.
bool end_calls();

}  // namespace scrump::python
